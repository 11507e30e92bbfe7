//! Speed on recorded games of 18ESP, and the slowest offers and moves of random ones.
#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs)] // a bench

mod measure;
#[path = "measure/recorded.rs"]
mod recorded;

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::name::Name;
use ferrata_engine::turn::Setup;
use ferrata_titles::esp;

fn recorded(criterion: &mut Criterion) {
    let names = ["18ESP_game_end_second_eight", "gen-18ESP-core-401"];
    recorded::recorded::<esp::Game>(criterion, "18ESP", &names);
}

fn random(_: &mut Criterion) {
    let mut slowest = measure::Slowest::default();
    for edition in ["rulebook", "online"] {
        for option in ["standard", "random"] {
            for players in 3..=6 {
                let plan = Plan::new(setup(edition, option, players), players as u64).checking(0);
                let log = play_random::<esp::Game>(&plan).log;
                let game = format!("18ESP {edition} {option}, {players} players at random");
                slowest.add(&game, &measure::figures::<esp::Game>(&log));
            }
        }
    }
    println!("18ESP, random games: {slowest}");
}

fn setup(edition: &str, option: &str, players: usize) -> Setup {
    let players = (1..=players).map(|player| format!("Player {player}")).collect();
    Setup::new("18ESP", edition, vec![Name::cut(option)], players)
}

criterion_group!(benches, recorded, random);
criterion_main!(benches);
