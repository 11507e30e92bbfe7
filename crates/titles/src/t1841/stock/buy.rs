//! Chapters 3.2 and 4.7.2: buying shares from the pool and from initial offerings. Players and companies buy by the same
//! rules; companies buy nothing from players, and no concessions (1841-4.7.2-05).

use crate::t1841::Game;
use crate::t1841::rules::PoolDirector;
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, CompanyId, CompanySet};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// One certificate to be bought from pool or offering.
#[derive(Clone, Copy)]
pub(crate) struct Purchase {
    pub(crate) buyer: Holder,
    pub(crate) company: CompanyId,
    pub(crate) percent: u8,
    pub(crate) from: Party,
    pub(crate) price: Money,
    /// The companies of which the buyer has sold shares, so that it may not buy them (1841-3.1-08).
    pub(crate) sold: CompanySet,
}

impl Purchase {
    /// Who holds the certificate.
    fn source(&self) -> Result<Holder, Refusal> {
        match self.from {
            Party::Bank => Ok(Holder::Pool),
            Party::Offering => Ok(Holder::Offering),
            _ => Err(Refusal::plain(say!("players must agree: propose the purchase to them"))),
        }
    }
}

impl Game {
    /// The certificates of pool and offerings that a holder could pay, at the market price: what can be told quickly
    /// is asked first.
    fn purchases(&self, buyer: Holder, sold: CompanySet) -> impl Iterator<Item = Purchase> + '_ {
        let cash = self.cash(buyer);
        let running = self.company_ids().filter(|company| self.running(*company));
        let all = running.flat_map(move |company| {
            let charter = self.charter(company);
            let unit = charter.unit;
            let ways = [(Party::Bank, unit), (Party::Bank, charter.directorship()), (Party::Offering, unit)];
            ways.map(|(from, percent)| {
                let price = self.price_of(company, percent);
                Purchase { buyer, company, percent, from, price, sold }
            })
        });
        all.filter(move |purchase| purchase.price <= cash && self.lies_there(purchase))
    }

    /// Whether there is a certificate of this size where it is to be bought.
    fn lies_there(&self, purchase: &Purchase) -> bool {
        let Ok(source) = purchase.source() else { return false };
        let mut there = self.table.shares.of_held_by(purchase.company, source);
        there.any(|(_, cert)| cert.percent == purchase.percent)
    }

    /// Shares from pool and initial offerings that a holder may buy.
    pub(crate) fn share_offers(&self, buyer: Holder, sold: CompanySet, offers: &mut Vec<Offer>) {
        let legal = self.purchases(buyer, sold).filter(|purchase| self.may_buy(purchase).is_ok());
        offers.extend(legal.map(|Purchase { company, percent, from, price, .. }| {
            let (buyer, company) = (self.party(buyer), self.name(company));
            Offer::Buy { buyer, company, percent, from, prices: Prices::fixed(price) }
        }));
    }

    /// Whether any share can be bought from pool or offering.
    pub(crate) fn can_buy_share(&self, buyer: Holder, sold: CompanySet) -> bool {
        self.purchases(buyer, sold).any(|purchase| self.may_buy(&purchase).is_ok())
    }

    /// Whether it can be bought. No purchase closes a circle (1841-3.5.4-03-v2): only its buyer can become director by it, and no
    /// company may own shares of one that leads it.
    fn may_buy(&self, purchase: &Purchase) -> Play {
        let Purchase { buyer, company, percent, price, sold, .. } = *purchase;
        let source = purchase.source()?;
        let charter = self.charter(company);
        let unit = charter.unit;
        require(self.running(company), "1841-3.2-04", || say!("this company is not in operation"))?;
        let director = self.table.shares.director(company) == source;
        if percent == charter.directorship() && director && source == Holder::Pool {
            self.may_buy_pool_director(company)?;
        } else {
            require(percent == unit, "1841-3.2-01", || say!("one share of {unit}% can be bought", unit))?;
            require(self.lies_there(purchase), "1841-3.2-03", || say!("no such share is for sale there"))?;
        }
        let due = self.price_of(company, percent);
        require(price == due, "1841-3.1-10", || say!("the market price is {due}", due))?;
        require(self.cash(buyer) >= price, "1841-4-05", || say!("it costs {price}", price))?;
        let rule = if matches!(buyer, Holder::Seat(_)) { "1841-3.2-11" } else { "1841-4.7.2-02" };
        require(!sold.has(company), rule, || {
            say!("{company} was sold in this round", company = self.name(company))
        })?;
        self.may_own(buyer, company)?;
        self.may_take(buyer, company, percent, 1)
    }

    /// 1841-3.2-12, 1841-3.2-12-v2: a director's certificate in the pool.
    fn may_buy_pool_director(&self, company: CompanyId) -> Play {
        let with_concession = self.fixed.rules.pool_director == PoolDirector::WithConcession
            && self.charter(company).concession.is_some_and(|card| self.in_game(card));
        require(!with_concession, "1841-3.2-12-v2", || {
            say!("this certificate is bought with its concession as long as that is in the game")
        })
    }

    fn in_game(&self, card: CardId) -> bool {
        self.concession_holder(card) != Holder::Out
    }

    fn take_share(
        &mut self,
        buyer: Holder,
        company: CompanyId,
        percent: u8,
        source: Holder,
        events: &mut Events,
    ) -> Play {
        let (director, former) = (self.table.shares.director_certificate(company), self.leader(company));
        match director {
            Some(cert) if percent == self.charter(company).directorship() => {
                self.table.shares.give(cert, buyer, events)?;
                // 1841-3.1-11: in v1 the concession goes with its director's certificate.
                let card = self.charter(company).concession.filter(|card| self.in_game(*card));
                if let (Some(card), Holder::Seat(_)) = (card, buyer) {
                    self.give_concession(card, buyer, events);
                }
            }
            _ => self.table.shares.give_percent(company, percent, source, buyer, events)?,
        }
        self.settle_directors_after(former, events)
    }

    /// 1841-3.2-01: buys one certificate from the pool, paid to the bank (1841-3.1-09, 1841-3.2-03), or from an initial
    /// offering, paid to its company (1841-3.2-04, 1841-3.3.3-03, 1841-4.7.2-01). It may thereby become director
    /// (1841-4.7.2-03).
    pub(crate) fn buy_share(&mut self, purchase: &Purchase, events: &mut Events) -> Play {
        self.may_buy(purchase)?;
        let Purchase { buyer, company, percent, price, .. } = *purchase;
        let source = purchase.source()?;
        let payee = match source {
            Holder::Offering => Account::Company(company),
            _ => Account::Bank,
        };
        let payer = Game::account(buyer).unwrap_or(Account::Bank);
        let why = say!("{percent}% of {company}", percent, company = self.name(company));
        self.table.ledger.pay(payer, payee, price, why, events)?;
        self.take_share(buyer, company, percent, source, events)
    }
}
