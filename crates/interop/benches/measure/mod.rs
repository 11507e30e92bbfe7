//! What is measured of every title: replay of our own log with full rule checking, copies and hashes of the state,
//! offers and moves at every position.

use criterion::{BatchSize, Criterion, Throughput};
use ferrata_engine::log::Log;
use ferrata_engine::turn::Title;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Measures the recorded games of a title. Nothing is measured where they are absent.
pub(crate) fn recorded<T: Title>(criterion: &mut Criterion, title: &str, names: &[&'static str]) {
    for (name, log) in logs(title, names) {
        let mut group = criterion.benchmark_group(format!("{title} {name}"));
        group.throughput(Throughput::Elements(log.entries.len() as u64));
        group.sample_size(10);
        group.bench_function("replay", |bencher| bencher.iter(|| fold::<T>(black_box(&log))));
        let end = fold::<T>(&log);
        group.throughput(Throughput::Elements(1));
        group.bench_function("clone", |bencher| {
            bencher.iter_batched(|| (), |()| black_box(end.clone()), BatchSize::SmallInput);
        });
        group.bench_function("hash", |bencher| bencher.iter(|| black_box(end.hash())));
        group.finish();
        println!("{title} {name}: {}", slowest::<T>(&log));
    }
}

fn logs(title: &str, names: &[&'static str]) -> Vec<(&'static str, Log)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/games").join(title);
    let read = |name: &&'static str| {
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).ok()?;
        Some((*name, ferrata_interop::replay(&text, None).ok()?.log))
    };
    let logs: Vec<_> = names.iter().filter_map(read).collect();
    if logs.is_empty() {
        println!("no recorded games at {}: nothing to measure", folder.display());
    }
    logs
}

fn fold<T: Title>(log: &Log) -> T {
    let mut game = T::start(&log.setup).expect("a set-up");
    for recorded in &log.entries {
        game.apply(&recorded.entry).expect("a recorded entry");
    }
    game
}

/// Mean and worst time of something that is done at every position.
#[derive(Default)]
struct Times {
    sum: Duration,
    worst: Duration,
}

impl Times {
    /// Takes the best of three: the machine has other things to do.
    fn add(&mut self, mut what: impl FnMut() -> Duration) {
        let took = (0..3).map(|_| what()).min().unwrap_or_default();
        self.sum += took;
        self.worst = self.worst.max(took);
    }
}

/// The mean and the slowest offers and moves of a game.
pub(crate) fn slowest<T: Title>(log: &Log) -> String {
    let mut game = T::start(&log.setup).expect("a set-up");
    let (mut offers, mut moves) = (Times::default(), Times::default());
    for recorded in &log.entries {
        offers.add(|| {
            let start = Instant::now();
            black_box(game.offers());
            start.elapsed()
        });
        moves.add(|| {
            let mut copy = game.clone();
            let start = Instant::now();
            copy.apply(&recorded.entry).expect("a recorded entry");
            start.elapsed()
        });
        game.apply(&recorded.entry).expect("a recorded entry");
    }
    let count = log.entries.len().max(1) as u32;
    format!(
        "{count} entries, offers {:?} on average and {:?} at worst, moves {:?} and {:?}",
        offers.sum / count,
        offers.worst,
        moves.sum / count,
        moves.worst
    )
}
