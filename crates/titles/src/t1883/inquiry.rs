//! What clients and archives may ask a table beyond the contract: track, runs and what they earn.

use super::operating::{Step, consist, run};
use super::{Game, view};
use ferrata_engine::action::Route;
use ferrata_engine::board::Board;
use ferrata_engine::id::{CompanyId, TileId};
use ferrata_engine::name::{CompanyName, PhaseName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Explained, Rules};
use ferrata_engine::text::Text;

impl Game {
    /// The round that is played, and the phase, as the view has them: what lists tell of a table.
    pub fn stage(&self) -> (Text, PhaseName) {
        (view::round(self).name, self.phase_spec().map(|phase| phase.name).unwrap_or_default())
    }

    /// The tiles that may replace a tile.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        self.table.board.table().replacements(tile)
    }

    /// The corporation that runs its trains now.
    fn running(&self) -> Option<CompanyId> {
        let operating = self.operating().ok().filter(|operating| operating.step == Step::Run);
        operating.and_then(|operating| operating.company).filter(|_| self.table.pending.is_empty())
    }

    /// The best run of the corporation that runs now; empty if none does.
    pub fn best_routes(&self) -> Vec<Route> {
        self.running().map(|company| run::best(self, company)).unwrap_or_default()
    }

    /// Hands the rules for running a corporation's trains (without a name, those of the one that operates) to `with`: for
    /// searches that are watched, split or stopped.
    pub fn with_running<T>(
        &self,
        company: Option<CompanyName>,
        with: impl FnOnce(&Board, &Rules<'_>) -> T,
    ) -> Result<(CompanyName, T), Refusal> {
        let company = match company {
            Some(name) => self.fixed.parts.company_named(name)?,
            None => self.acting()?,
        };
        let found = consist::with_all(self, company, |rules| with(&self.table.board, rules));
        Ok((self.name(company), found))
    }

    /// What a run of the operating corporation earns before dice and events, or what is wrong with it.
    pub fn explain_run(&self, routes: &[Route]) -> Result<Explained, Refusal> {
        run::explain(self, self.acting()?, routes)
    }
}
