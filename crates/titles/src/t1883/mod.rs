//! 1883: railways and co-operatives in Emilia, for 2 to 4 players.
//!
//! | chapter | module |
//! | --- | --- |
//! | the box, its figures, options and switches | [`fixed`], `data/` |
//! | the table, its rounds and what interrupts them | [`table`], [`agenda`]; what all chapters ask: [`lookup`] |
//! | 2 set-up | [`setup`] |
//! | 3 private companies | [`privates`] |
//! | 4 phases | [`phases`] |
//! | 5 stock rounds | [`stock`]; concessions: [`concessions`]; price markers: [`chart`] |
//! | 6 operating rounds | [`operating`]; deals that need consent: [`deal`] |
//! | 6.8.6 money that must be raised | [`money`] |
//! | 7, 11 events | [`events`] |
//! | 8.1 the co-operative CCFR | [`coop`] |
//! | 8.2 the coaches of SARSA | [`operating`] |
//! | 8.3 SEFTA | [`sefta`] |
//! | 9 the end | [`end`] |
//! | for programs: what there is, what is to come | [`prospects`], [`foretold`] |
//! | for clients and archives | [`view`], [`about`], [`inquiry`], [`position`] |
//! | for the kit: random players, areas reached | `kit` |

pub mod about;
mod agenda;
mod chart;
mod concessions;
mod coop;
pub mod data;
mod deal;
mod end;
mod events;
mod fixed;
mod foretold;
mod inquiry;
#[cfg(any(test, feature = "kit"))]
mod kit;
mod lookup;
mod money;
mod operating;
mod phases;
mod position;
mod privates;
mod prospects;
mod sefta;
mod setup;
mod stock;
mod table;
mod view;

#[cfg(test)]
mod tests;

pub use fixed::OPTIONS;

use agenda::{Item, Round};
use ferrata_engine::board::ReachCache;
use ferrata_engine::checks::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::decision::{Decision, Flow, Rulebook};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::Estimates;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Setup;
use ferrata_engine::view::View;
use fixed::Fixed;
use std::sync::Arc;
use table::{Standing, Table};

/// A game of 1883: what never changes, what does, and what is remembered to be found faster.
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
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.table == other.table
    }
}

crate::shape::another_box!(Game, cache);

/// The refusal of an action of the wrong kind.
fn out_of_place(asked: Text) -> Refusal {
    Refusal::out_of_place(asked)
}

impl Rulebook for Game {
    type Table = Table;

    fn set_up(setup: &Setup) -> Result<Game, Refusal> {
        Game::new(Fixed::of(setup)?)
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn decision(&self) -> &dyn Decision<Game> {
        let round = self.table.round.decision();
        match self.table.pending.last().map(|pending| pending.item()) {
            Some(Item::Asks(decision)) => decision,
            // A procedure is never on top when somebody is asked.
            Some(Item::GoesOn(_)) | None => round,
        }
    }

    fn proceed(&mut self, events: &mut Events) -> Result<Flow, Refusal> {
        if matches!(self.table.round, Round::Over(_)) {
            self.table.pending.clear();
            return Ok(Flow::Waits);
        }
        match self.table.pending.last().map(|pending| matches!(pending.item(), Item::Asks(_))) {
            Some(true) => return Ok(Flow::Waits),
            Some(false) => {
                if let Some(top) = self.table.pending.pop()
                    && let Item::GoesOn(procedure) = top.item()
                {
                    procedure.go_on(self, events)?;
                }
                return Ok(Flow::GoesOn);
            }
            None => {}
        }
        match &self.table.round {
            Round::Seating | Round::Over(_) => Ok(Flow::Waits),
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
        let mut wrong = check_money(&table.ledger, parts.bank.unwrap_or_default());
        wrong.extend(check_shares(&table.shares, table.seats.len()));
        wrong.extend(check_board(&table.board, parts, |company| self.tokens_left(company), |_| false));
        let trains = table.companies.iter().flat_map(|company| company.trains.iter().copied());
        wrong.extend(check_trains(&table.depot, &parts.trains, trains));
        wrong.extend(self.company_ids().flat_map(|company| self.check_company(company)));
        wrong.extend(self.check_cards());
        wrong
    }
}

impl Game {
    fn new(fixed: Fixed) -> Result<Game, Refusal> {
        let table = Table::new(&fixed)?;
        Ok(Game { fixed: Arc::new(fixed), table, cache: Cache::default() })
    }

    /// The tokens on a corporation's charter; none if it has left the game.
    fn tokens_left(&self, company: CompanyId) -> Option<u8> {
        let charter = self.company(company);
        (charter.standing != Standing::Gone).then_some(charter.tokens)
    }

    /// What is wrong with a corporation beyond what the toolbox checks.
    fn check_company(&self, company: CompanyId) -> Vec<String> {
        let (mut wrong, name) = (Vec::new(), self.name(company));
        let settled = self.table.pending.is_empty() && !matches!(self.table.round, Round::Over(_));
        if settled && self.is_open(company) && self.proper_trains(company) > self.train_limit(company) {
            wrong.push(format!("{name} owns too many trains"));
        }
        if settled && self.is_open(company) && self.president(company).is_none() && !self.is_coop(company) {
            wrong.push(format!("{name} has no president"));
        }
        let limit = self.fixed.figures.hold_limit;
        if self.table.order.iter().any(|seat| self.held(company, *seat) > limit)
            && company != self.fixed.sefta
        {
            wrong.push(format!("somebody holds more than {limit}% of {name}"));
        }
        wrong
    }

    /// Support cards within their supply, coaches within theirs.
    fn check_cards(&self) -> Vec<String> {
        let mut wrong = Vec::new();
        let figures = &self.fixed.figures;
        let held: u32 = self.table.seats.iter().map(|seat| u32::from(seat.support)).sum();
        if held > u32::from(figures.support_cards.supply) {
            wrong.push(format!("{held} support cards are held"));
        }
        if self.table.seats.iter().any(|seat| seat.support > figures.support_cards.hand_limit) {
            wrong.push("somebody holds too many support cards".to_owned());
        }
        if self.table.coaches.len() > usize::from(figures.sarsa.coaches) {
            wrong.push(format!("{} coaches are placed", self.table.coaches.len()));
        }
        wrong
    }
}
