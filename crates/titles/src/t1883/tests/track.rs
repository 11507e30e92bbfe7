//! 6.4 Tiles and 6.5 tokens.

use super::desk::{at, lay, token, with};
use ferrata_engine::action::Action;
use ferrata_engine::name::{CardName, HexName, TileName};
use ferrata_engine::turn::Title;

/// A corporation in its tile step.
fn turn(company: &str, treasury: i32, phase: &str, stations: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\n[coop]\npresident = \"Ada\"\n\
         [company.{company}]\nprice = 85\nplace = \"F3\"\ntreasury = {treasury}\nshares = \"Ada 20, Ben 20\"\nstations = [{stations}]\nfirst_operated = 1\n\
         {rest}\n[round.operating]\nstage = \"turns\"\ncompany = \"{company}\"\nacted = [\"{company}\"]\nstep = \"track\"\n"
    )
}

fn coop(rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n{rest}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n"
    )
}

/// Rules: 1883-6.4-01, 1883-6.4-04, 1883-V-17, 1883-6.4-05, 1883-6.4-07
#[test]
fn one_tile_that_extends_own_track() {
    let mut desk = at(&turn("SV", 100, "1", "\"26\"", "[board]\n26 = \"57 1\"\n"));
    assert_eq!(desk.refused(lay("28", "4", 0)), "1883-6.4-04", "no track leads there");
    assert_eq!(desk.refused(lay("13", "9", 1)), "1883-6.4-08", "a city takes a city tile");
    assert_eq!(desk.refused(lay("13", "57", 2)), "1883-6.4-05", "off the map");
    desk.play(lay("13", "57", 1));
    assert!(desk.game.operating().unwrap().step > crate::t1883::operating::Step::Track, "that was the tile");
}

/// Rules: 1883-6.4-06, 1883-6.3-04
#[test]
fn terrain_costs_at_the_first_tile() {
    let table = |money| {
        at(&turn(
            "SV",
            money,
            "2",
            "\"26\"",
            "[company.CCFR]\ntrains = []\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n",
        ))
    };
    let mut desk = table(20);
    desk.play(lay("5", "6", 4));
    assert_eq!(desk.treasury("SV"), 0, "the river costs 20");
    assert_eq!(table(19).refused(lay("5", "6", 4)), "1883-6.3-04");
}

/// Rules: 1883-6.4-03, 1883-6.4-08, 1883-6.4-11, 1883-6.4-02
#[test]
fn printed_yellow_hexes_wait_for_their_own_green_tiles() {
    let desk = at(&turn("SV", 100, "1", "\"26\"", "[board]\n26 = \"57 1\"\n"));
    assert_eq!(desk.refused(lay("37", "1883-SU1", 0)), "1883-6.4-08");
    let desk = at(&turn("SV", 100, "2", "\"26\"", "[company.CCFR]\ntrains = []\n[board]\n26 = \"57 1\"\n"));
    assert!(desk.may(lay("37", "1883-SU1", 0)));
    assert_eq!(desk.refused(lay("37", "15", 0)), "1883-6.4-11");
    assert_eq!(desk.refused(lay("G1", "9", 0)), "1883-6.4-02");
    assert_eq!(desk.refused(lay("26", "1883-PR1", 0)), "1883-6.4-11");
}

/// Rules: 1883-6.4-09, 1883-V-18
#[test]
fn an_upgrade_brings_new_track_or_value_that_is_reached() {
    // The city of Guastalla rises in value: any upgrade of it will do.
    let desk = at(&turn(
        "SV",
        100,
        "2",
        "\"26\"",
        "[company.CCFR]\ntrains = []\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n28 = \"4 0\"\n",
    ));
    assert!(desk.may(lay("26", "15", 4)));
    // A curve that is reached from one side only: new track must start there.
    let track =
        "[company.CCFR]\ntrains = []\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n39 = \"4 0\"\n49 = \"8 1\"\n";
    let desk = at(&turn("SV", 100, "2", "\"26\"", track));
    assert_eq!(desk.refused(lay("49", "24", 1)), "1883-6.4-09", "not reached at all");
}

/// Rules: 1883-6.4-13, 1883-6.4-15, 1883-R-15, 1883-4.0-05
#[test]
fn fsf_lays_from_each_base_on_f_hexes() {
    let fsf = |phase| at(&turn("FSF", 100, phase, "\"37\", \"72\"", "[company.CCFR]\ntrains = []\n"));
    let mut desk = fsf("1");
    desk.play(lay("46", "6", 5));
    assert_eq!(desk.treasury("FSF"), 80);
    assert_eq!(desk.refused(lay("26", "57", 1)), "1883-6.4-01", "an F lay and another one do not mix");
    desk.play(lay("61", "4", 2));
    assert!(desk.game.operating().unwrap().step > crate::t1883::operating::Step::Track);
    let mut desk = fsf("1");
    desk.play(lay("82", "9", 2));
    assert_eq!(desk.refused(lay("61", "4", 2)), "1883-6.4-01", "from the same base");
    assert!(desk.may(lay("46", "6", 5)));
    let mut desk = fsf("1");
    desk.play(lay("26", "57", 1));
    assert!(
        desk.game.operating().unwrap().step > crate::t1883::operating::Step::Track,
        "one elsewhere instead"
    );
    let mut desk = fsf("4");
    desk.play(lay("46", "6", 5));
    assert!(desk.game.operating().unwrap().step > crate::t1883::operating::Step::Track, "until the first 4");
}

/// Rules: 1883-6.4-14
#[test]
fn fsf_lays_and_upgrades_once_its_bases_are_connected() {
    let joined = "[company.CCFR]\ntrains = []\n[board]\n46 = \"6 5\"\n61 = \"4 2\"\n";
    let mut desk = at(&turn("FSF", 100, "2", "\"37\", \"72\"", joined));
    desk.play(lay("82", "9", 2));
    let upgrade = desk.game.offers().iter().any(|offer| {
        matches!(offer, ferrata_engine::offer::Offer::LayTile { hex, .. } if *hex == HexName::of("82"))
    });
    assert!(upgrade);
    let mut desk = at(&turn("FSF", 100, "2", "\"37\", \"72\"", "[company.CCFR]\ntrains = []\n"));
    desk.play(lay("82", "9", 2));
    let upgrade = desk.game.offers().iter().any(|offer| {
        matches!(offer, ferrata_engine::offer::Offer::LayTile { hex, .. } if *hex == HexName::of("82"))
    });
    assert!(!upgrade, "not connected");
}

/// Rules: 1883-6.4-16, 1883-6.4-17, 1883-6.4-19, 1883-6.4-20, 1883-R-38, 1883-C-08, 1883-8.1.3-01
#[test]
fn the_co_operative_lays_from_each_base_and_one_more_uphill() {
    let mut desk = at(&coop(""));
    assert_eq!(desk.refused(lay("29", "57", 1)), "1883-6.4-16");
    desk.play(lay("20", "57", 0)).play(lay("11", "4", 0));
    assert!(desk.may(lay("12", "8", 1)), "the additional tile, without money");
    assert!(desk.may(lay("8", "58", 4)), "or a plain hex: then one of the others is the additional one");
    desk.play(lay("12", "8", 1));
    assert!(desk.game.operating().unwrap().step > crate::t1883::operating::Step::Track);
}

/// Rules: 1883-V-24, 1883-6.4-16
#[test]
fn on_the_state_line_the_co_operative_may_lay() {
    let desk = at(&coop("phase = \"2\"\n")
        .replace("[coop]", "[company.CCFR]\ntrains = []\n[coop]")
        .replacen("phase = \"2\"\n", "", 1));
    assert_eq!(desk.refused(lay("16", "1883-RE1", 0)), "1883-6.4-08", "only from the first 3 on");
    let text =
        coop("").replacen("stock_rounds", "phase = \"2\"\nstock_rounds", 1) + "[company.CCFR]\ntrains = []\n";
    assert!(at(&text).may(lay("16", "1883-RE1", 0)));
}

/// Rules: 1883-8.1.3-02, 1883-C-09
#[test]
fn after_its_capitalisation_only_the_additional_tile_is_free() {
    let text = "stock_rounds = 9\noperating_rounds = 9\nset = [1, 1]\nphase = \"5\"\n[coop]\ncapitalised = true\n\
        [company.CCFR]\ntrains = []\ntreasury = 20\nshares = \"Ada 20, pool 60\"\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n";
    let mut desk = at(text);
    desk.play(lay("20", "57", 0));
    assert_eq!(desk.treasury("CCFR"), 20, "the first uphill is the additional one");
    desk.play(lay("11", "4", 0));
    assert_eq!(desk.treasury("CCFR"), 0, "the second is the normal one");
}

/// Rules: 1883-6.4-12
#[test]
fn vignola_takes_an_ordinary_city_tile_that_keeps_its_track() {
    let desk = at(&turn("FMV", 100, "1", "\"67\"", ""));
    assert!(desk.may(lay("67", "57", 1)), "with the printed track to the north-east");
    assert_eq!(desk.refused(lay("67", "57", 0)), "1883-6.4-08");
}

/// Rules: 1883-6.4-10, 1883-R-14
#[test]
fn brown_tiles_that_are_replaced_leave_the_game() {
    let text = turn("SV", 100, "7", "\"20\"", "[company.CCFR]\ntrains = []\n[board]\n20 = \"611 0\"\n");
    let grey = |desk: &super::desk::Desk| {
        let offers = desk.game.offers();
        let grey = offers.iter().find(|offer| {
            matches!(offer, ferrata_engine::offer::Offer::LayTile { hex, tile, .. } if *hex == HexName::of("20") && (*tile == TileName::of("51") || *tile == TileName::of("895")))
        });
        grey.map(|offer| offer.samples()[0].clone())
    };
    let left = |desk: &super::desk::Desk| {
        let tile = desk.game.fixed.parts.tile_named(TileName::of("611")).unwrap();
        desk.game.table.board.left(tile)
    };
    let mut desk = at(&text);
    let action = grey(&desk).expect("a grey tile");
    assert_eq!(left(&desk), Some(2));
    desk.play(action.clone());
    assert_eq!(left(&desk), Some(2));
    let mut desk = with(&["browns"], &text);
    desk.play(action);
    assert_eq!(left(&desk), Some(3));
}

/// Rules: 1883-3.2-03, 1883-3.2-13, 1883-R-06
#[test]
fn frv_and_tmm_lay_a_tile_besides() {
    let by = |action: Action, card: &'static str| match action {
        Action::LayTile { hex, tile, rotation, .. } => {
            Action::LayTile { hex, tile, rotation, by: Some(CardName::of(card)) }
        }
        other => other,
    };
    let frv = "[private]\nFRV = { company = \"SAFRE\" }\n";
    let mut desk = at(&turn("SAFRE", 0, "1", "\"16\"", frv));
    let tile = by(lay("20", "6", 3), "FRV");
    desk.play(tile.clone());
    assert_eq!(desk.treasury("SAFRE"), 0, "no terrain");
    assert_eq!(desk.refused(tile), "1883-6.4-03", "once");
    let desk = at(&turn("SAFRE", 100, "1", "\"16\"", frv));
    assert_eq!(
        desk.refused(by(lay("20", "57", 0), "FRV")),
        "1883-3.2-03",
        "it must join Reggio Emilia to Sassuolo"
    );
    let tmm = turn("FBV", 100, "1", "\"88\"", "[private]\nTMM = { company = \"FBV\" }\n");
    assert_eq!(at(&tmm).refused(by(lay("56", "4", 0), "TMM")), "1883-R-06", "own track must lead there");
    assert!(with(&["freetiles"], &tmm).may(by(lay("56", "4", 0), "TMM")));
}

/// Rules: 1883-6.5-04, 1883-6.5-05, 1883-6.5-07, 1883-6.5-08, 1883-6.3-04
#[test]
fn a_token_goes_where_track_leads_for_what_the_charter_says() {
    let text = turn("SV", 40, "1", "\"26\"", "[board]\n26 = \"57 1\"\n13 = \"57 1\"\n")
        .replace("step = \"track\"", "step = \"token\"");
    let mut desk = at(&text);
    assert_eq!(desk.refused(token("SV", "26")), "1883-6.5-07");
    assert_eq!(desk.refused(token("SV", "88")), "1883-6.5-05");
    desk.play(token("SV", "13"));
    assert_eq!(desk.treasury("SV"), 0);
    assert!(desk.game.operating().unwrap().step > crate::t1883::operating::Step::Token, "one in a turn");
    let desk = at(&text
        .replace("treasury = 40", "treasury = 39\ntokens = 2")
        .replace("step = \"token\"", "step = \"track\""));
    assert_eq!(desk.game.company(desk.company("SV")).tokens, 2);
    let desk = at(&text.replace("treasury = 40", "treasury = 100\ntokens = 1"));
    let cost = desk.offers(
        |offer| matches!(offer, ferrata_engine::offer::Offer::PlaceToken { cost, .. } if cost.0 == 100),
    );
    assert_eq!(cost, 1, "the third costs 100");
}

/// Rules: 1883-6.5-06
#[test]
fn homes_of_corporations_that_do_not_operate_are_kept() {
    // Reggio Emilia has two slots: CCFR's token and SAFRE's place.
    let text = turn("SV", 100, "1", "\"26\"", "[board]\n26 = \"6 0\"\n28 = \"4 0\"\n29 = \"6 1\"\n")
        .replace("step = \"track\"", "step = \"token\"");
    let desk = at(&text.replace("26 = \"6 0\"", "26 = \"57 0\""));
    assert_eq!(desk.refused(token("SV", "16")), "1883-6.5-06");
    let taken = format!(
        "{text}[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"16\"]\n"
    );
    let desk = at(&taken.replace("26 = \"6 0\"", "26 = \"57 0\""));
    assert_eq!(desk.refused(token("SV", "16")), "1883-6.5-05", "now it is full");
}

/// Rules: 1883-V-16, 1883-6.5-01, 1883-6.5-02, 1883-6.5-09, 1883-R-29
#[test]
fn a_full_city_stops_the_way() {
    let blocked = turn("SV", 100, "2", "\"26\"", "[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"13\"]\n[company.CCFR]\ntrains = []\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n5 = \"5 3\"\n37 = \"1883-SU1 0\"\n")
        .replace("step = \"track\"", "step = \"token\"");
    let desk = at(&blocked);
    assert_eq!(desk.refused(token("SV", "13")), "1883-6.5-05");
    assert_eq!(desk.refused(token("SV", "5")), "1883-6.5-05");
    let open = blocked.replace("13 = \"57 1\"", "13 = \"14 1\"");
    let desk = at(&open);
    assert!(desk.may(token("SV", "13")) && desk.may(token("SV", "5")));
}

/// Rules: 1883-6.5-10
#[test]
fn the_co_operative_places_no_token_in_the_north() {
    let text = coop("[company.CCFR]\ntreasury = 100\n[board]\n29 = \"57 1\"\n20 = \"57 0\"\n")
        .replace("step = \"track\"", "step = \"token\"");
    let desk = at(&text);
    assert_eq!(desk.refused(token("CCFR", "29")), "1883-6.5-10");
    assert!(desk.may(token("CCFR", "20")));
}

/// Rules: 1883-6.4-09
#[test]
fn a_city_full_of_others_tokens_may_be_upgraded_for_its_value() {
    let table = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"5\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\ntreasury = 200\n\
         [company.FSF]\nprice = 65\nplace = \"B3\"\nstations = [\"37\"]\nshares = \"Ben 20\"\n[company.FBV]\nprice = 65\nplace = \"B3\"\nstations = [\"37\"]\nshares = \"Cleo 20\"\n\
         [board]\n26 = \"57 1\"\n37 = \"15 4\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"track\"\n",
    );
    assert!(table.may(lay("37", "448", 4)), "SV comes no farther, but the city that it reaches rises");
}

/// Rules: 1883-3.2-03, 1883-R-06
#[test]
fn the_tile_of_frv_needs_the_corporation_and_comes_once_before_or_after_the_normal_one() {
    let tile = || {
        let Action::LayTile { hex, tile, rotation, .. } = lay("20", "6", 3) else { panic!() };
        Action::LayTile { hex, tile, rotation, by: Some(CardName::of("FRV")) }
    };
    let table = |frv: &str| at(&turn("SAFRE", 0, "1", "\"16\"", &format!("[private]\nFRV = {frv}\n")));
    let mut desk = table("{ company = \"SAFRE\" }");
    desk.play(lay("29", "57", 1));
    assert!(desk.may(tile()), "besides the normal one, which was laid first");
    assert_eq!(table("{ seat = \"Ada\" }").refused(tile()), "1883-3.2-03", "it is its president's");
    let used = table("{ company = \"SAFRE\" }\n[private_tile_laid]\nFRV = true");
    assert_eq!(used.refused(tile()), "1883-3.2-03", "laid once, and bombed since");
}

/// Rules: 1883-6.5-10, 1883-8.1.8-05
#[test]
fn the_capitalised_ccfr_places_tokens_in_the_north() {
    let desk = at(
        "stock_rounds = 9\noperating_rounds = 9\nset = [1, 1]\nphase = \"5\"\n[coop]\ncapitalised = true\n\
        [company.CCFR]\ntrains = []\ntreasury = 40\nshares = \"Ada 20, pool 60\"\n[board]\n29 = \"57 1\"\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"token\"\n",
    );
    assert!(desk.may(token("CCFR", "29")));
}

/// Rules: 1883-6.5-07
#[test]
fn the_two_cities_of_sassuolo_take_a_token_each() {
    let desk = at(&turn(
        "SAFRE",
        40,
        "2",
        "\"32\"",
        "[company.CCFR]\ntrains = []\n[board]\n32 = \"1883-SA1 0\"\n22 = \"7 4\"\n34 = \"7 2\"\n",
    )
    .replace("step = \"track\"", "step = \"token\""));
    let at_stop = |stop: u8| match token("SAFRE", "32") {
        Action::PlaceToken { company, hex, by, .. } => Action::PlaceToken { company, hex, stop, by },
        other => other,
    };
    assert_eq!(desk.refused(at_stop(0)), "1883-6.5-07");
    assert!(desk.may(at_stop(1)), "they are two cities");
}

/// Rules: 1883-6.4-10
#[test]
fn yellow_tiles_that_are_replaced_return_to_the_supply() {
    let mut desk = at(&turn(
        "SV",
        100,
        "2",
        "\"26\"",
        "[company.CCFR]\ntrains = []\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n",
    ));
    let yellow = desk.game.fixed.parts.tile_named(TileName::of("57")).unwrap();
    let left = desk.game.table.board.left(yellow).unwrap();
    desk.play(lay("26", "15", 4));
    assert_eq!(desk.game.table.board.left(yellow), Some(left + 1));
}
