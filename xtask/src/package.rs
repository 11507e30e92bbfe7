//! `cargo xtask package`: one program with the client inside, and what an operator needs beside it, in a tarball.

use crate::client::{self, Build};
use crate::step::{Done, cargo, command, must, output, step};
use crate::workspace;
use std::fs;
use std::path::Path;

/// What lies beside the program.
const BESIDE: [&str; 6] = [
    "LICENSE",
    "NOTICE",
    "docs/operating.md",
    "packaging/ferrata.service",
    "packaging/Caddyfile",
    "packaging/nginx.conf",
];

/// Builds everything and packs it.
pub(crate) fn run() -> Done {
    step("client", || client::run(Build::Release))?;
    step("program", || must(cargo(&["build", "--release", "--locked", "--package", "ferrata-cli"])))?;
    let target = workspace::target()?;
    let name = format!("ferrata-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let folder = target.join("package");
    step("tarball", || pack(&target.join("release/ferrata"), &folder, &name))?;
    println!("{}", folder.join(format!("{name}.tar.gz")).display());
    Ok(())
}

/// The machine this is built for.
fn host() -> Result<String, String> {
    let told = output(command("rustc", &["-vV"]))?;
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say for which machine it builds".to_owned())
}

fn pack(program: &Path, folder: &Path, name: &str) -> Done {
    let into = folder.join(name);
    if into.exists() {
        fs::remove_dir_all(&into).map_err(|error| format!("{}: {error}", into.display()))?;
    }
    fs::create_dir_all(&into).map_err(|error| format!("{}: {error}", into.display()))?;
    let root = workspace::root();
    let beside = BESIDE.iter().map(|file| root.join(file));
    for from in std::iter::once(program.to_path_buf()).chain(beside) {
        let to = into.join(from.file_name().unwrap_or_default());
        fs::copy(&from, &to).map_err(|error| format!("{}: {error}", from.display()))?;
    }
    let tarball = folder.join(format!("{name}.tar.gz"));
    let mut tar = command("tar", &["--create", "--gzip", "--owner=0", "--group=0"]);
    tar.arg("--file").arg(&tarball).arg("--directory").arg(folder).arg(name);
    must(tar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn read(file: &str) -> String {
        fs::read_to_string(workspace::root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// The variables that a text sets or names.
    fn variables(text: &str) -> BTreeSet<String> {
        let letters = |letter: char| letter.is_ascii_uppercase() || letter == '_';
        let word = |from: &str| from.chars().take_while(|letter| letters(*letter)).collect::<String>();
        let found = text.match_indices("FERRATA_").map(|(at, _)| word(text.get(at..).unwrap_or_default()));
        found.filter(|name| name != "FERRATA_").collect()
    }

    fn packaging() -> Vec<String> {
        let files = fs::read_dir(workspace::root().join("packaging")).unwrap();
        let mut files: Vec<_> =
            files.map(|file| format!("packaging/{}", file.unwrap().file_name().display())).collect();
        files.sort();
        files
    }

    /// What the packages and the operator's page set is what `ferrata serve` or the measurement of load reads.
    #[test]
    fn every_variable_is_one_that_the_server_reads() {
        let serve = read("crates/cli/src/command/serve.rs");
        let known = variables(&serve);
        let read_by_any = &known | &variables(&read("crates/server/benches/load.rs"));
        for file in packaging().iter().map(String::as_str).chain(["docs/operating.md"]) {
            let unknown: Vec<_> = variables(&read(file)).difference(&read_by_any).cloned().collect();
            assert!(unknown.is_empty(), "{file}: {unknown:?}");
        }
        let told = variables(&read("docs/operating.md"));
        let untold: Vec<_> = known.difference(&told).collect();
        assert!(untold.is_empty(), "docs/operating.md does not tell of {untold:?}");
    }

    /// Every flag that packages and page use is one of `ferrata serve`, where it has the name of its field.
    #[test]
    fn every_flag_is_one_that_the_server_has() {
        let serve = read("crates/cli/src/command/serve.rs");
        for file in packaging().iter().map(String::as_str).chain(["docs/operating.md"]) {
            let text = read(file);
            let lines = text.lines().filter(|line| line.contains("ferrata serve "));
            for flag in
                lines.flat_map(|line| line.split([' ', '`'])).filter_map(|word| word.strip_prefix("--"))
            {
                let field = format!("    {}: ", flag.replace('-', "_"));
                assert!(flag == "help" || serve.contains(&field), "{file}: --{flag}");
            }
        }
    }

    /// The image runs as nobody special, keeps its data in a volume, listens where others reach it, and copies what exists.
    #[test]
    fn the_image_is_built_of_what_is_there() {
        let file = read("packaging/Containerfile");
        let lines: Vec<&str> = file.lines().collect();
        let argument = |word: &str| lines.iter().rev().find_map(|line| line.strip_prefix(word));
        assert!(argument("USER ").is_some_and(|user| user != "root" && !user.starts_with('0')));
        let volume = argument("VOLUME ").unwrap();
        assert!(
            file.contains(&format!("FERRATA_DB=sqlite://{volume}/"))
                && file.contains("FERRATA_LISTEN=0.0.0.0:1841")
        );
        assert!(argument("EXPOSE ") == Some("1841") && argument("FROM ").unwrap().ends_with("-slim"));
        for line in
            lines.iter().filter_map(|line| line.strip_prefix("COPY ")).filter(|line| !line.starts_with('-'))
        {
            let words: Vec<_> = line.split(' ').collect();
            for from in words.iter().take(words.len() - 1) {
                assert!(workspace::root().join(from).exists(), "{line}");
            }
        }
        let toolchain = read("Cargo.toml");
        let version = lines.iter().find_map(|line| line.strip_prefix("FROM rust:")).unwrap();
        let wanted = toolchain.lines().find_map(|line| line.strip_prefix("rust-version = \"")).unwrap();
        assert!(version.starts_with(wanted.trim_end_matches('"')), "{version} builds what needs {wanted}");
    }

    #[test]
    fn what_lies_beside_the_program_exists() {
        for file in BESIDE {
            assert!(!read(file).is_empty(), "{file}");
        }
    }

    /// Given a program, then the tarball has it and everything beside it, in one folder.
    #[test]
    fn a_tarball_holds_everything() {
        let folder = std::env::temp_dir().join(format!("ferrata-package-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("ferrata");
        fs::write(&program, "a program").unwrap();
        pack(&program, &folder, "ferrata-0-test").unwrap();
        let mut tar = command("tar", &["--list", "--gzip", "--file"]);
        tar.arg(folder.join("ferrata-0-test.tar.gz"));
        let listed = output(tar).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        for file in BESIDE.iter().map(|file| file.rsplit('/').next().unwrap_or(file)).chain(["ferrata"]) {
            assert!(listed.contains(&format!("ferrata-0-test/{file}\n")), "{file} is not in\n{listed}");
        }
    }
}
