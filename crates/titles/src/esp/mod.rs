//! 18ESP: railways of two gauges in Spain, for 3 to 6 players.
//!
//! Editions `rulebook` (the usual one) and `online`; set-ups `standard` (the usual one) and `random`, given as an
//! option.
//!
//! | chapter | module |
//! | --- | --- |
//! | the box, its figures and the switches of an edition | [`fixed`], `data/` |
//! | the table, its rounds and what interrupts them | [`table`]; what all chapters ask it: [`lookup`], [`board`] |
//! | 1 set-up | [`setup`] |
//! | 2 privates and their auction | [`privates`] |
//! | 3 stock rounds | [`stock`]; the markers on the chart: [`chart`] |
//! | 4 operating rounds | [`operating`] |
//! | 1.6 deals that need consent | [`deal`] |
//! | 5.1 goals | [`goals`] |
//! | 5.2 passes and combined trains | [`operating`] |
//! | 6 phases | [`phases`] |
//! | 7 the end | [`end`] |
//! | takeovers and loans to come, for programs | [`foretold`] |
//! | for clients and archives | [`view`], [`inquiry`], positions: [`position`] |
//! | for the kit: random players, areas reached | `kit` |

mod board;
mod chart;
pub mod data;
mod deal;
mod end;
mod fixed;
mod foretold;
mod goals;
mod inquiry;
#[cfg(any(test, feature = "kit"))]
mod kit;
mod lookup;
mod operating;
mod phases;
mod position;
mod privates;
mod prospects;
mod setup;
mod stock;
mod table;
mod view;

#[cfg(test)]
mod tests;

use ferrata_engine::board::{ReachCache, Token};
use ferrata_engine::checks::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::decision::{Decision, Flow, Rulebook};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::Estimates;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Setup;
use ferrata_engine::view::View;
use fixed::Fixed;
use std::sync::Arc;
use table::{HomeToken, Round, Status, Table};

/// A game of 18ESP: what never changes, what does, and what is remembered to be found faster.
#[derive(Clone, Debug)]
pub struct Game {
    fixed: Arc<Fixed>,
    table: Table,
    cache: Cache,
}

/// What has been found out about the board; no part of equality or hash.
#[derive(Clone, Debug, Default)]
struct Cache {
    reach: ReachCache,
    estimates: Estimates,
    crossings: operating::crossing::Crossings,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.table == other.table
    }
}

crate::shape::another_box!(Game, cache);

impl Rulebook for Game {
    type Table = Table;

    fn set_up(setup: &Setup) -> Result<Game, Refusal> {
        Game::new(Fixed::of(setup)?)
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn decision(&self) -> &dyn Decision<Game> {
        match self.table.pending.last() {
            Some(pending) => pending.decision(),
            None => self.table.round.decision(),
        }
    }

    fn proceed(&mut self, events: &mut Events) -> Result<Flow, Refusal> {
        operating::discard::ask(self);
        if !self.table.pending.is_empty() {
            return Ok(Flow::Waits);
        }
        match &self.table.round {
            Round::SetUp(_) | Round::Over(_) => Ok(Flow::Waits),
            Round::Auction(_) => privates::auction::proceed(self, events),
            Round::Stock(_) => stock::proceed(self, events),
            Round::Operating(_) => operating::proceed(self, events),
        }
    }

    fn show(&self) -> View {
        view::view(self)
    }

    fn check(&self) -> Vec<String> {
        let (table, parts) = (&self.table, &self.fixed.parts);
        let mut wrong = check_money(&table.ledger, Money::ZERO);
        wrong.extend(check_shares(&table.shares, table.seats.len()));
        let may_stack = |token: &Token| self.partner(token.company).is_some();
        wrong.extend(check_board(&table.board, parts, |company| self.tokens_left(company), may_stack));
        let trains = table.companies.iter().flat_map(|company| &company.trains);
        wrong.extend(check_trains(&table.depot, &self.fixed.train_cards, trains.map(|train| train.kind)));
        wrong.extend(self.company_ids().flat_map(|company| self.check_company(company)));
        wrong
    }
}

impl Game {
    fn new(fixed: Fixed) -> Result<Game, Refusal> {
        let table = Table::new(&fixed)?;
        Ok(Game { fixed: Arc::new(fixed), table, cache: Cache::default() })
    }

    /// The tokens on a company's charter, locked or not, and those that wait on a double city; none if it is not in play.
    fn tokens_left(&self, company: CompanyId) -> Option<u8> {
        let state = self.company(company);
        let waiting = u8::from(state.home != HomeToken::Placed) + u8::from(state.waiting_at.is_some());
        state.in_play().then_some(state.free_tokens + state.locked_tokens + waiting)
    }

    /// What is wrong with a company beyond what the toolbox checks.
    fn check_company(&self, company: CompanyId) -> Vec<String> {
        let mut wrong = Vec::new();
        let over = self.counted_trains(company) > self.train_limit(company) && self.table.pending.is_empty();
        if over && self.company(company).status == Status::Launched {
            wrong.push(format!("{} owns too many trains", self.name(company)));
        }
        if self.table.shares.percent(company, Holder::Pool) > self.fixed.figures.pool_limit {
            wrong.push(format!("too much of {} lies in the open market", self.name(company)));
        }
        wrong
    }
}
