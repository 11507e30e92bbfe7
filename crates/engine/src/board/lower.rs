//! Taking tiles off the board again, and out of the game.

use super::table::FaceId;
use super::{Board, Candidate, EXTRA_SLOT, Token};
use crate::id::{HexId, TileId};
use smallvec::SmallVec;

impl Board {
    /// The tiles of the stock, in every rotation, that the tile on a hex could have replaced there.
    pub fn lower_candidates(&self, hex: HexId) -> Vec<(TileId, u8)> {
        let Some((tile, rotation)) = self.laid(hex) else { return Vec::new() };
        let tiles =
            (0..self.tiles().tiles.len() as u16).map(TileId).filter(|tile| self.left(*tile) != Some(0));
        let turned = tiles.flat_map(|tile| (0..6).map(move |rotation| (tile, rotation)));
        let fits = |(lower, turn): &(TileId, u8)| {
            let printed = self.tiles().tile(*lower);
            printed.is_some_and(|printed| {
                let open = printed.face(*turn).exits() & !self.table.open(hex) == 0;
                open && printed.may_turn(*turn)
                    && self.follows(hex, face_of(*lower, *turn), (tile, rotation)).is_some()
            })
        };
        turned.filter(fits).collect()
    }

    /// Whether the tile on a hex could have been laid on the bare map.
    pub fn is_first_tile(&self, hex: HexId) -> bool {
        let printed = self.table.printed_id(hex.index());
        self.laid(hex).is_some_and(|laid| self.follows(hex, printed, laid).is_some())
    }

    fn follows(&self, hex: HexId, lower: FaceId, (tile, rotation): (TileId, u8)) -> Option<Candidate> {
        self.table.after(hex, lower).find(|to| (to.tile, to.rotation) == (tile, rotation))
    }

    /// Takes the tile off a hex; in its place comes one of the [`Board::lower_candidates`], or nothing. All tokens stay: where
    /// slots are missing they lie beside them. The tile that goes back to the stock; none, with nothing changed, if that
    /// cannot be.
    pub fn lower(&mut self, hex: HexId, to: Option<(TileId, u8)>) -> Option<TileId> {
        let old = self.laid(hex)?;
        let face = match to {
            Some((tile, rotation)) if rotation < 6 && self.left(tile) != Some(0) => face_of(tile, rotation),
            Some(_) => return None,
            None => self.table.printed_id(hex.index()),
        };
        let stops = self.follows(hex, face, old)?.stops;
        let tokens: SmallVec<[Token; 8]> = SmallVec::from_slice(self.tokens_at(hex));
        for token in &tokens {
            self.remove(token.company, hex, token.stop);
        }
        self.change_stock(old.0, 1);
        if let Some((tile, _)) = to {
            self.change_stock(tile, -1);
        }
        self.fingerprint ^= self.face_print(hex);
        if let Some(place) = self.faces.get_mut(hex.index()) {
            *place = face;
        }
        self.fingerprint ^= self.face_print(hex);
        for token in tokens {
            let count = self.face(hex).stops.len() as u8;
            let homes = || (0..count).filter(|stop| stops.get(*stop) == Some(token.stop));
            let free = homes().find_map(|stop| Some((stop, self.free_slot(hex, stop)?)));
            let (stop, slot) = free.unwrap_or((homes().next().unwrap_or(0), EXTRA_SLOT));
            self.set_token(Token { stop, slot, ..token });
        }
        Some(old.0)
    }

    /// Tokens that lie beside the slots of a hex take those that are free now.
    pub fn fill_slots(&mut self, hex: HexId) {
        let beside: SmallVec<[Token; 4]> =
            self.tokens_at(hex).iter().copied().filter(|token| token.slot == EXTRA_SLOT).collect();
        for token in beside {
            if let Some(slot) = self.free_slot(hex, token.stop) {
                self.remove(token.company, hex, token.stop);
                self.set_token(Token { slot, ..token });
            }
        }
    }

    /// A piece of the stock leaves the game. False if none is left.
    pub fn retire(&mut self, tile: TileId) -> bool {
        let stock = self.tiles().stock_of.get(tile.index()).copied().unwrap_or(u16::MAX) as usize;
        if self.left(tile).is_none_or(|left| left == 0) {
            return false;
        }
        self.change_stock(tile, -1);
        self.gone.resize(self.stock.len(), 0);
        if let Some(gone) = self.gone.get_mut(stock) {
            *gone += 1;
        }
        true
    }

    /// The pieces that have left the game, by their first tile.
    pub fn retired(&self) -> impl Iterator<Item = (TileId, u16)> + '_ {
        let stock_of = &self.tiles().stock_of;
        let first = |stock: usize| stock_of.iter().position(|of| usize::from(*of) == stock);
        let gone = self.gone.iter().enumerate().filter(|(_, gone)| **gone > 0);
        gone.filter_map(move |(stock, gone)| first(stock).map(|tile| (TileId(tile as u16), *gone)))
    }
}

fn face_of(tile: TileId, rotation: u8) -> FaceId {
    FaceId(tile.0 * 6 + u16::from(rotation))
}
