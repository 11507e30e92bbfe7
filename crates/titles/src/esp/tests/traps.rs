//! Slips that players found in another implementation: a test for each, by its number in the list of traps. Those
//! with a rule of their own are shown beside that rule too.

use super::table::*;
use crate::esp::operating::Step;
use crate::esp::operating::home;
use crate::esp::operating::takeover;
use crate::esp::table::{Finale, Status};
use ferrata_engine::action::{Party, Settlement};
use ferrata_engine::decision::proceed;
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;
use ferrata_engine::view::CompanyStatus;
use std::collections::BTreeMap;

/// FdSB on the coast with 200 in its treasury.
fn rich_coast(edition: &str) -> Table {
    let mut table = coast(edition, 100);
    table.treasury("FdSB", 200);
    table
}

/// Trap 1.
#[test]
fn paying_out_survives_any_revenue() {
    for revenue in [0, 10, 70, 990, 3450] {
        let mut table = rich_coast("rulebook");
        table.run(&["I5 J4"]);
        table.turn("revenue", revenue);
        if revenue == 0 {
            proceed(&mut table.game, &mut Vec::new()).unwrap();
        } else {
            table.play(settle(Settlement::Pay));
            assert_eq!(table.has(A), 1000 + revenue / 5);
        }
        assert_eq!(table.step(), Step::Trains);
    }
}

/// Traps 2 and 18.
#[test]
fn interest_rounds_up_and_set_up_draws_are_unbiased() {
    let mut table = book();
    table.debt(A, 7);
    assert_eq!(table.game.owed(A), Money(11));
    // Every company can be drawn: chance is an entry, not a seed.
    for at in 0..4 {
        let mut table = fresh("rulebook", "standard", 4);
        table.draw(&[0, 1, 2, 3]);
        table.draw(&[at]);
        assert!(table.game.table.beside[1].is_some());
    }
    let counts: Vec<_> = ["3", "7", "8", "9", "611"]
        .map(|tile| {
            let table = online();
            let id = table
                .game
                .fixed
                .parts
                .tile(ferrata_engine::name::TileName(ferrata_engine::name::Name::cut(tile)));
            table.game.table.board.left(id.unwrap()).unwrap()
        })
        .to_vec();
    assert_eq!(counts, [3, 3, 12, 12, 8]);
}

/// Trap 3: the operating rounds left in a set are skipped, and companies that are not in the game are not shown.
#[test]
fn after_the_trigger_comes_the_last_set_at_once() {
    for edition in ["rulebook", "online"] {
        let mut table = rich_coast(edition);
        table.phase(7);
        table.say(&["last_trains_sold"], 1);
        table.treasury("FdSB", 2000);
        table.operate("FdSB", Step::Trains);
        assert_eq!(table.game.operating().map(|or| (or.number, or.of)), Some((1, 3)));
        table.play(bank_train("6+8", 800));
        while table.game.operating().is_some() {
            table.pass();
        }
        assert_eq!(table.game.table.finale, Finale::Last, "rounds 2 and 3 are skipped");
        while table.game.operating().is_none() {
            table.pass();
        }
        assert_eq!(table.game.operating().map(|or| (or.number, or.of)), Some((1, 3)), "three last ones");
    }
    // Goals are shown of companies in the game only.
    let absent = ["SFVA", "FdC", "GSSR", "AVT", "TBF", "MH", "CSE", "CA"];
    let view = rich_coast("online").game.view();
    let out = view.companies.iter().filter(|company| absent.contains(&company.name.as_str()));
    assert!(out.clone().count() == 8 && out.clone().all(|company| company.status == CompanyStatus::Absent));
    let goals = &view.panels[0].rows[1..];
    assert_eq!(goals.iter().map(|row| row[0].to_string()).collect::<Vec<_>>(), ["FdSB"]);
}

/// Trap 4.
#[test]
fn the_token_of_mz_may_be_kept_if_mza_is_out_of_the_game() {
    for edition in ["rulebook", "online"] {
        let mut table = stock_round(edition, "standard", 4);
        table.phase(3);
        table.of("MZA", "status", Status::Absent);
        table.launch("CRB", A, 100, 100);
        table.treasury("CRB", 300);
        table.launch("MZ", A, 100, 90);
        table.station("MZ", "F24", 2);
        table.operate("CRB", Step::Takeover);
        table.play(merge("MZ", "CRB"));
        table.play(choose("map"));
        assert_eq!(table.tokens("CRB"), ["F24"]);
    }
}

/// Trap 6.
#[test]
fn a_combined_train_joins_one_train_of_each_gauge() {
    let mut table = rich_coast("rulebook");
    table.phase(6);
    table.no_trains("FdSB");
    for train in ["4+5", "5"] {
        table.train("FdSB", train);
    }
    table.treasury("FdSB", 900);
    ["2", "3"].iter().for_each(|train| table.say(&["recyclable", train], 5));
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(choose("5 & 2")), "18ESP-5.2.1-02", "no 7+0");
    assert_eq!(table.refused(choose("4+5 & 2+3")), "18ESP-5.2.1-02");
    table.play(choose("5 & 2+3"));
    assert_eq!(table.trains("FdSB"), ["4+5", "7+3C"]);
}

/// Trap 8: the rulings that came in one batch.
#[test]
fn the_rulings_of_the_edition_online() {
    // In the last round a Northern price moves two columns, not three.
    let mut table = rich_coast("online");
    table.phase(7);
    table.price("FdSB", 151);
    table.operate("FdSB", Step::Run);
    table.last_round();
    table.run(&["I5 J4"]);
    table.play(settle(Settlement::Pay));
    assert_eq!(table.at("FdSB"), 180);
    // One mountain pass per turn.
    let mut table = online();
    table.phase(3);
    table.found("FdLR", A, 90, 90, 500);
    table.track_to_two_passes();
    table.operate("FdLR", Step::Track);
    table.play(choose("J10"));
    assert_eq!(table.refused(choose("H12")), "18ESP-5.2-04");
    // Several takeovers by one major, no frozen minors: see D-21 and D-22. The train of private 3 is not for sale.
    table.launch("MCP", A, 100, 80);
    table.train("MCP", "2P");
    table.operate("FdLR", Step::Trains);
    assert_eq!(table.refused(company_train("2P", "MCP", 1)), "18ESP-2.2.3-06");
    // Tenders come from the owner of private 5 and from the bank.
    table.private(5, Holder::Seat(B));
    let private = table.game.table.tenders.private;
    table.say(&["tenders"], BTreeMap::from([("private", private), ("bank", 1)]));
    for from in [Party::Seat(B), Party::Bank] {
        assert!(table.offers(&card("FdLR", "Tender", from, 80)));
    }
}

/// Trap 9.
#[test]
fn a_private_may_be_bought_for_1() {
    for edition in ["rulebook", "online"] {
        let mut table = rich_coast(edition);
        table.private(6, Holder::Seat(A));
        table.operate("FdSB", Step::Track);
        assert_eq!(table.refused(card("FdSB", "P6", Party::Seat(A), 0)), "18ESP-2.2-03");
        table.play(card("FdSB", "P6", Party::Seat(A), 1));
        assert_eq!((table.has(A), table.funds("FdSB")), (1001, 199));
    }
}

/// Trap 14.
#[test]
fn madrid_keeps_each_company_in_its_own_circle() {
    let mut table = book();
    table.phase(3);
    table.launch("MZA", A, 100, 100);
    let (mza, hex) = (table.id("MZA"), table.hex("F24"));
    home::put(&mut table.game, mza, hex, 2, &mut Vec::new()).unwrap();
    table.track("F24", Color::Green, &[0]);
    let token = table.game.table.board.tokens_at(hex)[0];
    assert_eq!(token.stop, 2, "not in the circle of MCP");
    let state = |name: &str| table.company(name).home_stop;
    assert_eq!((state("MCP"), state("N")), (Some(0), Some(1)));
}

/// Trap 5.
#[test]
fn a_northern_company_in_the_south_buys_both_kinds_of_train() {
    let mut table = rich_coast("rulebook");
    table.open_pass("H12");
    table.station("FdSB", "H12", 0);
    table.station("FdSB", "E21", 0);
    table.no_trains("FdSB");
    table.treasury("FdSB", 900);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("2+3", 200));
    table.play(bank_train("3", 200));
}

/// Traps 7 and 12.
#[test]
fn one_train_of_any_kind_ends_the_duty_online() {
    let mut table = rich_coast("online");
    table.no_trains("FdSB");
    table.treasury("FdSB", 450);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3", 200)); // it cannot run at all
    table.pass();
}

/// Traps 10, 16 and 23.
#[test]
fn a_takeover_unlocks_no_token_online() {
    let mut table = online();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 300);
    table.launch("MS", A, 100, 100);
    table.station("MS", "C27", 0);
    table.free_tokens("CRB", 0);
    let locked = table.company("CRB").locked_tokens;
    table.operate("CRB", Step::Takeover);
    table.play(merge("MS", "CRB"));
    assert!(table.asked().is_none(), "trap 23: no token is left, so there is nothing to ask");
    assert_eq!((table.company("CRB").free_tokens, table.company("CRB").locked_tokens), (0, locked));
}

/// Traps 10 and 16: one token besides the home is free and three are locked, one per goal; and a minor never owns a
/// narrow train, whatever private grants it.
#[test]
fn five_tokens_and_no_narrow_train_for_a_minor() {
    for company in ["MZA", "N", "FdSB", "CFLG"] {
        let table = online();
        assert_eq!((table.company(company).free_tokens, table.company(company).locked_tokens), (1, 3));
    }
    for edition in ["rulebook", "online"] {
        let mut table = stock_round(edition, "standard", 4);
        table.found("AC", A, 100, 90, 400);
        table.private(2, Holder::Seat(A));
        table.operate("AC", Step::Track);
        table.play(card("AC", "P2", Party::Seat(A), 40));
        assert!(table.asked().is_none(), "there is nothing to choose");
        assert_eq!(table.trains("AC"), ["2"]);
        table.operate("AC", Step::Trains);
        assert_eq!(table.refused(bank_train("1+2", 100)), "18ESP-4.4.1-05");
    }
}

/// Trap 11.
#[test]
fn a_takeover_without_the_cash_says_so() {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 50);
    table.launch("MS", A, 100, 100);
    table.operate("CRB", Step::Takeover);
    let crb = table.id("CRB");
    let why = takeover::merge(&mut table.game, crb, &merge("MS", "CRB"), None, &mut Vec::new()).unwrap_err();
    assert_eq!(why.because.to_string(), "it costs 100, and only 50 is there");
}

/// Traps 13 and 21.
#[test]
fn no_second_token_in_one_hex_and_no_slot_left_behind() {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 300);
    table.launch("MZA", B, 100, 100);
    table.station("MZA", "F24", 2);
    table.launch("MZ", A, 100, 90);
    let (mz, hex) = (table.id("MZ"), table.hex("F24"));
    home::put(&mut table.game, mz, hex, 2, &mut Vec::new()).unwrap();
    table.operate("CRB", Step::Takeover);
    table.play(merge("MZ", "CRB"));
    let here: Vec<_> = table.game.table.board.tokens_at(hex).iter().map(|token| token.company).collect();
    assert_eq!(here, [table.id("MZA")]);
    assert_eq!(table.game.table.board.slots(hex, 2), 1);
}

/// Traps 15 and 20.
#[test]
fn tenders_are_never_lost() {
    let mut table = online();
    table.found("FdSB", A, 90, 90, 400);
    table.private(5, Holder::Seat(A));
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "Tender", Party::Seat(A), 80));
    table.play(card("FdSB", "P5", Party::Seat(A), 1));
    let bank = table.game.table.tenders.bank;
    assert_eq!(bank, 5, "four unsold and the one that comes with the private: it has one already");
    assert_eq!(table.game.table.tenders.private, 0, "a closed private sells none");
}

/// Traps 17 and 19.
#[test]
fn the_permanent_train_is_never_given_up() {
    let mut table = book();
    table.phase(5);
    table.launch("MCP", A, 100, 100);
    table.station("MCP", "F24", 0);
    for train in ["2P", "4", "4", "5", "5"] {
        table.train("MCP", train);
    }
    table.sheet().add(&["pending"], BTreeMap::from([("discard", BTreeMap::from([("company", "MCP")]))]));
    assert!(!table.offers(&discard("MCP", "2P")));
    assert_eq!(table.refused(discard("MCP", "2P")), "18ESP-2.2.3-03");
    table.play(discard("MCP", "4"));
}

/// Traps 22 and 24.
#[test]
fn every_lay_counts_for_the_destination_and_its_token_is_free_at_once() {
    let mut table = book();
    table.phase(3);
    table.found("CFLG", A, 90, 100, 200);
    table.track("E3", Color::Yellow, &[0]);
    table.track("E5", Color::Yellow, &[0, 3]);
    let cflg = table.owner("CFLG");
    table.private(1, cflg);
    table.operate("CFLG", Step::Track);
    table.play(lay_by("P1", "E7", "L100", 0)); // Langreo, by the power of private 1
    assert_eq!((table.funds("CFLG"), table.company("CFLG").free_tokens), (290, 2));
}

/// Trap 25.
/// Rules: 18ESP-X-05
#[test]
fn the_last_trains_never_run_out() {
    let mut table = book();
    table.phase(7);
    for _ in 0..40 {
        assert!(table.game.table.depot.take(TrainKind(5)));
    }
    assert_eq!(table.game.table.depot.top(), Some(TrainKind(5)));
}

/// Trap 26.
#[test]
fn only_the_last_round_of_the_last_cycle_is_multiplied() {
    for edition in ["rulebook", "online"] {
        let mut table = rich_coast(edition);
        table.phase(7);
        table.operate("FdSB", Step::Run);
        let (plain, _) = table.earns(&[(0, "I5 J4")]).unwrap();
        table.say(&["finale"], Finale::Last);
        assert_eq!(table.earns(&[(0, "I5 J4")]), Ok((plain, 0)), "the first of three");
        table.last_round();
        assert!(table.earns(&[(0, "I5 J4")]).unwrap().0 > plain);
    }
}
