//! What is in the box, counted; a title's files state the counts that they must add up to.

use super::block::Block;
use super::face::{COLORS, kind_name};
use crate::components::Components;
use serde::Serialize;
use std::collections::BTreeMap;

/// Counts of everything in the box.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Summary {
    /// All hexes.
    pub hexes: usize,
    /// Hexes by printed colour.
    pub hexes_by_color: BTreeMap<&'static str, usize>,
    /// Printed stops by kind.
    pub stops: BTreeMap<&'static str, usize>,
    /// Kinds of tiles.
    pub tile_kinds: usize,
    /// Pieces of tiles by colour, those without limit not counted.
    pub tiles: BTreeMap<&'static str, usize>,
    /// Companies by kind.
    pub companies: BTreeMap<String, usize>,
    /// Cards that are no certificates, by kind.
    pub cards: BTreeMap<String, usize>,
    /// Trains, those without limit not counted.
    pub trains: usize,
    /// Hexsides that no track may cross.
    pub impassable: usize,
    /// Hexsides with a border.
    pub borders: usize,
    /// Marks of reconstruction.
    pub reconstructed: usize,
}

/// Counts what is in the box.
pub fn summary(box_: &Components) -> Summary {
    let hexes = &box_.map.hexes;
    let sides = |test: fn(&crate::map::Side) -> bool| {
        let sides = hexes.iter().flat_map(|hex| &hex.sides);
        sides.filter(|side| side.to.is_some() && test(side)).count() / 2
    };
    let pieces = |stock: &Option<u16>| stock.map_or(0, usize::from);
    let mut tiles = BTreeMap::new();
    for (stock, count) in box_.tiles.stock.iter().enumerate() {
        let first = box_.tiles.stock_of.iter().position(|of| usize::from(*of) == stock);
        if let Some(tile) = first.and_then(|at| box_.tiles.tiles.get(at)) {
            *tiles.entry(color_name(tile.color())).or_default() += pieces(count);
        }
    }
    Summary {
        hexes: hexes.len(),
        hexes_by_color: count(hexes.iter().map(|hex| color_name(hex.face.color))),
        stops: count(hexes.iter().flat_map(|hex| &hex.face.stops).map(|stop| kind_name(stop.kind))),
        tile_kinds: box_.tiles.tiles.len(),
        tiles,
        companies: count(box_.companies.iter().map(|company| company.kind.to_string())),
        cards: count(box_.cards.iter().map(|card| card.kind.to_string())),
        trains: box_.trains.iter().map(|train| pieces(&train.count)).sum(),
        impassable: sides(|side| side.impassable || side.closed_beyond),
        borders: sides(|side| side.borders != 0),
        reconstructed: box_.reconstructed.len(),
    }
}

fn color_name(color: crate::tile::Color) -> &'static str {
    COLORS.iter().find(|(_, other)| *other == color).map_or("", |(name, _)| name)
}

fn count<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, usize> {
    let mut counts = BTreeMap::new();
    for key in keys {
        *counts.entry(key).or_default() += 1;
    }
    counts
}

/// Compares the counts with `[counts]`.
pub(super) fn check(root: &Block<'_>, box_: &Components) {
    let Some(block) = root.inner("counts") else {
        return root.missing("counts", "a table [counts] with what must be in the box");
    };
    let found = summary(box_);
    let plain = [
        ("hexes", found.hexes),
        ("trains", found.trains),
        ("tile_kinds", found.tile_kinds),
        ("impassable", found.impassable),
        ("borders", found.borders),
    ];
    for (key, found) in plain {
        check_count(&block, key, found);
    }
    check_table(&block, "hexes_by_color", &found.hexes_by_color);
    check_table(&block, "stops", &found.stops);
    check_table(&block, "tiles", &found.tiles);
    check_table(&block, "companies", &found.companies);
    check_table(&block, "cards", &found.cards);
    block.finish();
}

fn check_count(block: &Block<'_>, key: &str, found: usize) {
    if let Some(expected) = block.maybe::<i32>(key).filter(|expected| *expected as usize != found) {
        let at = block.get(key).map_or(block.node().at, |node| node.at);
        block.report(at, format!("{found} {key}"), format!("{expected}, as [counts] says"));
    }
}

fn check_table<K: AsRef<str> + Ord>(block: &Block<'_>, key: &str, found: &BTreeMap<K, usize>) {
    let Some(table) = block.inner(key) else { return };
    for (kind, found) in found {
        match table.get(kind.as_ref()) {
            Some(_) => check_count(&table, kind.as_ref(), *found),
            None => {
                table.wrong_here(format!("{found} {}", kind.as_ref()), "none, as [counts] does not name them")
            }
        }
    }
    for missing in table.rest() {
        if missing.own::<i32>() != Some(0) {
            missing.wrong_here("none", "the number that [counts] says");
        }
    }
}
