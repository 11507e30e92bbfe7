//! Random players play whole games; everything the kit can check is checked.

use crate::esp::Game;
use ferrata_engine::kit::{Plan, Tally, play_random};
use ferrata_engine::name::Name;
use ferrata_engine::turn::Setup;

pub(super) fn setup(edition: &str, option: &str, players: usize) -> Setup {
    let players = (0..players).map(|seat| format!("Player {}", seat + 1)).collect();
    Setup::new("18ESP", edition, vec![Name::cut(option)], players)
}

fn play(edition: &str, option: &str, games: u64, one_in: u32) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        let players = 3 + (seed % 4) as usize;
        let plan = Plan::new(setup(edition, option, players), seed).checking(one_in);
        let report = play_random::<Game>(&plan);
        tally.add(&report);
    }
    assert!(tally.breaches.is_empty(), "{edition} {option}: {:#?}", tally.breaches.first());
    assert_eq!(tally.finished, tally.games, "every game ends");
    tally
}

#[test]
fn random_games_by_the_book_end_without_a_breach() {
    play("rulebook", "standard", 2, 40);
    play("rulebook", "random", 2, 40);
}

#[test]
fn random_games_as_online_end_without_a_breach() {
    play("online", "standard", 2, 40);
    play("online", "random", 2, 40);
}
