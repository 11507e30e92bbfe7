//! Good sets, quickly: the better the set that is known, the less has to be searched.

use super::bits::Bits;
use super::pack::{Item, Packing};

/// How far down the list a better pair is looked for.
const FAR: usize = 60;

/// By train: the place of its route in the pool.
type Set = Vec<Option<usize>>;

impl<const W: usize> Packing<W> {
    /// A set in which no train alone can do better.
    pub(super) fn greedy(&mut self) {
        let trains = self.trains();
        let mut set = vec![None; trains.len()];
        self.climb(&trains, &mut set);
        self.keep(&trains, &set);
    }

    /// A set made of what has the highest value, train after train, and then better by worth.
    pub(super) fn dive(&mut self) {
        let trains = self.trains();
        let mut set: Set = Vec::with_capacity(trains.len());
        let mut used = Bits::EMPTY;
        for train in 0..trains.len() {
            let free = self.richest_free(&trains, train, &used);
            set.push(free);
            used = self.item(&trains, train, free).map_or(used, |item| used.or(&item.uses));
        }
        self.climb(&trains, &mut set);
        self.climb_pairs(&trains, &mut set);
        self.keep(&trains, &set);
    }

    /// By train: the pool it picks from.
    fn trains(&self) -> Vec<usize> {
        let pools = self.pools.iter().enumerate();
        pools.flat_map(|(at, pool)| std::iter::repeat_n(at, pool.count)).collect()
    }

    fn items(&self, trains: &[usize], train: usize) -> &[Item<W>] {
        let pool = trains.get(train).and_then(|pool| self.pools.get(*pool));
        pool.map(|pool| pool.items.as_slice()).unwrap_or_default()
    }

    fn item(&self, trains: &[usize], train: usize, at: Option<usize>) -> Option<&Item<W>> {
        self.items(trains, train).get(at?)
    }

    fn used_beside(&self, trains: &[usize], set: &[Option<usize>], beside: [usize; 2]) -> Bits<W> {
        let others = set.iter().enumerate().filter(|(train, _)| !beside.contains(train));
        others.fold(Bits::EMPTY, |used, (train, at)| {
            self.item(trains, train, *at).map_or(used, |item| used.or(&item.uses))
        })
    }

    /// The free route that is worth most.
    fn first_free(&self, trains: &[usize], train: usize, used: &Bits<W>) -> Option<usize> {
        self.items(trains, train).iter().position(|item| !item.uses.meets(used))
    }

    /// The free route of the highest value.
    fn richest_free(&self, trains: &[usize], train: usize, used: &Bits<W>) -> Option<usize> {
        let (mut most, mut richest) = (i64::MIN, None);
        for (at, item) in self.items(trains, train).iter().enumerate() {
            if item.value > most && !item.uses.meets(used) {
                (most, richest) = (item.value, Some(at));
            }
        }
        richest
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

    /// Gives each two trains the best that is free beside the others.
    fn climb_pairs(&self, trains: &[usize], set: &mut [Option<usize>]) {
        for one in 0..set.len() {
            for other in one + 1..set.len() {
                self.climb_pair(trains, set, one, other);
            }
        }
    }

    fn climb_pair(&self, trains: &[usize], set: &mut [Option<usize>], one: usize, other: usize) {
        let used = self.used_beside(trains, set, [one, other]);
        let worth =
            |train: usize, at: Option<usize>| self.item(trains, train, at).map_or(0, |item| item.worth);
        let at = |set: &[Option<usize>], train: usize| set.get(train).copied().flatten();
        let mut best = worth(one, at(set, one)) + worth(other, at(set, other));
        let top = worth(other, self.first_free(trains, other, &used));
        let free = self.items(trains, one).iter().enumerate().filter(|(_, item)| !item.uses.meets(&used));
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
