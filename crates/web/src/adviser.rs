//! What a program would do at a moment, and why: searched in a worker so that the page never waits.

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{Log, Recorded};
use ferrata_engine::turn::{Entry, Setup};
use ferrata_opponents::{Level, Program, Seen, Terms};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

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
    /// It listens.
    Ready,
    /// So many roll-outs have been made.
    Thinking(u32),
    /// The best candidates, the best first, after so many roll-outs.
    Advice(Vec<Candidate>, u32),
    /// There is nothing to decide, or it cannot be read.
    Failed(String),
}

/// Answers a question, if the message is one.
pub(crate) fn answer(scope: &DedicatedWorkerGlobalScope, message: &str) -> bool {
    let Ok(question) = serde_json::from_str::<Question>(message) else { return false };
    say(scope, &think(scope, question).unwrap_or_else(Word::Failed));
    true
}

fn say(scope: &DedicatedWorkerGlobalScope, word: &Word) {
    if let Ok(text) = serde_json::to_string(word) {
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

fn think(scope: &DedicatedWorkerGlobalScope, question: Question) -> Result<Word, String> {
    let Question { setup, entries, seat, level, seed } = question;
    let entries = entries.into_iter().map(|entry| Recorded { entry, hash: None }).collect();
    let log = Log { entries, ..Log::new(setup) };
    let seen = Seen::<Game>::folded(&log, seat).map_err(|broken| broken.to_string())?;
    let begun = js_sys::Date::now();
    let mut told = begun;
    let mut watch = |iterations| {
        let now = js_sys::Date::now();
        if now - told > TELL_EVERY {
            told = now;
            say(scope, &Word::Thinking(iterations));
        }
        if now - begun < LONGEST { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
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

/// A question that is being thought about; dropping it ends the thinking at once.
pub(crate) struct Asking {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
}

impl Asking {
    /// Asks.
    pub(crate) fn begin(question: &Question, mut hear: impl FnMut(Word) + 'static) -> Option<Asking> {
        let question = JsValue::from_str(&serde_json::to_string(question).ok()?);
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/worker.js", &options).ok()?;
        let there = worker.clone();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let word = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
            match word {
                Some(Word::Ready) => {
                    let _ = there.post_message(&question);
                }
                Some(word) => hear(word),
                None => {}
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(Asking { worker, _heard: heard })
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
