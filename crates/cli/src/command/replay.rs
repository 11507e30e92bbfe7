//! `ferrata replay`: plays a recorded game again.

use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use ferrata_interop::{Replay as Replayed, Standing, replay};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Plays a recorded game again, an export of 18xx.games or a log of our own, with full rule checking
#[derive(Args)]
pub(crate) struct Replay {
    /// The recorded game
    file: PathBuf,
    /// Compare with this trace after every action and stop at the first difference
    #[arg(long, value_name = "TRACE")]
    check: Option<PathBuf>,
    /// Write the game as a log of our own
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Replay {
    pub(crate) fn run(self) -> Done {
        let trace = self.check.as_deref().map(read).transpose()?;
        let replayed = replay(&read(&self.file)?, trace.as_deref())
            .map_err(|error| Failure::problem(format!("{}: {error}", self.file.display())))?;
        if let Some(path) = &self.log {
            let log = serde_json::to_string(&replayed.log).map_err(Failure::problem)?;
            std::fs::write(path, log)
                .map_err(|error| Failure::problem(format!("cannot write {}: {error}", path.display())))?;
        }
        if self.json { print_json(&replayed) } else { print(text(&replayed, trace.is_some())) }?;
        if replayed.first_difference.is_none() { Ok(()) } else { Err(Failure::Reported) }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path)
        .map_err(|error| Failure::problem(format!("cannot read {}: {error}", path.display())))
}

fn text(replayed: &Replayed, compared: bool) -> String {
    let Replayed { title, edition, entries, actions, .. } = replayed;
    let mut text = format!("{title} {edition}: {actions} recorded actions, {entries} entries\n");
    let _ = match (&replayed.first_difference, compared) {
        (Some(difference), _) => writeln!(text, "first difference: {difference}"),
        (None, true) => writeln!(text, "no difference from the trace after any action"),
        (None, false) => Ok(()),
    };
    let _ = match &replayed.ended {
        Some(reason) => writeln!(text, "over: {reason}"),
        None => writeln!(text, "not over yet"),
    };
    for Standing { player, worth } in &replayed.standings {
        let _ = writeln!(text, "{:>8}  {player}", worth.0);
    }
    text
}
