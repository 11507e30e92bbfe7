//! 6.8.6 A player is bankrupt and leaves the game.

use crate::t1883::end::{self, Over};
use crate::t1883::stock::closing;
use crate::t1883::{Game, concessions, coop, privates};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 1883-6.8-19 to 1883-6.8-22, 1883-6.8-27: `company` is the corporation for which the money could not be raised; it closes.
pub(in crate::t1883) fn bankrupt(
    game: &mut Game,
    seat: SeatId,
    company: Option<CompanyId>,
    events: &mut Events,
) -> Play {
    events.push(Event::Said { seat, what: say!("is bankrupt and leaves the game") });
    let heirs: Vec<(CompanyId, Option<SeatId>)> = {
        let led = game.table.shares.directed_by(Holder::Seat(seat));
        let led = led.filter(|other| game.is_open(*other) && Some(*other) != company);
        led.map(|other| (other, game.heir(other, seat))).collect()
    };
    if game.table.priority == seat {
        game.table.priority = game.left_of(seat);
    }
    if let Some(company) = company {
        closing::dissolve(game, company, events)?;
    }
    for (other, heir) in heirs {
        hand_over(game, other, heir, events)?;
    }
    give_up_shares(game, seat, events)?;
    give_up_rest(game, seat, events)?;
    // Before the place at the table is empty: the next holder sits to the left of it.
    coop::leave(game, seat, events);
    game.table.order.retain(|other| *other != seat);
    if let Some(own) = game.table.seats.get_mut(seat.index()) {
        (own.out, own.support) = (true, 0);
    }
    // 1883-9-05.
    if game.table.order.len() <= 1 {
        end::finish(game, Over::Alone, events);
        return Ok(());
    }
    // 1883-5.6-18: once everybody who could be asked is known.
    concessions::check_all(game, events)
}

/// 1883-6.8-21: the largest other holder takes the 20% for two 10%; where nobody can, the corporation closes.
fn hand_over(game: &mut Game, company: CompanyId, heir: Option<SeatId>, events: &mut Events) -> Play {
    match heir {
        Some(heir) => game.table.shares.swap_director(company, Holder::Seat(heir), events),
        None => closing::dissolve(game, company, events),
    }
}

/// 1883-6.8-20: shares of corporations in play go to the pool, whatever its limit says; nobody is paid and no price moves. Those of
/// corporations that are not launched go back to the initial offers.
fn give_up_shares(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    let held: Vec<_> = game.table.shares.held_by(Holder::Seat(seat)).collect();
    for (cert, printed) in held {
        let to = if game.is_open(printed.company) { Holder::Pool } else { Holder::Offering };
        game.table.shares.give(cert, to, events)?;
    }
    Ok(())
}

/// 1883-R-32: cash goes to the bank, privates close.
fn give_up_rest(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    let cash = game.cash(seat);
    game.pay(Account::Seat(seat), Account::Bank, cash, say!("bankruptcy"), events)?;
    privates::closing::close_those_of(game, Holder::Seat(seat), events)
}
