//! An entry that is shown before the host has taken it.

use crate::recorded::{setup, timelines};
use ferrata_client::timeline::{Record, Timeline};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};

/// An auction of 18ESP, after what chance decides first.
fn auction() -> Timeline {
    let mut timeline = Timeline::new(setup("18ESP", "rulebook", &["Ada", "Ben", "Cleo"])).unwrap();
    while let Turn::Chance(draw) = timeline.game().turn() {
        timeline.add(Record::entry(timeline.len() + 1, Entry::chance(draw.first()))).unwrap();
    }
    timeline
}

/// The first thing that whoever is asked could do, beside passing.
fn first(timeline: &Timeline) -> Entry {
    let Turn::Seat(seat) = timeline.game().turn() else { panic!("somebody's turn") };
    let offers = timeline.game().offers();
    let mut actions = offers.iter().flat_map(Offer::samples);
    Entry::seat(seat, actions.find(|action| *action != Action::Pass).unwrap())
}

/// A record as the host makes it.
fn recorded(timeline: &Timeline, entry: Entry) -> Record {
    let mut game = timeline.game_at(timeline.known()).unwrap().clone();
    game.apply(&entry).unwrap();
    Record { hash: format!("{:016x}", game.hash()), at: 7, ..Record::entry(timeline.known() + 1, entry) }
}

/// What there is to see of a table.
fn seen(timeline: &Timeline) -> (u64, u64, Vec<String>, Vec<bool>, Vec<Entry>) {
    let numbers = 1..=timeline.len();
    let lines =
        numbers.clone().flat_map(|number| timeline.lines(number).iter().map(|line| line.text.clone()));
    let force = numbers.map(|number| timeline.in_force(number));
    let entries = timeline.entries(timeline.len());
    (timeline.len(), timeline.game().hash(), lines.collect(), force.collect(), entries)
}

#[test]
fn what_is_expected_is_shown_and_the_record_of_the_host_changes_nothing() {
    let (mut eager, mut patient) = (auction(), auction());
    let entry = first(&eager);
    let known = eager.len();
    assert!(eager.expect(entry.clone()));
    assert_eq!((eager.len(), eager.known(), eager.is_expecting()), (known + 1, known, true));
    let shown = (seen(&eager), eager.version());
    let record = recorded(&eager, entry);
    eager.add(record.clone()).unwrap();
    assert_eq!((seen(&eager), eager.version()), shown, "nothing is drawn anew");
    assert!(!eager.is_expecting() && eager.hash_agrees());
    assert_eq!(eager.record(known + 1), Some(&record), "with its time and hash");
    patient.add(record).unwrap();
    assert_eq!(seen(&eager), seen(&patient));
}

#[test]
fn another_record_takes_its_place() {
    let mut timeline = auction();
    let start = seen(&timeline);
    let passes = Entry { action: Action::Pass, ..first(&timeline) };
    let bids = first(&timeline);
    // The same player, elsewhere, has decided otherwise.
    assert!(timeline.expect(bids));
    let record = recorded(&timeline, passes);
    timeline.add(record.clone()).unwrap();
    let mut patient = auction();
    patient.add(record).unwrap();
    assert_eq!(seen(&timeline), seen(&patient));
    // Somebody has taken back what was there before.
    let next = first(&timeline);
    assert!(timeline.expect(next));
    let undo = Record {
        action: None,
        undo_to: Some(start.0),
        ..Record::entry(timeline.known() + 1, Entry::seat(SeatId(2), Action::Pass))
    };
    timeline.add(undo).unwrap();
    assert_eq!(
        (timeline.game().hash(), timeline.known(), timeline.len()),
        (start.1, start.0 + 2, start.0 + 2)
    );
    assert!(timeline.damage().is_none());
}

#[test]
fn what_does_not_arrive_leaves_no_trace() {
    let mut timeline = auction();
    let (before, version) = (seen(&timeline), timeline.version());
    let entry = first(&timeline);
    assert!(timeline.expect(entry.clone()));
    assert!(!timeline.expect(first(&timeline)), "one at a time");
    timeline.withdraw();
    assert_eq!(seen(&timeline), before);
    assert!(timeline.version() > version, "it is drawn anew");
    timeline.withdraw();
    assert_eq!(seen(&timeline), before, "withdrawing nothing changes nothing");
    // A record that does not follow is told as one, not taken for what is expected.
    assert!(timeline.expect(entry.clone()));
    assert!(timeline.add(Record::entry(timeline.len() + 1, entry)).is_err());
    assert_eq!(timeline.damage().map(|damage| damage.good_until), Some(before.0));
    timeline.withdraw();
    let next = first(&timeline);
    assert!(!timeline.expect(next), "nothing is shown on a log that cannot be read any further");
}

#[test]
fn a_strange_hash_of_what_was_expected_is_noticed() {
    let mut timeline = auction();
    let entry = first(&timeline);
    timeline.expect(entry.clone());
    let version = timeline.version();
    timeline.add(Record { hash: "0123456789abcdef".into(), ..recorded(&timeline, entry) }).unwrap();
    assert!(!timeline.hash_agrees() && timeline.version() > version);
    let next = first(&timeline);
    assert!(!timeline.expect(next), "who plays by other rules waits for the host");
}

/// What is refused, what chance or a sealed decision has a part in, and what ends in either, waits for the host.
#[test]
fn what_only_the_host_can_tell_is_not_expected() {
    let mut timeline = auction();
    let stranger = Entry { by: Entry::chance(vec![0]).by, ..first(&timeline) };
    assert!(!timeline.expect(Entry::seat(SeatId(0), Action::Accept)) && !timeline.expect(stranger));
    let start = Timeline::new(setup("18ESP", "rulebook", &["Ada", "Ben", "Cleo"])).unwrap();
    let Turn::Chance(draw) = start.game().turn() else { panic!("chance begins") };
    assert!(!start.clone().expect(Entry::chance(draw.first())));
    let mut sealed = Timeline::new(setup("1841", "v1", &["Ada", "Ben", "Cleo"])).unwrap();
    while let Turn::Chance(draw) = sealed.game().turn() {
        sealed.add(Record::entry(sealed.len() + 1, Entry::chance(draw.first()))).unwrap();
    }
    let Turn::Sealed(seats) = sealed.game().turn() else { panic!("sealed bids") };
    let offers = sealed.game().offers();
    let bids = offers.iter().flat_map(Offer::samples).next().unwrap();
    assert!(!sealed.expect(Entry::seat(seats[0], bids)));
    assert!(!sealed.is_expecting() && !timeline.is_expecting());
}

/// Every entry of recorded games, expected where that is possible: the game is told as it is without.
#[test]
fn a_game_of_which_everything_is_expected_is_the_same_game() {
    for patient in timelines() {
        let name = patient.setup().title;
        let mut eager = Timeline::new(patient.setup().clone()).unwrap();
        let mut expected = 0_u64;
        for number in 1..=patient.len() {
            let record = patient.record(number).unwrap().clone();
            let entry = Entry { by: record.by, action: record.action.clone().unwrap() };
            expected += u64::from(eager.expect(entry));
            eager.add(record).unwrap();
        }
        assert_eq!(seen(&eager), seen(patient), "{name}");
        assert!(expected * 10 > patient.len() * 9, "{name}: {expected} of {}", patient.len());
    }
}
