//! Chapter 3: the stock round.

use super::table::*;
use crate::esp::goals;
use crate::esp::operating::Step;
use crate::esp::stock::loan;
use crate::esp::table::{Round, Status};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;

/// Rules: 18ESP-3-01, 18ESP-3-02, 18ESP-3-03, 18ESP-3-04
#[test]
fn turns_follow_the_cards_and_a_round_of_passes_ends_it() {
    let mut table = book();
    table.order([C, A, D, B]);
    table.stock(C);
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, C);
    table.pass();
    assert_eq!(table.seat(), A, "by card, not by seat");
    table.pass();
    table.pass();
    table.pass();
    assert!(matches!(table.game.table.round, Round::Operating(_)), "all passed one after another");
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, A);
    table.pass();
    table.pass();
    table.pass();
    table.play(buy(D, "FdSB", Party::Offering, 100));
    table.play(sell(A, "FdSB", 10)); // who passed may act again
    assert_eq!(table.seat(), A, "after the sale they may still buy");
    table.play(start_minor("AC", 70));
    assert_eq!(table.seat(), B, "nothing is sold after the purchase");
    // A sale alone is an action, not a pass.
    table.pass();
    table.pass();
    table.pass();
    table.play(sell(A, "FdSB", 10));
    table.pass();
    let Round::Stock(stock) = &table.game.table.round else { panic!("the round goes on") };
    assert_eq!((stock.passes, stock.seat), (0, B));
}

/// Rules: 18ESP-3.1-01, 18ESP-3.1-03, 18ESP-3.1-04, 18ESP-V-01
#[test]
fn a_sale_pays_the_price_that_shows_and_then_the_marker_falls() {
    let mut table = book();
    table.launch("MZA", B, 100, 144);
    table.give("MZA", 30, A);
    table.pool("MZA", 20);
    table.play(sell(A, "MZA", 30));
    assert_eq!((table.has(A), table.at("MZA")), (1432, 126), "144, 138, 132, 126");
    assert_eq!(table.percent("MZA", Holder::Pool), 50);
    // Shares of several companies in one turn; never to another player.
    let mut table = book();
    table.launch("MZA", B, 100, 55);
    table.launch("FdSB", B, 100, 100);
    table.give("MZA", 20, A);
    table.give("FdSB", 10, A);
    table.play(sell(A, "MZA", 20));
    assert_eq!((table.has(A), table.at("MZA")), (1110, 50), "at 50 it stays");
    table.play(sell(A, "FdSB", 10));
    assert_eq!(table.has(A), 1210);
    assert_eq!(table.refused(buy(A, "CFLG", Party::Seat(B), 100)), "18ESP-3.1-01");
}

/// Rules: 18ESP-3.1-02, 18ESP-V-02
#[test]
fn half_of_a_company_is_the_most_the_market_takes() {
    let mut table = book();
    table.launch("MZA", B, 100, 144);
    table.give("MZA", 30, A);
    table.pool("MZA", 30);
    assert_eq!(table.refused(sell(A, "MZA", 30)), "18ESP-3.1-02");
    table.play(sell(A, "MZA", 20));
    let mut table = book();
    table.launch("MZA", B, 100, 144);
    table.give("MZA", 40, A);
    table.pool("MZA", 20);
    assert_eq!(table.refused(sell(A, "MZA", 40)), "18ESP-3.1-02");
    table.play(sell(A, "MZA", 30));
}

/// Rules: 18ESP-3.1-05, 18ESP-3.1.1-01, 18ESP-3.1.1-04, 18ESP-V-03, 18ESP-V-04
#[test]
fn a_director_leaves_only_by_exchange() {
    let mut table = book();
    table.phase(3);
    table.launch("A", A, 100, 144);
    table.shares("A", 10, Holder::Reserved, Holder::Seat(A));
    table.give("A", 10, A);
    table.give("A", 30, B);
    table.give("A", 20, C);
    table.pool("A", 10);
    table.play(sell(A, "A", 40));
    assert_eq!(table.game.director(table.id("A")), Some(B));
    assert_eq!((table.held("A", A), table.held("A", B), table.held("A", C)), (0, 30, 20));
    assert_eq!(table.percent("A", Holder::Pool), 50);
    assert_eq!(table.game.table.shares.director(table.id("A")), Holder::Seat(B), "never in the market");
    table.pass();
    assert_eq!(table.refused(sell(B, "A", 10)), "18ESP-3.1-02", "nobody can sell now");
    table.pass();
    let price = table.at("A");
    table.play(buy(C, "A", Party::Bank, price));
    assert_eq!(table.game.director(table.id("A")), Some(B), "30 to 30: a tie changes nothing");
    table.pass();
    table.pass();
    table.pass();
    table.play(buy(C, "A", Party::Bank, price));
    assert_eq!(table.game.director(table.id("A")), Some(C), "40 to 30");
    // Nobody to take it: it cannot be sold.
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 10, B);
    assert_eq!(table.refused(sell(A, "FdSB", 10)), "18ESP-3.1-05");
}

/// Rules: 18ESP-3.1-06, 18ESP-3.1-07, 18ESP-3.1-08, 18ESP-G-07, 18ESP-G-08, 18ESP-X-07
#[test]
fn what_cannot_be_sold() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 30, A);
    table.of("FdSB", "operated", false);
    assert_eq!(table.refused(sell(A, "FdSB", 10)), "18ESP-3.1-06");
    table.of("FdSB", "operated", true);
    table.of("FdSB", "ran", false);
    table.play(sell(A, "FdSB", 10)); // a turn without a train is enough
    table.play(sell(A, "FdSB", 10)); // the same company twice, at the price then showing
    assert_eq!(table.has(A), 1195);
    let mut table = book();
    table.shares("CRB", 10, Holder::Offering, Holder::Seat(A));
    assert_eq!(table.refused(sell(A, "CRB", 10)), "18ESP-3.1-07");
    table.launch("AC", A, 100, 100);
    assert_eq!(table.refused(sell(A, "AC", 100)), "18ESP-3.1-08");
}

/// Rules: 18ESP-3.1.1-02, 18ESP-3.1.1-03
#[test]
fn the_lowest_card_wins_a_tie_for_most() {
    let mut table = book();
    table.order([A, D, B, C]);
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 20, B);
    table.give("FdSB", 20, D);
    table.play(sell(A, "FdSB", 10));
    assert_eq!(table.game.director(table.id("FdSB")), Some(D));
    // A purchase can change it as well, but 10% never suffices.
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 20, B);
    table.stock(B);
    table.play(buy(B, "FdSB", Party::Offering, 100));
    assert_eq!(table.game.director(table.id("FdSB")), Some(B));
}

/// Rules: 18ESP-3.1.2-01, 18ESP-3.1.2-02
#[test]
fn the_certificate_limit_counts_what_lies_before_a_player() {
    for (players, limit) in [(3, 27), (4, 20), (5, 16), (6, 13)] {
        assert_eq!(auction(players).game.certificate_limit(), limit);
    }
    let mut table = book();
    table.launch("FdSB", A, 100, 100); // one, though 20%
    table.give("FdSB", 10, A);
    table.launch("AC", A, 100, 100);
    table.private(1, Holder::Seat(A));
    assert_eq!(table.game.certificates(A), 4);
    table.of("AC", "status", Status::Frozen);
    assert_eq!(table.game.certificates(A), 3, "a frozen minor counts nothing");
}

pub(super) fn full_hand() -> Table {
    let mut table = book();
    for company in ["FdSB", "CFLG", "FdLR", "CFEA"] {
        table.launch(company, B, 100, 100);
        table.give(company, 50, A);
    }
    table
}

/// Rules: 18ESP-3.1.2-03, 18ESP-3.1.2-04, 18ESP-G-10
#[test]
fn nobody_buys_beyond_the_limit_and_who_is_over_it_sells_first() {
    let mut table = full_hand();
    assert_eq!(table.game.certificates(A), 20);
    assert_eq!(table.refused(start_minor("AC", 70)), "18ESP-3.1.2-04");
    table.private(1, Holder::Seat(A));
    assert!(table.game.over_certificate_limit(A));
    assert_eq!(table.refused(Action::Pass), "18ESP-3.1.2-03");
    table.play(sell(A, "FdSB", 10));
    table.pass();
    // With nothing to sell they keep the excess, but still may not buy.
    let mut table = full_hand();
    table.private(1, Holder::Seat(A));
    for company in ["FdSB", "CFLG", "FdLR", "CFEA"] {
        table.of(company, "operated", false);
    }
    assert_eq!(table.seat(), B, "A can do nothing and is not asked");
    assert_eq!(table.game.certificates(A), 21);
}

/// Rules: 18ESP-3.2-01, 18ESP-4.7.2-02, 18ESP-4.7.2-03, 18ESP-V-24, 18ESP-G-14
#[test]
fn debt_is_repaid_with_half_as_interest_before_anything_is_bought() {
    for (debt, owed) in [(101, 152), (1, 2), (100, 150)] {
        let mut table = book();
        table.debt(A, debt);
        assert_eq!(table.refused(start_minor("AC", 70)), "18ESP-3.2-01");
        assert_eq!(table.refused(loan(-debt)), "18ESP-4.7.2-03", "all of it, with interest");
        table.play(loan(-owed));
        assert_eq!(table.has(A), 1000 - owed);
        table.play(start_minor("AC", 70)); // in the same turn
    }
    // Two odd loans are one sum: 3 + 3 owe 9, not 5 + 5.
    let mut table = book();
    loan::lend(&mut table.game, A, Money(3), &mut Vec::new()).unwrap();
    loan::lend(&mut table.game, A, Money(3), &mut Vec::new()).unwrap();
    assert_eq!(table.game.owed(A), Money(9));
    // Only in the stock round, in the selling part of a turn.
    table.launch("FdSB", A, 100, 100);
    table.operate("FdSB", Step::Track);
    assert_eq!(table.refused(loan(-9)), "18ESP-4-03");
}

/// Rules: 18ESP-3.2-02, 18ESP-3.2-03, 18ESP-3.2-06
#[test]
fn what_a_certificate_costs_and_where_it_comes_from() {
    let mut table = book();
    assert_eq!(table.refused(buy(A, "FdSB", Party::Offering, 100)), "18ESP-3.2-02", "first the director's");
    table.launch("FdSB", B, 90, 120);
    table.pool("FdSB", 10);
    assert_eq!(table.refused(buy(A, "FdSB", Party::Offering, 120)), "18ESP-3.2-03");
    let bank = table.game.table.ledger.bank();
    table.play(buy(A, "FdSB", Party::Offering, 90));
    table.play(buy(B, "FdSB", Party::Bank, 120));
    assert_eq!((table.has(A), table.has(B)), (910, 880));
    assert_eq!(table.game.table.ledger.bank(), bank + Money(210));
    // The reserved share is not for sale.
    table.phase(3);
    table.launch("MZA", B, 100, 100);
    table.shares("MZA", 50, Holder::Offering, Holder::Pool);
    table.give("MZA", 20, D);
    assert_eq!(table.percent("MZA", Holder::Reserved), 10);
    assert_eq!(table.refused(buy(C, "MZA", Party::Offering, 100)), "18ESP-3.2-06");
}

/// Rules: 18ESP-3.2-04, 18ESP-G-09
#[test]
fn nobody_buys_beyond_60_percent() {
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 30, A);
    table.play(buy(A, "FdSB", Party::Offering, 100));
    assert_eq!(table.held("FdSB", A), 60, "exactly 60 may be bought");
    table.stock(A);
    assert_eq!(table.refused(buy(A, "FdSB", Party::Offering, 100)), "18ESP-3.2-04");
    table.give("FdSB", 10, A);
    table.stock(A);
    assert_eq!(table.refused(buy(A, "FdSB", Party::Offering, 100)), "18ESP-3.2-04", "nor does a 70% holder");
}

/// Rules: 18ESP-3.2-05
#[test]
fn what_was_sold_is_not_bought_back_in_the_same_round() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, A);
    table.play(sell(A, "FdSB", 10));
    assert_eq!(table.refused(buy(A, "FdSB", Party::Bank, 95)), "18ESP-3.2-05");
    table.pass();
    table.play(buy(B, "FdSB", Party::Bank, 95));
}

/// Rules: 18ESP-3.2.1-01, 18ESP-3.2.1-02, 18ESP-3.2.1-03, 18ESP-X-04
#[test]
fn a_minor_is_launched_for_twice_its_value() {
    let mut table = book();
    for price in [70, 75, 80, 85, 90, 95, 100] {
        assert!(table.offers(&start_minor("AC", price)));
    }
    assert_eq!(table.refused(start_minor("AC", 105)), "18ESP-3.2.1-01");
    table.play(start_minor("AC", 85));
    assert_eq!((table.has(A), table.funds("AC"), table.at("AC")), (830, 170, 85));
    assert_eq!((table.company("AC").status, table.held("AC", A)), (Status::Launched, 100));
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.operating(), "AC", "it operates from the next operating round");
    let mut table = book();
    table.phase(5);
    assert_eq!(table.refused(start_minor("AC", 85)), "18ESP-3.2.1-03");
}

/// Rules: 18ESP-3.2.2-01, 18ESP-3.2.2-02, 18ESP-3.2.2-03, 18ESP-3.2.2-04, 18ESP-3.2.2-05
#[test]
fn a_major_is_launched_at_40_percent_with_four_times_its_par() {
    let mut table = book();
    assert_eq!(table.refused(start("MZA", 100)), "18ESP-3.2.2-01", "South majors from phase 3");
    assert_eq!(table.refused(start("FdSB", 60)), "18ESP-3.2.2-02");
    table.play(start("FdSB", 100));
    assert_eq!((table.has(A), table.at("FdSB"), table.funds("FdSB")), (800, 100, 0));
    table.play(buy(B, "FdSB", Party::Offering, 100));
    assert_eq!(table.company("FdSB").status, Status::Waiting, "30%");
    table.play(buy(C, "FdSB", Party::Offering, 100));
    assert_eq!((table.company("FdSB").status, table.funds("FdSB")), (Status::Launched, 400));
    let state = table.company("FdSB");
    assert_eq!((state.free_tokens, state.locked_tokens), (1, 3), "home and one; three locked");
    let mut table = book();
    table.phase(3);
    table.play(start("MZA", 70));
    let state = table.company("MZA");
    assert_eq!((state.free_tokens, state.locked_tokens), (1, 4), "the sixth sits in the takeover slot");
    // A share of private 6 counts.
    table.shares("CRB", 10, Holder::Offering, Holder::Seat(D));
    table.play(start("CRB", 70));
    table.play(buy(C, "CRB", Party::Offering, 70));
    assert_eq!(table.funds("CRB"), 280);
}

/// Rules: 18ESP-3.2.2-06, 18ESP-3.2.2-07, 18ESP-G-21, 18ESP-V-18
#[test]
fn from_phase_5_a_major_needs_60_percent_and_gets_all_at_once() {
    let mut table = book();
    table.phase(4);
    table.play(start("FdSB", 90)); // 20% before phase 5
    table.phase(5);
    table.play(buy(B, "FdSB", Party::Offering, 90));
    table.play(buy(C, "FdSB", Party::Offering, 90));
    table.play(buy(D, "FdSB", Party::Offering, 90));
    assert_eq!(table.company("FdSB").status, Status::Waiting, "50%");
    table.play(buy(A, "FdSB", Party::Offering, 90));
    assert_eq!((table.company("FdSB").status, table.funds("FdSB")), (Status::Launched, 900));
    let state = table.company("FdSB");
    assert_eq!((state.free_tokens, state.locked_tokens, state.full_capital), (4, 0, true));
    let before = table.funds("FdSB");
    let id = table.id("FdSB");
    goals::meet(&mut table.game, id, crate::esp::table::Goal::RedArea, &mut Vec::new()).unwrap();
    assert_eq!(table.funds("FdSB"), before, "no goals");
}

/// Rules: 18ESP-3.3-01, 18ESP-3.3-02, 18ESP-V-21
#[test]
fn sold_out_companies_rise_a_step() {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.give("CRB", 30, A);
    table.give("CRB", 40, B);
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 30, A);
    table.give("FdSB", 40, B);
    table.launch("CFLG", C, 100, 400);
    table.give("CFLG", 40, C);
    table.give("CFLG", 40, D);
    table.launch("AC", D, 100, 100);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.at("CRB"), 105, "90% suffice while a share is reserved");
    assert_eq!(table.at("FdSB"), 100, "10% are still unsold");
    assert_eq!(table.at("CFLG"), 400, "at 400 it stays");
    assert_eq!(table.at("AC"), 100, "minors never move here");
    // Not with a share in the market; and the top of a stack moves first.
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 30, A);
    table.give("FdSB", 40, B);
    table.pool("FdSB", 10);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.at("FdSB"), 100);
    let mut table = book();
    for company in ["CFLG", "FdSB"] {
        table.launch(company, A, 100, 100);
        table.give(company, 30, A);
        table.give(company, 50, B);
    }
    for _ in 0..4 {
        table.pass();
    }
    let order: Vec<_> = table
        .game
        .table
        .chart
        .order(&table.game.fixed.parts.grid)
        .into_iter()
        .map(|id| table.game.name(id))
        .collect();
    assert_eq!(order.iter().map(|name| name.to_string()).collect::<Vec<_>>(), ["CFLG", "FdSB"]);
}

/// Rules: 18ESP-3.3-03
#[test]
fn the_richest_gets_card_1_for_the_next_stock_round() {
    let mut table = book();
    table.cash(A, 500);
    table.cash(B, 700);
    table.cash(C, 500);
    table.cash(D, 900);
    table.private(1, Holder::Seat(A));
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.game.table.order.to_vec(), [D, B, A, C], "ties keep the last order, before any income");
}
