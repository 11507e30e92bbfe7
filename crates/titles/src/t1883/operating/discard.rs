//! 6.8 Trains above the limit.

use super::gravity;
use crate::t1883::Game;
use crate::t1883::agenda::{Pending, Procedure};
use crate::t1883::out_of_place;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 1883-6.8-06, 1883-R-18: all corporations discard down to the limit, the acting one first, then by price.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Discards {
    #[serde(default)]
    pub(in crate::t1883) first: Option<CompanyId>,
}

impl Procedure for Discards {
    fn go_on(&self, game: &mut Game, events: &mut Events) -> Play {
        let order = self.first.into_iter().chain(game.price_order()).chain(game.company_ids());
        let over = |company: &CompanyId| game.proper_trains(*company) > game.train_limit(*company);
        let Some(company) = order.into_iter().find(over) else { return Ok(()) };
        game.interrupt(Pending::Discards(self.clone()));
        match game.president(company) {
            Some(seat) => game.interrupt(Pending::Discard(Discard { company, seat })),
            // 1883-R-61: nobody leads it: its oldest train goes.
            None => {
                let oldest = game.company(company).trains.first().copied();
                if let Some(kind) = oldest {
                    discard(game, company, kind, events);
                }
            }
        }
        Ok(())
    }
}

/// A president chooses which train goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct Discard {
    pub(in crate::t1883) company: CompanyId,
    pub(in crate::t1883) seat: SeatId,
}

impl Decision<Game> for Discard {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Discard
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let company = game.name(self.company);
        let offer = |kind: TrainKind| Offer::Discard { company, train: game.fixed.parts.train_name(kind) };
        kinds(game, self.company).into_iter().map(offer).collect()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Discard { company, train } = action else {
            return Err(out_of_place(say!("discard a train")));
        };
        if game.fixed.parts.company_named(*company)? != self.company {
            return Err(Refusal::plain(say!("another corporation has too many trains")));
        }
        let kind = game.fixed.parts.train_named(*train)?;
        require(kinds(game, self.company).contains(&kind), "1883-6.8-06", || {
            say!("a train that counts for the limit is discarded")
        })?;
        game.table.pending.pop();
        discard(game, self.company, kind, events);
        Ok(())
    }
}

/// The different kinds of trains of a corporation, 2G apart.
pub(in crate::t1883) fn kinds(game: &Game, company: CompanyId) -> Vec<TrainKind> {
    let trains = game.company(company).trains.iter().copied();
    let mut kinds: Vec<_> = trains.filter(|kind| *kind != game.fixed.gravity.kind).collect();
    kinds.dedup();
    kinds
}

/// A train goes to the pool without payment.
fn discard(game: &mut Game, company: CompanyId, kind: TrainKind, events: &mut Events) {
    let trains = &mut game.company_mut(company).trains;
    let Some(at) = trains.iter().position(|own| *own == kind) else { return };
    trains.remove(at);
    game.table.depot.give_back(kind);
    let train = game.fixed.parts.train_name(kind);
    events.push(Event::Train { train, from: Some(company), to: None });
    gravity::settle(game, company, events);
}
