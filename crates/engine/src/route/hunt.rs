//! The search for the best set: depth first, train by train, each list cut down to what is still free.
//!
//! Lists are sorted by falling worth: what is worth much uses much, so little is left to try beside it.
//! What is left is bounded twice, by worth and by value (see `price`). Equal trains pick in the order of
//! their list: a set is met once. Sets as good as the best known are looked for, too: among equals one
//! comes first.

use super::bits::Bits;
use super::pack::{Item, Packing, Picks};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// It is asked whether to go on whenever there were so many nodes, or so many routes were looked at.
const OFTEN: (u64, u64) = (32, 100_000);

/// How a search is made.
pub(super) struct Hunt<'a> {
    /// How many routes may (still) be looked at.
    pub(super) work: u64,
    /// When it was last asked whether to go on: at which node, and how many routes were left.
    pub(super) asked: (u64, u64),
    /// The part of the first train's list to look at: every so-manieth, starting there.
    pub(super) part: (usize, usize),
    /// Whether the one of two equally good sets comes before the other.
    pub(super) first: &'a mut dyn FnMut(&Picks, &Picks) -> bool,
    /// Asked now and then with nodes, best and bound.
    pub(super) go_on: &'a mut dyn FnMut(u64, i64, i64) -> ControlFlow<()>,
}

/// What is left to pick from.
struct Level<const W: usize> {
    /// One list per pool; empty for the pools that are done.
    lists: SmallVec<[Vec<Item<W>>; 4]>,
    /// By pool: no route has a higher value.
    tops: SmallVec<[i64; 4]>,
    /// What a set may be worth beyond the values of its routes.
    slack: i64,
}

impl<const W: usize> Level<W> {
    /// The list from which a pool picks.
    fn list(&self, pool: usize, skip: usize) -> &[Item<W>] {
        self.lists.get(pool).and_then(|list| list.get(skip..)).unwrap_or_default()
    }

    fn top(&self, pool: usize) -> i64 {
        self.tops.get(pool).copied().unwrap_or_default()
    }
}

/// The most that one route of a list is worth.
fn most_of<const W: usize>(list: &[Item<W>]) -> i64 {
    list.first().map_or(0, |item| item.worth.max(0))
}

/// Where the search is.
#[derive(Clone)]
struct Spot<const W: usize> {
    /// The pool the next train picks from, and how many trains of it are left.
    pool: usize,
    left: usize,
    /// The part of its list that is left to these: what comes from here.
    from: usize,
    used: Bits<W>,
    value: i64,
    worth: i64,
    marks: u64,
    picks: Picks,
}

/// The most that could come of a spot, by worth and by value.
#[derive(Clone, Copy)]
struct Most {
    worth: i64,
    value: i64,
}

impl<const W: usize> Packing<W> {
    /// Searches on. Breaks when told to stop or out of work.
    pub(super) fn hunt(&mut self, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        let tops = self.pools.iter().map(|pool| pool.top).collect();
        let lists = self.pools.iter_mut().map(|pool| std::mem::take(&mut pool.items)).collect();
        let level = Level { lists, tops, slack: self.slack() };
        let spot = Spot {
            pool: 0,
            left: self.count(0),
            from: 0,
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
    fn hopeful(&self, bound: i64) -> bool {
        bound >= self.best
    }

    /// What is picked, and the most that the pools after the spot's can add.
    fn beside(&self, level: &Level<W>, spot: &Spot<W>) -> Most {
        let pools = || (spot.pool + 1..level.lists.len()).map(|pool| (pool, self.count(pool) as i64));
        let worth: i64 = pools().map(|(pool, count)| most_of(level.list(pool, 0)) * count).sum();
        let value: i64 = pools().map(|(pool, count)| level.top(pool) * count).sum();
        Most { worth: spot.worth + self.across_slack() + worth, value: spot.value + level.slack + value }
    }

    /// Counts a node.
    fn count_node(&mut self, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        self.nodes += 1;
        self.ask(hunt)
    }

    /// Asks whether to go on if it is time.
    fn ask(&mut self, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        let (nodes, work) = hunt.asked;
        if self.nodes - nodes < OFTEN.0 && work - hunt.work < OFTEN.1 {
            return ControlFlow::Continue(());
        }
        hunt.asked = (self.nodes, hunt.work);
        (hunt.go_on)(self.nodes, self.best, self.bound)
    }

    fn search(&mut self, level: &Level<W>, spot: Spot<W>, hunt: &mut Hunt<'_>) -> ControlFlow<()> {
        self.count_node(hunt)?;
        if spot.pool >= level.lists.len() {
            self.found(&spot, hunt);
            return ControlFlow::Continue(());
        }
        let beside = self.beside(level, &spot);
        let equals = level.top(spot.pool) * (spot.left as i64 - 1);
        let root = spot.picks.is_empty();
        let (start, step) = if root { (hunt.part.0, hunt.part.1.max(1)) } else { (0, 1) };
        for (at, item) in level.list(spot.pool, 0).iter().enumerate().skip(start).step_by(step) {
            hunt.work = hunt.work.saturating_sub(1);
            // Equal trains pick later items, which are worth no more.
            if !self.hopeful(beside.worth + item.worth * spot.left as i64) {
                break;
            }
            if self.hopeful(beside.value + item.value + equals) {
                self.pick(level, at, item, &spot, hunt)?;
            }
        }
        if (hunt.part.0 == 0 || !root) && self.hopeful(beside.worth.min(beside.value)) {
            let mut home = spot;
            home.picks.resize(home.picks.len() + home.left, None);
            (home.pool, home.left, home.from) = (home.pool + 1, self.count(home.pool + 1), 0);
            self.search(level, home, hunt)?;
        }
        match hunt.work {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Picks an item and goes on with what is free beside it.
    fn pick(
        &mut self,
        level: &Level<W>,
        at: usize,
        item: &Item<W>,
        spot: &Spot<W>,
        hunt: &mut Hunt<'_>,
    ) -> ControlFlow<()> {
        let next = self.picked(spot, item, at);
        let last = level.lists.len();
        if next.pool >= last {
            self.found(&next, hunt);
            return ControlFlow::Continue(());
        }
        if next.pool + 1 == last && next.left == 1 {
            return self.last(level, item, next, hunt);
        }
        match self.free(level, item, &next, hunt) {
            Some(below) => self.search(&below, next, hunt),
            None => self.ask(hunt),
        }
    }

    fn picked(&self, spot: &Spot<W>, item: &Item<W>, at: usize) -> Spot<W> {
        let mut picks = spot.picks.clone();
        picks.push(Some(item.at));
        let (pool, left, from) = match spot.left {
            0 | 1 => (spot.pool + 1, self.count(spot.pool + 1), 0),
            left => (spot.pool, left - 1, at + 1),
        };
        Spot {
            pool,
            left,
            from,
            used: spot.used.or(&item.uses),
            value: spot.value + item.value,
            worth: spot.worth + item.worth,
            marks: spot.marks | item.marks,
            picks,
        }
    }

    /// The lists of what is free beside an item and may be part of a set worth looking for; none if there
    /// can be no such set.
    fn free(
        &mut self,
        level: &Level<W>,
        item: &Item<W>,
        next: &Spot<W>,
        hunt: &mut Hunt<'_>,
    ) -> Option<Level<W>> {
        let mut below = Level { lists: SmallVec::new(), tops: SmallVec::new(), slack: 0 };
        let mut usable = next.used;
        // The most that can come of it: of lists seen to already by what is free now, of others as before.
        let mut most = self.beside(level, next);
        most.worth += most_of(level.list(next.pool, next.from)) * next.left as i64;
        most.value += level.top(next.pool) * next.left as i64;
        for pool in 0..level.lists.len() {
            let (mut free, mut top) = (Vec::new(), 0);
            if pool >= next.pool {
                let (from, trains) =
                    if pool == next.pool { (next.from, next.left) } else { (0, self.count(pool)) };
                let list = level.list(pool, from);
                let (worth, value) = (most.worth - most_of(list), most.value - level.top(pool));
                for there in list {
                    if !self.hopeful(worth + there.worth) {
                        break;
                    }
                    hunt.work = hunt.work.saturating_sub(1);
                    if !there.uses.meets(&item.uses) && self.hopeful(value + there.value) {
                        top = top.max(there.value);
                        usable = usable.or(&there.uses);
                        free.push(*there);
                    }
                }
                most.worth -= (most_of(list) - most_of(&free)) * trains as i64;
                most.value -= (level.top(pool) - top) * trains as i64;
            }
            below.lists.push(free);
            below.tops.push(top);
        }
        below.slack = self.slack_within(&usable);
        most.value -= level.slack - below.slack;
        self.hopeful(most.worth.min(most.value)).then(|| self.cut_down(below, most))
    }

    /// Drops what cannot be part of a set worth looking for, now that it is known what is free.
    fn cut_down(&self, mut level: Level<W>, most: Most) -> Level<W> {
        for (list, top) in level.lists.iter_mut().zip(&level.tops) {
            let (worth, value) = (most.worth - most_of(list), most.value - top);
            list.retain(|item| self.hopeful(worth + item.worth) && self.hopeful(value + item.value));
        }
        level
    }

    /// The last train: the first route that is free is the best.
    fn last(
        &mut self,
        level: &Level<W>,
        item: &Item<W>,
        next: Spot<W>,
        hunt: &mut Hunt<'_>,
    ) -> ControlFlow<()> {
        self.count_node(hunt)?;
        let extra = self.across_slack();
        for there in level.list(next.pool, next.from) {
            if !self.hopeful(next.worth + there.worth + extra) {
                break;
            }
            hunt.work = hunt.work.saturating_sub(1);
            if !there.uses.meets(&item.uses) {
                self.found(&self.picked(&next, there, 0), hunt);
            }
        }
        if self.hopeful(next.worth + extra) {
            let mut home = next;
            home.picks.push(None);
            self.found(&home, hunt);
        }
        ControlFlow::Continue(())
    }

    fn found(&mut self, spot: &Spot<W>, hunt: &mut Hunt<'_>) {
        let worth = spot.worth + self.across(spot.marks);
        let known = worth == self.best && spot.picks == self.picks;
        if worth > self.best || (worth == self.best && !known && (hunt.first)(&spot.picks, &self.picks)) {
            self.best = worth;
            self.picks.clone_from(&spot.picks);
        }
    }
}
