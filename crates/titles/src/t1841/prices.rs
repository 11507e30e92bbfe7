//! §3.5.1: the price table and how markers move on it.

use super::Game;
use super::state::{Ending, Round, Why};
use ferrata_engine::chart::{Edge, Field};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;

/// Column K, the last for minors.
pub const COLUMN_K: u8 = 10;
/// Column P, the last before phase eight.
pub const COLUMN_P: u8 = 15;
/// The price that ends the game.
pub const LAST_PRICE: Money = Money(516);

/// Moves of markers.
impl Game {
    /// §3.5.1-08, §3.5.1-07: the last column of a company's rows.
    fn last_column(&self, company: CompanyId) -> u8 {
        match (self.charter(company).minor, self.t.phase >= 8) {
            (true, _) => COLUMN_K,
            (false, false) => COLUMN_P,
            (false, true) => u8::MAX,
        }
    }

    /// Where a dividend greater than the price moves a marker: right, at the end of the row up.
    pub(crate) fn field_right(&self, company: CompanyId, at: Field) -> Field {
        let last = self.last_column(company);
        self.parts().grid.right(at, |to| to.col <= last, Edge::Up)
    }

    /// §3.5.1-04: right.
    pub(crate) fn move_right(&mut self, company: CompanyId) {
        if let Some(at) = self.t.chart.field(company) {
            self.move_marker(company, self.field_right(company, at));
        }
    }

    /// §3.5.1-06: left, at the left edge down.
    pub(crate) fn move_left(&mut self, company: CompanyId) {
        if let Some(at) = self.t.chart.field(company) {
            self.move_marker(company, self.parts().grid.left(at, Edge::Down));
        }
    }

    /// §3.5.1-01: straight down.
    pub(crate) fn move_down(&mut self, company: CompanyId, rows: u8) {
        if let Some(at) = self.t.chart.field(company) {
            let to = (0..rows).fold(at, |at, _| self.parts().grid.down(at));
            self.move_marker(company, to);
        }
    }

    /// §3.5.1-02: up, unless in row 1.
    pub(crate) fn move_up(&mut self, company: CompanyId) {
        if let Some(at) = self.t.chart.field(company) {
            self.move_marker(company, self.parts().grid.up(at));
        }
    }

    /// Puts a marker on a field, under those already there; 516 ends the game (§5-01, §5-02).
    pub(crate) fn move_marker(&mut self, company: CompanyId, to: Field) {
        let grid = &self.fixed.parts.grid;
        self.t.chart.place(grid, company, to, &mut self.events);
        if grid.price(to) == LAST_PRICE {
            let at_once = matches!(self.t.round, Round::Stock(_));
            self.trigger(if at_once { Ending::Now(Why::Price) } else { Ending::Turn(Why::Price) });
        }
    }

    /// Triggers an end, unless an earlier one is triggered already (§5-04-v2).
    pub(crate) fn trigger(&mut self, ending: Ending) {
        if self.t.ending.is_none_or(|other| ending < other) {
            self.t.ending = Some(ending);
        }
    }

    #[allow(dead_code)] // for mergers
    /// The rightmost column that has a value below the target, and in it the highest such value (§4.7.4-04,
    /// §4.7.5-06). The target is given doubled, so that half sums need no rounding.
    pub(crate) fn rightmost_below(&self, doubled: i32) -> Option<Field> {
        let grid = &self.parts().grid;
        let last = if self.t.phase >= 8 { u8::MAX } else { COLUMN_P };
        let below = grid.fields().filter(|at| grid.price(*at).0 * 2 < doubled && at.col <= last);
        below.max_by_key(|at| (at.col, grid.price(*at)))
    }
}
