//! The browser's build plays the same games: programs of three levels as WebAssembly under node.
#![allow(clippy::unwrap_used, reason = "tests may fail")]

use std::path::{Path, PathBuf};
use std::process::Command;

include!("common/games.rs");

/// Runs the module, then looks for what it says in its memory.
const RUN: &str = "const fs = require('fs'); \
    WebAssembly.instantiate(fs.readFileSync(process.argv[1]), {}).then(({ instance }) => { \
        instance.exports.main(0, 0); \
        const memory = Buffer.from(instance.exports.memory.buffer).toString('latin1'); \
        console.log(String(memory.match(/the games are [0-9a-f]{16}\\./))); \
    }).catch((error) => { console.error(String(error)); process.exit(1); });";

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The example `same_games` as WebAssembly: the one at `FERRATA_SAME_GAMES` if somebody has built it already (as
/// `cargo xtask test` does together with the client), else it is built here.
fn module() -> PathBuf {
    if let Some(built) = std::env::var_os("FERRATA_SAME_GAMES") {
        return built.into();
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let build =
        ["build", "-p", "ferrata-opponents", "--example", "same_games", "--target", "wasm32-unknown-unknown"];
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built =
        Command::new(env!("CARGO")).args(build).arg("--target-dir").arg(target).current_dir(root).status();
    assert!(
        built.unwrap().success(),
        "the WebAssembly build failed (rustup target add wasm32-unknown-unknown)"
    );
    target.join("wasm32-unknown-unknown/debug/examples/same_games.wasm")
}

/// Given programs of three levels, when they play the beginning of every title natively and as WebAssembly, then every table on
/// the way is the same.
#[test]
fn wasm_plays_the_same_games() {
    if !succeeds(Command::new("node").arg("--version")) {
        println!("node is not here: the games of the WebAssembly build are not compared");
        return;
    }
    let output = Command::new("node").args(["-e", RUN]).arg(module()).output().unwrap();
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    assert_eq!(said.trim(), format!("the games are {:016x}.", games()));
}
