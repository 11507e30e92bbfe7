//! How soon the search for routes stops when it is told to, measured on the built worst cases.

use crate::search::search;
use ferrata_engine::route::best;
use ferrata_titles::worst::{ANSWERS, Case};
use serde::Serialize;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The flag is raised after so many milliseconds.
const RAISED: [u64; 6] = [0, 2, 5, 10, 20, 50];
/// The deadline.
const DEADLINE: Duration = Duration::from_millis(50);

/// How soon it stops.
#[derive(Serialize)]
pub(crate) struct Stopping {
    /// The longest time from raising the flag to the answer.
    cancelled_after_ms: f64,
    /// The longest time beyond a deadline of 50 ms.
    past_deadline_ms: f64,
    /// How many of the searches with that deadline were not done by then.
    cut_short: usize,
    /// No full search found more than a bound said.
    pub(crate) bounds_hold: bool,
}

impl fmt::Display for Stopping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let holds = if self.bounds_hold { "all bounds hold" } else { "A BOUND DOES NOT HOLD" };
        write!(
            f,
            "stopping: {:.3} ms at most after the flag; with a deadline of {} ms {} built cases cut short, {:.3} ms \
             late at most; {holds}",
            self.cancelled_after_ms,
            DEADLINE.as_millis(),
            self.cut_short,
            self.past_deadline_ms
        )
    }
}

/// Stops the searches of the built cases, by a flag and by a deadline.
pub(crate) fn stopping(cases: &[Case]) -> Stopping {
    let mut result =
        Stopping { cancelled_after_ms: 0.0, past_deadline_ms: 0.0, cut_short: 0, bounds_hold: true };
    for (case, full) in cases.iter().zip(ANSWERS) {
        for raised in RAISED {
            let (late, bound) = cancelled(case, Duration::from_millis(raised));
            result.cancelled_after_ms = result.cancelled_after_ms.max(late);
            result.bounds_hold &= bound >= full.pays.0;
        }
        let found = case.with_rules(|board, rules| search(board, rules, Some(DEADLINE), 1));
        let late = found.time_ms - DEADLINE.as_secs_f64() * 1_000.0;
        result.cut_short += usize::from(!found.proven);
        result.past_deadline_ms = result.past_deadline_ms.max(late);
        result.bounds_hold &= found.upper_bound.0 >= full.pays.0;
    }
    result
}

/// Raises a flag after a while: how many milliseconds later the answer comes, and its bound.
fn cancelled(case: &Case, raised: Duration) -> (f64, i32) {
    let flag = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let hand = scope.spawn(|| {
            std::thread::sleep(raised);
            flag.store(true, Ordering::Relaxed);
            Instant::now()
        });
        let found = case.with_rules(|board, rules| {
            best(board, rules, |_| match flag.load(Ordering::Relaxed) {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            })
        });
        let done = Instant::now();
        let late = hand.join().map_or(0.0, |raised| done.saturating_duration_since(raised).as_secs_f64());
        (late * 1_000.0, found.upper_bound.0)
    })
}
