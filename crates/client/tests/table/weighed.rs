//! What is told of trains, tiles and starts before they are paid for is what then happens.

use crate::recorded::timelines;
use ferrata_client::scene::Scene;
use ferrata_client::timeline::Timeline;
use ferrata_client::{par, weigh};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title};

fn entries(timeline: &Timeline) -> impl Iterator<Item = (u64, Entry)> + '_ {
    (1..=timeline.len()).map(|number| {
        let record = timeline.record(number).unwrap();
        (number, Entry { by: record.by, action: record.action.clone().unwrap() })
    })
}

#[test]
fn a_start_is_foreseen_on_the_chart_and_in_the_treasury() {
    let mut seen = 0;
    for timeline in timelines() {
        for (number, entry) in entries(timeline) {
            let Action::Start { company, price, .. } = entry.action else { continue };
            let game = timeline.game_at(number - 1).unwrap();
            let view = game.view();
            let scene = Scene::new(game, &view, timeline.names());
            let offers = game.offers();
            let offer = offers
                .iter()
                .find(|offer| matches!(offer, Offer::Start { company: of, .. } if *of == company));
            let starts = par::starts(&scene, offer.unwrap());
            let start = starts.iter().find(|start| start.price == price).unwrap();
            let then = timeline.game_at(number).unwrap().view();
            let started = then.companies.iter().find(|view| view.name == company).unwrap();
            if started.field.is_some() {
                assert_eq!(start.field, started.field, "{company} at {price:?}");
            }
            if start.to_sell == 0 {
                assert_eq!(start.treasury, started.cash, "{company} at {price:?}");
            }
            let grid = &game.parts().grid;
            assert!(
                starts.iter().all(|start| start.field.is_none_or(|field| grid.price(field) == start.price))
            );
            assert!(par::words(start).iter().all(|words| !scene.say(words).is_empty()));
            seen += 1;
        }
    }
    assert!(seen > 10 || timelines().is_empty(), "{seen}");
}

#[test]
fn a_train_says_which_phase_it_opens_and_who_loses_trains() {
    let (mut opened, mut rusted) = (0, 0);
    for timeline in timelines() {
        for (number, entry) in entries(timeline) {
            if !matches!(entry.action, Action::BuyTrain { from: Party::Bank, .. }) {
                continue;
            }
            let game = timeline.game_at(number - 1).unwrap();
            let view = game.view();
            let scene = Scene::new(game, &view, timeline.names());
            let said: Vec<String> = weigh::train(&scene, &entry).iter().map(|text| scene.say(text)).collect();
            let then = timeline.game_at(number).unwrap().view();
            let phase = format!("opens phase {}", then.phase);
            assert_eq!(said.contains(&phase), then.phase != view.phase, "{said:?}");
            opened += usize::from(then.phase != view.phase);
            rusted += usize::from(said.iter().any(|said| said.contains(" loses ")));
            assert!(said.iter().any(|said| said.starts_with("then ")), "{said:?}");
        }
    }
    assert!(opened > 4 && rusted > 1 || timelines().is_empty(), "{opened} {rusted}");
}

#[test]
fn a_better_train_is_never_said_to_run_worse_and_stations_name_whom_they_block() {
    let mut better = 0;
    let Some(timeline) = timelines().first() else { return };
    for (number, entry) in entries(timeline).take(500) {
        let game = timeline.game_at(number - 1).unwrap();
        match entry.action {
            Action::BuyTrain { .. } => {
                if let Some(change) = weigh::own_run(game, &entry) {
                    better += usize::from(change.then > change.now);
                    assert!(!weigh::run_words(&change).render(timeline.names()).is_empty());
                }
            }
            Action::PlaceToken { .. } => {
                let blocked = weigh::blocked(game, &entry);
                assert!(blocked.iter().all(|change| change.then < change.now));
            }
            _ => {}
        }
    }
    assert!(better > 3, "{better}");
}
