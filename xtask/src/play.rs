//! `cargo xtask play`: builds the client and the program, opens tables on this machine and shows them in a browser.

use crate::client::{self, Build};
use crate::step::Done;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const HELP: &str = "\
cargo xtask play [--release | --dev] [--no-open] [ARGS]

Opens tables on this machine: builds the client and the server, starts it and shows it in your browser.

  --release   small and fast, for whoever serves others; takes longer to build
  --dev       builds as quickly as possible; slow to play with
  --no-open   opens no browser (none is opened either where there is no screen, or where CI is set)
  ARGS        go to `ferrata serve`, for example --listen 127.0.0.1:8080 or --db sqlite://games.sqlite;
              `cargo run -p ferrata-cli -- serve --help` lists them
";

/// What the program prints before the address.
const OPEN_AT: &str = "Ferrata is open at ";

/// Builds and starts everything.
pub(crate) fn run(arguments: &[&str]) -> Done {
    if arguments.iter().any(|argument| ["--help", "-h", "help"].contains(argument)) {
        print!("{HELP}");
        return Ok(());
    }
    let has = |option: &str| arguments.contains(&option);
    let build = match (has("--dev"), has("--release")) {
        (false, false) => Build::Play,
        (true, false) => Build::Dev,
        (false, true) => Build::Release,
        (true, true) => return Err(format!("--dev and --release do not go together\n\n{HELP}")),
    };
    // Cargo itself says how far each part is.
    println!("building 1 of 3: the client for your browser (the first time this takes some minutes)");
    client::compile(build, false)?;
    println!("building 2 of 3: what packs the client");
    client::pack(build, false)?;
    println!("building 3 of 3: the server");
    let program = client::program("ferrata", build, false)?;
    let ours = ["--dev", "--release", "--no-open"];
    let served = arguments.iter().filter(|argument| !ours.contains(argument));
    serve(Command::new(program).arg("serve").args(served), !has("--no-open") && has_screen())
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
