//! Buying a share: from the company at its start price, or from the pool at the market price.

use super::{Stock, settle_directorship};
use crate::tiny::Tiny;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
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
    let share = game.fixed.figures.share;
    let buyer = Holder::Seat(stock.asked);
    let Some(start_price) = game.company(company).and_then(|company| company.start_price) else {
        return Vec::new();
    };
    let limit = game.table.shares.percent(company, buyer) + share > game.fixed.figures.holding_limit;
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
    let there = |source: &Source| game.table.shares.ordinary(company, share, source.holder).is_some();
    let payable = |source: &Source| source.price <= game.table.ledger.seat(stock.asked);
    [offering, pool].into_iter().filter(|source| there(source) && payable(source)).collect()
}

pub(super) fn offers(game: &Tiny, stock: &Stock, company: CompanyId) -> Vec<Offer> {
    let share = game.fixed.figures.share;
    let offer = |source: Source| Offer::Buy {
        buyer: Party::Seat(stock.asked),
        company: game.fixed.parts.company_name(company),
        percent: share,
        from: source.from,
        prices: Prices::fixed(source.price),
    };
    sources(game, stock, company).into_iter().map(offer).collect()
}

pub(super) fn buy(game: &mut Tiny, stock: &Stock, action: &Action, events: &mut Events) -> Play {
    let share = game.fixed.figures.share;
    let Action::Buy { buyer, company, percent, from, price } = action else {
        return Err(Refusal::plain(say!("this buys nothing")));
    };
    let company = game.fixed.parts.company_named(*company)?;
    let source = sources(game, stock, company).into_iter().find(|source| source.from == *from);
    let Some(source) = source.filter(|source| source.price == *price) else {
        return Err(Refusal::plain(say!(
            "no share of this company can be bought there, or not at this price"
        )));
    };
    if *buyer != Party::Seat(stock.asked) || *percent != share {
        return Err(Refusal::plain(say!("the player whose turn it is buys {share}% at a time", share)));
    }
    let (payer, holder) = (Account::Seat(stock.asked), Holder::Seat(stock.asked));
    game.table.ledger.pay(payer, source.paid_to, source.price, say!("a share"), events)?;
    game.table.shares.give_percent(company, share, source.holder, holder, events)?;
    settle_directorship(game, company, events)
}
