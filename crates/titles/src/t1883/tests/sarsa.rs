//! 8.2 SARSA.

use super::desk::{Desk, at, marker, with};
use crate::t1883::operating::coaches;
use crate::t1883::stock::duty;
use ferrata_engine::action::Action;
use ferrata_engine::turn::Title;

/// SARSA's turn: its coaches, its money, whether it is its first.
fn turn(coaches: &str, treasury: i32, first: bool, phase: &str) -> String {
    let (begun, step) = if first { (3, "coaches") } else { (1, "coaches") };
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\ncoaches = [{coaches}]\n\
         [company.CCFR]\ntrains = []\n\
         [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = {treasury}\nshares = \"Ada 20\"\nfirst_operated = {begun}\nlast_operated = 3\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SARSA\"\nacted = [\"SARSA\"]\nstep = \"{step}\"\n"
    )
}

fn coach(hex: &str) -> Action {
    marker("SARSA", "coach", hex)
}

/// Rules: 1883-8.2-02, 1883-8.2-03, 1883-V-21, 1883-8.2-20, 1883-8.2-04, 1883-R-24, 1883-T-17, 1883-8.2-15
#[test]
fn the_first_turn_brings_as_many_coaches_as_the_class_on_offer() {
    let text = "stock_rounds = 2\noperating_rounds = 1\nphase = \"2\"\n\
        [company.CCFR]\ntrains = []\nstanding = \"frozen\"\n\
        [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 130\nshares = \"Ada 20\"\n[company.FMV]\nshares = \"Ada 40\"\ndirector = \"offering\"\n[events]\ndeck = 1\nleft = []\n";
    let mut desk = at(text);
    desk.pass().pass().pass();
    assert_eq!(
        (desk.acting(), desk.game.table.coaches.len(), desk.treasury("SARSA")),
        ("SARSA".to_owned(), 2, 130)
    );
    assert!(desk.may(coach("1")) && desk.may(coach("80")), "one more, next to either base");
    assert_eq!(desk.refused(coach("9")), "1883-8.2-05", "not next to a base");
    desk.play(coach("11"));
    assert_eq!((desk.treasury("SARSA"), desk.game.table.coaches.len()), (110, 3));
    assert!(desk.acting() != "SARSA" || !desk.may(coach("80")));
    let mut desk = with(&["paidbases"], text);
    desk.pass().pass().pass();
    assert_eq!(desk.treasury("SARSA"), 130 - 40 - 20);
}

/// Rules: 1883-8.2-05, 1883-8.2-06, 1883-8.2-07, 1883-8.2-08, 1883-8.2-10, 1883-8.2-11
#[test]
fn later_each_coach_starts_from_another_base() {
    let mut desk = at(&turn("\"2\", \"90\"", 200, false, "2"));
    assert_eq!(desk.refused(coach("88")), "1883-8.2-08", "a plain hex");
    assert_eq!(desk.refused(coach("AUL")), "1883-8.2-10", "a box");
    desk.play(coach("11"));
    assert_eq!(desk.treasury("SARSA"), 180);
    assert_eq!(desk.refused(coach("22")), "1883-8.2-05", "beside the first, but from the same base");
    assert!(desk.may(coach("79")));
    let joined = "\"2\", \"11\", \"22\", \"34\", \"44\", \"57\", \"69\", \"79\", \"90\"";
    let mut desk = at(&turn(joined, 200, false, "2"));
    desk.play(coach("43"));
    assert!(desk.may(coach("35")), "the groups are joined");
}

/// Rules: 1883-8.2-09, 1883-4.0-06
#[test]
fn from_the_first_5_one_coach_on_a_plain_hex() {
    let table = || at(&turn("\"2\", \"90\"", 200, false, "5"));
    let mut desk = table();
    desk.play(coach("88"));
    assert_ne!(desk.game.table.coaches.len(), 2);
    assert!(desk.acting() != "SARSA" || !desk.game.offers().iter().any(|offer| offer.covers(&coach("11"))));
    let mut desk = table();
    desk.play(coach("11"));
    assert_eq!(desk.refused(coach("88")), "1883-8.2-09");
}

/// Rules: 1883-V-19, 1883-8.2-12, 1883-8.2-13, 1883-8.2-14
#[test]
fn the_best_single_group_runs() {
    // Castelnovo (city 20) and Carpineti (town 10); Sasso (city 20) and Vergato (town 10).
    let worth = |desk: &Desk| coaches::best_group(&desk.game).0;
    let desk = at(&turn("\"2\", \"11\", \"80\", \"90\"", 0, false, "2"));
    assert_eq!(worth(&desk), 30);
    let desk = at(&turn("\"2\", \"9\", \"11\", \"90\"", 0, false, "2"));
    assert_eq!(worth(&desk), 50, "Ciano has a value on the map");
    let value = |desk: &Desk, hex: &'static str| {
        coaches::hex_value(
            &desk.game,
            desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of(hex)).unwrap(),
        )
        .0
    };
    assert_eq!(["16", "20", "8", "12", "32"].map(|hex| value(&desk, hex)), [30, 20, 10, 0, 20]);
    let desk = at(&format!("{}[board]\n32 = \"1883-SA2 0\"\n8 = \"58 0\"\n", turn("\"2\"", 0, false, "5")));
    assert_eq!((value(&desk, "32"), value(&desk, "8")), (60, 10), "the higher value");
}

/// Rules: 1883-8.2-12, 1883-8.2-07
#[test]
fn sarsa_runs_once_its_coaches_are_placed() {
    let mut desk = at(&turn("\"2\", \"90\"", 200, false, "2"));
    desk.play(coach("80")).play(coach("11"));
    assert_eq!(
        (desk.acting().as_str(), desk.game.company_turn().revenue.0),
        ("SARSA", 30),
        "Castelnovo and Carpineti, or Sasso and Vergato"
    );
    let coaches = &desk.game.table.coaches;
    assert!(coaches.len() == 4 && coaches.is_sorted(), "in the order of the board: {coaches:?}");
}

/// Rules: 1883-V-20, 1883-8.2-18, 1883-8.2-21, 1883-R-48
#[test]
fn two_railway_shares_go_with_one_of_sarsa() {
    let desk = at(
        "stock_rounds = 2\n[company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 40\"\nstations = [\"37\", \"72\"]\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20, Ben 30\"\nstations = [\"88\"]\n[company.FMV]\nshares = \"Cleo 10\"\ndirector = \"offering\"\n",
    );
    let limit = |who| duty::ratio_limit(&desk.game, desk.seat(who));
    assert_eq!(
        [limit("Ada"), limit("Ben"), limit("Cleo")],
        [3, 1, 0],
        "CCFR does not count before its capitalisation"
    );
    let desk = at("stock_rounds = 2\n[company.FMV]\nshares = \"Cleo 20\"\ndirector = \"offering\"\n");
    assert_eq!(duty::ratio_limit(&desk.game, desk.seat("Cleo")), 1, "shares of what is not launched count");
}

/// Rules: 1883-8.2-19, 1883-5.1-07, 1883-T-18
#[test]
fn only_passing_is_refused_with_too_much_of_sarsa() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SARSA]\nprice = 65\nplace = \"B3\"\npar = 65\nshares = \"Ben 20, Ada 10\"\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\npar = 65\nshares = \"Ada 20, Ben 40\"\nstations = [\"26\"]\n",
    );
    desk.buy("SARSA", ferrata_engine::action::Party::Offering).pass();
    desk.pass().pass();
    assert_eq!(desk.refused(Action::Pass), "1883-5.1-07");
    desk.sell("SARSA", 10).pass();
    desk.pass().pass().pass();
    assert_ne!(desk.asked(), "Ada", "the round is over");
    let mut desk = at(
        "stock_rounds = 2\n[seat.Ada]\ncash = 3\n[company.SARSA]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20, pool 50\"\n",
    );
    desk.pass();
    assert_eq!(desk.asked(), "Ben", "nothing can be done about it");
}

/// Rules: 1883-8.2-01, 1883-8.2-17, 1883-6.4-21, 1883-3.4-05, 1883-5.6-04
#[test]
fn sarsa_lays_nothing_and_buys_neither_trains_privates_nor_concessions() {
    let mut desk =
        at(&format!("{}[private]\nTCB = {{ seat = \"Ada\" }}\n", turn("\"2\", \"90\"", 500, false, "2")));
    while desk.acting() == "SARSA" {
        use ferrata_engine::offer::Offer;
        let bad = |offer: &Offer| {
            matches!(offer, Offer::LayTile { .. } | Offer::BuyTrain { .. } | Offer::BuyCard { .. })
        };
        assert_eq!(desk.offers(bad), 0);
        let settles = Action::Settle { how: ferrata_engine::action::Settlement::Pay };
        if desk.game.offered(&settles) {
            desk.pay_out();
        } else {
            desk.pass();
        }
    }
    let desk = at(
        "stock_rounds = 2\n[company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 100\nshares = \"Ada 20, Ben 20\"\n",
    );
    assert_eq!(desk.refused(super::desk::concession("SARSA", "C1", 15)), "1883-5.6-04");
}

/// Rules: 1883-9-03, 1883-9-08, 1883-8.2-15
#[test]
fn sarsa_at_the_maximum_ends_the_game_at_once() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [1, 3]\nphase = \"6\"\n[company.CCFR]\ntrains = []\n\
         [company.SARSA]\nprice = 280\nplace = \"Q1\"\nshares = \"Ada 20, Ben 20\"\nfirst_operated = 1\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SARSA\"\nacted = [\"SARSA\"]\norder = [\"SV\"]\nstep = \"dividend\"\nturn = { revenue = 300 }\n",
    );
    desk.pay_out();
    assert_eq!(
        (desk.asked().as_str(), desk.cash("Ada")),
        ("SARSA has reached the maximum of the market", 610)
    );
}

/// Rules: 1883-V-31, 1883-9-04, 1883-T-25
#[test]
fn sarsa_may_rise_to_the_maximum_when_a_stock_round_ends() {
    let mut desk =
        at("stock_rounds = 9\noperating_rounds = 20\nphase = \"6\"\n[company.CCFR]\ntrains = []\n\
         [company.SARSA]\nprice = 280\nplace = \"R2\"\nshares = \"Ada 50, Ben 50\"\nfirst_operated = 1\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 60, Ada 40\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 60, Ben 40\"\nstations = [\"88\"]\n");
    desk.pass().pass().pass();
    assert_eq!(desk.asked(), "SARSA has reached the maximum of the market");
}

/// Rules: 1883-8.2-03, 1883-8.2-20
#[test]
fn the_class_is_that_of_the_train_on_offer_whatever_the_phase() {
    let table = |depot: &str| {
        let mut desk = at(&format!(
            "stock_rounds = 2\noperating_rounds = 1\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[depot]\n{depot}\n\
             [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 130\nshares = \"Ada 20\"\n[company.FMV]\nshares = \"Ada 40\"\ndirector = \"offering\"\n[events]\ndeck = 1\nleft = []\n"
        ));
        desk.pass().pass().pass();
        (desk.game.table.coaches.len(), desk.game.offered(&coach("11")))
    };
    assert_eq!(table("2 = 1"), (2, false), "a 2 is on offer: the bases and no more");
    assert_eq!(table("2 = 0"), (2, true), "a 3 is on offer, although none was sold");
    assert_eq!(table("2 = { left = 0, returned = 2 }"), (2, true), "the pool does not count");
}

/// Rules: 1883-8.2-20, 1883-8.2-08
#[test]
fn in_its_first_turn_no_coach_goes_on_a_plain_hex() {
    let desk = at(&turn("\"2\", \"90\"", 200, true, "5"));
    assert_eq!(desk.refused(coach("88")), "1883-8.2-20", "not even after the first 5");
    assert!(desk.may(coach("80")));
}

/// Rules: 1883-6.9-01, 1883-8.2-01
#[test]
fn sarsa_sells_its_own_shares_as_the_last_step() {
    let issue = || super::desk::issue("SARSA", 10);
    let mut desk = at(&turn("\"2\", \"90\"", 0, false, "2")
        .replace("step = \"coaches\"", "step = \"dividend\"\nturn = { revenue = 20 }"));
    desk.pay_out();
    assert!(desk.may(issue()));
    desk.play(issue());
    assert_eq!((desk.treasury("SARSA"), desk.held("SARSA", "pool")), (60, 10));
}

/// Rules: 1883-8.2-18, 1883-8.1.8-05
#[test]
fn the_capitalised_ccfr_counts_for_the_ratio() {
    let desk = at("stock_rounds = 5\nphase = \"5\"\n[coop]\ncapitalised = true\n\
         [company.CCFR]\ntrains = [\"5\"]\nshares = \"Cleo 20, Ada 10, pool 70\"\n");
    let limit = |who| duty::ratio_limit(&desk.game, desk.seat(who));
    assert_eq!((limit("Cleo"), limit("Ada")), (1, 0));
}

/// Rules: 1883-8.2-19, 1883-R-44
#[test]
fn a_share_of_sarsa_itself_mends_nothing() {
    let desk = at(
        "stock_rounds = 2\n[seat.Ada]\ncash = 70\n[company.SARSA]\nprice = 60\nplace = \"A3\"\nshares = \"Ben 20, Ada 10, pool 50\"\n",
    );
    assert!(desk.may(desk.purchase("SARSA", ferrata_engine::action::Party::Bank)));
    assert!(desk.may(Action::Pass), "no railway share can be had, and none of SARSA sold");
}

/// Rules: 1883-8.2-07, 1883-8.2-09
#[test]
fn a_coach_on_a_plain_hex_pays_for_the_river() {
    let mut desk = at(&turn("\"2\", \"8\", \"9\", \"11\", \"90\"", 20, false, "5"));
    desk.play(coach("7"));
    assert_eq!(desk.treasury("SARSA"), 0, "Sant'Ilario lies on the Enza");
}

/// Rules: 1883-8.2-20, 1883-5.8-06
#[test]
fn launched_again_it_has_a_first_turn_again() {
    let mut desk = at(
        "stock_rounds = 5\noperating_rounds = 6\nphase = \"2\"\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n\
         [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 130\nshares = \"Ada 20\"\nclosed_in = 3\nlaunched_in = 5\n[company.FMV]\nshares = \"Ada 40\"\ndirector = \"offering\"\n[events]\ndeck = 1\nleft = []\n",
    );
    desk.pass().pass().pass();
    assert_eq!(desk.game.table.coaches.len(), 2, "on its bases");
    desk.play(coach("11"));
    assert_eq!(desk.game.table.coaches.len(), 3);
    assert!(!desk.game.offered(&coach("80")), "three: a 3 is on offer");
}
