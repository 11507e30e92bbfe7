//! Privates, concessions, support cards and the event.

use crate::t1883::Game;
use crate::t1883::events;
use crate::t1883::table::Concession;
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::CardView;

fn card(game: &Game, id: CardId, notes: Vec<Text>, price: Option<Money>) -> CardView {
    CardView {
        card: game.fixed.parts.card_name(id),
        full_name: game.fixed.parts.card_spec(id).map(|spec| spec.full_name.clone()).unwrap_or_default(),
        notes,
        price,
        holds: game.table.ledger.card(id),
    }
}

/// The privates of somebody.
fn privates(game: &Game, holder: Holder) -> Vec<CardView> {
    let held = game.fixed.privates.iter().zip(&game.table.privates).filter(|(_, by)| **by == holder);
    let view = |(spec, _): (&_, &Holder)| {
        let spec: &crate::t1883::fixed::Private = spec;
        card(game, spec.card, vec![say!("pays {income}", income = spec.income)], Some(spec.price))
    };
    held.map(view).collect()
}

/// The privates and the support cards of a player.
pub(super) fn of_player(game: &Game, seat: SeatId) -> Vec<CardView> {
    let mut cards = privates(game, Holder::Seat(seat));
    let count = game.support(seat);
    if count > 0 {
        let notes = vec![say!("{n} {n|card|cards}", n = count)];
        cards.push(card(game, game.fixed.support_card, notes, None));
    }
    cards
}

/// The privates and the concessions of a corporation.
pub(super) fn of_company(game: &Game, company: CompanyId) -> Vec<CardView> {
    let mut cards = privates(game, Holder::Company(company));
    for (spec, concession) in game.fixed.concessions.iter().zip(&game.table.concessions) {
        if let Concession::Held { by, rounds } = concession
            && *by == company
        {
            let (bonus, due) = (spec.bonus(game.band()), spec.due);
            let notes = vec![
                say!("bonus {bonus}", bonus),
                say!("operating round {rounds} of {due}", rounds = *rounds, due),
            ];
            cards.push(card(game, spec.card, notes, Some(spec.price)));
        }
    }
    cards
}

/// What can be had: privates, concessions, support; the event, and money that was set aside.
pub(super) fn open(game: &Game) -> Vec<CardView> {
    let mut cards = privates(game, Holder::Pool);
    let concessions = game.fixed.concessions.iter().zip(&game.table.concessions);
    for (spec, _) in concessions.filter(|(_, place)| **place == Concession::Pool) {
        let (bonus, due) = (spec.bonus(game.band()), spec.due);
        let notes = vec![say!("bonus {bonus}", bonus), say!("due in {due} operating rounds", due)];
        cards.push(card(game, spec.card, notes, Some(spec.price)));
    }
    let left = game.support_left();
    if left > 0 {
        let notes = vec![say!("{n} {n|card|cards}", n = left)];
        cards.push(card(game, game.fixed.support_card, notes, None));
    }
    let (current, autumn) = (game.table.events.current, game.table.events.hot_autumn);
    for event in &game.fixed.event_cards {
        let lies = current == Some(event.card) || autumn == Some(event.card);
        if lies || game.table.ledger.card(event.card) > Money::ZERO {
            let mut notes = vec![events::card_name(game, event.card)];
            if lies {
                notes.push(say!("in force in this operating round"));
            }
            cards.push(card(game, event.card, notes, None));
        }
    }
    cards
}
