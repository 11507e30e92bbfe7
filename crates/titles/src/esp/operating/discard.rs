//! §4.4.1, §4.7 Giving up trains: over the limit, or to make room for one that can be used.

use crate::esp::Game;
use crate::esp::table::{Pending, Status};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::name::TrainName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// 18ESP-4.4.1-06: a company has too many trains, and its director chooses.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Discard {
    pub(in crate::esp) company: CompanyId,
}

impl Decision<Game> for Discard {
    fn turn(&self, game: &Game) -> Turn {
        game.directors_turn(self.company)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Discard
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        offers(game, self.company)
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let company = self.company;
        let Action::Discard { company: whose, train } = *action else {
            let because =
                say!("{company} owns too many trains and gives one up first", company = game.name(company));
            return Err(Refusal::rule("18ESP-4.4.1-06", because));
        };
        let own = game.company_named(whose)? == company;
        require(own, "18ESP-4.4.1-06", || {
            say!("{company} has to give up a train", company = game.name(company))
        })?;
        give_up(game, company, train, events)?;
        game.table.pending.pop();
        Ok(())
    }
}

/// Asks the first company with more trains than it may own, at once.
pub(in crate::esp) fn ask(game: &mut Game) {
    if game.table.pending.is_empty()
        && let Some(company) = crowded(game)
    {
        game.table.pending.push(Pending::Discard(Discard { company }));
    }
}

/// A company that owns more trains than it may.
pub(in crate::esp) fn crowded(game: &Game) -> Option<CompanyId> {
    game.company_ids().find(|&company| {
        game.company(company).status == Status::Launched
            && game.counted_trains(company) > game.train_limit(company)
    })
}

/// The trains that a company may give up, each kind once.
pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let mut offers: Vec<Offer> = Vec::new();
    let trains = game.company(company).trains.iter();
    for train in trains.filter(|train| !game.is_permanent(train)) {
        let offer = Offer::Discard { company: game.name(company), train: game.train_name(train) };
        if !offers.contains(&offer) {
            offers.push(offer);
        }
    }
    offers
}

/// 18ESP-6-09, 18ESP-G-17: a train leaves the game without compensation; it did not rust and cannot be recycled.
pub(super) fn give_up(game: &mut Game, company: CompanyId, name: TrainName, events: &mut Events) -> Play {
    let train = game.train_named(company, name)?;
    require(!game.is_permanent(&train), "18ESP-2.2.3-03", || {
        say!("the train of private 3 does not count against the limit and is never given up")
    })?;
    take_from(game, company, name);
    if let Some(count) = game.table.discarded.get_mut(train.kind.index()) {
        *count += 1;
    }
    events.push(Event::Train { train: name, from: Some(company), to: None });
    Ok(())
}

/// A company loses a train. 18ESP-2.2.5-05: the tender of its turn stays with the train that carries it.
pub(super) fn take_from(game: &mut Game, company: CompanyId, name: TrainName) {
    let Some(at) = game.train_at(company, name) else { return };
    game.company_mut(company).trains.remove(at);
    if game.acting() == Ok(company) {
        let moved = |carrier: u8| match usize::from(carrier).cmp(&at) {
            Ordering::Less => Some(carrier),
            Ordering::Equal => None,
            Ordering::Greater => Some(carrier - 1),
        };
        game.note_in_turn(|turn| turn.tender = turn.tender.and_then(moved));
    }
}
