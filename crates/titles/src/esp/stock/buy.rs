//! §3.2 Buying one certificate.

use crate::esp::Esp;
use crate::esp::game::Class;
use crate::esp::state::{Goal, Status, Stock};
use ferrata_engine::action::Party;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

impl Esp {
    /// Whether a player may buy a 10% certificate, and at what price.
    fn check_buy(&self, stock: &Stock, company: CompanyId, from: Holder) -> Result<Money, Refusal> {
        let seat = stock.at;
        let name = self.name(company);
        let par = self.company(company).par.filter(|_| !self.is_minor(company));
        let par = par.ok_or_else(|| {
            let because = format!("the first certificate of {name} sold must be the director's");
            Refusal::rule("18ESP-3.2-02", because)
        })?;
        let there = self.s.shares.percent(company, from) >= 10 && self.ordinary_left(company, from);
        require(there, "18ESP-3.2-06", || format!("no certificate of {name} is for sale there"))?;
        self.check_debt(seat)?;
        self.check_room(seat)?;
        let held = self.s.shares.percent(company, Holder::Seat(seat));
        let limit = self.game.figures.hold_limit;
        require(held + 10 <= limit, "18ESP-3.2-04", || {
            format!("{held}% of {name} is held already; nobody may buy beyond {limit}%")
        })?;
        let sold = stock.sold.get(seat.index()).is_some_and(|sold| sold >> company.0 & 1 == 1);
        require(!sold, "18ESP-3.2-05", || format!("shares of {name} were sold in this stock round"))?;
        let price = if from == Holder::Pool { self.price(company) } else { par };
        let cash = self.s.ledger.seat(seat);
        require(price <= cash, "18ESP-3.2-03", || format!("it costs {price}, and only {cash} is there"))?;
        Ok(price)
    }

    fn ordinary_left(&self, company: CompanyId, from: Holder) -> bool {
        self.s.shares.of_held_by(company, from).any(|(_, cert)| !cert.director)
    }

    pub(super) fn check_debt(&self, seat: SeatId) -> Result<(), Refusal> {
        let owes = self.owed(seat);
        require(owes == Money::ZERO, "18ESP-3.2-01", || format!("{owes} must be repaid before buying"))
    }

    pub(super) fn check_room(&self, seat: SeatId) -> Result<(), Refusal> {
        require(self.has_room(seat), "18ESP-3.1.2-04", || {
            format!("nobody may hold more than {} certificates", self.game.players.certificate_limit)
        })
    }

    pub(super) fn buy(
        &mut self,
        stock: &Stock,
        company: CompanyId,
        percent: u8,
        from: Party,
        price: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let seat = stock.at;
        let source = match from {
            Party::Offering => Holder::Offering,
            Party::Bank => Holder::Pool,
            _ => return Err(Refusal::rule("18ESP-3.1-01", "shares are bought from the bank only")),
        };
        let costs = self.check_buy(stock, company, source)?;
        require(percent == 10, "18ESP-3-02", || "one certificate of 10% is bought in a turn".into())?;
        require(price == costs, "18ESP-3.2-03", || format!("the certificate costs {costs}"))?;
        let why = format!("10% of {}", self.name(company));
        self.s.ledger.pay(Account::Seat(seat), Account::Bank, costs, why, ev)?;
        self.s.shares.give_percent(company, 10, source, Holder::Seat(seat), ev)?;
        self.review_director(company, ev)?;
        self.review_launch(company, ev)
    }

    pub(super) fn buy_offers(&self, stock: &Stock) -> Vec<Offer> {
        let mut offers = Vec::new();
        let buyer = Party::Seat(stock.at);
        for company in self.all_companies().filter(|&company| self.company(company).par.is_some()) {
            for (source, from) in [(Holder::Offering, Party::Offering), (Holder::Pool, Party::Bank)] {
                if let Ok(price) = self.check_buy(stock, company, source) {
                    let (company, prices) = (self.name(company), Prices::fixed(price));
                    offers.push(Offer::Buy { buyer, company, percent: 10, from, prices });
                }
            }
        }
        offers
    }

    pub(super) fn can_buy_any(&self, stock: &Stock) -> bool {
        if self.owed(stock.at) > Money::ZERO || !self.has_room(stock.at) {
            return false;
        }
        let may = |company, from| self.check_buy(stock, company, from).is_ok();
        let mut with_par = self.all_companies().filter(|&company| self.company(company).par.is_some());
        with_par.any(|company| may(company, Holder::Offering) || may(company, Holder::Pool))
    }

    /// How much of a company has been sold.
    pub(in crate::esp) fn percent_sold(&self, company: CompanyId) -> u8 {
        let shares = &self.s.shares;
        100 - shares.percent(company, Holder::Offering) - shares.percent(company, Holder::Reserved)
    }

    // 18ESP §3.2.2: 40% launch a company with four times its par, from phase 5 on 60% with ten times.
    pub(in crate::esp) fn review_launch(
        &mut self,
        company: CompanyId,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let role = self.company(company);
        let Some(par) = role.par.filter(|_| role.status == Status::Waiting) else { return Ok(()) };
        let late = self.phase().full_capital;
        if self.is_minor(company) || self.percent_sold(company) < self.phase().launch_percent {
            return Ok(());
        }
        let factor = if late { self.game.figures.full_capital } else { self.game.figures.launch_capital };
        let role = self.company_mut(company);
        role.status = Status::Launched;
        role.full_capital = late;
        let why = format!("capital: {factor} times the par");
        self.s.ledger.pay(Account::Bank, Account::Company(company), par * factor, why, ev)?;
        let text = format!("{} is launched.", self.name(company));
        ev.push(Event::Note { text: text.into() });
        if late {
            self.unlock_all(company);
        }
        Ok(())
    }

    fn unlock_all(&mut self, company: CompanyId) {
        let role = self.company_mut(company);
        role.free_tokens += role.locked_tokens;
        role.locked_tokens = 0;
        role.goals = 1 << Goal::Destination as u8 | 1 << Goal::RedArea as u8 | 1 << Goal::Third as u8;
    }

    /// Whether a company of this class can be bought at all in this phase.
    pub(super) fn check_available(&self, company: CompanyId) -> Result<(), Refusal> {
        let (name, class) = (self.name(company), self.class(company));
        let status = self.company(company).status;
        let open = status == Status::Waiting && self.company(company).par.is_none();
        require(open, "18ESP-3.2-02", || format!("{name} cannot be started (again)"))?;
        let south = class == Class::South && self.game.rules.south_from_phase_3;
        require(!south || self.phase().south_majors, "18ESP-3.2.2-01", || {
            format!("{name} is a South major: it can be started from phase 3 on")
        })?;
        require(class != Class::Minor || self.phase().minors, "18ESP-3.2.1-03", || {
            format!("{name} is a minor: none is launched from phase 5 on")
        })
    }
}
