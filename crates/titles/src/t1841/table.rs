//! What changes during a game, as plain data that is cheap to copy: the table, its rounds, and what interrupts them.

use super::concession::Concession;
use super::end::{Ending, Over};
use super::operating::emergency::Emergency;
use super::operating::merger::Merging;
use super::operating::split::Splitting;
use super::operating::transformation::Transforming;
use super::operating::tuscan::Union;
use super::operating::{Discard, ExtraRound, Nothing, Operating};
use super::stock::Stock;
use super::stock::deal::Deal;
use super::stock::priority::SellPriority;
use super::stock::start::{FirstShares, Homes, Tokens};
use super::{Fixed, Game};
use ferrata_engine::action::Route;
use ferrata_engine::board::Board;
use ferrata_engine::chart::Chart;
use ferrata_engine::decision::Decision;
use ferrata_engine::event::Events;
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{HexId, PhaseId, SeatId, TrainKind};
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
    /// Money.
    pub(crate) ledger: Ledger,
    /// Certificates.
    pub(crate) shares: Shares,
    /// Price markers.
    pub(crate) chart: Chart,
    /// Tiles and tokens on the map.
    pub(crate) board: Board,
    /// Trains in the bank.
    pub(crate) depot: Depot,
    /// By company.
    pub(crate) companies: Vec<Company>,
    /// By seat.
    pub(crate) players: SmallVec<[Player; 8]>,
    /// By card: who has the concession; `Pool` = for sale, `Out` = gone.
    pub(crate) concessions: SmallVec<[Holder; 8]>,
    /// 1841-2.2-05: the players as they sit, each to the left of the one before.
    pub(crate) order: SmallVec<[SeatId; 8]>,
    /// Who has the priority card.
    pub(crate) priority: SeatId,
    /// The phase.
    pub(crate) phase: PhaseId,
    /// Borders in force, one bit per border of the map.
    pub(crate) borders: u16,
    /// The Ferdinandea has been split, or cannot be any more.
    pub(crate) split_done: bool,
    /// The Tuscan merger has been made, or cannot be any more.
    pub(crate) tuscan_done: bool,
    /// Off-board areas found connected, one bit each (O-13).
    pub(crate) areas: u16,
    /// The end that has been triggered.
    pub(crate) ending: Option<Ending>,
    /// Stock rounds in succession in which everybody only passed, while no company could act (G-53).
    pub(crate) idle_rounds: u8,
    /// The round.
    pub(crate) round: Round,
    /// What interrupts the round, the innermost last.
    pub(crate) pending: Vec<Pending>,
    /// By company: its latest routes, for drawing.
    pub(crate) routes: Unhashed<Vec<Option<Arc<Vec<Route>>>>>,
}

/// Where a company stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Standing {
    /// Not in operation; it may come (again).
    #[default]
    Waiting,
    /// In operation.
    Running,
    /// Its shares are being exchanged for those of a successor.
    Dissolving,
    /// Out of the game for good.
    Gone,
}

/// What lies on a company's charter, and what is remembered of it (1841-8-03: all of it is open).
#[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Company {
    /// Where it stands.
    pub(crate) standing: Standing,
    /// It has acted in at least one operating round since it came into operation.
    pub(crate) operated: bool,
    /// Its trains, in the order they came.
    pub(crate) trains: SmallVec<[TrainKind; 4]>,
    /// Tokens on the charter.
    pub(crate) tokens: u8,
    /// The hexes of its homes.
    pub(crate) homes: SmallVec<[HexId; 2]>,
    /// The hexes of its tokens in the order in which they were laid.
    pub(crate) laid: SmallVec<[HexId; 5]>,
    /// What its last run earned.
    pub(crate) last_run: Option<Money>,
    /// G-54: the player who decides for it while it leads itself through other companies.
    pub(crate) led_by: Option<SeatId>,
}

/// By hand, as all companies are copied for every entry: short lists are copied as they lie, not piece by piece.
impl Clone for Company {
    fn clone(&self) -> Company {
        let Company { standing, operated, ref trains, tokens, ref homes, ref laid, last_run, led_by } = *self;
        let (trains, homes, laid) =
            (SmallVec::from_slice(trains), SmallVec::from_slice(homes), SmallVec::from_slice(laid));
        Company { standing, operated, trains, tokens, homes, laid, last_run, led_by }
    }
}

/// A player's things other than money and certificates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Player {
    /// They have left the game.
    pub(crate) out: bool,
    /// 1841-4.5.1-17: how often they took money from the bank to play on.
    pub(crate) loans: u8,
}

/// Where the game stands (1841-1.1-01).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Round {
    /// Chapter 2.
    Concession(Concession),
    /// Chapter 3.
    Stock(Stock),
    /// Chapter 4.
    Operating(Operating),
    /// Chapter 5.
    Over(Over),
}

impl Round {
    /// What it asks where nothing interrupts it.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Round::Concession(concession) => concession.decision(),
            Round::Stock(stock) => stock,
            Round::Operating(operating) => operating.turn.step.decision(),
            Round::Over(over) => over,
        }
    }
}

/// What interrupts a round: it is answered first, then the round goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Pending {
    /// A deal that somebody must agree to.
    Deal(Deal),
    /// Chapter 3.3.3: the starter buys further first shares.
    FirstShares(FirstShares),
    /// Chapter 3.3.4: homes are chosen.
    Homes(Homes),
    /// Chapter 3.3.4: tokens are bought.
    Tokens(Tokens),
    /// Chapter 7.2: the priority card may be sold.
    SellPriority(SellPriority),
    /// Chapter 7.2: one more operating round may be demanded.
    ExtraRound(ExtraRound),
    /// Chapter 4.5: trains above the limit are returned.
    Discard(Discard),
    /// Chapter 4.5.1: emergency money.
    Emergency(Emergency),
    /// Chapter 4.6.8: the Ferdinandea is split.
    Splitting(Box<Splitting>),
    /// Chapter 4.6.9: the Tuscan merger begins when nothing above is left to do.
    TuscanDue,
    /// Chapter 4.6.9: what is left of the Tuscan merger.
    Union(Union),
    /// Chapters 4.7.4 and 4.7.5: a merger.
    Merging(Box<Merging>),
    /// Chapter 4.7.6: a transformation.
    Transforming(Box<Transforming>),
}

impl Pending {
    /// What it asks.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Pending::Deal(deal) => deal,
            Pending::FirstShares(shares) => shares,
            Pending::Homes(homes) => homes,
            Pending::Tokens(tokens) => tokens,
            Pending::SellPriority(sale) => sale,
            Pending::ExtraRound(extra) => extra,
            Pending::Discard(discard) => discard,
            Pending::Emergency(emergency) => emergency,
            Pending::Splitting(split) => split.decision(),
            Pending::TuscanDue | Pending::Union(_) => &Nothing,
            Pending::Merging(merger) => merger.decision(),
            Pending::Transforming(change) => change.decision(),
        }
    }
}

impl Table {
    /// Chapter 1.2: the table as it is set up.
    pub(super) fn new(fixed: &Fixed) -> Result<Table, Refusal> {
        let (parts, players) = (&fixed.parts, fixed.by_players);
        let (seats, companies) = (players.count, parts.companies.len());
        let mut ledger = Ledger::new(parts.bank.unwrap_or_default(), seats.into(), companies);
        // 1841-1.2-02, 1841-1.2-03, 1841-L4-01.
        for seat in (0..seats).map(SeatId) {
            let (to, why) = (Account::Seat(seat), say!("start capital"));
            ledger.pay(Account::Bank, to, players.cash, why, &mut Events::new())?;
        }
        // 1841-1.2-06.
        let certificates = parts.companies.iter().map(|spec| spec.certificates.as_slice());
        Ok(Table {
            ledger,
            shares: Shares::new(certificates, Holder::Offering),
            chart: Chart::new(companies),
            board: Board::new(fixed.board.clone()),
            depot: Depot::new(&parts.trains),
            companies: vec![Company::default(); companies],
            players: SmallVec::from_elem(Player::default(), seats.into()),
            // 1841-1.2-04.
            concessions: SmallVec::from_elem(Holder::Pool, parts.cards.len()),
            order: (0..seats).map(SeatId).collect(),
            priority: SeatId(0),
            // 1841-1.2-07.
            phase: PhaseId(0),
            borders: 0,
            split_done: false,
            tuscan_done: fixed.roles.livornese.is_none(),
            areas: 0,
            ending: None,
            idle_rounds: 0,
            round: Round::Concession(Concession::begin(fixed)),
            pending: Vec::new(),
            routes: Unhashed(vec![None; companies]),
        })
    }
}
