//! Written and read: the same hash, the same offers, and play that goes on.

use crate::moments::each_moment;
use ferrata_engine::kit::{Plan, play_on};
use ferrata_engine::turn::Title;
use ferrata_titles::{Game, position};

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

/// Every entry of fifty games of a title.
fn all_come_back(title: &str) {
    come_back(title, 0..GAMES, 1);
}

#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --features kit --test positions -- --ignored --nocapture"]
fn every_moment_of_fifty_games_of_1841_comes_back() {
    all_come_back("1841");
}

#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --features kit --test positions -- --ignored --nocapture"]
fn every_moment_of_fifty_games_of_18esp_comes_back() {
    all_come_back("18ESP");
}

#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --features kit --test positions -- --ignored --nocapture"]
fn every_moment_of_fifty_games_of_1883_comes_back() {
    all_come_back("1883");
}

#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --features kit --test positions -- --ignored --nocapture"]
fn every_moment_of_fifty_games_of_18fb_comes_back() {
    all_come_back("18FB");
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

/// A closed CCFR lies on no field of the chart, though it does from the set-up on.
#[test]
fn ccfr_that_has_closed_has_no_price() {
    let price = |ccfr: &str| {
        let text = format!(
            "title = \"1883\"\nplayers = [\"A\", \"B\", \"C\"]\nphase = \"5\"\ncompany.CCFR = {ccfr}"
        );
        let (game, back) = again(&text);
        assert_eq!(back.hash(), game.hash());
        game.view().companies.iter().find(|company| company.name.to_string() == "CCFR").unwrap().price
    };
    let closed = r#"{ standing = "waiting", shares = "", trains = [], stations = [], closed_in = 1 }"#;
    assert_eq!(price(closed), None);
    assert!(price(&closed.replace("shares", "place = \"F1\", shares")).is_some());
}

/// The position of a table of 1883 that says this, too.
fn of_1883(says: &str) -> Game {
    let text = format!("title = \"1883\"\nplayers = [\"A\", \"B\", \"C\"]\n{says}");
    position::read("position.toml", &text).unwrap_or_else(|problems| panic!("{}", problems[0])).1
}

/// Of events and of the co-operative a position may tell a part: the rest is what it would be without.
#[test]
fn events_and_coop_of_1883_may_be_told_in_part() {
    // Alone in the file each key says what it would say together with all others.
    let deck = |number: u8| of_1883(&format!("phase = \"5\"\nevents = {{ deck = {number} }}")).hash();
    assert_eq!(deck(2), of_1883("phase = \"5\"").hash());
    assert_ne!(deck(1), deck(2));
    assert_eq!(deck(1), of_1883("phase = \"5\"\nevents = { deck = 1, raided = false }").hash());
    let raided = "phase = \"5\"\nevents = { raided = true }";
    assert_eq!(of_1883(raided).hash(), of_1883("phase = \"5\"\nevents = { deck = 2, raided = true }").hash());
    assert_ne!(
        of_1883(raided).hash(),
        of_1883("phase = \"5\"\nevents = { raided = true, left = [] }").hash()
    );
    let coop = |says: &str| of_1883(&format!("phase = \"5\"\ncoop = {{ {says} }}")).hash();
    assert_eq!(coop("president = \"A\""), coop("capitalised = true, president = \"A\""));
    assert_ne!(coop("president = \"A\""), coop("capitalised = false, president = \"A\""));
}
