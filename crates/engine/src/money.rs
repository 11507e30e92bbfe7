//! Money and the ledger: all money moves through [`Ledger::pay`], so that none is made or lost.

use crate::event::{Event, Events};
use crate::id::{CardId, CompanyId, SeatId};
use crate::refusal::Refusal;
use crate::say;
use crate::text::Text;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// An amount in the title's currency. Arithmetic saturates: no input can make it wrap around.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Money(pub i32);

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// The amount in a currency, `L.{}` for example, for people: a sign stands before all of it.
    pub fn written(self, currency: &str) -> String {
        let sign = if self.0 < 0 { "−" } else { "" };
        format!("{sign}{}", currency.replace("{}", &self.0.unsigned_abs().to_string()))
    }

    /// This percentage of the amount, rounded down.
    pub fn percent(self, percent: u32) -> Money {
        Money::clamped((i64::from(self.0) * i64::from(percent)).div_euclid(100))
    }

    /// This percentage of the amount, rounded up.
    pub fn percent_up(self, percent: u32) -> Money {
        -(-self).percent(percent)
    }

    fn clamped(amount: i64) -> Money {
        Money(amount.clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32)
    }
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}
impl Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}
impl Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money(self.0.saturating_neg())
    }
}
impl Mul<i32> for Money {
    type Output = Money;
    fn mul(self, times: i32) -> Money {
        Money(self.0.saturating_mul(times))
    }
}
impl AddAssign for Money {
    fn add_assign(&mut self, other: Money) {
        *self = *self + other;
    }
}
impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        *self = *self - other;
    }
}
impl Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, Add::add)
    }
}
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// Whoever can have money.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Account {
    /// The bank. It may owe: what a title does when the bank is dry is its own rule.
    Bank,
    /// A player.
    Seat(SeatId),
    /// A company's treasury.
    Company(CompanyId),
    /// Money that lies on a card: a deposit, nobody's until it is given back or lost.
    Card(CardId),
}

/// Who has how much. The sum never changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ledger {
    bank: Money,
    seats: Vec<Money>,
    companies: Vec<Money>,
    cards: Vec<Money>,
}

impl Ledger {
    /// A ledger with all money in the bank.
    pub fn new(bank: Money, seats: usize, companies: usize) -> Ledger {
        let nothing = |accounts| vec![Money::ZERO; accounts];
        Ledger { bank, seats: nothing(seats), companies: nothing(companies), cards: Vec::new() }
    }

    /// The same ledger where money may lie on so many cards.
    pub fn with_cards(self, cards: usize) -> Ledger {
        Ledger { cards: vec![Money::ZERO; cards], ..self }
    }

    /// What the account holds; an account that does not exist holds nothing.
    pub fn balance(&self, account: Account) -> Money {
        match account {
            Account::Bank => self.bank,
            Account::Seat(seat) => self.seats.get(seat.index()).copied().unwrap_or_default(),
            Account::Company(company) => self.companies.get(company.index()).copied().unwrap_or_default(),
            Account::Card(card) => self.cards.get(card.index()).copied().unwrap_or_default(),
        }
    }

    /// What a player has in hand.
    pub fn seat(&self, seat: SeatId) -> Money {
        self.balance(Account::Seat(seat))
    }

    /// What lies in a company's treasury.
    pub fn company(&self, company: CompanyId) -> Money {
        self.balance(Account::Company(company))
    }

    /// What lies on a card.
    pub fn card(&self, card: CardId) -> Money {
        self.balance(Account::Card(card))
    }

    /// What is left in the bank; less than zero when it owes.
    pub fn bank(&self) -> Money {
        self.bank
    }

    /// All accounts: the bank, the players, the companies, the cards.
    pub fn accounts(&self) -> impl Iterator<Item = Account> + use<> {
        let seats = (0..self.seats.len() as u8).map(|seat| Account::Seat(SeatId(seat)));
        let companies = (0..self.companies.len() as u8).map(|company| Account::Company(CompanyId(company)));
        let cards = (0..self.cards.len() as u8).map(|card| Account::Card(CardId(card)));
        [Account::Bank].into_iter().chain(seats).chain(companies).chain(cards)
    }

    /// All money of the game: constant from the first entry to the last.
    pub fn total(&self) -> Money {
        let sum = |accounts: &[Money]| accounts.iter().copied().sum::<Money>();
        self.bank + sum(&self.seats) + sum(&self.companies) + sum(&self.cards)
    }

    /// Moves money. Refused, with nothing changed, if the amount is negative or beyond all measure, an
    /// account does not exist, or the payer (the bank excepted) has less.
    pub fn pay(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        why: Text,
        events: &mut Events,
    ) -> Result<(), Refusal> {
        if amount < Money::ZERO {
            return Err(Refusal::plain(say!("a payment of {amount} is not possible; pay 0 or more", amount)));
        }
        let left = self.balance(from) - amount;
        if left < Money::ZERO && from != Account::Bank {
            let has = self.balance(from);
            return Err(Refusal::plain(say!("{amount} is to be paid, but only {has} is there", amount, has)));
        }
        if self.slot(from).is_none() || self.slot(to).is_none() {
            return Err(Refusal::plain(say!("one side of this payment does not exist at this table")));
        }
        if amount == Money::ZERO || from == to {
            return Ok(());
        }
        // Arithmetic saturates: at the ends of its range a payment would make or lose money.
        let held = self.balance(to) + amount;
        if self.balance(from) - left != amount || held - self.balance(to) != amount {
            return Err(Refusal::plain(say!("a payment of {amount} is beyond all measure", amount)));
        }
        if let Some(payer) = self.slot(from) {
            *payer = left;
        }
        if let Some(payee) = self.slot(to) {
            *payee = held;
        }
        events.push(Event::Paid { from, to, amount, why });
        Ok(())
    }

    /// Lets accounts hold these sums; the bank takes or gives the difference, so that all money stays what it was.
    pub(crate) fn set(&mut self, balances: &[(Account, Money)]) {
        let total = self.total();
        for (account, amount) in balances {
            if let Some(balance) = self.slot(*account) {
                *balance = *amount;
            }
        }
        self.bank += total - self.total();
    }

    fn slot(&mut self, account: Account) -> Option<&mut Money> {
        match account {
            Account::Bank => Some(&mut self.bank),
            Account::Seat(seat) => self.seats.get_mut(seat.index()),
            Account::Company(company) => self.companies.get_mut(company.index()),
            Account::Card(card) => self.cards.get_mut(card.index()),
        }
    }
}

/// Where no money ever lies on cards, they take no part in it.
impl Hash for Ledger {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.bank, &self.seats, &self.companies).hash(state);
        if !self.cards.is_empty() {
            self.cards.hash(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Account = Account::Seat(SeatId(0));
    const IRSFF: Account = Account::Company(CompanyId(0));

    #[test]
    fn a_sign_stands_before_the_currency() {
        assert_eq!(Money(240).written("L.{}"), "L.240");
        assert_eq!(Money(-4097).written("L.{}"), "−L.4097");
        assert_eq!(Money(0).written("{} lire"), "0 lire");
    }

    #[test]
    fn a_payment_moves_money_and_keeps_the_sum() {
        let mut ledger = Ledger::new(Money(1000), 2, 1);
        let mut events = Events::default();
        ledger.pay(Account::Bank, A, Money(552), say!("start capital"), &mut events).unwrap();
        ledger.pay(A, IRSFF, Money(400), say!("40% of IRSFF"), &mut events).unwrap();
        assert_eq!(
            (ledger.bank(), ledger.seat(SeatId(0)), ledger.company(CompanyId(0))),
            (Money(448), Money(152), Money(400))
        );
        assert_eq!(ledger.total(), Money(1000));
        assert_eq!(events.len(), 2);
    }

    #[test]
    fn nobody_but_the_bank_can_owe() {
        let mut ledger = Ledger::new(Money(10), 1, 0);
        let before = ledger.clone();
        let refusal =
            ledger.pay(A, Account::Bank, Money(1), say!("tile"), &mut Events::default()).unwrap_err();
        assert_eq!(refusal.because.to_string(), "1 is to be paid, but only 0 is there");
        assert_eq!(ledger, before);
        ledger.pay(Account::Bank, A, Money(25), say!("dividend"), &mut Events::default()).unwrap();
        assert_eq!(ledger.bank(), Money(-15));
    }

    #[test]
    fn a_deposit_lies_on_its_card() {
        let mut ledger = Ledger::new(Money(100), 1, 0).with_cards(2);
        let (card, mut events) = (Account::Card(CardId(1)), Events::default());
        ledger.pay(Account::Bank, A, Money(80), say!("start capital"), &mut events).unwrap();
        ledger.pay(A, card, Money(75), say!("deposit"), &mut events).unwrap();
        assert_eq!(
            (ledger.card(CardId(1)), ledger.seat(SeatId(0)), ledger.bank()),
            (Money(75), Money(5), Money(20))
        );
        assert_eq!((ledger.total(), ledger.accounts().count()), (Money(100), 4));
        ledger.pay(card, Account::Bank, Money(76), say!("lost"), &mut events).unwrap_err();
        ledger.pay(A, Account::Card(CardId(2)), Money(1), say!("deposit"), &mut events).unwrap_err();
    }

    #[test]
    fn percentages_round_as_asked() {
        assert_eq!(Money(137).percent(90), Money(123));
        assert_eq!(Money(137).percent_up(90), Money(124));
    }
}
