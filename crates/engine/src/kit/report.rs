//! What came out of playing.

use super::Area;
use crate::log::Log;
use crate::turn::{Outcome, Setup};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Which promise was broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// The set-up is accepted.
    Start,
    /// `Title::breaches` is empty.
    Table,
    /// Somebody can act until the game is over, and nobody afterwards.
    Offers,
    /// What is offered is accepted.
    Accepted,
    /// What is accepted is offered.
    Covered,
    /// A refusal changes nothing.
    Untouched,
    /// Every movement of money is told, and the sum stays.
    Money,
    /// View, offers and events survive serialisation; the view tells the turn.
    View,
    /// Sealed decisions are seen by their author only.
    Sealed,
    /// Folding the log gives the same game.
    Replay,
    /// The log survives serialisation.
    Archive,
}

/// A broken promise.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Breach {
    /// The seed of the game.
    pub seed: u64,
    /// After how many entries.
    pub entries: usize,
    /// Which promise.
    pub check: Check,
    /// What was seen.
    pub what: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seed {}, after entry {}: {:?}: {}", self.seed, self.entries, self.check, self.what)
    }
}

/// How often what was reached.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Counts {
    /// Offers made, by kind.
    pub offers: BTreeMap<&'static str, u64>,
    /// Entries made, by kind of action.
    pub actions: BTreeMap<&'static str, u64>,
    /// Events told, by kind.
    pub events: BTreeMap<&'static str, u64>,
    /// Areas of the rules, as the title names them.
    pub areas: BTreeMap<Area, u64>,
    /// Full checks made.
    pub full_checks: u64,
    /// Samples tried.
    pub samples: u64,
    /// Changed actions tried.
    pub mutants: u64,
    /// Changed actions that turned out to be legal.
    pub legal_mutants: u64,
}

impl Counts {
    /// Adds the counts of another game.
    pub fn add(&mut self, other: &Counts) {
        let maps = [
            (&mut self.offers, &other.offers),
            (&mut self.actions, &other.actions),
            (&mut self.events, &other.events),
        ];
        for (all, more) in maps {
            for (kind, count) in more {
                *all.entry(kind).or_default() += count;
            }
        }
        for (area, count) in &other.areas {
            *self.areas.entry(area.clone()).or_default() += count;
        }
        self.full_checks += other.full_checks;
        self.samples += other.samples;
        self.mutants += other.mutants;
        self.legal_mutants += other.legal_mutants;
    }
}

/// One game.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game itself.
    pub log: Log,
    /// How it ended; none if it was cut off or broken.
    pub outcome: Option<Outcome>,
    /// What was wrong; a game stops at the first entry with a breach.
    pub breaches: Vec<Breach>,
    /// What was reached.
    pub counts: Counts,
}

impl Report {
    pub(super) fn new(setup: &Setup) -> Report {
        let log = Log::new(setup.clone());
        Report { log, outcome: None, breaches: Vec::new(), counts: Counts::default() }
    }
}

/// Many games.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games that came to their end.
    pub finished: u64,
    /// Entries in all.
    pub entries: u64,
    /// Entries of the shortest game.
    pub fewest_entries: u64,
    /// Entries of the longest game.
    pub most_entries: u64,
    /// Games by reason of their end.
    pub ends: BTreeMap<String, u64>,
    /// What was reached.
    pub counts: Counts,
    /// What was wrong.
    pub breaches: Vec<Breach>,
}

impl Tally {
    /// Adds a game.
    pub fn add(&mut self, game: &Report) {
        let entries = game.log.entries.len() as u64;
        self.fewest_entries = if self.games == 0 { entries } else { self.fewest_entries.min(entries) };
        self.most_entries = self.most_entries.max(entries);
        self.games += 1;
        self.entries += entries;
        if let Some(outcome) = &game.outcome {
            self.finished += 1;
            *self.ends.entry(outcome.reason.to_string()).or_default() += 1;
        }
        self.counts.add(&game.counts);
        self.breaches.extend(game.breaches.iter().cloned());
    }
}

impl Tally {
    /// Adds games that were counted apart; breaches stay in the order of their seeds.
    pub fn join(&mut self, other: Tally) {
        let fewest = [(self.games, self.fewest_entries), (other.games, other.fewest_entries)];
        let fewest = fewest.iter().filter(|(games, _)| *games > 0).map(|(_, fewest)| *fewest).min();
        self.fewest_entries = fewest.unwrap_or_default();
        self.most_entries = self.most_entries.max(other.most_entries);
        self.games += other.games;
        self.finished += other.finished;
        self.entries += other.entries;
        for (reason, games) in other.ends {
            *self.ends.entry(reason).or_default() += games;
        }
        self.counts.add(&other.counts);
        self.breaches.extend(other.breaches);
        self.breaches.sort_by_key(|breach| (breach.seed, breach.entries));
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mean = self.entries / self.games.max(1);
        writeln!(f, "games     {}, finished {}", self.games, self.finished)?;
        let (fewest, most) = (self.fewest_entries, self.most_entries);
        writeln!(f, "entries   {}, per game {mean} ({fewest} to {most})", self.entries)?;
        let counts = &self.counts;
        writeln!(
            f,
            "checked   {} positions in full: {} samples, {} changed actions ({} of them legal)",
            counts.full_checks, counts.samples, counts.mutants, counts.legal_mutants
        )?;
        for (reason, games) in &self.ends {
            writeln!(f, "end       {games:>8}  {reason}")?;
        }
        for (name, map) in
            [("offers", &counts.offers), ("actions", &counts.actions), ("events", &counts.events)]
        {
            for (kind, count) in map {
                writeln!(f, "{name:<9} {count:>8}  {kind}")?;
            }
        }
        for (area, count) in &counts.areas {
            writeln!(f, "areas     {count:>8}  {area}")?;
        }
        writeln!(f, "breaches  {}", self.breaches.len())?;
        self.breaches.iter().take(20).try_for_each(|breach| writeln!(f, "  {breach}"))
    }
}
