//! A company's network as people see it who draw routes by hand: its stops, and the ways between them.

use super::check::uses_of;
use super::graph::{Chain, Graph};
use super::rules::{Rules, far_stop};
use crate::action::Leg;
use crate::board::Board;
use crate::name::HexName;
use smallvec::SmallVec;

/// Ways with more stops on the way than this are not looked for.
const MOST_STOPS: usize = 5;
/// So many ways are shown at most.
const MOST_WAYS: usize = 12;

/// A stop of a hex.
pub type Place = (HexName, u8);

/// The stops a company's trains can reach and the track between them.
#[derive(Clone, Debug)]
pub struct Network {
    board: Board,
    graph: Graph,
    places: Vec<Place>,
    /// By stop: the chains from it, each with whether it is run backwards.
    from: Vec<SmallVec<[(u16, bool); 6]>>,
}

/// Whether this is a stop of a hex, not a far line.
fn is_stop((_, stop): Place) -> bool {
    stop < far_stop(0)
}

/// What a way must not touch.
struct Taken {
    uses: Vec<u32>,
    places: Vec<Place>,
    gauges: u8,
}

impl Taken {
    fn leaves(&self, chain: &Chain) -> bool {
        chain.gauges & self.gauges != 0 && !chain.uses.iter().any(|used| self.uses.contains(used))
    }
}

impl Network {
    /// The network of the company whose rules these are.
    pub fn new(board: &Board, rules: &Rules<'_>) -> Network {
        let graph = Graph::new(board, rules);
        let place = |hex| board.map().hex(hex).map(|hex| hex.name).unwrap_or_default();
        let places = graph.nodes.iter().map(|node| (place(node.hex), node.stop)).collect();
        let mut from = vec![SmallVec::new(); graph.nodes.len()];
        for (at, chain) in graph.chains.iter().enumerate() {
            for (end, back) in [(chain.a, false), (chain.b, true)] {
                if let Some(from) = from.get_mut(end as usize) {
                    from.push((at as u16, back));
                }
            }
        }
        Network { board: board.clone(), graph, places, from }
    }

    /// The stops.
    pub fn places(&self) -> Vec<Place> {
        self.places.iter().copied().filter(|place| is_stop(*place)).collect()
    }

    /// The ways from one stop to another for trains of these gauges, along track that `used` leaves free and
    /// past none of the stops in `passed`: the shortest first (fewest stops, then least track), those with one
    /// stop more than necessary last.
    pub fn ways(&self, from: Place, to: Place, gauges: u8, used: &[Leg], passed: &[Place]) -> Vec<Vec<Leg>> {
        let taken = self.taken(gauges, used, passed);
        let (Some(start), Some(goal)) = (self.node(from), self.node(to)) else { return Vec::new() };
        let mut ways: Vec<Vec<Leg>> = Vec::new();
        for chains in 1..=MOST_STOPS {
            let enough = !ways.is_empty();
            let mut found = Vec::new();
            let mut walk = Walk { nodes: vec![start], ..Walk::default() };
            self.search(start, goal, chains, &taken, &mut walk, &mut found);
            found.sort_by_key(Vec::len);
            ways.extend(found);
            if enough {
                break;
            }
        }
        ways.truncate(MOST_WAYS);
        ways
    }

    /// The stops next to a stop, by free track.
    pub fn next_to(&self, from: Place, gauges: u8, used: &[Leg], passed: &[Place]) -> Vec<Place> {
        let taken = self.taken(gauges, used, passed);
        let start = self.node(from).map_or(usize::MAX, usize::from);
        let chains = self.from.get(start).into_iter().flatten();
        let free = chains.filter_map(|(number, back)| {
            let chain = self.graph.chains.get(*number as usize)?;
            let there = if *back { chain.a } else { chain.b };
            taken.leaves(chain).then_some(*self.places.get(there as usize)?)
        });
        let near = free.filter(|place| !passed.contains(place));
        let mut near: Vec<Place> = near.flat_map(|place| self.beyond(from, place)).collect();
        near.sort_unstable();
        near.dedup();
        near
    }

    /// A stop, or the other end of a far line.
    fn beyond(&self, from: Place, place: Place) -> Vec<Place> {
        if is_stop(place) {
            return vec![place];
        }
        let line = self.node(place).and_then(|node| self.from.get(node as usize)).into_iter().flatten();
        let chains = line.filter_map(|(number, back)| {
            let chain = self.graph.chains.get(*number as usize)?;
            self.places.get(usize::from(if *back { chain.a } else { chain.b })).copied()
        });
        chains.filter(|end| *end != from).collect()
    }

    fn taken(&self, gauges: u8, used: &[Leg], passed: &[Place]) -> Taken {
        let uses = used.iter().filter_map(|leg| uses_of(&self.board, leg)).collect();
        Taken { uses, places: passed.to_vec(), gauges }
    }

    fn node(&self, place: Place) -> Option<u16> {
        self.places.iter().position(|other| *other == place).map(|at| at as u16)
    }

    /// All ways of exactly so many chains.
    fn search(
        &self,
        at: u16,
        goal: u16,
        chains: usize,
        taken: &Taken,
        walk: &mut Walk,
        found: &mut Vec<Vec<Leg>>,
    ) {
        let Some(left) = chains.checked_sub(1) else { return };
        for &(number, back) in self.from.get(at as usize).into_iter().flatten() {
            let Some(chain) = self.graph.chains.get(number as usize) else { continue };
            let (there, stub_here, stub_there) = match back {
                false => (chain.b, chain.stub_a, chain.stub_b),
                true => (chain.a, chain.stub_b, chain.stub_a),
            };
            let free = taken.leaves(chain) && !chain.uses.iter().any(|used| walk.uses.contains(used));
            let arrives = there == goal;
            let stub = stub_here && !walk.legs.is_empty();
            if !free || stub || arrives != (left == 0) || walk.nodes.contains(&there) {
                continue;
            }
            if !arrives && (stub_there || !self.may_pass(there, taken)) {
                continue;
            }
            let (legs, uses) = (walk.legs.len(), walk.uses.len());
            walk.nodes.push(there);
            walk.uses.extend(chain.uses.iter().copied());
            self.append(number, back, &mut walk.legs);
            match arrives {
                true => found.push(walk.legs.clone()),
                false => self.search(there, goal, left, taken, walk, found),
            }
            walk.nodes.pop();
            walk.uses.truncate(uses);
            walk.legs.truncate(legs);
        }
    }

    fn may_pass(&self, node: u16, taken: &Taken) -> bool {
        let through = self.graph.nodes.get(node as usize).is_some_and(|node| node.through);
        let passed = self.places.get(node as usize).is_some_and(|place| taken.places.contains(place));
        through && !passed
    }

    fn append(&self, chain: u16, back: bool, legs: &mut Vec<Leg>) {
        let Some(chain) = self.graph.chains.get(chain as usize) else { return };
        let name = |hex| self.board.map().hex(hex).map(|hex| hex.name).unwrap_or_default();
        match back {
            false => {
                let steps = chain.steps.iter();
                legs.extend(steps.map(|step| Leg { hex: name(step.hex), from: step.from, to: step.to }));
            }
            true => {
                let steps = chain.steps.iter().rev();
                legs.extend(steps.map(|step| Leg { hex: name(step.hex), from: step.to, to: step.from }));
            }
        }
    }
}

/// A way in the making.
#[derive(Default)]
struct Walk {
    nodes: Vec<u16>,
    uses: Vec<u32>,
    legs: Vec<Leg>,
}
