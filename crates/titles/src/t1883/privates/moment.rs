//! 3.2 "At any moment": whoever owns CNP is asked in others' turns, too, at the moments after which a swap would bring less.

use super::{holder, swap};
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::operating::issue;
use crate::t1883::out_of_place;
use crate::t1883::stock;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// 1883-3.2-07, 1883-R-56: the owner of CNP may swap it before something happens in somebody else's turn.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::t1883) struct SwapMoment {
    pub(in crate::t1883) private: u8,
    pub(in crate::t1883) seat: SeatId,
    pub(in crate::t1883) before: Before,
}

/// What would happen next.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::t1883) enum Before {
    /// The run of SV is settled.
    Dividend,
    /// A player takes the last share of the initial offers.
    Purchase {
        by: SeatId,
        #[serde(with = "ferrata_engine::position::json")]
        action: Box<Action>,
    },
    /// SV itself sells the last shares of its initial offers.
    Issue { percent: u8 },
}

const SWAP: OptionName = OptionName::of("swap");
const KEEP: OptionName = OptionName::of("keep");

/// The private that could be swapped for a share of a corporation, and its owner, unless it is their own turn.
fn owner(game: &Game, company: CompanyId, acting: SeatId) -> Option<(usize, SeatId)> {
    let for_it =
        |private: &crate::t1883::fixed::Private| private.swap.is_some_and(|swap| swap.company == company);
    let private = game.fixed.privates.iter().position(for_it)?;
    let Holder::Seat(seat) = holder(game, private) else { return None };
    (seat != acting).then(|| swap::possible(game, seat)).flatten().map(|private| (private, seat))
}

/// Asks the owner first, if there is one to ask; whether it does.
pub(in crate::t1883) fn ask(game: &mut Game, company: CompanyId, acting: SeatId, before: Before) -> bool {
    let Some((private, seat)) = owner(game, company, acting) else { return false };
    let private = private as u8;
    game.interrupt(Pending::SwapMoment(SwapMoment { private, seat, before }));
    true
}

/// Whether no share would be left in the initial offers.
pub(in crate::t1883) fn takes_the_last(game: &Game, company: CompanyId, percent: u8) -> bool {
    let more = percent + game.fixed.figures.share;
    game.table.shares.ordinary(company, more, Holder::Offering).is_none()
}

impl Decision<Game> for SwapMoment {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let private = game.fixed.privates.get(usize::from(self.private));
        let Some((card, swap)) = private.and_then(|private| Some((private.card, private.swap?))) else {
            return Vec::new();
        };
        let (card, company) = (game.fixed.parts.card_name(card), game.name(swap.company));
        let options = vec![
            (SWAP, say!("swap {card} for a share of {company}", card, company)),
            (KEEP, say!("keep {card}", card)),
        ];
        let about = match &self.before {
            Before::Dividend => say!("before the run of {company} is settled: swap {card}?", company, card),
            Before::Purchase { .. } | Before::Issue { .. } => {
                say!(
                    "before the last share of {company} leaves its initial offers: swap {card}?",
                    company,
                    card
                )
            }
        };
        vec![Offer::Choose { about, options }]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        match action {
            // The share is gone: whoever wanted it decides anew.
            Action::Choose { option: SWAP } => swap::swap(game, usize::from(self.private), self.seat, events),
            Action::Choose { option: KEEP } => {
                let private = game.fixed.privates.get(usize::from(self.private)).map(|private| private.card);
                let card = private.map(|card| game.fixed.parts.card_name(card)).unwrap_or_default();
                events.push(Event::Said { seat: self.seat, what: say!("keeps {card}", card) });
                match &self.before {
                    Before::Dividend => Ok(()),
                    Before::Purchase { by, action } => stock::go_on_buying(game, *by, action, events),
                    Before::Issue { percent } => issue::sell(game, game.acting()?, *percent, events),
                }
            }
            _ => Err(out_of_place(say!("swap the private company or keep it"))),
        }
    }
}
