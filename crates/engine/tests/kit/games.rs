//! Ten thousand random games.

use super::setup;
use crate::tiny::Tiny;
use ferrata_engine::kit::{Plan, Tally, play_many};

#[test]
fn a_few_games_with_everything_checked_at_every_entry() {
    for players in 2..=4 {
        let tally = play_many::<Tiny>(&Plan::new(setup(players), 1), 20);
        assert!(tally.breaches.is_empty() && tally.finished == 20, "{tally}");
    }
}

/// One part of the ten thousand games; a test each, so that they run side by side.
fn many(players: usize, games: u64) -> Tally {
    let started = std::time::Instant::now();
    let plan = Plan::new(setup(players), 1_000_000 * players as u64).checking(20);
    let tally = play_many::<Tiny>(&plan, games);
    println!("{players} players, {:.1} s\n{tally}", started.elapsed().as_secs_f32());
    assert!(tally.breaches.is_empty() && tally.finished == games, "{tally}");
    tally
}

#[test]
fn ten_thousand_games_part_one_two_players() {
    let tally = many(2, 4_000);
    // Nothing of the title remains unseen: every kind of action and every reason to end.
    assert_eq!(tally.counts.actions.len(), 16, "{tally}");
    assert_eq!(tally.ends.len(), 4, "{tally}");
    assert!(tally.counts.events.contains_key("rusted"), "{tally}");
}

#[test]
fn ten_thousand_games_part_two_three_players() {
    many(3, 3_500);
}

#[test]
fn ten_thousand_games_part_three_four_players() {
    many(4, 2_500);
}
