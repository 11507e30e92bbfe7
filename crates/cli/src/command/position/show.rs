//! `ferrata position show`: the table, who acts, what is offered.

use super::{read, words};
use crate::output::{Done, print, print_json};
use crate::report::Report;
use clap::Args;
use std::path::PathBuf;

/// Shows the table of a position, who is to act, and what is offered
#[derive(Args)]
pub(super) struct Show {
    /// The position; `-` is standard input
    file: PathBuf,
    /// Print JSON (docs/position.md describes it)
    #[arg(long)]
    json: bool,
}

impl Show {
    pub(super) fn run(self) -> Done {
        let (setup, game) = read(&self.file)?;
        if self.json { print_json(&Report::of(&setup, &game)) } else { print(words::table(&game)) }
    }
}
