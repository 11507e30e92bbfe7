//! Privates and tenders.

use crate::esp::Game;
use crate::esp::privates::tenders::TENDER;
use crate::esp::privates::{FIFTH, SIXTH};
use ferrata_engine::id::CompanyId;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::view::CardView;

/// The privates of somebody.
pub(super) fn of(game: &Game, holder: Holder) -> Vec<CardView> {
    let held = game.private_ids().filter(|&private| game.private_owner(private) == holder);
    held.map(|private| private_view(game, private)).collect()
}

/// The privates and the tender of a company.
pub(super) fn of_company(game: &Game, company: CompanyId) -> Vec<CardView> {
    let mut cards = of(game, Holder::Company(company));
    if game.company(company).tender {
        cards.push(CardView {
            card: TENDER,
            full_name: TENDER.to_string(),
            notes: vec![say!("one more town, mine or harbour for one train")],
            price: None,
        });
    }
    cards
}

/// Privates still to be auctioned, and tenders on the open market.
pub(super) fn open(game: &Game) -> Vec<CardView> {
    let mut cards = of(game, Holder::Offering);
    let left = game.table.tenders.bank;
    if left > 0 {
        cards.push(CardView {
            card: TENDER,
            full_name: TENDER.to_string(),
            notes: vec![say!("{n} {n|tender|tenders} on the open market", n = left)],
            price: Some(game.fixed.privates.tenders.price),
        });
    }
    cards
}

fn private_view(game: &Game, private: usize) -> CardView {
    let card = game.private(private);
    let mut notes = vec![say!("pays {income}", income = card.revenue)];
    if private == FIFTH && game.table.tenders.private > 0 {
        notes.push(say!("{n} {n|tender|tenders} for sale", n = game.table.tenders.private));
    }
    // 18ESP-2.2.6-01: only one of its two sides is in the game.
    let back = private == SIXTH && game.table.beside[0] != Some(game.fixed.privates.share_of);
    let full_name = if back { &game.fixed.privates.other_side } else { &card.full_name };
    CardView { card: card.name, full_name: full_name.clone(), notes, price: Some(card.price) }
}
