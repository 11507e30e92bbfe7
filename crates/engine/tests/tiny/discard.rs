//! Giving back a train: a company with more than it may own gives one to the bank, which sells it again.

use super::Tiny;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// A company has too many trains.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Discard {
    pub(super) company: CompanyId,
}

impl Decision<Tiny> for Discard {
    fn turn(&self, game: &Tiny) -> Turn {
        Turn::Seat(game.director(self.company))
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Discard
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let mut kinds = game.company(self.company).map(|company| company.trains.clone()).unwrap_or_default();
        kinds.dedup();
        let (parts, company) = (&game.fixed.parts, game.fixed.parts.company_name(self.company));
        kinds.into_iter().map(|kind| Offer::Discard { company, train: parts.train_name(kind) }).collect()
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Discard { company: name, train } = action else {
            return Err(Refusal::out_of_place(say!("give back a train")));
        };
        let (parts, limit) = (&game.fixed.parts, game.train_limit());
        let (own, kind) = (parts.company_named(*name)? == self.company, parts.train_named(*train)?);
        let Some(charter) = game.company_mut(self.company).filter(|_| own) else {
            return Err(Refusal::plain(say!("the company with too many trains gives back one of its own")));
        };
        let at = charter.trains.iter().position(|owned| *owned == kind);
        let missing = || Refusal::plain(say!("the company has no {train}-train", train = *train));
        charter.trains.remove(at.ok_or_else(missing)?);
        if charter.trains.len() <= limit {
            game.table.pending.pop();
        }
        game.table.depot.give_back(kind);
        events.push(Event::Train { train: *train, from: Some(self.company), to: None });
        Ok(())
    }
}
