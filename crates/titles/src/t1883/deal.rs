//! Deals that need somebody's consent: the sale of a private or a train to a corporation, and the merger.

use super::Game;
use super::agenda::Pending;
use super::operating::trains;
use super::out_of_place;
use super::privates::sale;
use super::sefta;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// A deal that needs consent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deal {
    /// Who proposed it.
    pub(super) by: SeatId,
    /// Who has to agree.
    pub(super) to: SeatId,
    /// What would be done.
    #[serde(with = "ferrata_engine::position::json")]
    pub(super) action: Box<Action>,
}

impl Decision<Game> for Deal {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.to)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Deal
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        vec![Offer::Accept, Offer::Decline]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let agrees = match action {
            Action::Accept => true,
            Action::Decline => false,
            _ => return Err(out_of_place(say!("accept or decline the deal"))),
        };
        game.table.pending.pop();
        let what = if agrees { say!("agrees") } else { say!("declines") };
        events.push(Event::Said { seat: self.to, what });
        match &*self.action {
            deal @ Action::BuyCard { .. } if agrees => sale::buy(game, deal, events),
            deal @ Action::BuyTrain { .. } if agrees => trains::buy_from_corporation(game, deal, events),
            Action::Merge { .. } if agrees => sefta::begin_agreed(game, events),
            Action::Merge { .. } => sefta::refused(game),
            _ => Ok(()),
        }
    }
}

/// Puts a deal before whoever has to agree.
pub(super) fn propose(game: &mut Game, (by, to): (SeatId, SeatId), deal: &Action, events: &mut Events) {
    events.push(Event::Said { seat: by, what: say!("proposes a deal to {to}", to) });
    game.interrupt(Pending::Deal(Deal { by, to, action: Box::new(deal.clone()) }));
}
