//! Chapter 11: what each card does when it is drawn.

use super::lots;
use super::{EventStep, war};
use crate::t1883::Game;
use crate::t1883::agenda::Pending;
use crate::t1883::fixed::Effect;
use crate::t1883::phases;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::say;
use smallvec::SmallVec;
use std::cmp::Reverse;

/// A card is drawn.
pub(super) fn happen(game: &mut Game, card: CardId, events: &mut Events) -> Play {
    let fixed = game.fixed.clone();
    let Some(effect) = fixed.event_card(card).map(|card| &card.effect) else { return Ok(()) };
    match effect {
        // They last for this round and are looked at where they count.
        Effect::Flood | Effect::Landslide | Effect::RedWeek | Effect::Boxes(_) | Effect::TrainsOnTime(_) => {}
        Effect::PlayersPay(_) | Effect::LoseCash(_) => ask_players(game, card),
        Effect::GeneralStrike if strike_is_broken(game) => neutral(events),
        Effect::GeneralStrike => strike_all(game, card),
        Effect::RailroadStrike(_) | Effect::BusStrike(_) if game.table.events.hot_autumn.is_some() => {
            neutral(events)
        }
        Effect::RailroadStrike(_) => ask(game, card, |game, company| game.is_railway(company)),
        Effect::BusStrike(_) => ask(game, card, |game, company| company == game.fixed.sarsa),
        // 1883-11-14, 1883-C-10: CCFR, too.
        Effect::Autarchy(_) => ask(game, card, |_, _| true),
        Effect::HotAutumn => {
            game.table.events.hot_autumn = Some(card);
            strike_all(game, card);
        }
        Effect::Accident => accident(game, events),
        Effect::StrikeBreaker => game.table.events.strike_broken_in = game.table.operating_rounds + 1,
        Effect::AirRaids(_) => {
            let step = EventStep::raids(game);
            game.interrupt(Pending::EventStep(step));
        }
        Effect::GainSupport(count) => gain_support(game, *count),
        Effect::LoseSupport(count) => lose_support(game, *count),
        Effect::GermanOccupation => occupation(game, events),
        Effect::SetAside(amount) => {
            return game.pay(Account::Bank, Account::Card(card), *amount, say!("set aside"), events);
        }
        Effect::TaxShield(amount) => return tax_shield(game, *amount, events),
        Effect::WarEffort { at_least, .. } => war::begin(game, card, *at_least),
        Effect::Magnacucchi(_) => lots::begin(game),
        Effect::MarshallPlan => marshall(game, card),
    }
    Ok(())
}

fn neutral(events: &mut Events) {
    events.push(Event::Note { text: say!("The card has no effect now.") });
}

/// 1883-11-11, 1883-11-26b: General Strikes have no effect after the Strike Breaker and during Hot Autumn.
fn strike_is_broken(game: &Game) -> bool {
    let events = &game.table.events;
    events.strike_broken_in == game.table.operating_rounds || events.hot_autumn.is_some()
}

/// 1883-7.0-06: every corporation in play of some kind is asked, in price order.
fn ask(game: &mut Game, card: CardId, meets: impl Fn(&Game, CompanyId) -> bool) {
    let order = game.price_order();
    let left = order.into_iter().filter(|company| meets(game, *company)).collect();
    game.interrupt(Pending::EventStep(EventStep::Corporations { card, left }));
}

/// 1883-11-03, 1883-11-26a: all corporations; 1883-8.1.7-01: not CCFR before its capitalisation.
pub(super) fn strike_all(game: &mut Game, card: CardId) {
    ask(game, card, |game, company| !game.is_coop(company));
}

/// 1883-7.0-02: all players, from the Priority holder.
fn ask_players(game: &mut Game, card: CardId) {
    let left = game.clockwise_from(game.table.priority);
    game.interrupt(Pending::EventStep(EventStep::Players { card, left }));
}

/// Those of a list whose key is highest.
pub(super) fn top<K: Ord>(list: &[CompanyId], key: impl Fn(CompanyId) -> K) -> SmallVec<[CompanyId; 9]> {
    let best = list.iter().map(|company| key(*company)).max();
    list.iter().copied().filter(|company| best.as_ref() == Some(&key(*company))).collect()
}

/// 1883-11-06: the dearest of the railways that operated in the round before; then by trains, then by money; all if still tied.
fn accident(game: &mut Game, events: &mut Events) {
    let before = game.table.operating_rounds.saturating_sub(1);
    let order = game.price_order();
    let ran =
        |company: &CompanyId| game.is_railway(*company) && game.company(*company).last_operated == before;
    let railways: SmallVec<[CompanyId; 9]> = order.into_iter().filter(ran).collect();
    let dearest = top(&railways, |company| game.price(company));
    let dearest = top(&dearest, |company| game.proper_trains(company));
    let dearest = top(&dearest, |company| game.treasury(company));
    for company in dearest {
        game.price_left(company, events);
    }
}

/// 1883-11-15.
fn gain_support(game: &mut Game, count: u8) {
    let most = game.fixed.figures.support_cards.hand_limit;
    for seat in game.clockwise_from(game.table.priority) {
        let gained = count.min(most.saturating_sub(game.support(seat))).min(game.support_left());
        game.set_support(seat, game.support(seat) + gained);
    }
}

/// 1883-11-19, 1883-11-27.
fn lose_support(game: &mut Game, count: u8) {
    for seat in game.table.order.clone() {
        game.set_support(seat, game.support(seat).saturating_sub(count));
    }
}

/// 1883-11-16, 1883-11-16b: the next train of the stack leaves the game, as if it had been sold.
fn occupation(game: &mut Game, events: &mut Events) {
    let top = game.table.depot.top().filter(|kind| *kind != game.fixed.gravity.kind);
    let Some(kind) = top.filter(|kind| game.table.depot.take_new(*kind)) else { return };
    let train = game.fixed.parts.train_name(kind);
    events.push(Event::Note { text: say!("A {train}-train leaves the game.", train) });
    phases::sold(game, kind, None);
}

/// 1883-11-30: money that was set aside comes back, once.
fn tax_shield(game: &mut Game, amount: Money, events: &mut Events) -> Play {
    let cards = game.fixed.event_cards.iter().map(|event| event.card);
    let Some(card) = cards.into_iter().find(|card| game.table.ledger.card(*card) > Money::ZERO) else {
        return Ok(());
    };
    let amount = amount.min(game.table.ledger.card(card));
    game.pay(Account::Card(card), Account::Bank, amount, say!("tax shield"), events)
}

/// 1883-11-29, 1883-R-28: the corporation with the lowest price, the last in the order among equals.
fn marshall(game: &mut Game, card: CardId) {
    let order = game.price_order();
    let able: SmallVec<[CompanyId; 9]> =
        order.into_iter().filter(|company| !game.is_coop(*company)).collect();
    let mut left = top(&able, |company| Reverse(game.price(company)));
    if !game.fixed.switches.marshall_all_tied {
        left = left.last().copied().into_iter().collect();
    }
    game.interrupt(Pending::EventStep(EventStep::Corporations { card, left }));
}

/// Somebody who can be asked for support.
pub(super) fn able(game: &Game, seat: SeatId, cost: u8) -> bool {
    cost > 0 && game.support(seat) >= cost
}
