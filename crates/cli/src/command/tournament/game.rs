//! One game of a tournament: played, timed, and looked at where that is wanted.

use super::Tournament;
use crate::output::Failure;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Outcome, Setup, Title};
use ferrata_opponents::contest::{Contest, Home, Step};
use ferrata_opponents::tally::Played;
use ferrata_opponents::{Decision, Entrant, Program, Seen, TRIAL, Version};
use ferrata_titles::Game;
use ferrata_titles::prospects::Prospects;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

/// Where games are verified, one decision in so many is asked of a second program.
const ASKED_AGAIN: usize = 10;

/// What a level's thinking took.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Work {
    pub(super) decisions: u64,
    pub(super) iterations: u64,
    pub(super) seconds: f64,
    pub(super) slowest_ms: f64,
}

impl Work {
    fn add(&mut self, iterations: u32, took: Duration) {
        let seconds = took.as_secs_f64();
        self.join(Work {
            decisions: 1,
            iterations: iterations.into(),
            seconds,
            slowest_ms: 1000.0 * seconds,
        });
    }

    pub(super) fn join(&mut self, other: Work) {
        self.decisions += other.decisions;
        self.iterations += other.iterations;
        self.seconds += other.seconds;
        self.slowest_ms = self.slowest_ms.max(other.slowest_ms);
    }
}

/// A finished game and what it took.
pub(super) struct Finished {
    pub(super) played: Played,
    pub(super) work: BTreeMap<Entrant, Work>,
    pub(super) runs: Vec<(u32, f64)>,
    pub(super) homes: Vec<Home>,
}

/// A game as a line of results.
#[derive(Serialize)]
struct ToldGame<'a> {
    title: &'a str,
    seed: u64,
    placed: usize,
    #[serde(flatten)]
    played: &'a Played,
    work: &'a BTreeMap<Entrant, Work>,
}

impl ToldGame<'_> {
    fn append(&self, path: &Path) -> Result<(), Failure> {
        let line = serde_json::to_string(self).map_err(Failure::problem)? + "\n";
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(Failure::problem)
    }
}

/// Where the programs of a game come from.
struct Seating {
    seed: u64,
    trial: Option<&'static Version>,
    iterations: Option<u32>,
}

impl Seating {
    fn program(&self, seat: SeatId, level: Entrant) -> Program {
        let own = self.seed.wrapping_mul(31).wrapping_add(seat.0.into());
        let program = match self.trial.filter(|_| level.version == TRIAL) {
            Some(version) => Program::by(version, level.level, own),
            None => Program::new(level, own),
        };
        match self.iterations {
            Some(iterations) => program.with_iterations(iterations),
            None => program,
        }
    }
}

/// A game under way.
pub(super) struct Match<'a> {
    asked: &'a Tournament,
    title: &'a str,
    placed: usize,
    seating: Seating,
    contest: Contest,
    played: Played,
    work: BTreeMap<Entrant, Work>,
}

impl<'a> Match<'a> {
    /// One game of a block: which of its placements, and who sits where.
    pub(super) fn new(
        asked: &'a Tournament,
        setup: &'a Setup,
        (block, placed): (usize, usize),
        levels: Vec<Entrant>,
        trial: Option<&'static Version>,
    ) -> Result<Match<'a>, Failure> {
        let seed = asked.seed.wrapping_add(block as u64);
        let seating = Seating { seed, trial, iterations: asked.iterations };
        let seats = (0..).map(SeatId).zip(&levels);
        let programs = seats.map(|(seat, level)| seating.program(seat, *level)).collect();
        let contest = Contest::new(setup, programs, seed).map_err(Failure::problem)?;
        let played = Played { levels, ..Played::default() };
        let (title, work) = (setup.title.as_str(), BTreeMap::new());
        Ok(Match { asked, title, placed, seating, contest, played, work })
    }

    /// To its end, or to where games are cut off.
    pub(super) fn play(mut self) -> Result<Finished, Failure> {
        while self.contest.log().entries.len() < self.asked.max_entries && self.step() {}
        let outlook = self.contest.game().outlook();
        self.played.bankrupt = outlook.purses.iter().map(|purse| purse.bankrupt).collect();
        let parts = self.contest.game().parts();
        let train = outlook.next_train.map(|kind| parts.train_name(kind).to_string());
        self.played.next_train = train.unwrap_or_else(|| "none".into());
        self.played.rounds = self.contest.rounds();
        self.played.entries = self.contest.log().entries.len();
        self.write()?;
        let (runs, homes) = (self.contest.runs().to_vec(), self.contest.homes().to_vec());
        Ok(Finished { played: self.played, work: self.work, runs, homes })
    }

    /// The next entry; whether the game goes on after it.
    fn step(&mut self) -> bool {
        let begun = processor_time();
        let limit = self.asked.limit.map(Duration::from_millis);
        let step = self.contest.step_watched(&mut |_| match limit {
            Some(limit) if since(begun) >= limit => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        });
        let took = since(begun);
        if self.asked.verify {
            let breaches = self.contest.game().breaches();
            breaches.iter().for_each(|breach| self.note(breach));
        }
        match step {
            Step::Drawn => true,
            Step::Decided(seat, decision) => {
                self.note_decision(seat, &decision, took);
                true
            }
            Step::Illegal(seat, why) => {
                self.note(&format!("seat {}: {why}", seat.0 + 1));
                false
            }
            Step::Over(outcome) => {
                self.note_outcome(&outcome);
                false
            }
        }
    }

    /// Something that may not be.
    fn note(&mut self, what: &str) {
        let (seed, entry) = (self.seating.seed, self.contest.log().entries.len());
        self.played.illegal.push(format!("seed {seed}, after entry {entry}: {what}"));
    }

    fn note_decision(&mut self, seat: SeatId, decision: &Decision, took: Duration) {
        let Some(level) = self.played.levels.get(seat.index()).copied() else { return };
        self.work.entry(level).or_default().add(decision.iterations, took);
        let at = self.contest.log().entries.len();
        if self.asked.verify && at.is_multiple_of(ASKED_AGAIN) {
            let again = self.decided_again(seat, level);
            if again.as_ref().is_none_or(|again| again.action != decision.action) {
                self.note("whoever knows the log alone decides something else");
            }
        }
    }

    /// What a program decides that has not played so far, and knows the log before the last entry as the seat may see it.
    fn decided_again(&self, seat: SeatId, level: Entrant) -> Option<Decision> {
        let Log { ferrata, setup, entries } = self.contest.log();
        let (_, before) = entries.split_last()?;
        let log = Log { ferrata: *ferrata, setup: setup.clone(), entries: before.to_vec() };
        let seen = Seen::<Game>::of(&log, seat).ok()?;
        self.seating.program(seat, level).decide(&seen)
    }

    fn note_outcome(&mut self, outcome: &Outcome) {
        self.played.worth = vec![0; self.played.levels.len()];
        for (seat, worth) in &outcome.standings {
            if let Some(own) = self.played.worth.get_mut(seat.index()) {
                *own = worth.0;
            }
        }
    }

    /// Writes the log and the result where that is wanted.
    fn write(&self) -> Result<(), Failure> {
        let (title, seed, placed) = (self.title, self.seating.seed, self.placed);
        if let Some(folder) = &self.asked.logs {
            let log = serde_json::to_string(self.contest.log()).map_err(Failure::problem)?;
            std::fs::create_dir_all(folder).map_err(Failure::problem)?;
            let name = format!("{title}-{seed}-{placed}.json");
            std::fs::write(folder.join(name), log).map_err(Failure::problem)?;
        }
        if let Some(path) = &self.asked.results {
            ToldGame { title, seed, placed, played: &self.played, work: &self.work }.append(path)?;
        }
        Ok(())
    }
}

/// What this thread has computed so far: others may have kept it waiting.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), now.tv_nsec.unsigned_abs() as u32)
}

/// What it has computed since then.
fn since(begun: Duration) -> Duration {
    processor_time().saturating_sub(begun)
}
