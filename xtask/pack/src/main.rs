//! `xtask-pack WASM STATICS CLIENT STAMP [--small]`: lays the client into the folder that the server serves or embeds.
//!
//! wasm-bindgen's own library writes the JavaScript around the wasm; [`lay`] puts both with the static files into the
//! client's folder. With `--small` names and debugging aids are left out, everything is compressed and its weight is
//! held against a limit. The stamp says what the folder was made of: nothing is done if
//! it would be made of the same again.

mod lay;

use lay::Packed;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

/// What the compressed wasm may weigh at most. With four titles and their programs it weighs more than the 1.5 MB that a phone
/// loads in about a second, 1.74 MB; it must not grow further.
const HEAVIEST: usize = 1_750_000;

/// What went wrong, for people.
type Done = Result<(), String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [wasm, statics, client, stamp] => run([wasm, statics, client, stamp].map(PathBuf::from), false),
        [wasm, statics, client, stamp, small] if small == "--small" => {
            run([wasm, statics, client, stamp].map(PathBuf::from), true)
        }
        _ => Err("expected `xtask-pack WASM STATICS CLIENT STAMP [--small]`".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("xtask-pack: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run([wasm, statics, client, stamped]: [PathBuf; 4], small: bool) -> Done {
    let code = std::fs::read(&wasm).map_err(|error| format!("{}: {error}", wasm.display()))?;
    let statics = lay::files(&statics)?;
    let stamp = stamp(small, &code, &statics);
    if client.join("index.html").exists() && std::fs::read_to_string(&stamped).ok().as_ref() == Some(&stamp) {
        println!("the client is up to date");
        return Ok(());
    }
    let bindings =
        bindings(small, &wasm, &format!("ferrata-{}", hash(&code)), &stamped.with_extension("bindings"))?;
    let packed = lay::pack(bindings, statics, small)?;
    lay::lay(&client, &packed)?;
    report(&packed, small)?;
    std::fs::write(&stamped, stamp).map_err(|error| format!("{}: {error}", stamped.display()))
}

/// What the client is made of, in short.
fn stamp(small: bool, code: &[u8], statics: &[(String, Vec<u8>)]) -> String {
    let mut all = format!("{small} {}", hash(code));
    for (name, content) in statics {
        all += &format!(" {name} {}", hash(content));
    }
    // The packing itself may have changed too.
    all + env!("CARGO_PKG_VERSION") + &hash(include_bytes!("lay.rs")) + &hash(include_bytes!("main.rs"))
}

/// The first half of a content's SHA-256: it makes names that never mean anything else.
fn hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

/// Writes the JavaScript around the wasm and gives back all files that belong to it.
fn bindings(small: bool, wasm: &Path, name: &str, folder: &Path) -> Result<Vec<(String, Vec<u8>)>, String> {
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let mut generator = Bindgen::new();
    generator.input_path(wasm).out_name(name).typescript(false).omit_default_module_path(false);
    generator.keep_debug(false).remove_name_section(small).remove_producers_section(small);
    generator
        .web(true)
        .and_then(|web| web.generate(folder))
        .map_err(|error| format!("wasm-bindgen: {error:#}"))?;
    lay::files(folder)
}

/// Prints what a browser has to load; too much is an error.
fn report(packed: &[Packed], small: bool) -> Done {
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
        Some(file) if small => Err(format!(
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
    fn every_change_makes_another_stamp() {
        let statics = |text: &str| vec![("a".to_owned(), text.as_bytes().to_vec())];
        let first = stamp(false, b"code", &statics("x"));
        assert_eq!(first, stamp(false, b"code", &statics("x")));
        assert_ne!(first, stamp(true, b"code", &statics("x")));
        assert_ne!(first, stamp(false, b"kode", &statics("x")));
        assert_ne!(first, stamp(false, b"code", &statics("y")));
    }
}
