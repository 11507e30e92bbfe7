//! The best set of routes: one from each train's list, no two using the same track.
//!
//! What is searched is in `hunt`; here is what is known about the problem, how a first good set is found,
//! and how routes are ruled out before the search: those that another can always stand in for, and, by
//! prices on track (Lagrangian multipliers), those that no better set can have. All arithmetic is on whole
//! numbers, so every machine finds the same.

use super::bits::Bits;
use super::list::Entry;
use super::rules::Bonus;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// A route that could be picked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<const W: usize> {
    /// Its worth.
    pub(super) worth: i64,
    /// Its worth less the prices of what it uses.
    pub(super) value: i64,
    pub(super) uses: Bits<W>,
    pub(super) marks: u64,
    /// Its place in the list of its class.
    pub(super) at: u32,
}

/// The routes of a class of trains, by falling value.
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
    across: Vec<(Bonus, i64)>,
    /// By what is used: its price.
    prices: Vec<i64>,
    pub(super) best: i64,
    pub(super) picks: Picks,
    pub(super) nodes: u64,
    /// No set is worth more.
    pub(super) bound: i64,
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
        let trains = pools.iter().map(|pool| pool.count).sum();
        let picks = SmallVec::from_elem(None, trains);
        let mut packing =
            Packing { pools, across, prices: Vec::new(), best: 0, picks, nodes: 0, bound: i64::MAX };
        packing.sum_up();
        packing
    }

    /// The most that all trains can be worth: the sum of their best.
    fn sum_up(&mut self) {
        let best =
            |pool: &Pool<W>| pool.items.first().map_or(0, |item| item.value.max(0)) * pool.count as i64;
        let most = self.pools.iter().map(best).sum::<i64>() + self.slack();
        self.bound = self.bound.min(most);
    }

    /// What a set may be worth beyond the values of its routes.
    pub(super) fn slack(&self) -> i64 {
        self.prices.iter().sum::<i64>() + self.across_slack()
    }

    /// The same where only these things can be used at all.
    pub(super) fn slack_within(&self, used: &Bits<W>) -> i64 {
        cost(used, &self.prices) + self.across_slack()
    }

    /// The most that routes can be worth together beyond each alone.
    pub(super) fn across_slack(&self) -> i64 {
        self.across.iter().map(|(_, worth)| (*worth).max(0)).sum()
    }

    /// What routes with these marks are worth together beyond each alone.
    pub(super) fn across(&self, marks: u64) -> i64 {
        self.across.iter().filter(|(bonus, _)| bonus.applies(marks)).map(|(_, worth)| worth).sum()
    }

    /// How many routes there are.
    pub(super) fn size(&self) -> usize {
        self.pools.iter().map(|pool| pool.items.len()).sum()
    }

    /// Deletes routes that another of the same list can always stand in for: worth as much, and using
    /// nothing else. (What routes show together for bonuses must be kept, too.)
    pub(super) fn drop_dominated(&mut self) {
        let marked = !self.across.is_empty();
        for pool in &mut self.pools {
            pool.items.sort_by_key(|item| (Reverse(item.worth), item.at));
            let mut kept: Vec<Item<W>> = Vec::new();
            for item in &pool.items {
                let stands_in = |other: &Item<W>| {
                    other.uses.within(&item.uses) && (!marked || item.marks & !other.marks == 0)
                };
                if !kept.iter().any(stands_in) {
                    kept.push(*item);
                }
            }
            kept.sort_by_key(|item| (Reverse(item.value), item.at));
            pool.items = kept;
        }
    }
}

/// A first good set: each train the best that is free, then one by one and two by two again while that
/// helps.
impl<const W: usize> Packing<W> {
    pub(super) fn improve(&mut self) {
        let trains: Vec<usize> = self
            .pools
            .iter()
            .enumerate()
            .flat_map(|(at, pool)| std::iter::repeat_n(at, pool.count))
            .collect();
        let mut best: Vec<Option<usize>> = vec![None; trains.len()];
        for first in 0..trains.len() {
            for seed in 0..3 {
                let mut set = vec![None; trains.len()];
                if let Some(slot) = set.get_mut(first) {
                    *slot = self.item(&trains, first, Some(seed)).map(|_| seed);
                }
                self.climb(&trains, &mut set);
                if self.worth_of(&trains, &set) > self.worth_of(&trains, &best) {
                    best = set;
                }
            }
        }
        while self.climb_pairs(&trains, &mut best) {
            self.climb(&trains, &mut best);
        }
        self.keep(&trains, &best);
    }

    /// The quickest set that is not bad.
    pub(super) fn greedy(&mut self) {
        let trains: Vec<usize> = self
            .pools
            .iter()
            .enumerate()
            .flat_map(|(at, pool)| std::iter::repeat_n(at, pool.count))
            .collect();
        let mut set = vec![None; trains.len()];
        self.climb(&trains, &mut set);
        self.keep(&trains, &set);
    }

    fn item(&self, trains: &[usize], train: usize, at: Option<usize>) -> Option<&Item<W>> {
        self.pools.get(*trains.get(train)?)?.items.get(at?)
    }

    fn used_beside(&self, trains: &[usize], set: &[Option<usize>], beside: [usize; 2]) -> Bits<W> {
        let others = set.iter().enumerate().filter(|(train, _)| !beside.contains(train));
        others.fold(Bits::EMPTY, |used, (train, at)| {
            self.item(trains, train, *at).map_or(used, |item| used.or(&item.uses))
        })
    }

    fn first_free(&self, trains: &[usize], train: usize, used: &Bits<W>) -> Option<usize> {
        let pool = self.pools.get(*trains.get(train)?)?;
        pool.items.iter().position(|item| !item.uses.meets(used))
    }

    fn worth_of(&self, trains: &[usize], set: &[Option<usize>]) -> i64 {
        let items = set.iter().enumerate().filter_map(|(train, at)| self.item(trains, train, *at));
        items.map(|item| item.worth).sum()
    }

    /// Gives each train in turn the best that is free beside the others, while that helps.
    fn climb(&self, trains: &[usize], set: &mut [Option<usize>]) {
        loop {
            let before = self.worth_of(trains, set);
            for train in 0..set.len() {
                let used = self.used_beside(trains, set, [train, train]);
                let free = self.first_free(trains, train, &used);
                if let Some(slot) = set.get_mut(train) {
                    *slot = free;
                }
            }
            if self.worth_of(trains, set) <= before {
                return;
            }
        }
    }

    fn climb_pairs(&self, trains: &[usize], set: &mut [Option<usize>]) -> bool {
        let before = self.worth_of(trains, set);
        for one in 0..set.len() {
            for other in one + 1..set.len() {
                self.climb_pair(trains, set, one, other);
            }
        }
        self.worth_of(trains, set) > before
    }

    fn climb_pair(&self, trains: &[usize], set: &mut [Option<usize>], one: usize, other: usize) {
        const FAR: usize = 60;
        let used = self.used_beside(trains, set, [one, other]);
        let worth =
            |train: usize, at: Option<usize>| self.item(trains, train, at).map_or(0, |item| item.worth);
        let at = |set: &[Option<usize>], train: usize| set.get(train).copied().flatten();
        let mut best = worth(one, at(set, one)) + worth(other, at(set, other));
        let top = worth(other, self.first_free(trains, other, &used));
        let pool = trains.get(one).and_then(|pool| self.pools.get(*pool));
        let items = pool.map(|pool| pool.items.as_slice()).unwrap_or_default();
        let free = items.iter().enumerate().filter(|(_, item)| !item.uses.meets(&used));
        for (place, item) in free.take(FAR) {
            if item.worth + top <= best {
                break;
            }
            let second = self.first_free(trains, other, &used.or(&item.uses));
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

    fn keep(&mut self, trains: &[usize], set: &[Option<usize>]) {
        let items = || set.iter().enumerate().map(|(train, at)| self.item(trains, train, *at));
        let marks = items().flatten().fold(0, |marks, item| marks | item.marks);
        let worth = self.worth_of(trains, set) + self.across(marks);
        if worth > self.best {
            self.picks = items().map(|item| item.map(|item| item.at)).collect();
            self.best = worth;
        }
    }
}

/// Prices on what routes use: Lagrangian relaxation of "nothing is used twice".
impl<const W: usize> Packing<W> {
    /// Finds prices that make the bound sharp, then deletes every route that no set at least as good as
    /// the best known can have, and sorts the rest by value.
    ///
    /// Prices are found on a part of each list, to which the routes are added that turn out to be good at
    /// them; the bound they give is always that of the full lists.
    pub(super) fn price(
        &mut self,
        rounds: usize,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        const FEW: usize = 1_500;
        let mut part = self.clone();
        for pool in &mut part.pools {
            pool.items.truncate(FEW);
        }
        let mut prices = vec![0; W * 64];
        let (mut kept, mut kept_bound) = (prices.clone(), self.bound_at(&prices).0);
        for _ in 0..rounds {
            prices = part.sharpen(prices, go_on)?;
            let bound = self.bound_at(&prices).0;
            if bound < kept_bound {
                kept.clone_from(&prices);
                kept_bound = bound;
            }
            let grown = part.take_in(self, &prices);
            if kept_bound <= self.best || !grown {
                break;
            }
        }
        self.settle(kept);
        ControlFlow::Continue(())
    }

    /// Better prices: they follow the average use by the routes that were best so far (the volume
    /// algorithm).
    fn sharpen(
        &self,
        mut kept: Vec<i64>,
        go_on: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<(), Vec<i64>> {
        const ONE: i64 = 1 << 10;
        const ROUNDS: usize = 250;
        let (mut kept_bound, usage) = self.bound_at(&kept);
        let mut average: Vec<i64> = usage.iter().map(|used| used * ONE).collect();
        let (mut pace, mut idle) = (ONE, 0);
        for _ in 0..ROUNDS {
            go_on()?;
            let slope = |used: &i64, price: i64| if *used > ONE || price > 0 { used - ONE } else { 0 };
            let steep =
                average.iter().zip(&kept).map(|(used, price)| slope(used, *price).pow(2)).sum::<i64>() >> 10;
            if steep == 0 || pace < 8 || kept_bound <= self.best {
                break;
            }
            let gap = (kept_bound - self.best).max(ONE);
            let step =
                |slope: i64| (i128::from(gap) * i128::from(pace * slope) / i128::from(steep * ONE)) as i64;
            let prices: Vec<i64> =
                kept.iter().zip(&average).map(|(p, used)| (p + step(slope(used, *p))).max(0)).collect();
            let (bound, usage) = self.bound_at(&prices);
            for (average, used) in average.iter_mut().zip(&usage) {
                *average += (used * ONE - *average) / 8;
            }
            if bound < kept_bound {
                (kept, kept_bound, idle) = (prices, bound, 0);
                pace = (pace + pace / 8).min(2 * ONE);
            } else {
                idle += 1;
                if idle >= 6 {
                    (pace, idle) = (pace * 2 / 3, 0);
                }
            }
        }
        ControlFlow::Continue(kept)
    }

    /// Takes in the routes of the full lists that are better at these prices than all that are here.
    fn take_in(&mut self, full: &Packing<W>, prices: &[i64]) -> bool {
        const AT_ONCE: usize = 500;
        let mut grown = false;
        for (pool, full) in self.pools.iter_mut().zip(&full.pools) {
            let value = |item: &Item<W>| item.worth - cost(&item.uses, prices);
            let best = pool.items.iter().map(value).max().unwrap_or(0).max(0);
            let mut better: Vec<&Item<W>> = full.items.iter().filter(|item| value(item) > best).collect();
            better.sort_by_key(|item| (Reverse(value(item)), item.at));
            grown |= !better.is_empty();
            pool.items.extend(better.into_iter().take(AT_ONCE));
        }
        grown
    }

    /// The bound at these prices, and how often each thing is used by the routes that make it.
    fn bound_at(&self, prices: &[i64]) -> (i64, Vec<i64>) {
        let mut usage = vec![0; prices.len()];
        let mut bound = prices.iter().sum::<i64>() + self.across_slack();
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

    fn settle(&mut self, prices: Vec<i64>) {
        let (bound, _) = self.bound_at(&prices);
        let best = self.best;
        for pool in &mut self.pools {
            for item in &mut pool.items {
                item.value = item.worth - cost(&item.uses, &prices);
            }
            let top = pool.items.iter().map(|item| item.value).max().unwrap_or(0).max(0);
            pool.items.retain(|item| bound - top + item.value >= best);
            pool.items.sort_by_key(|item| (Reverse(item.value), item.at));
        }
        self.prices = prices;
        self.bound = self.bound.min(bound);
        self.sum_up();
    }
}

fn cost<const W: usize>(uses: &Bits<W>, prices: &[i64]) -> i64 {
    uses.iter().map(|used| prices.get(used).copied().unwrap_or_default()).sum()
}
