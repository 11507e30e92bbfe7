//! The edition `online`: what it does differently with goals, takeovers, trains, values and rounds.

use super::table::*;
use crate::esp::end;
use crate::esp::operating::Step;
use crate::esp::operating::trains;

use crate::esp::table::{Goal, Pending, Status};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

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
    let mut table = coast("online", 90);
    table.operate("FdSB", Step::Track);
    table.treasury("FdSB", 100);
    table.play(lay("H4", "72", 5));
    assert!(matches!(table.asked(), Some(Pending::Claim(_))));
    assert_eq!(table.refused(choose("never")), "18ESP-D-20", "claimed now, or later");
    assert_eq!(table.refused(Action::Pass), "18ESP-D-20");
    let mut late = table.clone();
    table.play(choose("destination"));
    assert_eq!(table.funds("FdSB"), 190);
    // It may be put off and said later in the turn, once.
    late.play(choose("later"));
    assert_eq!(late.funds("FdSB"), 100);
    late.play(choose("destination"));
    assert_eq!(late.funds("FdSB"), 190);
    assert!(!late.offers(&choose("destination")));
    // From any station.
    let mut table = online();
    table.launch("FdLR", A, 90, 90);
    table.station("FdLR", "K5", 0);
    assert!(table.game.reaches_destination(table.id("FdLR")));
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
        table.of(minor, "ran", false); // one turn suffices
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
    table.sold_out("4");
    table.found("MS", B, 100, 151, 77);
    table.found("FdSB", A, 90, 180, 500);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    assert_eq!((table.has(B), table.company("MS").status), (1151, Status::Gone));
    assert!(table.tokens("MS").is_empty() && table.company("AC").status == Status::Gone);
    assert_eq!(table.game.kept_slots(table.hex("H28"), 0, table.id("N")), 0, "the homes become free");
    assert_eq!(end::worth(&table.game, B), Money(1151), "no doubled minors in the score");
}

/// Rules: 18ESP-D-23, 18ESP-D-24
#[test]
fn figures_of_bonuses_and_of_the_last_round() {
    assert_eq!(super::run::from_sea_to_sea("online").1, 200, "both bonuses on one route");
    let mut table = coast("online", 151);
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
    table.found("FdSB", A, 90, 90, 400);
    table.private(5, Holder::Seat(A));
    table.private(2, Holder::Seat(A));
    assert_eq!(table.game.table.tenders.private, 5);
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "P5", Party::Seat(A), 130));
    assert_eq!((table.company("FdSB").tender, table.game.table.tenders.bank), (true, 5));
    table.play(card("FdSB", "P2", Party::Seat(A), 60));
    assert_eq!(table.game.private_owner(1), table.owner("FdSB"), "until the side is chosen");
    table.play(choose("1+2"));
    assert_eq!(table.trains("FdSB"), ["1+2"]);
}

/// Rules: 18ESP-D-28
#[test]
fn combining_is_a_step_of_its_own_and_unchecked() {
    let mut table = coast("online", 90);
    table.phase(4);
    table.treasury("FdSB", 650);
    table.no_trains("FdSB");
    table.train("FdSB", "3+4");
    table.say(&["recyclable", "2"], 11);
    table.operate("FdSB", Step::Trains);
    table.pass();
    assert_eq!(table.step(), Step::Combine);
    table.play(choose("3+4 & 1+2")); // the same gauge, no pass open
    assert_eq!((table.trains("FdSB"), table.funds("FdSB")), (vec!["4+6C".to_owned()], 450));
    assert_eq!(table.game.table.recyclable[0], 11, "a card can be used again and again");
}

/// Rules: 18ESP-D-29
#[test]
fn any_train_meets_the_duty_and_directors_help_with_company_trains() {
    let mut table = coast("online", 90);
    table.no_trains("FdSB");
    table.treasury("FdSB", 10);
    table.launch("FdLR", A, 90, 80);
    table.train("FdLR", "2+3");
    table.operate("FdSB", Step::Trains);
    table.play(company_train("2+3", "FdLR", 200));
    assert_eq!((table.has(A), table.funds("FdSB")), (810, 0), "up to the face value");
    let mut table = coast("online", 90);
    table.no_trains("FdSB");
    table.train("FdSB", "3");
    assert!(!trains::must_buy(&table.game, table.id("FdSB")), "gauge and routes do not matter");
}

/// Rules: 18ESP-D-29, 18ESP-G-15
#[test]
fn what_a_director_lacks_is_lent() {
    let poor = |cash: i32| {
        let mut table = coast("online", 90);
        table.no_trains("FdSB");
        table.treasury("FdSB", 10);
        table.cash(A, cash);
        table
    };
    // For a company's train with the purchase itself.
    let mut table = poor(50);
    table.launch("FdLR", A, 90, 80);
    table.train("FdLR", "2+3");
    table.operate("FdSB", Step::Trains);
    table.play(company_train("2+3", "FdLR", 200));
    assert_eq!((table.has(A), table.game.owed(A)), (0, Money(210)), "140 and 70 interest");
    // Shares sold in vain leave only a loan.
    let mut table = poor(0);
    table.launch("FdLR", B, 90, 60);
    table.give("FdLR", 10, A);
    table.operate("FdSB", Step::Trains);
    table.play(sell(A, "FdLR", 10));
    table.play(loan(130));
    table.play(bank_train("2+3", 200));
    assert_eq!((table.has(A), table.game.owed(A)), (0, Money(195)));
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
        table.game.table.board.face(table.hex(hex)).stops[0].value.in_band(Name::cut(band)).0
    };
    let (online, book) = (online(), book());
    assert_eq!((value(&online, "C1", "yellow"), value(&book, "C1", "yellow")), (30, 40));
    assert_eq!((value(&online, "A25", "gray"), value(&book, "A25", "gray")), (50, 60));
    assert_eq!((value(&online, "K15", "green"), value(&book, "K15", "green")), (30, 50));
    assert_eq!(value(&book, "M5", "yellow"), 0, "no printed value in the yellow phase");
    let pieces: u16 = online.game.fixed.parts.tiles.stock.iter().map(|count| count.unwrap()).sum();
    assert_eq!(pieces, 175);
}

/// Rules: 18ESP-D-32
#[test]
fn nothing_is_exported_before_the_first_launch() {
    let mut table = online();
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.game.table.depot.left(TrainKind(0)), Some(10));
}

/// Rules: 18ESP-G-25, 18ESP-G-27
#[test]
fn a_minor_that_buys_the_first_5_is_frozen_at_once() {
    let mut table = book();
    table.phase(4);
    table.sold_out("4");
    table.found("MS", B, 100, 151, 900);
    table.launch("FdSB", A, 90, 90);
    table.operate("MS", Step::Trains);
    table.play(bank_train("5", 500));
    assert_eq!((table.company("MS").status, table.operating()), (Status::Frozen, "FdSB".to_owned()));
}

#[test]
fn an_unknown_edition_option_or_number_of_players_is_named() {
    let why = |edition: &str, option: &str, players: usize| {
        crate::esp::Game::start(&super::play::setup(edition, option, players)).unwrap_err().to_string()
    };
    assert!(why("v3", "standard", 4).contains("rulebook, online"));
    assert!(why("rulebook", "core", 4).contains("standard and random"));
    assert!(why("rulebook", "standard", 2).contains("3 to 6"));
    let table = book();
    assert!(table.game.offers().iter().any(|offer| matches!(offer, Offer::Pass { .. })));
}
