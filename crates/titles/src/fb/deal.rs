//! Deals that need somebody's consent: political cards between players (3.2.6), trains between corps (3.4.8), tokens by the
//! power of another player's card (2.7).

use super::Game;
use super::operating::{token, trains};
use super::table::{Pending, Round};
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

/// A deal on the table.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Deal {
    /// Who proposed it.
    by: SeatId,
    /// Who has to agree.
    to: SeatId,
    /// What would be done.
    #[serde(with = "ferrata_engine::position::json")]
    pub(super) action: Action,
}

impl Decision<Game> for Deal {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.to)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Deal
    }

    fn offers(&self, _: &Game) -> Vec<Offer> {
        vec![Offer::Accept, Offer::Decline]
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let agrees = match action {
            Action::Accept => true,
            Action::Decline => false,
            _ => return Err(Refusal::out_of_place(say!("accept the deal or decline it"))),
        };
        game.table.pending.pop();
        let what = if agrees { say!("agrees") } else { say!("declines") };
        events.push(Event::Said { seat: self.to, what });
        match &self.action {
            _ if !agrees => Ok(()),
            Action::BuyCard { .. } => buy_card(game, self.by, &self.action, events),
            Action::BuyTrain { .. } => trains::carry_out(game, &self.action, events),
            _ => token::carry_out(game, &self.action, events),
        }
    }
}

/// Whether a player may suggest a deal: one in a turn (18FB-G-111).
pub(super) fn may_propose(game: &Game, seat: SeatId) -> bool {
    !game.table.proposed.contains(&seat)
}

/// Puts a deal on the table.
pub(super) fn propose(
    game: &mut Game,
    (by, to): (SeatId, SeatId),
    deal: &Action,
    what: Text,
    events: &mut Events,
) -> Play {
    if !may_propose(game, by) {
        return Err(Refusal::rule("18FB-G-111", say!("only one deal can be suggested in a turn")));
    }
    game.table.proposed.push(by);
    events.push(Event::Said { seat: by, what });
    game.table.pending.push(Pending::Deal(Deal { by, to, action: deal.clone() }));
    Ok(())
}

/// 18FB-3.2.6-02, 18FB-3.2.6-03: whether cards of players can be bought now: in the buyer's turn of the SR, or at any moment.
fn cards_trade_now(game: &Game) -> bool {
    let in_turn = matches!(&game.table.round, Round::Stock(stock) if !stock.acted);
    game.bourbon() && (game.fixed.switches.cards_trade_at_any_moment || in_turn)
}

/// The political cards that a player may ask others for, at any agreed price (18FB-2.7-03).
pub(super) fn card_offers(game: &Game, buyer: SeatId) -> Vec<Offer> {
    let prices = Prices::between(Money::ZERO, game.table.ledger.seat(buyer));
    if !cards_trade_now(game) || !may_propose(game, buyer) {
        return Vec::new();
    }
    let offer = |card: CardId| match game.card(card).holder {
        Holder::Seat(owner) if owner != buyer => Some(Offer::Propose {
            to: owner,
            deal: Box::new(Offer::BuyCard {
                buyer: Party::Seat(buyer),
                card: game.fixed.parts.card_name(card),
                from: Party::Seat(owner),
                prices,
            }),
        }),
        _ => None,
    };
    game.fixed.political_cards().filter_map(|(card, _)| offer(card)).collect()
}

/// A player asks the owner of a card to sell it.
pub(super) fn propose_card(game: &mut Game, by: SeatId, deal: &Action, events: &mut Events) -> Play {
    let (owner, _, _) = card_of(game, by, deal)?;
    propose(game, (by, owner), deal, say!("suggests to buy a card"), events)
}

/// The owner of the card that a deal is about, the card, and the price.
fn card_of(game: &Game, by: SeatId, deal: &Action) -> Result<(SeatId, CardId, Money), Refusal> {
    let wrong = || {
        Refusal::rule(
            "18FB-3.2.6-02",
            say!(
                "ask the owner of a political card, for oneself, at a price one can pay, when cards are traded"
            ),
        )
    };
    let Action::BuyCard { buyer, card, from: Party::Seat(owner), price } = deal else { return Err(wrong()) };
    let id = game.fixed.parts.card_named(*card)?;
    // 18FB-2.7-02: cards are never sold to corps; concessions are no political cards.
    let political = game.fixed.political(id).is_some();
    let held = game.card(id).holder == Holder::Seat(*owner) && *owner != by && *buyer == Party::Seat(by);
    let payable = Prices::between(Money::ZERO, game.table.ledger.seat(by)).contains(*price);
    match political && held && payable && cards_trade_now(game) {
        true => Ok((*owner, id, *price)),
        false => Err(wrong()),
    }
}

fn buy_card(game: &mut Game, by: SeatId, deal: &Action, events: &mut Events) -> Play {
    let (owner, card, price) = card_of(game, by, deal)?;
    let name = game.fixed.parts.card_name(card);
    let (payer, payee) = (Account::Seat(by), Account::Seat(owner));
    game.table.ledger.pay(payer, payee, price, say!("for {name}", name), events)?;
    game.card_mut(card)?.holder = Holder::Seat(by);
    events.push(Event::Card { card: name, to: Holder::Seat(by) });
    // 18FB-3.2.6-02: in PA23 it is the buyer's turn action; in 2006 it uses none.
    if !game.fixed.switches.cards_trade_at_any_moment {
        game.stock_mut()?.acted = true;
    }
    Ok(())
}
