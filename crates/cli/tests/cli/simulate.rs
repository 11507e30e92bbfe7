//! `ferrata simulate`.

use crate::run::{ferrata, json};

#[test]
fn random_games_come_to_their_end_without_a_breach() {
    for title in ["18ESP", "1841"] {
        let report = json(&["simulate", title, "--players", "3", "--games", "2", "--seed", "7", "--json"]);
        assert_eq!((report["games"].as_u64(), report["finished"].as_u64()), (Some(2), Some(2)), "{title}");
        assert!(report["breaches"].as_array().unwrap().is_empty(), "{title}");
        for figure in ["entries_per_game", "entries_per_second"] {
            assert!(report[figure].as_f64().unwrap() > 0.0, "{title} {figure}");
        }
        assert!(!report["areas"].as_object().unwrap().is_empty(), "{title}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games_whatever_the_threads() {
    let entries = |threads| {
        let arguments = [
            "simulate",
            "18ESP",
            "--players",
            "4",
            "--games",
            "3",
            "--seed",
            "1",
            "--threads",
            threads,
            "--json",
        ];
        let report = json(&arguments);
        [report["entries"].clone(), report["ends"].clone(), report["actions"].clone()]
    };
    assert_eq!(entries("1"), entries("3"));
}

#[test]
fn a_game_that_does_not_end_is_a_failure() {
    let run = ferrata(&["simulate", "18ESP", "--players", "4", "--max-entries", "20"]);
    assert!(!run.success && run.out.contains("0 of 1 games finished"), "{}{}", run.out, run.err);
}

#[test]
fn a_set_up_that_is_refused_is_an_error() {
    let run = ferrata(&["simulate", "18ESP", "--players", "2"]);
    assert!(!run.success && run.out.is_empty() && run.err.contains("players"), "{}{}", run.out, run.err);
}

#[test]
fn games_have_every_number_of_players_by_turns() {
    let played = |edition: &str, players: &str| {
        let words = ["simulate", "1841", "--edition", edition, "--players", players, "--max-entries", "5"];
        let run = ferrata(&[&words[..], &["--games", "9", "--json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.success, report["unfinished"].as_array().unwrap().len()), (false, 9));
        report["players"].clone()
    };
    assert_eq!(played("v1", "3-5"), serde_json::json!([3, 4, 5]));
    assert_eq!(played("v1-lite", "all"), serde_json::json!([3, 4, 5, 6]));
}

#[test]
fn an_area_that_was_not_reached_fails_on_demand() {
    let words = ["simulate", "1841", "--players", "3", "--games", "1", "--seed", "7"];
    let run = ferrata(&[&words[..], &["--every-area"]].concat());
    assert!(!run.success && run.out.contains("not reached"), "{}{}", run.out, run.err);
}

#[test]
fn a_range_of_players_that_is_none_is_an_error() {
    for players in ["8-3", "many", "3-", "3-99"] {
        let run = ferrata(&["simulate", "1841", "--players", players]);
        assert!(!run.success && run.out.is_empty() && run.err.contains("3-8"), "{}{}", run.out, run.err);
    }
}
