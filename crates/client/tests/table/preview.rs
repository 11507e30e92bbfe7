//! What a preview shows is what happens.

use crate::recorded::timelines;
use ferrata_client::preview;
use ferrata_client::timeline::Timeline;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::turn::{Author, Entry, Title};

/// Every recorded sale, purchase and dividend: money and markers as they really moved.
#[test]
fn a_preview_is_what_happens() {
    for timeline in timelines() {
        for number in 1..=timeline.len() {
            let entry = entry(timeline, number);
            let shown = matches!(
                entry.action,
                Action::Sell { .. } | Action::Buy { .. } | Action::Settle { .. } | Action::BuyTrain { .. }
            );
            if !shown {
                continue;
            }
            let preview = preview::after(timeline.game_at(number - 1).unwrap(), &entry).unwrap();
            let (before, then) =
                (timeline.game_at(number - 1).unwrap().view(), timeline.game_at(number).unwrap().view());
            for (seat, change) in &preview.players {
                assert_eq!(then.players[seat.index()].cash - before.players[seat.index()].cash, *change);
            }
            for company in then.companies.iter().filter(|company| company.field.is_some()) {
                let old = before.companies.iter().find(|old| old.name == company.name).unwrap();
                let ghost = preview.ghosts.iter().find(|(name, _)| *name == company.name);
                if old.field != company.field {
                    assert_eq!(ghost.map(|(_, field)| *field), company.field, "{:?}", entry.action);
                }
            }
            assert!(!preview.events.is_empty());
        }
    }
}

/// In 1841 the marker of a company that was sold moves when the turn ends; the ghost is there before.
#[test]
fn a_sale_shows_its_ghost_at_once() {
    let Some(timeline) = timelines().first() else { return };
    let sales = (1..=timeline.len()).filter_map(|number| match entry(timeline, number).action {
        Action::Sell { company, .. } => Some((number, company)),
        _ => None,
    });
    let ghosts = sales.filter(|(number, company)| {
        let game = timeline.game_at(number - 1).unwrap();
        let preview = preview::after(game, &entry(timeline, *number)).unwrap();
        preview.ghosts.iter().any(|(moved, _)| moved == company)
    });
    assert!(ghosts.count() > 10);
}

#[test]
fn keeping_and_paying_differ() {
    for timeline in timelines() {
        let settles = |number: &u64| matches!(entry(timeline, *number).action, Action::Settle { .. });
        let Some(number) = (1..=timeline.len()).find(settles) else { continue };
        let (game, by) = (timeline.game_at(number - 1).unwrap(), entry(timeline, number).by);
        let after = |how| preview::after(game, &Entry { by, action: Action::Settle { how } }).unwrap();
        let (pay, keep) = (after(Settlement::Pay), after(Settlement::Withhold));
        assert_ne!(pay.ghosts, keep.ghosts);
        let Author::Seat(seat) = by else { panic!("a player settles") };
        assert!(pay.worth_of(seat) > Money::ZERO && pay.worth_of(seat) > keep.worth_of(seat));
        assert_eq!(preview::after(game, &Entry { by, action: Action::Accept }), None);
    }
}

fn entry(timeline: &Timeline, number: u64) -> Entry {
    let record = timeline.record(number).unwrap();
    Entry { by: record.by, action: record.action.clone().unwrap() }
}
