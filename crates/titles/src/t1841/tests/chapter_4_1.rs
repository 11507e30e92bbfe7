//! Chapter 4.1: laying track: where, from which base, at which cost.

use super::super::operating::Step;
use super::super::operating::track;
use super::builder::*;
use super::given::*;
use ferrata_engine::action::Action;
use std::collections::BTreeMap;

/// IRSFF in phase two, with its two homes and money.
fn irsff() -> T {
    let t = table("v1", 3).company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16").cash("IRSFF", 500);
    t.homes("IRSFF", "F8 F16")
}

/// IRSFF with these bases and tiles, rich.
fn ferdinandea(phase: u8, bases: &str, tiles: &str) -> T {
    let t = table("v1", 3).phase(phase).company("IRSFF", "F4", "A 50").cash("IRSFF", 1000);
    let t = t.tokens("IRSFF", bases).homes("IRSFF", "F8 F16");
    let t = if tiles.is_empty() { t } else { t.tiles(tiles) };
    t.operates("IRSFF", Step::Track)
}

/// Rules: 1841-4.1.1-04, 1841-4.1.1-01
#[test]
fn track_continues_track_of_a_city_with_a_token() {
    let mut t = table("v1", 3)
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4.1")
        .cash("SFTN", 900)
        .operates("SFTN", Step::Track);
    // The northern circle of Torino has one exit, to G5.
    assert_eq!(t.building_sites(), set("G5"));
    assert!(t.lays("G5").contains(&"9/1".to_string()));
    assert_eq!(t.rule(lay("G5", "9", 0)), "1841-4.1.1-04", "its ends are 0 and 3");
    assert_eq!(t.rule(lay("I5", "4", 2)), "1841-4.1.1-04", "that is the southern circle's side");
    t.plays(lay("G5", "9", 1));
    // One tile, and the turn goes on.
    assert_eq!(t.step(), Some(Step::Trains));
    // Of two separate tracks on a tile one has to continue.
    let t = table("v1", 3)
        .company("SFTN", "F4", "A 50")
        .tiles("G5 9 1")
        .tokens("SFTN", "H4.1")
        .operates("SFTN", Step::Track);
    assert!(t.lays("F6").contains(&"55/0".to_string()));
    let mut t = irsff().operates("IRSFF", Step::Track);
    assert_eq!(t.rule(lay("G11", "9", 0)), "1841-4.1.1-04");
    assert_eq!(t.rule(lay("E9", "621", 0)), "1841-4.1.1-04", "Milano's track arrives at the south-west side");
    t.plays(lay("E9", "621", 1));
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
        .operates("SFTG", Step::Track);
    assert_eq!(t.rule(lay("L8", "614", 2)), "1841-4.1.1-04");
    // One base, so one tile; with a second base in a city two.
    t.plays(lay("I5", "4", 2));
    assert_ne!(t.step(), Some(Step::Track));
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 50")
        .tiles("J6 57 5, K7 613 2")
        .tokens("SFTG", "H4.0 J6 K7")
        .cash("SFTG", 900)
        .operates("SFTG", Step::Track);
    t.plays(lay("I5", "4", 2));
    assert_eq!(t.step(), Some(Step::Track));
    t.plays(lay("L8", "614", 2));
    assert_ne!(t.step(), Some(Step::Track));
    let t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 40")
        .tiles("M11 613 0")
        .tokens("AFI", "M11")
        .operates("AFI", Step::Track);
    assert_eq!(t.offers().len(), 1, "nothing but passing");
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
            .operates("AFI", Step::Track)
    };
    let t = home("K11");
    assert_eq!(t.building_sites(), set("K11"));
    assert!(t.lays("K11").len() >= 15, "5, 6 and 57 in all directions: {:?}", t.lays("K11"));
    home("M3").plays(lay("M3", "621", 5));
    // Livorno: nothing off the map to the south and west.
    let t = home("S11");
    let lays = t.lays("S11");
    assert!(lays.contains(&"57/1".to_string()) && lays.contains(&"6/3".to_string()), "{lays:?}");
    for wrong in [lay("S11", "57", 0), lay("S11", "57", 2), lay("S11", "5", 5)] {
        assert_eq!(t.rule(wrong), "1841-4.1.1-06");
    }
}

/// Rules: 1841-4.1.1-02, 1841-4.1.1-03, 1841-4.1.1-16, 1841-4.1.1-17
#[test]
fn printed_yellow_needs_green_and_dark_green_needs_brown() {
    let sftg = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("SFTG", "F4", "A 50")
            .tiles("J6 57 5, I3 8 2, H2 8 5, I1 7 3")
            .tokens("SFTG", "H4.0 J6")
            .cash("SFTG", 900)
            .operates("SFTG", Step::Track)
    };
    assert_eq!(sftg(2).rule(lay("H4", "606", 4)), "1841-4.1.1-03");
    assert_eq!(sftg(2).rule(lay("K7", "614", 0)), "1841-4.1.1-03");
    assert_eq!(sftg(4).rule(lay("G1", "610", 0)), "1841-4.1.1-03");
    assert_eq!(sftg(3).rule(lay("H4", "5", 0)), "1841-4.1.1-03", "no yellow tile there");
    assert_eq!(sftg(3).rule(lay("E3", "57", 0)), "1841-4.1.1-02");
    for never in ["D10", "G17", "A7"] {
        assert_eq!(sftg(3).rule(lay(never, "9", 0)), "1841-4.1.1-02", "{never}");
    }
    assert_eq!(sftg(4).rule(lay("A5", "9", 2)), "1841-4.1.1-03", "dark green takes no yellow tile");
    sftg(3).plays(lay("H4", "606", 4));
    sftg(5).plays(lay("G1", "610", 0));
    // A pass lies in any direction that continues the track: side 2 of the Giovi leads to Alessandria.
    let lays = sftg(3).lays("K7");
    for way in ["613/2", "614/0", "614/2", "615/1", "615/2"] {
        assert!(lays.contains(&way.to_string()), "{way} of {lays:?}");
    }
    assert!(!lays.contains(&"614/1".to_string()), "its ends are 1 and 3");
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
        .operates("RSFS", Step::Track);
    // N8: the blank side of the port of Genova, two impassable sides, the edge: only straight on.
    assert!(t.lays("N8").iter().all(|lay| lay.starts_with("9/")), "{:?}", t.lays("N8"));
    assert!(t.lays("N8").contains(&"9/2".to_string()));
    assert_eq!(t.rule(lay("N8", "8", 0)), "1841-4.1.1-06", "off the map");
    assert_eq!(t.rule(lay("N8", "7", 1)), "1841-4.1.1-06", "the blank side of the port");
    assert_eq!(t.rule(lay("N8", "8", 2)), "1841-4.1.1-06", "impassable");
    // Bergamo next to the printed track of D10: joined or not.
    let t =
        table("v1", 3).phase(4).company("AFI", "F4", "A 50").tokens("AFI", "E9").operates("AFI", Step::Track);
    let lays = t.lays("E9");
    assert!(lays.contains(&"202/2".to_string()) && lays.contains(&"202/1".to_string()), "{lays:?}");
    let t = irsff().operates("IRSFF", Step::Track);
    assert_eq!(t.rule(lay("D8", "57", 0)), "1841-4.1.1-06", "lake to the north of Como");
    let lays = t.lays("E9");
    assert!(lays.contains(&"621/1".to_string()) && lays.contains(&"201/0".to_string()), "{lays:?}");
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
            .operates("SFTG", Step::Track)
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
            .operates("SFTG", Step::Track)
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
        .operates("RSFS", Step::Track);
    t.plays(lay("N8", "9", 2));
    assert_eq!(t.has("RSFS"), 10);
}

/// Rules: 1841-4.1.1-08, 1841-4.1.1-09
#[test]
fn what_each_hex_costs() {
    let t = table("v1", 3).phase(5);
    let cost = |t: &T, hex: &str| track::cost(&t.game, t.hex(hex)).0;
    for (hex, expected) in
        [("F16", 50), ("H2", 50), ("M7", 50), ("N6", 50), ("K7", 100), ("A5", 200), ("E9", 0), ("K11", 0)]
    {
        assert_eq!(cost(&t, hex), expected, "{hex}");
    }
    let t = t.tiles("K7 613 0, F16 601 0");
    assert_eq!(["K7", "F16"].map(|hex| cost(&t, hex)), [50, 0]);
    let mut t = irsff().operates("IRSFF", Step::Track);
    t.plays(lay("F16", "601", 0));
    assert_eq!(t.has("IRSFF"), 450);
}

/// Rules: 1841-4.1.1-14, 1841-4.6.1-01, 1841-6.7-01
/// Traps: row 14 (#9373): a lay may touch a border, not cross it.
#[test]
fn no_track_across_a_border_in_phase_two() {
    let milano = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("IRSFF", "F4", "A 50")
            .tiles("D8 6 0")
            .tokens("IRSFF", "F8")
            .cash("IRSFF", 100)
            .operates("IRSFF", Step::Track)
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
            .operates("IRSFF", Step::Track)
    };
    cremona(2, "H10 57 5").plays(lay("I11", "8", 0));
    // … but not complete a crossing to Parma's track.
    assert_eq!(cremona(2, "H10 57 5, K11 57 0").rule(lay("I11", "8", 0)), "1841-4.1.1-14");
    cremona(3, "H10 57 5, K11 57 0").plays(lay("I11", "8", 0));
}

/// Rules: 1841-4.1.1-14, 1841-4.6.1-01, 1841-G-16
/// G-16; traps: row 14 (#9373).
#[test]
fn a_loose_end_may_point_at_a_border() {
    let base = |edition, phase| {
        table(edition, 3)
            .phase(phase)
            .company("CTLP", "C5", "A 40")
            .tiles("I9 58 2")
            .tokens("CTLP", "H10")
            .operates("CTLP", Step::Track)
    };
    let t = base("v1", 2);
    assert_eq!(t.rule(lay("H10", "5", 1)), "1841-4.1.1-14", "Piacenza's track would be joined");
    assert!(t.lays("H10").contains(&"5/5".to_string()), "a loose end may point at a border");
    assert!(base("v1", 3).lays("H10").contains(&"5/1".to_string()));
    assert!(
        base("v1 online", 2).lays("H10").contains(&"5/1".to_string()),
        "online two companies may meet there"
    );
}

/// TV-10, the example to 4.1.2.
/// Rules: 1841-4.1.2-01, 1841-4.1.2-02, 1841-4.1.2-03, 1841-4.1.1-01, 1841-4.1.1-05, 1841-TV-10
#[test]
fn one_tile_per_base() {
    let mut t = ferdinandea(2, "F8 F16", "");
    t.plays(lay("E9", "202", 1));
    assert_eq!(t.rule(lay("D8", "6", 0)), "1841-4.1.2-02", "Milano has built already");
    assert_eq!(t.rule(lay("E9", "201", 1)), "1841-4.1.1-03", "not the same hex again");
    t.plays(lay("F16", "601", 0));
    assert_ne!(t.step(), Some(Step::Track));
    // With a third base in Brescia three tiles, one from each.
    let mut t = ferdinandea(2, "F8 F16 E11", "E11 201 0");
    t.plays(lay("F10", "9", 1));
    t.plays(lay("F16", "601", 0));
    assert_eq!(t.rule(lay("G11", "9", 0)), "1841-4.1.2-02", "Brescia has built already");
    t.plays(lay("E9", "202", 1));
    assert_ne!(t.step(), Some(Step::Track));
    // In phases three and four two are the most.
    for phase in [3, 4] {
        let mut t = ferdinandea(phase, "F8 F16 E11", "E11 201 0");
        t.plays(lay("F10", "9", 1));
        t.plays(lay("F16", "601", 0));
        assert_ne!(t.step(), Some(Step::Track));
    }
}

/// Rules: 1841-4.1.2-01, 1841-4.1.2-04, 1841-4.1.2-05
#[test]
fn how_many_tiles_by_phase() {
    let lays = |phase, company: &str, bases: &str| {
        let t = table("v1", 3).phase(phase).tiles("K11 57 0, K13 57 0, L12 57 0, M11 613 0");
        let mut t = t.company(company, "F4", "A 40").tokens(company, bases).operates(company, Step::Track);
        let mut count = 0;
        while t.step() == Some(Step::Track) && count < 9 {
            let id = t.id(company);
            let far = BTreeMap::from([("hex", "T14")]);
            t.sheet().add(&["round", "operating", "turn", "lays"], far);
            count += 1;
            assert_eq!(t.game.acting(), Ok(id));
        }
        count
    };
    assert_eq!(lays(2, "AFI", "K11 K13 L12"), 3);
    assert_eq!(lays(2, "AFI", "K11"), 1);
    assert_eq!(lays(2, "AFI", "K11 M11"), 1, "a token on a pass is no base");
    assert_eq!([3, 4, 5, 8].map(|phase| lays(phase, "AFI", "K11 K13 L12")), [2, 2, 1, 1]);
    assert_eq!([2, 3, 5].map(|phase| lays(phase, "CTLP", "K11 K13")), [1, 1, 1]);
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
        assert_ne!(t.step(), Some(Step::Track));
    }
    for phase in 2..=8 {
        let mut t = table("v1", 3)
            .phase(phase)
            .company("SFLP", "F4", "A 60")
            .tokens("SFLP", "P12 Q11")
            .cash("SFLP", 2000)
            .operates("SFLP", Step::Track);
        t.plays(lay("R12", "9", 2));
        assert_ne!(t.step(), Some(Step::Track), "phase {phase}");
    }
    let t = ferdinandea(3, "F8 F16", "");
    assert_eq!(t.rule(Action::Accept), "", "nothing was proposed");
}
