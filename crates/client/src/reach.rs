//! How far a company gets: the hexes that trains of it could visit by the track that lies there.

use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::route::{Network, Rules, Train};
use ferrata_titles::Game;
use std::collections::BTreeSet;

/// Every gauge there is.
const ALL_GAUGES: u8 = u8::MAX;

/// The hexes with stops that a company's trains reach, and those with track between them. A company without trains
/// reaches what a train of any gauge would.
pub fn reach(game: &Game, company: CompanyName) -> BTreeSet<HexName> {
    let network = game.with_running(Some(company), |board, rules| {
        let gauges = rules.trains.iter().fold(0, |gauges, train| gauges | train.gauges);
        let gauges = if gauges == 0 { ALL_GAUGES } else { gauges };
        let rules = Rules {
            stop: rules.stop,
            trains: vec![Train::new(0, gauges, [])],
            bonuses: Vec::new(),
            across: Vec::new(),
            objective: rules.objective,
            cite: rules.cite,
        };
        (Network::new(board, &rules), gauges)
    });
    let Ok((_, (network, gauges))) = network else { return BTreeSet::new() };
    let places = network.places();
    let mut hexes: BTreeSet<HexName> = places.iter().map(|(hex, _)| *hex).collect();
    for &from in &places {
        for to in network.next_to(from, gauges, &[], &[]).into_iter().filter(|to| from < *to) {
            let ways = network.ways(from, to, gauges, &[], &[]);
            hexes.extend(ways.iter().flatten().map(|leg| leg.hex));
        }
    }
    hexes
}
