//! Speed of 18FB on random games of both editions, for nobody has recorded any: entries, copies, offers (lines for tokens
//! among them), and what trains earn.
#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs)] // a bench

mod measure;

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::fb;
use std::hint::black_box;

fn log(edition: &str, players: usize) -> Log {
    let names = (1..=players).map(|player| format!("Player {player}")).collect();
    let setup = Setup::new("18FB", edition, Vec::new(), names);
    play_random::<fb::Game>(&Plan::new(setup, players as u64).checking(0)).log
}

fn games(criterion: &mut Criterion) {
    let mut slowest = measure::Slowest::default();
    for edition in ["PA23", "2006"] {
        for players in 3..=6 {
            let game = format!("18FB {edition}, {players} players at random");
            slowest.add(&game, &measure::figures::<fb::Game>(&log(edition, players)));
        }
    }
    println!("18FB, random games: {slowest}");
    measure::logged::<fb::Game>(criterion, "18FB at random", &log("PA23", 4));
}

/// Every company's earnings at the end of a game, when most tokens lie on the board.
fn earnings(criterion: &mut Criterion) {
    for edition in ["PA23", "2006"] {
        let end = log(edition, 4).state::<fb::Game>().expect("a game");
        let names: Vec<_> = end.view().companies.iter().map(|company| company.name).collect();
        criterion.bench_function(
            &format!("18FB {edition}: earnings of {} companies", names.len()),
            |bencher| {
                bencher.iter(|| names.iter().map(|name| black_box(&end).earnings(*name).unwrap()).max());
            },
        );
    }
}

criterion_group!(benches, games, earnings);
criterion_main!(benches);
