//! `cargo xtask client`: builds the browser client and puts it where the server serves or embeds it.
//!
//! Cargo compiles the crate `ferrata-web` for wasm, and `xtask-pack` makes files for browsers of it. That is a program
//! of its own because it takes long to compile: whoever only wants to know something need not wait for it.

use crate::step::{Done, cargo, command, must};
use crate::test::{PROFILE, WASM, add_wasm_target};
use crate::workspace;
use std::path::PathBuf;

/// The program that packs the client.
pub(crate) const PACKER: &str = "xtask-pack";

/// How the client is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Quick to build, large.
    Dev,
    /// For tests: as quick, but what computes is optimised.
    Test,
    /// For a table on one's own machine: fast, but large.
    Play,
    /// Small and fast.
    Release,
}

impl Build {
    /// The cargo profile of the client, and the folder that cargo names after it.
    fn profile(self) -> (&'static str, &'static str) {
        match self {
            Build::Dev => ("dev", "debug"),
            Build::Test => (PROFILE, PROFILE),
            Build::Play => ("play", "play"),
            Build::Release => ("client", "client"),
        }
    }

    /// The cargo profile of what runs here: it shares the client's derive macros where it can.
    pub(crate) fn host_profile(self) -> (&'static str, &'static str) {
        if self == Build::Release { ("release", "release") } else { self.profile() }
    }
}

/// Builds the client unless it is there as it should be.
pub(crate) fn run(build: Build) -> Done {
    compile(build, true)?;
    pack(build, true)
}

/// Compiles the client for browsers.
pub(crate) fn compile(build: Build, quiet: bool) -> Done {
    one_wasm_bindgen()?;
    add_wasm_target()?;
    let (profile, _) = build.profile();
    let mut compile = cargo(&["build", "--package", "ferrata-web", "--target", WASM, "--profile", profile]);
    compile.args(quiet.then_some("--quiet"));
    must(compile)
}

/// Builds a program for this machine.
///
/// All programs and the client are named, whichever is built: cargo then gives every crate the features that any of them
/// wants. By itself each would want its own features of what all stand on, the derive macros above all, and that would
/// be compiled three times.
pub(crate) fn program(name: &str, build: Build, quiet: bool) -> Result<PathBuf, String> {
    let (profile, _) = build.host_profile();
    let mut compile = cargo(&["build", "--profile", profile, "--bin", name]);
    compile.args(["--package", "ferrata-web", "--package", PACKER, "--package", "ferrata-cli"]);
    compile.args(quiet.then_some("--quiet"));
    must(compile)?;
    built(name, build)
}

/// Where a program is once it is built.
fn built(name: &str, build: Build) -> Result<PathBuf, String> {
    let (_, folder) = build.host_profile();
    Ok(workspace::target()?.join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// Makes what the server serves of the compiled client; what packs it is compiled first.
pub(crate) fn pack(build: Build, quiet: bool) -> Done {
    program(PACKER, build, quiet)?;
    pack_compiled(build)
}

/// The same where what packs it is compiled, too.
pub(crate) fn pack_compiled(build: Build) -> Done {
    let (root, target) = (workspace::root(), workspace::target()?);
    let mut pack = command(built(PACKER, build)?, &[]);
    pack.arg(target.join(WASM).join(build.profile().1).join("ferrata-web.wasm"));
    pack.arg(root.join("crates/web/static")).arg(root.join("crates/server/client"));
    pack.arg(target.join("client.stamp")).args((build == Build::Release).then_some("--small"));
    must(pack)
}

/// The generator understands only the code that its own version of the macros wrote.
fn one_wasm_bindgen() -> Done {
    let lock = workspace::read(&workspace::root().join("Cargo.lock"))?;
    let lock: toml::Value = toml::from_str(&lock).map_err(|error| format!("Cargo.lock: {error}"))?;
    let packages = || lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let version = |name: &str| {
        let package =
            packages().find(|package| package.get("name").and_then(toml::Value::as_str) == Some(name));
        package.and_then(|package| package.get("version")?.as_str()).unwrap_or("none").to_owned()
    };
    let (library, generator) = (version("wasm-bindgen"), version("wasm-bindgen-cli-support"));
    if library == generator {
        return Ok(());
    }
    Err(format!(
        "Cargo.lock has wasm-bindgen {library} but wasm-bindgen-cli-support {generator}: set the latter's version in \
         Cargo.toml to ={library}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_of_the_library_s_version() {
        one_wasm_bindgen().unwrap();
    }

    #[test]
    fn the_page_has_nothing_inline_as_the_servers_policy_forbids_it() {
        let page = workspace::read(&workspace::root().join("crates/web/static/index.html")).unwrap();
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onload="));
        assert!(page.matches("<script").count() == page.matches("<script type=\"module\" src=").count());
    }
}
