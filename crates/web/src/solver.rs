//! Best routes, and others to compare them with, searched in a worker.

use crate::worker::{Often, Task, Work, say};
use ferrata_client::compare::{Other, Others, others, through};
use ferrata_client::timeline::Timeline;
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Best, Place, Progress, best};
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use web_sys::DedicatedWorkerGlobalScope;

/// How often the worker tells how far it is, in milliseconds.
const TELL_EVERY: f64 = 100.0;

/// A position whose best run is sought.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    setup: Setup,
    entries: Vec<Entry>,
    company: Option<CompanyName>,
    /// Only the best run that calls there.
    through: Option<Place>,
}

/// What the worker says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Word {
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
    /// What it can be compared with.
    Others(Others),
    /// The best run that calls at a place, if any can.
    Through(Option<Other>),
    /// There is nothing to run.
    Failed(String),
}

/// Searches, in the worker.
pub(crate) fn answer(scope: &DedicatedWorkerGlobalScope, job: &Job) {
    let found = position(&job.setup, &job.entries).and_then(|game| {
        if let Some(place) = job.through {
            return through(&game, job.company, place).map(Word::Through);
        }
        let best = solve(scope, &game, job.company)?;
        say(scope, &Word::Found(Box::new(best.clone())));
        others(&game, job.company, &best).map(Word::Others)
    });
    say(scope, &found.unwrap_or_else(|refusal| Word::Failed(refusal.to_string())));
}

fn solve(
    scope: &DedicatedWorkerGlobalScope,
    game: &Game,
    company: Option<CompanyName>,
) -> Result<Best, Refusal> {
    let mut often = Often::every(TELL_EVERY);
    let watch = |progress: Progress| {
        if often.is_due() {
            let bound = progress.upper_bound.map(|bound| bound.0);
            say(scope, &Word::Searching { nodes: progress.nodes, best: progress.best.0, bound });
        }
        ControlFlow::Continue(())
    };
    game.with_running(company, |board, rules| best(board, rules, watch)).map(|(_, best)| best)
}

/// The table after these entries.
fn position(setup: &Setup, entries: &[Entry]) -> Result<Game, Refusal> {
    let mut game = Game::start(setup)?;
    for entry in entries {
        game.apply(entry)?;
    }
    Ok(game)
}

/// Begins to search in the position after a record: for the best run, or for the best one that calls at a place.
pub(crate) fn search(
    timeline: &Timeline,
    at: u64,
    company: Option<CompanyName>,
    through: Option<Place>,
    hear: impl FnMut(Word) + 'static,
) -> Option<Work> {
    let job = Job { setup: timeline.setup().clone(), entries: timeline.entries(at), company, through };
    Work::begin(&Task::Runs(job), hear)
}
