//! 3.5.1, 3.5.2 Regional companies: how they are bought, their markers and tokens, the bonuses of their destinations. Their turns
//! are those of [`crate::fb::operating`].

use super::Game;
use super::fixed::Destination;
use super::operating;
use super::states::State;
use super::stock::within_limits;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Prices;
use ferrata_engine::refusal::require;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, StopKind};
use smallvec::SmallVec;

/// All regionals.
fn all(game: &Game) -> SmallVec<[CompanyId; 8]> {
    game.company_ids().filter(|id| game.fixed.regional(*id).is_some()).collect()
}

fn give(game: &mut Game, company: CompanyId, to: Holder, events: &mut Events) -> Play {
    match game.table.shares.director_certificate(company) {
        Some(cert) => game.table.shares.give(cert, to, events),
        None => Ok(()),
    }
}

/// 18FB-3.5.1-06, 18FB-C-15: the whole price goes into the regional's treasury. 18FB-3.5.2-03, 18FB-G-66: a marker at the start.
pub(super) fn sell(
    game: &mut Game,
    company: CompanyId,
    seat: SeatId,
    price: Money,
    events: &mut Events,
) -> Play {
    let name = game.name(company);
    game.table.ledger.pay(
        Account::Seat(seat),
        Account::Company(company),
        price,
        say!("for {name}", name),
        events,
    )?;
    give(game, company, Holder::Seat(seat), events)?;
    let markers = game.fixed.regional(company).map_or(0, |regional| regional.start_markers);
    let charter = game.charter_mut(company)?;
    if charter.state == State::Unfloated {
        charter.state = State::Definitive;
        charter.markers += markers;
    }
    // 18FB-G-67: what was reached while it had no owner is paid now.
    after_track(game, events)
}

/// 18FB-3.5.1-07: unsold, it can be bought later.
pub(super) fn to_pool(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    give(game, company, Holder::Pool, events)
}

/// 18FB-3.5.1-07, 18FB-G-107: what a regional in the pool may be bought for: its nominal value or more.
pub(super) fn pool_prices(game: &Game, seat: SeatId, company: CompanyId) -> Option<Prices> {
    let regional = game.fixed.regional(company)?;
    let cash = game.table.ledger.seat(seat);
    let open = game.table.shares.director(company) == Holder::Pool && within_limits(game, seat, company, 100);
    (open && regional.nominal <= cash).then(|| Prices::between(regional.nominal, cash))
}

pub(super) fn buy_from_pool(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    price: Money,
    events: &mut Events,
) -> Play {
    let open = pool_prices(game, seat, company).is_some_and(|prices| prices.contains(price));
    require(open, "18FB-3.5.1-07", || {
        say!("{name} cannot be bought from the pool for this price", name = game.name(company))
    })?;
    sell(game, company, seat, price, events)
}

/// 18FB-3.5.1-10: after the auction the token of every regional goes to its home.
pub(super) fn end_round(game: &mut Game, events: &mut Events) -> Play {
    if game.fixed.switches.regionals_have_tokens {
        for company in all(game) {
            game.charter_mut(company)?.waits = true;
        }
    }
    game.table.unified_now = false;
    after_track(game, events)?;
    operating::next_round(game, events)
}

/// 18FB-3.5.1-11, 18FB-3.5.2-28: a token that waits takes the first slot on its home that is kept for nobody (18FB-G-97). 18FB-G-98:
/// on a brown tile that is full it gets a slot of its own.
fn place_waiting(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let Some(home) = game.fixed.regional(company).map(|regional| regional.home) else { return Ok(()) };
    let stops = game.table.board.face(home).stops.len() as u8;
    let is_city = |stop: &u8| game.stop_kind(home, *stop) == Some(StopKind::City);
    let free = (0..stops).filter(is_city).find(|stop| game.has_free_slot(home, *stop));
    match free {
        Some(stop) => game.put_token(company, home, stop, events)?,
        None if game.table.board.face(home).color == Color::Brown => {
            game.table.board.place_extra(company, home, 0)?;
            events.push(Event::Token { company, hex: home, placed: true });
        }
        None => return Ok(()),
    }
    game.charter_mut(company)?.waits = false;
    Ok(())
}

/// 18FB-3.5.2-11, 18FB-G-98: the home on which a regional must lay, because its token waits for a slot.
pub(super) fn must_make_room(game: &Game, company: CompanyId) -> Option<HexId> {
    let regional = game.fixed.regional(company)?;
    game.charter(company).waits.then_some(regional.home)
}

/// What follows from track and tokens for regionals: waiting tokens, bonuses.
pub(super) fn after_track(game: &mut Game, events: &mut Events) -> Play {
    if game.bourbon() {
        return Ok(());
    }
    for company in all(game) {
        if game.charter(company).waits {
            place_waiting(game, company, events)?;
        }
        claim_bonuses(game, company, events)?;
    }
    Ok(())
}

/// 18FB-3.5.2-15, 18FB-3.5.2-16, 18FB-G-67: the bank pays the owner once for each destination that is connected with the home, whoever made
/// the link.
fn claim_bonuses(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let (Some(regional), Holder::Seat(owner)) =
        (game.fixed.regional(company), game.table.shares.director(company))
    else {
        return Ok(());
    };
    // Where there is no track yet, or not the tile that is asked for, nothing has to be looked for.
    let open = |(at, destination): &(usize, &Destination)| {
        let face = game.table.board.face(destination.hex);
        let ready = !face.track.is_empty() && (face.color == Color::Brown || !destination.needs_brown);
        ready && game.charter(company).claimed >> at & 1 == 0
    };
    let mut open = regional.destinations.iter().enumerate().filter(open).peekable();
    if game.charter(company).state == State::Closed || open.peek().is_none() {
        return Ok(());
    }
    let reach = game.tile_reach(company);
    let reached: Vec<(usize, HexId, Money)> = open
        .filter(|(_, destination)| reach.stops_at(destination.hex) != 0)
        .map(|(at, destination)| (at, destination.hex, destination.bonus))
        .collect();
    for (at, hex, bonus) in reached {
        game.charter_mut(company)?.claimed |= 1 << at;
        let (name, place) = (game.name(company), game.fixed.parts.hex_name(hex));
        let why = say!("{name} is connected with {place}", name, place);
        game.table.ledger.pay(Account::Bank, Account::Seat(owner), bonus, why, events)?;
    }
    Ok(())
}

/// The town on a hex before a tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Town {
    color: Color,
    /// The highest value of a town, as printed on the tile.
    value: Money,
}

impl Town {
    /// The town on a hex as it lies now; worth nothing where there is none.
    pub(super) fn on(game: &Game, hex: HexId) -> Town {
        let face = game.table.board.face(hex);
        let towns = face.stops.iter().filter(|stop| stop.kind == StopKind::Town);
        let value = towns.map(|stop| stop.value.in_band(Default::default())).max().unwrap_or_default();
        Town { color: face.color, value }
    }
}

/// 18FB-3.5.2-13, 18FB-3.5.2-14, 18FB-3.5.2-27: a regional gets a marker for a town tile it lays: a new one or a brown one, in 2006 whenever
/// the value rises. Corps get none (18FB-G-52).
pub(super) fn collect_marker(
    game: &mut Game,
    company: CompanyId,
    before: Town,
    hex: HexId,
    events: &mut Events,
) -> Play {
    let now = Town::on(game, hex);
    if game.fixed.regional(company).is_none() || now.value == Money::ZERO {
        return Ok(());
    }
    let new = before.color == Color::White;
    let brown = now.color == Color::Brown && before.color != Color::Brown;
    let rises =
        if game.fixed.switches.regional_markers_by_value { now.value > before.value } else { new || brown };
    if rises {
        let charter = game.charter_mut(company)?;
        charter.markers = charter.markers.saturating_add(1);
        let company = game.name(company);
        events.push(Event::Note { text: say!("{company} collects a town marker.", company) });
    }
    Ok(())
}

/// 18FB-3.6.3-11, 18FB-3.6.3-14: the acquirer's token replaces that of the regional, free of cost, unless it has one in the place or none
/// left: then the slot is free.
pub(super) fn replace_token(
    game: &mut Game,
    company: CompanyId,
    regional: CompanyId,
    events: &mut Events,
) -> Play {
    let tokens: Vec<_> = game.table.board.tokens_of(regional).collect();
    for token in tokens {
        events.push(Event::Token { company: regional, hex: token.hex, placed: false });
        if game.in_place(company, token.hex) || game.tokens_left(company) == 0 {
            game.table.board.remove(regional, token.hex, token.stop);
            continue;
        }
        game.table.board.replace(token, company)?;
        events.push(Event::Token { company, hex: token.hex, placed: true });
    }
    Ok(())
}
