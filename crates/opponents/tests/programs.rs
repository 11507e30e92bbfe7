//! Programs play every title: legally, the same every time, and by what their seats may know.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::{Log, redacted};
use ferrata_engine::turn::{Entry, Setup, Title, Turn};
use ferrata_opponents::contest::{Contest, Step};
use ferrata_opponents::{Entrant, Level, NEWEST, Program, Seen};
use ferrata_titles::{Game, catalogue};
use std::ops::ControlFlow;

fn setup(title: &str, players: usize) -> Setup {
    let players = (1..=players).map(|seat| format!("Player {seat}")).collect();
    catalogue::find(title).unwrap().setup("", &[], players).unwrap()
}

/// The first entries of a game between programs of a level; every table on the way is checked.
fn play(title: &str, level: impl Into<Entrant>, entries: usize, seed: u64) -> Log {
    let (setup, level) = (setup(title, 3), level.into());
    let programs = (0..3).map(|seat| Program::new(level, seed + seat).with_iterations(4)).collect();
    let mut contest = Contest::new(&setup, programs, seed).unwrap();
    while contest.log().entries.len() < entries {
        match contest.step() {
            Step::Drawn | Step::Decided(..) => {}
            Step::Illegal(seat, why) => panic!("{title}, {level}, {seat:?}: {why}"),
            Step::Over(_) => break,
        }
        assert_eq!(contest.game().breaches(), Vec::<String>::new());
    }
    contest.log().clone()
}

const TITLES: [&str; 4] = ["1841", "18ESP", "1883", "18FB"];

/// Given programs of every level, when they play the beginning of every title, then nothing they do is refused, the
/// table stays sound, and the same seed leads to the same log.
#[test]
fn programs_play_legally_and_the_same_every_time() {
    for title in TITLES {
        for (level, entries) in [(Level::Novice, 120), (Level::Greedy, 60), (Level::Steady, 25)] {
            let log = play(title, level, entries, 1);
            assert!(log.entries.len() >= entries, "{title}, {level}");
            assert_eq!(play(title, level, entries, 1), log, "{title}, {level}");
        }
    }
}

/// Given programs of an older version, when they play, then they play legally, the same every time, and by their own data.
#[test]
fn older_versions_stay_playable() {
    let of = |version| Entrant { level: Level::Greedy, version };
    for title in TITLES {
        let log = play(title, of(2), 60, 1);
        assert!(log.entries.len() >= 60, "{title}");
        assert_eq!(play(title, of(2), 60, 1), log, "{title}");
    }
    assert_ne!(play("18ESP", of(2), 150, 1), play("18ESP", of(NEWEST), 150, 1));
}

/// Given that another seat's dice differ, then its games differ: the seed matters.
#[test]
fn another_seed_is_another_game() {
    assert_ne!(play("18ESP", Level::Novice, 80, 1), play("18ESP", Level::Novice, 80, 2));
}

/// Given a game with sealed bids that are half handed in, when the others' sheets are swapped for other ones, then what
/// a seat decides stays the same; and it is what the seat decides by its own log.
#[test]
fn a_decision_in_secret_does_not_rest_on_others_sheets() {
    for level in [Level::Greedy, Level::Steady] {
        let setup = setup("1841", 3);
        let mut log = Log::new(setup.clone());
        let mut game = Game::start(&setup).unwrap();
        let deal = |log: &mut Log, game: &mut Game| {
            while let Turn::Chance(draw) = game.turn() {
                log.play(game, Entry::chance(draw.first())).unwrap();
            }
        };
        deal(&mut log, &mut game);
        let Turn::Sealed(seats) = game.turn() else { panic!("1841 begins with sealed bids") };
        let offers = game.offers();
        let sheets: Vec<Action> = offers[0].samples();
        let decide = |first: &Action| {
            let (mut log, mut game) = (log.clone(), game.clone());
            log.play(&mut game, Entry::seat(seats[0], first.clone())).unwrap();
            let seen = Seen::<Game>::of(&log, seats[1]).unwrap();
            assert_eq!(seen.sealed.len(), 3, "nothing of what is handed in is seen");
            let own = redacted::<Game>(&log, Some(seats[1])).unwrap();
            assert_eq!(own.entries.last().unwrap().entry.action, Action::Hidden);
            Program::new(level, 7).with_iterations(6).decide(&seen).unwrap().action
        };
        let first = decide(&sheets[0]);
        assert!(matches!(first, Action::Sheet { .. }));
        for other in &sheets[1..] {
            assert_eq!(decide(other), first);
        }
    }
}

/// Given a log after which nothing is sealed, then what a seat sees is the table itself.
#[test]
fn what_is_open_is_seen_by_all() {
    let log = play("1841", Level::Novice, 60, 3);
    let game: Game = log.state().unwrap();
    for seat in (0..3).map(SeatId) {
        let seen = Seen::<Game>::of(&log, seat).unwrap();
        let hidden = matches!(game.turn(), Turn::Sealed(_));
        assert!(hidden || seen.game.hash() == game.hash());
    }
}

/// Given a watcher that stops a decision after any number of questions, then there is a decision all the same, and the rules allow it.
#[test]
fn a_decision_can_be_stopped_at_any_time() {
    let log = play("18FB", Level::Greedy, 40, 1);
    let game: Game = log.state().unwrap();
    let Turn::Seat(seat) = game.turn() else { panic!("somebody is to decide") };
    for most in [0, 1, 2, 7, 60] {
        let mut asked = 0;
        let mut watch = |_: u32| {
            asked += 1;
            if asked > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let seen = Seen::at(game.clone(), seat);
        let decision = Program::new(Level::Strong, 1).decide_watched(&seen, &mut watch).unwrap();
        assert!(asked <= most + 1, "stopped, it asks no more");
        assert_eq!(game.why_not(&Entry::seat(seat, decision.action)), None);
    }
}

/// Given a program that has weighed candidates, then its decision is the best of them and its reasons are figures.
#[test]
fn a_decision_tells_its_reasons() {
    let log = play("18ESP", Level::Greedy, 30, 1);
    let game: Game = log.state().unwrap();
    let Turn::Seat(seat) = game.turn() else { return };
    let decision = Program::new(Level::Greedy, 1).decide(&Seen::at(game, seat)).unwrap();
    if let Some(best) = decision.weighed.first() {
        assert_eq!(best.action, decision.action);
        assert!(decision.weighed.windows(2).all(|pair| pair[0].score() >= pair[1].score()));
        assert!(best.score().is_finite());
    }
}
