//! 6.8.5 Gravity trains: each run is a roll of the die.

use super::run;
use crate::t1883::Game;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Draw, DrawKind, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// 1883-6.8-15: one d10 for each gravity train that runs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct GravityDice {
    pub(in crate::t1883) company: CompanyId,
    /// What the other trains have earned.
    pub(in crate::t1883) base: Money,
    /// What each gravity train would earn.
    pub(in crate::t1883) runs: SmallVec<[Money; 4]>,
}

impl Decision<Game> for GravityDice {
    fn turn(&self, game: &Game) -> Turn {
        let kind = DrawKind::Dice { count: self.runs.len() as u16, sides: game.fixed.figures.die };
        Turn::Chance(Draw { what: say!("dice of the gravity trains"), kind })
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Draw
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        Vec::new()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let mut earned = self.base;
        for (roll, value) in action.drawn()?.iter().zip(&self.runs) {
            let (roll, value, name) = (*roll, *value, game.name(self.company));
            if roll <= game.fixed.gravity.succeeds_to {
                earned += value;
                events.push(Event::Note {
                    text: say!("{name} rolls {roll}: a 2G earns {value}.", name, roll, value),
                });
            } else if roll < game.fixed.gravity.lost_from {
                events
                    .push(Event::Note { text: say!("{name} rolls {roll}: a 2G earns nothing.", name, roll) });
            } else {
                events.push(Event::Note { text: say!("{name} rolls {roll}: a 2G is lost.", name, roll) });
                lose(game, self.company, events);
            }
        }
        run::finish(game, self.company, earned, events)
    }
}

/// A gravity train returns to its box; it can be bought again.
fn lose(game: &mut Game, company: CompanyId, events: &mut Events) {
    let kind = game.fixed.gravity.kind;
    let trains = &mut game.company_mut(company).trains;
    if let Some(at) = trains.iter().position(|own| *own == kind) {
        trains.remove(at);
        game.table.depot.give_back(kind);
        let train = game.fixed.parts.train_name(kind);
        events.push(Event::Train { train, from: Some(company), to: None });
    }
}

/// How many gravity trains a corporation owns, and how many it may own (1883-6.8-09).
pub(in crate::t1883) fn count(game: &Game, company: CompanyId) -> (usize, usize) {
    let (trains, gravity) = (&game.company(company).trains, &game.fixed.gravity);
    let own = trains.iter().filter(|kind| **kind == gravity.kind).count();
    let beside = trains.iter().filter(|kind| gravity.beside.contains(kind)).count();
    (own, beside)
}

/// 1883-R-40: gravity trains beyond the number of 2, 3 and 3bis return to their box.
pub(in crate::t1883) fn settle(game: &mut Game, company: CompanyId, events: &mut Events) {
    if !game.fixed.switches.surplus_2g_returns {
        return;
    }
    let (own, beside) = count(game, company);
    for _ in beside..own {
        lose(game, company, events);
    }
}
