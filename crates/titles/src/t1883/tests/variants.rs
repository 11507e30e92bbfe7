//! Chapter 12: Mandatory Merging, Strengthen the Weak, Bombs Away.

use super::desk::{Desk, at, train, with};
use crate::t1883::table::MergerState;
use ferrata_engine::turn::Title;

/// SV buys the first 5 with Mandatory Merging.
fn first_5(merging: &str) -> Desk {
    with(
        &["merging"],
        &format!(
            "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = [\"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
             [company.SV]\nprice = 120\nplace = \"J3\"\ntreasury = 440\nshares = \"Cleo 20\"\nstations = [\"26\"]\n{merging}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"CCFR\", \"FMMSF\", \"FMV\"]\nstep = \"trains\"\n"
        ),
    )
}

const BOTH: &str = "[company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\n[company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 40\"\nstations = [\"67\"]\n";

/// Rules: 1883-12.1-01, 1883-12.1-02, 1883-12.1-04, 1883-12.1-05, 1883-12.1-06, 1883-R-41, 1883-R-51
#[test]
fn mandatory_merging_follows_the_turn_of_the_first_5() {
    let mut desk = first_5(BOTH);
    desk.play(train("5", 440));
    assert_eq!((desk.phase().as_str(), desk.trains("CCFR").join(" ")), ("5", "4".to_owned()), "CCFR waits");
    assert!(!desk.game.table.coop.capitalised);
    desk.end_turn();
    assert!(desk.game.is_open(desk.company("SEFTA")) && desk.game.table.coop.capitalised);
    assert_eq!((desk.trains("CCFR").join(" "), desk.treasury("CCFR")), ("5".to_owned(), 100));
    let order: Vec<_> = desk
        .game
        .operating()
        .unwrap()
        .order
        .iter()
        .chain(desk.game.operating().unwrap().company.iter())
        .copied()
        .collect();
    assert!(order.contains(&desk.company("SEFTA")), "neither had operated: SEFTA does");
}

/// Rules: 1883-12.1-01, 1883-12.1-02
#[test]
fn only_the_variant_makes_them_merge_and_sefta_acts_by_its_price() {
    let text = format!(
        "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = [\"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.SV]\nprice = 150\nplace = \"L3\"\ntreasury = 440\nshares = \"Cleo 20\"\nstations = [\"26\"]\n{BOTH}\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Cleo 20\"\nstations = [\"88\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"FBV\", \"FMMSF\", \"FMV\"]\nstep = \"trains\"\n"
    );
    let mut desk = at(&text);
    desk.play(train("5", 440));
    assert_eq!(desk.game.table.merger, MergerState::Open, "without the variant nobody must");
    let mut desk = with(&["merging"], &text);
    desk.play(train("5", 440));
    assert_eq!(desk.game.table.merger, MergerState::Due);
    desk.end_turn();
    assert_eq!((desk.acting().as_str(), desk.price("SEFTA")), ("SEFTA", 135), "before FBV at 85");
}

/// Rules: 1883-12.1-03, 1883-12.1-05
#[test]
fn without_both_sefta_leaves_the_game() {
    let mut desk =
        first_5("[company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\n");
    desk.play(train("5", 440));
    assert_eq!(desk.game.table.merger, MergerState::Never);
    assert!(desk.game.table.coop.capitalised, "the capitalisation comes at once");
}

/// Rules: 1883-12.2-01
#[test]
fn fmv_may_have_one_more_token() {
    let tokens = |options: &[&str]| {
        let desk = with(options, "");
        desk.game.company(desk.company("FMV")).tokens
    };
    assert_eq!((tokens(&[]), tokens(&["strong"])), (2, 3));
}

/// Rules: 1883-12.3-01
#[test]
fn the_raids_come_at_the_latest_with_the_third_deck() {
    let table = |options: &[&str], raided: bool| {
        let mut desk = with(
            options,
            &format!(
                "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"5\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n5 = 0\n[events]\ndeck = 2\nleft = []\nraided = {raided}\n\
                 [company.SV]\nprice = 120\nplace = \"J3\"\ntreasury = 600\nshares = \"Cleo 20\"\nstations = [\"26\"]\n\
                 [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
            ),
        );
        desk.play(train("6", 600));
        desk.asked()
    };
    assert_eq!(
        (table(&["bombs"], false).as_str(), table(&["bombs"], true).as_str(), table(&[], false).as_str()),
        ("chance", "Cleo", "Cleo")
    );
}

/// Rules: 1883-12.1-02, 1883-12.1-05
#[test]
fn at_equal_prices_the_first_in_the_order_conducts() {
    let both = BOTH.replace("price = 80\nplace = \"C1\"", "price = 65\nplace = \"A2\"");
    let mut desk = first_5(&both);
    desk.play(train("5", 440)).end_turn();
    assert_eq!(desk.president("SEFTA").as_deref(), Some("Ben"), "FMV lies farther right");
}

/// Rules: 1883-12.3-01, 1883-11-16
#[test]
fn the_raids_come_too_where_card_16_brings_the_third_deck() {
    let mut desk = with(
        &["bombs"],
        "stock_rounds = 5\noperating_rounds = 6\nphase = \"5\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n5 = 0\n[events]\ndeck = 2\nleft = [\"E16\"]\n\
         [company.SV]\nprice = 120\nplace = \"J3\"\nshares = \"Cleo 20\"\nstations = [\"26\"]\n[board]\n28 = \"58 0\"\n",
    );
    desk.pass().pass().pass().draw(&[0]);
    assert_eq!((desk.phase().as_str(), desk.asked().as_str()), ("6", "chance"));
    desk.draw(&[2, 8]);
    assert!(desk.said("is destroyed"), "{:?}", desk.events);
}

/// Rules: 1883-R-46, 1883-11-16b, 1883-12.1-02
#[test]
fn a_merger_set_off_by_card_16_follows_the_event_and_sefta_acts_in_its_place() {
    let mut desk = with(
        &["merging"],
        &format!(
            "stock_rounds = 5\noperating_rounds = 6\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = [\"4\"]\n[seat.Cleo]\ncash = 500\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n[events]\ndeck = 2\nleft = [\"E16\"]\n{BOTH}"
        ),
    );
    desk.pass().pass().pass().draw(&[0]);
    assert!(desk.game.is_open(desk.company("SEFTA")) && desk.game.table.coop.capitalised);
    assert_eq!(
        (desk.president("SEFTA").as_deref(), desk.acting().as_str()),
        (Some("Ada"), "SEFTA"),
        "at 135, before CCFR"
    );
}

/// Rules: 1883-12.1-05, 1883-12.1-06, 1883-3.5-01
#[test]
fn what_does_not_wait_for_the_merger_comes_at_once() {
    let mut desk = first_5(&format!("{BOTH}[private]\nTCB = {{ seat = \"Ben\" }}\n"));
    desk.play(train("5", 440));
    assert_eq!(desk.game.table.merger, MergerState::Due);
    assert_eq!(desk.game.table.privates[0], ferrata_engine::shares::Holder::Out, "privates close");
    let mut desk = with(
        &["merging"],
        &format!(
            "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Ben\"\n[company.CCFR]\ntrains = [\"3bis\", \"4\", \"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
             [company.SV]\nprice = 120\nplace = \"J3\"\ntreasury = 440\nshares = \"Cleo 20\"\nstations = [\"26\"]\n{BOTH}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"CCFR\", \"FMMSF\", \"FMV\"]\nstep = \"trains\"\n"
        ),
    );
    desk.play(train("5", 440));
    assert_eq!(desk.asked(), "Ben", "CCFR discards down to two");
    desk.play(ferrata_engine::action::Action::Discard {
        company: ferrata_engine::name::CompanyName::of("CCFR"),
        train: ferrata_engine::name::TrainName::of("3bis"),
    });
    assert_eq!((desk.trains("CCFR").join(" "), desk.asked().as_str()), ("4 4".to_owned(), "Cleo"));
}

/// Rules: 1883-12.1-03, 1883-12.1-05, 1883-5.8-01
#[test]
fn where_one_of_them_closes_before_the_merger_sefta_leaves_and_ccfr_is_capitalised() {
    let mut desk = with(
        &["merging"],
        "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = [\"4\"]\n[seat.Cleo]\ncash = 500\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\n\
         [company.FMV]\nprice = 30\nplace = \"A7\"\ntreasury = 440\nshares = \"Ben 40\"\nstations = [\"67\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FMV\"\nacted = [\"FMV\"]\norder = [\"FMMSF\"]\nstep = \"trains\"\n",
    );
    desk.play(train("5", 440));
    assert_eq!(desk.game.table.merger, MergerState::Due);
    while desk.acting() == "FMV" && !desk.game.offered(&super::desk::issue("FMV", 10)) {
        desk.pass();
    }
    desk.play(super::desk::issue("FMV", 10));
    assert!(!desk.game.is_open(desk.company("FMV")));
    assert_eq!(desk.game.table.merger, MergerState::Never);
    assert!(desk.game.table.coop.capitalised);
}
