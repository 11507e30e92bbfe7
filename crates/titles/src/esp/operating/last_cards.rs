//! §4.8 The end of a turn: a last opportunity to buy privates and tenders, where combining is a step of its own.

use super::meanwhile;
use crate::esp::Game;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;

/// The company may buy privates and tenders. 18ESP-D-34: nothing else is left.
pub(super) struct LastCards;

impl Decision<Game> for LastCards {
    fn turn(&self, game: &Game) -> Turn {
        game.acting_director()
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Cards
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        meanwhile::offers(game, |_| Vec::new(), Some(say!("buy no more privates or tenders")))
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        meanwhile::answer(game, by, action, events, |game, _, _| match action {
            Action::Pass => game.end_step(),
            _ => Err(meanwhile::not_now(say!("only privates and tenders can be bought now"))),
        })
    }
}
