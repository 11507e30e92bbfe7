//! `ferrata tournament`: programs play against each other, and how strong each is is measured.

mod game;
mod report;

use super::choice::Choice;
use super::trial;
use crate::output::{Done, Failure, Progress, print, print_json};
use clap::Args;
use ferrata_engine::turn::Setup;
use ferrata_opponents::contest::Contest;
use ferrata_opponents::{Entrant, TRIAL, Version, placements};
use game::{Finished, Match};
use report::Report;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Lets programs play against each other: blocks of one seed with every way to place the levels at the table
#[derive(Args)]
pub(crate) struct Tournament {
    #[command(flatten)]
    choice: Choice,
    /// The level in each seat: `strong,greedy,greedy`; of an older version `greedy@2`
    #[arg(long, value_delimiter = ',', required = true, value_name = "LEVELS")]
    seats: Vec<Entrant>,
    /// A folder with levels.toml, weights.toml, figures.toml and perhaps terms.toml that are tried out: by these play `greedy@0` and the like
    #[arg(long, value_name = "FOLDER")]
    trial: Option<PathBuf>,
    /// How many games; rounded up to whole blocks
    #[arg(long, short, value_name = "G", default_value_t = 1)]
    games: usize,
    /// Roll-outs for each decision of the levels that make them; without it what the level has
    #[arg(long, value_name = "K")]
    iterations: Option<u32>,
    /// No decision takes more of a processor's time than so many milliseconds: then the best that was found is done
    #[arg(long, value_name = "MS", conflicts_with = "verify")]
    limit: Option<u64>,
    /// The seed of the first block; the next ones take the seeds after it
    #[arg(long, short, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Where a game that does not end is cut off
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    max_entries: usize,
    /// How many games are played at the same time; without it as many as there are processors
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Look at every table for what must hold, and ask every tenth decision of a second program, which knows the log as its seat may see it
    /// and nothing else: it must decide the same
    #[arg(long)]
    verify: bool,
    /// Write the log of every game into this folder
    #[arg(long, value_name = "FOLDER")]
    logs: Option<PathBuf>,
    /// Append what came out of every game to this file as soon as it is over, a line of JSON each
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Tournament {
    pub(crate) fn run(self) -> Done {
        let (_, setup) = self.choice.setup(self.seats.len())?;
        Contest::new(&setup, Vec::new(), 0).map_err(Failure::problem)?;
        let (placements, trial) = (placements(&self.seats), self.trial()?);
        let blocks = self.games.div_ceil(placements.len()).max(1);
        let start = Instant::now();
        let finished = self.play(&setup, &placements, blocks, trial)?;
        let report = Report::of(&self, &setup, finished, placements.len(), start.elapsed());
        let sound = report.illegal.is_empty();
        if self.json { print_json(&report) } else { print(report.text()) }?;
        if sound { Ok(()) } else { Err(Failure::Reported) }
    }

    /// What is tried out.
    fn trial(&self) -> Result<Option<&'static Version>, Failure> {
        let Some(folder) = &self.trial else {
            let asked = self.seats.iter().any(|seat| seat.version == TRIAL);
            let folder = || Failure::problem(format!("version {TRIAL} is what --trial FOLDER holds"));
            return if asked { Err(folder()) } else { Ok(None) };
        };
        trial::read(folder).map(Some)
    }

    /// All games, by block and placement. The outcome does not depend on how many are played at the same time.
    fn play(
        &self,
        setup: &Setup,
        placements: &[Vec<Entrant>],
        blocks: usize,
        trial: Option<&'static Version>,
    ) -> Result<Vec<Finished>, Failure> {
        let threads = self.threads.or_else(|| std::thread::available_parallelism().ok().map(usize::from));
        let all = blocks * placements.len();
        let (next, progress) = (AtomicUsize::new(0), Progress::new(all as u64));
        let done: Mutex<BTreeMap<usize, Result<Finished, Failure>>> = Mutex::default();
        let work = || {
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= all {
                    return;
                }
                let (block, at) = (game / placements.len(), game % placements.len());
                let levels = placements.get(at).cloned().unwrap_or_default();
                let finished = Match::new(self, setup, (block, at), levels, trial).and_then(Match::play);
                if let Ok(mut done) = done.lock() {
                    done.insert(game, finished);
                }
                progress.step();
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.unwrap_or(1).clamp(1, all) {
                scope.spawn(work);
            }
        });
        progress.end();
        done.into_inner().map_err(Failure::problem)?.into_values().collect()
    }
}
