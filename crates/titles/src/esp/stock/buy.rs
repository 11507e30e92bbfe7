//! §3.2 Buying one certificate.

use super::{Stock, director, launch, limit, sell};
use crate::esp::Game;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::Events;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// Whether a player may buy an ordinary certificate, and at what price.
fn check(game: &Game, stock: &Stock, company: CompanyId, from: Holder) -> Result<Money, Refusal> {
    let (seat, name, share) = (stock.seat, game.name(company), game.fixed.figures.share);
    require(!game.is_minor(company), "18ESP-1.4-02", || say!("{name} is a minor: it has no shares", name))?;
    let par = game.company(company).par.ok_or_else(|| {
        let because = say!("the first certificate of {name} sold must be the director's", name);
        Refusal::rule("18ESP-3.2-02", because)
    })?;
    // 18ESP-3.2-06: a reserved share is not for sale.
    let there = game.table.shares.percent(company, from) >= share && ordinary_left(game, company, from);
    require(there, "18ESP-3.2-06", || say!("no certificate of {name} is for sale there", name))?;
    check_debt(game, seat)?;
    limit::check_room(game, seat)?;
    // 18ESP-G-09: shares that came with a private count, too.
    let held = game.table.shares.percent(company, Holder::Seat(seat));
    let limit = game.fixed.figures.hold_limit;
    require(held + share <= limit, "18ESP-3.2-04", || {
        say!("{held}% of {name} is held already; nobody may buy beyond {limit}%", held, name, limit)
    })?;
    require(!stock.has_sold(seat, company), "18ESP-3.2-05", || {
        say!("shares of {name} were sold in this stock round", name)
    })?;
    // 18ESP-3.2-03: from the initial offering at par, from the open market at the price of the chart.
    let price = if from == Holder::Pool { game.price(company) } else { par };
    let cash = game.table.ledger.seat(seat);
    require(price <= cash, "18ESP-3.2-03", || {
        say!("it costs {price}, and only {cash} is there", price, cash)
    })?;
    Ok(price)
}

fn ordinary_left(game: &Game, company: CompanyId, from: Holder) -> bool {
    game.table.shares.of_held_by(company, from).any(|(_, cert)| !cert.director)
}

/// 18ESP-3.2-01: whoever owes buys nothing.
pub(super) fn check_debt(game: &Game, seat: SeatId) -> Play {
    let owes = game.owed(seat);
    require(owes == Money::ZERO, "18ESP-3.2-01", || say!("{owes} must be repaid before buying", owes))
}

pub(super) fn buy(game: &mut Game, stock: &Stock, action: &Action, events: &mut Events) -> Play {
    let Action::Buy { buyer, company, percent, from, price } = *action else {
        return Err(Refusal::plain(say!("a certificate is bought here")));
    };
    let seat = stock.seat;
    sell::check_self(buyer, seat)?;
    limit::check_sold_down(game, seat)?;
    let company = game.company_named(company)?;
    let source = match from {
        Party::Offering => Holder::Offering,
        Party::Bank => Holder::Pool,
        _ => return Err(Refusal::rule("18ESP-3.1-01", say!("shares are bought from the bank only"))),
    };
    let costs = check(game, stock, company, source)?;
    let share = game.fixed.figures.share;
    require(percent == share, "18ESP-3-02", || {
        say!("one certificate of {share}% is bought in a turn", share)
    })?;
    require(price == costs, "18ESP-3.2-03", || say!("the certificate costs {costs}", costs))?;
    let why = say!("{percent}% of {company}", percent, company = game.name(company));
    game.table.ledger.pay(Account::Seat(seat), Account::Bank, costs, why, events)?;
    game.table.shares.give_percent(company, share, source, Holder::Seat(seat), events)?;
    director::review(game, company, events)?;
    launch::review(game, company, events)
}

/// The companies whose ordinary certificates may be on sale.
fn started(game: &Game) -> impl Iterator<Item = CompanyId> + '_ {
    game.company_ids().filter(|&company| game.company(company).par.is_some())
}

pub(super) fn offers(game: &Game, stock: &Stock) -> Vec<Offer> {
    let (buyer, percent) = (Party::Seat(stock.seat), game.fixed.figures.share);
    let mut offers = Vec::new();
    for company in started(game) {
        for (source, from) in [(Holder::Offering, Party::Offering), (Holder::Pool, Party::Bank)] {
            if let Ok(price) = check(game, stock, company, source) {
                let (company, prices) = (game.name(company), Prices::fixed(price));
                offers.push(Offer::Buy { buyer, company, percent, from, prices });
            }
        }
    }
    offers
}

pub(super) fn can_buy_any(game: &Game, stock: &Stock) -> bool {
    if game.owed(stock.seat) > Money::ZERO || !game.has_certificate_room(stock.seat) {
        return false;
    }
    let may = |company, from| check(game, stock, company, from).is_ok();
    started(game).any(|company| may(company, Holder::Offering) || may(company, Holder::Pool))
}
