//! Runs to compare the best one with, and what recorded games have left on the table.

use crate::examples::beginning;
use crate::recorded::timelines;
use ferrata_client::compare::{Apart, others, through, total};
use ferrata_client::forgone::Runs;
use ferrata_client::reach::reach;
use ferrata_engine::action::{Action, Route};
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::route::{Explained, Halt, best_routes, check};
use ferrata_engine::turn::{Entry, Title};
use ferrata_titles::Game;

/// Given recorded runs, then every other run is legal, brings what it says, no more than the best one, and differs from it
/// as it says.
#[test]
fn other_runs_are_legal_and_differ_as_they_say() {
    let [mut places, mut trains, mut bonuses] = [0; 3];
    for (game, number) in running(25).chain(examples()) {
        let game = &game;
        let (company, best) = game.with_running(None, best_routes).unwrap();
        let explain = |routes: &[Route]| {
            game.with_running(None, |board, rules| check(board, rules, routes)).unwrap().1.unwrap()
        };
        let before = explain(&best.routes);
        for other in others(game, Some(company), &best).unwrap().runs {
            assert!(total(other.pays) <= total(best.pays));
            let explained = explain(&other.routes);
            assert_eq!(explained.pays, other.pays);
            assert_ne!(other.routes, best.routes);
            match &other.apart {
                // A city may have several stops: only one of them is left alone.
                Apart::Without(place) => {
                    places += 1;
                    let calls = |run: &Explained| halts(run).filter(|halt| name(halt) == *place).count();
                    assert!(calls(&explained) <= calls(&before), "{company}: {place} at record {number}");
                }
                Apart::Idle(train) => {
                    trains += 1;
                    assert!(other.routes.iter().all(|route| !route.trains.contains(train)));
                }
                Apart::Unclaimed(bonus) => {
                    bonuses += 1;
                    let extras = explained.routes.iter().flat_map(|route| &route.extras);
                    assert!(extras.chain(&explained.across).all(|extra| extra.name != *bonus));
                }
                Apart::Through(place) => panic!("nobody asked for a run through {place}"),
            }
        }
    }
    println!("{places} without a place, {trains} without a train, {bonuses} without a bonus");
    assert!(places > 20 && trains > 5 && bonuses > 0, "{places} {trains} {bonuses}");
}

/// Given recorded runs, when a run through a place is asked for that the best one leaves out, then it calls there, is legal
/// and brings no more than the best one.
#[test]
fn a_run_through_a_place_calls_there() {
    let (mut asked, mut found) = (0, 0);
    for (game, number) in running(60).chain(examples()) {
        let game = &game;
        let (company, best) = game.with_running(None, best_routes).unwrap();
        let all = others(game, Some(company), &best).unwrap();
        for (place, _) in all.places.into_iter().take(3) {
            asked += 1;
            let Some(other) = through(game, Some(company), place).unwrap() else { continue };
            found += 1;
            let explained = game.with_running(None, |board, rules| check(board, rules, &other.routes));
            let explained = explained.unwrap().1.unwrap();
            assert_eq!(explained.pays, other.pays);
            assert!(total(other.pays) <= total(best.pays), "{company} at record {number}");
            assert!(halts(&explained).any(|halt| (halt.hex, halt.stop) == place && !halt.passed));
        }
    }
    println!("{found} of {asked} runs through a place");
    assert!(found > 5, "{found} of {asked}");
}

fn halts(run: &Explained) -> impl Iterator<Item = &Halt> {
    run.routes.iter().flat_map(|route| &route.halts)
}

fn name(halt: &Halt) -> String {
    halt.name.clone().unwrap_or_else(|| halt.hex.to_string())
}

/// Tables of the recorded games before trains run: one of so many, with the number of the run.
fn running(every: usize) -> impl Iterator<Item = (Game, u64)> {
    timelines().iter().flat_map(move |timeline| {
        let entries = timeline.numbered_entries(timeline.len());
        let runs = entries.into_iter().filter(|(_, entry)| matches!(entry.action, Action::Run { .. }));
        runs.step_by(every).map(|(number, _)| (timeline.game_at(number - 1).unwrap().clone(), number))
    })
}

/// Examples of the rulebooks in which trains are about to run.
fn examples() -> impl Iterator<Item = (Game, u64)> {
    let names = ["1883", "18ESP"].into_iter().flat_map(crate::examples::names);
    let games = names.map(|name| beginning(&name).game().clone());
    let run = |game: &Game| game.offers().iter().any(|offer| matches!(offer, Offer::Run { .. }));
    games.filter(run).map(|game| (game, 1))
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
