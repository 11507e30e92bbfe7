//! What clients and analyses ask a game beyond its view.

use super::{Game, operating, view};
use ferrata_engine::board::Board;
use ferrata_engine::components::Components;
use ferrata_engine::id::TileId;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, PhaseName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::Rules;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use std::sync::Arc;

impl Game {
    /// The box.
    pub fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    /// The round that is played, and the phase, as the view has them: what lists tell of a table.
    pub fn stage(&self) -> (Text, PhaseName) {
        (view::round(self).name, self.phase().map(|phase| phase.name).unwrap_or_default())
    }

    /// The tiles of the next colour that may replace a tile and keep all its track.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        self.table.board.table().replacements(tile)
    }

    /// What the trains of a company would earn if they ran now (18FB-3.4.5-04).
    pub fn earnings(&self, company: CompanyName) -> Result<Money, Refusal> {
        let company = self.fixed.parts.company_named(company)?;
        Ok(operating::earnings::best(self, company).total)
    }

    /// There are no routes to be searched: trains serve stations and markers (3.4.5).
    pub fn with_running<T>(
        &self,
        _: Option<CompanyName>,
        _: impl FnOnce(&Board, &Rules<'_>) -> T,
    ) -> Result<(CompanyName, T), Refusal> {
        Err(Refusal::rule("18FB-3.4.5-05", say!("in 18FB trains run no routes: the best stations count")))
    }
}
