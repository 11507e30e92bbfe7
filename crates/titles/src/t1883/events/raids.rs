//! 11 no. 13: Air Raids.

use super::EventQuestion;
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::{concessions, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{HexId, SeatId, TileId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// 1883-11-13a: a player rolls two dice.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Raid {
    pub(in crate::t1883) roller: SeatId,
}

/// The number of two dice: the first shows the tens, and a ten counts as zero; two tens are a hundred.
fn number(outcome: &[u16], sides: u16) -> u16 {
    let number = outcome.iter().fold(0, |number, die| number * sides + die % sides);
    if number == 0 { sides * sides } else { number }
}

impl Decision<Game> for Raid {
    fn turn(&self, game: &Game) -> Turn {
        let kind = DrawKind::Dice { count: 2, sides: game.fixed.figures.die };
        Turn::Chance(Draw { what: say!("bomb of {seat}", seat = self.roller), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let number = number(action.drawn()?, game.fixed.figures.die);
        let Some(hex) = game.fixed.hex_numbered(number) else { return Ok(()) };
        let place = game.fixed.parts.hex_name(hex);
        events.push(Event::Note { text: say!("A bomb falls on {place} ({number}).", place, number) });
        bomb(game, hex, self.roller, events)
    }
}

/// 1883-11-13b, 1883-R-26: the tile falls back by one colour; what is printed stays.
fn bomb(game: &mut Game, hex: HexId, roller: SeatId, events: &mut Events) -> Play {
    if game.table.board.laid(hex).is_none() {
        return Ok(());
    }
    if game.table.board.is_first_tile(hex) {
        return fall_back(game, hex, None, events);
    }
    let lower = game.table.board.lower_candidates(hex);
    match lower.as_slice() {
        [] => Ok(()),
        [only] => fall_back(game, hex, Some(*only), events),
        _ => {
            let question = EventQuestion::Rebuild(Rebuild { hex, seat: roller });
            game.interrupt(Pending::EventQuestion(question));
            Ok(())
        }
    }
}

/// 1883-11-13c: tokens stay.
fn fall_back(game: &mut Game, hex: HexId, to: Option<(TileId, u8)>, events: &mut Events) -> Play {
    if game.table.board.lower(hex, to).is_none() {
        return Ok(());
    }
    let place = game.fixed.parts.hex_name(hex);
    match to {
        Some((tile, rotation)) => {
            let tile = game.fixed.parts.tile_name(tile);
            events.push(Event::Tile { company: None, hex, tile, rotation });
        }
        None => events.push(Event::Note { text: say!("The tile on {place} is destroyed.", place) }),
    }
    concessions::check_all(game, events)
}

/// The roller chooses the lower tile and its position.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Rebuild {
    pub(in crate::t1883) hex: HexId,
    pub(in crate::t1883) seat: SeatId,
}

impl Decision<Game> for Rebuild {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Event
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let hex = game.fixed.parts.hex_name(self.hex);
        let mut offers: Vec<Offer> = Vec::new();
        for (tile, rotation) in game.table.board.lower_candidates(self.hex) {
            let name = game.fixed.parts.tile_name(tile);
            match offers.last_mut() {
                Some(Offer::LayTile { tile, rotations, .. }) if *tile == name => rotations.push(rotation),
                _ => offers.push(Offer::LayTile {
                    hex,
                    tile: name,
                    rotations: smallvec![rotation],
                    cost: Money::ZERO,
                    by: None,
                }),
            }
        }
        offers
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::LayTile { hex, tile, rotation, by: None } = action else {
            return Err(out_of_place(say!("choose the tile that is left of the bombed one")));
        };
        let place = game.fixed.parts.hex_named(*hex)?;
        let tile = game.fixed.parts.tile_named(*tile)?;
        let known = game.table.board.lower_candidates(self.hex).contains(&(tile, *rotation));
        require(place == self.hex && known, "1883-11-13b", || {
            say!("the tile must be one that could be replaced by the bombed one")
        })?;
        game.table.pending.pop();
        fall_back(game, self.hex, Some((tile, *rotation)), events)
    }
}
