//! Chance seats the players.

use super::table::Round;
use super::{Tiny, sealed_bids};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;

/// The order of play is drawn.
pub(super) struct Seating;

impl Decision<Tiny> for Seating {
    fn turn(&self, game: &Tiny) -> Turn {
        let players = game.fixed.players.len() as u16;
        Turn::Chance(Draw {
            what: say!("order of play"),
            kind: DrawKind::Pick { count: players, of: players },
        })
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Tiny) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.order = action.drawn()?.iter().map(|seat| SeatId(*seat as u8)).collect();
        game.table.round = Round::SealedBids(sealed_bids::begin(game, events));
        Ok(())
    }
}
