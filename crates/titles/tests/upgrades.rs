//! Which tile may replace which: the printed tables against the geometry of track, over every pair.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests may fail")]

use ferrata_engine::board::{UpgradeRules, fits};
use ferrata_engine::components::Components;
use ferrata_engine::id::TileId;
use ferrata_engine::tile::{Color, End, Face, Stop, StopKind};
use ferrata_titles::{esp, t1841};

fn class(stop: &Stop) -> Option<&str> {
    stop.tags.iter().find(|(key, _)| key == "pass_class").map(|(_, class)| class.as_str())
}

fn in_1841() -> UpgradeRules {
    UpgradeRules {
        becomes: |from, to| from.kind == to.kind && class(from) == class(to),
        ..UpgradeRules::default()
    }
}

fn in_18esp() -> UpgradeRules {
    UpgradeRules {
        labels: |from, to| {
            let has = |face: &Face, label: &str| face.labels.iter().any(|name| name.as_str() == label);
            from.labels == to.labels || (has(from, "OO") && has(to, "Y") && to.color == Color::Brown)
        },
        vanishes: |stop| stop.kind == StopKind::Mine,
        ..UpgradeRules::default()
    }
}

fn ids(parts: &Components) -> impl Iterator<Item = TileId> + use<> {
    (0..parts.tiles.tiles.len() as u16).map(TileId)
}

/// By the engine: some rotation of `to` may replace `from`.
fn replaces(parts: &Components, rules: &UpgradeRules, from: TileId, to: TileId) -> bool {
    let (from, to) = (parts.tiles.tile(from).unwrap(), parts.tiles.tile(to).unwrap());
    from.color().next() == Some(to.color())
        && (0..6).any(|rotation| fits(from.face(0), to.face(rotation), rules).is_some())
}

fn compare(title: &str, parts: &Components, rules: &UpgradeRules) -> (usize, usize) {
    let (mut told, mut silent) = (0, 0);
    for from in ids(parts) {
        for to in ids(parts) {
            let legal = replaces(parts, rules, from, to);
            let name = |tile| parts.tiles.tile(tile).unwrap().name;
            match parts.upgrades.from_tile(from) {
                Some(table) => {
                    told += 1;
                    let (from, to, printed) = (name(from), name(to), table.contains(&to));
                    assert_eq!(
                        legal, printed,
                        "{title} {}: {from} to {to}, printed: {printed}",
                        parts.edition
                    );
                }
                None => {
                    silent += 1;
                    assert_eq!(legal, keeps_all(parts, from, to), "{title}: {} to {}", name(from), name(to));
                }
            }
        }
    }
    (told, silent)
}

/// Track preservation in plain words, for where the table is silent: the next colour, the same letters, the
/// same stops, and in some rotation every joint of the old tile (side to side, or side to a stop of its
/// kind) is there.
fn keeps_all(parts: &Components, from: TileId, to: TileId) -> bool {
    let (old, new) = (parts.tiles.tile(from).unwrap(), parts.tiles.tile(to).unwrap());
    let kinds = |face: &Face| {
        let mut kinds: Vec<_> =
            face.stops.iter().map(|stop| (stop.kind, class(stop).map(str::to_owned))).collect();
        kinds.sort();
        kinds
    };
    let joints = |face: &Face| {
        let kind = |end: End| match end {
            End::Stop(stop) => Err(face.stops[stop as usize].kind),
            // No tile has a far line.
            End::Side(side) | End::Far(side) => Ok(side),
        };
        face.track.iter().map(|t| (kind(t.a).min(kind(t.b)), kind(t.a).max(kind(t.b)))).collect::<Vec<_>>()
    };
    let (first, all) = (old.face(0), joints(old.face(0)));
    old.color().next() == Some(new.color())
        && first.labels == new.face(0).labels
        && kinds(first) == kinds(new.face(0))
        && (0..6).any(|rotation| {
            let there = joints(new.face(rotation));
            all.iter().all(|joint| there.contains(joint))
        })
}

/// Rules: 1841-4.1.1-11
#[test]
fn the_printed_table_of_1841_is_what_the_track_says() {
    for edition in t1841::data::SHELF.editions {
        let parts = t1841::data::SHELF.components(edition.name).unwrap();
        let (told, silent) = compare("1841", &parts, &in_1841());
        assert!(told > 5_000, "{told} pairs told, {silent} silent");
    }
}

/// Rules: 18ESP-4.2.2-01, 18ESP-4.2.2-03, 18ESP-4.2.2-05, 18ESP-4.2.2-06, 18ESP-4.2.3-05
#[test]
fn the_table_of_18esp_is_what_the_track_says() {
    for edition in esp::data::SHELF.editions {
        let parts = esp::data::SHELF.components(edition.name).unwrap();
        let (told, silent) = compare("18ESP", &parts, &in_18esp());
        assert!(told > 5_000, "{told} pairs told, {silent} silent");
    }
}
