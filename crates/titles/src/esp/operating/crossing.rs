//! §4.7, §5.2.1 Whether a train could run now, a combined one from map to map: asked for the duty to own a train and before
//! trains are combined, so it is answered fast and remembered.

use super::consist;
use crate::esp::Game;
use crate::esp::table::Train;
use ferrata_engine::board::{ANY_GAUGE, Board, Terms, Visit};
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::route::{self, Memory};
use ferrata_engine::tile::StopKind;
use smallvec::SmallVec;

/// Which stops of a way are counted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counted {
    All,
    Cities,
}

/// Answers by board, company, passes and reach.
pub(in crate::esp) type Crossings = Memory<bool>;

/// Whether a combined train has any legal route from map to map now. 18ESP-4.7-03, 18ESP-5.2.1-09.
pub(in crate::esp) fn can_run(game: &Game, company: CompanyId, train: &Train) -> bool {
    let (any, towns) = game.reach_of(train);
    let key = key(game, company, train, &[0, any, towns]);
    *game.cache.crossings.get(key, || {
        let within = |least: Option<u8>, limit: u8| least.is_some_and(|least| least <= limit);
        within(stops_to_cross(game, company, Counted::All), any + towns)
            && within(stops_to_cross(game, company, Counted::Cities), any)
            && find(game, company, train, any, towns)
    })
}

/// Whether a train that is not combined has any legal route now. 18ESP-4.7-01.
pub(in crate::esp) fn has_route(game: &Game, company: CompanyId, train: &Train) -> bool {
    let (any, towns) = game.reach_of(train);
    let key = key(game, company, train, &[1 + u8::from(train.narrow), any, towns]);
    *game.cache.crossings.get(key, || {
        let running = consist::train(game, company, usize::from(u8::MAX), train);
        consist::with_rules(game, company, vec![running], |rules| route::has_route(&game.table.board, rules))
    })
}

/// What an answer depends on. 18ESP-2.2.3-04: the first route of the train of private 3 has to be a certain one.
fn key(game: &Game, company: CompanyId, train: &Train, parts: &[u8; 3]) -> u64 {
    let first = game.is_permanent(train) && !game.table.aranjuez_visited;
    stable_hash(&(game.table.board.fingerprint(), game.table.passes.bits(), company, first, parts))
}

/// Looks for a route with a short reach first: the shortest crossing is found before long ones are tried.
fn find(game: &Game, company: CompanyId, train: &Train, any: u8, towns: u8) -> bool {
    let short = (0..3).map(|more| (any.min(3 + more), towns.min(more)));
    let mut reaches = short.filter(|reach| *reach != (any, towns)).chain([(any, towns)]);
    reaches.any(|(stops, besides)| exists(game, company, train, stops, besides))
}

/// Whether a combined train that reached only so far would have a legal route from map to map.
fn exists(game: &Game, company: CompanyId, train: &Train, any: u8, towns: u8) -> bool {
    let mut running = consist::train(game, company, usize::from(u8::MAX), train);
    for part in &mut running.reach {
        let all = part.stops.contains(StopKind::City);
        part.count = Some(if all { any } else { towns });
    }
    running.reach.retain(|part| part.count != Some(0));
    consist::with_rules(game, company, vec![running], |rules| route::has_route(&game.table.board, rules))
}

/// The fewest stops of a way from a station over an open pass to a stop behind it; none if no pass that the
/// company may run through leads on. Where trains may turn is not looked at: a real route never has fewer.
fn stops_to_cross(game: &Game, company: CompanyId, counted: Counted) -> Option<u8> {
    let (board, reach) = (&game.table.board, game.reach(company));
    let leads_on = |hex: HexId| {
        game.pass_is_open(hex)
            && reach.track(hex).count_ones() > 1
            && board.visit(company, hex, 0) == Visit::Through
    };
    let passes: SmallVec<[HexId; 4]> =
        game.fixed.passes.iter().map(|pass| pass.hex).filter(|hex| leads_on(*hex)).collect();
    if passes.is_empty() {
        return None;
    }
    let mut seen: SmallVec<[(HexId, u8); 64]> = game.stations(company).into_iter().collect();
    let mut edge: SmallVec<[(HexId, u8); 16]> = seen.iter().copied().collect();
    let mut stops = 1_u8;
    while !edge.is_empty() {
        if edge.iter().any(|(hex, _)| passes.contains(hex)) {
            // Behind the pass comes one stop more, which may be a town; on both sides if the station is there.
            let beyond = if stops == 1 { 2 } else { 1 };
            return Some(if counted == Counted::All { stops + beyond } else { stops });
        }
        let next = next_stops(game, &edge, counted);
        let through = |&(hex, stop): &(HexId, u8)| {
            let counts = counted == Counted::All || !is_town(game, hex, stop);
            counts && game.pass_is_open(hex) && board.visit(company, hex, stop) == Visit::Through
        };
        edge = next.into_iter().filter(|stop| !seen.contains(stop)).filter(through).collect();
        seen.extend(edge.iter().copied());
        stops += 1;
    }
    None
}

fn is_town(game: &Game, hex: HexId, stop: u8) -> bool {
    let kind = game.table.board.face(hex).stops.get(stop as usize).map(|stop| stop.kind);
    matches!(kind, Some(StopKind::Town | StopKind::Mine | StopKind::Port))
}

/// The stops next to these ones; towns between are passed if only cities count.
fn next_stops(game: &Game, from: &[(HexId, u8)], counted: Counted) -> SmallVec<[(HexId, u8); 16]> {
    let visit = |_: &Board, hex: HexId, stop: u8| match counted {
        Counted::Cities if is_town(game, hex, stop) => Visit::Through,
        _ => Visit::End,
    };
    let reach = game.table.board.reach(from, &Terms { gauges: ANY_GAUGE, borders: 0, visit });
    reach.stops().collect()
}
