//! The map as routes need it.

use crate::routes::Ground;
use ferrata_engine::name::HexName;
use ferrata_engine::tile::Face;
use ferrata_titles::t1841::Game;

/// The map as routes need it.
pub(super) struct Map<'a>(pub(super) &'a Game);

impl Ground for Map<'_> {
    fn face(&self, hex: HexName) -> Option<&Face> {
        let board = self.0.board();
        board.map().id(hex).map(|hex| board.face(hex))
    }

    fn side_towards(&self, from: HexName, to: HexName) -> Option<u8> {
        let map = self.0.board().map();
        let (from, to) = (map.hex(map.id(from)?)?, map.id(to)?);
        (0..6).find(|&side| from.side(side).to.is_some_and(|(hex, _)| hex == to))
    }
}
