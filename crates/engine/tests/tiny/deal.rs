//! Deals between players: suggested by one, carried out if the other agrees. The turn passes to him and
//! comes back.

use super::state::Deal;
use super::{Tiny, out_of_place, trains};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::shares::Holder;

pub(super) fn offers() -> Vec<Offer> {
    vec![Offer::Accept, Offer::Decline]
}

/// The cards that a player may ask others to sell.
pub(super) fn card_offers(game: &Tiny, buyer: SeatId) -> Vec<Offer> {
    let prices = Prices::between(Money(1), game.now.ledger.seat(buyer));
    let held = game.printed.from.cards.iter().zip(&game.now.cards);
    let offer = |(card, holder): (&ferrata_engine::components::CardSpec, &Holder)| match holder {
        Holder::Seat(owner) if *owner != buyer => Some(Offer::Propose {
            to: *owner,
            deal: Box::new(Offer::BuyCard {
                buyer: Party::Seat(buyer),
                card: card.name,
                from: Party::Seat(*owner),
                prices,
            }),
        }),
        _ => None,
    };
    held.filter_map(offer).filter(|_| prices.min <= prices.max).collect()
}

/// A player asks the owner of a card to sell it.
pub(super) fn propose_card(
    game: &mut Tiny,
    by: SeatId,
    deal: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let (owner, _) = card_of(game, by, deal)?;
    propose(game, by, owner, deal, "suggests to buy a card", events);
    Ok(())
}

/// Puts a deal on the table.
pub(super) fn propose(
    game: &mut Tiny,
    by: SeatId,
    to: SeatId,
    deal: &Action,
    what: &'static str,
    events: &mut Events,
) {
    game.now.deal = Some(Deal { by, to, action: deal.clone() });
    events.push(Event::Said { seat: by, what: what.into() });
}

/// The owner of the card that the deal is about, and the card.
fn card_of(game: &Tiny, by: SeatId, deal: &Action) -> Result<(SeatId, CardId), Refusal> {
    let Action::BuyCard { buyer, card, from: Party::Seat(owner), price } = deal else {
        return Err(out_of_place("only a card of another player can be asked for"));
    };
    let id = game.printed.from.card(*card).ok_or_else(|| Refusal::plain("there is no such card"))?;
    let held = game.now.cards.get(id.index()) == Some(&Holder::Seat(*owner));
    let payable = Prices::between(Money(1), game.now.ledger.seat(by)).contains(*price);
    match held && *owner != by && *buyer == Party::Seat(by) && payable {
        true => Ok((*owner, id)),
        false => Err(Refusal::plain("ask the card's owner, for oneself, at a price one can pay")),
    }
}

/// The answer to the deal on the table.
pub(super) fn answer(
    game: &mut Tiny,
    seat: SeatId,
    action: &Action,
    events: &mut Events,
) -> Result<(), Refusal> {
    let Some(deal) = game.now.deal.take() else { return Err(out_of_place("no deal is on the table")) };
    match action {
        Action::Accept => {
            events.push(Event::Said { seat, what: "agrees".into() });
            carry_out(game, &deal, events)
        }
        Action::Decline => {
            events.push(Event::Said { seat, what: "declines".into() });
            Ok(())
        }
        _ => Err(out_of_place("agree to the deal or decline it")),
    }
}

fn carry_out(game: &mut Tiny, deal: &Deal, events: &mut Events) -> Result<(), Refusal> {
    let Action::BuyCard { card: name, price, .. } = &deal.action else {
        return trains::carry_out(game, &deal.action, events);
    };
    let (owner, card) = card_of(game, deal.by, &deal.action)?;
    let (payer, payee) = (Account::Seat(deal.by), Account::Seat(owner));
    game.now.ledger.pay(payer, payee, *price, format!("for the {name}"), events)?;
    if let Some(holder) = game.now.cards.get_mut(card.index()) {
        *holder = Holder::Seat(deal.by);
    }
    events.push(Event::Card { card: *name, to: Holder::Seat(deal.by) });
    Ok(())
}
