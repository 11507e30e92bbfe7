//! 2.2 The Stock Market: its zones, its ledges, and how markers move.

use super::Game;
use ferrata_engine::chart::{Edge, Field};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;

/// 18FB-2.2-02: the zones of the market; the starting zone is white.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Zone {
    White,
    Light,
    Dark,
}

impl Game {
    fn flag(&self, field: Field, flag: char) -> bool {
        self.fixed.parts.grid.cell(field).is_some_and(|cell| cell.flags.contains(flag))
    }

    fn zone_of(&self, field: Field) -> Zone {
        let zones = self.fixed.figures.zones;
        if self.flag(field, zones.dark) {
            Zone::Dark
        } else if self.flag(field, zones.light) {
            Zone::Light
        } else {
            Zone::White
        }
    }

    /// The zone of a corp's price.
    pub(super) fn zone(&self, company: CompanyId) -> Zone {
        self.field(company).map_or(Zone::White, |field| self.zone_of(field))
    }

    /// 18FB-2.2.2-01, 18FB-2.2.2-02: the start fields open in the current phase, by price.
    pub(super) fn start_fields(&self) -> impl Iterator<Item = (Field, Money)> + '_ {
        let open = self.phase().map(|phase| phase.says().par.as_str()).unwrap_or_default();
        let grid = &self.fixed.parts.grid;
        let fields = grid.fields().filter(move |field| open.chars().any(|flag| self.flag(*field, flag)));
        fields.map(|field| (field, grid.price(field)))
    }

    /// 18FB-3.6.1-11: the start field of a price, whatever the phase.
    pub(super) fn start_field(&self, price: Money) -> Option<Field> {
        let last =
            self.fixed.phases().next_back().map(|(_, phase)| phase.says().par.as_str()).unwrap_or_default();
        let grid = &self.fixed.parts.grid;
        grid.fields().find(|at| grid.price(*at) == price && last.chars().any(|flag| self.flag(*at, flag)))
    }

    /// 18FB-4-04: a marker has reached the highest value.
    pub(super) fn highest_reached(&self) -> bool {
        let highest = self.fixed.figures.zones.highest;
        self.corps().filter_map(|company| self.field(company)).any(|field| self.flag(field, highest))
    }

    /// 18FB-2.2.5-12: a marker that comes to a field goes under those already there.
    fn move_to(&mut self, company: CompanyId, to: Field, events: &mut Events) {
        self.table.chart.place(&self.fixed.parts.grid, company, to, events);
    }

    /// 18FB-2.2.5-01: shares sold by a player in the SR push the marker down, one row each.
    pub(super) fn price_falls(&mut self, company: CompanyId, shares: i32, events: &mut Events) {
        if let Some(field) = self.field(company) {
            self.move_to(company, self.fallen(field, shares), events);
        }
    }

    /// Where a marker comes to rest that is pushed down by so many shares (18FB-G-10, 18FB-G-11).
    pub(super) fn fallen(&self, from: Field, shares: i32) -> Field {
        let grid = &self.fixed.parts.grid;
        let column = |row: u8| Field { row, ..from };
        let bottom =
            (from.row..).take_while(|row| grid.cell(column(*row)).is_some()).last().unwrap_or(from.row);
        // The last field of a zone above another one is its ledge (18FB-2.2.3-03, 18FB-2.2.4-03).
        let is_ledge = |row: &u8| *row < bottom && self.zone_of(column(*row)) < self.zone_of(column(row + 1));
        let steps = u8::try_from(shares).unwrap_or(u8::MAX);
        for ledge in (from.row..bottom).filter(is_ledge) {
            let rows_above = ledge - from.row;
            if steps <= rows_above {
                // 18FB-2.2.3-05: it does not come to the ledge, or just to it.
                break;
            }
            if steps == rows_above + 1 {
                // 18FB-2.2.3-03, 18FB-2.2.3-06: it would end one field below the ledge.
                return column(ledge);
            }
            // 18FB-2.2.3-04: it passes; both ledges count from the same start (18FB-2.2.4-04).
        }
        // 18FB-2.2.5-03, 18FB-2.2.3-07: not below the bottom.
        column(from.row.saturating_add(steps).min(bottom))
    }

    /// 18FB-2.2.5-04: one space left; at the edge none (18FB-G-12).
    pub(super) fn price_left(&mut self, company: CompanyId, events: &mut Events) {
        if let Some(field) = self.field(company) {
            self.move_to(company, self.fixed.parts.grid.left(field, Edge::Stay), events);
        }
    }

    /// 18FB-2.2.5-05: one space right; at the end of a row one up (18FB-G-12).
    pub(super) fn price_right(&mut self, company: CompanyId, events: &mut Events) {
        if let Some(field) = self.field(company) {
            self.move_to(company, self.fixed.parts.grid.right(field, |_| true, Edge::Up), events);
        }
    }

    /// 18FB-2.2.5-08, 18FB-2.2.5-09: one space up; in the top row one column to the right (18FB-2.2.5-10) or nowhere
    /// (18FB-2.2.5-11).
    pub(super) fn price_up(&mut self, company: CompanyId, events: &mut Events) {
        let grid = &self.fixed.parts.grid;
        let Some(field) = self.field(company) else { return };
        let to = match field.row {
            0 if self.fixed.switches.up_from_top_goes_right => grid.right(field, |_| true, Edge::Stay),
            _ => grid.up(field),
        };
        self.move_to(company, to, events);
    }
}
