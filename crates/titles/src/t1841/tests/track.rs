//! §4 and §4.1: the turn of a company, and laying track.

use super::super::state::Activity;
use super::builder::*;
use super::given::*;
use ferrata_engine::action::Action;
use std::collections::{BTreeMap, BTreeSet};

fn set(words: &str) -> BTreeSet<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// SFTG in Torino, its way to Alessandria and the Giovi pass, where RSFS has a token.
fn torino_to_the_giovi() -> T {
    table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 50")
        .company("RSFS", "C5", "B 50")
        .cash("SFTG", 500)
        .charter_tokens("SFTG", 2)
        .tiles("I5 4 2, J6 57 5, K7 613 2")
        .tokens("SFTG", "H4.0")
        .tokens("RSFS", "K11 K7")
        .trains("SFTG", "2")
}

/// Rules: 1841-4-01, 1841-4-05
#[test]
fn the_activities_of_a_turn_in_their_order() {
    let mut t = torino_to_the_giovi().operates("SFTG", Activity::Track);
    // Nothing can be taken out of order.
    t.refused(place("SFTG", "J6", 0));
    t.refused(buy_train("3", "bank", 200));
    t.refused(sell("SFTG", "SFTG", 10));
    let mut seen = vec![t.activity().unwrap()];
    while t.acts().as_deref() == Some("SFTG") {
        match t.activity().unwrap() {
            Activity::Run => {
                assert_eq!(t.has("SFTG"), 500, "nothing is earned before the run");
                t.runs();
            }
            Activity::Settle => {
                t.plays(keeps());
                assert_eq!(t.has("SFTG"), 500 + 40 + 10 + 20);
            }
            _ => {
                t.pass();
            }
        }
        seen.extend(t.activity().filter(|_| t.acts().as_deref() == Some("SFTG")));
    }
    use Activity::*;
    assert_eq!(seen, [Track, Token, Run, Settle, Slot, Trains, Shares]);
    assert_eq!(t.acts().as_deref(), Some("RSFS"));
}

/// Rules: 1841-4-02, 1841-4-03, 1841-4-06
#[test]
fn the_highest_price_acts_first() {
    // 95 is printed on C1, E3 and F5; three share F5.
    let mut t = table("v1", 3)
        .phase(3)
        .company("AFI", "C1", "A 20")
        .company("ATFA", "F5", "A 20")
        .company("CFCC", "F5", "B 20")
        .company("CGTF", "E3", "B 20")
        .company("CTDA", "F4", "C 20")
        .company("CTS", "A13", "C 20")
        .company("ICSF", "F5", "C 20")
        .tokens("CTDA", "K11")
        .operates("CTDA", Activity::Track);
    assert_eq!(t.order(), ["CTDA", "ATFA", "CFCC", "ICSF", "CGTF", "AFI", "CTS"]);
    // A company started in this round does not act in it.
    let company = t.id("IFAI");
    let grid = t.game.fixed.parts.grid.clone();
    t.game.t.chart.place(&grid, company, field("O1"), &mut Default::default());
    assert!(!t.order().contains(&"IFAI".to_string()));
}

/// Rules: 1841-4-07, 1841-4.6.1-01, 1841-4.6.3-01
#[test]
fn one_two_or_three_operating_rounds() {
    for (phase, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)] {
        let mut t = table("v1", 3).phase(phase).company("SFTN", "F4", "A 50").tokens("SFTN", "H4.1");
        t.pass_stock_round();
        assert_eq!(t.game.operating().unwrap().of, rounds, "phase {phase}");
    }
    // The first 3-train in the only round of phase two: the second round comes after the next stock round.
    let mut t = table("v1", 3)
        .sold_up_to("3")
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4.1")
        .cash("SFTN", 250)
        .operates("SFTN", Activity::Trains);
    t.plays(buy_train("3", "bank", 200));
    assert_eq!(t.game.t.phase, 3);
    t.ends_turn();
    assert_eq!(t.stock_round(), Some(3));
    t.pass_stock_round();
    assert_eq!(t.game.operating().unwrap().of, 2);
}

/// Rules: 1841-4-05, 1841-4.1.1-08, 1841-4.1.1-09
#[test]
fn what_building_costs() {
    // From Genova to the hills of N8, through the Giovi; from Torino to the Fréjus.
    let base = |phase, cash| {
        table("v1", 3)
            .phase(phase)
            .company("SFTG", "F4", "A 50")
            .tiles("J6 57 5, I3 8 2, H2 8 5, I1 7 3")
            .tokens("SFTG", "J6 H4.0")
            .cash("SFTG", cash)
            .operates("SFTG", Activity::Track)
    };
    let mut t = base(3, 250);
    let bank = t.has("bank");
    t.plays(lay("K7", "614", 0));
    assert_eq!((t.has("SFTG"), t.has("bank")), (150, bank + 100), "an Apennine pass");
    assert_eq!(base(3, 99).rule(lay("K7", "614", 0)), "1841-4.1.1-08", "no credit");
    let mut t = base(5, 250);
    t.plays(lay("G1", "610", 0));
    assert_eq!(t.has("SFTG"), 50, "an Alpine pass");
    assert_eq!(base(5, 199).rule(lay("G1", "610", 0)), "1841-4.1.1-08");
    let mut t = base(3, 0);
    t.plays(lay("I5", "4", 2));
    assert_eq!(t.has("SFTG"), 0, "a plain hex");
    // Replacing: nothing, but 50 for a pass.
    let base = |cash| {
        table("v1", 3)
            .phase(5)
            .company("SFTG", "F4", "A 50")
            .tiles("J6 57 5, K7 614 0, J6 205 2, M7 608 0, L6 613 1")
            .tokens("SFTG", "J6")
            .cash("SFTG", cash)
            .operates("SFTG", Activity::Track)
    };
    let mut t = base(50);
    t.plays(lay("K7", "617", 5));
    assert_eq!(t.has("SFTG"), 0);
    assert_eq!(base(49).rule(lay("K7", "617", 5)), "1841-4.1.1-08");
    let mut t = base(0);
    t.plays(lay("J6", "63", 0));
    assert_eq!(t.has("SFTG"), 0);
    // Hills: 50.
    let mut t = table("v1", 3)
        .phase(3)
        .company("RSFS", "F4", "A 50")
        .tiles("K7 614 0, M7 608 5")
        .tokens("RSFS", "M7")
        .cash("RSFS", 60)
        .operates("RSFS", Activity::Track);
    t.plays(lay("N8", "9", 2));
    assert_eq!(t.has("RSFS"), 10);
}

/// Rules: 1841-4.1.1-02, 1841-4.1.1-03, 1841-4.1.1-10, 1841-4.1.1-15, 1841-4.1.1-16, 1841-4.1.1-17
#[test]
fn which_tiles_go_where_first() {
    let t = table("v1", 3);
    let (towns, twins, cities, large) = ("3 4 58", "1 2 55 56 69 630 631 632 633", "5 6 57", "201 202 621");
    let (plain, apennine) = ("7 8 9", "613 614 615");
    let expected = [
        ("I5 I9 I15 P10 S15 T14 N6 L16", towns),
        ("F6 N16 Q13", twins),
        ("C7 D8 D16 E7 F14 H8 H10 H12 J6 K11 K13 K15 L12 S11", cities),
        ("E9 E11 G13 G15 L14 M3", large),
        ("A9 B6 G5 H6 T12 N4 J16", plain),
        ("C15 D12 D14 K7 L6 L8 M5 M9 M11 N10 N12 O3 O11 O13 P14 Q15", apennine),
        ("A5 G1", "610"),
        ("F16", "601"),
        ("F8", "604"),
        ("H4", "606"),
        ("M7", "608"),
        // Grey, red, sea.
        ("A11 D10 E3 G17 M17 O7 P6 Q9 T10 a4 A7 C13 E1 E17 O17 P4 U13", ""),
    ];
    for (hexes, tiles) in expected {
        for hex in hexes.split_whitespace() {
            let fitting = t.fitting(hex);
            assert!(fitting.is_subset(&set(tiles)), "{hex}: {fitting:?}");
            assert_eq!(fitting.is_empty(), tiles.is_empty(), "{hex}");
        }
    }
    // The special green and brown tiles go nowhere else.
    let mut homes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for hex in t.game.parts().map.hexes.iter() {
        for tile in t.fitting(hex.name.as_str()) {
            homes.entry(tile).or_default().insert(hex.name.to_string());
        }
    }
    for (tile, hexes) in [("604", "F8"), ("606", "H4"), ("608", "M7"), ("610", "A5 G1"), ("601", "F16")] {
        assert_eq!(homes.get(tile), Some(&set(hexes)), "{tile}");
    }
    let passes: BTreeSet<_> = ["613", "614", "615"].iter().flat_map(|tile| homes[*tile].clone()).collect();
    assert_eq!(passes, set("C15 D12 D14 K7 L6 L8 M5 M9 M11 N10 N12 O3 O11 O13 P14 Q15"));
}

/// Rules: 1841-4.1.1-02, 1841-4.1.1-03, 1841-4.1.1-17
#[test]
fn printed_yellow_needs_green_and_dark_green_needs_brown() {
    let sftg = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("SFTG", "F4", "A 50")
            .tiles("J6 57 5, I3 8 2, H2 8 5, I1 7 3")
            .tokens("SFTG", "H4.0 J6")
            .cash("SFTG", 900)
            .operates("SFTG", Activity::Track)
    };
    assert_eq!(sftg(2).rule(lay("H4", "606", 4)), "1841-4.1.1-03");
    assert_eq!(sftg(2).rule(lay("K7", "614", 0)), "1841-4.1.1-03");
    assert_eq!(sftg(4).rule(lay("G1", "610", 0)), "1841-4.1.1-03");
    assert_eq!(sftg(3).rule(lay("H4", "5", 0)), "1841-4.1.1-03", "no yellow tile there");
    assert_eq!(sftg(3).rule(lay("E3", "57", 0)), "1841-4.1.1-02");
    sftg(3).plays(lay("H4", "606", 4));
    sftg(5).plays(lay("G1", "610", 0));
    // A pass lies in any direction that continues the track: side 2 of the Giovi leads to Alessandria.
    let lays = sftg(3).lays("K7");
    for way in ["613/2", "614/0", "614/2", "615/1", "615/2"] {
        assert!(lays.contains(&way.to_string()), "{way} of {lays:?}");
    }
    assert!(!lays.contains(&"614/1".to_string()), "its ends are 1 and 3");
}

/// Rules: 1841-4.1.1-15-v2, 1841-4.1.1-15
#[test]
fn genova_has_two_exits_or_four() {
    let genova = |edition| {
        table(edition, 3)
            .phase(3)
            .company("SFTG", "F4", "A 50")
            .tiles("J6 57 5, K7 614 0")
            .tokens("SFTG", "J6")
            .cash("SFTG", 100)
            .operates("SFTG", Activity::Track)
    };
    let lays: BTreeSet<_> = genova("v1").lays("M7").iter().map(|lay| lay[..3].to_string()).collect();
    assert_eq!(lays, set("608"));
    assert_eq!(table("v2", 3).fitting("M7"), set("612"));
    let t = genova("v2");
    // Four exits that include the side to the Giovi and avoid the impassable side 4.
    assert_eq!(t.lays("M7"), ["612/0"]);
}

/// Rules: 1841-4.1.1-04, 1841-4.1.1-01
#[test]
fn track_continues_track_of_a_city_with_a_token() {
    let mut t = table("v1", 3)
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4.1")
        .cash("SFTN", 900)
        .operates("SFTN", Activity::Track);
    // The northern circle of Torino has one exit, to G5.
    assert_eq!(t.building_sites(), set("G5"));
    assert!(t.lays("G5").contains(&"9/1".to_string()));
    assert_eq!(t.rule(lay("G5", "9", 0)), "1841-4.1.1-04", "its ends are 0 and 3");
    assert_eq!(t.rule(lay("I5", "4", 2)), "1841-4.1.1-04", "that is the southern circle's side");
    t.plays(lay("G5", "9", 1));
    // One tile, and the turn goes on.
    assert_eq!(t.activity(), Some(Activity::Trains));
    // Of two separate tracks on a tile one has to continue.
    let t = table("v1", 3)
        .company("SFTN", "F4", "A 50")
        .tiles("G5 9 1")
        .tokens("SFTN", "H4.1")
        .operates("SFTN", Activity::Track);
    assert!(t.lays("F6").contains(&"55/0".to_string()));
}

/// Rules: 1841-4.1.1-04, 1841-4.1.2-05
#[test]
fn a_pass_token_is_no_base_for_building() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 50")
        .tiles("K7 613 2")
        .tokens("SFTG", "H4.0 K7")
        .cash("SFTG", 900)
        .operates("SFTG", Activity::Track);
    assert_eq!(t.rule(lay("L8", "614", 2)), "1841-4.1.1-04");
    // One base, so one tile; with a second base in a city two.
    t.plays(lay("I5", "4", 2));
    assert_ne!(t.activity(), Some(Activity::Track));
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 50")
        .tiles("J6 57 5, K7 613 2")
        .tokens("SFTG", "H4.0 J6 K7")
        .cash("SFTG", 900)
        .operates("SFTG", Activity::Track);
    t.plays(lay("I5", "4", 2));
    assert_eq!(t.activity(), Some(Activity::Track));
    t.plays(lay("L8", "614", 2));
    assert_ne!(t.activity(), Some(Activity::Track));
}

/// Rules: 1841-4.1.1-05, 1841-4.1.1-06
#[test]
fn a_yellow_tile_on_the_home_whatever_lies_around() {
    let home = |hex| {
        table("v1", 3)
            .phase(3)
            .company("AFI", "F4", "A 50")
            .tokens("AFI", hex)
            .cash("AFI", 900)
            .operates("AFI", Activity::Track)
    };
    let t = home("K11");
    assert_eq!(t.building_sites(), set("K11"));
    assert!(t.lays("K11").len() >= 15, "5, 6 and 57 in all directions: {:?}", t.lays("K11"));
    // Livorno: nothing off the map to the south and west.
    let t = home("S11");
    let lays = t.lays("S11");
    assert!(lays.contains(&"57/1".to_string()) && lays.contains(&"6/3".to_string()), "{lays:?}");
    for wrong in [lay("S11", "57", 0), lay("S11", "57", 2), lay("S11", "5", 5)] {
        assert_eq!(t.rule(wrong), "1841-4.1.1-06");
    }
}

/// Rules: 1841-4.1.1-06, 1841-4.1.1-07
#[test]
fn closed_sides_and_the_track_of_grey_hexes() {
    let t = table("v1", 3)
        .phase(3)
        .company("RSFS", "F4", "A 50")
        .tiles("M7 608 5")
        .tokens("RSFS", "M7")
        .cash("RSFS", 900)
        .operates("RSFS", Activity::Track);
    // N8: the blank side of the port of Genova, two impassable sides, the edge: only straight on.
    assert!(t.lays("N8").iter().all(|lay| lay.starts_with("9/")), "{:?}", t.lays("N8"));
    assert!(t.lays("N8").contains(&"9/2".to_string()));
    assert_eq!(t.rule(lay("N8", "8", 0)), "1841-4.1.1-06", "off the map");
    assert_eq!(t.rule(lay("N8", "7", 1)), "1841-4.1.1-06", "the blank side of the port");
    assert_eq!(t.rule(lay("N8", "8", 2)), "1841-4.1.1-06", "impassable");
    // Bergamo next to the printed track of D10: joined or not.
    let t = table("v1", 3)
        .phase(4)
        .company("AFI", "F4", "A 50")
        .tokens("AFI", "E9")
        .operates("AFI", Activity::Track);
    let lays = t.lays("E9");
    assert!(lays.contains(&"202/2".to_string()) && lays.contains(&"202/1".to_string()), "{lays:?}");
}

/// Rules: 1841-4.1.1-11, 1841-4.1.1-13, 1841-A1-02
#[test]
fn replacing_keeps_all_track_and_follows_the_list() {
    let modena = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 50")
            .tiles("K11 57 1, J12 8 5")
            .tokens("AFI", "K11")
            .operates("AFI", Activity::Track)
    };
    assert_eq!(modena(2).rule(lay("K11", "14", 1)), "1841-4.1.1-03", "green comes with phase three");
    let mut t = modena(3);
    let (yellow, green) = (t.left("57"), t.left("14"));
    assert_eq!(t.rule(lay("K11", "14", 2)), "1841-4.1.1-11", "the track to 1 would be lost");
    assert_eq!(t.rule(lay("K11", "63", 0)), "1841-4.1.1-03", "brown replaces green only");
    assert_eq!(t.fitting("J12"), set("16 17 19 21 22 23 24 25 28 29 30 31"));
    t.plays(lay("K11", "14", 1));
    assert_eq!((t.left("57"), t.left("14")), (yellow + 1, green - 1));
    let brown = |phase| {
        let t = table("v1", 3).phase(phase).company("AFI", "F4", "A 50");
        t.tiles("K11 57 1, K11 14 1").tokens("AFI", "K11").operates("AFI", Activity::Track)
    };
    assert_eq!(brown(4).rule(lay("K11", "63", 0)), "1841-4.1.1-03");
    brown(5).plays(lay("K11", "63", 0));
}

/// Rules: 1841-4.1.1-12, 1841-4.1.1-12-v2
#[test]
fn replacing_needs_new_track_open_to_the_company() {
    // Parma – Modena; the only slot of Modena is RSFS's.
    let modena = |edition| {
        table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 50")
            .company("RSFS", "C5", "B 50")
            .tiles("K11 57 1, J12 8 5, K13 57 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "K13")
            .operates("AFI", Activity::Track)
    };
    // 205 has one slot: the new track lies behind the full station.
    assert_eq!(modena("v1").rule(lay("K13", "205", 2)), "1841-4.1.1-12");
    modena("v2").plays(lay("K13", "205", 2));
    // 14 has two: there is a way through.
    modena("v1").plays(lay("K13", "14", 1));
    // Pisa: 12 adds no track to the printed three.
    let pisa = |edition| {
        table(edition, 3)
            .phase(3)
            .company("SSFL", "F4", "A 50")
            .tokens("SSFL", "Q11")
            .operates("SSFL", Activity::Track)
    };
    assert!(!pisa("v1").lays("Q11").iter().any(|lay| lay.starts_with("12/")));
    assert!(pisa("v2").lays("Q11").contains(&"12/4".to_string()));
}

/// Rules: 1841-4.1.1-14, 1841-4.6.1-01, 1841-6.7-01
// traps row 14
#[test]
fn no_track_across_a_border_in_phase_two() {
    let milano = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("IRSFF", "F4", "A 50")
            .tiles("D8 6 0")
            .tokens("IRSFF", "F8")
            .cash("IRSFF", 100)
            .operates("IRSFF", Activity::Track)
    };
    // Como's loose end points at Lugano; the tile beyond the border needs phase three.
    assert_eq!(milano(2).rule(lay("C7", "6", 3)), "1841-4.1.1-14");
    assert!(milano(2).lays("C7").is_empty());
    milano(3).plays(lay("C7", "6", 3));
    // A lay may touch the border …
    let cremona = |phase, tiles: &str| {
        table("v1", 3)
            .phase(phase)
            .company("IRSFF", "F4", "A 50")
            .tiles(tiles)
            .tokens("IRSFF", "H10")
            .operates("IRSFF", Activity::Track)
    };
    cremona(2, "H10 57 5").plays(lay("I11", "8", 0));
    // … but not complete a crossing to Parma's track.
    assert_eq!(cremona(2, "H10 57 5, K11 57 0").rule(lay("I11", "8", 0)), "1841-4.1.1-14");
    cremona(3, "H10 57 5, K11 57 0").plays(lay("I11", "8", 0));
}

/// Rules: 1841-4.1.1-18, 1841-4.1.1-18-v2, 1841-A1-03
#[test]
fn printed_cities_are_replaced_by_the_green_tiles_of_the_list() {
    let t = table("v1", 3);
    assert!(t.fitting("P12").is_subset(&set("12 13 14 15 205 206 619")));
    assert!(t.fitting("P12").contains("13"));
    assert_eq!(t.fitting("Q11"), set("12 619"));
    assert!(t.fitting("R14").is_subset(&set("207 208 622")) && t.fitting("R14").contains("207"));
    let t = table("v1", 3)
        .phase(3)
        .company("SSFL", "F4", "A 50")
        .tokens("SSFL", "Q11")
        .operates("SSFL", Activity::Track);
    assert!(t.lays("Q11").iter().all(|lay| lay == "619/2"), "{:?}", t.lays("Q11"));
    t.clone().plays(lay("Q11", "619", 2));
    // Cuneo: a hill hex in v1, printed yellow in v2; 50 the first time.
    let cuneo = |edition, phase| {
        table(edition, 3)
            .phase(phase)
            .company("SFTC", "F4", "A 60")
            .tokens("SFTC", "M3")
            .cash("SFTC", 80)
            .operates("SFTC", Activity::Track)
    };
    let mut t = cuneo("v1", 2);
    t.plays(lay("M3", "201", 3));
    assert_eq!(t.has("SFTC"), 30);
    assert!(cuneo("v2", 2).lays("M3").is_empty());
    let mut t = cuneo("v2", 3);
    assert_eq!(t.best("SFTC"), 0);
    let lays = t.lays("M3");
    assert!(lays.iter().all(|lay| lay.starts_with("207/") || lay.starts_with("622/")), "{lays:?}");
    let (tile, rotation) = lays[0].split_once('/').unwrap();
    t.plays(lay("M3", tile, rotation.parse().unwrap()));
    assert_eq!(t.has("SFTC"), 30);
}

/// Rules: 1841-4.1.1-19, 1841-1.2-05
#[test]
fn tiles_run_out() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .tiles("K11 57 0, K13 57 0, K15 57 0, L12 57 0")
        .tokens("AFI", "S11")
        .operates("AFI", Activity::Track);
    assert_eq!(t.left("57"), 0);
    assert_eq!(t.rule(lay("S11", "57", 1)), "1841-4.1.1-19");
    t.clone().plays(lay("S11", "6", 3));
}

fn ferdinandea(phase: u8, bases: &str, tiles: &str) -> T {
    let t = table("v1", 3).phase(phase).company("IRSFF", "F4", "A 50").cash("IRSFF", 1000);
    let t = t.tokens("IRSFF", bases).homes("IRSFF", "F8 F16");
    let t = if tiles.is_empty() { t } else { t.tiles(tiles) };
    t.operates("IRSFF", Activity::Track)
}

/// TV-10.
/// Rules: 1841-4.1.2-01, 1841-4.1.2-02
#[test]
fn one_tile_per_base() {
    let mut t = ferdinandea(2, "F8 F16", "");
    t.plays(lay("E9", "202", 1));
    assert_eq!(t.rule(lay("D8", "6", 0)), "1841-4.1.2-02", "Milano has built already");
    t.plays(lay("F16", "601", 0));
    assert_ne!(t.activity(), Some(Activity::Track));
    // With a third base in Brescia three tiles, one from each.
    let mut t = ferdinandea(2, "F8 F16 E11", "E11 201 0");
    t.plays(lay("F10", "9", 1));
    t.plays(lay("F16", "601", 0));
    assert_eq!(t.rule(lay("G11", "9", 0)), "1841-4.1.2-02", "Brescia has built already");
    t.plays(lay("E9", "202", 1));
    assert_ne!(t.activity(), Some(Activity::Track));
    // In phases three and four two are the most.
    for phase in [3, 4] {
        let mut t = ferdinandea(phase, "F8 F16 E11", "E11 201 0");
        t.plays(lay("F10", "9", 1));
        t.plays(lay("F16", "601", 0));
        assert_ne!(t.activity(), Some(Activity::Track));
    }
}

/// Rules: 1841-4.1.2-03, 1841-4.1.2-04, 1841-4.6.3-01
#[test]
fn different_hexes_and_one_tile_only_for_minors_and_from_phase_five() {
    let mut t = ferdinandea(3, "F8 F16", "");
    t.plays(lay("E9", "202", 1));
    assert_eq!(t.rule(lay("E9", "207", 0)), "1841-4.1.2-03");
    assert!(t.lays("E9").is_empty());
    for phase in 5..=8 {
        let mut t = ferdinandea(phase, "F8 F16", "");
        t.plays(lay("E9", "202", 1));
        assert_ne!(t.activity(), Some(Activity::Track));
    }
    for phase in 2..=8 {
        let mut t = table("v1", 3)
            .phase(phase)
            .company("SFLP", "F4", "A 60")
            .tokens("SFLP", "P12 Q11")
            .cash("SFLP", 2000)
            .operates("SFLP", Activity::Track);
        t.plays(lay("R12", "9", 2));
        assert_ne!(t.activity(), Some(Activity::Track), "phase {phase}");
    }
    let t = ferdinandea(3, "F8 F16", "");
    assert_eq!(t.rule(Action::Accept), "", "nothing was proposed");
}
