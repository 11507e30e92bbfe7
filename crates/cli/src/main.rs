//! The `ferrata` program: titles, boards and games from the command line.
//!
//! One file per command below [`command`]. Data goes to standard output (`--json` where programs read it), what
//! went wrong to standard error, and the exit code tells success.

mod command;
mod output;
mod report;
mod search;
mod stopping;

use clap::Parser;
use command::Command;
use output::Failure;
use std::process::ExitCode;

/// Plays, replays and studies railway games of the 18xx family.
#[derive(Parser)]
#[command(name = "ferrata", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    match Arguments::parse().command.run() {
        Ok(()) | Err(Failure::NobodyListens) => ExitCode::SUCCESS,
        Err(Failure::Reported) => ExitCode::FAILURE,
        Err(Failure::Problem(problem)) => {
            output::complain(&problem);
            ExitCode::FAILURE
        }
    }
}
