//! From the network to the best set of routes, step by step.

use super::bits::Bits;
use super::class::{Class, STOP};
use super::graph::Graph;
use super::hunt::{Hunt, Quest};
use super::list::List;
use super::listing::{Listing, classes};
use super::pack::{Packing, Picks};
use super::rules::{Bonus, Objective, Rules};
use super::uses::{closes, uses, width};
use super::{Progress, Search};
use crate::action::{Leg, Route};
use crate::board::Board;
use crate::name::HexName;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Routes looked at in the first search, and in the second, from a better start.
const WORK: [u64; 2] = [100_000, 1_000_000];
/// A longer list is not searched for routes that others stand in for.
const MANY: usize = 3_000;
/// Rounds of finding prices, each with more of the lists.
const ROUNDS: usize = 6;
/// Routes looked at to find the first in order among equally good sets.
const TIE_WORK: u64 = 200_000;

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

/// Sets up a search in which lists longer than `long` are cut.
pub(super) fn prepare(board: &Board, rules: &Rules<'_>, long: usize, watch: &mut Watch<'_>) -> Search {
    let graph = Graph::new(board, rules);
    let names = board.map().hexes.iter().map(|hex| hex.name).collect();
    let objective = rules.objective;
    let solver: Box<dyn Solve> = match width(&graph, rules) {
        0..=64 => Box::new(Prepared::<1>::new(graph, names, rules, long, watch)),
        65..=128 => Box::new(Prepared::<2>::new(graph, names, rules, long, watch)),
        129..=256 => Box::new(Prepared::<4>::new(graph, names, rules, long, watch)),
        257..=512 => Box::new(Prepared::<8>::new(graph, names, rules, long, watch)),
        _ => Box::new(Prepared::<32>::new(graph, names, rules, long, watch)),
    };
    Search { solver, objective }
}

/// The packing problem with a first set. Lists that were cut short are bounded by what stops there are.
fn packing<const W: usize>(all: &[(Class<W>, List<W>)], across: Vec<(Bonus, i64)>) -> Packing<W> {
    let routes = all.iter().map(|(class, list)| (class.members.len(), list.routes.as_slice())).collect();
    let mut packing = Packing::new(routes, across);
    if !all.iter().all(|(_, list)| list.complete) {
        let most = |(class, list): &(Class<W>, List<W>)| {
            let best = match list.complete {
                true => list.routes.first().map_or(0, |route| route.worth),
                false => class.potential(&Bits::EMPTY, class.limits) + class.extra_potential(),
            };
            best * class.members.len() as i64
        };
        packing.bound = all.iter().map(most).sum::<i64>() + packing.across_slack();
    }
    packing.greedy();
    packing
}

impl<const W: usize> Prepared<W> {
    fn new(
        graph: Graph,
        names: Vec<HexName>,
        rules: &Rules<'_>,
        long: usize,
        watch: &mut Watch<'_>,
    ) -> Prepared<W> {
        let (uses, closes) = (uses::<W>(&graph, rules), closes(&graph));
        let across: Vec<(Bonus, i64)> =
            rules.across.iter().map(|b| (b.clone(), rules.objective.worth(b.pays) * STOP)).collect();
        let mut classes = classes(&graph, &uses, rules);
        let mut listing = Listing {
            graph: &graph,
            closes: &closes,
            uses: &uses,
            objective: rules.objective,
            across: across.iter().map(|(_, worth)| worth.abs()).sum(),
            long,
            steps: 0,
            stopped: false,
        };
        let lists = listing.lists(&classes, watch);
        let (steps, stopped) = (listing.steps, listing.stopped);
        // The train that can earn most goes first.
        let mut all: Vec<(Class<W>, List<W>)> = classes.drain(..).zip(lists).collect();
        all.sort_by_key(|(_, list)| Reverse(list.routes.first().map_or(0, |route| route.worth)));
        let mut prepared = Prepared {
            packing: packing(&all, across),
            names,
            members: all.iter().map(|(class, _)| class.members.clone()).collect(),
            trains: rules.trains.iter().map(|train| train.trains.to_vec()).collect(),
            objective: rules.objective,
            solved: false,
            complete: all.iter().all(|(_, list)| list.complete),
            steps,
            candidates: all.iter().map(|(_, list)| list.routes.len() as u64).sum(),
            lists: all.into_iter().map(|(_, list)| list).collect(),
            graph,
        };
        if !stopped {
            // Stopped or not: what is known then is what the parts begin with.
            let _ = prepared.first_search(rules.objective, watch);
        }
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
            let mut hunt = Hunt { quest: Quest::Better, work, asked: work, part: (0, 1), go_on: &mut go_on };
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
        let mut hunt = Hunt {
            quest: Quest::Better,
            work: u64::MAX,
            asked: u64::MAX,
            part: (part, of),
            go_on: &mut go_on,
        };
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
            let mut hunt = Hunt {
                quest: Quest::Equal(&mut first),
                work: TIE_WORK,
                asked: TIE_WORK,
                part: (0, 1),
                go_on,
            };
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
