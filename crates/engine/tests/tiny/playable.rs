//! What the kit needs to know.

use super::state::{OpStep, Operating, Step};
use super::walk::{Walk, routes};
use super::{Tiny, run};
use ferrata_engine::action::{Action, Route};
use ferrata_engine::event::Names;
use ferrata_engine::id::CompanyId;
use ferrata_engine::kit::Playable;
use ferrata_engine::offer::Offer;
use std::cmp::Reverse;

impl Playable for Tiny {
    fn names(&self) -> &dyn Names {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        match &self.now.step {
            Step::Operating(Operating { company, step: OpStep::Run, .. }) => runs(self, *company),
            _ => Vec::new(),
        }
    }

    fn weight(&self, offer: &Offer) -> u32 {
        match offer {
            Offer::Pass { .. } => 3,
            Offer::LayTile { .. } | Offer::BuyTrain { .. } | Offer::Start { .. } => 8,
            Offer::Propose { .. } | Offer::Sell { .. } => 1,
            _ => 4,
        }
    }
}

/// The best routes train by train, a few single ones, and none at all.
fn runs(game: &Tiny, company: CompanyId) -> Vec<Action> {
    let trains = game.company(company).map_or(0, |company| company.trains.len() as u8);
    let mut best: Vec<Route> = Vec::new();
    let mut single: Vec<Vec<Route>> = Vec::new();
    let mut used = Vec::new();
    for train in 0..trains {
        let mut found = routes(game, company, run::length(game, company, train).unwrap_or(0));
        found.sort_by_key(|walk| Reverse(run::value(game, walk)));
        let route = |walk: &Walk| Route { trains: vec![train], legs: walk.legs.clone(), skipped: Vec::new() };
        single.extend(found.iter().take(3).map(|walk| vec![route(walk)]));
        if let Some(walk) = found.iter().find(|walk| walk.track.iter().all(|piece| !used.contains(piece))) {
            best.push(route(walk));
            used.extend(walk.track.iter().copied());
        }
    }
    let runs = [best].into_iter().chain(single).chain([Vec::new()]);
    runs.map(|routes| Action::Run { routes }).collect()
}
