//! Positions of 1841: every moment of a game comes back, and a situation takes a few lines.

use super::builder::setup;
use crate::t1841::Game;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, OptionName};
use ferrata_engine::position::{read, write};
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Setup, Title};
use ferrata_engine::view::{Asked, CompanyStatus};

/// The moment is written, read, and compared.
fn comes_back(setup: &Setup, game: &Game) {
    let text = write(setup, game).unwrap();
    let (again, back) = read::<Game>("position.toml", &text).unwrap_or_else(|problems| {
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        panic!("{}\n{text}", problems.join("\n"))
    });
    assert_eq!(again, *setup);
    assert!(back == *game && back.hash() == game.hash(), "{text}");
    assert_eq!(back.offers(), game.offers(), "{text}");
}

/// Every so many-th moment of a random game comes back, and the last one.
fn game_comes_back(edition: &str, players: usize, seed: u64, every: usize) {
    let log = play_random::<Game>(&Plan::new(setup(edition, players), seed).checking(0)).log;
    let mut game = Game::start(&log.setup).unwrap();
    for (at, recorded) in log.entries.iter().enumerate() {
        game.apply(&recorded.entry).unwrap();
        if at % every == 0 || at + 1 == log.entries.len() {
            comes_back(&log.setup, &game);
        }
    }
}

#[test]
fn every_moment_of_random_games_comes_back() {
    game_comes_back("v1", 4, 7, 1);
    game_comes_back("v2 lite", 3, 7, 1);
}

#[test]
fn moments_of_random_games_by_other_rules_come_back() {
    for (seed, edition) in (0..).zip(["v2", "v2 lite online", "v1 priority-card"]) {
        game_comes_back(edition, 3, seed, 20);
    }
}

/// In phase three IRSFF, directed by Ada, is about to run its train.
const MILANO: &str = r#"
title = "1841"
edition = "v1"
players = ["Ada", "Ben", "Cleo"]
phase = "3"

[company.IRSFF]
price = 100
treasury = 300
shares = "Ada 40, Ben 20, pool 20"
stations = ["F8", "F16"]
trains = ["3"]

[company.SFTN]
place = "C5"
treasury = 80
shares = "Ben 40, IRSFF 20"
stations = ["H4"]

[board]
E9 = "621 1"

[round.operating]
company = "IRSFF"
turn = { step = "run" }
"#;

/// From which bases a tile may have been built is part of a position.
#[test]
fn a_turn_in_which_a_tile_was_laid_comes_back() {
    let text = MILANO.replace("step = \"run\"", "step = \"track\"").replace("E9 = \"621 1\"", "");
    let (setup, mut game) = read::<Game>("milano.toml", &text).expect("a position");
    let tile = super::builder::lay("E9", "202", 1);
    game.apply(&ferrata_engine::turn::Entry::seat(SeatId(0), tile)).expect("a tile");
    assert_eq!(game.asked(), Asked::Track, "Venezia may build, too");
    comes_back(&setup, &game);
    assert!(write(&setup, &game).unwrap().contains("bases"));
    // Where one tile is laid it is not asked from which base.
    let text = text.replace("phase = \"3\"", "phase = \"5\"").replace("\"3\"]", "\"5\"]");
    let (setup, mut game) = read::<Game>("milano.toml", &text).expect("a position");
    game.apply(&ferrata_engine::turn::Entry::seat(SeatId(0), super::builder::lay("E9", "202", 1)))
        .expect("a tile");
    assert!(!write(&setup, &game).unwrap().contains("bases"));
}

fn problems(text: &str) -> String {
    let problems = read::<Game>("milano.toml", text).expect_err("it is refused");
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_situation_takes_a_few_lines() {
    let (_, game) = read::<Game>("milano.toml", MILANO).unwrap_or_else(|_| panic!("{}", problems(MILANO)));
    assert_eq!(game.asked(), Asked::Run);
    let view = game.view();
    let company = |name: &str| view.companies.iter().find(|company| company.name.as_str() == name).unwrap();
    let (irsff, sftn) = (company("IRSFF"), company("SFTN"));
    assert_eq!((irsff.cash, irsff.price, irsff.tokens_left), (Money(300), Some(Money(100)), 0));
    assert_eq!((sftn.cash, sftn.price, sftn.tokens_left), (Money(80), Some(Money(68)), 1));
    assert_eq!(view.depot[0].left, Some(0), "in phase three the 2s are sold");
    assert_eq!(view.depot[1].left, Some(5), "one of the six 3s is with the company");
    let card = game.parts().card(CardName::of("IRSFF")).unwrap();
    assert_eq!(game.concession_holder(card), Holder::Seat(SeatId(0)), "the director has the concession");
    let sftn = game.parts().company(CompanyName::of("SFTN")).unwrap();
    assert!(!game.has_acted(sftn), "its price is lower");
    assert_eq!(game.best_revenue(game.acting().unwrap()), Money(90), "Milano and Bergamo");
    comes_back(&setup_of(MILANO), &game);
}

fn setup_of(text: &str) -> Setup {
    ferrata_engine::position::setup("milano.toml", text).unwrap()
}

/// In a merger six ordinary certificates of the new company are handed out; which of them are left makes no difference.
const MERGER: &str = r#"
title = "1841"
edition = "v1"
players = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Furio", "Gina"]
phase = "4"

[company.CTDA]
price = 14
shares = "Ada 10, Ben 10, Cleo 10, Dino 10, Elsa 10, Furio 10"
director = "offering"
operated = false

[company.ICSF]
price = 8
stack = 0
shares = "Furio 10"
director = "offering"
standing = "dissolving"
stations = ["K13"]

[company.ILTF]
price = 8
stack = 1
shares = ""
director = "offering"
standing = "dissolving"
stations = ["L14"]

[round.operating]
company = "ICSF"
turn = { step = "done" }

[[pending]]
merging = { exchange = { merger = { a = "ICSF", b = "ILTF", into = "CTDA", decider = "Ada" }, pass = "whole", holders = [{ seat = "Ada" }, { seat = "Furio" }], next = 1, handed = 6 } }
"#;

#[test]
fn which_certificates_are_left_makes_no_difference() {
    let (_, game) = read::<Game>("merger.toml", MERGER).unwrap_or_else(|_| panic!("{}", problems(MERGER)));
    let share = Action::Choose { option: OptionName::of("share") };
    assert!(game.offered(&share), "{:?}", game.offers());
}

#[test]
fn the_later_phases_follow_from_their_number() {
    let later =
        MILANO.replace("phase = \"3\"", "phase = \"5\"").replace("trains = [\"3\"]", "trains = [\"5\"]");
    let (_, game) = read::<Game>("milano.toml", &later).unwrap_or_else(|_| panic!("{}", problems(&later)));
    assert!(game.table.split_done && game.table.tuscan_done);
    assert!(game.table.concessions.iter().all(|holder| *holder == Holder::Out));
    let status = |name: &str| {
        game.view().companies.iter().find(|company| company.name.as_str() == name).unwrap().status
    };
    assert_eq!((status("SFLP"), status("AFI")), (CompanyStatus::Closed, CompanyStatus::Waiting));
}

#[test]
fn a_broken_position_says_where_and_what_would_be_right() {
    for (old, new, told) in [
        ("step = \"run\"", "step = \"walk\"", "milano.toml:25"),
        ("step = \"run\"", "step = \"walk\"", "one of track, station, run"),
        ("[board]", "[bord]", "the unknown key `bord`"),
        ("trains = [\"3\"]", "trains = [\"9\"]", "a train: 2, 3, 4"),
        ("trains = [\"3\"]", "trians = [\"3\"]", "the unknown key `trians`"),
        ("shares = \"Ada 40", "shares = \"Ada 45", "sums of its certificates"),
        ("shares = \"Ada 40", "shares = \"Ada 90", "at most 100%"),
        ("shares = \"Ada 40", "shares = \"Dino 40", "a player (Ada, Ben, Cleo)"),
        ("place = \"C5\"", "price = 68", "`place`, one of C5, E7"),
        ("price = 100", "price = 101", "one of 8, 9, 10"),
        ("stations = [\"F8\", \"F16\"]", "stations = [\"F8\", \"Z9\"]", "a hex of the board"),
        ("stations = [\"H4\"]", "stations = [\"H4 s0\", \"H4 s0\"]", "a place with a free slot"),
        (
            "stations = [\"H4\"]",
            "stations = [\"H4 s0\", \"H4 s1\"]",
            "milano.toml:18: company SFTN stations: found two stations of SFTN in H4; expected one station of a company on a hex",
        ),
        (
            "[company.IRSFF]",
            "[seat.Ada]\nsold = [\"SFTN\"]\n[company.IRSFF]",
            "milano.toml:8: seat Ada sold: found companies sold in this round; expected a stock round",
        ),
        ("price = 100", "price = 100\nstack = \"top\"", "a place in the stack"),
        ("E9 = \"621 1\"", "E9 = \"9999 1\"", "a tile of the box"),
        ("E9 = \"621 1\"", "E9 = \"621 6\"", "a tile and its turn clockwise"),
        ("company = \"IRSFF\"", "company = \"IRSF\"", "a company: SFMA"),
        ("phase = \"3\"", "phase = \"9\"", "a phase: 2, 3"),
        ("treasury = 300", "treasury = \"much\"", "an amount of money"),
        ("treasury = 300", "treasury = -1", "an amount of money"),
        (
            "[company.SFTN]",
            "[company.SFMA]\ntreasury = 10\n[company.SFTN]",
            "SFMA is not in operation but has money",
        ),
    ] {
        assert!(MILANO.contains(old), "{old}");
        let problems = problems(&MILANO.replace(old, new));
        assert!(problems.contains(told), "{new}: {problems}");
    }
}
