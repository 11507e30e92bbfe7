//! The best routes of a company's trains: proven, not guessed.
//!
//! A title says what stops, trains and bonuses are ([`Rules`]); [`best`] finds the set of routes that is
//! worth most. Among equals it prefers fewer stops, then the first in order, so every machine answers the
//! same. The search can be watched and stopped; then the answer carries the bound that is proven.
//!
//! How: track between neighbouring stops becomes a chain (`graph`), each class of trains gets the list of
//! all its routes (`list`), and the best set is packed from the lists (`pack`): a good set to begin with
//! (`climb`), prices on track that rule routes out (`price`), and a search of what is left (`hunt`).

mod bits;
mod check;
mod class;
mod climb;
mod estimate;
mod graph;
mod hunt;
mod links;
mod list;
mod listing;
mod memory;
mod network;
mod pack;
mod price;
mod rules;
mod solve;
mod tell;
mod uses;

#[cfg(test)]
mod tests;

pub use check::{Explained, ExplainedRoute, Extra, Halt, check};
pub use estimate::{Estimate, estimate};
pub use links::Links;
pub use memory::{BestRuns, Estimates, Memory};
pub use network::{Network, Place};
pub use rules::{Bonus, Breach, Far, Objective, Pay, Requirement, Rules, StopRule, Train, group};
pub use solve::Part;

use crate::action::Route;
use crate::board::Board;
use crate::money::Money;
use class::STOP;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The best set of routes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Best {
    /// The routes; a train without one stays at home.
    pub routes: Vec<Route>,
    /// What they bring.
    pub pays: Pay,
    /// No other set brings more.
    pub proven: bool,
    /// No set brings more than this of what counts (see [`Objective`]).
    pub upper_bound: Money,
    /// How many steps and nodes were searched.
    pub nodes: u64,
    /// How many routes were listed.
    pub candidates: u64,
}

/// How far a search is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Steps and nodes so far.
    pub nodes: u64,
    /// The best so far, of what counts.
    pub best: Money,
    /// No set brings more than this; none while that is not known.
    pub upper_bound: Option<Money>,
}

impl Progress {
    fn new(objective: Objective, nodes: u64, best: i64, bound: i64) -> Progress {
        let upper_bound = (bound != i64::MAX).then(|| amount(objective, bound));
        Progress { nodes, best: amount(objective, best), upper_bound }
    }
}

/// What counts of a worth as the search counts it: less one for each stop.
fn amount(objective: Objective, worth: i64) -> Money {
    objective.amount(worth.div_euclid(STOP) + i64::from(worth.rem_euclid(STOP) != 0))
}

/// A search that is set up: lists are made and a good set is known. Its parts are independent of each
/// other, for callers that have several processors.
pub struct Search {
    solver: Box<dyn solve::Solve>,
    objective: Objective,
}

impl Search {
    /// Sets up a search.
    pub fn new(
        board: &Board,
        rules: &Rules<'_>,
        mut watch: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Search {
        solve::prepare(board, rules, listing::LONG, &mut watch)
    }

    /// Searches one of so many parts.
    pub fn part(&self, part: usize, of: usize, mut watch: impl FnMut(Progress) -> ControlFlow<()>) -> Part {
        self.solver.part(part, of, &mut watch)
    }

    /// Puts the parts together: all of them, for a proof.
    pub fn finish(&self, board: &Board, rules: &Rules<'_>, parts: &[Part]) -> Best {
        let solved = self.solver.finish(parts);
        let pays = check(board, rules, &solved.routes).map(|explained| explained.pays).unwrap_or_default();
        let upper_bound = amount(self.objective, solved.bound);
        Best {
            routes: solved.routes,
            pays,
            proven: solved.proven,
            upper_bound,
            nodes: solved.nodes,
            candidates: solved.candidates,
        }
    }
}

/// The best routes. The watcher is told how far the search is, every few microseconds, and may stop it.
pub fn best(board: &Board, rules: &Rules<'_>, mut watch: impl FnMut(Progress) -> ControlFlow<()>) -> Best {
    let search = Search::new(board, rules, &mut watch);
    let part = search.part(0, 1, &mut watch);
    search.finish(board, rules, &[part])
}

/// The best routes, however long it takes.
pub fn best_routes(board: &Board, rules: &Rules<'_>) -> Best {
    best(board, rules, |_| ControlFlow::Continue(()))
}

/// Whether any of the trains has any route at all, whatever it earns.
pub fn has_route(board: &Board, rules: &Rules<'_>) -> bool {
    listing::any_route(board, rules)
}
