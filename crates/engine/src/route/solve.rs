//! From the network to the best set of routes, step by step.

use super::bits::Bits;
use super::class::{Class, STOP, Uses};
use super::graph::Graph;
use super::hunt::{Hunt, Quest};
use super::list::{List, Making};
use super::pack::{Packing, Picks};
use super::rules::{Objective, Rules};
use super::{Progress, Search};
use crate::action::{Leg, Route};
use crate::board::Board;
use crate::name::HexName;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A list longer than this is made again with a floor under it.
const LONG: usize = 400_000;
/// Routes looked at in the first search, and in the second, from a better start.
const WORK: [u64; 2] = [100_000, 1_000_000];
/// A longer list is not searched for routes that others stand in for.
const MANY: usize = 3_000;
/// Rounds of finding prices, each with more of the lists.
const ROUNDS: usize = 6;
/// Routes looked at to find the first in order among equally good sets.
const TIE_WORK: u64 = 200_000;

/// What the network asks of the width of sets: the most numbers they hold.
pub(super) fn width(graph: &Graph, rules: &Rules<'_>) -> usize {
    let claims = rules.bonuses.iter().filter(|bonus| bonus.once).count();
    let once = graph.nodes.iter().filter(|node| node.rule.once).count();
    (merged(graph).1 + claims + once).max(graph.nodes.len())
}

/// What each chain uses, where things used by the same chains count as one: by chain, and how many.
fn merged(graph: &Graph) -> (Vec<Vec<usize>>, usize) {
    let mut users: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
    for (at, chain) in graph.chains.iter().enumerate() {
        for used in &chain.uses {
            users.entry(*used).or_default().push(at as u16);
        }
    }
    let mut sets: Vec<Vec<u16>> = users.into_values().collect();
    sets.sort_unstable();
    sets.dedup();
    // Who shares a hexside with one other chain only may be told apart already by a busier one.
    let told = |set: &Vec<u16>, busier: &Vec<u16>| {
        set.len() < busier.len() && set.iter().all(|chain| busier.binary_search(chain).is_ok())
    };
    if sets.len() > 128 {
        let all = sets.clone();
        sets.retain(|set| !all.iter().any(|busier| told(set, busier)));
    }
    let mut by_chain = vec![Vec::new(); graph.chains.len()];
    for (at, set) in sets.iter().enumerate() {
        for chain in set {
            if let Some(uses) = by_chain.get_mut(*chain as usize) {
                uses.push(at);
            }
        }
    }
    (by_chain, sets.len())
}

fn uses<const W: usize>(graph: &Graph, rules: &Rules<'_>) -> Uses<W> {
    let (by_chain, mut next) = merged(graph);
    let mut fresh = |wanted: bool| {
        wanted.then(|| {
            next += 1;
            Bits::one(next - 1)
        })
    };
    let by_node = graph.nodes.iter().map(|node| fresh(node.rule.once).unwrap_or(Bits::EMPTY)).collect();
    let claims = rules.bonuses.iter().map(|bonus| fresh(bonus.once)).collect();
    Uses { by_chain: by_chain.into_iter().map(|uses| uses.into_iter().collect()).collect(), by_node, claims }
}

/// By stop: the stops that are closed once it is visited, itself among them.
fn closes<const W: usize>(graph: &Graph) -> Vec<Bits<W>> {
    let mut groups: BTreeMap<u32, Bits<W>> = BTreeMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        for group in &node.rule.groups {
            let members = groups.entry(*group).or_insert(Bits::EMPTY);
            *members = members.or(&Bits::one(at));
        }
    }
    let closes = |(at, node): (usize, &super::graph::Node)| {
        let members = node.rule.groups.iter().filter_map(|group| groups.get(group));
        members.fold(Bits::one(at), |closed, group| closed.or(group))
    };
    graph.nodes.iter().enumerate().map(closes).collect()
}

/// A part of the search, done.
#[derive(Clone, Debug)]
pub struct Part {
    best: i64,
    picks: Picks,
    nodes: u64,
    complete: bool,
}

/// What a solved search says, before it is put into words.
pub(super) struct Solved {
    pub(super) routes: Vec<Route>,
    pub(super) proven: bool,
    pub(super) bound: i64,
    pub(super) nodes: u64,
    pub(super) candidates: u64,
}

/// The search on sets of one width.
pub(super) struct Prepared<const W: usize> {
    graph: Graph,
    names: Vec<HexName>,
    lists: Vec<List<W>>,
    /// By class, as ordered for the search: the places of its trains in the rules.
    members: Vec<Vec<usize>>,
    trains: Vec<Vec<u8>>,
    packing: Packing<W>,
    objective: Objective,
    /// No more has to be searched.
    solved: bool,
    /// The best that lists cut short could add to.
    complete: bool,
    steps: u64,
    candidates: u64,
}

/// The search whatever its width.
pub(super) trait Solve: Send + Sync {
    fn part(&self, part: usize, of: usize, go_on: &mut Watch<'_>) -> Part;
    fn finish(&self, parts: &[Part]) -> Solved;
}

/// Somebody who is told how far the search is and may stop it.
pub(super) type Watch<'a> = dyn FnMut(Progress) -> ControlFlow<()> + 'a;

pub(super) fn prepare(board: &Board, rules: &Rules<'_>, watch: &mut Watch<'_>) -> Search {
    let graph = Graph::new(board, rules);
    let names = board.map().hexes.iter().map(|hex| hex.name).collect();
    let objective = rules.objective;
    let solver: Box<dyn Solve> = match width(&graph, rules) {
        0..=64 => Box::new(Prepared::<1>::new(graph, names, rules, watch)),
        65..=128 => Box::new(Prepared::<2>::new(graph, names, rules, watch)),
        129..=256 => Box::new(Prepared::<4>::new(graph, names, rules, watch)),
        257..=512 => Box::new(Prepared::<8>::new(graph, names, rules, watch)),
        _ => Box::new(Prepared::<32>::new(graph, names, rules, watch)),
    };
    Search { solver, objective }
}

/// Whether any train has any route, whatever it earns.
pub(super) fn any_route(board: &Board, rules: &Rules<'_>) -> bool {
    let graph = Graph::new(board, rules);
    fn any<const W: usize>(graph: &Graph, rules: &Rules<'_>) -> bool {
        let (uses, closes) = (uses::<W>(graph, rules), closes(graph));
        rules.trains.iter().any(|train| {
            let class = Class::new(train, graph, &uses, &[], rules.objective);
            let mut making = Making {
                graph,
                class: &class,
                closes: &closes,
                uses: &uses.by_node,
                floor: i64::MIN,
                most: 1,
                rising: false,
                go_on: &mut |_| ControlFlow::Continue(()),
            };
            !List::new(&mut making).0.routes.is_empty()
        })
    }
    match width(&graph, rules) {
        0..=128 => any::<2>(&graph, rules),
        129..=512 => any::<8>(&graph, rules),
        _ => any::<32>(&graph, rules),
    }
}

impl<const W: usize> Prepared<W> {
    fn new(graph: Graph, names: Vec<HexName>, rules: &Rules<'_>, watch: &mut Watch<'_>) -> Prepared<W> {
        let uses = uses::<W>(&graph, rules);
        let closes = closes(&graph);
        let mut classes: Vec<Class<W>> = Vec::new();
        let mut kinds: Vec<&super::rules::Train> = Vec::new();
        for (at, train) in rules.trains.iter().enumerate() {
            let alike = |kind: &&super::rules::Train| {
                (kind.gauges, &kind.reach, kind.passes_by, &kind.requires, kind.factor)
                    == (train.gauges, &train.reach, train.passes_by, &train.requires, train.factor)
            };
            match kinds.iter().position(alike).and_then(|kind| classes.get_mut(kind)) {
                Some(class) => class.members.push(at),
                None => {
                    let mut class = Class::new(train, &graph, &uses, &rules.bonuses, rules.objective);
                    class.members.push(at);
                    classes.push(class);
                    kinds.push(train);
                }
            }
        }
        let mut lister = Listing {
            graph: &graph,
            closes: &closes,
            uses: &uses,
            objective: rules.objective,
            steps: 0,
            stopped: false,
        };
        let mut lists = lister.lists(&classes, watch);
        let steps = lister.steps;
        let mut stopped = lister.stopped;
        let bound_of = |class: &Class<W>, list: &List<W>| match list.complete {
            true => list.routes.first().map_or(0, |route| route.worth),
            false => class.potential(&Bits::EMPTY, class.limits) + class.extra_potential(),
        };
        let bound: i64 = classes
            .iter()
            .zip(&lists)
            .map(|(class, list)| bound_of(class, list) * class.members.len() as i64)
            .sum();
        // The train that can earn most goes first.
        let mut order: Vec<usize> = (0..classes.len()).collect();
        let top = |at: &usize| lists.get(*at).and_then(|list| list.routes.first()).map_or(0, |r| r.worth);
        order.sort_by_key(|at| std::cmp::Reverse(top(at)));
        let members: Vec<Vec<usize>> =
            order.iter().filter_map(|at| classes.get(*at)).map(|class| class.members.clone()).collect();
        let mut taken: Vec<Option<List<W>>> = lists.drain(..).map(Some).collect();
        let lists: Vec<List<W>> =
            order.iter().filter_map(|at| taken.get_mut(*at).and_then(Option::take)).collect();
        let across = rules.across.iter();
        let across = across.map(|bonus| (bonus.clone(), rules.objective.worth(bonus.pays) * STOP)).collect();
        let routes = members.iter().zip(&lists);
        let routes = routes.map(|(members, list)| (members.len(), list.routes.as_slice())).collect();
        let mut packing = Packing::new(routes, across);
        let complete = lists.iter().all(|list| list.complete);
        let extra: i64 = rules.across.iter().map(|b| (rules.objective.worth(b.pays) * STOP).max(0)).sum();
        if !complete {
            packing.bound = bound + extra;
        }
        let candidates = lists.iter().map(|list| list.routes.len() as u64).sum();
        packing.greedy();
        let trains = rules.trains.iter().map(|train| train.trains.to_vec()).collect();
        let mut prepared = Prepared {
            graph,
            names,
            lists,
            members,
            trains,
            packing,
            objective: rules.objective,
            solved: false,
            complete,
            steps,
            candidates,
        };
        if !stopped {
            stopped = prepared.first_search(rules.objective, watch).is_break();
        }
        let _ = stopped;
        prepared
    }

    /// Short searches on plain values; if they do not settle the matter, prices.
    fn first_search(&mut self, objective: Objective, watch: &mut Watch<'_>) -> ControlFlow<()> {
        let steps = self.steps;
        for work in WORK {
            let mut stopped = false;
            let mut go_on = |nodes: u64, best: i64, bound: i64| {
                let flow = watch(Progress::new(objective, steps + nodes, best, bound));
                stopped |= flow.is_break();
                flow
            };
            let mut hunt = Hunt { quest: Quest::Better, work, part: (0, 1), go_on: &mut go_on };
            if self.packing.hunt(&mut hunt).is_continue() {
                self.solved = true;
                return ControlFlow::Continue(());
            }
            if stopped {
                return ControlFlow::Break(());
            }
            self.packing.improve();
        }
        let (nodes, best, bound) = (self.packing.nodes, self.packing.best, self.packing.bound);
        let mut ask = || watch(Progress::new(objective, steps + nodes, best, bound));
        self.packing.price(ROUNDS, &mut ask)?;
        if self.packing.size() <= MANY {
            self.packing.drop_dominated();
        }
        ControlFlow::Continue(())
    }

    /// The route of a list in words of the table, in the direction that comes first in order.
    fn route(&self, pool: usize, at: u32) -> Vec<Leg> {
        let Some(list) = self.lists.get(pool) else { return Vec::new() };
        let Some(entry) = list.routes.get(at as usize) else { return Vec::new() };
        let (start, chains, _) = list.chains(entry, &self.graph);
        let mut here = start;
        let mut legs = Vec::new();
        for at in chains {
            let Some(chain) = self.graph.chains.get(at as usize) else { continue };
            let name = |hex: crate::id::HexId| self.names.get(hex.index()).copied();
            let leg = |step: &super::graph::Step| {
                name(step.hex).map(|hex| Leg { hex, from: step.from, to: step.to })
            };
            if chain.a == here {
                legs.extend(chain.steps.iter().filter_map(leg));
                here = chain.b;
            } else {
                legs.extend(chain.steps.iter().rev().filter_map(leg).map(turned));
                here = chain.a;
            }
        }
        legs
    }

    /// A route with the stops it passes by, in the direction that comes first in order.
    fn told(&self, pool: usize, at: u32) -> (Vec<Leg>, Vec<u8>) {
        let legs = self.route(pool, at);
        let passed = self
            .lists
            .get(pool)
            .and_then(|list| list.routes.get(at as usize).map(|entry| list.chains(entry, &self.graph).2));
        let passed = passed.unwrap_or_default();
        let back: Vec<Leg> = legs.iter().rev().copied().map(turned).collect();
        let places = |passed: &mut dyn Iterator<Item = &bool>| {
            passed.enumerate().filter(|(_, passed)| **passed).map(|(at, _)| at as u8).collect::<Vec<u8>>()
        };
        match back < legs {
            true => (back, places(&mut passed.iter().rev())),
            false => (legs, places(&mut passed.iter())),
        }
    }

    /// The routes of a set, by train.
    fn set(&self, picks: &Picks) -> Vec<Route> {
        let mut routes: Vec<(usize, Route)> = Vec::new();
        let mut at = 0;
        for (pool, members) in self.members.iter().enumerate() {
            let picked = picks.iter().skip(at).take(members.len()).flatten();
            let mut told: Vec<_> = picked.map(|item| self.told(pool, *item)).collect();
            told.sort();
            at += members.len();
            for ((legs, skipped), train) in told.into_iter().zip(members) {
                let trains = self.trains.get(*train).cloned().unwrap_or_default();
                routes.push((*train, Route { trains, legs, skipped }));
            }
        }
        routes.sort_by_key(|(train, _)| *train);
        routes.into_iter().map(|(_, route)| route).collect()
    }
}

/// The order in which equally good sets are preferred.
fn order(routes: &[Route]) -> Vec<(&[u8], &[Leg])> {
    routes.iter().map(|route| (route.trains.as_slice(), route.legs.as_slice())).collect()
}

fn turned(leg: Leg) -> Leg {
    Leg { hex: leg.hex, from: leg.to, to: leg.from }
}

impl<const W: usize> Solve for Prepared<W> {
    fn part(&self, part: usize, of: usize, watch: &mut Watch<'_>) -> Part {
        let packing = &self.packing;
        let done = |packing: &Packing<W>, complete: bool| Part {
            best: packing.best,
            picks: packing.picks.clone(),
            nodes: packing.nodes - self.packing.nodes,
            complete,
        };
        if self.solved || !self.complete {
            return done(packing, self.solved);
        }
        let mut packing = packing.clone();
        let steps = self.steps;
        let mut go_on = |nodes: u64, best: i64, bound: i64| {
            watch(Progress::new(self.objective, steps + nodes, best, bound))
        };
        let mut hunt = Hunt { quest: Quest::Better, work: u64::MAX, part: (part, of), go_on: &mut go_on };
        let complete = packing.hunt(&mut hunt).is_continue();
        done(&packing, complete)
    }

    fn finish(&self, parts: &[Part]) -> Solved {
        let best = parts.iter().max_by_key(|part| part.best);
        let (worth, picks) = best.map_or((self.packing.best, &self.packing.picks), |p| (p.best, &p.picks));
        let proven = self.complete && !parts.is_empty() && parts.iter().all(|part| part.complete);
        let mut packing = self.packing.clone();
        packing.best = worth;
        let mut routes = self.set(picks);
        if proven {
            let mut first = |picks: &Picks| {
                let other = self.set(picks);
                if order(&other) < order(&routes) {
                    routes = other;
                }
            };
            let go_on = &mut |_, _, _| ControlFlow::Continue(());
            let mut hunt = Hunt { quest: Quest::Equal(&mut first), work: TIE_WORK, part: (0, 1), go_on };
            let _ = packing.hunt(&mut hunt); // what is not looked at here is not preferred, that is all
        }
        Solved {
            routes,
            proven,
            bound: if proven { worth } else { self.packing.bound.max(worth) },
            nodes: self.steps + self.packing.nodes + parts.iter().map(|part| part.nodes).sum::<u64>(),
            candidates: self.candidates,
        }
    }
}

struct Listing<'a, const W: usize> {
    graph: &'a Graph,
    closes: &'a [Bits<W>],
    uses: &'a Uses<W>,
    objective: Objective,
    steps: u64,
    stopped: bool,
}

impl<const W: usize> Listing<'_, W> {
    fn list(
        &mut self,
        class: &Class<W>,
        floor: i64,
        most: usize,
        rising: bool,
        watch: &mut Watch<'_>,
    ) -> List<W> {
        if self.stopped {
            return List::default();
        }
        let (before, objective) = (self.steps, self.objective);
        let mut stopped = false;
        let mut go_on = |steps: u64| {
            let flow = watch(Progress::new(objective, before + steps, 0, i64::MAX));
            stopped |= flow.is_break();
            flow
        };
        let mut making = Making {
            graph: self.graph,
            class,
            closes: self.closes,
            uses: &self.uses.by_node,
            floor,
            most,
            rising,
            go_on: &mut go_on,
        };
        let (list, steps) = List::new(&mut making);
        self.steps += steps;
        self.stopped |= stopped;
        list
    }

    /// The lists of all classes. Where one is too long, only those routes that could be part of a set
    /// better than one that is known already.
    fn lists(&mut self, classes: &[Class<W>], watch: &mut Watch<'_>) -> Vec<List<W>> {
        let mut lists: Vec<List<W>> =
            classes.iter().map(|class| self.list(class, 1, LONG, false, watch)).collect();
        if self.stopped || lists.iter().all(|list| list.complete) {
            return lists;
        }
        let counts: Vec<i64> = classes.iter().map(|class| class.members.len() as i64).collect();
        let mut tops = Vec::new();
        for (class, list) in classes.iter().zip(&lists) {
            let known = list.routes.first().map_or(0, |route| route.worth);
            let best = match list.complete {
                true => None,
                false => Some(self.list(class, known + 1, usize::MAX, true, watch)),
            };
            let best = best.and_then(|list| list.routes.last().map(|route| route.worth));
            tops.push(best.unwrap_or(known));
        }
        let routes = counts.iter().zip(&lists);
        let routes = routes.map(|(count, list)| (*count as usize, list.routes.as_slice())).collect();
        let mut packing = Packing::new(routes, Vec::new());
        packing.improve();
        let all: i64 = tops.iter().zip(&counts).map(|(top, count)| top * count).sum();
        for ((class, list), top) in classes.iter().zip(&mut lists).zip(&tops) {
            if !list.complete {
                let floor = (packing.best - (all - top)).max(1);
                *list = self.list(class, floor, 10 * LONG, false, watch);
            }
        }
        lists
    }
}
