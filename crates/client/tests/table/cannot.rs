//! What cannot be done is told with its reason, and nothing that can be done is among it.

use crate::recorded::timelines;
use ferrata_client::cannot::cannot;
use ferrata_client::scene::Scene;
use ferrata_client::words::Group;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::Game;
use std::collections::BTreeMap;

#[test]
fn reasons_are_told_once_and_in_order() {
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    for timeline in timelines() {
        for number in 0..=timeline.len() {
            let game = timeline.game_at(number).unwrap();
            let view = game.view();
            let offers = game.offers();
            let all = cannot(&Scene::new(game, &view, timeline.names()), &offers);
            assert!(all.is_sorted_by_key(|line| line.group));
            for line in &all {
                assert!(!line.reason.is_empty() && !line.words.is_empty());
                let offered = offers.iter().any(|offer| offer.covers(&line.example));
                assert!(!offered, "{line:?} can be done");
                let refused = game.why_not(&Entry { by: turn(game), action: line.example.clone() });
                assert!(refused.is_some(), "{line:?} is accepted");
                let twice =
                    all.iter().filter(|other| (&other.reason, other.rule) == (&line.reason, line.rule));
                assert_eq!(twice.count(), 1, "{line:?}");
            }
            for line in all {
                let rule = line.rule.map(|rule| rule.to_string()).unwrap_or_default();
                let example = format!("{} / {}: {} ({rule})", view.question, line.words, line.reason);
                examples.entry(format!("{} {:?} {rule}", view.title, line.group)).or_insert(example);
            }
        }
    }
    for (key, example) in examples {
        println!("{key}: {example}");
    }
}

fn turn(game: &Game) -> Author {
    match game.turn() {
        Turn::Seat(seat) => Author::Seat(seat),
        other => panic!("nothing can be asked for in {other:?}"),
    }
}

/// A company without money looks for a train.
#[test]
fn a_train_that_is_too_dear_is_named_with_its_price() {
    let Some(timeline) = timelines().first() else { return };
    let found = (0..=timeline.len()).find_map(|number| {
        let game = timeline.game_at(number)?;
        let view = game.view();
        let all = cannot(&Scene::new(game, &view, timeline.names()), &game.offers());
        all.into_iter().find(|line| line.group == Group::Trains && line.reason.contains("costs"))
    });
    let line = found.expect("a train that somebody could not pay");
    assert!(line.words.starts_with("buy a") && line.rule.is_some(), "{line:?}");
}
