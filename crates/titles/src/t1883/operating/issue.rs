//! 6.9 A corporation sells shares of its initial offers to the pool, as the last step of its turn.

use super::meanwhile;
use crate::t1883::Game;
use crate::t1883::out_of_place;
use crate::t1883::privates::moment::{self, Before};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use smallvec::smallvec;

/// The corporation may sell its own shares.
pub(super) struct Issue;

impl Decision<Game> for Issue {
    fn turn(&self, game: &Game) -> Turn {
        meanwhile::turn(game)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Shares
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let mut offers = game.acting().map(|company| offers(game, company)).unwrap_or_default();
        offers.extend(meanwhile::offers(game));
        offers.push(Offer::Pass { means: say!("sell no share of the initial offers") });
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        if let Some(done) = meanwhile::answer(game, by.seat()?, action, events) {
            return done;
        }
        match action {
            Action::Sell { seller, company, percent } => {
                let acting = game.acting()?;
                let named = game.fixed.parts.company_named(*company)?;
                if named != acting || *seller != Party::Company(*company) {
                    return Err(Refusal::plain(say!(
                        "the corporation whose turn it is sells its own shares"
                    )));
                }
                check(game, acting, *percent)?;
                // 1883-R-56: the owner of CNP is asked before the last share of SV goes.
                let before = Before::Issue { percent: *percent };
                let last = moment::takes_the_last(game, acting, *percent);
                if last && moment::ask(game, acting, by.seat()?, before) {
                    return Ok(());
                }
                sell(game, acting, *percent, events)
            }
            Action::Pass => game.end_step(),
            _ => Err(out_of_place(say!("sell shares of the initial offers, or go on"))),
        }
    }
}

pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    check(game, company, game.fixed.figures.share).is_ok()
}

/// 1883-6.9-01. 1883-R-33: not the co-operative.
fn check(game: &Game, company: CompanyId, percent: u8) -> Play {
    let (name, share) = (game.name(company), game.fixed.figures.share);
    require(!game.is_coop(company), "1883-R-33", || {
        say!("before its capitalisation {name} sells no shares of its initial offers", name)
    })?;
    let there = percent > 0
        && percent.is_multiple_of(share)
        && game.table.shares.ordinary(company, percent, Holder::Offering).is_some();
    require(there, "1883-6.9-01", || {
        say!("so many shares of {name} do not lie in its initial offers", name)
    })?;
    let (limit, pool) = (game.fixed.figures.pool_limit, game.percent(company, Holder::Pool));
    require(pool + percent <= limit, "1883-6.9-01", || {
        say!("{pool}% of {name} lie in the pool, and no more than {limit}% may", pool, name, limit)
    })
}

/// 1883-6.9-02: the price falls first, so more shares bring less each.
fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let per = game.fixed.figures.share;
    let amounts = (1..=game.percent(company, Holder::Offering) / per.max(1)).map(|count| count * per);
    let offer = |percent: u8| Offer::Sell {
        seller: Party::Company(game.name(company)),
        company: game.name(company),
        percents: smallvec![percent],
        price: game.price_after(company, game.shares_in(percent)),
        per,
    };
    amounts.filter(|percent| check(game, company, *percent).is_ok()).map(offer).collect()
}

/// 1883-6.9-02: first the marker drops, then the bank pays the new price for each share.
pub(in crate::t1883) fn sell(game: &mut Game, company: CompanyId, percent: u8, events: &mut Events) -> Play {
    check(game, company, percent)?;
    let shares = game.shares_in(percent);
    game.table.shares.give_percent(company, percent, Holder::Offering, Holder::Pool, events)?;
    game.price_falls(company, shares, events);
    let money = game.price(company) * shares;
    game.pay(Account::Bank, Account::Company(company), money, say!("own shares sold"), events)?;
    game.end_step()?;
    game.close_fallen(company);
    Ok(())
}
