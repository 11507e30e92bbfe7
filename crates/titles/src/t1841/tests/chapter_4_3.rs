//! Chapter 4.3: running trains, revenue and dividend.

use super::super::operating::Step;
use super::builder::*;
use super::given::*;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::tile::StopKind;

/// Mestre, Padova and Rovigo: the example to 4.3.1.
fn venezia(edition: &str) -> T {
    table(edition, 3)
        .company("IRSFF", "F4", "A 40")
        .tiles("F16 601 0, G15 202 4, I15 4 0")
        .tokens("IRSFF", "F16")
        .trains("IRSFF", "2")
}

/// TV-12: port 40, town 20, Mestre 10, Padova 30, Rovigo 10.
/// Rules: 1841-4.3.1-01, 1841-4.3.1-03, 1841-4.3.1-07, 1841-4.3.1-08, 1841-4.3.2-01, 1841-A1-07, 1841-TV-12
#[test]
fn the_example_of_a_route() {
    let t = venezia("v1");
    assert_eq!(t.best("IRSFF"), 110);
    let mut t = t.operates("IRSFF", Step::Run);
    t.plays(run(&["G17 s0-2, F16 5-s1, F16 s1-s0, F16 s0-1, G15 4-s0, G15 s0-0, I15 3-s0"]));
    assert_eq!(t.game.company(t.id("IRSFF")).last_run.unwrap().0, 110);
    assert_eq!(t.step(), Some(Step::Dividend));
}

/// Rules: 1841-4.3.2-02, 1841-O-14
/// O-14: online the recorded run counts.
#[test]
fn the_best_run_must_be_run() {
    let short = || [route(0, "F16 s0-1, G15 4-s0")];
    let t = venezia("v1").operates("IRSFF", Step::Run);
    assert_eq!(t.run_rule(&short()), "1841-4.3.2-02");
    let mut online = venezia("v1 online").operates("IRSFF", Step::Run);
    online.plays(run_routes(&short()));
    assert_eq!(online.game.company(online.id("IRSFF")).last_run.unwrap().0, 40);
}

/// Parma – J12 – Modena – Bologna.
fn modena(trains: &str, base: &str, junction: &str) -> T {
    table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .cash("AFI", 1000)
        .tiles("K11 57 1, K13 57 2, L14 621 2")
        .tiles(junction)
        .tokens("AFI", base)
        .trains("AFI", trains)
        .operates("AFI", Step::Run)
}

/// TV-13.
/// Rules: 1841-4.3.1-07, 1841-4.3.1-10, 1841-4.3.2-01, 1841-4.3.2-02, 1841-TV-13
#[test]
fn a_three_train_through_30_20_and_20() {
    let line = "K11 s0-4, J12 1-5, K13 2-s0, K13 s0-5, L14 2-s0";
    let mut t = modena("3", "K13", "J12 8 5");
    assert_eq!(t.best("AFI"), 70);
    // The best must be run.
    let short = route(0, "K13 s0-5, L14 2-s0");
    assert_eq!(t.run_rule(&[short]), "1841-4.3.2-02");
    assert_eq!(t.run_rule(&[]), "1841-4.3.2-02");
    t.plays(run_routes(&[route(0, line)]));
    t.plays(keeps());
    assert_eq!(t.has("AFI"), 1070);
    // A 2-train visits two of them, and may not skip one on its way.
    let t = modena("2", "K13", "J12 8 5");
    assert_eq!(t.best("AFI"), 50);
    assert_eq!(t.run_rule(&[route(0, line)]), "1841-4.3.1-07");
    let mut skips = route(0, line);
    skips.skipped = vec![1];
    assert_eq!(t.run_rule(&[skips]), "1841-4.3.1-10");
}

/// Rules: 1841-4.3.1-01
#[test]
fn track_is_followed_without_reversing_or_switching() {
    // 25 has its junction on the side to Modena; 16 is a crossing.
    let t = modena("3", "K13", "J12 8 5, J12 25 5");
    let reverses = route(0, "K13 s0-2, J12 5-1, J12 1-5, K13 2-s0");
    assert_eq!(t.run_rule(&[reverses]), "1841-4.3.1-01");
    let turns = route(0, "K11 s0-4, J12 1-5, J12 5-3");
    assert_eq!(t.run_rule(&[turns]), "1841-4.3.1-01");
    let gap = route(0, "K11 s0-4, K13 2-s0");
    assert_eq!(t.run_rule(&[gap]), "1841-4.3.1-01");
    let back = t.run_rule(&[route(0, "K13 s0-5, L14 2-s0, L14 s0-2, K13 5-s0")]);
    assert!(back == "1841-4.3.1-01" || back == "1841-4.3.1-04", "Modena and its track twice: {back}");
    let t = modena("3", "K13", "J12 8 5, J12 16 5");
    let switches = route(0, "K11 s0-4, J12 1-0");
    assert_eq!(t.run_rule(&[switches]), "1841-4.3.1-01");
    // One stop is no route.
    assert!(t.run_rule(&[route(0, "K13 s0-5")]).starts_with("1841-4.3.1-"));
}

/// Rules: 1841-4.3.1-02, 1841-4.2-01
#[test]
fn trains_end_where_all_slots_are_foreign() {
    let line = |modena: &str| {
        table("v1", 3)
            .phase(3)
            .company("AFI", "F4", "A 50")
            .company("RSFS", "C5", "B 50")
            .tiles("K11 57 1, J12 8 5, K13 57 2, L14 621 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "K13")
            .tiles(modena)
            .trains("AFI", "3")
            .operates("AFI", Step::Run)
    };
    let through = route(0, "K11 s0-4, J12 1-5, K13 2-s0, K13 s0-5, L14 2-s0");
    let t = line("K13 205 2");
    assert_eq!(t.best("AFI"), 20 + 30);
    assert_eq!(t.run_rule(std::slice::from_ref(&through)), "1841-4.3.1-02");
    let mut t = line("K13 14 1");
    assert_eq!(t.best("AFI"), 20 + 30 + 30);
    t.plays(run_routes(&[through]));
}

/// Rules: 1841-4.3.1-03, 1841-4.3.1-08, 1841-4.3.2-01
#[test]
fn towns_and_ports_are_free_and_pay() {
    let mut t = venezia("v1").cash("IRSFF", 0).operates("IRSFF", Step::Run);
    t.runs();
    t.plays(keeps());
    assert_eq!(t.has("IRSFF"), 110);
    // Port and area as the two ends: 40 + Mestre 20 + Venezia 30 + the East's grey 80.
    let t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 50")
        .tokens("AFI", "F16")
        .tiles("F16 601 0, F16 602 1, F16 603 1")
        .trains("AFI", "2");
    assert_eq!(t.best("AFI"), 170);
}

/// Rules: 1841-4.3.1-03, 1841-M-07
#[test]
fn areas_are_ends_only() {
    // Brescia – D12 – Trento – D14 – Vicenza.
    let t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 50")
        .tiles("E11 621 1, D12 613 1, D14 614 0, F14 57 0")
        .tokens("AFI", "E11")
        .trains("AFI", "7")
        .operates("AFI", Step::Run);
    assert_eq!(t.best("AFI"), 30 + 70);
    let through = "E11 s0-4, D12 1-s0, D12 s0-4, C13 1-s0, C13 s0-5, D14 2-s0, D14 s0-0, F14 3-s0";
    assert_eq!(t.run_rule(&[route(0, through)]), "1841-4.3.1-02");
    // Treviso's two sides to the East are one area: not both ends.
    let t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 50")
        .tiles("D16 6 0")
        .tokens("AFI", "D16")
        .trains("AFI", "3");
    let t = t.tiles("D16 619 2").operates("AFI", Step::Run);
    assert_eq!(t.best("AFI"), 30 + 80);
    assert_eq!(t.run_rule(&[route(0, "C17 s0-1, D16 4-s0, D16 s0-5, E17 2-s0")]), "1841-4.3.1-04");
}

/// Rules: 1841-4.3.1-04, 1841-4.3.1-14
#[test]
fn not_two_cities_of_a_hex() {
    let loop_to_torino = "H4 s1-4, G5 1-0, I5 3-s0, I5 s0-2, H4 5-s0";
    let t = table("v1", 3)
        .company("SFTN", "F4", "A 50")
        .tiles("G5 7 0, I5 3 2")
        .tokens("SFTN", "H4.1")
        .trains("SFTN", "2")
        .operates("SFTN", Step::Run);
    assert_eq!(t.run_rule(&[route(0, loop_to_torino)]), "1841-4.3.1-04");
    assert_eq!(t.best("SFTN"), 50);
    // The circles of Torino and Firenze are not linked.
    for hex in ["H4", "R14"] {
        let face = t.game.table.board.face(t.hex(hex));
        assert_eq!(face.stops.iter().filter(|stop| stop.kind == StopKind::City).count(), 2);
        let mut t = table("v1", 3).company("SFTN", "F4", "A 50");
        t = t.tokens("SFTN", &format!("{hex}.1"));
        let reach = t.game.reach_of(t.id("SFTN"), 0);
        assert!(!reach.has_stop(t.hex(hex), 0));
    }
}

/// Torino – Asti – Alessandria – Giovi – Genova – port.
fn to_genova(edition: &str, tokens: &str, trains: &str) -> T {
    table(edition, 3)
        .phase(3)
        .company("SFTG", "F4", "A 50")
        .tiles("I5 4 2, J6 57 5, K7 614 0, M7 608 0")
        .tokens("SFTG", tokens)
        .trains("SFTG", trains)
}

/// Rules: 1841-4.3.1-05
#[test]
fn two_trains_meet_in_cities_only() {
    let t = to_genova("v1", "J6", "2 3").operates("SFTG", Step::Run);
    // 40 + 10 + 20, and 20 + 0 + 40 + 70.
    assert_eq!(t.best("SFTG"), 200);
    let west = "H4 s0-5, I5 2-s0, I5 s0-5, J6 2-s0";
    let south = "J6 s0-5, K7 2-s0, K7 s0-0, M7 3-s0, M7 s0-0, O7 3-s0";
    assert_eq!(t.run_rule(&[route(0, west), route(1, west)]), "1841-4.3.1-05");
    t.clone().plays(run_routes(&[route(0, west), route(1, south)]));
}

/// Rules: 1841-4.3.1-06
#[test]
fn a_route_needs_a_city_with_a_token() {
    // A token on the Giovi and one in Cuneo, far away.
    assert_eq!(to_genova("v1", "M3 K7", "3").best("SFTG"), 0);
    let pass_only = to_genova("v1", "K7", "3");
    assert!(pass_only.game.bases(pass_only.id("SFTG")).is_empty(), "G-15");
    assert_eq!(to_genova("v1", "M3 M7", "3").best("SFTG"), 140);
    let t = to_genova("v1", "H4.0 M7", "2 2").operates("SFTG", Step::Run);
    let without = route(0, "I5 s0-5, J6 2-s0");
    assert_eq!(t.run_rule(&[without]), "1841-4.3.1-06");
    // O-14: records take it.
    assert!(to_genova("v1 online", "M3 K7", "3").best("SFTG") > 0);
}

/// Rules: 1841-4.3.1-09, 1841-4.3.1-11
#[test]
fn passes_count_and_pay_nothing() {
    assert_eq!(to_genova("v1", "M7", "2").best("SFTG"), 0, "city and port are not two cities");
    assert_eq!(to_genova("v1", "M7", "3").best("SFTG"), 10 + 20 + 40 + 70);
    // Parma and two passes: one city is no route.
    let parma = table("v1", 3).phase(8).company("AFI", "F4", "A 40").tiles("K11 57 0, M11 613 0, O11 614 3");
    assert_eq!(parma.tokens("AFI", "K11").trains("AFI", "3").best("AFI"), 0);
    // Alessandria – Asti: a city and a town are enough.
    let t = to_genova("v1", "J6", "2").operates("SFTG", Step::Run);
    assert_eq!(t.best("SFTG"), 40 + 10 + 20);
    // Only 8-trains do not count passes.
    for name in ["2", "3", "4", "5", "6", "7", "8"] {
        let train = t.game.parts().train(ferrata_engine::name::TrainName::of(name)).unwrap();
        let spec = t.game.parts().train_spec(train).unwrap();
        let counted =
            spec.reach.iter().any(|part| part.stops.contains(StopKind::Pass) && part.count.is_some());
        assert_eq!(counted, name != "8", "{name}");
        let cities = spec.reach.iter().find(|part| part.stops.contains(StopKind::City)).unwrap();
        assert_eq!(cities.count.map(|count| count.to_string()).as_deref(), Some(name));
        for free in [StopKind::Town, StopKind::Port] {
            assert!(!cities.stops.contains(free), "1841-4.3.1-08");
        }
        assert!(cities.stops.contains(StopKind::Offboard));
    }
}

/// Rules: 1841-4.3.1-11, 1841-4.3.1-03, 1841-G-20
/// G-20: towns and off-board areas count as cities, ports and passes do not.
#[test]
fn a_route_needs_two_cities() {
    let t = table("v1", 3)
        .company("IRSFF", "F4", "A 40")
        .tiles("F16 601 0")
        .tokens("IRSFF", "F16")
        .trains("IRSFF", "2");
    // Port, town Venezia and Mestre: the town counts.
    assert_eq!(t.best("IRSFF"), 70);
    // Genova with its port only: the port does not count.
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .tiles("M7 608 0")
        .tokens("AFI", "M7")
        .trains("AFI", "3");
    assert_eq!(t.best("AFI"), 0);
}

/// Rules: 1841-4.3.1-12
#[test]
fn trains_cross_borders() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .tiles("K11 57 0, I11 8 0, H10 57 5")
        .tokens("AFI", "K11")
        .trains("AFI", "2");
    assert!(t.border("K11", "I11"));
    assert_eq!(t.best("AFI"), 40);
}

/// Rules: 1841-4.3.1-13
/// Traps: row 1 (#9330): one train, and none runs through.
#[test]
fn printed_milano_has_one_stub() {
    let milano = |trains: &str, tile: &str| {
        let t = table("v1", 3).phase(3).company("IRSFF", "F4", "A 50").tokens("IRSFF", "F8");
        t.tiles("E9 202 1, D8 6 0").tiles(tile).trains("IRSFF", trains).operates("IRSFF", Step::Run)
    };
    let (como, bergamo) = (route(0, "F8 s0-3, D8 0-s0"), route(1, "F8 s0-4, E9 1-s0"));
    // Two trains, but only one may end in Milano; none runs through.
    let t = milano("2 2", "I5 4 2");
    assert_eq!(t.best("IRSFF"), 60 + 30);
    assert_eq!(t.run_rule(&[como, bergamo]), "1841-4.3.1-13");
    let t = milano("3", "I5 4 2");
    assert_eq!(t.best("IRSFF"), 90);
    assert_eq!(t.run_rule(&[route(0, "D8 s0-0, F8 3-s0, F8 s0-4, E9 1-s0")]), "1841-4.3.1-02");
    // The green tile has no stub: 100 + 20, 100 + 30.
    assert_eq!(milano("2 2", "F8 604 0").best("IRSFF"), 250);
    assert_eq!(milano("3", "F8 604 0").best("IRSFF"), 150);
}

/// Rules: 1841-4.3.2-03, 1841-4.6.2-04, 1841-4.6.4-01, 1841-M-07
#[test]
fn areas_pay_more_with_the_phases() {
    for (phase, east) in [(2, 50), (3, 50), (4, 80), (5, 80), (6, 120), (7, 120), (8, 120)] {
        let t = table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 50")
            .tiles("D16 57 1")
            .tokens("AFI", "D16")
            .trains("AFI", "6");
        assert_eq!(t.best("AFI"), 20 + east, "phase {phase}");
    }
}

/// TV-11.
/// Rules: 1841-4.3-01, 1841-4.3-02, 1841-3.5.1-04, 1841-3.5.1-05, 1841-3.5.1-06, 1841-TV-11
#[test]
fn all_is_paid_or_all_is_kept() {
    let sftc = |revenue| {
        let t = table("v1", 3).company("SFTC", "I3", "A 60").tokens("SFTC", "M3").cash("SFTC", 10);
        t.earned("SFTC", revenue)
    };
    let mut t = sftc(150);
    t.refused(Action::Pass);
    assert!(t.refused(settle(Settlement::Half)).because.to_string().contains("whole"));
    t.plays(pays());
    assert_eq!(t.at("SFTC"), "J3", "150 is more than 144");
    let mut t = sftc(140);
    t.plays(pays());
    assert_eq!(t.at("SFTC"), "I3");
    let mut t = sftc(144);
    t.plays(pays());
    assert_eq!(t.at("SFTC"), "I3", "equal is not greater");
    let mut t = sftc(150);
    t.plays(keeps());
    assert_eq!((t.at("SFTC").as_str(), t.has("SFTC")), ("H3", 160));
}

/// TV-14.
/// Rules: 1841-4.3.2-04, 1841-4.3.2-05, 1841-4.3.2-06, 1841-4.3.2-07, 1841-TV-14
#[test]
fn the_dividend() {
    let t = table("v1", 3).company("SFTG", "F4", "A 50, pool 30").tokens("SFTG", "H4.0");
    let mut t = t.cash("A", 0).cash("SFTG", 0).earned("SFTG", 50);
    let bank = t.has("bank");
    t.plays(pays());
    assert_eq!((t.has("A"), t.has("SFTG"), t.has("bank")), (25, 10, bank - 35));
    // A company gets its part for treasury shares; the marker moves after the payment.
    let t = table("v1", 3)
        .company("SFTG", "A13", "A 40, B 20, SFTN 20")
        .company("SFTN", "F4", "B 50")
        .tokens("SFTG", "H4.0");
    let mut t = t.cash("A", 0).cash("B", 0).cash("SFTN", 0).earned("SFTG", 110);
    let events = t.plays(pays());
    assert_eq!((t.has("A"), t.has("B"), t.has("SFTN"), t.has("SFTG")), (44, 22, 22, 22));
    let paid = events.iter().rposition(|event| matches!(event, Event::Paid { .. })).unwrap();
    let moved = events.iter().position(|event| matches!(event, Event::Price { .. })).unwrap();
    assert!(paid < moved);
    assert_eq!(t.at("SFTG"), "B13");
}

/// Rules: 1841-3.5.1-06, 1841-4-05
#[test]
fn without_a_train_the_marker_moves_left() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40").operates("SFTG", Step::Track);
    t.pass();
    assert_eq!(t.at("SFTG"), "E4");
}
