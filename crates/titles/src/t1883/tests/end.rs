//! Chapters 1, 2, 4 and 9: set-up, rounds and the end; positions.

use super::desk::at;
use crate::t1883::Game;
use ferrata_engine::kit::{Plan, play_random};
use ferrata_engine::position;
use ferrata_engine::turn::{Title, Turn};

/// Rules: 1883-2.0-01, 1883-2.2-01, 1883-2.2-02, 1883-R-01
#[test]
fn money_at_the_start() {
    for (players, cash) in [(2, 800), (3, 550), (4, 400)] {
        let game = Game::start(&super::play::setup(&[], players)).unwrap();
        assert_eq!(game.table.ledger.seat(ferrata_engine::id::SeatId(0)).0, cash);
        assert_eq!(game.table.ledger.bank().0, 11_000 - cash * players as i32);
    }
    assert!(Game::start(&super::play::setup(&[], 5)).is_err());
    assert!(Game::start(&super::play::setup(&["merger"], 3)).is_err());
}

/// Rules: 1883-8.1.1-01, 1883-8.1.1-03, 1883-2.3-01, 1883-R-33
#[test]
fn the_co_operative_is_there_from_the_start() {
    let desk = at("");
    assert_eq!(
        (desk.price("CCFR"), desk.treasury("CCFR"), desk.held("CCFR", "Ada"), desk.held("CCFR", "offering")),
        (100, 0, 10, 70)
    );
    assert_eq!(desk.game.table.board.tokens_of(desk.company("CCFR")).count(), 2);
    assert_eq!(desk.held("SV", "offering"), 100);
}

/// Rules: 1883-1.1-01, 1883-4.0-02, 1883-4.0-11, 1883-R-09
#[test]
fn the_number_of_operating_rounds_is_fixed_when_the_stock_round_ends() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 1\nphase = \"2\"\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 500\nshares = \"Ada 20\"\nstations = [\"26\"]\n[events]\ndeck = 1\nleft = []\n[depot]\n3 = 0\n3bis = 0\n4 = 0\n",
    );
    desk.pass().pass().pass();
    assert_eq!(desk.game.table.set, (1, 2));
    desk.end_turn();
    assert_eq!(desk.game.table.set, (2, 2));
}

/// Rules: 1883-1.2-01, 1883-1.1-02, 1883-R-34, 1883-R-39
#[test]
fn wealth_is_cash_and_shares() {
    let desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 400\nshares = \"Ada 30\"\nstations = [\"26\"]\n[company.FMV]\nshares = \"Ada 10\"\ndirector = \"offering\"\n[private]\nTCB = { seat = \"Ada\" }\n",
    );
    assert_eq!(crate::t1883::end::worth(&desk.game, desk.seat("Ada")).0, 550 + 3 * 85 + 100);
}

/// Rules: 1883-V-23, 1883-9-02, 1883-9-06, 1883-9-07, 1883-1.2-03
#[test]
fn a_finished_bank_ends_the_game_with_the_set() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [2, 3]\nphase = \"6\"\n[seat.Ada]\ncash = 9000\n[seat.Ben]\ncash = 600\n[seat.Cleo]\ncash = 600\n\
         [coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[events]\ndeck = 3\nleft = []\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 60, Ben 20, Cleo 20\"\nstations = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"dividend\"\nturn = { revenue = 800 }\n",
    );
    desk.pay_out();
    assert!(desk.game.table.bank_finished && desk.bank() == 0);
    assert!(desk.said("Operating round 9.3 begins"), "the third round is played");
    while let Turn::Seat(_) = desk.game.turn() {
        desk.pass();
    }
    assert_eq!(desk.asked(), "the bank is finished");
    let Turn::Over(outcome) = desk.game.turn() else { panic!() };
    assert_eq!((outcome.standings[0].0, outcome.standings[1].1), (desk.seat("Ada"), outcome.standings[2].1));
}

/// Rules: 1883-R-55
#[test]
fn where_nothing_can_happen_any_more_the_game_is_over() {
    let dead = "stock_rounds = 5\noperating_rounds = 9\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[seat.Ada]\ncash = 129\n[seat.Ben]\ncash = 10\n[seat.Cleo]\ncash = 0\n";
    let mut desk = at(dead);
    desk.pass().pass().pass();
    assert_eq!(desk.asked(), "no corporation is in play, and nobody can launch one any more");
    let mut desk = at(&dead.replace("129", "130"));
    desk.pass().pass().pass();
    assert_ne!(desk.asked(), "no corporation is in play, and nobody can launch one any more");
}

/// Every position of random games, written down and read again, is the same.
#[test]
fn positions_are_written_and_read() {
    for seed in 0..4 {
        let plan = Plan::new(super::play::setup(&[], 2 + seed as usize % 3), seed).checking(0);
        let report = play_random::<Game>(&plan);
        let mut game = Game::start(&plan.setup).unwrap();
        for (at, logged) in report.log.entries.iter().enumerate() {
            game.apply(&logged.entry).unwrap();
            if at % 7 != 0 && at + 1 != report.log.entries.len() {
                continue;
            }
            let text = position::write(&plan.setup, &game).unwrap();
            match position::read::<Game>("position", &text) {
                Ok((_, read)) => {
                    assert_eq!(read.hash(), game.hash(), "seed {seed}, entry {at}:\n{text}");
                    assert_eq!(read.offers(), game.offers(), "seed {seed}, entry {at}");
                }
                Err(problems) => panic!("seed {seed}, entry {at}: {problems:#?}\n{text}"),
            }
        }
    }
}

/// What a position leaves out follows from the phase, the prices and the set-up.
#[test]
fn a_short_position_says_enough() {
    let sv = "[company.SV]\nplace = \"I5\"\nshares = \"Ada 20\"\n[company.FMV]\nplace = \"B3\"\nshares = \"Ben 20\"\n";
    let desk = at(&format!("phase = \"2\"\n{sv}[round.operating]\ncompany = \"SV\"\nstep = \"track\"\n"));
    let operating = desk.game.operating().unwrap();
    let names = |companies: &[ferrata_engine::id::CompanyId]| {
        companies.iter().map(|company| desk.game.name(*company).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(
        (names(&operating.acted), names(&operating.order)),
        (vec!["CCFR".to_owned(), "SV".to_owned()], vec!["FMV".to_owned()])
    );
    assert_eq!(desk.game.table.set, (1, 2));
    let spec = desk.game.fixed.parts.company_spec(desk.company("SV")).unwrap();
    let homes: Vec<_> = spec.homes.iter().map(|home| home.hex).collect();
    let laid: Vec<_> = desk.game.table.board.tokens_of(desk.company("SV")).map(|token| token.hex).collect();
    assert_eq!(laid, homes, "1883-6.5-03: tokens lie in the starting cities");
    assert_eq!(desk.trains("CCFR"), ["2", "3", "2G", "2G"], "1883-8.1.4-02");
    assert_eq!(desk.game.president(desk.company("CCFR")), Some(desk.seat("Ada")));
    // Told is told.
    let desk = at(&format!("phase = \"2\"\n{sv}stations = []\n[company.CCFR]\ntrains = [\"2\"]\n"));
    assert_eq!(desk.game.table.board.tokens_of(desk.company("FMV")).count(), 0);
    assert_eq!(desk.trains("CCFR"), ["2"]);
    let desk = at(&format!("phase = \"5\"\n{sv}"));
    assert!(desk.game.table.coop.capitalised && !desk.game.is_open(desk.company("CCFR")));
}

/// Rules: 1883-9-07
#[test]
fn money_that_comes_back_does_not_save_a_finished_bank() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [3, 3]\nphase = \"6\"\nbank_finished = true\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 60, Ben 20\"\nstations = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"issue\"\n",
    );
    assert!(desk.bank() > 0);
    desk.pass();
    assert_eq!(desk.asked(), "the bank is finished");
}
