//! The tiles: faces from the catalogue, the stock of the title, and what it prints about upgrades.

use super::Words;
use super::block::{Block, Limit};
use super::face::{COLORS, face, kind_name};
use crate::components::{Components, Upgrades};
use crate::id::TileId;
use crate::map::Hex;
use crate::money::Money;
use crate::name::{HexName, Name, TileName};
use crate::tile::{Color, Face, StopKind, Tile, TileSet};
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
    block.ignore(&["reconstructed"]);
    block.finish();
    Some(tile)
}

/// Reads `[upgrades]` by tile and `[first_tiles]` by hex or by what is printed there.
pub(super) fn upgrades(root: &Block<'_>, box_: &Components) -> Upgrades {
    let mut tiles = vec![None; box_.tiles.tiles.len()];
    for row in root.table("upgrades") {
        let from = Name::new(row.key()).ok().and_then(|name| box_.tile(TileName(name)));
        match from.and_then(|tile| Some((box_.tiles.tile(tile)?, tiles.get_mut(tile.index())?))) {
            Some((tile, place)) => {
                let list = targets(&row, box_);
                check_row(&row, tile.face(0), tile.color().next(), &list, &box_.tiles);
                *place = Some(list);
            }
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
    for (key, list, row) in &rows {
        let printed = |(hex, classes): &(&Hex, &Vec<String>)| {
            hex.name.as_str() == *key || classes.iter().any(|class| class == key)
        };
        if let Some((hex, _)) = hexes.clone().find(printed) {
            check_row(row, &hex.face, hex.next, list, &box_.tiles);
        }
    }
    hexes
        .map(|(hex, classes)| {
            find(hex.name.as_str()).or_else(|| classes.iter().find_map(|class| find(class)))
        })
        .collect()
}

/// A row names tiles once each, of the next colour, with stops of the kinds that lie there and with track to the same sides; what
/// is never replaced has no row.
fn check_row(row: &Block<'_>, from: &Face, next: Option<Color>, list: &[TileId], tiles: &TileSet) {
    if !tiles.tiles.iter().any(|tile| Some(tile.color()) == next) {
        row.wrong_here("a row for what no tile of this title can replace", "no such row");
    }
    let stays = from.stops.iter().any(|stop| stop.kind != StopKind::Mine);
    let has = |kind: StopKind| from.stops.iter().any(|stop| stop.kind == kind);
    for (at, tile) in list.iter().enumerate().filter_map(|(at, id)| Some((at, tiles.tile(*id)?))) {
        let (to, name) = (tile.face(0), tile.name);
        if list.iter().skip(at + 1).any(|id| list.get(at) == Some(id)) {
            row.wrong_here(format!("the tile \"{name}\" a second time"), "each tile once");
        }
        if Some(tile.color()) != next {
            row.wrong_here(
                format!("the tile \"{name}\", which is {:?}", tile.color()),
                "tiles of the next colour",
            );
        }
        if to.stops.is_empty() && stays || !to.stops.iter().all(|stop| has(stop.kind)) {
            row.wrong_here(
                format!("the tile \"{name}\" with other stops"),
                "tiles with stops of the same kinds",
            );
        }
        if !(0..6).any(|rotation| from.exits() & !tile.face(rotation).exits() == 0) {
            row.wrong_here(
                format!("the tile \"{name}\", which leads elsewhere"),
                "tiles that keep the track to all sides",
            );
        }
    }
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
