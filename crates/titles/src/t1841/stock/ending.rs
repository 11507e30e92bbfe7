//! Chapter 3.4: the end of the stock round.

use super::{concessions, priority};
use crate::t1841::end::{Ending, Why, finish};
use crate::t1841::table::Round;
use crate::t1841::{Game, operating};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::shares::Holder;

/// The round is over.
pub(super) fn end(game: &mut Game, events: &mut Events) -> Play {
    let Round::Stock(stock) = &game.table.round else { return Ok(()) };
    let (number, last_actor) = (stock.number, stock.last_actor);
    game.table.idle_rounds = if last_actor.is_none() { game.table.idle_rounds + 1 } else { 0 };
    if game.table.idle_rounds >= game.fixed.figures.idle_rounds {
        game.trigger(Ending::Now(Why::Standstill));
    }
    // 1841-3-05, 1841-3-06, 1841-3.4-01: the priority card goes to the left of whoever acted last.
    if let Some(last) = last_actor {
        let left = game.left_of(last);
        game.table.priority = left.iter().copied().find(|seat| *seat != last).unwrap_or(last);
    }
    if game.fixed.rules.stock_end_by_company {
        concessions::pay_income(game, events)?;
    }
    game.end_of_stock_round(events);
    if !game.fixed.rules.stock_end_by_company {
        concessions::pay_income(game, events)?;
    }
    if matches!(game.table.ending, Some(Ending::Now(_) | Ending::Turn(_))) {
        finish(game, events);
        return Ok(());
    }
    if game.fixed.rules.priority_card {
        priority::begin(game);
    }
    operating::begin_set(game, number, events)
}

impl Game {
    /// What the end of a stock round does to markers and concessions; nothing in other rounds.
    pub(crate) fn end_of_stock_round(&mut self, events: &mut Events) {
        match (&self.table.round, self.fixed.rules.stock_end_by_company) {
            (Round::Stock(_), true) => move_markers_one_by_one(self, events),
            (Round::Stock(_), false) => move_markers(self, events),
            _ => return,
        }
        concessions::return_unused(self, events);
    }
}

fn sold_out(game: &Game, company: CompanyId) -> bool {
    let unsold = |holder| game.table.shares.percent(company, holder);
    unsold(Holder::Pool) == 0 && unsold(Holder::Offering) == 0
}

/// 1841-3.4-02, 1841-3.4-03: down with shares in the pool, then up when sold out.
fn move_markers(game: &mut Game, events: &mut Events) {
    let order = game.table.chart.order(&game.fixed.parts.grid);
    for &company in &order {
        drop_for_pool(game, company, events);
    }
    for &company in &order {
        if sold_out(game, company) {
            game.move_up(company, events);
        }
    }
}

/// 1841-4.5.1.1-03: a frozen company falls further.
fn drop_for_pool(game: &mut Game, company: CompanyId, events: &mut Events) {
    if game.table.shares.percent(company, Holder::Pool) > 0 {
        let rows = if game.frozen(company) { game.fixed.figures.frozen_rows } else { 1 };
        game.move_down(company, rows, events);
    }
}

/// O-08: company by company in operating order; a frozen one never rises.
fn move_markers_one_by_one(game: &mut Game, events: &mut Events) {
    for company in game.table.chart.order(&game.fixed.parts.grid) {
        if sold_out(game, company) && !game.frozen(company) {
            game.move_up(company, events);
        }
        drop_for_pool(game, company, events);
    }
}
