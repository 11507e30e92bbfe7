//! The end of the game: whoever is worth most has won.

use super::Tiny;
use super::table::Round;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Outcome, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Why the game ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Why {
    Bank,
    Price,
    LastRound,
    NobodyBuilds,
}

impl Why {
    fn text(self) -> Text {
        match self {
            Why::Bank => say!("the bank is broken"),
            Why::Price => say!("a price has reached the end of the chart"),
            Why::LastRound => say!("the last round is over"),
            Why::NobodyBuilds => say!("nobody wants to build"),
        }
    }
}

/// Nobody decides any more.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Over(Why);

pub(super) fn finish(game: &mut Tiny, why: Why, events: &mut Events) {
    game.table.round = Round::Over(Over(why));
    events.push(Event::Note { text: say!("The game is over: {why}.", why = why.text()) });
}

impl Decision<Tiny> for Over {
    fn turn(&self, game: &Tiny) -> Turn {
        let seats = (0..game.fixed.players.len() as u8).map(SeatId);
        let mut standings: Vec<_> = seats.map(|seat| (seat, worth(game, seat))).collect();
        standings.sort_by_key(|(seat, worth)| (Reverse(*worth), *seat));
        Turn::Over(Outcome { reason: self.0.text(), standings })
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Nothing
    }

    fn offers(&self, _: &Tiny) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, _: &mut Tiny, _: Author, _: &Action, _: &mut Events) -> Play {
        Err(Refusal::plain(say!("the game is over")))
    }
}

/// Money in hand, shares at market price, and cards at face value.
pub(super) fn worth(game: &Tiny, seat: SeatId) -> Money {
    let holder = Holder::Seat(seat);
    let shares = game.company_ids().map(|company| {
        let shares = game.table.shares.percent(company, holder) / game.fixed.figures.share;
        game.price(company) * i32::from(shares)
    });
    let cards = game.fixed.parts.cards.iter().zip(&game.table.cards);
    let cards = cards.filter(|(_, by)| **by == holder).map(|(card, _)| card.price);
    game.table.ledger.seat(seat) + shares.chain(cards).sum()
}
