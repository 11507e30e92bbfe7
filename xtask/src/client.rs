//! `cargo xtask client`: builds the browser client and puts it where the server embeds it.
//!
//! Cargo compiles the crate `ferrata-web` for wasm, wasm-bindgen's own library writes the JavaScript around it, and
//! [`pack`] lays both with the files of `crates/web/static` into `crates/server/client`.

mod pack;

use crate::step::{Done, cargo, must};
use crate::test::{WASM, add_wasm_target};
use crate::workspace;
use pack::Packed;
use sha2::{Digest, Sha256};
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

/// What the compressed wasm may weigh at most: what a phone loads in about a second.
const HEAVIEST: usize = 1_500_000;

/// How the client is built.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// Quick to build, large.
    Dev,
    /// Small and fast.
    Release,
}

impl Build {
    /// The cargo profile, and the folder that cargo names after it.
    fn profile(self) -> (&'static str, &'static str) {
        match self {
            Build::Dev => ("dev", "debug"),
            Build::Release => ("client", "client"),
        }
    }
}

/// Builds the client unless it is there as it should be.
pub(crate) fn run(build: Build) -> Done {
    one_wasm_bindgen()?;
    add_wasm_target()?;
    let (profile, folder) = build.profile();
    must(cargo(&["build", "--quiet", "-p", "ferrata-web", "--target", WASM, "--profile", profile]))?;
    let target = workspace::target()?;
    let wasm = target.join(WASM).join(folder).join("ferrata-web.wasm");
    let code = std::fs::read(&wasm).map_err(|error| format!("{}: {error}", wasm.display()))?;
    let statics = pack::statics(&workspace::root().join("crates/web/static"))?;
    let stamp = stamp(build, &code, &statics);
    let (stamped, client) = (target.join("client.stamp"), workspace::root().join("crates/server/client"));
    if client.join("index.html").exists() && std::fs::read_to_string(&stamped).ok() == Some(stamp.clone()) {
        println!("the client is up to date");
        return Ok(());
    }
    let bindings = bindings(build, &wasm, &format!("ferrata-{}", hash(&code)), &target.join("client"))?;
    let packed = pack::pack(bindings, statics, build == Build::Release)?;
    pack::lay(&client, &packed)?;
    report(&packed, build)?;
    std::fs::write(&stamped, stamp).map_err(|error| format!("{}: {error}", stamped.display()))
}

/// What the client is made of, in short.
fn stamp(build: Build, code: &[u8], statics: &[(String, Vec<u8>)]) -> String {
    let mut all = format!("{build:?} {}", hash(code));
    for (name, content) in statics {
        all += &format!(" {name} {}", hash(content));
    }
    // The packing itself may have changed too.
    all + env!("CARGO_PKG_VERSION")
        + &hash(include_bytes!("client/pack.rs"))
        + &hash(include_bytes!("client.rs"))
}

/// The first half of a content's SHA-256: it makes names that never mean anything else.
fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
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
        "Cargo.lock has wasm-bindgen {library} but wasm-bindgen-cli-support {generator}: set the version in \
         xtask/Cargo.toml to ={library}"
    ))
}

/// Writes the JavaScript around the wasm and gives back all files that belong to it.
fn bindings(build: Build, wasm: &Path, name: &str, folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let release = build == Build::Release;
    let mut generator = Bindgen::new();
    generator.input_path(wasm).out_name(name).typescript(false).omit_default_module_path(false);
    generator.keep_debug(false).remove_name_section(release).remove_producers_section(release);
    generator
        .web(true)
        .and_then(|web| web.generate(folder))
        .map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    pack::statics(folder)
}

/// Prints what a browser has to load; too much is an error.
fn report(packed: &[Packed], build: Build) -> Done {
    let kilobytes = |bytes: usize| bytes.div_ceil(1000);
    for file in packed.iter().filter(|file| file.is_code()) {
        println!(
            "{}: {} kB, sent as {} kB",
            file.name,
            kilobytes(file.content.len()),
            kilobytes(file.sent())
        );
    }
    let heavy = packed.iter().find(|file| file.name.ends_with(".wasm") && file.sent() > HEAVIEST);
    match heavy {
        Some(file) if build == Build::Release => Err(format!(
            "{} is {} kB compressed; at most {} kB are allowed",
            file.name,
            kilobytes(file.sent()),
            kilobytes(HEAVIEST)
        )),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_of_the_library_s_version() {
        one_wasm_bindgen().unwrap();
    }

    #[test]
    fn every_change_makes_another_stamp() {
        let statics = |text: &str| vec![("a".to_owned(), text.as_bytes().to_vec())];
        let first = stamp(Build::Dev, b"code", &statics("x"));
        assert_eq!(first, stamp(Build::Dev, b"code", &statics("x")));
        assert_ne!(first, stamp(Build::Release, b"code", &statics("x")));
        assert_ne!(first, stamp(Build::Dev, b"kode", &statics("x")));
        assert_ne!(first, stamp(Build::Dev, b"code", &statics("y")));
    }

    #[test]
    fn the_page_has_nothing_inline_as_the_servers_policy_forbids_it() {
        let page = workspace::read(&workspace::root().join("crates/web/static/index.html")).unwrap();
        assert!(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onload="));
        assert!(page.matches("<script").count() == page.matches("<script type=\"module\" src=").count());
    }
}
