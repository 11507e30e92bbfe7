//! The search for the best set: depth first, train by train, each list cut down to what is still free.
//!
//! Lists are sorted by falling value, so the first item of each remaining list bounds what the rest can
//! add. Equal trains pick in the order of their list: a set is met once.

use super::bits::Bits;
use super::pack::{Item, Packing, Picks};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// It is asked whether to go on at least whenever so many routes were looked at.
const OFTEN: u64 = 100_000;

/// What is asked for.
pub(super) enum Quest<'a> {
    /// A set worth more than the best known, until there is none.
    Better,
    /// Every set worth as much as the best known.
    Equal(&'a mut dyn FnMut(&Picks)),
}

/// How a search is made.
pub(super) struct Hunt<'a> {
    pub(super) quest: Quest<'a>,
    /// How many routes may (still) be looked at.
    pub(super) work: u64,
    /// How many were left when it was last asked whether to go on.
    pub(super) asked: u64,
    /// The part of the first train's list to look at: every so-manieth, starting there.
    pub(super) part: (usize, usize),
    /// Asked now and then with nodes, best and bound.
    pub(super) go_on: &'a mut dyn FnMut(u64, i64, i64) -> ControlFlow<()>,
}

/// The lists that are left, one per pool.
struct Level<const W: usize> {
    lists: SmallVec<[Vec<Item<W>>; 4]>,
    /// What a set may be worth beyond the values of its routes.
    slack: i64,
}

#[derive(Clone)]
struct Spot<const W: usize> {
    /// The pool the next train picks from, and how many trains of it are left.
    pool: usize,
    left: usize,
    used: Bits<W>,
    value: i64,
    worth: i64,
    marks: u64,
    picks: Picks,
}

impl<const W: usize> Packing<W> {
    /// Searches on. Breaks when told to stop or out of work.
    pub(super) fn hunt(&mut self, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        let lists = self.pools.iter_mut().map(|pool| std::mem::take(&mut pool.items)).collect();
        let level = Level { lists, slack: self.slack() };
        let spot = Spot {
            pool: 0,
            left: self.count(0),
            used: Bits::EMPTY,
            value: 0,
            worth: 0,
            marks: 0,
            picks: SmallVec::new(),
        };
        let flow = self.search(&level, spot, hunt);
        for (pool, items) in self.pools.iter_mut().zip(level.lists) {
            pool.items = items;
        }
        flow
    }

    fn count(&self, pool: usize) -> usize {
        self.pools.get(pool).map_or(0, |pool| pool.count)
    }

    /// Whether a bound leaves anything to look for.
    fn hopeful(&self, bound: i64, hunt: &Hunt<'_>) -> bool {
        match hunt.quest {
            Quest::Better => bound > self.best,
            Quest::Equal(_) => bound >= self.best,
        }
    }

    fn search(&mut self, level: &Level<W>, spot: Spot<W>, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(32) || hunt.asked - hunt.work > OFTEN {
            hunt.asked = hunt.work;
            (hunt.go_on)(self.nodes, self.best, self.bound)?;
        }
        let Some(list) = level.lists.get(spot.pool) else {
            self.found(&spot, hunt);
            return ControlFlow::Continue(());
        };
        let others: i64 = (spot.pool + 1..level.lists.len())
            .map(|pool| first(&level.lists, pool) * self.count(pool) as i64)
            .sum();
        let slack = level.slack;
        let top = spot.picks.is_empty();
        let (start, step) = if top { (hunt.part.0, hunt.part.1.max(1)) } else { (0, 1) };
        let mut at = start;
        while let Some(item) = list.get(at) {
            // Equal trains pick later items, which are worth no more.
            if !self.hopeful(spot.value + item.value * spot.left as i64 + others + slack, hunt) {
                break;
            }
            let next = picked(&spot, item, self.count(spot.pool + 1));
            self.descend(level, at, item, next, hunt)?;
            at += step;
        }
        if (hunt.part.0 == 0 || !top) && self.hopeful(spot.value + others + slack, hunt) {
            let mut home = spot;
            home.picks.resize(home.picks.len() + home.left, None);
            (home.pool, home.left) = (home.pool + 1, self.count(home.pool + 1));
            self.search(level, home, hunt)?;
        }
        ControlFlow::Continue(())
    }

    /// Goes on with what is free beside an item that was picked.
    fn descend(
        &mut self,
        level: &Level<W>,
        at: usize,
        item: &Item<W>,
        next: Spot<W>,
        hunt: &mut Hunt<'_>,
    ) -> ControlFlow<()> {
        if next.pool >= level.lists.len() {
            self.found(&next, hunt);
            return ControlFlow::Continue(());
        }
        if next.pool + 1 == level.lists.len() && next.left == 1 {
            return self.last(level, at, item, next, hunt);
        }
        let mut lists: SmallVec<[Vec<Item<W>>; 4]> = SmallVec::new();
        let slack = level.slack;
        let (mut usable, mut plain) = (next.used, next.worth);
        for pool in 0..level.lists.len() {
            if pool < next.pool {
                lists.push(Vec::new());
                continue;
            }
            let skip = if pool == next.pool && self.same(&next) { at + 1 } else { 0 };
            let list = level.lists.get(pool).and_then(|list| list.get(skip..)).unwrap_or_default();
            // What the other trains can add at most: what was found free for pools before, what was
            // free so far for pools after.
            let trains = |pool: usize| if pool == next.pool { next.left } else { self.count(pool) } as i64;
            let before: i64 = (next.pool..pool).map(|pool| first(&lists, pool) * trains(pool)).sum();
            let after: i64 = (pool + 1..level.lists.len()).map(|p| first(&level.lists, p) * trains(p)).sum();
            let fixed = next.value + before + after + slack;
            let mut free = Vec::new();
            let (mut most, mut worth) = (0, 0);
            for item_there in list {
                let rest = (most * (trains(pool) - 1)).max(item_there.value * (trains(pool) - 1));
                if !self.hopeful(fixed + item_there.value + rest.max(0), hunt) {
                    break;
                }
                hunt.work = hunt.work.saturating_sub(1);
                if !item_there.uses.meets(&item.uses) {
                    most = most.max(item_there.value);
                    worth = worth.max(item_there.worth);
                    usable = usable.or(&item_there.uses);
                    free.push(*item_there);
                }
            }
            plain += worth * trains(pool);
            lists.push(free);
        }
        if hunt.work == 0 {
            return ControlFlow::Break(());
        }
        // Neither by worth alone, nor by value with what can still be used.
        let slack = self.slack_within(&usable);
        let rest = |pool: usize| {
            first(&lists, pool) * if pool == next.pool { next.left } else { self.count(pool) } as i64
        };
        let valued: i64 = next.value + (next.pool..lists.len()).map(rest).sum::<i64>() + slack;
        if !self.hopeful(valued.min(plain + self.across_slack()), hunt) {
            return ControlFlow::Continue(());
        }
        self.search(&Level { lists, slack }, next, hunt)
    }

    /// The last train: no list of what is free has to be made.
    fn last(
        &mut self,
        level: &Level<W>,
        at: usize,
        item: &Item<W>,
        next: Spot<W>,
        hunt: &mut Hunt<'_>,
    ) -> ControlFlow<()> {
        self.nodes += 1;
        let skip = if self.same(&next) { at + 1 } else { 0 };
        let slack = level.slack;
        for there in level.lists.get(next.pool).and_then(|list| list.get(skip..)).unwrap_or_default() {
            if !self.hopeful(next.value + there.value + slack, hunt) {
                break;
            }
            hunt.work = hunt.work.saturating_sub(1);
            if !there.uses.meets(&item.uses) {
                self.found(&picked(&next, there, 0), hunt);
            }
        }
        if self.hopeful(next.value + slack, hunt) {
            let mut home = next;
            home.picks.push(None);
            self.found(&home, hunt);
        }
        match hunt.work {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Whether the next train picks from the same list as the one before it.
    fn same(&self, next: &Spot<W>) -> bool {
        next.left < self.count(next.pool)
    }

    fn found(&mut self, spot: &Spot<W>, hunt: &mut Hunt<'_>) {
        let worth = spot.worth + self.across(spot.marks);
        match &mut hunt.quest {
            Quest::Better if worth > self.best => {
                self.best = worth;
                self.picks = spot.picks.clone();
            }
            Quest::Equal(visit) if worth == self.best => visit(&spot.picks),
            _ => {}
        }
    }
}

fn first<const W: usize>(lists: &[Vec<Item<W>>], pool: usize) -> i64 {
    lists.get(pool).and_then(|list| list.first()).map_or(0, |item| item.value.max(0))
}

fn picked<const W: usize>(spot: &Spot<W>, item: &Item<W>, next_count: usize) -> Spot<W> {
    let mut picks = spot.picks.clone();
    picks.push(Some(item.at));
    let (pool, left) = if spot.left > 1 { (spot.pool, spot.left - 1) } else { (spot.pool + 1, next_count) };
    Spot {
        pool,
        left,
        used: spot.used.or(&item.uses),
        value: spot.value + item.value,
        worth: spot.worth + item.worth,
        marks: spot.marks | item.marks,
        picks,
    }
}
