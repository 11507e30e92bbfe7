//! What the kit needs to know.

use super::operating::Step;
use super::table::Round;
use super::{Tiny, run};
use ferrata_engine::action::Action;
use ferrata_engine::event::Roster;
use ferrata_engine::id::CompanyId;
use ferrata_engine::kit::{Playable, Player};
use ferrata_engine::offer::Offer;
use ferrata_engine::route::{Rules, best_routes};

impl Playable for Tiny {
    fn roster(&self) -> &dyn Roster {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        match &self.table.round {
            Round::Operating(operating) if operating.step == Step::Run => {
                operating.company.map_or_else(Vec::new, |company| runs(self, company))
            }
            _ => Vec::new(),
        }
    }

    fn player(&self, _: u64) -> Box<dyn Player<Tiny>> {
        Box::new(Builder)
    }
}

/// Somebody who would rather build than trade.
struct Builder;

impl Player<Tiny> for Builder {
    fn weight(&self, _: &Tiny, offer: &Offer) -> u32 {
        match offer {
            Offer::Pass { .. } => 3,
            Offer::LayTile { .. } | Offer::BuyTrain { .. } | Offer::Start { .. } => 8,
            Offer::Propose { .. } | Offer::Sell { .. } => 1,
            _ => 4,
        }
    }
}

/// The best run, the best of each train alone, and none at all.
fn runs(game: &Tiny, company: CompanyId) -> Vec<Action> {
    let board = &game.table.board;
    let found = run::with_rules(game, company, |rules| {
        let alone = rules.trains.iter().map(|train| Rules { trains: vec![train.clone()], ..copy(rules) });
        let mut found = vec![best_routes(board, rules).routes];
        found.extend(alone.map(|rules| best_routes(board, &rules).routes));
        found
    });
    let mut runs: Vec<_> =
        found.into_iter().chain([Vec::new()]).map(|routes| Action::Run { routes }).collect();
    runs.dedup();
    runs
}

/// The same rules without trains.
fn copy<'a>(rules: &Rules<'a>) -> Rules<'a> {
    Rules {
        stop: rules.stop,
        trains: Vec::new(),
        bonuses: Vec::new(),
        across: Vec::new(),
        objective: rules.objective,
        cite: rules.cite,
    }
}
