//! Best routes, searched in a worker so that the page never waits.

use crate::adviser;
use ferrata_client::timeline::Timeline;
use ferrata_engine::name::CompanyName;
use ferrata_engine::route::{Best, Progress, best};
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

/// How often the worker tells how far it is, in milliseconds.
const TELL_EVERY: f64 = 100.0;

/// A position whose best run is sought.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Job {
    setup: Setup,
    entries: Vec<Entry>,
    company: Option<CompanyName>,
}

/// What the worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Word {
    /// It listens.
    Ready,
    /// How far it is.
    Searching {
        /// Nodes searched.
        nodes: u64,
        /// The best so far.
        best: i32,
        /// No run brings more than this, as far as is known.
        bound: Option<i32>,
    },
    /// The best run.
    Found(Box<Best>),
    /// There is nothing to run.
    Failed(String),
}

/// The worker's own scope, if this program runs there.
pub(crate) fn worker_scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Answers jobs until the page ends the worker.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    let there = scope.clone();
    let work = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string();
        if text.as_deref().is_some_and(|text| adviser::answer(&there, text)) {
            return;
        }
        let job = text.and_then(|text| serde_json::from_str(&text).ok());
        let word = match job {
            Some(job) => solve(&there, &job),
            None => Word::Failed("the position cannot be read".into()),
        };
        say(&there, &word);
    });
    scope.set_onmessage(Some(work.as_ref().unchecked_ref()));
    work.forget();
    say(&scope, &Word::Ready);
}

fn say(scope: &DedicatedWorkerGlobalScope, word: &Word) {
    if let Ok(text) = serde_json::to_string(word) {
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

fn solve(scope: &DedicatedWorkerGlobalScope, job: &Job) -> Word {
    let found = position(job).and_then(|game| {
        let mut told = js_sys::Date::now();
        let watch = |progress: Progress| {
            let now = js_sys::Date::now();
            if now - told > TELL_EVERY {
                told = now;
                let bound = progress.upper_bound.map(|bound| bound.0);
                say(scope, &Word::Searching { nodes: progress.nodes, best: progress.best.0, bound });
            }
            ControlFlow::Continue(())
        };
        game.with_running(job.company, |board, rules| best(board, rules, watch)).map(|(_, best)| best)
    });
    match found {
        Ok(best) => Word::Found(Box::new(best)),
        Err(refusal) => Word::Failed(refusal.to_string()),
    }
}

fn position(job: &Job) -> Result<Game, ferrata_engine::refusal::Refusal> {
    let mut game = Game::start(&job.setup)?;
    for entry in &job.entries {
        game.apply(entry)?;
    }
    Ok(game)
}

/// A search that runs; dropping it ends it at once.
pub(crate) struct Search {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
}

impl Search {
    /// Begins to search in the position after a record.
    pub(crate) fn begin(
        timeline: &Timeline,
        at: u64,
        company: Option<CompanyName>,
        mut hear: impl FnMut(Word) + 'static,
    ) -> Option<Search> {
        let job = Job { setup: timeline.setup().clone(), entries: timeline.entries(at), company };
        let job = JsValue::from_str(&serde_json::to_string(&job).ok()?);
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/worker.js", &options).ok()?;
        let there = worker.clone();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let word = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
            match word {
                Some(Word::Ready) => {
                    let _ = there.post_message(&job);
                }
                Some(word) => hear(word),
                None => {}
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(Search { worker, _heard: heard })
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
