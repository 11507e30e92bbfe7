//! §3.1.1 Who directs a company.

use crate::esp::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::shares::Holder;

/// The player who becomes director when the present one holds `held`. 18ESP-3.1.1-02: whoever can exchange the director's
/// certificate and holds strictly more. 18ESP-3.1.1-03: of several with the most, the one with the lowest order card; online
/// the next after the present one (18ESP-D-35).
pub(super) fn heir(game: &Game, company: CompanyId, director: SeatId, held: u8) -> Option<SeatId> {
    let percent = |seat: SeatId| game.table.shares.percent(company, Holder::Seat(seat));
    let least = game.fixed.role(company).directors_percent;
    let order = &game.table.order;
    let after = match game.fixed.switches.director_by_order_card {
        true => 0,
        false => order.iter().position(|seat| *seat == director).map_or(0, |at| at + 1),
    };
    let mut best: Option<SeatId> = None;
    for &seat in order.iter().cycle().skip(after).take(order.len()).filter(|&&seat| seat != director) {
        let enough = percent(seat) >= least && percent(seat) > held;
        if enough && best.is_none_or(|best| percent(seat) > percent(best)) {
            best = Some(seat);
        }
    }
    best
}

/// Gives the director's certificate to whoever holds strictly more than the director. 18ESP-4.6-11: a share received in a
/// takeover counts, too.
pub(in crate::esp) fn review(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let Holder::Seat(director) = game.table.shares.director(company) else { return Ok(()) };
    let held = game.table.shares.percent(company, Holder::Seat(director));
    match heir(game, company, director, held) {
        Some(heir) => game.table.shares.swap_director(company, Holder::Seat(heir), events),
        None => Ok(()),
    }
}
