//! Chapters 7 and 11: every event card.

use super::desk::{Desk, at, train, with};
use crate::t1883::table::Concession;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::name::CardName;
use ferrata_engine::turn::Title;

/// A table before an operating round whose only event is this card: SV of Ada (85, with track), FBV of Ben (65), SARSA of Cleo.
pub(super) fn before(card: &str, rest: &str) -> String {
    let deck = match card.trim_start_matches('E').parse::<u8>().unwrap() {
        0..=12 => 1,
        13..=23 => 2,
        _ => 3,
    };
    let phase = ["1", "3", "6"][deck - 1];
    let cleo = match rest.contains("[seat.Cleo]") {
        true => "",
        false => "[seat.Cleo]\nsupport = 0\n",
    };
    let rest = rest.replace("[seat.Cleo]\ncash", "[seat.Cleo]\nsupport = 0\ncash");
    let trains = if deck == 3 { "[]" } else { "[\"2\"]" };
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"{phase}\"\n[coop]\npresident = \"Ada\"\ncapitalised = {}\n\
         [events]\ndeck = {deck}\nleft = [\"{card}\"]\n\
         [company.CCFR]\ntrains = []\n{}\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 30, Ben 20\"\nstations = [\"26\"]\ntrains = {trains}\nfirst_operated = 1\nlast_operated = 3\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\ntreasury = 50\nshares = \"Ben 30, Cleo 10\"\nstations = [\"88\"]\ntrains = {trains}\nfirst_operated = 1\nlast_operated = 3\n\
         [company.SARSA]\nprice = 60\nplace = \"A3\"\nshares = \"Cleo 20\"\nfirst_operated = 1\nlast_operated = 3\n\
         [company.FMV]\nshares = \"Cleo 30\"\ndirector = \"offering\"\n\
         {cleo}{rest}",
        deck == 3,
        if deck == 3 { "standing = \"waiting\"\nshares = \"\"" } else { "" },
    )
}

/// All pass, and the card is drawn.
pub(super) fn drawn(card: &str, rest: &str) -> Desk {
    drawn_with(&[], card, rest)
}

fn drawn_with(options: &[&str], card: &str, rest: &str) -> Desk {
    let mut desk = with(options, &before(card, rest));
    while !matches!(desk.game.table.round, crate::t1883::agenda::Round::Operating(_)) {
        desk.pass();
    }
    assert_eq!(desk.asked(), "chance");
    desk.draw(&[0]);
    desk
}

pub(super) fn struck(desk: &Desk, company: &str) -> bool {
    desk.game.table.events.struck.has(desk.company(company))
}

pub(super) fn reduced(desk: &Desk, company: &str) -> bool {
    desk.game.table.events.reduced.has(desk.company(company))
}

/// What a corporation would earn of a run after the event.
pub(super) fn changed(desk: &Desk, company: &str, earned: i32) -> i32 {
    crate::t1883::events::changed(&desk.game, desk.company(company), ferrata_engine::money::Money(earned)).0
}

/// Rules: 1883-7.0-01, 1883-6.2-01, 1883-7.1-02
#[test]
fn no_card_in_the_first_operating_round_nor_from_an_empty_deck() {
    let mut desk = at("[seat.Ada]\ncash = 900\n");
    desk.pass().pass().pass();
    assert_eq!(desk.acting(), "CCFR");
    let mut desk = at(&before("E2", "").replace("left = [\"E2\"]", "left = []"));
    desk.pass().pass().pass();
    assert_eq!(desk.acting(), "CCFR");
}

/// Rules: 1883-11-01, 1883-6.8-27
#[test]
fn card_1_costs_every_player_10() {
    let desk = drawn("E1", "");
    assert_eq!(["Ada", "Ben", "Cleo"].map(|who| desk.cash(who)), [540, 540, 540]);
    let mut desk = drawn("E1", "[seat.Ada]\ncash = 4\n");
    assert_eq!(desk.asked(), "Ada");
    desk.sell("SV", 10);
    assert_eq!((desk.cash("Ada"), desk.price("SV")), (4 + 85 - 10, 80));
    let poor = before("E1", "[seat.Cleo]\ncash = 4\n")
        .replace("Ben 30, Cleo 10", "Ben 40")
        .replace("Cleo 30", "Cleo 40");
    let mut desk = at(&poor);
    desk.pass().pass().pass().draw(&[0]);
    assert!(desk.game.seat(desk.seat("Cleo")).out, "SARSA's 20% cannot be sold");
    assert!(!desk.game.is_open(desk.company("SARSA")), "nobody can lead it");
    assert!(desk.game.is_open(desk.company("FBV")));
}

/// Rules: 1883-11-02, 1883-11-05
#[test]
fn cards_2_and_5_forbid_tiles() {
    let fsf = "[company.FSF]\nprice = 100\nplace = \"H3\"\ntreasury = 200\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\n";
    let mut desk = drawn("E2", fsf);
    while desk.acting() != "FSF" {
        desk.pass();
    }
    assert_eq!(desk.refused(super::desk::lay("48", "9", 0)), "1883-11-02");
    let mut desk = drawn("E5", "");
    while desk.acting() != "CCFR" {
        desk.pass();
    }
    assert_eq!(desk.refused(super::desk::lay("11", "58", 3)), "1883-11-05");
}

/// Rules: 1883-11-03, 1883-11-03b, 1883-7.0-03, 1883-7.0-04, 1883-7.0-06, 1883-8.1.7-01, 1883-R-25, 1883-T-24, 1883-T-15
#[test]
fn a_general_strike_stops_whoever_has_no_support() {
    let mut desk = drawn("E3", "");
    assert_eq!(desk.asked(), "Ada", "for SV first");
    desk.choose("support");
    assert_eq!(desk.asked(), "Ben");
    desk.choose("none");
    assert_eq!(
        (struck(&desk, "SV"), struck(&desk, "FBV"), struck(&desk, "SARSA"), struck(&desk, "CCFR")),
        (false, true, true, false)
    );
    assert_eq!((desk.cards("Ada"), desk.cards("Ben")), (0, 1));
    let price = desk.price("FBV");
    while desk.acting() != "FBV"
        || desk.game.operating().unwrap().step < crate::t1883::operating::Step::Trains
    {
        desk.pass();
    }
    assert_eq!((price, desk.price("FBV")), (65, 60), "one move, in its turn");
}

/// Rules: 1883-11-06
#[test]
fn an_accident_hits_the_dearest_railway_of_the_last_round() {
    let desk = drawn("E6", "");
    assert_eq!((desk.price("SV"), desk.price("FBV")), (80, 65));
    let desk = drawn(
        "E6",
        "[company.SAFRE]\nprice = 120\nplace = \"J3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\n",
    );
    assert_eq!((desk.price("SAFRE"), desk.price("SV")), (120, 80), "SAFRE has not operated");
    let tied = |trains: &str, treasury: i32| {
        format!(
            "[company.SAFRE]\nprice = 85\nplace = \"E2\"\ntreasury = {treasury}\nshares = \"Ada 20\"\nstations = [\"16\"]\nfirst_operated = 1\nlast_operated = 3\ntrains = {trains}\n"
        )
    };
    let desk = drawn("E6", &tied("[\"2\", \"2\"]", 0));
    assert_eq!((desk.price("SAFRE"), desk.price("SV")), (80, 85), "more trains");
    let desk = drawn("E6", &tied("[\"2\"]", 200));
    assert_eq!((desk.price("SAFRE"), desk.price("SV")), (80, 85), "more money");
    let desk = drawn("E6", &tied("[\"2\"]", 100));
    assert_eq!((desk.price("SAFRE"), desk.price("SV")), (80, 80), "all of them");
}

/// Rules: 1883-11-07, 1883-V-22, 1883-R-20, 1883-T-22
#[test]
fn a_railroad_strike_halves_runs_of_railways() {
    for card in ["E7", "E8", "E9"] {
        let mut desk = drawn(card, "");
        desk.choose("none").choose("support");
        assert_eq!(
            (reduced(&desk, "SV"), reduced(&desk, "FBV"), reduced(&desk, "SARSA"), reduced(&desk, "CCFR")),
            (true, false, false, false)
        );
        assert_eq!((changed(&desk, "SV", 130), changed(&desk, "FBV", 130)), (60, 130));
    }
}

/// Rules: 1883-11-10
#[test]
fn the_red_week_closes_the_state_lines() {
    use crate::t1883::operating::consist;
    let far = |card: &str| {
        let desk = drawn(
            card,
            "[company.FMMSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"52\"]\n",
        );
        let modena = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of("52")).unwrap();
        consist::with_all(&desk.game, desk.company("FMMSF"), |rules| (rules.stop)(modena, 0).far.len())
    };
    assert_eq!((far("E10"), far("E2")), (0, 2));
}

/// Rules: 1883-11-11, 1883-11-32
#[test]
fn the_strike_breaker_makes_the_next_general_strike_harmless() {
    let desk = drawn("E11", "");
    assert_eq!(desk.game.table.events.strike_broken_in, 5);
    let mut desk = at(&before("E3", "").replace("deck = 1\n", "deck = 1\nstrike_broken_in = 4\n"));
    desk.pass().pass().pass();
    desk.draw(&[0]);
    assert!(!struck(&desk, "SARSA") && desk.said("no effect"));
    let mut desk = at(&before("E7", "").replace("deck = 1\n", "deck = 1\nstrike_broken_in = 4\n"));
    desk.pass().pass().pass();
    desk.draw(&[0]);
    desk.choose("none").choose("support");
    assert!(reduced(&desk, "SV"), "other strikes are not affected");
}

/// Rules: 1883-11-12, 1883-11-21, 1883-11-25, 1883-6.7-07
#[test]
fn boxes_are_worth_more_or_less_for_a_round() {
    use crate::t1883::operating::consist;
    let value = |card: &str, hex: &'static str| {
        let desk = drawn(card, "");
        let hex = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of(hex)).unwrap();
        consist::with_all(&desk.game, desk.company("SV"), |rules| (rules.stop)(hex, 0).pays.revenue.0)
    };
    assert_eq!((value("E12", "BOL"), value("E2", "BOL"), value("E12", "VER")), (20, 30, 30));
    assert_eq!((value("E21", "VER"), value("E18", "VER")), (60, 40));
    assert_eq!((value("E25", "MAN"), value("E25", "VER"), value("E31", "VER")), (90, 80, 60));
}

const BOMBED: &str = "[board]\n28 = \"58 0\"\n29 = \"15 0\"\n";

/// Rules: 1883-11-13a, 1883-11-13b, 1883-11-13c, 1883-11-13d, 1883-R-26, 1883-6.4-22
#[test]
fn ten_bombs_fall_and_tiles_fall_back() {
    let mut desk = drawn("E13", BOMBED);
    let laid = |desk: &Desk, hex: &'static str| {
        let hex = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of(hex)).unwrap();
        desk.game.table.board.laid(hex).map(|(tile, _)| desk.game.fixed.parts.tile_name(tile).to_string())
    };
    desk.draw(&[2, 8]);
    assert_eq!(laid(&desk, "28"), None, "a yellow tile is destroyed");
    desk.draw(&[2, 9]);
    assert_eq!(desk.asked(), "Ben", "the second roller chooses what is left of a green tile");
    let choice = desk.game.offers()[0].samples()[0].clone();
    desk.play(choice);
    let yellow = laid(&desk, "29").unwrap();
    assert!(["5", "6", "57"].contains(&yellow.as_str()), "{yellow}");
    desk.draw(&[3, 10]);
    assert_eq!(laid(&desk, "29"), None, "Bagnolo has the numbers 29 and 30: repeated hits add up");
    for _ in 0..7 {
        assert_eq!(desk.asked(), "chance");
        desk.draw(&[10, 10]);
    }
    assert_eq!(desk.acting(), "CCFR", "ten in all");
    assert!(desk.game.table.events.raided);
    assert!(
        desk.game.table.board.has_token(desk.company("SV"), desk.game.homes(desk.company("SV"))[0]),
        "tokens stay"
    );
}

/// Rules: 1883-11-14, 1883-C-10, 1883-T-15
#[test]
fn autarchy_meets_all_corporations() {
    let mut desk = drawn("E14", "");
    assert_eq!(desk.asked(), "Ada", "for CCFR, the dearest");
    desk.choose("none").choose("none").choose("none");
    for company in ["CCFR", "SV", "FBV", "SARSA"] {
        assert!(reduced(&desk, company), "{company}");
    }
    assert_eq!(changed(&desk, "SARSA", 130), 60);
}

/// Rules: 1883-11-15
#[test]
fn card_15_gives_support() {
    let desk = drawn("E15", "[seat.Ada]\nsupport = 9\n");
    assert_eq!(["Ada", "Ben", "Cleo"].map(|who| desk.cards(who)), [9, 2, 1]);
}

/// Rules: 1883-11-16, 1883-11-16b, 1883-V-29, 1883-T-23, 1883-4.0-01
#[test]
fn card_16_removes_a_train_as_if_it_were_sold() {
    let desk = drawn("E16", "[depot]\n2 = 0\n3 = 0\n3bis = 0\n");
    assert_eq!(
        (desk.phase().as_str(), desk.depot("4"), desk.trains("CCFR").join(" ")),
        ("4", (2, 0), "4".to_owned())
    );
    assert_eq!(desk.trains("SV"), Vec::<String>::new(), "2s are scrapped");
    let desk = drawn(
        "E16",
        "[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n[private]\nTCB = { seat = \"Ada\" }\n[seat.Cleo]\ncash = 500\n",
    );
    assert_eq!((desk.phase().as_str(), desk.depot("5"), desk.treasury("CCFR")), ("5", (2, 0), 100));
    assert_eq!(
        desk.president("CCFR").as_deref(),
        Some("Cleo"),
        "all lead one corporation, but Cleo no railway"
    );
}

/// Rules: 1883-11-17
#[test]
fn card_17_takes_a_tenth_of_the_cash_or_three_cards() {
    let mut desk = drawn("E17", "[seat.Ada]\nsupport = 3\n[seat.Ben]\ncash = 501\n");
    assert_eq!(desk.asked(), "Ada");
    desk.choose("support");
    assert_eq!(
        (desk.cash("Ada"), desk.cards("Ada"), desk.cash("Ben"), desk.cash("Cleo")),
        (550, 0, 501 - 51, 495)
    );
}

/// Rules: 1883-11-18, 1883-11-31, 1883-11-30, 1883-9-07, 1883-C-12
#[test]
fn money_is_set_aside_and_comes_back() {
    let desk = drawn("E18", "");
    let bank = at(&before("E18", "")).bank();
    assert_eq!(desk.bank(), bank - 500);
    let desk = drawn("E31", "");
    let bank = at(&before("E31", "")).bank();
    assert_eq!(desk.bank(), bank - 500);
    let aside = "[on_cards]\nE18 = 500\nE31 = 500\n";
    let desk = drawn("E30", aside);
    let bank = at(&before("E30", aside)).bank();
    assert_eq!(desk.bank(), bank + 500, "at most 500");
    let desk = drawn("E30", "");
    assert_eq!(desk.bank(), at(&before("E30", "")).bank());
    let desk = drawn("E18", "[seat.Ada]\ncash = 9250\n");
    assert!(desk.game.table.bank_finished);
}

/// Rules: 1883-11-19, 1883-11-27
#[test]
fn cards_19_20_and_27_cost_a_support_card() {
    for card in ["E19", "E20", "E27"] {
        let desk = drawn(card, "[seat.Ada]\nsupport = 3\n");
        assert_eq!(["Ada", "Ben", "Cleo"].map(|who| desk.cards(who)), [2, 0, 0]);
    }
}

/// Rules: 1883-11-22, 1883-V-22
#[test]
fn card_22_raises_runs_by_half() {
    let desk = drawn("E22", "");
    assert_eq!(
        (changed(&desk, "SV", 130), changed(&desk, "CCFR", 130), changed(&desk, "SARSA", 130)),
        (200, 200, 130)
    );
}

/// Rules: 1883-11-23a, 1883-11-23b
#[test]
fn the_war_takes_the_dearest_train_of_the_railway_with_most() {
    let trains = "[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\ntrains = [\"2\", \"3\"]\n";
    let mut desk = drawn("E23", trains);
    assert_eq!(desk.asked(), "Ada");
    desk.choose("3");
    assert_eq!(
        (desk.trains("SAFRE").join(" "), desk.treasury("SAFRE"), desk.cards("Ada"), desk.depot("3").1),
        ("2".to_owned(), 80, 1, 0)
    );
    let mut desk = drawn("E23", trains);
    desk.choose("2");
    assert_eq!(
        (desk.trains("SAFRE").join(" "), desk.treasury("SAFRE"), desk.cards("Ada")),
        ("3".to_owned(), 40, 0)
    );
    let desk = drawn("E23", "");
    assert_eq!((desk.trains("SV").len(), desk.trains("FBV").len()), (1, 1), "nobody has two trains");
}

/// Rules: 1883-11-24
#[test]
fn a_bus_strike_halves_sarsas_run() {
    let mut desk = drawn("E24", "[seat.Cleo]\nsupport = 1\n");
    assert_eq!(desk.asked(), "Cleo");
    desk.choose("none");
    assert_eq!(
        (reduced(&desk, "SARSA"), reduced(&desk, "SV"), changed(&desk, "SARSA", 130)),
        (true, false, 60)
    );
    let mut desk = drawn("E24", "[seat.Cleo]\nsupport = 1\n");
    desk.choose("support");
    assert!(!reduced(&desk, "SARSA"));
}

/// Rules: 1883-11-26a, 1883-11-26b, 1883-11-26c
#[test]
fn hot_autumn_repeats_until_the_next_stock_round() {
    let mut desk = drawn("E26", "");
    desk.choose("none").choose("none");
    assert!(struck(&desk, "SV") && struck(&desk, "FBV") && struck(&desk, "SARSA"));
    let open = before("E24", "[seat.Cleo]\nsupport = 1\n")
        .replace("deck = 3\n", "deck = 3\nhot_autumn = \"E26\"\n")
        + "[round.operating]\nstage = \"beginning\"\n";
    let mut desk = at(&open);
    assert_eq!(desk.asked(), "Ada", "it is settled first");
    desk.choose("support").choose("none").choose("none");
    assert_eq!(desk.asked(), "chance", "then a card is drawn");
    desk.draw(&[0]);
    assert!(struck(&desk, "SARSA") && !reduced(&desk, "SARSA"), "other strikes have no effect meanwhile");
    let mut desk = at(&before("E26", "")
        .replace("deck = 3\n", "deck = 3\nhot_autumn = \"E26\"\n")
        .replace("left = [\"E26\"]", "left = []"));
    desk.pass();
    assert!(desk.game.table.events.hot_autumn.is_some());
}

/// Rules: 1883-11-28, 1883-R-27
#[test]
fn the_lowest_die_loses_a_support_card() {
    let mut desk = drawn("E28", "");
    desk.draw(&[4, 4]);
    assert_eq!(desk.asked(), "chance", "Ada and Ben roll again");
    desk.draw(&[9, 2]);
    assert_eq!((desk.cards("Ada"), desk.cards("Ben")), (1, 0));
}

/// Rules: 1883-11-29, 1883-R-28
#[test]
fn the_marshall_plan_helps_the_lowest() {
    let mut desk = drawn("E29", "[seat.Cleo]\nsupport = 1\n");
    assert_eq!(desk.asked(), "Cleo");
    desk.choose("support");
    assert_eq!((desk.price("SARSA"), desk.cards("Cleo")), (65, 0));
    let tied = "[seat.Cleo]\nsupport = 1\n[company.SAFRE]\nprice = 60\nplace = \"A3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\n";
    let mut desk = drawn("E29", tied);
    let order = desk.game.price_order();
    assert_eq!((desk.asked().as_str(), order.last()), ("Cleo", Some(&desk.company("SARSA"))));
    desk.choose("none");
    assert_eq!(
        desk.game.operating().unwrap().stage,
        crate::t1883::operating::Stage::Turns,
        "only the last of the order"
    );
    let mut desk = drawn_with(&["marshall"], "E29", tied);
    desk.choose("support").choose("support");
    assert_eq!((desk.price("SAFRE"), desk.price("SARSA")), (65, 65));
}

/// Rules: 1883-7.1-01, 1883-4.0-04, 1883-2.3-02
#[test]
fn the_first_3bis_brings_the_second_deck() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"2\"\n[depot]\n2 = 0\n3 = 0\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 200\nshares = \"Ben 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    let card = |desk: &Desk, at: usize| desk.game.fixed.parts.card_name(desk.game.table.events.left[at]);
    assert_eq!((desk.game.table.events.left.len(), card(&desk, 0)), (12, CardName::of("E1")));
    desk.play(train("3bis", 200));
    assert_eq!(
        (desk.phase().as_str(), desk.game.table.events.left.len(), card(&desk, 0)),
        ("3", 11, CardName::of("E13"))
    );
    assert_eq!(desk.game.table.concessions[0], Concession::Pool);
    let _ = Action::Settle { how: Settlement::Pay };
}
