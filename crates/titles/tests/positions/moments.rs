//! Moments of random games.

use crate::setup::setup;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::Game;

/// Plays a random game and looks at every `every`-th moment of it, and at the last one.
pub(crate) fn each_moment(title: &str, seed: u64, every: usize, mut look: impl FnMut(&Setup, &Game)) {
    let plan = Plan { max_entries: 20_000, ..Plan::new(setup(title, seed), seed).checking(0) };
    let log = play_random::<Game>(&plan).log;
    let mut game = Game::start(&log.setup).unwrap();
    for (at, recorded) in log.entries.iter().enumerate() {
        game.apply(&recorded.entry).unwrap();
        if at % every == 0 || at + 1 == log.entries.len() {
            look(&log.setup, &game);
        }
    }
}
