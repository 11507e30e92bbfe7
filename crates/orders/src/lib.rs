//! Standing orders: what a player wants done when their turn comes, so that nobody waits for somebody who only passes.
//!
//! An order is a value: what to do, and the table on which it was given. Whoever hosts a game asks after every entry whether
//! an order still stands ([`Standing::review`]) and, when it is its owner's turn, what it does ([`Standing::next`]).
//! What it does is an entry like any made by hand; that it was an order is nobody's business but its owner's. All of it is
//! pure, so that a client can tell beforehand what an order would do.

mod marks;
mod next;
#[cfg(test)]
mod tests;

pub use marks::Marks;
pub use next::Reach;

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::view::{CardView, View};
use ferrata_wire::{Cause, Order, OrderState};
use serde::{Deserialize, Serialize};

/// An order, with the table on which it was given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// What is wanted.
    pub order: Order,
    marks: Marks,
}

/// Why an order makes no sense on a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nonsense {
    /// It is for stock rounds, and this is none.
    NoStockRound,
    /// There is no such company, or it is not one of theirs to run.
    NoSuchCompany,
    /// That much is held already, or cannot be.
    HeldAlready,
    /// No change is named.
    NoChange,
    /// This is no deal.
    NoDeal,
}

impl Nonsense {
    /// In words for people.
    pub fn words(self) -> &'static str {
        match self {
            Nonsense::NoStockRound => "this can be ordered in a stock round only",
            Nonsense::NoSuchCompany => "name a company of this game, one that you direct if it is to run",
            Nonsense::HeldAlready => "you hold that much already, or ask for more than there is",
            Nonsense::NoChange => "name at least one change until which you pass",
            Nonsense::NoDeal => "only a deal that can be proposed can be declined",
        }
    }
}

impl Standing {
    /// An order given on this table, or why it makes no sense there.
    pub fn new(order: Order, seat: SeatId, view: &View) -> Result<Standing, Nonsense> {
        sensible(&order, seat, view)?;
        Ok(Standing { order, marks: Marks::new(seat, view) })
    }

    /// Whether it stands on this table.
    pub fn review(&self, seat: SeatId, view: &View) -> OrderState {
        let over = |cause| OrderState::Over { cause };
        let company = |name: CompanyName| view.companies.iter().find(|company| company.name == name);
        match &self.order {
            Order::PassUntil { changes } => {
                self.marks.changed(seat, view, changes).map_or(OrderState::Active, over)
            }
            Order::PassRound if self.marks.is_over(view) => over(Cause::Round),
            Order::PassRound | Order::Decline { .. } => OrderState::Active,
            Order::Buy { company: of, until, .. } if marks::held(view, seat, *of) >= *until => {
                OrderState::Done
            }
            Order::Buy { company: of, .. } if company(*of).is_some_and(marks::is_there) => OrderState::Active,
            Order::Buy { .. } => over(Cause::Gone),
            Order::Bid { card, .. } => {
                let holder = view.players.iter().position(|player| has(&player.cards, *card));
                match holder {
                    None => OrderState::Active,
                    Some(holder) if holder == seat.index() => OrderState::Done,
                    Some(_) => over(Cause::Gone),
                }
            }
            Order::Run { company: of, .. } => match company(*of) {
                Some(company) if company.director == Some(seat) => OrderState::Active,
                _ => over(Cause::Holdings),
            },
        }
    }

    /// Whether it ends when its owner acts by hand: whoever trades themselves has other plans.
    pub fn ends_by_hand(&self) -> bool {
        matches!(self.order, Order::PassUntil { .. } | Order::PassRound | Order::Buy { .. })
    }
}

fn sensible(order: &Order, seat: SeatId, view: &View) -> Result<(), Nonsense> {
    let company = |name: CompanyName| view.companies.iter().find(|company| company.name == name);
    match order {
        Order::PassUntil { changes } if changes.is_empty() => Err(Nonsense::NoChange),
        Order::PassUntil { .. } | Order::PassRound if !marks::is_stock(view) => Err(Nonsense::NoStockRound),
        Order::PassUntil { .. } | Order::PassRound | Order::Bid { .. } => Ok(()),
        Order::Buy { company: of, until, .. } => {
            match company(*of).filter(|company| marks::is_there(company)) {
                None => Err(Nonsense::NoSuchCompany),
                Some(_) if *until > 100 || marks::held(view, seat, *of) >= *until => {
                    Err(Nonsense::HeldAlready)
                }
                Some(_) => Ok(()),
            }
        }
        Order::Run { company: of, .. } => match company(*of) {
            Some(company) if company.director == Some(seat) => Ok(()),
            _ => Err(Nonsense::NoSuchCompany),
        },
        Order::Decline { deal } => match **deal {
            Action::Buy { .. }
            | Action::BuyCard { .. }
            | Action::BuyTrain { .. }
            | Action::BuySlot { .. }
            | Action::Sell { .. }
            | Action::Merge { .. } => Ok(()),
            _ => Err(Nonsense::NoDeal),
        },
    }
}

fn has(cards: &[CardView], card: CardName) -> bool {
    cards.iter().any(|view| view.card == card)
}
