//! Golden files of the titles.

use super::golden::check_golden;
use super::setup;
use ferrata_engine::kit::{Plan, Playable, perft_text, play_random, transcript};
use ferrata_titles::esp::Esp;
use ferrata_titles::t1841;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The counts at the first position of a game, from each of these entries on, in which each of these
/// things is asked.
fn counts<T: Playable>(name: &str, plan: &Plan, asked: &[(usize, &str, u32)]) -> String {
    let log = play_random::<T>(plan).log;
    let mut missing = asked.to_vec();
    let mut state = T::start(&log.setup).unwrap();
    let mut texts = Vec::new();
    for (at, recorded) in log.entries.iter().enumerate() {
        let asked_now = state.view().asked;
        if let Some(found) = missing.iter().position(|(from, asked, _)| *from <= at && *asked == asked_now) {
            let (_, asked, depth) = missing.remove(found);
            texts.push(perft_text(&format!("{name}/{at}/{asked}"), &state, depth));
        }
        state.apply(&recorded.entry).unwrap();
    }
    assert!(missing.is_empty(), "not asked in this game: {missing:?}");
    texts.join("\n")
}

#[test]
fn the_tree_of_offers_of_18esp_has_the_stored_counts() {
    let plan = Plan::new(setup("18ESP", "rulebook", &["standard"], 4), 1).checking(0);
    let asked = [
        (0, "wait for chance", 3),
        (0, "bid or pass", 4),
        (0, "sell, repay, buy or pass", 3),
        (0, "lay track, build stations and passes", 2),
        (0, "place a home token", 2),
        (0, "run the trains", 2),
        (0, "pay or keep the earnings", 2),
        (0, "buy trains", 2),
        (400, "sell, repay, buy or pass", 2),
        (400, "lay track, build stations and passes", 2),
        (400, "run the trains", 2),
        (400, "buy trains", 2),
    ];
    check_golden(HERE, "18ESP.perft", &counts::<Esp>("18ESP", &plan, &asked));
}

#[test]
fn a_game_of_18esp_reads_as_stored() {
    let plan = Plan { max_entries: 300, ..Plan::new(setup("18ESP", "rulebook", &["standard"], 3), 7) };
    check_golden(HERE, "18ESP-seed-7.txt", &transcript::<Esp>(&plan));
}

#[test]
fn a_game_of_1841_reads_as_stored() {
    let plan = Plan { max_entries: 300, ..Plan::new(setup("1841", "v1", &[], 4), 7) };
    check_golden(HERE, "1841-seed-7.txt", &transcript::<t1841::Game>(&plan));
}

#[test]
fn the_tree_of_offers_of_1841_has_the_stored_counts() {
    let plan = Plan { max_entries: 400, ..Plan::new(setup("1841", "v1", &[], 4), 7).checking(0) };
    let asked = [
        (0, "hand in a sheet of bids", 2),
        (0, "sell, then buy or start a company", 2),
        (0, "buy further first shares", 2),
        (0, "buy the tokens of the new company", 2),
        (0, "lay a tile", 3),
        (0, "lay a token", 3),
        (0, "run the trains", 3),
        (0, "pay or keep the revenue", 3),
        (0, "buy trains", 3),
        (250, "sell, then buy or start a company", 2),
        (250, "lay a tile", 2),
        (250, "buy trains", 2),
        (250, "sell shares, then buy one or start a company", 2),
    ];
    check_golden(HERE, "1841.perft", &counts::<t1841::Game>("1841", &plan, &asked));
}
