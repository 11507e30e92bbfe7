//! Whether a train without limit could visit places in a given order: for concessions and other links between places.

use super::graph::{Chain, Graph};
use super::rules::Rules;
use crate::board::Board;
use crate::id::HexId;
use smallvec::SmallVec;

/// Whether a route of any length by a token of the company visits these hexes in this order, with any other stops
/// before, between and after them: it uses no stop and no track twice. Of the trains in the rules only the gauges count.
pub fn visits(board: &Board, rules: &Rules<'_>, hexes: &[HexId]) -> bool {
    let graph = Graph::new(board, rules);
    let places: Vec<Vec<u16>> = hexes.iter().map(|hex| graph.stops_of(*hex)).collect();
    if places.is_empty() || places.iter().any(Vec::is_empty) {
        return false;
    }
    let web = Web::new(&graph, &places);
    let starts = places.first().into_iter().flatten();
    web.threaded() && starts.into_iter().any(|start| web.begin(*start))
}

impl Graph {
    fn stops_of(&self, hex: HexId) -> Vec<u16> {
        let nodes = self.nodes.iter().enumerate().filter(|(_, node)| node.hex == hex);
        nodes.map(|(at, _)| at as u16).collect()
    }
}

impl Chain {
    /// Whether every train ends at its end at a stop, and at the other one.
    fn stubs(&self, at: u16) -> (bool, bool) {
        if self.a == at { (self.stub_a, self.stub_b) } else { (self.stub_b, self.stub_a) }
    }
}

/// The network, by stop.
struct Web<'a> {
    graph: &'a Graph,
    places: &'a [Vec<u16>],
    /// By stop: the chains from it, each with its other end.
    from: Vec<SmallVec<[(u16, u16); 6]>>,
}

/// A route in the making.
struct Path {
    seen: Vec<bool>,
    used: Vec<u32>,
    start: u16,
    base: bool,
    /// It begins with track at which every train ends.
    stub: bool,
}

impl<'a> Web<'a> {
    fn new(graph: &'a Graph, places: &'a [Vec<u16>]) -> Web<'a> {
        let mut from = vec![SmallVec::new(); graph.nodes.len()];
        for (at, chain) in graph.chains.iter().enumerate() {
            for (end, other) in [(chain.a, chain.b), (chain.b, chain.a)] {
                if let Some(from) = from.get_mut(end as usize) {
                    from.push((at as u16, other));
                }
            }
        }
        Web { graph, places, from }
    }

    fn through(&self, stop: u16) -> bool {
        self.graph.nodes.get(stop as usize).is_some_and(|node| node.through)
    }

    fn base(&self, stop: u16) -> bool {
        self.graph.nodes.get(stop as usize).is_some_and(|node| node.rule.base)
    }

    fn chain(&self, chain: u16) -> Option<&Chain> {
        self.graph.chains.get(chain as usize)
    }

    fn next(&self, stop: u16) -> &[(u16, u16)] {
        self.from.get(stop as usize).map(SmallVec::as_slice).unwrap_or_default()
    }

    /// Whether every place in the middle is joined to the one before and the one after by ways that share no stop: without
    /// that there is nothing to search.
    fn threaded(&self) -> bool {
        self.places.windows(3).all(|three| match three {
            [before, middle, after] => middle.iter().any(|stop| self.two_ways(*stop, before, after)),
            _ => true,
        })
    }

    /// Two ways from a stop to two goals that share no stop but that one: there are, unless some stop lies on all of
    /// them (Menger's theorem).
    fn two_ways(&self, from: u16, one: &[u16], other: &[u16]) -> bool {
        let stops = 0..self.graph.nodes.len() as u16;
        let goal = |stop: u16| one.contains(&stop) || other.contains(&stop);
        self.through(from)
            && stops.filter(|stop| *stop != from).all(|without| {
                let mut seen = vec![false; self.graph.nodes.len()];
                for stop in [from, without] {
                    if let Some(seen) = seen.get_mut(stop as usize) {
                        *seen = true;
                    }
                }
                self.flood(&mut seen, from).into_iter().any(goal)
            })
    }

    fn begin(&self, start: u16) -> bool {
        let mut path = Path {
            seen: vec![false; self.graph.nodes.len()],
            used: Vec::new(),
            start,
            base: self.base(start),
            stub: false,
        };
        self.mark(&mut path, start, true);
        self.places.len() == 1 && path.base || self.grow(&mut path, start, 1)
    }

    fn mark(&self, path: &mut Path, stop: u16, seen: bool) {
        if let Some(place) = path.seen.get_mut(stop as usize) {
            *place = seen;
        }
    }

    /// Goes on from a stop to the place that is next.
    fn grow(&self, path: &mut Path, at: u16, goal: usize) -> bool {
        let Some(goals) = self.places.get(goal) else { return self.joined(path, at) };
        if !self.reachable(path, at, goal) {
            return false;
        }
        for &(number, to) in self.next(at) {
            let Some(chain) = self.chain(number).filter(|chain| self.free(path, chain, to)) else { continue };
            let arrives = goals.contains(&to);
            let later = self.places.iter().skip(goal).any(|place| place.contains(&to));
            let (stub_here, stub_there) = chain.stubs(at);
            let first = path.used.is_empty();
            let ends = !self.through(to) || stub_there;
            if (stub_here && !first)
                || (later && !arrives)
                || (ends && !(arrives && goal + 1 == self.places.len()))
            {
                continue;
            }
            let (used, base) = (path.used.len(), path.base);
            path.stub = if first { stub_here } else { path.stub };
            path.used.extend(chain.uses.iter().copied());
            path.base |= self.base(to);
            self.mark(path, to, true);
            let done = match arrives && ends {
                true => self.joined_at_start(path),
                false => self.grow(path, to, goal + usize::from(arrives)),
            };
            if done {
                return true;
            }
            self.mark(path, to, false);
            path.used.truncate(used);
            path.base = base;
        }
        false
    }

    fn free(&self, path: &Path, chain: &Chain, to: u16) -> bool {
        let seen = path.seen.get(to as usize).copied().unwrap_or(true);
        !seen && !chain.uses.iter().any(|used| path.used.contains(used))
    }

    /// All places are visited: the route has a token of the company, or can be lengthened to one at either end.
    fn joined(&self, path: &mut Path, at: u16) -> bool {
        self.joined_at_start(path) || self.to_a_token(path, at)
    }

    fn joined_at_start(&self, path: &mut Path) -> bool {
        path.base || (!path.stub && self.to_a_token(path, path.start))
    }

    fn to_a_token(&self, path: &mut Path, at: u16) -> bool {
        if !self.through(at) {
            return false;
        }
        for &(number, to) in self.next(at) {
            let Some(chain) = self.chain(number).filter(|chain| self.free(path, chain, to)) else { continue };
            let (stub_here, stub_there) = chain.stubs(at);
            if stub_here || (stub_there && !self.base(to)) {
                continue;
            }
            if self.base(to) {
                return true;
            }
            let used = path.used.len();
            path.used.extend(chain.uses.iter().copied());
            self.mark(path, to, true);
            if self.to_a_token(path, to) {
                return true;
            }
            self.mark(path, to, false);
            path.used.truncate(used);
        }
        false
    }

    /// Whether every place that is left can still be reached past what was visited, whatever the track.
    fn reachable(&self, path: &Path, at: u16, goal: usize) -> bool {
        let reached = self.flood(&mut path.seen.clone(), at);
        self.places.iter().skip(goal).all(|place| place.iter().any(|stop| reached.contains(stop)))
    }

    /// All stops that can be reached past those that are seen.
    fn flood(&self, seen: &mut [bool], from: u16) -> Vec<u16> {
        let (mut queue, mut reached) = (vec![from], Vec::new());
        while let Some(stop) = queue.pop() {
            for &(_, to) in self.next(stop) {
                if let Some(new) = seen.get_mut(to as usize).filter(|seen| !**seen) {
                    *new = true;
                    reached.push(to);
                    if self.through(to) {
                        queue.push(to);
                    }
                }
            }
        }
        reached
    }
}
