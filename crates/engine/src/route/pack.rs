//! The best set of routes: one from each train's list, no two using the same track.
//!
//! Here is what is known about the problem. A first good set is found in `climb`, `price` rules out routes
//! that no better set can have, and `hunt` searches what is left. All arithmetic is on whole numbers, so
//! every machine finds the same.

use super::bits::Bits;
use super::list::Entry;
use super::price::cost;
use super::rules::Bonus;
use smallvec::SmallVec;

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

/// The routes of a class of trains, by falling worth.
#[derive(Clone, Debug)]
pub(super) struct Pool<const W: usize> {
    /// How many trains pick from it.
    pub(super) count: usize,
    pub(super) items: Vec<Item<W>>,
    /// No route has a higher value.
    pub(super) top: i64,
}

/// What each train runs: by train in the order of the pools, the place in the list.
pub(super) type Picks = SmallVec<[Option<u32>; 6]>;

/// The packing problem and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct Packing<const W: usize> {
    pub(super) pools: Vec<Pool<W>>,
    across: Vec<(Bonus, i64)>,
    /// By what is used: its price.
    pub(super) prices: Vec<i64>,
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
            let top = routes.first().map_or(0, |route| route.worth.max(0));
            Pool { count, items: routes.iter().enumerate().map(item).collect(), top }
        };
        let pools: Vec<Pool<W>> = lists.into_iter().map(pool).collect();
        let trains = pools.iter().map(|pool| pool.count).sum();
        let picks = SmallVec::from_elem(None, trains);
        let mut packing =
            Packing { pools, across, prices: vec![0; W * 64], best: 0, picks, nodes: 0, bound: 0 };
        let most = packing.pools.iter().map(|pool| pool.top * pool.count as i64).sum::<i64>();
        packing.bound = most + packing.across_slack();
        packing
    }

    /// The same problem with the first routes of each list only.
    pub(super) fn excerpt(&self, few: usize) -> Packing<W> {
        let pool = |pool: &Pool<W>| Pool { items: pool.items.iter().take(few).copied().collect(), ..*pool };
        Packing {
            pools: self.pools.iter().map(pool).collect(),
            across: self.across.clone(),
            prices: self.prices.clone(),
            picks: self.picks.clone(),
            ..*self
        }
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
}
