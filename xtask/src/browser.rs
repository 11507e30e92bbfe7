//! `cargo xtask browser`: the tests in a real Chromium, and `cargo xtask screens`: the pictures in docs/screens.

use crate::client::{self, Build};
use crate::step::{Done, cargo, command, must, step};
use crate::workspace;
use std::path::Path;
use std::process::Stdio;

/// Debian's packages; elsewhere they have names like these.
const PACKAGES: [&str; 2] = ["chromium", "chromium-driver"];
/// The checker of accessibility. Its licence (MPL-2.0) lets us use it, but it is fetched, not copied into here.
const AXE: &str = "4.14.0";

/// The program and its tests are picked out of the whole workspace: by itself each would want its own features of the crates
/// that both stand on, and those would be compiled anew.
const TOGETHER: [&str; 1] = ["--workspace"];

/// Gets everything ready and runs the browser's tests whose names contain a word. `--dev` takes a client that is
/// built quickly; what its speed would be is then not tested.
pub(crate) fn run(arguments: &[&str]) -> Done {
    let build = if arguments.contains(&"--dev") { Build::Dev } else { Build::Release };
    prepare(build)?;
    let mut test = vec!["test"];
    test.extend(TOGETHER);
    test.extend(["--test", "browser", "--", "--nocapture"]);
    test.extend(["--test-threads", "1"]);
    test.extend(arguments.iter().filter(|argument| **argument != "--dev"));
    must(cargo(&test))
}

/// Takes the pictures of docs/screens anew.
pub(crate) fn screens(arguments: &[&str]) -> Done {
    let mut all = vec!["screens", "--ignored"];
    all.extend(arguments);
    run(&all)
}

/// Measures in the browser: the client as it is served, by a server that is optimised.
pub(crate) fn speed() -> Done {
    prepare(Build::Release)?;
    let program = client::program("ferrata", Build::Play, true)?;
    let mut test = vec!["test", "--quiet"];
    test.extend(TOGETHER);
    test.extend(["--test", "browser", "--", "--nocapture", "--test-threads", "1", "--ignored", "speed"]);
    let mut test = cargo(&test);
    test.env("FERRATA_PROGRAM", program);
    must(test)
}

/// Everything that the tests in the browser need.
fn prepare(build: Build) -> Done {
    prepare_programs()?;
    step("client", || client::run(build))?;
    let mut build = vec!["build", "--quiet"];
    build.extend(TOGETHER);
    build.extend(["--bin", "ferrata", "--test", "browser"]);
    step("program and tests", || must(cargo(&build)))
}

/// What the tests in the browser need from elsewhere.
pub(crate) fn prepare_programs() -> Done {
    step("Chromium", chromium)?;
    step("axe-core", axe)
}

/// Chromium and its driver, installed where we may.
fn chromium() -> Done {
    let missing = || ["chromium", "chromedriver"].into_iter().filter(|name| !runs(name)).collect::<Vec<_>>();
    let absent = missing();
    if absent.is_empty() {
        return Ok(());
    }
    println!("{} not found: installing {}", absent.join(" and "), PACKAGES.join(" and "));
    let installed = is_root() && runs("apt-get");
    if installed {
        must(command("apt-get", &["update", "-qq"]))?;
        let mut install = vec!["install", "--yes", "--no-install-recommends", "-qq"];
        install.extend(PACKAGES);
        must(command("apt-get", &install))?;
    }
    match missing().as_slice() {
        [] => Ok(()),
        still => Err(format!(
            "{} missing: the tests in the browser need Chromium and its driver; install them (on Debian as root: \
             apt-get install {})",
            still.join(" and "),
            PACKAGES.join(" ")
        )),
    }
}

fn is_root() -> bool {
    let id = command("id", &["-u"]).stderr(Stdio::null()).output();
    id.is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

fn runs(program: &str) -> bool {
    let mut probe = command(program, &["--version"]);
    probe.stdout(Stdio::null()).stderr(Stdio::null());
    probe.status().is_ok_and(|status| status.success())
}

/// Fetches axe-core into the target folder unless it is there.
fn axe() -> Done {
    let folder = workspace::target()?.join("browser");
    let (script, version) = (folder.join("axe.min.js"), folder.join("axe.version"));
    if script.exists() && std::fs::read_to_string(&version).is_ok_and(|known| known == AXE) {
        return Ok(());
    }
    fetch_axe(&folder).map_err(|problem| format!("{problem}; npm is needed to fetch axe-core {AXE}"))?;
    std::fs::rename(folder.join("package/axe.min.js"), &script).map_err(|error| error.to_string())?;
    std::fs::write(&version, AXE).map_err(|error| error.to_string())
}

fn fetch_axe(folder: &Path) -> Done {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut pack = command("npm", &["pack", "--silent", &format!("axe-core@{AXE}")]);
    pack.current_dir(folder).stdout(Stdio::null());
    must(pack)?;
    let archive = format!("axe-core-{AXE}.tgz");
    let mut unpack = command("tar", &["-xzf", &archive, "package/axe.min.js"]);
    unpack.current_dir(folder);
    must(unpack)
}
