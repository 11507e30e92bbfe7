//! 3.2.1 Selling stock.

use super::{Stock, presidency};
use crate::fb::Game;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// 18FB-3.2.1-07, 18FB-G-32: whether stock of a company may be sold at all: it has operated.
pub(in crate::fb) fn has_operated(game: &Game, company: CompanyId) -> bool {
    game.floated(company) && game.charter(company).operated && game.fixed.regional(company).is_none()
}

/// 18FB-2.3-09, 18FB-3.2.1-01: whether so much more of a company may lie in the pool.
pub(in crate::fb) fn pool_has_room(game: &Game, company: CompanyId, percent: u8) -> bool {
    game.percent(company, Holder::Pool).saturating_add(percent) <= game.fixed.figures.pool_limit
}

/// The amounts of a company that a player may sell in one transaction. 18FB-2.3-08, 18FB-3.2.1-08, 18FB-3.2.1-09: the
/// president's certificate is never sold; whoever sells into it must lose the presidency by the whole sale (18FB-3.2.5-01),
/// so that the certificate is exchanged first.
pub(in crate::fb) fn amounts(game: &Game, seat: SeatId, company: CompanyId) -> SmallVec<[u8; 8]> {
    if !has_operated(game, company) {
        return SmallVec::new();
    }
    let held = game.percent(company, Holder::Seat(seat));
    let share = game.fixed.figures.share.max(1);
    let amounts = (1..=held / share).map(|shares| shares * share);
    amounts
        .filter(|percent| {
            pool_has_room(game, company, *percent) && can_part_with(game, seat, company, *percent)
        })
        .collect()
}

/// The ordinary certificates suffice, or the sale makes somebody else president.
pub(in crate::fb) fn can_part_with(game: &Game, seat: SeatId, company: CompanyId, percent: u8) -> bool {
    let held = Holder::Seat(seat);
    let is_president = game.table.shares.director(company) == held;
    let certificate = if is_president { game.president_percent(company) } else { 0 };
    let singles = game.percent(company, held).saturating_sub(certificate);
    percent <= singles || (is_president && presidency::successor(game, company, percent).is_some())
}

pub(super) fn offer(game: &Game, stock: &Stock, company: CompanyId) -> Option<Offer> {
    let percents = amounts(game, stock.asked, company);
    let open = !percents.is_empty() && !stock.sold_now.has(company);
    open.then(|| Offer::Sell {
        seller: Party::Seat(stock.asked),
        company: game.name(company),
        percents,
        price: game.price(company),
        per: game.fixed.figures.share,
    })
}

pub(super) fn sell(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::Sell { seller, company: name, percent } = action else { return Ok(()) };
    let company = game.fixed.parts.company_named(*name)?;
    require(*seller == Party::Seat(seat), "18FB-3.2.1-01", || say!("players sell their own stock"))?;
    check(game, seat, company, *percent)?;
    require(!game.stock_mut()?.sold_now.has(company), "18FB-3.2.1-05", || {
        say!("{name} was sold in this turn: all shares of a corp are sold in one transaction", name = *name)
    })?;
    // 18FB-3.2.1-04, 18FB-3.2.1-05: all shares are paid at the price before the move.
    let proceeds = game.price(company) * game.shares_in(*percent);
    hand_over(game, seat, company, *percent, proceeds, events)?;
    // 18FB-3.2.1-06.
    game.price_falls(company, game.shares_in(*percent), events);
    game.stock_mut()?.note_sale(seat, company);
    presidency::settle(game, company, events)
}

fn check(game: &Game, seat: SeatId, company: CompanyId, percent: u8) -> Play {
    let name = game.name(company);
    let held = game.percent(company, Holder::Seat(seat));
    let share = game.fixed.figures.share.max(1);
    require(has_operated(game, company), "18FB-3.2.1-07", || {
        say!("{name} has not operated yet: its stock cannot be sold", name)
    })?;
    require(percent > 0 && percent <= held && percent.is_multiple_of(share), "18FB-3.2.1-01", || {
        say!("the seller has {held}% of {name}, in shares of {share}%", held, name, share)
    })?;
    require(pool_has_room(game, company, percent), "18FB-2.3-09", || {
        let (pool, limit) = (game.percent(company, Holder::Pool), game.fixed.figures.pool_limit);
        say!("the pool has {pool}% of {name} and may not hold more than {limit}%", pool, name, limit)
    })?;
    require(can_part_with(game, seat, company, percent), "18FB-2.3-08", || {
        say!("the president's certificate of {name} is not sold, and nobody would become president", name)
    })
}

/// Shares go to the pool and the money to the seller; the president's certificate is exchanged first if it has to be
/// (18FB-C-32).
pub(in crate::fb) fn hand_over(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    percent: u8,
    proceeds: ferrata_engine::money::Money,
    events: &mut Events,
) -> Play {
    let (name, held) = (game.name(company), Holder::Seat(seat));
    if game.table.shares.ordinary(company, percent, held).is_none() {
        let heir = presidency::successor(game, company, percent);
        let heir = heir.ok_or_else(|| {
            Refusal::rule("18FB-2.3-08", say!("nobody would become president of {name}", name))
        })?;
        presidency::transfer(game, company, heir, events)?;
    }
    game.table.shares.give_percent(company, percent, held, Holder::Pool, events)?;
    let why = say!("{percent}% of {name}", percent, name);
    game.table.ledger.pay(Account::Bank, Account::Seat(seat), proceeds, why, events)
}
