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

/// What cannot run does not meet the duty, whoever sells it.
/// Rules: 18ESP-4.7-01, 18ESP-4.7-02, 18ESP-4.7-03
#[test]
fn another_companys_train_has_to_be_of_use_too() {
    let mut table = buyer(4, 500);
    table.launch("N", A, 100, 80);
    table.train("N", "4");
    table.combined("N", "4", "1+2");
    table.train("N", "3+4");
    table.operate("FdSB", Step::Trains);
    for train in ["4", "5+2C"] {
        assert_eq!(table.refused(company_train(train, "N", 1)), "18ESP-4.7-02", "{train}");
    }
    table.play(company_train("3+4", "N", 1));
    table.play(company_train("4", "N", 1)); // now any
}

/// In phase 2 no train changes hands, not even between companies of one director.
/// Rules: 18ESP-4.7-05, 18ESP-6-03
#[test]
fn one_director_of_both_is_no_exception_in_phase_2() {
    let mut table = buyer(2, 500);
    table.launch("CFLG", A, 100, 90);
    table.train("CFLG", "1+2");
    assert_eq!(table.refused(company_train("1+2", "CFLG", 1)), "18ESP-4.7-05");
    table.phase(3);
    table.play(company_train("1+2", "CFLG", 1));
}

/// Whoever starts a phase with a lower limit gives up a train at once, the new one if they like.
/// Rules: 18ESP-4.4.1-06, 18ESP-4.7-06, 18ESP-6-07
#[test]
fn the_buyer_of_the_first_6_may_own_too_many() {
    let mut table = buyer(5, 700);
    table.sold_out("5");
    table.say(&["tenders", "bank"], 1); // the step would go on
    table.train("FdSB", "4+5");
    table.train("FdSB", "4+5");
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("5+6", 600));
    assert_eq!(table.trains("FdSB"), ["4+5", "4+5", "5+6"]);
    assert_eq!(table.refused(ferrata_engine::action::Action::Pass), "18ESP-4.4.1-06");
    table.play(discard("FdSB", "5+6"));
    assert_eq!((table.trains("FdSB").len(), table.phase_name().as_str()), (2, "6"));
}

/// An export begins a phase with all that belongs to it, before the stock round.
/// Rules: 18ESP-4.9-02, 18ESP-6-02, 18ESP-4.4.1-06, 18ESP-4.6.1-01, 18ESP-2.2-05
#[test]
fn an_export_changes_the_phase_altogether() {
    let mut table = buyer(3, 10);
    for _ in 0..4 {
        table.train("FdSB", "2+3");
    }
    table.sold_out("3");
    table.private(1, Holder::Seat(A));
    table.operate("FdSB", Step::Trains);
    table.operating_round("number", 2);
    table.pass();
    assert_eq!((table.phase_name().as_str(), table.game.operating().is_none()), ("4", true));
    assert_eq!(
        table.refused(ferrata_engine::action::Action::Pass),
        "18ESP-4.4.1-06",
        "three trains in phase 4"
    );
    table.play(discard("FdSB", "2+3"));
    // The first 5.
    let mut table = buyer(4, 10);
    table.train("FdSB", "3+4");
    table.sold_out("4");
    table.launch("MS", B, 100, 90);
    table.private(6, Holder::Seat(C));
    table.operate("FdSB", Step::Trains);
    table.operating_round("number", 2);
    table.say(&["acted"], ["FdSB", "MS"]);
    table.pass();
    assert_eq!((table.phase_name().as_str(), table.game.operating().is_none()), ("5", true));
    assert_eq!(table.company("MS").status, crate::esp::table::Status::Frozen);
    assert_eq!(table.game.private_owner(5), Holder::Out);
}

/// Whoever has no room gives up a train first: until then nothing is sold and nothing lent.
/// Rules: 18ESP-4.7-08, 18ESP-4.7.1-01
#[test]
fn room_comes_before_money() {
    let mut table = buyer(4, 0);
    for _ in 0..3 {
        table.train("FdSB", "4");
    }
    table.cash(A, 0);
    table.launch("CFLG", B, 100, 100);
    table.give("CFLG", 40, A);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(sell(A, "CFLG", 10)), "18ESP-4.7.1-01");
    assert_eq!(table.refused(loan(300)), "18ESP-4.7.1-01");
    table.play(discard("FdSB", "4"));
    assert!(table.offers(&loan(300)));
    table.play(sell(A, "CFLG", 30));
    table.play(bank_train("3+4", 300));
}

/// A turn without a train makes a company one that has operated: its shares can be sold in the next stock round.
/// Rules: 18ESP-3.1-06, 18ESP-G-07, 18ESP-4.5-06
#[test]
fn a_first_turn_without_a_train_counts() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.give("FdSB", 20, A);
    table.treasury("FdSB", 100);
    table.of("FdSB", "operated", false);
    table.of("FdSB", "ran", false);
    assert_eq!(table.refused(sell(A, "FdSB", 10)), "18ESP-3.1-06");
    (0..4).for_each(|_| drop(table.pass()));
    table.pass(); // track
    table.play(bank_train("1+2", 100));
    assert!(table.game.operating().is_none(), "the next stock round");
    while table.seat() != A {
        table.pass();
    }
    table.play(sell(A, "FdSB", 10));
}

/// A train that rests carries no tender.
/// Rules: 18ESP-2.2.2-02, 18ESP-2.2.5-05
#[test]
fn a_resting_train_carries_no_tender() {
    let mut table = coast("rulebook", 90);
    table.treasury("FdSB", 100);
    table.of("FdSB", "tender", true);
    table.private(2, Holder::Seat(A));
    table.operate("FdSB", Step::Run);
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    table.play(choose("1+2"));
    assert_eq!(table.trains("FdSB"), ["2+3", "1+2"]);
    assert_eq!(table.refused(choose("1")), "18ESP-2.2.5-05");
    table.play(choose("0"));
}

/// Every rule of selling holds in a forced sale, and no company at all may change its director by it.
/// Rules: 18ESP-4.7.1-04, 18ESP-3.1-02, 18ESP-3.1-06
#[test]
fn what_a_forced_sale_may_not_do() {
    // 180 are missing: two shares at 100.
    let short = || {
        let mut table = buyer(4, 120);
        table.cash(A, 0);
        for company in ["CFLG", "FdLR"] {
            table.launch(company, B, 100, 100);
            table.give(company, 20, A);
        }
        table.operate("FdSB", Step::Trains);
        table
    };
    let mut table = short();
    table.pool("CFLG", 40);
    assert_eq!(table.refused(sell(A, "CFLG", 20)), "18ESP-3.1-02", "the market takes one more");
    table.play(sell(A, "CFLG", 10));
    let mut table = short();
    table.of("CFLG", "operated", false);
    assert_eq!(table.refused(sell(A, "CFLG", 10)), "18ESP-3.1-06");
    table.play(sell(A, "FdLR", 20));
    // A directs FdLR, and B would hold more of it after the sale of one share.
    let mut table = short();
    table.of("FdLR", "shares", "Player 1 40, Player 2 30");
    table.of("FdLR", "director", "Player 1");
    assert_eq!(table.refused(sell(A, "FdLR", 20)), "18ESP-4.7.1-04");
    table.play(sell(A, "FdLR", 10)); // a tie
    assert_eq!(table.refused(sell(A, "FdLR", 10)), "18ESP-4.7.1-04");
    table.play(sell(A, "CFLG", 10));
    table.play(bank_train("3+4", 300));
    assert_eq!(table.game.director(table.id("FdLR")), Some(A));
}

/// A combined train is one train: it is bought as it is, and given up it is gone with its recycled card.
/// Rules: 18ESP-5.2.1-04, 18ESP-G-17, 18ESP-G-28
#[test]
fn a_combined_train_stays_combined() {
    let mut table = super::run::south_of_the_pass("rulebook");
    table.phase(4);
    table.launch("MCP", A, 100, 60);
    table.combined("MCP", "4", "1+2");
    table.no_trains("N");
    table.operate("N", Step::Trains);
    table.play(company_train("5+2C", "MCP", 50));
    assert_eq!((table.trains("N"), table.trains("MCP").len()), (vec!["5+2C".to_owned()], 0));
    let mut table = buyer(4, 900);
    for _ in 0..3 {
        table.combined("FdSB", "4", "1+2");
    }
    table.say(&["recyclable", "2"], 3);
    table.operate("FdSB", Step::Trains);
    table.play(discard("FdSB", "5+2C"));
    let (two, four) = (table.train_called("2").kind.index(), table.train_called("4").kind.index());
    assert_eq!((table.game.table.recyclable[two], table.game.table.discarded[four]), (3, 1));
}

/// The export comes whether a company has bought a train in the cycle or not.
/// Rules: 18ESP-4.9-01
#[test]
fn a_purchase_spares_no_export() {
    let mut table = book();
    table.launch("FdSB", B, 100, 100);
    table.treasury("FdSB", 100);
    let left = |table: &Table| table.game.table.depot.left(TrainKind(0));
    let before = left(&table);
    (0..4).for_each(|_| drop(table.pass()));
    table.pass(); // track
    table.play(bank_train("1+2", 100));
    assert!(table.game.operating().is_none());
    assert_eq!(left(&table), before.map(|left| left - 2), "one bought, one exported");
}
