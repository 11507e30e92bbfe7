//! Chapter 3.5.1: the price table (1841-3.5.1-10) and how markers move on it.

use crate::t1841::Game;
use crate::t1841::end::{Ending, Why};
use crate::t1841::table::Round;
use ferrata_engine::chart::{Edge, Field};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;

/// Moves of markers.
impl Game {
    /// 1841-3.5.1-08, 1841-4.6.6-01: the last column that is open.
    fn last_open_column(&self) -> u8 {
        if self.phase_facts().whole_chart { u8::MAX } else { self.fixed.chart.last_at_first }
    }

    /// 1841-3.5.1-07, 1841-8-07: the last column of a company's rows.
    fn last_column(&self, company: CompanyId) -> u8 {
        if self.charter(company).minor { self.fixed.chart.last_of_minors } else { self.last_open_column() }
    }

    /// 1841-3.5.1-04: right, at the end of the row up.
    pub(crate) fn move_right(&mut self, company: CompanyId, events: &mut Events) {
        if let Some(at) = self.table.chart.field(company) {
            let last = self.last_column(company);
            self.move_marker(company, self.fixed.parts.grid.right(at, |to| to.col <= last, Edge::Up), events);
        }
    }

    /// 1841-3.5.1-06: left, at the left edge down.
    pub(crate) fn move_left(&mut self, company: CompanyId, events: &mut Events) {
        if let Some(at) = self.table.chart.field(company) {
            self.move_marker(company, self.fixed.parts.grid.left(at, Edge::Down), events);
        }
    }

    /// 1841-3.5.1-01, 1841-3.5.1-03: straight down; at the bottom it stays.
    pub(crate) fn move_down(&mut self, company: CompanyId, rows: u8, events: &mut Events) {
        if let Some(at) = self.table.chart.field(company) {
            let to = (0..rows).fold(at, |at, _| self.fixed.parts.grid.down(at));
            self.move_marker(company, to, events);
        }
    }

    /// 1841-3.5.1-02: up, unless in row 1.
    pub(crate) fn move_up(&mut self, company: CompanyId, events: &mut Events) {
        if let Some(at) = self.table.chart.field(company) {
            self.move_marker(company, self.fixed.parts.grid.up(at), events);
        }
    }

    /// 1841-3.5.1-09: puts a marker on a field, under those already there; the last field ends the game, in an operating
    /// round at the end of the turn (1841-5-01), in a stock round at once (1841-5-02).
    pub(crate) fn move_marker(&mut self, company: CompanyId, to: Field, events: &mut Events) {
        self.table.chart.place(&self.fixed.parts.grid, company, to, events);
        if to == self.fixed.chart.end.0 {
            let at_once = matches!(self.table.round, Round::Stock(_));
            self.trigger(if at_once { Ending::Now(Why::Price) } else { Ending::Turn(Why::Price) });
        }
    }

    /// 1841-4.7.4-04, 1841-4.7.5-06: the rightmost column that has a value below the target, and in it the highest such
    /// value. The target is given doubled, so that half sums need no rounding.
    pub(crate) fn rightmost_below(&self, doubled: i32) -> Option<Field> {
        let (rows, last) = (self.fixed.parts.grid.rows(), self.last_open_column());
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0).min(usize::from(last) + 1);
        (0..columns).rev().find_map(|col| {
            let fields = rows
                .iter()
                .enumerate()
                .filter_map(|(row, cells)| Some((row, cells.get(col)?.as_ref()?.price)));
            let highest = fields.filter(|(_, price)| price.0 * 2 < doubled).max_by_key(|(_, price)| *price);
            highest.map(|(row, _)| Field { row: row as u8, col: col as u8 })
        })
    }
}
