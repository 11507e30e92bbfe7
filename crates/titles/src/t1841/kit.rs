//! What the kit's random players need to know: sensible runs, and how eagerly to take an offer.

use super::rules::Runs;
use super::state::Activity;
use super::{Game, areas};
use ferrata_engine::action::Action;
use ferrata_engine::event::Names;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::kit::{Dice, Playable};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use std::borrow::Cow;

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.t == other.t
    }
}

impl Names for Game {
    fn seat(&self, seat: SeatId) -> Cow<'_, str> {
        self.fixed.players.get(seat.index()).map_or("nobody".into(), |name| name.as_str().into())
    }

    fn company(&self, company: CompanyId) -> Cow<'_, str> {
        self.name(company).to_string().into()
    }

    fn hex(&self, hex: HexId) -> Cow<'_, str> {
        let name = self.hex_name(hex);
        match self.parts().map.hex(hex).and_then(|hex| hex.place.as_ref()) {
            Some(place) => format!("{place} ({name})").into(),
            None => name.to_string().into(),
        }
    }

    fn money(&self, amount: Money) -> String {
        self.parts().money(amount)
    }
}

impl Playable for Game {
    fn names(&self) -> &dyn Names {
        self
    }

    fn suggest_runs(&self) -> Vec<Action> {
        let asked =
            self.operating().filter(|round| round.turn.activity == Activity::Run && self.t.steps.is_empty());
        let Some(company) = asked.and_then(|round| round.company) else { return Vec::new() };
        let best = self.best_run(company).routes;
        let mut runs = Vec::new();
        if self.rules().runs == Runs::AnyWithToken && best.len() > 1 {
            runs.push(Action::Run { routes: best.iter().take(1).cloned().collect() });
        }
        runs.insert(0, Action::Run { routes: best });
        runs
    }

    fn weight(&self, offer: &Offer) -> u32 {
        self.eagerness(offer)
    }

    fn taste(&self, action: &Action) -> u32 {
        self.liking(action)
    }

    fn decide(&self, offer: &Offer, dice: &mut Dice) -> Option<Action> {
        self.decision(offer, dice)
    }

    fn seated(&mut self, seed: u64) {
        self.temper = super::temper::of_seed(seed);
    }

    fn areas(&self) -> Vec<(String, u64)> {
        let counts = areas::ALL.iter().zip(&self.t.reached);
        let there = counts.filter(|(area, _)| area.lacking(self.rules()).is_none());
        there.map(|(area, count)| (format!("{area:?}"), u64::from(*count))).collect()
    }
}
