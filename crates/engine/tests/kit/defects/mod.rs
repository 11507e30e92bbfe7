//! Seeded defects: for each a title that has it, and the check that must catch it.

mod faulty;

use super::setup;
use faulty::{Defect, Faulty};
use ferrata_engine::kit::{Check, Plan, play_random};

/// Plays until the defect is noticed; says by which check, and after how many games.
fn noticed(defect: Defect, one_in: u32) -> Option<(Check, String)> {
    let mut setup = setup(3);
    setup.options.push(defect.option());
    (0..200).find_map(|seed| {
        let report = play_random::<Faulty>(&Plan::new(setup.clone(), seed).checking(one_in));
        report.breaches.first().map(|breach| (breach.check, breach.to_string()))
    })
}

#[test]
fn every_defect_is_caught_by_the_check_that_is_meant_for_it() {
    for &(defect, check) in Defect::ALL {
        let found = noticed(defect, 1);
        let caught = found.as_ref().map(|(check, _)| *check);
        println!("{:<24} {}", format!("{defect:?}"), found.map_or("NOT CAUGHT".into(), |(_, text)| text));
        assert_eq!(caught, Some(check), "{defect:?}");
    }
}

#[test]
fn what_every_entry_shows_is_caught_without_full_checks() {
    let seen_at_once = [Check::Start, Check::Table, Check::Replay];
    for &(defect, check) in Defect::ALL.iter().filter(|(_, check)| seen_at_once.contains(check)) {
        let caught = noticed(defect, 0).map(|(check, _)| check);
        assert_eq!(caught, Some(check), "{defect:?}");
    }
    // A name that JSON cannot carry is seen in the offers; without that check, in the log.
    let archived = noticed(Defect::NameCutInALetter, 0).map(|(check, _)| check);
    assert_eq!(archived, Some(Check::Archive));
}

#[test]
fn the_title_around_which_defects_are_built_has_none() {
    let report = play_random::<Faulty>(&Plan::new(setup(3), 1));
    assert!(report.breaches.is_empty() && report.outcome.is_some(), "{:?}", report.breaches);
}
