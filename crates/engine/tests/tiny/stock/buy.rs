//! Buying a share: from the company at its start price, or from the pool at the market price.

use super::settle_directorship;
use super::start::SHARE;
use crate::tiny::Tiny;
use crate::tiny::state::Stock;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

/// Where a share comes from, where the money goes, and how much.
struct Source {
    from: Party,
    holder: Holder,
    paid_to: Account,
    price: Money,
}

/// What the player may buy of a company now.
fn sources(game: &Tiny, stock: &Stock, company: CompanyId) -> Vec<Source> {
    let buyer = Holder::Seat(stock.asked);
    let Some(start_price) = game.company(company).and_then(|company| company.start_price) else {
        return Vec::new();
    };
    let limit = game.now.shares.percent(company, buyer) + SHARE > game.printed.holding_limit;
    if limit || stock.sold.contains(&(stock.asked, company)) {
        return Vec::new();
    }
    let offering = Source {
        from: Party::Offering,
        holder: Holder::Offering,
        paid_to: Account::Company(company),
        price: start_price,
    };
    let market = game.price(company);
    let pool = Source { from: Party::Bank, holder: Holder::Pool, paid_to: Account::Bank, price: market };
    let there = |source: &Source| game.now.shares.ordinary(company, SHARE, source.holder).is_some();
    let payable = |source: &Source| source.price <= game.now.ledger.seat(stock.asked);
    [offering, pool].into_iter().filter(|source| there(source) && payable(source)).collect()
}

pub(super) fn offers(game: &Tiny, stock: &Stock, company: CompanyId) -> Vec<Offer> {
    let offer = |source: Source| Offer::Buy {
        buyer: Party::Seat(stock.asked),
        company: game.company_name(company),
        percent: SHARE,
        from: source.from,
        prices: Prices::fixed(source.price),
    };
    sources(game, stock, company).into_iter().map(offer).collect()
}

pub(super) fn apply(
    game: &mut Tiny,
    stock: &Stock,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let Action::Buy { buyer, company, percent, from, price } = action else {
        return Err(Refusal::plain("this buys nothing"));
    };
    let company = game.find_company(*company)?;
    let source = sources(game, stock, company).into_iter().find(|source| source.from == *from);
    let Some(source) = source.filter(|source| source.price == *price) else {
        return Err(Refusal::plain("no share of this company can be bought there, or not at this price"));
    };
    if *buyer != Party::Seat(stock.asked) || *percent != SHARE {
        return Err(Refusal::plain(format!("the player whose turn it is buys {SHARE}% at a time")));
    }
    let (payer, holder) = (Account::Seat(stock.asked), Holder::Seat(stock.asked));
    game.now.ledger.pay(payer, source.paid_to, source.price, "a share", events)?;
    game.now.shares.give_percent(company, SHARE, source.holder, holder, events)?;
    settle_directorship(game, company, events)
}
