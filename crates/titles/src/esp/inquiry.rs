//! What clients and archives may ask a table beyond the contract: track, runs and what they earn.

use super::Esp;
use super::state::Step;
use ferrata_engine::action::Route;
use ferrata_engine::board::Board;
use ferrata_engine::id::TileId;
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Explained, Rules};
use ferrata_engine::tile::Face;

impl Esp {
    /// What one sees on a hex now.
    pub fn face(&self, hex: HexName) -> Option<&Face> {
        let hex = self.game.parts.hex(hex)?;
        Some(self.s.board.face(hex))
    }

    /// The side of a hex that touches another one; a mountain pass touches both its ends.
    pub fn side_towards(&self, from: HexName, to: HexName) -> Option<u8> {
        let (from, to) = (self.game.parts.hex(from)?, self.game.parts.hex(to)?);
        let place = self.s.board.map().hex(from)?;
        (0..6).find(|&side| place.side(side).to.is_some_and(|(beyond, _)| beyond == to))
    }

    /// The tiles that may replace a tile.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        self.s.board.table().replacements(tile)
    }

    /// The trains that can run now, by their place among those of the company that runs.
    pub fn running_trains(&self) -> Vec<u8> {
        let Some(or) = self.or().filter(|or| or.step == Step::Run) else { return Vec::new() };
        let trains = self.company(or.at).trains.iter().enumerate();
        let run = trains.filter(|(_, train)| self.may_run(or.at, train));
        run.map(|(at, _)| at as u8).collect()
    }

    /// The best run of the company that runs now; empty if none does.
    pub fn best_routes(&self) -> Vec<Route> {
        let runs = self.or().filter(|or| or.step == Step::Run);
        runs.map(|or| self.best_run(or.at)).unwrap_or_default()
    }

    /// Hands the rules for running a company's trains (without a name, those of the one that operates) to
    /// `with`: for searches that are watched, split or stopped.
    pub fn with_running<T>(
        &self,
        company: Option<CompanyName>,
        with: impl FnOnce(&Board, &Rules<'_>) -> T,
    ) -> Result<(CompanyName, T), Refusal> {
        let operating = || self.or().map(|or| or.at);
        let company = match company {
            Some(name) => self.company_named(name)?,
            None => operating().ok_or_else(|| Refusal::plain("no company operates now; name one"))?,
        };
        let found = self.with_running_rules(company, |rules| with(&self.s.board, rules));
        Ok((self.name(company), found))
    }

    /// What a run of the operating company earns, or what is wrong with it.
    pub fn explain_run(&self, routes: &[Route]) -> Result<Explained, Refusal> {
        let or = self.or().ok_or_else(|| Refusal::plain("no company operates now"))?;
        self.explain(or.at, routes)
    }
}
