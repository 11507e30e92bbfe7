//! Ten built boards full of brown and grey tiles with all cities open: the hardest searches for routes, for
//! tests and benchmarks. The rules of running are those of 1841 and 18ESP without what only a game in
//! progress knows.

use crate::data::Faults;
use crate::{esp, t1841};
use ferrata_engine::board::{ANY_GAUGE, BROAD, Board, Candidate, NARROW, Table, UpgradeRules};
use ferrata_engine::components::Components;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::kit::Dice;
use ferrata_engine::map::Map;
use ferrata_engine::money::Money;
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::route::{Bonus, Objective, Pay, Requirement, Rules, StopRule, Train, best_routes, group};
use ferrata_engine::say;
use ferrata_engine::tile::{Color, Face, Gauge, Stop, StopKind, StopKinds};
use ferrata_engine::train::Reach;
use smallvec::SmallVec;
use std::sync::Arc;

const US: CompanyId = CompanyId(0);
const REAL: u64 = 1;
const PASS: u64 = 2;
/// A stop in the west.
pub const WEST: u64 = 4;
/// A stop in the east.
pub const EAST: u64 = 8;
/// A stop of the north that the bonus asks for.
pub const NORTH: u64 = 16;
/// A stop of the south that the bonus asks for.
pub const SOUTH: u64 = 32;

/// A case: a board, the trains, and what its stops are.
pub struct Case {
    /// What it is.
    pub name: String,
    /// The board.
    pub board: Board,
    trains: Vec<Train>,
    bonuses: Vec<Bonus>,
    stop: fn(&Board, HexId, u8) -> StopRule,
}

impl Case {
    /// Does something with the rules of the case.
    pub fn with_rules<T>(&self, work: impl FnOnce(&Board, &Rules<'_>) -> T) -> T {
        let stop = |hex: HexId, at: u8| (self.stop)(&self.board, hex, at);
        let rules = Rules {
            stop: &stop,
            trains: self.trains.clone(),
            bonuses: self.bonuses.clone(),
            across: Vec::new(),
            objective: Objective::Revenue,
            cite: |_| None,
        };
        work(&self.board, &rules)
    }
}

/// Whether a title would lay this tile here.
type Admits = fn(&Board, HexId, &Candidate) -> bool;

fn shuffle(dice: &mut Dice, hexes: &mut [HexId]) {
    for last in (1..hexes.len()).rev() {
        hexes.swap(last, dice.below(last as u64 + 1) as usize);
    }
}

/// Lays tile upon tile, those with most exits first, until nothing fits any more; then tokens of one company.
fn full_board(table: Table, seed: u64, tokens: usize, admits: Admits) -> Board {
    let mut dice = Dice::new(seed);
    let mut board = Board::new(Arc::new(table));
    let colors = [Color::Yellow, Color::Green, Color::Brown, Color::Gray];
    let mut hexes: Vec<HexId> = board.map().ids().collect();
    for round in 0..8 {
        shuffle(&mut dice, &mut hexes);
        for hex in &hexes {
            let mut wide: Vec<_> =
                board.candidates(*hex, &colors).filter(|to| admits(&board, *hex, to)).collect();
            let most = wide.iter().map(|to| to.exits.count_ones()).max().unwrap_or(0);
            wide.retain(|to| round % 2 == 1 || to.exits.count_ones() == most);
            if let Some(to) = dice.pick(&wide) {
                board.lay(*hex, to);
            }
        }
    }
    shuffle(&mut dice, &mut hexes);
    let mut placed = 0;
    for hex in hexes {
        let face = board.face(hex);
        let city = face.stops.iter().position(|stop| stop.kind == StopKind::City && stop.slots > 0);
        if let Some(stop) = city.filter(|_| placed < tokens && !face.track.is_empty()) {
            placed += usize::from(board.place(US, hex, stop as u8).is_ok());
        }
    }
    board
}

fn tag<'a>(stop: &'a Stop, key: &str) -> Option<&'a str> {
    stop.tags.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
}

fn kinds(kinds: &[StopKind]) -> StopKinds {
    kinds.iter().copied().collect()
}

/// What a stop of 1841 is to the company.
pub fn at_1841(board: &Board, hex: HexId, at: u8) -> StopRule {
    let Some(stop) = board.face(hex).stops.get(at as usize) else { return StopRule::closed(StopKind::Town) };
    let value = stop.value.in_band(Name::cut("black"));
    let mut rule = StopRule::new(stop.kind, Pay { revenue: value, treasury: Money(0) });
    rule.visit = board.visit(US, hex, at);
    rule.base = stop.kind == StopKind::City && board.has_token_at(US, hex, at);
    rule.marks = if matches!(stop.kind, StopKind::Pass | StopKind::Port) { 0 } else { REAL };
    rule.once = board.face(hex).track.iter().any(|track| track.stub);
    match &stop.group {
        Some(name) => rule.groups.push(group(name)),
        None if stop.kind == StopKind::City => rule.groups.push(hex.0.into()),
        None => {}
    }
    rule
}

/// A train of 1841.
pub fn train_1841(at: u8, reach: u8) -> Train {
    use StopKind::*;
    let (counted, free): (&[StopKind], &[StopKind]) = match reach {
        8 => (&[City, Offboard], &[Town, Port, Pass]),
        _ => (&[City, Offboard, Pass], &[Town, Port]),
    };
    let counted = Reach { stops: kinds(counted), count: Some(reach) };
    let free = Reach { stops: kinds(free), count: None };
    let two = Requirement {
        marks: REAL,
        through: false,
        at_least: 2,
        at_most: None,
        rule: "1841-4.3.1-11",
        says: say!("two cities"),
    };
    Train { requires: vec![two], ..Train::new(at, BROAD, [counted, free]) }
}

fn class(stop: &Stop) -> Option<&str> {
    tag(stop, "pass_class")
}

fn table_1841(edition: &str) -> Result<Table, Faults> {
    let parts = t1841::data::SHELF.components(edition)?;
    let rules = UpgradeRules {
        becomes: |from, to| from.kind == to.kind && class(from) == class(to),
        ..UpgradeRules::default()
    };
    Ok(Table::new(parts.map.clone(), parts.tiles.clone(), rules))
}

/// A board of 1841 full of tiles, and trains of these reaches.
pub fn case_1841(edition: &str, seed: u64, reaches: &[u8]) -> Result<Case, Faults> {
    let trains = reaches.iter().enumerate().map(|(at, reach)| train_1841(at as u8, *reach)).collect();
    Ok(Case {
        name: format!("1841 {edition} board {seed}, trains {reaches:?}"),
        board: full_board(table_1841(edition)?, seed, 5, |_, _, _| true),
        trains,
        bonuses: Vec::new(),
        stop: at_1841,
    })
}

/// The map with each pass between its two ends.
fn joined(parts: &Components) -> Map {
    let mut map = parts.map.clone();
    let links = [("D12", 0, "D18", 3), ("H12", 1, "E19", 3), ("J10", 0, "G17", 3), ("L8", 0, "H16", 2)];
    for (pass, out, south, side) in links {
        let id = |name| parts.hex(HexName(Name::cut(name)));
        let (Some(pass), Some(south)) = (id(pass), id(south)) else { continue };
        for (from, side, to) in [(pass, out, (south, side)), (south, side, (pass, out))] {
            let sides = map.hexes.get_mut(from.index()).map(|hex| &mut hex.sides);
            if let Some(side) = sides.and_then(|sides| sides.get_mut(side as usize)) {
                (side.to, side.blind, side.impassable) = (Some(to), false, false);
            }
        }
    }
    map
}

fn table_18esp() -> Result<Table, Faults> {
    let edition = esp::data::SHELF.editions.first().map_or("", |edition| edition.name);
    let parts = esp::data::SHELF.components(edition)?;
    let rules = UpgradeRules {
        labels: |from, to| {
            let has = |face: &Face, label: &str| face.labels.iter().any(|name| name.as_str() == label);
            from.labels == to.labels || (has(from, "OO") && has(to, "Y") && to.color == Color::Brown)
        },
        vanishes: |stop| stop.kind == StopKind::Mine,
        ..UpgradeRules::default()
    };
    Ok(Table::new(joined(&parts), parts.tiles.clone(), rules))
}

/// Narrow track in the north, broad track in the south.
fn right_gauge(board: &Board, hex: HexId, to: &Candidate) -> bool {
    let region = board.map().hex(hex).and_then(|hex| hex.region);
    let north = region.is_some_and(|region| region.as_str() == "north");
    let gauge = if north { Gauge::Narrow } else { Gauge::Broad };
    let tile = board.tiles().tile(to.tile);
    tile.is_some_and(|tile| tile.face(0).track.iter().all(|track| track.gauge == gauge))
}

/// What a stop of 18ESP is to the company.
pub fn at_18esp(board: &Board, hex: HexId, at: u8) -> StopRule {
    let Some(stop) = board.face(hex).stops.get(at as usize) else { return StopRule::closed(StopKind::Town) };
    let name = board.map().hex(hex).map_or(HexName::of(""), |hex| hex.name);
    let value = stop.value.in_band(Name::cut("gray"));
    let treasury = tag(stop, "pays") == Some("treasury") || stop.kind == StopKind::Mine;
    let pays = match treasury {
        true => Pay { revenue: Money(0), treasury: value },
        false => Pay { revenue: value, treasury: Money(0) },
    };
    let mut rule = StopRule::new(stop.kind, pays);
    rule.visit = board.visit(US, hex, at);
    rule.base = board.has_token_at(US, hex, at);
    rule.marks |= if stop.kind == StopKind::Pass { PASS } else { 0 };
    rule.marks |= match name.as_str() {
        "F24" | "M21" => SOUTH,
        "E3" | "K5" => NORTH,
        _ => 0,
    };
    match tag(stop, "compass") {
        Some("W") => (rule.marks, rule.groups) = (rule.marks | WEST, SmallVec::from_slice(&[1_000_001])),
        Some("E") => (rule.marks, rule.groups) = (rule.marks | EAST, SmallVec::from_slice(&[1_000_002])),
        _ => {}
    }
    match &stop.group {
        Some(name) => rule.groups.push(group(name)),
        None if !board.face(hex).labels.iter().any(|label| label.as_str() == "OO") => {
            rule.groups.push(hex.0.into());
        }
        None => {}
    }
    rule
}

/// A train of 18ESP.
#[derive(Clone, Copy, Debug)]
pub enum Esp {
    /// So many stops, on broad gauge.
    Broad(u8),
    /// So many stops and so many more towns, on narrow gauge.
    Narrow(u8, u8),
    /// The same on both, over one pass.
    Combined(u8, u8),
}

/// A train of 18ESP.
pub fn train_18esp(at: u8, train: Esp, tender: bool) -> Train {
    use StopKind::*;
    let towns = kinds(&[Town, Mine, Port]);
    let any = |count| Reach { stops: kinds(&StopKind::ALL), count: Some(count) };
    let more = |count: u8| Reach { stops: towns, count: Some(count + u8::from(tender)) };
    let one_pass = Requirement {
        marks: PASS,
        through: true,
        at_least: 1,
        at_most: Some(1),
        rule: "18ESP-5.2.1-08",
        says: say!("one pass crossed"),
    };
    match train {
        Esp::Broad(n) => Train::new(at, BROAD, [any(n), more(0)]),
        Esp::Narrow(n, m) => Train::new(at, NARROW, [any(n), more(m)]),
        Esp::Combined(n, m) => {
            Train { requires: vec![one_pass], ..Train::new(at, ANY_GAUGE, [any(n), more(m)]) }
        }
    }
}

/// North to south, east to west, and less for both.
pub fn bonuses() -> Vec<Bonus> {
    let bonus = |name, needs: &[u64], pays| Bonus {
        name,
        needs: SmallVec::from_slice(needs),
        pays: Pay::revenue(pays),
        once: false,
    };
    vec![
        bonus(say!("north to south"), &[NORTH, SOUTH], 100),
        bonus(say!("east to west"), &[EAST, WEST], 100),
        bonus(say!("both"), &[NORTH, SOUTH, EAST, WEST], -50),
    ]
}

/// A board of 18ESP full of tiles, and such trains, the first with a tender.
pub fn case_18esp(seed: u64, trains: &[Esp]) -> Result<Case, Faults> {
    let all = trains.iter().enumerate().map(|(at, train)| train_18esp(at as u8, *train, at == 0));
    Ok(Case {
        name: format!("18ESP board {seed}, trains {trains:?}"),
        board: full_board(table_18esp()?, seed, 6, right_gauge),
        trains: all.collect(),
        bonuses: bonuses(),
        stop: at_18esp,
    })
}

/// What the search says about a case. None of it depends on the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How many routes were listed.
    pub candidates: u64,
    /// How many steps and nodes were searched.
    pub nodes: u64,
    /// What the best run brings.
    pub pays: (i32, i32),
    /// The stable hash of its routes.
    pub routes: u64,
}

impl Answer {
    /// The answer to a case, now.
    pub fn to(case: &Case) -> Answer {
        let best = case.with_rules(best_routes);
        Answer {
            candidates: best.candidates,
            nodes: best.nodes,
            pays: (best.pays.revenue.0, best.pays.treasury.0),
            routes: stable_hash(&best.routes),
        }
    }
}

/// The answers to the ten cases, on every machine. A change of them must be explained.
pub const ANSWERS: [Answer; 10] = [
    answer(7_561, 9_413, (1_940, 0), 16_144_614_491_242_192_134),
    answer(43_644, 58_945, (2_250, 0), 16_357_274_795_425_484_284),
    answer(176_902, 250_763, (1_390, 0), 18_141_574_503_345_950_345),
    answer(149_040, 202_405, (1_270, 0), 16_037_618_500_021_746_821),
    answer(39_060, 62_420, (2_100, 0), 9_647_283_544_084_979_047),
    answer(2_205, 4_143, (1_150, 0), 512_277_354_651_377_956),
    answer(6_335, 7_382, (1_200, 0), 4_670_012_702_075_410_543),
    answer(161, 554, (530, 40), 5_101_850_821_654_664_156),
    answer(8_428, 19_618, (1_090, 100), 6_228_000_949_475_754_050),
    answer(9_950, 23_179, (1_440, 80), 1_625_998_841_998_958_370),
];

const fn answer(candidates: u64, nodes: u64, pays: (i32, i32), routes: u64) -> Answer {
    Answer { candidates, nodes, pays, routes }
}

/// The ten worst cases.
pub fn cases() -> Result<Vec<Case>, Faults> {
    use Esp::*;
    let cases = [
        case_1841("v1", 1, &[8, 8, 8, 8]),
        case_1841("v2", 41, &[8, 8, 8, 8]),
        case_1841("v2", 31, &[8, 8]),
        case_1841("v1", 52, &[7, 8]),
        case_1841("v2", 19, &[5, 6, 7, 8]),
        case_18esp(6, &[Broad(8), Broad(8), Broad(8), Broad(8)]),
        case_18esp(10, &[Broad(8), Broad(6), Narrow(6, 8), Narrow(5, 6)]),
        case_18esp(16, &[Combined(6, 5), Narrow(6, 8), Narrow(6, 8)]),
        case_18esp(21, &[Combined(8, 8), Combined(6, 8), Broad(8), Narrow(6, 8)]),
        case_18esp(50, &[Combined(8, 8), Combined(6, 8), Broad(8), Narrow(6, 8)]),
    ];
    cases.into_iter().collect()
}
