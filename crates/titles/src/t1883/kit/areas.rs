//! The areas of the rules, and how an entry shows that a game has been to one: seen from outside, by what it says and by the
//! tables before and after it.

use crate::t1883::Game;
use crate::t1883::agenda::{Pending, Round};
use crate::t1883::end::Over;
use crate::t1883::sefta::MergerQuestion;
use crate::t1883::table::{Concession, MergerState, Standing};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::CompanyId;
use ferrata_engine::kit::Area;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Entry;

/// Areas beside those that follow from the box, its event cards.
const ALL: &[&str] = &[
    "auction: an offer",
    "auction: an income round",
    "auction: bidders against each other",
    "stock: a corporation is launched",
    "stock: a corporation is launched again",
    "stock: shares sold",
    "stock: a presidency changes",
    "stock: support bought",
    "stock: a concession bought",
    "concession: fulfilled",
    "concession: bonus split",
    "concession: failed",
    "tiles: laid by a private",
    "tokens: placed",
    "anchors: placed",
    "coaches: placed",
    "run: a state line used",
    "run: a gravity train succeeds",
    "run: a gravity train is lost",
    "trains: bought from a corporation",
    "trains: shares sold for one",
    "trains: discarded above the limit",
    "shares: issued",
    "privates: sold to a railway",
    "privates: CNP swapped",
    "CCFR: looted",
    "CCFR: frozen",
    "CCFR: capitalised",
    "SEFTA: formed",
    "SEFTA: an odd share",
    "a corporation closes",
    "a player is bankrupt",
    "end: the bank",
    "end: SARSA at the maximum",
    "end: one player left",
    "end: nothing can happen any more",
];

/// All areas of a game.
pub(super) fn all(game: &Game) -> Vec<Area> {
    let cards = game.fixed.event_cards.iter().map(|event| Area::from(format!("event {}", event.number)));
    ALL.iter().map(|area| Area::from(*area)).chain(cards).collect()
}

/// The areas that an entry has been to.
pub(super) fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<Area> {
    let mut areas = Vec::new();
    let mut saw = |holds: bool, area: &'static str| {
        if holds {
            areas.push(Area::from(area));
        }
    };
    by_action(before, &entry.action, &mut saw);
    by_tables(before, events, after, &mut saw);
    if let Some(card) = after.table.events.current.filter(|card| before.table.events.current != Some(*card)) {
        let number = after.fixed.event_card(card).map_or(0, |event| event.number);
        areas.push(Area::from(format!("event {number}")));
    }
    areas
}

fn by_action(before: &Game, action: &Action, saw: &mut dyn FnMut(bool, &'static str)) {
    let pending = before.table.pending.last();
    let stock = matches!(before.table.round, Round::Stock(_));
    let duel = matches!(pending, Some(Pending::Duel(_)));
    saw(matches!(action, Action::Bid { .. }), "auction: an offer");
    saw(duel, "auction: bidders against each other");
    saw(stock && matches!(action, Action::Sell { .. }), "stock: shares sold");
    saw(matches!(action, Action::LayTile { by: Some(_), .. }), "tiles: laid by a private");
    saw(matches!(action, Action::PlaceToken { .. }), "tokens: placed");
    let marker = |what: &str| matches!(action, Action::PlaceMarker { marker, .. } if marker.as_str() == what);
    saw(marker("anchor"), "anchors: placed");
    saw(marker("coach"), "coaches: placed");
    saw(matches!(action, Action::Settle { how: Settlement::Loot }), "CCFR: looted");
    saw(matches!(action, Action::Discard { .. }), "trains: discarded above the limit");
    saw(matches!(pending, Some(Pending::MergerQuestion(MergerQuestion::Odd(_)))), "SEFTA: an odd share");
    let split = matches!(action, Action::Choose { option } if option.as_str() == "split");
    saw(split, "concession: bonus split");
    let operating = matches!(before.table.round, Round::Operating(_));
    let company =
        |seller: &ferrata_engine::action::Party| matches!(seller, ferrata_engine::action::Party::Company(_));
    saw(operating && matches!(action, Action::Sell { seller, .. } if company(seller)), "shares: issued");
    saw(
        operating && matches!(action, Action::Sell { seller, .. } if !company(seller)),
        "trains: shares sold for one",
    );
    let far = |route: &ferrata_engine::action::Route| {
        route.legs.iter().any(|leg| matches!(leg.to, ferrata_engine::tile::End::Far(_)))
    };
    saw(matches!(action, Action::Run { routes } if routes.iter().any(far)), "run: a state line used");
}

fn by_tables(before: &Game, events: &[Event], after: &Game, saw: &mut dyn FnMut(bool, &'static str)) {
    let (old, new) = (&before.table, &after.table);
    let companies = || after.company_ids();
    let opened = |company: CompanyId| !before.is_open(company) && after.is_open(company);
    let stock = matches!(old.round, Round::Stock(_));
    saw(stock && companies().any(opened), "stock: a corporation is launched");
    let again = |company: CompanyId| opened(company) && before.company(company).closed_in > 0;
    saw(companies().any(again), "stock: a corporation is launched again");
    let changed = |company: CompanyId| {
        let (was, is) = (before.president(company), after.president(company));
        company != after.fixed.ccfr && was.is_some() && is.is_some() && was != is
    };
    saw(companies().any(changed), "stock: a presidency changes");
    let closed =
        |company: CompanyId| before.is_open(company) && after.company(company).standing == Standing::Waiting;
    saw(companies().any(closed), "a corporation closes");
    let more = old.seats.iter().zip(&new.seats).any(|(old, new)| new.support > old.support);
    saw(stock && more, "stock: support bought");
    for (was, is) in old.concessions.iter().zip(&new.concessions) {
        saw(*was == Concession::Pool && is.owner().is_some(), "stock: a concession bought");
        saw(was.owner().is_some() && *is == Concession::Gone, "concession: fulfilled");
        saw(was.owner().is_some() && *is == Concession::Pool, "concession: failed");
    }
    for (at, (was, is)) in old.privates.iter().zip(&new.privates).enumerate() {
        let to_railway = matches!((was, is), (Holder::Seat(_), Holder::Company(_)));
        saw(to_railway, "privates: sold to a railway");
        let swap = after.fixed.privates.get(at).and_then(|private| private.swap);
        let swapped = match (was, is, swap) {
            (Holder::Seat(seat), Holder::Out, Some(swap)) => {
                after.held(swap.company, *seat) > before.held(swap.company, *seat)
            }
            _ => false,
        };
        saw(swapped, "privates: CNP swapped");
    }
    let traded = events.iter().any(|event| matches!(event, Event::Train { from: Some(_), to: Some(_), .. }));
    saw(traded && old.merger == new.merger, "trains: bought from a corporation");
    let rolls = matches!(old.pending.last(), Some(Pending::GravityDice(_)));
    let lost = events.iter().any(|event| matches!(event, Event::Train { from: Some(_), to: None, .. }));
    saw(rolls && lost, "run: a gravity train is lost");
    saw(rolls && !lost, "run: a gravity train succeeds");
    let ccfr = after.fixed.ccfr;
    let frozen = |game: &Game| game.company(ccfr).standing == Standing::Frozen;
    saw(!frozen(before) && frozen(after), "CCFR: frozen");
    saw(!old.coop.capitalised && new.coop.capitalised, "CCFR: capitalised");
    saw(old.merger != MergerState::Formed && new.merger == MergerState::Formed, "SEFTA: formed");
    let out = |table: &crate::t1883::table::Table| table.seats.iter().filter(|seat| seat.out).count();
    saw(out(old) < out(new), "a player is bankrupt");
    let auction = |game: &Game| {
        if let Round::Auction(auction) = &game.table.round { Some(auction.passes) } else { None }
    };
    saw(
        auction(before).is_some_and(|passes| passes > 0) && auction(after) == Some(0) && paid(events),
        "auction: an income round",
    );
    if let (false, Round::Over(why)) = (matches!(old.round, Round::Over(_)), &new.round) {
        saw(*why == Over::Bank, "end: the bank");
        saw(*why == Over::Maximum, "end: SARSA at the maximum");
        saw(*why == Over::Alone, "end: one player left");
        saw(*why == Over::Standstill, "end: nothing can happen any more");
    }
}

fn paid(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event, Event::Note { .. } | Event::Paid { .. }))
}
