//! Random players play whole games; everything the kit can check is checked.

use super::super::Game;
use super::builder::setup;
use ferrata_engine::kit::{Plan, Tally, play_random};

fn play(edition: &str, games: u64, one_in: u32) -> Tally {
    let mut tally = Tally::default();
    let most = if edition.contains("lite") { 4 } else { 6 };
    for seed in 0..games {
        let players = 3 + (seed % most) as usize;
        let plan = Plan { max_entries: 20_000, ..Plan::new(setup(edition, players), seed).checking(one_in) };
        let report = play_random::<Game>(&plan);
        if let Some(breach) = report.breaches.first() {
            let game = report.log.state::<Game>().expect("the log folds");
            let view = ferrata_engine::turn::Title::view(&game);
            println!("{edition}, seed {seed}, {players} players: {breach:?}");
            println!("{} {} {:?} {:?}", view.round, view.asked, game.t.round, game.t.steps);
        }
        tally.add(&report);
    }
    assert!(tally.breaches.is_empty(), "{edition}: {:#?}", tally.breaches.first());
    assert_eq!(tally.finished, tally.games, "every game ends");
    tally
}

#[test]
fn random_games_of_the_first_edition_end_without_a_breach() {
    play("v1", 2, 60);
    play("v1 lite", 1, 60);
}

#[test]
fn random_games_of_the_second_edition_end_without_a_breach() {
    play("v2", 1, 60);
    play("v2 lite", 1, 60);
}

#[test]
fn random_games_of_the_variants_end_without_a_breach() {
    for variant in ["napoleon", "cavour", "william", "carlo-alberto", "franz-joseph priority-card"] {
        play(&format!("v1 {variant}"), 1, 200);
    }
}

#[test]
fn random_games_online_end_without_a_breach() {
    play("v1 online", 1, 100);
    play("v2 lite online", 1, 100);
}

/// Many games with the counts of the areas they reach; run by hand:
/// `GAMES=40 cargo test -p ferrata-titles --release many_games_of_1841 -- --ignored --nocapture`.
#[test]
#[ignore = "minutes"]
fn many_games_of_1841_reach_every_area() {
    let games = std::env::var("GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(20);
    let editions = std::env::var("EDITIONS").unwrap_or_else(|_| "v1,v1 lite,v2,v2 lite".into());
    for edition in editions.split(',') {
        let tally = play(edition, games, 500);
        println!("{edition}: {} entries in {games} games", tally.entries);
        for (area, count) in &tally.counts.areas {
            println!("  {count:>6} {area}");
        }
    }
}
