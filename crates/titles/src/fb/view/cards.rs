//! Concessions and political cards.

use crate::fb::Game;
use crate::fb::fixed::CardRole;
use crate::fb::operating::{interest, powers};
use crate::fb::stock::concession::{Terms, deposit};
use ferrata_engine::id::CardId;
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::view::CardView;

/// The cards of a holder.
pub(super) fn of(game: &Game, holder: Holder) -> Vec<CardView> {
    let cards = (0..game.table.cards.len() as u8).map(CardId);
    cards.filter(|card| game.card(*card).holder == holder).map(|card| card_view(game, card)).collect()
}

/// The cards that can be had.
pub(super) fn open(game: &Game) -> Vec<CardView> {
    let mut cards = of(game, Holder::Offering);
    cards.extend(of(game, Holder::Pool));
    cards
}

fn card_view(game: &Game, card: CardId) -> CardView {
    let full_name = game.fixed.parts.card_spec(card).map(|spec| spec.full_name.clone()).unwrap_or_default();
    let price = match game.fixed.card(card) {
        Some(CardRole::Political(political)) => Some(political.cost),
        Some(CardRole::Concession(_)) => Some(deposit(game, card, Terms::default())),
        None => None,
    };
    CardView {
        card: game.fixed.parts.card_name(card),
        full_name,
        notes: notes(game, card),
        price,
        holds: game.table.ledger.card(card),
    }
}

fn notes(game: &Game, card: CardId) -> Vec<Text> {
    let mut notes = Vec::new();
    match game.fixed.card(card) {
        Some(CardRole::Political(political)) => {
            notes.push(say!("pays {income}", income = powers::income(game, political)));
            if game.card(card).used {
                notes.push(say!("its power was used"));
            }
        }
        Some(CardRole::Concession(concession)) => {
            let due = deposit(game, card, Terms::default());
            if let Some((band, amount)) = interest::band(game, concession.company) {
                notes.push(say!("band {band}: {amount} a share", band, amount));
            }
            let lying = game.table.ledger.card(card);
            match game.card(card).holder {
                Holder::Seat(_) if lying > Money::ZERO => notes.push(say!("deposit {lying}", lying)),
                Holder::Seat(_) => {}
                _ => notes.push(say!("deposit due {due}", due)),
            }
        }
        None => {}
    }
    notes
}
