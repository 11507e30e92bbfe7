//! Every offer and every action has words.

use crate::examples::beginning;
use crate::recorded::{setup, timelines};
use ferrata_client::scene::Scene;
use ferrata_client::words::{Group, action_words, detail, group, heading, price_range, rank};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Author, Title};
use ferrata_titles::Game;
use std::collections::BTreeMap;

/// One example of every kind of heading, for people to read with `--nocapture`.
#[test]
fn every_offer_of_every_position_has_words() {
    let mut examples: BTreeMap<(Group, String), String> = BTreeMap::new();
    for timeline in timelines() {
        for number in 0..=timeline.len() {
            let game = timeline.game_at(number).unwrap();
            let view = game.view();
            let scene = Scene::new(game, &view, timeline.names());
            for offer in game.offers() {
                let (heading, detail) = (heading(&offer, &scene), detail(&offer, &scene));
                sound(&heading);
                assert!(!heading.is_empty(), "{offer:?}");
                sound(&detail);
                let kind: String = heading.split(' ').take(2).collect::<Vec<_>>().join(" ");
                let example = format!("{heading} | {detail} | {:?}", price_range(&offer, &scene));
                examples.entry((group(&offer), kind)).or_insert(example);
            }
        }
    }
    for ((group, _), example) in examples {
        println!("{group:?}: {example}");
    }
}

#[test]
fn every_recorded_action_has_words() {
    let mut examples: BTreeMap<String, String> = BTreeMap::new();
    for timeline in timelines() {
        for number in 1..=timeline.len() {
            let game = timeline.game_at(number - 1).unwrap();
            let record = timeline.record(number).unwrap();
            let view = game.view();
            let scene = Scene::new(game, &view, timeline.names());
            let words = scene.say(&action_words(record.action.as_ref().unwrap(), &scene));
            assert!(!words.is_empty());
            sound(&words);
            let kind: String = words.split(' ').take(2).collect::<Vec<_>>().join(" ");
            examples.entry(kind).or_insert(words);
        }
    }
    for example in examples.values() {
        println!("{example}");
    }
}

/// Given the bus company of 1883, then what it places is called as its rulebook does.
#[test]
fn a_marker_is_called_by_its_name() {
    let timeline = beginning("1883/v19-1");
    let game = timeline.game();
    let view = game.view();
    let scene = Scene::new(game, &view, timeline.names());
    let words: Vec<_> = game.offers().iter().map(|offer| heading(offer, &scene)).collect();
    assert!(words.iter().any(|words| words == "Place a coach of SARSA on Vetto (1)"), "{words:?}");
}

/// Given trains of the bank and of companies, then the bank's come first, and what somebody must agree to last.
#[test]
fn trains_of_the_bank_are_looked_for_first() {
    let mut seen = 0;
    for timeline in timelines() {
        for number in 0..timeline.len() {
            let mut trains: Vec<Offer> = timeline.game_at(number).unwrap().offers();
            trains.retain(|offer| group(offer) == Group::Trains);
            trains.sort_by_key(rank);
            let headings: Vec<bool> = trains
                .iter()
                .map(|offer| {
                    matches!(offer, Offer::BuyTrain { from: ferrata_engine::action::Party::Bank, .. })
                })
                .collect();
            seen += usize::from(headings.contains(&true) && headings.contains(&false));
            assert!(headings.is_sorted_by(|one, next| one >= next), "{trains:?}");
        }
    }
    assert!(timelines().is_empty() || seen > 0);
}

fn sound(text: &str) {
    let odd = ["  ", "{}", "Money(", "Name(", " ?", "%%"];
    assert!(!odd.iter().any(|odd| text.contains(odd)), "{text}");
}

#[test]
fn words_are_those_of_the_table() {
    let Some(timeline) = timelines().first() else { return };
    let text = |number: u64| {
        let game = timeline.game_at(number - 1).unwrap();
        let view = game.view();
        let record = timeline.record(number).unwrap();
        let Author::Seat(seat) = record.by else { return String::new() };
        let scene = Scene::new(game, &view, timeline.names());
        let does = action_words(record.action.as_ref().unwrap(), &scene);
        format!("{} {}", scene.player(seat), scene.say(&does))
    };
    let all: Vec<String> = (1..=timeline.len()).map(text).collect();
    assert!(all.iter().any(|words| words.contains(" lays tile ") && words.contains(" (")));
    assert!(all.iter().any(|words| words.contains(" buys a 3-train from the bank for L.")));
}

#[test]
fn a_sheet_and_a_draw_have_words() {
    for (title, edition) in [("1841", "v1"), ("18ESP", "rulebook")] {
        let setup = setup(title, edition, &["Ada", "Ben", "Cleo"]);
        let game = Game::start(&setup).unwrap();
        let view = game.view();
        let names = ferrata_client::TableNames::new(&game, &setup.players);
        let scene = Scene::new(&game, &view, &names);
        for offer in game.offers() {
            let known = matches!(offer, Offer::Sheet { .. } | Offer::Drawn { .. } | Offer::Pass { .. });
            assert!(known, "{offer:?}");
            println!("{}: {}", heading(&offer, &scene), detail(&offer, &scene));
        }
    }
}
