//! Chapter 3 beyond its plain cases: debts, the certificate limit, directors, who rises and who plays first.

use super::stock::full_hand;
use super::table::*;
use crate::esp::operating::Step;
use crate::esp::table::{Round, Status};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::SeatId;
use ferrata_engine::shares::Holder;

/// Whoever is over the limit sells down to it, share by share, before they repay, buy or pass.
/// Rules: 18ESP-3.1.2-03, 18ESP-4.7.2-02
#[test]
fn two_certificates_too_many_are_two_sales() {
    let mut table = full_hand();
    table.private(1, Holder::Seat(A));
    table.private(4, Holder::Seat(A));
    table.debt(A, 100);
    assert_eq!(table.refused(loan(-150)), "18ESP-3.1.2-03", "sales come before anything else");
    table.play(sell(A, "FdSB", 10));
    assert_eq!(table.refused(Action::Pass), "18ESP-3.1.2-03", "one is not enough");
    assert_eq!(table.refused(loan(-150)), "18ESP-3.1.2-03");
    table.play(sell(A, "FdSB", 10));
    table.play(loan(-150));
    table.pass();
}

/// Repaying is like selling: it ends nothing, and both may follow each other in any order before the purchase.
/// Rules: 18ESP-3-02, 18ESP-3-03, 18ESP-4.7.2-02
#[test]
fn sales_and_repayments_mix_in_any_order() {
    let mut table = book();
    table.debt(A, 100);
    for company in ["FdSB", "CFLG"] {
        table.launch(company, B, 100, 100);
        table.give(company, 20, A);
    }
    table.play(sell(A, "FdSB", 10));
    table.play(loan(-150));
    assert_eq!(table.seat(), A, "the turn goes on");
    table.play(sell(A, "CFLG", 10));
    table.play(start_minor("AC", 70));
    assert_eq!(table.seat(), B);
    // Without a sale before it, too.
    let mut table = book();
    table.debt(A, 100);
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, A);
    table.play(loan(-150));
    table.play(sell(A, "FdSB", 20));
    table.pass();
    assert_eq!(table.seat(), B);
}

/// Rules: 18ESP-3.2-01
#[test]
fn whoever_owes_buys_no_share_either() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.pool("FdSB", 10);
    table.debt(A, 1);
    assert_eq!(table.refused(buy(A, "FdSB", Party::Offering, 100)), "18ESP-3.2-01");
    assert_eq!(table.refused(buy(A, "FdSB", Party::Bank, 100)), "18ESP-3.2-01");
    table.play(loan(-2));
    table.play(buy(A, "FdSB", Party::Bank, 100));
}

/// A director may leave only if somebody else has at least 20%: a holder of 10% takes no director's certificate, even from a
/// director who would keep nothing.
/// Rules: 18ESP-3.1-05, 18ESP-3.1.1-02
#[test]
fn ten_percent_make_no_director() {
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 10, B);
    table.give("FdSB", 10, C);
    assert_eq!(table.refused(sell(A, "FdSB", 20)), "18ESP-3.1-05");
    table.give("FdSB", 10, C);
    table.play(sell(A, "FdSB", 20));
    assert_eq!(table.game.director(table.id("FdSB")), Some(C));
    assert_eq!((table.held("FdSB", C), table.percent("FdSB", Holder::Pool), table.at("FdSB")), (20, 20, 90));
}

/// Players with as much cash keep their order, whatever their seats.
/// Rules: 18ESP-3.3-03, 18ESP-2.3-09
#[test]
fn ties_of_cash_keep_the_cards() {
    let mut table = book();
    table.order([C, A, D, B]);
    table.stock(C);
    table.cash(D, 1500);
    (0..4).for_each(|_| drop(table.pass()));
    assert_eq!(table.game.table.order.to_vec(), [D, C, A, B]);
    // After the auction the poorest goes first.
    let mut table = auction(3);
    table.sheet().say(&["order"], ["Player 3", "Player 1", "Player 2"]);
    for seat in [A, B, C] {
        table.cash(seat, 3000);
    }
    for private in 1..=7 {
        let next = table.seat();
        table.cash(next, 3000 + table.game.private(private - 1).price.0);
        table.sell_off(private as u8);
    }
    table.play(start("FdSB", 70));
    assert!([A, B, C].iter().all(|seat| table.has(*seat) == 3000), "all have the same");
    assert_eq!((table.game.table.order.to_vec(), table.seat()), (vec![C, A, B], C));
}

/// A frozen minor counts nothing, whether it has ever run or not.
/// Rules: 18ESP-3.1.2-02
#[test]
fn no_frozen_minor_counts() {
    let mut table = book();
    for minor in ["AC", "MS"] {
        table.launch(minor, A, 100, 100);
    }
    table.of("MS", "ran", false);
    assert_eq!(table.game.certificates(A), 2);
    for minor in ["AC", "MS"] {
        table.of(minor, "status", Status::Frozen);
    }
    assert_eq!(table.game.certificates(A), 0);
}

/// Once the reserved share lies in the initial offering, 90% are not enough.
/// Rules: 18ESP-3.3-01
#[test]
fn with_its_reserved_share_on_sale_a_south_major_needs_all_ten() {
    let risen = |held: u8| {
        let mut table = book();
        table.phase(3);
        table.launch("CRB", A, 100, 100);
        table.shares("CRB", 10, Holder::Reserved, Holder::Offering);
        table.give("CRB", 30, A);
        table.give("CRB", held, B);
        (0..4).for_each(|_| drop(table.pass()));
        table.at("CRB")
    };
    assert_eq!((risen(40), risen(50)), (100, 105));
}

/// A marker that cannot move keeps its place in the stack.
/// Rules: 18ESP-3.3-01, 18ESP-4.5-04, 18ESP-4.5-05, 18ESP-G-02
#[test]
fn who_cannot_move_stays_on_top() {
    let order = |table: &Table| -> Vec<String> {
        table.game.order_by_price().iter().map(|company| table.game.name(*company).to_string()).collect()
    };
    for (price, how) in [(400, Settlement::Pay), (50, Settlement::Withhold)] {
        let mut table = book();
        table.found("CFLG", A, 100, price, 0);
        table.found("FdSB", A, 100, price, 0);
        assert_eq!(order(&table), ["CFLG", "FdSB"]);
        table.operate("CFLG", Step::Dividend);
        table.turn("revenue", 100);
        table.play(settle(how));
        assert_eq!((table.at("CFLG"), order(&table)), (price, vec!["CFLG".into(), "FdSB".into()]));
    }
    // Sold out at 400.
    let mut table = book();
    for company in ["CFLG", "FdSB"] {
        table.launch(company, A, 100, 400);
    }
    table.give("CFLG", 30, A);
    table.give("CFLG", 50, B);
    (0..4).for_each(|_| drop(table.pass()));
    assert!(matches!(table.game.table.round, Round::Operating(_)));
    assert_eq!(order(&table), ["CFLG", "FdSB"]);
}

/// Whoever becomes director by an exchange has sold nothing, and may buy in the same round.
/// Rules: 18ESP-3.1.1-04, 18ESP-3.2-05
#[test]
fn an_exchange_is_no_sale() {
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 10, A);
    table.give("FdSB", 20, B);
    table.play(sell(A, "FdSB", 20));
    assert_eq!(table.game.director(table.id("FdSB")), Some(B));
    table.pass();
    table.play(buy(B, "FdSB", Party::Bank, 90));
}

/// A company that has just been launched rises, too, if it is sold out.
/// Rules: 18ESP-3.3-01
#[test]
fn whoever_has_not_operated_may_be_sold_out() {
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.of("FdSB", "operated", false);
    table.give("FdSB", 40, A);
    table.give("FdSB", 40, B);
    (0..4).for_each(|_| drop(table.pass()));
    assert_eq!(table.at("FdSB"), 105);
}

/// Rules: 18ESP-3.2.1-02, 18ESP-3.2.2-02
#[test]
fn the_last_peseta_starts_a_company() {
    let mut table = book();
    table.cash(A, 140);
    table.play(start_minor("AC", 70));
    assert_eq!((table.has(A), table.funds("AC")), (0, 140));
    table.cash(B, 140);
    table.play(start("FdSB", 70));
    assert_eq!((table.has(B), table.funds("FdSB")), (0, 0));
}

/// The interest is one half, however long the debt stands.
/// Rules: 18ESP-4.7.2-03
#[test]
fn debt_does_not_grow() {
    let mut table = book();
    table.debt(A, 100);
    table.launch("FdSB", B, 100, 100);
    table.treasury("FdSB", 100);
    (0..4).for_each(|_| drop(table.pass()));
    table.pass(); // track
    table.play(bank_train("1+2", 100));
    assert!(table.game.operating().is_none(), "the next stock round");
    assert_eq!((table.game.table.seats[0].debt.0, table.game.owed(A).0), (100, 150));
}

/// The share of private 6 is sold like any other: not before its company has a par, nor before it has operated.
/// Rules: 18ESP-2.2.6-01, 18ESP-3.1-06, 18ESP-3.1-07
#[test]
fn the_share_of_private_6_waits_for_par_and_operation() {
    let mut table = book();
    table.phase(3);
    table.shares("CRB", 10, Holder::Offering, Holder::Seat(A));
    assert_eq!(table.refused(sell(A, "CRB", 10)), "18ESP-3.1-07");
    table.pass();
    table.play(start("CRB", 100));
    table.pass();
    table.pass();
    assert_eq!(table.refused(sell(A, "CRB", 10)), "18ESP-3.1-06");
    table.of("CRB", "operated", true);
    table.play(sell(A, "CRB", 10));
    assert_eq!((table.has(A), table.at("CRB")), (1100, 95));
}

/// A private that a company has bought counts for nobody; the share that came with private 6 counts like any other.
/// Rules: 18ESP-3.1.2-02, 18ESP-3.1.1-02, 18ESP-G-05
#[test]
fn what_counts_for_a_player() {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    let crb = table.owner("CRB");
    table.private(1, crb);
    table.private(6, Holder::Seat(B));
    table.beside(0, "CRB");
    table.give("CRB", 20, B);
    assert_eq!((table.game.certificates(A), table.game.certificates(B)), (1, 3));
    table.stock(B);
    table.play(buy(B, "CRB", Party::Offering, 100));
    assert_eq!(table.game.director(table.id("CRB")), Some(B), "30 to 20, one share of them from private 6");
}

/// A at the certificate limit, with so much of FdSB, of which B has much too.
fn at_the_limit(director: SeatId, a: u8, b: u8) -> Table {
    let mut table = book();
    table.launch("FdSB", director, 100, 100);
    table.give("FdSB", if director == A { a - 20 } else { a }, A);
    table.give("FdSB", if director == B { b - 20 } else { b }, B);
    for company in ["CFLG", "FdLR", "CFEA"] {
        table.launch(company, C, 100, 100);
        table.give(company, 50, A);
    }
    let missing = 20 - table.game.certificates(A);
    (1..=missing).for_each(|private| table.private(private, Holder::Seat(A)));
    assert_eq!(table.game.certificates(A), usize::from(table.game.certificate_limit()));
    table
}

/// Rules: 18ESP-3.1.1-02, 18ESP-3.1.1-04, 18ESP-3.1.2-04
#[test]
fn no_certificate_limit_keeps_anybody_from_becoming_director() {
    let mut table = at_the_limit(B, 30, 40);
    table.stock(B);
    table.play(sell(B, "FdSB", 20));
    assert_eq!(table.game.director(table.id("FdSB")), Some(A), "30 to 20");
    assert_eq!(table.game.certificates(A), 19, "one certificate for two");
}

/// Rules: 18ESP-3.1.1-02, 18ESP-3.1.2-03
#[test]
fn whoever_loses_a_directorship_may_be_above_the_limit_and_sells_then() {
    let mut table = at_the_limit(A, 30, 30);
    table.stock(B);
    table.play(buy(B, "FdSB", Party::Offering, 100));
    assert_eq!(table.game.director(table.id("FdSB")), Some(B));
    assert_eq!(table.game.certificates(A), 21, "two certificates for one");
    table.stock(A);
    assert_eq!(table.refused(Action::Pass), "18ESP-3.1.2-03");
}
