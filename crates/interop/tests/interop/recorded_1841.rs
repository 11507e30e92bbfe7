//! Games of 1841 recorded on 18xx.games, replayed with a comparison after every action.

use crate::common::{replayed, replays_without_difference, texts};
use serde_json::Value;

#[test]
fn a_game_of_v2_that_ended_with_a_price_of_516() {
    replays_without_difference("1841", "132002");
}

#[test]
fn a_game_of_v2_lite_that_ended_with_the_bank() {
    replays_without_difference("1841", "1841_game_end_bank");
}

/// Seen in it: emergency sales at the full price (O-29: actions 32, 39, 44, 448), a bankruptcy of a company
/// without a route (O-30: 609), frozen companies whose shares are sold (O-31: 268) and whose trains are bought
/// (O-32: 220).
#[test]
fn a_generated_game_of_v1_that_ended_with_one_player() {
    replays_without_difference("1841", "gen-1841-v1-104");
}

/// Seen in it: a player asked to pass for the sake of treasury shares (O-33: 113, 114), and track against the
/// side N14|P14, which is closed from P14 only (392).
#[test]
fn a_generated_game_of_v1_lite_that_ended_with_one_player() {
    replays_without_difference("1841", "gen-1841-v1-lite-201");
}

/// A log of our own, written while a record is replayed, plays to the same end.
#[test]
fn our_own_log_of_a_recorded_game_plays_again() {
    let Some((replay, _)) = replayed("1841", "1841_game_end_bank") else { return };
    let log = serde_json::to_string(&replay.log).expect("a log");
    let again = ferrata_interop::replay(&log, None).expect("our own log plays");
    assert_eq!(
        (again.entries, again.standings, again.ended),
        (replay.entries, replay.standings, replay.ended)
    );
}

/// O-33: whom the site does not ask passes at our table, and nobody acts in another's place: without the passes that
/// players said right before another's action the same game is played.
#[test]
fn a_pass_that_the_site_did_not_ask_for_is_supplied() {
    for name in ["gen-1841-v1-104", "gen-1841-v1-lite-201"] {
        let Some((text, _)) = texts("1841", name) else { return };
        let whole = ferrata_interop::replay(&text, None).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut record: Value = serde_json::from_str(&text).expect("an export");
        let actions = record["actions"].as_array_mut().expect("actions");
        let player = |action: &Value| action["entity_type"] == "player" && action["auto_actions"].is_null();
        let dropped: Vec<bool> = actions
            .windows(2)
            .map(|pair| {
                pair.iter().all(player)
                    && (pair[0]["type"] == "pass", pair[1]["type"] == "pass") == (true, false)
                    && pair[0]["entity"] != pair[1]["entity"]
            })
            .collect();
        let count = dropped.iter().filter(|dropped| **dropped).count();
        assert!(count > 10, "{name}: {count} passes");
        let mut at = 0;
        actions.retain(|_| {
            at += 1;
            !dropped.get(at - 1).copied().unwrap_or(false)
        });
        let replay = ferrata_interop::replay(&record.to_string(), None);
        let replay = replay.unwrap_or_else(|error| panic!("{name} without {count} passes: {error}"));
        assert_eq!(replay.log.entries, whole.log.entries, "{name} without {count} passes");
    }
}
