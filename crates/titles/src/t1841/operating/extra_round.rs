//! Chapter 7.2: the holder of the stronger priority card may demand one more operating round (1841-7.2-02).

use super::begin as begin_round;
use crate::t1841::lookup::said;
use crate::t1841::table::Pending;
use crate::t1841::{Game, stock};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::Events;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

const YES: OptionName = OptionName::of("yes");

/// One more round may be demanded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct ExtraRound;

pub(super) fn begin(game: &mut Game) {
    if let Ok(operating) = game.operating_mut() {
        operating.extended = true;
    }
    game.table.pending.push(Pending::ExtraRound(ExtraRound));
}

impl Decision<Game> for ExtraRound {
    fn turn(&self, game: &Game) -> Turn {
        Turn::Seat(game.table.priority)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Choice
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        let options = vec![(YES, say!("demand one more operating round"))];
        vec![
            Offer::Pass { means: say!("no further operating round") },
            Offer::Choose { about: say!("one more operating round?"), options },
        ]
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        let operating = game.operating()?;
        let (set, number, of) = (operating.set, operating.number, operating.of);
        match action {
            Action::Choose { option } if *option == YES => {
                said(by.seat()?, say!("demands one more operating round"), events);
                begin_round(game, set, number + 1, of + 1, true, events);
                Ok(())
            }
            Action::Pass => stock::begin(game, set.saturating_add(1), events),
            _ => Err(Refusal::out_of_place(say!("demand one more operating round, or pass"))),
        }
    }
}
