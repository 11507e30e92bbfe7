//! A class of trains: what the search needs to know about trains that all run alike.
//!
//! Limits are counted in lanes of one number, eight bits each, so that a stop is counted against all of
//! them with one subtraction. A lane starts at 128 plus its limit: its top bit is lost when the limit is
//! passed.

use super::bits::Bits;
use super::graph::Graph;
use super::rules::{Bonus, Objective, Pay, Requirement, Train};
use crate::money::Money;
use crate::tile::{StopKind, StopKinds};
use crate::train::Reach;

const GUARDS: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;
const LANES: usize = 16;

/// A worth is counted in these units, so that the number of stops decides between equals.
pub(super) const STOP: i64 = 1 << 10;

/// Counters of all limits, or of all minima.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lanes(u128);

impl Lanes {
    const NONE: Lanes = Lanes(0);

    fn set(self, lane: usize, value: u8) -> Lanes {
        if lane < LANES { Lanes(self.0 | u128::from(value.min(127)) << (8 * lane)) } else { self }
    }

    /// What is left of the limits; none if one is passed.
    #[inline]
    pub(super) fn less(self, by: Lanes) -> Option<Lanes> {
        let left = self.0.wrapping_sub(by.0);
        (left & GUARDS == GUARDS).then_some(Lanes(left))
    }

    #[inline]
    pub(super) fn plus(self, more: Lanes) -> Lanes {
        Lanes(self.0.wrapping_add(more.0))
    }

    /// Whether every count reaches its minimum.
    #[inline]
    pub(super) fn covers(self, need: Lanes) -> bool {
        (self.0 | GUARDS).wrapping_sub(need.0) & GUARDS == GUARDS
    }
}

/// What a stop is to trains of the class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Halt {
    /// Its worth to a route that ends there.
    pub(super) worth: i64,
    /// How much less it is worth to one that runs through.
    pub(super) through_worth: i64,
    /// Its part of the train's reach alone.
    reach: Lanes,
    pub(super) limits: Lanes,
    pub(super) counts: Lanes,
    /// What is counted besides where a route runs through it.
    pub(super) through_limits: Lanes,
    pub(super) through_counts: Lanes,
    pub(super) marks: u64,
    /// It may be passed without halting.
    pub(super) passable: bool,
}

/// A way from a stop to a neighbouring one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<const W: usize> {
    pub(super) to: u16,
    pub(super) chain: u16,
    pub(super) stub_here: bool,
    pub(super) stub_there: bool,
    pub(super) uses: Bits<W>,
    /// What it closes to the rest of the route, beside stops: tracks side by side with its own.
    pub(super) beside: Bits<W>,
}

/// Extra pay as the search counts it.
#[derive(Clone, Debug)]
pub(super) struct Extra<const W: usize> {
    pub(super) bonus: Bonus,
    pub(super) worth: i64,
    /// The claim, where only one route may have it.
    pub(super) claim: Option<Bits<W>>,
}

/// Trains that all run alike.
#[derive(Clone, Debug)]
pub(super) struct Class<const W: usize> {
    /// Their places in [`super::Rules::trains`].
    pub(super) members: Vec<usize>,
    pub(super) limits: Lanes,
    pub(super) minima: Lanes,
    pub(super) halts: Vec<Halt>,
    pub(super) edges: Vec<Vec<Edge<W>>>,
    pub(super) extras: Vec<Extra<W>>,
    /// Stops by falling worth, for bounds.
    pub(super) richest: Vec<u16>,
    /// Only half of what stops pay counts: how to halve.
    half: Option<(Train, Objective)>,
}

/// The uses of chains and stops as bits; merged where chains use them together.
#[derive(Clone, Debug)]
pub(super) struct Uses<const W: usize> {
    /// By layer of trains, then by chain.
    pub(super) layers: Vec<(u8, Vec<Bits<W>>)>,
    pub(super) by_node: Vec<Bits<W>>,
    pub(super) claims: Vec<Option<Bits<W>>>,
    /// By chain: the pairs of tracks side by side of which it uses one.
    pub(super) beside: Vec<Bits<W>>,
}

impl<const W: usize> Uses<W> {
    /// By chain, for the trains of a layer.
    fn on_layer(&self, layer: u8) -> &[Bits<W>] {
        self.layers.iter().find(|(other, _)| *other == layer).map_or(&[], |(_, by_chain)| by_chain)
    }
}

impl<const W: usize> Class<W> {
    pub(super) fn new(
        train: &Train,
        graph: &Graph,
        uses: &Uses<W>,
        bonuses: &[Bonus],
        objective: Objective,
    ) -> Class<W> {
        let counted = constraints(&train.reach);
        let most = |r: &&Requirement| r.at_most.is_some();
        let most: Vec<&Requirement> = train.requires.iter().filter(most).collect();
        let least: Vec<&Requirement> = train.requires.iter().filter(|r| r.at_least > 0).collect();
        let times = |pay: Pay| Pay { revenue: pay.revenue * train.factor, ..pay };
        let mut limits = Lanes(GUARDS);
        for (lane, (_, limit)) in counted.iter().enumerate() {
            limits = limits.plus(Lanes::NONE.set(lane, *limit));
        }
        for (lane, requirement) in most.iter().enumerate() {
            let limit = requirement.at_most.unwrap_or_default();
            limits = limits.plus(Lanes::NONE.set(counted.len() + lane, limit));
        }
        let minima = least.iter().enumerate().fold(Lanes::NONE, |need, (lane, r)| need.set(lane, r.at_least));
        let halt = |node: &super::graph::Node| {
            let rule = &node.rule;
            let marked = |list: &[&Requirement], first: usize, through: bool| {
                let here = |r: &&&Requirement| r.through == through && r.marks & rule.marks != 0;
                let lanes = list.iter().enumerate().filter(|(_, r)| here(r));
                lanes.fold(Lanes::NONE, |lanes, (lane, _)| lanes.set(first + lane, 1))
            };
            let reach = counted.iter().enumerate().filter(|(_, (kinds, _))| kinds.contains(rule.kind));
            let reach = reach.fold(Lanes::NONE, |lanes, (lane, _)| lanes.set(lane, 1));
            Halt {
                worth: objective.worth(times(rule.pays + rule.ends)) * STOP - 1,
                through_worth: (objective.worth(times(rule.pays + rule.ends))
                    - objective.worth(times(rule.pays)))
                    * STOP,
                reach,
                limits: reach.plus(marked(&most, counted.len(), false)),
                counts: marked(&least, 0, false),
                through_limits: marked(&most, counted.len(), true),
                through_counts: marked(&least, 0, true),
                marks: rule.marks,
                passable: train.passes_by.contains(rule.kind),
            }
        };
        let halts: Vec<Halt> = graph.nodes.iter().map(halt).collect();
        let extras = bonuses.iter().zip(&uses.claims).map(|(bonus, claim)| Extra {
            bonus: bonus.clone(),
            worth: objective.worth(times(bonus.pays)) * STOP,
            claim: *claim,
        });
        let mut richest: Vec<u16> = (0..halts.len() as u16).collect();
        richest.sort_by_key(|at| std::cmp::Reverse(halts.get(*at as usize).map_or(0, |halt| halt.worth)));
        Class {
            members: Vec::new(),
            limits,
            minima,
            edges: edges(graph, uses, train),
            half: train.half.map(|_| (train.clone(), objective)),
            extras: extras.collect(),
            richest,
            halts,
        }
    }

    /// The most that further stops could add, whatever the track: the richest that are not seen yet, as
    /// far as the train reaches. (Taking the richest first is best here: reaches form a matroid.)
    pub(super) fn potential(&self, seen: &Bits<W>, left: Lanes) -> i64 {
        let (mut left, mut worth) = (left, 0);
        for at in &self.richest {
            let Some(halt) = self.halts.get(*at as usize) else { break };
            if halt.worth <= 0 {
                break;
            }
            if !seen.contains(*at as usize)
                && let Some(rest) = left.less(halt.reach)
            {
                left = rest;
                worth += halt.worth;
            }
        }
        worth
    }

    /// What counts of the worth of a route's stops.
    pub(super) fn counted(&self, worth: i64) -> i64 {
        let Some((train, objective)) = &self.half else { return worth };
        let whole = -(-worth).div_euclid(STOP);
        let pay = objective.pay(whole);
        let counted = Pay { revenue: train.counted(pay.revenue), ..pay };
        objective.worth(counted) * STOP - (whole * STOP - worth)
    }

    /// Whether the worth of stops only ever adds up.
    pub(super) fn adds_up(&self) -> bool {
        self.half.is_none()
    }

    /// No route is worth more.
    pub(super) fn most(&self) -> i64 {
        let stops = self.potential(&Bits::EMPTY, self.limits);
        let rounding = self.half.as_ref().and_then(|(train, objective)| {
            Some(objective.worth(Pay { revenue: train.half?, treasury: Money::ZERO }) * STOP)
        });
        stops + rounding.unwrap_or(0) + self.extra_potential()
    }

    /// The most that extra pay could add.
    pub(super) fn extra_potential(&self) -> i64 {
        self.extras.iter().map(|extra| extra.worth.max(0)).sum()
    }
}

fn edges<const W: usize>(graph: &Graph, uses: &Uses<W>, train: &Train) -> Vec<Vec<Edge<W>>> {
    let mut edges: Vec<Vec<Edge<W>>> = vec![Vec::new(); graph.nodes.len()];
    let by_chain = uses.on_layer(train.layer).iter().zip(&uses.beside);
    for (at, (chain, (uses, beside))) in graph.chains.iter().zip(by_chain).enumerate() {
        let crossings_only = train.crossings_only.is_some();
        if chain.gauges & train.gauges == 0 || (crossings_only && chain.doubles_back()) {
            continue;
        }
        let beside = if crossings_only { *beside } else { Bits::EMPTY };
        let forth = (chain.a, chain.b, chain.stub_a, chain.stub_b);
        let back = (chain.b, chain.a, chain.stub_b, chain.stub_a);
        for (from, to, stub_here, stub_there) in [forth, back] {
            if let Some(edges) = edges.get_mut(from as usize) {
                edges.push(Edge { to, chain: at as u16, stub_here, stub_there, uses: *uses, beside });
            }
        }
    }
    edges
}

/// How many stops of which kinds a train reaches, as limits on sets of kinds: with two of any kind and
/// three more towns, cities are limited to two and cities and towns together to five (Hall's condition).
pub(super) fn constraints(reach: &[Reach]) -> Vec<(StopKinds, u8)> {
    let named = |kind: StopKind| reach.iter().any(|part| part.stops.contains(kind));
    let free = |kind: StopKind| reach.iter().any(|part| part.stops.contains(kind) && part.count.is_none());
    let limited: Vec<StopKind> = StopKind::ALL.into_iter().filter(|k| named(*k) && !free(*k)).collect();
    let mut all: Vec<(StopKinds, u32)> = Vec::new();
    for subset in 1_u32..1 << limited.len() {
        let kinds: StopKinds = limited
            .iter()
            .enumerate()
            .filter(|(at, _)| subset >> at & 1 != 0)
            .map(|(_, kind)| *kind)
            .collect();
        let serves = |part: &&Reach| part.stops.iter().any(|kind| kinds.contains(kind));
        let limit = reach.iter().filter(serves).map(|part| u32::from(part.count.unwrap_or(u8::MAX))).sum();
        all.push((kinds, limit));
    }
    let within = |a: StopKinds, b: StopKinds| a.iter().all(|kind| b.contains(kind));
    let idle = |(kinds, limit): &(StopKinds, u32)| {
        all.iter().any(|(more, other)| kinds != more && within(*kinds, *more) && other <= limit)
    };
    let needed = all.iter().filter(|constraint| !idle(constraint));
    needed.map(|(kinds, limit)| (*kinds, (*limit).min(127) as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reach_becomes_limits_on_sets_of_kinds() {
        let towns: StopKinds = [StopKind::Town, StopKind::Mine, StopKind::Port].into_iter().collect();
        let any: StopKinds = StopKind::ALL.into_iter().collect();
        let cities: StopKinds = [StopKind::City, StopKind::Pass, StopKind::Offboard].into_iter().collect();
        let narrow = [Reach { stops: any, count: Some(2) }, Reach { stops: towns, count: Some(3) }];
        assert_eq!(constraints(&narrow), [(cities, 2), (any, 5)]);
        let broad = [Reach { stops: cities, count: Some(4) }, Reach { stops: towns, count: None }];
        assert_eq!(constraints(&broad), [(cities, 4)]);
    }

    #[test]
    fn a_lane_knows_when_its_limit_is_passed() {
        let limits = Lanes(GUARDS).plus(Lanes::NONE.set(0, 2)).plus(Lanes::NONE.set(3, 1));
        let city = Lanes::NONE.set(0, 1);
        let pass = city.plus(Lanes::NONE.set(3, 1));
        let once = limits.less(pass).unwrap();
        assert!(once.less(pass).is_none());
        assert!(once.less(city).unwrap().less(city).is_none());
        assert!(city.plus(city).covers(Lanes::NONE.set(0, 2)) && !city.covers(Lanes::NONE.set(0, 2)));
    }
}
