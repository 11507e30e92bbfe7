//! What is measured of every title: replay of our own log with full rule checking, copies and hashes of the state,
//! offers and moves at every position, the last position written down and read.

use criterion::{BatchSize, Criterion, Throughput};
use ferrata_engine::log::Log;
use ferrata_engine::position::{Written, read, write};
use ferrata_engine::turn::Title;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Measures one game: its replay, and its last state copied, hashed, written down and read.
pub(crate) fn logged<T: Title + Written>(criterion: &mut Criterion, name: &str, log: &Log) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(log.entries.len() as u64));
    group.sample_size(10);
    group.bench_function("replay", |bencher| bencher.iter(|| fold::<T>(black_box(log))));
    let end = fold::<T>(log);
    group.throughput(Throughput::Elements(1));
    group.bench_function("clone", |bencher| {
        bencher.iter_batched(|| (), |()| black_box(end.clone()), BatchSize::SmallInput);
    });
    group.bench_function("hash", |bencher| bencher.iter(|| black_box(end.hash())));
    let position = write(&log.setup, &end).expect("a position");
    group.bench_function("position written", |bencher| {
        bencher.iter(|| write(&log.setup, black_box(&end)).expect("a position").len());
    });
    group.bench_function("position read", |bencher| {
        bencher.iter(|| read::<T>("position.toml", black_box(&position)).is_ok());
    });
    group.finish();
}

fn fold<T: Title>(log: &Log) -> T {
    let mut game = T::start(&log.setup).expect("a set-up");
    for recorded in &log.entries {
        game.apply(&recorded.entry).expect("a recorded entry");
    }
    game
}

/// Mean and worst time of something that is done at every position, and where the worst was.
#[derive(Clone, Copy, Default)]
struct Times {
    sum: Duration,
    worst: Duration,
    at: usize,
}

impl Times {
    /// Takes the best of five: the machine has other things to do.
    fn add(&mut self, at: usize, what: impl FnMut() -> Duration) {
        let took = best(5, what);
        self.sum += took;
        if took > self.worst {
            (self.worst, self.at) = (took, at);
        }
    }

    fn text(&self, count: usize) -> String {
        let mean = self.sum / count.max(1) as u32;
        format!("{mean:.1?} on average, {:.1?} at worst (entry {})", self.worst, self.at + 1)
    }
}

/// The least time that something takes in so many tries.
fn best(tries: usize, mut what: impl FnMut() -> Duration) -> Duration {
    (0..tries).map(|_| what()).min().unwrap_or_default()
}

fn time<R>(what: impl FnOnce() -> R) -> Duration {
    let start = Instant::now();
    black_box(what());
    start.elapsed()
}

/// The plain figures of a game.
pub(crate) struct Figures {
    entries: usize,
    replay: Duration,
    clone: Duration,
    offers: Times,
    /// An entry and the offers after it: what a player waits for.
    moves: Times,
}

/// The slowest of several games.
#[derive(Default)]
pub(crate) struct Slowest {
    offers: Duration,
    moves: Duration,
}

impl Slowest {
    /// Prints the figures of a game and keeps what was slowest.
    pub(crate) fn add(&mut self, game: &str, figures: &Figures) {
        println!("{game}\n{figures}");
        self.offers = self.offers.max(figures.offers.worst);
        self.moves = self.moves.max(figures.moves.worst);
    }
}

impl std::fmt::Display for Slowest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the slowest offers {:.1?}, the slowest move {:.1?}", self.offers, self.moves)
    }
}

impl std::fmt::Display for Figures {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let per_second = self.entries as f64 / self.replay.as_secs_f64().max(f64::EPSILON);
        writeln!(f, "  replay {per_second:.0} entries per second ({} entries)", self.entries)?;
        writeln!(f, "  clone  {:.2?}", self.clone)?;
        writeln!(f, "  offers {}", self.offers.text(self.entries))?;
        write!(f, "  moves  {} (an entry and the offers after it)", self.moves.text(self.entries))
    }
}

/// Measures a game: all of it, its last state, and every position.
pub(crate) fn figures<T: Title>(log: &Log) -> Figures {
    let mut game = T::start(&log.setup).expect("a set-up");
    let (mut offers, mut moves) = (Times::default(), Times::default());
    for (at, recorded) in log.entries.iter().enumerate() {
        offers.add(at, || time(|| game.offers()));
        moves.add(at, || {
            let mut copy = game.clone();
            time(|| {
                copy.apply(&recorded.entry).expect("a recorded entry");
                copy.offers()
            })
        });
        game.apply(&recorded.entry).expect("a recorded entry");
    }
    let copies = 1000;
    let clone = best(5, || time(|| (0..copies).for_each(|_| drop(black_box(game.clone()))))) / copies;
    Figures { entries: log.entries.len(), replay: best(20, || time(|| fold::<T>(log))), clone, offers, moves }
}
