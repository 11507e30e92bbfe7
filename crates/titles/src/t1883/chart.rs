//! How price markers move.

use super::Game;
use super::agenda::Pending;
use super::stock::closing::Closing;
use ferrata_engine::chart::{Edge, Field, Grid};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;

impl Game {
    /// 1883-6.7-10, 1883-6.7-13, 1883-6.7-14: one column left; from the first column one row down.
    pub(super) fn price_left(&mut self, company: CompanyId, events: &mut Events) {
        self.shift(company, |grid, at| grid.left(at, Edge::Down), events);
    }

    /// 1883-6.7-11, 1883-6.7-14: one column right; from the last column of a row one row up (1883-R-17).
    pub(super) fn price_right(&mut self, company: CompanyId, events: &mut Events) {
        self.shift(company, |grid, at| grid.right(at, |_| true, Edge::Up), events);
    }

    /// 1883-5.7-02: one row up, if there is one.
    pub(super) fn price_up(&mut self, company: CompanyId, events: &mut Events) {
        self.shift(company, Grid::up, events);
    }

    /// Moves a marker. 1883-5.8-01: a corporation whose marker enters the CLOSED section closes.
    fn shift(&mut self, company: CompanyId, to: impl Fn(&Grid, Field) -> Field, events: &mut Events) {
        let Some(at) = self.table.chart.field(company) else { return };
        let grid = &self.fixed.parts.grid;
        let there = to(grid, at);
        // 1883-5.7-03: a marker that comes into a box lies below those that are there.
        self.table.chart.place(grid, company, there, events);
        if there != at && self.fixed.closes(&self.fixed.parts, there) {
            self.interrupt(Pending::Closing(Closing { company }));
        }
    }

    /// 1883-5.2-02, 1883-5.2-03: one row down for each share; at the bottom of its column the marker stays. Nothing closes
    /// yet: see [`Game::close_fallen`].
    pub(super) fn price_falls(&mut self, company: CompanyId, shares: i32, events: &mut Events) {
        let grid = &self.fixed.parts.grid;
        for _ in 0..shares {
            if let Some(at) = self.table.chart.field(company) {
                self.table.chart.place(grid, company, grid.down(at), events);
            }
        }
    }

    /// The price after so many shares have been sold (1883-6.9-02).
    pub(super) fn price_after(&self, company: CompanyId, shares: i32) -> ferrata_engine::money::Money {
        let grid = &self.fixed.parts.grid;
        let Some(mut at) = self.table.chart.field(company) else { return Default::default() };
        for _ in 0..shares {
            at = grid.down(at);
        }
        grid.price(at)
    }

    /// Whether the marker of a corporation in play has come into the CLOSED section.
    pub(super) fn has_fallen(&self, company: CompanyId) -> bool {
        let there = |at| self.fixed.closes(&self.fixed.parts, at);
        self.is_open(company) && self.table.chart.field(company).is_some_and(there)
    }

    /// 1883-5.8-01: lets a corporation close whose marker has fallen into the CLOSED section.
    pub(super) fn close_fallen(&mut self, company: CompanyId) {
        if self.has_fallen(company) {
            self.interrupt(Pending::Closing(Closing { company }));
        }
    }
}
