//! Chapters 3.2 and 3.4: concessions in the pool are for sale; unused ones return there, and the Bayard pays.

use super::Stock;
use super::peers::require_unsold;
use crate::t1841::Game;
use crate::t1841::rules::PoolDirector;
use ferrata_engine::action::Party;
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CardId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CardName;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// What a player may buy.
pub(super) fn offers(game: &Game, stock: &Stock, offers: &mut Vec<Offer>) {
    for card in game.concession_ids() {
        if let Ok(price) = may_buy(game, stock, card) {
            offers.push(Offer::BuyCard {
                buyer: Party::Seat(stock.seat),
                card: game.card_name(card),
                from: Party::Bank,
                prices: Prices::fixed(price),
            });
        }
    }
}

/// What a concession in the pool costs the player whose turn it is, or why they cannot have it.
fn may_buy(game: &Game, stock: &Stock, card: CardId) -> Result<Money, Refusal> {
    let there = game.concession_holder(card) == Holder::Pool;
    require(there, "1841-3.2-02", || say!("this concession is not in the pool"))?;
    // 1841-2.3-03.
    let later = stock.number > 1;
    require(later, "1841-3.2-02", || say!("no concession is sold in the first stock round"))?;
    let printed = game.fixed.parts.card_spec(card).map_or(Money::ZERO, |card| card.price);
    let price = match game.used(card) {
        None => printed,
        Some(company) => {
            // 1841-3.2-12-v2: the director's certificate comes with it.
            let director = game.table.shares.director(company) == Holder::Pool;
            let sold = director && game.fixed.rules.pool_director == PoolDirector::WithConcession;
            require(sold, "1841-8-02", || say!("a used concession goes with the director's certificate"))?;
            require_unsold(game, stock.seat, company)?;
            let percent = game.charter(company).directorship();
            game.may_take(Holder::Seat(stock.seat), company, percent, 1)?;
            printed + game.price_of(company, percent)
        }
    };
    let cash = game.table.ledger.seat(stock.seat);
    require(cash >= price, "1841-3.2-02", || say!("it costs {price}, you have {cash}", price, cash))?;
    Ok(price)
}

/// 1841-3.2-02: a concession from the pool.
pub(super) fn buy(game: &mut Game, stock: &Stock, card: CardName, price: Money, events: &mut Events) -> Play {
    let (seat, card) = (stock.seat, game.fixed.parts.card_named(card)?);
    let due = may_buy(game, stock, card)?;
    require(price == due, "1841-3.2-02", || say!("it costs {due}", due))?;
    let why = say!("concession {card}", card = game.card_name(card));
    game.table.ledger.pay(Account::Seat(seat), Account::Bank, price, why, events)?;
    game.give_with_director(card, seat, events)
}

impl Game {
    /// 1841-3.5.3-04: a concession goes to a player, with the director's certificate if it is used.
    pub(super) fn give_with_director(&mut self, card: CardId, to: SeatId, events: &mut Events) -> Play {
        self.give_concession(card, Holder::Seat(to), events);
        if let Some(company) = self.used(card)
            && let Some(cert) = self.table.shares.director_certificate(company)
        {
            self.table.shares.give(cert, Holder::Seat(to), events)?;
            self.settle_directors(events)?;
        }
        Ok(())
    }
}

/// 1841-2.3-04, 1841-3.4-04: unused concessions go back to the pool, except the Bayard.
pub(super) fn return_unused(game: &mut Game, events: &mut Events) {
    for card in game.concession_ids() {
        let held = matches!(game.concession_holder(card), Holder::Seat(_));
        if held && game.company_of(card).is_some_and(|company| !game.running(company)) {
            game.give_concession(card, Holder::Pool, events);
        }
    }
}

/// 1841-3.4-05, 1841-3.4-06: the Bayard pays whoever has it.
pub(super) fn pay_income(game: &mut Game, events: &mut Events) -> Play {
    for card in game.concession_ids() {
        let income = game.fixed.parts.card_spec(card).map_or(Money::ZERO, |card| card.revenue);
        if let Holder::Seat(seat) = game.concession_holder(card) {
            let why = say!("{card}", card = game.card_name(card));
            game.table.ledger.pay(Account::Bank, Account::Seat(seat), income, why, events)?;
        }
    }
    Ok(())
}
