//! 3.2.6 Buying a political card from the pool.

use crate::fb::Game;
use crate::fb::auction::take_card;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// The printed cost of a political card in the pool.
fn price(game: &Game, card: CardId) -> Option<Money> {
    let in_pool = game.card(card).holder == Holder::Pool;
    game.fixed.political(card).filter(|_| in_pool).map(|political| political.cost)
}

pub(super) fn offers(game: &Game, seat: SeatId) -> Vec<Offer> {
    let cards = game.fixed.political_cards().filter_map(|(card, _)| Some((card, price(game, card)?)));
    let payable = cards.filter(|(_, price)| *price <= game.table.ledger.seat(seat));
    let offer = |(card, price)| Offer::BuyCard {
        buyer: Party::Seat(seat),
        card: game.fixed.parts.card_name(card),
        from: Party::Bank,
        prices: Prices::fixed(price),
    };
    payable.map(offer).collect()
}

/// 18FB-3.2.6-01: it costs exactly its printed cost and is a turn action.
pub(super) fn buy(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::BuyCard { buyer, card: name, from, price: paid } = action else { return Ok(()) };
    let card = game.fixed.parts.card_named(*name)?;
    let asked = price(game, card).filter(|_| *buyer == Party::Seat(seat) && *from == Party::Bank);
    require(asked == Some(*paid), "18FB-3.2.6-01", || {
        say!(
            "a political card in the pool costs exactly its printed cost; {name} is not for sale so",
            name = *name
        )
    })?;
    game.table.ledger.pay(
        Account::Seat(seat),
        Account::Bank,
        *paid,
        say!("for {name}", name = *name),
        events,
    )?;
    take_card(game, card, seat, events)?;
    game.stock_mut()?.acted = true;
    Ok(())
}
