//! §4.7.2 Loans: what a player owes, and how they repay it.

use crate::esp::Game;
use crate::esp::table::Seat;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::require;
use ferrata_engine::say;

impl Game {
    /// What a player owes with interest. 18ESP-4.7.2-03, 18ESP-G-14: by the book interest is a part of the whole debt, rounded
    /// up; online each loan was rounded when it was taken (18ESP-D-10).
    pub(in crate::esp) fn owed(&self, seat: SeatId) -> Money {
        let account = self.table.seats.get(seat.index()).copied().unwrap_or_default();
        if self.fixed.switches.interest_when_borrowed {
            return account.debt + account.interest;
        }
        account.debt + account.debt.percent_up(self.fixed.figures.loan_interest)
    }
}

/// Lends a player money. 18ESP-4.7.2-01: as often as it has to be.
pub(in crate::esp) fn lend(game: &mut Game, seat: SeatId, amount: Money, events: &mut Events) -> Play {
    let interest = amount.percent_up(game.fixed.figures.loan_interest);
    if let Some(account) = game.table.seats.get_mut(seat.index()) {
        account.debt += amount;
        account.interest += interest;
    }
    game.table.ledger.pay(Account::Bank, Account::Seat(seat), amount, say!("loan"), events)
}

pub(super) fn can_repay(game: &Game, seat: SeatId) -> bool {
    let owed = game.owed(seat);
    owed > Money::ZERO && owed <= game.table.ledger.seat(seat)
}

/// 18ESP-4.7.2-02: only in a stock round, where sales are.
pub(super) fn repay_offer(game: &Game, seat: SeatId) -> Option<Offer> {
    let amounts = Prices::fixed(-game.owed(seat));
    can_repay(game, seat).then_some(Offer::Loan { amounts })
}

/// 18ESP-4.7.2-03: all debt and interest in one payment.
pub(super) fn repay(game: &mut Game, seat: SeatId, amount: Money, events: &mut Events) -> Play {
    let owed = game.owed(seat);
    require(amount == -owed && owed > Money::ZERO, "18ESP-4.7.2-03", || {
        say!("all debt is repaid with its interest in one payment of {owed}", owed)
    })?;
    let cash = game.table.ledger.seat(seat);
    require(owed <= cash, "18ESP-4.7.2-03", || say!("{owed} is owed, and only {cash} is there", owed, cash))?;
    game.table.ledger.pay(Account::Seat(seat), Account::Bank, owed, say!("debt and interest"), events)?;
    if let Some(account) = game.table.seats.get_mut(seat.index()) {
        *account = Seat::default();
    }
    Ok(())
}
