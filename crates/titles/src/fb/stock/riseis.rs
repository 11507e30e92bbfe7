//! 2.7 Panfilo de Riseis in PA23: when somebody tries to acquire a concession or to buy a certificate in the SR, the owner of
//! the card may take it instead.

use super::buy::{self, Source};
use super::concession::{self, Terms};
use crate::fb::Game;
use crate::fb::fixed::Power;
use crate::fb::table::Pending;
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// What somebody tries to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::fb) enum Attempt {
    /// To acquire a concession.
    Concession { card: CardId, terms: Terms },
    /// To buy a share.
    Share { company: CompanyId, from: Source },
}

/// Announces a purchase: the owner of Riseis is asked first if they may and can take it (18FB-2.7-12, 18FB-G-26).
pub(super) fn attempt(game: &mut Game, seat: SeatId, attempt: Attempt, events: &mut Events) -> Play {
    match riseis_owner(game).filter(|owner| *owner != seat && able(game, *owner, attempt)) {
        Some(owner) => {
            events.push(Event::Said { seat, what: attempt.says(game) });
            game.table.pending.push(Pending::Riseis(Riseis { owner, by: seat, attempt, half: false }));
            Ok(())
        }
        None => carry_out(game, seat, attempt, false, events).and_then(|()| acted(game)),
    }
}

fn acted(game: &mut Game) -> Play {
    game.stock_mut()?.acted = true;
    Ok(())
}

fn riseis_card(game: &Game) -> Option<CardId> {
    let mut cards = game.fixed.political_cards();
    cards.find(|(_, political)| matches!(political.power, Power::Priority)).map(|(card, _)| card)
}

/// Who has the card, if its power was not used.
fn riseis_owner(game: &Game) -> Option<SeatId> {
    let card = game.card(riseis_card(game)?);
    match card.holder {
        Holder::Seat(seat) if !card.used => Some(seat),
        _ => None,
    }
}

/// Whether a player may and can take what somebody else wants; with the 50% card if need be.
fn able(game: &Game, seat: SeatId, attempt: Attempt) -> bool {
    match attempt {
        Attempt::Share { company, from } => buy::may_buy(game, seat, company, from),
        Attempt::Concession { card, .. } => {
            let terms = |half| Terms { discount: false, half };
            let due = concession::deposit(game, card, terms(false));
            concession::check(game, seat, card, terms(false)).is_ok()
                || (concession::half_card(game, seat, due).is_some()
                    && concession::check(game, seat, card, terms(true)).is_ok())
        }
    }
}

fn carry_out(game: &mut Game, seat: SeatId, attempt: Attempt, to_bank: bool, events: &mut Events) -> Play {
    match attempt {
        Attempt::Share { company, from } => buy::carry_out(game, seat, company, from, to_bank, events),
        Attempt::Concession { card, terms } => {
            concession::carry_out(game, seat, card, terms, to_bank, events)
        }
    }
}

impl Attempt {
    /// The rest of a sentence that begins with the player.
    pub(in crate::fb) fn says(self, game: &Game) -> ferrata_engine::text::Text {
        match self {
            Attempt::Share { company, .. } => {
                say!("wants to buy a share of {company}", company = game.name(company))
            }
            Attempt::Concession { card, .. } => {
                say!("wants to acquire the concession {card}", card = game.fixed.parts.card_name(card))
            }
        }
    }
}

/// The owner of Riseis decides.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Riseis {
    owner: SeatId,
    /// Whose attempt it is.
    pub(in crate::fb) by: SeatId,
    pub(in crate::fb) attempt: Attempt,
    /// The owner's 50% card is laid out.
    #[serde(default)]
    half: bool,
}

impl Riseis {
    /// 18FB-G-95: what the owner would do, at the price the owner would owe.
    fn own(&self) -> Attempt {
        match self.attempt {
            Attempt::Concession { card, .. } => {
                Attempt::Concession { card, terms: Terms { discount: false, half: self.half } }
            }
            share => share,
        }
    }

    /// The offer to take it; none if the owner cannot pay without the 50% card.
    fn taking(&self, game: &Game) -> Option<Offer> {
        match self.own() {
            Attempt::Share { company, from } => Some(buy::share_offer(game, self.owner, company, from)),
            Attempt::Concession { card, terms } => {
                let company = game.fixed.concession(card)?.company;
                let able = concession::check(game, self.owner, card, terms).is_ok();
                able.then(|| concession::card_offer(game, self.owner, card, company, terms))
            }
        }
    }

    fn half_card(&self, game: &Game) -> Option<CardId> {
        let Attempt::Concession { card, .. } = self.attempt else { return None };
        let due = concession::deposit(game, card, Terms::default());
        let half =
            concession::half_card(game, self.owner, due).filter(|_| !self.half && due > Money::ZERO)?;
        let able = concession::check(game, self.owner, card, Terms { discount: false, half: true }).is_ok();
        able.then_some(half)
    }
}

impl Decision<Game> for Riseis {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.owner)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Card
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let by = self.by;
        let mut offers = vec![Offer::Pass { means: say!("let {by} go on", by) }];
        offers.extend(self.taking(game));
        if let Some(card) = self.half_card(game) {
            let means = say!("pay half of the deposit");
            offers.push(Offer::UseCard { card: game.fixed.parts.card_name(card), means });
        }
        offers
    }

    fn answer(&self, game: &mut Game, by: Author, action: &Action, events: &mut Events) -> Play {
        let seat = by.seat()?;
        game.table.pending.pop();
        match action {
            Action::Pass => {
                events.push(Event::Said { seat, what: say!("does not use Riseis") });
                carry_out(game, self.by, self.attempt, false, events)?;
                acted(game)
            }
            Action::UseCard { card } => {
                let used = game.fixed.parts.card_named(*card)?;
                require(self.half_card(game) == Some(used), "18FB-2.7-10", || {
                    say!("{card} cannot be used for this", card = *card)
                })?;
                game.table.pending.push(Pending::Riseis(Riseis { half: true, ..self.clone() }));
                events.push(Event::Said { seat, what: say!("lays out {card}", card = *card) });
                Ok(())
            }
            taken if self.taking(game).is_some_and(|offer| offer.covers(taken)) => {
                let card = riseis_card(game).ok_or_else(|| Refusal::out_of_place(say!("use Riseis")))?;
                game.card_mut(card)?.used = true;
                events.push(Event::Said { seat, what: say!("uses Riseis") });
                // 18FB-2.7-13: afterwards the turn goes on with the player who was interrupted.
                carry_out(game, self.owner, self.own(), game.fixed.switches.riseis_pays_bank, events)
            }
            _ => Err(Refusal::out_of_place(say!("take it by Riseis, or pass"))),
        }
    }
}
