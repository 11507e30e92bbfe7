//! Games of 18ESP recorded on 18xx.games, replayed with a comparison after every action.

#![allow(clippy::expect_used, clippy::panic)] // a test says what is wrong by failing

use ferrata_interop::{Replay, Trace};
use std::path::PathBuf;

fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/18ESP");
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

/// Rules: 18ESP-D-01, 18ESP-D-02, 18ESP-D-26, 18ESP-D-28, 18ESP-D-34
#[test]
fn a_game_with_the_random_set_up_that_ended_with_the_second_eight() {
    replays_without_difference("18ESP_game_end_second_eight");
}

/// Rules: 18ESP-D-01, 18ESP-D-21, 18ESP-D-29, 18ESP-D-34
#[test]
fn a_generated_game_with_the_standard_set_up() {
    replays_without_difference("gen-18ESP-core-401");
}
