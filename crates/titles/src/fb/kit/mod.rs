//! What the kit's random players need to know, and which areas of the rules a game has been to. Everything is seen from outside:
//! no rule knows of it.

mod areas;
mod temper;
mod witness;

use super::Game;
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Roster};
use ferrata_engine::kit::{Area, Playable, Player};
use ferrata_engine::turn::Entry;

impl Playable for Game {
    fn roster(&self) -> &dyn Roster {
        self
    }

    /// There are no routes to run.
    fn suggest_runs(&self) -> Vec<Action> {
        Vec::new()
    }

    fn player(&self, seed: u64) -> Box<dyn Player<Game>> {
        Box::new(temper::Players::of(seed))
    }

    fn areas(&self) -> Vec<Area> {
        areas::of(&self.fixed)
    }

    fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<Area> {
        witness::reached(before, entry, events, after)
    }
}
