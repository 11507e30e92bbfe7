//! Chapter 11: the outcomes of the event cards that the plain case does not show.

use super::desk::{Desk, at, lay, marker, run, token};
use super::events::{before, changed, drawn, reduced, struck};
use ferrata_engine::name::HexName;
use ferrata_engine::turn::Title;

/// CCFR capitalised, led by Cleo, who has a support card.
fn capitalised(card: &str, rest: &str) -> Desk {
    let text = before(card, rest).replace("capitalised = false", "capitalised = true").replace(
        "[company.CCFR]\ntrains = []\n",
        "[company.CCFR]\ntrains = []\nshares = \"Cleo 20, pool 60\"\nfirst_operated = 1\nlast_operated = 3\n",
    );
    let mut desk = at(&text);
    while desk.asked() != "chance" {
        desk.pass();
    }
    desk.draw(&[0]);
    desk
}

fn play_to(desk: &mut Desk, company: &str) {
    while desk.acting() != company {
        match desk.asked().as_str() {
            "chance" => panic!("chance"),
            _ if desk.game.offered(&ferrata_engine::action::Action::Pass) => desk.pass(),
            _ => desk.run_best(),
        };
    }
}

/// Rules: 1883-11-02, 1883-11-05
#[test]
fn flood_and_landslide_leave_tokens_anchors_and_other_hexes_alone() {
    let fsf = "[company.FSF]\nprice = 110\nplace = \"I3\"\ntreasury = 200\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\nanchors = 1\n[board]\n46 = \"6 5\"\n";
    let desk = drawn("E2", fsf);
    assert_eq!(desk.acting(), "FSF");
    assert_eq!(desk.refused(lay("61", "4", 2)), "1883-11-02");
    assert!(desk.may(lay("26", "57", 1)), "Guastalla bears no F");
    assert!(desk.may(marker("FSF", "anchor", "46")), "an anchor");
    let mut desk = drawn("E2", fsf);
    desk.pass();
    assert!(desk.may(token("FSF", "46")), "a token");
    let desk = drawn("E1", fsf);
    assert!(desk.may(lay("61", "4", 2)), "without the flood");
    let text = before("E5", "[board]\n88 = \"57 0\"\n90 = \"57 0\"\n")
        .replace("[company.FBV]\nprice = 65\nplace = \"B3\"", "[company.FBV]\nprice = 110\nplace = \"I3\"");
    let mut desk = at(&text);
    desk.pass().pass().pass().draw(&[0]);
    assert_eq!(desk.acting(), "FBV");
    assert_eq!(desk.refused(lay("92", "8", 1)), "1883-11-05");
    assert!(desk.may(lay("87", "9", 0)), "Anzola lies in the plain");
}

/// Rules: 1883-11-05, 1883-6.4-08
#[test]
fn a_landslide_forbids_upgrades_in_the_hills() {
    let text = |card: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n[events]\ndeck = 1\nleft = []\ncurrent = \"{card}\"\n[board]\n20 = \"57 0\"\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n"
        ))
    };
    assert_eq!(text("E5").refused(lay("20", "205", 0)), "1883-11-05");
    assert!(text("E1").may(lay("20", "205", 0)));
}

/// Rules: 1883-11-03, 1883-8.1.8-05, 1883-T-15
#[test]
fn a_general_strike_meets_ccfr_once_it_is_capitalised() {
    for card in ["E3", "E4"] {
        let mut desk = capitalised(card, "[seat.Cleo]\nsupport = 1\n");
        assert_eq!(desk.asked(), "Cleo", "for CCFR, the dearest");
        desk.choose("none");
        assert!(struck(&desk, "CCFR"));
        let mut desk = capitalised(card, "[seat.Cleo]\nsupport = 1\n");
        desk.choose("support").choose("none").choose("none");
        assert_eq!(
            (struck(&desk, "CCFR"), struck(&desk, "SARSA")),
            (false, true),
            "the card is spent on CCFR"
        );
    }
}

/// Rules: 1883-11-06, 1883-8.1.8-05, 1883-T-15
#[test]
fn an_accident_can_hit_ccfr_once_it_is_capitalised() {
    let desk = capitalised("E6", "");
    assert_eq!((desk.price("CCFR"), desk.price("SV")), (90, 85));
    let desk = drawn("E6", "");
    assert_eq!((desk.price("CCFR"), desk.price("SV")), (100, 80), "not before");
}

/// Rules: 1883-11-06, 1883-6.7-14
#[test]
fn an_accident_at_the_end_of_the_row_goes_down_and_never_hits_sarsa() {
    let text = before("E6", "")
        .replace("price = 85\nplace = \"F3\"", "price = 60\nplace = \"A3\"")
        .replace("price = 65\nplace = \"B3\"", "price = 55\nplace = \"A4\"")
        .replace(
            "[company.SARSA]\nprice = 60\nplace = \"A3\"",
            "[company.SARSA]\ntreasury = 100\nprice = 110\nplace = \"I3\"",
        );
    let mut desk = at(&text);
    desk.pass().pass().pass().draw(&[0]);
    assert_eq!((desk.price("SV"), desk.price("SARSA"), desk.price("FBV")), (55, 110, 55));
}

/// Rules: 1883-11-07, 1883-8.1.8-05
#[test]
fn a_railroad_strike_meets_the_capitalised_ccfr() {
    let mut desk = capitalised("E8", "[seat.Cleo]\nsupport = 1\n");
    desk.choose("none").choose("support").choose("support");
    assert_eq!((reduced(&desk, "CCFR"), changed(&desk, "CCFR", 130)), (true, 60));
    assert!(!reduced(&desk, "SARSA"), "Cleo was not asked for SARSA");
}

/// Rules: 1883-11-10, 1883-11-32
#[test]
fn the_state_lines_are_open_again_in_the_next_round() {
    let table = |current: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[events]\ndeck = 1\nleft = []\n{current}\
             [company.FMMSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"52\"]\ntrains = [\"3\"]\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\nstep = \"run\"\n"
        ))
    };
    let mut desk = table("current = \"E10\"\n");
    assert_eq!(desk.price("FMMSF"), 80, "nothing can run");
    let route: &[(u8, &[&str])] = &[(0, &["52 s0-f0", "BOL f0-s0"])];
    let joined = table("current = \"E10\"\n[board]\n50 = \"57 0\"\n52 = \"1883-MO2 0\"\n");
    assert_eq!(joined.refused(run(route)), "1883-11-10");
    while desk.game.table.set.0 == 1 {
        desk.pass();
    }
    assert_eq!(desk.game.table.events.current, None);
    play_to(&mut desk, "FMMSF");
    while desk.game.best_routes().is_empty() {
        desk.pass();
    }
    desk.run_best();
    assert_eq!(desk.game.company_turn().revenue.0, 60);
}

/// Rules: 1883-11-11
#[test]
fn the_strike_breaker_lasts_for_the_next_round_only() {
    let strike = |broken: u16| {
        let mut desk =
            at(&before("E4", "").replace("deck = 1\n", &format!("deck = 1\nstrike_broken_in = {broken}\n")));
        desk.pass().pass().pass();
        desk.draw(&[0]);
        desk.said("no effect")
    };
    assert_eq!((strike(3), strike(4), strike(5)), (false, true, false));
}

fn laid(desk: &Desk, hex: &str) -> Option<String> {
    let hex = desk.game.fixed.parts.hex_named(<HexName as super::desk::OfText>::of_text(hex)).unwrap();
    desk.game.table.board.laid(hex).map(|(tile, _)| desk.game.fixed.parts.tile_name(tile).to_string())
}

/// Rules: 1883-11-13a, 1883-11-13b, 1883-R-26
#[test]
fn bombs_on_bare_printed_and_brown_hexes() {
    let mut desk = drawn("E13", "[board]\n16 = \"1883-RE1 0\"\n20 = \"611 0\"\n");
    desk.draw(&[10, 1]);
    assert_eq!(desk.asked(), "chance", "Vetto is bare: nothing happens");
    desk.draw(&[1, 6]);
    assert_eq!(laid(&desk, "16"), None, "Reggio Emilia falls back to its print");
    desk.draw(&[1, 9]);
    assert_eq!((laid(&desk, "16"), desk.asked()), (None, "chance".to_owned()), "and no further");
    desk.draw(&[2, 1]);
    assert_eq!(desk.asked(), "Ada", "the fourth roller");
    let choice = desk.game.offers()[0].samples()[0].clone();
    desk.play(choice);
    let green = laid(&desk, "20").unwrap();
    assert!(
        ["12", "13", "14", "15", "205", "206", "619"].contains(&green.as_str()),
        "brown becomes green: {green}"
    );
}

/// Rules: 1883-11-13b, 1883-R-26
#[test]
fn without_a_lower_tile_in_the_supply_nothing_changes() {
    // All yellow city tiles lie on the board.
    let board = "[board]\n29 = \"15 0\"\n5 = \"5 4\"\n13 = \"57 1\"\n26 = \"57 1\"\n40 = \"57 1\"\n46 = \"6 5\"\n50 = \"57 0\"\n58 = \"57 0\"\n62 = \"6 0\"\n67 = \"5 4\"\n76 = \"6 2\"\n83 = \"6 0\"\n85 = \"6 2\"\n88 = \"5 0\"\n90 = \"6 0\"\n2 = \"5 3\"\n";
    let mut desk = drawn("E13", board);
    let left: Vec<_> = ["5", "6", "57"]
        .iter()
        .map(|tile| {
            let tile = desk
                .game
                .fixed
                .parts
                .tile_named(<ferrata_engine::name::TileName as super::desk::OfText>::of_text(tile));
            desk.game.table.board.left(tile.unwrap())
        })
        .collect();
    assert_eq!(left, [Some(0), Some(0), Some(0)]);
    desk.draw(&[2, 9]);
    assert_eq!((laid(&desk, "29").as_deref(), desk.asked().as_str()), (Some("15"), "chance"));
}

/// Rules: 1883-11-13c, 1883-6.5-01
#[test]
fn tokens_in_a_bombed_city_stay_and_are_active() {
    let mut desk = drawn(
        "E13",
        "[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"16\", \"29\"]\ntrains = [\"2\"]\n[company.FSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"29\"]\n[board]\n29 = \"15 0\"\n",
    );
    desk.draw(&[2, 9]);
    let choice = desk.game.offers()[0].samples()[0].clone();
    desk.play(choice);
    let hex = desk.game.fixed.parts.hex_named(HexName::of("29")).unwrap();
    let (safre, fsf) = (desk.company("SAFRE"), desk.company("FSF"));
    let board = &desk.game.table.board;
    assert_eq!(board.slots(hex, 0), 1);
    assert!(board.has_token(safre, hex) && board.has_token(fsf, hex), "both stay");
    assert!(!board.city_full_for(safre, hex, 0) && !board.city_full_for(fsf, hex, 0), "and both are active");
    assert!(board.city_full_for(desk.company("SV"), hex, 0), "to others the city is full");
}

/// Rules: 1883-11-14
#[test]
fn support_averts_autarchy_for_one_corporation() {
    let mut desk = drawn("E14", "[seat.Ada]\nsupport = 1\n");
    desk.choose("support").choose("none");
    assert_eq!((reduced(&desk, "CCFR"), reduced(&desk, "SV"), desk.cards("Ada")), (false, true, 0));
}

/// Rules: 1883-11-15, 1883-5.5-06
#[test]
fn card_15_gives_no_more_than_the_supply() {
    let desk = drawn("E15", "[seat.Ada]\nsupport = 7\n[seat.Ben]\nsupport = 8\n[seat.Cleo]\nsupport = 8\n");
    assert_eq!(
        ["Ada", "Ben", "Cleo"].map(|who| desk.cards(who)),
        [8, 8, 8],
        "the last one goes to the Priority holder"
    );
}

/// Rules: 1883-11-16
#[test]
fn card_16_begins_no_phase_with_a_later_train_of_a_class() {
    let desk = drawn("E16", "[depot]\n2 = 0\n3 = 0\n3bis = 1\n");
    assert_eq!((desk.phase().as_str(), desk.depot("3bis").0), ("3", 0));
    let desk = drawn("E16", "[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n5 = 0\n6 = 0\n7 = 0\n8 = 0\n");
    assert_eq!(desk.phase(), "3", "an empty stack loses nothing");
}

/// Rules: 1883-11-17
#[test]
fn card_17_asks_only_who_has_three_cards() {
    let desk = drawn("E17", "[seat.Ada]\nsupport = 2\ncash = 1\n[seat.Ben]\ncash = 0\n");
    assert_eq!(["Ada", "Ben", "Cleo"].map(|who| desk.cash(who)), [0, 0, 495], "a tenth of 1, rounded up");
    let mut desk = drawn("E17", "[seat.Ada]\nsupport = 3\n");
    desk.choose("none");
    assert_eq!((desk.cash("Ada"), desk.cards("Ada")), (495, 3));
}

fn safre(trains: &str, price: i32, place: &str) -> String {
    format!(
        "[company.SAFRE]\nprice = {price}\nplace = \"{place}\"\nshares = \"Cleo 20\"\nstations = [\"16\"]\ntrains = [{trains}]\n"
    )
}

fn fmmsf(trains: &str, price: i32, place: &str) -> String {
    format!(
        "[company.FMMSF]\nprice = {price}\nplace = \"{place}\"\nshares = \"Cleo 20\"\nstations = [\"52\"]\ntrains = [{trains}]\n"
    )
}

/// Rules: 1883-11-23a
#[test]
fn ties_in_the_war_effort() {
    let lost = |one: &str, other: &str| {
        let desk = drawn("E23", &format!("{one}{other}"));
        (desk.trains("SAFRE").join(" "), desk.trains("FMMSF").join(" "))
    };
    let pair = |one: &str, other: &str| (one.to_owned(), other.to_owned());
    assert_eq!(
        lost(&safre("\"2\", \"2\", \"2\"", 65, "B3"), &fmmsf("\"3\", \"3bis\"", 120, "J3")),
        pair("2 2", "3 3bis"),
        "most trains first"
    );
    assert_eq!(
        lost(&safre("\"2\", \"3bis\"", 65, "B3"), &fmmsf("\"3\", \"3\"", 120, "J3")),
        pair("2", "3 3"),
        "then the dearest train"
    );
    assert_eq!(
        lost(&safre("\"2\", \"3\"", 65, "B3"), &fmmsf("\"3\", \"3\"", 120, "J3")),
        pair("2 3", "3"),
        "then the highest price"
    );
    assert_eq!(
        lost(&safre("\"2\", \"3\"", 65, "B3"), &fmmsf("\"3\", \"3\"", 65, "A2")),
        pair("2", "3"),
        "then all of them"
    );
    assert_eq!(
        lost(&safre("\"2\", \"2\", \"2G\"", 65, "B3"), &fmmsf("\"3\", \"3\"", 120, "J3")),
        pair("2 2 2G", "3"),
        "2G do not count"
    );
}

/// Rules: 1883-11-23b, 1883-8.1.8-05
#[test]
fn the_war_pays_half_and_meets_the_capitalised_ccfr() {
    let desk = drawn("E23", &safre("\"2\", \"3\"", 65, "B3"));
    assert_eq!(
        (desk.trains("SAFRE").join(" "), desk.treasury("SAFRE"), desk.depot("3").1),
        ("2".to_owned(), 80, 0)
    );
    let text = before("E23", "").replace("capitalised = false", "capitalised = true").replace(
        "[company.CCFR]\ntrains = []\n",
        "[company.CCFR]\ntrains = [\"3\", \"3bis\"]\nshares = \"Cleo 20, pool 60\"\n",
    );
    let mut desk = at(&text);
    while desk.asked() != "chance" {
        desk.pass();
    }
    desk.draw(&[0]);
    assert_eq!((desk.trains("CCFR").join(" "), desk.treasury("CCFR")), ("3".to_owned(), 100));
}

/// Rules: 1883-11-28
#[test]
fn whoever_has_no_support_does_not_roll() {
    let desk = drawn("E28", "[seat.Ada]\nsupport = 0\n[seat.Ben]\nsupport = 0\n");
    assert_ne!(desk.asked(), "chance", "nobody can lose a card");
    let mut desk = drawn("E28", "[seat.Ada]\nsupport = 0\n");
    desk.draw(&[10]);
    assert_eq!(desk.cards("Ben"), 0, "alone, Ben has the lowest roll");
}

/// Rules: 1883-11-29, 1883-R-28, 1883-8.1.7-01
#[test]
fn the_marshall_plan_is_for_the_lowest_alone() {
    let desk = drawn("E29", "[seat.Ada]\nsupport = 3\n");
    assert_eq!(
        (desk.price("SARSA"), desk.cards("Ada")),
        (60, 3),
        "Cleo has no card, and nobody else is asked"
    );
    let mut desk = drawn("E29", "[seat.Cleo]\nsupport = 1\n");
    desk.choose("none");
    assert_eq!((desk.price("SARSA"), desk.cards("Cleo")), (60, 1));
}

/// Rules: 1883-11-06
#[test]
fn an_accident_counts_no_gravity_trains_and_only_the_round_before() {
    let safre = |rest: &str| {
        format!("[company.SAFRE]\nshares = \"Cleo 20\"\nstations = [\"16\"]\nfirst_operated = 1\n{rest}\n")
    };
    let desk = drawn("E6", &safre("price = 85\nplace = \"E2\"\nlast_operated = 3\ntrains = [\"2\", \"2G\"]"));
    assert_eq!((desk.price("SV"), desk.price("SAFRE")), (80, 85), "one train each, but SV has more money");
    let desk = drawn("E6", &safre("price = 120\nplace = \"J3\"\nlast_operated = 2"));
    assert_eq!((desk.price("SV"), desk.price("SAFRE")), (80, 120), "SAFRE had no turn in the round before");
}

/// Rules: 1883-11-15, 1883-11-13a
#[test]
fn gifts_and_bombs_begin_with_the_priority_holder() {
    let from_cleo = |card: &str, rest: &str| {
        let text = before(card, rest) + "[round.stock]\nseat = \"Cleo\"\n";
        let mut desk = at(&text.replacen("stock_rounds", "priority = \"Cleo\"\nstock_rounds", 1));
        while desk.asked() != "chance" {
            desk.pass();
        }
        desk.draw(&[0]);
        desk
    };
    let desk =
        from_cleo("E15", "[seat.Ada]\nsupport = 8\n[seat.Ben]\nsupport = 8\n[seat.Cleo]\nsupport = 7\n");
    assert_eq!(["Ada", "Ben", "Cleo"].map(|who| desk.cards(who)), [8, 8, 8], "the last card goes to Cleo");
    let mut desk = from_cleo("E13", "[board]\n29 = \"15 0\"\n");
    desk.draw(&[2, 9]);
    assert_eq!(desk.asked(), "Cleo", "the first roller chooses what is left of Bagnolo");
}

/// Rules: 1883-6.3-01, 1883-R-13
#[test]
fn the_order_is_fixed_after_the_event() {
    let desk = drawn(
        "E6",
        "[company.SAFRE]\nprice = 85\nplace = \"E2\"\nshares = \"Cleo 20\"\nstations = [\"16\"]\nfirst_operated = 0\nlast_operated = 0\n",
    );
    assert_eq!((desk.price("SV"), desk.price("SAFRE")), (80, 85));
    let order = &desk.game.operating().unwrap().order;
    let place = |company: &str| order.iter().position(|other| *other == desk.company(company)).unwrap();
    assert!(place("SAFRE") < place("SV"), "SV lay farther right before the accident");
}

/// Rules: 1883-11-13b, 1883-R-14, 1883-R-26
#[test]
fn a_bombed_brown_tile_returns_to_the_supply() {
    let mut desk = drawn("E13", "[board]\n20 = \"611 0\"\n");
    let brown = desk.game.fixed.parts.tile_named(ferrata_engine::name::TileName::of("611")).unwrap();
    let left = desk.game.table.board.left(brown).unwrap();
    desk.draw(&[2, 1]);
    let choice = desk.game.offers()[0].samples()[0].clone();
    desk.play(choice);
    assert_eq!(desk.game.table.board.left(brown), Some(left + 1), "although replaced brown ones do not");
}

/// Rules: 1883-11-23b, 1883-R-40
#[test]
fn a_2g_without_a_train_beside_it_returns_after_the_war() {
    let desk = drawn("E23", &safre("\"2\", \"2\", \"2G\", \"2G\"", 65, "B3"));
    assert_eq!((desk.trains("SAFRE").join(" "), desk.depot("2G").1), ("2 2G".to_owned(), 1));
}

/// Rules: 1883-7.0-06, 1883-11-29, 1883-11-03
#[test]
fn events_meet_corporations_that_have_not_operated_yet() {
    let safre = "[seat.Ada]\nsupport = 2\n[company.SAFRE]\nprice = 50\nplace = \"A5\"\nshares = \"Ada 20\"\nstations = [\"16\"]\nfirst_operated = 0\nlast_operated = 0\n";
    let mut desk = drawn("E29", safre);
    assert_eq!(desk.asked(), "Ada");
    desk.choose("support");
    assert_eq!(desk.price("SAFRE"), 55);
    let mut desk = drawn("E3", safre);
    desk.choose("none").choose("none").choose("none");
    assert!(struck(&desk, "SAFRE"));
}

/// Rules: 1883-11-11
#[test]
fn the_strike_breaker_lasts_over_a_stock_round() {
    let mut desk = at(&before("E11", "").replace("left = [\"E11\"]", "left = [\"E11\", \"E3\"]"));
    desk.pass().pass().pass().draw(&[0]);
    while desk.asked() != "chance" {
        match desk.game.offered(&ferrata_engine::action::Action::Pass) {
            true => desk.pass(),
            false => desk.run_best(),
        };
    }
    assert_eq!(desk.game.table.stock_rounds, 4, "a stock round lies between");
    desk.draw(&[0]);
    assert!(desk.said("no effect"), "{:?}", desk.events);
}

/// Rules: 1883-11-05, 1883-8.2-05
#[test]
fn a_landslide_stops_no_coaches() {
    let table = |card: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\ncoaches = [\"2\", \"90\"]\n[company.CCFR]\ntrains = []\n[events]\ndeck = 1\nleft = []\ncurrent = \"{card}\"\n\
             [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 200\nshares = \"Ada 20\"\nfirst_operated = 1\nlast_operated = 3\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SARSA\"\nacted = [\"SARSA\"]\nstep = \"coaches\"\n"
        ))
    };
    assert!(table("E5").may(marker("SARSA", "coach", "11")), "Carpineti lies in the hills");
}

/// Rules: 1883-11-01, 1883-6.8-26
#[test]
fn no_more_is_sold_for_the_war_than_it_costs() {
    let mut desk = drawn("E1", "[seat.Ada]\ncash = 4\n");
    assert_eq!(desk.refused(desk.sale("SV", 20)), "1883-6.8-26", "one share is more than 6");
    desk.sell("SV", 10);
    assert_ne!(desk.game.asked(), ferrata_engine::view::Asked::Emergency);
}

/// Rules: 1883-11-02, 1883-6.4-03
#[test]
fn a_flood_forbids_upgrades_of_f_hexes_too() {
    let table = |card: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"2\"\n[company.CCFR]\ntrains = []\n[events]\ndeck = 1\nleft = []\ncurrent = \"{card}\"\n\
             [company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"FSF\"\nacted = [\"FSF\"]\nstep = \"track\"\n"
        ))
    };
    assert_eq!(table("E2").refused(lay("37", "1883-SU1", 0)), "1883-11-02");
    assert!(table("E1").may(lay("37", "1883-SU1", 0)), "Suzzara bears an F");
}
