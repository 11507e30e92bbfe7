//! A tiny made-up title, used only in tests, and the model for how a title is written.
//!
//! The rules in short. Chance seats the players. They bid for the ferry and the mill by sealed bids; what
//! is left over, and the inn, is auctioned. Stock rounds and operating rounds alternate. In a stock round
//! players start companies and buy and sell shares; a card changes hands if its owner agrees. In an
//! operating round the weather is drawn, cards pay, and each company lays a tile, places a token, runs its
//! trains, settles the earnings and buys trains. The game ends with the eighth operating round, or when the
//! bank is broken, a price reaches the end of the chart, or nobody wants to build.
//!
//! | chapter | module |
//! | --- | --- |
//! | the box and its figures | [`fixed`], `tiny.toml` |
//! | the table, its rounds and what interrupts them | [`table`] |
//! | 1 set-up | [`seating`] |
//! | 2 cards | [`sealed_bids`], [`auction`] |
//! | 3 stock rounds | [`stock`] |
//! | 4 operating rounds | [`operating`]: [`track`], [`station`], [`run`], [`dividend`], [`trains`] |
//! | what interrupts a turn | [`deal`], [`discard`] |
//! | 5 the end | [`end`] |
//! | written down | [`position`] |
//! | for clients and for the kit | [`view`], [`kit`] |

mod auction;
mod deal;
mod discard;
mod dividend;
mod end;
mod fixed;
mod kit;
pub(crate) mod operating;
mod position;
mod run;
mod sealed_bids;
mod seating;
mod station;
mod stock;
pub(crate) mod table;
mod track;
mod trains;
mod view;

use ferrata_engine::checks::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::decision::{Decision, Flow, Rulebook};
use ferrata_engine::event::Events;
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::turn::Setup;
use ferrata_engine::view::View;
pub(crate) use fixed::Fixed;
use std::sync::Arc;
use table::{Round, Table};

/// A game of the tiny title: what never changes, shared by all states of a game, and what does.
#[derive(Clone)]
pub(crate) struct Tiny {
    pub(crate) fixed: Arc<Fixed>,
    pub(crate) table: Table,
}

impl PartialEq for Tiny {
    fn eq(&self, other: &Tiny) -> bool {
        self.table == other.table
    }
}

impl Rulebook for Tiny {
    type Table = Table;

    fn set_up(setup: &Setup) -> Result<Tiny, Refusal> {
        let fixed = Fixed::of(setup)?;
        let table = Table::new(&fixed)?;
        Ok(Tiny { fixed: Arc::new(fixed), table })
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn decision(&self) -> &dyn Decision<Tiny> {
        match self.table.pending.last() {
            Some(pending) => pending.decision(),
            None => self.table.round.decision(),
        }
    }

    fn proceed(&mut self, events: &mut Events) -> Result<Flow, Refusal> {
        match &self.table.round {
            Round::Operating(_) if self.table.pending.is_empty() => operating::proceed(self, events),
            _ => Ok(Flow::Waits),
        }
    }

    fn show(&self) -> View {
        view::view(self)
    }

    fn check(&self) -> Vec<String> {
        let (table, parts) = (&self.table, &self.fixed.parts);
        let owned = table.companies.iter().flat_map(|company| company.trains.iter().copied());
        let tokens_left = |company| self.company(company).map(|company| company.tokens);
        let mut wrong = check_money(&table.ledger, parts.bank.unwrap_or(Money::ZERO));
        wrong.extend(check_shares(&table.shares, self.fixed.players.len()));
        wrong.extend(check_trains(&table.depot, &parts.trains, owned));
        wrong.extend(check_board(&table.board, parts, tokens_left, |_| false));
        wrong
    }
}
