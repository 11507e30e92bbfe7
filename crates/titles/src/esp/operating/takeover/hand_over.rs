//! §4.6, §4.6.1 What changes hands in a takeover: cases A, B and C.

use super::{check, token};
use crate::esp::Game;
use crate::esp::privates::{self, tenders};
use crate::esp::stock::director;
use crate::esp::table::Goal;
use crate::esp::{goals, phases};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

pub(super) fn take_over(
    game: &mut Game,
    major: CompanyId,
    minor: CompanyId,
    on_map: bool,
    events: &mut Events,
) -> Play {
    let cost = check(game, major, minor)?;
    let owner = game.director(minor);
    // 18ESP-4.6-05: to the minor's director. 18ESP-4.6.1-08: to the bank if nobody launched it.
    let payee = owner.map_or(Account::Bank, Account::Seat);
    let why = say!("{company} is taken over", company = game.name(minor));
    game.table.ledger.pay(Account::Company(major), payee, cost, why, events)?;
    give_share(game, major, minor, owner, events)?;
    give_property(game, major, minor, events)?;
    game.company_mut(major).takeovers += 1;
    // 18ESP-4.6.1-10: every case meets the goal.
    if game.third_is_takeover(major) {
        goals::meet(game, major, Goal::Third, events)?;
    }
    let place = token::Place::of(game, minor);
    phases::dissolve(game, minor, events)?;
    if on_map {
        token::settle(game, major, &place, events)?;
    }
    director::review(game, major, events)?;
    phases::review_reserved(game, events)
}

/// 18ESP-4.6-06, 18ESP-4.6.1-06: the minor's director gets the reserved share. 18ESP-4.6.1-07, 18ESP-4.6.1-08: if the minor never
/// ran it goes on sale.
fn give_share(
    game: &mut Game,
    major: CompanyId,
    minor: CompanyId,
    owner: Option<SeatId>,
    events: &mut Events,
) -> Play {
    if game.fixed.figures.reserved_share == 0 {
        // 18ESP-D-07: online the last share of the initial offering, if there is one.
        let share = game.fixed.figures.share;
        return match owner {
            Some(seat) if game.table.shares.percent(major, Holder::Offering) >= share => {
                game.table.shares.give_percent(major, share, Holder::Offering, Holder::Seat(seat), events)
            }
            _ => Ok(()),
        };
    }
    let percent = game.table.shares.percent(major, Holder::Reserved);
    match owner {
        Some(seat) if game.company(minor).ran => {
            game.table.shares.give_percent(major, percent, Holder::Reserved, Holder::Seat(seat), events)
        }
        _ => phases::release_reserved(game, major, events),
    }
}

/// 18ESP-4.6-07, 18ESP-G-20: cash, trains, privates and tender, even the train of private 3.
fn give_property(game: &mut Game, major: CompanyId, minor: CompanyId, events: &mut Events) -> Play {
    let cash = game.table.ledger.company(minor);
    let (from, to) = (Account::Company(minor), Account::Company(major));
    game.table.ledger.pay(from, to, cash, say!("treasury of the minor"), events)?;
    for train in std::mem::take(&mut game.company_mut(minor).trains) {
        let name = game.train_name(&train);
        game.company_mut(major).trains.push(train);
        events.push(Event::Train { train: name, from: Some(minor), to: Some(major) });
    }
    for private in game.privates_of(minor).collect::<Vec<_>>() {
        privates::give(game, private, Holder::Company(major), events);
    }
    if std::mem::take(&mut game.company_mut(minor).tender) {
        tenders::take(game, major, events);
    }
    Ok(())
}
