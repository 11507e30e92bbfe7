//! Worked examples of the rulebook that run over several rules, step by step with the book's figures. The shorter ones
//! stand beside the rules they explain.

use super::privates::north_coast;
use super::run::south_of_the_pass;
use super::table::*;
use super::takeover::{eve_of_phase_5, phase_5};
use crate::esp::operating::Step;
use crate::esp::table::Status;
use ferrata_engine::action::Settlement;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;

/// The coast from Torrelavega to Irún, and from Bilbao over Reinosa and the open pass to the South. Bilbao is full, with
/// FdSB and FdLR; Reinosa is full, with FdLR and N.
fn both_maps() -> Table {
    let mut table = south_of_the_pass("rulebook");
    table.launch("FdSB", C, 100, 80);
    table.track("I5", Color::Green, &[2, 4]);
    table.station("FdSB", "I5", 0);
    table.track("H4", Color::Yellow, &[5]);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Brown, &[1, 2, 4]);
    table.track("L4", Color::Yellow, &[1, 5]);
    let bilbao = table.hex("K5");
    for company in ["FdSB", "FdLR", "CFLG", "CFEA"] {
        if table.game.table.board.free_slot(bilbao, 0).is_some() {
            table.station(company, "K5", 0);
        }
    }
    table
}

/// §4.4.2: the routes of FdSB, N and FdLR.
/// Rules: 18ESP-V-07
#[test]
fn three_companies_and_two_full_cities() {
    let mut table = both_maps();
    table.train("FdSB", "6+8");
    table.operate("FdSB", Step::Run);
    assert!(table.earns(&[(0, "H4 I5 J4 K5 L4 M5")]).is_ok(), "Torrelavega to Irún");
    assert!(table.earns(&[(0, "H4 I5 J4 K5 J6 I7 H8")]).is_ok(), "Torrelavega to Reinosa");
    assert_eq!(
        table.earns(&[(0, "J4 K5 J6 I7 H8 H10 H12")]).unwrap_err(),
        "18ESP-4.4.2-02",
        "and no further"
    );
    let south = "E21 E19:town H12 H10 H8 I7 J6 K5";
    table.no_trains("N");
    table.combined("N", "8", "4+5");
    table.operate("N", Step::Run);
    assert!(table.earns(&[(0, south)]).is_ok(), "N from the South into Bilbao");
    for on in ["J4", "L4 M5"] {
        assert_eq!(table.earns(&[(0, &format!("{south} {on}"))]).unwrap_err(), "18ESP-4.4.2-02");
    }
    table.combined("FdLR", "8", "4+5");
    table.operate("FdLR", Step::Run);
    for on in ["L4 M5", "J4 I5 H4"] {
        assert!(table.earns(&[(0, &format!("{south} {on}"))]).is_ok(), "FdLR from the South to {on}");
    }
}

/// §4.4.3: CFEA with a 1+2 and a tender could have ended in Luarca or Candás; if it keeps the 40, they join the 70 of mine
/// and harbour.
/// Rules: 18ESP-V-08
#[test]
fn a_train_of_1_2_and_1() {
    let mut table = north_coast();
    table.of("CFEA", "tender", true);
    table.track("B4", Color::Yellow, &[4]);
    table.track("D2", Color::Yellow, &[1]);
    table.operate("CFEA", Step::Run);
    table.play(choose("0"));
    assert_eq!(table.earns(&[(0, "D6 C5 C3 C1")]), Ok((40, 70)));
    assert_eq!(table.earns(&[(0, "D6 C5 C3 B4")]), Ok((50, 30)), "Luarca");
    assert_eq!(table.earns(&[(0, "D6 C5 C3 D2")]), Ok((50, 30)), "Candás");
    table.run(&["D6 C5 C3 C1"]);
    let before = table.funds("CFEA");
    table.play(settle(Settlement::Withhold));
    assert_eq!((table.funds("CFEA"), table.at("CFEA"), table.has(A)), (before + 40, 80, 1000));
}

/// §4.6.1, first case: after FdLR's 4+5, A has had its takeover and CFLG is of the North; CRB takes MS over in the next
/// operating round.
/// Rules: 18ESP-V-13, 18ESP-V-14
#[test]
fn who_takes_over_a_frozen_minor() {
    let mut table = phase_5();
    table.launch("A", D, 100, 120);
    table.treasury("A", 400);
    table.of("A", "takeovers", 1);
    assert_eq!(table.refused_at("A", Step::Takeover, merge("MS", "A")), "18ESP-4.6-02");
    table.launch("CFLG", D, 100, 110);
    table.treasury("CFLG", 400);
    assert_eq!(table.refused_at("CFLG", Step::Takeover, merge("MS", "CFLG")), "18ESP-4.6-01");
    table.operate("CRB", Step::Takeover);
    table.operating_round("number", 2);
    let before = table.funds("CRB");
    table.play(merge("MS", "CRB"));
    table.play(choose("charter"));
    assert_eq!((table.has(B), table.held("CRB", B)), (1151, 10), "151 and the reserved share");
    assert_eq!(table.funds("CRB"), before - 151 + 50 + 100);
    assert_eq!(table.tokens("CRB"), ["B26"], "one more station for 50 later");
    assert!(table.game.table.board.free_slot(table.hex("C27"), 0).is_some(), "and a free place in Mérida");
}

/// §4.6.1, second case: ZP is launched at 100 for 200 and stands at 90 after a turn without a train.
/// Rules: 18ESP-V-15
#[test]
fn a_minor_that_came_too_late() {
    let mut table = book();
    table.phase(4);
    table.play(start_minor("ZP", 100));
    assert_eq!((table.has(A), table.funds("ZP"), table.at("ZP")), (800, 200, 100));
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.operating(), "ZP");
    table.pass();
    assert_eq!((table.at("ZP"), table.company("ZP").ran), (90, false));
    // Then phase 5 begins.
    let mut table = eve_of_phase_5();
    table.found("ZPB", A, 100, 100, 300);
    table.launch("ZP", A, 100, 90);
    table.of("ZP", "ran", false);
    table.play(bank_train("4+5", 500));
    table.operate("ZPB", Step::Takeover);
    table.play(merge("ZP", "ZPB"));
    table.play(choose("charter"));
    assert_eq!((table.has(A), table.held("ZPB", A)), (1090, 20), "90 and no share");
    assert_eq!((table.percent("ZPB", Holder::Reserved), table.percent("ZPB", Holder::Offering)), (0, 80));
    assert_eq!(table.tokens("ZPB"), ["M21"], "or the token is kept");
}

/// §4.6.1, third case: N takes over ZP, which was never launched, and keeps the station for 50 later.
/// Rules: 18ESP-V-16
#[test]
fn a_station_kept_for_later() {
    let mut table = eve_of_phase_5();
    table.found("N", A, 100, 100, 300);
    table.play(bank_train("4+5", 500));
    table.operate("N", Step::Takeover);
    table.play(merge("ZP", "N"));
    table.play(choose("charter"));
    assert_eq!(table.funds("N"), 300 - 100 + 100, "100 to the bank; the goal brings the par");
    assert_eq!((table.company("N").waiting_at, table.company("N").free_tokens), (None, 3));
    assert_eq!(table.company("ZP").status, Status::Gone);
    table.stock(B);
    assert!(table.offers(&buy(B, "N", ferrata_engine::action::Party::Offering, 100)), "all at par");
    assert_eq!((table.percent("N", Holder::Reserved), table.percent("N", Holder::Offering)), (0, 80));
}

/// §5.2.1: whoever buys the first 4 recycles a 1+2 at once.
/// Rules: 18ESP-V-17
#[test]
fn the_first_4_and_a_rusted_1_2() {
    let mut table = south_of_the_pass("rulebook");
    table.no_trains("N");
    table.train("N", "2");
    table.treasury("N", 500);
    table.operate("N", Step::Trains);
    table.play(bank_train("4", 300));
    assert_eq!(table.trains("N"), ["4"], "the 2 has rusted");
    table.play(choose("4 & 1+2"));
    assert_eq!((table.trains("N"), table.funds("N")), (vec!["5+2C".to_owned()], 0), "for 200");
    table.operate("N", Step::Run);
    assert_eq!(table.earns(&[(0, "F24:1 E23 E21")]).unwrap_err(), "18ESP-5.2.1-08", "only over a pass");
    assert!(table.earns(&[(0, "E21 E19:town H12 H10 H8 I7 J6 K5")]).is_ok());
}
