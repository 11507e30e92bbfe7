//! What the program prints, and what ends it early.

use serde::Serialize;
use std::io::{self, Write};

/// Why a command did not succeed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Something was wrong: what, and what would be right.
    Problem(String),
    /// What the command printed says it all.
    Reported,
    /// Whoever read our output has stopped reading (`| head`).
    NobodyListens,
}

/// What a command comes to.
pub(crate) type Done = Result<(), Failure>;

impl Failure {
    /// A failure with its reason.
    pub(crate) fn problem(reason: impl ToString) -> Failure {
        Failure::Problem(reason.to_string())
    }
}

/// Prints text.
pub(crate) fn print(text: impl AsRef<str>) -> Done {
    let mut out = io::stdout().lock();
    out.write_all(text.as_ref().as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::NobodyListens,
        _ => Failure::problem(format!("cannot write to standard output: {error}")),
    })
}

/// Prints a value as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Done {
    let line = serde_json::to_string(value).map_err(Failure::problem)?;
    print(line + "\n")
}

/// Says on standard error what was wrong.
pub(crate) fn complain(problem: &str) {
    // If even that cannot be written there is nobody left to tell.
    let _ = writeln!(io::stderr(), "ferrata: {problem}");
}
