//! §4.7.4-05 to -08, §4.7.5-03: old shares become new ones.

use super::{Answer, Merger, Pass, Stage};
use crate::t1841::areas::Area;
use crate::t1841::state::Step;
use crate::t1841::{Game, Play};
use ferrata_engine::id::{CertId, CompanyId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::{Control, Holder};
use smallvec::{SmallVec, smallvec};

/// Exchanging shares.
impl Game {
    /// How much of the two old companies together a holder has.
    pub(super) fn old_percent(&self, a: CompanyId, b: CompanyId, holder: Holder) -> u8 {
        self.t.shares.percent(a, holder) + self.t.shares.percent(b, holder)
    }

    /// Goes on until somebody has to be asked, or all shares are exchanged.
    pub(super) fn run_exchange(&mut self, mut merger: Merger) -> Play {
        while let Stage::Exchange { pass, holders, next } = &mut merger.stage {
            let (pass, holder) = (*pass, holders.get(*next as usize).copied());
            let Some(holder) = holder else {
                if pass == Pass::Pairs {
                    merger.stage = second_pass(&merger.stage);
                    continue;
                }
                break;
            };
            if pass == Pass::Whole {
                self.exchange_pairs(&mut merger, holder)?;
            }
            let options = self.exchange_options(&merger, pass, holder);
            if options.len() > 1 {
                self.t.steps.push(Step::Merger(Box::new(merger)));
                return Ok(());
            }
            self.exchange(&mut merger, pass, holder, options.first().copied().unwrap_or(Answer::Plain))?;
            advance(&mut merger.stage);
        }
        self.end_exchange(merger)
    }

    /// Who is asked in the exchange, and for what; none if nobody is.
    pub(super) fn exchange_question(&self) -> Option<(Holder, SmallVec<[Answer; 3]>)> {
        let Some(Step::Merger(merger)) = self.t.steps.last() else { return None };
        let Stage::Exchange { pass, holders, next } = &merger.stage else { return None };
        let holder = *holders.get(*next as usize)?;
        Some((holder, self.exchange_options(merger, *pass, holder)))
    }

    /// What a holder may answer, the cheapest last.
    fn exchange_options(&self, merger: &Merger, pass: Pass, holder: Holder) -> SmallVec<[Answer; 3]> {
        let old = self.old_percent(merger.a, merger.b, holder);
        if self.charter(merger.a).minor || old == 0 || self.spokesman(holder).is_none() {
            return smallvec![if holder == Holder::Pool { Answer::Plain } else { Answer::Cash }];
        }
        let mut options = SmallVec::new();
        let upgrade = pass != Pass::Whole && old < 40 && self.may_upgrade(merger, holder, old);
        if pass == Pass::Pairs {
            if upgrade && old >= 20 {
                options.push(Answer::Director);
            }
            options.push(Answer::Plain);
            return options;
        }
        if upgrade {
            options.push(Answer::Director);
        }
        if self.may_round_up(merger, holder) {
            options.push(Answer::Share);
        }
        options.push(Answer::Cash);
        options
    }

    /// §4.7.4-05-v2: a player may pay for the director's certificate while nobody has it.
    fn may_upgrade(&self, merger: &Merger, holder: Holder, old: u8) -> bool {
        let player = matches!(holder, Holder::Seat(_));
        player && self.unclaimed(merger.into) && self.cash(holder) >= self.upgrade_cost(merger.into, old)
    }

    /// Price × (40 − percent) / 20, rounded down (TV-38).
    pub(super) fn upgrade_cost(&self, into: CompanyId, old: u8) -> Money {
        Money(self.price(into).0 * i32::from(40_u8.saturating_sub(old)) / 20)
    }

    fn unclaimed(&self, into: CompanyId) -> bool {
        self.t.shares.director(into) == Holder::Offering
    }

    /// §4.7.4-06: a single share can be made whole while one is left and can be paid.
    fn may_round_up(&self, merger: &Merger, holder: Holder) -> bool {
        let into = merger.into;
        let left = self.t.shares.ordinary(into, 10, Holder::Offering).is_some();
        let by_swap = self.unclaimed(into) && self.t.shares.percent(into, holder) >= 10;
        (left || by_swap) && self.cash(holder) >= half(self.price(into))
    }

    pub(super) fn exchange(
        &mut self,
        merger: &mut Merger,
        pass: Pass,
        holder: Holder,
        answer: Answer,
    ) -> Play {
        if self.charter(merger.a).minor {
            return self.exchange_minors(merger, holder);
        }
        match (pass, answer) {
            (_, Answer::Director) => self.upgrade(merger, holder),
            (Pass::Pairs, _) => self.exchange_pairs(merger, holder),
            (_, Answer::Share) => self.round_up(merger, holder),
            _ => self.cash_in(merger, holder),
        }
    }

    /// Returns old certificates worth a pair; false if there is none.
    fn return_pair(&mut self, merger: &mut Merger, holder: Holder) -> Result<bool, Refusal> {
        let old =
            [merger.b, merger.a].map(|company| self.t.shares.of_held_by(company, holder).collect::<Vec<_>>());
        let mut old: Vec<_> = old.into_iter().flatten().collect();
        old.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        let mut returned = 0;
        let whole: u8 = old.iter().map(|(_, cert)| cert.percent).sum();
        if whole < 20 {
            return Ok(false);
        }
        for (cert, printed) in old {
            if returned >= 20 {
                break;
            }
            returned += printed.percent;
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
        }
        Ok(true)
    }

    /// §4.7.4-05: two old units for one new.
    fn exchange_pairs(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        if self.charter(merger.a).minor {
            return Ok(());
        }
        while self.return_pair(merger, holder)? {
            if !self.give_new(merger, holder)? {
                let price = self.price(merger.into);
                if let Some(account) = Game::account(holder) {
                    self.pay(Account::Bank, account, price, "two old shares for which no new one is left")?;
                }
            }
        }
        Ok(())
    }

    /// Gives one new share; the first who has 20% gets the director's certificate (§4.7.4-05). False if there
    /// is none to give.
    fn give_new(&mut self, merger: &mut Merger, holder: Holder) -> Result<bool, Refusal> {
        let into = merger.into;
        if let Some(cert) = self.next_new(merger) {
            self.t.shares.give(cert, holder, &mut self.events)?;
            self.check_director(into)?;
            return Ok(true);
        }
        let swap = self.unclaimed(into) && self.t.shares.ordinary(into, 10, holder).is_some();
        if !swap || holder == Holder::Pool {
            return Ok(false);
        }
        self.t.shares.give_percent(into, 10, holder, Holder::Offering, &mut self.events)?;
        self.give_directorship(into, holder)?;
        Ok(true)
    }

    /// The next ordinary certificate of the new company: in their order; those that came back for the
    /// director's certificate come last.
    fn next_new(&self, merger: &mut Merger) -> Option<CertId> {
        let of = || self.t.shares.of(merger.into).skip(1);
        let fresh = of().nth(merger.handed as usize);
        if fresh.is_some() {
            merger.handed += 1;
        }
        fresh.or_else(|| of().find(|cert| self.t.shares.holder(*cert) == Holder::Offering))
    }

    pub(in crate::t1841) fn give_directorship(&mut self, into: CompanyId, holder: Holder) -> Play {
        if let Some(cert) = self.t.shares.director_certificate(into) {
            self.t.shares.give(cert, holder, &mut self.events)?;
            self.events.push(ferrata_engine::event::Event::Director { company: into, director: holder });
        }
        self.check_director(into)
    }

    fn upgrade(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        let old = self.old_percent(merger.a, merger.b, holder);
        let cost = self.upgrade_cost(merger.into, old);
        self.return_all(merger, holder)?;
        self.pay_into(holder, merger.into, cost, "the director's certificate")?;
        self.give_directorship(merger.into, holder)
    }

    fn return_all(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        for company in [merger.a, merger.b] {
            let held: Vec<_> = self.t.shares.of_held_by(company, holder).map(|(cert, _)| cert).collect();
            for cert in held {
                self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            }
        }
        Ok(())
    }

    fn pay_into(&mut self, holder: Holder, into: CompanyId, amount: Money, why: &'static str) -> Play {
        let payer = Game::account(holder).unwrap_or(Account::Bank);
        self.pay(payer, Account::Company(into), amount, why)
    }

    /// §4.7.4-06: one new share against half its price.
    fn round_up(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        self.return_all(merger, holder)?;
        let cost = half(self.price(merger.into));
        self.pay_into(holder, merger.into, cost, "half a share")?;
        self.give_new(merger, holder).map(drop)
    }

    /// §4.7.4-06, -07: half the price from the bank; the pool's odd share is removed without payment.
    fn cash_in(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        if self.old_percent(merger.a, merger.b, holder) == 0 {
            return Ok(());
        }
        self.return_all(merger, holder)?;
        match Game::account(holder) {
            Some(account) => self.pay(Account::Bank, account, half(self.price(merger.into)), "half a share"),
            None => Ok(()),
        }
    }

    /// §4.7.5-03: 40% become 20%, 20% become 10%; the first 40% take the director's certificate.
    fn exchange_minors(&mut self, merger: &mut Merger, holder: Holder) -> Play {
        let old =
            [merger.b, merger.a].map(|company| self.t.shares.of_held_by(company, holder).collect::<Vec<_>>());
        let mut old: Vec<_> = old.into_iter().flatten().collect();
        old.sort_by_key(|(_, cert)| std::cmp::Reverse(cert.percent));
        for (cert, printed) in old {
            self.t.shares.give(cert, Holder::Offering, &mut self.events)?;
            if printed.director && self.unclaimed(merger.into) {
                self.give_directorship(merger.into, holder)?;
                continue;
            }
            for _ in 0..printed.percent / 20 {
                self.give_new(merger, holder)?;
            }
        }
        Ok(())
    }

    /// All is exchanged: there must be a director who leads to a player, except in the Tuscan merger.
    fn end_exchange(&mut self, merger: Merger) -> Play {
        if merger.tuscan.is_some() {
            self.tuscan_without_director(merger.into)?;
        } else {
            let found = matches!(self.t.shares.control(merger.into), Control::Seat(_));
            let circle = self
                .company_ids()
                .any(|company| self.running(company) && self.t.shares.control(company) == Control::Circle);
            require(found && !circle, "1841-4.7.4-12-v2", || {
                "a merger must end with a director who leads to a player".into()
            })?;
        }
        self.begin_tokens(merger)
    }

    /// §4.6.9-07-v2: nobody took the directorship: its certificate goes to the pool for up to two shares there.
    fn tuscan_without_director(&mut self, into: CompanyId) -> Play {
        if !self.unclaimed(into) {
            return Ok(());
        }
        for _ in 0..2 {
            if self.t.shares.ordinary(into, 10, Holder::Pool).is_some() {
                self.t.shares.give_percent(into, 10, Holder::Pool, Holder::Offering, &mut self.events)?;
            }
        }
        self.reach(Area::Frozen);
        let cert = self.t.shares.director_certificate(into);
        cert.map_or(Ok(()), |cert| self.t.shares.give(cert, Holder::Pool, &mut self.events))
    }
}

fn second_pass(stage: &Stage) -> Stage {
    match stage {
        Stage::Exchange { holders, .. } => {
            Stage::Exchange { pass: Pass::Singles, holders: holders.clone(), next: 0 }
        }
        other => other.clone(),
    }
}

pub(super) fn advance(stage: &mut Stage) {
    if let Stage::Exchange { next, .. } = stage {
        *next += 1;
    }
}

pub(super) fn half(price: Money) -> Money {
    Money(price.0 / 2)
}
