//! Lines from a station to another: routes along track that end at the first stop at which they must, with what it costs
//! to cross every side on the way and the towns that are passed.
//!
//! A route crosses no side twice. Of all routes to a stop, one is told for every distinct pair of cost and towns.

use super::{Board, Wiring};
use crate::id::HexId;
use crate::map::Side;
use crate::money::Money;
use crate::tile::End;
use smallvec::SmallVec;

/// Where a line may start, and what has been paid so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineStart {
    /// The hex.
    pub hex: HexId,
    /// Its stop.
    pub stop: u8,
    /// What it costs to start from here.
    pub cost: Money,
}

/// What a line does at a stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// It runs on, and collects.
    Through {
        /// So many markers.
        markers: u8,
        /// Whether the stop is one that is looked for.
        mark: bool,
    },
    /// It may end here, and does.
    End,
    /// It may neither end here nor run on.
    No,
}

/// On which terms lines are looked for.
pub struct LineTerms<H, C> {
    /// The borders that may not be crossed: one bit per [`crate::map::Map::borders`].
    pub borders: u16,
    /// The most that may be spent.
    pub budget: Money,
    /// What a line does at a stop.
    pub halt: H,
    /// What it costs to cross a side.
    pub cost: C,
}

/// A piece of track of a line: its hex, and the ends by which it is entered and left.
pub type LineLeg = (HexId, End, End);

/// A line that can be built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// From which of the starts.
    pub start: usize,
    /// The hex at which it ends.
    pub hex: HexId,
    /// The stop.
    pub stop: u8,
    /// What it costs.
    pub cost: Money,
    /// The markers on the way.
    pub markers: u8,
    /// Whether a stop that is looked for lies on the way.
    pub marked: bool,
    /// Its track.
    pub legs: Vec<LineLeg>,
}

impl Line {
    fn key(&self) -> (HexId, u8, Money, u8, bool) {
        (self.hex, self.stop, self.cost, self.markers, self.marked)
    }
}

/// After so many steps a search gives up and looks for cheaper lines only.
const MAX_STEPS: u32 = 20_000;

impl Board {
    /// Every line from these starts, one for each distinct end, cost and towns, in this order. Where there are too many
    /// routes to look at them all, the most that may be spent is halved until there are not.
    pub fn lines<H, C>(&self, starts: &[LineStart], terms: &LineTerms<H, C>) -> Vec<Line>
    where
        H: Fn(&Board, HexId, u8) -> Halt,
        C: Fn(&Side) -> Money,
    {
        let mut budget = terms.budget;
        loop {
            let mut search =
                Search { board: self, terms, budget, steps: 0, path: Path::default(), found: Vec::new() };
            for (at, start) in starts.iter().enumerate() {
                search.from(at, start);
            }
            if search.steps <= MAX_STEPS || budget <= Money::ZERO {
                search.found.sort_by_key(Line::key);
                return search.found;
            }
            budget = Money(budget.0 / 2);
        }
    }
}

/// A route being followed.
#[derive(Default)]
struct Path {
    start: usize,
    legs: SmallVec<[LineLeg; 24]>,
    /// The sides crossed, each by the lower of its two names.
    crossed: SmallVec<[u16; 24]>,
    /// The stops that were counted.
    towns: SmallVec<[(HexId, u8); 12]>,
    cost: Money,
    markers: u8,
    marked: bool,
}

struct Search<'a, H, C> {
    board: &'a Board,
    terms: &'a LineTerms<H, C>,
    budget: Money,
    steps: u32,
    path: Path,
    found: Vec<Line>,
}

impl<H, C> Search<'_, H, C>
where
    H: Fn(&Board, HexId, u8) -> Halt,
    C: Fn(&Side) -> Money,
{
    fn from(&mut self, at: usize, start: &LineStart) {
        if start.cost <= self.budget {
            self.path = Path { start: at, cost: start.cost, ..Path::default() };
            self.leave(start.hex, start.stop);
        }
    }

    fn wiring(&self, hex: HexId) -> Option<&Wiring> {
        self.board.wiring(hex)
    }

    /// Leaves a stop by every piece of track.
    fn leave(&mut self, hex: HexId, stop: u8) {
        let Some(wiring) = self.wiring(hex) else { return };
        let sides: SmallVec<[u8; 6]> = wiring
            .at(End::Stop(stop))
            .filter_map(|(_, _, end)| if let End::Side(side) = end { Some(side) } else { None })
            .collect();
        for side in sides {
            self.cross((hex, End::Stop(stop), End::Side(side)), side);
        }
    }

    /// Follows a piece of track over a side into the next hex.
    fn cross(&mut self, leg: LineLeg, side: u8) {
        let (hex, ..) = leg;
        let board = self.board;
        let Some(beyond) = board.map().hex(hex).map(|hex| hex.side(side)) else { return };
        let Some((to, at)) = beyond.to else { return };
        let crossed = (hex.0 * 6 + u16::from(side)).min(to.0 * 6 + u16::from(at));
        let cost = self.path.cost + (self.terms.cost)(beyond);
        let closed = beyond.impassable || beyond.borders & self.terms.borders != 0;
        self.steps += 1;
        if closed || cost > self.budget || self.steps > MAX_STEPS || self.path.crossed.contains(&crossed) {
            return;
        }
        let before = std::mem::replace(&mut self.path.cost, cost);
        self.path.legs.push(leg);
        self.path.crossed.push(crossed);
        self.enter(to, at);
        self.path.crossed.pop();
        self.path.legs.pop();
        self.path.cost = before;
    }

    /// Goes on from the side by which a hex is entered.
    fn enter(&mut self, hex: HexId, side: u8) {
        let Some(wiring) = self.wiring(hex) else { return };
        let ends: SmallVec<[End; 4]> = wiring.at(End::Side(side)).map(|(_, _, end)| end).collect();
        for end in ends {
            let leg = (hex, End::Side(side), end);
            match end {
                End::Side(out) => self.cross(leg, out),
                End::Stop(stop) => self.arrive(leg, stop),
                End::Far(_) => {}
            }
        }
    }

    fn arrive(&mut self, leg: LineLeg, stop: u8) {
        let hex = leg.0;
        match (self.terms.halt)(self.board, hex, stop) {
            Halt::No => {}
            Halt::End => {
                self.path.legs.push(leg);
                self.found(hex, stop);
                self.path.legs.pop();
            }
            Halt::Through { markers, mark } => {
                let (before, seen) =
                    ((self.path.markers, self.path.marked), self.path.towns.contains(&(hex, stop)));
                if !seen {
                    self.path.towns.push((hex, stop));
                    self.path.markers = before.0.saturating_add(markers);
                    self.path.marked |= mark;
                }
                self.path.legs.push(leg);
                self.leave(hex, stop);
                self.path.legs.pop();
                if !seen {
                    self.path.towns.pop();
                    (self.path.markers, self.path.marked) = before;
                }
            }
        }
    }

    /// Keeps a line unless there is one like it that is no longer.
    fn found(&mut self, hex: HexId, stop: u8) {
        let Path { start, cost, markers, marked, .. } = self.path;
        let key = (hex, stop, cost, markers, marked);
        match self.found.iter_mut().find(|line| line.key() == key) {
            Some(line) if line.legs.len() <= self.path.legs.len() => {}
            Some(line) => (line.start, line.legs) = (start, self.path.legs.to_vec()),
            None => {
                let legs = self.path.legs.to_vec();
                self.found.push(Line { start, hex, stop, cost, markers, marked, legs });
            }
        }
    }
}
