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
use crate::route::{Pay, Rules, check};
use crate::tile::{End, Face, TileSet};
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
}

/// What the best set of routes brings, found by trying everything. None if there is too much to try.
pub fn brute_force(board: &Board, rules: &Rules<'_>, limit: usize) -> Option<Pay> {
    let mut lists = Vec::new();
    for train in &rules.trains {
        let mut routes = Vec::new();
        for hex in board.map().ids() {
            for stop in 0..board.face(hex).stops.len() as u8 {
                let mut walker =
                    Walker { board, rules, train: train.trains.to_vec(), routes: &mut routes, limit };
                walker.walk(hex, End::Stop(stop), &[], &BTreeSet::new())?;
            }
        }
        lists.push(routes);
    }
    let mut tries = 40 * limit;
    let mut best = (0, Pay::default());
    try_all(board, rules, &lists, &mut Vec::new(), &mut best, &mut tries)?;
    Some(best.1)
}

struct Walker<'a> {
    board: &'a Board,
    rules: &'a Rules<'a>,
    train: Vec<u8>,
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
            }
        }
        Some(())
    }

    /// Keeps a route that is legal, in every choice of stops passed by.
    fn arrived(&mut self, legs: &[Leg], uses: &BTreeSet<(HexName, End, End)>) -> Option<()> {
        let stops = legs.iter().filter(|leg| matches!(leg.to, End::Stop(_))).count() + 1;
        if stops > 12 {
            return None;
        }
        for choice in 0_u32..1 << stops {
            let skipped = (0..stops as u8).filter(|at| choice >> at & 1 != 0).collect();
            let route = Route { trains: self.train.clone(), legs: legs.to_vec(), skipped };
            if check(self.board, self.rules, std::slice::from_ref(&route)).is_ok() {
                self.routes.push(Known { route, uses: uses.clone() });
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
    best: &mut (i64, Pay),
    tries: &mut usize,
) -> Option<()> {
    let Some((list, rest)) = lists.split_first() else {
        *tries = tries.checked_sub(1)?;
        let routes: Vec<Route> = set.iter().map(|known| known.route.clone()).collect();
        if let Ok(explained) = check(board, rules, &routes) {
            let worth = rules.objective.worth(explained.pays);
            if worth > best.0 {
                *best = (worth, explained.pays);
            }
        }
        return Some(());
    };
    try_all(board, rules, rest, set, best, tries)?;
    for known in list {
        if set.iter().all(|other| other.uses.is_disjoint(&known.uses)) {
            set.push(known);
            let done = try_all(board, rules, rest, set, best, tries);
            set.pop();
            done?;
        }
    }
    Some(())
}
