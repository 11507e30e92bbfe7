//! `cargo xtask play`: builds the client and the program, opens tables on this machine and shows them in a browser.

use crate::client::{self, Build};
use crate::step::{Done, cargo, must};
use crate::workspace;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// What the program prints before the address.
const OPEN_AT: &str = "Ferrata is open at ";

/// Builds and starts everything. `--no-open` opens no browser, `--dev` builds quickly instead of fast; all other
/// arguments go to `ferrata serve`.
pub(crate) fn run(arguments: &[&str]) -> Done {
    let build = if arguments.contains(&"--dev") { Build::Dev } else { Build::Release };
    let opens = !arguments.contains(&"--no-open") && has_screen();
    println!("building the client");
    client::run(build)?;
    println!("building the server");
    let (profile, folder) = if build == Build::Dev { ("dev", "debug") } else { ("release", "release") };
    must(cargo(&["build", "--quiet", "-p", "ferrata-cli", "--profile", profile]))?;
    let program = workspace::target()?.join(folder).join(format!("ferrata{}", std::env::consts::EXE_SUFFIX));
    let served = arguments.iter().filter(|argument| !["--dev", "--no-open"].contains(argument));
    serve(Command::new(program).arg("serve").args(served), opens)
}

/// Starts the server and passes on what it prints; the line with the address opens the browser.
fn serve(command: &mut Command, opens: bool) -> Done {
    let failed = |error: std::io::Error| format!("ferrata serve: {error}");
    let mut server = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    for line in server.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line.map_err(failed)?;
        println!("{line}");
        if let Some(address) = line.strip_prefix(OPEN_AT).filter(|_| opens) {
            open(address.trim());
        }
    }
    let status = server.wait().map_err(failed)?;
    if status.success() { Ok(()) } else { Err(format!("ferrata serve ended with {status}")) }
}

/// Whether somebody could see a browser here.
fn has_screen() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !set("CI") && (cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY"))
}

/// Shows an address in the user's browser; whoever has none opens the printed address elsewhere.
fn open(address: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(before).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if command.spawn().is_err() {
        println!("no browser found: open the address yourself");
    }
}
