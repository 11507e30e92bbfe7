//! §4.4 and §4.5: running trains and managing the earnings.

use super::privates::north_coast;
use super::table::*;
use crate::esp::operating::Step;
use crate::esp::operating::consist;
use ferrata_engine::action::Settlement;
use ferrata_engine::components::PhaseSpec;
use ferrata_engine::decision::proceed;
use ferrata_engine::name::Name;
use ferrata_engine::tile::Color;

/// FdSB in Santander: Torrelavega – Santander – Laredo – Bilbao.
fn coast(phase: u8, train: &str) -> Table {
    let mut table = book();
    table.phase(phase);
    table.found("FdSB", A, 100, 100, 100);
    table.track("H4", Color::Yellow, &[5]);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.train("FdSB", train);
    table.operate("FdSB", Step::Run);
    table
}

/// Rules: 18ESP-4.4.1-01, 18ESP-4.4.1-02, 18ESP-4.4.1-03, 18ESP-V-06
#[test]
fn how_far_trains_reach() {
    let table = coast(3, "1+2");
    assert_eq!(table.earns(&[(0, "H4 I5 J4")]), Ok((40, 0)), "a city and two towns");
    assert_eq!(table.earns(&[(0, "I5 J4 K5")]).unwrap_err(), "18ESP-4.4.1-01", "two cities");
    let table = coast(3, "2+3");
    assert_eq!(table.earns(&[(0, "H4 I5 J4 K5")]), Ok((70, 0)));
    // A mine and a harbour are towns, a red area and a pass are cities.
    let mut table = north_coast();
    assert_eq!(table.earns(&[(0, "D6 C5 C3")]), Ok((40, 30)));
    table.phase(3);
    table.track("B4", Color::Yellow, &[4]);
    let table = coast_to_irun("1+2");
    assert_eq!(table.earns(&[(0, "K5 L4 M5")]).unwrap_err(), "18ESP-4.4.1-01", "a red area and a city");
    // An Iberian train counts every stop alike.
    let table = badajoz();
    assert_eq!(table.earns(&[(0, "A27 B26 C25 C23")]).unwrap_err(), "18ESP-4.4.1-01");
}

fn coast_to_irun(train: &str) -> Table {
    let mut table = coast(3, train);
    table.track("K5", Color::Green, &[4]);
    table.track("L4", Color::Yellow, &[1, 5]);
    table.station("FdSB", "K5", 0);
    table
}

/// Rules: 18ESP-4.4.1-04
#[test]
fn no_stop_is_skipped() {
    let table = coast(3, "2+3");
    let mut route = table.route(0, "H4 I5 J4 K5");
    route.skipped = vec![1];
    let why = table.game.explain_run(&[route]).unwrap_err();
    assert_eq!(why.rule.unwrap().to_string(), "18ESP-4.4.1-04");
}

/// Rules: 18ESP-4.4.1-05, 18ESP-6-04, 18ESP-6-05, 18ESP-6-07
#[test]
fn train_limits_and_who_owns_what() {
    let table = book();
    let limits = |phase: &PhaseSpec| ["minor", "major"].map(|kind| phase.train_limit(Name::cut(kind))).into();
    let limits: Vec<(u8, u8)> = table.game.fixed.phases().iter().map(|phase| limits(&phase.spec)).collect();
    assert_eq!(limits, [(2, 4), (2, 4), (1, 3), (0, 3), (0, 2), (0, 2)]);
    let mut table = book();
    table.found("AC", A, 100, 100, 500);
    table.operate("AC", Step::Trains);
    assert_eq!(table.refused(bank_train("1+2", 100)), "18ESP-4.4.1-05");
    table.play(bank_train("2", 100));
    table.play(bank_train("2", 100));
    assert!(!table.offers(&bank_train("2", 100)));
}

/// Rules: 18ESP-4.4.1-06, 18ESP-G-17
#[test]
fn who_owns_too_many_gives_up_at_once() {
    let mut table = book();
    table.phase(3);
    table.launch("FdSB", A, 100, 100);
    table.station("FdSB", "I5", 0);
    table.launch("CFLG", B, 100, 90);
    for train in ["2+3", "2+3", "3", "2+3"] {
        table.train("CFLG", train);
    }
    table.sold_out("3");
    table.treasury("FdSB", 300);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3+4", 300));
    assert_eq!(table.seat(), B, "phase 4: three trains for a major");
    assert_eq!(table.refused(ferrata_engine::action::Action::Pass), "18ESP-4.4.1-06");
    table.play(discard("CFLG", "3"));
    assert_eq!(table.trains("CFLG"), ["2+3", "2+3", "2+3"]);
    assert_eq!(table.game.table.discarded[1], 1, "it did not rust and is never recycled");
}

/// Rules: 18ESP-4.4.2-01
#[test]
fn a_route_has_two_stops_and_a_station() {
    let table = coast(3, "2+3");
    assert_eq!(table.earns(&[(0, "J4 K5")]).unwrap_err(), "18ESP-4.4.2-01", "no station");
    assert_eq!(table.earns(&[(0, "I5")]).unwrap_err(), "18ESP-4.4.2-01", "one stop");
    assert_eq!(table.earns(&[(0, "H4 I5")]), Ok((30, 0)), "the station may be anywhere on it");
}

/// Rules: 18ESP-4.4.2-07, 18ESP-4.4.3-07
#[test]
fn a_minor_neither_ends_in_a_pass_nor_enters_a_red_area() {
    let mut table = south_of_the_pass("rulebook");
    table.launch("ZP", D, 100, 70);
    table.train("ZP", "4");
    table.station("ZP", "E21", 0);
    table.operate("ZP", Step::Run);
    assert_eq!(table.earns(&[(0, "H12 E19:town E21")]).unwrap_err(), "18ESP-4.4.2-07");
    assert_eq!(table.earns(&[(0, "E21 D22 C21")]).unwrap_err(), "18ESP-4.4.3-07");
    assert_eq!(table.earns(&[(0, "E21 D22")]), Ok((50, 0)));
}

/// N in Madrid and Reinosa, Alar del Rey open, phase 3, with 4, 4 and 3+4: the two maps of the rulebook's example.
pub(super) fn south_of_the_pass(edition: &str) -> Table {
    let mut table = stock_round(edition, "standard", 4);
    table.phase(4);
    table.phase(3);
    table.launch("N", A, 100, 100);
    table.launch("FdLR", B, 100, 90);
    table.treasury("N", 100);
    table.track("F24", Color::Green, &[2]);
    table.station("N", "F24", 1);
    table.track("E23", Color::Yellow, &[3, 5]);
    table.track("E21", Color::Green, &[0, 1, 3]);
    table.track("D22", Color::Yellow, &[2, 4]);
    table.track("E19", Color::Yellow, &[0, 3]);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.track("H8", Color::Green, &[0, 4]);
    table.station("FdLR", "H8", 0);
    table.station("N", "H8", 0);
    table.track("I7", Color::Yellow, &[1, 4]);
    table.track("J6", Color::Yellow, &[1, 4]);
    table.track("K5", Color::Green, &[1]);
    table.open_pass("H12");
    for train in ["4", "4", "3+4"] {
        table.train("N", train);
    }
    table.of("N", "tender", true);
    table.operate("N", Step::Run);
    table
}

/// Rules: 18ESP-4.4.3-01, 18ESP-4.4.3-05, 18ESP-4.4.3-09, 18ESP-5.2.2-02, 18ESP-V-09, 18ESP-V-10, 18ESP-X-12
#[test]
fn separate_routes_on_the_two_maps() {
    let mut table = south_of_the_pass("rulebook");
    let north = "H12 H10 H8 I7 J6 K5";
    assert_eq!(table.earns(&[(2, north)]), Ok((80, 20)), "0 + 30 + 10 + 40, and the mine");
    assert_eq!(table.earns(&[(0, north)]).unwrap_err(), "18ESP-4.4.3-01", "the wrong gauge");
    let porto = "F24:1 E23 E21 D22 C21";
    assert_eq!(table.earns(&[(0, porto)]), Ok((120, 0)));
    assert_eq!(table.earns(&[(0, porto), (2, north)]), Ok((200, 20)), "no bonus for two routes");
    assert_eq!(table.earns(&[(1, "H12 E19:town E21")]).unwrap_err(), "18ESP-4.4.2-01", "no station on it");
    table.station("N", "H12", 0);
    assert_eq!(table.earns(&[(1, "H12 E19:town E21")]), Ok((70, 0)), "30 + 10 + 30");
    assert_eq!(
        table.earns(&[(0, porto), (1, "H12 E19:town E21 E23 F24:1")]).unwrap_err(),
        "18ESP-4.4.2-03",
        "going on would use track again"
    );
    assert_eq!(table.earns(&[(0, porto), (1, "H12 E19:town E21"), (2, north)]), Ok((300, 20)));
}

/// Rules: 18ESP-4.4.2-02, 18ESP-5.2-08, 18ESP-V-07
#[test]
fn a_route_ends_at_a_full_city() {
    let mut table = south_of_the_pass("rulebook");
    table.launch("FdSB", C, 100, 80);
    table.track("I5", Color::Green, &[0, 2, 4]);
    table.station("FdSB", "I5", 0);
    table.track("H4", Color::Yellow, &[5]);
    table.track("I7", Color::Yellow, &[1]);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Green, &[1, 2]);
    let k5 = table.hex("K5");
    let leads = table.game.table.board.face(k5).exits() >> 4 & 1 == 1;
    if leads {
        table.track("L4", Color::Yellow, &[1, 5]);
    }
    table.station("FdSB", "K5", 0);
    table.station("FdLR", "K5", 0);
    table.train("FdSB", "4+5");
    table.train("FdLR", "4+5");
    // FdSB: Bilbao is full but its own token is there; Reinosa is full of others.
    table.operate("FdSB", Step::Run);
    assert!(table.earns(&[(0, "H4 I5 J4 K5 J6")]).is_ok(), "through Bilbao");
    assert!(table.earns(&[(0, "K5 J6 I7 H8")]).is_ok(), "into Reinosa");
    assert_eq!(table.earns(&[(0, "K5 J6 I7 H8 H10 H12")]).unwrap_err(), "18ESP-4.4.2-02", "not past it");
    // N from the South through the pass and Reinosa into Bilbao, and no further.
    table.no_trains("N");
    table.combined("N", "5", "3+4");
    table.operate("N", Step::Run);
    let way = "E21 E19:town H12 H10 H8 I7 J6 K5";
    assert!(table.earns(&[(0, way)]).is_ok());
    assert_eq!(table.earns(&[(0, "E21 E19:town H12 H10 H8 I7 J6 K5 J4")]).unwrap_err(), "18ESP-4.4.2-02");
    // FdLR runs from Reinosa on through Bilbao.
    table.operate("FdLR", Step::Run);
    assert!(table.earns(&[(0, "H8 I7 J6 K5 J4 I5 H4")]).is_ok());
    // A pass with two foreign tokens blocks like a city; with a free slot it does not.
    table.launch("MZA", D, 100, 70);
    table.station("MZA", "H12", 0);
    table.operate("N", Step::Run);
    assert!(table.earns(&[(0, way)]).is_ok());
    table.launch("A", D, 100, 65);
    table.station("A", "H12", 0);
    assert_eq!(table.earns(&[(0, way)]).unwrap_err(), "18ESP-4.4.2-02");
}

/// CRB in Badajoz, phase 3, with two 3-trains.
fn badajoz() -> Table {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 132);
    table.treasury("CRB", 0);
    table.track("B26", Color::Green, &[1, 2, 4, 5]);
    table.station("CRB", "B26", 0);
    table.track("C27", Color::Yellow, &[2]);
    table.track("C25", Color::Yellow, &[1, 3]);
    table.track("C23", Color::Yellow, &[0]);
    table.train("CRB", "3");
    table.train("CRB", "3");
    table.give("CRB", 30, A);
    table.give("CRB", 20, B);
    table.pool("CRB", 20);
    table.operate("CRB", Step::Run);
    table
}

/// Rules: 18ESP-4.5-01, 18ESP-4.5-02, 18ESP-4.5-04, 18ESP-4.4.3-03, 18ESP-V-11
#[test]
fn a_dividend_is_paid_to_every_holder() {
    let mut table = badajoz();
    assert_eq!(table.earns(&[(0, "A27 B26 C27")]), Ok((80, 0)));
    assert_eq!(table.earns(&[(1, "B26 C25 C23")]), Ok((50, 20)));
    table.run(&["A27 B26 C27", "B26 C25 C23"]);
    assert_eq!(table.funds("CRB"), 20 + 100, "the mine at once (and the goal of the red area)");
    assert_eq!(table.refused(settle(Settlement::Half)), "18ESP-4.5-01");
    table.play(settle(Settlement::Pay));
    assert_eq!((table.has(A), table.has(B)), (1065, 1026));
    assert_eq!(table.funds("CRB"), 120 + 26, "the market's shares pay the company, the reserved one nobody");
    assert_eq!(table.at("CRB"), 144);
    let mut table = badajoz();
    table.run(&["A27 B26 C27", "B26 C25 C23"]);
    table.play(settle(Settlement::Withhold));
    assert_eq!((table.funds("CRB"), table.at("CRB"), table.has(A)), (250, 120, 1000));
}

/// Rules: 18ESP-4.4.2-03, 18ESP-4.4.2-06, 18ESP-V-12
#[test]
fn trains_share_places_but_no_track() {
    let table = badajoz();
    assert_eq!(
        table.earns(&[(0, "A27 B26 C27"), (1, "A25 B26 C25")]),
        Ok((160, 0)),
        "Lisboa by its other track"
    );
    assert_eq!(table.earns(&[(0, "A27 B26 C27"), (1, "A27 B26 C25")]).unwrap_err(), "18ESP-4.4.2-03");
}

/// Rules: 18ESP-4.4.2-04
#[test]
fn a_plain_tile_is_crossed_twice_only_on_tracks_that_pass_over_each_other() {
    let round_trip = |tile: &str, rotation: u8| {
        let mut table = book();
        table.phase(3);
        table.launch("CM", A, 100, 100);
        table.station("CM", "E29", 0);
        table.track("E29", Color::Yellow, &[2]);
        table.track("C27", Color::Yellow, &[5]);
        table.put("D28", "8", 2);
        table.put("D28", tile, rotation);
        table.put("E27", "7", 1);
        table.put("D26", "7", 5);
        table.train("CM", "2");
        table.operate("CM", Step::Run);
        table
    };
    // Mérida – over D28 – E27 – D26 – over D28 again – Córdoba.
    let crossing = round_trip("16", 2);
    assert_eq!(crossing.earns(&[(0, "C27 D28 E27 D26 D28 E29")]), Ok((40, 0)));
    // Two tracks that meet at a side share a piece of the tile: the way back would use it again.
    let junction = round_trip("24", 2);
    assert_eq!(junction.earns(&[(0, "E29 D28 C27")]), Ok((40, 0)));
    assert!(!junction.joins("D28", 3, 5), "no second way over the tile");
}

/// Rules: 18ESP-4.4.2-04
/// Two tracks side by side, as on green 18, are no crossing; online both may be used (18ESP-D-18).
#[test]
fn trains_pass_a_plain_tile_twice_only_where_tracks_cross() {
    let cited = |mut table: super::table::Table| {
        table.launch("CM", A, 100, 100);
        table.station("CM", "E29", 0);
        table.train("CM", "2");
        let company = table.id("CM");
        crate::esp::operating::consist::with_all(&table.game, company, |rules| {
            rules.trains.iter().map(|train| train.crossings_only).collect::<Vec<_>>()
        })
    };
    assert_eq!(cited(book()), [Some("18ESP-4.4.2-04")]);
    assert_eq!(cited(online()), [None]);
}

/// Rules: 18ESP-4.4.2-05, 18ESP-G-36, 18ESP-G-37, 18ESP-4.4.3-08
#[test]
fn no_place_twice_and_no_two_of_one_letter() {
    let mut table = badajoz();
    table.no_trains("CRB");
    table.train("CRB", "6");
    assert_eq!(table.earns(&[(0, "A27 B26 A25")]).unwrap_err(), "18ESP-4.4.2-05", "Lisboa is one place");
    table.track("B26", Color::Green, &[1, 4]);
    table.track("C25", Color::Green, &[1, 2]);
    assert_eq!(table.earns(&[(0, "A27 B26 C25 B24")]).unwrap_err(), "18ESP-4.4.2-05", "W to W");
    // Madrid's circles are one place.
    let mut table = book();
    table.phase(3);
    table.launch("MCP", A, 100, 100);
    table.station("MCP", "F24", 0);
    table.track("F26", Color::Yellow, &[3]);
    table.train("MCP", "4");
    table.operate("MCP", Step::Run);
    let one = table.game.stop_groups_of("F24", 0);
    assert_eq!(one, table.game.stop_groups_of("F24", 1));
    assert!(!one.is_empty());
}

/// Rules: 18ESP-4.4.3-06
#[test]
fn a_route_earns_both_cities_of_a_double_city() {
    let mut table = book();
    table.phase(3);
    table.launch("ZP", A, 100, 100);
    table.put("J20", "L129", 5); // one city leads southeast, the other south
    table.station("ZP", "J20", 0);
    table.put("K21", "7", 1);
    table.put("J22", "7", 3);
    table.train("ZP", "2");
    table.operate("ZP", Step::Run);
    assert_eq!(table.earns(&[(0, "J20:0 K21 J22 J20:1")]), Ok((60, 0)), "Zaragoza to Zaragoza");
}

/// Rules: 18ESP-4.4.3-02
#[test]
fn the_director_chooses_the_route() {
    let mut table = coast(3, "2+3");
    assert!(table.game.best_routes()[0].legs.len() > 2);
    table.run(&["I5 H4"]);
    assert_eq!(table.game.operating().unwrap().turn.revenue.0, 30, "not the best one");
}

/// Rules: 18ESP-4.4.3-03, 18ESP-4.4.3-04, 18ESP-4.2.3-02, 18ESP-4.2.3-03, 18ESP-V-08, 18ESP-X-11
#[test]
fn mines_and_harbours_pay_the_treasury() {
    let mut table = north_coast();
    table.of("CFEA", "tender", true);
    table.operate("CFEA", Step::Run);
    table.play(choose("0"));
    table.run(&["D6 C5 C3 C1"]);
    assert_eq!(table.funds("CFEA"), 100 + 30 + 40 + 90, "at once, with the goal of mine and harbour");
    table.play(settle(Settlement::Pay));
    assert_eq!(table.has(A), 1008, "40 in all, 4 per share");
    // By phase: the mine falls, the harbour has its own values.
    for (phase, mine, harbour) in [(2, 30, 40), (3, 20, 30), (5, 10, 20), (7, 0, 20)] {
        let mut table = north_coast();
        table.phase(phase);
        table.no_trains("CFEA");
        table.train("CFEA", "4+5");
        assert_eq!(table.earns(&[(0, "D6 C5 C3 C1")]), Ok((40, mine + harbour)), "phase {phase}");
        table.no_trains("CFEA");
        table.train("CFEA", "1+2");
        assert!(table.earns(&[(0, "D6 C5 C3 C1")]).is_err(), "a mine counts even if it pays nothing");
    }
}

/// Rules: 18ESP-4.2.3-04, 18ESP-G-39
#[test]
fn mine_or_town_never_both() {
    let table = south_of_the_pass("rulebook");
    let mut table = table;
    table.station("N", "H12", 0);
    assert_eq!(table.earns(&[(0, "H12 E19:town E21")]), Ok((70, 0)));
    assert_eq!(table.earns(&[(0, "H12 E19:mine E21")]), Ok((60, 20)));
}

/// Rules: 18ESP-4.4.3-10, 18ESP-4.4.3-11, 18ESP-4.4.3-13, 18ESP-G-38
#[test]
fn bonuses_for_long_routes() {
    let mut table = south_of_the_pass("rulebook");
    table.no_trains("N");
    table.combined("N", "8", "4+5");
    // Madrid – Valladolid – Palencia – pass – Reinosa – mine – Balmaseda – Bilbao.
    let way = "F24:1 E23 E21 E19:town H12 H10 H8 I7 J6 K5";
    assert_eq!(table.earns(&[(0, way)]), Ok((40 + 30 + 10 + 30 + 10 + 40 + 100, 20)), "north–south +100");
    table.track("L4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Brown, &[1, 4]);
    let east = "C21 D22 E21 E19:town H12 H10 H8 I7 J6 K5 L4 M5";
    let (with, _) = table.earns(&[(0, east)]).unwrap();
    assert_eq!(with, 30 + 20 + 30 + 10 + 30 + 10 + 50 + 30 + 100, "east–west +100");
    assert!(consist::bonuses(&table.game).iter().all(|bonus| !bonus.once), "two trains may each earn one");
    // It is part of what is paid: a tenth per share.
    table.run(&[east]);
    let funds = table.funds("N");
    table.play(settle(Settlement::Pay));
    assert_eq!((table.has(A), table.funds("N")), (1000 + 2 * with / 10, funds));
}

/// What the places and the bonuses of one route from Porto over Madrid and Bilbao to France bring.
pub(super) fn from_sea_to_sea(edition: &str) -> (i32, i32) {
    let mut table = south_of_the_pass(edition);
    table.no_trains("N");
    table.combined("N", "8", "4+5");
    table.track("L4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Brown, &[1, 4]);
    table.track("D22", Color::Green, &[0, 2, 4]);
    table.put("D24", "8", 3);
    table.put("E25", "8", 2);
    table.track("F24", Color::Brown, &[1, 2]);
    let way = "C21 D22 D24 E25 F24 E23 E21 E19:town H12 H10 H8 I7 J6 K5 L4 M5";
    let explained = table.game.explain_run(&[table.route(0, way)]).unwrap();
    let route = &explained.routes[0];
    let places: i32 = route.halts.iter().map(|halt| halt.pays.revenue.0).sum();
    (places, explained.pays.revenue.0 - places)
}

/// Rules: 18ESP-4.4.3-12
#[test]
fn a_route_that_earns_both_bonuses_gets_150() {
    let (places, bonus) = from_sea_to_sea("rulebook");
    assert!(places > 200);
    assert_eq!(bonus, 150);
}

/// Rules: 18ESP-4.5-03, 18ESP-G-12
#[test]
fn a_minor_pays_half() {
    let mut table = book();
    table.launch("AC", A, 100, 100);
    table.station("AC", "H28", 0);
    table.track("H28", Color::Yellow, &[2]);
    table.train("AC", "2");
    table.operate("AC", Step::Run);
    table.run(&["H28 G27"]);
    table.play(settle(Settlement::Pay));
    assert_eq!((table.has(A), table.funds("AC"), table.at("AC")), (1025, 25, 110));
}

/// Rules: 18ESP-4.5-05, 18ESP-V-22
#[test]
fn the_ends_of_the_chart() {
    for (from, how, to) in [
        (55, Settlement::Withhold, 50),
        (50, Settlement::Withhold, 50),
        (380, Settlement::Pay, 400),
        (400, Settlement::Pay, 400),
        (360, Settlement::Pay, 400),
        (100, Settlement::Withhold, 90),
    ] {
        let mut table = coast(3, "2+3");
        table.price("FdSB", from);
        table.run(&["I5 J4"]);
        table.play(settle(how));
        assert_eq!(table.at("FdSB"), to, "{how:?} at {from}");
    }
}

/// Rules: 18ESP-4.5-06, 18ESP-V-23, 18ESP-G-11
#[test]
fn without_a_total_the_price_falls() {
    for (from, to) in [(100, 90), (70, 60)] {
        let mut table = book();
        table.launch("FdSB", A, 100, from);
        table.treasury("FdSB", 200);
        for _ in 0..4 {
            table.pass();
        }
        table.pass();
        assert_eq!((table.at("FdSB"), table.step()), (to, Step::Trains), "no train in its first turn");
    }
    // A run that earns only mine and harbour money pays no dividend.
    let mut table = north_coast();
    let hex = table.hex("C5");
    assert!(table.game.reach(table.id("CFEA")).stops_at(hex) != 0);
    table.operate("CFEA", Step::Dividend);
    proceed(&mut table.game, &mut Vec::new()).unwrap();
    assert_eq!(table.at("CFEA"), 80);
}
