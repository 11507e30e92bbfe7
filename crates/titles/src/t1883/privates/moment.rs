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
    /// The bonus of a concession of SV may be split among its shareholders.
    Bonus,
    /// The owner could not raise money that must be raised.
    Bankruptcy,
}

const SWAP: OptionName = OptionName::of("swap");
const KEEP: OptionName = OptionName::of("keep");

/// The private that could be swapped for a share of a corporation, and its owner.
fn owner(game: &Game, company: CompanyId) -> Option<(usize, SeatId)> {
    let for_it =
        |private: &crate::t1883::fixed::Private| private.swap.is_some_and(|swap| swap.company == company);
    let private = game.fixed.privates.iter().position(for_it)?;
    let Holder::Seat(seat) = holder(game, private) else { return None };
    swap::possible(game, seat).map(|private| (private, seat))
}

/// Asks the owner first, if there is one to ask and it is not their own turn; whether it does.
pub(in crate::t1883) fn ask(game: &mut Game, company: CompanyId, acting: SeatId, before: Before) -> bool {
    let asked = owner(game, company).filter(|(_, seat)| *seat != acting);
    put(game, asked, before)
}

/// Asks the owner, even its president, before the bonus of a concession of a corporation is split.
pub(in crate::t1883) fn ask_before_bonus(game: &mut Game, company: CompanyId) {
    let asked = owner(game, company);
    put(game, asked, Before::Bonus);
}

/// Asks a player who would be bankrupt and could still get a share to sell; whether it does.
pub(in crate::t1883) fn ask_before_bankruptcy(game: &mut Game, seat: SeatId) -> bool {
    let share =
        |game: &Game, private: usize| game.fixed.privates.get(private).and_then(|private| private.swap);
    let asked = swap::possible(game, seat)
        .filter(|private| share(game, *private).is_some_and(|swap| game.is_open(swap.company)))
        .map(|private| (private, seat));
    put(game, asked, Before::Bankruptcy)
}

fn put(game: &mut Game, asked: Option<(usize, SeatId)>, before: Before) -> bool {
    let Some((private, seat)) = asked else { return false };
    game.interrupt(Pending::SwapMoment(SwapMoment { private: private as u8, seat, before }));
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
            Before::Bonus => say!("before a bonus of {company} is split or not: swap {card}?", company, card),
            Before::Bankruptcy => say!("the money cannot be raised: swap {card} for a share to sell?", card),
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
                    Before::Dividend | Before::Bonus | Before::Bankruptcy => Ok(()),
                    Before::Purchase { by, action } => stock::go_on_buying(game, *by, action, events),
                    Before::Issue { percent } => issue::sell(game, game.acting()?, *percent, events),
                }
            }
            _ => Err(out_of_place(say!("swap the private company or keep it"))),
        }
    }
}
