//! §4, §4.2 and §4.3: order and steps, tiles, mines, stations.

use super::table::*;
use crate::esp::operating::Step;
use crate::esp::operating::home;
use crate::esp::table::{HomeToken, Pending, Round};
use ferrata_engine::action::Action;
use ferrata_engine::offer::Offer;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

/// MZA in Madrid with money, in a phase, at its track step.
pub(super) fn madrid(phase: u8) -> Table {
    let mut table = book();
    table.phase(phase);
    table.found("MZA", A, 100, 100, 500);
    table.operate("MZA", Step::Track);
    table
}

/// FdSB in Santander.
pub(super) fn santander(phase: u8) -> Table {
    let mut table = book();
    table.phase(phase);
    table.found("FdSB", A, 100, 100, 500);
    table.operate("FdSB", Step::Track);
    table
}

/// Rules: 18ESP-4-01, 18ESP-G-02
#[test]
fn the_highest_price_operates_first_and_then_the_top_of_the_stack() {
    let mut table = book();
    table.launch("AC", A, 100, 100);
    table.launch("MS", A, 100, 100);
    table.launch("FdSB", A, 100, 110);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.operating(), "FdSB");
    let rest: Vec<_> = table.game.still_to_operate().map(|id| table.game.name(id).to_string()).collect();
    assert_eq!(rest, ["AC", "MS"], "who came first lies on top");
}

/// Rules: 18ESP-4-02, 18ESP-6-02
#[test]
fn one_two_or_three_operating_rounds() {
    for (phase, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3)] {
        let mut table = book();
        table.phase(phase);
        table.launch("FdSB", A, 100, 100);
        table.train("FdSB", "4+5");
        for _ in 0..4 {
            table.pass();
        }
        assert_eq!(table.game.operating().unwrap().of, rounds, "phase {phase}");
    }
    // A change of phase in mid-cycle alters the number only after the next stock round.
    let mut table = santander(2);
    table.sold_out("2");
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("2+3", 200));
    assert_eq!((table.phase_name().as_str(), table.game.operating().unwrap().of), ("3", 1));
    table.pass();
    assert!(table.game.operating().is_none(), "the stock round follows after one, though phase 3 has two");
}

/// Rules: 18ESP-4-03, 18ESP-4-04
#[test]
fn the_steps_of_a_turn_come_in_order() {
    let mut table = santander(3);
    table.train("FdSB", "2+3");
    table.track("J4", Color::Yellow, &[1]);
    assert_eq!(table.refused(bank_train("2+3", 200)), "18ESP-4-03");
    assert_eq!(table.refused(Action::Run { routes: vec![] }), "18ESP-4-03");
    table.pass();
    assert_eq!(table.step(), Step::Run);
    assert_eq!(table.refused(Action::Pass), "18ESP-4-04", "it must run");
    assert_eq!(table.refused(Action::Run { routes: vec![] }), "18ESP-4-04");
    assert_eq!(table.refused(lay("H4", "72", 0)), "18ESP-4-04");
    table.run(&["I5 J4"]);
    assert_eq!(table.refused(Action::Pass), "18ESP-4-04", "and settle");
    table.play(settle(ferrata_engine::action::Settlement::Withhold));
    assert_eq!(table.step(), Step::Trains);
    assert_eq!(table.refused(lay("H4", "72", 0)), "18ESP-4-03");
}

/// Rules: 18ESP-4.2.1-01, 18ESP-4.2.2-07
#[test]
fn a_minor_has_one_action_in_the_south() {
    let mut table = book();
    table.phase(3);
    table.found("MZ", A, 100, 100, 500);
    table.operate("MZ", Step::Track);
    assert_eq!(table.refused(lay("J4", "72", 0)), "18ESP-4.2.1-01", "never in the North");
    table.track("I5", Color::Yellow, &[2]);
    assert_eq!(table.refused(lay("I5", "L109", 4)), "18ESP-4.2.1-01", "nor an upgrade there");
    table.play(lay("G23", "58", 1));
    assert_eq!(table.refused(lay("F26", "L79", 3)), "18ESP-4.2.1-01");
    table.play(lay("G21", "L91", 0)); // but a mine besides
}

/// Rules: 18ESP-4.2.1-02, 18ESP-4.2.1-05, 18ESP-4.2.1-06, 18ESP-V-05
#[test]
fn a_major_lays_two_tiles_and_a_mine() {
    let mut table = madrid(2);
    table.play(lay("G23", "58", 1));
    table.play(lay("F26", "L79", 3));
    assert_eq!(table.refused(lay("G19", "9", 0)), "18ESP-4.2.1-02", "no third action");
    table.play(lay("G21", "L91", 0));
    assert_eq!(
        table.funds("MZA"),
        500 - 20 - 40 - 30,
        "terrain 20; terrain 20 and 20 for the second; mine 30"
    );
    assert_ne!(table.step(), Step::Track, "nothing is left of the allowance");
    let mut table = santander(3);
    table.track("I5", Color::Green, &[0, 1]);
    table.play(lay("I7", "L94", 0));
    assert_eq!(table.refused(lay("H6", "L93", 0)), "18ESP-4.2.1-05", "one mine a turn");
    let mut table = madrid(2);
    table.treasury("MZA", 10);
    assert_eq!(table.refused(lay("G23", "58", 1)), "18ESP-4.2.1-06");
}

/// Rules: 18ESP-4.2.1-03, 18ESP-4.2.2-08, 18ESP-4.2.2-02
#[test]
fn the_second_action_is_no_second_upgrade_nor_one_of_the_first_tile() {
    let mut table = madrid(3);
    table.play(lay("G23", "58", 1));
    assert_eq!(table.refused(lay("G23", "204", 1)), "18ESP-4.2.1-03");
    table.operate("MZA", Step::Track);
    let before = table.funds("MZA");
    table.play(lay("G23", "204", 1));
    assert_eq!(table.funds("MZA"), before, "an upgrade pays no terrain");
    assert_eq!(table.refused(lay("F24", "L83", 0)), "18ESP-4.2.2-08");
}

/// FdLR from Reinosa over an open Alar del Rey.
pub(super) fn over_the_pass() -> Table {
    let mut table = book();
    table.phase(3);
    table.found("FdLR", A, 100, 100, 500);
    table.track("H8", Color::Yellow, &[0, 5]);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.open_pass("H12");
    table.operate("FdLR", Step::Track);
    table
}

/// Rules: 18ESP-4.2.1-04, 18ESP-4.2.1-12, 18ESP-4.2.1-16
#[test]
fn an_open_pass_joins_the_maps() {
    let mut table = over_the_pass();
    table.play(lay("E19", "L97", 0)); // a mine on the other map
    table.play(lay("E21", "57", 0));
    table.play(lay("I9", "77", 1)); // and an action at home; it points at a blank side of H10
    assert_eq!(table.game.operating().unwrap().turn.tiles, 2);
    let mut table = over_the_pass();
    table.no_pass();
    assert_eq!(table.refused(lay("E19", "L97", 0)), "18ESP-4.2.1-09", "closed, it does not");
}

/// Rules: 18ESP-4.2.1-07, 18ESP-4.2.2-01
#[test]
fn colours_follow_each_other() {
    let mut table = madrid(3);
    assert_eq!(table.refused(lay("G27", "57", 0)), "18ESP-4.2.2-01", "printed gray never changes");
    assert_eq!(table.refused(lay("K5", "L80", 1)), "18ESP-4.2.2-01", "printed yellow is built already");
    table.track("G23", Color::Green, &[1]);
    let brown = table.game.table.board.candidates(table.hex("G23"), &[Color::Brown]).next().unwrap();
    let name = table.game.fixed.parts.tiles.tile(brown.tile).unwrap().name.to_string();
    assert_eq!(table.refused(lay("G23", &name, brown.rotation)), "18ESP-4.2.2-01", "no brown before phase 5");
    table.phase(5);
    table.play(lay("G23", &name, brown.rotation));
    table.track("G23", Color::Gray, &[1]);
    assert!(table.game.table.board.candidates(table.hex("G23"), &[Color::Gray]).next().is_none());
}

/// Rules: 18ESP-4.2.1-08, 18ESP-4.2.1-09, 18ESP-4.2.1-11, 18ESP-4.2.1-13
#[test]
fn where_a_tile_may_go() {
    let mut table = santander(3);
    assert_eq!(table.refused(lay("J4", "3", 0)), "18ESP-4.2.1-08", "narrow in the North");
    assert_eq!(table.refused(lay("B8", "79", 0)), "18ESP-4.2.1-09", "not connected");
    assert_eq!(table.refused(lay("J4", "74", 0)), "18ESP-4.2.1-11", "the sea");
    assert_eq!(table.refused(lay("G5", "72", 0)), "18ESP-4.2.1-11", "a bar");
    assert_eq!(table.refused(lay("E3", "75", 0)), "18ESP-4.2.1-13", "Gijón takes Y tiles");
    assert_eq!(table.refused(lay("D4", "L80", 0)), "18ESP-4.2.1-13", "which go nowhere else");
    assert_eq!(table.refused(lay("D6", "L80", 0)), "18ESP-4.2.1-13", "Oviedo takes OO first");
    table.play(lay("J4", "72", 0));
}

/// Rules: 18ESP-4.2.1-10
#[test]
fn a_full_city_cuts_the_connection() {
    let mut table = santander(3);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.launch("FdLR", B, 100, 90);
    table.station("FdLR", "K5", 0);
    assert_eq!(table.refused(lay("J6", "74", 1)), "18ESP-4.2.1-09");
    let mut table = santander(3);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.station("FdSB", "K5", 0);
    table.play(lay("J6", "74", 1));
}

/// Rules: 18ESP-4.2.1-14
#[test]
fn the_layer_of_a_double_city_turns_it_freely() {
    let mut table = book();
    table.launch("CFEA", A, 100, 100);
    table.treasury("CFEA", 100);
    for _ in 0..4 {
        table.pass();
    }
    let offers = table.game.offers();
    let ways = offers.iter().find_map(|offer| match offer {
        Offer::LayTile { hex, tile, rotations, .. } if hex.as_str() == "D6" && tile.as_str() == "L132" => {
            Some(rotations.len())
        }
        _ => None,
    });
    assert_eq!(ways, Some(6));
}

/// Rules: 18ESP-4.2.1-15
#[test]
fn the_aranjuez_tile_is_joined_to_madrid() {
    let mut table = madrid(2);
    assert_eq!(table.refused(lay("F26", "L79", 0)), "18ESP-4.2.1-15");
    table.play(lay("F26", "L113", 0));
}

/// Rules: 18ESP-4.2.2-03, 18ESP-4.2.2-04, 18ESP-4.2.2-05, 18ESP-4.2.2-06
#[test]
fn an_upgrade_keeps_what_is_there() {
    let mut table = madrid(3);
    table.track("G23", Color::Yellow, &[1, 3]);
    assert_eq!(table.refused(lay("G23", "87", 3)), "18ESP-4.2.2-03", "track to SW is lost");
    assert_eq!(table.refused(lay("G23", "14", 0)), "18ESP-4.2.2-03", "a town stays a town");
    table.track("E21", Color::Yellow, &[0, 3]);
    assert_eq!(table.refused(lay("E21", "14", 0)), "18ESP-4.2.2-04", "not connected");
    table.play(lay("G23", "204", 1));
    // A green double city becomes a brown Y with one city.
    let mut table = madrid(5);
    table.track("D6", Color::Brown, &[2]);
    let face = table.game.table.board.face(table.hex("D6"));
    assert_eq!((face.stops.len(), face.labels[0].as_str()), (1, "Y"));
    assert!(table.game.table.board.candidates(table.hex("D6"), &[Color::Gray]).next().is_some());
}

/// Rules: 18ESP-4.2.2-04
#[test]
fn plain_track_is_upgraded_as_well() {
    let mut table = book();
    table.phase(3);
    table.found("N", A, 100, 100, 500);
    table.put("E23", "9", 2);
    table.put("E25", "9", 0);
    table.operate("N", Step::Track);
    assert_eq!(table.refused(lay("E25", "23", 0)), "18ESP-4.2.2-04", "plain track elsewhere");
    table.play(lay("E23", "23", 2));
}

/// Rules: 18ESP-4.2.3-01, 18ESP-4.2.3-05, 18ESP-4.2.3-06, 18ESP-G-40
#[test]
fn mines_are_built_and_dismantled() {
    let mut table = madrid(3);
    table.track("G23", Color::Yellow, &[1, 3]);
    assert_eq!(table.refused(lay("G21", "9", 0)), "18ESP-4.2.3-01");
    table.play(lay("G21", "L91", 0));
    assert_eq!(table.funds("MZA"), 470);
    table.operate("MZA", Step::Track);
    table.play(lay("F26", "L79", 3)); // first action: 20
    table.play(lay("G21", "23", 0)); // dismantling as the second: 30 + 20
    assert_eq!(table.funds("MZA"), 470 - 20 - 50);
    assert!(table.game.table.board.face(table.hex("G21")).stops.is_empty());
    // With a town it becomes a green town tile.
    table.track("E19", Color::Green, &[0, 3]);
    assert_eq!(table.game.table.board.face(table.hex("E19")).stops.len(), 1);
    // León is printed and stays.
    assert!(
        table.game.table.board.candidates(table.hex("D18"), &[Color::Green, Color::Brown]).next().is_none()
    );
}

// ---- stations ------------------------------------------------------------------------------------

/// Rules: 18ESP-4.3-01, 18ESP-4.3-03
#[test]
fn the_home_token_is_free_and_does_not_count() {
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.treasury("FdSB", 60);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!((table.tokens("FdSB"), table.funds("FdSB")), (vec!["I5".to_owned()], 60));
    assert!(!table.game.operating().unwrap().turn.station);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.play(token("FdSB", "K5", 0));
    assert_eq!(table.funds("FdSB"), 60 - 50 + 100, "each other one costs 50 (Bilbao is its destination)");
    let mut table = book();
    table.found("AC", A, 100, 100, 500);
    table.track("H28", Color::Yellow, &[2]);
    table.operate("AC", Step::Track);
    assert_eq!(table.refused(token("AC", "G27", 0)), "18ESP-4.3-05", "a minor has only its home");
}

/// Rules: 18ESP-4.3-02
#[test]
fn a_home_is_kept_but_blocks_nobody() {
    let mut table = santander(3);
    table.track("I5", Color::Green, &[0]);
    table.track("I7", Color::Yellow, &[1, 3]);
    table.track("H8", Color::Yellow, &[0, 4]);
    table.track("H10", Color::Yellow, &[0, 3]);
    assert_eq!(table.refused(token("FdSB", "H8", 0)), "18ESP-4.3-02", "kept for FdLR");
    assert!(table.game.reach(table.id("FdSB")).arrives(table.hex("H12")) != 0, "trains run through");
}

/// Rules: 18ESP-4.3-04, 18ESP-4.3-05
#[test]
fn one_station_a_turn_in_a_free_connected_circle() {
    let mut table = santander(3);
    table.free_tokens("FdSB", 3);
    assert_eq!(table.refused(token("FdSB", "K5", 0)), "18ESP-4.3-05", "not connected");
    table.play(lay("J4", "73", 5));
    table.play(token("FdSB", "K5", 0)); // between two lays
    assert_eq!(table.refused(token("FdSB", "I5", 0)), "18ESP-4.3-04");
    table.play(lay("H4", "72", 5));
    table.operate("FdSB", Step::Track);
    assert_eq!(table.refused(token("FdSB", "K5", 0)), "18ESP-4.3-05", "never two in one city");
    assert_eq!(table.refused(token("FdSB", "J4", 0)), "18ESP-4.3-05", "nor in a town");
    table.free_tokens("FdSB", 0);
    table.track("K5", Color::Green, &[0]);
    assert_eq!(table.refused(token("FdSB", "K5", 0)), "18ESP-4.3-05", "no unlocked token");
    // It costs 50, to the last peseta.
    for treasury in [49, 50] {
        let mut table = santander(3);
        table.track("J4", Color::Yellow, &[1, 5]);
        table.treasury("FdSB", treasury);
        match treasury {
            50 => drop(table.play(token("FdSB", "K5", 0))),
            _ => assert_eq!(table.refused(token("FdSB", "K5", 0)), "18ESP-4.3-03"),
        }
    }
    // A full city takes none.
    let mut table = santander(3);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.launch("CFLG", B, 100, 90);
    table.station("CFLG", "K5", 0);
    assert_eq!(table.refused(token("FdSB", "K5", 0)), "18ESP-4.3-02");
}

/// Málaga and Sevilla, joined by a mine; SC is not launched.
pub(super) fn sevilla(color: Color) -> Table {
    let mut table = book();
    table.phase(7);
    table.found("A", A, 100, 100, 500);
    table.track("E33", Color::Yellow, &[2]);
    table.track("D32", Color::Yellow, &[2, 5]);
    if color != Color::White {
        table.track("C31", color, &[5]);
    }
    table.operate("A", Step::Track);
    table
}

/// Rules: 18ESP-4.3-06, 18ESP-G-41
#[test]
fn a_double_city_waits_for_its_home_company() {
    for color in [Color::Yellow, Color::Green, Color::Brown] {
        let mut table = sevilla(color);
        let reach = table.game.reach(table.id("A"));
        let stop = (0..2).find(|stop| reach.has_stop(table.hex("C31"), *stop)).unwrap();
        assert_eq!(table.refused(token("A", "C31", stop)), "18ESP-4.3-06", "{color:?}");
    }
    let mut table = sevilla(Color::Gray);
    table.play(token("A", "C31", 0));
    assert_eq!(table.tokens("A"), ["C31", "E33"], "on gray, with room for SC");
    let free = table.game.table.board.free_slots(table.hex("C31"), 0);
    assert!(free >= table.game.kept_slots(table.hex("C31"), 0, table.id("A")));
}

/// Rules: 18ESP-4.3-07
#[test]
fn the_home_company_of_a_double_city_chooses_its_circle() {
    let mut table = book();
    table.launch("CFEA", B, 100, 100);
    table.treasury("CFEA", 100);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.company("CFEA").home, HomeToken::Waiting, "no tile: it waits on the hex");
    table.play(lay("D6", "L132", 2));
    assert!(matches!(table.asked(), Some(Pending::Circle(circle)) if circle.seat == B));
    assert_eq!(table.refused(Action::Pass), "18ESP-4.3-07");
    table.play(token("CFEA", "D6", 1));
    assert_eq!(table.company("CFEA").home, HomeToken::Placed);
    // Where another company lays the tile, the home company's director still has the first choice.
    let mut table = sevilla(Color::White);
    table.launch("SC", C, 100, 90);
    table.of("SC", "home", HomeToken::Waiting);
    table.play(lay("C31", "L129", 5));
    assert_eq!(table.seat(), C);
    table.play(token("SC", "C31", 0));
    assert_eq!(table.seat(), A, "then the turn goes on");
}

/// Rules: 18ESP-4.3-08, 18ESP-G-42, 18ESP-G-43
#[test]
fn mz_and_mza_share_one_circle() {
    let mut table = madrid(5);
    table.launch("MZ", B, 100, 90);
    assert_eq!(table.game.kept_slots(table.hex("F24"), 2, table.id("N")), 0, "the circle is taken");
    let (mz, hex) = (table.id("MZ"), table.hex("F24"));
    home::put(&mut table.game, mz, hex, 2, &mut Vec::new()).unwrap();
    let here: Vec<_> =
        table.game.table.board.tokens_at(hex).iter().map(|token| (token.stop, token.slot)).collect();
    assert_eq!(here, [(2, 0), (2, 0)], "stacked in one slot");
    // In brown Madrid too, though another slot is free.
    let mut table = book();
    table.phase(5);
    table.launch("MZA", A, 100, 100);
    table.station("MZA", "F24", 2);
    table.track("F24", Color::Brown, &[0]);
    let free = table.game.table.board.free_slots(hex, 0);
    assert!(free > 0);
    table.launch("MZ", B, 100, 90);
    home::put(&mut table.game, mz, hex, 0, &mut Vec::new()).unwrap();
    assert_eq!(table.game.table.board.free_slots(hex, 0), free);
}

/// Rules: 18ESP-4.2.1-09, 18ESP-4.4.2-08
#[test]
fn whatever_a_company_does_must_be_connected_to_a_station() {
    let mut table = santander(3);
    table.track("D10", Color::Yellow, &[0]);
    assert_eq!(table.refused(choose("D12")), "18ESP-5.2-02", "a pass");
    assert_eq!(table.refused(token("FdSB", "B10", 0)), "18ESP-4.3-05", "a station");
    assert_eq!(table.refused(lay("C5", "L93", 0)), "18ESP-4.2.1-09", "a mine");
    assert!(matches!(table.game.table.round, Round::Operating(_)));
}
