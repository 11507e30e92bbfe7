//! Open auctions of the cards nobody has yet: whoever passes is out, the last one in pays the bid. A card on
//! which nobody bids leaves the game.

use super::sealed_bids::award;
use super::table::Round;
use super::{Tiny, stock};
use ferrata_engine::action::Action;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// An open auction.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Auction {
    card: CardId,
    asked: SeatId,
    /// The highest bid so far.
    best: Option<(SeatId, Money)>,
    /// Who is still in.
    bidders: SmallVec<[SeatId; 4]>,
}

/// Auctions the next card without an owner, from place `from` on; after the last one the first stock round begins.
pub(super) fn begin_next(game: &mut Tiny, from: usize, events: &mut Events) -> Play {
    let ownerless = |(_, holder): &(usize, &Holder)| **holder == Holder::Out;
    match game.table.cards.iter().enumerate().skip(from).find(ownerless) {
        Some((card, _)) => begin(game, CardId(card as u8), events),
        None => stock::begin(game, events),
    }
}

fn begin(game: &mut Tiny, card: CardId, events: &mut Events) -> Play {
    let asked = game.first()?;
    let name = game.fixed.parts.card_name(card);
    events.push(Event::Round { round: say!("Auction of the {name}", name) });
    let bidders = game.table.order.clone();
    game.table.round = Round::Auction(Auction { card, asked, best: None, bidders });
    Ok(())
}

impl Auction {
    fn prices(&self, game: &Tiny) -> Prices {
        let spec = game.fixed.parts.card_spec(self.card);
        let step = game.fixed.figures.raise;
        let min = match self.best {
            Some((_, bid)) => bid + step,
            None => spec.map(|card| card.min_bid).unwrap_or_default(),
        };
        Prices { min, max: game.table.ledger.seat(self.asked), step }
    }

    fn check(&self, game: &Tiny, card: CardName, amount: Money) -> Play {
        let (prices, name) = (self.prices(game), game.fixed.parts.card_name(self.card));
        if card == name && prices.contains(amount) {
            return Ok(());
        }
        let Prices { min, max, step } = prices;
        Err(Refusal::plain(say!(
            "bid from {min} to {max} in steps of {step} for the {name}",
            min,
            max,
            step,
            name
        )))
    }

    fn next_bidder(&self, game: &Tiny) -> SeatId {
        let mut next = game.after(self.asked);
        while next != self.asked && !self.bidders.contains(&next) {
            next = game.after(next);
        }
        next
    }
}

impl Decision<Tiny> for Auction {
    fn turn(&self, _: &Tiny) -> Turn {
        Turn::Seat(self.asked)
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Bid
    }

    fn offers(&self, game: &Tiny) -> Vec<Offer> {
        let prices = self.prices(game);
        let bid = Offer::Bid { card: game.fixed.parts.card_name(self.card), prices };
        let pass = Offer::Pass { means: say!("leave this auction") };
        if prices.min <= prices.max { vec![bid, pass] } else { vec![pass] }
    }

    fn answer(&self, game: &mut Tiny, by: Author, action: &Action, events: &mut Events) -> Play {
        let (seat, mut auction) = (by.seat()?, self.clone());
        match action {
            Action::Pass => {
                auction.bidders.retain(|bidder| *bidder != seat);
                events.push(Event::Said { seat, what: say!("passes") });
            }
            Action::Bid { card, amount } => {
                self.check(game, *card, *amount)?;
                auction.best = Some((seat, *amount));
                events.push(Event::Said { seat, what: say!("bids {amount}", amount = *amount) });
            }
            _ => return Err(Refusal::out_of_place(say!("bid or pass"))),
        }
        auction.asked = self.next_bidder(game);
        settle(game, auction, events)
    }
}

/// Whoever is alone with a bid wins; a card that all have passed on leaves the game.
fn settle(game: &mut Tiny, auction: Auction, events: &mut Events) -> Play {
    let (card, left) = (auction.card, auction.bidders.len());
    match auction.best {
        Some((seat, amount)) if left == 1 => award(game, card, seat, amount, events)?,
        None if left == 0 => {
            events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Out });
        }
        _ => {
            game.table.round = Round::Auction(auction);
            return Ok(());
        }
    }
    begin_next(game, card.index() + 1, events)
}
