//! Deals between players: suggested by one, carried out if the other agrees. The turn passes to the other and
//! comes back.

use super::table::Pending;
use super::{Tiny, trains};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};

/// A deal that needs consent.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Deal {
    by: SeatId,
    to: SeatId,
    #[serde(with = "ferrata_engine::position::json")]
    action: Action,
}

impl Decision<Tiny> for Deal {
    fn turn(&self, _: &Tiny) -> Turn {
        Turn::Seat(self.to)
    }

    fn asked(&self, _: &Tiny) -> Asked {
        Asked::Deal
    }

    fn offers(&self, _: &Tiny) -> Vec<Offer> {
        vec![Offer::Accept, Offer::Decline]
    }

    fn answer(&self, game: &mut Tiny, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        match action {
            Action::Accept => {
                events.push(Event::Said { seat: self.to, what: say!("agrees") });
                carry_out(game, self, events)
            }
            Action::Decline => {
                events.push(Event::Said { seat: self.to, what: say!("declines") });
                Ok(())
            }
            _ => Err(Refusal::out_of_place(say!("agree to the deal or decline it"))),
        }
    }
}

/// Puts a deal on the table.
pub(super) fn propose(
    game: &mut Tiny,
    (by, to): (SeatId, SeatId),
    deal: &Action,
    what: Text,
    events: &mut Events,
) {
    game.table.pending.push(Pending::Deal(Deal { by, to, action: deal.clone() }));
    events.push(Event::Said { seat: by, what });
}

/// The cards that a player may ask others to sell.
pub(super) fn card_offers(game: &Tiny, buyer: SeatId) -> Vec<Offer> {
    let prices = Prices::between(Money(1), game.table.ledger.seat(buyer));
    let held = game.fixed.parts.cards.iter().zip(&game.table.cards);
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
pub(super) fn propose_card(game: &mut Tiny, by: SeatId, deal: &Action, events: &mut Events) -> Play {
    let (owner, _) = card_of(game, by, deal)?;
    propose(game, (by, owner), deal, say!("suggests to buy a card"), events);
    Ok(())
}

/// The owner of the card that the deal is about, and the card.
fn card_of(game: &Tiny, by: SeatId, deal: &Action) -> Result<(SeatId, CardId), Refusal> {
    let Action::BuyCard { buyer, card, from: Party::Seat(owner), price } = deal else {
        return Err(Refusal::out_of_place(say!("only a card of another player can be asked for")));
    };
    let id = game.fixed.parts.card_named(*card)?;
    let held = game.table.cards.get(id.index()) == Some(&Holder::Seat(*owner));
    let payable = Prices::between(Money(1), game.table.ledger.seat(by)).contains(*price);
    match held && *owner != by && *buyer == Party::Seat(by) && payable {
        true => Ok((*owner, id)),
        false => Err(Refusal::plain(say!("ask the card's owner, for oneself, at a price one can pay"))),
    }
}

fn carry_out(game: &mut Tiny, deal: &Deal, events: &mut Events) -> Play {
    let Action::BuyCard { card: name, price, .. } = &deal.action else {
        return trains::carry_out(game, &deal.action, events);
    };
    let (owner, card) = card_of(game, deal.by, &deal.action)?;
    let (payer, payee) = (Account::Seat(deal.by), Account::Seat(owner));
    game.table.ledger.pay(payer, payee, *price, say!("for the {name}", name = *name), events)?;
    if let Some(holder) = game.table.cards.get_mut(card.index()) {
        *holder = Holder::Seat(deal.by);
    }
    events.push(Event::Card { card: *name, to: Holder::Seat(deal.by) });
    Ok(())
}
