//! 5.3 Presidencies: the largest holder leads.

use crate::t1883::Game;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::shares::Holder;

/// 1883-5.3-10: whether a sale by the president gives the presidency away: somebody else, with enough for the certificate,
/// would hold more, or the certificate itself must be broken.
pub(super) fn passes(game: &Game, company: CompanyId, seat: SeatId, percent: u8) -> bool {
    if game.president(company) != Some(seat) {
        return false;
    }
    let keeps = game.held(company, seat).saturating_sub(percent);
    let more = game.heir(company, seat).is_some_and(|heir| game.held(company, heir) > keeps);
    more || keeps < game.presidents_percent()
}

/// 1883-5.3-09: whoever now holds strictly more than the president, and at least 20%, becomes president at once.
pub(in crate::t1883) fn settle(
    game: &mut Game,
    company: CompanyId,
    seat: SeatId,
    events: &mut Events,
) -> Play {
    let Some(president) = game.president(company).filter(|president| *president != seat) else {
        return Ok(());
    };
    if game.is_coop(company) || game.held(company, seat) <= game.held(company, president) {
        return Ok(());
    }
    let least = game.presidents_percent();
    if game.table.shares.ordinary(company, least, Holder::Seat(seat)).is_none() {
        return Ok(());
    }
    game.table.shares.swap_director(company, Holder::Seat(seat), events)
}
