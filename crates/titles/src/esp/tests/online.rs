//! The edition `online`: what it does differently in the auction, in stock rounds, with track and routes.

use super::table::*;
use crate::esp::operating::Step;
use crate::esp::operating::home;
use crate::esp::stock::loan;
use crate::esp::table::{HomeToken, Status};
use ferrata_engine::action::Settlement;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;

fn online_auction() -> Table {
    let mut table = fresh("online", "standard", 4);
    table.draw(&[0, 1, 2, 3]);
    table.draw(&[0]);
    table
}

/// Rules: 18ESP-D-03, 18ESP-D-04
#[test]
fn faces_and_bids() {
    let mut table = online_auction();
    let faces: Vec<_> = (0..7).map(|private| table.game.private(private).price.0).collect();
    assert_eq!(faces, [20, 60, 70, 100, 130, 160, 170]);
    table.play(bid(1, 22)); // no multiple of 5
    assert_eq!(table.refused(bid(1, 26)), "18ESP-2.3-03", "but at least 5 more");
    table.cash(C, 26);
    table.play(bid(1, 27));
    assert_eq!(table.seat(), D, "who cannot pay the next bid is dropped without an action");
}

/// The site breaks off where private 1 would fall to nothing; our edition goes on as the book does.
/// Rules: 18ESP-D-04
#[test]
fn private_1_goes_for_nothing_to_the_starter() {
    let mut table = online_auction();
    for opening in [20, 15, 10, 5] {
        assert!(table.offers(&bid(1, opening)) && !table.offers(&bid(1, opening - 1)));
        (0..4).for_each(|_| drop(table.pass()));
    }
    assert_eq!((table.has(A), table.game.private_owner(0)), (650, Holder::Seat(A)));
    assert_eq!(table.seat(), B, "and player 2 starts private 2");
}

/// Rules: 18ESP-D-05, 18ESP-X-03
#[test]
fn private_6_has_one_name_and_ca_starts_in_zaragoza() {
    let table = stock_round("online", "random", 4);
    assert_eq!(table.game.private(5).name.as_str(), "P6");
    assert_eq!(table.game.fixed.role(table.id("CA")).home, table.hex("J20"));
}

/// Rules: 18ESP-D-06
#[test]
fn north_majors_start_at_90_at_most_before_phase_3() {
    let mut table = online();
    assert_eq!(table.refused(start("FdSB", 95)), "18ESP-3.2.2-02");
    assert!(table.offers(&start("FdSB", 90)) && table.offers(&start_minor("AC", 100)));
    table.phase(3);
    assert!(table.offers(&start("FdSB", 100)));
    // The winner of private 7 may set the par of any company.
    let mut table = online_auction();
    for seat in [A, B, C, D] {
        table.cash(seat, 3000);
    }
    for private in 1..=7 {
        table.sell_off(private);
    }
    let mut minor = table.clone();
    table.play(start("CRB", 75));
    assert_eq!(table.at("CRB"), 75);
    // Even that of a minor, which the bank then funds: its owner pays nothing more.
    let winner = minor.seat();
    let cash = minor.has(winner);
    minor.play(start_minor("AC", 80));
    assert_eq!((minor.has(winner), minor.funds("AC"), minor.held("AC", winner)), (cash, 160, 100));
    assert_eq!(minor.company("AC").status, Status::Launched);
}

/// Rules: 18ESP-D-07
#[test]
fn no_share_is_reserved() {
    let mut table = online();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    assert_eq!((table.percent("CRB", Holder::Reserved), table.percent("CRB", Holder::Offering)), (0, 80));
    table.treasury("CRB", 300);
    table.launch("MS", B, 100, 100);
    table.operate("CRB", Step::Takeover);
    table.play(merge("MS", "CRB"));
    table.play(choose("charter"));
    assert_eq!((table.held("CRB", B), table.percent("CRB", Holder::Offering)), (10, 70), "from the offering");
    // Sold out: no takeover, and only then a rise.
    table.launch("AC", B, 100, 100);
    table.give("CRB", 40, A);
    table.give("CRB", 30, C);
    table.treasury("CRB", 300);
    assert_eq!(table.refused_at("CRB", Step::Takeover, merge("AC", "CRB")), "18ESP-D-07");
}

/// Rules: 18ESP-D-08
#[test]
fn a_minor_is_one_certificate_for_twice_its_value() {
    let mut table = online();
    table.play(start_minor("MZ", 85));
    assert_eq!((table.has(A), table.funds("MZ"), table.held("MZ", A)), (830, 170, 100));
}

/// Rules: 18ESP-D-09
#[test]
fn the_ends_of_the_chart_are_not_diagonal() {
    for (from, how, to) in [
        (55, Settlement::Withhold, 55),
        (50, Settlement::Withhold, 50),
        (380, Settlement::Pay, 380),
        (360, Settlement::Pay, 400),
        (60, Settlement::Withhold, 50),
    ] {
        let mut table = coast("online", from);
        table.run(&["I5 J4"]);
        table.play(settle(how));
        assert_eq!(table.at("FdSB"), to, "{how:?} at {from}");
    }
}

/// Rules: 18ESP-D-10
#[test]
fn interest_is_fixed_loan_by_loan() {
    let mut table = online();
    loan::lend(&mut table.game, A, Money(3), &mut Vec::new()).unwrap();
    loan::lend(&mut table.game, A, Money(3), &mut Vec::new()).unwrap();
    assert_eq!(table.game.owed(A), Money(10), "5 + 5");
    table.play(loan(-10));
    assert_eq!(table.game.owed(A), Money(0));
}

/// Rules: 18ESP-D-11
#[test]
fn north_majors_lay_a_second_tile_only_from_phase_3_on() {
    let santander = |phase| {
        let mut table = online();
        table.phase(phase);
        table.found("FdSB", A, 90, 90, 300);
        table.operate("FdSB", Step::Track);
        table
    };
    let mut table = santander(2);
    table.play(lay("H4", "72", 5));
    assert_eq!(table.refused(lay("J4", "72", 0)), "18ESP-4.2.1-02");
    let mut table = santander(3);
    table.play(lay("H4", "72", 5));
    table.play(lay("J4", "72", 0));
}

/// Rules: 18ESP-D-12
#[test]
fn dismantling_as_the_second_action_costs_30() {
    let mut table = online();
    table.phase(3);
    table.found("MZA", A, 100, 100, 500);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.track("G21", Color::Yellow, &[0, 3]);
    table.operate("MZA", Step::Track);
    table.play(lay("F26", "L79", 3));
    table.play(lay("G21", "23", 0));
    assert_eq!(table.funds("MZA"), 500 - 20 - 30);
}

/// Rules: 18ESP-D-13
#[test]
fn private_1_lays_beyond_the_usual_tiles_on_the_hexes_of_its_list() {
    let mut table = online();
    table.phase(3);
    table.found("FdSB", A, 90, 90, 300);
    table.track("I5", Color::Green, &[0, 1]);
    let fdsb = table.owner("FdSB");
    table.private(1, fdsb);
    table.operate("FdSB", Step::Track);
    table.play(lay("I7", "L94", 0));
    table.play(lay_by("P1", "H6", "L93", 0)); // a second mine
    assert_eq!((table.funds("FdSB"), table.game.private_owner(0)), (270, Holder::Out));
    // Teruel's mine is not on the list, but a mountain of Asturias is.
    let near = |company: &str, home: &str, ways: &[(&str, &[u8])]| {
        let mut table = online();
        table.phase(3);
        table.launch(company, A, 90, 90);
        table.treasury(company, 300);
        table.station(company, home, 0);
        ways.iter().for_each(|(hex, sides)| table.track(hex, Color::Yellow, sides));
        let owner = table.owner(company);
        table.private(1, owner);
        table.operate(company, Step::Track);
        table
    };
    let mut table = near("A", "K25", &[("K25", &[2])]);
    assert_eq!(table.refused(lay_by("P1", "J24", "L97", 5)), "18ESP-2.2.1-01");
    table.play(lay("J24", "L97", 2));
    let mut table = near("CFLG", "E3", &[("E3", &[0]), ("E5", &[0, 3]), ("E7", &[0, 3]), ("E9", &[0, 3])]);
    table.play(lay_by("P1", "E11", "77", 3));
    assert_eq!(table.funds("CFLG"), 300, "30 off the mountain");
}

/// Rules: 18ESP-D-14
#[test]
fn a_brown_double_city_admits_others() {
    let mut table = online();
    table.phase(5);
    table.found("A", A, 100, 100, 500);
    table.track("E33", Color::Yellow, &[2]);
    table.track("D32", Color::Yellow, &[2, 5]);
    table.track("C31", Color::Brown, &[5]);
    table.operate("A", Step::Track);
    table.play(token("A", "C31", 0));
}

/// Rules: 18ESP-D-15
#[test]
fn south_majors_have_five_tokens() {
    let table = online();
    assert_eq!((table.company("MZA").free_tokens, table.company("MZA").locked_tokens), (1, 3));
}

/// Rules: 18ESP-D-16
#[test]
fn a_pass_built_with_private_4_is_one_more() {
    let mut table = online();
    table.phase(3);
    table.found("FdLR", A, 90, 90, 300);
    table.track_to_two_passes();
    let fdlr = table.owner("FdLR");
    table.private(4, fdlr);
    table.operate("FdLR", Step::Track);
    table.play(choose("J10"));
    table.play(choose("P4 H12"));
    assert_eq!(table.funds("FdLR"), 220);
}

/// Rules: 18ESP-D-17
#[test]
fn mza_takes_a_free_slot_of_brown_madrid_and_the_layer_places_waiting_homes() {
    let mut table = online();
    table.phase(4);
    table.launch("MZ", B, 100, 90);
    table.station("MZ", "F24", 2);
    table.track("F24", Color::Brown, &[0]);
    table.launch("MZA", A, 100, 100);
    let (mza, hex) = (table.id("MZA"), table.hex("F24"));
    let free = table.game.table.board.free_slots(hex, 0);
    home::put(&mut table.game, mza, hex, 0, &mut Vec::new()).unwrap();
    assert_eq!(table.game.table.board.free_slots(hex, 0), free - 1);
    // In yellow Madrid they are stacked.
    let mut table = online();
    table.launch("MZ", B, 100, 90);
    table.station("MZ", "F24", 2);
    table.launch("MZA", A, 100, 100);
    home::put(&mut table.game, mza, hex, 2, &mut Vec::new()).unwrap();
    assert_eq!(table.game.table.board.tokens_at(hex).len(), 2);
    // Whoever lays the tile of a double city places the token that waits there.
    let mut table = online();
    table.launch("SC", C, 100, 90);
    table.of("SC", "home", HomeToken::Waiting);
    table.found("A", A, 100, 100, 500);
    table.track("E33", Color::Yellow, &[2]);
    table.track("D32", Color::Yellow, &[2, 5]);
    table.operate("A", Step::Track);
    table.play(lay("C31", "L129", 5));
    assert_eq!(table.seat(), A);
}

/// Both towns of the Aranjuez tile on one route, and a minor's route that ends in a pass.
/// Rules: 18ESP-D-18
#[test]
fn a_hex_is_visited_once_and_a_minor_may_end_in_a_pass() {
    let towns = |edition: &str| {
        let mut table = stock_round(edition, "standard", 4);
        table.phase(3);
        table.launch("MCP", A, 100, 100);
        table.station("MCP", "F24", 0);
        table.put("F26", "L79", 3);
        table.put("E27", "7", 3);
        table.put("E25", "7", 5);
        table.train("MCP", "3");
        table.operate("MCP", Step::Run);
        table.earns(&[(0, "F24:0 F26 E27 E25 F26")])
    };
    assert_eq!(towns("rulebook"), Ok((50, 0)), "Madrid, Aranjuez and Toledo");
    assert_eq!(towns("online").unwrap_err(), "18ESP-4.4.2-05");
    let pass = |edition: &str| {
        let mut table = stock_round(edition, "standard", 4);
        table.phase(3);
        table.launch("AC", A, 100, 100);
        table.track("E21", Color::Yellow, &[3]);
        table.station("AC", "E21", 0);
        table.track("E19", Color::Yellow, &[0, 3]);
        table.open_pass("H12");
        table.train("AC", "3");
        table.operate("AC", Step::Run);
        table.earns(&[(0, "H12 E19:town E21")])
    };
    assert_eq!(pass("rulebook").unwrap_err(), "18ESP-4.4.2-07");
    assert_eq!(pass("online"), Ok((30, 0)));
}
