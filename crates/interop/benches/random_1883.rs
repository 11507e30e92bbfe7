//! Speed on random games of 1883, of which no recorded ones exist: replay, copies, the slowest offers and moves, and the search
//! for the best runs.
#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs)] // a bench

mod measure;

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::log::Log;
use ferrata_engine::name::Name;
use ferrata_engine::route::best_routes;
use ferrata_engine::turn::{Setup, Title};
use ferrata_engine::view::Asked;
use ferrata_titles::t1883::Game;
use std::time::{Duration, Instant};

fn setup(options: &[&str], players: usize) -> Setup {
    let players = (1..=players).map(|player| format!("Player {player}")).collect();
    Setup::new("1883", "living", options.iter().map(|option| Name::cut(option)).collect(), players)
}

fn game(options: &[&str], seed: u64) -> Log {
    let players = 2 + (seed % 3) as usize;
    play_random::<Game>(&Plan::new(setup(options, players), seed).checking(0)).log
}

fn random(criterion: &mut Criterion) {
    let mut slowest = measure::Slowest::default();
    for (at, options) in [&[][..], &["merging", "strong", "bombs"][..]].into_iter().enumerate() {
        for seed in 0..3 {
            let log = game(options, seed + 10 * at as u64);
            let name = format!("1883 {options:?}, {} players at random", log.setup.players.len());
            slowest.add(&name, &measure::figures::<Game>(&log));
        }
    }
    println!("1883, random games: {slowest}");
    measure::logged::<Game>(criterion, "1883 at random", &game(&[], 1));
}

/// The best runs at every position of 50 random games in which trains run.
fn runs(_: &mut Criterion) {
    let (mut times, mut unproven): (Vec<Duration>, usize) = (Vec::new(), 0);
    for seed in 0..50 {
        let log = game(&[], seed);
        let mut state = Game::start(&log.setup).expect("a set-up");
        for recorded in &log.entries {
            if state.asked() == Asked::Run {
                let start = Instant::now();
                let (_, best) = state.with_running(None, best_routes).expect("a corporation runs");
                times.push(start.elapsed());
                unproven += usize::from(!best.proven);
            }
            state.apply(&recorded.entry).expect("a recorded entry");
        }
    }
    times.sort();
    let at = |percent: usize| times.get((times.len().saturating_sub(1) * percent).div_ceil(100));
    let [Some(median), Some(most), Some(all)] = [at(50), at(99), at(100)] else { return };
    let count = times.len();
    println!(
        "1883, best runs: {count} positions, {unproven} unproven, median {median:?}, 99% {most:?}, at most {all:?}"
    );
}

criterion_group!(benches, random, runs);
criterion_main!(benches);
