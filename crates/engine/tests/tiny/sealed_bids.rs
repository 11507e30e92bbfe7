//! Sealed bids: everybody hands in bids; when the last ones are in, all are opened and the highest bid for
//! each card wins, among equals that of the player who comes first in the order of play.

use super::{Tiny, auction};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::hash::Sealed;
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, sheet_is_valid};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Bids being handed in, by seat.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct SealedBids(pub(crate) SmallVec<[Sealed<Vec<Money>>; 4]>);

/// Nobody has handed in bids yet.
pub(super) fn begin(game: &Tiny, events: &mut Events) -> SealedBids {
    events.push(Event::Round { round: say!("Sealed bids") });
    SealedBids(game.table.order.iter().map(|_| Sealed::Missing).collect())
}

impl SealedBids {
    /// Who still has to hand in bids.
    pub(super) fn waiting(&self) -> Vec<SeatId> {
        let missing = self.0.iter().enumerate().filter(|(_, bids)| bids.is_missing());
        missing.map(|(seat, _)| SeatId(seat as u8)).collect()
    }

    fn bid(&self, seat: SeatId, place: usize) -> Money {
        let bids = self.0.get(seat.index()).and_then(Sealed::known);
        bids.and_then(|bids| bids.get(place)).copied().unwrap_or_default()
    }
}

impl Decision<Tiny> for SealedBids {
    fn turn(&self, _: &Tiny) -> Turn {
        Turn::Sealed(self.waiting())
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::SealedBids
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        vec![Offer::Sheet {
            cards: cards(game).map(|card| game.fixed.parts.card_name(card)).collect(),
            min: lowest_bid(game),
            // Everybody begins with the same.
            budget: game.table.ledger.seat(SeatId(0)),
            waiting: self.waiting(),
            faulty_accepted: false,
        }]
    }

    fn answer(&self, game: &mut Tiny, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut sealed) = (by.seat()?, self.clone());
        let bids = match action {
            Action::Hidden => Sealed::Hidden,
            Action::Sheet { amounts } => checked(game, seat, amounts)?,
            _ => return Err(Refusal::out_of_place(say!("hand in sealed bids"))),
        };
        if let Some(place) = sealed.0.get_mut(seat.index()) {
            *place = bids;
        }
        events.push(Event::Said { seat, what: say!("hands in sealed bids") });
        match sealed.waiting().is_empty() {
            true => open(game, &sealed, events),
            false => {
                game.table.round = super::table::Round::SealedBids(sealed);
                Ok(())
            }
        }
    }
}

/// The cards sold by sealed bids.
fn cards(game: &Tiny) -> impl Iterator<Item = CardId> + '_ {
    let cards = game.fixed.parts.cards.iter().enumerate().filter(|(_, card)| card.kind == "sealed");
    cards.map(|(at, _)| CardId(at as u8))
}

fn lowest_bid(game: &Tiny) -> Money {
    let bids = cards(game).filter_map(|card| game.fixed.parts.card_spec(card)).map(|card| card.min_bid);
    bids.max().unwrap_or_default()
}

fn checked(game: &Tiny, seat: SeatId, amounts: &[Money]) -> Result<Sealed<Vec<Money>>, Refusal> {
    let (min, budget) = (lowest_bid(game), game.table.ledger.seat(seat));
    if amounts.len() != cards(game).count() || !sheet_is_valid(amounts, min, budget) {
        return Err(Refusal::plain(say!(
            "one bid per card, each nothing or at least {min}, the sum from 1 to {budget}",
            min,
            budget
        )));
    }
    Ok(Sealed::Known(amounts.to_vec()))
}

fn open(game: &mut Tiny, sealed: &SealedBids, events: &mut Events) -> Play {
    if sealed.0.contains(&Sealed::Hidden) {
        return Err(Refusal::plain(say!(
            "the bids cannot be opened here: what some of them say is not known"
        )));
    }
    for (place, card) in cards(game).collect::<Vec<_>>().into_iter().enumerate() {
        let bids = game.table.order.iter().rev().map(|seat| (sealed.bid(*seat, place), *seat));
        // `max_by_key` keeps the last of equals: the first in the order of play.
        if let Some((amount, seat)) = bids.max_by_key(|(amount, _)| *amount).filter(|(b, _)| *b > Money::ZERO)
        {
            award(game, card, seat, amount, events)?;
        }
    }
    auction::begin_next(game, 0, events)
}

/// A player pays for a card and takes it.
pub(super) fn award(game: &mut Tiny, card: CardId, seat: SeatId, amount: Money, events: &mut Events) -> Play {
    let name = game.fixed.parts.card_name(card);
    let why = say!("for the {name}", name);
    game.table.ledger.pay(Account::Seat(seat), Account::Bank, amount, why, events)?;
    if let Some(holder) = game.table.cards.get_mut(card.index()) {
        *holder = Holder::Seat(seat);
    }
    events.push(Event::Card { card: name, to: Holder::Seat(seat) });
    Ok(())
}
