//! `cargo xtask test`: everything that must hold before a change lands.
//!
//! The tests come last, so that what is printed last is the runner's own summary.

use crate::client::Build;
use crate::step::{Done, cargo, command, has_subcommand, must, output, step};
use crate::{browser, licences, rules, workspace};
use std::path::Path;

/// The crates without clock, chance, input, output and threads, in the order of their dependencies.
const PURE: [&str; 6] =
    ["ferrata-engine", "ferrata-titles", "ferrata-interop", "ferrata-bots", "ferrata-draw", "ferrata-client"];
/// The target that browsers run.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Runs all checks, stopping at the first that fails.
pub(crate) fn run() -> Done {
    step("format", || must(cargo(&["fmt", "--all", "--check"])))?;
    step("licences, bans, sources", licences::run)?;
    step("rules", || rules::run(rules::Form::Summary))?;
    step("lints", lints)?;
    step("wasm build of the pure crates", wasm_build)?;
    step("documentation", documentation)?;
    step("documentation tests", || must(cargo(&["test", "--workspace", "--doc", "--quiet"])))?;
    browser::prepare(Build::Release)?;
    println!("== tests");
    tests().map_err(|problem| format!("step `tests` failed: {problem}"))
}

fn lints() -> Done {
    must(cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]))
}

fn documentation() -> Done {
    let mut doc = cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    // A module's page may name its private parts: whoever reads the source finds them.
    doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
    must(doc)
}

/// Builds what the browser runs for the browser.
fn wasm_build() -> Done {
    add_wasm_target()?;
    let metadata = workspace::metadata(false)?;
    let members: Vec<&str> =
        workspace::packages(&metadata).filter_map(|package| package["name"].as_str()).collect();
    let mut build = vec!["build", "--quiet", "--target", WASM];
    for name in PURE.iter().filter(|name| members.contains(name)) {
        build.extend(["-p", name]);
    }
    must(cargo(&build))
}

/// Adds the wasm target to the toolchain unless it is there.
pub(crate) fn add_wasm_target() -> Done {
    let folder = output(command("rustc", &["--print", "target-libdir", "--target", WASM]))?;
    if Path::new(folder.trim()).exists() {
        return Ok(());
    }
    println!("adding the target {WASM}");
    must(command("rustup", &["target", "add", WASM]))
}

/// All tests. With nextest the pure crates' tests run first (.config/nextest.toml gives them priority); without
/// it cargo runs crate after crate.
fn tests() -> Done {
    if has_subcommand("nextest") {
        return must(cargo(&["nextest", "run", "--workspace", "--no-fail-fast"]));
    }
    println!("cargo-nextest is not installed: using cargo test");
    must(cargo(&["test", "--workspace", "--lib", "--bins", "--tests", "--examples", "--no-fail-fast"]))
}
