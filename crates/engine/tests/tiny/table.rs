//! What changes during a game, in few flat pieces so that a copy is cheap, and the questions all chapters ask.

use super::auction::Auction;
use super::deal::Deal;
use super::discard::Discard;
use super::end::Over;
use super::operating::{Operating, Weather};
use super::sealed_bids::SealedBids;
use super::seating::Seating;
use super::stock::Stock;
use super::{Fixed, Tiny};
use ferrata_engine::board::{BROAD, Board, Reach, Terms, Visit};
use ferrata_engine::chart::Chart;
use ferrata_engine::components::{CompanySpec, PhaseSpec};
use ferrata_engine::decision::Decision;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, HexId, PhaseId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Control, Holder, Shares};
use ferrata_engine::train::Depot;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Everything that changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Table {
    pub(crate) ledger: Ledger,
    pub(crate) shares: Shares,
    pub(crate) chart: Chart,
    pub(crate) board: Board,
    pub(crate) depot: Depot,
    pub(crate) phase: PhaseId,
    pub(crate) companies: SmallVec<[Company; 2]>,
    /// By card: who has it; out of the game if nobody.
    pub(crate) cards: SmallVec<[Holder; 4]>,
    /// The seats in the order of play.
    pub(crate) order: SmallVec<[SeatId; 4]>,
    pub(crate) stock_rounds: u8,
    pub(crate) operating_rounds: u8,
    /// Operating rounds to come before the next stock round.
    pub(crate) rounds_left: u8,
    pub(crate) round: Round,
    /// What interrupts the round, the innermost last.
    pub(crate) pending: SmallVec<[Pending; 1]>,
}

/// A company's charter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Company {
    /// What a share cost at the start; none if it has not been started.
    pub(crate) start_price: Option<Money>,
    pub(crate) trains: SmallVec<[TrainKind; 2]>,
    pub(crate) tokens: u8,
    pub(crate) last_run: Option<Money>,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Round {
    Seating,
    SealedBids(SealedBids),
    Auction(Auction),
    Stock(Stock),
    Operating(Operating),
    Over(Over),
}

impl Round {
    /// What it asks where nothing interrupts it.
    pub(super) fn decision(&self) -> &dyn Decision<Tiny> {
        match self {
            Round::Seating => &Seating,
            Round::SealedBids(bids) => bids,
            Round::Auction(auction) => auction,
            Round::Stock(stock) => stock,
            Round::Operating(operating) => operating.step.decision(),
            Round::Over(over) => over,
        }
    }
}

/// What interrupts a round: it is answered first, then the round goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pending {
    Weather(Weather),
    Deal(Deal),
    Discard(Discard),
}

impl Pending {
    /// What it asks.
    pub(super) fn decision(&self) -> &dyn Decision<Tiny> {
        match self {
            Pending::Weather(weather) => weather,
            Pending::Deal(deal) => deal,
            Pending::Discard(discard) => discard,
        }
    }
}

impl Table {
    /// The table as it is set up.
    pub(super) fn new(fixed: &Fixed) -> Result<Table, Refusal> {
        let (parts, players) = (&fixed.parts, fixed.by_players);
        let seats = players.count as usize;
        let mut ledger = Ledger::new(parts.bank.unwrap_or_default(), seats, parts.companies.len());
        for seat in 0..players.count {
            let to = Account::Seat(SeatId(seat));
            ledger.pay(Account::Bank, to, players.cash, say!("start capital"), &mut Events::new())?;
        }
        let company = |spec: &CompanySpec| Company { tokens: spec.tokens.len() as u8, ..Company::default() };
        Ok(Table {
            ledger,
            shares: Shares::new(
                parts.companies.iter().map(|company| &company.certificates[..]),
                Holder::Offering,
            ),
            chart: Chart::new(parts.companies.len()),
            board: Board::new(fixed.board.clone()),
            depot: Depot::new(&parts.trains),
            phase: PhaseId(0),
            companies: parts.companies.iter().map(company).collect(),
            cards: parts.cards.iter().map(|_| Holder::Out).collect(),
            order: SmallVec::new(),
            stock_rounds: 0,
            operating_rounds: 0,
            rounds_left: 0,
            round: Round::Seating,
            pending: SmallVec::new(),
        })
    }
}

impl Tiny {
    /// All companies.
    pub(super) fn company_ids(&self) -> impl DoubleEndedIterator<Item = CompanyId> + use<> {
        (0..self.table.companies.len() as u8).map(CompanyId)
    }

    /// A company's charter.
    pub(crate) fn company(&self, company: CompanyId) -> Option<&Company> {
        self.table.companies.get(company.index())
    }

    /// A company's charter, to write on.
    pub(super) fn company_mut(&mut self, company: CompanyId) -> Option<&mut Company> {
        self.table.companies.get_mut(company.index())
    }

    /// Whether a company has been started.
    pub(super) fn started(&self, company: CompanyId) -> bool {
        self.company(company).is_some_and(|company| company.start_price.is_some())
    }

    /// Who directs a company. No share is ever sold so that a started company has no director.
    pub(super) fn director(&self, company: CompanyId) -> SeatId {
        match self.table.shares.control(company) {
            Control::Seat(seat) => seat,
            Control::Nobody | Control::Circle => SeatId(0),
        }
    }

    /// A company's price.
    pub(super) fn price(&self, company: CompanyId) -> Money {
        self.table.chart.price(&self.fixed.parts.grid, company)
    }

    /// What holds in the current phase.
    pub(crate) fn phase(&self) -> Option<&PhaseSpec> {
        self.fixed.parts.phase_spec(self.table.phase)
    }

    /// How many trains a company may own.
    pub(super) fn train_limit(&self) -> usize {
        let kind = self.fixed.parts.companies.first().map(|company| company.kind).unwrap_or_default();
        self.phase().map_or(0, |phase| phase.train_limit(kind).into())
    }

    /// The first in the order of play.
    pub(super) fn first(&self) -> Result<SeatId, Refusal> {
        self.table.order.first().copied().ok_or_else(|| Refusal::plain(say!("nobody sits at the table")))
    }

    /// The player after this one.
    pub(super) fn after(&self, seat: SeatId) -> SeatId {
        let order = &self.table.order;
        let at = order.iter().position(|other| *other == seat).map_or(0, |at| at + 1);
        order.get(at).or(order.first()).copied().unwrap_or(seat)
    }

    /// The stops with a company's tokens.
    pub(super) fn token_stops(&self, company: CompanyId) -> SmallVec<[(HexId, u8); 2]> {
        self.table.board.tokens_of(company).map(|token| (token.hex, token.stop)).collect()
    }

    /// What a company's trains reach.
    pub(crate) fn reach(&self, company: CompanyId) -> Reach {
        self.table.board.reach(&self.token_stops(company), &terms(company))
    }
}

/// The terms on which a company's trains use the board: they end in cities full of others' tokens.
pub(super) fn terms(company: CompanyId) -> Terms<impl Fn(&Board, HexId, u8) -> Visit> {
    Terms {
        gauges: BROAD,
        borders: 0,
        visit: move |board: &Board, hex, stop| board.visit(company, hex, stop),
    }
}
