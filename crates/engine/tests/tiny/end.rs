//! The end of the game: whoever is worth most has won.

use super::Tiny;
use super::state::Step;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Outcome;
use std::cmp::Reverse;

pub(super) fn finish(game: &mut Tiny, reason: &'static str, events: &mut Events) {
    game.now.step = Step::Over(reason);
    events.push(Event::Note { text: format!("The game is over: {reason}.").into() });
}

/// Money in hand, shares at market price, and cards at face value.
pub(super) fn worth(game: &Tiny, seat: SeatId) -> Money {
    let holder = Holder::Seat(seat);
    let shares = game.company_ids().map(|company| {
        let shares = game.now.shares.percent(company, holder) / 20;
        game.price(company) * i32::from(shares)
    });
    let cards = game.printed.from.cards.iter().zip(&game.now.cards);
    let cards = cards.filter(|(_, by)| **by == holder).map(|(card, _)| card.price);
    game.now.ledger.seat(seat) + shares.chain(cards).sum()
}

pub(super) fn outcome(game: &Tiny, reason: &str) -> Outcome {
    let seats = (0..game.players.len() as u8).map(SeatId);
    let mut standings: Vec<_> = seats.map(|seat| (seat, worth(game, seat))).collect();
    standings.sort_by_key(|(seat, worth)| (Reverse(*worth), *seat));
    Outcome { reason: reason.to_owned(), standings }
}
