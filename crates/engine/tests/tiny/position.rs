//! Positions of the tiny title.

use super::Tiny;
use super::stock::Stock;
use super::table::Round;
use ferrata_engine::components::Components;
use ferrata_engine::id::{SeatId, TrainKind};
use ferrata_engine::position::{Toolbox, Visit, Written};
use smallvec::SmallVec;
use std::sync::Arc;

impl Written for Tiny {
    fn parts(&self) -> &Arc<Components> {
        &self.fixed.parts
    }

    fn players(&self) -> &[String] {
        &self.fixed.players
    }

    /// The players sit as they are named, and the first stock round has begun.
    fn opened(&mut self) {
        let table = &mut self.table;
        table.order = (0..self.fixed.players.len() as u8).map(SeatId).collect();
        table.stock_rounds = 1;
        table.round =
            Round::Stock(Stock { asked: SeatId(0), passes: 0, sold: SmallVec::new(), proposed: false });
    }

    fn visit(&mut self, visit: &mut Visit<'_>) {
        let table = &mut self.table;
        visit.field("order", &mut table.order);
        visit.field("phase", &mut table.phase);
        let toolbox = Toolbox {
            ledger: &mut table.ledger,
            shares: &mut table.shares,
            chart: &mut table.chart,
            board: &mut table.board,
        };
        let mut seats = vec![Nothing {}; self.fixed.players.len()];
        visit.table(toolbox, &mut seats, &mut table.companies, |company, in_play| {
            company.start_price = in_play.price;
            company.tokens = company.tokens.saturating_sub(in_play.stations.len() as u8);
        });
        let owned: Vec<TrainKind> =
            table.companies.iter().flat_map(|company| company.trains.to_vec()).collect();
        let phase = self.fixed.parts.phase_spec(table.phase).and_then(|phase| phase.starts_with);
        visit.depot(&mut table.depot, phase, &owned);
        visit.each("card", &mut table.cards, |parts, at| {
            parts.cards.get(at).map_or_else(String::new, |card| card.name.to_string())
        });
        visit.field("stock_rounds", &mut table.stock_rounds);
        visit.field("operating_rounds", &mut table.operating_rounds);
        visit.field("rounds_left", &mut table.rounds_left);
        visit.field("round", &mut table.round);
        visit.field("pending", &mut table.pending);
    }
}

/// A seat of this title has nothing but money and shares.
#[derive(Clone, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}
