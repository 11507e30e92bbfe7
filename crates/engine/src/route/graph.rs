//! The network of a company: stops, and chains of track between neighbouring stops.

use super::rules::{Rules, StopRule, far_stop};
use crate::board::{Board, Visit};
use crate::id::HexId;
use crate::tile::End;
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// A stop of the network.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) hex: HexId,
    pub(super) stop: u8,
    pub(super) rule: StopRule,
    /// Routes may run through it.
    pub(super) through: bool,
}

/// A piece of track as a route runs along it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Step {
    pub(super) hex: HexId,
    pub(super) from: End,
    pub(super) to: End,
}

/// Track from one stop to a neighbouring one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Chain {
    pub(super) a: u16,
    pub(super) b: u16,
    pub(super) steps: SmallVec<[Step; 8]>,
    /// The hexsides and pieces inside a hex that it uses, sorted.
    pub(super) uses: SmallVec<[u32; 8]>,
    /// The tracks over tiles without stops, by their sides, where it matters which of them cross.
    pub(super) plain: SmallVec<[PlainTrack; 4]>,
    pub(super) gauges: u8,
    pub(super) stub_a: bool,
    pub(super) stub_b: bool,
}

/// A track over a tile without stops: the hex and two sides, the lower first.
pub(super) type PlainTrack = (HexId, u8, u8);

/// The track of a step over a tile without stops.
pub(super) fn plain_track(board: &Board, hex: HexId, from: End, to: End) -> Option<PlainTrack> {
    match (from, to) {
        (End::Side(a), End::Side(b)) if board.face(hex).stops.is_empty() => Some((hex, a.min(b), a.max(b))),
        _ => None,
    }
}

/// Whether two tracks lie side by side on one tile: both ends of one are on the same side of the other.
pub(super) fn side_by_side(one: PlainTrack, other: PlainTrack) -> bool {
    let ((hex, a, b), (there, c, d)) = (one, other);
    let within = |side: u8| a < side && side < b;
    let apart = [c, d].iter().all(|side| *side != a && *side != b);
    hex == there && apart && within(c) == within(d)
}

/// Stops and chains.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) chains: Vec<Chain>,
}

/// The hexside beyond a side of a hex: the same number from both hexes.
pub(super) fn hexside(board: &Board, hex: HexId, side: u8) -> u32 {
    let number = |hex: HexId, side: u8| u32::from(hex.0) * 8 + u32::from(side);
    let there = board.map().hex(hex).and_then(|hex| hex.side(side).to);
    let there = there.map_or(u32::MAX, |(hex, side)| number(hex, side));
    there.min(number(hex, side))
}

/// The half of a far line that lies at a hex.
pub(super) fn far(line: u8, hex: HexId) -> u32 {
    (1 << 25) | u32::from(line) << 16 | u32::from(hex.0)
}

/// A piece between two stops of a hex: it uses no hexside.
pub(super) fn inner(hex: HexId, a: u8, b: u8) -> u32 {
    (1 << 24) | u32::from(hex.0) << 8 | u32::from(a.min(b)) << 4 | u32::from(a.max(b))
}

/// Which stop of the network a far line is, its number and its ends.
type FarLine = (usize, u8, [(HexId, u8); 2]);

struct Builder<'a> {
    board: &'a Board,
    rules: &'a Rules<'a>,
    gauges: u8,
    /// Some train's routes pass a tile twice only where tracks cross.
    crossings: bool,
    found: BTreeMap<(HexId, u8), usize>,
    nodes: Vec<Node>,
    explored: Vec<bool>,
    chains: Vec<Chain>,
    queue: Vec<usize>,
    lines: Vec<FarLine>,
}

impl Graph {
    /// The network reached from the stops with tokens.
    pub(super) fn new(board: &Board, rules: &Rules<'_>) -> Graph {
        let gauges = rules.trains.iter().fold(0, |gauges, train| gauges | train.gauges);
        let mut builder = Builder {
            board,
            rules,
            gauges,
            crossings: rules.trains.iter().any(|train| train.crossings_only.is_some()),
            found: BTreeMap::new(),
            nodes: Vec::new(),
            explored: Vec::new(),
            chains: Vec::new(),
            queue: Vec::new(),
            lines: Vec::new(),
        };
        let mut places: Vec<(HexId, u8)> =
            board.tokens().iter().map(|token| (token.hex, token.stop)).collect();
        places.dedup();
        for (hex, stop) in places {
            if (rules.stop)(hex, stop).base {
                builder.node(hex, stop);
            }
        }
        while let Some(at) = builder.queue.pop() {
            builder.explore(at);
        }
        builder.finish()
    }
}

impl Builder<'_> {
    /// The number of a stop, new or not.
    fn node(&mut self, hex: HexId, stop: u8) -> usize {
        if let Some(at) = self.found.get(&(hex, stop)) {
            return *at;
        }
        let rule = (self.rules.stop)(hex, stop);
        let terminal = self.board.face(hex).stops.get(stop as usize).is_none_or(|stop| stop.terminal);
        let through = (rule.visit == Visit::Through || rule.base) && !terminal;
        self.insert(Node { hex, stop, rule, through })
    }

    /// All chains from a stop; those to stops explored before are known already.
    fn explore(&mut self, at: usize) {
        let Some(node) = self.nodes.get(at) else { return };
        let (hex, stop) = (node.hex, node.stop);
        if let Some(explored) = self.explored.get_mut(at) {
            *explored = true;
        }
        let mut ends = Vec::new();
        let mut chain = Chain {
            a: at as u16,
            b: 0,
            steps: SmallVec::new(),
            uses: SmallVec::new(),
            plain: SmallVec::new(),
            gauges: self.gauges,
            stub_a: false,
            stub_b: false,
        };
        self.follow(hex, End::Stop(stop), &mut chain, &mut ends);
        self.far_lines(at, &chain, &mut ends);
        for (mut chain, hex, stop) in ends {
            let there = self.node(hex, stop);
            if self.nodes.get(there).is_none_or(|node| node.rule.visit == Visit::No) {
                continue;
            }
            let known = self.explored.get(there).copied().unwrap_or_default();
            if there != at && !known {
                chain.b = there as u16;
                self.chains.push(chain);
            }
        }
    }

    /// The chains along far lines: from a stop at an end of one to the line, or from the line to its ends.
    fn far_lines(&mut self, at: usize, chain: &Chain, ends: &mut Vec<(Chain, HexId, u8)>) {
        let Some(node) = self.nodes.get(at) else { return };
        let (hex, stop, lines) = (node.hex, node.stop, node.rule.far.clone());
        let along = |step: Step, used: u32| Chain {
            steps: SmallVec::from_slice(&[step]),
            uses: SmallVec::from_slice(&[used]),
            ..chain.clone()
        };
        if let Some((_, line, places)) = self.lines.iter().find(|(number, ..)| *number == at) {
            for (hex, stop) in places {
                let step = Step { hex: *hex, from: End::Far(*line), to: End::Stop(*stop) };
                ends.push((along(step, far(*line, *hex)), *hex, *stop));
            }
        }
        for line in lines {
            let places = [(hex, stop).min(line.to), (hex, stop).max(line.to)];
            let middle = (places[0].0, far_stop(line.line));
            if !self.found.contains_key(&middle) {
                let node = Node { hex: middle.0, stop: middle.1, rule: line.rule(), through: true };
                let number = self.insert(node);
                self.lines.push((number, line.line, places));
            }
            let step = Step { hex, from: End::Stop(stop), to: End::Far(line.line) };
            ends.push((along(step, far(line.line, hex)), middle.0, middle.1));
        }
    }

    fn insert(&mut self, node: Node) -> usize {
        let at = self.nodes.len();
        self.found.insert((node.hex, node.stop), at);
        if node.through {
            self.queue.push(at);
        }
        self.nodes.push(node);
        self.explored.push(false);
        at
    }

    /// Runs on from an end of track, never over a hexside twice, and collects the chains that arrive.
    fn follow(&self, hex: HexId, from: End, chain: &mut Chain, ends: &mut Vec<(Chain, HexId, u8)>) {
        let Some(wiring) = self.board.wiring(hex) else { return };
        for (_, piece, to) in wiring.at(from) {
            let gauges = chain.gauges & piece.gauges;
            let beyond = match to {
                End::Side(side) => self.board.map().hex(hex).and_then(|hex| hex.side(side).to),
                _ => None,
            };
            let uses = match (from, to) {
                (_, End::Side(side)) => Some(hexside(self.board, hex, side)),
                (End::Stop(a), End::Stop(b)) => Some(inner(hex, a, b)),
                _ => None,
            };
            if gauges == 0 || uses.is_some_and(|uses| chain.uses.contains(&uses)) {
                continue;
            }
            let before = (chain.gauges, chain.stub_a, chain.uses.len(), chain.plain.len());
            chain.gauges = gauges;
            chain.stub_a |= piece.stub && chain.steps.is_empty();
            chain.steps.push(Step { hex, from, to });
            chain.uses.extend(uses);
            chain.plain.extend(plain_track(self.board, hex, from, to).filter(|_| self.crossings));
            match (to, beyond) {
                (End::Stop(stop), _) => {
                    ends.push((Chain { stub_b: piece.stub, ..chain.clone() }, hex, stop));
                }
                (End::Side(_), Some((next, side))) => self.follow(next, End::Side(side), chain, ends),
                _ => {}
            }
            chain.steps.pop();
            (chain.gauges, chain.stub_a) = (before.0, before.1);
            chain.uses.truncate(before.2);
            chain.plain.truncate(before.3);
        }
    }

    /// Numbers stops and chains in the order of the map and drops chains that others make useless.
    fn finish(self) -> Graph {
        let mut number = vec![0_u16; self.nodes.len()];
        let mut nodes = Vec::with_capacity(self.nodes.len());
        let mut unsorted: Vec<Option<Node>> = self.nodes.into_iter().map(Some).collect();
        for (at, old) in self.found.values().enumerate() {
            let node = unsorted.get_mut(*old).and_then(Option::take);
            if let (Some(number), Some(node)) = (number.get_mut(*old), node) {
                *number = at as u16;
                nodes.push(node);
            }
        }
        let renumbered = |at: u16| number.get(at as usize).copied().unwrap_or_default();
        let mut chains: Vec<Chain> = self.chains;
        for chain in &mut chains {
            (chain.a, chain.b) = (renumbered(chain.a), renumbered(chain.b));
            if chain.a > chain.b {
                chain.reverse();
            }
            chain.uses.sort_unstable();
        }
        chains.sort_unstable_by(|one, other| {
            (one.a, one.b, one.uses.len(), one).cmp(&(other.a, other.b, other.uses.len(), other))
        });
        Graph { nodes, chains: undominated(chains) }
    }
}

impl Chain {
    fn reverse(&mut self) {
        std::mem::swap(&mut self.a, &mut self.b);
        std::mem::swap(&mut self.stub_a, &mut self.stub_b);
        self.steps.reverse();
        for step in &mut self.steps {
            std::mem::swap(&mut step.from, &mut step.to);
        }
    }

    /// Whether it passes a tile without stops twice on tracks side by side.
    pub(super) fn doubles_back(&self) -> bool {
        self.plain.iter().any(|one| self.plain.iter().any(|other| side_by_side(*one, *other)))
    }

    /// Whether whatever runs along `other` could as well run along this chain.
    fn serves_for(&self, other: &Chain) -> bool {
        self.gauges & other.gauges == other.gauges
            && (!self.stub_a || other.stub_a)
            && (!self.stub_b || other.stub_b)
            && self.uses.iter().all(|used| other.uses.contains(used))
            && self.plain.iter().all(|track| other.plain.contains(track))
    }
}

/// A chain between the same stops that uses part of another's track (and no other) makes it useless.
fn undominated(chains: Vec<Chain>) -> Vec<Chain> {
    let mut kept: Vec<Chain> = Vec::with_capacity(chains.len());
    let mut start = 0;
    for chain in chains {
        if kept.get(start).is_some_and(|first| (first.a, first.b) != (chain.a, chain.b)) {
            start = kept.len();
        }
        let between = kept.get(start..).unwrap_or_default();
        if !between.iter().any(|shorter| shorter.serves_for(&chain)) {
            kept.push(chain);
        }
    }
    kept
}
