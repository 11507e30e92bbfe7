//! Where two rules meet: cases in which each rule alone is not enough.

use super::table::*;
use crate::esp::operating::{Step, trains};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;

/// The director's successor after a tie for most: by the book the lowest order card, online the next after them.
/// Rules: 18ESP-3.1.1-03, 18ESP-D-35
#[test]
fn a_tie_for_the_next_director() {
    for (edition, heir) in [("rulebook", A), ("online", D)] {
        let mut table = stock_round(edition, "standard", 4);
        table.order([A, B, C, D]);
        table.launch("FdSB", C, 100, 100);
        table.give("FdSB", 20, A);
        table.give("FdSB", 20, D);
        table.stock(C);
        table.play(sell(C, "FdSB", 10));
        assert_eq!(table.game.director(table.id("FdSB")), Some(heir), "{edition}");
    }
}

/// A token that came with a takeover waits on a double city without a tile: it is a station, and its owner may lay the tile.
/// Rules: 18ESP-4.3-07, 18ESP-4.2.1-09
#[test]
fn a_waiting_token_lets_its_owner_lay_the_tile() {
    let mut table = super::takeover::eve_of_phase_5();
    table.found("N", A, 100, 100, 300);
    table.play(bank_train("4+5", 500));
    table.operate("N", Step::Takeover);
    table.play(merge("ZP", "N"));
    table.play(choose("map"));
    table.operate("N", Step::Track);
    let lays = |table: &Table, hex: &str| {
        let offers = ferrata_engine::turn::Title::offers(&table.game);
        offers.into_iter().find_map(|offer| match offer {
            ferrata_engine::offer::Offer::LayTile { hex: at, tile, rotations, .. } if at.as_str() == hex => {
                Some(lay(hex, tile.as_str(), rotations[0]))
            }
            _ => None,
        })
    };
    let tile = lays(&table, "J20").expect("a tile in Zaragoza");
    table.play(tile);
    assert_eq!(table.company("N").waiting_at, None, "and then it takes a circle");
}

/// The track step stays open while a private that helps in it can be bought, however little is left.
/// Rules: 18ESP-4-03, 18ESP-4.8-01, 18ESP-2.2.1-01, 18ESP-D-38
#[test]
fn a_step_waits_for_privates_that_can_be_bought() {
    let mut table = stock_round("rulebook", "standard", 4);
    table.phase(3);
    table.found("FdSB", A, 100, 100, 15);
    table.private(1, Holder::Seat(A));
    table.free_tokens("FdSB", 0);
    table.track("I5", Color::Green, &[0]);
    table.operate("FdSB", Step::Track);
    table.game.note_in_turn(|turn| (turn.tiles, turn.mine) = (1, false));
    let yellow = lay("J4", "73", 5);
    assert_ne!(table.refused(yellow), "", "15 is too little for the second action");
    table.game.note_in_turn(|turn| turn.tiles = 0);
    table.play(lay("J4", "73", 5));
    assert_eq!(table.step(), Step::Track, "private 1 can still be bought for its mine");
    table.play(card("FdSB", "P1", Party::Seat(A), 10));
    table.play(lay_by("P1", "I7", "L94", 0));
}

/// The owner of private 5 can sell tenders, and need not.
/// Rules: 18ESP-2.2.5-01, 18ESP-D-36
#[test]
fn a_tender_is_sold_by_its_owner() {
    let mut table = stock_round("rulebook", "standard", 4);
    table.phase(2);
    table.found("FdSB", A, 100, 100, 400);
    table.private(5, Holder::Seat(B));
    table.operate("FdSB", Step::Track);
    let deal = card("FdSB", "Tender", Party::Seat(B), 80);
    assert_eq!(table.refused(deal.clone()), "18ESP-2.2.5-01", "not unasked");
    table.play(propose(deal.clone()));
    assert_eq!(table.seat(), B);
    table.play(Action::Decline);
    assert!(!table.company("FdSB").tender);
    table.play(propose(deal));
    table.play(Action::Accept);
    assert_eq!((table.has(B), table.funds("FdSB"), table.company("FdSB").tender), (1020, 320, true));
    // The director's own needs nobody else.
    let mut table = stock_round("rulebook", "standard", 4);
    table.found("FdSB", A, 100, 100, 400);
    table.private(5, Holder::Seat(A));
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "Tender", Party::Seat(A), 80));
    // Online nobody is asked.
    let mut table = online();
    table.found("FdSB", A, 100, 100, 400);
    table.private(5, Holder::Seat(B));
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "Tender", Party::Seat(B), 80));
}

/// Being joined to an open pass does not make the other gauge usable: the duty asks for a train with a route now.
/// Rules: 18ESP-4.7-01, 18ESP-4.7-02, 18ESP-G-13, 18ESP-5.2.2-03
#[test]
fn a_pass_alone_makes_no_train_usable() {
    let mut table = stock_round("rulebook", "standard", 4);
    table.phase(4);
    table.found("FdLR", A, 100, 100, 700);
    table.track("H8", Color::Yellow, &[0, 5]);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.open_pass("H12");
    table.operate("FdLR", Step::Trains);
    assert_eq!(table.refused(bank_train("4", 300)), "18ESP-4.7-02", "no southern track, no route");
    table.train("FdLR", "4");
    assert!(trains::must_buy(&table.game, table.id("FdLR")));
    table.play(bank_train("3+4", 300));
    assert!(!trains::must_buy(&table.game, table.id("FdLR")));
}

/// Whoever owns a train that runs may buy any train; only the duty cannot be met with one that does not.
/// Rules: 18ESP-4.7-02, 18ESP-G-52
#[test]
fn a_second_train_may_be_of_the_other_gauge() {
    let mut table = coast("rulebook", 90);
    table.treasury("FdSB", 500);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.trains("FdSB"), ["2+3"]);
    table.play(bank_train("3", 200));
    assert_eq!(table.trains("FdSB"), ["2+3", "3"]);
}

/// A forced sale lets another company's price fall below that of a third: by the book the order stays.
/// Rules: 18ESP-4-01, 18ESP-G-51, 18ESP-D-37
#[test]
fn the_order_of_a_round_is_fixed_when_it_begins() {
    for (edition, next) in [("rulebook", "CFLG"), ("online", "FdLR")] {
        let mut table = stock_round(edition, "standard", 4);
        table.found("FdSB", A, 100, 120, 0);
        table.found("CFLG", B, 100, 100, 0);
        table.found("FdLR", C, 90, 95, 0);
        table.operate("FdSB", Step::Track);
        table.price("CFLG", 80);
        let order: Vec<_> = table.game.still_to_operate().map(|company| table.game.name(company)).collect();
        assert_eq!(order.first().map(|name| name.as_str()), Some(next), "{edition}");
    }
}

/// FdSB with as many trains as it may own, a tender and private 2 for sale, about to run.
fn crowded_coast() -> Table {
    let mut table = stock_round("rulebook", "standard", 4);
    table.phase(3);
    table.found("FdSB", A, 90, 90, 100);
    table.track("J4", Color::Yellow, &[1, 5]);
    for train in ["3", "3", "2+3", "2+3"] {
        table.train("FdSB", train);
    }
    table.of("FdSB", "tender", true);
    table.private(2, Holder::Seat(A));
    table.operate("FdSB", Step::Run);
    table
}

/// The tender stays with its train when another one is given up beside it; with its own train gone it goes to another.
/// Rules: 18ESP-2.2.5-05, 18ESP-4.4.1-06
#[test]
fn a_tender_stays_with_its_train_when_another_is_given_up() {
    let mut table = crowded_coast();
    table.play(choose("2"));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    table.play(choose("1+2"));
    table.play(discard("FdSB", "3"));
    assert_eq!(table.game.company_turn().tender, Some(1), "the first 2+3 is the second train now");
    assert_eq!(table.refused(choose("2")), "18ESP-2.2.5-05", "it is assigned");
    // The train behind it moves nothing.
    let mut table = crowded_coast();
    table.play(choose("2"));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    table.play(choose("1+2"));
    table.play(discard("FdSB", "1+2"));
    assert_eq!(table.game.company_turn().tender, Some(2));
    // Its own train is given up.
    let mut table = crowded_coast();
    table.play(choose("2"));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    table.play(choose("1+2"));
    table.play(discard("FdSB", "2+3"));
    assert_eq!(table.game.company_turn().tender, None);
    table.play(choose("2"));
}

/// Of two trains that are called the same the one that may not run in this round is given up.
/// Rules: 18ESP-2.2.2-02, 18ESP-4.4.1-06, 18ESP-G-17
#[test]
fn the_train_that_rests_is_given_up_before_one_that_runs() {
    let mut table = stock_round("rulebook", "standard", 4);
    table.found("AC", A, 100, 100, 100);
    table.private(2, Holder::Seat(A));
    table.train("AC", "2");
    table.train("AC", "2");
    table.operate("AC", Step::Track);
    table.play(card("AC", "P2", Party::Seat(A), 1));
    table.play(discard("AC", "2"));
    assert_eq!(table.trains("AC"), ["2", "2"]);
    assert!(table.company("AC").trains.iter().all(|train| !train.resting));
}

/// What is sold for a forced purchase is for the bank's train: no train of another company is bought with the treasury that it
/// was to fill up, and nothing else either.
/// Rules: 18ESP-4.7.1-01, 18ESP-4.7.1-06, 18ESP-G-53
#[test]
fn after_a_forced_sale_the_train_comes_first() {
    let short = || {
        let mut table = stock_round("rulebook", "standard", 4);
        table.phase(4);
        table.found("FdSB", A, 100, 100, 120);
        table.cash(A, 100);
        table.launch("CFLG", B, 100, 100);
        table.give("CFLG", 30, A);
        table.give("CFLG", 30, B);
        table.launch("FdLR", A, 100, 80);
        table.train("FdLR", "3+4");
        table.private(1, Holder::Seat(A));
        table.private(5, Holder::Seat(B));
        table.operate("FdSB", Step::Trains);
        table
    };
    let others = [
        (company_train("3+4", "FdLR", 1), "18ESP-4.7.1-01"),
        (card("FdSB", "P1", Party::Seat(A), 20), "18ESP-4.7.1-06"),
        (propose(card("FdSB", "Tender", Party::Seat(B), 80)), "18ESP-4.7.1-06"),
    ];
    let mut table = short();
    others.iter().for_each(|(action, _)| assert!(table.offers(action), "{action:?}"));
    table.play(sell(A, "CFLG", 10));
    for (action, rule) in &others {
        assert_eq!(table.refused(action.clone()), *rule, "{action:?}");
    }
    table.play(bank_train("3+4", 300));
    // Without a sale another company's train does.
    let mut table = short();
    table.play(company_train("3+4", "FdLR", 1));
    table.pass();
}

// ---- what is said --------------------------------------------------------------------------------

/// A refusal says what is wrong, not what is not.
/// Rules: 18ESP-2.2.5-01, 18ESP-3.2.1-02, 18ESP-3.2-02, 18ESP-4.6-03, 18ESP-4.7.1-01
#[test]
fn refusals_say_what_is_so() {
    let mut table = stock_round("rulebook", "standard", 4);
    table.found("FdSB", A, 100, 100, 79);
    table.private(5, Holder::Seat(A));
    table.operate("FdSB", Step::Track);
    let tender = card("FdSB", "Tender", Party::Seat(A), 80);
    assert_eq!(table.told(tender.clone()), "a tender costs 80, and only 79 is there");
    table.treasury("FdSB", 80);
    table.play(tender);
    // A minor's price is told by the rule of minors, and a minor has no shares.
    let mut table = stock_round("rulebook", "standard", 4);
    table.cash(A, 199);
    assert_eq!(table.refused(start_minor("AC", 100)), "18ESP-3.2.1-02");
    assert_eq!(table.refused(start("FdSB", 100)), "18ESP-3.2.2-02");
    table.launch("MS", B, 100, 100);
    assert_eq!(table.told(buy(A, "MS", Party::Offering, 100)), "MS is a minor: it has no shares");
    // A minor that was taken over is gone.
    table.phase(3);
    table.found("CRB", A, 100, 100, 400);
    table.of("AC", "status", crate::esp::table::Status::Gone);
    table.operate("CRB", Step::Takeover);
    assert_eq!(table.told(merge("AC", "CRB")), "AC has left the game");
    // Nothing is lent to a company that need not buy.
    table.launch("FdSB", A, 100, 90);
    table.station("FdSB", "I5", 0);
    table.train("FdSB", "2+3");
    table.operate("FdSB", Step::Trains);
    let lent =
        table.refused_at("FdSB", Step::Trains, ferrata_engine::action::Action::Loan { amount: Money(200) });
    assert_eq!(lent, "18ESP-4.7.1-01");
}

/// A minor that has not run a train is shown no price for its takeover before phase 5.
/// Rules: 18ESP-4.6-03, 18ESP-4.6.1-05
#[test]
fn no_price_is_shown_for_a_minor_that_cannot_be_taken_over() {
    let price = |table: &Table| crate::esp::operating::takeover::price(&table.game, table.id("MS"));
    let mut table = super::takeover::eve_of_phase_5();
    assert!(price(&table).is_some());
    table.of("MS", "ran", false);
    assert_eq!(price(&table), None);
    table.play(bank_train("4+5", 500));
    assert!(price(&table).is_some(), "frozen, it can be");
}
