//! `cargo xtask mutants TITLE`: breaks a title's rules one place at a time (cargo-mutants) and lists what none of that
//! title's tests notices.
//!
//! The random games are left out: they notice much, but slowly, and a rule should have a test of its own.

mod equivalent;

use crate::step::{Done, cargo, has_subcommand, must, print};
use crate::titles::Title;
use crate::workspace;
use equivalent::Equivalent;
use serde_json::Value;
use std::path::{Path, PathBuf};

const USAGE: &str = "expected `cargo xtask mutants TITLE [--shard K/N] [--file F]`, K from 0 to N-1";

/// Modules of a title that watch its rules from outside, and its tests.
const NO_RULES: [&str; 7] = ["tests", "kit", "areas", "temper", "tempers", "witness", "worst"];

/// What was asked for.
#[derive(Debug, PartialEq)]
struct Wanted {
    title: String,
    shard: Option<String>,
    file: Option<String>,
}

/// Tries the mutants and prints the survivors.
pub(crate) fn run(arguments: &[&str]) -> Done {
    let wanted = Wanted::parse(arguments)?;
    let title = Title::find(&wanted.title)?;
    let known = Equivalent::read_all()?;
    if !has_subcommand("mutants") {
        println!("cargo-mutants is not here: installing it");
        must(cargo(&["install", "cargo-mutants", "--locked"]))?;
    }
    let folder = workspace::target()?.join("mutants");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    try_all(&title, &wanted, &folder)?;
    print(&Outcome::read(&folder.join("mutants.out"))?.told(&title, &known)?);
    Ok(())
}

impl Wanted {
    fn parse(arguments: &[&str]) -> Result<Wanted, String> {
        let [title, rest @ ..] = arguments else { return Err(USAGE.to_owned()) };
        let mut wanted = Wanted { title: (*title).to_owned(), shard: None, file: None };
        let mut rest = rest;
        while let [option, value, after @ ..] = rest {
            match *option {
                "--shard" if is_shard(value) => wanted.shard = Some((*value).to_owned()),
                "--file" => wanted.file = Some((*value).to_owned()),
                _ => return Err(USAGE.to_owned()),
            }
            rest = after;
        }
        if rest.is_empty() { Ok(wanted) } else { Err(USAGE.to_owned()) }
    }

    /// The files of a title to break: all, or those that the given path or name means.
    fn glob(&self, title: &Title) -> String {
        let folder = format!("crates/titles/src/{}", title.module);
        match self.file.as_deref() {
            None => format!("{folder}/**/*.rs"),
            Some(file) if file.starts_with(&folder) => file.to_owned(),
            Some(file) if file.contains('/') => format!("{folder}/{file}"),
            Some(file) => format!("{folder}/**/{file}"),
        }
    }
}

/// Whether this is `K/N` with K below N.
fn is_shard(text: &str) -> bool {
    let number = |part: &str| part.parse::<u32>().ok();
    text.split_once('/').and_then(|(k, n)| Some(number(k)? < number(n)?)).unwrap_or(false)
}

/// Runs cargo-mutants on a copy of the workspace. What it builds is kept, so that the next run begins sooner.
fn try_all(title: &Title, wanted: &Wanted, folder: &Path) -> Done {
    let mut mutants = cargo(&["mutants", "--package", "ferrata-titles", "--baseline", "run", "--no-shuffle"]);
    mutants.args(["--minimum-test-timeout", "20", "--colors", "never", "--output"]).arg(folder);
    mutants.arg("--file").arg(wanted.glob(title));
    for module in NO_RULES {
        mutants.args(["--exclude", &format!("**/{module}.rs"), "--exclude", &format!("**/{module}/**")]);
    }
    if let Some(shard) = &wanted.shard {
        // Neighbours go to different shards, so that one shard is an even sample of all.
        mutants.args(["--shard", shard, "--sharding", "round-robin"]);
    }
    let module = format!("{}::", title.module);
    mutants.args(["--", "--lib", "--", "--skip", "random_games", &module]);
    mutants.env("CARGO_TARGET_DIR", folder.join("build"));
    let status = mutants.status().map_err(|error| format!("cargo mutants: {error}"))?;
    match status.code() {
        // 2: some survived; 3: some took too long.
        Some(0 | 2 | 3) => Ok(()),
        Some(4) => Err("the tests fail before anything is broken".to_owned()),
        _ => Err(format!("cargo mutants ended with {status}")),
    }
}

/// What became of the mutants.
#[derive(Debug, Default)]
struct Outcome {
    caught: usize,
    unviable: usize,
    late: Vec<String>,
    survived: Vec<String>,
    /// Seconds spent on all of them.
    seconds: f64,
}

impl Outcome {
    fn read(folder: &Path) -> Result<Outcome, String> {
        let path: PathBuf = folder.join("outcomes.json");
        let all: Value = serde_json::from_str(&workspace::read(&path)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let mut outcome = Outcome::default();
        for one in list(&all, "/outcomes") {
            let Some(name) = one.pointer("/scenario/Mutant/name").and_then(Value::as_str) else { continue };
            match one.pointer("/summary").and_then(Value::as_str) {
                Some("CaughtMutant") => outcome.caught += 1,
                Some("MissedMutant") => outcome.survived.push(name.to_owned()),
                Some("Timeout") => outcome.late.push(name.to_owned()),
                _ => outcome.unviable += 1,
            }
            let seconds = |phase: &Value| phase.pointer("/duration").and_then(Value::as_f64);
            outcome.seconds += list(one, "/phase_results").filter_map(seconds).sum::<f64>();
        }
        Ok(outcome)
    }

    /// The survivors that nobody has explained yet, and the figures.
    fn told(&self, title: &Title, known: &[Equivalent]) -> Result<String, String> {
        let mut text = String::from("\n");
        let (mut explained, mut survived) = (0, 0);
        for name in &self.survived {
            if equivalent::find(known, name)?.is_some() {
                explained += 1;
            } else {
                survived += 1;
                text += &format!("survived: {name}\n");
            }
        }
        for name in &self.late {
            text += &format!("took too long: {name}\n");
        }
        let own = format!("crates/titles/src/{}/", title.module);
        for gone in known.iter().filter(|one| one.file.starts_with(&own) && !one.stands()) {
            text += &format!("{}: no longer there: `{}` in {}\n", equivalent::FILE, gone.line, gone.file);
        }
        let tried = self.caught + self.survived.len() + self.late.len();
        let mean = self.seconds / (tried + self.unviable).max(1) as f64;
        text += &format!(
            "{}: {tried} mutants tried, {} caught, {} too long, {explained} known to be equivalent, {survived} survived \
             ({} did not compile); {mean:.1} s each\n",
            title.name,
            self.caught,
            self.late.len(),
            self.unviable
        );
        Ok(text)
    }
}

/// The list at a place of a JSON value.
fn list<'a>(value: &'a Value, at: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(at).and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_read_or_refused() {
        let wanted = Wanted::parse(&["1841", "--shard", "0/8", "--file", "sell.rs"]).unwrap();
        assert_eq!((wanted.shard.as_deref(), wanted.file.as_deref()), (Some("0/8"), Some("sell.rs")));
        for wrong in [
            &[][..],
            &["1841", "--shard", "8/8"],
            &["1841", "--shard", "1"],
            &["1841", "x"],
            &["1841", "--file"],
        ] {
            assert!(Wanted::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_file_is_meant_by_its_name_or_its_path() {
        let title = Title { name: "18ESP".to_owned(), module: "esp".to_owned() };
        let glob = |file: Option<&str>| {
            Wanted { title: String::new(), shard: None, file: file.map(str::to_owned) }.glob(&title)
        };
        assert_eq!(glob(None), "crates/titles/src/esp/**/*.rs");
        assert_eq!(glob(Some("run.rs")), "crates/titles/src/esp/**/run.rs");
        assert_eq!(glob(Some("operating/run.rs")), "crates/titles/src/esp/operating/run.rs");
        assert_eq!(glob(Some("crates/titles/src/esp/end.rs")), "crates/titles/src/esp/end.rs");
    }
}
