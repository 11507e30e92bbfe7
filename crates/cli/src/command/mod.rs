//! The commands, one file each.

mod check;
mod choice;
mod titles;

use crate::output::Done;
use clap::Subcommand;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Titles(titles::Titles),
    Check(check::Check),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Done {
        match self {
            Command::Titles(command) => command.run(),
            Command::Check(command) => command.run(),
        }
    }
}
