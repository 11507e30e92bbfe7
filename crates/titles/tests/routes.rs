//! The best routes on the titles' own tiles: against a reference that tries everything, and on the hardest
//! boards with their exact counts.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may fail")]

use ferrata_engine::board::Board;
use ferrata_engine::components::Components;
use ferrata_engine::id::HexId;
use ferrata_engine::kit::Dice;
use ferrata_engine::kit::routes::{brute_force, small_board, small_map};
use ferrata_engine::route::{Objective, Rules, StopRule, Train, best, best_routes, check};
use ferrata_engine::tile::{Color, Face};
use ferrata_titles::worst::{self, Answer, Esp, train_18esp, train_1841};
use ferrata_titles::{esp, t1841};
use std::ops::ControlFlow;

#[test]
fn the_ten_worst_cases_are_proven_with_the_same_answers_everywhere() {
    let cases = worst::cases().unwrap();
    assert!(cases.iter().all(|case| case.with_rules(best_routes).proven));
    assert_eq!(cases.iter().map(Answer::to).collect::<Vec<_>>(), worst::ANSWERS);
}

/// Stopped while routes are listed, while prices are found, or in the search of sets: it stops at once, and no
/// run brings more than the bound says. The clock is one that strikes whenever the search looks at it.
#[test]
fn a_search_stopped_at_any_stage_has_a_bound_that_the_full_one_confirms() {
    let cases = worst::cases().unwrap();
    for (case, full) in cases.iter().zip(worst::ANSWERS) {
        for deadline in [1, 5, 20, 100, 300, 1_000, 3_000] {
            let (mut struck, mut nodes) = (0, 0);
            let early = case.with_rules(|board, rules| {
                best(board, rules, |progress| {
                    (struck, nodes) = (struck + 1, progress.nodes);
                    if struck >= deadline { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })
            });
            let (name, revenue) = (&case.name, full.pays.0);
            assert!(struck <= deadline + 3, "{name}: it goes on for {} looks", struck - deadline);
            assert!(early.nodes <= nodes + 32, "{name}: it goes on for {} nodes", early.nodes - nodes);
            assert!(early.proven == (struck < deadline), "{name}, {deadline}");
            assert!(early.pays.revenue.0 <= revenue && revenue <= early.upper_bound.0, "{name}, {deadline}");
            assert!(case.with_rules(|board, rules| check(board, rules, &early.routes)).is_ok(), "{name}");
        }
    }
}

/// All faces with track of a title: of its tiles, and printed.
fn faces(parts: &Components) -> Vec<Face> {
    let tiles = parts.tiles.tiles.iter().map(|tile| tile.face(0).clone());
    let printed = parts.map.hexes.iter().map(|hex| hex.face.clone());
    tiles.chain(printed.filter(|face| face.color != Color::White && !face.track.is_empty())).collect()
}

/// Compares the optimiser with the reference on one random board; false if there was nothing to earn, or too
/// much to try.
fn agrees(
    seed: u64,
    faces: &[Face],
    train: fn(&mut Dice, u8) -> Train,
    stop: fn(&Board, HexId, u8) -> StopRule,
) -> bool {
    let mut dice = Dice::new(seed);
    let (columns, rows) = [(2, 2), (2, 3), (3, 2), (3, 3)][dice.below(4) as usize];
    let map = small_map(&mut dice, columns, rows, faces);
    let board = small_board(&mut dice, map, 2);
    let trains: Vec<Train> = (0..1 + dice.below(4) as u8).map(|at| train(&mut dice, at)).collect();
    let rule = |hex: HexId, at: u8| {
        let mut rule = stop(&board, hex, at);
        let mut dice = Dice::new(seed ^ u64::from(hex.0));
        rule.marks |= [0, worst::WEST, worst::EAST, worst::NORTH, worst::SOUTH][dice.below(5) as usize];
        rule
    };
    let rules = Rules {
        stop: &rule,
        trains,
        bonuses: worst::bonuses(),
        across: Vec::new(),
        objective: if dice.one_in(2) { Objective::Revenue } else { Objective::Total },
        cite: |_| None,
    };
    let Some((expected, first)) = brute_force(&board, &rules, 250) else { return false };
    let found = best_routes(&board, &rules);
    assert!(found.proven, "seed {seed}");
    assert_eq!(check(&board, &rules, &found.routes).map(|run| run.pays), Ok(found.pays), "seed {seed}");
    let worth = |pay| rules.objective.worth(pay);
    assert_eq!(worth(found.pays), worth(expected), "seed {seed}: {found:?}, the reference {expected:?}");
    assert_eq!(found.routes, first, "seed {seed}: of equals, fewest stops, then the first in order");
    worth(expected) > 0
}

fn compare(
    parts: &Components,
    train: fn(&mut Dice, u8) -> Train,
    stop: fn(&Board, HexId, u8) -> StopRule,
) -> usize {
    let faces = faces(parts);
    (0..30_000).filter(|seed| agrees(*seed, &faces, train, stop)).take(2_500).count()
}

/// Rules: 1841-4.3.1-01, 1841-4.3.1-02, 1841-4.3.1-03, 1841-4.3.1-05, 1841-4.3.1-07, 1841-4.3.1-08
/// Rules: 1841-4.3.1-09, 1841-4.3.1-11, 1841-4.3.2-01
#[test]
fn the_reference_agrees_on_the_tiles_of_1841() {
    let parts = t1841::data::SHELF.components("v1").unwrap();
    let train = |dice: &mut Dice, at| train_1841(at, [2, 3, 4, 8][dice.below(4) as usize]);
    assert_eq!(compare(&parts, train, worst::at_1841), 2_500);
}

/// Rules: 18ESP-4.4.1-01, 18ESP-4.4.1-02, 18ESP-4.4.2-03, 18ESP-4.4.2-05, 18ESP-4.4.3-03, 18ESP-5.2.1-08
#[test]
fn the_reference_agrees_on_the_tiles_of_18esp() {
    let parts = esp::data::SHELF.components(esp::data::SHELF.editions[0].name).unwrap();
    let train = |dice: &mut Dice, at| {
        let (n, m) = (1 + dice.below(4) as u8, dice.below(3) as u8);
        let train = match dice.below(3) {
            0 => Esp::Broad(n + 1),
            1 => Esp::Narrow(n, m),
            _ => Esp::Combined(n + 2, m),
        };
        train_18esp(at, train, dice.one_in(3))
    };
    assert_eq!(compare(&parts, train, worst::at_18esp), 2_500);
}
