//! §3.2.1, §3.2.2 Launching a minor; buying the director's certificate of a major; the par of private 7.

use crate::esp::Esp;
use crate::esp::game::Class;
use crate::esp::setup::SEVENTH;
use crate::esp::state::Status;
use ferrata_engine::action::Action;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;
use smallvec::{SmallVec, smallvec};

impl Esp {
    /// The start prices a company may choose now.
    fn start_prices(&self, company: CompanyId) -> impl Iterator<Item = Money> + '_ {
        let from = self.game.rules.high_start_prices_north_from_phase;
        let low = self.class(company) == Class::North && self.phase().number < from;
        let limit = Money(if low { 90 } else { i32::MAX });
        self.game.starts.iter().map(|(price, _)| *price).filter(move |price| *price <= limit)
    }

    fn check_start_price(&self, company: CompanyId, price: Money) -> Result<(), Refusal> {
        let rule = if self.is_minor(company) { "18ESP-3.2.1-01" } else { "18ESP-3.2.2-02" };
        require(self.start_prices(company).any(|start| start == price), rule, || {
            let prices: Vec<_> = self.start_prices(company).map(|price| price.to_string()).collect();
            format!("{} starts at {}", self.name(company), prices.join(", "))
        })
    }

    fn whole(&self, company: CompanyId) -> u8 {
        if self.is_minor(company) { 100 } else { 20 }
    }

    fn check_start(&self, seat: SeatId, company: CompanyId, price: Money) -> Result<(), Refusal> {
        self.check_available(company)?;
        self.check_start_price(company, price)?;
        self.check_debt(seat)?;
        self.check_room(seat)?;
        let (cost, cash) = (price * 2, self.s.ledger.seat(seat));
        require(cost <= cash, "18ESP-3.2.2-02", || format!("it costs {cost}, and only {cash} is there"))
    }

    pub(super) fn start(
        &mut self,
        seat: SeatId,
        company: CompanyId,
        price: Money,
        percent: u8,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        self.check_start(seat, company, price)?;
        let whole = self.whole(company);
        require(percent == whole, "18ESP-3.2-02", || format!("the first certificate stands for {whole}%"))?;
        let to = if self.is_minor(company) { Account::Company(company) } else { Account::Bank };
        let why = format!("director's certificate of {}", self.name(company));
        self.s.ledger.pay(Account::Seat(seat), to, price * 2, why, ev)?;
        self.open(seat, company, price, ev)
    }

    /// Hands over the director's certificate and sets the marker.
    fn open(
        &mut self,
        seat: SeatId,
        company: CompanyId,
        price: Money,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        if let Some(cert) = self.s.shares.director_certificate(company) {
            self.s.shares.give(cert, Holder::Seat(seat), ev)?;
        }
        self.company_mut(company).par = Some(price);
        if let Some((_, field)) = self.game.starts.iter().find(|(start, _)| *start == price) {
            let (field, game) = (*field, self.game.clone());
            self.s.chart.place(&game.parts.grid, company, field, ev);
        }
        if self.is_minor(company) {
            self.company_mut(company).status = Status::Launched;
        }
        self.review_launch(company, ev)
    }

    pub(super) fn start_offers(&self, seat: SeatId) -> Vec<Offer> {
        let mut offers = Vec::new();
        for company in self.startable() {
            let may = |price: &Money| self.check_start(seat, company, *price).is_ok();
            let percents: SmallVec<[u8; 4]> = smallvec![self.whole(company)];
            let starts: Vec<_> =
                self.start_prices(company).filter(may).map(|price| (price, percents.clone())).collect();
            if !starts.is_empty() {
                offers.push(Offer::Start { company: self.name(company), starts });
            }
        }
        offers
    }

    pub(super) fn can_start_any(&self, seat: SeatId) -> bool {
        let cheapest = |company| self.start_prices(company).min().unwrap_or(Money(i32::MAX));
        self.startable().any(|company| self.check_start(seat, company, cheapest(company)).is_ok())
    }

    fn startable(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.all_companies().filter(|&company| {
            let role = self.company(company);
            role.status == Status::Waiting && role.par.is_none()
        })
    }

    /// The companies whose par the winner of private 7 may set.
    fn private_7_companies(&self) -> SmallVec<[CompanyId; 16]> {
        match self.s.beside[1] {
            Some(company) if self.game.rules.private_7_names_company => smallvec![company],
            _ => self.startable().collect(),
        }
    }

    pub(in crate::esp) fn par_offers(&self) -> Vec<Offer> {
        let companies = self.private_7_companies();
        let starts = |company: CompanyId| {
            let percents: SmallVec<[u8; 4]> = smallvec![self.whole(company)];
            self.start_prices(company).map(|price| (price, percents.clone())).collect()
        };
        companies
            .into_iter()
            .map(|company| Offer::Start { company: self.name(company), starts: starts(company) })
            .collect()
    }

    // 18ESP §2.2.7: the winner takes the director's certificate and chooses the par; nothing more is paid.
    pub(in crate::esp) fn play_par(
        &mut self,
        seat: SeatId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let Action::Start { company, price, percent } = *action else {
            return Err(Refusal::rule("18ESP-2.2.7-01", "the par of the company of private 7 comes first"));
        };
        let company = self.company_named(company)?;
        let may = self.private_7_companies().contains(&company);
        require(may, "18ESP-2.2.7-01", || {
            format!("the certificate of another company lies beside {}", self.private(SEVENTH).name)
        })?;
        self.check_start_price(company, price)?;
        let whole = self.whole(company);
        require(percent == whole, "18ESP-2.2.7-01", || format!("the certificate stands for {whole}%"))?;
        if self.is_minor(company) {
            // Online (D-06) it may be a minor: its treasury comes from the bank.
            self.s.ledger.pay(Account::Bank, Account::Company(company), price * 2, "launched", ev)?;
        }
        self.open(seat, company, price, ev)?;
        self.s.asked.pop();
        self.begin_auction(SEVENTH as u8 + 1, ev)
    }
}
