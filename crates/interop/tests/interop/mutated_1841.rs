//! Ten thousand wrong actions against positions of recorded games: each is accepted only if it is offered, else
//! refused with a reason and without a trace.

use ferrata_engine::action::Action;
use ferrata_engine::kit::{Pool, mutants, strangers};
use ferrata_engine::log::Log;
use ferrata_engine::offer::covered;
use ferrata_engine::turn::{Author, Entry, Title};
use ferrata_titles::t1841::Game;

/// Tries wrong actions at every position of a game; how many were refused, and how many accepted.
fn attack(log: &Log, most: usize) -> (usize, usize) {
    let mut game = Game::start(&log.setup).unwrap();
    let mut counts = (0, 0);
    for (at, recorded) in log.entries.iter().enumerate() {
        let Author::Seat(seat) = recorded.entry.by else { panic!("no chance in these games") };
        let offers = game.offers();
        let pool = Pool::new(&game.view(), &offers);
        let mut wrong = mutants(&recorded.entry.action, &pool);
        wrong.extend(strangers(&pool));
        // What others see of a sealed sheet is no action of its own.
        wrong.retain(|action| *action != Action::Hidden);
        let step = wrong.len().div_ceil(most).max(1);
        for action in wrong.into_iter().skip(at % step).step_by(step) {
            try_one(&game, &offers, Entry::seat(seat, action), &mut counts);
        }
        game.apply(&recorded.entry).unwrap();
    }
    counts
}

fn try_one(game: &Game, offers: &[ferrata_engine::offer::Offer], entry: Entry, counts: &mut (usize, usize)) {
    let mut trial = game.clone();
    let before = trial.hash();
    match trial.apply(&entry) {
        Err(refusal) => {
            assert_eq!(trial.hash(), before, "{entry:?} was refused but changed the table");
            assert!(!refusal.because.is_empty(), "{entry:?} was refused without a reason");
            let run = matches!(entry.action, Action::Run { .. });
            assert!(run || !covered(offers, &entry.action), "{entry:?} is offered but refused: {refusal}");
            counts.0 += 1;
        }
        Ok(_) => {
            assert!(covered(offers, &entry.action), "{entry:?} was accepted but not offered");
            counts.1 += 1;
        }
    }
}

#[test]
fn wrong_actions_against_recorded_positions_are_refused() {
    let games = ["132002", "1841_game_end_bank", "gen-1841-v1-104", "gen-1841-v1-lite-201"];
    let mut all = (0, 0);
    for name in games {
        let Some((replay, _)) = crate::common::replayed("1841", name) else { return };
        let (refused, accepted) = attack(&replay.log, 6);
        println!("{name}: {refused} refused, {accepted} accepted because they were offered too");
        all = (all.0 + refused, all.1 + accepted);
    }
    assert!(all.0 + all.1 >= 10_000, "{all:?}");
}
