//! `ferrata position`: situations that are written down.

mod of;
mod schema;
mod show;
mod tried;
mod words;

use crate::output::{Done, Failure};
use clap::{Args, Subcommand};
use ferrata_engine::turn::Setup;
use ferrata_titles::{Game, position};
use std::path::Path;

/// Shows a situation that is written down, tries what may be done in it, or writes one out of a game
#[derive(Args)]
pub(crate) struct Position {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Show(show::Show),
    Try(tried::Try),
    Of(of::Of),
    Schema(schema::Schema),
}

impl Position {
    pub(crate) fn run(self) -> Done {
        match self.what {
            What::Show(command) => command.run(),
            What::Try(command) => command.run(),
            What::Of(command) => command.run(),
            What::Schema(command) => command.run(),
        }
    }
}

/// Reads a file; `-` is standard input.
pub(crate) fn text_of(path: &Path) -> Result<String, Failure> {
    let unreadable = |error| Failure::problem(format!("cannot read {}: {error}", path.display()));
    match path.as_os_str() == "-" {
        true => std::io::read_to_string(std::io::stdin()).map_err(unreadable),
        false => std::fs::read_to_string(path).map_err(unreadable),
    }
}

/// Reads a position from a file.
pub(crate) fn read(path: &Path) -> Result<(Setup, Game), Failure> {
    let file = path.file_name().map_or("-".into(), |name| name.to_string_lossy());
    position::read(&file, &text_of(path)?).map_err(|problems| {
        let lines: Vec<_> = problems.iter().map(ToString::to_string).collect();
        Failure::problem(lines.join("\n"))
    })
}
