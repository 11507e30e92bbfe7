//! Records in, tables out: history, undo, sealed sheets.

use crate::recorded::{games, setup, timelines};
use ferrata_client::timeline::{LineKind, Record, Timeline, TurnOf};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::Game;

#[test]
fn every_moment_of_a_recorded_game_is_the_fold_of_its_entries() {
    for (log, timeline) in games().iter().zip(timelines()) {
        assert!(timeline.hash_agrees() && timeline.damage().is_none());
        assert_eq!(timeline.len() as usize, log.entries.len());
        for count in [0, 1, log.entries.len() / 2, log.entries.len()] {
            let folded: Game = log.fold(count).unwrap();
            assert_eq!(timeline.game_at(count as u64).unwrap().hash(), folded.hash());
            let entries = timeline.entries(count as u64);
            assert!(entries.iter().eq(log.entries.iter().take(count).map(|recorded| &recorded.entry)));
        }
        assert!(timeline.game_at(timeline.len() + 1).is_none());
    }
}

#[test]
fn every_entry_has_a_sentence_and_no_sentence_is_unnamed() {
    for timeline in timelines() {
        for number in 1..=timeline.len() {
            let lines = timeline.lines(number);
            let action = &timeline.record(number).unwrap().action;
            assert!(!lines.is_empty(), "record {number}: {action:?}");
            for line in lines {
                let text = &line.text;
                assert!(text.ends_with(['.', '!', ':']) && !text.contains('?'), "{text}");
                assert!(!line.round.is_empty() && line.number == number);
            }
        }
    }
}

#[test]
fn rounds_and_worth_follow_the_game() {
    for timeline in timelines() {
        let rounds = timeline.rounds();
        assert!(rounds.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 != two[1].1), "{rounds:?}");
        for (number, round) in &rounds {
            let view = timeline.game_at(*number).unwrap().view();
            assert_eq!(view.round.name.to_string(), *round);
        }
        let worth = timeline.worth();
        assert_eq!(worth.len(), rounds.len());
        let last = worth.last().unwrap();
        assert_eq!(last.players, timeline.worth_at(timeline.len()));
        if let Turn::Over(outcome) = timeline.game().turn() {
            let (seat, most) = outcome.standings[0];
            assert_eq!(last.players[seat.index()], most);
        }
        let company = |number: u64| {
            timeline.lines(number).iter().any(|line| matches!(line.turn_of, TurnOf::Company(_)))
        };
        assert!((1..=timeline.len()).any(company));
    }
}

/// An auction of 18ESP, which begins with two draws of chance.
fn auction() -> Timeline {
    let mut timeline = Timeline::new(setup("18ESP", "rulebook", &["Ada", "Ben", "Cleo"])).unwrap();
    while let Turn::Chance(draw) = timeline.game().turn() {
        let record = Record::entry(timeline.len() + 1, Entry::chance(draw.first()));
        timeline.add(record).unwrap();
    }
    timeline
}

fn pass(timeline: &mut Timeline) {
    let Turn::Seat(seat) = timeline.game().turn() else { panic!("somebody's turn") };
    let offered = timeline.game().offers();
    let action = offered.iter().flat_map(Offer::samples).next().unwrap();
    timeline.add(Record::entry(timeline.len() + 1, Entry::seat(seat, action))).unwrap();
}

fn undo(timeline: &mut Timeline, to: u64) {
    let mut record = Record::entry(timeline.len() + 1, Entry::seat(SeatId(1), Action::Pass));
    record.action = None;
    record.undo_to = Some(to);
    timeline.add(record).unwrap();
}

#[test]
fn an_undo_takes_back_and_another_brings_back() {
    let mut timeline = auction();
    let start = timeline.len();
    for _ in 0..3 {
        pass(&mut timeline);
    }
    let three = timeline.game().hash();
    undo(&mut timeline, start + 1);
    assert_eq!(timeline.game().hash(), timeline.game_at(start + 1).unwrap().hash());
    assert_eq!([1, 2, 3, 4].map(|more| timeline.in_force(start + more)), [true, false, false, false]);
    assert_eq!(timeline.lines(start + 4)[0].text, "Ben undoes the last 2 entries.");
    assert_eq!(timeline.lines(start + 4)[0].kind, LineKind::Undo);
    assert_eq!(timeline.entries(start + 4), timeline.entries(start + 1));
    pass(&mut timeline);
    assert!(timeline.in_force(start + 5) && timeline.in_force_at(start + 3, start + 3));
    undo(&mut timeline, start + 3);
    assert_eq!(timeline.game().hash(), three);
    assert!(timeline.in_force(start + 3) && !timeline.in_force(start + 5));
    let (last, before) = timeline.last_of_a_player(|_| false).unwrap();
    assert_eq!(before, start + 2);
    // Whoever is passed over goes with what somebody else did before.
    let (other, earlier) = timeline.last_of_a_player(|seat| last == Author::Seat(seat)).unwrap();
    assert!(other != last && earlier < before);
    assert_eq!(timeline.last_of_a_player(|_| true), None);
}

#[test]
fn what_does_not_fold_is_refused_and_told() {
    let mut timeline = auction();
    let good = timeline.len();
    let hash = timeline.game().hash();
    assert!(timeline.add(Record::entry(good + 2, Entry::seat(SeatId(0), Action::Pass))).is_err());
    assert_eq!(timeline.damage().unwrap().good_until, good);
    assert!(timeline.add(Record::entry(good + 1, Entry::seat(SeatId(0), Action::Accept))).is_err());
    assert_eq!((timeline.len(), timeline.game().hash()), (good, hash));
}

#[test]
fn a_strange_hash_is_noticed() {
    let mut timeline = auction();
    let Turn::Seat(seat) = timeline.game().turn() else { panic!("somebody's turn") };
    let mut record = Record::entry(timeline.len() + 1, Entry::seat(seat, Action::Pass));
    record.hash = "0123456789abcdef".into();
    timeline.add(record).unwrap();
    assert!(!timeline.hash_agrees());
}

fn sheet(timeline: &Timeline, at: usize) -> Action {
    let offers = timeline.game().offers();
    let Some(Offer::Sheet { cards, min, .. }) = offers.first() else { panic!("sheets, not {offers:?}") };
    let amounts = (0..cards.len()).map(|card| if card == at { *min } else { Money::ZERO }).collect();
    Action::Sheet { amounts }
}

/// Ada sees her own sheet at once and those of the others when the last one is in.
#[test]
fn sealed_sheets_open_together() {
    let setup = setup("1841", "v1", &["Ada", "Ben", "Cleo"]);
    let mut seen = Timeline::new(setup.clone()).unwrap();
    let mut server = Timeline::new(setup).unwrap();
    let sheets: Vec<_> = (0..3).map(|seat| sheet(&server, seat)).collect();
    let entry = |seat: usize, action: &Action| Entry::seat(SeatId(seat as u8), action.clone());
    for (seat, sheet) in sheets.iter().enumerate() {
        let number = seat as u64 + 1;
        server.add(Record::entry(number, entry(seat, sheet))).unwrap();
        let visible = if seat == 1 { &Action::Hidden } else { sheet };
        let mut record = Record::entry(number, entry(seat, visible));
        record.hash = format!("{:016x}", server.game().hash());
        if seat == 2 {
            record.opened =
                vec![Record::entry(1, entry(0, &sheets[0])), Record::entry(2, entry(1, &sheets[1]))];
        }
        seen.add(record).unwrap();
        assert!(seen.hash_agrees(), "after the sheet of seat {seat}");
    }
    assert_eq!(seen.game().hash(), server.game().hash());
    assert!(!matches!(seen.game().turn(), Turn::Sealed(_)));
    assert_eq!(seen.entries(3), server.entries(3));
    assert!(matches!(seen.record(2).unwrap().action, Some(Action::Sheet { .. })));
    assert_eq!(seen.record(2).unwrap().by, Author::Seat(SeatId(1)));
}

#[test]
fn records_are_read_as_the_server_writes_them() {
    let text = r#"{"number":3,"by":{"seat":1},"action":{"do":"pass"},"hash":"00ff","at":1700000000}"#;
    let record: Record = serde_json::from_str(text).unwrap();
    assert_eq!((record.number, record.by, record.action), (3, Author::Seat(SeatId(1)), Some(Action::Pass)));
    let undo: Record =
        serde_json::from_str(r#"{"number":4,"by":"chance","undo_to":2,"hash":"","at":1}"#).unwrap();
    assert_eq!((undo.action, undo.undo_to), (None, Some(2)));
}

/// What a record of a game is told as.
fn told(timeline: &Timeline, number: u64) -> Vec<&str> {
    timeline.lines(number).iter().map(|line| line.text.as_str()).collect()
}

/// A deed is one sentence with its price and its consequences, in the words that players use; what else happened follows.
#[test]
fn a_deed_is_told_in_one_sentence() {
    let [game, _, esp, ..] = timelines() else { return };
    for (number, lines) in [
        (6, &["Player 3 drops out.", "Player 4 gets Bayard for L.40."][..]),
        (54, &["Player 2 starts SFTG at L.100: 20% for L.200."]),
        (55, &["Player 2 buys 10% of SFTG from the initial offering for L.100."]),
        (
            90,
            &[
                "IRSFF lays tile 601 on Venezia (F16), turned 0, for L.50.",
                "IRSFF's price moves from L.144 to L.129.",
            ],
        ),
        (112, &["SSFL buys a 2-train from SFLP for L.257."]),
        (116, &["Player 1 sells 40% of SSFL for L.236; price L.59 → L.31."]),
        (135, &["IRSFF pays out L.38 to Player 1, L.57 to Player 3 and L.95 to IRSFF; price L.129 → L.144."]),
        (136, &["IRSFF buys a 3-train from the bank for L.200.", "Phase 3 begins."]),
    ] {
        assert_eq!(told(game, number), lines, "1841, record {number}");
    }
    assert_eq!(told(esp, 112), ["FdSB places a token in Bilbao (K5), for ₧50."]);
    // Whatever many get at once is told once.
    let income = (1..=esp.len()).flat_map(|number| told(esp, number)).find(|line| line.contains("income of"));
    let income = income.unwrap();
    assert!(
        income.starts_with("The bank pays ₧5 to Player 1 (income of private P1), ₧10 to Player 3"),
        "{income}"
    );
}
