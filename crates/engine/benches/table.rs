//! How fast the table is: what every bot, server and browser does all the time, on positions of the tiny
//! title in the middle of a game.
#![allow(clippy::expect_used)] // a benchmark without its position should fail loudly

#[path = "../tests/tiny/mod.rs"]
mod tiny;

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_engine::kit::{Plan, Playable, play_random};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use std::hint::black_box;
use tiny::Tiny;

/// The last position of a random game in which an offer of this sort is made.
fn position(wanted: fn(&Offer) -> bool) -> Tiny {
    let setup = Setup::new("tiny", "one", Vec::new(), ["Ada", "Ben", "Cleo"].map(str::to_owned).to_vec());
    let log = play_random::<Tiny>(&Plan::new(setup, 3).checking(0)).log;
    let states = (0..=log.entries.len()).rev().filter_map(|count| log.fold::<Tiny>(count).ok());
    states.into_iter().find(|state| state.offers().iter().any(wanted)).expect("the game has such a position")
}

fn state(criterion: &mut Criterion) {
    let tile = position(|offer| matches!(offer, Offer::LayTile { .. }));
    criterion.bench_function("clone of a state", |bench| bench.iter(|| black_box(&tile).clone()));
    criterion.bench_function("hash of a state", |bench| bench.iter(|| black_box(&tile).hash()));
    criterion.bench_function("view of a state", |bench| bench.iter(|| black_box(&tile).view()));
    criterion.bench_function("breaches of a state", |bench| bench.iter(|| black_box(&tile).breaches()));
}

fn offers(criterion: &mut Criterion) {
    let tile = position(|offer| matches!(offer, Offer::LayTile { .. }));
    let run = position(|offer| matches!(offer, Offer::Run { .. }));
    let company = tile.table.board.tokens().first().map(|token| token.company).expect("a token");
    criterion.bench_function("offers for a tile lay", |bench| bench.iter(|| black_box(&tile).offers()));
    criterion.bench_function("reachability", |bench| bench.iter(|| black_box(&tile).reach(company)));
    criterion.bench_function("best runs", |bench| bench.iter(|| black_box(&run).suggest_runs()));
}

fn apply(criterion: &mut Criterion) {
    let tile = position(|offer| matches!(offer, Offer::LayTile { .. }));
    let Turn::Seat(seat) = tile.turn() else { unreachable!("a tile is laid by a player") };
    let lay = tile.offers().iter().find(|offer| matches!(offer, Offer::LayTile { .. })).map(Offer::samples);
    let entry = Entry::seat(seat, lay.unwrap_or_default().remove(0));
    criterion.bench_function("apply: lay a tile", |bench| {
        bench.iter_batched(
            || tile.clone(),
            |mut state| state.apply(&entry),
            criterion::BatchSize::SmallInput,
        );
    });
}

criterion_group!(table, state, offers, apply);
criterion_main!(table);
