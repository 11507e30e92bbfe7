//! What the kit's random players need to know: sensible runs, how eagerly to take an offer ([`temper`]), and which parts
//! of the rules an entry has been to ([`areas`]). It looks from outside; no rule knows of it.

pub(crate) mod areas;
mod temper;

use super::Game;
use super::operating::Step;
use super::rules::Runs;
use areas::Area;
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Roster};
use ferrata_engine::kit::{self, Playable, Player};
use ferrata_engine::turn::Entry;

impl Playable for Game {
    fn roster(&self) -> &dyn Roster {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        let asked = self.table.pending.is_empty()
            && self.operating().is_ok_and(|operating| operating.turn.step == Step::Run);
        let Some(company) = self.acting().ok().filter(|_| asked) else { return Vec::new() };
        let best = self.best_run(company).routes;
        let mut runs = Vec::new();
        if self.fixed.rules.runs == Runs::AnyWithToken && best.len() > 1 {
            runs.push(Action::Run { routes: best.iter().take(1).cloned().collect() });
        }
        runs.insert(0, Action::Run { routes: best });
        runs
    }

    fn player(&self, seed: u64) -> Box<dyn Player<Game>> {
        Box::new(temper::of_seed(seed))
    }

    fn areas(&self) -> Vec<kit::Area> {
        let there = Area::ALL.iter().filter(|area| area.lacking(&self.fixed.rules).is_none());
        there.map(|area| area.name().into()).collect()
    }

    fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<kit::Area> {
        areas::reached(before, entry, events, after).into_iter().map(|area| area.name().into()).collect()
    }
}
