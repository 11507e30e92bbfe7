//! §2.2.2 Private 2: the company that buys it gets a train, and a major chooses the side of its card.

use super::SECOND;
use crate::esp::table::{Pending, Train};
use crate::esp::{Game, privates};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 18ESP-2.2.2-04: a major chooses the side of the train of private 2.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct TrainSide {
    pub(in crate::esp) company: CompanyId,
}

impl Decision<Game> for TrainSide {
    fn turn(&self, game: &Game) -> Turn {
        game.directors_turn(self.company)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let options =
            vec![(side(game, false), say!("the Iberian side")), (side(game, true), say!("the narrow side"))];
        vec![Offer::Choose { about: say!("the train of private 2"), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option } = *action else {
            let because = say!("first the side of the train of private 2 is chosen");
            return Err(Refusal::rule("18ESP-2.2.2-04", because));
        };
        let narrow = [false, true].into_iter().find(|narrow| side(game, *narrow) == option);
        let narrow = narrow.ok_or_else(|| {
            Refusal::rule("18ESP-2.2.2-04", say!("{option} is no side of this train", option))
        })?;
        game.table.pending.pop();
        take_train(game, self.company, narrow, events);
        Ok(())
    }
}

/// The name of a side of the card.
fn side(game: &Game, narrow: bool) -> OptionName {
    OptionName(game.train_name(&Train::plain(game.fixed.privates.special_train, narrow)).0)
}

/// 18ESP-2.2.2-01: a company has bought private 2.
pub(super) fn bought(game: &mut Game, company: CompanyId, events: &mut Events) {
    if game.has_rusted(game.fixed.privates.special_train) {
        // 18ESP-2.2.2-03, 18ESP-G-33: the train has rusted beside the unsold private.
        privates::close(game, SECOND, events);
    } else if game.is_minor(company) {
        // 18ESP-2.2.2-04: a minor takes the Iberian side.
        take_train(game, company, false, events);
    } else {
        game.table.pending.push(Pending::Side(TrainSide { company }));
    }
}

/// The private closes and the company gets its train. 18ESP-2.2.2-02: it does not run in this round.
fn take_train(game: &mut Game, company: CompanyId, narrow: bool, events: &mut Events) {
    privates::close(game, SECOND, events);
    let train = Train { resting: true, ..Train::plain(game.fixed.privates.special_train, narrow) };
    let name = game.train_name(&train);
    game.company_mut(company).trains.push(train);
    events.push(Event::Train { train: name, from: None, to: Some(company) });
}
