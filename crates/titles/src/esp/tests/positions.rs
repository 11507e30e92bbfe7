//! Positions of 18ESP: every moment of a game comes back, and a situation takes a few lines.

use super::play::setup;
use crate::esp::Game;
use crate::esp::table::Status;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::position::{read, write};
use ferrata_engine::turn::Title;
use ferrata_engine::view::{Asked, Progress};

/// Every moment of a random game is written and read: it is the same table, and play goes on from it as it did.
fn comes_back(edition: &str, option: &str, players: usize, seed: u64) {
    let log = play_random::<Game>(&Plan::new(setup(edition, option, players), seed).checking(0)).log;
    let mut game = Game::start(&log.setup).unwrap();
    let mut back = game.clone();
    for recorded in &log.entries {
        game.apply(&recorded.entry).unwrap();
        back.apply(&recorded.entry).unwrap();
        assert!(back == game, "play does not go on from a position as it did");
        let text = write(&log.setup, &game).unwrap();
        let (setup, read) = read::<Game>("position.toml", &text).unwrap_or_else(|problems| {
            let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
            panic!("{}\n{text}", problems.join("\n"))
        });
        assert_eq!(setup, log.setup);
        assert!(read == game && read.hash() == game.hash(), "{text}");
        assert_eq!(read.offers(), game.offers(), "{text}");
        back = read;
    }
}

#[test]
fn random_games_by_the_book_come_back_from_their_positions() {
    comes_back("rulebook", "standard", 4, 3);
    comes_back("rulebook", "random", 6, 8);
}

#[test]
fn random_games_as_online_come_back_from_their_positions() {
    comes_back("online", "standard", 5, 1);
    comes_back("online", "random", 3, 5);
}

const COAST: &str = r#"
title = "18ESP"
edition = "rulebook"
players = ["Ada", "Ben", "Cleo"]
phase = "3"

[seat.Ada]
cash = 300

[company.FdSB]
price = 90
treasury = 200
shares = "Ada 40"
stations = ["I5"]
trains = [{ kind = "3", narrow = true }]

[board]
J4 = "73 5"

[round.operating]
company = "FdSB"
step = "run"
"#;

#[test]
fn a_situation_takes_a_few_lines() {
    let (_, game) = read::<Game>("coast.toml", COAST).unwrap();
    assert_eq!(game.asked(), Asked::Run);
    let view = game.view();
    let shown = view.companies.iter().find(|company| company.name.as_str() == "FdSB").unwrap();
    assert_eq!((shown.cash, shown.price, shown.tokens_left), (Money(200), Some(Money(90)), 1));
    assert_eq!(shown.trains.iter().map(|train| train.as_str()).collect::<Vec<_>>(), ["2+3"]);
    assert_eq!(view.depot[1].left, Some(8), "one of the nine 3s is with the company");
    assert!(!game.best_routes().is_empty());
}

/// Those before the company whose turn it is have acted, and it acts only once.
#[test]
fn who_has_acted_follows_from_the_prices() {
    let before = "\n[company.N]\nprice = 120\nshares = \"Ben 20\"\n";
    let after = "\n[company.CRB]\nprice = 65\nshares = \"Cleo 20\"\n";
    let text = COAST.replace("\n[board]", &format!("{before}{after}\n[board]"));
    let (_, game) = read::<Game>("coast.toml", &text).unwrap();
    let order = game.view().operating_order;
    let order: Vec<_> = order.iter().map(|shown| (shown.company.to_string(), shown.progress)).collect();
    let shown = |name: &str, progress| (name.to_owned(), progress);
    let expected = [shown("N", Progress::Done), shown("FdSB", Progress::Now), shown("CRB", Progress::ToCome)];
    assert_eq!(order, expected);
    assert_eq!(game.operating().map(|operating| (operating.number, operating.of)), Some((1, 2)));
}

/// What the phase did when it began need not be told: minors are frozen, trains have rusted and can be recycled.
#[test]
fn what_follows_from_the_phase_is_not_told() {
    let text = COAST.replace("phase = \"3\"", "phase = \"5\"").replace("kind = \"3\"", "kind = \"5\"");
    let minor = "\n[company.SC]\nprice = 80\ntreasury = 30\nshares = \"Ben 100\"\n";
    let (_, game) = read::<Game>("coast.toml", &(text + minor)).unwrap();
    let status = |name: &str| game.company(game.company_named(CompanyName(Name::cut(name))).unwrap()).status;
    assert_eq!(
        (status("SC"), status("AC"), status("FdSB")),
        (Status::Frozen, Status::Frozen, Status::Launched)
    );
    let left: Vec<_> = game.table.recyclable.iter().take(3).map(|left| *left > 0).collect();
    assert_eq!(left, [true, false, false]);
}

/// What is told of the first slip in a position of the coast.
fn told(old: &str, new: &str) -> String {
    assert!(COAST.contains(old), "{old}");
    let problems = read::<Game>("coast.toml", &COAST.replace(old, new)).err();
    problems.and_then(|problems| problems.first().map(ToString::to_string)).unwrap_or_default()
}

#[test]
fn a_broken_position_says_where_and_what_would_be_right() {
    for (old, new, line) in [
        ("title = \"18ESP\"", "title = 18", "2: the set-up: found 18; expected a name of at most 15 bytes"),
        ("phase = \"3\"", "phase = \"9\"", "5: phase: found \"9\"; expected a phase: 2, 3, 4, 5, 6, 7"),
        ("[seat.Ada]", "[seat.Ana]", "7: seat: found \"Ana\"; expected a player: Ada, Ben, Cleo"),
        ("cash = 300", "cash = -300", "8: seat Ada `cash`: found -300; expected an amount of money"),
        (
            "cash = 300",
            "cash = 300\ndept = 50",
            "9: seat Ada: found the unknown key `dept`; expected one of `debt`, `interest`",
        ),
        ("[company.FdSB]", "[company.FSB]", "10: company: found \"FSB\"; expected a company: N, MZA, A,"),
        (
            "price = 90",
            "price = 91",
            "11: company FdSB: found a price that is not on the chart; expected one of 50, 55, 60, 65,",
        ),
        (
            "\"Ada 40\"",
            "\"Ada 45\"",
            "13: company FdSB `shares`: found holdings that its certificates do not make up; expected sums of its certificates",
        ),
        (
            "\"Ada 40\"",
            "\"Ada 60, Ben 50\"",
            "13: company FdSB `shares`: found 110% in all; expected at most 100%",
        ),
        (
            "\"Ada 40\"",
            "\"Eva 40\"",
            "13: company FdSB `shares`: found \"Eva\"; expected a player (Ada, Ben,",
        ),
        (
            "[\"I5\"]",
            "[\"I5\", \"I5\"]",
            "14: company FdSB `stations`: found \"I5\" twice; expected one station of a company in a place",
        ),
        ("[\"I5\"]", "[\"Z9\"]", "14: company FdSB `stations`: found \"Z9\"; expected a hex of the board"),
        (
            "kind = \"3\"",
            "kind = \"9\"",
            "15: company FdSB `kind`: found \"9\"; expected a train: 2, 3, 4, 5, 6, 8, 2P",
        ),
        (
            "73 5",
            "73 6",
            "18: board J4: found \"73 6\"; expected a tile and its turn clockwise, as in \"57 2\"",
        ),
        ("73 5", "730 5", "18: board J4: found \"730\"; expected a tile of the box"),
        ("\"run\"", "\"walk\"", "22: round `step`: found \"walk\"; expected one of track, run,"),
        ("company = \"FdSB\"\n", "", "20: round `operating`: found nothing; expected `company`"),
        (
            "round.operating",
            "round.walking",
            "20: round: found \"walking\"; expected one of set_up, auction, stock, operating, over",
        ),
        ("[board]", "[bord]", "17: the position: found the unknown key `bord`; expected one of `title`,"),
    ] {
        let told = told(old, new);
        assert!(told.starts_with(&format!("coast.toml:{line}")), "{new}: {told}");
    }
}
