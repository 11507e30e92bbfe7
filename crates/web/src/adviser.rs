//! What a program would do at a moment, and why: searched in a worker.

use crate::worker::{Often, Task, Work, say};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{Log, Recorded};
use ferrata_engine::turn::{Entry, Setup};
use ferrata_opponents::{Level, Program, Seen, Terms};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use web_sys::DedicatedWorkerGlobalScope;

/// How often the worker tells how far it is, in milliseconds, and how long it thinks at most.
const TELL_EVERY: f64 = 200.0;
const LONGEST: f64 = 20_000.0;

/// A moment at which a seat is to decide.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) setup: Setup,
    /// The entries as this reader sees them.
    pub(crate) entries: Vec<Entry>,
    pub(crate) seat: SeatId,
    pub(crate) level: Level,
    pub(crate) seed: u64,
}

/// A candidate and what it is worth to the seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Candidate {
    pub(crate) action: Action,
    pub(crate) terms: Terms,
}

/// What the worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Word {
    /// So many roll-outs have been made.
    Thinking(u32),
    /// The best candidates, the best first, after so many roll-outs.
    Advice(Vec<Candidate>, u32),
    /// There is nothing to decide, or it cannot be read.
    Failed(String),
}

/// Thinks, in the worker.
pub(crate) fn answer(scope: &DedicatedWorkerGlobalScope, question: Question) {
    say(scope, &think(scope, question).unwrap_or_else(Word::Failed));
}

fn think(scope: &DedicatedWorkerGlobalScope, question: Question) -> Result<Word, String> {
    let Question { setup, entries, seat, level, seed } = question;
    let entries = entries.into_iter().map(|entry| Recorded { entry, hash: None }).collect();
    let log = Log { entries, ..Log::new(setup) };
    let seen = Seen::<Game>::folded(&log, seat).map_err(|broken| broken.to_string())?;
    let begun = js_sys::Date::now();
    let mut often = Often::every(TELL_EVERY);
    let mut watch = |iterations| {
        if often.is_due() {
            say(scope, &Word::Thinking(iterations));
        }
        match js_sys::Date::now() - begun < LONGEST {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    };
    let decision = Program::new(level, seed).decide_watched(&seen, &mut watch);
    let decision = decision.ok_or("there is nothing to decide")?;
    let weighed = decision.weighed.into_iter().take(3);
    let mut best: Vec<Candidate> =
        weighed.map(|scored| Candidate { action: scored.action, terms: scored.terms }).collect();
    if best.is_empty() {
        best.push(Candidate { action: decision.action, terms: Terms::default() });
    }
    Ok(Word::Advice(best, decision.iterations))
}

/// Asks.
pub(crate) fn ask(question: Question, hear: impl FnMut(Word) + 'static) -> Option<Work> {
    Work::begin(&Task::Advice(question), hear)
}
