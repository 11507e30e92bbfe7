//! What changes in the course of a game: compact, and cheap to clone.

use super::board::Passes;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::board::Board;
use ferrata_engine::chart::Chart;
use ferrata_engine::id::{CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::{Ledger, Money};
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use ferrata_engine::turn::Outcome;
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// How many privates there are.
pub(super) const PRIVATES: usize = 7;
/// How many kinds of trains (the permanent 2-train included).
pub(super) const KINDS: usize = 7;

/// The table.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct State {
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
    pub(super) privates: [Holder; PRIVATES],
    /// The companies whose certificates lie beside privates 6 and 7.
    pub(super) beside: [Option<CompanyId>; 2],
    /// Tenders that the owner of private 5 may still sell, and tenders on the open market.
    pub(super) tenders: Tenders,
    /// By kind of train: cards that may be recycled.
    pub(super) recyclable: [u8; KINDS],
    /// By kind of train: cards that left the game without rusting.
    pub(super) discarded: [u8; KINDS],
    pub(super) passes: Passes,
    /// The phase, by its place in the table (0 = phase 2).
    pub(super) phase: u8,
    /// Trains of the last kind that have left the bank.
    pub(super) last_trains_sold: u8,
    /// The train of private 3 has made its first run.
    pub(super) aranjuez_visited: bool,
    /// Stock rounds begun.
    pub(super) cycle: u16,
    pub(super) finale: Finale,
    pub(super) round: Round,
    /// What has to be answered before play goes on, the last first.
    pub(super) asked: Vec<Question>,
}

/// Tenders that can be bought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Tenders {
    /// From the owner of private 5.
    pub(super) private: u8,
    /// From the bank.
    pub(super) bank: u8,
}

/// How far the end of the game has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Finale {
    /// Not yet.
    Not,
    /// The second train of the last kind has left the bank.
    Triggered,
    /// The last stock round has begun.
    Last,
}

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Seat {
    /// What he borrowed.
    pub(super) debt: Money,
    /// Interest fixed when it was borrowed.
    pub(super) interest: Money,
}

/// Where a company stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum HomeToken {
    /// On the charter.
    Charter,
    /// On a double city without a tile: it is placed when the tile lies.
    Waiting,
    /// On the map (or given up).
    Placed,
}

/// A goal of a major.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Goal {
    Destination,
    RedArea,
    /// The third: mine and harbour, harbour, or takeover.
    Third,
}

/// A company.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
    /// Goals met, as bits by [`Goal`].
    pub(super) goals: u8,
    pub(super) takeovers: u8,
    pub(super) trains: SmallVec<[Train; 4]>,
    pub(super) tender: bool,
    pub(super) last_run: Option<Money>,
    pub(super) last_routes: Unhashed<Option<Arc<Vec<Route>>>>,
}

impl Company {
    pub(super) fn met(&self, goal: Goal) -> bool {
        self.goals >> goal as u8 & 1 == 1
    }
}

/// A train of a company.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Train {
    pub(super) kind: TrainKind,
    /// The narrow-gauge side of its card.
    pub(super) narrow: bool,
    /// The recycled card it is combined with: kind and side.
    pub(super) with: Option<(TrainKind, bool)>,
    /// It came with a private in this operating round and may not run yet.
    pub(super) resting: bool,
}

/// What a client wants to see but the rules never read: it takes no part in comparing states.
#[derive(Clone, Debug, Default)]
pub(super) struct Unhashed<T>(pub(super) T);

impl<T> PartialEq for Unhashed<T> {
    fn eq(&self, _: &Unhashed<T>) -> bool {
        true
    }
}

impl<T> Eq for Unhashed<T> {}

impl<T> Hash for Unhashed<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The round being played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Round {
    /// Chance sets up the table.
    Setup(Stage),
    Auction(Auction),
    Stock(Stock),
    Operating(Operating),
    Over(Ended),
}

/// The final accounting (it follows from the rest, so only its presence is hashed).
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ended(pub(super) Arc<Outcome>);

impl Hash for Ended {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// What chance draws next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stage {
    Seats,
    North,
    South,
    Minors,
    Private7,
    Private6,
}

/// The auction of one private.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Auction {
    /// Which private, counted from 0.
    pub(super) private: u8,
    /// The lowest opening bid.
    pub(super) opening: Money,
    /// Who may bid next.
    pub(super) at: SeatId,
    pub(super) bid: Option<(SeatId, Money)>,
    /// Who has passed, one bit per seat.
    pub(super) out: u8,
}

/// A stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Stock {
    pub(super) at: SeatId,
    /// Passes in a row.
    pub(super) passes: u8,
    /// The player whose turn it is has sold or repaid.
    pub(super) acted: bool,
    /// By seat: companies of which he sold shares, one bit each.
    pub(super) sold: [u32; 6],
}

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Operating {
    pub(super) number: u8,
    pub(super) of: u8,
    /// Companies that have had (or lost) their turn, one bit each.
    pub(super) done: u32,
    pub(super) at: CompanyId,
    pub(super) step: Step,
    pub(super) turn: OrTurn,
}

/// A step of a company's turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Step {
    Track,
    Run,
    Settle,
    Takeover,
    Trains,
    Combine,
    Cards,
    Done,
}

/// What a company has done in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct OrTurn {
    /// Tile actions taken.
    pub(super) tiles: u8,
    /// One of them was an upgrade.
    pub(super) upgraded: bool,
    /// Where the first one was.
    pub(super) first_hex: Option<HexId>,
    pub(super) mine: bool,
    pub(super) station: bool,
    pub(super) pass: bool,
    /// The train that carries the tender.
    pub(super) tender: Option<u8>,
    /// What its trains earned for the shareholders.
    pub(super) revenue: Money,
    /// Mine and harbour income that is not paid yet.
    pub(super) income: Money,
    /// Shares were sold for a forced purchase.
    pub(super) sold: bool,
    /// A loan was taken for a forced purchase: the train has to be bought with it.
    pub(super) borrowed: bool,
    /// Minors whose directors refused a takeover, one bit each.
    pub(super) refused: u32,
}

/// Something somebody has to answer before play goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Question {
    /// The winner of private 7 sets the par.
    Par {
        /// Who.
        seat: SeatId,
    },
    /// A company is connected to its destination and says so.
    Claim {
        /// Which.
        company: CompanyId,
    },
    /// A major got the card of private 2: which side?
    Face {
        /// Which major.
        company: CompanyId,
    },
    /// A company has too many trains.
    Discard {
        /// Which.
        company: CompanyId,
    },
    /// In which circle of a double city does a home token go?
    Circle {
        /// Whose token.
        company: CompanyId,
        /// Where.
        hex: HexId,
        /// Who decides.
        seat: SeatId,
    },
    /// Where does the token of a minor just taken over go?
    Swap {
        /// The major.
        major: CompanyId,
        /// The minor.
        minor: CompanyId,
    },
    /// A deal that needs consent.
    Deal {
        /// Who proposed it.
        by: SeatId,
        /// Who has to agree.
        to: SeatId,
        /// What would be done.
        deal: Box<Action>,
    },
}
