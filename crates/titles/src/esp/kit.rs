//! What the kit's random players need to know: sensible runs, how eagerly to take an offer, and which areas of the
//! rules a game has been to.

use super::Esp;
use super::state::Step;
use ferrata_engine::action::Action;
use ferrata_engine::event::Names;
use ferrata_engine::kit::Playable;
use ferrata_engine::offer::Offer;

impl Playable for Esp {
    fn names(&self) -> &dyn Names {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        let Some(or) = self.or().filter(|or| or.step == Step::Run && self.s.asked.is_empty()) else {
            return Vec::new();
        };
        let best = self.best_run(or.at);
        let mut runs = Vec::new();
        if best.len() > 1 {
            // The first route alone is legal too.
            runs.push(Action::Run { routes: best.iter().take(1).cloned().collect() });
        }
        if !best.is_empty() || !self.game.rules.must_run {
            runs.insert(0, Action::Run { routes: best });
        }
        runs
    }

    fn weight(&self, offer: &Offer) -> u32 {
        self.eagerness(offer)
    }

    fn taste(&self, action: &Action) -> u32 {
        self.preference(action)
    }

    fn areas(&self) -> Vec<(String, u64)> {
        self.areas.table(&self.game.rules, self.game.random)
    }
}
