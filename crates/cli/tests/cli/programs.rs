//! `ferrata tournament` and `ferrata why`.

use crate::run::{ferrata, json};
use serde_json::Value;

fn tournament(words: &[&str]) -> Value {
    json(&[&["tournament"], words, &["--json"]].concat())
}

/// The same figures without what depends on the machine.
fn without_times(mut report: Value) -> Value {
    report["seconds"] = Value::Null;
    for work in report["work"].as_object_mut().unwrap().values_mut() {
        work["seconds"] = Value::Null;
        work["slowest_ms"] = Value::Null;
    }
    report
}

/// Given programs that bid in secret, build and trade, when their games are verified, then nothing is illegal, whoever knows the log alone
/// decides the same, and the same seed tells the same figures.
#[test]
fn a_verified_tournament_is_legal_and_the_same_again() {
    for title in ["1841", "18ESP", "1883", "18FB"] {
        let words = ["--seats", "steady,greedy,novice", "--iterations", "2", "--max-entries", "60"];
        let words = [&[title], &words[..], &["--seed", "3", "--verify"]].concat();
        let report = without_times(tournament(&words));
        assert_eq!((&report["games"], &report["illegal"]), (&6.into(), &Value::Array(Vec::new())), "{title}");
        assert!(report["work"]["steady"]["decisions"].as_u64().unwrap() > 50, "{report}");
        assert_eq!(without_times(tournament(&words)), report, "{title}");
    }
}

/// What a limit cuts off depends on the machine, and is not the same again.
#[test]
fn a_tournament_that_is_verified_has_no_limit_of_time() {
    let run = ferrata(&["tournament", "18FB", "--seats", "novice,novice", "--verify", "--limit", "5"]);
    assert!(!run.success && run.err.contains("--limit"), "{}{}", run.out, run.err);
}

#[test]
fn what_is_tried_out_needs_a_folder() {
    let run = ferrata(&["tournament", "18FB", "--seats", "greedy@0,novice,novice"]);
    assert!(!run.success && run.err.contains("--trial FOLDER"), "{}{}", run.out, run.err);
}

/// Given the log of a game between programs, then a program says what it would do at a moment of it, with its reasons; where chance drew
/// and where the log has ended it says so.
#[test]
fn a_program_says_why() {
    let folder = std::env::temp_dir().join(format!("ferrata-why-{}", std::process::id()));
    let logs = folder.to_str().unwrap();
    tournament(&["18ESP", "--seats", "greedy,greedy,greedy", "--max-entries", "20", "--logs", logs]);
    let log = folder.join("18ESP-1-0.json");
    let words = |entry: &str| [log.to_str().unwrap(), entry, "--level", "greedy"].map(str::to_owned);
    let why = |entry: &str, more: &[&str]| {
        let words = words(entry);
        ferrata(&[&["why"], &words.each_ref().map(String::as_str)[..], more].concat())
    };
    let report: Value = serde_json::from_str(&why("20", &["--json"]).out).unwrap();
    let best = &report["best"][0];
    let terms = best["terms"].as_object().unwrap().values().map(|term| term.as_f64().unwrap());
    assert!((terms.sum::<f64>() - best["worth"].as_f64().unwrap()).abs() < 0.01, "{report}");
    assert!(best["action"].is_object() && best["terms"]["cash"].is_number(), "{report}");
    assert!(why("20", &[]).out.contains("entry 20, seat"));
    let beyond = why("21", &[]);
    assert!(!beyond.success && beyond.err.contains("entries 1 to 20"), "{}{}", beyond.out, beyond.err);
    let told: Value = serde_json::from_str(&std::fs::read_to_string(&log).unwrap()).unwrap();
    let drawn = told["entries"].as_array().unwrap().iter().position(|entry| entry["by"] == "chance").unwrap();
    let by_chance = why(&(drawn + 1).to_string(), &[]);
    assert!(!by_chance.success && by_chance.err.contains("chance"), "{}{}", by_chance.out, by_chance.err);
    std::fs::remove_dir_all(folder).unwrap();
}
