//! Golden files of the tiny title: counts of the tree of offers, and a whole game as text.

use super::golden::check_golden;
use super::setup;
use crate::tiny::Tiny;
use ferrata_engine::kit::{Plan, Playable, perft, perft_text, play_random, transcript};
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The first position of a random game in which this is asked.
fn position(seed: u64, asked: Asked) -> Tiny {
    let log = play_random::<Tiny>(&Plan::new(setup(3), seed).checking(0)).log;
    let mut state = Tiny::start(&log.setup).unwrap();
    for recorded in &log.entries {
        if state.view().asked == asked {
            return state;
        }
        state.apply(&recorded.entry).unwrap();
    }
    panic!("in the game of seed {seed} nobody is asked {asked:?}");
}

#[test]
fn the_tree_of_offers_has_the_stored_counts() {
    let asked = [
        (Asked::Draw, 4),
        (Asked::SealedBids, 4),
        (Asked::Bid, 4),
        (Asked::StockTurn, 3),
        (Asked::Deal, 3),
        (Asked::Track, 4),
        (Asked::Station, 4),
        (Asked::Run, 4),
        (Asked::Dividend, 4),
        (Asked::Trains, 4),
        (Asked::Discard, 4),
    ];
    let positions =
        asked.map(|(asked, depth)| perft_text(&format!("tiny/{asked:?}"), &position(3, asked), depth));
    check_golden(HERE, "tiny.perft", &positions.join("\n"));
}

#[test]
fn a_count_is_the_sum_of_the_counts_below_it() {
    let state = position(3, Asked::Track);
    let below = ferrata_engine::kit::canonical(&state).into_iter().map(|entry| {
        let mut next = state.clone();
        next.apply(&entry).unwrap();
        perft(&next, 2)
    });
    assert_eq!(perft(&state, 3), below.sum::<u64>());
    assert_eq!(
        (perft(&state, 0), perft(&state, 1)),
        (1, ferrata_engine::kit::canonical(&state).len() as u64)
    );
}

#[test]
fn a_whole_game_reads_as_stored() {
    let text = transcript::<Tiny>(&Plan::new(setup(3), 3));
    check_golden(HERE, "tiny-seed-3.txt", &text);
}

#[test]
fn the_transcript_is_the_game_that_is_played() {
    let plan = Plan::new(setup(2), 11).checking(0);
    let (game, text) = (play_random::<Tiny>(&plan), transcript::<Tiny>(&plan));
    let state: Tiny = game.log.state().unwrap();
    assert!(text.contains(&game.outcome.unwrap().reason.to_string()));
    assert_eq!(text.matches("\n  > ").count(), game.log.entries.len());
    assert!(state.suggest_runs().is_empty(), "no trains run when the game is over");
}
