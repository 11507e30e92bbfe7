//! §4.7 and §4.9 where they meet limits and phases.

use super::table::*;
use super::trains::buyer;
use crate::esp::operating::Step;
use ferrata_engine::action::Party;
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;

/// At the limit nothing is bought, even if the purchase itself would make trains rust and so make room.
/// Rules: 18ESP-4.7-07
#[test]
fn a_purchase_does_not_make_its_own_room() {
    let mut table = buyer(3, 900);
    table.sold_out("3");
    for train in ["1+2", "1+2", "2+3", "2+3"] {
        table.train("FdSB", train);
    }
    assert_eq!(table.refused_at("FdSB", Step::Trains, bank_train("3+4", 300)), "18ESP-4.7-07");
    table.no_trains("FdSB");
    for train in ["1+2", "1+2", "2+3"] {
        table.train("FdSB", train);
    }
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3+4", 300));
    assert_eq!(table.trains("FdSB"), ["2+3", "3+4"]);
}

/// Whoever has room buys and gives up nothing.
/// Rules: 18ESP-4.7-08
#[test]
fn with_room_no_train_is_given_up() {
    let mut table = buyer(4, 900);
    table.train("FdSB", "4");
    assert_eq!(table.refused(discard("FdSB", "4")), "18ESP-4.7-08", "it cannot run, but there is room");
    table.play(bank_train("3+4", 300));
}

/// A combined train is half a narrow one: no minor may own it.
/// Rules: 18ESP-4.4.1-05, 18ESP-5.2.1-01, 18ESP-G-27
#[test]
fn a_minor_buys_no_combined_train() {
    let mut table = book();
    table.phase(4);
    table.found("AC", A, 100, 100, 100);
    table.launch("N", A, 100, 80);
    table.combined("N", "4", "1+2");
    table.train("N", "4");
    table.operate("AC", Step::Trains);
    assert_eq!(table.refused(company_train("5+2C", "N", 1)), "18ESP-4.4.1-05");
    table.play(company_train("4", "N", 1));
}

/// Shares of the very company that needs the train may be sold, and their price falls as in every sale.
/// Rules: 18ESP-4.7.1-04, 18ESP-3.1-04
#[test]
fn a_forced_sale_is_a_sale() {
    let mut table = buyer(4, 120);
    table.cash(A, 20);
    table.give("FdSB", 20, A);
    assert_eq!(table.game.need().map(|need| need.amount), Some(Money(300)));
    table.play(sell(A, "FdSB", 20)); // 160 are missing
    assert_eq!((table.has(A), table.at("FdSB"), table.percent("FdSB", Holder::Pool)), (220, 90, 20));
    table.play(bank_train("3+4", 300));
    assert_eq!((table.has(A), table.funds("FdSB")), (40, 0));
}

/// A train leaves after each cycle, not after each operating round.
/// Rules: 18ESP-4.9-01, 18ESP-4-02
#[test]
fn nothing_is_exported_between_the_rounds_of_a_cycle() {
    let mut table = book();
    table.phase(3);
    table.launch("FdSB", A, 100, 100);
    table.train("FdSB", "2+3");
    let left = |table: &Table| table.game.table.depot.left(TrainKind(1));
    let before = left(&table);
    (0..4).for_each(|_| drop(table.pass()));
    for round in [1, 2] {
        assert_eq!(table.game.operating().map(|operating| operating.number), Some(round));
        assert_eq!(left(&table), before, "round {round}");
        table.pass();
    }
    assert!(table.game.operating().is_none());
    assert_eq!(left(&table), before.map(|left| left - 1));
}

/// The train of private 2 rests in the round in which it came, and runs in the next one of the same cycle.
/// Rules: 18ESP-2.2.2-02
#[test]
fn the_train_of_private_2_runs_in_the_next_round() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 300);
    table.track("J4", ferrata_engine::tile::Color::Yellow, &[1, 5]);
    table.private(2, Holder::Seat(A));
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    table.play(choose("1+2"));
    table.pass();
    assert_eq!(table.step(), Step::Trains, "it rests");
    table.pass();
    assert_eq!(table.game.operating().map(|round| round.number), Some(2));
    table.pass();
    assert_eq!(table.step(), Step::Run);
    table.run(&["I5 J4"]);
}

/// A train that comes with private 2 was not bought: private 7 stays.
/// Rules: 18ESP-2.2.7-02, 18ESP-G-54
#[test]
fn private_7_waits_for_a_purchase() {
    let mut table = book();
    table.found("FdSB", A, 100, 100, 300);
    table.private(2, Holder::Seat(A));
    table.private(7, Holder::Seat(A));
    table.beside(1, "FdSB");
    table.operate("FdSB", Step::Trains);
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    table.play(choose("1+2"));
    assert_eq!(table.game.private_owner(6), Holder::Seat(A));
    table.play(bank_train("1+2", 100));
    assert_eq!(table.game.private_owner(6), Holder::Out);
}
