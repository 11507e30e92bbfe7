//! What a title says about the running of trains.

use crate::board::Visit;
use crate::id::HexId;
use crate::money::Money;
use crate::refusal::Refusal;
use crate::text::Text;
use crate::tile::{StopKind, StopKinds};
use crate::train::Reach;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::iter::Sum;
use std::ops::Add;

/// What a stop, a route or a run brings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Pay {
    /// To be paid out or kept.
    pub revenue: Money,
    /// Straight to the treasury.
    pub treasury: Money,
}

impl Pay {
    /// Revenue only.
    pub const fn revenue(amount: i32) -> Pay {
        Pay { revenue: Money(amount), treasury: Money(0) }
    }

    /// Income of the treasury only.
    pub const fn treasury(amount: i32) -> Pay {
        Pay { revenue: Money(0), treasury: Money(amount) }
    }
}

impl Add for Pay {
    type Output = Pay;
    fn add(self, other: Pay) -> Pay {
        Pay { revenue: self.revenue + other.revenue, treasury: self.treasury + other.treasury }
    }
}

impl Sum for Pay {
    fn sum<I: Iterator<Item = Pay>>(pays: I) -> Pay {
        pays.fold(Pay::default(), Add::add)
    }
}

/// What a stop is to the company whose trains run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StopRule {
    /// The kind by which trains count it.
    pub kind: StopKind,
    /// What trains may do here. (They always end at stops that the face calls terminal.)
    pub visit: Visit,
    /// It holds a token by which a route may exist.
    pub base: bool,
    /// A route may start or end here.
    pub may_end: bool,
    /// What it pays.
    pub pays: Pay,
    /// What it pays besides to a route that starts or ends here.
    pub ends: Pay,
    /// What bonuses and requirements ask for, one bit each, as the title likes.
    pub marks: u64,
    /// A route visits at most one stop of each group.
    pub groups: SmallVec<[u32; 2]>,
    /// Only one route of a run may visit it.
    pub once: bool,
    /// Why it pays what it pays, for people: `grey phase`, `to the treasury`.
    pub why: Text,
    /// The far lines that begin here.
    pub far: SmallVec<[Far; 1]>,
}

/// A line from a stop past everything between to a far one, named by both ends. It counts as a stop of its own, at which
/// no route ends and which pays nothing. As legs: `52 s0-f3`, then `BOL f3-s0`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Far {
    /// Its number: only one route of a run may use it.
    pub line: u8,
    /// The stop at its other end.
    pub to: (HexId, u8),
    /// The kind of stop as which trains count it.
    pub kind: StopKind,
    /// What requirements ask for.
    pub marks: u64,
    /// Why it counts, for people.
    pub why: Text,
}

/// The number of a far line among the stops of the hex where it begins.
pub(super) const fn far_stop(line: u8) -> u8 {
    line | 0x80
}

impl Far {
    /// What the line is to trains: a stop to be passed.
    pub(super) fn rule(&self) -> StopRule {
        StopRule {
            may_end: false,
            marks: self.marks,
            why: self.why.clone(),
            ..StopRule::new(self.kind, Pay::default())
        }
    }
}

impl StopRule {
    /// An ordinary stop.
    pub fn new(kind: StopKind, pays: Pay) -> StopRule {
        StopRule {
            kind,
            visit: Visit::Through,
            base: false,
            may_end: true,
            pays,
            ends: Pay::default(),
            marks: 0,
            groups: SmallVec::new(),
            once: false,
            why: Text::default(),
            far: SmallVec::new(),
        }
    }

    /// A stop at which no train of the company may call.
    pub fn closed(kind: StopKind) -> StopRule {
        StopRule { visit: Visit::No, ..StopRule::new(kind, Pay::default()) }
    }
}

/// The number of a group by its name.
pub fn group(name: &str) -> u32 {
    crate::hash::stable_hash(&name) as u32
}

/// How many marked stops a route must have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Requirement {
    /// Stops with any of these marks count.
    pub marks: u64,
    /// Only where the route runs through count, not its ends.
    pub through: bool,
    /// At least so many.
    pub at_least: u8,
    /// At most so many; none = without limit.
    pub at_most: Option<u8>,
    /// The rule that says so, for refusals.
    pub rule: &'static str,
    /// The rule in words, for refusals: `at least two cities`.
    pub says: Text,
}

/// A train (or two that run combined).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Train {
    /// The trains that run, by their place among the company's trains.
    pub trains: SmallVec<[u8; 2]>,
    /// The gauges it runs on, as bits (see [`crate::board::BROAD`]); with both it may change at stops.
    pub gauges: u8,
    /// How far it reaches. A stop whose kind no part names is free.
    pub reach: SmallVec<[Reach; 3]>,
    /// Kinds of stops that it may pass without halting.
    pub passes_by: StopKinds,
    /// What each of its routes must have.
    pub requires: Vec<Requirement>,
    /// Its revenue counts so many times (18ESP's last round); income of the treasury once.
    pub factor: i32,
    /// Only half of what its stops pay counts, rounded up to a multiple of this; bonuses count in full.
    pub half: Option<Money>,
    /// Routes of trains of different layers may use the same track.
    pub layer: u8,
    /// A route passes a tile without stops twice only on tracks that cross, by this rule; none: on any two tracks.
    pub crossings_only: Option<&'static str>,
}

impl Train {
    /// A train that reaches so many stops of any kind.
    pub fn new(at: u8, gauges: u8, reach: impl IntoIterator<Item = Reach>) -> Train {
        Train {
            trains: SmallVec::from_slice(&[at]),
            gauges,
            reach: reach.into_iter().collect(),
            passes_by: StopKinds::default(),
            requires: Vec::new(),
            factor: 1,
            half: None,
            layer: 0,
            crossings_only: None,
        }
    }

    /// What counts of the revenue of its stops.
    pub(super) fn counted(&self, revenue: Money) -> Money {
        match self.half {
            None => revenue,
            Some(unit) => {
                let twice = 2 * unit.0.max(1);
                Money(revenue.0.div_euclid(twice) + i32::from(revenue.0.rem_euclid(twice) != 0))
                    * unit.0.max(1)
            }
        }
    }
}

/// Extra pay for what is on a route, or on all routes together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bonus {
    /// Its name, for people.
    pub name: Text,
    /// For each set of marks a stop with one of them must be visited.
    pub needs: SmallVec<[u64; 2]>,
    /// What it pays; less than zero where two bonuses together pay less than their sum.
    pub pays: Pay,
    /// Only one route of a run may claim it.
    pub once: bool,
}

impl Bonus {
    pub(super) fn applies(&self, marks: u64) -> bool {
        self.needs.iter().all(|need| marks & need != 0)
    }
}

/// What is best.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Objective {
    /// The most revenue; then the most for the treasury.
    #[default]
    Revenue,
    /// The most of both together; then the most revenue.
    Total,
}

impl Objective {
    /// What a pay is worth: compared first by what counts, then by the other part.
    pub fn worth(self, pay: Pay) -> i64 {
        let (revenue, treasury) = (i64::from(pay.revenue.0), i64::from(pay.treasury.0));
        match self {
            Objective::Revenue => (revenue << 20) + treasury,
            Objective::Total => ((revenue + treasury) << 20) + revenue,
        }
    }

    /// The pay that is worth this, if no part of it is less than zero.
    pub(super) fn pay(self, worth: i64) -> Pay {
        let (counts, other) = (Money((worth >> 20) as i32), Money((worth & 0xf_ffff) as i32));
        match self {
            Objective::Revenue => Pay { revenue: counts, treasury: other },
            Objective::Total => Pay { revenue: other, treasury: counts - other },
        }
    }

    /// What counts of a worth.
    pub(super) fn amount(self, worth: i64) -> Money {
        Money((worth >> 20).clamp(0, i64::from(i32::MAX)) as i32)
    }
}

/// What can be wrong with a route, for the title to name its rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Breach {
    /// Track that is not there, or pieces that do not join.
    Broken,
    /// The same track twice.
    TrackTwice,
    /// Track that another route of the run uses.
    TrackShared,
    /// A stop, or two of one group, twice.
    StopTwice,
    /// A stop that only one route may use.
    StopShared,
    /// No token of the company.
    NoToken,
    /// Fewer than two stops.
    TooShort,
    /// More stops than the train reaches.
    TooLong,
    /// Through a stop where all routes end.
    Through,
    /// To a stop that is closed to the company.
    Closed,
    /// An end where no route may end.
    End,
    /// The wrong gauge.
    Gauge,
    /// A stop passed that must be called at.
    Skipped,
    /// A train that the company does not have, or that runs twice.
    Train,
}

/// All a title says about the running of a company's trains.
pub struct Rules<'a> {
    /// What each stop is.
    pub stop: &'a dyn Fn(HexId, u8) -> StopRule,
    /// The trains that can run.
    pub trains: Vec<Train>,
    /// Extra pay by route.
    pub bonuses: Vec<Bonus>,
    /// Extra pay for all routes of a run together.
    pub across: Vec<Bonus>,
    /// What is best.
    pub objective: Objective,
    /// The rule against each breach.
    pub cite: fn(Breach) -> Option<&'static str>,
}

impl Rules<'_> {
    pub(super) fn refuse(&self, breach: Breach, because: Text) -> Refusal {
        match (self.cite)(breach) {
            Some(rule) => Refusal::rule(rule, because),
            None => Refusal::plain(because),
        }
    }
}
