//! Golden files of the titles.

use super::golden::check_golden;
use super::setup;
use ferrata_engine::kit::{Plan, Playable, perft_text, play_random, transcript};
use ferrata_engine::view::Asked;
use ferrata_titles::esp;
use ferrata_titles::fb;
use ferrata_titles::t1841;
use ferrata_titles::t1883;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The counts at the first position of a game, from each of these entries on, in which each of these
/// things is asked.
fn counts<T: Playable>(name: &str, plan: &Plan, asked: &[(usize, Asked, u32)]) -> String {
    let log = play_random::<T>(plan).log;
    let mut missing = asked.to_vec();
    let mut state = T::start(&log.setup).unwrap();
    let mut texts = Vec::new();
    for (at, recorded) in log.entries.iter().enumerate() {
        let asked_now = state.asked();
        if let Some(found) = missing.iter().position(|(from, asked, _)| *from <= at && *asked == asked_now) {
            let (_, asked, depth) = missing.remove(found);
            texts.push(perft_text(&format!("{name}/{at}/{asked:?}"), &state, depth));
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
        (0, Asked::Draw, 3),
        (0, Asked::Bid, 4),
        (0, Asked::StockTurn, 3),
        (0, Asked::Track, 2),
        (0, Asked::Home, 2),
        (0, Asked::Run, 2),
        (0, Asked::Dividend, 2),
        (0, Asked::Trains, 2),
        (400, Asked::StockTurn, 2),
        (400, Asked::Track, 2),
        (400, Asked::Run, 2),
        (400, Asked::Trains, 2),
    ];
    check_golden(HERE, "18ESP.perft", &counts::<esp::Game>("18ESP", &plan, &asked));
}

#[test]
fn a_game_of_18esp_reads_as_stored() {
    let plan = Plan { max_entries: 300, ..Plan::new(setup("18ESP", "rulebook", &["standard"], 3), 7) };
    check_golden(HERE, "18ESP-seed-7.txt", &transcript::<esp::Game>(&plan));
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
        (0, Asked::SealedBids, 2),
        (0, Asked::StockTurn, 2),
        (0, Asked::FirstShares, 2),
        (0, Asked::Tokens, 2),
        (0, Asked::Track, 3),
        (0, Asked::Station, 3),
        (0, Asked::Run, 3),
        (0, Asked::Dividend, 3),
        (0, Asked::Trains, 3),
        (250, Asked::StockTurn, 2),
        (250, Asked::Track, 2),
        (250, Asked::Trains, 2),
        (250, Asked::Shares, 2),
    ];
    check_golden(HERE, "1841.perft", &counts::<t1841::Game>("1841", &plan, &asked));
}

#[test]
fn games_of_18fb_read_as_stored() {
    for edition in ["PA23", "2006"] {
        let plan = Plan { max_entries: 300, ..Plan::new(setup("18FB", edition, &[], 4), 7) };
        check_golden(HERE, &format!("18FB-{edition}-seed-7.txt"), &transcript::<fb::Game>(&plan));
    }
}

#[test]
fn the_tree_of_offers_of_18fb_has_the_stored_counts() {
    let plan = Plan { max_entries: 700, ..Plan::new(setup("18FB", "PA23", &[], 4), 7).checking(0) };
    let asked = [
        (0, Asked::Draw, 3),
        (0, Asked::Nominate, 3),
        (0, Asked::Bid, 3),
        (0, Asked::StockTurn, 2),
        (0, Asked::StartPrice, 2),
        (0, Asked::Track, 2),
        (0, Asked::Station, 2),
        (0, Asked::Trains, 2),
        (300, Asked::StockTurn, 2),
        (300, Asked::Track, 2),
        (300, Asked::Station, 2),
        (300, Asked::Trains, 2),
    ];
    check_golden(HERE, "18FB.perft", &counts::<fb::Game>("18FB", &plan, &asked));
}

#[test]
fn games_of_1883_read_as_stored() {
    let plan = Plan { max_entries: 300, ..Plan::new(setup("1883", "living", &[], 3), 7) };
    check_golden(HERE, "1883-seed-7.txt", &transcript::<t1883::Game>(&plan));
}

#[test]
fn the_tree_of_offers_of_1883_has_the_stored_counts() {
    let plan = Plan { max_entries: 900, ..Plan::new(setup("1883", "living", &[], 4), 7).checking(0) };
    let asked = [
        (0, Asked::Draw, 2),
        (0, Asked::Bid, 3),
        (0, Asked::StartPrice, 2),
        (0, Asked::StockTurn, 2),
        (0, Asked::Track, 2),
        (0, Asked::Run, 2),
        (0, Asked::Dividend, 2),
        (0, Asked::Trains, 2),
        (0, Asked::Shares, 2),
        (300, Asked::StockTurn, 2),
        (300, Asked::Track, 2),
        (300, Asked::Event, 2),
        (300, Asked::Trains, 2),
    ];
    check_golden(HERE, "1883.perft", &counts::<t1883::Game>("1883", &plan, &asked));
}
