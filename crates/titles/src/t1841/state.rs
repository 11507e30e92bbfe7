//! The table of a running game: everything that changes, as plain data that is cheap to clone.
//!
//! What never changes (components, rules, names) is in [`Fixed`], shared by all states of a game. A
//! procedure of several decisions (a start, a merger, emergency money) is a [`Step`] on the stack
//! [`Table::steps`]: the top step asks; below it, the round does.

use super::rules::Rules;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::board::Board;
use ferrata_engine::chart::Chart;
use ferrata_engine::components::Components;
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::{Ledger, Money};
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use smallvec::SmallVec;
use std::sync::Arc;

/// A set of companies, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct CompanySet(pub u32);

impl CompanySet {
    /// Whether a company is in it.
    pub fn has(self, company: CompanyId) -> bool {
        self.0 >> company.0.min(31) & 1 == 1
    }

    /// Puts a company in.
    pub fn add(&mut self, company: CompanyId) {
        self.0 |= 1 << company.0.min(31);
    }

    /// Takes a company out.
    pub fn remove(&mut self, company: CompanyId) {
        self.0 &= !(1 << company.0.min(31));
    }
}

/// What never changes during a game.
#[derive(Debug)]
pub struct Fixed {
    /// The box.
    pub parts: Arc<Components>,
    /// The rules played.
    pub rules: Rules,
    /// The players' names, by seat.
    pub players: Vec<String>,
    /// By company: what the rules need to know of it.
    pub charters: Vec<Charter>,
    /// The companies that rules call by name.
    pub roles: Roles,
    /// The map as the rules see it.
    pub geography: super::geography::Geography,
    /// By card: the company it starts; none for the Bayard.
    pub concessions: Vec<Option<CompanyId>>,
    /// What a company that does not exist has.
    pub nobody: Company,
    /// How many certificates a player may have.
    pub certificate_limit: u8,
}

/// What the rules need to know of a company.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Charter {
    /// A minor (director 40%, units of 20%); else a major (20%, 10%).
    pub minor: bool,
    /// One of the ten of history.
    pub historical: bool,
    /// Its concession.
    pub concession: Option<CardId>,
    /// It can only arise by split or Tuscan merger.
    pub arises: bool,
    /// One of the three that the Tuscan merger unites.
    pub tuscan: bool,
}

impl Charter {
    /// A unit in percent: the market price is the price of one.
    pub fn unit(self) -> u8 {
        if self.minor { 20 } else { 10 }
    }

    /// The fewest tokens it buys at its start (§8-07).
    pub fn min_tokens(self) -> u8 {
        if self.minor { 1 } else { 2 }
    }

    /// The most tokens it can have (§8-07).
    pub fn max_tokens(self) -> u8 {
        if self.minor { 2 } else { 5 }
    }
}

/// The companies that rules call by name; lite has no Tuscan ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Roles {
    /// The Ferdinandea.
    pub irsff: Option<CompanyId>,
    /// Its Venetian successor: SFV in v1, SB in v2.
    pub veneta: Option<CompanyId>,
    /// Its Lombard successor.
    pub sfl: Option<CompanyId>,
    /// The Livornese.
    pub sfli: Option<CompanyId>,
    /// Lucca–Pistoia.
    pub sflp: Option<CompanyId>,
    /// Maria Antonia.
    pub sfma: Option<CompanyId>,
    /// Leopolda.
    pub ssfl: Option<CompanyId>,
}

/// Where a company stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Standing {
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

/// What lies on a company's charter, and what is remembered of it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Company {
    /// Where it stands.
    pub standing: Standing,
    /// It has acted in at least one operating round since it came into operation.
    pub operated: bool,
    /// Its trains, in the order they came.
    pub trains: SmallVec<[TrainKind; 4]>,
    /// Tokens on the charter.
    pub tokens: u8,
    /// The hexes of its homes.
    pub homes: SmallVec<[HexId; 2]>,
    /// The hexes of its tokens in the order in which they were laid.
    pub laid: SmallVec<[HexId; 5]>,
    /// What its last run earned.
    pub last_run: Option<Money>,
}

/// A player's things other than money and certificates.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Player {
    /// He has left the game.
    pub out: bool,
    /// How often he took 500 to play on (§4.5.1-17).
    pub loans: u8,
}

/// The whole table.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// Money.
    pub ledger: Ledger,
    /// Certificates.
    pub shares: Shares,
    /// Price markers.
    pub chart: Chart,
    /// Tiles and tokens on the map.
    pub board: Board,
    /// Trains in the bank.
    pub depot: Depot,
    /// By company.
    pub companies: Vec<Company>,
    /// By seat.
    pub players: SmallVec<[Player; 8]>,
    /// By card: who has the concession; `Pool` = for sale, `Out` = gone.
    pub concessions: SmallVec<[Holder; 8]>,
    /// The players as they sit, each to the left of the one before (§2.2).
    pub order: SmallVec<[SeatId; 8]>,
    /// Who has the priority card.
    pub priority: SeatId,
    /// The number of the phase, 2 to 8.
    pub phase: u8,
    /// Borders in force, one bit per border of the map.
    pub borders: u16,
    /// The Ferdinandea has been split, or cannot be any more.
    pub split_done: bool,
    /// The Tuscan merger has been made, or cannot be any more.
    pub tuscan_done: bool,
    /// Off-board areas found connected, one bit each (O-13).
    pub areas: u16,
    /// The end that has been triggered.
    pub ending: Option<Ending>,
    /// Stock rounds in succession in which everybody only passed, while no company could act (G-53).
    pub idle_rounds: u8,
    /// The round.
    pub round: Round,
    /// Procedures under way, the innermost last.
    pub steps: Vec<Step>,
    /// Latest routes by company, for drawing; no part of the hash.
    pub routes: Vec<Option<Arc<Vec<Route>>>>,
    /// How often each rule area was reached; no part of the hash.
    pub reached: [u16; super::areas::COUNT],
}

/// The rounds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Round {
    /// Chapter 2: all of it are steps.
    Concession,
    /// Chapter 3.
    Stock(StockRound),
    /// Chapter 4.
    Operating(OperatingRound),
    /// Chapter 5.
    Over(Why),
}

/// A stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StockRound {
    /// Its number, from 1.
    pub number: u16,
    /// Whose turn it is.
    pub seat: SeatId,
    /// Players who passed in succession.
    pub passes: u8,
    /// Who last sold or bought anything.
    pub last_actor: Option<SeatId>,
    /// By seat: companies of which he sold a share in this round (§3.1-08).
    pub sold: SmallVec<[CompanySet; 8]>,
    /// The turn of `seat`.
    pub turn: StockTurn,
}

/// One player's turn in a stock round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct StockTurn {
    /// Units sold in this turn whose markers have not moved yet.
    pub unmoved: SmallVec<[(CompanyId, u8); 4]>,
    /// He has done something.
    pub acted: bool,
    /// He has bought: nothing more can be sold (§3-02).
    pub bought: bool,
}

/// An operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OperatingRound {
    /// The number of the stock round before it.
    pub set: u16,
    /// Its own number in the set, from 1.
    pub number: u8,
    /// How many the set has.
    pub of: u8,
    /// Companies that have acted, or may not act any more, in this round.
    pub done: CompanySet,
    /// Who acts.
    pub company: Option<CompanyId>,
    /// The turn of `company`.
    pub turn: OperatingTurn,
    /// The bank was already dry when it began, or it is the round after a dry stock round (§5-04).
    pub last: bool,
    /// The holder of the priority card has demanded one more round (§7.2-02).
    pub extended: bool,
}

/// The activities of a company's turn, in order (§4-01).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Activity {
    /// §4.1.
    #[default]
    Track,
    /// §4.2.
    Token,
    /// §4.3, the run.
    Run,
    /// §4.3, the dividend.
    Settle,
    /// §4.4.
    Slot,
    /// §4.5.
    Trains,
    /// §4.7.1 to §4.7.3: sell, then buy or start a company.
    Shares,
    /// §4.7.4, §4.7.5.
    Merge,
    /// §4.7.6.
    Transform,
    /// The turn is over.
    Done,
}

/// A company's turn in an operating round.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct OperatingTurn {
    /// What it is at.
    pub activity: Activity,
    /// Tiles laid in this turn, each with the bases it may have been built from (bits in board order).
    pub lays: SmallVec<[(HexId, u16); 4]>,
    /// The best that can be run, once it is known (§4.3.2-02).
    pub best: Option<Money>,
    /// What the run earned.
    pub revenue: Money,
    /// Emergency money was raised: the next train must be the cheapest of the bank (§4.5.2-02).
    pub raised: bool,
    /// Online only: the next emergency sale is at the full price.
    pub full_price: bool,
    /// Companies of which it sold shares in this turn (§4.7.2-02).
    pub sold: CompanySet,
    /// Units sold in this turn whose markers have not moved yet.
    pub unmoved: SmallVec<[(CompanyId, u8); 4]>,
}

/// Why the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Why {
    /// A marker reached 516.
    Price,
    /// All off-board areas are connected.
    Areas,
    /// The bank is dry.
    Bank,
    /// Only one player is left (v2).
    OnePlayer,
    /// Nobody can do anything any more: all companies are frozen and nobody can buy.
    Standstill,
}

/// An end that has been triggered and when it takes effect (§5), the earliest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// At once.
    Now(Why),
    /// When the operating company's turn is over; in a stock round, when that is over.
    Turn(Why),
    /// When the operating round is over; in a stock round, after it and one more operating round.
    Round(Why),
}

impl Ending {
    /// Why.
    pub fn why(self) -> Why {
        match self {
            Ending::Now(why) | Ending::Turn(why) | Ending::Round(why) => why,
        }
    }
}

/// A step of a procedure: who is asked what. The modules of the chapters say what each does.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// §2.1: sheets are being handed in; by seat.
    Sheets(Vec<Option<Vec<Money>>>),
    /// §2.2-03: lots decide between identical sheets.
    Lots(super::concession::Opened),
    /// §2.4: an auction between tied bidders.
    TieAuction(super::concession::TieAuction),
    /// §2.1-01-v2: a player nominates a concession.
    Nominate(super::concession::Nomination),
    /// §2.1-02-v2: the open auction of a concession.
    OpenAuction(super::concession::OpenAuction),
    /// §3.3.3: the starter buys further first shares.
    FirstShares {
        /// Of this company.
        company: CompanyId,
    },
    /// §3.3.4: homes are chosen.
    Homes {
        /// Of this company.
        company: CompanyId,
    },
    /// §3.3.4: tokens are bought.
    Tokens {
        /// For this company.
        company: CompanyId,
    },
    /// A deal that `to` must agree to; then it is carried out for `from`.
    Consent {
        /// Who proposed.
        from: SeatId,
        /// Who is asked.
        to: SeatId,
        /// The deal.
        deal: Box<Action>,
    },
    /// §4.5-07: trains above the limit are returned.
    Discard {
        /// By this company.
        company: CompanyId,
    },
    /// §4.5.1: emergency money.
    Emergency(super::emergency::Emergency),
    /// §4.6.8: the Ferdinandea is split.
    Split(Box<super::split::Splitting>),
    /// §4.7.4, §4.7.5: a merger.
    Merger(Box<super::merge::Merger>),
    /// §4.7.6: a transformation.
    Transformation(Box<super::transform::Transformation>),
    /// §4.6.9: the Tuscan merger begins when nothing above is left to do.
    TuscanDue,
    /// §4.6.9: what is left of the Tuscan merger.
    Union(super::tuscan::Union),
    /// §7.2-01: the priority card may be sold.
    SellPriority,
    /// §7.2-02: one more operating round may be demanded.
    ExtraRound,
}
