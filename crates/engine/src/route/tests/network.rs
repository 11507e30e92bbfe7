//! Ways from stop to stop, and places that a route visits in order.

use super::*;

/// A route cut into the track between its stops.
fn chains(route: &Route) -> Vec<Vec<Leg>> {
    let mut chains: Vec<Vec<Leg>> = vec![Vec::new()];
    for leg in &route.legs {
        chains.last_mut().unwrap().push(*leg);
        if matches!(leg.to, End::Stop(_)) {
            chains.push(Vec::new());
        }
    }
    chains.pop();
    chains
}

fn ends(legs: &[Leg]) -> (Place, Place) {
    let stop = |end: End| match end {
        End::Stop(stop) => stop,
        other => panic!("{other}"),
    };
    let (first, last) = (legs.first().unwrap(), legs.last().unwrap());
    ((first.hex, stop(first.from)), (last.hex, stop(last.to)))
}

/// By hand one can draw whatever the optimiser finds; and whatever is drawn is track from stop to stop that
/// nothing else uses.
#[test]
fn the_ways_between_stops_are_those_of_the_best_routes() {
    let mut drawn = 0;
    for seed in 0..400 {
        let mut dice = Dice::new(seed);
        let map = small_map(&mut dice, 4, 4, &faces());
        let board = small_board(&mut dice, map, 3);
        let stop = |hex: HexId, stop: u8| rule(&board, seed, hex, stop);
        let trains = vec![train(&mut dice, 0), train(&mut dice, 1)];
        let objective = Objective::Revenue;
        let rules = Rules { stop: &stop, trains, bonuses: vec![], across: vec![], objective, cite: |_| None };
        let network = Network::new(&board, &rules);
        for route in best_routes(&board, &rules).routes {
            let gauges =
                rules.trains.iter().find(|train| train.trains[..] == route.trains[..]).unwrap().gauges;
            for legs in chains(&route) {
                let (from, to) = ends(&legs);
                let ways = network.ways(from, to, gauges, &[], &[]);
                assert!(ways.contains(&legs), "seed {seed}: {legs:?} not in {ways:?}");
                assert!(network.next_to(from, gauges, &[], &[]).contains(&to), "seed {seed}");
                for way in &ways {
                    assert_eq!(ends(way), (from, to));
                    let others = network.ways(from, to, gauges, way, &[]);
                    assert!(others.iter().all(|other| other.iter().all(|leg| !way.contains(leg))));
                }
                let back = network.ways(to, from, gauges, &[], &[]);
                assert_eq!(back.len(), ways.len(), "seed {seed}: as many ways back");
                drawn += 1;
            }
        }
    }
    assert!(drawn > 300, "{drawn}");
}

/// What the search says of an order of places, brute force says, too.
#[test]
fn places_in_order_are_visited_if_some_route_does() {
    let (mut yes, mut no) = (0, 0);
    for seed in 0..2_000 {
        let mut dice = Dice::new(seed);
        let (columns, rows) = [(2, 3), (3, 3), (4, 2)][dice.below(3) as usize];
        let map = small_map(&mut dice, columns, rows, &faces());
        let board = small_board(&mut dice, map, 2);
        let stop = |hex: HexId, stop: u8| {
            let mut rule = rule(&board, 1, hex, stop);
            (rule.once, rule.may_end) = (false, true);
            rule.groups.clear();
            rule
        };
        let rules = Rules {
            stop: &stop,
            trains: vec![Train::new(0, BROAD, [Reach { stops: any(), count: None }])],
            bonuses: vec![],
            across: vec![],
            objective: Objective::Revenue,
            cite: |_| None,
        };
        let Some(routes) = crate::kit::routes::all_routes(&board, &rules, 2_000) else { continue };
        let stops: Vec<HexId> = board.map().ids().filter(|hex| !board.face(*hex).stops.is_empty()).collect();
        let links = Links::new(&board, &rules);
        for _ in 0..12 {
            let hexes: Vec<HexId> =
                (0..2 + dice.below(3)).filter_map(|_| dice.pick(&stops).copied()).collect();
            let expected = routes.iter().any(|route| in_order(&board, route, &hexes));
            assert_eq!(links.visit(&hexes), expected, "seed {seed}: {hexes:?}");
            if expected { yes += 1 } else { no += 1 }
        }
    }
    assert!(yes > 300 && no > 300, "{yes} {no}");
}

fn in_order(board: &Board, route: &Route, hexes: &[HexId]) -> bool {
    let first = route.legs.first().map(|leg| leg.hex);
    let arrived = route.legs.iter().filter(|leg| matches!(leg.to, End::Stop(_))).map(|leg| leg.hex);
    let stops: Vec<HexId> = first.into_iter().chain(arrived).filter_map(|hex| board.map().id(hex)).collect();
    let met = |stops: &mut dyn Iterator<Item = HexId>| {
        let mut left = hexes.iter().peekable();
        stops.for_each(|stop| {
            left.next_if(|next| **next == stop);
        });
        left.peek().is_none()
    };
    met(&mut stops.iter().copied()) || met(&mut stops.iter().rev().copied())
}
