//! A small map made by hand: five hexes in a row west to east, side 4 meeting side 1.

use super::*;
use crate::id::CompanyId;
use crate::map::{Hex, Side};
use crate::money::Money;
use crate::name::{HexName, Name, TileName};
use crate::tile::{Gauge, Stop, StopKind, Tile, Track, Value};

pub(crate) fn stop(kind: StopKind, slots: u8, value: i32) -> Stop {
    Stop {
        kind,
        slots,
        value: Value::Flat(Money(value)),
        name: None,
        group: None,
        terminal: matches!(kind, StopKind::Offboard | StopKind::Port),
        home: SmallVec::new(),
        reserved: SmallVec::new(),
        drawn_at: None,
        tags: Vec::new(),
    }
}

pub(crate) fn face(color: Color, stops: Vec<Stop>, track: &str, labels: &[&str]) -> Face {
    let piece = |text: &str| {
        let (a, b) = text.trim_end_matches(['!', 'n']).split_once('-').unwrap();
        let gauge = if text.ends_with('n') { Gauge::Narrow } else { Gauge::Broad };
        Track { a: a.parse().unwrap(), b: b.parse().unwrap(), gauge, stub: text.ends_with('!') }
    };
    Face {
        color,
        stops,
        track: track.split_whitespace().map(piece).collect(),
        labels: labels.iter().map(|label| Name::cut(label)).collect(),
    }
}

fn city(slots: u8, value: i32) -> Stop {
    stop(StopKind::City, slots, value)
}

fn tiles() -> TileSet {
    let tile = |name, color, stops, track, labels: &[&str]| {
        Tile::new(TileName::of(name), face(color, stops, track, labels))
    };
    let tiles = vec![
        tile("9", Color::Yellow, vec![], "0-3", &[]),
        tile("8", Color::Yellow, vec![], "0-2", &[]),
        tile("57", Color::Yellow, vec![city(1, 20)], "s0-0 s0-3", &[]),
        tile("15", Color::Green, vec![city(2, 30)], "s0-0 s0-1 s0-2 s0-3", &[]),
        tile("23", Color::Green, vec![], "0-3 0-4", &[]),
        tile("OO", Color::Green, vec![city(1, 40), city(1, 40)], "s0-0 s0-1 s1-2 s1-3", &["OO"]),
        tile("Y", Color::Brown, vec![city(2, 50)], "s0-0 s0-1 s0-2 s0-3 s0-4", &["Y"]),
        tile("L89", Color::Yellow, vec![stop(StopKind::Mine, 0, 30)], "s0-0 s0-3", &[]),
    ];
    let stock_of = (0..tiles.len() as u16).collect();
    TileSet { stock: vec![Some(2); tiles.len()], stock_of, tiles }
}

/// A row of hexes, joined by side 4 of each and side 1 of the next.
pub(crate) fn row(faces: Vec<(Face, Option<Color>)>) -> Map {
    let count = faces.len() as u16;
    let hex = |(at, (face, next)): (usize, (Face, Option<Color>))| {
        let mut sides: [Side; 6] = Default::default();
        let at = at as u16;
        sides[4].to = (at + 1 < count).then_some((HexId(at + 1), 1));
        sides[1].to = at.checked_sub(1).map(|west| (HexId(west), 4));
        Hex {
            name: HexName(Name::cut(&format!("A{at}"))),
            place: None,
            at: (at as i16, 0),
            face,
            next,
            sides,
            terrain: vec![],
            region: None,
            tags: vec![],
        }
    };
    Map { hexes: faces.into_iter().enumerate().map(hex).collect(), ..Map::default() }
}

fn rules() -> UpgradeRules {
    UpgradeRules {
        labels: |from, to| from.labels == to.labels || (from.labels[..] == ["OO"] && to.labels[..] == ["Y"]),
        vanishes: |stop| stop.kind == StopKind::Mine,
        ..UpgradeRules::default()
    }
}

fn board() -> Board {
    let white = |stops| (face(Color::White, stops, "", &[]), Some(Color::Yellow));
    let map = row(vec![
        (face(Color::Red, vec![stop(StopKind::Offboard, 0, 30)], "s0-4", &[]), None),
        white(vec![]),
        white(vec![city(1, 0)]),
        white(vec![]),
        (face(Color::Gray, vec![city(1, 20)], "s0-1", &[]), None),
    ]);
    Board::new(Arc::new(Table::new(map, tiles(), rules())))
}

fn lay(board: &mut Board, hex: u16, tile: &str, rotation: u8) -> Laying {
    let tile = board.tiles().id(TileName::of(tile)).unwrap();
    let to = board.candidate(HexId(hex), tile, rotation).unwrap();
    board.lay(HexId(hex), &to).unwrap()
}

const A: CompanyId = CompanyId(0);
const B: CompanyId = CompanyId(1);

fn terms_of(company: CompanyId) -> Terms<impl Fn(&Board, HexId, u8) -> Visit> {
    let visit = move |board: &Board, hex, stop| board.visit(company, hex, stop);
    Terms { gauges: ANY_GAUGE, borders: 0, visit }
}

#[test]
fn tiles_keep_to_the_map_its_colours_and_the_stock() {
    let mut board = board();
    let straight = |board: &Board, hex| {
        board.candidates(HexId(hex), &[Color::Yellow]).map(|to| to.rotation).collect::<Vec<_>>()
    };
    assert_eq!(straight(&board, 1), [1, 4], "only west to east keeps to the row, and both ways count");
    let tile = |name| board.tiles().id(TileName::of(name)).unwrap();
    let (t9, t57, t23) = (tile("9"), tile("57"), tile("23"));
    assert_eq!(board.candidate(HexId(1), t9, 0), Err(Misfit::ClosedSide(0)));
    assert_eq!(board.candidate(HexId(1), t57, 1), Err(Misfit::Track));
    assert_eq!(board.candidate(HexId(1), t23, 1), Err(Misfit::Color(Color::Yellow)));
    assert_eq!(board.candidate(HexId(4), t9, 1), Err(Misfit::Never));
    let bare = board.clone();
    lay(&mut board, 1, "9", 1);
    lay(&mut board, 3, "9", 4);
    assert_eq!(board.left(t9), Some(0));
    assert_ne!(board.fingerprint(), bare.fingerprint());
    assert_eq!(board.breaches(), Vec::<String>::new());
}

#[test]
fn slots_are_never_overfilled_and_a_full_city_ends_the_line() {
    let mut board = board();
    lay(&mut board, 1, "9", 1);
    lay(&mut board, 2, "57", 1);
    lay(&mut board, 3, "9", 1);
    board.place(A, HexId(4), 0).unwrap();
    let reach = board.reach(&[(HexId(4), 0)], &terms_of(A));
    assert_eq!(reach.stops().collect::<Vec<_>>(), [(HexId(0), 0), (HexId(2), 0), (HexId(4), 0)]);
    board.place(B, HexId(2), 0).unwrap();
    assert!(board.place(A, HexId(2), 0).is_err());
    assert!(board.city_full_for(A, HexId(2), 0) && !board.city_full_for(B, HexId(2), 0));
    let reach = board.reach(&[(HexId(4), 0)], &terms_of(A));
    assert_eq!(reach.stops().collect::<Vec<_>>(), [(HexId(2), 0), (HexId(4), 0)]);
    assert_eq!((reach.arrives(HexId(3)), reach.leads(HexId(3)), reach.track(HexId(3))), (1 << 4, 1 << 1, 1));
    let seller = board.tokens()[0];
    board.replace(seller, A).unwrap();
    assert!(board.has_token(A, HexId(2)) && !board.has_token(B, HexId(2)));
}

#[test]
fn a_border_or_a_closed_pass_stops_the_walk() {
    let mut board = board();
    for (hex, tile) in [(1, "9"), (2, "57"), (3, "9")] {
        lay(&mut board, hex, tile, 1);
    }
    let no = Terms { gauges: ANY_GAUGE, borders: 0, visit: |_: &Board, _, _| Visit::No };
    let reach = board.reach(&[(HexId(4), 0)], &no);
    assert_eq!(reach.stops().collect::<Vec<_>>(), [(HexId(4), 0)]);
    let narrow = Terms { gauges: NARROW, borders: 0, visit: |_: &Board, _, _| Visit::Through };
    assert_eq!(board.reach(&[(HexId(4), 0)], &narrow).hexes().count(), 1);
    let mut map = board.map().clone();
    map.hexes[3].sides[1].borders = 0b10;
    map.hexes[2].sides[4].borders = 0b10;
    let mut bordered = Board::new(Arc::new(Table::new(map, tiles(), rules())));
    lay(&mut bordered, 2, "57", 1);
    lay(&mut bordered, 3, "9", 1);
    let with = |borders| {
        let terms = Terms { gauges: ANY_GAUGE, borders, visit: |_: &Board, _, _| Visit::Through };
        bordered.reach(&[(HexId(4), 0)], &terms).has_stop(HexId(2), 0)
    };
    assert!(with(0b01) && !with(0b10));
}

#[test]
fn tokens_follow_when_two_cities_become_one() {
    let two = face(Color::Yellow, vec![city(1, 30), city(1, 30)], "s0-1 s1-4", &["OO"]);
    let white = (face(Color::White, vec![], "", &[]), Some(Color::Yellow));
    let map = row(vec![white.clone(), (two, Some(Color::Green)), white]);
    let mut set = tiles();
    set.tiles[5] = Tile::new(
        TileName::of("OO"),
        face(Color::Green, vec![city(1, 40), city(1, 40)], "s1-1 s0-4", &["OO"]),
    );
    set.tiles[6] = Tile::new(TileName::of("Y"), face(Color::Brown, vec![city(2, 50)], "s0-1 s0-4", &["Y"]));
    let mut board = Board::new(Arc::new(Table::new(map, set, rules())));
    board.place(A, HexId(1), 0).unwrap();
    board.place(B, HexId(1), 1).unwrap();
    lay(&mut board, 1, "OO", 0);
    assert!(board.has_token_at(A, HexId(1), 1) && board.has_token_at(B, HexId(1), 0));
    let merged = lay(&mut board, 1, "Y", 0);
    assert_eq!(merged.replaced, board.tiles().id(TileName::of("OO")));
    assert!(board.has_token_at(A, HexId(1), 0) && board.has_token_at(B, HexId(1), 0));
    assert_eq!(board.free_slot(HexId(1), 0), None);
    assert_eq!(board.breaches(), Vec::<String>::new());
}

#[test]
fn a_stacked_token_shares_its_slot() {
    let mut board = board();
    board.place(A, HexId(4), 0).unwrap();
    let under = board.tokens()[0];
    board.stack(B, under).unwrap();
    assert!(!board.city_full_for(B, HexId(4), 0));
    assert!(board.city_full_for(CompanyId(2), HexId(4), 0));
    board.place_extra(CompanyId(2), HexId(4), 0).unwrap();
    assert!(!board.city_full_for(CompanyId(2), HexId(4), 0));
}

#[test]
fn a_mine_vanishes_and_leaves_its_track() {
    let set = tiles();
    let (mine, plain) = (set.tiles[7].face(0), set.tiles[4].face(0));
    let map = fits(mine, plain, &rules()).unwrap();
    assert_eq!(map.get(0), None);
    assert_eq!(new_track(mine, plain, map), 0b10);
    assert!(fits(mine, plain, &UpgradeRules::default()).is_none());
}

#[test]
fn new_track_counts_only_where_it_is_reached() {
    let mut board = board();
    lay(&mut board, 3, "9", 1);
    board.place(A, HexId(4), 0).unwrap();
    let from = [(HexId(4), 0)];
    let reach = board.reach(&from, &terms_of(A));
    let new = |board: &Board, hex| {
        let terms = terms_of(A);
        let reach = board.reach(&from, &terms);
        let all = board.candidates(HexId(hex), &[Color::Yellow, Color::Green]);
        all.filter(|to| board.reaches_new_track(&from, &terms, &reach, HexId(hex), to)).count()
    };
    assert_eq!(new(&board, 1), 0, "nothing leads there yet");
    assert_eq!(new(&board, 2), 2, "the city tile, both ways round");
    assert_eq!(reach.hexes().collect::<Vec<_>>(), [HexId(2), HexId(3), HexId(4)]);
    lay(&mut board, 2, "57", 1);
    board.place(B, HexId(2), 0).unwrap();
    lay(&mut board, 1, "9", 1);
    assert!(!board.reach(&from, &terms_of(A)).has_stop(HexId(0), 0));
}

#[test]
fn a_reach_is_kept_until_the_board_changes() {
    let mut board = board();
    let cache = ReachCache::default();
    let mut worked = 0;
    let mut ask = |board: &Board, key| {
        let reach = || {
            worked += 1;
            Reach::default()
        };
        cache.get(board, key, reach);
        worked
    };
    assert_eq!([ask(&board, 1), ask(&board, 1), ask(&board, 2)], [1, 1, 2]);
    board.place(A, HexId(4), 0).unwrap();
    assert_eq!(ask(&board, 1), 3);
}

#[test]
fn equal_boards_have_equal_fingerprints() {
    let mut one = board();
    let mut other = board();
    lay(&mut one, 1, "9", 1);
    one.place(A, HexId(4), 0).unwrap();
    other.place(B, HexId(4), 0).unwrap();
    assert!(other.remove(B, HexId(4), 0));
    other.place(A, HexId(4), 0).unwrap();
    lay(&mut other, 1, "9", 1);
    assert_eq!(one, other);
    assert_eq!(one.fingerprint(), other.fingerprint());
    assert_eq!(stable_hash(&one), stable_hash(&other));
}

/// Hexes whose sides are joined as told: hex, side, hex, side, and what the side costs.
fn joined_map(faces: Vec<Face>, joints: &[(u16, usize, u16, usize, i32)]) -> Map {
    let mut map = row(faces.into_iter().map(|face| (face, None)).collect());
    for hex in &mut map.hexes {
        hex.sides = Default::default();
    }
    for (a, side_a, b, side_b, cost) in joints {
        let terrain = |cost: i32| crate::map::Terrain { kind: Name::cut("river"), cost: Money(cost) };
        let side = |to: u16, at: usize| Side {
            to: Some((HexId(to), at as u8)),
            terrain: (*cost > 0).then(|| terrain(*cost)).into_iter().collect(),
            ..Side::default()
        };
        map.hexes[*a as usize].sides[*side_a] = side(*b, *side_b);
        map.hexes[*b as usize].sides[*side_b] = side(*a, *side_a);
    }
    map
}

fn lines_from(map: Map, budget: i32) -> Vec<(u16, i32, u8, usize)> {
    let board = Board::new(Arc::new(Table::new(map, tiles(), rules())));
    let terms = LineTerms {
        borders: 0,
        budget: Money(budget),
        halt: |board: &Board, hex: HexId, stop: u8| match board.face(hex).stops[stop as usize].kind {
            StopKind::Town => Halt::Through { markers: 1, mark: false },
            _ => Halt::End,
        },
        cost: |side: &Side| side.terrain.first().map_or(Money(10), |terrain| terrain.cost),
    };
    let starts = [LineStart { hex: HexId(0), stop: 0, cost: Money::ZERO }];
    let lines = board.lines(&starts, &terms);
    lines.iter().map(|line| (line.hex.0, line.cost.0, line.markers, line.legs.len())).collect()
}

/// City 0 and city 3 are joined through the plain hex 1 over a river, and through the town on hex 2.
fn two_ways() -> Map {
    let town = || stop(StopKind::Town, 0, 10);
    let faces = vec![
        face(Color::Yellow, vec![city(1, 20)], "s0-0 s0-1", &[]),
        face(Color::Yellow, vec![], "0-3", &[]),
        face(Color::Green, vec![town()], "s0-0 s0-1 s0-2 s0-3", &[]),
        face(Color::Yellow, vec![city(1, 20)], "s0-0 s0-1", &[]),
    ];
    // The town's other two sides lead to each other: a loop that brings nothing.
    joined_map(faces, &[(0, 0, 1, 0, 0), (1, 3, 3, 0, 40), (0, 1, 2, 0, 0), (2, 3, 3, 1, 0), (2, 1, 2, 2, 0)])
}

#[test]
fn a_line_is_told_for_every_cost_and_number_of_towns() {
    let found = lines_from(two_ways(), 1000);
    // Through the town, the same with the loop, and over the river: hex, cost, markers, pieces of track.
    assert_eq!(found, [(3, 20, 1, 4), (3, 30, 1, 6), (3, 50, 0, 3)]);
    assert_eq!(lines_from(two_ways(), 20), [(3, 20, 1, 4)], "only what can be paid");
}

#[test]
fn too_many_routes_are_cut_off_by_their_cost() {
    // A net of towns, each joined with its six neighbours: far more routes than anybody can look at.
    const SIDE: u16 = 9;
    let town =
        |_| face(Color::Brown, vec![stop(StopKind::Town, 0, 20)], "s0-0 s0-1 s0-2 s0-3 s0-4 s0-5", &[]);
    let mut faces: Vec<Face> = (0..SIDE * SIDE).map(town).collect();
    faces[0] = face(Color::Yellow, vec![city(1, 20)], "s0-0 s0-1", &[]);
    let last = faces.len() - 1;
    faces[last] = face(Color::Yellow, vec![city(1, 20)], "s0-3 s0-4", &[]);
    let mut joints = Vec::new();
    for at in 0..SIDE * SIDE {
        if at % SIDE + 1 < SIDE {
            joints.push((at, 0, at + 1, 3, 0));
        }
        if at + SIDE < SIDE * SIDE {
            joints.push((at, 1, at + SIDE, 4, 0));
        }
    }
    let found = lines_from(joined_map(faces, &joints), 320);
    assert!(!found.is_empty() && found.iter().all(|(_, cost, ..)| *cost <= 160), "{found:?}");
}

fn reworked(kept: u8) -> Vec<(String, u8)> {
    let kinds = ReworkRules { kind: |face| face.stops.len() as u8, same_color: true };
    let plain = || (face(Color::White, vec![], "", &[]), Some(Color::Yellow));
    let table = Arc::new(Table::new(row(vec![plain(), plain()]), tiles(), rules()));
    let reworks = Reworks::new(&table, kinds);
    let mut board = Board::new(table);
    board.put(HexId(0), TileId(0), 1).unwrap();
    let name = |to: Candidate| (board.tiles().tile(to.tile).unwrap().name.to_string(), to.rotation);
    reworks.at(&board, HexId(0), kept).map(name).collect()
}

#[test]
fn only_joined_track_has_to_be_kept() {
    // A straight tile from side 1 to side 4. All of it kept: the green tile that has it, and nothing of its own colour.
    assert_eq!(reworked(0b01_0010), [("23".to_owned(), 1), ("23".to_owned(), 4)]);
    // Only side 4 joined: every yellow tile that leads there, and every green one.
    let one: Vec<_> = reworked(0b01_0000);
    let bent = |rotation| ("8".to_owned(), rotation);
    assert!(one.contains(&bent(2)) && one.contains(&bent(4)) && !one.contains(&bent(1)), "{one:?}");
    assert!(!one.contains(&("9".to_owned(), 1)), "the same track again is no replacement");
    assert!(!one.contains(&("9".to_owned(), 0)), "it does not lead to side 4");
    // Nothing joined: any other track.
    assert!(reworked(0).contains(&("9".to_owned(), 0)));
}

#[test]
fn track_is_joined_where_both_hexes_lead_to_the_side() {
    let city_hex = || (face(Color::Yellow, vec![city(1, 20)], "s0-1 s0-4", &[]), None);
    let board = Board::new(Arc::new(Table::new(row(vec![city_hex(), city_hex()]), tiles(), rules())));
    assert_eq!((board.joined(HexId(0)), board.joined(HexId(1))), (0b01_0000, 0b00_0010));
}

/// A city in the open, with track in all directions allowed.
fn open_city() -> Board {
    let white = (face(Color::White, vec![city(1, 0)], "", &[]), Some(Color::Yellow));
    let mut map = row(vec![(face(Color::Red, vec![], "", &[]), None), white]);
    for (at, side) in map.hexes[1].sides.iter_mut().enumerate() {
        side.to = Some((HexId(0), at as u8));
    }
    Board::new(Arc::new(Table::new(map, tiles(), rules())))
}

#[test]
fn a_lowered_tile_is_one_that_could_have_been_replaced_and_all_tokens_stay() {
    let mut board = open_city();
    let (hex, bare) = (HexId(1), board.clone());
    assert_eq!(board.lower(hex, None), None, "there is nothing to take away");
    lay(&mut board, 1, "57", 0);
    board.place(A, hex, 0).unwrap();
    let yellow = board.clone();
    lay(&mut board, 1, "15", 0);
    board.place(B, hex, 0).unwrap();
    assert!(
        !board.is_first_tile(hex) && board.lower(hex, None).is_none(),
        "no green tile lies on the bare map"
    );
    let (t57, t15) =
        (board.tiles().id(TileName::of("57")).unwrap(), board.tiles().id(TileName::of("15")).unwrap());
    assert_eq!(board.lower_candidates(hex), [(t57, 0), (t57, 3)], "the track of 15 that 57 has");
    assert_eq!(board.lower(hex, Some((t57, 1))), None);
    assert_eq!(board.lower(hex, Some((t57, 0))), Some(t15));
    assert_eq!((board.left(t15), board.left(t57)), (Some(2), Some(1)));
    let slots = |board: &Board| board.tokens().iter().map(|t| (t.company, t.slot)).collect::<Vec<_>>();
    assert_eq!(slots(&board), [(A, 0), (B, EXTRA_SLOT)]);
    assert!(!board.city_full_for(B, hex, 0) && board.city_full_for(CompanyId(2), hex, 0));
    assert_eq!(board.breaches(), Vec::<String>::new());
    board.remove(A, hex, 0);
    board.fill_slots(hex);
    assert_eq!(slots(&board), [(B, 0)]);
    assert_eq!(board.lower(hex, None), Some(t57));
    board.remove(B, hex, 0);
    assert_eq!((&board, board.fingerprint()), (&bare, bare.fingerprint()));
    assert!(yellow.is_first_tile(hex));
}

#[test]
fn two_cities_that_were_one_share_its_tokens() {
    let mut board = open_city();
    let hex = HexId(1);
    let printed = face(Color::Green, vec![city(1, 40), city(1, 40)], "s0-0 s0-1 s1-2 s1-3", &["OO"]);
    let mut map = board.map().clone();
    (map.hexes[1].face, map.hexes[1].next) = (printed, Some(Color::Brown));
    board = Board::new(Arc::new(Table::new(map, tiles(), rules())));
    lay(&mut board, 1, "Y", 0);
    board.place(A, hex, 0).unwrap();
    board.place(B, hex, 0).unwrap();
    board.lower(hex, None).unwrap();
    assert_eq!(
        board.tokens().iter().map(|t| (t.company, t.stop, t.slot)).collect::<Vec<_>>(),
        [(A, 0, 0), (B, 1, 0)]
    );
}

#[test]
fn retired_pieces_are_missing_but_known() {
    let mut board = board();
    let t9 = board.tiles().id(TileName::of("9")).unwrap();
    assert!(board.retire(t9) && board.retire(t9) && !board.retire(t9));
    assert_eq!((board.left(t9), board.breaches()), (Some(0), Vec::new()));
    assert_eq!(board.retired().collect::<Vec<_>>(), [(t9, 2)]);
}
