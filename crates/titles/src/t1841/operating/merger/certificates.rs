//! Chapters 4.7.4 and 4.7.5: old certificates return, new ones are given for them. What is not given out is the new
//! initial offering (1841-4.7.4-08).

use super::Merger;
use super::exchange::{Answer, Exchange, Pass};
use crate::t1841::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CertId, CompanyId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Certificate, Holder};
use ferrata_engine::text::Text;
use std::cmp::Reverse;

impl Exchange {
    /// A holder exchanges as the answer says.
    pub(super) fn exchange(
        &mut self,
        game: &mut Game,
        holder: Holder,
        answer: Answer,
        events: &mut Events,
    ) -> Play {
        if game.charter(self.merger.a).minor {
            return self.exchange_minors(game, holder, events);
        }
        match (self.pass, answer) {
            (_, Answer::Director) => self.upgrade(game, holder, events),
            (Pass::Pairs, _) => self.exchange_pairs(game, holder, events),
            (_, Answer::Share) => self.round_up(game, holder, events),
            _ => self.cash_in(game, holder, events),
        }
    }

    /// 1841-4.7.4-05: two old units for one new; what is left over is paid out at the full price (1841-4.7.4-06-v2).
    pub(super) fn exchange_pairs(&mut self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        if game.charter(self.merger.a).minor {
            return Ok(());
        }
        while self.merger.return_pair(game, holder, events)? {
            if !self.give_new(game, holder, events)?
                && let Some(account) = Game::account(holder)
            {
                let (price, why) =
                    (game.price(self.merger.into), say!("two old shares for which no new one is left"));
                game.table.ledger.pay(Account::Bank, account, price, why, events)?;
            }
        }
        Ok(())
    }

    /// Gives one new share; the first who has a directorship's worth gets the director's certificate (1841-4.7.4-05).
    /// False if there is none to give.
    fn give_new(&mut self, game: &mut Game, holder: Holder, events: &mut Events) -> Result<bool, Refusal> {
        let (into, unit) = (self.merger.into, game.charter(self.merger.into).unit);
        if let Some(cert) = self.next_new(game) {
            game.table.shares.give(cert, holder, events)?;
            game.check_director(into, events)?;
            return Ok(true);
        }
        let swap = self.merger.unclaimed(game) && game.table.shares.ordinary(into, unit, holder).is_some();
        if !swap || holder == Holder::Pool {
            return Ok(false);
        }
        game.table.shares.give_percent(into, unit, holder, Holder::Offering, events)?;
        game.give_directorship(into, holder, events)?;
        Ok(true)
    }

    /// The next ordinary certificate of the new company: in their order; those that came back for the
    /// director's certificate come last. A position does not tell which of several equal certificates somebody holds.
    fn next_new(&mut self, game: &Game) -> Option<CertId> {
        let of = || game.table.shares.of(self.merger.into).skip(1);
        let there = |cert: &CertId| game.table.shares.holder(*cert) == Holder::Offering;
        let fresh = of().nth(self.handed as usize);
        if fresh.is_some() {
            self.handed += 1;
        }
        fresh.filter(there).or_else(|| of().find(there))
    }

    /// 1841-4.7.4-05-v2: pays for the director's certificate.
    fn upgrade(&self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        let (merger, old) = (self.merger, self.merger.old_percent(game, holder));
        let cost = merger.upgrade_cost(game, old);
        merger.return_all(game, holder, events)?;
        merger.pay_into(game, holder, cost, say!("the director's certificate"), events)?;
        game.give_directorship(merger.into, holder, events)
    }

    /// 1841-4.7.4-06: one new share against half its price.
    fn round_up(&mut self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        self.merger.return_all(game, holder, events)?;
        let cost = self.merger.half_share(game);
        self.merger.pay_into(game, holder, cost, say!("half a share"), events)?;
        self.give_new(game, holder, events).map(drop)
    }

    /// 1841-4.7.4-06, 1841-4.7.4-07: half the price from the bank; the pool's odd share is removed without payment.
    fn cash_in(&self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        let merger = self.merger;
        if merger.old_percent(game, holder) == 0 {
            return Ok(());
        }
        merger.return_all(game, holder, events)?;
        let Some(account) = Game::account(holder) else { return Ok(()) };
        let (half, why) = (merger.half_share(game), say!("half a share"));
        game.table.ledger.pay(Account::Bank, account, half, why, events)
    }

    /// 1841-4.7.5-03: every certificate becomes one of half as much; the first director's certificate takes the new one.
    fn exchange_minors(&mut self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        let (merger, unit) = (self.merger, game.charter(self.merger.a).unit);
        for (cert, printed) in merger.old_certificates(game, holder) {
            game.table.shares.give(cert, Holder::Offering, events)?;
            if printed.director && merger.unclaimed(game) {
                game.give_directorship(merger.into, holder, events)?;
                continue;
            }
            for _ in 0..printed.percent / unit {
                self.give_new(game, holder, events)?;
            }
        }
        Ok(())
    }
}

impl Merger {
    /// A holder's certificates of the old companies, the largest first.
    fn old_certificates(&self, game: &Game, holder: Holder) -> Vec<(CertId, Certificate)> {
        let of = |company| game.table.shares.of_held_by(company, holder);
        let mut old: Vec<_> = of(self.b).chain(of(self.a)).collect();
        old.sort_by_key(|(_, cert)| Reverse(cert.percent));
        old
    }

    /// Returns old certificates worth a pair; false if there is none.
    fn return_pair(&self, game: &mut Game, holder: Holder, events: &mut Events) -> Result<bool, Refusal> {
        let (old, pair) = (self.old_certificates(game, holder), 2 * game.charter(self.a).unit);
        let whole: u8 = old.iter().map(|(_, cert)| cert.percent).sum();
        if whole < pair {
            return Ok(false);
        }
        let mut returned = 0;
        for (cert, printed) in old {
            if returned >= pair {
                break;
            }
            returned += printed.percent;
            game.table.shares.give(cert, Holder::Offering, events)?;
        }
        Ok(true)
    }

    fn return_all(&self, game: &mut Game, holder: Holder, events: &mut Events) -> Play {
        for company in [self.a, self.b] {
            let held: Vec<_> = game.table.shares.of_held_by(company, holder).map(|(cert, _)| cert).collect();
            for cert in held {
                game.table.shares.give(cert, Holder::Offering, events)?;
            }
        }
        Ok(())
    }

    fn pay_into(
        &self,
        game: &mut Game,
        holder: Holder,
        amount: Money,
        why: Text,
        events: &mut Events,
    ) -> Play {
        let payer = Game::account(holder).unwrap_or(Account::Bank);
        game.table.ledger.pay(payer, Account::Company(self.into), amount, why, events)
    }
}

impl Game {
    /// Gives somebody the director's certificate of a new company.
    pub(in crate::t1841::operating) fn give_directorship(
        &mut self,
        into: CompanyId,
        holder: Holder,
        events: &mut Events,
    ) -> Play {
        if let Some(cert) = self.table.shares.director_certificate(into) {
            self.table.shares.give(cert, holder, events)?;
            events.push(Event::Director { company: into, director: holder });
        }
        self.check_director(into, events)
    }
}
