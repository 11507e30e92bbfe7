//! Sealed bids: everybody hands in a sheet; when the last one is in, all are opened and the highest bid for
//! each card wins, among equals that of the player who comes first in the order of play.

use super::state::{Sheet, Step};
use super::{Tiny, auction, out_of_place};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, sheet_is_valid};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;
use smallvec::SmallVec;

/// Who still has to hand in a sheet.
pub(super) fn waiting(sheets: &[Sheet]) -> Vec<SeatId> {
    let missing = sheets.iter().enumerate().filter(|(_, sheet)| **sheet == Sheet::Missing);
    missing.map(|(seat, _)| SeatId(seat as u8)).collect()
}

/// The cards sold by sealed bids.
fn cards(game: &Tiny) -> impl Iterator<Item = CardId> + '_ {
    let cards = game.printed.from.cards.iter().enumerate().filter(|(_, card)| card.kind == "sealed");
    cards.map(|(at, _)| CardId(at as u8))
}

fn lowest_bid(game: &Tiny) -> Money {
    let bids = cards(game).filter_map(|card| game.printed.from.card_spec(card)).map(|card| card.min_bid);
    bids.max().unwrap_or_default()
}

pub(super) fn offers(game: &Tiny, sheets: &[Sheet]) -> Vec<Offer> {
    let names = cards(game).filter_map(|card| game.printed.from.card_spec(card)).map(|card| card.name);
    vec![Offer::Sheet {
        cards: names.collect(),
        min: lowest_bid(game),
        // Everybody begins with the same.
        budget: game.now.ledger.seat(SeatId(0)),
        waiting: waiting(sheets),
        faulty_accepted: false,
    }]
}

pub(super) fn apply(
    game: &mut Tiny,
    mut sheets: SmallVec<[Sheet; 4]>,
    seat: SeatId,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let sheet = match action {
        Action::Hidden => Sheet::Hidden,
        Action::Sheet { amounts } => checked(game, seat, amounts)?,
        _ => return Err(out_of_place("hand in a sheet of bids")),
    };
    if let Some(place) = sheets.get_mut(seat.index()) {
        *place = sheet;
    }
    events.push(Event::Said { seat, what: "hands in a sheet".into() });
    match waiting(&sheets).is_empty() {
        true => open(game, &sheets, events),
        false => {
            game.now.step = Step::Sheets(sheets);
            Ok(())
        }
    }
}

fn checked(game: &Tiny, seat: SeatId, amounts: &[Money]) -> Result<Sheet, Refusal> {
    let (min, budget) = (lowest_bid(game), game.now.ledger.seat(seat));
    if amounts.len() != cards(game).count() || !sheet_is_valid(amounts, min, budget) {
        return Err(Refusal::plain(format!(
            "a sheet has one bid per card, each nothing or at least {min}, the sum from 1 to {budget}"
        )));
    }
    Ok(Sheet::Written(amounts.to_vec()))
}

fn open(game: &mut Tiny, sheets: &[Sheet], events: &mut Events) -> Result<(), Refusal> {
    if sheets.contains(&Sheet::Hidden) {
        return Err(Refusal::plain("the sheets cannot be opened here: what is on some of them is not known"));
    }
    for (place, card) in cards(game).collect::<Vec<_>>().into_iter().enumerate() {
        let bid = |seat: SeatId| match sheets.get(seat.index()) {
            Some(Sheet::Written(amounts)) => amounts.get(place).copied().unwrap_or_default(),
            _ => Money::ZERO,
        };
        let bids = game.now.order.iter().rev().map(|seat| (bid(*seat), *seat));
        // `max_by_key` keeps the last of equals: the first in the order of play.
        if let Some((amount, seat)) = bids.max_by_key(|(amount, _)| *amount).filter(|(b, _)| *b > Money::ZERO)
        {
            award(game, card, seat, amount, events)?;
        }
    }
    auction::begin_next(game, events)
}

/// A player pays for a card and takes it.
pub(super) fn award(
    game: &mut Tiny,
    card: CardId,
    seat: SeatId,
    amount: Money,
    events: &mut Events,
) -> Result<(), Refusal> {
    let spec = game.printed.from.card_spec(card);
    let name = spec.map(|card| card.name).unwrap_or_default();
    game.now.ledger.pay(Account::Seat(seat), Account::Bank, amount, format!("for the {name}"), events)?;
    if let Some(holder) = game.now.cards.get_mut(card.index()) {
        *holder = Holder::Seat(seat);
    }
    events.push(Event::Card { card: name, to: Holder::Seat(seat) });
    Ok(())
}
