//! The track that lines can use, as a graph: what follows the side by which a hex is entered, and the least that has to be
//! paid from there to an end. It is found once, and the search walks only where an end can still be reached.

use super::{Halt, LineLeg, LineStart, LineTerms};
use crate::board::Board;
use crate::id::HexId;
use crate::map::Side;
use crate::money::Money;
use crate::tile::End;
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// What follows a piece of track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// A stop at which the line ends.
    End {
        /// The hex.
        hex: HexId,
        /// The stop.
        stop: u8,
    },
    /// Another hex.
    Hex {
        /// The side by which it is entered.
        node: u16,
        /// The border that is crossed.
        border: u16,
        /// What that costs.
        cost: Money,
        /// The town that is passed before.
        town: Option<u16>,
    },
}

/// A piece of track within a hex, or two with a town between.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Edge {
    legs: [LineLeg; 2],
    /// One or two of them.
    count: u8,
    pub(super) next: Next,
}

impl Edge {
    fn new(legs: &[LineLeg], next: Next) -> Edge {
        let nowhere = (HexId(0), End::Stop(0), End::Stop(0));
        let at = |at: usize| legs.get(at).copied().unwrap_or(nowhere);
        Edge { legs: [at(0), at(1)], count: legs.len() as u8, next }
    }

    /// Its track.
    pub(super) fn legs(&self) -> impl ExactSizeIterator<Item = LineLeg> + '_ {
        self.legs.iter().copied().take(usize::from(self.count))
    }
}

/// The graph.
#[derive(Default)]
pub(super) struct Web {
    edges: Vec<Edge>,
    /// By start: its edges.
    starts: SmallVec<[Range<u32>; 8]>,
    /// By node: its edges, none before it is looked at.
    nodes: Vec<Range<u32>>,
    /// By node: the least that has to be paid from it to an end.
    least: Vec<Option<Money>>,
    towns: Vec<(u8, bool)>,
    borders: usize,
}

impl Web {
    /// The track within the budget of some starts.
    pub(super) fn spun<H, C>(board: &Board, starts: &[LineStart], terms: &LineTerms<H, C>) -> Web
    where
        H: Fn(&Board, HexId, u8) -> Halt,
        C: Fn(&Side) -> Money,
    {
        let mut spinner = Spinner::new(board, terms);
        for start in starts {
            spinner.start(start);
        }
        while let Some((Reverse(cost), node)) = spinner.ahead.pop() {
            spinner.expand(cost, node);
        }
        let mut web = spinner.web;
        web.look_back();
        web
    }

    fn slice(&self, range: Option<&Range<u32>>) -> &[Edge] {
        let range = range.map_or(0..0, |range| range.start as usize..range.end as usize);
        self.edges.get(range).unwrap_or_default()
    }

    /// The track from a start.
    pub(super) fn edges_of_start(&self, at: usize) -> &[Edge] {
        self.slice(self.starts.get(at))
    }

    /// The track from the side by which a hex is entered.
    pub(super) fn edges_at(&self, node: u16) -> &[Edge] {
        self.slice(self.nodes.get(usize::from(node)))
    }

    /// The least that has to be paid from a node to an end; none if there is no way.
    pub(super) fn least(&self, node: u16) -> Option<Money> {
        self.least.get(usize::from(node)).copied().flatten()
    }

    /// The markers of a town, and whether it is looked for.
    pub(super) fn town(&self, town: u16) -> Option<(u8, bool)> {
        self.towns.get(usize::from(town)).copied()
    }

    /// How many towns there are.
    pub(super) fn towns(&self) -> usize {
        self.towns.len()
    }

    /// How many borders there are.
    pub(super) fn borders(&self) -> usize {
        self.borders
    }

    /// Finds the least to be paid from every node, beginning with those at which a line can end.
    fn look_back(&mut self) {
        self.least = vec![None; self.nodes.len()];
        let mut before: Vec<SmallVec<[(u16, Money); 6]>> = vec![SmallVec::new(); self.nodes.len()];
        let mut ahead = BinaryHeap::new();
        for node in 0..self.nodes.len() as u16 {
            for edge in self.slice(self.nodes.get(usize::from(node))) {
                match edge.next {
                    Next::End { .. } => ahead.push((Reverse(Money::ZERO), node)),
                    Next::Hex { node: to, cost, .. } => {
                        before.get_mut(usize::from(to)).into_iter().for_each(|list| list.push((node, cost)));
                    }
                }
            }
        }
        while let Some((Reverse(cost), node)) = ahead.pop() {
            let Some(least @ None) = self.least.get_mut(usize::from(node)) else { continue };
            *least = Some(cost);
            for (earlier, step) in before.get(usize::from(node)).into_iter().flatten() {
                if self.least(*earlier).is_none() {
                    ahead.push((Reverse(cost + *step), *earlier));
                }
            }
        }
    }
}

const NONE: u16 = u16::MAX;

/// A web being made.
struct Spinner<'a, H, C> {
    board: &'a Board,
    terms: &'a LineTerms<H, C>,
    web: Web,
    /// By hex and side: the node, the border.
    nodes: Vec<u16>,
    borders: Vec<u16>,
    /// By node: hex and side.
    places: Vec<(HexId, u8)>,
    /// Stops that were asked about, with the number of the town.
    stops: Vec<((HexId, u8), Halt, u16)>,
    /// The nodes to be looked at, with what it costs to come there, the cheapest first.
    ahead: BinaryHeap<(Reverse<Money>, u16)>,
}

impl<'a, H, C> Spinner<'a, H, C>
where
    H: Fn(&Board, HexId, u8) -> Halt,
    C: Fn(&Side) -> Money,
{
    fn new(board: &'a Board, terms: &'a LineTerms<H, C>) -> Spinner<'a, H, C> {
        let sides = board.map().hexes.len() * 6;
        Spinner {
            board,
            terms,
            web: Web::default(),
            nodes: vec![NONE; sides],
            borders: vec![NONE; sides],
            places: Vec::new(),
            stops: Vec::new(),
            ahead: BinaryHeap::new(),
        }
    }

    fn start(&mut self, start: &LineStart) {
        let first = self.web.edges.len() as u32;
        if start.cost <= self.terms.budget {
            self.leave(start.cost, &[], (start.hex, start.stop), None);
        }
        self.web.starts.push(first..self.web.edges.len() as u32);
    }

    /// Leaves a stop by every piece of track, after the track by which it was reached.
    fn leave(&mut self, cost: Money, before: &[LineLeg], (hex, stop): (HexId, u8), town: Option<u16>) {
        let Some(wiring) = self.board.wiring(hex) else { return };
        for (_, _, end) in wiring.at(End::Stop(stop)) {
            let End::Side(side) = end else { continue };
            let mut legs: SmallVec<[LineLeg; 2]> = SmallVec::from_slice(before);
            legs.push((hex, End::Stop(stop), end));
            self.cross(cost, &legs, (hex, side), town);
        }
    }

    /// Track leads over a side into the next hex.
    fn cross(&mut self, cost: Money, legs: &[LineLeg], (hex, side): (HexId, u8), town: Option<u16>) {
        let Some(beyond) = self.board.map().hex(hex).map(|hex| hex.side(side)) else { return };
        let Some((to, at)) = beyond.to else { return };
        let price = (self.terms.cost)(beyond);
        let closed = beyond.impassable || beyond.borders & self.terms.borders != 0;
        if closed || cost + price > self.terms.budget {
            return;
        }
        let (here, there) = (hex.index() * 6 + usize::from(side), to.index() * 6 + usize::from(at));
        let border = numbered(&mut self.borders, here.min(there), &mut self.web.borders);
        let mut nodes = self.places.len();
        let node = numbered(&mut self.nodes, there, &mut nodes);
        if nodes > self.places.len() {
            self.places.push((to, at));
            self.web.nodes.push(0..0);
        }
        self.web.edges.push(Edge::new(legs, Next::Hex { node, border, cost: price, town }));
        self.ahead.push((Reverse(cost + price), node));
    }

    /// Goes on from the side by which a hex is entered, once.
    fn expand(&mut self, cost: Money, node: u16) {
        let known = self.web.nodes.get(usize::from(node)).is_none_or(|edges| edges.end > 0);
        let Some((hex, side)) = self.places.get(usize::from(node)).copied().filter(|_| !known) else {
            return;
        };
        let Some(wiring) = self.board.wiring(hex) else { return };
        let first = self.web.edges.len() as u32;
        for (_, _, end) in wiring.at(End::Side(side)) {
            let leg = (hex, End::Side(side), end);
            match end {
                End::Side(out) => self.cross(cost, &[leg], (hex, out), None),
                End::Stop(stop) => match self.halt(hex, stop) {
                    (Halt::No, _) => {}
                    (Halt::End, _) => self.web.edges.push(Edge::new(&[leg], Next::End { hex, stop })),
                    (Halt::Through { .. }, town) => self.leave(cost, &[leg], (hex, stop), Some(town)),
                },
                End::Far(_) => {}
            }
        }
        if let Some(edges) = self.web.nodes.get_mut(usize::from(node)) {
            *edges = first..self.web.edges.len() as u32;
        }
    }

    /// What lines do at a stop, and the number of the town.
    fn halt(&mut self, hex: HexId, stop: u8) -> (Halt, u16) {
        if let Some((_, halt, town)) = self.stops.iter().find(|(at, ..)| *at == (hex, stop)) {
            return (*halt, *town);
        }
        let halt = (self.terms.halt)(self.board, hex, stop);
        let town = self.web.towns.len() as u16;
        if let Halt::Through { markers, mark } = halt {
            self.web.towns.push((markers, mark));
        }
        self.stops.push(((hex, stop), halt, town));
        (halt, town)
    }
}

/// The number of a place, a new one if it has none.
fn numbered(numbers: &mut [u16], place: usize, count: &mut usize) -> u16 {
    let Some(number) = numbers.get_mut(place) else { return NONE };
    if *number == NONE {
        *number = *count as u16;
        *count += 1;
    }
    *number
}
