//! Running the program as people do.

use std::process::{Command, Output};

/// What the program did.
pub(crate) struct Run {
    /// Whether it told success.
    pub(crate) success: bool,
    /// What it printed.
    pub(crate) out: String,
    /// What it complained about.
    pub(crate) err: String,
}

/// The program with these arguments, not yet started.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferrata"));
    command.args(arguments);
    command
}

/// Runs the program to its end.
pub(crate) fn ferrata(arguments: &[&str]) -> Run {
    let Output { status, stdout, stderr } = command(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { success: status.success(), out: text(stdout), err: text(stderr) }
}

/// Runs the program and reads the JSON it prints.
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    let run = ferrata(arguments);
    assert!(run.success, "{arguments:?}: {}", run.err);
    serde_json::from_str(&run.out).unwrap()
}
