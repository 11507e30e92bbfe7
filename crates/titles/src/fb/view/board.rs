//! What lies on the map and in the bank.

use crate::fb::Game;
use crate::fb::fixed::{Claimant, Power};
use crate::fb::operating::trains;
use ferrata_engine::id::{CompanyId, HexId, TileId};
use ferrata_engine::name::{HexName, TileName};
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::view::{BoardView, DepotView, TokenView};

pub(super) fn board(game: &Game) -> BoardView {
    let (parts, board) = (&game.fixed.parts, &game.table.board);
    let tiles =
        board.laid_tiles().map(|(hex, tile, turn)| (parts.hex_name(hex), parts.tile_name(tile), turn));
    let tokens = board.tokens().iter().map(|token| TokenView {
        company: game.name(token.company),
        hex: parts.hex_name(token.hex),
        stop: token.stop,
        slot: token.slot,
    });
    let borders = game.phase().map_or(0, |phase| phase.borders);
    BoardView {
        tiles: tiles.collect(),
        tokens: tokens.collect(),
        borders: (0..16).filter(|border| borders >> border & 1 != 0).collect(),
        marks: marks(game),
        ..BoardView::default()
    }
}

/// Slots that are kept, Bourbon tokens, Falcon's bonus.
fn marks(game: &Game) -> Vec<(HexName, Text)> {
    let name = |hex: HexId| game.fixed.parts.hex_name(hex);
    let mut marks = Vec::new();
    for claim in game.fixed.places.claims().iter().filter(|claim| game.is_open(claim)) {
        let text = match claim.by {
            Claimant::Company(company) => say!("slot of {company}", company = game.name(company)),
            Claimant::Bourbon(card) => match game.fixed.political(card).map(|political| &political.power) {
                Some(Power::Bourbon(bourbon)) => say!("Bourbon token {number}", number = bourbon.number),
                _ => continue,
            },
        };
        marks.push((name(claim.hex), text));
    }
    if let Some(company) = game.table.falcon {
        for hex in game.fixed.places.falcon_hexes() {
            let bonus = game.fixed.places.falcon(hex);
            marks.push((name(hex), say!("{bonus} more for {company}", bonus, company = game.name(company))));
        }
    }
    marks
}

pub(super) fn depot(game: &Game) -> Vec<DepotView> {
    let (parts, depot) = (&game.fixed.parts, &game.table.depot);
    // Corps and regionals buy from different piles: any of each kind stands for all.
    let corp = game.corps().next().unwrap_or(CompanyId(0));
    let regional = game.company_ids().find(|id| game.fixed.regional(*id).is_some()).unwrap_or(corp);
    let sold: Vec<_> = trains::for_sale(game, corp).chain(trains::for_sale(game, regional)).collect();
    let shown = game.fixed.train_kinds().filter(|(kind, train)| {
        train.class != crate::fb::fixed::Class::Converted || depot.returned(*kind) > 0
    });
    shown
        .map(|(kind, train)| DepotView {
            train: parts.train_name(kind),
            left: depot.left(kind),
            returned: depot.returned(kind),
            price: train.price,
            for_sale: sold.contains(&kind),
            rusts_on: parts
                .train_spec(kind)
                .and_then(|spec| spec.rusts_on)
                .map(|kind| parts.train_name(kind)),
        })
        .collect()
}

pub(super) fn tiles(game: &Game) -> Vec<(TileName, Option<u16>)> {
    let tiles = game.fixed.parts.tiles.tiles.iter().enumerate();
    tiles.map(|(at, tile)| (tile.name, game.table.board.left(TileId(at as u16)))).collect()
}
