//! The browser's build gives the same answers: the ten built worst cases for routes as WebAssembly under node.
#![allow(clippy::unwrap_used, reason = "tests may fail")]

use std::path::{Path, PathBuf};
use std::process::Command;

const RUN: &str = "const fs = require('fs'); \
    WebAssembly.instantiate(fs.readFileSync(process.argv[1]), {}).then(({ instance }) => { \
        const start = performance.now(); \
        instance.exports.main(0, 0); \
        console.log((performance.now() - start).toFixed(0) + ' ms as WebAssembly'); \
    }).catch((error) => { console.error(String(error)); process.exit(1); });";

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}

/// The example `same_routes` as WebAssembly: the one at `FERRATA_SAME_ROUTES` if somebody has built it already (as
/// `cargo xtask test` does together with the client), else it is built here.
fn module() -> PathBuf {
    if let Some(built) = std::env::var_os("FERRATA_SAME_ROUTES") {
        return built.into();
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let build =
        ["build", "-p", "ferrata-titles", "--example", "same_routes", "--target", "wasm32-unknown-unknown"];
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let built =
        Command::new(env!("CARGO")).args(build).arg("--target-dir").arg(target).current_dir(root).status();
    assert!(
        built.unwrap().success(),
        "the WebAssembly build failed (rustup target add wasm32-unknown-unknown)"
    );
    target.join("wasm32-unknown-unknown/debug/examples/same_routes.wasm")
}

#[test]
fn wasm_finds_the_same_routes() {
    if !succeeds(Command::new("node").arg("--version")) {
        println!("node is not here: the answers of the WebAssembly build are not compared");
        return;
    }
    let output = Command::new("node").args(["-e", RUN]).arg(module()).output().unwrap();
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    println!("{said}");
}
