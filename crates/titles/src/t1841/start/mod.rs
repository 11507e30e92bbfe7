//! §3.3 and §4.7.3: starting a company: price, first shares, homes and tokens.
//!
//! The price of tokens depends on the homes, so homes are chosen before tokens are paid.

mod homes;
mod tokens;

use super::areas::Area;
use super::rules::TokenShortfall;
use super::state::{Round, Standing, Step};
use super::{Game, Play};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::chart::Field;
use ferrata_engine::event::Event;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::require;
use ferrata_engine::shares::Holder;
use smallvec::{SmallVec, smallvec};

/// §3.3.2-01: start prices, with whether a minor may choose them, and their fields (§3.3.2-02).
pub(super) const STARTS: [(Money, bool, Field); 5] = [
    (Money(68), true, Field { row: 4, col: 2 }),
    (Money(100), true, Field { row: 3, col: 5 }),
    (Money(144), true, Field { row: 2, col: 8 }),
    (Money(216), false, Field { row: 1, col: 11 }),
    (Money(340), false, Field { row: 0, col: 14 }),
];

/// The most of a company its starter buys at once (§3.3.3-01).
pub(super) const FIRST_SHARES: u8 = 40;
/// What each token of a historical company costs (§3.3.4-10).
pub(super) const HISTORICAL_TOKEN: Money = Money(50);

/// Whether and at which prices a company can be started.
impl Game {
    /// The starts open to a player or company.
    pub(crate) fn start_offers(&self, starter: Holder, offers: &mut Vec<Offer>) {
        let cheapest_start = STARTS.iter().map(|(price, ..)| *price * 2).min();
        if cheapest_start.is_none_or(|price| self.cash(starter) < price) {
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
            let percent: SmallVec<[u8; 4]> = smallvec![2 * self.charter(company).unit()];
            let open = STARTS
                .iter()
                .filter(|(price, ..)| self.may_start_at(starter, company, *price, cheapest).is_ok());
            let starts: Vec<_> = open.map(|(price, ..)| (*price, percent.clone())).collect();
            if !starts.is_empty() {
                offers.push(Offer::Start { company: self.name(company), starts });
            }
        }
    }

    /// §3.3-02 to -04, §4.6.1-02.
    fn may_start(&self, starter: Holder, company: CompanyId) -> Play {
        let charter = self.charter(company);
        let name = self.name(company);
        require(!charter.arises, "1841-3.3-04", || format!("nobody can start {name}"))?;
        require(self.company(company).standing == Standing::Waiting, "1841-3.3.1-01", || {
            format!("{name} is in operation or out of the game")
        })?;
        match charter.concession {
            Some(card) => {
                let held = self.t.concessions.get(card.index()) == Some(&starter);
                require(held, "1841-3.3-02", || {
                    format!("only the holder of its concession can start {name}")
                })?;
            }
            None => require(self.t.phase >= 3, "1841-3.3-03", || {
                format!("{name} can be started from phase three on")
            })?,
        }
        self.may_take(starter, company, 2 * charter.unit(), 1)
    }

    fn may_start_at(
        &self,
        starter: Holder,
        company: CompanyId,
        price: Money,
        cheapest: Option<Money>,
    ) -> Play {
        let charter = self.charter(company);
        let start = STARTS.iter().find(|(at, minors, _)| *at == price && (*minors || !charter.minor));
        require(start.is_some(), "1841-3.3.2-01", || {
            "start prices are 68, 100 and 144, for majors also 216 and 340".into()
        })?;
        let cash = self.cash(starter);
        require(cash >= price * 2, "1841-3.3.3-01", || {
            format!("the director's certificate costs {}", price * 2)
        })?;
        // What can be paid in by the starter must buy the smallest number of tokens somewhere.
        let units = if charter.minor { 2 } else { (cash.0 / price.0.max(1)).min(4) };
        let certificates = self.certificates_free(starter) as i32;
        let paid_in = price * units.min(1 + certificates);
        require(self.can_pay_tokens(paid_in, price, cheapest), "1841-3.3.3-05", || {
            "the first shares would not pay for the tokens of any home".into()
        })
    }

    /// What the smallest number of tokens costs at the cheapest home; none if there is no home.
    fn cheapest_tokens(&self, company: CompanyId) -> Option<Money> {
        if self.charter(company).historical {
            return Some(Money::ZERO);
        }
        let tiled = self.tiled();
        let prices = self.home_places(company).into_iter().map(|(hex, _)| self.price_near(&tiled, hex));
        prices.min().map(|each| each * i32::from(self.charter(company).min_tokens()))
    }

    /// §3.3.3-05: whether this much buys the smallest number of tokens somewhere; in v2 together with what
    /// the offering brings at half price (at least the price of two units).
    fn can_pay_tokens(&self, paid_in: Money, price: Money, cheapest: Option<Money>) -> bool {
        let sold = match self.rules().token_shortfall {
            TokenShortfall::SellsOffering => price * 2,
            TokenShortfall::Refused => Money::ZERO,
        };
        cheapest.is_some_and(|cost| cost <= paid_in + sold)
    }

    /// §3.3: starts a company; first shares, homes and tokens follow as steps.
    pub(crate) fn start_company(
        &mut self,
        starter: Holder,
        company: CompanyId,
        price: Money,
        percent: u8,
    ) -> Play {
        self.may_start(starter, company)?;
        self.may_start_at(starter, company, price, self.cheapest_tokens(company))?;
        let charter = self.charter(company);
        require(percent == 2 * charter.unit(), "1841-3.3.3-01", || {
            "the director's certificate is bought first; further shares follow one by one".into()
        })?;
        let (payer, name) = (Game::account(starter).unwrap_or(Account::Bank), self.name(company));
        self.pay(payer, Account::Company(company), price * 2, format!("director's certificate of {name}"))?;
        if let Some(cert) = self.t.shares.director_certificate(company) {
            self.t.shares.give(cert, starter, &mut self.events)?;
        }
        self.events.push(Event::Director { company, director: starter });
        self.open_charter(company);
        let field = STARTS.iter().find(|(at, ..)| *at == price).map(|(_, _, field)| *field);
        if let Some(field) = field {
            self.move_marker(company, field);
        }
        self.reach(match (starter, charter.historical) {
            (Holder::Company(_), _) => Area::CompanyStart,
            (_, true) => Area::HistoricalStart,
            (_, false) => Area::FreeStart,
        });
        self.t.steps.push(Step::Tokens { company });
        self.t.steps.push(Step::Homes { company });
        self.t.steps.push(Step::FirstShares { company });
        Ok(())
    }

    /// A company comes into operation with the smallest number of tokens; it does not act in this round.
    pub(crate) fn open_charter(&mut self, company: CompanyId) {
        let tokens = self.charter(company).min_tokens();
        if let Some(things) = self.company_mut(company) {
            *things = super::state::Company { standing: Standing::Running, tokens, ..Default::default() };
        }
        if let Round::Operating(round) = &mut self.t.round {
            round.done.add(company);
        }
    }
}

/// §3.3.3: further first shares.
impl Game {
    /// The director who starts a company: a player or a company.
    fn starter(&self, company: CompanyId) -> Holder {
        self.t.shares.director(company)
    }

    fn may_buy_first(&self, company: CompanyId) -> Play {
        let (starter, unit) = (self.starter(company), self.charter(company).unit());
        let held = self.t.shares.percent(company, starter);
        require(held + unit <= FIRST_SHARES && !self.charter(company).minor, "1841-3.3.3-01", || {
            "at most 40% are bought at the start".into()
        })?;
        let price = self.price(company);
        require(self.cash(starter) >= price, "1841-4-05", || format!("a share costs {price}"))?;
        self.may_take(starter, company, unit, 1)
    }

    /// Whether the starter may stop buying: the tokens must be payable (v1).
    fn may_stop_first(&self, company: CompanyId) -> bool {
        let cash = self.t.ledger.company(company);
        self.may_buy_first(company).is_err()
            || self.can_pay_tokens(cash, self.price(company), self.cheapest_tokens(company))
    }

    pub(super) fn first_share_offers(&self, company: CompanyId) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.may_stop_first(company) {
            offers.push(Offer::Pass { means: "buy no more first shares".into() });
        }
        if self.may_buy_first(company).is_ok() {
            offers.push(Offer::Buy {
                buyer: self.party(self.starter(company)),
                company: self.name(company),
                percent: self.charter(company).unit(),
                from: Party::Offering,
                prices: Prices::fixed(self.price(company)),
            });
        }
        offers
    }

    pub(super) fn buy_first_share(&mut self, company: CompanyId, action: &Action) -> Play {
        match action {
            Action::Pass => {
                require(self.may_stop_first(company), "1841-3.3.3-05", || {
                    "what is paid in does not buy the smallest number of tokens yet".into()
                })?;
                self.t.steps.pop();
                Ok(())
            }
            Action::Buy { buyer, company: of, percent, from: Party::Offering, price } => {
                let starter = self.starter(company);
                let (unit, due) = (self.charter(company).unit(), self.price(company));
                if *of != self.name(company) || *buyer != self.party(starter) || *percent != unit {
                    return Err(self.wrong(&format!("buy {unit}% of {} or pass", self.name(company))));
                }
                require(*price == due, "1841-3.1-10", || format!("the price is {due}"))?;
                self.may_buy_first(company)?;
                let payer = Game::account(starter).unwrap_or(Account::Bank);
                self.pay(payer, Account::Company(company), due, format!("{unit}% of {of}"))?;
                self.t.shares.give_percent(company, unit, Holder::Offering, starter, &mut self.events)
            }
            _ => Err(self.wrong("buy further first shares or pass")),
        }
    }

    /// The step is skipped when nothing more can be bought.
    pub(super) fn first_shares_over(&self, company: CompanyId) -> bool {
        self.may_buy_first(company).is_err()
    }
}
