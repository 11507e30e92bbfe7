//! Chapter 6 and the appendix: regions, map and tiles.

use super::builder::*;
use super::given::set;
use ferrata_engine::id::PhaseId;
use ferrata_engine::name::TileName;
use ferrata_engine::tile::{Color, StopKind};
use std::collections::BTreeSet;

/// The hexes of a map for which something holds.
fn hexes(t: &T, holds: impl Fn(&ferrata_engine::map::Hex) -> bool) -> BTreeSet<String> {
    t.game.parts().map.hexes.iter().filter(|hex| holds(hex)).map(|hex| hex.name.to_string()).collect()
}

fn kinds(hex: &ferrata_engine::map::Hex) -> Vec<StopKind> {
    hex.face.stops.iter().map(|stop| stop.kind).collect()
}

fn region(t: &T, name: &str) -> BTreeSet<String> {
    hexes(t, |hex| {
        hex.region.is_some_and(|region| region.as_str() == name)
            && !hex.face.stops.is_empty()
            && kinds(hex) != [StopKind::Pass]
    })
}

/// Rules: 1841-6.2-01, 1841-6.3-01, 1841-6.4-01, 1841-6.5-01, 1841-6.8-01, 1841-6.9-01, 1841-6.7-01, 1841-G-44
/// G-44: Asti belongs to Piedmont.
#[test]
fn the_regions_and_their_places() {
    let t = table("v1", 3);
    assert_eq!(region(&t, "Conservative"), set("L14 K15 K13 K11 L12 N16 I9 L16"));
    assert_eq!(region(&t, "Lombardia"), set("F8 E9 E11 E7 D8 H10 H8 A11"));
    assert_eq!(region(&t, "Piedmont"), set("M7 H4 M3 J6 E3 P10 F6 N6 I5"));
    assert_eq!(region(&t, "Switzerland"), set("C7"));
    assert_eq!(region(&t, "Tuscany"), set("R14 S11 P12 Q11 S15 Q13 T14"));
    assert_eq!(region(&t, "Veneto"), set("F16 G15 G13 H12 D16 F14 I15"));
}

/// Rules: 1841-6.5-01-v2, 1841-M-10
#[test]
fn the_map_of_v2() {
    let t = table("v2", 3);
    let albenga = t.game.parts().map.hex(t.hex("O5")).unwrap();
    assert_eq!((albenga.place.as_deref(), kinds(albenga)), (Some("Albenga"), vec![StopKind::Town]));
    assert_eq!(albenga.terrain[0].cost.0, 50);
    assert!(region(&t, "Piedmont").contains("O5"));
    let impassable =
        |t: &T, hex: &str, side: u8| t.game.parts().map.hex(t.hex(hex)).unwrap().side(side).impassable;
    let v1 = table("v1", 3);
    assert!(impassable(&v1, "M3", 0) && !impassable(&t, "M3", 0));
    assert!(impassable(&v1, "N4", 5) && !impassable(&t, "N4", 5));
    let cuneo = &t.game.parts().map.hex(t.hex("M3")).unwrap().face;
    assert_eq!((cuneo.color, cuneo.exits()), (Color::Yellow, 0b11_1000));
    let firenze = &t.game.parts().map.hex(t.hex("R14")).unwrap().face;
    assert_eq!(firenze.exits(), 0b10_0110);
}

/// Rules: 1841-6-01, 1841-4.1.1-10
#[test]
fn large_cities_and_capitals() {
    let t = table("v1", 3);
    let labelled = |label: &str| hexes(&t, |hex| hex.face.labels.iter().any(|name| *name == label));
    assert_eq!(labelled("Y"), set("E9 E11 M3 G15 G13 L14 R14"));
    assert_eq!(
        [labelled("M"), labelled("T"), labelled("G"), labelled("V")],
        [set("F8"), set("H4"), set("M7"), set("F16")]
    );
    let capitals: BTreeSet<_> =
        t.game.fixed.geography.capitals.iter().map(|hex| t.game.hex_name(*hex).to_string()).collect();
    assert_eq!(capitals, set("L14 R14 M7 F8 H4 F16"));
}

/// Rules: 1841-M-01
#[test]
fn neighbours_follow_the_coordinates() {
    let t = table("v1", 3);
    let map = &t.game.parts().map;
    for hex in &map.hexes {
        for (side, beyond) in hex.sides.iter().enumerate() {
            let Some((to, back)) = beyond.to else { continue };
            let other = map.hex(to).unwrap();
            let step = [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)][side];
            assert_eq!((other.at.0 - hex.at.0, other.at.1 - hex.at.1), step, "{} side {side}", hex.name);
            assert_eq!(usize::from(back), (side + 3) % 6);
        }
    }
}

/// Rules: 1841-M-02, 1841-M-03, 1841-M-04
#[test]
fn plain_hexes_towns_and_cities() {
    let t = table("v1", 3);
    let white = |hex: &ferrata_engine::map::Hex| hex.face.color == Color::White;
    let cost = |hex: &ferrata_engine::map::Hex| hex.terrain.iter().map(|terrain| terrain.cost.0).sum::<i32>();
    assert_eq!(
        hexes(&t, |hex| white(hex) && kinds(hex).is_empty() && cost(hex) == 0),
        set(
            "A9 B6 B8 B10 C9 C11 D4 D6 E5 E13 E15 F4 F10 F12 G3 G5 G7 G9 G11 H6 H14 H16 I3 I7 I11 I13 J4 J10 J12 J14 \
             K3 K5 L4 L10 M15 N14 R12 S13 T12"
        )
    );
    assert_eq!(
        hexes(&t, |hex| white(hex) && kinds(hex).is_empty() && cost(hex) == 50),
        set("H2 I1 J8 K9 L2 M13 N4 N8 O5 O9 O15 P16 B16 J16")
    );
    assert_eq!(
        hexes(&t, |hex| white(hex) && kinds(hex) == [StopKind::Town]),
        set("I5 I9 I15 P10 S15 T14 N6 L16")
    );
    assert_eq!(
        hexes(&t, |hex| white(hex) && kinds(hex) == [StopKind::Town, StopKind::Town]),
        set("F6 N16 Q13")
    );
    assert_eq!(
        hexes(&t, |hex| white(hex) && kinds(hex) == [StopKind::City] && hex.face.labels.is_empty()),
        set("C7 D8 D16 E7 F14 H8 H10 H12 J6 K11 K13 K15 L12 S11")
    );
    assert_eq!(
        ["N6", "L16", "M3", "F16"].map(|hex| cost(t.game.parts().map.hex(t.hex(hex)).unwrap())),
        [50; 4]
    );
}

/// Rules: 1841-M-05, 1841-M-06, 1841-M-07
#[test]
fn printed_hexes_ports_and_areas() {
    let t = table("v1", 3);
    let face = |hex: &str| &t.game.parts().map.hex(t.hex(hex)).unwrap().face;
    let value = |hex: &str, stop: usize, band: &str| {
        face(hex).stops[stop].value.in_band(ferrata_engine::name::Name::cut(band)).0
    };
    let exits = |hex: &str| (0..6).filter(|side| face(hex).exits() >> side & 1 == 1).collect::<Vec<u8>>();
    assert_eq!((value("F8", 0, "white"), exits("F8")), (60, vec![3, 4]));
    assert_eq!((value("H4", 0, "white"), value("H4", 1, "white"), exits("H4")), (40, 40, vec![1, 4, 5]));
    assert_eq!((value("R14", 0, "white"), exits("R14")), (30, vec![1, 2]));
    assert_eq!((value("P12", 0, "white"), exits("P12")), (20, vec![1, 5]));
    assert_eq!((value("Q11", 0, "white"), exits("Q11")), (20, vec![0, 4, 5]));
    assert!(exits("M7").is_empty());
    let pass = |class: &str| {
        hexes(&t, |hex| {
            hex.face
                .stops
                .iter()
                .any(|stop| stop.tags.iter().any(|(key, value)| key == "pass_class" && value == class))
        })
    };
    assert_eq!(pass("apennine"), set("C15 D12 D14 K7 L6 L8 M5 M9 M11 N10 N12 O3 O11 O13 P14 Q15"));
    assert_eq!(pass("alpine"), set("A5 G1"));
    assert_eq!([value("A11", 0, "white"), value("A11", 1, "white"), value("E3", 0, "white")], [20, 10, 10]);
    assert_eq!(face("D10").track.len(), 3);
    for (hex, port, side) in
        [("G17", 40, 2), ("M17", 20, 2), ("O7", 70, 3), ("P6", 10, 3), ("Q9", 10, 4), ("T10", 20, 4)]
    {
        assert_eq!((value(hex, 0, "white"), exits(hex)), (port, vec![side]), "{hex}");
    }
    let areas = [
        ("a4", [0, 90, 150]),
        ("A7", [20, 30, 150]),
        ("C13", [20, 70, 140]),
        ("E1", [0, 140, 200]),
        ("E17", [50, 80, 120]),
        ("O17", [10, 70, 150]),
        ("P4", [60, 100, 150]),
        ("U13", [10, 40, 200]),
    ];
    for (hex, values) in areas {
        assert_eq!(["white", "gray", "black"].map(|band| value(hex, 0, band)), values, "{hex}");
    }
    assert_eq!(t.game.fixed.geography.areas.len(), 8);
}

/// Pairs of hexes as a set, the ends of each in order.
fn sorted(text: &str) -> BTreeSet<String> {
    let pair = |pair: &str| {
        let mut ends: Vec<_> = pair.split('|').collect();
        ends.sort_unstable();
        ends.join("|")
    };
    text.split_whitespace().map(pair).collect()
}

/// Rules: 1841-M-08
#[test]
fn impassable_sides() {
    let t = table("v1", 3);
    let map = &t.game.parts().map;
    let mut found = BTreeSet::new();
    for hex in &map.hexes {
        for side in hex.sides.iter().filter(|side| side.impassable) {
            if let Some((to, _)) = side.to {
                let mut pair = [hex.name.to_string(), map.hex(to).unwrap().name.to_string()];
                pair.sort();
                found.insert(pair.join("|"));
            }
        }
    }
    assert_eq!(
        found,
        sorted(
            "A9|C9 B10|C11 B10|C9 B10|D10 B6|C7 B8|C7 B8|D8 C11|D12 C11|E11 C7|D6 C9|D10 D12|E13 D12|F12 D14|E13 E11|F12 \
             E13|F14 E13|G13 E3|F4 E3|G3 G1|H2 G3|H2 G3|I3 J10|L10 K9|L10 L6|N6 L8|M7 L8|M9 L8|N8 M3|O3 M5|O5 M9|N10 M9|N8 \
             M9|O9 N10|O9 N14|P14 N4|O5 O11|P10 O11|Q11 O13|P14 Q15|S15 S15|T14"
        )
    );
}

/// The borders in force in a phase, as pairs of hexes.
fn borders(t: &T, phase: u8) -> BTreeSet<String> {
    let map = t.game.table.board.map();
    let force = t.game.borders_in(PhaseId(phase - 2));
    let mut found = BTreeSet::new();
    for hex in &map.hexes {
        for side in hex.sides.iter().filter(|side| side.borders & force != 0 && !side.impassable) {
            if let Some((to, _)) = side.to {
                let mut pair = [hex.name.to_string(), map.hex(to).unwrap().name.to_string()];
                pair.sort();
                found.insert(pair.join("|"));
            }
        }
    }
    found
}

/// Rules: 1841-M-09, 1841-6.1-01, 1841-4.6-02
#[test]
fn borders_by_phase() {
    let early = sorted(
        "C7|D8 C7|E7 D6|E7 E7|F6 F6|G7 G13|I13 G7|H6 G9|I9 H10|I9 H10|J10 H12|I13 H12|J12 H14|I13 H14|J14 H16|J16 H6|I7 \
         H8|I9 I11|J10 I11|J12 I11|K11 I15|J14 I15|J16 I15|K15 I7|J6 I7|K7 I9|J8 J8|K7 J8|K9 J8|L8 K9|L8 M13|O13 M15|O15 \
         N10|P10 N12|O13 N12|P12 N14|O13 N14|O15 N16|O15 N16|P16 O11|P12 P10|Q11",
    );
    let four = sorted(
        "C7|D8 C7|E7 F12|G11 G11|H12 G13|I13 H12|I11 H12|I13 H12|J12 H14|I13 H14|J14 H16|J16 I15|J14 I15|J16 I15|K15",
    );
    for edition in ["v1", "v2"] {
        let t = table(edition, 3);
        assert_eq!(borders(&t, 2), early);
        assert_eq!(borders(&t, 3), early);
        assert_eq!(borders(&t, 4), four);
        assert_eq!(borders(&t, 5), sorted("C7|D8 C7|E7"));
        assert_eq!(borders(&t, 8), sorted("C7|D8 C7|E7"));
    }
}

/// Rules: 1841-M-11, 1841-L2-01
#[test]
fn the_lite_map() {
    let t = table("v1 lite", 3);
    let gone = ["R12", "S11", "S13", "S15", "T10", "T12", "T14", "U13", "U15", "V12", "V14"];
    for hex in gone {
        assert!(t.game.parts().hex(ferrata_engine::name::HexName::of(hex)).is_none(), "{hex}");
    }
    let area = hexes(&t, |hex| {
        hex.face.stops.iter().any(|stop| stop.group.as_deref().is_some_and(|group| group == "Roma"))
    });
    assert_eq!(area, set("P12 Q11 Q13 R14"));
    let face = |hex: &str| &t.game.parts().map.hex(t.hex(hex)).unwrap().face;
    let exits = |hex: &str| (0..6).filter(|side| face(hex).exits() >> side & 1 == 1).collect::<Vec<u8>>();
    assert_eq!(
        [exits("P12"), exits("Q11"), exits("Q13"), exits("R14")],
        [vec![2, 3, 4], vec![2, 3], vec![3, 4], vec![3, 4]]
    );
    let value = |band: &str| face("P12").stops[0].value.in_band(ferrata_engine::name::Name::cut(band)).0;
    assert_eq!(["white", "gray", "black"].map(value), [50, 100, 250]);
    assert_eq!(t.game.fixed.geography.areas.len(), 8);
    // Sides closed in the full game are open to the new area, and no border runs along it.
    let side = |t: &T, from: &str, to: &str| {
        let to = t.hex(to);
        let hex = t.game.parts().map.hex(t.hex(from)).unwrap();
        hex.sides.iter().find(|side| side.to.is_some_and(|(beyond, _)| beyond == to)).cloned()
    };
    let full = table("v1", 3);
    assert!(side(&full, "O11", "Q11").is_some_and(|side| side.impassable));
    assert!(side(&t, "O11", "Q11").is_some_and(|side| side.open()));
    for (from, to) in [("N12", "P12"), ("O11", "P12"), ("P10", "Q11")] {
        assert!(side(&full, from, to).is_some_and(|side| side.borders != 0), "{from}|{to}");
        assert!(side(&t, from, to).is_some_and(|side| side.borders == 0), "{from}|{to}");
    }
}

/// Rules: 1841-A1-07, 1841-A1-08, 1841-A1-09, 1841-A1-05
#[test]
fn values_slots_and_exits_of_tiles() {
    let t = table("v1", 3);
    let face = |tile: &str| {
        t.game.parts().tiles.tile(t.game.parts().tile(TileName::of(tile)).unwrap()).unwrap().face(0)
    };
    let stop = |tile: &str, at: usize| {
        let stop = &face(tile).stops[at];
        (stop.value.in_band(ferrata_engine::name::Name::cut("white")).0, stop.slots)
    };
    let cities = [
        ("57", 20, 1),
        ("12", 30, 1),
        ("14", 30, 2),
        ("15", 30, 2),
        ("619", 30, 2),
        ("205", 30, 1),
        ("63", 40, 2),
        ("611", 40, 2),
        ("201", 30, 1),
        ("207", 40, 2),
        ("216", 50, 2),
        ("623", 50, 2),
        ("604", 100, 2),
        ("605", 150, 3),
        ("606", 60, 2),
        ("607", 90, 2),
        ("608", 40, 1),
        ("609", 60, 2),
        ("613", 0, 1),
        ("616", 0, 2),
        ("610", 0, 1),
    ];
    for (tile, value, slots) in cities {
        assert_eq!(stop(tile, 0), (value, slots), "{tile}");
    }
    for (tile, city, town) in [("601", 10, 20), ("602", 10, 30), ("603", 20, 30)] {
        assert_eq!((stop(tile, 0), stop(tile, 1).0), ((city, 1), town), "{tile}");
    }
    assert_eq!(stop("4", 0).0, 10);
    let exits = |tile: &str| {
        (0..6)
            .filter(|side| face(tile).exits() >> side & 1 == 1)
            .map(|side| side.to_string())
            .collect::<String>()
    };
    let listed = [
        ("601", "15"),
        ("602", "0234"),
        ("603", "012345"),
        ("604", "0234"),
        ("605", "012345"),
        ("606", "0123"),
        ("608", "03"),
        ("609", "01234"),
        ("610", "03"),
        ("611", "01234"),
        ("613", "03"),
        ("614", "02"),
        ("615", "01"),
        ("616", "0134"),
        ("617", "0123"),
        ("618", "0234"),
        ("619", "0234"),
        ("621", "03"),
        ("622", "0234"),
        ("201", "01"),
        ("202", "02"),
        ("205", "013"),
        ("206", "035"),
        ("207", "0123"),
        ("208", "0134"),
        ("216", "01234"),
        ("87", "0123"),
        ("88", "0134"),
        ("204", "0234"),
        ("3", "01"),
        ("4", "03"),
        ("58", "02"),
        ("5", "01"),
        ("6", "02"),
        ("57", "03"),
        ("12", "012"),
        ("13", "024"),
        ("14", "0134"),
        ("15", "0123"),
        ("63", "012345"),
        ("7", "01"),
        ("8", "02"),
        ("9", "03"),
        ("624", "012"),
        ("627", "0123"),
        ("630", "0234"),
        ("633", "0134"),
        ("23", "034"),
        ("40", "024"),
        ("47", "0134"),
        ("70", "0123"),
    ];
    for (tile, expected) in listed {
        assert_eq!(exits(tile), expected, "{tile}");
    }
    let mut t = table("v1", 3).company("IRSFF", "F4", "A 40").tokens("IRSFF", "F16").cash("IRSFF", 50);
    t = t.operates("IRSFF", super::super::operating::Step::Track);
    assert_eq!(t.lays("F16"), ["601/0"], "601 lies in one way only");
    assert_eq!(t.rule(lay("F16", "601", 1)), "1841-A1-08");
}
