//! 3.2 CNP may be swapped for a share of SV at any moment.

use super::{give, holder};
use crate::t1883::Game;
use crate::t1883::stock::presidency;
use ferrata_engine::action::Action;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// The private that a player may swap now: 1883-3.2-07, 1883-3.2-21, 1883-R-07.
pub(in crate::t1883) fn possible(game: &Game, seat: SeatId) -> Option<usize> {
    let private = game.fixed.privates.iter().position(|private| private.swap.is_some())?;
    check(game, private, seat).ok().map(|()| private)
}

fn check(game: &Game, private: usize, seat: SeatId) -> Play {
    let swap = game.fixed.privates.get(private).and_then(|private| private.swap);
    let Some(swap) = swap.filter(|_| holder(game, private) == Holder::Seat(seat)) else {
        return Err(Refusal::rule(
            "1883-3.2-07",
            say!("only the player who owns the private company can swap it"),
        ));
    };
    let there = game.table.shares.ordinary(swap.company, swap.percent, Holder::Offering).is_some();
    let company = game.name(swap.company);
    require(there, "1883-3.2-07", || say!("no share of {company} is left in its initial offers", company))?;
    let (limit, holds) = (game.fixed.figures.hold_limit, game.held(swap.company, seat));
    require(holds + swap.percent <= limit, "1883-3.2-21", || {
        say!("nobody may hold more than {limit}% of {company}", limit, company)
    })
}

/// Offers the swap, if it is possible.
pub(in crate::t1883) fn offer(game: &Game, seat: SeatId) -> Option<Offer> {
    let private = game.fixed.privates.get(possible(game, seat)?)?;
    let company = game.name(private.swap?.company);
    let card = game.fixed.parts.card_name(private.card);
    Some(Offer::UseCard { card, means: say!("swap {card} for a share of {company}", card, company) })
}

/// Swaps. None if the action is something else.
pub(in crate::t1883) fn answer(
    game: &mut Game,
    seat: SeatId,
    action: &Action,
    events: &mut Events,
) -> Option<Play> {
    let Action::UseCard { card } = action else { return None };
    let private = match game.fixed.parts.card_named(*card) {
        Ok(card) => game.fixed.private_of(card)?,
        Err(refusal) => return Some(Err(refusal)),
    };
    Some(swap(game, private, seat, events))
}

/// 1883-3.2-07: CNP closes, its anchor goes to SV. 1883-R-07: if SV is afloat the bank pays it par.
pub(in crate::t1883) fn swap(game: &mut Game, private: usize, seat: SeatId, events: &mut Events) -> Play {
    check(game, private, seat)?;
    let Some((swap, anchors)) =
        game.fixed.privates.get(private).and_then(|private| Some((private.swap?, private.anchors)))
    else {
        return Ok(());
    };
    game.table.shares.give_percent(
        swap.company,
        swap.percent,
        Holder::Offering,
        Holder::Seat(seat),
        events,
    )?;
    give(game, private, Holder::Out, events);
    game.company_mut(swap.company).anchors += anchors;
    if !game.is_open(swap.company) {
        return Ok(());
    }
    let par = game.company(swap.company).par.unwrap_or_default() * game.shares_in(swap.percent);
    game.pay(
        Account::Bank,
        Account::Company(swap.company),
        par,
        say!("share for the swapped private"),
        events,
    )?;
    presidency::settle(game, swap.company, seat, events)
}
