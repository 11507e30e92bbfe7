//! What lies on the map: tiles as `F8 = "57 2"` (tile and turn), stations as `"F8"`, or `"F8 s1"` where a hex has several
//! stops and the first is not meant.

use super::names::Names;
use crate::board::{Board, EXTRA_SLOT, Token};
use crate::id::{CompanyId, HexId, TileId};
use crate::name::{HexName, Name, TileName};
use crate::tree::{Node, Table, Value};

/// What was found and what would be right.
pub(super) type Wrong = (String, String);

pub(super) fn tiles(board: &Board, names: &Names<'_>) -> Table {
    let tile = |(hex, tile, rotation)| {
        let (hex, tile): (HexId, _) = (hex, names.parts.tile_name(tile));
        (names.parts.hex_name(hex).to_string(), Node::text(format!("{tile} {rotation}")))
    };
    board.laid_tiles().map(tile).collect()
}

/// How many of which tiles have left the game.
pub(super) fn retired(board: &Board, names: &Names<'_>) -> Table {
    let entry = |(tile, count): (TileId, u16)| {
        (names.parts.tile_name(tile).to_string(), Node::new(Value::Number(count.into())))
    };
    board.retired().map(entry).collect()
}

/// Lets tiles leave the game.
pub(super) fn retire(board: &mut Board, tile: &str, node: &Node, names: &Names<'_>) -> Result<(), Wrong> {
    let id = Name::new(tile).ok().and_then(|name| names.parts.tile(TileName(name)));
    let id = id.ok_or_else(|| (format!("\"{tile}\""), "a tile of the box".to_owned()))?;
    let count = if let Value::Number(count) = node.value { u16::try_from(count).ok() } else { None };
    let count = count.ok_or_else(|| (node.describe(), "a number of tiles".to_owned()))?;
    match (0..count).all(|_| board.retire(id)) {
        true => Ok(()),
        false => Err((format!("{count} tiles {tile}"), "no more than are left".to_owned())),
    }
}

/// Lays one tile, whatever lies there.
pub(super) fn lay(board: &mut Board, hex: &str, text: &str, names: &Names<'_>) -> Result<(), Wrong> {
    let wrong = || (format!("\"{text}\""), "a tile and its turn clockwise, as in \"57 2\"".to_owned());
    let hex = hex_named(hex, names)?;
    let (tile, rotation) = text.rsplit_once(' ').unwrap_or((text, "0"));
    let id = Name::new(tile.trim()).ok().and_then(|name| names.parts.tile(TileName(name)));
    let id = id.ok_or_else(|| (format!("\"{tile}\""), "a tile of the box".to_owned()))?;
    let rotation: u8 = rotation.trim().parse().ok().filter(|turn| *turn < 6).ok_or_else(wrong)?;
    board
        .put(hex, id, rotation)
        .ok_or_else(|| (format!("one more tile {tile}"), "a tile that is left".to_owned()))
}

fn hex_named(name: &str, names: &Names<'_>) -> Result<HexId, Wrong> {
    let hex = Name::new(name).ok().and_then(|name| names.parts.hex(HexName(name)));
    hex.ok_or_else(|| (format!("\"{name}\""), "a hex of the board".to_owned()))
}

/// The stations of a company in the order of the map. `so_far` holds what was written before, so that only a slot that
/// reading would not find by itself is told.
pub(super) fn stations(
    board: &Board,
    so_far: &mut Board,
    company: CompanyId,
    names: &Names<'_>,
) -> Vec<(HexId, String)> {
    let tokens: Vec<Token> = board.tokens_of(company).collect();
    let mut told = Vec::new();
    for token in tokens {
        let mut text = names.parts.hex_name(token.hex).to_string();
        let usual = first_free(so_far, token.hex);
        if usual != Some((token.stop, token.slot)) {
            text.push_str(&format!(" s{}", token.stop));
            if so_far.free_slot(token.hex, token.stop) != Some(token.slot) {
                let slot = if token.slot == EXTRA_SLOT { "extra".to_owned() } else { token.slot.to_string() };
                text.push_str(&format!(" slot {slot}"));
            }
        }
        so_far.set_token(token);
        told.push((token.hex, text));
    }
    told
}

fn first_free(board: &Board, hex: HexId) -> Option<(u8, u8)> {
    let stops = 0..board.face(hex).stops.len() as u8;
    stops.into_iter().find_map(|stop| board.free_slot(hex, stop).map(|slot| (stop, slot)))
}

/// Places a station.
pub(super) fn place(
    board: &mut Board,
    company: CompanyId,
    text: &str,
    names: &Names<'_>,
) -> Result<HexId, Wrong> {
    let mut words = text.split_whitespace();
    let hex = hex_named(words.next().unwrap_or_default(), names)?;
    let wrong = || {
        (
            format!("\"{text}\""),
            "a hex, its stop and slot if need be: \"F8\", \"F8 s1\", \"F8 s1 slot 2\"".into(),
        )
    };
    let full = || (format!("\"{text}\""), "a place with a free slot".to_owned());
    let stop: Option<u8> = match words.next() {
        None => None,
        Some(stop) => Some(stop.strip_prefix('s').and_then(|stop| stop.parse().ok()).ok_or_else(wrong)?),
    };
    let slot = match (words.next(), words.next()) {
        (None, _) => None,
        (Some("slot"), Some("extra")) => Some(EXTRA_SLOT),
        (Some("slot"), Some(slot)) => Some(slot.parse::<u8>().map_err(|_| wrong())?),
        _ => return Err(wrong()),
    };
    let (stop, slot) = match (stop, slot) {
        (None, _) => first_free(board, hex).ok_or_else(full)?,
        (Some(stop), None) => (stop, board.free_slot(hex, stop).ok_or_else(full)?),
        (Some(stop), Some(slot)) => (stop, slot),
    };
    let there = board.slots(hex, stop);
    let exists = (stop as usize) < board.face(hex).stops.len() && (slot == EXTRA_SLOT || slot < there);
    if !exists {
        return Err((format!("\"{text}\""), format!("a stop and a slot that are there ({there} slots)")));
    }
    if board.has_token_at(company, hex, stop) {
        return Err((format!("\"{text}\" twice"), "one station of a company in a place".to_owned()));
    }
    board.set_token(Token { hex, stop, slot, company });
    Ok(hex)
}
