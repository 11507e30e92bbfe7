//! The edition `online`: what it does differently.

use super::table::*;
use crate::esp::rules::Rules;
use crate::esp::state::{Goal, HomeToken, Question, Status, Step};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

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
    let faces: Vec<_> = (0..7).map(|private| table.esp.private(private).price.0).collect();
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
    assert_eq!((table.has(A), table.esp.private_owner(0)), (650, Holder::Seat(A)));
    assert_eq!(table.seat(), B, "and player 2 starts private 2");
}

/// Rules: 18ESP-D-05, 18ESP-X-03
#[test]
fn private_6_has_one_name_and_ca_starts_in_zaragoza() {
    let table = stock_round("online", "random", 4);
    assert_eq!(table.esp.private(5).name.as_str(), "P6");
    assert_eq!(table.esp.game.role(table.id("CA")).home, table.hex("J20"));
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
    let mut minor = Table { esp: table.esp.clone() };
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
    table.operate("CRB", Step::Takeover);
    table.treasury("CRB", 300);
    assert_eq!(table.refused(merge("AC", "CRB")), "18ESP-D-07");
}

/// Rules: 18ESP-D-08
#[test]
fn a_minor_is_one_certificate_for_twice_its_value() {
    let mut table = online();
    table.play(start_minor("MZ", 85));
    assert_eq!((table.has(A), table.funds("MZ"), table.held("MZ", A)), (830, 170, 100));
}

/// FdSB in Santander with a train, at the run.
fn coast(price: i32) -> Table {
    let mut table = online();
    table.phase(3);
    table.launch("FdSB", A, 90, price);
    table.station("FdSB", "I5", 0);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.train("FdSB", "2+3");
    table.operate("FdSB", Step::Run);
    table
}

/// Rules: 18ESP-D-09
#[test]
fn the_ends_of_the_chart_are_not_diagonal() {
    for (from, how, to) in [
        (55, Settlement::Keep, 55),
        (50, Settlement::Keep, 50),
        (380, Settlement::Pay, 380),
        (360, Settlement::Pay, 400),
        (60, Settlement::Keep, 50),
    ] {
        let mut table = coast(from);
        table.run(&["I5 J4"]);
        table.play(settle(how));
        assert_eq!(table.at("FdSB"), to, "{how:?} at {from}");
    }
}

/// Rules: 18ESP-D-10
#[test]
fn interest_is_fixed_loan_by_loan() {
    let mut table = online();
    table.esp.lend(A, Money(3), &mut Vec::new()).unwrap();
    table.esp.lend(A, Money(3), &mut Vec::new()).unwrap();
    assert_eq!(table.esp.owed(A), Money(10), "5 + 5");
    table.play(loan(-10));
    assert_eq!(table.esp.owed(A), Money(0));
}

/// Rules: 18ESP-D-11
#[test]
fn north_majors_lay_a_second_tile_only_from_phase_3_on() {
    let santander = |phase| {
        let mut table = online();
        table.phase(phase);
        table.launch("FdSB", A, 90, 90);
        table.treasury("FdSB", 300);
        table.station("FdSB", "I5", 0);
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
    table.launch("MZA", A, 100, 100);
    table.treasury("MZA", 500);
    table.station("MZA", "F24", 2);
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
    table.launch("FdSB", A, 90, 90);
    table.treasury("FdSB", 300);
    table.station("FdSB", "I5", 0);
    table.track("I5", Color::Green, &[0, 1]);
    let fdsb = table.owner("FdSB");
    table.private(1, fdsb);
    table.operate("FdSB", Step::Track);
    table.play(lay("I7", "L94", 0));
    table.play(lay_by("P1", "H6", "L93", 0)); // a second mine
    assert_eq!((table.funds("FdSB"), table.esp.private_owner(0)), (270, Holder::Out));
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
    table.launch("A", A, 100, 100);
    table.treasury("A", 500);
    table.station("A", "E33", 0);
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
    table.launch("FdLR", A, 90, 90);
    table.treasury("FdLR", 300);
    table.station("FdLR", "H8", 0);
    table.track("H8", Color::Yellow, &[0, 5]);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.track("I9", Color::Yellow, &[2, 4]);
    table.track("J8", Color::Yellow, &[0, 1]);
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
    let free = table.esp.s.board.free_slots(hex, 0);
    table.esp.put_home(mza, hex, 0, &mut Vec::new()).unwrap();
    assert_eq!(table.esp.s.board.free_slots(hex, 0), free - 1);
    // In yellow Madrid they are stacked.
    let mut table = online();
    table.launch("MZ", B, 100, 90);
    table.station("MZ", "F24", 2);
    table.launch("MZA", A, 100, 100);
    table.esp.put_home(mza, hex, 2, &mut Vec::new()).unwrap();
    assert_eq!(table.esp.s.board.tokens_at(hex).len(), 2);
    // Whoever lays the tile of a double city places the token that waits there.
    let mut table = online();
    table.launch("SC", C, 100, 90);
    table.edit("SC").home = HomeToken::Waiting;
    table.launch("A", A, 100, 100);
    table.treasury("A", 500);
    table.station("A", "E33", 0);
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

/// Rules: 18ESP-D-19
#[test]
fn the_third_goal_is_a_harbour_for_all() {
    let mut table = online();
    table.phase(3);
    table.launch("ZPB", A, 100, 100);
    table.station("ZPB", "M21", 1);
    table.train("ZPB", "3");
    table.operate("ZPB", Step::Run);
    table.run(&["M21:1 N22"]);
    assert!(table.company("ZPB").met(Goal::Third));
    assert_eq!(table.funds("ZPB"), 100);
    // A takeover is none.
    table.launch("MS", A, 100, 80);
    table.treasury("ZPB", 100);
    table.operate("ZPB", Step::Takeover);
    table.play(merge("MS", "ZPB"));
    table.play(choose("charter"));
    assert_eq!((table.funds("ZPB"), table.company("ZPB").free_tokens), (20, 2));
}

/// Rules: 18ESP-D-20
#[test]
fn the_destination_is_claimed_and_reached_from_any_station() {
    let mut table = coast(90);
    table.operate("FdSB", Step::Track);
    table.treasury("FdSB", 100);
    table.play(lay("H4", "72", 5));
    assert!(matches!(table.asked(), Some(Question::Claim { .. })));
    assert_eq!(table.refused(Action::Pass), "18ESP-D-20");
    table.play(choose("destination"));
    assert_eq!(table.funds("FdSB"), 190);
    // From any station.
    let mut table = online();
    table.launch("FdLR", A, 90, 90);
    table.station("FdLR", "K5", 0);
    assert!(table.esp.reaches_destination(table.id("FdLR")));
}

/// Rules: 18ESP-D-21
#[test]
fn takeovers_need_no_consent_and_are_not_limited() {
    let mut table = online();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 500);
    for minor in ["MS", "AC"] {
        table.launch(minor, B, 100, 100);
        table.edit(minor).ran = false; // one turn suffices
    }
    table.operate("CRB", Step::Takeover);
    table.play(merge("MS", "CRB"));
    table.play(choose("charter"));
    table.play(merge("AC", "CRB"));
    table.play(choose("charter"));
    assert_eq!((table.has(B), table.held("CRB", B)), (1200, 20));
}

/// Rules: 18ESP-D-22, 18ESP-D-33
#[test]
fn minors_close_in_phase_5() {
    let mut table = online();
    table.phase(4);
    while table.esp.s.depot.take_new(TrainKind(2)) {}
    table.launch("MS", B, 100, 151);
    table.station("MS", "C27", 0);
    table.treasury("MS", 77);
    table.launch("FdSB", A, 90, 180);
    table.station("FdSB", "I5", 0);
    table.treasury("FdSB", 500);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    assert_eq!((table.has(B), table.company("MS").status), (1151, Status::Gone));
    assert!(table.tokens("MS").is_empty() && table.company("AC").status == Status::Gone);
    assert_eq!(table.esp.kept_slots(table.hex("H28"), 0, table.id("N")), 0, "the homes become free");
    assert_eq!(table.esp.worth(B), Money(1151), "no doubled minors in the score");
}

/// Rules: 18ESP-D-23, 18ESP-D-24
#[test]
fn figures_of_bonuses_and_of_the_last_round() {
    assert_eq!(super::run::from_sea_to_sea("online").1, 200, "both bonuses on one route");
    let mut table = coast(151);
    table.phase(7);
    table.operate("FdSB", Step::Run);
    let (plain, _) = table.earns(&[(0, "I5 J4")]).unwrap();
    table.last_round();
    assert_eq!(table.earns(&[(0, "I5 J4")]), Ok((2 * plain, 0)));
    table.run(&["I5 J4"]);
    table.play(settle(Settlement::Pay));
    assert_eq!(table.at("FdSB"), 180, "two steps right");
}

/// Rules: 18ESP-D-25, 18ESP-G-29
#[test]
fn the_first_run_of_2p_visits_aranjuez_and_madrid() {
    let cordoba = |edition: &str| {
        let mut table = stock_round(edition, "standard", 4);
        table.phase(5);
        table.launch("MCP", A, 100, 100);
        table.station("MCP", "F24", 0);
        table.track("E29", Color::Yellow, &[3]);
        table.station("MCP", "E29", 0);
        table.put("F26", "L79", 3);
        table.put("E27", "8", 4);
        table.train("MCP", "2P");
        table.operate("MCP", Step::Run);
        table
    };
    let south = "F26 E27 E29"; // Aranjuez – Córdoba
    assert_eq!(cordoba("rulebook").earns(&[(0, south)]), Ok((30, 0)), "by the book Aranjuez is enough");
    let mut table = cordoba("online");
    assert_eq!(table.earns(&[(0, south)]).unwrap_err(), "18ESP-D-25");
    table.run(&["F24:0 F26"]);
    table.operate("MCP", Step::Run);
    assert_eq!(table.earns(&[(0, south)]), Ok((30, 0)), "later runs go anywhere");
}

/// Rules: 18ESP-D-26, 18ESP-D-27
#[test]
fn six_tenders_and_the_card_of_private_2() {
    let mut table = online();
    table.launch("FdSB", A, 90, 90);
    table.treasury("FdSB", 400);
    table.station("FdSB", "I5", 0);
    table.private(5, Holder::Seat(A));
    table.private(2, Holder::Seat(A));
    assert_eq!(table.esp.s.tenders.private, 5);
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "P5", Party::Seat(A), 130));
    assert_eq!((table.company("FdSB").tender, table.esp.s.tenders.bank), (true, 5));
    table.play(card("FdSB", "P2", Party::Seat(A), 60));
    assert_eq!(table.esp.private_owner(1), table.owner("FdSB"), "until the side is chosen");
    table.play(choose("1+2"));
    assert_eq!(table.trains("FdSB"), ["1+2"]);
}

/// Rules: 18ESP-D-28
#[test]
fn combining_is_a_step_of_its_own_and_unchecked() {
    let mut table = coast(90);
    table.phase(4);
    table.treasury("FdSB", 650);
    table.edit("FdSB").trains.clear();
    table.train("FdSB", "3+4");
    table.esp.s.recyclable[0] = 11;
    table.operate("FdSB", Step::Trains);
    table.pass();
    assert_eq!(table.step(), Step::Combine);
    table.play(choose("3+4 & 1+2")); // the same gauge, no pass open
    assert_eq!((table.trains("FdSB"), table.funds("FdSB")), (vec!["4+6C".to_owned()], 450));
    assert_eq!(table.esp.s.recyclable[0], 11, "a card can be used again and again");
}

/// Rules: 18ESP-D-29
#[test]
fn any_train_meets_the_duty_and_directors_help_with_company_trains() {
    let mut table = coast(90);
    table.edit("FdSB").trains.clear();
    table.treasury("FdSB", 10);
    table.launch("FdLR", A, 90, 80);
    table.train("FdLR", "2+3");
    table.operate("FdSB", Step::Trains);
    table.play(company_train("2+3", "FdLR", 200));
    assert_eq!((table.has(A), table.funds("FdSB")), (810, 0), "up to the face value");
    let mut table = coast(90);
    table.edit("FdSB").trains.clear();
    table.train("FdSB", "3");
    assert!(!table.esp.must_buy_train(table.id("FdSB")), "gauge and routes do not matter");
}

/// Rules: 18ESP-D-30
#[test]
fn names_of_trains() {
    let mut table = online();
    table.combined("FdSB", "5", "1+2");
    table.train("FdSB", "2P");
    assert_eq!(table.trains("FdSB"), ["6+2C", "2P"]);
}

/// Rules: 18ESP-D-31, 18ESP-G-01, 18ESP-G-34
#[test]
fn values_and_tiles_of_the_map() {
    let value = |table: &Table, hex: &str, band: &str| {
        table.esp.s.board.face(table.hex(hex)).stops[0].value.in_band(Name::cut(band)).0
    };
    let (online, book) = (online(), book());
    assert_eq!((value(&online, "C1", "yellow"), value(&book, "C1", "yellow")), (30, 40));
    assert_eq!((value(&online, "A25", "gray"), value(&book, "A25", "gray")), (50, 60));
    assert_eq!((value(&online, "K15", "green"), value(&book, "K15", "green")), (30, 50));
    assert_eq!(value(&book, "M5", "yellow"), 0, "no printed value in the yellow phase");
    let pieces: u16 = online.esp.game.parts.tiles.stock.iter().map(|count| count.unwrap()).sum();
    assert_eq!(pieces, 175);
}

/// Rules: 18ESP-D-32
#[test]
fn nothing_is_exported_before_the_first_launch() {
    let mut table = online();
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.esp.s.depot.left(TrainKind(0)), Some(10));
}

/// Rules: 18ESP-G-25, 18ESP-G-27
#[test]
fn a_minor_that_buys_the_first_5_is_frozen_at_once() {
    let mut table = book();
    table.phase(4);
    while table.esp.s.depot.take_new(TrainKind(2)) {}
    table.launch("MS", B, 100, 151);
    table.station("MS", "C27", 0);
    table.treasury("MS", 900);
    table.launch("FdSB", A, 90, 90);
    table.operate("MS", Step::Trains);
    table.play(bank_train("5", 500));
    assert_eq!((table.company("MS").status, table.operating()), (Status::Frozen, "FdSB".to_owned()));
}

#[test]
fn an_unknown_edition_option_or_number_of_players_is_named() {
    assert!(Rules::of(Name::cut("v3")).unwrap_err().because.contains("rulebook and online"));
    let why = |edition: &str, option: &str, players: usize| {
        crate::esp::Esp::start(&super::play::setup(edition, option, players)).unwrap_err().because
    };
    assert!(why("rulebook", "core", 4).contains("standard and random"));
    assert!(why("rulebook", "standard", 2).contains("3 to 6"));
    let table = book();
    assert!(table.esp.offers().iter().any(|offer| matches!(offer, Offer::Pass { .. })));
}
