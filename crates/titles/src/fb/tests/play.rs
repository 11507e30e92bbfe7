//! Random games, every invariant checked.

use crate::fb::Game;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::turn::Setup;

/// A set-up of an edition, with so many players.
pub(super) fn setup(edition: &str, options: &[&str], players: usize) -> Setup {
    let names = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Furio"];
    let players = names.iter().take(players).map(|name| (*name).to_owned()).collect();
    let options = options.iter().map(|option| ferrata_engine::name::Name::cut(option)).collect();
    Setup::new("18FB", edition, options, players)
}

fn games(edition: &str, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let plan = Plan::new(setup(edition, &[], 3 + seed as usize % 4), seed).checking(40);
        let report = play_random::<Game>(&plan);
        assert!(report.breaches.is_empty(), "{:#?}", report.breaches);
        assert!(report.outcome.is_some(), "{edition} {seed} does not end");
    }
}

#[test]
fn random_games_of_pa23_keep_every_promise() {
    games("PA23", 0..4);
}

#[test]
fn random_games_of_2006_keep_every_promise() {
    games("2006", 0..4);
}

/// Every table of some random games, written and read: the same hash, the same offers.
#[test]
fn positions_of_random_games_come_back() {
    use ferrata_engine::position;
    use ferrata_engine::turn::Title;
    for (edition, seed) in [("PA23", 40), ("2006", 41)] {
        let setup = setup(edition, &[], 3 + seed as usize % 4);
        let report = play_random::<Game>(&Plan::new(setup.clone(), seed).checking(0));
        let mut game = Game::start(&setup).unwrap();
        for (at, entry) in report.log.entries.iter().enumerate() {
            game.apply(&entry.entry).unwrap();
            if at % 11 > 0 {
                continue;
            }
            let text = position::write(&setup, &game).unwrap();
            let (_, read) = match position::read::<Game>("a position", &text) {
                Ok(read) => read,
                Err(problems) => panic!("{edition} {seed} {at}: {problems:#?}\n{text}"),
            };
            assert_eq!(read.hash(), game.hash(), "{edition} {seed} {at}\n{text}");
            assert_eq!(read.offers(), game.offers(), "{edition} {seed} {at}");
        }
    }
}
