//! §4, §4.2, §4.3 and §5.1 beyond their plain cases: what a turn allows, when its step ends, who is credited with a destination.

use super::end::at_the_pass;
use super::table::*;
use super::track::{madrid, over_the_pass, santander, sevilla};
use crate::esp::operating::Step;
use crate::esp::table::{Goal, HomeToken};
use ferrata_engine::action::Party;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::{Color, End};

/// Rules: 18ESP-4.2.1-02, 18ESP-4.2.2-08
#[test]
fn the_yellow_tile_may_come_second() {
    let mut table = madrid(3);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.play(lay("G23", "204", 1));
    table.play(lay("F26", "L79", 3));
    assert_eq!(table.funds("MZA"), 500 - 20 - 20, "terrain, and the fee of the second action");
}

/// A mine between two upgrades is not the yellow tile that one of the two actions has to lay; and dismantling is an upgrade.
/// Rules: 18ESP-4.2.1-05, 18ESP-4.2.2-08, 18ESP-4.2.3-06
#[test]
fn two_upgrades_stay_two_upgrades() {
    let mut table = madrid(3);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.play(lay("G23", "204", 1));
    table.play(lay("G21", "L91", 0));
    assert_eq!(table.refused(lay("F24", "L83", 0)), "18ESP-4.2.2-08", "the mine does not count");
    for dismantled_first in [false, true] {
        let mut table = madrid(3);
        table.track("G23", Color::Yellow, &[1, 3]);
        table.track("G21", Color::Yellow, &[0, 3]);
        let (dismantle, upgrade) = (lay("G21", "23", 0), lay("G23", "204", 1));
        let [first, second] = if dismantled_first { [dismantle, upgrade] } else { [upgrade, dismantle] };
        table.play(first);
        assert_eq!(table.refused(second), "18ESP-4.2.2-08");
    }
}

/// All tiles are laid: the step waits while a station or a pass can still be built, and then ends.
/// Rules: 18ESP-4-03, 18ESP-4.3-04, 18ESP-5.2-04
#[test]
fn the_step_waits_for_stations_and_passes() {
    let mut table = book();
    table.found("FdSB", A, 100, 100, 500);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.operate("FdSB", Step::Track);
    table.turn("tiles", 2);
    table.turn("mine", true);
    table.play(token("FdSB", "K5", 0));
    assert_ne!(table.step(), Step::Track);
    let mut table = at_the_pass(3);
    table.free_tokens("FdLR", 0);
    table.operate("FdLR", Step::Track);
    table.turn("tiles", 2);
    table.turn("mine", true);
    table.play(choose("H12"));
    assert_ne!(table.step(), Step::Track);
}

/// Rules: 18ESP-4.3-06, 18ESP-G-41
#[test]
fn the_last_circle_of_a_gray_double_city_waits_for_its_home_company() {
    let mut table = sevilla(Color::Gray);
    let sevilla = table.hex("C31");
    for company in ["MZA", "N", "MCP", "ZPB"] {
        if table.game.table.board.free_slots(sevilla, 0) > 1 {
            table.launch(company, B, 100, 70);
            table.station(company, "C31", 0);
        }
    }
    table.operate("A", Step::Track);
    assert_eq!(table.game.table.board.free_slots(sevilla, 0), 1);
    assert_eq!(table.refused(token("A", "C31", 0)), "18ESP-4.3-02", "SC has not begun");
    table.launch("SC", C, 100, 65);
    table.station("SC", "C31", 0);
    table.operate("A", Step::Track);
    assert_eq!(table.refused(token("A", "C31", 0)), "18ESP-4.3-02", "now it is full");
}

/// Rules: 18ESP-4.3-05, 18ESP-5.2-05
#[test]
fn no_station_in_a_closed_pass() {
    let mut table = at_the_pass(3);
    assert_eq!(table.refused(token("FdLR", "H12", 0)), "18ESP-4.3-05");
    table.play(choose("H12"));
    table.play(token("FdLR", "H12", 0));
}

/// Private 4 closes with whichever pass it builds.
/// Rules: 18ESP-2.2.4-01, 18ESP-2.2.4-02
#[test]
fn private_4_closes_with_any_pass() {
    for (pass, left) in [("P4 H12", 400), ("P4 J10", 360)] {
        let mut table = book();
        table.phase(3);
        table.found("FdLR", A, 100, 100, 400);
        table.track_to_two_passes();
        let fdlr = table.owner("FdLR");
        table.private(4, fdlr);
        table.operate("FdLR", Step::Track);
        table.play(choose(pass));
        assert_eq!((table.funds("FdLR"), table.game.private_owner(3)), (left, Holder::Out), "{pass}");
    }
}

/// A minor uses private 1 as a major does, and may buy private 4, which it cannot use.
/// Rules: 18ESP-2.2-02, 18ESP-2.2.1-01, 18ESP-2.2.4-01, 18ESP-4.8-01
#[test]
fn minors_and_privates() {
    let mut table = book();
    table.phase(3);
    table.found("MZ", A, 100, 100, 300);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.private(1, Holder::Seat(A));
    table.private(4, Holder::Seat(A));
    table.operate("MZ", Step::Track);
    table.play(card("MZ", "P1", Party::Seat(A), 15));
    table.play(lay_by("P1", "G21", "L91", 0));
    assert_eq!((table.funds("MZ"), table.game.private_owner(0)), (285, Holder::Out));
    table.play(card("MZ", "P4", Party::Seat(A), 100));
    assert_eq!(table.game.private_owner(3), table.owner("MZ"));
}

// ---- destinations --------------------------------------------------------------------------------

/// CFLG joins FdSB to its destination: that is credited when FdSB's own turn begins, not before.
/// Rules: 18ESP-5.1.1-03, 18ESP-G-46
#[test]
fn a_destination_that_another_company_joins_is_credited_in_the_own_turn() {
    let mut table = book();
    table.found("CFLG", B, 100, 110, 300);
    table.found("FdSB", A, 90, 90, 0);
    table.station("CFLG", "K5", 0);
    table.train("CFLG", "1+2");
    table.operate("CFLG", Step::Track);
    table.turn("tiles", 1);
    table.turn("mine", true);
    table.play(lay("J4", "73", 5));
    assert!(table.game.reaches_destination(table.id("FdSB")));
    assert_eq!((table.company("FdSB").met(Goal::Destination), table.funds("FdSB")), (false, 0));
    while table.operating() == "CFLG" {
        match table.step() {
            Step::Run => drop(table.run(&["K5 J4"])),
            Step::Dividend => drop(table.play(settle(ferrata_engine::action::Settlement::Withhold))),
            _ => drop(table.pass()),
        }
    }
    assert_eq!(table.operating(), "FdSB");
    assert_eq!((table.company("FdSB").met(Goal::Destination), table.funds("FdSB")), (true, 90));
}

/// The pass that a company opens may join it to its destination.
/// Rules: 18ESP-5.1.1-03, 18ESP-G-46, 18ESP-G-47
#[test]
fn opening_a_pass_may_reach_the_destination() {
    let mut table = book();
    table.phase(3);
    table.found("FdLR", A, 100, 100, 60);
    for (hex, sides) in [("H8", [0, 5]), ("H10", [0, 3]), ("E19", [3, 4]), ("F18", [1, 4])] {
        table.track(hex, Color::Yellow, &sides);
    }
    for (hex, sides) in [("G17", [1, 3]), ("J8", [0, 3]), ("J6", [0, 4])] {
        table.track(hex, Color::Yellow, &sides);
    }
    table.open_pass("J10");
    table.operate("FdLR", Step::Track);
    table.play(choose("H12"));
    assert_eq!((table.company("FdLR").met(Goal::Destination), table.funds("FdLR")), (true, 100));
}

/// The home token that comes to lie in its circle may be joined to the destination at once.
/// Rules: 18ESP-5.1.1-03, 18ESP-4.3-07, 18ESP-G-46
#[test]
fn the_circle_of_a_double_city_decides_about_the_destination() {
    let mut table = book();
    table.launch("CFEA", A, 90, 90);
    table.treasury("CFEA", 100);
    table.of("CFEA", "home", HomeToken::Waiting);
    table.track("E5", Color::Yellow, &[1, 5]);
    table.track("F6", Color::Yellow, &[2, 4]);
    table.track("G5", Color::Yellow, &[1]);
    table.operate("CFEA", Step::Track);
    let mut reached = Vec::new();
    for rotation in 0..6 {
        let mut table = table.clone();
        table.play(lay("D6", "L132", rotation));
        let face =
            table.game.face(ferrata_engine::name::HexName(ferrata_engine::name::Name::cut("D6"))).unwrap();
        let leads = |stop: u8| {
            let ends = [End::Stop(stop), End::Side(4)];
            face.track.iter().any(|track| ends.contains(&track.a) && ends.contains(&track.b))
        };
        let stops: Vec<(u8, bool)> = (0..2).map(|stop| (stop, leads(stop))).collect();
        for (stop, leads) in stops {
            let mut table = table.clone();
            table.play(token("CFEA", "D6", stop));
            assert_eq!(table.company("CFEA").met(Goal::Destination), leads, "{rotation} {stop}");
            reached.push(leads);
        }
    }
    assert!(reached.contains(&true) && reached.contains(&false));
}

// ---- passes and the other map --------------------------------------------------------------------

/// Rules: 18ESP-2.2.4-01, 18ESP-5.2-01, 18ESP-5.2-03
#[test]
fn private_4_builds_alar_del_rey_without_a_peseta_but_not_for_a_minor() {
    let mut table = at_the_pass(3);
    table.treasury("FdLR", 0);
    let fdlr = table.owner("FdLR");
    table.private(4, fdlr);
    table.operate("FdLR", Step::Track);
    table.play(choose("P4 H12"));
    assert_eq!(table.funds("FdLR"), 0);
    let mut table = minor_in_valladolid(3);
    let mz = table.owner("MZ");
    table.private(4, mz);
    table.track("E19", Color::Yellow, &[0, 3]);
    table.operate("MZ", Step::Track);
    assert_eq!(table.refused(choose("P4 H12")), "18ESP-5.2-01");
}

fn minor_in_valladolid(phase: u8) -> Table {
    let mut table = book();
    table.phase(phase);
    table.launch("MZ", B, 100, 90);
    table.treasury("MZ", 300);
    table.station("MZ", "E21", 0);
    table.track("E21", Color::Yellow, &[3]);
    table.operate("MZ", Step::Track);
    table
}

/// Track up to a closed pass is anybody's, a minor's too, from phase 2 on.
/// Rules: 18ESP-5.2-01, 18ESP-4.2.1-11
#[test]
fn a_minor_lays_track_up_to_a_pass_in_phase_2() {
    let mut table = minor_in_valladolid(2);
    table.play(lay("E19", "L97", 0));
    assert!(table.joins("E19", 3, 0) || table.game.reach(table.id("MZ")).has_stop(table.hex("H12"), 0));
}

/// Rules: 18ESP-5.2-02, 18ESP-4.2.1-10
#[test]
fn no_pass_is_built_beyond_a_full_city() {
    let mut table = santander(3);
    table.launch("FdLR", B, 100, 90);
    table.track("I5", Color::Green, &[0]);
    table.track("I7", Color::Yellow, &[1, 3]);
    table.track("H8", Color::Yellow, &[0, 4]);
    table.track("H10", Color::Yellow, &[0, 3]);
    let mut free = table.clone();
    free.play(choose("H12"));
    table.station("FdLR", "H8", 0);
    assert_eq!(table.refused(choose("H12")), "18ESP-5.2-02");
}

/// A North company over an open pass builds a station in the South and upgrades there.
/// Rules: 18ESP-4.2.1-04, 18ESP-4.2.1-16, 18ESP-4.3-05
#[test]
fn a_company_is_at_home_on_the_other_map() {
    let mut table = over_the_pass();
    table.track("E19", Color::Yellow, &[0, 3]);
    table.track("E21", Color::Yellow, &[3]);
    table.play(token("FdLR", "E21", 0));
    assert_eq!(table.tokens("FdLR"), ["H8", "E21"]);
    let offers = ferrata_engine::turn::Title::offers(&table.game);
    let upgrade = offers.into_iter().find_map(|offer| match offer {
        ferrata_engine::offer::Offer::LayTile { hex, tile, rotations, cost, .. } if hex.as_str() == "E21" => {
            assert_eq!(cost.0, 0);
            Some(lay("E21", tile.as_str(), rotations[0]))
        }
        _ => None,
    });
    table.play(upgrade.expect("a green tile in Valladolid"));
}

/// With its home company there a double city has a circle for others, whatever its colour.
/// Rules: 18ESP-4.3-06, 18ESP-4.3-05
#[test]
fn the_other_circle_of_a_double_city_is_free_once_its_home_company_is_there() {
    let mut table = sevilla(Color::Yellow);
    let reach = table.game.reach(table.id("A"));
    let stop = (0..2).find(|stop| reach.has_stop(table.hex("C31"), *stop)).unwrap();
    table.launch("SC", C, 100, 65);
    table.station("SC", "C31", 1 - stop);
    table.operate("A", Step::Track);
    table.play(token("A", "C31", stop));
    assert!(table.tokens("A").contains(&"C31".to_owned()));
}

/// The token that is free from the beginning may be built in the first turn.
/// Rules: 18ESP-4.3-03, 18ESP-4.3-04
#[test]
fn a_station_in_the_first_turn() {
    let mut table = santander(2);
    table.of("FdSB", "operated", false);
    table.of("FdSB", "ran", false);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.operate("FdSB", Step::Track);
    table.play(token("FdSB", "K5", 0));
}

/// The one action of a minor may be an upgrade, also one that dismantles a mine.
/// Rules: 18ESP-4.2.1-01, 18ESP-4.2.3-06
#[test]
fn a_minor_upgrades_and_dismantles() {
    let minor = || {
        let mut table = book();
        table.phase(3);
        table.found("MZ", A, 100, 100, 300);
        table.track("G23", Color::Yellow, &[1, 3]);
        table.track("G21", Color::Yellow, &[0, 3]);
        table.operate("MZ", Step::Track);
        table
    };
    let mut table = minor();
    table.play(lay("G21", "23", 0));
    assert_eq!(table.funds("MZ"), 270);
    assert_eq!(table.refused_at("MZ", Step::Track, lay("J4", "72", 0)), "18ESP-4.2.1-01");
    let mut table = minor();
    table.play(lay("G23", "204", 1));
    assert_eq!(table.refused(lay("G21", "23", 0)), "18ESP-4.2.1-01", "one action");
}

/// A mine is no action: the tile after it is the first, and costs no fee.
/// Rules: 18ESP-4.2.1-02, 18ESP-4.2.1-05
#[test]
fn a_mine_before_the_first_tile_costs_no_fee() {
    let mut table = madrid(2);
    table.track("G23", Color::Yellow, &[1, 3]);
    table.play(lay("G21", "L91", 0));
    table.play(lay("F26", "L79", 3));
    assert_eq!(table.funds("MZA"), 500 - 30 - 20, "the mine, and the terrain of Aranjuez");
}

/// Barcelona is one city, though its circles lie apart: whoever is in one builds in no other.
/// Rules: 18ESP-4.3-05, 18ESP-G-36
#[test]
fn one_station_in_a_city_of_several_circles() {
    let with = |company: &str, home: &str| {
        let mut table = book();
        table.phase(3);
        table.launch(company, A, 100, 100);
        table.treasury(company, 500);
        table.station(company, home, 1);
        table.track("L20", Color::Yellow, &[0, 5]);
        table.track("L22", Color::Yellow, &[3, 4]);
        table.operate(company, Step::Track);
        table
    };
    let mut table = with("ZPB", "M21");
    assert!(table.game.reach(table.id("ZPB")).has_stop(table.hex("M21"), 0));
    assert_eq!(table.refused(token("ZPB", "M21", 0)), "18ESP-4.3-05");
    table.play(token("ZPB", "L22", 0));
}

/// Takeovers come after the earnings and before the trains.
/// Rules: 18ESP-4-03, 18ESP-4.6-01
#[test]
fn a_takeover_comes_between_earnings_and_trains() {
    let mut table = super::takeover::merida();
    table.track("B26", Color::Green, &[1, 5]);
    table.train("CRB", "3");
    table.operate("CRB", Step::Run);
    table.run(&["A27 B26"]);
    table.play(settle(ferrata_engine::action::Settlement::Withhold));
    assert_eq!(table.step(), Step::Takeover);
    assert_eq!(table.refused(bank_train("3", 200)), "18ESP-4-03");
    table.pass();
    assert_eq!(table.step(), Step::Trains);
    assert_eq!(table.refused(propose(merge("MS", "CRB"))), "18ESP-4.6-01");
}

/// The tile at home costs what its ground costs, as any other.
/// Rules: 18ESP-4.2.1-06, 18ESP-4.2.1-09
#[test]
fn the_ground_at_home_is_paid_too() {
    let mut table = book();
    table.launch("CFEA", A, 90, 90);
    table.of("CFEA", "home", HomeToken::Waiting);
    table.treasury("CFEA", 9);
    table.operate("CFEA", Step::Track);
    assert_eq!(table.refused(lay("D6", "L132", 0)), "18ESP-4.2.1-06", "a river");
    table.treasury("CFEA", 10);
    table.play(lay("D6", "L132", 0));
    assert_eq!(table.funds("CFEA"), 0);
}

/// The second station of a pass is paid to the company of the first, also where both come from one map.
/// Rules: 18ESP-5.2-06
#[test]
fn a_neighbour_pays_for_the_second_station_of_a_pass() {
    let mut table = at_the_pass(3);
    table.track("H8", Color::Green, &[0, 4, 5]);
    table.open_pass("H12");
    table.station("FdLR", "H12", 0);
    table.found("FdSB", B, 100, 90, 100);
    table.track("I5", Color::Green, &[0]);
    table.track("I7", Color::Yellow, &[1, 3]);
    table.operate("FdSB", Step::Track);
    let before = table.funds("FdLR");
    table.play(token("FdSB", "H12", 0));
    assert_eq!((table.funds("FdSB"), table.funds("FdLR")), (50, before + 50));
}
