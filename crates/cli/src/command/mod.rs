//! The commands, one file each.

mod admin;
mod bench;
mod check;
mod choice;
mod fit;
mod health;
mod map;
mod operate;
mod position;
mod replay;
mod routes;
mod serve;
mod simulate;
mod titles;
mod tournament;
mod trial;
mod why;

use crate::output::Done;
use clap::Subcommand;

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    Titles(titles::Titles),
    Check(check::Check),
    Map(map::Map),
    Position(position::Position),
    Serve(serve::Serve),
    Health(health::Health),
    Backup(operate::Backup),
    Restore(operate::Restore),
    Verify(operate::Verify),
    Admin(admin::Admin),
    Replay(replay::Replay),
    Simulate(simulate::Simulate),
    Tournament(tournament::Tournament),
    Fit(fit::Fit),
    Why(why::Why),
    Routes(routes::Routes),
    Bench(bench::Bench),
}

impl Command {
    /// Does it.
    pub(crate) fn run(self) -> Done {
        match self {
            Command::Titles(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Map(command) => command.run(),
            Command::Position(command) => command.run(),
            Command::Serve(command) => command.run(),
            Command::Health(command) => command.run(),
            Command::Backup(command) => command.run(),
            Command::Restore(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Admin(command) => command.run(),
            Command::Replay(command) => command.run(),
            Command::Simulate(command) => command.run(),
            Command::Tournament(command) => command.run(),
            Command::Fit(command) => command.run(),
            Command::Why(command) => command.run(),
            Command::Routes(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
