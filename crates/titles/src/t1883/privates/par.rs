//! 3.2 Whoever gets the presidency of FSF sets its par at once.

use super::give;
use crate::t1883::Game;
use crate::t1883::out_of_place;
use crate::t1883::stock::launch;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Account;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// 1883-3.2-15, 1883-R-08: the par of FSF.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct FirstPar {
    pub(in crate::t1883) seat: SeatId,
    pub(in crate::t1883) private: u8,
}

impl Decision<Game> for FirstPar {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StartPrice
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let percent = game.presidents_percent();
        let starts = game.phase().pars.iter().map(|(par, _)| (*par, smallvec![percent])).collect();
        vec![Offer::Start { company: game.name(game.fixed.fsf), starts }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let fsf = game.fixed.fsf;
        let (name, percent) = (game.name(fsf), game.presidents_percent());
        let Action::Start { company, price, percent: much } = action else {
            return Err(out_of_place(say!("set the par of {name}", name)));
        };
        let known = game.phase().pars.iter().any(|(par, _)| par == price);
        require(known && *company == name && *much == percent, "1883-3.2-15", || {
            say!("the par of {name} is one of the par boxes of this phase", name)
        })?;
        game.table.pending.pop();
        let private = usize::from(self.private);
        let anchors = game.fixed.privates.get(private).map_or(0, |private| private.anchors);
        give(game, private, Holder::Out, events);
        game.company_mut(fsf).anchors += anchors;
        launch::launch(game, fsf, (self.seat, Account::Bank), *price, events)
    }
}
