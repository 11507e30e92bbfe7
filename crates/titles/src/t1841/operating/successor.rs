//! What split, mergers and transformation share: the order of shareholders, what a company owns passing to another one,
//! and companies that end.

use crate::t1841::Game;
use crate::t1841::lookup::note;
use crate::t1841::table::{Company, Standing};
use ferrata_engine::board::Token;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// Who comes when.
impl Game {
    /// 1841-8-05: from a player clockwise, all first for themselves, then for the companies they lead; then the pool;
    /// last the companies that nobody leads (G-51). `except` take no part.
    pub(crate) fn shareholder_order(&self, from: SeatId, except: &[CompanyId]) -> Vec<Holder> {
        let mut order = Vec::with_capacity(16);
        let companies = self.companies_in_turn();
        let takes_part = |company: &CompanyId| self.running(*company) && !except.contains(company);
        for seat in self.left_of(from) {
            order.push(Holder::Seat(seat));
            let led = companies.iter().copied().filter(takes_part);
            let led = led.filter(|company| self.leader(*company) == Some(seat));
            order.extend(led.map(Holder::Company));
        }
        order.push(Holder::Pool);
        let unled = companies.iter().copied().filter(takes_part).filter(|company| self.unled(*company));
        order.extend(unled.map(Holder::Company));
        order
    }

    /// The companies as they come in the order of shareholders: by price, online as in the roster (O-10).
    fn companies_in_turn(&self) -> Vec<CompanyId> {
        match self.fixed.rules.led_in_roster_order {
            true => {
                let first = &self.fixed.figures.roster;
                let place = |company: CompanyId| first.iter().position(|name| *name == self.name(company));
                let mut roster: Vec<_> = self.company_ids().collect();
                roster.sort_by_key(|company| {
                    (place(*company).unwrap_or(first.len()), self.charter(*company).minor, *company)
                });
                roster
            }
            false => self.table.chart.order(&self.fixed.parts.grid),
        }
    }

    /// The non-historical majors that are free to be used (1841-4.7.4-01, 1841-4.7.6-01).
    pub(crate) fn free_majors(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.company_ids().filter(|company| {
            let charter = self.charter(*company);
            let waiting = self.company(*company).standing == Standing::Waiting;
            waiting && !charter.minor && !charter.historical && !charter.arises()
        })
    }
}

/// Passing things on.
impl Game {
    /// Opens the charter of a company that arises from others: it has not acted yet (G-39).
    pub(crate) fn arise(&mut self, company: CompanyId, events: &mut Events) {
        if let Some(new) = self.company_mut(company) {
            *new = Company { standing: Standing::Running, ..Company::default() };
        }
        self.set_done(company);
        note(say!("{company} comes into operation.", company = self.name(company)), events);
    }

    /// Everything a company owns goes to another one: cash, trains, treasury shares. Certificates of the
    /// companies in `cross` return to where they came from (1841-4.7.4-03).
    pub(crate) fn pass_on(
        &mut self,
        from: CompanyId,
        to: CompanyId,
        cross: &[CompanyId],
        events: &mut Events,
    ) -> Play {
        let (payer, payee) = (Account::Company(from), Account::Company(to));
        let cash = self.table.ledger.balance(payer);
        self.table.ledger.pay(payer, payee, cash, say!("everything it owns"), events)?;
        let trains = self.company_mut(from).map(|old| std::mem::take(&mut old.trains)).unwrap_or_default();
        if let Some(new) = self.company_mut(to) {
            new.trains.extend(trains);
        }
        let treasury: Vec<_> = self.table.shares.held_by(Holder::Company(from)).collect();
        for (cert, printed) in &treasury {
            let to = if cross.contains(&printed.company) { Holder::Offering } else { Holder::Company(to) };
            self.table.shares.give(*cert, to, events)?;
        }
        // 1841-4.7.4-10: shares that come together may take over a third company at once.
        for (_, printed) in treasury {
            self.check_director(printed.company, events)?;
        }
        Ok(())
    }

    /// Whether a token lies in a city (a base), not on a pass.
    pub(crate) fn is_base(&self, token: &Token) -> bool {
        self.is_city(token.hex, token.stop)
    }

    /// A company whose shares are being exchanged: it no longer acts, but its charter is still there.
    pub(crate) fn start_dissolving(&mut self, company: CompanyId) {
        if let Some(old) = self.company_mut(company) {
            old.standing = Standing::Dissolving;
        }
        self.set_done(company);
    }

    /// A company ends: what is left of it is put away. It can be started again, or leaves the game for good if
    /// it is historical (1841-4.7.4-11).
    pub(crate) fn dissolve(&mut self, company: CompanyId, keep_tokens: bool, events: &mut Events) -> Play {
        let certificates: Vec<_> = self.table.shares.of(company).collect();
        for cert in certificates {
            self.table.shares.give(cert, Holder::Offering, events)?;
        }
        if !keep_tokens {
            self.table.board.remove_all(company);
        }
        self.table.chart.remove(&self.fixed.parts.grid, company, events);
        let gone = self.charter(company).historical || self.charter(company).arises();
        if let Some(old) = self.company_mut(company) {
            let standing = if gone { Standing::Gone } else { Standing::Waiting };
            *old = Company { standing, ..Company::default() };
        }
        let company = self.name(company);
        let text = match gone {
            true => say!("{company} leaves the game.", company),
            false => say!("{company} can be started again.", company),
        };
        note(text, events);
        Ok(())
    }
}
