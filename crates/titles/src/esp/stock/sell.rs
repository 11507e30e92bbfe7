//! §3.1 Selling shares to the open market.

use super::director;
use crate::esp::{Game, chart};
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// 18ESP-1.6-02: players trade what is theirs.
pub(in crate::esp) fn check_self(who: Party, seat: SeatId) -> Play {
    match who == Party::Seat(seat) {
        true => Ok(()),
        false => Err(Refusal::plain(say!("{seat} acts for themselves here", seat))),
    }
}

/// Whether a player may sell so much of a company, and who would then be its new director, if anybody.
pub(in crate::esp) fn check(
    game: &Game,
    seat: SeatId,
    company: CompanyId,
    percent: u8,
    director_may_change: bool,
) -> Result<Option<SeatId>, Refusal> {
    let (name, share) = (game.name(company), game.fixed.figures.share);
    let shares = &game.table.shares;
    let held = shares.percent(company, Holder::Seat(seat));
    require(!game.is_minor(company), "18ESP-3.1-08", || say!("{name} is a minor: it cannot be sold", name))?;
    let sane = percent > 0 && percent.is_multiple_of(share) && percent <= held;
    require(sane, "18ESP-3.1-01", || {
        say!("{held}% of {name} is there to sell, in steps of {share}%", held, name, share)
    })?;
    let par = game.company(company).par;
    require(par.is_some(), "18ESP-3.1-07", || say!("{name} has no par value yet", name))?;
    // 18ESP-G-07: a turn without a train counts.
    let operated = game.company(company).operated;
    require(operated, "18ESP-3.1-06", || say!("{name} has not had a turn in an operating round", name))?;
    let pool = shares.percent(company, Holder::Pool);
    let limit = game.fixed.figures.pool_limit;
    require(pool + percent <= limit, "18ESP-3.1-02", || {
        say!("{pool}% of {name} lies in the open market, which takes at most {limit}%", pool, name, limit)
    })?;
    new_director(game, seat, company, held - percent, director_may_change)
}

/// 18ESP-3.1-05: the director's certificate leaves a player only by exchange with a new director.
fn new_director(
    game: &Game,
    seat: SeatId,
    company: CompanyId,
    left: u8,
    may_change: bool,
) -> Result<Option<SeatId>, Refusal> {
    if game.table.shares.director(company) != Holder::Seat(seat) {
        return Ok(None);
    }
    let heir = director::heir(game, company, seat, left);
    let name = game.name(company);
    let keeps = left >= game.fixed.role(company).directors_percent;
    require(heir.is_some() || keeps, "18ESP-3.1-05", || {
        say!("nobody holds enough of {name} to take over its director's certificate", name)
    })?;
    require(heir.is_none() || may_change, "18ESP-4.7.1-04", || {
        say!("in a forced sale {name} may not change its director", name)
    })?;
    Ok(heir)
}

pub(super) fn sell(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    percent: u8,
    events: &mut Events,
) -> Play {
    let heir = check(game, seat, company, percent, true)?;
    carry_out(game, seat, company, percent, heir, events)
}

/// The seller gets the price that shows, then the marker falls.
pub(in crate::esp) fn carry_out(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    percent: u8,
    heir: Option<SeatId>,
    events: &mut Events,
) -> Play {
    // 18ESP-3.1.1-04: first the certificates are exchanged.
    if let Some(heir) = heir {
        game.table.shares.swap_director(company, Holder::Seat(heir), events)?;
    }
    let count = game.shares_in(percent);
    let price = game.price(company) * count;
    let why = say!("{percent}% of {company}", percent, company = game.name(company));
    game.table.shares.give_percent(company, percent, Holder::Seat(seat), Holder::Pool, events)?;
    // 18ESP-3.1-03, 18ESP-G-08: at the price before this sale.
    game.table.ledger.pay(Account::Bank, Account::Seat(seat), price, why, events)?;
    // 18ESP-3.1-04: a step per share.
    chart::walk(game, company, -game.fixed.figures.chart_steps.share_sold * count, events);
    Ok(())
}

pub(in crate::esp) fn offers(game: &Game, seat: SeatId, director_may_change: bool) -> Vec<Offer> {
    let mut offers = Vec::new();
    for company in game.company_ids() {
        let percents = sellable(game, seat, company, director_may_change);
        if !percents.is_empty() {
            let (seller, price) = (Party::Seat(seat), game.price(company));
            let (company, per) = (game.name(company), game.fixed.figures.share);
            offers.push(Offer::Sell { seller, company, percents, price, per });
        }
    }
    offers
}

/// What a player may sell of a company.
pub(in crate::esp) fn sellable(
    game: &Game,
    seat: SeatId,
    company: CompanyId,
    director_may_change: bool,
) -> SmallVec<[u8; 8]> {
    let held = game.table.shares.percent(company, Holder::Seat(seat));
    if held == 0 || !game.company(company).operated || game.is_minor(company) {
        return SmallVec::new();
    }
    let share = game.fixed.figures.share.max(1);
    let may = |&percent: &u8| check(game, seat, company, percent, director_may_change).is_ok();
    (1..=held / share).map(|count| count * share).filter(may).collect()
}

pub(in crate::esp) fn can_sell_any(game: &Game, seat: SeatId) -> bool {
    game.company_ids().any(|company| !sellable(game, seat, company, true).is_empty())
}

/// The most a player could raise by selling: each company in one lot.
pub(in crate::esp) fn raisable(game: &Game, seat: SeatId, director_may_change: bool) -> Money {
    let best = |company| {
        let most = sellable(game, seat, company, director_may_change).last().copied().unwrap_or(0);
        game.price(company) * game.shares_in(most)
    };
    game.company_ids().map(best).sum()
}
