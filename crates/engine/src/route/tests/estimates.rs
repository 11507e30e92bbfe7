//! Good runs soon, and runs that are remembered.

use super::*;
use std::sync::Arc;

/// With steps enough an estimate is the best there is, with few it is a run that is legal and no better.
pub(super) fn an_estimate_is_fair(board: &Board, rules: &Rules<'_>, expected: Pay, seed: u64) {
    let most = rules.objective.worth(expected);
    for steps in [1, 30, 100_000] {
        let Estimate { routes, pays } = estimate(board, rules, steps);
        let checked =
            check(board, rules, &routes).unwrap_or_else(|why| panic!("seed {seed}, {steps}: {why}"));
        assert_eq!(checked.pays, pays, "seed {seed}, {steps} steps");
        assert!(rules.objective.worth(pays) <= most, "seed {seed}, {steps} steps");
        assert!(
            steps < 100_000 || rules.objective.worth(pays) == most,
            "seed {seed}: {pays:?}, not {expected:?}"
        );
    }
    // One memory for thousands of boards: whatever a key forgot would be found under another board's.
    let remembered = KNOWN.with(|known| known.estimate(board, rules, 30));
    assert_eq!(*remembered, estimate(board, rules, 30), "seed {seed}");
}

thread_local! {
    static KNOWN: Estimates = Estimates::default();
}

/// Given a run that was estimated, then it is known on a board with the same network; when a stop pays otherwise or the train is
/// another, it is not.
#[test]
fn an_estimate_is_remembered_by_network_and_trains() {
    let board = cities_all_over(3);
    let known = Estimates::default();
    let asked = |board: &Board, cities: u8, more: i32| {
        let plain = plain(board);
        let stop = |hex: HexId, at: u8| {
            let rule = plain(hex, at);
            StopRule { pays: rule.pays + Pay::revenue(more), ..rule }
        };
        let trains = vec![Train::new(0, BROAD, [Reach { stops: any(), count: Some(cities) }])];
        let (bonuses, across) = (vec![], vec![]);
        let objective = Objective::Revenue;
        known.estimate(board, &Rules { stop: &stop, trains, bonuses, across, objective, cite: |_| None }, 100)
    };
    let first = asked(&board, 2, 0);
    assert!(Arc::ptr_eq(&first, &asked(&board.clone(), 2, 0)));
    assert_ne!(first.pays, asked(&board, 3, 0).pays);
    assert_ne!(first.pays, asked(&board, 2, 10).pays);
}

/// Where listing all routes takes too long, an estimate still finds a good part of what there is to earn.
#[test]
fn an_estimate_of_a_large_network_is_not_nothing() {
    let board = cities_all_over(6);
    let stop = plain(&board);
    let train = |at| Train::new(at, BROAD, [Reach { stops: any(), count: Some(6) }]);
    let trains = vec![train(0), train(1), train(2)];
    let (bonuses, across) = (vec![], vec![]);
    let rules = Rules { stop: &stop, trains, bonuses, across, objective: Objective::Revenue, cite: |_| None };
    let best = best_routes(&board, &rules).pays.revenue;
    for steps in [500, 1_000, 2_500] {
        let found = estimate(&board, &rules, steps).pays.revenue;
        assert!(found <= best && found * 2 >= best, "{steps} steps: {found} of {best}");
    }
}

/// What is remembered under a key is not looked for again, in no copy.
#[test]
fn best_runs_are_remembered_by_all_copies() {
    let board = cities_all_over(3);
    let stop = plain(&board);
    let trains = vec![train_of_cities(0)];
    let (bonuses, across) = (vec![], vec![]);
    let rules = Rules { stop: &stop, trains, bonuses, across, objective: Objective::Revenue, cite: |_| None };
    let memory = BestRuns::default();
    let found = memory.clone().get(7, || best_routes(&board, &rules));
    assert_eq!(memory.get(7, || panic!("it is known")), found);
    assert_eq!(*memory.get(8, || best_routes(&board, &rules)), *found);
}
