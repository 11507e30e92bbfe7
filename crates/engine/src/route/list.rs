//! All routes of a class of trains, each exactly once.
//!
//! Every route is grown from its first token stop (in the order of the network): a first arm, and from the
//! same stop a second arm that starts with a later chain than the first. Token stops that were done before
//! are closed. The state of the search is copied on the way down, never undone.

use super::bits::Bits;
use super::class::{Class, Edge, Halt, Lanes, STOP};
use super::graph::Graph;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A route of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const W: usize> {
    pub(super) worth: i64,
    pub(super) uses: Bits<W>,
    pub(super) marks: u64,
    /// Its last step in the tree of steps.
    pub(super) step: u32,
}

const ROOT: u32 = u32::MAX;

/// One step of the tree: a chain added to what came before.
#[derive(Clone, Copy, Debug)]
struct Grown {
    before: u32,
    chain: u16,
    /// The token stop from which the route is grown.
    origin: u16,
    /// The stop it leads to is passed without halting.
    passed: bool,
}

/// The routes of a class, and the tree of steps from which they can be told.
#[derive(Clone, Debug, Default)]
pub(super) struct List<const W: usize> {
    pub(super) routes: Vec<Entry<W>>,
    steps: Vec<Grown>,
    /// Every route of the class that matters is here.
    pub(super) complete: bool,
}

/// How a list is made.
pub(super) struct Making<'a, const W: usize> {
    pub(super) graph: &'a Graph,
    pub(super) class: &'a Class<W>,
    /// By stop: what is closed once it is visited.
    pub(super) closes: &'a [Bits<W>],
    /// By stop: what visiting it uses.
    pub(super) uses: &'a [Bits<W>],
    /// Routes worth less than this do not matter; above the least worth it cuts the search short.
    pub(super) floor: i64,
    /// At most so many routes.
    pub(super) most: usize,
    /// Every route that raises the floor to its worth.
    pub(super) rising: bool,
    /// Asked now and then with the number of steps so far.
    pub(super) go_on: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

#[derive(Clone, Copy)]
struct State<const W: usize> {
    seen: Bits<W>,
    used: Bits<W>,
    left: Lanes,
    counts: Lanes,
    worth: i64,
    marks: u64,
    /// The end that is fixed is one where a route may end.
    other_end: bool,
    step: u32,
}

#[derive(Clone, Copy)]
struct Arm {
    origin: u16,
    /// The first chain of the first arm, and whether it is a stub there.
    first: u16,
    stub: bool,
    second: bool,
}

struct Lister<'a, 'b, const W: usize> {
    making: &'b mut Making<'a, W>,
    list: List<W>,
    taken: u64,
}

impl<const W: usize> List<W> {
    /// All routes of a class, by falling worth, and how many steps that took.
    pub(super) fn new(making: &mut Making<'_, W>) -> (List<W>, u64) {
        let mut lister = Lister { making, list: List::default(), taken: 0 };
        let complete = lister.run().is_continue();
        let (mut list, taken) = (lister.list, lister.taken);
        list.complete = list.sort(taken, making.go_on).is_continue() && complete;
        (list, taken)
    }

    /// Sorts the routes by falling worth, and equals as they were found. There are few different worths.
    /// Told to stop, it forgets the rest.
    fn sort(&mut self, taken: u64, go_on: &mut dyn FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        const OFTEN: usize = 1 << 14;
        if self.routes.len() < OFTEN {
            self.routes.sort_by_key(|route| Reverse(route.worth));
            return ControlFlow::Continue(());
        }
        let mut by_worth: BTreeMap<Reverse<i64>, Vec<Entry<W>>> = BTreeMap::new();
        let mut flow = ControlFlow::Continue(());
        for routes in self.routes.chunks(OFTEN) {
            if routes.len() == OFTEN {
                flow = go_on(taken);
            }
            if flow.is_break() {
                break;
            }
            for route in routes {
                by_worth.entry(Reverse(route.worth)).or_default().push(*route);
            }
        }
        self.routes.clear();
        by_worth.values().for_each(|routes| self.routes.extend_from_slice(routes));
        flow
    }

    /// Puts the last route of another list of the same class before all of its own.
    pub(super) fn put_first(&mut self, other: List<W>) {
        let Some(route) = other.routes.last() else { return };
        let own = self.steps.len() as u32;
        let after = |step: u32| if step == ROOT { ROOT } else { step + own };
        self.steps.extend(other.steps.iter().map(|step| Grown { before: after(step.before), ..*step }));
        self.routes.insert(0, Entry { step: after(route.step), ..*route });
    }

    /// The chains of a route from end to end, and by its place among the stops along it, which is passed.
    pub(super) fn chains(&self, route: &Entry<W>, graph: &Graph) -> (u16, Vec<u16>, Vec<bool>) {
        let mut steps = Vec::new();
        let mut at = route.step;
        while let Some(step) = self.steps.get(at as usize) {
            steps.push(*step);
            at = step.before;
        }
        steps.reverse();
        let origin = steps.first().map_or(0, |step| step.origin);
        let (mut arms, mut here, mut arm) = ([Vec::new(), Vec::new()], origin, 0);
        for step in &steps {
            let Some(chain) = graph.chains.get(step.chain as usize) else { continue };
            if chain.a != here && chain.b != here {
                (here, arm) = (origin, 1);
            }
            here = if chain.a == here { chain.b } else { chain.a };
            if let Some(arm) = arms.get_mut(arm) {
                arm.push((step.chain, step.passed, here));
            }
        }
        let [first, second] = arms;
        let start = first.last().map_or(origin, |(_, _, end)| *end);
        let mut passed: Vec<bool> = first.iter().rev().map(|(_, passed, _)| *passed).collect();
        passed.push(false);
        passed.extend(second.iter().map(|(_, passed, _)| *passed));
        let chains = first.iter().rev().chain(&second).map(|(chain, _, _)| *chain).collect();
        (start, chains, passed)
    }
}

impl<'a, const W: usize> Lister<'a, '_, W> {
    fn run(&mut self) -> ControlFlow<()> {
        let mut closed = Bits::EMPTY;
        let graph = self.making.graph;
        for (at, node) in graph.nodes.iter().enumerate().filter(|(_, node)| node.rule.base) {
            let origin = at as u16;
            if let (Some(halt), Some(uses)) = (self.halt(origin), self.making.uses.get(at))
                && let Some(left) = self.making.class.limits.less(halt.limits)
            {
                let state = State {
                    seen: closed.or(self.closes(origin)),
                    used: *uses,
                    left,
                    counts: halt.counts,
                    worth: halt.worth,
                    marks: halt.marks,
                    other_end: node.rule.may_end,
                    step: ROOT,
                };
                let arm = Arm { origin, first: 0, stub: false, second: false };
                self.grow(origin, arm, state)?;
            }
            closed = closed.or(&Bits::one(at));
        }
        ControlFlow::Continue(())
    }

    fn halt(&self, at: u16) -> Option<&'a Halt> {
        self.making.class.halts.get(at as usize)
    }

    fn closes(&self, at: u16) -> &'a Bits<W> {
        self.making.closes.get(at as usize).unwrap_or(&Bits::EMPTY)
    }

    /// Leaves a stop along every chain that is free.
    fn grow(&mut self, at: u16, arm: Arm, state: State<W>) -> ControlFlow<()> {
        let class = self.making.class;
        let starts = at == arm.origin;
        for edge in class.edges.get(at as usize).map(Vec::as_slice).unwrap_or_default() {
            let free = !state.seen.contains(edge.to as usize)
                && !state.used.meets(&edge.uses)
                && !state.seen.meets(&edge.beside);
            let stub = edge.stub_here && (!starts || arm.second);
            if !free || stub || (arm.second && starts && edge.chain <= arm.first) {
                continue;
            }
            let arm = match starts && !arm.second {
                true => Arm { first: edge.chain, stub: edge.stub_here, ..arm },
                false => arm,
            };
            self.step(edge, arm, state)?;
        }
        ControlFlow::Continue(())
    }

    /// Runs along a chain to the next stop, halts there (or passes by), and goes on.
    fn step(&mut self, edge: &Edge<W>, arm: Arm, before: State<W>) -> ControlFlow<()> {
        self.taken += 1;
        if self.taken.is_multiple_of(1024) {
            (self.making.go_on)(self.taken)?;
        }
        let Some(halt) = self.halt(edge.to) else { return ControlFlow::Continue(()) };
        let seen = before.seen.or(self.closes(edge.to)).or(&edge.beside);
        let mut state = State { seen, used: before.used.or(&edge.uses), ..before };
        if let Some(uses) = self.making.uses.get(edge.to as usize) {
            state.used = state.used.or(uses);
        }
        if halt.passable {
            let passing = State { step: self.grown(edge, arm, before.step, true), ..state };
            self.go_through(edge, halt, arm, passing, true)?;
        }
        let Some(left) = state.left.less(halt.limits) else { return ControlFlow::Continue(()) };
        state.left = left;
        state.counts = state.counts.plus(halt.counts);
        state.worth += halt.worth;
        state.marks |= halt.marks;
        if self.hopeless(&state) {
            return ControlFlow::Continue(());
        }
        state.step = self.grown(edge, arm, before.step, false);
        let may_end = self.making.graph.nodes.get(edge.to as usize).is_some_and(|node| node.rule.may_end);
        if may_end && state.other_end && state.counts.covers(self.making.class.minima) {
            self.record(&state)?;
        }
        self.go_through(edge, halt, arm, state, false)?;
        if !arm.second && may_end && !arm.stub {
            self.turn_round(arm, state)?;
        }
        ControlFlow::Continue(())
    }

    fn grown(&mut self, edge: &Edge<W>, arm: Arm, before: u32, passed: bool) -> u32 {
        self.list.steps.push(Grown { before, chain: edge.chain, origin: arm.origin, passed });
        (self.list.steps.len() - 1) as u32
    }

    /// Goes on beyond the stop at the end of a chain, where routes may run through.
    fn go_through(
        &mut self,
        edge: &Edge<W>,
        halt: &Halt,
        arm: Arm,
        state: State<W>,
        passing: bool,
    ) -> ControlFlow<()> {
        let through = self.making.graph.nodes.get(edge.to as usize).is_some_and(|node| node.through);
        if through
            && !edge.stub_there
            && let Some(left) = state.left.less(halt.through_limits)
        {
            let counts = state.counts.plus(halt.through_counts);
            let worth = state.worth - if passing { 0 } else { halt.through_worth };
            self.grow(edge.to, arm, State { left, counts, worth, ..state })?;
        }
        ControlFlow::Continue(())
    }

    /// The first arm ends here: starts the second one from the same token.
    fn turn_round(&mut self, arm: Arm, state: State<W>) -> ControlFlow<()> {
        let through = self.making.graph.nodes.get(arm.origin as usize).is_some_and(|node| node.through);
        if through
            && let Some(halt) = self.halt(arm.origin)
            && let Some(left) = state.left.less(halt.through_limits)
        {
            let counts = state.counts.plus(halt.through_counts);
            let worth = state.worth - halt.through_worth;
            let state = State { left, counts, worth, other_end: true, ..state };
            self.grow(arm.origin, Arm { second: true, ..arm }, state)?;
        }
        ControlFlow::Continue(())
    }

    /// No route that goes on from here can be worth enough.
    fn hopeless(&self, state: &State<W>) -> bool {
        let class = self.making.class;
        self.making.floor > STOP
            && class.adds_up()
            && state.worth + class.extra_potential() + class.potential(&state.seen, state.left)
                < self.making.floor
    }

    fn record(&mut self, state: &State<W>) -> ControlFlow<()> {
        let worth = self.making.class.counted(state.worth);
        let entry = Entry { worth, uses: state.used, marks: state.marks, step: state.step };
        if self.making.class.extras.is_empty() {
            return self.keep(entry);
        }
        let class = self.making.class;
        let extras = class.extras.iter().filter(|extra| extra.bonus.applies(state.marks));
        let (mut entries, mut more) = (vec![entry], Vec::new());
        for extra in extras {
            more.clear();
            for entry in &mut entries {
                let claimed = Entry { worth: entry.worth + extra.worth, ..*entry };
                match extra.claim {
                    Some(claim) => more.push(Entry { uses: entry.uses.or(&claim), ..claimed }),
                    None => *entry = claimed,
                }
            }
            entries.append(&mut more);
        }
        entries.into_iter().try_for_each(|entry| self.keep(entry))
    }

    fn keep(&mut self, entry: Entry<W>) -> ControlFlow<()> {
        if entry.worth < self.making.floor {
            return ControlFlow::Continue(());
        }
        if self.making.rising {
            self.making.floor = entry.worth + 1;
            self.list.routes.clear();
        }
        self.list.routes.push(entry);
        match self.list.routes.len() < self.making.most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}
