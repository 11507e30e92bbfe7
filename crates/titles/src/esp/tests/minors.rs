//! §4.6 where it meets other rules: limits, tenders, private 3, the freezing of minors.

use super::table::*;
use super::takeover::{eve_of_phase_5, merida, phase_5};
use crate::esp::operating::Step;
use crate::esp::table::{HomeToken, Status};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::shares::Holder;
use std::collections::BTreeMap;

/// A director who refuses for one minor is asked for another.
/// Rules: 18ESP-4.6-04
#[test]
fn a_refusal_is_for_one_minor() {
    let mut table = merida();
    table.launch("AC", B, 100, 100);
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Decline);
    table.play(propose(merge("AC", "CRB")));
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert_eq!((table.company("AC").status, table.company("MS").status), (Status::Gone, Status::Launched));
}

/// All trains of the minor come over, and the major's director chooses which to give up.
/// Rules: 18ESP-4.6-07, 18ESP-4.4.1-06, 18ESP-G-17
#[test]
fn the_trains_of_a_minor_may_be_too_many() {
    let mut table = merida();
    table.phase(4);
    for _ in 0..3 {
        table.train("CRB", "4");
    }
    table.operate("CRB", Step::Takeover);
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert_eq!(table.trains("CRB"), ["4", "4", "4", "3"]);
    assert_eq!(table.refused(Action::Pass), "18ESP-4.4.1-06");
    assert!(table.offers(&discard("CRB", "3")), "either");
    table.play(discard("CRB", "4"));
    assert_eq!(table.trains("CRB"), ["4", "4", "3"]);
}

/// The share of a takeover makes the minor's director that of the major: the rest of the turn is theirs, also the choice of a
/// train that is too much.
/// Rules: 18ESP-4.6-11, 18ESP-4.4.1-06
#[test]
fn a_takeover_may_hand_over_the_turn() {
    let mut table = merida();
    table.phase(4);
    for _ in 0..3 {
        table.train("CRB", "4");
    }
    table.give("CRB", 20, B);
    table.private(6, Holder::Seat(A));
    table.operate("CRB", Step::Takeover);
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    assert_eq!(table.seat(), A, "the token is still A's to place");
    table.play(choose("charter"));
    assert_eq!(table.game.director(table.id("CRB")), Some(B));
    assert_eq!(table.seat(), B);
    table.play(discard("CRB", "3"));
    assert_eq!((table.seat(), table.step()), (B, Step::Trains));
    let share = card("CRB", "P6", Party::Seat(A), 100);
    assert_eq!(table.refused(share.clone()), "18ESP-2.2-03", "A is no director any more");
    table.play(propose(share));
}

/// With a tender of its own the major puts the minor's up for sale.
/// Rules: 18ESP-2.2.5-03, 18ESP-2.2.5-07, 18ESP-4.6-07
#[test]
fn a_second_tender_goes_to_the_market() {
    let mut table = merida();
    table.of("CRB", "tender", true);
    let before = table.game.table.tenders.bank;
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert!(table.company("CRB").tender);
    assert_eq!(table.game.table.tenders.bank, before + 1);
}

/// Phase 5 takes the tenders that a player had to sell, and leaves those on the open market.
/// Rules: 18ESP-2.2.5-07, 18ESP-G-32
#[test]
fn tenders_on_the_market_outlast_private_5() {
    let mut table = eve_of_phase_5();
    table.private(5, Holder::Seat(D));
    table.say(&["tenders"], BTreeMap::from([("private", 3), ("bank", 2)]));
    table.play(bank_train("4+5", 500));
    assert_eq!((table.game.table.tenders.private, table.game.table.tenders.bank), (0, 2));
}

/// A takeover of a minor that nobody launched is the one takeover of the game, too.
/// Rules: 18ESP-4.6-02, 18ESP-4.6.1-08
#[test]
fn a_minor_never_launched_is_a_takeover_too() {
    let mut table = phase_5();
    table.found("N", A, 100, 100, 500);
    table.operate("N", Step::Takeover);
    table.play(merge("ZP", "N"));
    table.play(choose("charter"));
    assert_eq!(table.refused_at("N", Step::Takeover, merge("AC", "N")), "18ESP-4.6-02");
    assert_eq!(table.refused_at("N", Step::Takeover, merge("MS", "N")), "18ESP-4.6-02");
}

/// Private 3 turns into a train in the hands of a minor, too, and goes over with it, beyond the limit.
/// Rules: 18ESP-2.2.3-02, 18ESP-2.2.3-03, 18ESP-2.2.3-06, 18ESP-G-20
#[test]
fn private_3_of_a_minor_turns_into_a_train() {
    let mut table = eve_of_phase_5();
    let ms = table.owner("MS");
    table.private(3, ms);
    table.play(bank_train("4+5", 500));
    assert_eq!(table.trains("MS"), ["3", "2P"]);
    table.operate("CRB", Step::Takeover);
    table.train("CRB", "4");
    table.play(merge("MS", "CRB"));
    table.play(choose("charter"));
    assert_eq!(table.trains("CRB"), ["4", "4", "3", "2P"]);
    assert!(table.asked().is_none(), "three count, as many as allowed");
}

/// A minor that was launched and froze before its first turn keeps its circle until it is taken over.
/// Rules: 18ESP-4.6.1-01, 18ESP-4.6.1-02, 18ESP-4.6.1-07
#[test]
fn the_home_of_a_minor_that_froze_before_its_first_turn_is_kept() {
    let mut table = eve_of_phase_5();
    table.launch("AC", D, 100, 70);
    table.of("AC", "operated", false);
    table.of("AC", "ran", false);
    assert_eq!(table.company("AC").home, HomeToken::Charter);
    table.play(bank_train("4+5", 500));
    assert_eq!(table.company("AC").status, Status::Frozen);
    let kept = |table: &Table| table.game.kept_slots(table.hex("H28"), 0, table.id("FdLR"));
    assert_eq!(kept(&table), 1);
    table.operate("CRB", Step::Takeover);
    table.play(merge("AC", "CRB"));
    table.play(choose("charter"));
    assert_eq!((table.has(D), table.held("CRB", D)), (1070, 0), "its price once, no share");
    assert_eq!(kept(&table), 0);
}

/// The treasury may be just enough, and the major need not have run a train.
/// Rules: 18ESP-4.6-01, 18ESP-4.6-03, 18ESP-G-18
#[test]
fn what_a_takeover_does_not_ask() {
    let mut table = merida();
    table.treasury("CRB", 151);
    table.private(1, Holder::Out);
    table.of("CRB", "ran", false);
    table.of("CRB", "operated", false);
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert_eq!((table.has(B), table.funds("CRB")), (1151, 50 + 100), "what the minor had, and the goal");
}

/// A frozen minor counts twice for whoever directs it, whether it ever ran or not.
/// Rules: 18ESP-7.1-01
#[test]
fn a_frozen_minor_that_never_ran_counts_twice() {
    let mut table = book();
    table.launch("AC", A, 100, 80);
    table.of("AC", "ran", false);
    table.of("AC", "status", Status::Frozen);
    assert_eq!(crate::esp::end::worth(&table.game, A).0, 1160);
}

/// With its last tender sold private 5 stays, pays, and can be sold with the fifth.
/// Rules: 18ESP-2.2.5-01, 18ESP-2.2.5-02
#[test]
fn private_5_outlasts_its_tenders() {
    let mut table = book();
    table.found("FdSB", A, 100, 100, 400);
    table.found("AC", A, 100, 90, 100);
    table.private(5, Holder::Seat(A));
    table.say(&["tenders", "private"], 1);
    table.operate("AC", Step::Track);
    table.play(card("AC", "Tender", Party::Seat(A), 80));
    assert_eq!(table.game.private_owner(4), Holder::Seat(A));
    table.operate("FdSB", Step::Track);
    assert_eq!(table.refused(card("FdSB", "Tender", Party::Seat(A), 80)), "18ESP-2.2.5-01", "none is left");
    table.play(card("FdSB", "P5", Party::Seat(A), 130));
    assert!(table.company("FdSB").tender, "the fifth");
    assert_eq!(table.game.table.tenders.bank, 0);
}
