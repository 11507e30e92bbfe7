//! Long computations, in a worker so that the page never waits. It is the same program, which looks where it runs.

use crate::{adviser, forgone, solver};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

/// What a worker says first: it listens.
const READY: &str = "ready";

/// What can be computed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// The best run of a company, and others.
    Runs(solver::Job),
    /// What a program would do.
    Advice(adviser::Question),
    /// What companies could have run for in a game.
    Forgone(forgone::Job),
}

/// The worker's own scope, if this program runs there.
pub(crate) fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// Computes what is asked until the page ends the worker.
pub(crate) fn serve(scope: DedicatedWorkerGlobalScope) {
    let there = scope.clone();
    let work = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let task = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
        match task {
            Some(Task::Runs(job)) => solver::answer(&there, &job),
            Some(Task::Advice(question)) => adviser::answer(&there, question),
            Some(Task::Forgone(job)) => forgone::answer(&there, &job),
            // Page and worker are one program: they understand each other.
            None => {}
        }
    });
    scope.set_onmessage(Some(work.as_ref().unchecked_ref()));
    work.forget();
    let _ = scope.post_message(&JsValue::from_str(READY));
}

/// Says something to the page.
pub(crate) fn say(scope: &DedicatedWorkerGlobalScope, word: &impl Serialize) {
    if let Ok(text) = serde_json::to_string(word) {
        let _ = scope.post_message(&JsValue::from_str(&text));
    }
}

/// Says now and then when it is time to tell how far one is.
pub(crate) struct Often {
    every: f64,
    told: f64,
}

impl Often {
    /// Every so many milliseconds.
    pub(crate) fn every(milliseconds: f64) -> Often {
        Often { every: milliseconds, told: js_sys::Date::now() }
    }

    /// Whether it is time again.
    pub(crate) fn is_due(&mut self) -> bool {
        let now = js_sys::Date::now();
        let due = now - self.told > self.every;
        if due {
            self.told = now;
        }
        due
    }
}

/// Something that is computed; dropping it ends that at once.
pub(crate) struct Work {
    worker: Worker,
    _heard: Closure<dyn FnMut(MessageEvent)>,
}

impl Work {
    /// Begins a task; what the worker says about it is handed to `hear`. None where a browser has no workers.
    pub(crate) fn begin<W: DeserializeOwned>(task: &Task, mut hear: impl FnMut(W) + 'static) -> Option<Work> {
        let task = JsValue::from_str(&serde_json::to_string(task).ok()?);
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options("/worker.js", &options).ok()?;
        let there = worker.clone();
        let heard = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event.data().as_string() else { return };
            if text == READY {
                let _ = there.post_message(&task);
            } else if let Ok(word) = serde_json::from_str(&text) {
                hear(word);
            }
        });
        worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(Work { worker, _heard: heard })
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}
