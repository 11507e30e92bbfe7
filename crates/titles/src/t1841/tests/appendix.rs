//! Appendix: tiles, money.

use super::builder::*;
use super::given::set;
use ferrata_engine::name::{Name, TileName};
use ferrata_engine::tile::{Color, End, Face, StopKind};
use std::collections::BTreeSet;

/// Number and count of yellow tiles, and the green tiles that replace them.
const YELLOW: &[(&str, &str)] = &[
    ("1x1 2x1 55x1 56x1 69x1 630x1 631x1 632x1 633x1", ""),
    ("3x3 4x3 58x3", "87 88 204"),
    ("5x4", "12 14 15 205 206 619"),
    ("6x4", "12 13 14 15 205 206 619"),
    ("57x4", "14 15 205 206 619"),
    ("7x8", "18 21 22 26 27 28 29 30 31 624 625 626"),
    ("8x16", "16 17 19 21 22 23 24 25 28 29 30 31"),
    ("9x11", "18 19 20 23 24 26 27"),
    ("201x2 202x2 621x2", "207 208 622"),
    ("601x1", "602"),
];

/// Number and count of green tiles, and the brown tiles that replace them.
const GREEN: &[(&str, &str)] = &[
    ("12x1 13x1 14x2 15x2 205x1 206x1 619x2", "63 611"),
    ("16x2", "43 70"),
    ("17x2", "47 628"),
    ("18x2", "43 627"),
    ("19x2", "45 46"),
    ("20x2", "44 47"),
    ("21x2", "46 629"),
    ("22x2", "45 629"),
    ("23x3", "41 43 45 47"),
    ("24x3", "42 43 46 47"),
    ("25x3", "40 45 46 629"),
    ("26x2", "42 44 45 627"),
    ("27x2", "41 44 46 627"),
    ("28x2", "39 43 46 70"),
    ("29x2", "39 43 45 70"),
    ("30x2", "42 70 628 629"),
    ("31x2", "41 70 628 629"),
    ("624x1", "39 627 629"),
    ("625x1", "70 627"),
    ("626x1", "44 628"),
    ("87x2 88x2 204x2", ""),
    ("207x2 208x2 622x2", "216 623"),
    ("602x1", "603"),
    ("604x1", "605"),
    ("606x1", "607"),
    ("608x1", "609"),
    ("613x3 614x4 615x1", "616 617 618"),
];

/// The track of tiles: exits of a stop, or pairs of sides.
const EXITS: &[(&str, &str)] = &[
    ("604", "0 2 3 4"),
    ("605", "0 1 2 3 4 5"),
    ("606", "0 1 2 3"),
    ("607", "0 1 2 3 4 5"),
    ("608", "0 3"),
    ("612", "0 1 2 3"),
    ("609", "0 1 2 3 4"),
    ("610", "0 3"),
    ("611", "0 1 2 3 4"),
    ("613", "0 3"),
    ("614", "0 2"),
    ("615", "0 1"),
    ("616", "0 1 3 4"),
    ("617", "0 1 2 3"),
    ("618", "0 2 3 4"),
    ("619", "0 2 3 4"),
    ("621", "0 3"),
    ("622", "0 2 3 4"),
    ("623", "0 1 2 3 4 5"),
    ("201", "0 1"),
    ("202", "0 2"),
    ("205", "0 1 3"),
    ("206", "0 3 5"),
    ("207", "0 1 2 3"),
    ("208", "0 1 3 4"),
    ("216", "0 1 2 3 4"),
    ("87", "0 1 2 3"),
    ("88", "0 1 3 4"),
    ("204", "0 2 3 4"),
    ("144", "0 2 4"),
    ("624", "0-1 1-2"),
    ("625", "0-1 2-3"),
    ("626", "0-1 3-4"),
    ("627", "0-3 0-1 1-2 2-3"),
    ("628", "1-3 3-4 0-4 0-1"),
    ("629", "0-2 2-3 3-4 0-4"),
    ("630", "2-3 0-4"),
    ("631", "3-4 0-2"),
    ("632", "0-1 2-3"),
    ("633", "0-1 3-4"),
    ("3", "0-1"),
    ("4", "0-3"),
    ("58", "0-2"),
    ("1", "1-3 0-4"),
    ("2", "0-3 1-2"),
    ("55", "0-3 1-4"),
    ("56", "0-2 1-3"),
    ("69", "0-3 2-4"),
    ("5", "0 1"),
    ("6", "0 2"),
    ("57", "0 3"),
    ("12", "0 1 2"),
    ("13", "0 2 4"),
    ("14", "0 1 3 4"),
    ("15", "0 1 2 3"),
    ("63", "0 1 2 3 4 5"),
    ("7", "0-1"),
    ("8", "0-2"),
    ("9", "0-3"),
    ("16", "0-2 1-3"),
    ("17", "1-3 0-4"),
    ("18", "0-3 1-2"),
    ("19", "0-3 2-4"),
    ("20", "0-3 1-4"),
    ("21", "0-2 3-4"),
    ("22", "0-4 2-3"),
    ("23", "0-3 0-4"),
    ("24", "0-3 0-2"),
    ("25", "0-2 0-4"),
    ("26", "0-3 0-5"),
    ("27", "0-3 0-1"),
    ("28", "0-4 0-5"),
    ("29", "0-2 0-1"),
    ("30", "0-4 0-1"),
    ("31", "0-2 0-5"),
    ("39", "0-2 0-1 1-2"),
    ("40", "0-2 2-4 0-4"),
    ("41", "0-3 0-1 1-3"),
    ("42", "0-3 3-5 0-5"),
    ("43", "0-3 0-2 1-3 1-2"),
    ("44", "0-3 1-4 0-1 3-4"),
    ("45", "0-3 2-4 0-4 2-3"),
    ("46", "0-3 2-4 3-4 0-2"),
    ("47", "0-3 1-4 1-3 0-4"),
    ("70", "0-1 0-2 1-3 2-3"),
];

/// Number and count of brown tiles.
const BROWN: &str = "39x2 40x2 41x2 42x2 43x2 44x2 45x2 46x2 47x2 70x2 216x2 610x2 623x2 627x2 628x2 629x2 63x3 \
                     611x3 603x1 605x1 607x1 609x1 616x1 617x1 618x1";

fn face(t: &T, tile: &str) -> Face {
    let id = t.game.parts().tile(TileName::of(tile)).unwrap_or_else(|| panic!("no tile {tile}"));
    t.game.parts().tiles.tile(id).unwrap().face(0).clone()
}

fn replaced_by(t: &T, tile: &str) -> BTreeSet<String> {
    let parts = t.game.parts();
    let list = parts.upgrades.from_tile(parts.tile(TileName::of(tile)).unwrap()).unwrap_or_default();
    list.iter().map(|tile| parts.tiles.tile(*tile).unwrap().name.to_string()).collect()
}

#[track_caller]
fn counts(t: &T, list: &str, color: Color) -> u16 {
    let mut sum = 0;
    for entry in list.split_whitespace() {
        let (tile, count) = entry.split_once('x').unwrap();
        assert_eq!(t.left(tile).to_string(), count, "tile {tile}");
        assert_eq!(face(t, tile).color, color, "tile {tile}");
        sum += t.left(tile);
    }
    sum
}

/// TV-21.
/// Rules: 1841-A1-01, 1841-A1-01-v2, 1841-A1-02, 1841-A1-04, 1841-A1-05, 1841-4.1.1-19, 1841-TV-21
#[test]
fn the_tiles_and_their_numbers() {
    let t = table("v1", 3);
    let list = |table: &[(&str, &str)]| table.iter().map(|(tiles, _)| *tiles).collect::<Vec<_>>().join(" ");
    let (yellow, green) = (list(YELLOW), list(GREEN));
    let sums = [(yellow, Color::Yellow), (green, Color::Green), (BROWN.into(), Color::Brown)];
    let sums = sums.map(|(list, color)| counts(&t, &list, color));
    assert_eq!((sums, sums.iter().sum::<u16>()), ([72, 72, 45], 189));
    let all: u16 = t.game.parts().tiles.tiles.iter().map(|tile| t.left(tile.name.as_str())).sum();
    assert_eq!(all, 189, "there are no others");
    // v2: two of 144, which fits over 58 only; 612 instead of 608.
    let v2 = table("v2", 3);
    assert_eq!((v2.left("144"), v2.left("612")), (2, 1));
    assert!(v2.game.parts().tile(TileName::of("608")).is_none());
    let all: u16 = v2.game.parts().tiles.tiles.iter().map(|tile| v2.left(tile.name.as_str())).sum();
    assert_eq!(all, 191);
    for town in ["3", "4", "58"] {
        assert_eq!(replaced_by(&v2, town).contains("144"), town == "58", "{town}");
    }
    assert!(t.game.parts().tile(TileName::of("144")).is_none());
}

/// Rules: 1841-A1-02, 1841-A1-04, 1841-A1-06, 1841-4.1.1-11
#[test]
fn the_tables_of_replacements() {
    let t = table("v1", 3);
    for (tiles, expected) in YELLOW.iter().chain(GREEN) {
        for entry in tiles.split_whitespace() {
            let (tile, _) = entry.split_once('x').unwrap();
            assert_eq!(replaced_by(&t, tile), set(expected), "tile {tile}");
        }
    }
    for entry in BROWN.split_whitespace() {
        assert!(replaced_by(&t, entry.split_once('x').unwrap().0).is_empty(), "{entry}");
    }
    // 5 to 13 is impossible, 18 to 43 is legal.
    assert!(!replaced_by(&t, "5").contains("13") && replaced_by(&t, "18").contains("43"));
    let t = t.tiles("K11 5 0");
    assert!(!t.fitting("K11").contains("13"));
    let t = table("v1", 3).tiles("I13 9 0, I13 18 0");
    assert!(t.fitting("I13").contains("43"));
}

/// Sides at a stop.
fn exits_of(face: &Face, stop: u8) -> BTreeSet<u8> {
    let sides = face.track.iter().filter_map(|track| match (track.a, track.b) {
        (End::Side(side), End::Stop(at)) | (End::Stop(at), End::Side(side)) if at == stop => Some(side),
        _ => None,
    });
    sides.collect()
}

fn pairs_of(face: &Face) -> BTreeSet<BTreeSet<u8>> {
    let pairs = face.track.iter().filter_map(|track| match (track.a, track.b) {
        (End::Side(a), End::Side(b)) => Some(BTreeSet::from([a, b])),
        _ => None,
    });
    pairs.chain((0..face.stops.len() as u8).map(|stop| exits_of(face, stop))).collect()
}

/// Rules: 1841-A1-08, 1841-A1-09
#[test]
fn the_track_of_the_tiles() {
    let v1 = table("v1", 3);
    let v2 = table("v2", 3);
    for (tile, shape) in EXITS {
        let in_v1 = v1.game.parts().tile(TileName::of(tile)).is_some();
        let face = face(if in_v1 { &v1 } else { &v2 }, tile);
        let side = |text: &str| text.parse::<u8>().unwrap();
        let expected: BTreeSet<BTreeSet<u8>> = if shape.contains('-') {
            let pairs = shape.split_whitespace().map(|pair| pair.split('-').map(side).collect());
            pairs.collect()
        } else {
            BTreeSet::from([shape.split_whitespace().map(side).collect()])
        };
        assert_eq!(pairs_of(&face), expected, "tile {tile}");
    }
    // Venezia: the city, the town, and the track between them.
    for (tile, city, town) in [("601", "1", "5"), ("602", "0 2 3", "4"), ("603", "0 1 2 3 5", "4")] {
        let face = face(&v1, tile);
        let of = |kind| face.stops.iter().position(|stop| stop.kind == kind).unwrap() as u8;
        let sides = |text: &str| text.split_whitespace().map(|side| side.parse().unwrap()).collect();
        let (mestre, venezia): (BTreeSet<u8>, BTreeSet<u8>) = (sides(city), sides(town));
        assert_eq!(exits_of(&face, of(StopKind::City)), mestre, "{tile}");
        assert_eq!(exits_of(&face, of(StopKind::Town)), venezia, "{tile}");
        let linked =
            face.track.iter().any(|track| matches!((track.a, track.b), (End::Stop(_), End::Stop(_))));
        assert!(linked, "{tile}");
    }
    let id = v1.game.parts().tile(TileName::of("601")).unwrap();
    let turns: Vec<_> =
        (0..6).filter(|turn| v1.game.parts().tiles.tile(id).unwrap().may_turn(*turn)).collect();
    assert_eq!(turns, [0], "601 is not rotatable");
}

/// Rules: 1841-A1-07
#[test]
fn values_and_slots_of_the_tiles() {
    let (v1, v2) = (table("v1", 3), table("v2", 3));
    let stop = |tile: &str, kind| {
        let in_v1 = v1.game.parts().tile(TileName::of(tile)).is_some();
        let face = face(if in_v1 { &v1 } else { &v2 }, tile);
        let stop = face.stops.iter().find(|stop| stop.kind == kind).unwrap();
        (stop.value.in_band(Name::cut("white")).0, stop.slots)
    };
    let expected = [
        ("5 6 57", 20, 1),
        ("12 13 205 206", 30, 1),
        ("14 15 619", 30, 2),
        ("63 611", 40, 2),
        ("201 202 621", 30, 1),
        ("207 208 622", 40, 2),
        ("216 623", 50, 2),
        ("604", 100, 2),
        ("605", 150, 3),
        ("606", 60, 2),
        ("607", 90, 2),
        ("608 612", 40, 1),
        ("609", 60, 2),
        ("601 602", 10, 1),
        ("603", 20, 1),
    ];
    for (tiles, value, slots) in expected {
        for tile in tiles.split_whitespace() {
            assert_eq!(stop(tile, StopKind::City), (value, slots), "{tile}");
        }
    }
    for tile in "3 4 58 1 2 55 56 69 630 631 632 633 87 88 204 144".split_whitespace() {
        assert_eq!(stop(tile, StopKind::Town).0, 10, "{tile}");
    }
    let towns = ["601", "602", "603"].map(|tile| stop(tile, StopKind::Town).0);
    assert_eq!(towns, [20, 30, 30]);
    for (tiles, slots) in [("613 614 615 610", 1), ("616 617 618", 2)] {
        for tile in tiles.split_whitespace() {
            assert_eq!(stop(tile, StopKind::Pass), (0, slots), "{tile}");
        }
    }
}
