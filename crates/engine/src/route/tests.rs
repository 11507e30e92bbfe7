//! The optimiser against a reference that tries everything, and what it says about itself.

mod estimates;
mod network;

use super::*;
use crate::action::Leg;
use crate::board::{ANY_GAUGE, BROAD, NARROW, Visit};
use crate::id::{CompanyId, HexId};
use crate::kit::Dice;
use crate::kit::routes::{brute_force, small_board, small_map};
use crate::say;
use crate::tile::{Color, End, Face, Gauge, Stop, StopKind, StopKinds, Track, Value};
use crate::train::Reach;
use smallvec::SmallVec;

const US: CompanyId = CompanyId(0);
const PASS: u64 = 1;
const WEST: u64 = 2;
const EAST: u64 = 4;
const REAL: u64 = 8;

fn stop(kind: StopKind, slots: u8, value: i32) -> Stop {
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

/// Track like `s0-3`, with `!` for a stub, `n` for narrow and `d` for dual gauge.
fn face(stops: &[(StopKind, u8, i32)], track: &str) -> Face {
    let piece = |text: &str| {
        let (a, b) = text.trim_end_matches(['!', 'n', 'd']).split_once('-').unwrap();
        let gauge = match text.chars().last() {
            Some('n') => Gauge::Narrow,
            Some('d') => Gauge::Dual,
            _ => Gauge::Broad,
        };
        Track { a: a.parse().unwrap(), b: b.parse().unwrap(), gauge, stub: text.ends_with('!') }
    };
    Face {
        color: Color::Brown,
        stops: stops.iter().map(|(kind, slots, value)| stop(*kind, *slots, *value)).collect(),
        track: track.split_whitespace().map(piece).collect(),
        labels: SmallVec::new(),
    }
}

/// Faces of every sort that the titles have.
fn faces() -> Vec<Face> {
    use StopKind::*;
    vec![
        face(&[], "0-3 1-4"),
        face(&[], "0-3 0-2"),
        face(&[], "0-2 2-4 4-0"),
        face(&[], "0-1n 0-3n"),
        face(&[], "0-3d"),
        face(&[(Town, 0, 10)], "s0-0 s0-3"),
        face(&[(Town, 0, 10)], "s0-0 s0-1 s0-3 s0-4"),
        face(&[(Town, 0, 10), (Town, 0, 10)], "s0-0 s0-2 s1-3 s1-5"),
        face(&[(Town, 0, 20)], "s0-0n s0-2n s0-4n"),
        face(&[(City, 1, 20)], "s0-0 s0-3"),
        face(&[(City, 2, 30)], "s0-0 s0-1 s0-2 s0-3"),
        face(&[(City, 3, 60)], "s0-0 s0-1 s0-2 s0-3 s0-4 s0-5"),
        face(&[(City, 2, 40)], "s0-0n s0-1n s0-3n s0-4n"),
        face(&[(City, 2, 50)], "s0-0d s0-1 s0-2n s0-4d"),
        face(&[(City, 1, 40), (City, 1, 40)], "s0-0 s0-1 s1-3 s1-4"),
        face(&[(City, 1, 60)], "s0-3! s0-4!"),
        face(&[(City, 1, 10), (Town, 0, 30)], "s0-0 s0-2 s0-3 s1-4 s0-s1"),
        face(&[(Pass, 1, 0)], "s0-0 s0-3"),
        face(&[(Pass, 2, 0)], "s0-0d s0-3d"),
        face(&[(Offboard, 0, 70)], "s0-0 s0-1 s0-2"),
        face(&[(Offboard, 0, 50)], "s0-0d s0-3d"),
        face(&[(Port, 0, 40)], "s0-0"),
        face(&[(Mine, 0, 30)], "s0-0 s0-3"),
        face(&[(Mine, 0, 30), (Town, 0, 10)], "s0-0 s0-3 s1-0 s1-3"),
        face(&[], "0-1 3-5"),
        face(&[], "0-1 2-3 4-5"),
        face(&[], "0-2 1-3 4-5"),
    ]
}

fn kinds(kinds: &[StopKind]) -> StopKinds {
    kinds.iter().copied().collect()
}

fn any() -> StopKinds {
    kinds(&StopKind::ALL)
}

fn towns() -> StopKinds {
    kinds(&[StopKind::Town, StopKind::Mine, StopKind::Port])
}

fn cities() -> StopKinds {
    kinds(&[StopKind::City, StopKind::Pass, StopKind::Offboard])
}

/// A train of a random kind: n stops; n cities with towns free; n+m; with tender; combined over a pass;
/// express; passes for free.
fn train(dice: &mut Dice, at: u8) -> Train {
    let n = Some(2 + dice.below(3) as u8);
    let (all, free) = (Reach { stops: any(), count: n }, Reach { stops: towns(), count: None });
    let more = Reach { stops: towns(), count: Some(1 + dice.below(2) as u8) };
    let two = Requirement {
        marks: REAL,
        through: false,
        at_least: 2,
        at_most: None,
        rule: "1841-4.3.1-11",
        says: say!("two cities"),
    };
    let one_pass = Requirement {
        marks: PASS,
        through: true,
        at_least: 1,
        at_most: Some(1),
        rule: "18ESP-5.2.1-08",
        says: say!("one pass crossed"),
    };
    let few = Reach { stops: cities(), count: n };
    let mut train = match dice.below(7) {
        0 => Train::new(at, BROAD, [all]),
        1 => Train { requires: vec![two], ..Train::new(at, BROAD, [few, free]) },
        2 => Train::new(at, NARROW, [all, more]),
        3 => Train::new(at, BROAD, [all, more]),
        4 => Train { requires: vec![one_pass], ..Train::new(at, ANY_GAUGE, [all, more]) },
        5 => Train { passes_by: kinds(&[StopKind::Town]), ..Train::new(at, BROAD, [all]) },
        _ => {
            let no_pass = Reach { stops: kinds(&[StopKind::City, StopKind::Offboard]), count: n };
            Train::new(at, ANY_GAUGE, [no_pass, free])
        }
    };
    train.factor = if dice.one_in(8) { 3 } else { 1 };
    train.half = dice.one_in(6).then_some(Money(10));
    train.layer = u8::from(dice.one_in(4));
    train.crossings_only = dice.one_in(2).then_some("18ESP-4.4.2-04");
    train
}

fn bonuses(dice: &mut Dice) -> (Vec<Bonus>, Vec<Bonus>) {
    let bonus =
        |name, needs: &[u64], pays, once| Bonus { name, needs: SmallVec::from_slice(needs), pays, once };
    let both = [WEST, EAST];
    let mut bonuses = vec![bonus(say!("east and west"), &both, Pay::revenue(100), dice.one_in(2))];
    if dice.one_in(2) {
        bonuses.push(bonus(say!("over the pass"), &[PASS], Pay::revenue(50), false));
        bonuses.push(bonus(say!("both"), &[PASS, WEST, EAST], Pay::revenue(-50), false));
    }
    let across = bonus(say!("all round"), &[WEST, EAST, PASS], Pay::revenue(70), false);
    match dice.below(4) {
        0 => (Vec::new(), Vec::new()),
        1 => (Vec::new(), vec![across]),
        2 => (bonuses, Vec::new()),
        _ => (bonuses, vec![across]),
    }
}

/// What stops are on a random board, by the kinds of their faces and a seed.
fn rule(board: &Board, seed: u64, hex: HexId, stop: u8) -> StopRule {
    let Some(there) = board.face(hex).stops.get(stop as usize) else {
        return StopRule::closed(StopKind::Town);
    };
    let mut dice = Dice::new(seed ^ (u64::from(hex.0) << 8) ^ u64::from(stop));
    let value = there.value.in_band(crate::name::Name::cut(""));
    let pays = match there.kind {
        StopKind::Mine | StopKind::Port => Pay { revenue: Money(0), treasury: value },
        _ => Pay { revenue: value, treasury: Money(0) },
    };
    let mut rule = StopRule::new(there.kind, pays);
    rule.visit = board.visit(US, hex, stop);
    rule.base = there.kind == StopKind::City && board.has_token_at(US, hex, stop);
    rule.once = dice.one_in(20);
    rule.may_end = !(there.kind == StopKind::Pass && seed.is_multiple_of(3));
    rule.marks |= if there.kind == StopKind::Pass { PASS } else { 0 };
    rule.marks |= if matches!(there.kind, StopKind::Pass | StopKind::Port) { 0 } else { REAL };
    rule.marks |= [0, 0, WEST, EAST][dice.below(4) as usize];
    if seed.is_multiple_of(2) || there.kind != StopKind::City {
        rule.groups.push(u32::from(hex.0));
    }
    if there.kind == StopKind::Offboard && seed.is_multiple_of(5) {
        rule.groups.push(9_999);
    }
    if there.kind == StopKind::Pass && dice.one_in(5) {
        rule.visit = Visit::No;
    }
    if there.kind == StopKind::City && seed.is_multiple_of(2) && dice.one_in(6) {
        rule.ends = Pay::revenue(20);
    }
    if seed.is_multiple_of(4) && stop == 0 {
        rule.far.extend(far_line(board, hex));
    }
    rule
}

/// A far line joins the first hex with a city and the last one.
fn far_line(board: &Board, hex: HexId) -> Option<Far> {
    let city = |hex: &HexId| board.face(*hex).stops.first().is_some_and(|stop| stop.kind == StopKind::City);
    let mut cities = board.map().ids().filter(city);
    let (first, last) = (cities.next()?, cities.last()?);
    let other = if hex == first { last } else { first };
    let far = Far { line: 3, to: (other, 0), kind: StopKind::City, marks: REAL, why: say!("a far line") };
    (hex == first || hex == last).then_some(far)
}

/// Compares the optimiser with the reference on one random board; false if there was nothing to earn, or
/// too much to try.
fn agrees(seed: u64) -> bool {
    let mut dice = Dice::new(seed);
    let (columns, rows) = [(2, 2), (2, 3), (3, 2), (3, 3), (4, 2)][dice.below(5) as usize];
    let map = small_map(&mut dice, columns, rows, &faces());
    let board = small_board(&mut dice, map, 2);
    let trains = (0..1 + dice.below(4) as u8).map(|at| train(&mut dice, at)).collect::<Vec<_>>();
    let trains = match dice.one_in(3) {
        true => {
            trains.iter().map(|train| Train { trains: train.trains.clone(), ..trains[0].clone() }).collect()
        }
        false => trains,
    };
    let (bonuses, across) = bonuses(&mut dice);
    let objective = if dice.one_in(2) { Objective::Revenue } else { Objective::Total };
    let stop = |hex: HexId, stop: u8| rule(&board, seed, hex, stop);
    let rules = Rules { stop: &stop, trains, bonuses, across, objective, cite: |_| None };
    let Some((expected, first)) = brute_force(&board, &rules, 250) else { return false };
    let found = best_routes(&board, &rules);
    assert!(found.proven, "seed {seed}");
    let checked =
        check(&board, &rules, &found.routes).unwrap_or_else(|refusal| panic!("seed {seed}: {refusal}"));
    assert_eq!(checked.pays, found.pays, "seed {seed}");
    assert_eq!(
        objective.worth(found.pays),
        objective.worth(expected),
        "seed {seed}: found {:?}, the reference {expected:?}: {:?}",
        found.pays,
        found.routes
    );
    assert_eq!(found.routes, first, "seed {seed}: of equals, fewest stops, then the first in order");
    assert_eq!(found.upper_bound, objective.amount(objective.worth(found.pays)), "seed {seed}");
    if expected == Pay::default() {
        return false;
    }
    assert!(has_route(&board, &rules), "seed {seed}");
    let search = Search::new(&board, &rules, |_| ControlFlow::Continue(()));
    let parts: Vec<Part> = (0..3).map(|part| search.part(part, 3, |_| ControlFlow::Continue(()))).collect();
    assert!(!search.finish(&board, &rules, &parts[1..]).proven, "seed {seed}: a part is missing");
    let in_parts = search.finish(&board, &rules, &parts);
    assert_eq!((in_parts.routes, in_parts.pays), (found.routes, found.pays), "seed {seed}");
    agrees_with_short_lists(&board, &rules, expected, seed);
    estimates::an_estimate_is_fair(&board, &rules, expected, seed);
    true
}

/// Where lists are so long that they are cut, a proof is still one and a bound still holds.
fn agrees_with_short_lists(board: &Board, rules: &Rules<'_>, expected: Pay, seed: u64) {
    let mut go_on = |_| ControlFlow::Continue(());
    for long in [4, 40] {
        let search = solve::prepare(board, rules, long, &mut go_on);
        let found = search.finish(board, rules, &[search.part(0, 1, go_on)]);
        let (worth, most) = (rules.objective.worth(found.pays), rules.objective.worth(expected));
        assert!(worth == most || (!found.proven && worth < most), "seed {seed}: lists of {long}, {found:?}");
        assert!(found.upper_bound >= rules.objective.amount(most), "seed {seed}: lists of {long}, {found:?}");
    }
}

/// Brute force agrees on thousands of small boards with one to four trains of every kind.
#[test]
fn the_reference_agrees_on_thousands_of_small_boards() {
    let wanted = 3_000;
    let compared = (0..30_000_u64).filter(|seed| agrees(*seed)).take(wanted).count();
    assert_eq!(compared, wanted);
}

/// Where tracks side by side may not both be used, a run earns less on some boards and more on none.
#[test]
fn tracks_side_by_side_are_used_by_different_routes_only() {
    let mut less = 0;
    for seed in 0..3_000 {
        let mut dice = Dice::new(seed);
        let ground = [faces()[9].clone(), faces()[10].clone(), faces()[24].clone(), faces()[25].clone()];
        let map = small_map(&mut dice, 3, 3, &ground);
        let board = small_board(&mut dice, map, 1);
        let stop = |hex: HexId, stop: u8| rule(&board, 1, hex, stop);
        let best = |crossings_only: Option<&'static str>| {
            let train = Train::new(0, BROAD, [Reach { stops: any(), count: Some(3) }]);
            let trains = vec![Train { crossings_only, ..train }];
            let objective = Objective::Revenue;
            let rules =
                Rules { stop: &stop, trains, bonuses: vec![], across: vec![], objective, cite: |_| None };
            let best = best_routes(&board, &rules);
            assert!(check(&board, &rules, &best.routes).is_ok(), "seed {seed}");
            (best.pays.revenue, best.routes)
        };
        let ((free, routes), (bound, _)) = (best(None), best(Some("18ESP-4.4.2-04")));
        assert!(bound <= free, "seed {seed}");
        if bound < free {
            less += 1;
            let train = Train::new(0, BROAD, [Reach { stops: any(), count: Some(3) }]);
            let trains = vec![Train { crossings_only: Some("18ESP-4.4.2-04"), ..train }];
            let objective = Objective::Revenue;
            let rules =
                Rules { stop: &stop, trains, bonuses: vec![], across: vec![], objective, cite: |_| None };
            let refusal = check(&board, &rules, &routes).expect_err("tracks side by side");
            assert_eq!(
                refusal.rule.map(|rule| rule.to_string()).as_deref(),
                Some("18ESP-4.4.2-04"),
                "seed {seed}"
            );
        }
    }
    assert!(less > 0, "some board has such a route");
}

fn cities_all_over(size: u16) -> Board {
    let mut dice = Dice::new(7);
    let map = small_map(&mut dice, size, size, &faces()[9..12]);
    small_board(&mut dice, map, 1)
}

fn plain(board: &Board) -> impl Fn(HexId, u8) -> StopRule + '_ {
    |hex, stop| rule(board, 1, hex, stop)
}

#[test]
fn a_stopped_search_says_so_and_its_bound_holds() {
    let board = cities_all_over(6);
    let stop = plain(&board);
    let train = |at| Train::new(at, BROAD, [Reach { stops: any(), count: Some(6) }]);
    let trains = vec![train(0), train(1), train(2)];
    let rules = Rules {
        stop: &stop,
        trains,
        bonuses: vec![],
        across: vec![],
        objective: Objective::Revenue,
        cite: |_| None,
    };
    let full = best_routes(&board, &rules);
    assert!(full.proven && full.nodes > 2_000, "{full:?}");
    for patience in [0, 1, 2, 5, 20, 100] {
        let mut asked = 0;
        let early = best(&board, &rules, |_| {
            asked += 1;
            if asked > patience { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(asked <= patience + 3, "it stops when told");
        assert!(early.pays.revenue <= full.pays.revenue);
        assert!(early.upper_bound >= full.pays.revenue, "{} < {}", early.upper_bound, full.pays.revenue);
        assert!(check(&board, &rules, &early.routes).is_ok());
    }
}

/// Whoever watches sees the best rise, the bound fall, and few steps between two looks.
#[test]
fn a_search_tells_how_far_it_is() {
    let board = cities_all_over(6);
    let stop = plain(&board);
    let trains = (0..4).map(|at| Train::new(at, BROAD, [Reach { stops: any(), count: Some(7) }])).collect();
    let objective = Objective::Revenue;
    let rules = Rules { stop: &stop, trains, bonuses: vec![], across: vec![], objective, cite: |_| None };
    let mut seen = vec![Progress { nodes: 0, best: Money(0), upper_bound: None }];
    let found = best(&board, &rules, |progress| {
        let before = seen.last().unwrap();
        assert!(progress.nodes >= before.nodes && progress.best >= before.best, "{before:?} {progress:?}");
        assert!(progress.nodes - before.nodes <= 1_024, "{before:?} {progress:?}");
        let bound = |progress: &Progress| progress.upper_bound.unwrap_or(Money(i32::MAX));
        assert!(bound(&progress) <= bound(before) && bound(&progress) >= progress.best);
        seen.push(progress);
        ControlFlow::Continue(())
    });
    let last = seen.last().unwrap();
    assert!(seen.len() > 20 && last.upper_bound >= Some(found.pays.revenue), "{last:?}");
}

#[test]
fn counts_do_not_depend_on_the_machine() {
    let board = cities_all_over(4);
    let stop = plain(&board);
    let trains = vec![Train::new(0, BROAD, [Reach { stops: any(), count: Some(4) }]), train_of_cities(1)];
    let rules = Rules {
        stop: &stop,
        trains,
        bonuses: vec![],
        across: vec![],
        objective: Objective::Revenue,
        cite: |_| None,
    };
    let found = best_routes(&board, &rules);
    assert_eq!((found.candidates, found.nodes, found.pays.revenue), (161, 331, Money(390)));
}

fn train_of_cities(at: u8) -> Train {
    let (few, free) = (Reach { stops: cities(), count: Some(3) }, Reach { stops: towns(), count: None });
    Train::new(at, BROAD, [few, free])
}

#[test]
fn what_is_wrong_with_a_route_is_said_with_its_rule() {
    use StopKind::*;
    let row = [
        face(&[(Offboard, 0, 70)], "s0-0"),
        face(&[(City, 1, 20)], "s0-0 s0-3 s0-1"),
        face(&[(Town, 0, 10)], "s0-0 s0-3"),
        face(&[(City, 1, 40)], "s0-3 s0-0"),
    ];
    let mut map = small_map(&mut Dice::new(1), 1, 4, &row);
    for (hex, face) in map.hexes.iter_mut().zip(&row) {
        hex.face = face.clone();
    }
    let mut board = small_board(&mut Dice::new(1), map, 0);
    board.place(US, HexId(1), 0).unwrap();
    let stop = |hex: HexId, stop: u8| {
        let mut rule = rule(&board, 1, hex, stop);
        (rule.once, rule.marks) = (false, 0);
        rule
    };
    let cite = |breach| match breach {
        Breach::TooLong => Some("1841-4.3.1-07"),
        Breach::NoToken => Some("1841-4.3.1-06"),
        Breach::Broken => Some("1841-4.3.1-01"),
        Breach::TrackShared => Some("1841-4.3.1-05"),
        _ => None,
    };
    let two = |at| Train::new(at, BROAD, [Reach { stops: any(), count: Some(2) }]);
    let trains = vec![two(0), two(1)];
    let rules =
        Rules { stop: &stop, trains, bonuses: vec![], across: vec![], objective: Objective::Revenue, cite };
    let route = |train: u8, legs: &[&str]| Route {
        trains: vec![train],
        legs: legs.iter().map(|leg| leg.parse().unwrap()).collect(),
        skipped: vec![],
    };
    let rule_of = |routes: &[Route]| check(&board, &rules, routes).unwrap_err().to_string();
    let north = route(0, &["0.0 s0-0", "0.1 3-s0"]);
    let explained = check(&board, &rules, std::slice::from_ref(&north)).unwrap();
    assert_eq!(explained.pays, Pay::revenue(90));
    assert_eq!(explained.routes[0].halts.len(), 2);
    let long = route(0, &["0.0 s0-0", "0.1 3-s0", "0.1 s0-0", "0.2 3-s0"]);
    assert!(rule_of(&[long]).contains("reaches 2 (1841-4.3.1-07)"));
    assert!(
        rule_of(&[route(0, &["0.2 s0-0", "0.3 3-s0"])]).contains("no token of the company (1841-4.3.1-06)")
    );
    assert!(rule_of(&[route(0, &["0.0 s0-0", "0.1 3-1"])]).contains("no such track as 0.1 3-1 here"));
    assert!(rule_of(&[north.clone(), route(1, &["0.0 s0-0", "0.1 3-s0"])]).contains("1841-4.3.1-05"));
    assert!(rule_of(&[north, route(0, &["0.1 s0-0", "0.2 3-s0"])]).contains("one route only"));
    assert_eq!(best_routes(&board, &rules).pays, Pay::revenue(90 + 30));
}
