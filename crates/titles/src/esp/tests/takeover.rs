//! §4.6: taking over minors, before and from phase 5.

use super::table::*;
use crate::esp::operating::Step;
use crate::esp::table::{Goal, Pending, Status};
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;

/// CRB (director A) may take over MS (director B, price 151) in phase 3.
pub(super) fn merida() -> Table {
    let mut table = book();
    table.phase(3);
    table.found("CRB", A, 100, 132, 400);
    table.found("MS", B, 100, 151, 50);
    table.train("MS", "3");
    let ms = table.owner("MS");
    table.private(1, ms);
    table.of("MS", "tender", true);
    table.operate("CRB", Step::Takeover);
    table
}

/// Rules: 18ESP-4.6-01, 18ESP-4.6-03, 18ESP-G-18, 18ESP-X-15
#[test]
fn who_may_take_over_whom() {
    let mut table = merida();
    table.launch("FdLR", A, 100, 100);
    table.treasury("FdLR", 400);
    let refused = |table: &Table, minor, major| table.refused_at(major, Step::Takeover, merge(minor, major));
    assert_eq!(refused(&table, "MS", "FdLR"), "18ESP-4.6-01", "only South majors");
    let mut table = merida();
    table.phase(2);
    assert_eq!(refused(&table, "MS", "CRB"), "18ESP-4.6-01", "from phase 3");
    let mut table = merida();
    table.of("MS", "ran", false);
    assert_eq!(refused(&table, "MS", "CRB"), "18ESP-4.6-03", "a turn without a train does not count");
    assert_eq!(refused(&table, "AC", "CRB"), "18ESP-4.6-03", "not launched");
    let mut table = merida();
    table.treasury("CRB", 150);
    assert_eq!(refused(&table, "MS", "CRB"), "18ESP-G-18", "151 before the minor's cash arrives");
}

/// Rules: 18ESP-4.6-02, 18ESP-4.6-04
#[test]
fn both_directors_must_agree() {
    let mut table = merida();
    table.launch("AC", C, 100, 100);
    assert_eq!(table.refused(merge("MS", "CRB")), "18ESP-4.6-04");
    table.play(propose(merge("MS", "CRB")));
    assert_eq!(table.seat(), B);
    table.play(Action::Decline);
    assert_eq!(table.refused(propose(merge("MS", "CRB"))), "18ESP-4.6-04", "they have refused");
    table.play(propose(merge("AC", "CRB"))); // then the next one is asked
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert_eq!(table.company("AC").status, Status::Gone);
    table.treasury("CRB", 400);
    let again = table.refused_at("CRB", Step::Takeover, merge("MS", "CRB"));
    assert_eq!(again, "18ESP-4.6-02", "one for the whole game");
}

/// Rules: 18ESP-4.6-05, 18ESP-4.6-06, 18ESP-4.6-07, 18ESP-4.6-08, 18ESP-5.1.3-01, 18ESP-G-20
#[test]
fn the_minor_goes_over_with_all_it_has() {
    let mut table = merida();
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    assert!(matches!(table.asked(), Some(Pending::Token(_))));
    assert_eq!(table.seat(), A);
    assert_eq!(table.refused(Action::Pass), "18ESP-4.6-08");
    table.play(choose("map"));
    assert_eq!((table.has(B), table.held("CRB", B)), (1151, 10), "price and reserved share");
    assert_eq!(table.percent("CRB", Holder::Reserved), 0);
    assert_eq!(table.funds("CRB"), 400 - 151 + 50 + 100, "the minor's cash and the capital of the goal");
    assert_eq!((table.trains("CRB"), table.company("CRB").tender), (vec!["3".to_owned()], true));
    assert_eq!(table.game.private_owner(0), table.owner("CRB"));
    assert_eq!(table.tokens("CRB"), ["B26", "C27"], "swapped free");
    assert_eq!((table.company("CRB").free_tokens, table.company("CRB").locked_tokens), (2, 2));
    assert_eq!((table.company("MS").status, table.at("MS")), (Status::Gone, 0));
    // Or the token goes to the charter, and the circle is an ordinary one.
    let mut table = merida();
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert_eq!(table.tokens("CRB"), ["B26"]);
    assert_eq!(table.company("CRB").free_tokens, 3);
    assert_eq!(table.game.kept_slots(table.hex("C27"), 0, table.id("N")), 0);
}

/// Rules: 18ESP-4.6-09, 18ESP-G-19
#[test]
fn the_token_of_mz_stays_out_of_madrid_while_mza_is_in_play() {
    let table = |mza: bool| {
        let mut table = merida();
        table.launch("MZ", A, 100, 100);
        table.station("MZ", "F24", 2);
        if !mza {
            table.of("MZA", "status", Status::Absent);
        }
        table
    };
    let mut with = table(true);
    with.play(merge("MZ", "CRB"));
    assert_eq!((with.tokens("CRB"), with.company("CRB").free_tokens), (vec!["B26".to_owned()], 3));
    let mut without = table(false);
    without.play(merge("MZ", "CRB"));
    without.play(choose("map"));
    let token = without.game.table.board.tokens_at(without.hex("F24"))[0];
    assert_eq!((token.company, token.stop), (without.id("CRB"), 2), "in MZ's own slot");
    // Beside an own station there is no swap.
    let mut table = merida();
    table.track("C27", Color::Green, &[2]);
    table.station("CRB", "C27", 0);
    table.free_tokens("CRB", 1);
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    assert!(table.asked().is_none(), "the question is not asked");
    assert_eq!(table.company("CRB").free_tokens, 3);
}

/// Rules: 18ESP-4.6-10, 18ESP-4.6-11
#[test]
fn the_share_may_lift_to_70_percent_or_change_the_director() {
    let mut table = merida();
    table.launch("AC", A, 100, 100);
    table.give("CRB", 40, A);
    table.play(merge("AC", "CRB"));
    table.play(choose("charter"));
    assert_eq!(table.held("CRB", A), 70);
    table.stock(A);
    assert!(table.offers(&Action::Pass), "they need not sell down to 60");
    let mut table = merida();
    table.give("CRB", 20, B);
    table.play(propose(merge("MS", "CRB")));
    table.play(Action::Accept);
    table.play(choose("charter"));
    assert_eq!(table.game.director(table.id("CRB")), Some(B), "30 to 20");
}

/// Phase 4, FdLR about to buy the first 4+5.
pub(super) fn eve_of_phase_5() -> Table {
    let mut table = merida();
    table.phase(4);
    table.sold_out("4");
    table.found("FdLR", C, 100, 180, 500);
    table.train("CRB", "4");
    table.operate("FdLR", Step::Trains);
    table
}

pub(super) fn phase_5() -> Table {
    let mut table = eve_of_phase_5();
    table.play(bank_train("4+5", 500));
    table
}

/// Rules: 18ESP-4.6.1-01, 18ESP-V-14, 18ESP-G-23
#[test]
fn minors_freeze_when_phase_5_begins() {
    let mut table = phase_5();
    assert_eq!(table.company("MS").status, Status::Frozen);
    assert_eq!(table.operating(), "CRB", "MS, next in order, does not operate any more");
    assert_eq!((table.at("MS"), table.tokens("MS")), (151, vec!["C27".to_owned()]));
    table.operate("CRB", Step::Trains);
    table.treasury("CRB", 400);
    assert_eq!(table.refused(company_train("3", "MS", 1)), "18ESP-4.7-05", "nor does it sell trains");
}

/// Rules: 18ESP-4.6.1-02, 18ESP-G-22
#[test]
fn the_home_of_an_unlaunched_minor_stays_kept() {
    let table = phase_5();
    assert_eq!(table.company("AC").status, Status::Frozen);
    assert_eq!(table.game.kept_slots(table.hex("H28"), 0, table.id("CRB")), 1);
}

/// Rules: 18ESP-4.6.1-03, 18ESP-4.6.1-04
#[test]
fn reserved_shares_go_on_sale_when_nobody_can_take_over() {
    let mut table = phase_5();
    assert_eq!(table.percent("MZA", Holder::Reserved), 0, "MZA is not launched");
    assert_eq!(table.percent("CRB", Holder::Reserved), 10, "MS is still there");
    table.launch("N", A, 100, 100);
    table.shares("N", 10, Holder::Offering, Holder::Reserved);
    table.operate("CRB", Step::Takeover);
    table.play(merge("MS", "CRB"));
    table.play(choose("charter"));
    assert_eq!(table.percent("N", Holder::Reserved), 0, "no frozen minor that had run is left");
}

/// Rules: 18ESP-4.6.1-05, 18ESP-4.6.1-06, 18ESP-4.6.1-10, 18ESP-V-13
#[test]
fn case_a_the_minor_has_run() {
    let mut table = phase_5();
    table.operate("CRB", Step::Takeover);
    let before = table.funds("CRB");
    table.play(merge("MS", "CRB")); // its director cannot refuse
    table.play(choose("map"));
    assert_eq!((table.has(B), table.held("CRB", B)), (1151, 10));
    assert_eq!(table.funds("CRB"), before - 151 + 50 + 100);
    assert_eq!(table.tokens("CRB"), ["B26", "C27"]);
    assert!(table.company("CRB").met(Goal::Third));
}

/// Rules: 18ESP-4.6.1-07, 18ESP-V-15
#[test]
fn case_b_the_minor_never_ran() {
    let mut table = eve_of_phase_5();
    table.found("ZPB", A, 100, 100, 300);
    table.launch("ZP", D, 100, 90);
    table.of("ZP", "ran", false);
    table.play(bank_train("4+5", 500));
    table.track("J20", Color::Brown, &[0]);
    table.operate("ZPB", Step::Takeover);
    table.play(merge("ZP", "ZPB"));
    table.play(choose("map"));
    assert_eq!((table.has(D), table.held("ZPB", D)), (1090, 0), "90 × 1, no share");
    assert_eq!((table.percent("ZPB", Holder::Reserved), table.percent("ZPB", Holder::Offering)), (0, 80));
    assert_eq!(table.tokens("ZPB"), ["J20", "M21"], "a free station in Zaragoza");
    assert_eq!(table.funds("ZPB"), 300 - 90 + 100);
}

/// Rules: 18ESP-4.6.1-08, 18ESP-V-16, 18ESP-4.3-07
#[test]
fn case_c_the_minor_was_never_launched() {
    let mut table = eve_of_phase_5();
    table.found("N", A, 100, 100, 300);
    table.play(bank_train("4+5", 500));
    let bank = table.game.table.ledger.bank();
    table.operate("N", Step::Takeover);
    let mut mz = table.clone();
    table.play(merge("ZP", "N"));
    table.play(choose("map"));
    assert_eq!(table.game.table.ledger.bank().0, bank.0 + 100 - 100, "100 to the bank; the goal brings 100");
    assert_eq!((table.percent("N", Holder::Reserved), table.percent("N", Holder::Offering)), (0, 80));
    assert_eq!(table.company("N").waiting_at, Some(table.hex("J20")), "no tile in Zaragoza: it waits there");
    assert_eq!(table.game.kept_slots(table.hex("J20"), 0, table.id("CRB")), 0, "kept for ZP no longer");
    // MZ instead: no Madrid token while MZA is in play.
    mz.play(merge("MZ", "N"));
    assert_eq!((mz.tokens("N"), mz.company("N").free_tokens), (vec!["F24".to_owned()], 3));
    assert!(mz.company("N").met(Goal::Third), "it is a goal all the same");
}

/// Rules: 18ESP-4.6.1-09
#[test]
fn case_d_a_late_major_takes_over_nobody() {
    let mut table = phase_5();
    table.of("CRB", "full_capital", true);
    assert_eq!(table.refused_at("CRB", Step::Takeover, merge("MS", "CRB")), "18ESP-4.6.1-09");
}
