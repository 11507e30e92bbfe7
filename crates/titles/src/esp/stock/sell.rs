//! §3.1 Selling shares, and §3.1.1 what it does to the director.

use crate::esp::Esp;
use ferrata_engine::action::Party;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

impl Esp {
    pub(in crate::esp) fn check_self(&self, who: Party, seat: SeatId) -> Result<(), Refusal> {
        match who == Party::Seat(seat) {
            true => Ok(()),
            false => Err(Refusal::plain(format!("seat {} acts for himself here", seat.0 + 1))),
        }
    }

    /// Whether a player may sell so much of a company, and who would then be its new director, if anybody.
    pub(in crate::esp) fn check_sale(
        &self,
        seat: SeatId,
        company: CompanyId,
        percent: u8,
        director_may_change: bool,
    ) -> Result<Option<SeatId>, Refusal> {
        let name = self.name(company);
        let shares = &self.s.shares;
        let held = shares.percent(company, Holder::Seat(seat));
        require(!self.is_minor(company), "18ESP-3.1-08", || format!("{name} is a minor: it cannot be sold"))?;
        let sane = percent > 0 && percent.is_multiple_of(10) && percent <= held;
        require(sane, "18ESP-3.1-01", || format!("{held}% of {name} is there to sell, in steps of 10%"))?;
        let par = self.company(company).par;
        require(par.is_some(), "18ESP-3.1-07", || format!("{name} has no par value yet"))?;
        let operated = self.company(company).operated;
        require(operated, "18ESP-3.1-06", || format!("{name} has not had a turn in an operating round"))?;
        let pool = shares.percent(company, Holder::Pool);
        let limit = self.game.figures.pool_limit;
        require(pool + percent <= limit, "18ESP-3.1-02", || {
            format!("{pool}% of {name} lies in the open market, which takes at most {limit}%")
        })?;
        self.new_director_after_sale(seat, company, held - percent, director_may_change)
    }

    // 18ESP §3.1.1: the director's certificate only leaves by exchange with a new director.
    fn new_director_after_sale(
        &self,
        seat: SeatId,
        company: CompanyId,
        left: u8,
        may_change: bool,
    ) -> Result<Option<SeatId>, Refusal> {
        if self.s.shares.director(company) != Holder::Seat(seat) {
            return Ok(None);
        }
        let heir = self.heir(company, seat, left);
        let name = self.name(company);
        require(heir.is_some() || left >= 20, "18ESP-3.1-05", || {
            format!("nobody holds enough of {name} to take over its director's certificate")
        })?;
        require(heir.is_none() || may_change, "18ESP-4.7.1-04", || {
            format!("in a forced sale {name} may not change its director")
        })?;
        Ok(heir)
    }

    /// The player who becomes director when the present one holds `held`: at least 20% and strictly more;
    /// of several with the most, the one with the lowest order card.
    pub(in crate::esp) fn heir(&self, company: CompanyId, director: SeatId, held: u8) -> Option<SeatId> {
        let percent = |seat: SeatId| self.s.shares.percent(company, Holder::Seat(seat));
        let mut best: Option<SeatId> = None;
        for &seat in self.s.order.iter().filter(|&&seat| seat != director) {
            let enough = percent(seat) >= 20 && percent(seat) > held;
            if enough && best.is_none_or(|best| percent(seat) > percent(best)) {
                best = Some(seat);
            }
        }
        best
    }

    /// Gives the director's certificate to whoever holds strictly more than the director.
    pub(in crate::esp) fn review_director(
        &mut self,
        company: CompanyId,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let Holder::Seat(director) = self.s.shares.director(company) else { return Ok(()) };
        let held = self.s.shares.percent(company, Holder::Seat(director));
        match self.heir(company, director, held) {
            Some(heir) => self.s.shares.swap_director(company, Holder::Seat(heir), ev),
            None => Ok(()),
        }
    }

    /// Sells shares to the open market: the seller gets the price that shows, then the marker falls a step
    /// per share.
    pub(in crate::esp) fn sell(
        &mut self,
        seat: SeatId,
        company: CompanyId,
        percent: u8,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let heir = self.check_sale(seat, company, percent, true)?;
        self.carry_out_sale(seat, company, percent, heir, ev)
    }

    pub(in crate::esp) fn carry_out_sale(
        &mut self,
        seat: SeatId,
        company: CompanyId,
        percent: u8,
        heir: Option<SeatId>,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        if let Some(heir) = heir {
            self.s.shares.swap_director(company, Holder::Seat(heir), ev)?;
        }
        let count = i32::from(percent / 10);
        let price = self.price(company) * count;
        let why = format!("{percent}% of {}", self.name(company));
        self.s.shares.give_percent(company, percent, Holder::Seat(seat), Holder::Pool, ev)?;
        self.s.ledger.pay(Account::Bank, Account::Seat(seat), price, why, ev)?;
        self.move_price(company, -count, ev);
        Ok(())
    }

    pub(in crate::esp) fn sell_offers(&self, seat: SeatId, director_may_change: bool) -> Vec<Offer> {
        let mut offers = Vec::new();
        for company in self.all_companies() {
            let percents = self.sellable(seat, company, director_may_change);
            if !percents.is_empty() {
                let (seller, price) = (Party::Seat(seat), self.price(company));
                let company = self.name(company);
                offers.push(Offer::Sell { seller, company, percents, price, per: 10 });
            }
        }
        offers
    }

    pub(in crate::esp) fn sellable(
        &self,
        seat: SeatId,
        company: CompanyId,
        director_may_change: bool,
    ) -> SmallVec<[u8; 8]> {
        let held = self.s.shares.percent(company, Holder::Seat(seat));
        if held == 0 || !self.company(company).operated || self.is_minor(company) {
            return SmallVec::new();
        }
        let may = |&percent: &u8| self.check_sale(seat, company, percent, director_may_change).is_ok();
        (1..=held / 10).map(|count| count * 10).filter(may).collect()
    }

    pub(in crate::esp) fn can_sell_any(&self, seat: SeatId) -> bool {
        self.all_companies().any(|company| !self.sellable(seat, company, true).is_empty())
    }
}
