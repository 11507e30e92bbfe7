//! §4.5 Managing the earnings: all paid or all kept, and the marker moves.

use crate::esp::Esp;
use crate::esp::game::Class;
use crate::esp::state::Step;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use smallvec::smallvec;

/// One column of the chart is two steps of the zigzag.
const COLUMN: i32 = 2;

impl Esp {
    pub(super) fn settle_offers(&self, _company: CompanyId) -> Vec<Offer> {
        let revenue = self.or().map(|or| or.turn.revenue).unwrap_or_default();
        vec![Offer::Settle { revenue, ways: smallvec![Settlement::Pay, Settlement::Withhold] }]
    }

    pub(super) fn play_settle(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match action {
            Action::Settle { how: Settlement::Pay } => self.pay_out(company, ev)?,
            Action::Settle { how: Settlement::Withhold } => self.keep(company, ev)?,
            Action::Settle { how: Settlement::Half } => {
                return Err(Refusal::rule(
                    "18ESP-4.5-01",
                    "the whole total is paid or kept, never half of it",
                ));
            }
            _ => return Err(Refusal::rule("18ESP-4-04", "first the earnings are paid or kept")),
        }
        self.enter(Step::Takeover);
        Ok(())
    }

    /// Mine and harbour income that is still to be paid.
    fn pay_income(&mut self, company: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        let income = self.or().map(|or| or.turn.income).unwrap_or_default();
        self.turn_mut(|turn| turn.income = Money::ZERO);
        self.s.ledger.pay(Account::Bank, Account::Company(company), income, "mines and harbours", ev)
    }

    // 18ESP §4.5: to the treasury, one column left; a total of 0 counts as kept.
    pub(super) fn keep(&mut self, company: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        let revenue = self.or().map(|or| or.turn.revenue).unwrap_or_default();
        self.pay_income(company, ev)?;
        self.s.ledger.pay(Account::Bank, Account::Company(company), revenue, "earnings kept", ev)?;
        self.company_mut(company).operated = true;
        self.move_column(company, -COLUMN, ev);
        Ok(())
    }

    fn pay_out(&mut self, company: CompanyId, ev: &mut Events) -> Result<(), Refusal> {
        let revenue = self.or().map(|or| or.turn.revenue).unwrap_or_default();
        self.pay_income(company, ev)?;
        if self.is_minor(company) {
            self.pay_half(company, revenue, ev)?;
        } else {
            self.pay_dividend(company, Money(revenue.0 / 10), ev)?;
        }
        self.company_mut(company).operated = true;
        // 18ESP §7: in the last operating round North majors move three times.
        let last = self.is_last_or() && self.class(company) == Class::North;
        let times = if last { self.game.rules.last_round_factor } else { 1 };
        for _ in 0..times {
            self.move_column(company, COLUMN, ev);
        }
        Ok(())
    }

    // 18ESP §4.5: half to the minor's treasury, half to its director.
    fn pay_half(&mut self, minor: CompanyId, revenue: Money, ev: &mut Events) -> Result<(), Refusal> {
        let half = Money(revenue.0 / 2);
        if let Some(seat) = self.director(minor) {
            self.s.ledger.pay(Account::Bank, Account::Seat(seat), half, "half of the earnings", ev)?;
        }
        self.s.ledger.pay(Account::Bank, Account::Company(minor), revenue - half, "half of the earnings", ev)
    }

    // 18ESP §4.5: shares in the open market pay into the treasury, unsold and reserved ones nobody.
    fn pay_dividend(&mut self, company: CompanyId, share: Money, ev: &mut Events) -> Result<(), Refusal> {
        for (holder, percent) in self.s.shares.holders(company) {
            let to = match holder {
                Holder::Seat(seat) => Account::Seat(seat),
                Holder::Pool => Account::Company(company),
                _ => continue,
            };
            let due = share * i32::from(percent / 10);
            self.s.ledger.pay(Account::Bank, to, due, "dividend", ev)?;
        }
        Ok(())
    }

    // 18ESP §4.5: at an end of the chart the move of two becomes one of one; online the marker stays.
    fn move_column(&mut self, company: CompanyId, by: i32, ev: &mut Events) {
        let Some(at) = self.position(company) else { return };
        let inside = (0..self.game.chain.len() as i32).contains(&(at + by));
        if inside || self.game.rules.diagonal_chart_ends {
            self.move_price(company, by, ev);
        }
    }

    fn position(&self, company: CompanyId) -> Option<i32> {
        let field = self.s.chart.field(company)?;
        self.game.chain.iter().position(|at| *at == field).map(|at| at as i32)
    }

    /// Moves a marker along the zigzag, at most to its end.
    pub(in crate::esp) fn move_price(&mut self, company: CompanyId, by: i32, ev: &mut Events) {
        let Some(at) = self.position(company) else { return };
        let last = self.game.chain.len() as i32 - 1;
        let to = (at + by).clamp(0, last.max(0));
        if let Some(&field) = self.game.chain.get(to as usize) {
            let game = self.game.clone();
            self.s.chart.place(&game.parts.grid, company, field, ev);
        }
    }
}
