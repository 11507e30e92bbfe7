//! `cargo xtask play`: builds the program and opens tables on this machine.

use crate::step::{Done, cargo, must};

/// Builds and starts the server; the arguments go to `ferrata serve`.
pub(crate) fn run(arguments: &[&str]) -> Done {
    let mut command = vec!["run", "--release", "-p", "ferrata-cli", "--", "serve"];
    command.extend(arguments);
    must(cargo(&command))
}
