//! An independent, simple reference for the best routes, and small random boards to try it on.
//!
//! The reference enumerates every walk piece by piece, keeps those that [`crate::route::check`] accepts, and
//! tries every set of them. It knows nothing of chains, lists, bounds or prices.

use super::Dice;
use crate::action::{Leg, Route};
use crate::board::{Board, Table, UpgradeRules};
use crate::id::{CompanyId, HexId};
use crate::map::{Hex, Map, Side};
use crate::name::{HexName, Name};
use crate::route::{Explained, Pay, Rules, Train, check};
use crate::tile::{End, Face, TileSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A map of so many columns and rows of flat-topped hexes, with a random face of the given ones in a random
/// rotation on each.
pub fn small_map(dice: &mut Dice, columns: u16, rows: u16, faces: &[Face]) -> Map {
    let at = |column: i32, row: i32| {
        let inside = (0..i32::from(columns)).contains(&column) && (0..i32::from(rows)).contains(&row);
        inside.then(|| HexId((column * i32::from(rows) + row) as u16))
    };
    let mut hexes = Vec::new();
    for column in 0..i32::from(columns) {
        for row in 0..i32::from(rows) {
            let low = column % 2; // odd columns lie half a hex lower
            let beyond = [
                (column, row + 1),
                (column - 1, row + low),
                (column - 1, row - 1 + low),
                (column, row - 1),
                (column + 1, row - 1 + low),
                (column + 1, row + low),
            ];
            let side = |(side, (column, row)): (usize, (i32, i32))| Side {
                to: at(column, row).map(|hex| (hex, (side as u8 + 3) % 6)),
                ..Side::default()
            };
            let mut all = beyond.into_iter().enumerate().map(side);
            let sides = std::array::from_fn(|_| all.next().unwrap_or_default());
            let Some(face) = dice.pick(faces) else { continue };
            let face = face.turned(dice.below(6) as u8);
            hexes.push(Hex {
                name: HexName(Name::cut(&format!("{column}.{row}"))),
                place: None,
                at: (column as i16, (2 * row + low) as i16),
                face,
                next: None,
                sides,
                terrain: Vec::new(),
                region: None,
                tags: Vec::new(),
            });
        }
    }
    Map { hexes, ..Map::default() }
}

/// A board of a small map with random tokens of a few companies.
pub fn small_board(dice: &mut Dice, map: Map, companies: u8) -> Board {
    let mut board = Board::new(Arc::new(Table::new(map, TileSet::default(), UpgradeRules::default())));
    for hex in board.map().ids() {
        for stop in 0..board.face(hex).stops.len() as u8 {
            for _ in 0..board.slots(hex, stop) {
                let company = CompanyId(dice.below(u64::from(companies) * 2) as u8);
                if company.0 < companies {
                    let _ = board.place(company, hex, stop); // a second token of a company is refused
                }
            }
        }
    }
    board
}

/// Everything about one route that sets of routes need.
struct Known {
    route: Route,
    uses: BTreeSet<(HexName, End, End)>,
    layer: u8,
}

impl Known {
    /// The stops on the way and those passed by.
    fn stops(&self) -> (Vec<(HexName, End)>, &[u8]) {
        let ends = |leg: &Leg| [(leg.hex, leg.from), (leg.hex, leg.to)];
        let stops = self.route.legs.iter().flat_map(ends).filter(|(_, end)| matches!(end, End::Stop(_)));
        (stops.collect(), &self.route.skipped)
    }

    /// Whether it goes round where another goes straight: from stop to stop by the same track and more.
    fn is_detour_of(&self, other: &Known) -> bool {
        other.uses.len() < self.uses.len()
            && other.uses.is_subset(&self.uses)
            && other.stops() == self.stops()
    }
}

/// The best set of routes, found by trying everything: worth most, then with fewest stops, then first in
/// order. None if there is too much to try.
pub fn brute_force(board: &Board, rules: &Rules<'_>, limit: usize) -> Option<(Pay, Vec<Route>)> {
    let mut lists = Vec::new();
    for train in &rules.trains {
        let routes = known_routes(board, rules, train, limit)?;
        let straight = |known: &&Known| !routes.iter().any(|other| known.is_detour_of(other));
        let straight: Vec<Route> = routes.iter().filter(straight).map(|known| known.route.clone()).collect();
        let mut routes = routes;
        routes.retain(|known| straight.contains(&known.route));
        lists.push(routes);
    }
    let mut tries = 40 * limit;
    let mut best = Tried::default();
    try_all(board, rules, &lists, &mut Vec::new(), &mut best, &mut tries)?;
    Some((best.pays, best.routes))
}

/// All routes of the first train, each in both directions; none if there are too many.
pub fn all_routes(board: &Board, rules: &Rules<'_>, limit: usize) -> Option<Vec<Route>> {
    let routes = known_routes(board, rules, rules.trains.first()?, limit)?;
    Some(routes.into_iter().map(|known| known.route).collect())
}

fn known_routes(board: &Board, rules: &Rules<'_>, train: &Train, limit: usize) -> Option<Vec<Known>> {
    let mut routes = Vec::new();
    for hex in board.map().ids() {
        for stop in 0..board.face(hex).stops.len() as u8 {
            let mut walker = Walker { board, rules, train, routes: &mut routes, limit };
            walker.walk(hex, End::Stop(stop), &[], &BTreeSet::new())?;
        }
    }
    Some(routes)
}

/// A set of routes that was tried.
#[derive(Default)]
struct Tried {
    worth: i64,
    stops: usize,
    pays: Pay,
    routes: Vec<Route>,
}

impl Tried {
    fn new(rules: &Rules<'_>, explained: &Explained, routes: Vec<Route>) -> Tried {
        let halts = explained.routes.iter().flat_map(|route| &route.halts);
        Tried {
            worth: rules.objective.worth(explained.pays),
            stops: halts.filter(|halt| !halt.passed).count(),
            pays: explained.pays,
            routes,
        }
    }

    fn is_better_than(&self, other: &Tried) -> bool {
        let order = |tried: &Tried| {
            let routes = tried.routes.iter();
            routes.map(|r| (r.trains.clone(), r.legs.clone(), r.skipped.clone())).collect::<Vec<_>>()
        };
        let key = |tried: &Tried| (Reverse(tried.worth), tried.stops);
        key(self).cmp(&key(other)).then_with(|| order(self).cmp(&order(other))).is_lt()
    }
}

struct Walker<'a> {
    board: &'a Board,
    rules: &'a Rules<'a>,
    train: &'a Train,
    routes: &'a mut Vec<Known>,
    limit: usize,
}

impl Walker<'_> {
    fn walk(
        &mut self,
        hex: HexId,
        from: End,
        legs: &[Leg],
        uses: &BTreeSet<(HexName, End, End)>,
    ) -> Option<()> {
        let board = self.board;
        let here = board.map().hex(hex)?;
        let face = board.face(hex);
        let mut ends: BTreeSet<End> = BTreeSet::new();
        for track in &face.track {
            if track.a == from {
                ends.insert(track.b);
            }
            if track.b == from {
                ends.insert(track.a);
            }
        }
        for to in ends {
            let mut uses = uses.clone();
            let mut legs = legs.to_vec();
            legs.push(Leg { hex: here.name, from, to });
            match to {
                End::Stop(_) => {
                    if matches!(from, End::Stop(_)) && !uses.insert((here.name, from.min(to), from.max(to))) {
                        continue;
                    }
                    self.arrived(&legs, &uses)?;
                    self.walk(hex, to, &legs, &uses)?;
                }
                End::Side(side) => {
                    let Some((there, side)) = here.side(side).to else { continue };
                    let there_name = board.map().hex(there)?.name;
                    let mine = (here.name, to, to);
                    let theirs = (there_name, End::Side(side), End::Side(side));
                    if uses.insert(mine.min(theirs)) {
                        self.walk(there, End::Side(side), &legs, &uses)?;
                    }
                }
                End::Far(_) => {}
            }
        }
        self.far(hex, from, legs, uses)
    }

    /// Runs on along the far lines of a stop.
    fn far(
        &mut self,
        hex: HexId,
        from: End,
        legs: &[Leg],
        uses: &BTreeSet<(HexName, End, End)>,
    ) -> Option<()> {
        let End::Stop(stop) = from else { return Some(()) };
        for line in (self.rules.stop)(hex, stop).far {
            let name = |hex: HexId| self.board.map().hex(hex).map(|hex| hex.name);
            let (here, there, along) = (name(hex)?, name(line.to.0)?, End::Far(line.line));
            let mut uses = uses.clone();
            if uses.insert((here.min(there), along, along)) {
                let out = Leg { hex: here, from, to: along };
                let in_ = Leg { hex: there, from: along, to: End::Stop(line.to.1) };
                let legs: Vec<Leg> = legs.iter().copied().chain([out, in_]).collect();
                self.arrived(&legs, &uses)?;
                self.walk(line.to.0, End::Stop(line.to.1), &legs, &uses)?;
            }
        }
        Some(())
    }

    /// Keeps a route that is legal, in every choice of stops passed by.
    fn arrived(&mut self, legs: &[Leg], uses: &BTreeSet<(HexName, End, End)>) -> Option<()> {
        let stops = legs.iter().filter(|leg| !matches!(leg.to, End::Side(_))).count() + 1;
        if stops > 12 {
            return None;
        }
        for choice in 0_u32..1 << stops {
            let skipped = (0..stops as u8).filter(|at| choice >> at & 1 != 0).collect();
            let route = Route { trains: self.train.trains.to_vec(), legs: legs.to_vec(), skipped };
            if check(self.board, self.rules, std::slice::from_ref(&route)).is_ok() {
                self.routes.push(Known { route, uses: uses.clone(), layer: self.train.layer });
            }
            let passing = self.rules.trains.iter().any(|train| train.passes_by != Default::default());
            if !passing {
                break;
            }
        }
        (self.routes.len() < self.limit).then_some(())
    }
}

fn try_all<'a>(
    board: &Board,
    rules: &Rules<'_>,
    lists: &'a [Vec<Known>],
    set: &mut Vec<&'a Known>,
    best: &mut Tried,
    tries: &mut usize,
) -> Option<()> {
    let Some((list, rest)) = lists.split_first() else {
        *tries = tries.checked_sub(1)?;
        let routes: Vec<Route> = set.iter().map(|known| known.route.clone()).collect();
        if let Ok(explained) = check(board, rules, &routes) {
            let tried = Tried::new(rules, &explained, routes);
            if tried.is_better_than(best) {
                *best = tried;
            }
        }
        return Some(());
    };
    try_all(board, rules, rest, set, best, tries)?;
    for known in list {
        if set.iter().all(|other| other.layer != known.layer || other.uses.is_disjoint(&known.uses)) {
            set.push(known);
            let done = try_all(board, rules, rest, set, best, tries);
            set.pop();
            done?;
        }
    }
    Some(())
}
