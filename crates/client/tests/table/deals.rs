//! Deals are told with their terms: to whoever is asked, and in the log.

use crate::recorded::setup;
use ferrata_client::deal;
use ferrata_client::scene::Scene;
use ferrata_client::timeline::{Record, Timeline};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::kind::action_kind;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::log::Log;
use ferrata_engine::money::Money;
use ferrata_engine::turn::Title;
use ferrata_engine::view::View;
use ferrata_titles::Game;
use std::collections::BTreeMap;

fn random_game(title: &str, edition: &str, seed: u64) -> Log {
    let setup = setup(title, edition, &["Ada", "Ben", "Cleo"]);
    play_random::<Game>(&Plan { max_entries: 450, ..Plan::new(setup, seed).checking(0) }).log
}

fn timeline(log: &Log) -> Timeline {
    let mut timeline = Timeline::new(log.setup.clone()).unwrap();
    for (number, recorded) in (1..).zip(&log.entries) {
        timeline.add(Record::entry(number, recorded.entry.clone())).unwrap();
    }
    timeline
}

#[test]
fn every_deal_is_told_with_its_terms_and_the_money_of_both_sides() {
    let mut examples = BTreeMap::new();
    for seed in 0..4 {
        let games =
            [("1841", random_game("1841", "v1", seed)), ("18ESP", random_game("18ESP", "rulebook", seed))];
        for (title, log) in games {
            let timeline = timeline(&log);
            for number in 1..timeline.len() {
                if let Some(Action::Propose { deal }) = &timeline.record(number).unwrap().action {
                    let told = told(&timeline, number, deal);
                    examples.entry((title, action_kind(deal))).or_insert(told);
                }
            }
        }
    }
    for ((title, kind), told) in &examples {
        println!("{title} {kind}: {told}");
    }
    let kinds: Vec<_> = examples.keys().copied().collect();
    for kind in [("1841", "buy"), ("1841", "buy_train"), ("18ESP", "buy_card"), ("18ESP", "buy_train")] {
        assert!(kinds.contains(&kind), "no {kind:?} among {kinds:?}");
    }
}

/// Checks one deal, and gives back what was told of it.
fn told(timeline: &Timeline, number: u64, action: &Action) -> String {
    let game = timeline.game_at(number).unwrap();
    let view = game.view();
    let scene = Scene::new(game, &view, timeline.names());
    let deal = deal::deal(&scene, timeline.proposal(number).unwrap()).unwrap();
    let (from, to) = (scene.player(deal.from), scene.player(deal.to));
    let proposed = &timeline.lines(number)[0].text;
    assert_eq!(*proposed, format!("{from} proposes to {to}: {}.", deal.terms));
    assert_eq!(timeline.lines(number).len(), 1, "{:?}", timeline.lines(number));
    let answered = &timeline.lines(number + 1)[0].text;
    assert!(answered.starts_with(&format!("{to} ")) && answered.contains(&deal.terms), "{answered}");
    assert!(!deal.money.is_empty() || matches!(action, Action::Merge { .. }), "{}", deal.terms);
    if timeline.record(number + 1).unwrap().action == Some(Action::Accept) {
        let then = timeline.game_at(number + 1).unwrap().view();
        for (party, before, after) in &deal.money {
            assert_eq!((cash(&view, *party), cash(&then, *party)), (*before, *after), "{}", deal.terms);
        }
        let same = view.players.iter().zip(&then.players).filter(|(old, new)| old.cash != new.cash).count();
        let players = deal.money.iter().filter(|(party, ..)| matches!(party, Party::Seat(_))).count();
        assert_eq!(same, players, "nobody's change is left out: {}", deal.terms);
    }
    format!("{proposed} {:?} {answered}", deal.money)
}

fn cash(view: &View, party: Party) -> Money {
    match party {
        Party::Seat(seat) => view.players[seat.index()].cash,
        Party::Company(name) => view.companies.iter().find(|company| company.name == name).unwrap().cash,
        Party::Offering | Party::Bank => panic!("{party:?} has no cash of its own"),
    }
}
