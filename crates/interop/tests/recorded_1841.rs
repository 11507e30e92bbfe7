//! Games of 1841 recorded on 18xx.games, replayed with a comparison after every action.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // tests

use ferrata_interop::{Replay, Trace};
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/1841");
    if !folder.is_dir() {
        println!("no recorded games at {}: nothing to replay", folder.display());
        return None;
    }
    Some(folder)
}

/// Replays a game with its trace; none if the recorded games are not there.
fn replayed(name: &str) -> Option<(Replay, Trace)> {
    let folder = folder()?;
    let game = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("the game");
    let trace = std::fs::read_to_string(folder.join(format!("{name}.trace.jsonl"))).expect("its trace");
    let replay =
        ferrata_interop::replay(&game, Some(&trace)).unwrap_or_else(|error| panic!("{name}: {error}"));
    Some((replay, Trace::parse(&trace).expect("a trace")))
}

fn replays_without_difference(name: &str) {
    let Some((replay, trace)) = replayed(name) else { return };
    let difference = replay.first_difference.as_ref().map(ToString::to_string);
    assert_eq!(difference, None, "{name}, {} actions played", replay.actions);
    assert!(replay.ended.is_some(), "{name} did not end");
    let mut ours: Vec<i64> = replay.standings.iter().map(|standing| standing.worth.0.into()).collect();
    let mut theirs: Vec<i64> = trace.result.iter().map(|(_, worth)| *worth).collect();
    ours.sort_unstable();
    theirs.sort_unstable();
    assert_eq!(ours, theirs, "{name}: the result");
}

#[test]
fn a_game_of_v2_that_ended_with_a_price_of_516() {
    replays_without_difference("132002");
}

#[test]
fn a_game_of_v2_lite_that_ended_with_the_bank() {
    replays_without_difference("1841_game_end_bank");
}

/// A generated game: every action up to the one that the rules forbid is without a difference.
fn replays_up_to(name: &str, action: &str) {
    let Some(folder) = folder() else { return };
    let game = std::fs::read_to_string(folder.join(format!("{name}.json"))).expect("the game");
    let trace = std::fs::read_to_string(folder.join(format!("{name}.trace.jsonl"))).expect("its trace");
    match ferrata_interop::replay(&game, Some(&trace)) {
        Err(error) => assert!(error.to_string().starts_with(action), "{name}: {error}"),
        Ok(replay) => panic!("{name}: {:?}", replay.first_difference),
    }
}

/// Action 609 declares a bankruptcy for a company that has no route and need not buy a train.
#[test]
fn a_generated_game_of_v1() {
    replays_up_to("gen-1841-v1-104", "action 609 (bankrupt): there is no emergency");
}

/// Action 392 lays track against the impassable side N14|P14, which the site closes on one side only.
#[test]
fn a_generated_game_of_v1_lite() {
    replays_up_to("gen-1841-v1-lite-201", "action 392 (lay_tile): track would run against the closed side 0");
}

/// A log of our own, written while a record is replayed, plays to the same end.
#[test]
fn our_own_log_of_a_recorded_game_plays_again() {
    let Some((replay, _)) = replayed("1841_game_end_bank") else { return };
    let log = serde_json::to_string(&replay.log).expect("a log");
    let again = ferrata_interop::replay(&log, None).expect("our own log plays");
    assert_eq!(
        (again.entries, again.standings, again.ended),
        (replay.entries, replay.standings, replay.ended)
    );
}
