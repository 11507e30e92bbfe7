//! Whether a train without limit could visit places in a given order: for concessions and other links between places.

use super::graph::{Chain, Graph};
use super::rules::Rules;
use crate::board::Board;
use crate::id::HexId;
use smallvec::SmallVec;

/// The network of a company, to be asked for links between places.
pub struct Links {
    graph: Graph,
    /// By stop: the chains from it, each with its other end.
    from: Vec<SmallVec<[(u16, u16); 6]>>,
}

impl Links {
    /// The network reached from the company's tokens. Of the trains in the rules only the gauges count.
    pub fn new(board: &Board, rules: &Rules<'_>) -> Links {
        let graph = Graph::new(board, rules);
        let mut from = vec![SmallVec::new(); graph.nodes.len()];
        for (at, chain) in graph.chains.iter().enumerate() {
            for (end, other) in [(chain.a, chain.b), (chain.b, chain.a)] {
                if let Some(from) = from.get_mut(end as usize) {
                    from.push((at as u16, other));
                }
            }
        }
        Links { graph, from }
    }

    /// Whether a route of any length by a token of the company visits these hexes in this order, with any other stops
    /// before, between and after them: it uses no stop and no track twice.
    pub fn visit(&self, hexes: &[HexId]) -> bool {
        let places: Vec<Vec<u16>> = hexes.iter().map(|hex| self.graph.stops_of(*hex)).collect();
        if places.is_empty() || places.iter().any(Vec::is_empty) {
            return false;
        }
        let web = Web { graph: &self.graph, places: &places, from: &self.from };
        let starts = places.first().into_iter().flatten();
        web.threaded() && starts.into_iter().any(|start| web.begin(*start))
    }
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
    from: &'a [SmallVec<[(u16, u16); 6]>],
}

/// Some of the stops.
#[derive(Clone, Default)]
struct Stops(SmallVec<[u64; 4]>);

impl Stops {
    fn none_of(graph: &Graph) -> Stops {
        Stops(SmallVec::from_elem(0, graph.nodes.len().div_ceil(64)))
    }

    fn has(&self, stop: u16) -> bool {
        self.0.get(usize::from(stop / 64)).is_none_or(|bits| bits >> (stop % 64) & 1 != 0)
    }

    fn set(&mut self, stop: u16, to: bool) {
        if let Some(bits) = self.0.get_mut(usize::from(stop / 64)) {
            let bit = 1 << (stop % 64);
            *bits = if to { *bits | bit } else { *bits & !bit };
        }
    }
}

/// A route in the making.
struct Path {
    seen: Stops,
    used: Vec<u32>,
    start: u16,
    base: bool,
    /// It begins with track at which every train ends.
    stub: bool,
}

impl Web<'_> {
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
    /// them (Menger's theorem), so on any one of them.
    fn two_ways(&self, from: u16, one: &[u16], other: &[u16]) -> bool {
        let goal = |stop: u16| one.contains(&stop) || other.contains(&stop);
        let way = |without: Option<u16>| {
            let mut seen = Stops::none_of(self.graph);
            [Some(from), without].into_iter().flatten().for_each(|stop| seen.set(stop, true));
            self.way(seen, from, goal)
        };
        self.through(from)
            && way(None).is_some_and(|stops| stops.into_iter().all(|stop| way(Some(stop)).is_some()))
    }

    /// The stops on some way from a stop to a goal past those that are seen.
    fn way(&self, mut seen: Stops, from: u16, goal: impl Fn(u16) -> bool) -> Option<Vec<u16>> {
        // Each with the one before it in the list.
        let mut found: Vec<(u16, usize)> = vec![(from, 0)];
        let mut at = 0;
        while let Some((stop, _)) = found.get(at).copied() {
            for &(_, to) in self.next(stop).iter().filter(|_| self.through(stop)) {
                if seen.has(to) {
                    continue;
                }
                seen.set(to, true);
                found.push((to, at));
                if goal(to) {
                    let back = |(_, at): &(u16, usize)| found.get(*at).copied().filter(|_| *at > 0);
                    let stops = std::iter::successors(Some((to, at)), back);
                    return Some(stops.map(|(stop, _)| stop).collect());
                }
            }
            at += 1;
        }
        None
    }

    fn begin(&self, start: u16) -> bool {
        let mut path = Path {
            seen: Stops::none_of(self.graph),
            used: Vec::new(),
            start,
            base: self.base(start),
            stub: false,
        };
        path.seen.set(start, true);
        self.places.len() == 1 && path.base || self.grow(&mut path, start, 1)
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
            path.seen.set(to, true);
            let done = match arrives && ends {
                true => self.joined_at_start(path),
                false => self.grow(path, to, goal + usize::from(arrives)),
            };
            if done {
                return true;
            }
            path.seen.set(to, false);
            path.used.truncate(used);
            path.base = base;
        }
        false
    }

    fn free(&self, path: &Path, chain: &Chain, to: u16) -> bool {
        !path.seen.has(to) && !chain.uses.iter().any(|used| path.used.contains(used))
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
            path.seen.set(to, true);
            if self.to_a_token(path, to) {
                return true;
            }
            path.seen.set(to, false);
            path.used.truncate(used);
        }
        false
    }

    /// Whether every place that is left can still be reached past what was visited, whatever the track.
    fn reachable(&self, path: &Path, at: u16, goal: usize) -> bool {
        let reached = self.flood(path.seen.clone(), at);
        let new = |stop: &u16| reached.has(*stop) && !path.seen.has(*stop);
        self.places.iter().skip(goal).all(|place| place.iter().any(new))
    }

    /// All stops that are seen, or can be reached past those.
    fn flood(&self, mut seen: Stops, from: u16) -> Stops {
        let mut queue: SmallVec<[u16; 32]> = SmallVec::from_slice(&[from]);
        while let Some(stop) = queue.pop() {
            for &(_, to) in self.next(stop) {
                if !seen.has(to) {
                    seen.set(to, true);
                    if self.through(to) {
                        queue.push(to);
                    }
                }
            }
        }
        seen
    }
}
