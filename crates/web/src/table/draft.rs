//! A run while it is put together.

use ferrata_engine::action::Route;
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Explained, check};
use ferrata_titles::Game;

/// The routes so far.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Draft {
    company: Option<CompanyName>,
    routes: Vec<Route>,
}

impl Draft {
    /// No routes yet.
    pub(super) fn new(game: &Game, company: Option<CompanyName>) -> Result<Draft, Refusal> {
        game.with_running(company, |_, _| ())?;
        Ok(Draft { company, routes: Vec::new() })
    }

    /// The routes.
    pub(super) fn routes(&self) -> Vec<Route> {
        self.routes.clone()
    }

    /// Takes these routes.
    pub(super) fn set(&mut self, routes: Vec<Route>) {
        self.routes = routes;
    }

    /// What they earn and why, or what is wrong with them.
    pub(super) fn check(&self, game: &Game) -> Result<Explained, Refusal> {
        game.with_running(self.company, |board, rules| check(board, rules, &self.routes))?.1
    }
}
