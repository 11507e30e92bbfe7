//! 1841: railways in Northern Italy.
//!
//! Modules follow the chapters of the rulebook; [`rules`] holds every switch between editions and options,
//! [`state`] the table. An entry is applied to a clone of the game, which replaces the game if all went well.

pub mod areas;
mod buy;
pub mod concession;
pub mod data;
pub mod emergency;
mod end;
mod exchange;
mod finance;
pub mod geography;
mod kit;
pub mod merge;
mod operating;
mod phases;
pub mod prices;
pub mod rules;
mod run;
mod sell;
mod setup;
pub mod shares;
mod slot;
pub mod split;
mod start;
pub mod state;
pub mod stock;
mod temper;
mod title;
mod token;
mod track;
mod trains;
pub mod transform;
pub mod tuscan;
mod view;

#[cfg(test)]
mod tests;

use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, HexId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{CardName, CompanyName, HexName, TrainName};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::{Control, Holder};
use rules::Rules;
use state::{Charter, Company, Fixed, Standing, Table};
use std::borrow::Cow;
use std::sync::Arc;

/// Whether something could be carried out.
pub type Play = Result<(), Refusal>;

/// A game of 1841.
#[derive(Clone, Debug)]
pub struct Game {
    /// What never changes.
    pub(crate) fixed: Arc<Fixed>,
    /// What does.
    pub(crate) t: Table,
    /// What the entry being applied has done so far; empty between entries.
    pub(crate) events: Events,
    /// How random players play this game; no part of the table.
    temper: Option<&'static temper::Temper>,
}

/// Look-ups that every chapter needs.
impl Game {
    /// The rules played.
    pub fn rules(&self) -> &Rules {
        &self.fixed.rules
    }

    /// The box.
    pub fn parts(&self) -> &ferrata_engine::components::Components {
        &self.fixed.parts
    }

    /// The table, for reading.
    pub fn table(&self) -> &Table {
        &self.t
    }

    /// What the rules need to know of a company.
    pub(crate) fn charter(&self, company: CompanyId) -> Charter {
        const NONE: Charter =
            Charter { minor: false, historical: false, concession: None, arises: true, tuscan: false };
        self.fixed.charters.get(company.index()).copied().unwrap_or(NONE)
    }

    /// All companies of the box.
    pub(crate) fn company_ids(&self) -> impl Iterator<Item = CompanyId> + use<> {
        (0..self.t.companies.len() as u8).map(CompanyId)
    }

    /// A company's things.
    pub(crate) fn company(&self, company: CompanyId) -> &Company {
        self.t.companies.get(company.index()).unwrap_or(&self.fixed.nobody)
    }

    /// Whether a company is in operation.
    pub(crate) fn running(&self, company: CompanyId) -> bool {
        self.company(company).standing == Standing::Running
    }

    /// §4.5.1.1: in operation, but led by nobody.
    pub(crate) fn frozen(&self, company: CompanyId) -> bool {
        self.running(company) && !matches!(self.t.shares.control(company), Control::Seat(_))
    }

    /// The player who leads a company.
    pub(crate) fn leader(&self, company: CompanyId) -> Option<SeatId> {
        match self.t.shares.control(company) {
            Control::Seat(seat) => Some(seat),
            _ => None,
        }
    }

    /// The price of one unit.
    pub(crate) fn price(&self, company: CompanyId) -> Money {
        self.t.chart.price(&self.parts().grid, company)
    }

    /// The price of this much of a company.
    pub(crate) fn price_of(&self, company: CompanyId, percent: u8) -> Money {
        self.price(company) * i32::from(percent / self.charter(company).unit())
    }

    /// Where a holder keeps money; none for pool and offering.
    pub(crate) fn account(holder: Holder) -> Option<Account> {
        match holder {
            Holder::Seat(seat) => Some(Account::Seat(seat)),
            Holder::Company(company) => Some(Account::Company(company)),
            _ => None,
        }
    }

    /// The money of a player or company.
    pub(crate) fn cash(&self, holder: Holder) -> Money {
        Game::account(holder).map_or(Money::ZERO, |account| self.t.ledger.balance(account))
    }

    /// The players still in the game, from one of them clockwise.
    pub(crate) fn left_of(&self, seat: SeatId) -> Vec<SeatId> {
        let at = self.t.order.iter().position(|other| *other == seat).unwrap_or(0);
        let round = self.t.order.iter().cycle().skip(at).take(self.t.order.len());
        round.copied().filter(|seat| !self.out(*seat)).collect()
    }

    /// Whether a player has left the game.
    pub(crate) fn out(&self, seat: SeatId) -> bool {
        self.t.players.get(seat.index()).is_none_or(|player| player.out)
    }

    /// A company's name.
    pub(crate) fn name(&self, company: CompanyId) -> CompanyName {
        self.parts().company_spec(company).map_or(CompanyName::of("?"), |spec| spec.name)
    }

    /// A concession's name.
    pub(crate) fn card_name(&self, card: CardId) -> CardName {
        self.parts().card_spec(card).map_or(CardName::of("?"), |spec| spec.name)
    }

    /// A hex's name.
    pub(crate) fn hex_name(&self, hex: HexId) -> HexName {
        self.parts().map.hex(hex).map_or(HexName::of("?"), |hex| hex.name)
    }

    /// A train's name.
    pub(crate) fn train_name(&self, kind: TrainKind) -> TrainName {
        self.parts().train_spec(kind).map_or(TrainName::of("?"), |spec| spec.name)
    }

    /// The company of a name.
    pub(crate) fn find_company(&self, name: CompanyName) -> Result<CompanyId, Refusal> {
        self.parts().company(name).ok_or_else(|| Refusal::plain(format!("there is no company {name}")))
    }

    /// The concession of a name.
    pub(crate) fn find_card(&self, name: CardName) -> Result<CardId, Refusal> {
        self.parts().card(name).ok_or_else(|| Refusal::plain(format!("there is no concession {name}")))
    }

    /// The hex of a name.
    pub(crate) fn find_hex(&self, name: HexName) -> Result<HexId, Refusal> {
        self.parts().hex(name).ok_or_else(|| Refusal::plain(format!("there is no hex {name}")))
    }

    /// The kind of train of a name.
    pub(crate) fn find_train(&self, name: TrainName) -> Result<TrainKind, Refusal> {
        self.parts().train(name).ok_or_else(|| Refusal::plain(format!("there is no train {name}")))
    }

    /// The refusal of an action of the wrong kind.
    pub(crate) fn wrong(&self, right: &str) -> Refusal {
        Refusal::plain(format!("this cannot be done now; you are asked to {right}"))
    }
}

/// Moving things.
impl Game {
    /// Moves money.
    pub(crate) fn pay(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        why: impl Into<Cow<'static, str>>,
    ) -> Play {
        self.t.ledger.pay(from, to, amount, why, &mut self.events)
    }

    /// Gives a concession to somebody, to the pool or out of the game.
    pub(crate) fn give_concession(&mut self, card: CardId, to: Holder) {
        if let Some(holder) = self.t.concessions.get_mut(card.index()) {
            *holder = to;
            let card = self.card_name(card);
            self.events.push(Event::Card { card, to });
        }
    }

    /// A company's things, for changing.
    pub(crate) fn company_mut(&mut self, company: CompanyId) -> Option<&mut Company> {
        self.t.companies.get_mut(company.index())
    }

    /// Notes that a player said something.
    pub(crate) fn said(&mut self, seat: SeatId, what: impl Into<Cow<'static, str>>) {
        self.events.push(Event::Said { seat, what: what.into() });
    }
}
