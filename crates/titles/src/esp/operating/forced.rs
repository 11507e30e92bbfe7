//! §4.7.1 Forced purchase: the treasury, the director's cash, then either shares or a loan.

use crate::esp::Esp;
use ferrata_engine::action::Party;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};

impl Esp {
    /// What is missing for the cheapest train of the bank after treasury and director's cash, if the
    /// company is forced to buy it: at most zero if they are enough.
    fn missing(&self, company: CompanyId) -> Option<Money> {
        let (_, price) = self.bank_train()?;
        let director = self.director(company)?;
        let treasury = self.s.ledger.company(company);
        let room = self.counted_trains(company) < self.train_limit(company);
        let forced = room && treasury < price && self.must_buy_train(company);
        forced.then(|| price - treasury - self.s.ledger.seat(director))
    }

    /// What shares may be sold for: by the book what a forced purchase lacks; online whatever the next train of
    /// the bank costs beyond treasury and cash, forced or not.
    fn missing_for_sale(&self, company: CompanyId) -> Option<Money> {
        if !self.game.rules.sale_before_any_train {
            return self.missing(company);
        }
        let (_, price) = self.bank_train()?;
        let director = self.director(company)?;
        Some(price - self.s.ledger.company(company) - self.s.ledger.seat(director))
    }

    /// Whether the bank's train can be paid: from the treasury, or forced with the director's cash.
    pub(super) fn check_funds(&self, company: CompanyId, price: Money) -> Result<(), Refusal> {
        let treasury = self.s.ledger.company(company);
        if treasury >= price {
            return Ok(());
        }
        match self.missing(company) {
            Some(missing) => require(missing <= Money::ZERO, "18ESP-4.7.1-03", || {
                format!("{missing} is missing: the director sells shares or takes a loan first")
            }),
            None => Err(Refusal::rule(
                "18ESP-4.7.1-01",
                format!("it costs {price}, and only {treasury} is there"),
            )),
        }
    }

    // 18ESP §4.7.1: the company pays all it has, the director adds the rest.
    pub(super) fn draw_on_director(
        &mut self,
        company: CompanyId,
        price: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let short = price - self.s.ledger.company(company);
        if short <= Money::ZERO {
            return Ok(());
        }
        let director = self.director(company).ok_or_else(|| Refusal::plain("nobody can help"))?;
        let (from, to) = (Account::Seat(director), Account::Company(company));
        let lent = short - self.s.ledger.seat(director);
        if lent > Money::ZERO && self.game.rules.help_for_company_trains {
            self.lend(director, lent, ev)?;
        }
        self.s.ledger.pay(from, to, short, "the director adds to the train", ev)
    }

    pub(super) fn forced_offers(&self, company: CompanyId) -> Vec<Offer> {
        let Some(director) = self.director(company) else { return Vec::new() };
        let lacks = |missing: &Money| *missing > Money::ZERO;
        let sale = self.missing_for_sale(company).filter(lacks);
        let mut offers = sale.map_or(Vec::new(), |missing| self.forced_sale_offers(director, missing));
        let loan = self.missing(company).filter(lacks);
        if let Some(missing) = loan.filter(|missing| self.check_loan(company, *missing).is_ok()) {
            offers.push(Offer::Loan { amounts: Prices::fixed(missing) });
        }
        offers
    }

    fn forced_sale_offers(&self, director: SeatId, missing: Money) -> Vec<Offer> {
        let mut offers = self.sell_offers(director, false);
        for offer in &mut offers {
            if let Offer::Sell { company, percents, .. } = offer
                && let Ok(company) = self.company_named(*company)
            {
                percents.retain(|percent| self.check_forced(director, company, *percent, missing).is_ok());
            }
        }
        offers.retain(|offer| !matches!(offer, Offer::Sell { percents, .. } if percents.is_empty()));
        offers
    }

    /// The most a player could raise by selling: each company in one lot.
    fn raisable(&self, seat: SeatId) -> Money {
        let best = |company| {
            let most = self.sellable(seat, company, false).last().copied().unwrap_or(0);
            self.price(company) * i32::from(most / 10)
        };
        self.all_companies().map(best).sum()
    }

    // 18ESP §4.7.1: no more shares than needed, no change of director, and only if it raises enough.
    fn check_forced(
        &self,
        seat: SeatId,
        company: CompanyId,
        percent: u8,
        missing: Money,
    ) -> Result<(), Refusal> {
        self.check_sale(seat, company, percent, false)?;
        let price = self.price(company);
        let count = i32::from(percent / 10);
        require(price * (count - 1) < missing, "18ESP-4.7.1-04", || {
            format!("{missing} is missing: fewer shares are enough")
        })?;
        let left = missing - price * count;
        if left <= Money::ZERO || self.game.rules.sale_before_any_train {
            return Ok(());
        }
        let mut after = self.clone();
        after.carry_out_sale(seat, company, percent, None, &mut Events::default())?;
        require(after.raisable(seat) >= left, "18ESP-4.7.1-05", || {
            "selling would not raise enough, so a loan has to be taken".into()
        })
    }

    pub(super) fn forced_sale(
        &mut self,
        company: CompanyId,
        seller: Party,
        of: CompanyId,
        percent: u8,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let seat = self.director(company).ok_or_else(|| Refusal::plain("the company has no director"))?;
        self.check_self(seller, seat)?;
        let missing = self.missing_for_sale(company).filter(|missing| *missing > Money::ZERO);
        let missing = missing.ok_or_else(|| {
            Refusal::rule("18ESP-4.7.1-01", "shares are sold here only if a train cannot be paid otherwise")
        })?;
        self.check_forced(seat, of, percent, missing)?;
        self.carry_out_sale(seat, of, percent, None, ev)?;
        self.turn_mut(|turn| turn.sold = true);
        Ok(())
    }

    fn check_loan(&self, company: CompanyId, missing: Money) -> Result<(), Refusal> {
        let turn = self.or().map(|or| or.turn).unwrap_or_default();
        require(missing > Money::ZERO, "18ESP-4.7.1-02", || {
            format!("{} can pay its train without a loan", self.name(company))
        })?;
        // Online shares may be sold that do not raise enough: then only a loan is left.
        let stuck = || self.director(company).is_none_or(|director| self.raisable(director) < missing);
        require(!turn.sold || stuck(), "18ESP-4.7.1-03", || {
            "shares were sold: no loan is possible any more".into()
        })
    }

    // 18ESP §4.7.1: a loan of exactly the missing amount.
    pub(super) fn forced_loan(
        &mut self,
        company: CompanyId,
        amount: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let seat = self.director(company).ok_or_else(|| Refusal::plain("the company has no director"))?;
        let missing = self.missing(company).unwrap_or(Money::ZERO);
        self.check_loan(company, missing)?;
        require(amount == missing, "18ESP-4.7.1-06", || format!("exactly {missing} is lent"))?;
        self.lend(seat, amount, ev)?;
        self.turn_mut(|turn| turn.borrowed = true);
        Ok(())
    }
}
