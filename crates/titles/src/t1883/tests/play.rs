//! Random players play whole games; everything the kit can check is checked.

use crate::t1883::Game;
use ferrata_engine::kit::{Plan, Tally, play_random};
use ferrata_engine::name::Name;
use ferrata_engine::turn::Setup;

pub(super) fn setup(options: &[&str], players: usize) -> Setup {
    let players = (0..players).map(|seat| format!("Player {}", seat + 1)).collect();
    Setup::new("1883", "living", options.iter().map(|option| Name::cut(option)).collect(), players)
}

fn play(options: &[&str], games: std::ops::Range<u64>, one_in: u32) -> Tally {
    let mut tally = Tally::default();
    for seed in games {
        let players = 2 + (seed % 3) as usize;
        let plan = Plan::new(setup(options, players), seed).checking(one_in);
        tally.add(&play_random::<Game>(&plan));
    }
    assert!(tally.breaches.is_empty(), "{options:?}: {:#?}", tally.breaches.first());
    assert_eq!(tally.finished, tally.games, "every game ends");
    tally
}

#[test]
fn random_games_end_without_a_breach() {
    play(&[], 0..6, 60);
}

#[test]
fn random_games_of_the_variants_end_without_a_breach() {
    play(&["merging", "strong", "bombs"], 100..104, 60);
}

#[test]
fn random_games_of_the_other_readings_end_without_a_breach() {
    let readings = ["coopfree", "freetiles", "browns", "slopes", "paidbases", "marshall", "keep2g"];
    play(&readings, 200..204, 60);
}

/// Everybody at a table who believes in the bus brings SARSA to the maximum of the market now and then.
#[test]
fn random_games_end_with_sarsa_at_the_maximum() {
    let tally = play(&[], 7..8, 0);
    assert!(tally.ends.keys().any(|end| end.contains("maximum")), "{:?}", tally.ends);
}
