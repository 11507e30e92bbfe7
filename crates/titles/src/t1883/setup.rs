//! Chapter 2: chance seats the players. What each begins with lies on the table already ([`super::table`]).

use super::Game;
use super::privates::auction;
use crate::data::notice;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;

/// 1883-2.1-01: the position cards are dealt.
pub(super) struct Seating;

impl Decision<Game> for Seating {
    fn turn(&self, game: &Game) -> Turn {
        let players = game.fixed.players.len() as u16;
        let kind = DrawKind::Pick { count: players, of: players };
        Turn::Chance(Draw { what: say!("position cards"), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.order = action.drawn()?.iter().map(|seat| SeatId(*seat as u8)).collect();
        game.table.priority = game.table.order.first().copied().unwrap_or(SeatId(0));
        let seats = game.table.order.to_vec();
        events.push(Event::Note { text: say!("The order of play is {seats}.", seats) });
        if let Some(notice) = notice(&game.fixed.parts) {
            events.push(notice);
        }
        auction::begin(game, events);
        Ok(())
    }
}
