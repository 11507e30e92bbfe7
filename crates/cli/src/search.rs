//! The search for the best run with a clock and several processors.

use ferrata_engine::action::Route;
use ferrata_engine::board::Board;
use ferrata_engine::money::Money;
use ferrata_engine::route::{Part, Progress, Rules, Search};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// What a search found.
#[derive(Serialize)]
pub(crate) struct Found {
    pub(crate) revenue: Money,
    pub(crate) treasury: Money,
    pub(crate) proven: bool,
    pub(crate) upper_bound: Money,
    pub(crate) candidates: u64,
    pub(crate) nodes: u64,
    pub(crate) time_ms: f64,
    pub(crate) routes: Vec<Route>,
}

/// Searches for the best run, at most as long as the deadline says, in so many parts at the same time.
pub(crate) fn search(board: &Board, rules: &Rules<'_>, deadline: Option<Duration>, threads: usize) -> Found {
    let start = Instant::now();
    let watch = |_: Progress| match deadline {
        Some(deadline) if start.elapsed() >= deadline => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    };
    let search = Search::new(board, rules, watch);
    let parts: Vec<Part> = if threads > 1 {
        std::thread::scope(|scope| {
            let part = |part: usize| {
                let search = &search;
                scope.spawn(move || search.part(part, threads, watch))
            };
            let running: Vec<_> = (0..threads).map(part).collect();
            running.into_iter().filter_map(|part| part.join().ok()).collect()
        })
    } else {
        vec![search.part(0, 1, watch)]
    };
    let best = search.finish(board, rules, &parts);
    Found {
        revenue: best.pays.revenue,
        treasury: best.pays.treasury,
        proven: best.proven,
        upper_bound: best.upper_bound,
        candidates: best.candidates,
        nodes: best.nodes,
        time_ms: start.elapsed().as_secs_f64() * 1_000.0,
        routes: best.routes,
    }
}
