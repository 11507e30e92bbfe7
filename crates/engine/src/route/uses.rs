//! What routes use and close, as numbers in sets: the fewer, the faster the search.

use super::bits::Bits;
use super::class::Uses;
use super::graph::{Chain, Graph, PlainTrack, side_by_side};
use super::rules::Rules;
use std::collections::BTreeMap;

/// What the network asks of the width of sets: the most numbers they hold.
pub(super) fn width(graph: &Graph, rules: &Rules<'_>) -> usize {
    let claims = rules.bonuses.iter().filter(|bonus| bonus.once).count();
    let once = graph.nodes.iter().filter(|node| node.rule.once).count();
    let pairs = side_by_side_pairs(graph).len();
    (merged(graph).1 * layers(rules).len() + claims + once).max(graph.nodes.len() + pairs)
}

/// The pairs of tracks that lie side by side on a tile without stops and are both part of chains.
fn side_by_side_pairs(graph: &Graph) -> Vec<(PlainTrack, PlainTrack)> {
    let mut tracks: Vec<PlainTrack> =
        graph.chains.iter().flat_map(|chain| chain.plain.iter().copied()).collect();
    tracks.sort_unstable();
    tracks.dedup();
    let mut pairs = Vec::new();
    for (at, one) in tracks.iter().enumerate() {
        let others = tracks.iter().skip(at + 1).take_while(|other| other.0 == one.0);
        pairs.extend(others.filter(|other| side_by_side(*one, **other)).map(|other| (*one, *other)));
    }
    pairs
}

/// By chain: the pairs of tracks side by side of which it uses one, numbered after the stops. A route that has one of a pair
/// has no place for the other.
fn beside<const W: usize>(graph: &Graph) -> Vec<Bits<W>> {
    let (pairs, first) = (side_by_side_pairs(graph), graph.nodes.len());
    let of = |chain: &Chain| {
        let pairs = pairs.iter().enumerate();
        let uses = pairs.filter(|(_, (one, other))| chain.plain.contains(one) || chain.plain.contains(other));
        uses.map(|(at, _)| first + at).collect()
    };
    graph.chains.iter().map(of).collect()
}

/// The layers of trains, each once.
fn layers(rules: &Rules<'_>) -> Vec<u8> {
    let mut layers: Vec<u8> = rules.trains.iter().map(|train| train.layer).collect();
    layers.sort_unstable();
    layers.dedup();
    layers
}

/// What each chain uses, where things used by the same chains count as one: by chain, and how many.
fn merged(graph: &Graph) -> (Vec<Vec<usize>>, usize) {
    let mut users: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
    for (at, chain) in graph.chains.iter().enumerate() {
        for used in &chain.uses {
            users.entry(*used).or_default().push(at as u16);
        }
    }
    let mut sets: Vec<Vec<u16>> = users.into_values().collect();
    sets.sort_unstable();
    sets.dedup();
    // Who shares a hexside with one other chain only may be told apart already by a busier one.
    let told = |set: &Vec<u16>, busier: &Vec<u16>| {
        set.len() < busier.len() && set.iter().all(|chain| busier.binary_search(chain).is_ok())
    };
    if sets.len() > 128 {
        let all = sets.clone();
        sets.retain(|set| !all.iter().any(|busier| told(set, busier)));
    }
    let mut by_chain = vec![Vec::new(); graph.chains.len()];
    for (at, set) in sets.iter().enumerate() {
        for chain in set {
            if let Some(uses) = by_chain.get_mut(*chain as usize) {
                uses.push(at);
            }
        }
    }
    (by_chain, sets.len())
}

pub(super) fn uses<const W: usize>(graph: &Graph, rules: &Rules<'_>) -> Uses<W> {
    let (by_chain, count) = merged(graph);
    let layers: Vec<u8> = layers(rules);
    let mut next = count * layers.len();
    // Trains of different layers use different numbers for the same track, so they are never in each other's way.
    let on =
        |first: usize| by_chain.iter().map(|uses| uses.iter().map(|used| first + used).collect()).collect();
    let layers = layers.into_iter().enumerate().map(|(at, layer)| (layer, on(at * count))).collect();
    let mut fresh = |wanted: bool| {
        wanted.then(|| {
            next += 1;
            Bits::one(next - 1)
        })
    };
    let by_node = graph.nodes.iter().map(|node| fresh(node.rule.once).unwrap_or(Bits::EMPTY)).collect();
    let claims = rules.bonuses.iter().map(|bonus| fresh(bonus.once)).collect();
    Uses { layers, by_node, claims, beside: beside(graph) }
}

/// By stop: the stops that are closed once it is visited, itself among them.
pub(super) fn closes<const W: usize>(graph: &Graph) -> Vec<Bits<W>> {
    let mut groups: BTreeMap<u32, Bits<W>> = BTreeMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        for group in &node.rule.groups {
            let members = groups.entry(*group).or_insert(Bits::EMPTY);
            *members = members.or(&Bits::one(at));
        }
    }
    let closes = |(at, node): (usize, &super::graph::Node)| {
        let members = node.rule.groups.iter().filter_map(|group| groups.get(group));
        members.fold(Bits::one(at), |closed, group| closed.or(group))
    };
    graph.nodes.iter().enumerate().map(closes).collect()
}
