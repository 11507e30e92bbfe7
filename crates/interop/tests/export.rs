//! Games of ours written as exports of 18xx.games come back as they were.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)] // tests

use ferrata_engine::log::Log;
use ferrata_engine::turn::Title;
use ferrata_titles::Game;
use std::path::PathBuf;

fn game(path: &str) -> Option<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games");
    if !folder.is_dir() {
        println!("no recorded games at {}: nothing to export", folder.display());
        return None;
    }
    Some(std::fs::read_to_string(folder.join(path)).expect("the game"))
}

fn comes_back(log: &Log) {
    let file = ferrata_interop::export(log).unwrap_or_else(|error| panic!("{error}"));
    let again = ferrata_interop::replay(&file.to_string(), None).expect("an export of ours can be read");
    let hash = |log: &Log| log.state::<Game>().expect("a log").hash();
    assert_eq!(hash(&again.log), hash(log));
}

#[test]
fn a_recorded_game_of_v2() {
    let Some(text) = game("1841/132002.json") else { return };
    comes_back(&ferrata_interop::replay(&text, None).expect("it replays").log);
}

#[test]
fn a_recorded_game_of_v2_lite() {
    let Some(text) = game("1841/1841_game_end_bank.json") else { return };
    comes_back(&ferrata_interop::replay(&text, None).expect("it replays").log);
}
