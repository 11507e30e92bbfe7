//! Steps: commands with a name and a duration, the first failure of which ends the work.

use crate::workspace;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What went wrong, for people.
pub(crate) type Done = Result<(), String>;

/// Runs one named piece of work and prints how long it took.
pub(crate) fn step<T>(name: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    println!("== {name}");
    let (start, cpu) = (Instant::now(), cpu_seconds());
    let done = work().map_err(|problem| format!("step `{name}` failed: {problem}"))?;
    print!("-- {name}: {:.1} s", start.elapsed().as_secs_f32());
    if let (Some(before), Some(after)) = (cpu, cpu_seconds()) {
        print!(", {:.1} CPU s", after - before);
    }
    println!("\n");
    Ok(done)
}

/// The processor time of this program and everything it started and waited for, where the system tells it (Linux, whose
/// clock ticks a hundred times a second).
pub(crate) fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, after_name) = stat.rsplit_once(')')?;
    let times = after_name.split_whitespace().skip(11).take(4);
    let ticks: u64 = times.map(|ticks| ticks.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(ticks as f64 / 100.0)
}

/// Prints a report. Whoever reads may stop early (`| head`): that is no failure of ours.
pub(crate) fn print(report: &str) {
    let _ = std::io::stdout().write_all(report.as_bytes());
}

/// A cargo command at the workspace's root: the cargo that runs us, so that the toolchain is the same.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    command(program, arguments)
}

/// Any command at the workspace's root.
pub(crate) fn command(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(workspace::root());
    command
}

/// Runs a command whose success is all that matters.
pub(crate) fn must(mut command: Command) -> Done {
    let status = command.status().map_err(|error| format!("{}: {error}", line(&command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` ended with {status}", line(&command))) }
}

/// Runs a command and gives back what it printed.
pub(crate) fn output(mut command: Command) -> Result<String, String> {
    let run = command.stderr(Stdio::inherit()).output();
    let run = run.map_err(|error| format!("{}: {error}", line(&command)))?;
    if !run.status.success() {
        return Err(format!("`{}` ended with {}", line(&command), run.status));
    }
    String::from_utf8(run.stdout)
        .map_err(|_| format!("`{}` printed something that is no text", line(&command)))
}

/// Whether `cargo <name>` exists on this machine.
pub(crate) fn has_subcommand(name: &str) -> bool {
    let mut probe = cargo(&[name, "--version"]);
    probe.stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

fn line(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
