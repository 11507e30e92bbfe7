//! Chapters 3.3 and 4.7.3: starting a company. A player starts it in place of a purchase, a company too
//! (1841-4.7.3-01 to 1841-4.7.3-05), and is its director until another shareholder holds more (1841-4.7.3-04).
//!
//! | chapter | module |
//! | --- | --- |
//! | 3.3.1, 3.3.2 class and price | here |
//! | 3.3.3 first shares | [`first_shares`] |
//! | 3.3.4 homes | [`homes`] |
//! | 3.3.4 tokens | [`tokens`] |
//!
//! The price of tokens depends on the homes, so homes are chosen before tokens are paid.

mod first_shares;
mod homes;
mod tokens;

pub(crate) use first_shares::FirstShares;
pub(crate) use homes::Homes;
pub(crate) use tokens::{HomePrices, Tokens};

use crate::t1841::Game;
use crate::t1841::rules::TokenShortfall;
use crate::t1841::table::{Company, Pending, Standing};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Arg;
use smallvec::{SmallVec, smallvec};

/// Whether and at which prices a company can be started.
impl Game {
    /// The starts open to a player or company.
    pub(crate) fn start_offers(&self, starter: Holder, offers: &mut Vec<Offer>) {
        let cheapest = self.fixed.chart.starts.first().map(|start| start.price * 2);
        if cheapest.is_none_or(|price| self.cash(starter) < price) {
            return;
        }
        let mut known: [Option<Option<Money>>; 2] = [None; 2];
        for company in self.company_ids() {
            if self.may_start(starter, company).is_err() {
                continue;
            }
            // What tokens cost at least depends on the class only.
            let charter = self.charter(company);
            let cheapest = match known.get_mut(usize::from(charter.minor)) {
                Some(known) if !charter.historical => {
                    *known.get_or_insert_with(|| self.cheapest_tokens(company))
                }
                _ => Some(Money::ZERO),
            };
            let percent: SmallVec<[u8; 4]> = smallvec![charter.directorship()];
            let prices = self.fixed.chart.starts.iter().map(|start| start.price);
            let open = prices.filter(|price| self.may_start_at(starter, company, *price, cheapest).is_ok());
            let starts: Vec<_> = open.map(|price| (price, percent.clone())).collect();
            if !starts.is_empty() {
                offers.push(Offer::Start { company: self.name(company), starts });
            }
        }
    }

    /// Whether somebody may start a company at all.
    fn may_start(&self, starter: Holder, company: CompanyId) -> Play {
        let charter = self.charter(company);
        let name = || self.name(company);
        require(!charter.arises(), "1841-3.3-04", || say!("nobody can start {company}", company = name()))?;
        let standing = self.company(company).standing;
        let left = charter.concession.is_some() && standing == Standing::Gone;
        require(!left, "1841-3.3-02", || say!("{company} is out of the game", company = name()))?;
        require(standing == Standing::Waiting, "1841-3.3.1-01", || {
            say!("{company} is in operation or out of the game", company = name())
        })?;
        match charter.concession {
            // 1841-2-02.
            Some(card) => require(self.concession_holder(card) == starter, "1841-3.3-02", || {
                say!("only the holder of its concession can start {company}", company = name())
            })?,
            // 1841-4.6.1-02.
            None => require(self.phase_facts().free_starts, "1841-3.3-03", || {
                say!("{company} cannot be started in this phase yet", company = name())
            })?,
        }
        self.may_take(starter, company, charter.directorship(), 1)
    }

    /// 1841-3.3.2-01: whether somebody may start a company at a price.
    fn may_start_at(
        &self,
        starter: Holder,
        company: CompanyId,
        price: Money,
        cheapest: Option<Money>,
    ) -> Play {
        let (charter, starts) = (self.charter(company), &self.fixed.chart.starts);
        let open = starts.iter().filter(|start| start.minors || !charter.minor);
        let prices = || -> Arg { open.clone().map(|start| start.price).collect() };
        require(open.clone().any(|start| start.price == price), "1841-3.3.2-01", || {
            say!("its start prices are {prices}", prices = prices())
        })?;
        let (cash, due) = (self.cash(starter), price * 2);
        require(cash >= due, "1841-3.3.3-01", || say!("the director's certificate costs {due}", due))?;
        // What can be paid in by the starter must buy the smallest number of tokens somewhere.
        let most = self.fixed.figures.first_shares / charter.unit;
        let units = (cash.0 / price.0.max(1)).min(most.into());
        let certificates = self.certificates_free(starter) as i32;
        let paid_in = price * units.min(1 + certificates);
        require(self.can_pay_tokens(paid_in, price, cheapest), "1841-3.3.3-05", || {
            say!("the first shares would not pay for the tokens of any home")
        })
    }

    /// What the smallest number of tokens costs at the cheapest home; none if there is no home.
    fn cheapest_tokens(&self, company: CompanyId) -> Option<Money> {
        if self.charter(company).historical {
            return Some(Money::ZERO);
        }
        let prices = self.home_prices();
        let homes = self.home_places(company).into_iter();
        let each = homes.filter_map(|(hex, _)| self.home_price(&prices, hex)).min();
        each.map(|each| each * i32::from(self.charter(company).class.tokens_min))
    }

    /// 1841-3.3.3-05, 1841-3.3.3-05-v2: whether this much buys the smallest number of tokens somewhere; in v2 together
    /// with what the offering brings at half price (at least the price of two units).
    fn can_pay_tokens(&self, paid_in: Money, price: Money, cheapest: Option<Money>) -> bool {
        let sold = match self.fixed.rules.token_shortfall {
            TokenShortfall::SellsOffering => price * 2,
            TokenShortfall::Refused => Money::ZERO,
        };
        cheapest.is_some_and(|cost| cost <= paid_in + sold)
    }

    /// 1841-3.3-01, 1841-4.7.3-01: starts a company; first shares, homes and tokens follow.
    pub(crate) fn start_company(
        &mut self,
        starter: Holder,
        company: CompanyId,
        price: Money,
        percent: u8,
        events: &mut Events,
    ) -> Play {
        self.may_start(starter, company)?;
        self.may_start_at(starter, company, price, self.cheapest_tokens(company))?;
        require(percent == self.charter(company).directorship(), "1841-3.3.3-01", || {
            say!("the director's certificate is bought first; further shares follow one by one")
        })?;
        let payer = Game::account(starter).unwrap_or(Account::Bank);
        let why = say!("director's certificate of {company}", company = self.name(company));
        self.table.ledger.pay(payer, Account::Company(company), price * 2, why, events)?;
        if let Some(cert) = self.table.shares.director_certificate(company) {
            self.table.shares.give(cert, starter, events)?;
        }
        events.push(Event::Director { company, director: starter });
        self.open_charter(company);
        // 1841-3.3.2-02: other fields of equal value are no start fields.
        let start = self.fixed.chart.starts.iter().find(|start| start.price == price);
        if let Some(field) = start.map(|start| start.field) {
            self.move_marker(company, field, events);
        }
        self.table.pending.extend([
            Pending::Tokens(Tokens { company }),
            Pending::Homes(Homes { company }),
            Pending::FirstShares(FirstShares { company }),
        ]);
        Ok(())
    }

    /// 1841-3.3.3-02, 1841-4-06: a company comes into operation with the smallest number of tokens; it does not act in
    /// this round (1841-4.7.3-06).
    fn open_charter(&mut self, company: CompanyId) {
        let tokens = self.charter(company).class.tokens_min;
        if let Some(charter) = self.company_mut(company) {
            *charter = Company { standing: Standing::Running, tokens, ..Company::default() };
        }
        self.set_done(company);
    }
}
