//! What clients and archives may ask a table beyond the contract: track, runs and what they earn.

use super::operating::{Operating, Step, consist, run};
use super::{Game, view};
use ferrata_engine::action::Route;
use ferrata_engine::board::Board;
use ferrata_engine::components::Components;
use ferrata_engine::id::{SeatId, TileId};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, HexName, PhaseName, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{Explained, Rules};
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::text::Text;
use ferrata_engine::tile::Face;
use ferrata_engine::view::RoundView;
use std::sync::Arc;

impl Game {
    /// The box.
    pub fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    /// The round that is played, as the view has it.
    pub fn round(&self) -> RoundView {
        view::round(self)
    }

    /// The round that is played, and the phase, as the view has them: what lists tell of a table.
    pub fn stage(&self) -> (Text, PhaseName) {
        (view::round(self).name, self.phase().spec.name)
    }

    /// The company whose turn it is, as the view has it.
    pub fn operating_company(&self) -> Option<CompanyName> {
        view::at_work(self).map(|operating| self.name(operating.company))
    }

    /// All certificates and who holds them.
    pub fn shares(&self) -> &Shares {
        &self.table.shares
    }

    /// The player who owns a private.
    pub fn card_owner(&self, card: CardName) -> Option<SeatId> {
        let private = self.private_ids().find(|&private| self.private(private).name == card)?;
        match self.private_owner(private) {
            Holder::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// The trains of a company, as the view has them.
    pub fn trains(&self, company: CompanyName) -> Vec<TrainName> {
        let company = self.fixed.parts.company(company);
        company.map(|company| self.shown_trains(company)).unwrap_or_default()
    }

    /// What a company earned when it ran last.
    pub fn last_run(&self, company: CompanyName) -> Option<Money> {
        self.company(self.fixed.parts.company(company)?).last_run
    }

    /// What one sees on a hex now.
    pub fn face(&self, hex: HexName) -> Option<&Face> {
        let hex = self.fixed.parts.hex(hex)?;
        Some(self.table.board.face(hex))
    }

    /// The side of a hex that touches another one; a mountain pass touches both its ends.
    pub fn side_towards(&self, from: HexName, to: HexName) -> Option<u8> {
        let (from, to) = (self.fixed.parts.hex(from)?, self.fixed.parts.hex(to)?);
        let place = self.table.board.map().hex(from)?;
        (0..6).find(|&side| place.side(side).to.is_some_and(|(beyond, _)| beyond == to))
    }

    /// The tiles that may replace a tile.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        self.table.board.table().replacements(tile)
    }

    /// The operating round while a company runs its trains.
    fn running(&self) -> Option<&Operating> {
        self.operating().filter(|operating| operating.step == Step::Run)
    }

    /// The trains that can run now, by their place among those of the company that runs.
    pub fn running_trains(&self) -> Vec<u8> {
        let Some(Operating { company, .. }) = self.running() else { return Vec::new() };
        let trains = self.company(*company).trains.iter().enumerate();
        trains.filter(|(_, train)| run::may_run(self, *company, train)).map(|(at, _)| at as u8).collect()
    }

    /// The best run of the company that runs now; empty if none does.
    pub fn best_routes(&self) -> Vec<Route> {
        self.running().map(|operating| run::best(self, operating.company)).unwrap_or_default()
    }

    /// Hands the rules for running a company's trains (without a name, those of the one that operates) to
    /// `with`: for searches that are watched, split or stopped.
    pub fn with_running<T>(
        &self,
        company: Option<CompanyName>,
        with: impl FnOnce(&Board, &Rules<'_>) -> T,
    ) -> Result<(CompanyName, T), Refusal> {
        let company = match company {
            Some(name) => self.company_named(name)?,
            None => self.acting()?,
        };
        let found = consist::with_all(self, company, |rules| with(&self.table.board, rules));
        Ok((self.name(company), found))
    }

    /// What a run of the operating company earns, or what is wrong with it.
    pub fn explain_run(&self, routes: &[Route]) -> Result<Explained, Refusal> {
        run::explain(self, self.acting()?, routes)
    }
}
