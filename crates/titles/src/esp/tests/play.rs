//! Random players play whole games; everything the kit can check is checked.

use crate::esp::Esp;
use ferrata_engine::kit::{Plan, Tally, play_random};
use ferrata_engine::name::Name;
use ferrata_engine::turn::Setup;

pub(super) fn setup(edition: &str, option: &str, players: usize) -> Setup {
    Setup {
        title: Name::cut("18ESP"),
        edition: Name::cut(edition),
        options: vec![Name::cut(option)],
        players: (0..players).map(|seat| format!("Player {}", seat + 1)).collect(),
    }
}

fn play(edition: &str, option: &str, games: u64, one_in: u32) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..games {
        let players = 3 + (seed % 4) as usize;
        let plan = Plan::new(setup(edition, option, players), seed).checking(one_in);
        let report = play_random::<Esp>(&plan);
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

/// Many games with the counts of the areas they reach; run by hand:
/// `cargo test -p ferrata-titles --release many_random_games -- --ignored --nocapture`.
#[test]
#[ignore = "minutes"]
fn many_random_games_reach_every_area() {
    for edition in ["rulebook", "online"] {
        for option in ["standard", "random"] {
            let games = std::env::var("GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(40);
            let tally = play(edition, option, games, 200);
            println!("{edition} {option}: {} entries", tally.entries);
            for (area, count) in &tally.counts.areas {
                println!("  {count:>6} {area}");
            }
        }
    }
}

/// The slowest offers and moves of random games; run by hand in a release build.
#[test]
#[ignore = "a measurement"]
fn speed_of_random_games() {
    use ferrata_engine::turn::Title;
    use std::time::{Duration, Instant};
    for (edition, option) in [("rulebook", "standard"), ("rulebook", "random"), ("online", "random")] {
        let (mut offers, mut moves, mut runs) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let (mut all, mut count) = (Duration::ZERO, 0_u32);
        for seed in 0..6 {
            let plan = Plan::new(setup(edition, option, 3 + seed as usize % 4), seed).checking(0);
            let log = play_random::<Esp>(&plan).log;
            let mut state = Esp::start(&log.setup).unwrap();
            for recorded in &log.entries {
                // The best of two: the machine has other things to do.
                let once = |what: &dyn Fn()| {
                    let start = Instant::now();
                    what();
                    start.elapsed()
                };
                let best = |what: &dyn Fn()| once(what).min(once(what));
                offers = offers.max(best(&|| drop(std::hint::black_box(state.offers()))));
                runs = runs.max(best(&|| drop(std::hint::black_box(state.best_routes()))));
                let time = best(&|| drop(state.clone().apply(&recorded.entry)));
                moves = moves.max(time);
                all += time;
                count += 1;
                state.apply(&recorded.entry).unwrap();
            }
        }
        println!(
            "{edition} {option}: offers {offers:?}, moves {moves:?} (mean {:?}), best runs {runs:?}",
            all / count
        );
    }
}
