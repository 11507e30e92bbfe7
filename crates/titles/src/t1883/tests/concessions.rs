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

/// Rules: 1883-5.6-02
#[test]
fn each_corporation_of_a_player_may_buy_one() {
    let sv = "[company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"26\"]\n";
    let mut desk = at(&format!("stock_rounds = 2\n{FBV}{sv}"));
    desk.play(concession("FBV", "C1", 15));
    assert_eq!(desk.refused(concession("SV", "C7", 10)), "1883-5.1-04", "not in the same turn");
    desk.pass().pass().pass();
    desk.play(concession("SV", "C7", 10));
    assert_eq!((desk.treasury("FBV"), desk.treasury("SV")), (85, 90));
}

/// Rules: 1883-5.6-19, 1883-5.6-13
#[test]
fn the_owners_president_decides_about_the_bonus_in_anothers_turn() {
    let fmv = "[company.FMV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"67\"]\n[concession]\nC1 = { held = { by = \"FMV\", rounds = 1 } }\n";
    let mut desk = at(&turn("", 3, fmv));
    desk.play(lay("78", "58", 5));
    assert_eq!((desk.acting().as_str(), desk.asked().as_str()), ("FBV", "Ben"));
    desk.choose("split");
    assert_eq!(
        (desk.cards("Ada"), desk.cards("Ben"), desk.cash("Ben"), desk.treasury("FMV")),
        (3, 0, 570, 80)
    );
}

/// Rules: 1883-R-54, 1883-5.6-16
#[test]
fn a_frozen_co_operative_pays_the_penalty_as_far_as_its_money_goes() {
    let table = |treasury: i32| {
        let ccfr = format!(
            "[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"pool 30\"\ndirector = \"offering\"\ntreasury = {treasury}\n"
        );
        let text = turn("[concession]\nC3 = { held = { by = \"CCFR\", rounds = 4 } }\n", 0, &ccfr);
        let mut desk = at(&text.replace("[coop]\npresident = \"Cleo\"\n", ""));
        desk.end_turn();
        (desk.treasury("CCFR"), desk.game.table.concessions[2])
    };
    assert_eq!((table(50), table(30)), ((10, Concession::Pool), (0, Concession::Pool)));
}

/// Rules: 1883-6.11-02, 1883-8.1.2-02
#[test]
fn whoever_led_the_co_operative_in_the_round_pays_its_penalty() {
    let owner = "[concession]\nC3 = { held = { by = \"CCFR\", rounds = 4 } }\n[company.CCFR]\ntrains = []\n";
    let mut desk = at(&turn(owner, 0, ""));
    desk.end_turn();
    assert_eq!(
        (desk.cash("Cleo"), desk.cash("Ada")),
        (550 - 40, 550),
        "the presidency passes after the check"
    );
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ada"));
}

/// Rules: 1883-6.11-02, 1883-R-31, 1883-5.1-08
#[test]
fn a_penalty_does_not_cost_the_presidency_of_the_corporation_that_failed() {
    let table = |rest: &str| {
        let owner =
            "[concession]\nC2 = { held = { by = \"FBV\", rounds = 4 } }\n[company.CCFR]\ntrains = []\n";
        let poor = turn(owner, 0, rest).replace("[seat.Ada]\n", "[seat.Ada]\ncash = 0\n").replace(
            "price = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 40, Ben 20, pool 10\"",
            "price = 40\nplace = \"C8\"\nshares = \"Ada 30, Ben 20\"",
        );
        let mut desk = at(&poor);
        desk.end_turn();
        desk
    };
    let mut desk =
        table("[company.SV]\nprice = 30\nplace = \"A7\"\nshares = \"Ben 30, Ada 20\"\nstations = [\"26\"]\n");
    assert_eq!(desk.asked(), "Ada");
    assert_eq!(desk.refused(desk.sale("FBV", 20)), "1883-R-31");
    desk.sell("SV", 10);
    assert_eq!(desk.price("SV"), 0, "it closes when enough is sold");
    desk.sell("SV", 10);
    assert_eq!(desk.cash("Ada"), 60 - 40, "both shares bring the price before the block");
    let desk = table("");
    assert!(desk.game.seat(desk.seat("Ada")).out, "one share of FBV is not enough");
}

/// Rules: 1883-5.6-11
#[test]
fn the_places_are_met_in_their_order() {
    // From Bazzano by Casalecchio to Vignola: Casalecchio, the first place, would come second.
    let text = turn(OWNED, 0, "").replace("88 = \"57 2\"", "88 = \"5 1\"\n78 = \"4 2\"\n67 = \"5 4\"");
    let mut desk = at(&text);
    desk.play(lay("79", "8", 2));
    assert_eq!(desk.treasury("FBV"), 80, "the terrain");
    assert!(desk.game.table.concessions[0].owner().is_some(), "all are linked, but not in this order");
}

/// Rules: 1883-5.6-17, 1883-R-54
#[test]
fn with_the_first_8_a_waiting_corporation_keeps_what_it_owns() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [1, 1]\nphase = \"7\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\ntreasury = 50\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n5 = 0\n6 = 0\n7 = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 900\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [concession]\nC3 = { held = { by = \"CCFR\", rounds = 4 } }\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    desk.play(super::desk::train("8", 900));
    assert_eq!(desk.game.table.concessions[2].owner(), Some(desk.company("CCFR")));
    desk.end_turn();
    assert_eq!((desk.treasury("CCFR"), desk.game.table.concessions[2]), (10, Concession::Gone), "and fails");
}
