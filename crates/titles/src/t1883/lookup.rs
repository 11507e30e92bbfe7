//! The questions that all chapters ask the table.

use super::Game;
use super::agenda::Round;
use super::fixed::Phase;
use super::operating::Operating;
use super::table::{Company, MergerState, Standing};
use ferrata_engine::board::{BROAD, Board, Reach, Terms, Visit};
use ferrata_engine::components::{Components, PhaseSpec};
use ferrata_engine::id::{CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;
use std::sync::Arc;

/// Corporations.
impl Game {
    /// The box.
    pub fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    /// All corporations.
    pub(super) fn company_ids(&self) -> impl DoubleEndedIterator<Item = CompanyId> + use<> {
        (0..self.table.companies.len() as u8).map(CompanyId)
    }

    /// A corporation's name.
    pub(super) fn name(&self, company: CompanyId) -> CompanyName {
        self.fixed.parts.company_name(company)
    }

    /// A corporation's charter.
    #[allow(clippy::indexing_slicing)] // there are corporations, and the place is clamped
    pub(super) fn company(&self, company: CompanyId) -> &Company {
        &self.table.companies[company.index().min(self.table.companies.len() - 1)]
    }

    /// A corporation's charter, to write on.
    #[allow(clippy::indexing_slicing)] // there are corporations, and the place is clamped
    pub(super) fn company_mut(&mut self, company: CompanyId) -> &mut Company {
        let last = self.table.companies.len() - 1;
        &mut self.table.companies[company.index().min(last)]
    }

    /// Whether a corporation is in play.
    pub(super) fn is_open(&self, company: CompanyId) -> bool {
        self.company(company).standing == Standing::Open
    }

    /// Whether it is the co-operative before its capitalisation, as long as that is in play or frozen.
    pub(super) fn is_coop(&self, company: CompanyId) -> bool {
        company == self.fixed.ccfr && !self.table.coop.capitalised
    }

    /// Whether a corporation is a railway for presidencies, the ratio and events: 1883-8.1.8-05, 1883-R-49.
    pub(super) fn is_railway(&self, company: CompanyId) -> bool {
        company != self.fixed.sarsa && !self.is_coop(company)
    }

    /// The corporations in play in the order of their prices: 1883-6.3-01, 1883-R-13.
    pub(super) fn price_order(&self) -> SmallVec<[CompanyId; 9]> {
        let order = self.table.chart.order(&self.fixed.parts.grid);
        order.into_iter().filter(|company| self.is_open(*company)).collect()
    }

    /// Who leads a corporation: the holder of its 20% certificate; before its capitalisation CCFR is led in turn
    /// (1883-8.1.2-02).
    pub(super) fn president(&self, company: CompanyId) -> Option<SeatId> {
        if self.is_coop(company) {
            return self.table.coop.president.filter(|_| self.is_open(company));
        }
        match self.table.shares.director(company) {
            Holder::Seat(seat) if self.is_open(company) => Some(seat),
            _ => None,
        }
    }

    /// The president of a corporation; refused where it has none.
    pub(super) fn president_of(&self, company: CompanyId) -> Result<SeatId, Refusal> {
        let name = self.name(company);
        self.president(company)
            .ok_or_else(|| Refusal::plain(say!("{company} has no president", company = name)))
    }

    /// A corporation's price.
    pub(super) fn price(&self, company: CompanyId) -> Money {
        self.table.chart.price(&self.fixed.parts.grid, company)
    }

    pub(super) fn treasury(&self, company: CompanyId) -> Money {
        self.table.ledger.company(company)
    }

    /// How much of a corporation somebody holds.
    pub(super) fn percent(&self, company: CompanyId, holder: Holder) -> u8 {
        self.table.shares.percent(company, holder)
    }

    pub(super) fn held(&self, company: CompanyId, seat: SeatId) -> u8 {
        self.percent(company, Holder::Seat(seat))
    }

    /// What the president's certificate stands for.
    pub(super) fn presidents_percent(&self) -> u8 {
        2 * self.fixed.figures.share
    }

    /// How many shares a percentage is.
    pub(super) fn shares_in(&self, percent: u8) -> i32 {
        i32::from(percent / self.fixed.figures.share.max(1))
    }

    /// 1883-5.3-10: who becomes president when somebody gives it up: the largest holder of at least 20% among the others,
    /// the first clockwise among equals.
    pub(super) fn heir(&self, company: CompanyId, of: SeatId) -> Option<SeatId> {
        let least = self.presidents_percent();
        let able = self.clockwise_after(of).into_iter().filter(|seat| {
            *seat != of && self.table.shares.ordinary(company, least, Holder::Seat(*seat)).is_some()
        });
        able.rev().max_by_key(|seat| self.held(company, *seat))
    }
}

/// Players.
impl Game {
    /// The player to the left of somebody.
    pub(super) fn left_of(&self, seat: SeatId) -> SeatId {
        let order = &self.table.order;
        let next = order.iter().position(|other| *other == seat).map_or_else(
            // Whoever has left the game: the next of those who are in it.
            || order.iter().find(|other| **other > seat).or(order.first()),
            |at| order.get(at + 1).or(order.first()),
        );
        next.copied().unwrap_or(seat)
    }

    /// All players clockwise, beginning with the one to the left of somebody.
    pub(super) fn clockwise_after(&self, seat: SeatId) -> SmallVec<[SeatId; 4]> {
        let first = self.left_of(seat);
        std::iter::successors(Some(first), |seat| Some(self.left_of(*seat)))
            .take(self.table.order.len())
            .collect()
    }

    /// All players clockwise from somebody on.
    pub(super) fn clockwise_from(&self, seat: SeatId) -> SmallVec<[SeatId; 4]> {
        let (from, before): (SmallVec<[SeatId; 4]>, SmallVec<[SeatId; 4]>) = {
            let at = self.table.order.iter().position(|other| *other == seat).unwrap_or(0);
            let split = |seats: &[SeatId]| SmallVec::from_slice(seats);
            let (before, from) = self.table.order.split_at(at.min(self.table.order.len()));
            (split(from), split(before))
        };
        from.into_iter().chain(before).collect()
    }

    pub(super) fn cash(&self, seat: SeatId) -> Money {
        self.table.ledger.seat(seat)
    }

    pub(super) fn support(&self, seat: SeatId) -> u8 {
        self.table.seats.get(seat.index()).map_or(0, |seat| seat.support)
    }

    pub(super) fn set_support(&mut self, seat: SeatId, cards: u8) {
        if let Some(seat) = self.table.seats.get_mut(seat.index()) {
            seat.support = cards;
        }
    }

    /// 1883-5.5-06: the support cards that nobody holds.
    pub(super) fn support_left(&self) -> u8 {
        let held: u8 = self.table.seats.iter().map(|seat| seat.support).sum();
        self.fixed.figures.support_cards.supply.saturating_sub(held)
    }

    /// 1883-5.4-03, 1883-5.4-04, 1883-R-34: the certificates that count for the limit: shares of corporations, launched or
    /// not, and privates.
    pub(super) fn certificates(&self, seat: SeatId) -> u8 {
        let holder = Holder::Seat(seat);
        let ccfr = self.fixed.ccfr;
        let free = !self.fixed.switches.ccfr_share_counts && self.is_coop(ccfr);
        let free = if free { self.table.shares.of_held_by(ccfr, holder).count() } else { 0 };
        let privates = self.table.privates.iter().filter(|by| **by == holder).count();
        (self.table.shares.count(holder) - free + privates) as u8
    }

    /// 1883-5.4-01, 1883-5.4-02: how many certificates one may hold.
    pub(super) fn certificate_limit(&self) -> u8 {
        let players = self.table.limit_players;
        if self.table.merger == MergerState::Formed {
            let with_sefta = &self.fixed.figures.certificate_limit_with_sefta;
            return with_sefta.get(&players).copied().unwrap_or(u8::MAX);
        }
        self.fixed.parts.players(players).map_or(u8::MAX, |players| players.certificate_limit)
    }
}

/// Phase, trains and board.
impl Game {
    pub(super) fn phase_spec(&self) -> Option<&PhaseSpec> {
        self.fixed.parts.phase_spec(self.table.phase)
    }

    pub(super) fn phase(&self) -> &Phase {
        self.fixed.phase(self.table.phase)
    }

    /// 1883-6.7-07, 1883-5.6-10: the band of values that holds.
    pub(super) fn band(&self) -> Name {
        self.phase_spec().map(|phase| phase.band).unwrap_or_default()
    }

    /// 1883-6.8-05: how many trains a corporation may own, 2G apart (1883-6.8-10).
    pub(super) fn train_limit(&self, company: CompanyId) -> usize {
        let kind = self.fixed.parts.company_spec(company).map(|spec| spec.kind).unwrap_or_default();
        self.phase_spec().map_or(0, |phase| phase.train_limit(kind).into())
    }

    /// A corporation's trains without its 2G.
    pub(super) fn proper_trains(&self, company: CompanyId) -> usize {
        let gravity = self.fixed.gravity.kind;
        self.company(company).trains.iter().filter(|kind| **kind != gravity).count()
    }

    pub(super) fn train_price(&self, kind: TrainKind) -> Money {
        self.fixed.parts.train_spec(kind).map(|spec| spec.price).unwrap_or_default()
    }

    /// The stops with a corporation's tokens.
    pub(super) fn token_stops(&self, company: CompanyId) -> SmallVec<[(HexId, u8); 4]> {
        self.table.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect()
    }

    /// What a corporation reaches from all its tokens.
    pub(super) fn reach(&self, company: CompanyId) -> Arc<Reach> {
        let work = || self.table.board.reach(&self.token_stops(company), &terms(company));
        self.cache.reach.get(&self.table.board, u64::from(company.0), work)
    }

    /// What a corporation reaches from one of its bases.
    pub(super) fn reach_from(&self, company: CompanyId, base: HexId) -> Arc<Reach> {
        let key = (1 << 32) | u64::from(company.0) << 16 | u64::from(base.0);
        let work = || {
            let stops = self.token_stops(company);
            let from: SmallVec<[(HexId, u8); 2]> =
                stops.into_iter().filter(|(hex, _)| *hex == base).collect();
            self.table.board.reach(&from, &terms(company))
        };
        self.cache.reach.get(&self.table.board, key, work)
    }

    /// The hexes of a corporation's homes.
    pub(super) fn homes(&self, company: CompanyId) -> SmallVec<[HexId; 2]> {
        let homes = self.fixed.parts.company_spec(company).map(|spec| &spec.homes[..]).unwrap_or_default();
        homes.iter().map(|home| home.hex).collect()
    }
}

/// The terms on which a corporation uses the board: it ends in cities full of others' tokens (1883-6.5-01, 1883-6.5-09).
pub(super) fn terms(company: CompanyId) -> Terms<impl Fn(&Board, HexId, u8) -> Visit> {
    Terms {
        gauges: BROAD,
        borders: 0,
        visit: move |board: &Board, hex, stop| board.visit(company, hex, stop),
    }
}

/// The operating round.
impl Game {
    /// The operating round; refused where there is none.
    pub(super) fn operating(&self) -> Result<&Operating, Refusal> {
        match &self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no corporation operates now"))),
        }
    }

    pub(super) fn operating_mut(&mut self) -> Result<&mut Operating, Refusal> {
        match &mut self.table.round {
            Round::Operating(operating) => Ok(operating),
            _ => Err(Refusal::plain(say!("no corporation operates now"))),
        }
    }

    /// The corporation whose turn it is; refused where there is none.
    pub(super) fn acting(&self) -> Result<CompanyId, Refusal> {
        self.operating()?.company.ok_or_else(|| Refusal::plain(say!("no corporation operates now")))
    }

    /// The president of the corporation whose turn it is.
    pub(super) fn acting_president(&self) -> SeatId {
        self.acting().ok().and_then(|company| self.president(company)).unwrap_or(self.table.priority)
    }
}

/// The account of whoever holds a private or a certificate; none if nobody does.
pub(super) fn account_of(holder: Holder) -> Option<Account> {
    match holder {
        Holder::Seat(seat) => Some(Account::Seat(seat)),
        Holder::Company(company) => Some(Account::Company(company)),
        _ => None,
    }
}
