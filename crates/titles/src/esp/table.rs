//! What changes in the course of a game: compact, and cheap to copy.

use super::Fixed;
use super::Game;
use super::board::Passes;
use super::deal::Deal;
use super::end::Over;
use super::goals::Claim;
use super::operating::Operating;
use super::operating::discard::Discard;
use super::operating::home::Circle;
use super::operating::takeover::MinorToken;
use super::privates::auction::Auction;
use super::privates::par::Par;
use super::privates::side::TrainSide;
use super::setup::Stage;
use super::stock::Stock;
use ferrata_engine::action::Route;
use ferrata_engine::board::Board;
use ferrata_engine::chart::Chart;
use ferrata_engine::decision::Decision;
use ferrata_engine::event::Events;
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, HexId, PhaseId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(super) ledger: Ledger,
    pub(super) shares: Shares,
    pub(super) chart: Chart,
    pub(super) depot: Depot,
    pub(super) board: Board,
    pub(super) companies: Vec<Company>,
    pub(super) seats: SmallVec<[Seat; 6]>,
    /// The order cards, card 1 first.
    pub(super) order: SmallVec<[SeatId; 6]>,
    /// The owner of each private; [`Holder::Offering`] before its auction, [`Holder::Out`] when closed.
    pub(super) privates: SmallVec<[Holder; 7]>,
    /// The companies whose certificates lie beside privates 6 and 7.
    pub(super) beside: [Option<CompanyId>; 2],
    pub(super) tenders: Tenders,
    /// By kind of train: cards that may be recycled.
    pub(super) recyclable: SmallVec<[u8; 8]>,
    /// By kind of train: cards that left the game without rusting.
    pub(super) discarded: SmallVec<[u8; 8]>,
    pub(super) passes: Passes,
    pub(super) phase: PhaseId,
    /// Trains of the last kind that have left the bank.
    pub(super) last_trains_sold: u8,
    /// The train of private 3 has made its first run.
    pub(super) aranjuez_visited: bool,
    /// Stock rounds begun.
    pub(super) cycle: u16,
    pub(super) finale: Finale,
    pub(super) round: Round,
    /// What interrupts the round: the last is answered first.
    pub(super) pending: Vec<Pending>,
}

/// Tenders that can be bought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Tenders {
    /// From the owner of private 5.
    pub(super) private: u8,
    /// From the bank.
    pub(super) bank: u8,
}

/// How far the end of the game has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Finale {
    /// Not yet.
    Not,
    /// So many trains of the last kind have left the bank as trigger the end.
    Triggered,
    /// The last stock round has begun.
    Last,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Seat {
    /// What they borrowed.
    pub(super) debt: Money,
    /// Interest fixed when it was borrowed.
    pub(super) interest: Money,
}

/// Where a company stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    /// Not in this game.
    Absent,
    /// In play but not launched.
    Waiting,
    /// Launched.
    Launched,
    /// A minor after phase 5 began, launched or not.
    Frozen,
    /// Taken over or closed.
    Gone,
}

/// Where a company's home token is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HomeToken {
    /// On the charter.
    Charter,
    /// On a double city without a tile: it is placed when the tile lies.
    Waiting,
    /// On the map (or given up).
    Placed,
}

/// A goal of a major.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Goal {
    Destination,
    RedArea,
    /// The third: mine and harbour, harbour, or takeover.
    Third,
}

impl Goal {
    const ALL: [Goal; 3] = [Goal::Destination, Goal::RedArea, Goal::Third];
}

/// Goals that are met, one bit each; written as a list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Goals(u8);

impl Goals {
    fn has(self, goal: Goal) -> bool {
        self.0 >> goal as u8 & 1 == 1
    }

    pub(super) fn add(&mut self, goal: Goal) {
        self.0 |= 1 << goal as u8;
    }

    pub(super) fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// All of them.
    pub(super) fn all() -> Goals {
        Goal::ALL.into_iter().collect()
    }
}

impl FromIterator<Goal> for Goals {
    fn from_iter<I: IntoIterator<Item = Goal>>(goals: I) -> Goals {
        let mut set = Goals::default();
        goals.into_iter().for_each(|goal| set.add(goal));
        set
    }
}

impl Serialize for Goals {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(Goal::ALL.iter().filter(|goal| self.has(**goal)))
    }
}

impl<'de> Deserialize<'de> for Goals {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Goals, D::Error> {
        Vec::<Goal>::deserialize(deserializer).map(|goals| goals.into_iter().collect())
    }
}

/// A company.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Company {
    pub(super) status: Status,
    /// Its par (majors) once chosen.
    pub(super) par: Option<Money>,
    /// Launched with full capital: all tokens free, no goals, no takeover.
    pub(super) full_capital: bool,
    /// It has had a turn in an operating round.
    pub(super) operated: bool,
    /// It has run a train.
    pub(super) ran: bool,
    /// It has bought a train.
    pub(super) bought_train: bool,
    pub(super) home: HomeToken,
    /// The circle of its home that is kept for it, on the tile that lies there now.
    pub(super) home_stop: Option<u8>,
    /// A double city without a tile on which a token waits that came with a takeover.
    pub(super) waiting_at: Option<HexId>,
    /// Tokens on the charter that can be built (the home token not among them).
    pub(super) free_tokens: u8,
    /// Tokens still locked.
    pub(super) locked_tokens: u8,
    /// Goals met.
    pub(super) goals: Goals,
    pub(super) takeovers: u8,
    pub(super) trains: SmallVec<[Train; 4]>,
    pub(super) tender: bool,
    pub(super) last_run: Option<Money>,
    #[serde(skip)]
    pub(super) last_routes: Unhashed<Option<Arc<Vec<Route>>>>,
}

impl Company {
    pub(super) fn met(&self, goal: Goal) -> bool {
        self.goals.has(goal)
    }

    /// Whether it takes part in this game (still).
    pub(super) fn in_play(&self) -> bool {
        !matches!(self.status, Status::Absent | Status::Gone)
    }

    /// All tokens are free.
    pub(super) fn unlock_all(&mut self) {
        self.free_tokens += std::mem::take(&mut self.locked_tokens);
    }
}

/// A train of a company.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Train {
    pub(super) kind: TrainKind,
    /// The narrow-gauge side of its card.
    #[serde(default)]
    pub(super) narrow: bool,
    /// The recycled card it is combined with: kind and side.
    #[serde(default)]
    pub(super) with: Option<(TrainKind, bool)>,
    /// It came with a private in this operating round and may not run yet.
    #[serde(default)]
    pub(super) resting: bool,
}

impl Train {
    /// A plain train by its card and the side of it.
    pub(super) fn plain(kind: TrainKind, narrow: bool) -> Train {
        Train { kind, narrow, with: None, resting: false }
    }
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Round {
    /// Chance sets up the table.
    SetUp(Stage),
    Auction(Auction),
    Stock(Stock),
    Operating(Operating),
    Over(Over),
}

impl Round {
    /// What it asks where nothing interrupts it.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Round::SetUp(stage) => stage,
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
pub(super) enum Pending {
    Par(Par),
    Claim(Claim),
    Side(TrainSide),
    Discard(Discard),
    Circle(Circle),
    Token(MinorToken),
    Deal(Deal),
}

impl Pending {
    /// What it asks.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Pending::Par(par) => par,
            Pending::Claim(claim) => claim,
            Pending::Side(side) => side,
            Pending::Discard(discard) => discard,
            Pending::Circle(circle) => circle,
            Pending::Token(token) => token,
            Pending::Deal(deal) => deal,
        }
    }
}

impl Table {
    /// The table before chance sets it up.
    pub(super) fn new(fixed: &Fixed) -> Result<Table, Refusal> {
        let parts = &fixed.parts;
        let seats = fixed.players.len();
        let mut ledger = Ledger::new(Money::ZERO, seats, parts.companies.len());
        // 18ESP-1.5.1-02, 18ESP-1.5.1-03, 18ESP-1.5.1-04: the bank pays and is paid, and never runs out.
        for seat in (0..seats as u8).map(SeatId) {
            let (to, cash) = (Account::Seat(seat), fixed.by_players.cash);
            ledger.pay(Account::Bank, to, cash, say!("start money"), &mut Events::new())?;
        }
        let mut depot = Depot::new(&parts.trains);
        // The train of private 3 is not in the bank's pile.
        depot.take_new(fixed.privates.permanent_train);
        Ok(Table {
            ledger,
            shares: Shares::new(
                parts.companies.iter().map(|company| &company.certificates[..]),
                Holder::Offering,
            ),
            chart: Chart::new(parts.companies.len()),
            depot,
            board: Board::new(fixed.board.clone()),
            companies: companies(fixed),
            seats: smallvec![Seat::default(); seats],
            order: (0..seats as u8).map(SeatId).collect(),
            privates: smallvec![Holder::Offering; fixed.private_count()],
            beside: [None; 2],
            tenders: Tenders { private: fixed.privates.tenders.for_sale, bank: 0 },
            recyclable: smallvec![0; parts.trains.len()],
            discarded: smallvec![0; parts.trains.len()],
            passes: Passes::default(),
            phase: PhaseId(0),
            last_trains_sold: 0,
            aranjuez_visited: false,
            cycle: 0,
            finale: Finale::Not,
            round: Round::SetUp(Stage::Seats),
            pending: Vec::new(),
        })
    }
}

/// The companies at the beginning. 18ESP-3.2.2-05: a few tokens besides the home are free, the others are locked.
fn companies(fixed: &Fixed) -> Vec<Company> {
    let ids = (0..fixed.roles().len() as u8).map(CompanyId);
    let company = |id: CompanyId| {
        let role = fixed.role(id);
        // 18ESP-1.5.1-01: the standard set-up leaves some companies in the box.
        let absent = !fixed.random && fixed.standard_removed.contains(&id);
        let free_tokens = role.tokens.min(fixed.figures.launch_tokens);
        Company {
            status: if absent { Status::Absent } else { Status::Waiting },
            par: None,
            full_capital: false,
            operated: false,
            ran: false,
            bought_train: false,
            home: HomeToken::Charter,
            home_stop: role.home_stop,
            waiting_at: None,
            free_tokens,
            locked_tokens: role.tokens - free_tokens,
            goals: Goals::default(),
            takeovers: 0,
            trains: SmallVec::new(),
            tender: false,
            last_run: None,
            last_routes: Unhashed(None),
        }
    };
    ids.map(company).collect()
}
