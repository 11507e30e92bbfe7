//! Recorded routes are chains of hexes; ours are pieces of track. Where a tile has a town and a mine on the same
//! track, and where a company has several trains of a kind, the recorded earnings tell which is meant.

use crate::record::Run;
use ferrata_engine::action::{Leg, Route};
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::tile::End;
use ferrata_titles::esp::Game;

/// Whether a hex lies in a corridor behind a mountain pass, which our routes leave out.
fn is_corridor(state: &Game, hex: HexName) -> bool {
    let parts = state.parts();
    parts.hex(hex).and_then(|hex| parts.map.hex(hex)).is_some_and(|hex| hex.tag("corridor_of").is_some())
}

/// Our routes for the recorded ones.
pub(super) fn routes(state: &Game, runs: &[Run]) -> Result<Vec<Route>, String> {
    let trains = state.running_trains();
    let mut choices: Vec<Vec<Route>> = Vec::new();
    for run in runs {
        let tracks = tracks(state, run)?;
        let route = |train: u8, legs: &Vec<Leg>| Route {
            trains: vec![train],
            legs: legs.clone(),
            skipped: Vec::new(),
        };
        let tries = trains.iter().flat_map(|&train| tracks.iter().map(move |legs| (train, legs)));
        let tries: Vec<Route> = tries.map(|(train, legs)| route(train, legs)).collect();
        let earns = |route: &&Route| {
            let earned = state.explain_run(std::slice::from_ref(route)).ok().map(|earned| earned.pays);
            earned.is_some_and(|pays| {
                i64::from(pays.revenue.0) == run.revenue
                    && run.subsidy.is_none_or(|subsidy| i64::from(pays.treasury.0) == subsidy)
            })
        };
        // Where there is one reading only, its earnings need not tell.
        let several = tries.len() > 1;
        let fitting: Vec<Route> = tries.iter().filter(|route| several && earns(route)).cloned().collect();
        choices.push(if fitting.is_empty() { tries } else { fitting });
    }
    let (mut first, mut tries, mut legal) = (None, 0, None);
    choose(&choices, &mut Vec::new(), &mut |routes| {
        tries += 1;
        first.get_or_insert_with(|| routes.to_vec());
        if state.explain_run(routes).is_ok() {
            legal = Some(routes.to_vec());
        }
        legal.is_some() || tries == MOST_TRIES
    });
    // If no reading is legal, the first one says why.
    legal.or(first).ok_or_else(|| "the company has too few trains for this run".to_owned())
}

/// How many readings of all routes together are tried.
const MOST_TRIES: usize = 500;

/// Tries one route of each list, each with a train of its own, until all together are `enough`.
fn choose(
    choices: &[Vec<Route>],
    chosen: &mut Vec<Route>,
    enough: &mut impl FnMut(&[Route]) -> bool,
) -> bool {
    let Some((first, rest)) = choices.split_first() else { return enough(chosen) };
    for route in first {
        if chosen.iter().any(|other| other.trains == route.trains) {
            continue;
        }
        chosen.push(route.clone());
        let done = choose(rest, chosen, enough);
        chosen.pop();
        if done {
            return true;
        }
    }
    false
}

/// All ways to read a recorded route as track.
fn tracks(state: &Game, run: &Run) -> Result<Vec<Vec<Leg>>, String> {
    let stops: Vec<HexName> = run.hexes.iter().map(|hex| hex_name(hex)).collect::<Result<_, _>>()?;
    let mut ways: Vec<Vec<Leg>> = vec![Vec::new()];
    for (at, connection) in run.connections.iter().enumerate() {
        let mut chain: Vec<HexName> = Vec::new();
        for hex in connection {
            chain.push(hex_name(hex)?);
        }
        chain.retain(|hex| !is_corridor(state, *hex));
        let wanted = (stops.get(at), stops.get(at + 1));
        if (chain.first(), chain.last()) != wanted && (chain.last(), chain.first()) == wanted {
            chain.reverse();
        }
        let chains = chain_legs(state, &chain)?;
        ways = ways.iter().flat_map(|way| chains.iter().filter_map(move |chain| join(way, chain))).collect();
    }
    if ways.is_empty() {
        return Err(format!("the route {} is not one piece of track", run.hexes.join("-")));
    }
    Ok(ways)
}

fn hex_name(text: &str) -> Result<HexName, String> {
    Name::new(text).map(HexName).map_err(|long| long.to_string())
}

/// Two pieces of a route, if the second begins at the stop where the first ends.
fn join(way: &[Leg], chain: &[Leg]) -> Option<Vec<Leg>> {
    let fits = match (way.last(), chain.first()) {
        (Some(last), Some(first)) => (last.hex, last.to) == (first.hex, first.from),
        _ => true,
    };
    fits.then(|| way.iter().chain(chain).copied().collect())
}

/// All ways to read the track of one chain from stop to stop.
fn chain_legs(state: &Game, chain: &[HexName]) -> Result<Vec<Vec<Leg>>, String> {
    let mut ways: Vec<Vec<Leg>> = vec![Vec::new()];
    let mut came: Option<u8> = None;
    for (at, &hex) in chain.iter().enumerate() {
        let towards = |from: HexName, to: HexName| {
            state.side_towards(from, to).ok_or_else(|| format!("{from} and {to} do not touch"))
        };
        let out = chain.get(at + 1).map(|&to| towards(hex, to)).transpose()?;
        let legs: Vec<Leg> = match (came, out) {
            (Some(from), Some(to)) => vec![Leg { hex, from: End::Side(from), to: End::Side(to) }],
            (None, Some(to)) => {
                stops_at(state, hex, to).map(|from| Leg { hex, from, to: End::Side(to) }).collect()
            }
            (Some(from), None) => {
                stops_at(state, hex, from).map(|to| Leg { hex, from: End::Side(from), to }).collect()
            }
            (None, None) => within(state, hex),
        };
        ways = ways
            .iter()
            .flat_map(|way| legs.iter().map(move |leg| way.iter().chain([leg]).copied().collect()))
            .collect();
        came = chain.get(at + 1).map(|&to| towards(to, hex)).transpose()?;
    }
    Ok(ways)
}

/// The stops that track joins to a side.
fn stops_at(state: &Game, hex: HexName, side: u8) -> impl Iterator<Item = End> + '_ {
    let track = state.face(hex).map(|face| face.track.as_slice()).unwrap_or_default();
    track.iter().filter_map(move |piece| match (piece.a, piece.b) {
        (stop @ End::Stop(_), End::Side(at)) | (End::Side(at), stop @ End::Stop(_)) if at == side => {
            Some(stop)
        }
        _ => None,
    })
}

/// The track between two stops of one hex.
fn within(state: &Game, hex: HexName) -> Vec<Leg> {
    let track = state.face(hex).map(|face| face.track.as_slice()).unwrap_or_default();
    let pairs = track.iter().filter(|piece| matches!((piece.a, piece.b), (End::Stop(_), End::Stop(_))));
    pairs
        .flat_map(|piece| [(piece.a, piece.b), (piece.b, piece.a)])
        .map(|(from, to)| Leg { hex, from, to })
        .collect()
}
