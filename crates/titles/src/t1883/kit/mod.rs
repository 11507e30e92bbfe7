//! What the kit's random players need to know: sensible runs, how eagerly to take an offer, and which areas of the rules a
//! game has been to. Everything is seen from outside: no rule knows of it.

mod areas;
mod bus;
mod temper;

use super::Game;
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Roster};
use ferrata_engine::kit::{Area, Playable, Player};
use ferrata_engine::turn::Entry;

impl Playable for Game {
    fn roster(&self) -> &dyn Roster {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        let best = self.best_routes();
        let mut runs = Vec::new();
        if best.is_empty() {
            return runs;
        }
        // A part of it is legal, too, and so is nothing at all.
        let first = best.iter().take(1).cloned().collect();
        runs.extend([Action::Run { routes: best }, Action::Run { routes: first }]);
        runs
    }

    fn player(&self, seed: u64) -> Box<dyn Player<Game>> {
        Box::new(temper::Players::new(seed))
    }

    fn areas(&self) -> Vec<Area> {
        areas::all(self)
    }

    fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<Area> {
        areas::reached(before, entry, events, after)
    }
}
