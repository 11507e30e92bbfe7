//! §4.3 Stations: one per turn, in a free circle of a connected city or an open pass.

use crate::esp::{Game, goals};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::tile::{Color, StopKind};

/// What a station costs here: by the charter, or in a pass what the pass says. 18ESP-4.3-03, 18ESP-5.2-06.
fn cost(game: &Game, company: CompanyId, hex: HexId) -> Money {
    match game.pass_at(hex).and_then(|pass| game.fixed.passes.get(pass)) {
        Some(pass) => {
            let [first, second] = pass.stations;
            if game.table.board.tokens_at(hex).is_empty() { first } else { second }
        }
        None => game.fixed.role(company).station,
    }
}

fn check(game: &Game, company: CompanyId, hex: HexId, stop: u8) -> Result<Money, Refusal> {
    // 18ESP-5.2-07: a station in a pass is that of the turn, too.
    require(!game.company_turn().station, "18ESP-4.3-04", || say!("one station is built in a turn"))?;
    let free = game.company(company).free_tokens > 0;
    require(free, "18ESP-4.3-05", || say!("the company has no unlocked token"))?;
    let kind = game.table.board.face(hex).stops.get(stop as usize).map(|stop| stop.kind);
    // 18ESP-5.2-05: anybody may build in an open pass, its builder at once.
    let city = matches!(kind, Some(StopKind::City | StopKind::Pass)) && game.pass_is_open(hex);
    require(city, "18ESP-4.3-05", || say!("stations are built in cities and open passes"))?;
    // 18ESP-4.4.2-08: what connected means is the same everywhere.
    let connected = game.reach(company).has_stop(hex, stop);
    require(connected, "18ESP-4.3-05", || say!("the company is not connected to this place"))?;
    let there = game.table.board.has_token(company, hex);
    require(!there, "18ESP-4.3-05", || say!("the company has a station here already"))?;
    check_circle(game, company, hex, stop)?;
    let (cost, cash) = (cost(game, company, hex), game.table.ledger.company(company));
    require(cost <= cash, "18ESP-4.3-03", || say!("it costs {cost}, and only {cash} is there", cost, cash))?;
    Ok(cost)
}

/// The circles of home companies stay free, and a double city waits for its home company.
fn check_circle(game: &Game, company: CompanyId, hex: HexId, stop: u8) -> Play {
    let color = game.table.board.face(hex).color;
    // 18ESP-D-14: online a brown one is open already.
    let brown = color == Color::Brown && game.fixed.switches.stations_in_brown_double_cities;
    let closed = game.double_city_waits(hex, company) && color != Color::Gray && !brown;
    require(!closed, "18ESP-4.3-06", || say!("the home company of this city chooses its circle first"))?;
    let free = game.table.board.free_slots(hex, stop);
    let kept = game.kept_slots(hex, stop, company);
    require(free > kept, "18ESP-4.3-02", || match free {
        0 => say!("no circle is free here"),
        _ => say!("the free circle is kept for its home company"),
    })
}

pub(super) fn build(game: &mut Game, company: CompanyId, hex: HexId, stop: u8, events: &mut Events) -> Play {
    let cost = check(game, company, hex, stop)?;
    // 18ESP-5.2-06: the second station in a pass is paid to the company that placed the first.
    let first = game.table.board.tokens_at(hex).first().map(|token| token.company);
    let payee = match first {
        Some(first) if game.pass_at(hex).is_some() => Account::Company(first),
        _ => Account::Bank,
    };
    game.table.ledger.pay(Account::Company(company), payee, cost, say!("station"), events)?;
    game.table.board.place(company, hex, stop)?;
    game.company_mut(company).free_tokens -= 1;
    game.note_in_turn(|turn| turn.station = true);
    events.push(Event::Token { company, hex, placed: true });
    goals::review_destination(game, company, events)
}

/// Whether the company may still build a station in this turn, and could pay the cheapest.
fn may_build(game: &Game, company: CompanyId) -> bool {
    let in_passes = game.fixed.passes.iter().flat_map(|pass| pass.stations);
    let cheapest = in_passes.chain([game.fixed.role(company).station]).min().unwrap_or_default();
    let pays = game.table.ledger.company(company) >= cheapest;
    !game.company_turn().station && game.company(company).free_tokens > 0 && pays
}

pub(super) fn is_possible(game: &Game, company: CompanyId) -> bool {
    may_build(game, company)
        && game.reach(company).stops().any(|(hex, stop)| check(game, company, hex, stop).is_ok())
}

pub(super) fn offers(game: &Game, company: CompanyId) -> Vec<Offer> {
    if !may_build(game, company) {
        return Vec::new();
    }
    let (name, reach) = (game.name(company), game.reach(company));
    let offer = |(hex, stop): (HexId, u8)| {
        let cost = check(game, company, hex, stop).ok()?;
        Some(Offer::PlaceToken { company: name, hex: game.hex_name(hex), stop, cost, by: None })
    };
    reach.stops().filter_map(offer).collect()
}
