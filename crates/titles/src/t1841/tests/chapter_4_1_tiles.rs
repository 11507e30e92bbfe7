//! Chapter 4.1.1: which tiles go where, and what replaces what.

use super::super::operating::Step;
use super::super::operating::track;
use super::builder::*;
use super::given::*;
use ferrata_engine::name::TileName;
use ferrata_engine::tile::Color;
use std::collections::{BTreeMap, BTreeSet};

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

/// Rules: 1841-4.1.1-10, 1841-4.1.1-15, 1841-4.1.1-17, 1841-4.1.1-18, 1841-A1-02, 1841-A1-03
#[test]
fn exactly_these_tiles_go_first() {
    let t = table("v1", 3).phase(5);
    for (hex, tiles) in [
        ("G9", "7 8 9"),
        ("I9", "3 4 58"),
        ("K11", "5 6 57"),
        ("G13", "201 202 621"),
        ("F16", "601"),
        ("K7", "613 614 615"),
        ("A5", "610"),
        ("F8", "604"),
        ("H4", "606"),
        ("M7", "608"),
        ("P12", "12 13 14 15 205 206 619"),
        ("Q11", "12 619"),
        ("R14", "207 208 622"),
    ] {
        assert_eq!(t.fitting(hex), set(tiles), "{hex}");
    }
    assert_eq!(t.fitting("F6").len(), 9);
    // Every rotation of a pass tile that no closed side forbids.
    let rotations = t.game.table.board.candidates(t.hex("K7"), &[Color::Green]);
    let named = |tile| t.game.parts().tiles.tile(tile).unwrap().name;
    assert_eq!(rotations.filter(|to| named(to.tile) == TileName::of("613")).count(), 6);
}

/// Rules: 1841-4.1.1-15-v2, 1841-4.1.1-18-v2, 1841-A1-01-v2
#[test]
fn the_first_tiles_of_v2() {
    let t = table("v2", 3).phase(3);
    let list = |hex: &str| -> Vec<String> {
        let list = t.game.parts().upgrades.from_hex(t.hex(hex)).unwrap();
        list.iter().map(|tile| t.game.parts().tiles.tile(*tile).unwrap().name.to_string()).collect()
    };
    assert_eq!(list("M7"), ["612"]);
    assert!(list("M3").contains(&"207".to_string()));
    let exits = |tile: &str| {
        let id = t.game.parts().tile(TileName::of(tile)).unwrap();
        t.game.parts().tiles.tile(id).unwrap().face(0).exits().count_ones()
    };
    assert_eq!((exits("612"), exits("144")), (4, 3));
    assert_eq!(t.game.table.board.left(t.game.parts().tile(TileName::of("144")).unwrap()), Some(2));
    assert!(t.game.parts().tile(TileName::of("608")).is_none());
    assert_eq!(
        t.game.table.board.face(t.hex("M3")).exits(),
        0b11_1000,
        "track to the north, north-east, south-east"
    );
    assert_eq!(track::cost(&t.game, t.hex("M3")).0, 50);
    assert!(table("v1", 3).game.parts().tile(TileName::of("144")).is_none());
    assert!(table("v1 online", 3).game.parts().tile(TileName::of("144")).is_some());
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
            .operates("SFTG", Step::Track)
    };
    let lays: BTreeSet<_> = genova("v1").lays("M7").iter().map(|lay| lay[..3].to_string()).collect();
    assert_eq!(lays, set("608"));
    assert_eq!(table("v2", 3).fitting("M7"), set("612"));
    let t = genova("v2");
    // Four exits that include the side to the Giovi and avoid the impassable side 4.
    assert_eq!(t.lays("M7"), ["612/0"]);
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
        .operates("SSFL", Step::Track);
    assert!(t.lays("Q11").iter().all(|lay| lay == "619/2"), "{:?}", t.lays("Q11"));
    t.clone().plays(lay("Q11", "619", 2));
    // Cuneo: a hill hex in v1, printed yellow in v2; 50 the first time.
    let cuneo = |edition, phase| {
        table(edition, 3)
            .phase(phase)
            .company("SFTC", "F4", "A 60")
            .tokens("SFTC", "M3")
            .cash("SFTC", 80)
            .operates("SFTC", Step::Track)
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

/// Rules: 1841-4.1.1-11, 1841-A1-04, 1841-A1-06
#[test]
fn the_list_of_replacements() {
    let t = table("v1", 3);
    let follows = |from: &str, to: &str| {
        let id = |name: &str| t.game.parts().tile(TileName::of(name)).unwrap();
        t.game.parts().upgrades.from_tile(id(from)).unwrap().contains(&id(to))
    };
    assert!(!follows("5", "13") && follows("6", "13"));
    assert!(follows("18", "43") && follows("57", "619") && follows("613", "616") && follows("602", "603"));
    assert!(!follows("87", "63") && !follows("1", "12"));
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
            .operates("AFI", Step::Track)
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
        t.tiles("K11 57 1, K11 14 1").tokens("AFI", "K11").operates("AFI", Step::Track)
    };
    assert_eq!(brown(4).rule(lay("K11", "63", 0)), "1841-4.1.1-03");
    brown(5).plays(lay("K11", "63", 0));
}

/// Rules: 1841-4.1.1-12, 1841-4.1.1-12-v2, 1841-G-17
/// G-17.
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
            .operates("AFI", Step::Track)
    };
    // 205 has one slot: the new track lies behind the full station.
    assert_eq!(modena("v1").rule(lay("K13", "205", 2)), "1841-4.1.1-12");
    modena("v2").plays(lay("K13", "205", 2));
    // 14 has two: there is a way through.
    modena("v1").plays(lay("K13", "14", 1));
    // Reggio – Modena: 206 has one slot too.
    let reggio = |edition| {
        table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 40")
            .company("RSFS", "C5", "B 40")
            .tiles("L12 5 4, K13 6 5")
            .tokens("AFI", "L12")
            .tokens("RSFS", "K13")
            .operates("AFI", Step::Track)
    };
    assert!(!reggio("v1").lays("K13").iter().any(|lay| lay.starts_with("206/")));
    assert!(reggio("v2").lays("K13").iter().any(|lay| lay.starts_with("206/")), "the value changes");
    // Pisa: 12 adds no track to the printed three.
    let pisa = |edition| {
        table(edition, 3)
            .phase(3)
            .company("SSFL", "F4", "A 50")
            .tokens("SSFL", "Q11")
            .operates("SSFL", Step::Track)
    };
    assert!(!pisa("v1").lays("Q11").iter().any(|lay| lay.starts_with("12/")));
    assert!(pisa("v2").lays("Q11").contains(&"12/4".to_string()));
}

/// Rules: 1841-4.1.1-19, 1841-1.2-05
#[test]
fn tiles_run_out() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .tiles("K11 57 0, K13 57 0, K15 57 0, L12 57 0")
        .tokens("AFI", "S11")
        .operates("AFI", Step::Track);
    assert_eq!(t.left("57"), 0);
    assert_eq!(t.rule(lay("S11", "57", 1)), "1841-4.1.1-19");
    t.clone().plays(lay("S11", "6", 3));
    // 13 exists once.
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .tiles("K13 6 0, K13 13 0, K11 6 0")
        .tokens("AFI", "K11")
        .operates("AFI", Step::Track);
    assert_eq!(t.rule(lay("K11", "13", 0)), "1841-4.1.1-19");
}

/// Rules: 1841-A1-01, 1841-A1-05
#[test]
fn so_many_tiles_of_each_colour() {
    let t = table("v1", 3);
    let set = &t.game.parts().tiles;
    let count = |color| -> u16 {
        let tiles = set.tiles.iter().zip(&set.stock_of).filter(|(tile, _)| tile.color() == color);
        tiles.map(|(_, stock)| set.stock[*stock as usize].unwrap()).sum()
    };
    assert_eq!(COLORS.map(count), [72, 72, 45]);
}
