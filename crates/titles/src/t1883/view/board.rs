//! The map, the trains of the bank, the tiles that are left.

use crate::t1883::Game;
use crate::t1883::operating::coaches::COACH;
use crate::t1883::privates::anchors::ANCHOR;
use ferrata_engine::board::Token;
use ferrata_engine::id::{TileId, TrainKind};
use ferrata_engine::name::TileName;
use ferrata_engine::tile::{Color, Tile};
use ferrata_engine::train::TrainSpec;
use ferrata_engine::view::{BoardView, DepotView, MarkerView, TokenView};

pub(super) fn board(game: &Game) -> BoardView {
    let parts = &game.fixed.parts;
    let tiles = game.table.board.laid_tiles();
    let tiles = tiles.map(|(hex, tile, rotation)| (parts.hex_name(hex), parts.tile_name(tile), rotation));
    let token = |token: &Token| TokenView {
        company: game.name(token.company),
        hex: parts.hex_name(token.hex),
        stop: token.stop,
        slot: token.slot,
    };
    let anchors = game.table.anchors.iter().map(|anchor| MarkerView {
        company: game.name(anchor.of),
        marker: ANCHOR,
        hex: parts.hex_name(anchor.hex),
    });
    let sarsa = game.name(game.fixed.sarsa);
    let coaches = game.table.coaches.iter();
    let coaches = coaches.map(|hex| MarkerView { company: sarsa, marker: COACH, hex: parts.hex_name(*hex) });
    BoardView {
        tiles: tiles.collect(),
        tokens: game.table.board.tokens().iter().map(token).collect(),
        borders: Vec::new(),
        marks: Vec::new(),
        markers: anchors.chain(coaches).collect(),
    }
}

pub(super) fn depot(game: &Game) -> Vec<DepotView> {
    let (parts, depot) = (&game.fixed.parts, &game.table.depot);
    let (top, gravity) = (depot.top(), game.fixed.gravity.kind);
    let kinds = parts.trains.iter().enumerate().map(|(at, spec)| (TrainKind(at as u8), spec));
    let view = |(kind, spec): (TrainKind, &TrainSpec)| {
        let there = depot.left(kind) != Some(0) || depot.returned(kind) > 0;
        DepotView {
            train: spec.name,
            left: depot.left(kind),
            returned: depot.returned(kind),
            price: spec.price,
            for_sale: top == Some(kind) || depot.returned(kind) > 0 || kind == gravity && there,
            rusts_on: spec.rusts_on.map(|kind| parts.train_name(kind)),
        }
    };
    kinds.map(view).collect()
}

pub(super) fn tiles(game: &Game) -> Vec<(TileName, Option<u16>)> {
    let tiles = game.fixed.parts.tiles.tiles.iter().enumerate();
    let left = |(at, tile): (usize, &Tile)| (tile.name, game.table.board.left(TileId(at as u16)));
    tiles.filter(|(_, tile)| tile.color() != Color::White).map(left).collect()
}
