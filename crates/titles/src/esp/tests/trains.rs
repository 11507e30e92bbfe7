//! §4.7, §4.9 and §5.2.1: buying trains, forced purchases, export, combined trains.

use super::run::south_of_the_pass;
use super::table::*;
use crate::esp::operating::Step;
use crate::esp::operating::consist;
use crate::esp::operating::trains;
use crate::esp::table::Round;
use crate::prospects::Prospects;
use ferrata_engine::action::Action;
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::name::{Name, TrainName};
use ferrata_engine::tile::Color;

/// FdSB at the purchase of trains.
pub(super) fn buyer(phase: u8, treasury: i32) -> Table {
    let mut table = book();
    table.phase(phase);
    table.found("FdSB", A, 100, 100, treasury);
    table.operate("FdSB", Step::Trains);
    table
}

/// Rules: 18ESP-4.7-01, 18ESP-4.7-02, 18ESP-G-13, 18ESP-5.2.2-03
#[test]
fn a_company_must_own_a_train_it_can_use() {
    let mut table = buyer(3, 500);
    assert_eq!(table.refused(Action::Pass), "18ESP-4.7-01");
    assert_eq!(table.refused(bank_train("3", 200)), "18ESP-4.7-02", "it is not on the South map");
    table.play(bank_train("2+3", 200));
    table.pass();
    // A train of the other gauge does once it has a route there.
    let mut table = buyer(3, 500);
    table.train("FdSB", "3");
    assert!(trains::must_buy(&table.game, table.id("FdSB")));
    table.open_pass("H12");
    table.station("FdSB", "H12", 0);
    assert!(trains::must_buy(&table.game, table.id("FdSB")), "a station in the pass and no track");
    let south = south_of_the_pass("rulebook");
    table.board_of(&south);
    assert!(!trains::must_buy(&table.game, table.id("FdSB")), "a route in the South");
}

/// Rules: 18ESP-4.7-01, 18ESP-4.7-02, 18ESP-G-13
#[test]
fn with_a_route_for_the_other_side_of_the_card_the_own_gauge_does_not_do() {
    let mut table = buyer(3, 500);
    table.open_pass("H12");
    table.station("FdSB", "H12", 0);
    table.track("E19", Color::Yellow, &[0, 3]);
    table.track("E21", Color::Yellow, &[3]);
    assert_eq!(table.refused(bank_train("2+3", 200)), "18ESP-4.7-02", "no route in the North");
    table.train("FdSB", "2+3");
    assert!(trains::must_buy(&table.game, table.id("FdSB")), "a 3 would run to Valladolid");
    table.play(bank_train("3", 200));
    table.pass();
    // A minor never runs in the North: with no route of its own any Iberian train does.
    let mut table = buyer(3, 500);
    table.found("AC", A, 100, 90, 0);
    table.train("AC", "3");
    assert!(!trains::must_buy(&table.game, table.id("AC")));
}

/// Rules: 18ESP-4.7-03, 18ESP-5.2.1-09
#[test]
fn a_combined_train_counts_only_if_it_can_cross() {
    let mut table = south_of_the_pass("rulebook");
    table.no_trains("N");
    table.combined("N", "4", "1+2");
    assert!(!trains::must_buy(&table.game, table.id("N")));
    table.no_pass();
    assert!(trains::must_buy(&table.game, table.id("N")), "the pass is closed");
    // And nobody may combine their way into that position.
    table.no_trains("N");
    table.train("N", "4");
    table.phase(4);
    table.say(&["recyclable", "2"], 3);
    table.treasury("N", 500);
    table.operate("N", Step::Trains);
    assert_eq!(table.refused(choose("4 & 1+2")), "18ESP-5.2.1-09");
    table.train("N", "4");
    table.play(choose("4 & 1+2"));
}

/// Rules: 18ESP-4.7-05
#[test]
fn trains_change_hands_by_consent_from_phase_3_on() {
    let mut table = buyer(2, 500);
    table.launch("CFLG", B, 100, 90);
    table.train("CFLG", "1+2");
    assert_eq!(table.refused(propose(company_train("1+2", "CFLG", 1))), "18ESP-4.7-05");
    table.phase(3);
    assert_eq!(
        table.refused(company_train("1+2", "CFLG", 1)),
        "18ESP-4.7-05",
        "the other director decides too"
    );
    assert_eq!(table.refused(propose(company_train("1+2", "CFLG", 0))), "18ESP-4.7-05", "1 or more");
    table.play(propose(company_train("1+2", "CFLG", 250)));
    assert_eq!(table.seat(), B);
    table.play(Action::Accept);
    assert_eq!((table.funds("FdSB"), table.funds("CFLG")), (250, 250));
    assert_eq!(table.trains("FdSB"), ["1+2"]);
    // With one director no consent is needed.
    table.launch("FdLR", A, 100, 80);
    table.train("FdLR", "2+3");
    table.operate("FdSB", Step::Trains);
    table.play(company_train("2+3", "FdLR", 1));
    // It keeps its side, and a minor never buys a narrow one.
    let mut table = book();
    table.phase(3);
    table.found("AC", A, 100, 100, 100);
    table.launch("FdLR", A, 100, 80);
    table.train("FdLR", "2+3");
    table.operate("AC", Step::Trains);
    assert_eq!(table.refused(company_train("2+3", "FdLR", 1)), "18ESP-4.4.1-05");
}

/// Rules: 18ESP-4.7-06, 18ESP-6-01, 18ESP-6-09
#[test]
fn trains_are_bought_one_at_a_time() {
    let mut table = buyer(3, 900);
    table.sold_out("3");
    table.train("FdSB", "1+2");
    assert_eq!(table.phase_name(), "3", "that 4s are available changes nothing");
    table.play(bank_train("3+4", 300));
    assert_eq!(table.phase_name(), "4");
    assert_eq!(table.trains("FdSB"), ["3+4"], "2s left at once, without compensation");
    assert_eq!(table.funds("FdSB"), 600);
}

/// Rules: 18ESP-4.7-07, 18ESP-4.7-08
#[test]
fn no_room_no_purchase_unless_an_unusable_train_makes_way() {
    let mut table = buyer(4, 900);
    for _ in 0..3 {
        table.train("FdSB", "3+4");
    }
    assert_eq!(table.refused_at("FdSB", Step::Trains, bank_train("3+4", 300)), "18ESP-4.7-07");
    assert_eq!(table.refused_at("FdSB", Step::Trains, discard("FdSB", "3+4")), "18ESP-4.7-08");
    let mut table = buyer(4, 900);
    for _ in 0..3 {
        table.train("FdSB", "4");
    }
    table.play(discard("FdSB", "4"));
    assert_eq!(table.refused(Action::Pass), "18ESP-4.7-01");
    table.play(bank_train("3+4", 300));
}

/// Rules: 18ESP-4.7.1-01, 18ESP-4.7.1-02
#[test]
fn the_director_helps_only_where_a_train_must_be_bought() {
    let mut table = buyer(4, 120);
    table.train("FdSB", "3+4");
    let refused = |action| table.refused_at("FdSB", Step::Trains, action);
    assert_eq!(refused(bank_train("3+4", 300)), "18ESP-4.7.1-01", "it owns a train");
    assert_eq!(refused(sell(A, "FdSB", 10)), "18ESP-4.7.1-01");
    let mut table = buyer(4, 120);
    table.play(bank_train("3+4", 300));
    assert_eq!((table.has(A), table.funds("FdSB")), (820, 0));
    // Never for another company's train.
    let mut table = buyer(4, 120);
    table.launch("FdLR", A, 100, 80);
    table.train("FdLR", "2+3");
    assert_eq!(table.refused(company_train("2+3", "FdLR", 130)), "18ESP-4.7-05");
}

/// Treasury 120, director's cash 100, train 300: 80 are missing.
fn poor() -> Table {
    let mut table = buyer(4, 120);
    table.cash(A, 100);
    table.launch("CFLG", B, 100, 50);
    table.give("CFLG", 30, A);
    table.give("CFLG", 30, B);
    table
}

/// Rules: 18ESP-4.7.1-03, 18ESP-4.7.1-04, 18ESP-V-25, 18ESP-G-15, 18ESP-G-16
#[test]
fn shares_are_sold_but_no_more_than_needed() {
    let mut table = poor();
    assert_eq!(table.refused(bank_train("3+4", 300)), "18ESP-4.7.1-03");
    assert!(table.offers(&loan(80)), "both are possible");
    assert_eq!(table.refused(sell(A, "CFLG", 30)), "18ESP-4.7.1-04", "two shares are enough");
    table.play(sell(A, "CFLG", 20));
    assert_eq!((table.has(A), table.at("CFLG")), (200, 50));
    assert_eq!(table.refused(loan(1)), "18ESP-4.7.1-02", "never mixed");
    assert_eq!(table.refused(sell(A, "CFLG", 10)), "18ESP-4.7.1-01", "nothing after the sum is covered");
    table.play(bank_train("3+4", 300));
    assert_eq!((table.has(A), table.funds("FdSB")), (20, 0), "what is left over is the director's");
    // Once shares were sold there is no loan; no sale changes a director.
    let mut table = poor();
    table.play(sell(A, "CFLG", 10));
    assert_eq!(table.refused(loan(30)), "18ESP-4.7.1-03");
    let mut table = poor();
    table.launch("FdLR", A, 100, 100);
    table.give("FdLR", 30, B);
    table.give("FdLR", 10, A);
    assert_eq!(table.refused(sell(A, "FdLR", 10)), "18ESP-4.7.1-04");
}

/// Rules: 18ESP-4.7.1-05, 18ESP-4.7.1-06, 18ESP-4.7.1-07, 18ESP-4.7.1-08, 18ESP-4.7.2-01
#[test]
fn a_loan_is_exactly_what_is_missing() {
    let mut table = poor();
    table.cash(A, 10);
    table.treasury("FdSB", 10); // 280 are missing; three shares at 50 do not help
    assert_eq!(table.refused(sell(A, "CFLG", 10)), "18ESP-4.7.1-05");
    assert_eq!(table.refused(loan(300)), "18ESP-4.7.1-06");
    table.play(loan(280));
    assert_eq!(table.refused(Action::Pass), "18ESP-4.7.1-06", "first the train");
    table.play(bank_train("3+4", 300));
    assert_eq!((table.has(A), table.funds("FdSB"), table.game.table.seats[0].debt), (0, 0, Money(280)));
    assert!(!table.offers(&loan(300)), "one train only");
    // There is no limit to loans, and no bankruptcy.
    table.no_trains("FdSB");
    table.operate("FdSB", Step::Trains);
    table.play(loan(300));
    assert_eq!(table.game.table.seats[0].debt, Money(580));
    assert_eq!(table.game.owed(A), Money(870));
}

/// Rules: 18ESP-4.9-01, 18ESP-4.9-02, 18ESP-4.9-03, 18ESP-X-10, 18ESP-G-26
#[test]
fn after_a_cycle_a_train_is_exported() {
    let mut table = buyer(2, 0);
    table.train("FdSB", "1+2");
    table.pass();
    assert_eq!(table.game.table.depot.left(TrainKind(0)), Some(8), "one is FdSB's, one is exported");
    assert!(matches!(table.game.table.round, Round::Stock(_)), "only then the next stock round");
    // It counts as a purchase: the first of a type begins the phase.
    let mut table = buyer(3, 0);
    table.train("FdSB", "2+3");
    table.sold_out("3");
    table.operating_round("number", 2);
    table.pass();
    assert_eq!(table.phase_name(), "4");
    // Also where nobody has launched anything.
    let mut table = book();
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.game.table.depot.left(TrainKind(0)), Some(9));
}

// ---- combined trains -----------------------------------------------------------------------------

/// N with a 4-train in phase 4, three 2/1+2 rusted.
fn combiner() -> Table {
    let mut table = south_of_the_pass("rulebook");
    table.phase(4);
    table.say(&["recyclable", "2"], 3);
    table.no_trains("N");
    table.train("N", "4");
    table.treasury("N", 500);
    table.operate("N", Step::Trains);
    table
}

/// Rules: 18ESP-5.2.1-01, 18ESP-5.2.1-02, 18ESP-5.2.1-03, 18ESP-5.2.1-05, 18ESP-G-28
#[test]
fn a_train_and_a_rusted_one_of_the_other_gauge() {
    let mut table = combiner();
    table.phase(3);
    assert_eq!(table.refused_at("N", Step::Trains, choose("4 & 1+2")), "18ESP-5.2.1-01", "from phase 4");
    let mut table = combiner();
    assert_eq!(table.refused(choose("4 & 2")), "18ESP-5.2.1-02", "of the other gauge");
    assert_eq!(table.refused(choose("4 & 2+3")), "18ESP-5.2.1-03", "3s have not rusted");
    table.train("N", "4");
    table.train("N", "4"); // at the limit it may still combine
    table.play(choose("4 & 1+2"));
    assert_eq!((table.funds("N"), table.game.table.recyclable[0]), (300, 2), "twice its face value");
    assert_eq!(table.trains("N"), ["5+2C", "4", "4"]);
    assert_eq!(table.refused(choose("5+2C & 1+2")), "18ESP-5.2.1-02", "exactly two");
    table.play(choose("4 & 1+2")); // several combined trains
    // Minors never.
    let mut table = combiner();
    table.launch("AC", A, 100, 80);
    table.train("AC", "4");
    table.treasury("AC", 500);
    table.station("AC", "H28", 0);
    assert_eq!(table.refused_at("AC", Step::Trains, choose("4 & 1+2")), "18ESP-5.2.1-01");
}

/// Rules: 18ESP-5.2.1-04, 18ESP-5.2.1-06, 18ESP-5.2.1-07, 18ESP-V-17
#[test]
fn a_combined_train_is_one_train() {
    let mut table = combiner();
    table.play(choose("4 & 1+2"));
    let train = table.company("N").trains[0];
    assert_eq!(table.game.reach_of(&train), (5, 2));
    assert_eq!(table.game.counted_trains(table.id("N")), 1);
    // Sold as one, gone as one.
    table.found("MCP", A, 100, 60, 50);
    table.open_pass("D12");
    table.sold_out("4");
    table.phase(6);
    table.sold_out("6");
    table.treasury("N", 800);
    table.play(bank_train("8", 800));
    assert_eq!(table.trains("N"), ["8"], "4s rust and take the recycled card with them");
    assert_eq!(table.game.table.recyclable[0], 2, "which is gone");
    assert_eq!(table.game.table.recyclable[2], 7, "while the main card can be recycled now");
}

/// Rules: 18ESP-5.2.1-08, 18ESP-5.2.2-01
#[test]
fn a_combined_train_crosses_exactly_one_pass() {
    let mut table = south_of_the_pass("rulebook");
    table.no_trains("N");
    table.combined("N", "4", "1+2");
    table.operate("N", Step::Run);
    assert_eq!(table.earns(&[(0, "F24:1 E23 E21")]).unwrap_err(), "18ESP-5.2.1-08");
    assert_eq!(table.earns(&[(0, "H8 H10 H12")]).unwrap_err(), "18ESP-5.2.1-08", "it must stop beyond it");
    assert!(table.earns(&[(0, "E19:town H12 H10 H8 I7")]).is_ok(), "town range on both maps");
    let train = table.company("N").trains[0];
    let rules = consist::requirements(&table.game, &train);
    assert_eq!((rules[0].at_least, rules[0].at_most, rules[0].through), (1, Some(1), true));
    // It may carry a tender.
    table.of("N", "tender", true);
    table.play(choose("0"));
}

/// Rules: 18ESP-5.2.1-10
#[test]
fn combining_is_paid_from_the_treasury_only() {
    let mut table = combiner();
    table.treasury("N", 199);
    assert_eq!(table.refused_at("N", Step::Trains, choose("4 & 1+2")), "18ESP-5.2.1-10");
    table.treasury("N", 500);
    table.turn("sold", true);
    assert_eq!(table.refused(choose("4 & 1+2")), "18ESP-5.2.1-10", "nor in a forced purchase");
}

/// Given a company, then it can make use of trains of its own gauge, and of the other one once it has a station there or in a pass.
/// Rules: 18ESP-4.4.3-01, 18ESP-4.4.3-09
#[test]
fn what_trains_suit_a_company() {
    let mut table = book();
    table.found("FdLR", A, 100, 100, 300);
    table.found("MZ", B, 100, 100, 100);
    let suits = |table: &Table, company: &str, train: &str| {
        table.game.suits(table.id(company), TrainName(Name::cut(train)))
    };
    assert!(suits(&table, "FdLR", "1+2") && suits(&table, "FdLR", "3+4"));
    assert!(!suits(&table, "FdLR", "2") && !suits(&table, "FdLR", "4"));
    assert!(suits(&table, "MZ", "2") && !suits(&table, "MZ", "1+2"));
    assert!(suits(&table, "FdLR", "5+2C"), "a combined one");
    table.station("FdLR", "E21", 0);
    assert!(suits(&table, "FdLR", "2"));
}

/// Given a player with a debt, then the outlook says that they may buy nothing. Rules: 18ESP-3.2-01
#[test]
fn whoever_owes_is_barred_from_purchases() {
    let mut table = book();
    table.debt(B, 40);
    let barred: Vec<bool> = table.game.outlook().purses.iter().map(|purse| purse.barred).collect();
    assert_eq!(barred, [false, true, false, false]);
}
