//! The best set of routes: one from each train's list, no two using the same track.
//!
//! A depth-first search over lists sorted by value, cut by the best that the remaining trains could add.
//! Where that takes long, prices on track (Lagrangian multipliers) make the bound sharp and delete most
//! routes beforehand. All arithmetic is on whole numbers, so every machine finds the same.

use super::bits::Bits;
use super::list::Entry;
use super::rules::Bonus;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// A route that could be picked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<const W: usize> {
    /// Its worth.
    pub(super) worth: i64,
    /// Its worth less the prices of what it uses.
    value: i64,
    uses: Bits<W>,
    marks: u64,
    /// Its place in the list of its class.
    pub(super) at: u32,
}

/// The routes of a class of trains.
#[derive(Clone, Debug)]
pub(super) struct Pool<const W: usize> {
    /// How many trains pick from it.
    pub(super) count: usize,
    pub(super) items: Vec<Item<W>>,
}

/// What each train runs: by train in the order of the pools, the place in the list.
pub(super) type Picks = SmallVec<[Option<u32>; 6]>;

/// The packing problem and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Packing<const W: usize> {
    pub(super) pools: Vec<Pool<W>>,
    /// By train: the pool it picks from.
    pub(super) trains: Vec<usize>,
    across: Vec<(Bonus, i64)>,
    /// The sum of all prices.
    prices: i64,
    /// By train: the most that it and all later ones can add in value.
    rest: Vec<i64>,
    pub(super) best: i64,
    pub(super) picks: Picks,
    pub(super) nodes: u64,
    /// No set is worth more.
    pub(super) bound: i64,
}

/// How a search is made.
pub(super) struct Hunt<'a> {
    /// At most so many nodes.
    pub(super) nodes: u64,
    /// The part of the first train's list to look at: every so-manieth, starting there.
    pub(super) part: (usize, usize),
    pub(super) go_on: &'a mut dyn FnMut(u64, i64, i64) -> ControlFlow<()>,
}

#[derive(Clone)]
struct Spot<const W: usize> {
    train: usize,
    /// The first item of its pool that is not ruled out by the order of equal trains.
    from: usize,
    used: Bits<W>,
    value: i64,
    worth: i64,
    marks: u64,
    picks: Picks,
}

impl<const W: usize> Packing<W> {
    /// Lists are sorted by falling worth; the pools get the order in which they are searched.
    pub(super) fn new(lists: Vec<(usize, &[Entry<W>])>, across: Vec<(Bonus, i64)>) -> Packing<W> {
        let pool = |(count, routes): (usize, &[Entry<W>])| {
            let item = |(at, route): (usize, &Entry<W>)| Item {
                worth: route.worth,
                value: route.worth,
                uses: route.uses,
                marks: route.marks,
                at: at as u32,
            };
            Pool { count, items: routes.iter().enumerate().map(item).collect() }
        };
        let pools: Vec<Pool<W>> = lists.into_iter().map(pool).collect();
        let trains: Vec<usize> =
            pools.iter().enumerate().flat_map(|(at, pool)| std::iter::repeat_n(at, pool.count)).collect();
        let picks = SmallVec::from_elem(None, trains.len());
        let mut packing = Packing {
            pools,
            trains,
            across,
            prices: 0,
            rest: Vec::new(),
            best: 0,
            picks,
            nodes: 0,
            bound: i64::MAX,
        };
        packing.sum_up();
        packing
    }

    /// The most that all trains from each on can add: the sum of their best.
    fn sum_up(&mut self) {
        self.rest = vec![0; self.trains.len() + 1];
        for at in (0..self.trains.len()).rev() {
            let best = self.pool(at).first().map_or(0, |item| item.value.max(0));
            let after = self.rest.get(at + 1).copied().unwrap_or_default();
            if let Some(rest) = self.rest.get_mut(at) {
                *rest = after + best;
            }
        }
        let most = self.rest.first().copied().unwrap_or_default() + self.prices + self.across_potential();
        self.bound = self.bound.min(most);
    }

    fn pool(&self, train: usize) -> &[Item<W>] {
        let pool = self.trains.get(train).and_then(|pool| self.pools.get(*pool));
        pool.map(|pool| pool.items.as_slice()).unwrap_or_default()
    }

    fn same_pool(&self, one: usize, other: usize) -> bool {
        self.trains.get(one).is_some() && self.trains.get(one) == self.trains.get(other)
    }

    fn rest(&self, train: usize) -> i64 {
        self.rest.get(train).copied().unwrap_or_default()
    }

    fn across_potential(&self) -> i64 {
        self.across.iter().map(|(_, worth)| (*worth).max(0)).sum()
    }

    fn across(&self, marks: u64) -> i64 {
        self.across.iter().filter(|(bonus, _)| bonus.applies(marks)).map(|(_, worth)| worth).sum()
    }

    fn start(&self) -> Spot<W> {
        Spot { train: 0, from: 0, used: Bits::EMPTY, value: 0, worth: 0, marks: 0, picks: SmallVec::new() }
    }

    /// Solves the last trains alone, then the last but one with them, and so on: sharper bounds.
    pub(super) fn russian_doll(&mut self, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        let (best, picks, bound) = (self.best, self.picks.clone(), self.bound);
        if !self.across.is_empty() {
            return ControlFlow::Continue(()); // what a suffix adds depends on the trains before it
        }
        for train in (1..self.trains.len()).rev() {
            if train + 1 == self.trains.len() {
                continue;
            }
            self.best = -1;
            let mut spot = self.start();
            spot.train = train;
            spot.picks = SmallVec::from_elem(None, train);
            let mut part = Hunt { nodes: hunt.nodes, part: (0, 1), go_on: &mut *hunt.go_on };
            let done = self.search(spot, &mut part);
            let solved = self.best;
            if done.is_break() {
                (self.best, self.picks, self.bound) = (best, picks, bound);
                return done;
            }
            if let Some(rest) = self.rest.get_mut(train) {
                *rest = (*rest).min(solved.max(0));
            }
        }
        (self.best, self.picks, self.bound) = (best, picks, bound);
        ControlFlow::Continue(())
    }

    /// Searches for a set worth more than the best known. Breaks when told to stop or out of nodes.
    pub(super) fn hunt(&mut self, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        let spot = self.start();
        self.search(spot, hunt)
    }

    fn search(&mut self, spot: Spot<W>, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        self.nodes += 1;
        if hunt.nodes == 0 {
            return ControlFlow::Break(());
        }
        hunt.nodes -= 1;
        if self.nodes.is_multiple_of(64) {
            (hunt.go_on)(self.nodes, self.best, self.bound)?;
        }
        if spot.train >= self.trains.len() {
            self.found(&spot);
            return ControlFlow::Continue(());
        }
        let slack = self.prices + self.across_potential();
        let last = spot.train + 1 == self.trains.len();
        let (step, first) = if spot.train == 0 { (hunt.part.1.max(1), hunt.part.0) } else { (1, 0) };
        let mut at = spot.from + first;
        while let Some(item) = self.pool(spot.train).get(at).copied() {
            if spot.value + item.value + self.rest(spot.train + 1) + slack <= self.best {
                break;
            }
            if !item.uses.meets(&spot.used) {
                let next = self.picked(&spot, at, &item);
                if last {
                    self.found(&next);
                } else if next.value + self.free_rest(&next) + slack > self.best {
                    self.search(next, hunt)?;
                }
            }
            at += step;
        }
        if hunt.part.0 == 0 || spot.train > 0 {
            self.search(self.stays_home(&spot), hunt)?;
        }
        ControlFlow::Continue(())
    }

    fn picked(&self, spot: &Spot<W>, at: usize, item: &Item<W>) -> Spot<W> {
        let mut picks = spot.picks.clone();
        picks.push(Some(item.at));
        Spot {
            train: spot.train + 1,
            from: if self.same_pool(spot.train, spot.train + 1) { at + 1 } else { 0 },
            used: spot.used.or(&item.uses),
            value: spot.value + item.value,
            worth: spot.worth + item.worth,
            marks: spot.marks | item.marks,
            picks,
        }
    }

    /// A train without a route: equal ones after it stay at home, too.
    fn stays_home(&self, spot: &Spot<W>) -> Spot<W> {
        let mut next = Spot { from: 0, ..spot.clone() };
        loop {
            next.picks.push(None);
            next.train += 1;
            if !self.same_pool(spot.train, next.train) {
                return next;
            }
        }
    }

    /// The most that the remaining trains can add beside what is used now: for each the first route of
    /// its list that is free, looking not too far.
    fn free_rest(&self, spot: &Spot<W>) -> i64 {
        const FAR: usize = 48;
        let mut most = 0;
        for train in spot.train..self.trains.len() {
            let from = if self.same_pool(spot.train, train) { spot.from } else { 0 };
            let near = self.pool(train).get(from..).unwrap_or_default();
            let free = near.iter().take(FAR).find(|item| !item.uses.meets(&spot.used));
            let free = free.or_else(|| near.get(FAR)).map_or(0, |item| item.value.max(0));
            most += free;
        }
        most.min(self.rest(spot.train))
    }

    fn found(&mut self, spot: &Spot<W>) {
        let worth = spot.worth + self.across(spot.marks);
        if worth > self.best {
            self.best = worth;
            self.picks = spot.picks.clone();
            self.picks.resize(self.trains.len(), None);
        }
    }

    /// All best sets, one after the other; breaks when there are too many.
    pub(super) fn ties(&mut self, nodes: u64, visit: &mut dyn FnMut(&Picks)) {
        let best = self.best;
        let mut left = nodes;
        let spot = self.start();
        let _ = self.tie(spot, best, &mut left, visit);
    }

    fn tie(
        &self,
        spot: Spot<W>,
        best: i64,
        left: &mut u64,
        visit: &mut dyn FnMut(&Picks),
    ) -> ControlFlow<()> {
        if *left == 0 {
            return ControlFlow::Break(());
        }
        *left -= 1;
        if spot.train >= self.trains.len() {
            if spot.worth + self.across(spot.marks) == best {
                visit(&spot.picks);
            }
            return ControlFlow::Continue(());
        }
        let slack = self.prices + self.across_potential();
        for (at, item) in self.pool(spot.train).iter().enumerate().skip(spot.from) {
            if spot.value + item.value + self.rest(spot.train + 1) + slack < best {
                break;
            }
            if !item.uses.meets(&spot.used) {
                let next = self.picked(&spot, at, item);
                if next.value + self.free_rest(&next) + slack >= best {
                    self.tie(next, best, left, visit)?;
                }
            }
        }
        let home = self.stays_home(&spot);
        match home.value + self.rest(home.train) + slack >= best {
            true => self.tie(home, best, left, visit),
            false => ControlFlow::Continue(()),
        }
    }
}

/// A first good set, by hand: each train the best that is free, then one by one and two by two again
/// while that helps.
impl<const W: usize> Packing<W> {
    pub(super) fn improve(&mut self) {
        const STARTS: usize = 6;
        let trains = self.trains.len();
        for first in 0..trains {
            for seed in 0..STARTS {
                let mut set: Vec<Option<usize>> = vec![None; trains];
                if let Some(slot) = set.get_mut(first) {
                    *slot = self.pool(first).get(seed).map(|_| seed);
                }
                self.climb(&mut set);
                self.keep(&set);
            }
        }
    }

    fn item(&self, train: usize, at: Option<usize>) -> Option<&Item<W>> {
        at.and_then(|at| self.pool(train).get(at))
    }

    fn used_beside(&self, set: &[Option<usize>], beside: [usize; 2]) -> Bits<W> {
        let others = set.iter().enumerate().filter(|(train, _)| !beside.contains(train));
        others.fold(Bits::EMPTY, |used, (train, at)| {
            self.item(train, *at).map_or(used, |item| used.or(&item.uses))
        })
    }

    fn first_free(&self, train: usize, used: &Bits<W>) -> Option<usize> {
        self.pool(train).iter().position(|item| !item.uses.meets(used))
    }

    fn worth_of(&self, set: &[Option<usize>]) -> i64 {
        set.iter().enumerate().filter_map(|(train, at)| self.item(train, *at)).map(|item| item.worth).sum()
    }

    fn climb(&self, set: &mut [Option<usize>]) {
        loop {
            let before = self.worth_of(set);
            for train in 0..set.len() {
                let used = self.used_beside(set, [train, train]);
                let free = self.first_free(train, &used);
                if let Some(slot) = set.get_mut(train) {
                    *slot = free;
                }
            }
            for one in 0..set.len() {
                for other in one + 1..set.len() {
                    self.climb_pair(set, one, other);
                }
            }
            if self.worth_of(set) <= before {
                return;
            }
        }
    }

    fn climb_pair(&self, set: &mut [Option<usize>], one: usize, other: usize) {
        const FAR: usize = 200;
        let used = self.used_beside(set, [one, other]);
        let worth = |train: usize, at: Option<usize>| self.item(train, at).map_or(0, |item| item.worth);
        let at = |set: &[Option<usize>], train: usize| set.get(train).copied().flatten();
        let mut best = worth(one, at(set, one)) + worth(other, at(set, other));
        let top = worth(other, self.first_free(other, &used));
        let mut looked = 0;
        for (place, item) in self.pool(one).iter().enumerate() {
            if item.worth + top <= best || looked > FAR {
                break;
            }
            if item.uses.meets(&used) {
                continue;
            }
            looked += 1;
            let second = self.first_free(other, &used.or(&item.uses));
            if item.worth + worth(other, second) > best {
                best = item.worth + worth(other, second);
                for (train, place) in [(one, Some(place)), (other, second)] {
                    if let Some(slot) = set.get_mut(train) {
                        *slot = place;
                    }
                }
            }
        }
    }

    fn keep(&mut self, set: &[Option<usize>]) {
        let marks = set.iter().enumerate().filter_map(|(train, at)| self.item(train, *at));
        let marks = marks.fold(0, |marks, item| marks | item.marks);
        let worth = self.worth_of(set) + self.across(marks);
        if worth > self.best {
            self.best = worth;
            let picks = set.iter().enumerate().map(|(train, at)| self.item(train, *at).map(|item| item.at));
            self.picks = picks.collect();
        }
    }
}

/// Prices on what routes use: Lagrangian relaxation of "nothing is used twice".
impl<const W: usize> Packing<W> {
    /// Finds prices that make the bound sharp, then deletes every route that no set better than (or as
    /// good as) the best known can have, and sorts the rest by value.
    pub(super) fn price(
        &mut self,
        rounds: usize,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut prices = vec![0_i64; W * 64];
        let mut kept = prices.clone();
        let mut kept_bound = self.bound_at(&prices).0;
        let mut pace = 2 << 8;
        let mut idle = 0;
        for _ in 0..rounds {
            go_on()?;
            let (bound, usage) = self.bound_at(&prices);
            if bound < kept_bound {
                (kept_bound, idle) = (bound, 0);
                kept.clone_from(&prices);
            } else {
                idle += 1;
            }
            if bound <= self.best {
                break;
            }
            if idle >= 8 {
                (pace, idle) = (pace / 2, 0);
                prices.clone_from(&kept);
            }
            let moves = usage.iter().zip(&prices).filter(|(used, price)| **used > 1 || **price > 0);
            let excess: i64 = moves.map(|(used, _)| (used - 1) * (used - 1)).sum();
            if excess == 0 || pace == 0 {
                break;
            }
            let step = ((bound - self.best).max(1) * pace / (excess << 8)).max(1);
            for (price, used) in prices.iter_mut().zip(&usage) {
                *price = (*price + step * (used - 1)).max(0);
            }
        }
        self.settle(&kept);
        ControlFlow::Continue(())
    }

    /// The bound at these prices, and how often each thing is used by the routes that make it.
    fn bound_at(&self, prices: &[i64]) -> (i64, Vec<i64>) {
        let mut usage = vec![0; prices.len()];
        let mut bound: i64 = prices.iter().sum::<i64>() + self.across_potential();
        for pool in &self.pools {
            let valued = pool.items.iter().map(|item| (item.worth - cost(&item.uses, prices), item));
            let best = valued.reduce(|best, next| if next.0 > best.0 { next } else { best });
            if let Some((value, item)) = best.filter(|(value, _)| *value > 0) {
                bound += value * pool.count as i64;
                for used in item.uses.iter() {
                    if let Some(usage) = usage.get_mut(used) {
                        *usage += pool.count as i64;
                    }
                }
            }
        }
        (bound, usage)
    }

    fn settle(&mut self, prices: &[i64]) {
        let (bound, _) = self.bound_at(prices);
        self.prices = prices.iter().sum();
        let best = self.best;
        for pool in &mut self.pools {
            for item in &mut pool.items {
                item.value = item.worth - cost(&item.uses, prices);
            }
            let top = pool.items.iter().map(|item| item.value).max().unwrap_or(0).max(0);
            pool.items.retain(|item| bound - top + item.value >= best);
            pool.items.sort_by_key(|item| (std::cmp::Reverse(item.value), item.at));
        }
        self.bound = self.bound.min(bound);
        self.sum_up();
    }

    /// Deletes routes that another of the same list can always stand in for: worth as much, and using
    /// nothing else. (What routes show together for bonuses must be kept, too.)
    pub(super) fn drop_dominated(&mut self) {
        let marked = !self.across.is_empty();
        for pool in &mut self.pools {
            pool.items.sort_by_key(|item| (std::cmp::Reverse(item.worth), item.at));
            let mut kept: Vec<Item<W>> = Vec::new();
            for item in &pool.items {
                let stands_in = |other: &Item<W>| {
                    other.uses.within(&item.uses) && (!marked || item.marks & !other.marks == 0)
                };
                if !kept.iter().any(stands_in) {
                    kept.push(*item);
                }
            }
            kept.sort_by_key(|item| (std::cmp::Reverse(item.value), item.at));
            pool.items = kept;
        }
    }

    /// How many routes are left.
    pub(super) fn size(&self) -> usize {
        self.pools.iter().map(|pool| pool.items.len()).sum()
    }
}

fn cost<const W: usize>(uses: &Bits<W>, prices: &[i64]) -> i64 {
    uses.iter().map(|used| prices.get(used).copied().unwrap_or_default()).sum()
}
