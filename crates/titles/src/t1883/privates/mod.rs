//! Chapter 3: privates, their auction, their powers, their sale to corporations and their closing.
//!
//! | section | module |
//! | --- | --- |
//! | 3.3 distribution | [`auction`], [`duel`] |
//! | 3.2 FSF's par | [`par`] |
//! | 3.2 anchors and the swap of CNP | [`anchors`], [`swap`] |
//! | 3.4 sale to corporations | [`sale`] |
//! | 3.5 closing | [`closing`] |
//!
//! The extra tiles of FRV and TMM are laid in the tile step ([`super::operating::track`]).

pub(super) mod anchors;
pub(super) mod auction;
pub(super) mod closing;
pub(super) mod duel;
pub(super) mod moment;
pub(super) mod par;
pub(super) mod sale;
pub(super) mod swap;

use super::Game;
use super::lookup::account_of;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 1883-3.2-01, 1883-6.1-01: every private pays its owner, player or corporation.
pub(super) fn pay_incomes(game: &mut Game, events: &mut Events) -> Play {
    for at in 0..game.fixed.privates.len() {
        let (Some(private), Some(holder)) = (game.fixed.privates.get(at), game.table.privates.get(at)) else {
            continue;
        };
        let (card, income) = (game.fixed.parts.card_name(private.card), private.income);
        if let Some(owner) = account_of(*holder) {
            let why = say!("income of {card}", card);
            game.pay(ferrata_engine::money::Account::Bank, owner, income, why, events)?;
        }
    }
    Ok(())
}

/// Gives a private to somebody, or takes it out of the game.
pub(super) fn give(game: &mut Game, private: usize, to: Holder, events: &mut Events) {
    if let (Some(holder), Some(spec)) =
        (game.table.privates.get_mut(private), game.fixed.privates.get(private))
    {
        *holder = to;
        events.push(Event::Card { card: game.fixed.parts.card_name(spec.card), to });
    }
}

/// Who has a private.
pub(super) fn holder(game: &Game, private: usize) -> Holder {
    game.table.privates.get(private).copied().unwrap_or(Holder::Out)
}
