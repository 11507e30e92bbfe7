//! The lists of routes of all classes of trains.

use super::Progress;
use super::bits::Bits;
use super::class::{Class, Uses};
use super::graph::Graph;
use super::list::{List, Making};
use super::pack::Packing;
use super::rules::{Objective, Rules, Train};
use super::solve::Watch;
use super::uses::{closes, uses, width};
use crate::board::Board;
use std::ops::ControlFlow;

/// A list longer than this is made again with a floor under it.
pub(super) const LONG: usize = 400_000;

/// A list so many times longer is not made any more, and nothing is proven.
const MUCH_LONGER: usize = 4;

/// The trains by class: those that run alike are one.
pub(super) fn classes<const W: usize>(graph: &Graph, uses: &Uses<W>, rules: &Rules<'_>) -> Vec<Class<W>> {
    let mut classes: Vec<Class<W>> = Vec::new();
    let mut kinds: Vec<&Train> = Vec::new();
    for (at, train) in rules.trains.iter().enumerate() {
        let alike = |kind: &&Train| Train { trains: train.trains.clone(), ..(*kind).clone() } == *train;
        match kinds.iter().position(alike).and_then(|kind| classes.get_mut(kind)) {
            Some(class) => class.members.push(at),
            None => {
                let mut class = Class::new(train, graph, uses, &rules.bonuses, rules.objective);
                class.members.push(at);
                classes.push(class);
                kinds.push(train);
            }
        }
    }
    classes
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

/// Makes the lists.
pub(super) struct Listing<'a, const W: usize> {
    pub(super) graph: &'a Graph,
    pub(super) closes: &'a [Bits<W>],
    pub(super) uses: &'a Uses<W>,
    pub(super) objective: Objective,
    /// By how much a set can be worth more or less than its routes one by one.
    pub(super) across: i64,
    /// A list longer than this is made again with a floor under it.
    pub(super) long: usize,
    /// Steps so far.
    pub(super) steps: u64,
    /// It was told to stop.
    pub(super) stopped: bool,
}

impl<const W: usize> Listing<'_, W> {
    /// Asks whether to go on.
    fn ask(&mut self, watch: &mut Watch<'_>) -> ControlFlow<()> {
        let flow = watch(Progress::new(self.objective, self.steps, 0, i64::MAX));
        self.stopped |= flow.is_break();
        flow
    }

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
        let _ = self.ask(watch); // sorting took its time
        list
    }

    /// The lists of all classes. Where one is too long, only those routes that could be part of a set
    /// better than one that is known already.
    pub(super) fn lists(&mut self, classes: &[Class<W>], watch: &mut Watch<'_>) -> Vec<List<W>> {
        let mut lists: Vec<List<W>> =
            classes.iter().map(|class| self.list(class, 1, self.long, false, watch)).collect();
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
        packing.greedy();
        // It is for the sets that are found on the way.
        let _ = packing.price(&mut || self.ask(watch));
        let all: i64 = tops.iter().zip(&counts).map(|(top, count)| top * count).sum();
        for ((class, list), top) in classes.iter().zip(&mut lists).zip(&tops) {
            if !list.complete {
                let floor = (packing.best - (all - top) - self.across).max(1);
                *list = self.list(class, floor, MUCH_LONGER * self.long, false, watch);
            }
        }
        lists
    }
}
