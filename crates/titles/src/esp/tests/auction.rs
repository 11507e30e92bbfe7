//! §2.3 The auction of the privates.

use super::table::*;
use ferrata_engine::shares::Holder;

/// Rules: 18ESP-2.3-02, 18ESP-2.3-03, 18ESP-2.3-04, 18ESP-2.3-05, 18ESP-G-03
#[test]
fn bids_go_round_in_steps_of_5_until_one_is_left() {
    let mut table = auction(4);
    assert_eq!(table.refused(bid(1, 5)), "18ESP-2.3-03");
    assert_eq!(table.refused(bid(1, 12)), "18ESP-2.3-03");
    assert_eq!(table.refused(bid(1, 655)), "18ESP-G-03");
    table.pass(); // player 1, the starter, is out of this auction only
    table.play(bid(1, 10));
    table.pass();
    assert_eq!(table.refused(bid(1, 10)), "18ESP-2.3-03");
    table.play(bid(1, 25));
    assert_eq!(table.seat(), B, "player 1 is not asked again");
    table.pass();
    assert_eq!((table.has(D), table.game.private_owner(0)), (625, Holder::Seat(D)));
    assert_eq!(table.seat(), B, "player 2 starts private 2, whoever won");
    // Who cannot pay the next bid has passed.
    table.cash(C, 40);
    table.cash(D, 30);
    table.play(bid(2, 40));
    assert_eq!(table.seat(), A);
}

/// Rules: 18ESP-2.3-06, 18ESP-2.3-07, 18ESP-2.3-08, 18ESP-V-19, 18ESP-G-06
#[test]
fn a_private_that_nobody_wants_gets_cheaper_or_brings_income() {
    let mut table = auction(4);
    for _ in 0..4 {
        table.pass();
    }
    assert!(table.offers(&bid(1, 5)), "10 falls to 5");
    assert_eq!(table.seat(), A, "the same starter, everybody back in");
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!((table.has(A), table.game.private_owner(0)), (650, Holder::Seat(A)), "for nothing");
    assert_eq!(table.seat(), B);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!((table.has(A), table.seat()), (655, B), "an income round, then the same private again");
    assert!(table.offers(&bid(2, 40)));
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.has(A), 660);
}

/// Rules: 18ESP-2.3-09
#[test]
fn after_the_auction_the_poorest_begins() {
    let mut table = auction(3);
    table.cash(A, 2000);
    table.cash(B, 2000);
    table.cash(C, 2000);
    for private in 1..=7 {
        table.sell_off(private);
    }
    table.play(start("FdSB", 70));
    let order = table.game.table.order.to_vec();
    let cash: Vec<_> = order.iter().map(|seat| table.has(*seat)).collect();
    let mut sorted = cash.clone();
    sorted.sort_unstable();
    assert_eq!(cash, sorted);
    assert_eq!(table.seat(), order[0]);
}
