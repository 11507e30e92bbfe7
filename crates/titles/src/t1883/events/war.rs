//! 11 no. 23: War Effort.

use super::effects::{able, top};
use super::{EventQuestion, EventStep, card_name};
use crate::t1883::agenda::Pending;
use crate::t1883::fixed::Effect;
use crate::t1883::operating::{discard, gravity};
use crate::t1883::{Game, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId, TrainKind};
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// 1883-11-23a: the railway with the most trains, then with the dearest one, then with the highest price; all if still tied.
pub(super) fn begin(game: &mut Game, card: CardId, at_least: usize) {
    let order = game.price_order();
    let owns = |company: &CompanyId| game.is_railway(*company) && game.proper_trains(*company) >= at_least;
    let able: SmallVec<[CompanyId; 9]> = order.into_iter().filter(owns).collect();
    let most = top(&able, |company| game.proper_trains(company));
    let most = top(&most, |company| dearest(game, company).map(|kind| game.train_price(kind)));
    let left = top(&most, |company| game.price(company));
    game.interrupt(Pending::EventStep(EventStep::War { card, left }));
}

fn dearest(game: &Game, company: CompanyId) -> Option<TrainKind> {
    discard::kinds(game, company).into_iter().max_by_key(|kind| game.train_price(*kind))
}

/// 1883-11-23b: for support the president names the train.
pub(super) fn ask(game: &mut Game, card: CardId, company: CompanyId, events: &mut Events) -> Play {
    let cost = game.fixed.event_card(card).map_or(0, |card| card.support);
    let choice = discard::kinds(game, company).len() > 1;
    match game.president(company).filter(|seat| choice && able(game, *seat, cost)) {
        Some(seat) => {
            let question = EventQuestion::WarTrain(WarTrain { card, company, seat });
            game.interrupt(Pending::EventQuestion(question));
            Ok(())
        }
        None => match dearest(game, company) {
            Some(kind) => requisition(game, card, company, kind, events),
            None => Ok(()),
        },
    }
}

/// The train leaves the game, and the bank pays part of its price.
fn requisition(
    game: &mut Game,
    card: CardId,
    company: CompanyId,
    kind: TrainKind,
    events: &mut Events,
) -> Play {
    let Some(Effect::WarEffort { percent, .. }) = game.effect(card) else { return Ok(()) };
    let (amount, why) = (game.train_price(kind).percent(*percent), card_name(game, card));
    let trains = &mut game.company_mut(company).trains;
    if let Some(at) = trains.iter().position(|own| *own == kind) {
        trains.remove(at);
    }
    events.push(Event::Train { train: game.fixed.parts.train_name(kind), from: Some(company), to: None });
    gravity::settle(game, company, events);
    game.pay(Account::Bank, Account::Company(company), amount, why, events)
}

/// A president may name the train that is lost.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct WarTrain {
    pub(in crate::t1883) card: CardId,
    pub(in crate::t1883) company: CompanyId,
    pub(in crate::t1883) seat: SeatId,
}

impl WarTrain {
    fn option(game: &Game, kind: TrainKind) -> OptionName {
        OptionName(game.fixed.parts.train_name(kind).0)
    }
}

impl Decision<Game> for WarTrain {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Event
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let dearest = dearest(game, self.company);
        let option = |kind: TrainKind| {
            let train = game.fixed.parts.train_name(kind);
            let means = match Some(kind) == dearest {
                true => say!("lose the {train}-train", train),
                false => say!("play a support card and lose the {train}-train instead", train),
            };
            (WarTrain::option(game, kind), means)
        };
        let options = discard::kinds(game, self.company).into_iter().map(option).collect();
        vec![Offer::Choose { about: card_name(game, self.card), options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Choose { option } = action else {
            return Err(out_of_place(say!("choose the train that is lost")));
        };
        let mut kinds = discard::kinds(game, self.company).into_iter();
        let kind = kinds.find(|kind| WarTrain::option(game, *kind) == *option);
        let kind = kind.ok_or_else(|| out_of_place(say!("choose a train of the corporation")))?;
        game.table.pending.pop();
        if Some(kind) != dearest(game, self.company) {
            let cost = game.fixed.event_card(self.card).map_or(0, |card| card.support);
            game.set_support(self.seat, game.support(self.seat).saturating_sub(cost));
            events.push(Event::Said { seat: self.seat, what: say!("plays a support card") });
        }
        requisition(game, self.card, self.company, kind, events)
    }
}
