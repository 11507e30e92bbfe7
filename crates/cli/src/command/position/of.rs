//! `ferrata position of`: any moment of a game as a position.

use super::text_of;
use crate::output::{Done, Failure, print};
use clap::Args;
use ferrata_interop::replay;
use ferrata_titles::{Game, position};
use std::path::PathBuf;

/// Writes the position after an entry of a log (Ferrata's own archive, or a game recorded on 18xx.games)
#[derive(Args)]
pub(super) struct Of {
    /// The log
    log: PathBuf,
    /// After how many entries; without it after the last
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Where to write the position; without it to standard output
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Of {
    pub(super) fn run(self) -> Done {
        let log = replay(&text_of(&self.log)?, None).map_err(Failure::problem)?.log;
        let all = log.entries.len();
        let at = self.at.unwrap_or(all);
        if at > all {
            return Err(Failure::problem(format!("the log has {all} entries; --at takes 0 to {all}")));
        }
        let game: Game = log.fold(at).map_err(Failure::problem)?;
        let position = position::write(&log.setup, &game).map_err(Failure::problem)?;
        let Some(file) = self.output else { return print(position) };
        let unwritable = |error| Failure::problem(format!("cannot write {}: {error}", file.display()));
        std::fs::write(&file, position).map_err(unwritable)
    }
}
