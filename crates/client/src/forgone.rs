//! Money left on the table: what every company's trains could have run for in a game, against what they ran for.

use crate::compare::total;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Progress, best, check};
use ferrata_engine::turn::{Entry, Setup, Title};
use ferrata_titles::Game;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// A search for the best run that takes longer than so many steps is given up: a game has a hundred runs, and what was
/// found by then is as good as ever.
const STEPS: u64 = 400_000;

/// What a company has left on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forgone {
    /// Which company.
    pub company: CompanyName,
    /// How often its trains ran.
    pub runs: u32,
    /// What they brought.
    pub taken: Money,
    /// What they could have brought at least.
    pub possible: Money,
    /// The record of the run at which most was left, and how much, if anything was.
    pub worst: Option<(u64, Money)>,
}

impl Forgone {
    /// What was left.
    pub fn left(&self) -> Money {
        self.possible - self.taken
    }
}

/// A game that is looked through entry by entry.
#[derive(Clone, Debug)]
pub struct Runs {
    game: Game,
    companies: Vec<Forgone>,
}

impl Runs {
    /// A game that begins.
    pub fn new(setup: &Setup) -> Result<Runs, Refusal> {
        Ok(Runs { game: Game::start(setup)?, companies: Vec::new() })
    }

    /// Looks at the next entry, which is this record.
    pub fn add(&mut self, number: u64, entry: &Entry) -> Result<(), Refusal> {
        if let Action::Run { routes } = &entry.action {
            self.compare(number, routes)?;
        }
        self.game.apply(entry).map(drop)
    }

    fn compare(&mut self, number: u64, routes: &[Route]) -> Result<(), Refusal> {
        let patience = |progress: Progress| match progress.nodes < STEPS {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        };
        let (company, runs) = self.game.with_running(None, |board, rules| {
            let taken = check(board, rules, routes).map(|explained| total(explained.pays));
            taken.map(|taken| (taken, total(best(board, rules, patience).pays).max(taken)))
        })?;
        let (taken, possible) = runs?;
        let own = match self.companies.iter().position(|known| known.company == company) {
            Some(at) => at,
            None => {
                let (taken, possible) = (Money::ZERO, Money::ZERO);
                self.companies.push(Forgone { company, runs: 0, taken, possible, worst: None });
                self.companies.len() - 1
            }
        };
        if let Some(own) = self.companies.get_mut(own) {
            own.runs += 1;
            own.taken += taken;
            own.possible += possible;
            let left = possible - taken;
            if left > own.worst.map_or(Money::ZERO, |(_, worst)| worst) {
                own.worst = Some((number, left));
            }
        }
        Ok(())
    }

    /// What each company left, the most first.
    pub fn by_company(mut self) -> Vec<Forgone> {
        self.companies.sort_by_key(|company| (-company.left().0, company.company));
        self.companies
    }
}
