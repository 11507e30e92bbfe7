//! Lines from a station to another: routes along track that end at the first stop at which they must, with what it costs
//! to cross every side on the way and the towns that are passed.
//!
//! A route crosses no side twice. Of all routes to a stop, one is told for every distinct pair of cost and towns.

mod web;

use super::Board;
use crate::id::HexId;
use crate::map::Side;
use crate::money::Money;
use crate::tile::End;
use smallvec::SmallVec;
use web::{Edge, Next, Web};

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
const MAX_STEPS: u32 = 200_000;

impl Board {
    /// Every line from these starts, one for each distinct end, cost and towns, in this order. Where there are too many
    /// routes to look at them all, the most that may be spent is halved until there are not.
    pub fn lines<H, C>(&self, starts: &[LineStart], terms: &LineTerms<H, C>) -> Vec<Line>
    where
        H: Fn(&Board, HexId, u8) -> Halt,
        C: Fn(&Side) -> Money,
    {
        let web = Web::spun(self, starts, terms);
        let mut budget = terms.budget;
        loop {
            let mut search = Search::new(&web, budget);
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
struct Path<'a> {
    start: usize,
    edges: SmallVec<[&'a Edge; 24]>,
    /// How many pieces of track these are.
    length: usize,
    cost: Money,
    markers: u8,
    marked: bool,
}

impl<'a> Path<'a> {
    fn push(&mut self, edge: &'a Edge) {
        self.edges.push(edge);
        self.length += edge.legs().len();
    }

    fn pop(&mut self) {
        self.length -= self.edges.pop().map_or(0, |edge| edge.legs().len());
    }

    fn legs(&self) -> Vec<LineLeg> {
        let mut legs = Vec::with_capacity(self.length);
        self.edges.iter().for_each(|edge| legs.extend(edge.legs()));
        legs
    }
}

/// Which of the lines that have been found.
type Found = SmallVec<[u32; 8]>;

struct Search<'a> {
    web: &'a Web,
    budget: Money,
    steps: u32,
    path: Path<'a>,
    /// By border of the web: whether the route crosses it.
    crossed: Vec<bool>,
    /// By town of the web: whether it was counted.
    counted: Vec<bool>,
    found: Vec<Line>,
    /// By end: which lines have been found to it.
    to: SmallVec<[((HexId, u8), Found); 16]>,
}

impl<'a> Search<'a> {
    fn new(web: &'a Web, budget: Money) -> Search<'a> {
        Search {
            web,
            budget,
            steps: 0,
            path: Path::default(),
            crossed: vec![false; web.borders()],
            counted: vec![false; web.towns()],
            found: Vec::new(),
            to: SmallVec::new(),
        }
    }

    fn from(&mut self, at: usize, start: &LineStart) {
        self.path = Path { start: at, cost: start.cost, ..Path::default() };
        for edge in self.web.edges_of_start(at) {
            self.follow(edge);
        }
    }

    /// Follows a piece of track to its end: a stop where the line ends, or the next hex.
    fn follow(&mut self, edge: &'a Edge) {
        match edge.next {
            Next::End { hex, stop } => {
                self.path.push(edge);
                self.found(hex, stop);
            }
            Next::Hex { node, border, cost, town } => {
                let cost = self.path.cost + cost;
                self.steps += 1;
                // Where no end can be reached any more for what is left, nobody has to look.
                let enough = self.web.least(node).is_some_and(|least| cost + least <= self.budget);
                let crossed = self.crossed.get(usize::from(border)).copied().unwrap_or(true);
                if !enough || crossed || self.steps > MAX_STEPS {
                    return;
                }
                self.path.push(edge);
                self.enter(node, border, cost, town);
            }
        }
        self.path.pop();
    }

    /// Goes on from the side by which a hex is entered, over a border and perhaps a town.
    fn enter(&mut self, node: u16, border: u16, cost: Money, town: Option<u16>) {
        let before = (self.path.cost, self.path.markers, self.path.marked);
        self.path.cost = cost;
        let new = town.filter(|town| !set(&mut self.counted, *town, true));
        if let Some((markers, mark)) = new.and_then(|town| self.web.town(town)) {
            self.path.markers = self.path.markers.saturating_add(markers);
            self.path.marked |= mark;
        }
        set(&mut self.crossed, border, true);
        for edge in self.web.edges_at(node) {
            self.follow(edge);
        }
        set(&mut self.crossed, border, false);
        if let Some(town) = new {
            set(&mut self.counted, town, false);
        }
        (self.path.cost, self.path.markers, self.path.marked) = before;
    }

    /// Keeps a line unless there is one like it that is no longer.
    fn found(&mut self, hex: HexId, stop: u8) {
        let Path { start, cost, markers, marked, length, .. } = self.path;
        let at = self.to.iter().position(|(end, _)| *end == (hex, stop)).unwrap_or_else(|| {
            self.to.push(((hex, stop), Found::new()));
            self.to.len() - 1
        });
        let Some((_, lines)) = self.to.get_mut(at) else { return };
        let alike = |line: &Line| (line.cost, line.markers, line.marked) == (cost, markers, marked);
        let like = lines.iter().find(|at| self.found.get(**at as usize).is_some_and(alike));
        match like.and_then(|at| self.found.get_mut(*at as usize)) {
            Some(line) if line.legs.len() <= length => {}
            Some(line) => (line.start, line.legs) = (start, self.path.legs()),
            None => {
                lines.push(self.found.len() as u32);
                let legs = self.path.legs();
                self.found.push(Line { start, hex, stop, cost, markers, marked, legs });
            }
        }
    }
}

/// Sets a mark and tells what it was.
fn set(marks: &mut [bool], at: u16, to: bool) -> bool {
    marks.get_mut(usize::from(at)).is_none_or(|mark| std::mem::replace(mark, to))
}
