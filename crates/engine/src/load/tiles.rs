//! The tiles: faces from the catalogue, the stock of the title, and what it prints about upgrades.

use super::Words;
use super::block::{Block, Limit};
use super::face::{COLORS, face, kind_name};
use crate::components::{Components, Upgrades};
use crate::id::TileId;
use crate::map::Hex;
use crate::money::Money;
use crate::name::{HexName, Name, TileName};
use crate::tile::{Color, Tile, TileSet};
use std::collections::HashMap;

type Catalogue<'t> = HashMap<&'t str, (Color, Block<'t>)>;

/// Reads `[tiles]`, the stock: `57 = 4`, or `"5/75" = 5` for the two faces of one piece.
pub(super) fn read(root: &Block<'_>, words: &Words) -> TileSet {
    let catalogue = catalogue(root);
    let mut set = TileSet::default();
    for entry in root.table("tiles") {
        let count = match entry.own::<Limit>() {
            Some(Limit(Some(count))) => Some(count.try_into().unwrap_or(0)),
            _ => None,
        };
        let stock = set.stock.len() as u16;
        set.stock.push(count);
        for name in entry.key().split('/') {
            if let Some(tile) = tile(&entry, name, &catalogue, words, &set) {
                set.tiles.push(tile);
                set.stock_of.push(stock);
            }
        }
    }
    if set.tiles.is_empty() {
        root.missing("tiles", "a table [tiles] with the number of pieces of each tile");
    }
    set
}

fn catalogue<'t>(root: &Block<'t>) -> Catalogue<'t> {
    let mut catalogue = Catalogue::new();
    for (name, color) in COLORS {
        for tile in root.table(name) {
            catalogue.insert(tile.key(), (color, tile));
        }
    }
    catalogue
}

fn tile(
    entry: &Block<'_>,
    name: &str,
    catalogue: &Catalogue<'_>,
    words: &Words,
    set: &TileSet,
) -> Option<Tile> {
    let Some((color, block)) = catalogue.get(name) else {
        entry.wrong_here(
            format!("the unknown tile \"{name}\""),
            "a tile of the catalogue or of the title's own tiles",
        );
        return None;
    };
    let short = Name::new(name).ok().map(TileName);
    let Some(short) = short.filter(|short| set.id(*short).is_none()) else {
        entry.wrong_here(format!("the tile \"{name}\" a second time"), "each tile once");
        return None;
    };
    let mut tile = Tile::new(short, face(block, words, *color));
    tile.cost = block.or("cost", Money::ZERO);
    if let Some(rotations) = block.maybe::<Vec<u8>>("rotations") {
        tile.rotations = rotations.iter().fold(0, |bits, rotation| bits | 1 << (rotation % 6));
    }
    if block.or("either", false) {
        let stops = tile.faces.iter_mut().flat_map(|face| &mut face.stops);
        stops.for_each(|stop| stop.tags.push(("either".to_owned(), "true".to_owned())));
    }
    block.ignore(&["reconstructed"]);
    block.finish();
    Some(tile)
}

/// Reads `[upgrades]` by tile and `[first_tiles]` by hex or by what is printed there.
pub(super) fn upgrades(root: &Block<'_>, box_: &Components) -> Upgrades {
    let mut tiles = vec![None; box_.tiles.tiles.len()];
    for row in root.table("upgrades") {
        let from = Name::new(row.key()).ok().and_then(|name| box_.tile(TileName(name)));
        match from.and_then(|tile| tiles.get_mut(tile.index())) {
            Some(place) => *place = Some(targets(&row, box_)),
            None => row.wrong_here(format!("the unknown tile \"{}\"", row.key()), "a tile of this title"),
        }
    }
    Upgrades { tiles, hexes: first_tiles(root, box_) }
}

fn first_tiles(root: &Block<'_>, box_: &Components) -> Vec<Option<Vec<TileId>>> {
    let rows: Vec<_> =
        root.table("first_tiles").into_iter().map(|row| (row.key(), targets(&row, box_), row)).collect();
    let find = |key: &str| rows.iter().find(|(name, ..)| *name == key).map(|(_, tiles, _)| tiles.clone());
    let classes: Vec<_> = box_.map.hexes.iter().map(classes).collect();
    for (key, _, row) in &rows {
        let hex = Name::new(key).ok().and_then(|name| box_.hex(HexName(name)));
        if hex.is_none() && !classes.iter().flatten().any(|class| class == key) {
            row.wrong_here(
                format!("\"{key}\""),
                "a hex, or stops and labels as printed, such as \"city Y\" or \"plain\"",
            );
        }
    }
    let hexes = box_.map.hexes.iter().zip(&classes);
    hexes
        .map(|(hex, classes)| {
            find(hex.name.as_str()).or_else(|| classes.iter().find_map(|class| find(class)))
        })
        .collect()
}

/// What is printed on an empty hex: `plain`, `town town`, `city Y`; with its region in front, too: `north: city Y`.
fn classes(hex: &Hex) -> Vec<String> {
    if hex.face.color != Color::White || hex.next.is_none() {
        return Vec::new();
    }
    let stops = hex.face.stops.iter().map(|stop| kind_name(stop.kind));
    let words: Vec<_> = stops.chain(hex.face.labels.iter().map(|label| label.as_str())).collect();
    let class = if words.is_empty() { "plain".to_owned() } else { words.join(" ") };
    let regional = hex.region.map(|region| format!("{region}: {class}"));
    regional.into_iter().chain([class]).collect()
}

fn targets(row: &Block<'_>, box_: &Components) -> Vec<TileId> {
    let text = row.own::<String>().unwrap_or_default();
    let tile = |word: &str| {
        let tile = Name::new(word).ok().and_then(|name| box_.tile(TileName(name)));
        if tile.is_none() {
            row.wrong_here(format!("the unknown tile \"{word}\""), "a tile of this title");
        }
        tile
    };
    text.split_whitespace().filter_map(tile).collect()
}
