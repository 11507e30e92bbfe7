//! Privates and tenders.

use crate::esp::Game;
use crate::esp::fixed::Tenders;
use crate::esp::privates::tenders::TENDER;
use crate::esp::privates::{FIFTH, FIRST, FOURTH, SECOND, SEVENTH, SIXTH, THIRD, purchase};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::Money;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
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
            holds: Money::ZERO,
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
            holds: Money::ZERO,
        });
    }
    cards
}

/// What a private does, in a few words.
fn power(game: &Game, private: usize) -> Option<Text> {
    let powers = &game.fixed.privates;
    let parts = &game.fixed.parts;
    Some(match private {
        FIRST => say!("{discount} off one mine, built or dismantled", discount = powers.mine_discount),
        SECOND => say!(
            "a {train}-train for the company that buys it",
            train = parts.train_name(powers.special_train)
        ),
        THIRD => say!(
            "a permanent {train}-train for the company that has it when phase 5 begins",
            train = parts.train_name(powers.permanent_train)
        ),
        FOURTH => say!(
            "the pass {hex} for nothing, or another one for {discount} less",
            hex = parts.hex_name(powers.free_pass),
            discount = powers.pass_discount
        ),
        FIFTH => {
            let Tenders { tenders, price, to_owner, .. } = powers.tenders;
            say!(
                "{left} of {tenders} tenders to sell for {price}, {to_owner} of it to the owner",
                left = game.table.tenders.private,
                tenders,
                price,
                to_owner
            )
        }
        SIXTH => say!("a share of {company}", company = game.name(game.table.beside[0]?)),
        SEVENTH => {
            say!("the director's certificate of {company}", company = game.name(game.table.beside[1]?))
        }
        _ => return None,
    })
}

fn private_view(game: &Game, private: usize) -> CardView {
    let card = game.private(private);
    let mut notes = vec![say!("pays {income}", income = card.revenue)];
    notes.extend(power(game, private));
    if let Some(cap) = purchase::price_cap(game, private) {
        notes.push(say!("a company may pay up to {cap} for it now", cap));
    }
    // 18ESP-2.2.6-01: only one of its two sides is in the game.
    let back = private == SIXTH && game.table.beside[0] != Some(game.fixed.privates.share_of);
    let full_name = if back { &game.fixed.privates.other_side } else { &card.full_name };
    CardView {
        card: card.name,
        full_name: full_name.clone(),
        notes,
        price: Some(card.price),
        holds: Money::ZERO,
    }
}
