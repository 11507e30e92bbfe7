//! 1.2 Setting up the game: the move order is drawn, then the Political Round starts.

use super::fixed::FilledIn;
use super::table::Round;
use super::{Game, auction};
use crate::data::notice;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 18FB-1.2-08: the move order is drawn with the numbered player cards.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveOrder {}

impl Decision<Game> for MoveOrder {
    fn turn(&self, game: &Game) -> Turn {
        let count = u16::from(game.fixed.by_players.count);
        Turn::Chance(Draw { what: say!("move order"), kind: DrawKind::Pick { count, of: count } })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let seats = action.drawn()?.iter().map(|seat| SeatId(*seat as u8));
        game.table.order = seats.collect();
        let order = game.table.order.to_vec();
        events.push(Event::Note { text: say!("The move order is {order}.", order) });
        if let Some(notice) = notice(&game.fixed.parts) {
            events.push(notice);
        }
        if let Some(text) = game.fixed.figures.filled_in.as_ref().map(FilledIn::text) {
            events.push(Event::Note { text });
        }
        // The first player gets the Priority card. Seats are not fixed yet: the order changes once more (18FB-1.2-09).
        game.table.priority = game.table.order.first().copied().unwrap_or(SeatId(0));
        debug_assert!(matches!(game.table.round, Round::MoveOrder(_)));
        auction::begin_political(game, events);
        Ok(())
    }
}
