//! 3.4.11 President bankruptcy.

use super::emergency::{self, Stage};
use crate::fb::stock::concession;
use crate::fb::{Game, closing, end, regionals};
use ferrata_engine::action::Action;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::Account;
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

const BANKRUPT: OptionName = OptionName::of("bankrupt");

pub(super) fn offer() -> Offer {
    let options = vec![(BANKRUPT, say!("declare bankruptcy"))];
    Offer::Choose { about: say!("the money for a train cannot be raised"), options }
}

/// 18FB-3.4.11-01: a president who has sold everything legal and still cannot pay is bankrupt and out of the game.
pub(super) fn declare(game: &mut Game, company: CompanyId, action: &Action, events: &mut Events) -> Play {
    let due = emergency::stage(game, company) == Some(Stage::Bankrupt);
    require(due && offer().covers(action), "18FB-3.4.11-01", || {
        say!("only a president who cannot raise the money for a train is bankrupt")
    })?;
    let seat = game.president(company).ok_or_else(|| Refusal::out_of_place(say!("buy a train")))?;
    events.push(Event::Said { seat, what: say!("is bankrupt and leaves the game") });
    // 18FB-3.4.11-05, 18FB-3.4.11-08, 18FB-G-61: everything raised and all cash stay with the corp.
    let cash = game.table.ledger.seat(seat);
    let why = say!("raised by the bankrupt president");
    game.table.ledger.pay(Account::Seat(seat), Account::Company(company), cash, why, events)?;
    let led: Vec<CompanyId> = game.corps().filter(|corp| game.president(*corp) == Some(seat)).collect();
    let order: Vec<SeatId> = game.seats_after(seat).filter(|other| *other != seat).collect();
    match game.bourbon() {
        true => leave_before_unification(game, seat, &led, events)?,
        false => {
            for corp in &led {
                hand_on(game, *corp, seat, &order, events)?;
            }
        }
    }
    holdings_to_pool(game, seat, events)?;
    leave(game, seat, &order);
    regionals::after_track(game, events)?;
    // 18FB-3.4.11-08: before PH5 the corp is frozen now: its turn goes on without a train.
    if let [_] = order[..] {
        // 18FB-G-61: the last player wins.
        end::finish(game, end::Why::LastPlayer, events);
    }
    Ok(())
}

/// 18FB-3.4.11-03: the bankrupt's concessions are withdrawn, and those of the corps the bankrupt led (18FB-3.2.3-01); the
/// president's certificates go to the pool with the rest (18FB-G-39, 18FB-C-06).
fn leave_before_unification(game: &mut Game, seat: SeatId, led: &[CompanyId], events: &mut Events) -> Play {
    let bankrupt = |company: &CompanyId| {
        let holder = game.concession_of(*company).map(|card| game.card(card).holder);
        holder == Some(Holder::Seat(seat))
            || (led.contains(company) && matches!(holder, Some(Holder::Seat(_))))
    };
    let companies: Vec<CompanyId> = game.corps().filter(bankrupt).collect();
    for company in companies {
        concession::withdraw(game, company, None, events)?;
    }
    Ok(())
}

/// 18FB-3.4.11-04, 18FB-3.4.11-07, 18FB-3.4.11-09: from PH5 on the presidency goes to the player with most shares, at least two,
/// who takes the certificate for two single shares; without such a player the corp closes (18FB-3.4.11-06).
fn hand_on(game: &mut Game, company: CompanyId, from: SeatId, order: &[SeatId], events: &mut Events) -> Play {
    if game.table.shares.director(company) != Holder::Seat(from) {
        // 18FB-G-72: somebody else stands in for the president.
        game.charter_mut(company)?.caretaker = None;
        return Ok(());
    }
    let percent = |seat: SeatId| game.percent(company, Holder::Seat(seat));
    let able = order.iter().copied().filter(|seat| percent(*seat) >= game.president_percent(company));
    match crate::fb::stock::presidency::best(able, percent) {
        Some(heir) => game.table.shares.swap_director(company, Holder::Seat(heir), events),
        None => closing::close(game, company, events),
    }
}

/// 18FB-3.4.11-02, 18FB-2.3-10, 18FB-G-61: remaining holdings go to the pool, however much lies there; political cards too, and
/// regionals.
fn holdings_to_pool(game: &mut Game, seat: SeatId, events: &mut Events) -> Play {
    let certificates: Vec<_> = game.table.shares.held_by(Holder::Seat(seat)).collect();
    for (cert, printed) in certificates {
        game.table.shares.give(cert, Holder::Pool, events)?;
        if printed.director {
            events.push(Event::Director { company: printed.company, director: Holder::Pool });
        }
    }
    let cards: Vec<CardId> = game.cards_of(seat).collect();
    for card in cards {
        game.card_mut(card)?.holder = Holder::Pool;
        events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Pool });
    }
    let nationals: Vec<CompanyId> =
        game.corps().filter(|corp| game.fixed.national(*corp).is_some()).collect();
    for national in nationals {
        crate::fb::stock::presidency::settle(game, national, events)?;
    }
    Ok(())
}

/// The bankrupt leaves the order of play; the Priority passes on (18FB-G-61).
fn leave(game: &mut Game, seat: SeatId, order: &[SeatId]) {
    if game.table.priority == seat {
        game.table.priority = order.first().copied().unwrap_or(seat);
    }
    game.table.order.retain(|other| *other != seat);
}
