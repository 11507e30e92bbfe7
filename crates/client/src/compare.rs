//! Runs to compare the best one with: what a company would earn if it left one of its stops alone.

use ferrata_engine::action::Route;
use ferrata_engine::id::HexId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Best, Halt, Pay, Progress, Rules, StopRule, best, check};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// So many other runs are shown at most.
const MOST: usize = 3;
/// A search that takes longer than so many steps is given up: what it has found so far is another run, too.
const STEPS: u64 = 200_000;

/// A run that is not the best one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Other {
    /// Its routes.
    pub routes: Vec<Route>,
    /// What it brings.
    pub pays: Pay,
    /// The place of the best run that it leaves alone.
    pub without: String,
}

/// The best of the runs that each leave one stop of the best run alone, those that bring most first.
pub fn others(game: &Game, company: Option<CompanyName>, best_run: &Best) -> Result<Vec<Other>, Refusal> {
    let (_, mut all) = game.with_running(company, |board, rules| {
        let Ok(explained) = check(board, rules, &best_run.routes) else { return Vec::new() };
        let halts = explained.routes.iter().flat_map(|route| &route.halts).filter(|halt| !halt.passed);
        let mut seen = BTreeSet::new();
        let halts = halts.filter(|halt| seen.insert((halt.hex, halt.stop)));
        let without = |halt: &Halt| {
            let hex = board.map().id(halt.hex)?;
            let found = leave_out(rules, (hex, halt.stop), |rules| best(board, rules, patience()));
            let without = halt.name.clone().unwrap_or_else(|| halt.hex.to_string());
            Some(Other { routes: found.routes, pays: found.pays, without })
        };
        halts.filter_map(without).collect::<Vec<_>>()
    })?;
    all.retain(|other| !other.routes.is_empty());
    all.sort_by_key(|other| (-total(other.pays).0, other.routes.len(), other.without.clone()));
    let mut kept: Vec<Other> = Vec::new();
    for other in all {
        if kept.len() < MOST && kept.iter().all(|known| known.routes != other.routes) {
            kept.push(other);
        }
    }
    Ok(kept)
}

/// All that a run brings.
pub fn total(pays: Pay) -> Money {
    pays.revenue + pays.treasury
}

/// Ends a search after some time.
fn patience() -> impl FnMut(Progress) -> ControlFlow<()> {
    |progress| if progress.nodes < STEPS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}

/// The rules as if no train could go to a stop.
fn leave_out<T>(rules: &Rules<'_>, out: (HexId, u8), then: impl FnOnce(&Rules<'_>) -> T) -> T {
    let stop = |hex: HexId, stop: u8| {
        let rule = (rules.stop)(hex, stop);
        if (hex, stop) == out { StopRule::closed(rule.kind) } else { rule }
    };
    then(&Rules {
        stop: &stop,
        trains: rules.trains.clone(),
        bonuses: rules.bonuses.clone(),
        across: rules.across.clone(),
        objective: rules.objective,
        cite: rules.cite,
    })
}
