//! What companies could have run for, found in a worker when a game is over.

use crate::worker::{Often, Task, Work, say};
use ferrata_client::forgone::{Forgone, Runs};
use ferrata_client::timeline::Timeline;
use ferrata_engine::turn::{Entry, Setup};
use serde::{Deserialize, Serialize};
use web_sys::DedicatedWorkerGlobalScope;

/// How often the worker tells how far it is, in milliseconds.
const TELL_EVERY: f64 = 150.0;

/// A game that is over.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    setup: Setup,
    /// Each with its record.
    entries: Vec<(u64, Entry)>,
}

/// What the worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Word {
    /// So many entries, of how many, are looked through.
    Looking(usize, usize),
    /// What each company left, and the run at which most was left.
    Found(Vec<Forgone>),
    /// The game cannot be read.
    Failed(String),
}

/// Looks a game through, in the worker.
pub(crate) fn answer(scope: &DedicatedWorkerGlobalScope, job: &Job) {
    say(scope, &look(scope, job).unwrap_or_else(|refusal| Word::Failed(refusal.to_string())));
}

fn look(scope: &DedicatedWorkerGlobalScope, job: &Job) -> Result<Word, ferrata_engine::refusal::Refusal> {
    let mut runs = Runs::new(&job.setup)?;
    let mut often = Often::every(TELL_EVERY);
    for (at, (number, entry)) in job.entries.iter().enumerate() {
        runs.add(*number, entry)?;
        if often.is_due() {
            say(scope, &Word::Looking(at + 1, job.entries.len()));
        }
    }
    Ok(Word::Found(runs.by_company()))
}

/// Begins to look through a game.
pub(crate) fn begin(timeline: &Timeline, hear: impl FnMut(Word) + 'static) -> Option<Work> {
    let entries = timeline.numbered_entries(timeline.len());
    let job = Job { setup: timeline.setup().clone(), entries };
    Work::begin(&Task::Forgone(job), hear)
}
