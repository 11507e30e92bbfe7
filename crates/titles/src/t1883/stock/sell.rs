//! 5.2 Sales to the pool, in stock rounds and to raise money.

use super::presidency;
use crate::t1883::Game;
use crate::t1883::agenda::Round;
use crate::t1883::money::Block;
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// 1883-5.1-08, 1883-5.2-01: within one block every share of a corporation brings the price from before the block.
fn price(game: &Game, company: CompanyId, block: &Block) -> Money {
    let kept = block.iter().find(|(other, _)| *other == company).map(|(_, price)| *price);
    kept.unwrap_or_else(|| game.price(company))
}

/// Whether a player may sell so much of a corporation; `needs` is the corporation for which money must be raised.
fn check(game: &Game, (seat, company, percent): (SeatId, CompanyId, u8), needs: Option<CompanyId>) -> Play {
    let (name, share) = (game.name(company), game.fixed.figures.share);
    let first = matches!(game.table.round, Round::Stock(_)) && game.table.stock_rounds == 1;
    require(!first, "1883-5.2-05", || say!("no share may be sold in the first stock round"))?;
    require(!game.is_coop(company), "1883-5.2-07", || {
        say!("shares of {name} cannot be sold before its capitalisation", name)
    })?;
    let held = game.held(company, seat);
    let whole = percent > 0 && percent.is_multiple_of(share);
    require(game.is_open(company) && whole && percent <= held, "1883-5.2-01", || {
        say!("sell one or more of one's own shares of {share}% of a corporation in play", share)
    })?;
    let (limit, pool) = (game.fixed.figures.pool_limit, game.percent(company, Holder::Pool));
    require(pool + percent <= limit, "1883-5.2-04", || {
        say!("{pool}% of {name} lie in the pool, and no more than {limit}% may", pool, name, limit)
    })?;
    if !presidency::passes(game, company, seat, percent) {
        return Ok(());
    }
    // 1883-5.2-06, 1883-5.3-10.
    let heir = game.heir(company, seat).is_some();
    require(heir, "1883-5.3-10", || {
        say!("nobody else holds enough of {name} to become president: the 20% cannot be sold", name)
    })?;
    // 1883-R-31.
    require(needs != Some(company), "1883-R-31", || {
        say!("the presidency of {name} cannot be given up to raise money for it", name)
    })
}

/// The amounts of a corporation that a player may sell.
fn amounts(game: &Game, seat: SeatId, company: CompanyId, needs: Option<CompanyId>) -> SmallVec<[u8; 8]> {
    let (share, held) = (game.fixed.figures.share, game.held(company, seat));
    let may = |percent: &u8| check(game, (seat, company, *percent), needs).is_ok();
    (1..=held / share.max(1)).map(|count| count * share).filter(may).collect()
}

/// What a player may sell. 1883-6.8-26: where money is `short`, no share more than necessary.
pub(in crate::t1883) fn offers(
    game: &Game,
    seat: SeatId,
    needs: Option<CompanyId>,
    block: &Block,
    short: Option<Money>,
) -> Vec<Offer> {
    let per = game.fixed.figures.share;
    let offer = |company: CompanyId| {
        let price = price(game, company, block);
        let mut percents = amounts(game, seat, company, needs);
        percents.retain(|percent| short.is_none_or(|short| needed(game, price, *percent, short)));
        let seller = Party::Seat(seat);
        (!percents.is_empty()).then(|| Offer::Sell {
            seller,
            company: game.name(company),
            percents,
            price,
            per,
        })
    };
    game.company_ids().filter_map(offer).collect()
}

/// Whether the last share of a sale is still needed.
fn needed(game: &Game, price: Money, percent: u8, short: Money) -> bool {
    price * (game.shares_in(percent) - 1) < short
}

/// 1883-6.8-29: what a player could raise by sales.
pub(in crate::t1883) fn raisable(
    game: &Game,
    seat: SeatId,
    needs: Option<CompanyId>,
    block: &Block,
) -> Money {
    let worth = |company: CompanyId| {
        let most = amounts(game, seat, company, needs).last().copied().unwrap_or(0);
        price(game, company, block) * game.shares_in(most)
    };
    game.company_ids().map(worth).sum()
}

/// A sale of which no share may be more than needed.
pub(in crate::t1883) fn sell_needed(
    game: &mut Game,
    (seat, company, percent): (SeatId, CompanyId, u8),
    (needs, short): (Option<CompanyId>, Money),
    block: &mut Block,
    events: &mut Events,
) -> Play {
    let needed = needed(game, price(game, company, block), percent, short);
    require(needed, "1883-6.8-26", || {
        say!("no more shares are sold than are needed to raise {short}", short)
    })?;
    sell(game, (seat, company, percent), needs, block, events)
}

/// 1883-5.2-01, 1883-5.2-02, 1883-5.2-03: the seller is paid the old price for every share, then the marker falls.
pub(in crate::t1883) fn sell(
    game: &mut Game,
    (seat, company, percent): (SeatId, CompanyId, u8),
    needs: Option<CompanyId>,
    block: &mut Block,
    events: &mut Events,
) -> Play {
    check(game, (seat, company, percent), needs)?;
    let price = price(game, company, block);
    if !block.iter().any(|(other, _)| *other == company) {
        block.push((company, price));
    }
    // 1883-5.3-10, 1883-5.3-11: the successor takes the 20% first. 1883-5.3-12: in a forced sale, too.
    if presidency::passes(game, company, seat, percent)
        && let Some(heir) = game.heir(company, seat)
    {
        game.table.shares.swap_director(company, Holder::Seat(heir), events)?;
    }
    game.table.shares.give_percent(company, percent, Holder::Seat(seat), Holder::Pool, events)?;
    let shares = game.shares_in(percent);
    game.pay(Account::Bank, Account::Seat(seat), price * shares, say!("shares sold"), events)?;
    game.price_falls(company, shares, events);
    Ok(())
}

/// The block is over.
pub(in crate::t1883) fn end_block(game: &mut Game, block: &Block) {
    for (company, _) in block {
        game.close_fallen(*company);
    }
}
