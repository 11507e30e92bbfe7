//! 5.6 Concessions.

use super::desk::{at, concession, lay, start};
use crate::t1883::table::Concession;

const FBV: &str = "[company.FBV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 40, Ben 20, pool 10\"\nstations = [\"88\"]\n";

/// Rules: 1883-5.6-01, 1883-5.6-02, 1883-5.6-05, 1883-2.3-03, 1883-C-03
#[test]
fn a_corporation_buys_one_in_a_stock_round() {
    let mut desk = at(&format!("stock_rounds = 2\n{FBV}"));
    assert_eq!(desk.refused(concession("FBV", "C1", 10)), "1883-5.6-01");
    desk.play(concession("FBV", "C1", 15));
    assert_eq!(desk.treasury("FBV"), 85);
    assert!(desk.may(desk.sale("FBV", 10)), "with a sale");
    desk.pass().pass().pass();
    assert_eq!(desk.refused(concession("FBV", "C6", 20)), "1883-5.6-02");
    let desk = at(&format!("stock_rounds = 2\n{FBV}[round.stock]\nseat = \"Ben\"\n"));
    assert_eq!(desk.refused(concession("FBV", "C1", 15)), "1883-5.1-01", "only its president");
}

/// Rules: 1883-5.1-09, 1883-5.6-03, 1883-T-06
#[test]
fn in_the_first_stock_round_only_fsf() {
    let mut desk = at(
        "[company.FSF]\nprice = 85\nplace = \"F3\"\ntreasury = 170\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\n",
    );
    assert!(desk.may(concession("FSF", "C2", 20)));
    assert_eq!(desk.refused(concession("CCFR", "C3", 20)), "1883-5.1-01", "CCFR has no president yet");
    desk.play(start("FBV", 65)).pass();
    desk.pass();
    assert_eq!(desk.refused(concession("FBV", "C1", 15)), "1883-5.6-03");
}

fn turn(owner: &str, support: u8, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n[seat.Ada]\nsupport = {support}\n{FBV}{owner}{rest}\n\
         [board]\n88 = \"57 2\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FBV\"\nacted = [\"FBV\"]\nstep = \"track\"\n"
    )
}

const OWNED: &str = "[concession]\nC1 = { held = { by = \"FBV\", rounds = 1 } }\n";

/// Rules: 1883-5.6-11, 1883-5.6-12, 1883-5.6-13, 1883-5.6-18, 1883-5.6-19
#[test]
fn the_bonus_is_paid_when_the_link_is_made() {
    let mut desk = at(&turn(OWNED, 0, ""));
    desk.play(lay("78", "58", 5));
    assert_eq!((desk.treasury("FBV"), desk.game.table.concessions[0]), (200, Concession::Gone));
    assert!(desk.said("FBV has fulfilled C1."), "{:?}", desk.events);
}

/// Rules: 1883-V-30, 1883-5.5-04, 1883-5.6-12, 1883-5.6-10, 1883-T-03
#[test]
fn for_a_support_card_the_bonus_is_split() {
    let mut desk = at(&turn(OWNED, 2, ""));
    desk.play(lay("78", "58", 5));
    assert_eq!(desk.asked(), "Ada");
    desk.choose("split");
    assert_eq!(
        (desk.cash("Ada"), desk.cash("Ben"), desk.treasury("FBV"), desk.cards("Ada")),
        (590, 570, 140, 1)
    );
    let mut desk = at(&turn(OWNED, 2, ""));
    desk.play(lay("78", "58", 5)).choose("treasury");
    assert_eq!((desk.treasury("FBV"), desk.cards("Ada")), (200, 2));
}

/// Rules: 1883-5.6-14, 1883-R-12
#[test]
fn a_link_that_nobody_owns_is_lost() {
    let mut desk = at(&turn("", 0, ""));
    desk.play(lay("78", "58", 5));
    assert_eq!((desk.treasury("FBV"), desk.game.table.concessions[0]), (100, Concession::Gone));
}

/// Rules: 1883-5.6-13, 1883-T-08
#[test]
fn a_link_of_another_corporation_pays_nothing_until_the_owner_can_trace_it() {
    let other = "[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"26\"]\n[concession]\nC1 = { held = { by = \"SV\", rounds = 1 } }\n";
    let mut desk = at(&turn("", 0, other));
    desk.play(lay("78", "58", 5));
    assert_eq!(desk.game.table.concessions[0].owner(), Some(desk.company("SV")));
    // FMV owns it: FBV's tile makes the link in FBV's turn.
    let fmv = "[company.FMV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"67\"]\n[seat.Ben]\nsupport = 0\n[concession]\nC1 = { held = { by = \"FMV\", rounds = 1 } }\n";
    let mut desk = at(&turn("", 0, fmv));
    desk.play(lay("78", "58", 5));
    assert_eq!(desk.treasury("FMV"), 100, "paid in another's turn");
}

/// Rules: 1883-5.6-15, 1883-5.6-16, 1883-6.11-01, 1883-T-07
#[test]
fn what_is_not_linked_in_time_costs_twice_its_price() {
    let mut desk = at(&turn("[concession]\nC1 = { held = { by = \"FBV\", rounds = 2 } }\n", 0, ""));
    desk.end_turn();
    assert_eq!((desk.treasury("FBV"), desk.game.table.concessions[0]), (70, Concession::Pool));
    let mut desk = at(&turn(OWNED, 0, ""));
    desk.end_turn();
    assert_eq!(desk.game.table.concessions[0].owner(), Some(desk.company("FBV")), "one round more");
}

/// Rules: 1883-6.11-02
#[test]
fn the_president_helps_to_pay_the_penalty() {
    let mut desk = at(&turn("[concession]\nC2 = { held = { by = \"FBV\", rounds = 4 } }\n", 0, "")
        .replace("treasury = 100", "treasury = 10"));
    desk.end_turn();
    assert_eq!((desk.treasury("FBV"), desk.cash("Ada")), (0, 550 - 30));
}

/// Rules: 1883-5.6-17, 1883-5.6-20, 1883-4.0-09
#[test]
fn with_the_first_8_unsold_ones_leave_the_game() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [1, 1]\nphase = \"7\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n5 = 0\n6 = 0\n7 = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 900\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [concession]\nC1 = { held = { by = \"SV\", rounds = 2 } }\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    desk.play(super::desk::train("8", 900));
    assert_eq!(
        (desk.game.table.concessions[1], desk.game.table.concessions[0].owner()),
        (Concession::Gone, Some(desk.company("SV")))
    );
    desk.end_turn();
    assert_eq!(desk.game.table.concessions[0], Concession::Gone, "it fails and does not come back");
}
