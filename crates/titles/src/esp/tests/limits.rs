//! Just beyond the limit: cases next to those that the chapters show.

use super::table::*;
use super::takeover::{eve_of_phase_5, phase_5};
use crate::esp::operating::Step;
use crate::esp::table::Goal;
use ferrata_engine::action::Party;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;

/// The ban on buying back lasts as long as the stock round, not as long as the turn.
/// Rules: 18ESP-3.2-05
#[test]
fn what_was_sold_is_not_bought_back_in_a_later_turn_of_the_round() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, A);
    table.play(sell(A, "FdSB", 10));
    table.pass();
    table.play(buy(B, "FdSB", Party::Bank, 95));
    table.pass();
    table.pass();
    assert_eq!(table.seat(), A);
    assert_eq!(table.refused(buy(A, "FdSB", Party::Offering, 100)), "18ESP-3.2-05", "from nowhere");
}

/// Private 2's train rests with a minor as it does with a major.
/// Rules: 18ESP-2.2.2-02
#[test]
fn the_train_of_private_2_rests_with_a_minor_too() {
    let mut table = book();
    table.found("AC", A, 100, 100, 100);
    table.private(2, Holder::Seat(A));
    table.operate("AC", Step::Track);
    table.play(card("AC", "P2", Party::Seat(A), 1));
    assert_eq!(table.trains("AC"), ["2"]);
    assert!(table.company("AC").trains.iter().all(|train| train.resting));
}

/// The second action costs its 20 as an upgrade, too.
/// Rules: 18ESP-4.2.1-02, 18ESP-4.2.2-02
#[test]
fn an_upgrade_as_the_second_action_costs_its_fee() {
    let mut table = book();
    table.phase(3);
    table.found("MZA", A, 100, 100, 500);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.operate("MZA", Step::Track);
    table.play(lay("F26", "L79", 3));
    let before = table.funds("MZA");
    table.play(lay("G23", "204", 1));
    assert_eq!(table.funds("MZA"), before - 20);
}

/// One circle of Madrid is kept for MZ and MZA together while neither lies there, and one for MCP.
/// Rules: 18ESP-4.3-08
#[test]
fn one_circle_is_kept_for_mz_and_mza() {
    let mut table = book();
    table.phase(5);
    table.track("F24", Color::Brown, &[0]);
    assert_eq!(table.game.kept_slots(table.hex("F24"), 0, table.id("N")), 2);
}

/// Mine and harbour count for the goal on one route only.
/// Rules: 18ESP-5.1.1-01, 18ESP-G-39
#[test]
fn mine_and_harbour_on_two_routes_are_no_goal() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 90, 90, 0);
    table.train("FdSB", "4+5");
    table.train("FdSB", "4+5");
    table.track("I5", Color::Green, &[0, 4]);
    table.track("I7", Color::Yellow, &[3, 4]);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Green, &[3, 4]);
    table.operate("FdSB", Step::Run);
    table.run(&["I7 I5", "I5 J4 K5 K3"]);
    assert!(!table.company("FdSB").met(Goal::Third));
}

/// Reserved shares wait for a frozen minor that has run, not for one that only had a turn.
/// Rules: 18ESP-4.6.1-04
#[test]
fn reserved_shares_do_not_wait_for_a_minor_that_never_ran() {
    let mut table = eve_of_phase_5();
    table.of("MS", "ran", false);
    table.play(bank_train("4+5", 500));
    assert_eq!(table.percent("CRB", Holder::Reserved), 0);
    assert_eq!(phase_5().percent("CRB", Holder::Reserved), 10);
}

/// A forced sale may raise exactly what is missing.
/// Rules: 18ESP-4.7.1-04
#[test]
fn a_forced_sale_may_raise_exactly_enough() {
    let mut table = book();
    table.phase(4);
    table.found("FdSB", A, 100, 100, 120);
    table.cash(A, 80);
    table.launch("CFLG", B, 100, 50);
    table.give("CFLG", 30, A);
    table.give("CFLG", 30, B);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(sell(A, "CFLG", 30)), "18ESP-4.7.1-04", "two are just enough");
    table.play(sell(A, "CFLG", 20));
    table.play(bank_train("3+4", 300));
    assert_eq!((table.has(A), table.funds("FdSB")), (0, 0));
}

/// The first train closes private 7 wherever it comes from.
/// Rules: 18ESP-2.2.7-02
#[test]
fn private_7_closes_with_a_train_of_another_company_too() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 500);
    table.private(7, Holder::Seat(A));
    table.beside(1, "FdSB");
    table.launch("CFLG", A, 100, 90);
    table.train("CFLG", "1+2");
    table.operate("FdSB", Step::Trains);
    table.play(company_train("1+2", "CFLG", 10));
    assert_eq!(table.game.private_owner(6), Holder::Out);
}

/// What is discarded leaves the game: it is not sold again, and does not come back when its kind rusts.
/// Rules: 18ESP-G-17, 18ESP-5.2.1-03
#[test]
fn a_discarded_train_is_gone_for_good() {
    let mut table = book();
    table.phase(4);
    table.found("FdSB", A, 100, 100, 900);
    for _ in 0..3 {
        table.train("FdSB", "4");
    }
    table.operate("FdSB", Step::Trains);
    let kind = table.train_called("4").kind;
    let left = |table: &Table| (table.game.table.depot.left(kind), table.game.table.depot.returned(kind));
    let before = left(&table);
    table.play(discard("FdSB", "4"));
    assert_eq!(left(&table), before);
    assert_eq!(table.game.table.discarded[kind.index()], 1);
    assert_eq!(table.game.table.recyclable[kind.index()], 0);
}

/// Only what has rusted can be recycled.
/// Rules: 18ESP-G-17, 18ESP-5.2.1-03
#[test]
fn a_discarded_train_does_not_come_back_when_its_kind_rusts() {
    let recyclable = |discarded: u8| {
        let mut table = book();
        table.phase(6);
        let four = table.train_called("4").kind;
        table.found("FdSB", A, 100, 100, 900);
        table.sold_out("6");
        table.say(&["discarded", "4"], discarded);
        table.operate("FdSB", Step::Trains);
        table.play(bank_train("6+8", 800));
        assert_eq!(table.phase_name(), "7");
        table.game.table.recyclable[four.index()]
    };
    assert_eq!(recyclable(0), 7);
    assert_eq!(recyclable(2), 5);
}

/// A double city waits for a home company that is frozen, since it can be taken over.
/// Rules: 18ESP-4.3-06, 18ESP-4.6.1-02
#[test]
fn a_frozen_minor_still_closes_its_double_city() {
    let mut table = phase_5();
    let (zaragoza, crb) = (table.hex("J20"), table.id("CRB"));
    assert!(table.game.double_city_waits(zaragoza, crb), "ZP was never launched");
    table.of("ZP", "status", crate::esp::table::Status::Gone);
    assert!(!table.game.double_city_waits(zaragoza, crb));
}

/// Private 1 takes 30 off the dismantling of a mine, not off the fee of the second action.
/// Rules: 18ESP-2.2.1-01, 18ESP-4.2.1-02
#[test]
fn dismantling_with_private_1_as_the_second_action_costs_the_fee() {
    let mut table = book();
    table.phase(3);
    table.found("MZA", A, 100, 100, 500);
    let mza = table.owner("MZA");
    table.private(1, mza);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.track("G21", Color::Yellow, &[0, 3]);
    table.operate("MZA", Step::Track);
    table.play(lay("F26", "L79", 3));
    let before = table.funds("MZA");
    let tile = ferrata_engine::turn::Title::offers(&table.game).into_iter().find_map(|offer| match offer {
        ferrata_engine::offer::Offer::LayTile { hex, tile, rotations, by: Some(_), .. }
            if hex.as_str() == "G21" =>
        {
            Some(lay_by("P1", "G21", tile.as_str(), rotations[0]))
        }
        _ => None,
    });
    table.play(tile.expect("a tile without a mine"));
    assert_eq!(table.funds("MZA"), before - 20);
}

/// Everybody sells their own.
/// Rules: 18ESP-3.1-01
#[test]
fn nobody_sells_for_another() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, A);
    table.give("FdSB", 20, B);
    assert_eq!(table.seat(), A);
    table.refused(sell(B, "FdSB", 10));
}

/// A goal pays once, however often it is met.
/// Rules: 18ESP-5.1.2-01
#[test]
fn a_goal_pays_once() {
    let mut table = book();
    table.found("FdSB", A, 90, 100, 0);
    let company = table.id("FdSB");
    for _ in 0..2 {
        let events = &mut ferrata_engine::event::Events::default();
        crate::esp::goals::meet(&mut table.game, company, Goal::RedArea, events).unwrap();
    }
    assert_eq!(table.funds("FdSB"), 90);
}

/// Private 7 waits for the first train of its own company.
/// Rules: 18ESP-2.2.7-02
#[test]
fn private_7_stays_when_another_company_buys_a_train() {
    let mut table = book();
    table.found("FdSB", A, 100, 100, 500);
    table.launch("CFLG", A, 100, 90);
    table.private(7, Holder::Seat(A));
    table.beside(1, "CFLG");
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("1+2", 100));
    assert_eq!(table.game.private_owner(6), Holder::Seat(A));
}

/// In the last round only the markers of the North move three times.
/// Rules: 18ESP-7-04
#[test]
fn a_south_major_moves_once_in_the_last_round() {
    let paid = |company: &str, last: bool| {
        let mut table = book();
        table.phase(7);
        table.found(company, A, 100, 100, 0);
        table.operate(company, Step::Dividend);
        if last {
            table.last_round();
        }
        table.turn("revenue", 100);
        table.play(settle(ferrata_engine::action::Settlement::Pay));
        table.at(company)
    };
    assert_eq!(paid("MZA", true), paid("MZA", false));
    assert!(paid("FdSB", true) > paid("FdSB", false));
}

/// The first two of the three rounds after the last stock round are rounds like any other.
/// Rules: 18ESP-7-03, 18ESP-7-04
#[test]
fn the_north_moves_once_in_the_rounds_before_the_last() {
    let paid = |number: u8| {
        let mut table = book();
        table.phase(7);
        table.found("FdSB", A, 100, 100, 0);
        table.operate("FdSB", Step::Dividend);
        table.last_round();
        table.operating_round("number", number);
        table.turn("revenue", 100);
        table.play(settle(ferrata_engine::action::Settlement::Pay));
        table.at("FdSB")
    };
    assert_eq!([1, 2, 3].map(paid), [110, 110, 132]);
}

/// The circles of Barcelona are one place for a route, as those of Madrid, and so are town and mine of one hex.
/// Rules: 18ESP-4.2.3-04, 18ESP-G-36
#[test]
fn what_a_route_visits_once() {
    let table = book();
    for hex in ["M21", "E19"] {
        let (first, second) = (table.game.stop_groups_of(hex, 0), table.game.stop_groups_of(hex, 1));
        assert!(first.iter().any(|group| second.contains(group)), "{hex}: {first:?} {second:?}");
    }
}
