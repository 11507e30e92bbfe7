//! §1.6 Deals that a rule knows and that need somebody's consent: the sale of a private, of a train, of a minor.

use super::Game;
use super::operating::{takeover, trains};
use super::privates::purchase;
use super::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// A deal that needs consent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deal {
    /// Who proposed it.
    by: SeatId,
    /// Who has to agree.
    to: SeatId,
    /// What would be done.
    #[serde(with = "ferrata_engine::position::json")]
    pub(super) action: Action,
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
            _ => return Err(Refusal::rule("18ESP-1.6-01", say!("first the deal is accepted or declined"))),
        };
        game.table.pending.pop();
        let what = if agrees { say!("agrees") } else { say!("declines") };
        events.push(Event::Said { seat: self.to, what });
        match agrees {
            true => self.carry_out(game, events),
            false => takeover::refused(game, &self.action),
        }
    }
}

impl Deal {
    fn carry_out(&self, game: &mut Game, events: &mut Events) -> Play {
        let (company, deal, agreed) = (game.acting()?, &self.action, Some(self.to));
        match deal {
            Action::BuyCard { .. } => purchase::buy(game, company, deal, agreed, events),
            Action::BuyTrain { .. } => trains::buy_from_company(game, company, deal, agreed, events),
            _ => takeover::merge(game, company, deal, agreed, events),
        }
    }
}

/// Puts a deal of the operating company before whoever has to agree.
pub(super) fn propose(game: &mut Game, by: SeatId, deal: &Action, events: &mut Events) -> Play {
    let company = game.acting()?;
    game.check_train_first()?;
    let to = match deal {
        Action::BuyCard { .. } => purchase::consent(game, company, deal)?,
        Action::BuyTrain { .. } => trains::consent(game, company, deal)?,
        Action::Merge { .. } => takeover::consent(game, company, deal)?,
        _ => return Err(Refusal::rule("18ESP-1.6-01", say!("this is no deal that a rule knows"))),
    };
    events.push(Event::Said { seat: by, what: say!("proposes a deal") });
    game.table.pending.push(Pending::Deal(Deal { by, to, action: deal.clone() }));
    Ok(())
}

/// The refusal of an action of the wrong kind outside operating rounds, where no deals are proposed.
pub(super) fn out_of_place(action: &Action, asked: Text) -> Refusal {
    match action {
        Action::Propose { .. } => {
            Refusal::rule("18ESP-1.6-01", say!("deals are proposed in operating rounds only"))
        }
        _ => Refusal::out_of_place(asked),
    }
}
