//! What the program prints, and what ends it early.

use serde::Serialize;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

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

/// How far a long piece of work has come, said on standard error once it takes longer than a second: in one line
/// that is written anew on a terminal, else in a line now and then.
pub(crate) struct Progress {
    all: u64,
    terminal: bool,
    state: Mutex<(u64, Instant)>,
}

impl Progress {
    /// Of so many steps.
    pub(crate) fn new(all: u64) -> Progress {
        let terminal = io::stderr().is_terminal();
        Progress { all, terminal, state: Mutex::new((0, Instant::now())) }
    }

    /// One step more is done.
    pub(crate) fn step(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        state.0 += 1;
        let pause = Duration::from_secs(if self.terminal { 1 } else { 10 });
        if state.1.elapsed() > pause {
            state.1 = Instant::now();
            let (done, all) = (state.0, self.all);
            let _ = match self.terminal {
                true => write!(io::stderr(), "\r{done} of {all} "),
                false => writeln!(io::stderr(), "{done} of {all}"),
            };
        }
    }

    /// All is done: the line goes away.
    pub(crate) fn end(&self) {
        if self.terminal {
            let _ = write!(io::stderr(), "\r{:24}\r", "");
        }
    }
}
