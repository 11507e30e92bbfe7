//! §4.7.2 Loans: what a player owes, and how he repays it.

use crate::esp::Esp;
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};

impl Esp {
    /// What a player owes with interest. By the book interest is half of the whole debt, rounded up;
    /// online each loan was rounded when it was taken.
    pub(in crate::esp) fn owed(&self, seat: SeatId) -> Money {
        let account = self.s.seats.get(seat.index()).copied().unwrap_or_default();
        if self.game.rules.interest_when_borrowed {
            return account.debt + account.interest;
        }
        account.debt + account.debt.percent_up(self.game.figures.interest)
    }

    /// Lends a player money.
    pub(in crate::esp) fn lend(
        &mut self,
        seat: SeatId,
        amount: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let interest = amount.percent_up(self.game.figures.interest);
        if let Some(account) = self.s.seats.get_mut(seat.index()) {
            account.debt += amount;
            account.interest += interest;
        }
        self.s.ledger.pay(Account::Bank, Account::Seat(seat), amount, "loan", ev)
    }

    pub(super) fn can_repay(&self, seat: SeatId) -> bool {
        let owed = self.owed(seat);
        owed > Money::ZERO && owed <= self.s.ledger.seat(seat)
    }

    pub(super) fn repay_offer(&self, seat: SeatId) -> Option<Offer> {
        let amounts = Prices::fixed(-self.owed(seat));
        self.can_repay(seat).then_some(Offer::Loan { amounts })
    }

    // 18ESP §4.7.2: all debt and interest in one payment.
    pub(super) fn repay(&mut self, seat: SeatId, amount: Money, ev: &mut Events) -> Result<(), Refusal> {
        let owed = self.owed(seat);
        require(amount == -owed && owed > Money::ZERO, "18ESP-4.7.2-03", || {
            format!("all debt is repaid with its interest in one payment of {owed}")
        })?;
        let cash = self.s.ledger.seat(seat);
        require(owed <= cash, "18ESP-4.7.2-03", || format!("{owed} is owed, and only {cash} is there"))?;
        self.s.ledger.pay(Account::Seat(seat), Account::Bank, owed, "debt and interest", ev)?;
        if let Some(account) = self.s.seats.get_mut(seat.index()) {
            *account = crate::esp::state::Seat::default();
        }
        Ok(())
    }
}
