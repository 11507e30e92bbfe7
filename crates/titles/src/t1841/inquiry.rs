//! What clients and archives may ask a table beyond the contract: pieces of the view that are cheaper alone.

use super::table::Standing;
use super::{Game, view};
use ferrata_engine::board::Board;
use ferrata_engine::chart::Field;
use ferrata_engine::components::Components;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::{CardName, CompanyName, PhaseName, TrainName};
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::text::Text;
use ferrata_engine::view::{CompanyView, RoundView};
use std::sync::Arc;

impl Game {
    /// The box.
    pub fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    /// Tiles and tokens on the map.
    pub fn board(&self) -> &Board {
        &self.table.board
    }

    /// All certificates and who holds them.
    pub fn shares(&self) -> &Shares {
        &self.table.shares
    }

    /// The round that is played, as the view has it.
    pub fn round(&self) -> RoundView {
        view::round(self)
    }

    /// The round that is played, and the phase, as the view has them: what lists tell of a table.
    pub fn stage(&self) -> (Text, PhaseName) {
        (view::round(self).name, self.phase_name())
    }

    /// The company whose turn it is, as the view has it.
    pub fn operating_company(&self) -> Option<CompanyName> {
        self.acting().ok().map(|company| self.name(company))
    }

    /// A company as the view has it.
    pub fn company_view(&self, company: CompanyName) -> Option<CompanyView> {
        self.fixed.parts.company(company).map(|company| view::company(self, company))
    }

    /// Where a company's marker lies; none if it is not in play.
    pub fn field(&self, company: CompanyId) -> Option<Field> {
        self.table.chart.field(company)
    }

    /// The trains of a company.
    pub fn trains(&self, company: CompanyId) -> impl Iterator<Item = TrainName> + '_ {
        self.company(company).trains.iter().map(|train| self.train_name(*train))
    }

    /// Whether a company is being dissolved, in a merger, a transformation or a split.
    pub fn dissolves(&self) -> bool {
        self.table.companies.iter().any(|company| company.standing == Standing::Dissolving)
    }

    /// The player who has a concession.
    pub fn card_owner(&self, card: CardName) -> Option<SeatId> {
        match self.concession_holder(self.fixed.parts.card(card)?) {
            Holder::Seat(seat) => Some(seat),
            _ => None,
        }
    }
}
