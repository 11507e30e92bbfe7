//! The recorded games, for tests and benchmarks: `../shared/games/<title>/<name>.json` beside the workspace, each with
//! its `<name>.trace.jsonl`.
//!
//! They are not part of the project. Where they are absent, what needs them is left out with a printed word. Where the
//! variable `CI` is set, as the project's machines do, their absence is a failure: there the tests must not pass by
//! showing nothing.

#![allow(clippy::panic, reason = "only tests and benchmarks use this, and they say what is wrong by failing")]

use std::path::{Path, PathBuf};

/// The folder of all recorded games, if it is there.
pub fn folder() -> Option<PathBuf> {
    found(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/games")), is_ci())
}

/// The recorded games of a title, by name; none where they are absent.
pub fn games(title: &str) -> Vec<PathBuf> {
    folder().map(|folder| listed(&folder.join(title))).unwrap_or_default()
}

/// The text of a recorded game, for example `1841/132002.json`; none where they are absent.
pub fn game(path: &str) -> Option<String> {
    let path = folder()?.join(path);
    Some(std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}

/// Whether this is a machine that must show everything: the variable `CI` is set and says neither `0` nor `false`.
fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !["", "0", "false"].contains(&value.as_str()))
}

fn found(folder: &Path, must: bool) -> Option<PathBuf> {
    if let Ok(folder) = folder.canonicalize() {
        return Some(folder);
    }
    assert!(!must, "no recorded games at {}: where `CI` is set they must be there", folder.display());
    println!("no recorded games at {}: this shows nothing here", folder.display());
    None
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut games: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    games.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    games.sort();
    games
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_games_are_left_out() {
        assert_eq!(found(Path::new("/nowhere/at/all"), false), None);
    }

    #[test]
    #[should_panic(expected = "where `CI` is set they must be there")]
    fn absent_games_are_a_failure_where_everything_must_be_shown() {
        found(Path::new("/nowhere/at/all"), true);
    }

    #[test]
    fn games_are_listed_without_their_traces() {
        let all = games("1841");
        assert!(all.iter().all(|path| path.extension().is_some_and(|ending| ending == "json")));
        assert_eq!(all.is_empty(), folder().is_none());
    }
}
