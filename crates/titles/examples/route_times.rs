//! How long the ten built worst cases for routes take, here and as WebAssembly (`cargo xtask bench wasm`).
//!
//! A native program prints the milliseconds of each case. WebAssembly has no clock and no output: there the
//! first call of `main` sets up the cases and every further call searches one, as often as [`REPEAT`] says,
//! case after case, and whoever calls holds the clock.

#![allow(clippy::expect_used, reason = "a program for measuring should fail loudly")]

use ferrata_engine::route::best_routes;
use ferrata_titles::worst::{ANSWERS, Case, cases};
use std::hint::black_box;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often each case is searched; the shortest time counts.
const REPEAT: usize = 3;

static CASES: OnceLock<Vec<Case>> = OnceLock::new();
static CALLS: AtomicUsize = AtomicUsize::new(0);

fn search(case: usize) {
    let cases = CASES.get_or_init(|| cases().expect("the built cases"));
    let case = cases.get(case).expect("a case");
    let best = case.with_rules(best_routes);
    assert!(black_box(best).proven);
}

fn next_call() {
    match CALLS.fetch_add(1, Ordering::Relaxed).checked_sub(1) {
        Some(call) => search(call / REPEAT),
        None => assert_eq!(CASES.get_or_init(|| cases().expect("the built cases")).len(), ANSWERS.len()),
    }
}

#[cfg(target_arch = "wasm32")]
fn main() {
    next_call();
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {
    next_call();
    for case in 0..ANSWERS.len() {
        let time = |_| {
            let start = std::time::Instant::now();
            next_call();
            start.elapsed().as_secs_f64() * 1_000.0
        };
        let shortest = (0..REPEAT).map(time).fold(f64::MAX, f64::min);
        println!("{shortest:.3} {}", CASES.get().and_then(|cases| cases.get(case)).expect("a case").name);
    }
}
