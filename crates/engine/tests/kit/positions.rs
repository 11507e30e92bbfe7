//! Positions of the tiny title: written, read, played on, and what is said of broken ones.

use super::setup;
use crate::tiny::Tiny;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::position::{read, write};
use ferrata_engine::{Money, SeatId, Title, Turn};

/// Every table of a game is written and read back as the same table, with the same offers.
#[test]
fn every_moment_of_a_game_comes_back_from_its_position() {
    for seed in 0..40 {
        let log = play_random::<Tiny>(&Plan::new(setup(2 + seed as usize % 3), seed).checking(0)).log;
        let mut game = Tiny::start(&log.setup).unwrap();
        for recorded in &log.entries {
            game.apply(&recorded.entry).unwrap();
            let text = write(&log.setup, &game).unwrap();
            let (setup, back) = read::<Tiny>("position.toml", &text).unwrap_or_else(|problems| {
                let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
                panic!("{}\n{text}", problems.join("\n"))
            });
            assert_eq!(setup, log.setup);
            assert_eq!(back.hash(), game.hash(), "{text}");
            assert_eq!(back.offers(), game.offers(), "{text}");
            assert!(back == game, "{text}");
        }
    }
}

const SHORT: &str = r#"title = "tiny"
edition = "one"
players = ["Ada", "Ben"]
phase = "3"

[seat.Ada]
cash = 120

[company.Alpha]
price = 60
treasury = 90
shares = "Ada 40, Ben 20, pool 20"
stations = ["A4"]
trains = ["2"]

[board]
A4 = "57 0"

[round.stock]
asked = "Ben"
"#;

fn wrong(old: &str, new: &str) -> String {
    let text = SHORT.replacen(old, new, 1);
    assert_ne!(text, SHORT, "{old} is not there");
    let problems = read::<Tiny>("p.toml", &text).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_situation_takes_a_few_lines() {
    let (_, game) = read::<Tiny>("p.toml", SHORT).unwrap();
    let view = game.view();
    assert_eq!(game.turn(), Turn::Seat(SeatId(1)));
    assert_eq!((view.players[0].cash, view.companies[0].cash), (Money(120), Money(90)));
    assert_eq!(view.bank, Some(Money(1400 - 120 - 300 - 90)), "the bank has the rest");
    assert_eq!(
        (view.companies[0].director, view.companies[0].pool, view.companies[0].offering),
        (Some(SeatId(0)), 20, 20)
    );
    assert_eq!(view.companies[0].tokens_left + 1, game.fixed.parts.companies[0].tokens.len() as u8);
    assert_eq!((view.board.tiles.len(), view.board.tokens.len()), (1, 1));
}

/// What is wrong is told with its line, what was found and what would be right.
#[test]
fn a_broken_position_says_where_and_what_would_be_right() {
    let cases = [
        ("\"tiny\"", "\"tiny", "p.toml:1: the file"),
        ("phase = \"3\"", "phase = \"9\"", "p.toml:4: phase: found \"9\"; expected a phase: 2, 3, 4"),
        ("phase = \"3\"", "fase = \"3\"", "p.toml:4: the position: found the unknown key `fase`"),
        ("seat.Ada", "seat.Eve", "p.toml:6: seat: found \"Eve\"; expected a player: Ada, Ben"),
        ("cash = 120", "cash = -1", "p.toml:7: seat Ada `cash`: found -1; expected an amount of money"),
        ("cash = 120", "cash = 120\nhat = 1", "p.toml:8: seat Ada: found the unknown key `hat`"),
        (
            "company.Alpha",
            "company.Gamma",
            "p.toml:9: company: found \"Gamma\"; expected a company: Alpha, Beta",
        ),
        (
            "price = 60",
            "price = 61",
            "p.toml:10: company Alpha: found a price that is not on the chart; expected one of 20, 30",
        ),
        (
            "price = 60",
            "price = 60\nplace = \"A1\"",
            "p.toml:11: company Alpha: found \"A1\"; expected `place`, one of E1",
        ),
        ("Ben 20", "Ben 45", "p.toml:12: company Alpha `shares`: found 105% in all; expected at most 100%"),
        (
            "Ben 20",
            "Ben 15",
            "found holdings that its certificates do not make up; expected sums of its certificates (40, 20, 20, 20)",
        ),
        (
            "Ben 20",
            "Eve 20",
            "p.toml:12: company Alpha `shares`: found \"Eve\"; expected a player (Ada, Ben), a company",
        ),
        ("Ben 20", "Ben many", "found \"Ben many\"; expected a holder and a percentage"),
        ("Ben 20", "Ada 20", "found a holder named twice"),
        (
            "[\"A4\"]",
            "[\"Z9\"]",
            "p.toml:13: company Alpha `stations`: found \"Z9\"; expected a hex of the board",
        ),
        ("[\"A4\"]", "[\"A6\"]", "found \"A6\"; expected a place with a free slot"),
        ("[\"A4\"]", "[\"A4\", \"A4\"]", "p.toml:13: company Alpha `stations`"),
        ("[\"A4\"]", "\"A4\"", "found \"A4\"; expected a list of places"),
        (
            "trains = [\"2\"]",
            "trains = [\"7\"]",
            "p.toml:14: company Alpha: found \"7\"; expected a train: 2, 3, 4",
        ),
        ("trains", "engines", "p.toml:14: company Alpha: found the unknown key `engines`"),
        ("57 0", "157 0", "p.toml:17: board A4: found \"157\"; expected a tile of the box"),
        ("57 0", "57 6", "p.toml:17: board A4: found \"57 6\"; expected a tile and its turn clockwise"),
        (
            "A4 = \"57 0\"",
            "A4 = \"57 0\"\nA2 = \"57 0\"\nB3 = \"57 1\"",
            "p.toml:19: board B3: found one more tile 57; expected a tile that is left",
        ),
        (
            "asked = \"Ben\"",
            "asked = \"Eve\"",
            "p.toml:20: round `asked`: found \"Eve\"; expected a player: Ada, Ben",
        ),
        ("asked = \"Ben\"", "", "p.toml:19: round `stock`: found nothing; expected `asked`"),
        ("round.stock", "round.lunch", "p.toml:19: round: found \"lunch\"; expected one of seating"),
        (
            "\n[seat.Ada]",
            "bank = 1\n[seat.Ada]",
            "p.toml:5: bank: found 1; expected 890, so that all money is 1400",
        ),
        ("[board]", "[depot]\n\"2\" = 9\n[board]", "the position: found"),
        (
            "[board]",
            "[depot]\n\"9\" = 1\n[board]",
            "p.toml:17: depot: found \"9\"; expected a train: 2, 3, 4",
        ),
        ("[\"Ada\", \"Ben\"]", "[\"Ada\"]", "p.toml:1: the set-up: found 1 players cannot play this title"),
    ];
    for (old, new, expected) in cases {
        let told = wrong(old, new);
        assert!(told.contains(expected), "{new}:\n{told}\ninstead of\n{expected}");
    }
}

/// Whatever somebody types, the reader answers.
#[test]
fn the_reader_never_panics() {
    let mut dice = ferrata_engine::kit::Dice::new(5);
    for _ in 0..3_000 {
        let mut bytes = SHORT.as_bytes().to_vec();
        for _ in 0..1 + dice.below(6) {
            let at = dice.below(bytes.len() as u64) as usize;
            match dice.below(4) {
                0 => bytes[at] = b' ' + dice.below(95) as u8,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"=\"[]0.-{}\n"[dice.below(10) as usize]),
                _ => bytes.truncate(at.max(40)),
            }
        }
        let _ = read::<Tiny>("p.toml", &String::from_utf8_lossy(&bytes));
    }
}

/// A game goes on from a position as from any other table.
#[test]
fn random_play_goes_on_from_a_position() {
    let (_, game) = read::<Tiny>("p.toml", SHORT).unwrap();
    for seed in 0..20 {
        let breaches = ferrata_engine::kit::play_on(&Plan::new(setup(2), seed), game.clone()).breaches;
        assert!(breaches.is_empty(), "{breaches:?}");
    }
}
