//! §2 Private companies: their auction, their income, their sale to companies, and how they close.
//!
//! | section | module |
//! | --- | --- |
//! | 2.2 income and closing | here |
//! | 2.2.2 the side of the train of private 2 | [`side`] |
//! | 2.2.5 tenders | [`tenders`] |
//! | 2.2.7 the par of the company of private 7 | [`par`] |
//! | 2.3 auction | [`auction`] |
//! | 2.2, 4.8 purchases by companies | [`purchase`] |
//!
//! Privates 1 and 4 are used where track is laid and passes are built ([`super::operating`]); private 3 turns into a train
//! when it closes.

pub(super) mod auction;
pub(super) mod par;
pub(super) mod purchase;
pub(super) mod side;
pub(super) mod tenders;

use super::Game;
use super::table::Train;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::money::Account;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

// The privates, counted from 0.
pub(super) const FIRST: usize = 0;
pub(super) const SECOND: usize = 1;
pub(super) const THIRD: usize = 2;
pub(super) const FOURTH: usize = 3;
pub(super) const FIFTH: usize = 4;
pub(super) const SIXTH: usize = 5;
pub(super) const SEVENTH: usize = 6;

/// A private changes hands. 18ESP-2.2-01: it keeps its face value.
pub(super) fn give(game: &mut Game, private: usize, to: Holder, events: &mut Events) {
    let card = game.private(private).name;
    if let Some(owner) = game.table.privates.get_mut(private) {
        *owner = to;
        events.push(Event::Card { card, to });
    }
}

pub(super) fn close(game: &mut Game, private: usize, events: &mut Events) {
    if game.private_owner(private) != Holder::Out {
        give(game, private, Holder::Out, events);
    }
}

/// 18ESP-2.2-04, 18ESP-2.2.3-01, 18ESP-2.2.6-02: each open private pays its owner, a player or a company.
pub(super) fn pay_income(game: &mut Game, events: &mut Events) -> Play {
    for private in game.private_ids() {
        let to = match game.private_owner(private) {
            Holder::Seat(seat) => Account::Seat(seat),
            Holder::Company(company) => Account::Company(company),
            _ => continue,
        };
        let (income, card) = (game.private(private).revenue, game.private(private).name);
        game.table.ledger.pay(Account::Bank, to, income, say!("income of private {card}", card), events)?;
    }
    Ok(())
}

/// 18ESP-2.2-05: phase 5 closes all privates.
pub(super) fn close_all(game: &mut Game, events: &mut Events) {
    // 18ESP-2.2.3-02: in a company's hands private 3 turns into a permanent train.
    if let Holder::Company(company) = game.private_owner(THIRD) {
        // 18ESP-2.2.3-05: not in the round in which the private is acquired. A company acquires it in its own turn and a
        // purchase of trains turns it over, so its run of that round is over by then.
        let train = Train::plain(game.fixed.privates.permanent_train, false);
        game.company_mut(company).trains.push(train);
        let name = game.train_name(&train);
        events.push(Event::Train { train: name, from: None, to: Some(company) });
    }
    for private in game.private_ids() {
        close(game, private, events);
    }
    // 18ESP-G-32: what the owner of private 5 has not sold is gone.
    game.table.tenders.private = 0;
}
