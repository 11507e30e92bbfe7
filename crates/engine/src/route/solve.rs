//! From the network to the best set of routes, step by step.

use super::class::{Class, STOP};
use super::graph::Graph;
use super::hunt::Hunt;
use super::list::List;
use super::listing::{Listing, classes};
use super::pack::{Packing, Picks};
use super::rules::{Bonus, Objective, Rules};
use super::tell::{Teller, Ties};
use super::uses::{closes, uses, width};
use super::{Progress, Search};
use crate::action::Route;
use crate::board::Board;
use crate::name::HexName;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// Routes looked at in the first search. What is not settled by that needs prices.
const WORK: u64 = 300_000;

/// A part of the search, done.
#[derive(Clone, Debug)]
pub struct Part {
    /// Which part of how many.
    part: (usize, usize),
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
    teller: Teller<W>,
    packing: Packing<W>,
    objective: Objective,
    /// No more has to be searched.
    solved: bool,
    /// Every route that matters is listed.
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

/// What routes are worth together beyond each alone.
pub(super) fn across(rules: &Rules<'_>) -> Vec<(Bonus, i64)> {
    rules.across.iter().map(|bonus| (bonus.clone(), rules.objective.worth(bonus.pays) * STOP)).collect()
}

/// The packing problem. Lists that were cut short are bounded by what stops there are.
pub(super) fn packing<const W: usize>(all: &[(Class<W>, List<W>)], across: Vec<(Bonus, i64)>) -> Packing<W> {
    let routes = all.iter().map(|(class, list)| (class.members.len(), list.routes.as_slice())).collect();
    let mut packing = Packing::new(routes, across);
    if !all.iter().all(|(_, list)| list.complete) {
        let most = |(class, list): &(Class<W>, List<W>)| {
            let best = match list.complete {
                true => list.routes.first().map_or(0, |route| route.worth),
                false => class.most(),
            };
            best * class.members.len() as i64
        };
        packing.bound = all.iter().map(most).sum::<i64>() + packing.across_slack();
    }
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
        let across = across(rules);
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
        let packing = packing(&all, across);
        let teller = Teller {
            graph,
            names,
            members: all.iter().map(|(class, _)| class.members.clone()).collect(),
            trains: rules.trains.iter().map(|train| train.trains.to_vec()).collect(),
            lists: all.into_iter().map(|(_, list)| list).collect(),
        };
        let mut prepared = Prepared {
            complete: teller.lists.iter().all(|list| list.complete),
            candidates: teller.lists.iter().map(|list| list.routes.len() as u64).sum(),
            teller,
            packing,
            objective: rules.objective,
            solved: false,
            steps,
        };
        if !stopped {
            // Stopped or not: what is known then is what the parts begin with.
            let _ = prepared.first_search(watch);
        }
        prepared
    }

    /// A short search on plain worths; if it does not settle the matter, prices.
    fn first_search(&mut self, watch: &mut Watch<'_>) -> ControlFlow<()> {
        let (steps, objective) = (self.steps, self.objective);
        let tell = |nodes: u64, best: i64, bound: i64| Progress::new(objective, steps + nodes, best, bound);
        watch(tell(0, 0, self.packing.bound))?;
        self.packing.greedy();
        let mut flow = ControlFlow::Continue(());
        let mut go_on = |nodes: u64, best: i64, bound: i64| {
            flow = watch(tell(nodes, best, bound));
            flow
        };
        self.solved = hunt(&self.teller, &mut self.packing, WORK, (0, 1), &mut go_on);
        flow?;
        if self.solved {
            return ControlFlow::Continue(());
        }
        let now = tell(self.packing.nodes, self.packing.best, self.packing.bound);
        self.packing.price(&mut || watch(now))
    }
}

/// Searches the sets of a problem; whether that was done to the end.
fn hunt<const W: usize>(
    teller: &Teller<W>,
    packing: &mut Packing<W>,
    work: u64,
    part: (usize, usize),
    go_on: &mut dyn FnMut(u64, i64, i64) -> ControlFlow<()>,
) -> bool {
    let mut ties = Ties::new(teller);
    let mut first = |one: &Picks, other: &Picks| ties.first(one, other);
    let asked = (packing.nodes, work);
    let mut hunt = Hunt { work, asked, part, first: &mut first, go_on };
    packing.hunt(&mut hunt).is_continue()
}

/// Whether these are all parts of a search, each done to its end.
fn all_done(parts: &[Part]) -> bool {
    let of = parts.first().map_or(1, |part| part.part.1);
    (0..of).all(|at| parts.iter().any(|part| part.part == (at, of) && part.complete))
}

impl<const W: usize> Solve for Prepared<W> {
    fn part(&self, part: usize, of: usize, watch: &mut Watch<'_>) -> Part {
        let part = (part, of.max(1));
        if self.solved || !self.complete {
            let (best, picks) = (self.packing.best, self.packing.picks.clone());
            return Part { part, best, picks, nodes: 0, complete: self.solved };
        }
        let mut packing = self.packing.clone();
        let mut go_on = |nodes: u64, best: i64, bound: i64| {
            watch(Progress::new(self.objective, self.steps + nodes, best, bound))
        };
        let complete = hunt(&self.teller, &mut packing, u64::MAX, part, &mut go_on);
        let nodes = packing.nodes - self.packing.nodes;
        Part { part, best: packing.best, picks: packing.picks, nodes, complete }
    }

    fn finish(&self, parts: &[Part]) -> Solved {
        let mut ties = Ties::new(&self.teller);
        let (mut worth, mut picks) = (self.packing.best, &self.packing.picks);
        for part in parts {
            if part.best > worth || (part.best == worth && ties.first(&part.picks, picks)) {
                (worth, picks) = (part.best, &part.picks);
            }
        }
        let proven = self.complete && all_done(parts);
        Solved {
            routes: self.teller.set(picks),
            proven,
            bound: if proven { worth } else { self.packing.bound.max(worth) },
            nodes: self.steps + self.packing.nodes + parts.iter().map(|part| part.nodes).sum::<u64>(),
            candidates: self.candidates,
        }
    }
}
