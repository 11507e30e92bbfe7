//! Companies before and after: what is foreseen, and what has happened.

use crate::examples::{actions, beginning, by_whoever_is_asked, enter};
use crate::recorded::timelines;
use ferrata_client::restructuring::{Restructuring, ahead};
use ferrata_client::timeline::Timeline;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::turn::{Entry, Title};

fn names(found: &Restructuring) -> (Vec<String>, Vec<String>) {
    let gone = found.gone.iter().map(|firm| firm.name.to_string()).collect();
    (gone, found.stay.iter().map(|firm| firm.name.to_string()).collect())
}

/// Plays an example to its end; gives back what was foreseen at its first action, and the table.
fn played(name: &str) -> (Option<Restructuring>, Timeline) {
    let mut timeline = beginning(name);
    let actions = actions(name);
    let foreseen = ahead(timeline.game(), &by_whoever_is_asked(&timeline, actions[0].clone()));
    for action in actions {
        enter(&mut timeline, action);
    }
    (foreseen, timeline)
}

#[test]
fn a_merger_is_foreseen_with_its_price_and_told_when_it_is_over() {
    let (foreseen, timeline) = played("1841/merger");
    let foreseen = foreseen.unwrap();
    let told: Vec<u64> = (1..=timeline.len()).filter(|number| timeline.has_restructured(*number)).collect();
    assert_eq!(told.len(), 1, "one merger is told once: {told:?}");
    let happened = timeline.restructured(told[0]).unwrap();
    let (gone, stay) = names(&happened);
    assert_eq!((gone.len(), stay.as_slice()), (2, ["CFCC".to_owned()].as_slice()), "{gone:?}");
    assert_eq!(names(&foreseen), (gone, stay));
    let price = |found: &Restructuring| found.stay[0].price;
    assert!(price(&happened).is_some());
    assert_eq!(price(&foreseen), price(&happened), "the price does not depend on what people choose");
    assert!(happened.trains_lost.iter().any(|train| train.as_str() == "4"), "{:?}", happened.trains_lost);
    assert!(!happened.holders.is_empty() && !happened.stations.is_empty());
    assert!(foreseen.assumed && !happened.assumed);
    // Nobody is told of shares of companies that are not there, and no place is kept twice.
    let offering = happened.holders.iter().find(|holding| holding.who == Party::Offering).unwrap();
    assert!(offering.before.iter().all(|(company, _)| company.as_str() != "CFCC"), "{offering:?}");
    assert!(offering.after.iter().all(|(company, _)| company.as_str() == "CFCC"), "{offering:?}");
    let mut kept: Vec<_> = happened.stations.iter().filter(|station| station.then.is_some()).collect();
    let all = kept.len();
    kept.sort_by_key(|station| station.hex);
    kept.dedup_by_key(|station| station.hex);
    assert_eq!(kept.len(), all, "{:?}", happened.stations);
}

#[test]
fn a_takeover_names_who_goes_on_and_what_becomes_of_the_station() {
    let (foreseen, timeline) = played("18ESP/takeover");
    let foreseen = foreseen.unwrap();
    assert_eq!(names(&foreseen), (vec!["MS".to_owned()], vec!["CRB".to_owned()]));
    assert!(!foreseen.stay[0].comes, "it was there before");
    let told: Vec<u64> = (1..=timeline.len()).filter(|number| timeline.has_restructured(*number)).collect();
    let happened = timeline.restructured(*told.last().unwrap()).unwrap();
    assert_eq!(names(&happened), names(&foreseen));
    let paid = |found: &Restructuring| found.money.clone();
    assert_eq!(paid(&happened), paid(&foreseen), "{happened:?}");
}

/// In every recorded game: whatever is told of companies that go is what the tables show, and nothing is left out.
#[test]
fn every_recorded_merger_is_told() {
    for timeline in timelines() {
        for number in 1..=timeline.len() {
            let Some(found) = timeline.restructured(number) else { continue };
            let then = timeline.game_at(number).unwrap().view();
            for firm in &found.stay {
                let company = then.companies.iter().find(|company| company.name == firm.name).unwrap();
                assert_eq!(
                    (company.price, company.cash, company.director),
                    (firm.price, firm.cash, firm.director)
                );
            }
            for station in found.stations.iter().filter(|station| station.then.is_some()) {
                let there = |token: &ferrata_engine::view::TokenView| {
                    (token.hex, Some(token.company)) == (station.hex, station.then)
                };
                assert!(then.board.tokens.iter().any(there), "{station:?}");
            }
        }
        let merges = (1..=timeline.len()).filter(|number| {
            let action = timeline.record(*number).unwrap().action.clone();
            matches!(action, Some(Action::Merge { .. } | Action::Transform { .. }))
        });
        let told = (1..=timeline.len()).filter(|number| timeline.has_restructured(*number));
        assert!(told.count() >= merges.count(), "every one is told");
    }
}

#[test]
fn what_unites_nobody_shows_no_companies() {
    let timeline = beginning("1841/merger");
    let pass = by_whoever_is_asked(&timeline, Action::Pass);
    assert_eq!(ahead(timeline.game(), &pass), None);
    let refused = Entry { action: Action::Accept, ..pass };
    assert_eq!(ahead(timeline.game(), &refused), None);
}
