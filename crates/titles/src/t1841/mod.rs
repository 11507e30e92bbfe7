//! 1841: railways in Northern Italy.
//!
//! | chapter | module |
//! | --- | --- |
//! | the box and its figures | [`data`], [`figures`], [`fixed`] |
//! | editions, options and the online departures (0, 7, O, L) | [`rules`] |
//! | 1 set-up; the table, its rounds and what interrupts them | [`table`] |
//! | 2 concession round | [`concession`] |
//! | 3 stock round | [`stock`] |
//! | 4 operating round | [`operating`] |
//! | 5 the end | [`end`] |
//! | 6 regions and borders | [`regions`] |
//! | questions all chapters ask | [`lookup`] |
//! | what the rules will make of companies | [`foretold`] |
//! | for clients and archives | [`view`], [`inquiry`] |
//! | positions written down | [`position`] |
//! | for the kit | `kit` |

mod concession;
pub mod data;
mod end;
mod figures;
mod fixed;
mod foretold;
mod inquiry;
#[cfg(any(test, feature = "kit"))]
mod kit;
mod lookup;
mod operating;
mod position;
mod prospects;
mod regions;
pub mod rules;
mod stock;
mod table;
mod view;

#[cfg(test)]
mod tests;

pub use operating::emergency::{FULL, LEAVE, STAY};

use ferrata_engine::board::ReachCache;
use ferrata_engine::checks::{check_board, check_money, check_shares, check_trains};
use ferrata_engine::decision::{Decision, Flow, Play, Rulebook};
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::route::{BestRuns, Estimates, Memory};
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Setup;
use ferrata_engine::view::View;
use fixed::Fixed;
use std::sync::Arc;
use stock::start::HomePrices;
use table::{Pending, Round, Standing, Table};

/// A game of 1841: what never changes, shared by all states of a game, and what does.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) fixed: Arc<Fixed>,
    pub(crate) table: Table,
    found: Found,
}

/// What has been found out about the board; no part of equality or hash. Best runs are asked for when the run begins, and
/// again by whoever plays it.
#[derive(Clone, Debug, Default)]
struct Found {
    runs: BestRuns,
    estimates: Estimates,
    reach: ReachCache,
    home_prices: Memory<HomePrices>,
    /// Off-board areas that track joins to a city.
    areas: Memory<u16>,
    /// By board and borders: which companies are joined.
    joined: Memory<bool>,
    /// Things are tried out: nobody waits for proofs.
    rough: bool,
}

impl Found {
    fn imagined(&self) -> Found {
        Found { rough: true, ..self.clone() }
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.table == other.table
    }
}

impl Game {
    /// A game with a box of one's own, as far as somebody has to decide.
    #[cfg(any(test, feature = "kit"))]
    pub fn with_parts(parts: ferrata_engine::components::Components, setup: &Setup) -> Result<Game, Refusal> {
        let mut game = Game::with_fixed(Fixed::with(parts, setup)?)?;
        ferrata_engine::decision::proceed(&mut game, &mut Events::new())?;
        Ok(game)
    }

    /// The beginning of another game with the box of this one.
    #[cfg(any(test, feature = "kit"))]
    pub fn beside(&self, setup: &Setup) -> Result<Game, Refusal> {
        let mut game = Game::with_fixed(self.fixed.beside(setup)?)?;
        ferrata_engine::decision::proceed(&mut game, &mut Events::new())?;
        Ok(game)
    }

    /// The same table under the figures of another box.
    #[cfg(any(test, feature = "kit"))]
    pub fn under(&self, other: &Game) -> Game {
        let mut table = self.table.clone();
        table.board = table.board.on(other.fixed.board.clone());
        Game { fixed: other.fixed.clone(), table, found: Found::default() }
    }

    fn with_fixed(fixed: Fixed) -> Result<Game, Refusal> {
        let table = Table::new(&fixed)?;
        let mut game = Game { fixed: Arc::new(fixed), table, found: Found::default() };
        game.table.borders = game.borders_in(game.table.phase);
        Ok(game)
    }
}

impl Rulebook for Game {
    type Table = Table;

    fn set_up(setup: &Setup) -> Result<Game, Refusal> {
        Game::with_fixed(Fixed::of(setup)?)
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
        end::check(self, events);
        match self.table.pending.last() {
            Some(Pending::FirstShares(shares)) => (*shares).proceed(self),
            Some(Pending::Homes(homes)) => (*homes).proceed(self, events),
            Some(Pending::Discard(discard)) => (*discard).proceed(self, events),
            Some(Pending::Emergency(need)) => (*need).proceed(self),
            Some(Pending::SellPriority(sale)) => (*sale).proceed(self),
            Some(Pending::Transforming(change)) => change.clone().proceed(self, events),
            Some(Pending::TuscanDue | Pending::Union(_)) => operating::tuscan::proceed(self, events),
            Some(_) => Ok(Flow::Waits),
            None => match &self.table.round {
                Round::Concession(_) | Round::Over(_) => Ok(Flow::Waits),
                Round::Stock(_) => stock::proceed(self, events),
                Round::Operating(_) => operating::proceed(self, events),
            },
        }
    }

    fn standstill(&mut self, events: &mut Events) -> Play {
        end::standstill(self, events);
        Ok(())
    }

    fn show(&self) -> View {
        view::view(self)
    }

    fn check(&self) -> Vec<String> {
        let (table, parts) = (&self.table, &self.fixed.parts);
        let owned = table.companies.iter().flat_map(|company| company.trains.iter().copied());
        let mut wrong = check_board(&table.board, parts, |_| None, |_| false);
        wrong.extend(check_trains(&table.depot, &parts.trains, owned));
        wrong.extend(check_money(&table.ledger, parts.bank.unwrap_or_default()));
        wrong.extend(check_shares(&table.shares, table.players.len()));
        wrong.extend(self.company_ids().flat_map(|company| self.check_company(company)));
        wrong
    }
}

impl Game {
    /// 1841-4.2-08: a hex with two tokens of a company, which there must not be. (While a merger is under way, G-38: one of
    /// two is about to go.)
    fn doubled_hex(&self, company: CompanyId) -> Option<HexId> {
        if !self.table.pending.is_empty() {
            return None;
        }
        let mut hexes: Vec<HexId> = self.table.board.tokens_of(company).map(|token| token.hex).collect();
        hexes.sort_unstable();
        hexes.windows(2).find(|two| two.first() == two.last()).and_then(|two| two.first().copied())
    }

    /// 1841-8-07: no company has more tokens than it can have; one that is not in operation has neither money nor
    /// shares.
    fn check_company(&self, company: CompanyId) -> Vec<String> {
        let (name, tokens) = (self.name(company), self.token_count(company));
        let mut wrong = Vec::new();
        if self.running(company) && tokens > self.charter(company).class.tokens_max {
            wrong.push(format!("{name} has {tokens} tokens"));
        }
        if let Some(hex) = self.doubled_hex(company) {
            wrong.push(format!("{name} has two tokens in {}", self.fixed.parts.hex_name(hex)));
        }
        let idle = matches!(self.company(company).standing, Standing::Waiting | Standing::Gone);
        if idle && self.table.ledger.company(company) != Money::ZERO {
            wrong.push(format!("{name} is not in operation but has money"));
        }
        if idle && self.table.shares.count(Holder::Company(company)) > 0 {
            wrong.push(format!("{name} is not in operation but owns shares"));
        }
        wrong
    }
}
