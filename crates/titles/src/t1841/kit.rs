//! What the kit's random players need to know: sensible runs, and how eagerly to take an offer.

use super::rules::Runs;
use super::state::{Activity, Round};
use super::{Game, areas};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::Names;
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::kit::Playable;
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

    /// Random players build, start and merge eagerly and sell now and then, so that every part of the rules
    /// is reached.
    fn weight(&self, offer: &Offer) -> u32 {
        match offer {
            Offer::Pass { .. } => self.pass_weight(),
            Offer::Bid { .. } => 2,
            Offer::Buy { percent, from, .. } => match from {
                Party::Bank if *percent >= 20 => 20,
                Party::Bank => 8,
                _ => 10,
            },
            Offer::Start { .. } => 12,
            Offer::Sell { .. } => 3,
            Offer::BuyCard { .. } => 6,
            Offer::LayTile { .. } => 20,
            Offer::PlaceToken { .. } => 12,
            Offer::Run { .. } | Offer::Settle { .. } => 10,
            Offer::BuyTrain { from: Party::Bank, .. } => 10,
            Offer::BuyTrain { .. } | Offer::BuySlot { .. } => 3,
            Offer::Merge { .. } | Offer::Transform { .. } => 20,
            Offer::Propose { deal, .. } => match **deal {
                Offer::Merge { .. } => 16,
                Offer::BuyCard { .. } | Offer::BuyTrain { .. } | Offer::BuySlot { .. } => 2,
                _ => 1,
            },
            Offer::Accept => 3,
            Offer::Decline => 1,
            _ => 4,
        }
    }

    fn areas(&self) -> Vec<(String, u64)> {
        let counts = areas::ALL.iter().zip(&self.t.reached);
        counts.map(|(area, count)| (format!("{area:?}"), u64::from(*count))).collect()
    }
}

impl Game {
    fn pass_weight(&self) -> u32 {
        match &self.t.round {
            Round::Operating(round) if round.turn.activity == Activity::Track => 2,
            Round::Operating(_) => 4,
            _ => 5,
        }
    }
}
