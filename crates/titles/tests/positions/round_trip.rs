//! Written and read: the same hash, the same offers, and play that goes on.

use crate::moments::each_moment;
use ferrata_engine::kit::{Plan, play_on};
use ferrata_engine::turn::Title;
use ferrata_titles::{Game, catalogue, position};

/// So many random games per title in all.
const GAMES: u64 = 50;

/// Moments of random games come back; from some of them random players play on.
fn come_back(title: &str, seeds: impl Iterator<Item = u64>, every: usize) {
    let mut count = 0;
    for seed in seeds {
        each_moment(title, seed, every, |setup, game| {
            let text = position::write(setup, game).unwrap();
            let (again, back) = position::read("position.toml", &text).unwrap_or_else(|problems| {
                let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
                panic!("{title} {seed}: {}\n{text}", problems.join("\n"))
            });
            assert_eq!(again, *setup, "{title} {seed}");
            assert_eq!(back.hash(), game.hash(), "{title} {seed}: another table\n{text}");
            assert_eq!(back.offers(), game.offers(), "{title} {seed}\n{text}");
            count += 1;
            if count % 20 == 0 {
                let plan = Plan { max_entries: 40, ..Plan::new(setup.clone(), seed).checking(10) };
                let breaches = play_on(&plan, back).breaches;
                assert!(breaches.is_empty(), "{title} {seed}: {}\n{text}", breaches[0]);
            }
        });
    }
    println!("{title}: {count} moments come back");
}

#[test]
fn moments_of_1841_come_back() {
    come_back("1841", 0..4, 29);
}

#[test]
fn moments_of_18esp_come_back() {
    come_back("18ESP", 0..4, 29);
}

#[test]
fn moments_of_1883_come_back() {
    come_back("1883", 0..4, 29);
}

#[test]
fn moments_of_18fb_come_back() {
    come_back("18FB", 0..4, 29);
}

/// Every entry of fifty games of every title.
#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --features kit --test positions -- --ignored"]
fn every_moment_of_fifty_games_of_every_title_comes_back() {
    for title in catalogue::TITLES {
        come_back(title.title, 0..GAMES, 1);
    }
}

/// Written and read again.
fn again(text: &str) -> (Game, Game) {
    let (setup, game) = position::read("position.toml", text).unwrap();
    let written = position::write(&setup, &game).unwrap();
    let (_, back) = position::read("position.toml", &written).unwrap();
    (game, back)
}

/// Where a die decides who leads CCFR first, nobody leads it yet.
#[test]
fn ccfr_without_a_president_in_an_operating_round_comes_back() {
    let text = r#"
title = "1883"
players = ["A", "B", "C"]
coop = { capitalised = false }
pending = [{ coop_die = { seats = ["A", "B"], capitalised = false } }]

[round.operating]
stage = "beginning"
"#;
    let (game, back) = again(text);
    assert_eq!(back.hash(), game.hash());
    assert_eq!(back.offers(), game.offers());
}

/// CCFR has a par from the set-up on, and none when it has closed: what is written tells the two apart.
#[test]
fn ccfr_that_has_closed_comes_back() {
    let closed = r#"
title = "1883"
players = ["A", "B", "C"]
phase = "5"
coop = { capitalised = true }
company.CCFR = { standing = "waiting", shares = "", trains = [], stations = [], tokens = 4, closed_in = 1 }
"#;
    let with_par = closed.replace("closed_in = 1", "closed_in = 1, par = 100");
    let (closed, again_closed) = again(closed);
    let (with_par, again_with_par) = again(&with_par);
    assert_ne!(closed.hash(), with_par.hash());
    assert_eq!(again_closed.hash(), closed.hash());
    assert_eq!(again_with_par.hash(), with_par.hash());
}
