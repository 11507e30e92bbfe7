//! Deals of the acting company with other companies, whose leaders must agree (1841-4.4-01, 1841-4.5-01, 1841-4.7.4-01).

use super::{Step, merger, slot, trains};
use crate::t1841::Game;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;

impl Game {
    /// A deal with another company: proposed to its leader, unless that is the same player or consent is not
    /// recorded (O-15).
    pub(super) fn with_consent(&self, company: CompanyId, other: CompanyId, offer: Offer) -> Offer {
        match self.leader(other) {
            Some(to) if self.needs_consent(company, other) => Offer::Propose { to, deal: Box::new(offer) },
            _ => offer,
        }
    }

    /// Whether the leader of another company has to be asked.
    pub(super) fn needs_consent(&self, company: CompanyId, other: CompanyId) -> bool {
        self.fixed.rules.consent && self.leader(company) != self.leader(other)
    }
}

/// Who must agree to a deal of the acting company: the player who leads the other company.
pub(in crate::t1841) fn partner(game: &Game, deal: &Action) -> Option<SeatId> {
    let other = match deal {
        Action::BuyTrain { from: Party::Company(other), .. } => *other,
        Action::BuySlot { from: other, .. } | Action::Merge { with: other, .. } => *other,
        _ => return None,
    };
    let (company, other) = (game.acting().ok()?, game.fixed.parts.company(other)?);
    let asked = matches!(deal, Action::Merge { .. }) || game.needs_consent(company, other);
    game.leader(other).filter(|_| asked)
}

/// Carries out a deal of the acting company.
pub(in crate::t1841) fn carry_out(game: &mut Game, deal: &Action, events: &mut Events) -> Play {
    let (company, step) = (game.acting()?, game.operating()?.turn.step);
    match (deal, step) {
        (Action::BuyTrain { .. }, Step::Trains) => trains::buy(game, company, deal, true, events),
        (Action::BuySlot { .. }, Step::Slot) => slot::buy(game, company, deal, true, events),
        (Action::Merge { with, into }, Step::Merger) => {
            merger::begin(game, company, (*with, *into), true, events)
        }
        _ => Err(Refusal::plain(say!("this deal cannot be made now"))),
    }
}
