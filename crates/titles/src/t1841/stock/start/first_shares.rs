//! Chapter 3.3.3: further first shares, bought one by one.

use crate::t1841::Game;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Flow, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// The starter buys further first shares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FirstShares {
    pub(crate) company: CompanyId,
}

impl FirstShares {
    /// The director who starts the company: a player or a company.
    fn starter(self, game: &Game) -> Holder {
        game.table.shares.director(self.company)
    }

    /// 1841-3.3.3-01, 1841-4.7.3-03: of a major one or two more.
    fn may_buy(self, game: &Game) -> Play {
        let (company, limit) = (self.company, game.fixed.figures.first_shares);
        let (starter, unit) = (self.starter(game), game.charter(company).unit);
        let held = game.table.shares.percent(company, starter);
        require(held + unit <= limit, "1841-3.3.3-01", || {
            say!("at most {limit}% are bought at the start", limit)
        })?;
        let price = game.price(company);
        require(game.cash(starter) >= price, "1841-4-05", || say!("a share costs {price}", price))?;
        game.may_take(starter, company, unit, 1)
    }

    /// 1841-3.3.3-05: whether the starter may stop buying: the tokens must be payable (v1).
    fn may_stop(self, game: &Game) -> bool {
        let cash = game.table.ledger.company(self.company);
        let (price, cheapest) = (game.price(self.company), game.cheapest_tokens(self.company));
        self.may_buy(game).is_err() || game.can_pay_tokens(cash, price, cheapest)
    }

    /// Nobody is asked when nothing more can be bought.
    pub(in crate::t1841) fn proceed(self, game: &mut Game) -> Result<Flow, Refusal> {
        if self.may_buy(game).is_ok() {
            return Ok(Flow::Waits);
        }
        game.table.pending.pop();
        Ok(Flow::GoesOn)
    }
}

impl Decision<Game> for FirstShares {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.deciding(self.company))
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::FirstShares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = Vec::new();
        if self.may_stop(game) {
            offers.push(Offer::Pass { means: say!("buy no more first shares") });
        }
        if self.may_buy(game).is_ok() {
            offers.push(Offer::Buy {
                buyer: game.party(self.starter(game)),
                company: game.name(self.company),
                percent: game.charter(self.company).unit,
                from: Party::Offering,
                prices: Prices::fixed(game.price(self.company)),
            });
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let company = self.company;
        match action {
            Action::Pass => {
                require(self.may_stop(game), "1841-3.3.3-05", || {
                    say!("what is paid in does not buy the smallest number of tokens yet")
                })?;
                game.table.pending.pop();
                Ok(())
            }
            Action::Buy { buyer, company: of, percent, from: Party::Offering, price } => {
                let (starter, name) = (self.starter(game), game.name(company));
                let (unit, due) = (game.charter(company).unit, game.price(company));
                let asked = || say!("buy {unit}% of {name} or pass", unit, name);
                if *of != name || *buyer != game.party(starter) {
                    return Err(Refusal::out_of_place(asked()));
                }
                require(*percent == unit, "1841-3.3.3-01", asked)?;
                require(*price == due, "1841-3.1-10", || say!("the price is {due}", due))?;
                self.may_buy(game)?;
                let payer = Game::account(starter).unwrap_or(Account::Bank);
                let why = say!("{unit}% of {name}", unit, name);
                game.table.ledger.pay(payer, Account::Company(company), due, why, events)?;
                game.table.shares.give_percent(company, unit, Holder::Offering, starter, events)
            }
            _ => Err(Refusal::out_of_place(say!("buy further first shares or pass"))),
        }
    }
}
