//! 11 no. 28: Magnacucchi.

use super::EventQuestion;
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::fixed::Effect;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// 1883-11-28: those who have a support card roll.
pub(super) fn begin(game: &mut Game) {
    let seats = game.clockwise_from(game.table.priority);
    let seats: SmallVec<[SeatId; 4]> = seats.into_iter().filter(|seat| game.support(*seat) > 0).collect();
    if !seats.is_empty() {
        game.interrupt(Pending::EventQuestion(EventQuestion::Lots(Lots { seats })));
    }
}

/// The lowest die loses; 1883-R-27: those who tie for it roll again.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Lots {
    pub(in crate::t1883) seats: SmallVec<[SeatId; 4]>,
}

impl Decision<Game> for Lots {
    fn turn(&self, game: &Game) -> Turn {
        let seats = self.seats.to_vec();
        let kind = DrawKind::Dice { count: self.seats.len() as u16, sides: game.fixed.figures.die };
        Turn::Chance(Draw { what: say!("dice of {seats}", seats), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let rolls = action.drawn()?;
        let lowest = rolls.iter().min();
        let tied = self.seats.iter().zip(rolls).filter(|(_, roll)| Some(*roll) == lowest);
        let seats: SmallVec<[SeatId; 4]> = tied.map(|(seat, _)| *seat).collect();
        let lost = game.table.events.current.and_then(|card| game.effect(card));
        let lost = if let Some(Effect::Magnacucchi(lost)) = lost { *lost } else { 0 };
        match seats.as_slice() {
            [seat] => {
                game.set_support(*seat, game.support(*seat).saturating_sub(lost));
                events.push(Event::Said { seat: *seat, what: say!("loses a support card") });
            }
            _ => game.interrupt(Pending::EventQuestion(EventQuestion::Lots(Lots { seats }))),
        }
        Ok(())
    }
}
