//! Open auctions of the cards nobody has yet: whoever passes is out, the last one in pays his bid. A card on
//! which nobody bids leaves the game.

use super::sheets::award;
use super::state::{Auction, Step};
use super::{Tiny, out_of_place, stock};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CardId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

/// Auctions the next card without an owner; after the last one the first stock round begins.
pub(super) fn begin_next(game: &mut Tiny, events: &mut Events) -> Result<(), Refusal> {
    let after = match &game.now.step {
        Step::Auction(auction) => auction.card.index() + 1,
        _ => 0,
    };
    let ownerless = |(_, holder): &(usize, &Holder)| **holder == Holder::Out;
    match game.now.cards.iter().enumerate().skip(after).find(ownerless) {
        Some((card, _)) => begin(game, CardId(card as u8), events),
        None => stock::begin(game, events),
    }
}

fn begin(game: &mut Tiny, card: CardId, events: &mut Events) -> Result<(), Refusal> {
    let first = game.now.order.first().copied();
    let asked = first.ok_or_else(|| Refusal::plain("nobody sits at the table"))?;
    let name = card_name(game, card);
    events.push(Event::Round { round: format!("Auction of the {name}") });
    let bidders = game.now.order.clone();
    game.now.step = Step::Auction(Auction { card, asked, best: None, bidders });
    Ok(())
}

fn card_name(game: &Tiny, card: CardId) -> CardName {
    game.printed.from.card_spec(card).map(|card| card.name).unwrap_or_default()
}

fn prices(game: &Tiny, auction: &Auction) -> Prices {
    let spec = game.printed.from.card_spec(auction.card);
    let least = match auction.best {
        Some((_, bid)) => bid + game.printed.raise,
        None => spec.map(|card| card.min_bid).unwrap_or_default(),
    };
    let step = game.printed.raise;
    Prices { min: least, max: game.now.ledger.seat(auction.asked), step }
}

pub(super) fn offers(game: &Tiny, auction: &Auction) -> Vec<Offer> {
    let prices = prices(game, auction);
    let bid = Offer::Bid { card: card_name(game, auction.card), prices };
    let pass = Offer::Pass { means: "leave this auction".into() };
    if prices.min <= prices.max { vec![bid, pass] } else { vec![pass] }
}

pub(super) fn apply(
    game: &mut Tiny,
    mut auction: Auction,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let seat = auction.asked;
    auction.asked = next_bidder(game, &auction);
    match action {
        Action::Pass => {
            auction.bidders.retain(|bidder| *bidder != seat);
            events.push(Event::Said { seat, what: "passes".into() });
        }
        Action::Bid { card, amount } => {
            check_bid(game, &Auction { asked: seat, ..auction.clone() }, *card, *amount)?;
            auction.best = Some((seat, *amount));
            events.push(Event::Said { seat, what: format!("bids {amount}").into() });
        }
        _ => return Err(out_of_place("bid or pass")),
    }
    settle(game, auction, events)
}

fn check_bid(game: &Tiny, auction: &Auction, card: CardName, amount: Money) -> Result<(), Refusal> {
    let (prices, name) = (prices(game, auction), card_name(game, auction.card));
    if card != name || !prices.contains(amount) {
        let (min, max, step) = (prices.min, prices.max, prices.step);
        return Err(Refusal::plain(format!("bid from {min} to {max} in steps of {step} for the {name}")));
    }
    Ok(())
}

fn next_bidder(game: &Tiny, auction: &Auction) -> ferrata_engine::id::SeatId {
    let mut next = game.after(auction.asked);
    while next != auction.asked && !auction.bidders.contains(&next) {
        next = game.after(next);
    }
    next
}

fn settle(game: &mut Tiny, auction: Auction, events: &mut Events) -> Result<(), Refusal> {
    let (card, best, left) = (auction.card, auction.best, auction.bidders.len());
    game.now.step = Step::Auction(auction);
    match best {
        Some((seat, amount)) if left == 1 => award(game, card, seat, amount, events)?,
        None if left == 0 => events.push(Event::Card { card: card_name(game, card), to: Holder::Out }),
        _ => return Ok(()),
    }
    begin_next(game, events)
}
