//! Runs to compare the best one with, and what recorded games have left on the table.

use crate::recorded::timelines;
use ferrata_client::compare::{others, total};
use ferrata_client::forgone::Runs;
use ferrata_client::reach::reach;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::money::Money;
use ferrata_engine::route::{best_routes, check};
use ferrata_engine::turn::{Entry, Title};

/// Given recorded runs, then every other run is legal, brings what it says, no more than the best one, and leaves out the
/// place that it names.
#[test]
fn other_runs_are_legal_and_leave_a_place_of_the_best_one_alone() {
    let mut compared = 0;
    for timeline in timelines() {
        let runs = timeline.numbered_entries(timeline.len());
        let runs = runs.into_iter().filter(|(_, entry)| matches!(entry.action, Action::Run { .. }));
        for (number, _) in runs.step_by(25) {
            let game = timeline.game_at(number - 1).unwrap();
            let (company, best) = game.with_running(None, best_routes).unwrap();
            for other in others(game, Some(company), &best).unwrap() {
                assert!(total(other.pays) <= total(best.pays));
                let (_, explained) =
                    game.with_running(None, |board, rules| check(board, rules, &other.routes)).unwrap();
                let explained = explained.unwrap();
                assert_eq!(explained.pays, other.pays);
                let halts = explained.routes.iter().flat_map(|route| &route.halts);
                let named = |halt: &ferrata_engine::route::Halt| {
                    halt.name.clone().unwrap_or_else(|| halt.hex.to_string()) == other.without
                };
                // A city may have several stops: only one of them is left alone.
                let same = halts.filter(|halt| named(halt)).count();
                let before = game.with_running(None, |board, rules| check(board, rules, &best.routes));
                let before = before.unwrap().1.unwrap();
                let all =
                    before.routes.iter().flat_map(|route| &route.halts).filter(|halt| named(halt)).count();
                assert!(same <= all, "{company}: {} at record {number}", other.without);
                assert_ne!(other.routes, best.routes);
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

/// Given a recorded game in which one company suddenly runs nothing, then what it ran for is what it has left.
#[test]
fn who_runs_nothing_leaves_the_best_run_on_the_table() {
    let Some(timeline) = timelines().first() else { return };
    let entries = timeline.numbered_entries(timeline.len());
    let paid =
        |(_, entry): &&(u64, Entry)| matches!(&entry.action, Action::Run { routes } if !routes.is_empty());
    let (number, run) = entries.iter().find(paid).unwrap();
    let mut runs = Runs::new(timeline.setup()).unwrap();
    let before = entries.iter().take_while(|(at, _)| at < number);
    before.for_each(|(at, entry)| runs.add(*at, entry).unwrap());
    let known: Vec<_> = runs.clone().by_company();
    let game = timeline.game_at(number - 1).unwrap();
    let (company, best) = game.with_running(None, best_routes).unwrap();
    let (mut made, mut idle) = (runs.clone(), runs);
    made.add(*number, run).unwrap();
    let nothing = Entry { by: run.by, action: Action::Run { routes: Vec::<Route>::new() } };
    idle.add(*number, &nothing).unwrap();
    let of =
        |list: Vec<ferrata_client::forgone::Forgone>| list.into_iter().find(|one| one.company == company);
    let before = of(known).map_or(Money::ZERO, |one| one.left());
    let idle = of(idle.by_company()).unwrap();
    assert_eq!(idle.left() - before, total(best.pays));
    assert_eq!(idle.worst, Some((*number, total(best.pays))));
    let made = of(made.by_company()).unwrap();
    assert!(made.left() <= idle.left() && made.taken > idle.taken);
}

/// Given recorded runs, then a company reaches every hex of its own runs and its stations.
#[test]
fn a_company_reaches_what_it_runs_to() {
    let mut looked = 0;
    for timeline in timelines() {
        for (number, entry) in timeline.numbered_entries(timeline.len()).into_iter().step_by(7) {
            let Action::Run { routes } = entry.action else { continue };
            let game = timeline.game_at(number - 1).unwrap();
            let view = game.view();
            let Some(company) = view.operating else { continue };
            let hexes = reach(game, company);
            let run = routes.iter().flat_map(|route| &route.legs).map(|leg| leg.hex);
            for hex in run {
                assert!(hexes.contains(&hex), "{company} runs to {hex} at record {number}");
                looked += 1;
            }
        }
    }
    assert!(looked > 50, "{looked}");
}
