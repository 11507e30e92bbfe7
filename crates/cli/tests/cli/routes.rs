//! `ferrata routes` and `ferrata bench routes`.

use crate::replay::{recorded, temporary};
use crate::run::{ferrata, json};
use serde_json::Value;

/// A position of a recorded game whose best run is known; none where the games are not at hand.
fn known() -> Option<String> {
    recorded("1841").into_iter().map(|(game, _)| game).find(|game| game.contains("132002"))
}

fn without_time(mut report: Value) -> Value {
    report.as_object_mut().unwrap().remove("time_ms");
    report
}

#[test]
fn the_best_run_of_a_recorded_position_is_found_and_explained() {
    let Some(game) = known() else { return };
    let report = json(&["routes", &game, "--at", "903", "--json"]);
    assert_eq!(report["company"], "SB");
    assert_eq!((&report["revenue"], &report["proven"]), (&730.into(), &true.into()));
    assert_eq!(report["candidates"], 157 + 182);
    assert!(report["nodes"].as_u64().unwrap() > 0 && report["time_ms"].as_f64().unwrap() > 0.0);
    let routes = report["explained"]["routes"].as_array().unwrap();
    let halts: Vec<&Value> = routes.iter().flat_map(|route| route["halts"].as_array().unwrap()).collect();
    assert_eq!(halts.iter().map(|halt| halt["pays"]["revenue"].as_i64().unwrap()).sum::<i64>(), 730);
    // What a stop always pays needs no reason; what the phase decides has one.
    for halt in &halts {
        let why = if halt["name"] == "East" { "in the black phase" } else { "" };
        assert!(halt["name"].is_string() && halt["why"] == why, "{halt}");
    }
    let text = ferrata(&["routes", &game, "--at", "903", "--company", "SB"]).out;
    assert!(text.starts_with("SB before action 903: 730 (proven best)\n"), "{text}");
}

#[test]
fn parts_and_our_own_log_give_the_same_answer() {
    let Some(game) = known() else { return };
    let once = json(&["routes", &game, "--at", "903", "--json"]);
    let in_parts = json(&["routes", &game, "--at", "903", "--threads", "3", "--json"]);
    assert_eq!(in_parts["routes"], once["routes"]);
    let log = temporary("routes.json");
    assert!(ferrata(&["replay", &game, "--log", &log]).success);
    // In a log of our own actions go by their numbers: this one comes after all before it.
    let text = std::fs::read_to_string(&game).unwrap();
    let at = ferrata_interop::replay(&text, None).unwrap().before(903).unwrap() + 1;
    let same = json(&["routes", &log, "--at", &at.to_string(), "--json"]);
    std::fs::remove_file(&log).unwrap();
    let mut same = without_time(same);
    same["at"] = once["at"].clone();
    assert_eq!(same, without_time(once));
}

#[test]
fn what_cannot_be_answered_is_said() {
    let Some(game) = known() else { return };
    let nothing = ferrata(&["routes", &game, "--at", "999999"]);
    assert!(!nothing.success && nothing.err.contains("there is no action 999999"), "{}", nothing.err);
    let nobody = ferrata(&["routes", &game, "--at", "903", "--company", "XYZ"]);
    assert!(!nobody.success && nobody.err.contains("XYZ"), "{}", nobody.err);
}

#[test]
fn the_benchmark_tells_every_position() {
    let report = json(&["bench", "routes", "--games", "/nowhere", "--repeat", "1", "--json"]);
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 10);
    for position in positions {
        for field in ["game", "at", "company", "candidates", "nodes", "time_ms", "revenue", "proven"] {
            assert!(!position[field].is_null(), "{field} in {position}");
        }
        assert_eq!(position["proven"], true, "{position}");
    }
    assert_eq!(report["stopping"]["bounds_hold"], true);
}
