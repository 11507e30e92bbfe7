//! What changes during a game, in few flat pieces so that a copy is cheap.

use super::Game;
use super::agenda::{Pending, Round};
use super::fixed::Fixed;
use ferrata_engine::board::Board;
use ferrata_engine::chart::Chart;
use ferrata_engine::components::CompanySpec;
use ferrata_engine::event::Events;
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CardId, CompanyId, CompanySet, HexId, PhaseId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// Everything that changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(super) ledger: Ledger,
    pub(super) shares: Shares,
    pub(super) chart: Chart,
    pub(super) board: Board,
    pub(super) depot: Depot,
    pub(super) phase: PhaseId,
    /// The players in the game, clockwise.
    pub(super) order: SmallVec<[SeatId; 4]>,
    /// Who has the Priority card.
    pub(super) priority: SeatId,
    pub(super) seats: SmallVec<[Seat; 4]>,
    pub(super) companies: Vec<Company>,
    /// By private: who has it; the pool while it is for sale, out of the game once it is closed.
    pub(super) privates: SmallVec<[Holder; 6]>,
    /// By private: whether its extra tile has been laid.
    pub(super) tiles_laid: SmallVec<[bool; 6]>,
    /// By concession: where it is.
    pub(super) concessions: SmallVec<[Concession; 8]>,
    /// Anchors on the board, in the order of the map.
    pub(super) anchors: SmallVec<[Anchor; 4]>,
    /// The hexes with SARSA's coaches, in the order of the map.
    pub(super) coaches: Vec<HexId>,
    pub(super) coop: Coop,
    pub(super) events: EventDeck,
    /// What has become of the merger.
    pub(super) merger: MergerState,
    pub(super) stock_rounds: u16,
    pub(super) operating_rounds: u16,
    /// Which operating round of its set it is, and how many were scheduled (1883-4.0-11).
    pub(super) set: (u8, u8),
    /// 1883-5.4-06: the number of players by which certificates are limited.
    pub(super) limit_players: u8,
    /// 1883-9-07: the bank was finished, so the end is fixed.
    pub(super) bank_finished: bool,
    pub(super) round: Round,
    /// What interrupts the round, the innermost last.
    pub(super) pending: Vec<Pending>,
}

/// A player's own, besides money and certificates.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Seat {
    /// Political support cards.
    pub(super) support: u8,
    /// Bankrupt.
    pub(super) out: bool,
}

/// Where a corporation stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Standing {
    /// It may be launched, some day.
    #[default]
    Waiting,
    /// It is in play.
    Open,
    /// 1883-8.1.6-01: no player holds a share of the co-operative.
    Frozen,
    /// Merged, or out of the game for good.
    Gone,
}

/// A corporation's charter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Company {
    pub(super) standing: Standing,
    pub(super) par: Option<Money>,
    pub(super) trains: SmallVec<[TrainKind; 6]>,
    /// Tokens on the charter.
    pub(super) tokens: u8,
    /// Anchors on the charter.
    pub(super) anchors: u8,
    /// The stock round in which it was launched; 0 before the first.
    pub(super) launched_in: u16,
    /// The stock round in which, or after which, it was closed; 0 never.
    pub(super) closed_in: u16,
    /// The first and the last operating round in which it had a turn; 0 none.
    pub(super) first_operated: u16,
    pub(super) last_operated: u16,
    /// The stock round in which it last bought a concession; 0 none.
    pub(super) concession_in: u16,
    #[serde(skip)]
    pub(super) last_run: Unhashed<LastRun>,
}

/// What a client shows of the last run.
#[derive(Clone, Debug, Default)]
pub(super) struct LastRun {
    pub(super) revenue: Option<Money>,
    pub(super) routes: Arc<Vec<ferrata_engine::action::Route>>,
}

/// Where a concession is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Concession {
    /// For sale.
    #[default]
    Pool,
    /// With a corporation, whose marker has advanced so far.
    Held { by: CompanyId, rounds: u8 },
    /// Fulfilled or out of the game.
    Gone,
}

/// An anchor on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(super) struct Anchor {
    pub(super) hex: HexId,
    pub(super) of: CompanyId,
}

/// The co-operative (8.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Coop {
    pub(super) capitalised: bool,
    /// Who leads it before that.
    pub(super) president: Option<SeatId>,
}

/// The event cards, and what they have brought about (ch. 7).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct EventDeck {
    /// The deck in use.
    pub(super) deck: u8,
    /// Its cards that are left, by number; in which order they lie nobody knows.
    pub(super) left: SmallVec<[CardId; 12]>,
    /// The card of this operating round.
    pub(super) current: Option<CardId>,
    /// 1883-11-03, 1883-11-26a: corporations that do not run in this operating round.
    pub(super) struck: CompanySet,
    /// 1883-11-07, 1883-11-14, 1883-11-24: corporations that earn only part in this operating round.
    pub(super) reduced: CompanySet,
    /// 1883-11-11: the operating round in which no General Strike has an effect; 0 none.
    pub(super) strike_broken_in: u16,
    /// 1883-11-26b: Hot Autumn lies open.
    pub(super) hot_autumn: Option<CardId>,
    /// 1883-12.3-01: the air raids have happened.
    pub(super) raided: bool,
}

/// What has become of the merger (8.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MergerState {
    /// FMMSF and FMV are on their own.
    #[default]
    Open,
    /// 1883-12.1-01: they merge when the turn under way is over.
    Due,
    /// SEFTA was formed.
    Formed,
    /// 1883-12.1-03: SEFTA has left the game.
    Never,
}

impl Table {
    /// 1883-2.2-01, 1883-2.3-01: the table before the players are seated.
    pub(super) fn new(fixed: &Fixed) -> Result<Table, Refusal> {
        let (parts, seats) = (&fixed.parts, usize::from(fixed.by_players.count));
        let bank = parts.bank.unwrap_or_default();
        let company = |spec: &CompanySpec| Company { tokens: spec.tokens.len() as u8, ..Company::default() };
        let mut table = Table {
            ledger: Ledger::new(bank, seats, parts.companies.len()).with_cards(parts.cards.len()),
            shares: Shares::new(parts.companies.iter().map(|spec| &spec.certificates[..]), Holder::Offering),
            chart: Chart::new(parts.companies.len()),
            board: Board::new(fixed.board.clone()),
            depot: Depot::new(&parts.trains),
            phase: PhaseId(0),
            order: (0..seats as u8).map(SeatId).collect(),
            priority: SeatId(0),
            seats: smallvec::smallvec![Seat::default(); seats],
            companies: parts.companies.iter().map(company).collect(),
            privates: fixed.privates.iter().map(|_| Holder::Pool).collect(),
            tiles_laid: fixed.privates.iter().map(|_| false).collect(),
            concessions: fixed.concessions.iter().map(|_| Concession::Pool).collect(),
            anchors: SmallVec::new(),
            coaches: Vec::new(),
            coop: Coop::default(),
            events: EventDeck::default(),
            merger: MergerState::Open,
            stock_rounds: 0,
            operating_rounds: 0,
            set: (0, 0),
            limit_players: seats as u8,
            bank_finished: false,
            round: Round::Seating,
            pending: Vec::new(),
        };
        table.deal(fixed)?;
        Ok(table)
    }

    /// 1883-2.2-02, 1883-2.2-03: what each player begins with.
    fn deal(&mut self, fixed: &Fixed) -> Result<(), Refusal> {
        let (ccfr, figures) = (fixed.ccfr, &fixed.figures);
        for at in 0..self.seats.len() as u8 {
            let (seat, to) = (SeatId(at), Account::Seat(SeatId(at)));
            let why = say!("start capital");
            self.ledger.pay(Account::Bank, to, fixed.by_players.cash, why, &mut Events::new())?;
            let share = figures.ccfr.start_share;
            self.shares.give_percent(
                ccfr,
                share,
                Holder::Offering,
                Holder::Seat(seat),
                &mut Events::new(),
            )?;
            if let Some(own) = self.seats.get_mut(seat.index()) {
                own.support = figures.support_cards.start;
            }
        }
        self.open_coop(fixed)?;
        self.events.use_deck(fixed, fixed.phase(self.phase).event_deck);
        Ok(())
    }

    /// 1883-8.1.1-01, 1883-8.1.1-03, 1883-8.1.4-01: CCFR operates from the start, with its tokens and trains.
    fn open_coop(&mut self, fixed: &Fixed) -> Result<(), Refusal> {
        let (ccfr, price) = (fixed.ccfr, fixed.figures.ccfr.start_price);
        if let Some(field) = fixed.par_box(price) {
            self.chart.place(&fixed.parts.grid, ccfr, field, &mut Events::new());
        }
        for kind in &fixed.start_trains {
            // 1883-2.4-03: they come from the printed counts.
            self.depot.take_new(*kind);
        }
        let homes = fixed.parts.company_spec(ccfr).map(|spec| spec.homes.clone()).unwrap_or_default();
        for home in &homes {
            self.board.place(ccfr, home.hex, home.stop.unwrap_or(0))?;
        }
        if let Some(charter) = self.companies.get_mut(ccfr.index()) {
            charter.standing = Standing::Open;
            charter.par = Some(price);
            charter.trains = fixed.start_trains.iter().copied().collect();
            charter.trains.sort_unstable();
            charter.tokens = charter.tokens.saturating_sub(homes.len() as u8);
        }
        Ok(())
    }
}

impl EventDeck {
    /// 1883-2.3-02, 1883-7.1-01: another deck comes into use; what is left of the old one leaves the game.
    pub(super) fn use_deck(&mut self, fixed: &Fixed, deck: u8) {
        self.deck = deck;
        let cards = fixed.event_cards.iter().filter(|event| event.era == deck);
        self.left = cards.map(|event| event.card).collect();
    }
}

impl Game {
    pub(super) fn seat(&self, seat: SeatId) -> Seat {
        self.table.seats.get(seat.index()).cloned().unwrap_or_default()
    }
}
