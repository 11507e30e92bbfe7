//! 18FB: railways in the south of Italy, for 3 to 6 players.
//!
//! 18FB-1.1-01: set-up, one Political Round, then turns of a stock round and two operating rounds, with one Regional Companies
//! Round in PH5; a closing account ends the game. 18FB-1.3-03, 18FB-1.3-04: talk binds nobody, and no rule here enforces it.
//!
//! Editions `PA23` (the usual one) and `2006`; options take readings the other way ([`OPTIONS`]).
//!
//! | chapter | module |
//! | --- | --- |
//! | the box, its figures and the switches of a game | [`fixed`], `data/` |
//! | the table, its rounds and what interrupts them | [`table`]; what all chapters ask it: [`lookup`] |
//! | 1.2 set-up | [`setup`] |
//! | 2.1 phases | [`phases`]; 3.5 PH5: [`unification`]; 3.6 PH6: [`conventions`] |
//! | 2.2 the Stock Market | [`market`] |
//! | 2.5 the map | [`board`] |
//! | 2.7 political cards | [`operating::powers`], [`operating::token`], [`stock`] |
//! | 3.1 Political Round, 3.5.1 Regional Companies Round | [`auction`] |
//! | 3.2 stock rounds | [`stock`] |
//! | 3.3 states of corporations | [`states`] |
//! | 3.4 operating rounds | [`operating`] |
//! | 3.5.2 regional companies | [`regionals`] |
//! | 3.6.3 acquisitions | [`operating::acquisition`] |
//! | companies that leave the game | [`closing`] |
//! | deals that need consent | [`deal`] |
//! | 4 the end | [`end`] |
//! | cards, companies and phases in our own words | [`about`] |
//! | for programs: what there is, what is to come | [`prospects`], [`foretold`] |
//! | for clients and archives | [`view`], [`position`], [`inquiry`] |
//! | for the kit: random players, areas reached | `kit` |

pub mod about;
mod auction;
mod board;
mod closing;
mod conventions;
pub mod data;
mod deal;
mod end;
mod fixed;
mod foretold;
mod inquiry;
#[cfg(any(test, feature = "kit"))]
mod kit;
mod lookup;
mod market;
mod operating;
mod phases;
mod position;
mod prospects;
mod regionals;
mod setup;
mod states;
mod stock;
mod table;
mod unification;
mod view;

#[cfg(test)]
mod tests;

pub use fixed::OPTIONS;

use ferrata_engine::board::ReachCache;
use ferrata_engine::checks::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::decision::{Decision, Flow, Rulebook};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::Setup;
use ferrata_engine::view::View;
use fixed::Fixed;
use std::sync::Arc;
use table::{Pending, Round, Table};

/// A game of 18FB: what never changes, what does, and what is remembered to be found faster.
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
        if matches!(self.table.round, Round::Over(_)) {
            return Ok(Flow::Waits);
        }
        // 18FB-4-04, 18FB-4-07, 18FB-G-53: the highest value ends the game at once, however it was reached.
        if self.highest_reached() {
            end::finish(self, end::Why::HighestValue, events);
            return Ok(Flow::GoesOn);
        }
        // 18FB-4-03: money that comes back later does not cancel the end.
        self.table.bank_broken |= self.table.ledger.bank() <= Money::ZERO;
        if conventions::lease::pay(self, events)? {
            return Ok(Flow::GoesOn);
        }
        match (self.table.pending.last(), &self.table.round) {
            (Some(Pending::Merger(merger)), _) => {
                let merger = merger.clone();
                conventions::merger::proceed(self, &merger, events)
            }
            (Some(_), _) => Ok(Flow::Waits),
            (None, Round::Stock(_)) => stock::proceed(self, events),
            (None, Round::Operating(_)) => operating::proceed(self, events),
            (None, _) => Ok(Flow::Waits),
        }
    }

    fn show(&self) -> View {
        view::view(self)
    }

    fn check(&self) -> Vec<String> {
        let (table, parts) = (&self.table, &self.fixed.parts);
        let mut wrong = check_money(&table.ledger, parts.bank.unwrap_or_default());
        wrong.extend(check_shares(&table.shares, self.fixed.by_players.count.into()));
        let trains = table.companies.iter().flat_map(|company| company.trains.iter().copied());
        wrong.extend(check_trains(&table.depot, &parts.trains, trains));
        let left = |company: CompanyId| Some(self.tokens_left(company));
        wrong.extend(check_board(&table.board, parts, left, |_| false));
        wrong
    }
}

impl Game {
    fn new(fixed: Fixed) -> Result<Game, Refusal> {
        let table = Table::new(&fixed)?;
        Ok(Game { fixed: Arc::new(fixed), table, cache: Cache::default() })
    }
}
