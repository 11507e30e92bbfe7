//! The map, the trains of the bank, the tiles that are left.

use crate::esp::Game;
use crate::esp::fixed::Pass;
use crate::esp::table::HomeToken;
use ferrata_engine::board::Token;
use ferrata_engine::id::{TileId, TrainKind};
use ferrata_engine::name::{HexName, TileName};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::tile::{Color, Tile};
use ferrata_engine::train::TrainSpec;
use ferrata_engine::view::{BoardView, DepotView, TokenView};

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
    let tokens = game.table.board.tokens().iter().map(token);
    BoardView {
        tiles: tiles.collect(),
        tokens: tokens.chain(waiting_tokens(game)).collect(),
        borders: Vec::new(),
        markers: Vec::new(),
        marks: pass_marks(game),
    }
}

/// Tokens on double cities without a tile.
fn waiting_tokens(game: &Game) -> Vec<TokenView> {
    let mut tokens = Vec::new();
    for company in game.company_ids() {
        let state = game.company(company);
        let home = (state.home == HomeToken::Waiting).then(|| game.fixed.role(company).home);
        for hex in home.into_iter().chain(state.waiting_at) {
            let (company, hex) = (game.name(company), game.fixed.parts.hex_name(hex));
            tokens.push(TokenView { company, hex, stop: 0, slot: 0 });
        }
    }
    tokens
}

/// Whether a pass is open, in a word.
pub(super) fn pass_standing(game: &Game, at: usize) -> Text {
    if game.table.passes.is_open(at) { say!("open") } else { say!("closed") }
}

fn pass_marks(game: &Game) -> Vec<(HexName, Text)> {
    let mark = |(at, pass): (usize, &Pass)| (game.fixed.parts.hex_name(pass.hex), pass_standing(game, at));
    game.fixed.passes.iter().enumerate().map(mark).collect()
}

pub(super) fn depot(game: &Game) -> Vec<DepotView> {
    let (parts, depot) = (&game.fixed.parts, &game.table.depot);
    let top = depot.top();
    let kinds = parts.trains.iter().enumerate().map(|(at, spec)| (TrainKind(at as u8), spec));
    let view = |(kind, spec): (TrainKind, &TrainSpec)| DepotView {
        train: spec.name,
        left: depot.left(kind),
        returned: 0,
        price: spec.price,
        for_sale: top == Some(kind),
        rusts_on: spec.rusts_on.map(|kind| parts.train_name(kind)),
    };
    kinds.filter(|(kind, _)| *kind != game.fixed.privates.permanent_train).map(view).collect()
}

pub(super) fn tiles(game: &Game) -> Vec<(TileName, Option<u16>)> {
    let tiles = game.fixed.parts.tiles.tiles.iter().enumerate();
    let left = |(at, tile): (usize, &Tile)| (tile.name, game.table.board.left(TileId(at as u16)));
    tiles.filter(|(_, tile)| tile.color() != Color::White).map(left).collect()
}
