//! §4.4 and §7 beyond their plain cases: closed passes, letters, bonuses, the last round, the train of private 3.

use super::privates::aranjuez;
use super::run::south_of_the_pass;
use super::table::*;
use crate::esp::operating::Step;
use crate::esp::operating::stops::{self, mark};
use crate::esp::table::Goal;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::tile::{Color, StopKind};

/// A closed pass is no place for a route, not even as its end.
/// Rules: 18ESP-5.2.2-02, 18ESP-4.4.1-03
#[test]
fn no_route_ends_in_a_closed_pass() {
    let mut table = south_of_the_pass("rulebook");
    table.train("FdLR", "2+3");
    table.operate("FdLR", Step::Run);
    assert_eq!(table.earns(&[(0, "H8 H10 H12")]), Ok((30, 0)), "open, without a station there");
    table.no_pass();
    assert_eq!(table.earns(&[(0, "H8 H10 H12")]).unwrap_err(), "18ESP-5.2.2-02");
}

/// A pass counts as a city for the range, with a station there or without.
/// Rules: 18ESP-4.4.1-02, 18ESP-4.4.1-03, 18ESP-4.4.3-05
#[test]
fn a_pass_takes_a_city_of_the_range() {
    let mut table = south_of_the_pass("rulebook");
    table.train("FdLR", "1+2");
    table.operate("FdLR", Step::Run);
    assert_eq!(table.earns(&[(0, "H8 H10 H12")]).unwrap_err(), "18ESP-4.4.1-01", "a city and a pass");
    assert_eq!(table.earns(&[(0, "H8 I7 J6")]), Ok((40, 20)), "a city and two towns");
    table.station("FdLR", "H12", 0);
    table.operate("FdLR", Step::Run);
    assert_eq!(table.earns(&[(0, "H8 H10 H12")]).unwrap_err(), "18ESP-4.4.1-01");
}

/// Every red area has a letter, and five harbours: for the bonus and for the ban alike. Gijón and Bilbao, Madrid and Barcelona
/// are the ends of the north–south bonus.
/// Rules: 18ESP-4.4.3-08, 18ESP-4.4.3-10, 18ESP-4.4.3-11, 18ESP-G-37
#[test]
fn what_places_count_for() {
    let table = book();
    let harbours = [("N22", mark::EAST), ("L26", mark::EAST), ("K31", mark::EAST), ("I33", mark::EAST)];
    let bare = [("B34", mark::WEST), ("C1", 0), ("E1", 0), ("K3", 0)];
    for (hex, letter) in harbours.into_iter().chain(bare) {
        let marks = stops::marks(&table.game, table.hex(hex), 0);
        assert_eq!(marks & (mark::EAST | mark::WEST), letter, "{hex}");
    }
    let all = || table.game.fixed.parts.map.hexes.iter().map(|hex| hex.name.to_string());
    let kind = |hex: &str| table.game.table.board.face(table.hex(hex)).stops.first().map(|stop| stop.kind);
    for hex in all().filter(|hex| kind(hex) == Some(StopKind::Offboard)) {
        let letter = stops::marks(&table.game, table.hex(&hex), 0) & (mark::EAST | mark::WEST);
        assert!(letter == mark::EAST || letter == mark::WEST, "{hex}");
    }
    let ends = |of: u64| -> Vec<String> {
        all().filter(|hex| stops::marks(&table.game, table.hex(hex), 0) & of != 0).collect()
    };
    assert_eq!(
        (ends(mark::BONUS_NORTH), ends(mark::BONUS_SOUTH)),
        (names(["E3", "K5"]), names(["M21", "F24"]))
    );
    // A harbour and a red area of one letter are barred together.
    let shared = |a: &str, b: &str| {
        let other = table.game.stop_groups_of(b, 0);
        table.game.stop_groups_of(a, 0).iter().any(|group| other.contains(group))
    };
    assert!(shared("N22", "N18") && shared("N22", "L26") && shared("B34", "A27"));
    assert!(!shared("N22", "B34") && !shared("C1", "E1"));
}

fn names(hexes: [&str; 2]) -> Vec<String> {
    hexes.map(str::to_owned).to_vec()
}

/// A red area that pays nothing yet is entered all the same.
/// Rules: 18ESP-5.1.1-01, 18ESP-G-34
#[test]
fn a_red_area_without_a_value_meets_the_goal() {
    let mut table = book();
    table.found("FdSB", A, 90, 90, 0);
    table.track("K5", Color::Green, &[4]);
    table.track("L4", Color::Yellow, &[1, 5]);
    table.station("FdSB", "K5", 0);
    table.train("FdSB", "2+3");
    table.operate("FdSB", Step::Run);
    let earns = |table: &Table| table.earns(&[(0, "K5 L4 M5")]).unwrap().0;
    let mut later = table.clone();
    later.phase(3);
    assert_eq!(earns(&later), earns(&table) + 30, "Irún pays 30 in phase 3 and nothing before");
    table.run(&["K5 L4 M5"]);
    assert!(table.company("FdSB").met(Goal::RedArea));
}

/// Only its own route frees the train of private 3, not that of another train.
/// Rules: 18ESP-2.2.3-04
#[test]
fn the_train_of_private_3_goes_to_aranjuez_itself() {
    let mut table = aranjuez();
    table.train("MCP", "2P");
    table.train("MCP", "5");
    for (hexes, visited) in [("F24:0 E25 D26 C25", false), ("F24:0 F26", false)] {
        table.operate("MCP", Step::Run);
        let routes = vec![table.route(1, hexes)];
        table.play(Action::Run { routes });
        assert_eq!(table.game.table.aranjuez_visited, visited, "{hexes}");
    }
    table.operate("MCP", Step::Run);
    assert_eq!(table.earns(&[(0, "F24:0 E25 D26 C25")]).unwrap_err(), "18ESP-2.2.3-04");
    table.run(&["F24:0 F26"]);
    assert!(table.game.table.aranjuez_visited);
}

/// The last round triples a combined train with its bonus, too; the last round of any other cycle nothing.
/// Rules: 18ESP-7-04, 18ESP-G-24, 18ESP-G-50
#[test]
fn what_the_last_round_triples() {
    let mut table = south_of_the_pass("rulebook");
    table.combined("FdLR", "8", "4+5");
    table.operate("FdLR", Step::Run);
    let way = "F24:1 E23 E21 E19:town H12 H10 H8 I7 J6 K5";
    let (plain, mine) = table.earns(&[(0, way)]).unwrap();
    assert_eq!((plain, mine), (40 + 30 + 10 + 30 + 10 + 40 + 100, 20));
    table.last_round();
    assert_eq!(table.earns(&[(0, way)]), Ok((3 * plain, mine)));
    // A round that is the last of its cycle but not of the game.
    let mut table = coast("rulebook", 151);
    table.phase(7);
    table.operate("FdSB", Step::Run);
    let (plain, _) = table.earns(&[(0, "I5 J4")]).unwrap();
    table.operating_round("number", 3);
    assert_eq!(table.earns(&[(0, "I5 J4")]), Ok((plain, 0)));
    table.run(&["I5 J4"]);
    table.play(settle(Settlement::Pay));
    assert_eq!(table.at("FdSB"), 165, "one column");
}

/// On a tile with both the mine has to be the stop that is chosen.
/// Rules: 18ESP-5.1.1-01, 18ESP-G-39, 18ESP-4.2.3-04
#[test]
fn the_town_of_a_mine_tile_is_no_mine_for_the_goal() {
    for (stop, met) in [("E7:town", false), ("E7:mine", true)] {
        let mut table = book();
        table.phase(3);
        table.found("CFLG", A, 90, 90, 0);
        table.track("E3", Color::Green, &[0, 3]);
        table.track("E5", Color::Yellow, &[0, 3]);
        table.track("E7", Color::Yellow, &[0, 3]);
        table.train("CFLG", "4+5");
        table.operate("CFLG", Step::Run);
        table.run(&[&format!("{stop} E5 E3 E1")]);
        assert_eq!(table.company("CFLG").met(Goal::Third), met, "{stop}");
    }
}

/// Whoever has the second station in a pass earns there like the first.
/// Rules: 18ESP-4.4.3-05
#[test]
fn both_stations_of_a_pass_earn() {
    let mut table = south_of_the_pass("rulebook");
    table.launch("A", D, 100, 70);
    table.station("A", "H12", 0);
    table.train("FdLR", "2+3");
    table.station("FdLR", "H12", 0);
    table.operate("FdLR", Step::Run);
    assert_eq!(table.earns(&[(0, "H8 H10 H12")]), Ok((60, 0)));
}

/// A home that waits for its company stops no train.
/// Rules: 18ESP-4.3-02, 18ESP-4.4.2-02
#[test]
fn a_route_leads_through_a_home_that_is_kept() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 0);
    table.track("I5", Color::Green, &[0]);
    table.track("I7", Color::Yellow, &[1, 3]);
    table.track("H8", Color::Yellow, &[0, 4]);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.open_pass("H12");
    table.train("FdSB", "4+5");
    table.operate("FdSB", Step::Run);
    assert!(table.earns(&[(0, "I5 I7 H8 H10 H12")]).is_ok(), "through Reinosa");
}

/// The first number of a narrow train takes towns as well; and the tender is for the one train that carries it.
/// Rules: 18ESP-4.4.1-02, 18ESP-2.2.5-05, 18ESP-2.2.5-06
#[test]
fn a_2_3_runs_a_city_and_four_towns() {
    let mut table = super::privates::north_coast();
    table.phase(3);
    table.track("B4", Color::Yellow, &[2, 4]);
    table.track("A3", Color::Yellow, &[5]);
    table.train("CFEA", "2+3");
    table.train("CFEA", "1+2");
    table.of("CFEA", "tender", true);
    table.operate("CFEA", Step::Run);
    let west = "D6 C5 C3 B4 A3";
    assert!(table.earns(&[(1, west)]).is_ok());
    table.play(choose("0"));
    assert!(table.earns(&[(0, "D6 C5 C3 B4")]).is_ok());
    assert_eq!(table.earns(&[(2, "D6 C5 C3 B4")]).unwrap_err(), "18ESP-4.4.1-01");
}
