//! States kept along a log, so that going back folds only a few entries however often it is done.

use ferrata_titles::Game;
use std::collections::{BTreeMap, VecDeque};

/// A state is kept when so many entries lie between it and the last one kept on its line …
const EVERY: u16 = 32;

/// … and so many records between them in the log: whoever goes back and forth makes few states, not many.
const APART: u64 = 16;

/// How many of the latest states are kept besides.
const RECENT: usize = 2;

/// Some of the states of a table, by the entry after which they stand.
#[derive(Clone, Debug)]
pub(crate) struct States {
    start: Game,
    kept: BTreeMap<u64, Game>,
    last_kept: u64,
    recent: VecDeque<(u64, Game)>,
    /// By record: how many entries lie between the state after it and the last one kept on its line.
    since: Vec<u16>,
}

impl States {
    /// The state at the start.
    pub(crate) fn new(start: Game) -> States {
        States { start, kept: BTreeMap::new(), last_kept: 0, recent: VecDeque::new(), since: Vec::new() }
    }

    /// The state at the start.
    pub(crate) fn start(&self) -> &Game {
        &self.start
    }

    fn since(&self, number: u64) -> u16 {
        let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        at.and_then(|at| self.since.get(at)).copied().unwrap_or_default()
    }

    /// Notes a record. `before` and `after` are the entries in force before and after it, `left` is the state that is
    /// left by it, `state` the one that is reached.
    pub(crate) fn note(&mut self, before: u64, after: u64, left: Game, state: &Game) {
        let number = self.since.len() as u64 + 1;
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((before, left));
        let is_entry = after == number;
        let mut since = if is_entry { self.since(before).saturating_add(1) } else { self.since(after) };
        if is_entry && since >= EVERY && number >= self.last_kept + APART {
            self.kept.insert(number, state.clone());
            self.last_kept = number;
            since = 0;
        }
        self.since.push(since);
    }

    /// How many are kept along the way.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.kept.len()
    }

    /// The state after an entry, if it is kept; 0 is the start.
    pub(crate) fn after(&self, entry: u64) -> Option<&Game> {
        if entry == 0 {
            return Some(&self.start);
        }
        let recent = self.recent.iter().find(|(of, _)| *of == entry).map(|(_, state)| state);
        recent.or_else(|| self.kept.get(&entry))
    }
}
