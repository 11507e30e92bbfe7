//! A few games in which many changed actions are tried.

use super::setup;
use ferrata_engine::kit::{Plan, Playable, play_random};
use ferrata_engine::turn::Setup;
use ferrata_titles::esp;
use ferrata_titles::fb;
use ferrata_titles::{t1841, t1883};

fn play<T: Playable>(setup: Setup, seed: u64) {
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
}

#[test]
fn games_of_18esp_looked_at_closely() {
    play::<esp::Game>(setup("18ESP", "rulebook", &["standard"], 4), 11);
    play::<esp::Game>(setup("18ESP", "online", &["random"], 3), 12);
}

#[test]
fn games_of_1841_looked_at_closely() {
    for (edition, players, seed) in [("v1", 4, 21), ("v2-lite", 3, 22), ("v1-lite", 4, 23), ("v2", 5, 24)] {
        play::<t1841::Game>(setup("1841", edition, &[], players), seed);
    }
}

#[test]
fn games_of_18fb_looked_at_closely() {
    for (edition, players, seed) in [("PA23", 3, 31), ("2006", 4, 32)] {
        play::<fb::Game>(setup("18FB", edition, &[], players), seed);
    }
}

#[test]
fn games_of_1883_looked_at_closely() {
    for (options, players, seed) in [(&[][..], 4, 41), (&["merging", "strong", "bombs"][..], 3, 42)] {
        play::<t1883::Game>(setup("1883", "living", options, players), seed);
    }
}
