//! Speed on recorded games of 1841: replay of our own log with full rule checking, offers at every position,
//! and copies of the state. Nothing is measured where the recorded games are absent.
#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs)] // a bench

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use ferrata_engine::log::Log;
use ferrata_engine::turn::Title;
use ferrata_titles::t1841::Game;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn logs() -> Vec<(&'static str, Log)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games/1841");
    let read = |name: &'static str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).ok()?;
        Some((name, ferrata_interop::replay(&text, None).ok()?.log))
    };
    let logs: Vec<_> = ["132002", "1841_game_end_bank"].into_iter().filter_map(read).collect();
    if logs.is_empty() {
        println!("no recorded games at {}: nothing to measure", folder.display());
    }
    logs
}

fn fold(log: &Log) -> Game {
    let mut game = Game::start(&log.setup).expect("a set-up");
    for recorded in &log.entries {
        game.apply(&recorded.entry).expect("a recorded entry");
    }
    game
}

/// The slowest offers of all positions, and the mean.
fn slowest_offers(log: &Log) -> (Duration, Duration) {
    let mut game = Game::start(&log.setup).expect("a set-up");
    let (mut worst, mut sum) = (Duration::ZERO, Duration::ZERO);
    for recorded in &log.entries {
        let best_of_three = (0..3).map(|_| {
            let start = Instant::now();
            black_box(game.offers());
            start.elapsed()
        });
        let took = best_of_three.min().unwrap_or_default();
        worst = worst.max(took);
        sum += took;
        game.apply(&recorded.entry).expect("a recorded entry");
    }
    (worst, sum / log.entries.len().max(1) as u32)
}

fn recorded(criterion: &mut Criterion) {
    for (name, log) in logs() {
        let mut group = criterion.benchmark_group(format!("1841 {name}"));
        group.throughput(Throughput::Elements(log.entries.len() as u64));
        group.sample_size(10);
        group.bench_function("replay", |bencher| bencher.iter(|| fold(black_box(&log))));
        let end = fold(&log);
        group.throughput(Throughput::Elements(1));
        group.bench_function("clone", |bencher| {
            bencher.iter_batched(|| (), |()| black_box(end.clone()), BatchSize::SmallInput);
        });
        group.bench_function("hash", |bencher| bencher.iter(|| black_box(end.hash())));
        group.finish();
        let (worst, mean) = slowest_offers(&log);
        println!(
            "1841 {name}: offers at {} positions: {mean:?} on average, {worst:?} at worst",
            log.entries.len()
        );
    }
}

criterion_group!(benches, recorded);
criterion_main!(benches);
