//! `ferrata replay`.

use crate::run::{ferrata, json};
use std::path::PathBuf;

/// The recorded games of a title with their traces; none where they are not at hand.
pub(crate) fn recorded(title: &str) -> Vec<(String, String)> {
    let text = |path: PathBuf| path.to_str().unwrap().to_string();
    let games = ferrata_recorded::games(title).into_iter();
    games.map(|game| (text(game.clone()), text(game.with_extension("trace.jsonl")))).collect()
}

pub(crate) fn temporary(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("ferrata-{}-{name}", std::process::id()));
    file.to_str().unwrap().to_string()
}

#[test]
fn recorded_games_replay_without_a_difference_and_come_back_from_our_own_log() {
    let played_by_people = recorded("1841").into_iter().filter(|(game, _)| !game.contains("gen-"));
    for (game, trace) in recorded("18ESP").into_iter().chain(played_by_people) {
        let log = temporary("replay.json");
        let report = json(&["replay", &game, "--check", &trace, "--log", &log, "--json"]);
        assert!(report["first_difference"].is_null(), "{game}");
        assert!(report["entries"].as_u64().unwrap() > 100 && !report["standings"][0]["player"].is_null());
        let again = json(&["replay", &log, "--json"]);
        std::fs::remove_file(&log).unwrap();
        assert_eq!(again, report, "{game}");
    }
}

#[test]
fn a_difference_is_named_and_a_failure() {
    for (game, trace) in recorded("18ESP").into_iter().take(1) {
        let bent = temporary("bent.jsonl");
        let text = std::fs::read_to_string(&trace).unwrap();
        let line = text.lines().skip(20).find(|line| line.contains("/cash\":")).unwrap();
        let at = line.find("/cash\":").unwrap() + "/cash\":".len();
        let changed = format!("{}9{}", &line[..at], &line[at..]);
        std::fs::write(&bent, text.replace(line, &changed)).unwrap();
        let run = ferrata(&["replay", &game, "--check", &bent]);
        std::fs::remove_file(&bent).unwrap();
        assert!(!run.success && run.out.contains("first difference: after action"), "{}{}", run.out, run.err);
    }
}

#[test]
fn damaged_files_are_errors_that_say_what_is_wrong() {
    let file = temporary("damaged.json");
    for (text, expected) in [
        ("no json", "no recorded game"),
        ("{}", "no recorded game"),
        (r#"{"title":"1830","players":[],"actions":[]}"#, "1830"),
    ] {
        std::fs::write(&file, text).unwrap();
        let run = ferrata(&["replay", &file]);
        assert!(!run.success && run.out.is_empty() && run.err.contains(expected), "{text}: {}", run.err);
    }
    std::fs::remove_file(&file).unwrap();
    let run = ferrata(&["replay", "/nowhere/at/all.json"]);
    assert!(!run.success && run.err.contains("cannot read /nowhere/at/all.json"), "{}", run.err);
}
