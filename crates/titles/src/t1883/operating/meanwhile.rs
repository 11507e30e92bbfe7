//! 1883-6.3-03: what may be done at any moment of a corporation's turn: privates are bought, anchors placed, CNP swapped.

use crate::t1883::Game;
use crate::t1883::privates::{anchors, sale, swap};
use ferrata_engine::action::Action;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Turn;

/// Whose turn it is while a corporation acts.
pub(super) fn turn(game: &Game) -> Turn {
    Turn::Seat(game.acting_president())
}

/// What may be done besides.
pub(super) fn offers(game: &Game) -> Vec<Offer> {
    let Ok(company) = game.acting() else { return Vec::new() };
    let mut offers = sale::offers(game, company);
    offers.extend(anchors::offers(game, company));
    offers.extend(swap::offer(game, game.acting_president()));
    offers
}

/// Whether there is anything that may be done besides and is the corporation's.
pub(super) fn waits(game: &Game, company: CompanyId) -> bool {
    !sale::offers(game, company).is_empty() || !anchors::offers(game, company).is_empty()
}

/// Does it. None if the action is something else.
pub(super) fn answer(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Option<Play> {
    sale::answer(game, seat, action, events)
        .or_else(|| anchors::answer(game, action, events))
        .or_else(|| swap::answer(game, seat, action, events))
}
