//! 3.6.3 Acquisitions: from PH6 on majors and nationals take over regionals in their turns.

use super::earnings;
use crate::fb::fixed::{Class, PhaseEvent};
use crate::fb::{Game, closing, regionals};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 18FB-3.6.3-01, 18FB-3.5.2-02: whether regionals can be acquired in this phase.
fn open(game: &Game) -> bool {
    let conventions =
        game.fixed.phases().find(|(_, phase)| phase.says().event == Some(PhaseEvent::Conventions));
    conventions.is_some_and(|(phase, _)| game.reached(phase))
}

/// The price of a regional: 18FB-3.6.3-02, 18FB-3.6.3-03: its nominal value, its maximum revenue now (18FB-G-79), and in PA23 the
/// money in its treasury.
pub(in crate::fb) fn price(game: &Game, regional: CompanyId) -> Money {
    let nominal = game.fixed.regional(regional).map_or(Money::ZERO, |regional| regional.nominal);
    let treasury = game.table.ledger.company(regional);
    let revenue = earnings::best(game, regional).total;
    nominal + revenue + if game.fixed.switches.acquirer_gets_treasury { treasury } else { Money::ZERO }
}

/// The owner of a regional that a corp can acquire now, and its price. 18FB-G-96: only one that a player owns. 18FB-3.6.3-04: its
/// home is connected without another city between. 18FB-3.6.3-05: the treasury holds the whole price.
fn terms(game: &Game, company: CompanyId, regional: CompanyId) -> Option<(SeatId, Money)> {
    let Holder::Seat(owner) = game.table.shares.director(regional) else { return None };
    let price = price(game, regional);
    let affordable = price <= game.table.ledger.company(company);
    (affordable && connected(game, company, regional)).then_some((owner, price))
}

/// 18FB-3.6.3-04, 18FB-G-79: a token in the home city itself is enough.
fn connected(game: &Game, company: CompanyId, regional: CompanyId) -> bool {
    let Some(home) = game.fixed.regional(regional).map(|regional| regional.home) else { return false };
    game.in_place(company, home)
        || game.token_reach(company).stops_at(home) != 0
        || by_the_other_half(game, company, home)
}

/// 18FB-3.4.2-24: a home in Napoli is reached through its other half, where Napoli is one city.
fn by_the_other_half(game: &Game, company: CompanyId, home: ferrata_engine::id::HexId) -> bool {
    let Some(other) = game.fixed.places.other_half(home).filter(|_| game.one_napoli(company)) else {
        return false;
    };
    let Some(joint) = game.napoli_joint() else { return false };
    let stop = joint.ends.iter().find(|(hex, ..)| *hex == other).map_or(0, |(_, stop, _)| *stop);
    game.token_reach(company).has_stop(other, stop)
}

fn candidates(game: &Game, company: CompanyId) -> impl Iterator<Item = (CompanyId, SeatId, Money)> + '_ {
    let allowed = open(game) && game.fixed.regional(company).is_none() && game.president(company).is_some();
    let regionals = game.company_ids().filter(move |id| allowed && game.fixed.regional(*id).is_some());
    regionals.filter_map(move |id| terms(game, company, id).map(|(owner, price)| (id, owner, price)))
}

/// Whether a corp could acquire something now.
pub(super) fn possible(game: &Game, company: CompanyId) -> bool {
    candidates(game, company).next().is_some()
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    let buyer = Party::Company(game.name(company));
    let offer = |(regional, owner, price)| Offer::Buy {
        buyer,
        company: game.name(regional),
        percent: 100,
        from: Party::Seat(owner),
        prices: Prices::fixed(price),
    };
    candidates(game, company).map(offer).collect()
}

/// The acquisition; its owner cannot refuse (18FB-G-79).
pub(super) fn acquire(
    game: &mut Game,
    company: CompanyId,
    regional: CompanyId,
    action: &Action,
    events: &mut Events,
) -> Play {
    let covered = offers(game, company).iter().any(|offer| offer.covers(action));
    let name = game.name(regional);
    require(covered, "18FB-3.6.3-04", || {
        say!(
            "{name} cannot be acquired now: it must be owned by a player, connected, and paid in full, from PH6 on",
            name
        )
    })?;
    let Some((owner, price)) = terms(game, company, regional) else { return Ok(()) };
    let (acquirer, treasury) = (Account::Company(company), Account::Company(regional));
    game.table.ledger.pay(
        acquirer,
        Account::Seat(owner),
        price,
        say!("acquisition of {name}", name),
        events,
    )?;
    // 18FB-3.6.3-06, 18FB-3.6.3-07: its treasury.
    let heir = if game.fixed.switches.acquirer_gets_treasury { acquirer } else { Account::Seat(owner) };
    let money = game.table.ledger.company(regional);
    game.table.ledger.pay(treasury, heir, money, say!("treasury of {name}", name), events)?;
    take_trains(game, company, regional, events)?;
    // 18FB-3.6.3-10: its markers.
    let markers = std::mem::take(&mut game.charter_mut(regional)?.markers);
    let charter = game.charter_mut(company)?;
    charter.markers = charter.markers.saturating_add(markers);
    regionals::replace_token(game, company, regional, events)?;
    events.push(Event::Note { text: say!("{company} acquires {name}.", company = game.name(company), name) });
    // 18FB-3.6.3-12, 18FB-3.6.3-13: charter and certificate leave the game.
    closing::dissolve(game, regional, events)?;
    regionals::after_track(game, events)
}

/// 18FB-3.6.3-08, 18FB-3.6.3-09, 18FB-2.6-04, 18FB-2.6-05: trains are converted, or pass as they are; they can be used at once
/// (18FB-G-80).
fn take_trains(game: &mut Game, company: CompanyId, regional: CompanyId, events: &mut Events) -> Play {
    let trains = std::mem::take(&mut game.charter_mut(regional)?.trains);
    for kind in trains {
        let kind = converted(game, kind);
        let own = &mut game.charter_mut(company)?.trains;
        own.push(kind);
        own.sort_unstable();
        events.push(Event::Train {
            train: game.fixed.parts.train_name(kind),
            from: Some(regional),
            to: Some(company),
        });
    }
    Ok(())
}

fn converted(game: &Game, kind: TrainKind) -> TrainKind {
    match game.fixed.train(kind).map(|train| train.class) {
        Some(Class::Regional(_, becomes)) if game.fixed.switches.regional_trains_are_converted => becomes,
        _ => kind,
    }
}
