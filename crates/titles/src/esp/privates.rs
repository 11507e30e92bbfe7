//! §2.2 Private companies: their income, their sale to companies, and how they close.

use super::Esp;
use super::state::PRIVATES;
use ferrata_engine::components::CardSpec;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

impl Esp {
    /// A private's card.
    pub(super) fn private(&self, private: usize) -> &CardSpec {
        self.game.private(private)
    }

    /// A private by the name of its card.
    pub(super) fn private_named(&self, card: CardName) -> Option<usize> {
        (0..PRIVATES).find(|&private| self.private(private).name == card)
    }

    pub(super) fn private_owner(&self, private: usize) -> Holder {
        self.s.privates.get(private).copied().unwrap_or(Holder::Out)
    }

    pub(super) fn give_private(&mut self, private: usize, to: Holder, ev: &mut Events) {
        let card = self.private(private).name;
        if let Some(owner) = self.s.privates.get_mut(private) {
            *owner = to;
            ev.push(Event::Card { card, to });
        }
    }

    pub(super) fn close_private(&mut self, private: usize, ev: &mut Events) {
        if self.private_owner(private) != Holder::Out {
            self.give_private(private, Holder::Out, ev);
        }
    }

    /// The privates of a company.
    pub(super) fn privates_of(&self, company: CompanyId) -> impl Iterator<Item = usize> + '_ {
        (0..PRIVATES).filter(move |&private| self.private_owner(private) == Holder::Company(company))
    }

    // 18ESP §2.2, §4.1: each open private pays its owner.
    pub(super) fn pay_private_income(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        for private in 0..PRIVATES {
            let to = match self.private_owner(private) {
                Holder::Seat(seat) => Account::Seat(seat),
                Holder::Company(company) => Account::Company(company),
                _ => continue,
            };
            let (income, name) = (self.private(private).revenue, self.private(private).name);
            self.s.ledger.pay(Account::Bank, to, income, format!("income of private {name}"), ev)?;
        }
        Ok(())
    }

    /// The highest price at which a company may buy a private in this phase, if it may.
    pub(super) fn private_price_cap(&self, private: usize) -> Option<Money> {
        let percent = self.phase().private_cap?;
        let for_sale = private != super::setup::SEVENTH;
        for_sale.then(|| self.private(private).price.percent(percent))
    }
}
