//! 3.2.5 Transfer of presidency, and what becomes of the concession (3.2.3).

use super::concession;
use crate::fb::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::shares::Holder;

/// Lets the presidency pass if somebody has enough more than the president (18FB-3.2.5-01, 18FB-3.2.5-03, 18FB-3.2.2-09,
/// 18FB-C-11).
pub(in crate::fb) fn settle(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    if game.fixed.regional(company).is_some() {
        return Ok(());
    }
    if game.table.shares.director(company) == Holder::Company(company) {
        return settle_caretaker(game, company, events);
    }
    match successor(game, company, 0) {
        Some(heir) => transfer(game, company, heir, events),
        None => Ok(()),
    }
}

/// Who would become president if the president sold so much of a corp. 18FB-3.2.5-05, 18FB-3.2.3-04: whoever has most; among
/// equals the first after the president. 18FB-G-18: stock that corps hold does not count.
pub(in crate::fb) fn successor(game: &Game, company: CompanyId, sold: u8) -> Option<SeatId> {
    let Holder::Seat(president) = game.table.shares.director(company) else { return None };
    let percent = |seat: SeatId| game.percent(company, Holder::Seat(seat));
    let left = percent(president).saturating_sub(sold);
    let margin = game.phase().map_or(0, |phase| phase.says().margin);
    // Whoever takes the president's certificate gives as much in single shares for it (18FB-3.2.5-04).
    let needed = left.saturating_add(margin).max(game.president_percent(company));
    let rivals = game.seats_after(president).filter(|seat| *seat != president && percent(*seat) >= needed);
    best(rivals, percent)
}

/// Whether whoever leads a corp would still lead it after selling so much. 18FB-G-72: whoever stands in for a president leads by
/// most shares.
pub(in crate::fb) fn stays(game: &Game, company: CompanyId, leader: SeatId, sold: u8) -> bool {
    if game.table.shares.director(company) == Holder::Seat(leader) {
        return successor(game, company, sold).is_none();
    }
    let percent = |seat: SeatId| game.percent(company, Holder::Seat(seat));
    let left = percent(leader).saturating_sub(sold);
    left > 0 && game.seats_from(leader).all(|seat| seat == leader || percent(seat) <= left)
}

/// The first of those with most.
pub(in crate::fb) fn best(
    seats: impl Iterator<Item = SeatId>,
    much: impl Fn(SeatId) -> u8,
) -> Option<SeatId> {
    seats.fold(None, |best: Option<SeatId>, seat| match best {
        Some(best) if much(best) >= much(seat) => Some(best),
        _ => Some(seat),
    })
}

/// 18FB-3.2.3-03, 18FB-3.2.5-04: the president's certificate goes to the new president for two single shares. Before PH5 the
/// concession is withdrawn if the old president has it (18FB-3.2.5-02).
pub(in crate::fb) fn transfer(
    game: &mut Game,
    company: CompanyId,
    heir: SeatId,
    events: &mut Events,
) -> Play {
    let old = game.table.shares.director(company);
    game.table.shares.swap_director(company, Holder::Seat(heir), events)?;
    let concession = game.concession_of(company).filter(|_| game.bourbon());
    match concession {
        Some(card) if game.card(card).holder == old => {
            concession::withdraw(game, company, Some(heir), events)
        }
        _ => Ok(()),
    }
}

/// 18FB-G-72: the president's certificate lies in a national's treasury: whoever comes to have as much takes it; until then
/// whoever has most leads.
fn settle_caretaker(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let percent = |seat: SeatId| game.percent(company, Holder::Seat(seat));
    let caretaker = game.charter(company).caretaker;
    let first = caretaker.unwrap_or(game.table.priority);
    let most = best(game.seats_from(first).filter(|seat| percent(*seat) > 0), percent);
    match most {
        Some(seat) if percent(seat) >= game.president_percent(company) => {
            game.charter_mut(company)?.caretaker = None;
            game.table.shares.swap_director(company, Holder::Seat(seat), events)
        }
        _ if most != caretaker => {
            game.charter_mut(company)?.caretaker = most;
            let director = most.map_or(Holder::Pool, Holder::Seat);
            events.push(Event::Director { company, director });
            Ok(())
        }
        _ => Ok(()),
    }
}
