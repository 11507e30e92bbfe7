//! A few games in which many changed actions are tried.

use super::setup;
use ferrata_engine::kit::{
    Plan, Playable, check_board, check_money, check_shares, check_trains, play_random,
};
use ferrata_engine::log::Log;
use ferrata_engine::turn::{Setup, Title};
use ferrata_titles::esp::Esp;
use ferrata_titles::t1841;

fn play<T: Playable>(setup: Setup, seed: u64) -> Log {
    let plan = Plan { mutants: 400, ..Plan::new(setup, seed).checking(8) };
    let report = play_random::<T>(&plan);
    let counts = &report.counts;
    println!(
        "{} entries, {} samples, {} changed actions, {} of them legal",
        report.log.entries.len(),
        counts.samples,
        counts.mutants,
        counts.legal_mutants
    );
    assert!(report.breaches.is_empty(), "{:#?}", report.breaches);
    assert!(report.outcome.is_some(), "the game ends");
    report.log
}

#[test]
fn games_of_18esp_looked_at_closely() {
    play::<Esp>(setup("18ESP", "rulebook", &["standard"], 4), 11);
    play::<Esp>(setup("18ESP", "online", &["random"], 3), 12);
}

#[test]
fn games_of_1841_looked_at_closely() {
    for (edition, players, seed) in [("v1", 4, 21), ("v2-lite", 3, 22), ("v1-lite", 4, 23), ("v2", 5, 24)] {
        let log = play::<t1841::Game>(setup("1841", edition, &[], players), seed);
        let mut game = t1841::Game::start(&log.setup).unwrap();
        for recorded in &log.entries {
            game.apply(&recorded.entry).unwrap();
            assert_eq!(against_the_box(&game, players), Vec::<String>::new(), "{:?}", recorded.entry);
        }
    }
}

/// What the toolbox finds wrong when it compares the table with the box.
fn against_the_box(game: &t1841::Game, players: usize) -> Vec<String> {
    let (table, parts) = (game.table(), game.parts());
    let mut wrong = check_money(&table.ledger, game.rules().bank);
    wrong.extend(check_shares(&table.shares, players));
    let owned = table.companies.iter().flat_map(|company| company.trains.iter().copied());
    wrong.extend(check_trains(&table.depot, &parts.trains, owned));
    wrong.extend(check_board(&table.board, parts, |_| None, |_| false));
    wrong
}
