//! `cargo xtask test`: everything that must hold before a change lands.
//!
//! All that is only tested is compiled with one profile, `ci`, so that nothing is compiled twice: lints, documentation,
//! the client in the browser and the tests share dependencies and derive macros. The client is built for the browser
//! alone. The tests come last, so that what is printed last is what became of them.

mod slowest;

use crate::client::{self, Build};
use crate::step::{Done, cargo, command, cpu_seconds, has_subcommand, must, output, step};
use crate::{browser, licences, map, rules, workspace};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The profile of everything that is only tested.
pub(crate) const PROFILE: &str = "ci";
/// The target that browsers run.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// What is compiled for this machine: all but the client, which runs in browsers, and this program, which is there.
const HOST: [&str; 5] = ["--workspace", "--exclude", "ferrata-web", "--exclude", "xtask"];
/// What is compiled for browsers beside the client: whatever may not need a clock, chance, input, output or threads
/// (the client stands on the other crates of this kind).
const PURE: [&str; 1] = ["ferrata-interop"];

/// Runs all checks, stopping at the first that fails. `help` lists the commands there are.
pub(crate) fn run(help: &str) -> Done {
    step("format", || must(cargo(&["fmt", "--all", "--check"])))?;
    step("licences, bans, sources", licences::run)?;
    step("rules", || rules::run(rules::Form::Summary))?;
    step("code map", || map::run(help))?;
    step("tests of these commands", || must(cargo(&["test", "--quiet", "--package", "xtask"])))?;
    step("lints", lints)?;
    step("documentation", documentation)?;
    let examples = step("client, and what else runs in browsers", wasm_build)?;
    step("client, packed", pack)?;
    step("programs and tests, compiled", compile)?;
    browser::prepare_programs()?;
    step("documentation tests", || must(in_profile(&["test", "--doc", "--quiet"], &HOST)))?;
    println!("== tests");
    tests(&examples).map_err(|problem| format!("step `tests` failed: {problem}"))
}

/// A cargo command with our profile.
fn in_profile(what: &[&str], packages: &[&str]) -> Command {
    let mut command = cargo(what);
    command.args(["--profile", PROFILE]).args(packages);
    command
}

/// The arguments for what runs in browsers only.
fn in_browsers() -> [&'static str; 4] {
    ["--package", "ferrata-web", "--target", WASM]
}

fn lints() -> Done {
    add_wasm_target()?;
    for packages in [&HOST[..], &in_browsers()] {
        let mut clippy = in_profile(&["clippy", "--all-targets", "--quiet"], packages);
        // What the client stands on has been looked at for this machine, and its code is the same for browsers.
        clippy.args(["--no-deps", "--", "-D", "warnings"]);
        must(clippy)?;
    }
    must(cargo(&["clippy", "--all-targets", "--quiet", "--package", "xtask", "--", "-D", "warnings"]))
}

fn documentation() -> Done {
    for packages in [&HOST[..], &in_browsers()] {
        let mut doc = in_profile(&["doc", "--no-deps", "--quiet"], packages);
        // A module's page may name its private parts: whoever reads the source finds them.
        doc.env("RUSTDOCFLAGS", "-D warnings -A rustdoc::private_intra_doc_links");
        must(doc)?;
    }
    Ok(())
}

/// Builds what browsers run in one go, as all of it stands on the same crates; gives back the folder of the examples that
/// compare routes and games (tests/wasm.rs of titles and opponents).
fn wasm_build() -> Result<PathBuf, String> {
    let mut build = in_profile(&["build", "--quiet"], &in_browsers());
    build.args(["--bin", "ferrata-web", "--package", "ferrata-titles", "--example", "same_routes"]);
    build.args(["--features", "ferrata-titles/kit"]);
    build.args(["--package", "ferrata-opponents", "--example", "same_games"]);
    must(build)?;
    let mut check = in_profile(&["check", "--quiet", "--target", WASM], &[]);
    for package in PURE {
        check.args(["--package", package]);
    }
    must(check)?;
    Ok(workspace::target()?.join(WASM).join(PROFILE).join("examples"))
}

/// Packs the client, before whatever embeds it is compiled. What packs it is picked out of the whole workspace: by itself it would
/// want its own features of the crates that others use, too, and those would be compiled twice.
fn pack() -> Done {
    must(in_profile(&["build", "--quiet", "--bin", client::PACKER], &HOST))?;
    client::pack_compiled(Build::Test)
}

/// Compiles all that runs here in one go.
fn compile() -> Done {
    must(in_profile(&["build", "--quiet", "--bins", "--tests", "--examples"], &HOST))
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

/// All tests. With nextest the fastest run first (.config/nextest.toml gives priorities), and the slowest are named
/// at the end; without it cargo runs crate after crate.
fn tests(examples: &Path) -> Done {
    if !workspace::root().join("../shared/games").exists() {
        println!(
            "no recorded games at ../shared/games: the tests that replay them are skipped (where CI is set, they fail)"
        );
    }
    let nextest = has_subcommand("nextest");
    let mut tests = if nextest {
        let mut tests = cargo(&["nextest", "run", "--no-fail-fast", "--cargo-profile", PROFILE]);
        tests.args(HOST);
        tests
    } else {
        println!("cargo-nextest is not installed: using cargo test");
        in_profile(&["test", "--lib", "--bins", "--tests", "--examples", "--no-fail-fast"], &HOST)
    };
    tests.env("FERRATA_SAME_ROUTES", examples.join("same_routes.wasm"));
    tests.env("FERRATA_SAME_GAMES", examples.join("same_games.wasm"));
    let done = must(tests);
    if nextest {
        slowest::print(&workspace::target()?.join("nextest/default/junit.xml"))?;
    }
    if let Some(seconds) = cpu_seconds() {
        println!("{:.1} CPU minutes for everything", seconds / 60.0);
    }
    done
}

/// `cargo xtask kills [N]`: kills a server again and again, on both databases, and looks for lost or doubled records.
pub(crate) fn kills(times: &str) -> Done {
    if times.parse::<u32>().is_err() {
        return Err(format!("expected how often the server is to be killed, found `{times}`"));
    }
    let mut tests = cargo(&["test", "--package", "ferrata-server", "--test", "server", "crash::"]);
    tests.args(["--", "--nocapture"]).env("FERRATA_KILLS", times);
    must(tests)
}
