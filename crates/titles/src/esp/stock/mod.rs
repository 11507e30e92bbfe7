//! §3 The stock round: in the order of the cards a player sells and repays, then buys one certificate.

mod buy;
mod loan;
mod sell;
mod start;

use super::Esp;
use super::state::{Round, Status, Stock};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

impl Esp {
    pub(super) fn begin_stock(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        self.s.cycle = self.s.cycle.saturating_add(1);
        let at = self.s.order.first().copied().unwrap_or(SeatId(0));
        self.s.round = Round::Stock(Stock { at, passes: 0, acted: false, sold: [0; 6] });
        ev.push(Event::Round { round: format!("Stock round {}", self.s.cycle) });
        Ok(())
    }

    /// Deals the order cards by rising `rank` of the cash in hand; ties keep the last order.
    pub(super) fn deal_order(&mut self, rank: impl Fn(Money) -> Money) {
        let mut order = self.s.order.clone();
        order.sort_by_key(|seat| rank(self.s.ledger.seat(*seat)));
        self.s.order = order;
    }

    pub(super) fn stock_offers(&self, stock: &Stock) -> Vec<Offer> {
        let seat = stock.at;
        let mut offers = self.sell_offers(seat, true);
        let must_sell = self.over_limit(seat) && !offers.is_empty();
        if !must_sell {
            offers.extend(self.repay_offer(seat));
            offers.extend(self.buy_offers(stock));
            offers.extend(self.start_offers(seat));
            let means = if stock.acted { "end the turn" } else { "pass" };
            offers.push(Offer::Pass { means: means.into() });
        }
        offers
    }

    pub(super) fn play_stock(
        &mut self,
        stock: &Stock,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let seat = stock.at;
        match *action {
            Action::Sell { seller, company, percent } => {
                self.check_self(seller, seat)?;
                self.sell(seat, self.company_named(company)?, percent, ev)?;
                self.mark_sold(seat, self.company_named(company)?);
            }
            Action::Loan { amount } => {
                self.check_has_sold_down(seat)?;
                self.repay(seat, amount, ev)?;
            }
            Action::Buy { buyer, company, percent, from, price } => {
                self.check_self(buyer, seat)?;
                self.check_has_sold_down(seat)?;
                self.buy(stock, self.company_named(company)?, percent, from, price, ev)?;
                return self.end_stock_turn(true);
            }
            Action::Start { company, price, percent } => {
                self.check_has_sold_down(seat)?;
                self.start(seat, self.company_named(company)?, price, percent, ev)?;
                return self.end_stock_turn(true);
            }
            Action::Pass => {
                self.check_has_sold_down(seat)?;
                if !stock.acted {
                    ev.push(Event::Said { seat, what: "passes".into() });
                }
                return self.end_stock_turn(stock.acted);
            }
            _ => return Err(Refusal::plain("in a stock round a player sells, repays, buys or passes")),
        }
        if let Round::Stock(stock) = &mut self.s.round {
            stock.acted = true;
        }
        Ok(())
    }

    // 18ESP §3.1.2: over the limit a player sells before he does anything else.
    fn check_has_sold_down(&self, seat: SeatId) -> Result<(), Refusal> {
        let must = self.over_limit(seat) && self.can_sell_any(seat);
        require(!must, "18ESP-3.1.2-03", || {
            format!("shares must be sold first, down to {} certificates", self.game.players.certificate_limit)
        })
    }

    /// The turn goes to the next player; a turn in which nothing was done is a pass.
    fn end_stock_turn(&mut self, acted: bool) -> Result<(), Refusal> {
        let Round::Stock(stock) = &self.s.round else { return Ok(()) };
        let next = self.clockwise(stock.at).next().unwrap_or(stock.at);
        if let Round::Stock(stock) = &mut self.s.round {
            stock.passes = if acted { 0 } else { stock.passes + 1 };
            stock.at = next;
            stock.acted = false;
        }
        Ok(())
    }

    /// What follows by itself: a player who can do nothing has passed, and passes all round end the round.
    pub(super) fn stock_goes_on(&mut self, stock: &Stock, ev: &mut Events) -> Result<bool, Refusal> {
        if usize::from(stock.passes) >= self.s.order.len() {
            return self.end_stock(ev).map(|()| true);
        }
        if self.can_act(stock) {
            return Ok(false);
        }
        self.end_stock_turn(stock.acted).map(|()| true)
    }

    fn can_act(&self, stock: &Stock) -> bool {
        let seat = stock.at;
        self.can_repay(seat) || self.can_buy_any(stock) || self.can_start_any(seat) || self.can_sell_any(seat)
    }

    // 18ESP §3.3: sold out companies rise, highest price first; then the order cards are dealt.
    fn end_stock(&mut self, ev: &mut Events) -> Result<(), Refusal> {
        for company in self.s.chart.order(&self.game.parts.grid) {
            let role = self.company(company);
            let rises = role.status == Status::Launched && !self.is_minor(company) && self.sold_out(company);
            if rises {
                self.move_price(company, 1, ev);
            }
        }
        self.deal_order(|cash| -cash);
        self.begin_cycle(ev)
    }

    fn sold_out(&self, company: ferrata_engine::id::CompanyId) -> bool {
        let shares = &self.s.shares;
        shares.percent(company, Holder::Offering) == 0 && shares.percent(company, Holder::Pool) == 0
    }

    /// Certificates that count: shares, minors that are not frozen, privates.
    pub(super) fn certificates(&self, seat: SeatId) -> usize {
        let counts = |company| self.company(company).status != Status::Frozen;
        let held = self.s.shares.held_by(Holder::Seat(seat)).filter(|(_, cert)| counts(cert.company));
        held.count() + self.s.privates.iter().filter(|owner| **owner == Holder::Seat(seat)).count()
    }

    pub(super) fn over_limit(&self, seat: SeatId) -> bool {
        self.certificates(seat) > usize::from(self.game.players.certificate_limit)
    }

    fn has_room(&self, seat: SeatId) -> bool {
        self.certificates(seat) < usize::from(self.game.players.certificate_limit)
    }

    fn mark_sold(&mut self, seat: SeatId, company: ferrata_engine::id::CompanyId) {
        if let Round::Stock(stock) = &mut self.s.round
            && let Some(sold) = stock.sold.get_mut(seat.index())
        {
            *sold |= 1 << company.0;
        }
    }
}
