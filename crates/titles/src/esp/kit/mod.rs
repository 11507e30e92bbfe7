//! What the kit's random players need to know: sensible runs, how eagerly to take an offer, and which areas of the rules a
//! game has been to. Everything is seen from outside: no rule knows of it.

mod areas;
mod temper;
mod witness;

use super::Game;
use super::operating::{Step, run};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Roster};
use ferrata_engine::kit::{Area, Playable, Player};
use ferrata_engine::turn::Entry;

impl Playable for Game {
    fn roster(&self) -> &dyn Roster {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        let runs = self.operating().filter(|now| now.step == Step::Run && self.table.pending.is_empty());
        let Some(operating) = runs else { return Vec::new() };
        let best = run::best(self, operating.company);
        let mut runs = Vec::new();
        if best.len() > 1 {
            // The first route alone is legal too.
            runs.push(Action::Run { routes: best.iter().take(1).cloned().collect() });
        }
        if !best.is_empty() || !self.fixed.switches.must_run {
            runs.insert(0, Action::Run { routes: best });
        }
        runs
    }

    fn player(&self, seed: u64) -> Box<dyn Player<Game>> {
        Box::new(temper::Players::of(self, seed))
    }

    fn areas(&self) -> Vec<Area> {
        areas::of(&self.fixed)
    }

    fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<Area> {
        witness::reached(before, entry, events, after)
    }
}
