//! Recorded routes are chains of hexes between stops; ours are pieces of track.

use crate::record::Run;
use ferrata_engine::action::{Leg, Route};
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::tile::{End, Face};

/// What has to be known of the map to read a route.
pub trait Ground {
    /// What one sees on a hex now.
    fn face(&self, hex: HexName) -> Option<&Face>;
    /// The side of `from` that touches `to`.
    fn side_towards(&self, from: HexName, to: HexName) -> Option<u8>;
}

/// The track of a recorded route, from one end to the other, or why it cannot be found on the map.
pub fn route(run: &Run, train: u8, ground: &impl Ground) -> Result<Route, String> {
    let hexes = run.hexes.iter().map(|hex| hex_name(hex)).collect::<Result<Vec<_>, _>>()?;
    let mut chains = Vec::with_capacity(run.connections.len());
    for connection in &run.connections {
        chains.push(connection.iter().map(|hex| hex_name(hex)).collect::<Result<Vec<_>, _>>()?);
    }
    direct(&mut chains, &hexes);
    let mut legs: Vec<Leg> = Vec::new();
    for (at, chain) in chains.iter().enumerate() {
        let entered =
            legs.last().and_then(|leg| if let End::Stop(stop) = leg.to { Some(stop) } else { None });
        legs.extend(chain_legs(chain, entered, chains.get(at + 1), ground)?);
    }
    Ok(Route { trains: vec![train], legs, skipped: Vec::new() })
}

fn hex_name(text: &str) -> Result<HexName, String> {
    Name::new(text).map(HexName).map_err(|long| long.to_string())
}

/// Turns the chains so that each starts where the one before it ends.
fn direct(chains: &mut [Vec<HexName>], hexes: &[HexName]) {
    for (at, chain) in chains.iter_mut().enumerate() {
        let wanted = (hexes.get(at), hexes.get(at + 1));
        if (chain.first(), chain.last()) != wanted && (chain.last(), chain.first()) == wanted {
            chain.reverse();
        }
    }
}

/// The pieces of track of one chain. `entered` is the stop at which the route stands.
fn chain_legs(
    chain: &[HexName],
    entered: Option<u8>,
    next: Option<&Vec<HexName>>,
    ground: &impl Ground,
) -> Result<Vec<Leg>, String> {
    let first = *chain.first().ok_or("an empty connection")?;
    if chain.len() == 1 {
        return Ok(vec![within(first, entered, next, ground)?]);
    }
    let mut legs = Vec::with_capacity(chain.len());
    let mut came: Option<u8> = None;
    for (at, &hex) in chain.iter().enumerate() {
        let out = match chain.get(at + 1) {
            Some(&to) => Some(side_towards(ground, hex, to)?),
            None => None,
        };
        let leg = match (came, out) {
            (None, Some(out)) => {
                Leg { hex, from: End::Stop(stop_at(hex, out, entered, ground)?), to: End::Side(out) }
            }
            (Some(side), Some(out)) => Leg { hex, from: End::Side(side), to: End::Side(out) },
            (Some(side), None) => {
                let wanted = departure(hex, next, ground);
                Leg { hex, from: End::Side(side), to: End::Stop(stop_at(hex, side, wanted, ground)?) }
            }
            (None, None) => return Err(format!("the connection at {hex} leads nowhere")),
        };
        legs.push(leg);
        came = match chain.get(at + 1) {
            Some(&to) => Some(side_towards(ground, to, hex)?),
            None => None,
        };
    }
    Ok(legs)
}

fn side_towards(ground: &impl Ground, from: HexName, to: HexName) -> Result<u8, String> {
    ground.side_towards(from, to).ok_or_else(|| format!("{from} and {to} do not touch"))
}

fn face(ground: &impl Ground, hex: HexName) -> Result<&Face, String> {
    ground.face(hex).ok_or_else(|| format!("there is no hex {hex}"))
}

/// The stops that track joins to a side.
fn stops_at(face: &Face, side: u8) -> impl Iterator<Item = u8> + '_ {
    face.track.iter().filter_map(move |track| match (track.a, track.b) {
        (End::Stop(stop), End::Side(at)) | (End::Side(at), End::Stop(stop)) if at == side => Some(stop),
        _ => None,
    })
}

/// The stop joined to a side, the wanted one if there are several.
fn stop_at(hex: HexName, side: u8, wanted: Option<u8>, ground: &impl Ground) -> Result<u8, String> {
    let stops: Vec<_> = stops_at(face(ground, hex)?, side).collect();
    let stop = stops.iter().copied().find(|stop| Some(*stop) == wanted).or(stops.first().copied());
    stop.ok_or_else(|| format!("no track leads from side {side} of {hex} to a stop"))
}

/// The stop from which the route goes on after this hex, if the next chain says so.
fn departure(hex: HexName, next: Option<&Vec<HexName>>, ground: &impl Ground) -> Option<u8> {
    let (&from, &to) = (next?.first()?, next?.get(1)?);
    let side = ground.side_towards(from, to)?;
    (from == hex).then(|| stops_at(ground.face(hex)?, side).next()).flatten()
}

/// The track between two stops of one hex.
fn within(
    hex: HexName,
    entered: Option<u8>,
    next: Option<&Vec<HexName>>,
    ground: &impl Ground,
) -> Result<Leg, String> {
    let leaves = departure(hex, next, ground);
    let pairs = face(ground, hex)?.track.iter().filter_map(|track| match (track.a, track.b) {
        (End::Stop(a), End::Stop(b)) => Some((a, b)),
        _ => None,
    });
    let pairs: Vec<_> = pairs.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    let fits = |(a, b): &&(u8, u8)| entered.is_none_or(|at| at == *a) && leaves.is_none_or(|at| at == *b);
    let (a, b) = pairs.iter().find(fits).ok_or_else(|| format!("no track joins two stops of {hex}"))?;
    Ok(Leg { hex, from: End::Stop(*a), to: End::Stop(*b) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::money::Money;
    use ferrata_engine::tile::{Color, Gauge, Stop, StopKind, Track, Value};

    /// Three hexes in a row, north to south: a town and a city joined on A, plain track on B, a city on C.
    struct Row([Face; 3]);

    fn track(a: End, b: End) -> Track {
        Track { a, b, gauge: Gauge::Broad, stub: false }
    }

    fn tile(stops: usize, track: Vec<Track>) -> Face {
        let stop = Stop {
            kind: StopKind::City,
            slots: 1,
            value: Value::Flat(Money(10)),
            name: None,
            group: None,
            terminal: false,
            home: Default::default(),
            reserved: Default::default(),
            drawn_at: None,
            tags: Vec::new(),
        };
        Face { color: Color::Yellow, stops: vec![stop; stops], track, labels: Default::default() }
    }

    impl Ground for Row {
        fn face(&self, hex: HexName) -> Option<&Face> {
            ["A", "B", "C"].iter().position(|name| hex.as_str() == *name).and_then(|at| self.0.get(at))
        }
        fn side_towards(&self, from: HexName, to: HexName) -> Option<u8> {
            match (from.as_str(), to.as_str()) {
                ("A", "B") | ("B", "C") => Some(0),
                ("B", "A") | ("C", "B") => Some(3),
                _ => None,
            }
        }
    }

    fn row() -> Row {
        let (s0, s1) = (End::Stop(0), End::Stop(1));
        Row([
            tile(2, vec![track(s0, s1), track(s0, End::Side(0))]),
            tile(0, vec![track(End::Side(3), End::Side(0))]),
            tile(1, vec![track(s0, End::Side(3))]),
        ])
    }

    fn run(connections: &[&[&str]], hexes: &[&str]) -> Run {
        let own = |list: &[&str]| list.iter().map(|hex| (*hex).to_owned()).collect::<Vec<_>>();
        let connections = connections.iter().map(|chain| own(chain)).collect();
        Run { train: "2-0".into(), connections, hexes: own(hexes), revenue: 0, subsidy: None }
    }

    #[test]
    fn chains_are_turned_to_follow_the_stops() {
        let legs = |run: &Run| {
            let route = route(run, 0, &row()).unwrap();
            route.legs.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(legs(&run(&[&["C", "B", "A"]], &["A", "C"])), ["A s0-0", "B 3-0", "C 3-s0"]);
        let through = run(&[&["C", "B", "A"], &["A"]], &["C", "A", "A"]);
        assert_eq!(legs(&through), ["C s0-3", "B 0-3", "A 0-s0", "A s0-s1"]);
        let from_within = run(&[&["A"], &["A", "B", "C"]], &["A", "A", "C"]);
        assert_eq!(legs(&from_within), ["A s1-s0", "A s0-0", "B 3-0", "C 3-s0"]);
    }

    #[test]
    fn a_gap_is_named() {
        let error = route(&run(&[&["A", "C"]], &["A", "C"]), 0, &row()).unwrap_err();
        assert_eq!(error, "A and C do not touch");
    }
}
