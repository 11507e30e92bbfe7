//! `ferrata why`: what a program would do at a moment of a game, and why.

use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use ferrata_engine::action::Action;
use ferrata_engine::kind::words;
use ferrata_engine::log::{Log, redacted};
use ferrata_engine::turn::Author;
use ferrata_opponents::{Entrant, Program, Scored, Seen, TRIAL, Term, Terms};
use ferrata_titles::Game;
use serde::{Serialize, Serializer};
use std::fmt::Write;
use std::path::PathBuf;

/// Says what a program would do where entry N of a log was made, the best three candidates and why
#[derive(Args)]
pub(crate) struct Why {
    /// A log of our own (`ferrata replay FILE --log LOG` makes one of a recorded game)
    log: PathBuf,
    /// The entry, counted from 1
    entry: usize,
    /// How well the program plays
    #[arg(long, default_value = "strong")]
    level: Entrant,
    /// Roll-outs; without it what the level has
    #[arg(long, value_name = "K")]
    iterations: Option<u32>,
    /// The program's seed
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A candidate and what it is worth, with the terms of which that is the sum.
#[derive(Serialize)]
struct Candidate {
    action: Action,
    worth: f32,
    #[serde(serialize_with = "named")]
    terms: Terms,
}

/// Terms that count something, by their names.
fn named<S: Serializer>(terms: &Terms, serializer: S) -> Result<S::Ok, S::Error> {
    serializer
        .collect_map(Term::ALL.map(|term| (term, terms.get(term))).into_iter().filter(|(_, sum)| *sum != 0.0))
}

#[derive(Serialize)]
struct Report {
    entry: usize,
    seat: u8,
    level: Entrant,
    iterations: u32,
    played: Action,
    best: Vec<Candidate>,
}

impl Why {
    pub(crate) fn run(self) -> Done {
        if self.level.version == TRIAL {
            return Err(Failure::problem(format!("version {TRIAL} is for tournaments")));
        }
        let path = self.log.display();
        let text = std::fs::read_to_string(&self.log)
            .map_err(|error| Failure::problem(format!("cannot read {path}: {error}")))?;
        let log: Log = serde_json::from_str(&text)
            .map_err(|error| Failure::problem(format!("{path} is no log of our own: {error}")))?;
        let last = log.entries.len();
        let entry = self.entry.checked_sub(1).and_then(|at| log.entries.get(at));
        let entry = entry.ok_or_else(|| Failure::problem(format!("the log has entries 1 to {last}")))?;
        let Author::Seat(seat) = entry.entry.by else {
            return Err(Failure::problem(format!("entry {} is chance's: nobody decided", self.entry)));
        };
        let played = entry.entry.action.clone();
        let before = Log { entries: log.entries.iter().take(self.entry - 1).cloned().collect(), ..log };
        let seen = redacted::<Game>(&before, Some(seat)).and_then(|log| Seen::<Game>::folded(&log, seat));
        let seen = seen.map_err(|broken| Failure::problem(format!("{path}: {broken}")))?;
        let mut program = Program::new(self.level, self.seed);
        if let Some(iterations) = self.iterations {
            program = program.with_iterations(iterations);
        }
        let decision = program.decide(&seen).ok_or_else(|| Failure::problem("there is nothing to decide"))?;
        let mut best = decision.weighed;
        if best.is_empty() {
            best.push(Scored { action: decision.action, terms: Terms::default() });
        }
        let candidate =
            |scored: Scored| Candidate { worth: scored.score(), action: scored.action, terms: scored.terms };
        let best = best.into_iter().take(3).map(candidate).collect();
        let (entry, level, iterations) = (self.entry, self.level, decision.iterations);
        let report = Report { entry, seat: seat.0, level, iterations, played, best };
        if self.json { print_json(&report) } else { print(told(&report)) }
    }
}

/// What differs between two candidates, the largest first.
fn differences(of: &Terms, from: &Terms) -> String {
    let difference = of.minus(from);
    let mut terms: Vec<(Term, f32)> = Term::ALL.map(|term| (term, difference.get(term))).to_vec();
    terms.retain(|(_, amount)| amount.abs() >= 0.5);
    terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    let said = terms.iter().take(4).map(|(term, amount)| format!("{term} {amount:+.0}"));
    said.collect::<Vec<_>>().join(", ")
}

fn told(report: &Report) -> String {
    let mut text = String::new();
    let Report { entry, level, iterations, .. } = report;
    let _ = writeln!(text, "entry {entry}, seat {}: {level}, {iterations} roll-outs", report.seat + 1);
    let _ = writeln!(text, "played      {}", words(&report.played));
    let first = report.best.first();
    for (place, candidate) in report.best.iter().enumerate() {
        let _ = write!(text, "{}  {:>8.0}  {}", place + 1, candidate.worth, words(&candidate.action));
        let beside = first.filter(|_| place > 0).map(|first| differences(&candidate.terms, &first.terms));
        let _ = match beside.filter(|said| !said.is_empty()) {
            Some(said) => writeln!(text, "  (beside the best: {said})"),
            None => writeln!(text),
        };
    }
    text
}
