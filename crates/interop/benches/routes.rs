//! Speed of the search for the best routes: at every run of the recorded games, by title, and on the built worst
//! cases.
#![allow(clippy::expect_used, missing_docs)] // a bench

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_engine::route::best_routes;
use ferrata_interop::runs::runs;
use ferrata_titles::{Game, worst};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The positions of a title in which trains ran; none where the games are absent.
fn positions(title: &str) -> Vec<Game> {
    let mut positions = Vec::new();
    for path in ferrata_recorded::games(title) {
        let text = std::fs::read_to_string(&path).expect("a game");
        let replay = ferrata_interop::replay(&text, None).expect("a game that can be played");
        runs(&replay, |run| positions.push(run.before.clone())).expect("its runs");
    }
    positions
}

fn search(game: &Game) {
    black_box(game.with_running(None, best_routes).expect("a company runs"));
}

/// The shortest of five times: the machine has other things to do.
fn shortest(game: &Game) -> Duration {
    let time = |_| {
        let start = Instant::now();
        search(game);
        start.elapsed()
    };
    (0..5).map(time).min().unwrap_or_default()
}

fn recorded(criterion: &mut Criterion) {
    for title in ["1841", "18ESP"] {
        let positions = positions(title);
        let mut times: Vec<Duration> = positions.iter().map(shortest).collect();
        times.sort();
        let at = |percent: usize| times.get((times.len().saturating_sub(1) * percent).div_ceil(100));
        let [Some(median), Some(most), Some(all)] = [at(50), at(99), at(100)] else { continue };
        println!("{title}: {} positions, median {median:?}, 99% {most:?}, at most {all:?}", times.len());
        let mut group = criterion.benchmark_group(format!("routes {title}"));
        group.sample_size(10);
        let name = format!("all {} positions", positions.len());
        group.bench_function(name, |bencher| bencher.iter(|| positions.iter().for_each(search)));
        group.finish();
    }
}

fn built(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("routes built");
    group.sample_size(10);
    for case in worst::cases().expect("the built cases") {
        group.bench_function(&case.name, |bencher| {
            bencher.iter(|| case.with_rules(|board, rules| black_box(best_routes(board, rules))));
        });
    }
    group.finish();
}

criterion_group!(benches, recorded, built);
criterion_main!(benches);
