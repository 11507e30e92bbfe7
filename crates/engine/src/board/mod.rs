//! The board: what lies on the map. Only what changes is here; map and tiles are shared.

mod cache;
mod fit;
mod lines;
mod lower;
mod reach;
mod rework;
mod table;
mod tokens;

#[cfg(test)]
mod tests;

pub use cache::ReachCache;
pub use fit::{MAX_STOPS, StopMap, UpgradeRules, fits, mappings, new_track};
pub use lines::{Halt, Line, LineLeg, LineStart, LineTerms};
pub use reach::{Reach, Terms, Visit};
pub use rework::{ReworkRules, Reworks};
pub use table::{ANY_GAUGE, BROAD, Candidate, NARROW, Table};
pub use tokens::{EXTRA_SLOT, Token};

pub(crate) use table::Wiring;

use crate::hash::stable_hash;
use crate::id::{HexId, TileId};
use crate::map::Map;
use crate::say;
use crate::text::Text;
use crate::tile::{Color, Face, TileSet};
use smallvec::SmallVec;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use table::FaceId;

/// Laid tiles, tokens, and the tiles left.
#[derive(Clone, Debug)]
pub struct Board {
    table: Arc<Table>,
    /// By hex: the face that lies there.
    faces: Vec<FaceId>,
    /// By stock: how many pieces are left; none = without limit.
    stock: Vec<Option<u16>>,
    /// Sorted by hex, stop, slot and company.
    tokens: Vec<Token>,
    /// Changes with every tile and token, and is the same for the same tiles and tokens.
    fingerprint: u64,
    /// By stock: how many pieces have left the game; empty as long as none has. It follows from the rest.
    gone: Vec<u16>,
}

/// What laying a tile did besides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Laying {
    /// The tile that went back to the stock.
    pub replaced: Option<TileId>,
    /// Second tokens of a company in cities that became one; they left the board.
    pub doubled: SmallVec<[Token; 2]>,
}

/// Why a tile cannot be laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// There is no such hex, tile or rotation.
    Unknown,
    /// No tile is ever laid here (again).
    Never,
    /// Another colour comes next.
    Color(Color),
    /// The letters do not agree.
    Label,
    /// The tile is never laid in this rotation.
    Rotation,
    /// Track, stops or their kinds would not be kept.
    Track,
    /// Track would run against a closed side: off the map, impassable, or the blank side of a printed hex.
    ClosedSide(u8),
    /// None is left.
    Stock,
}

impl Misfit {
    /// What is wrong, as a sentence.
    pub fn text(self) -> Text {
        match self {
            Misfit::Unknown => say!("there is no such hex, tile or rotation (0 to 5)"),
            Misfit::Never => say!("no tile can be laid on this hex any more"),
            Misfit::Color(next) => say!("a {color} tile comes next on this hex", color = next.text()),
            Misfit::Label => say!("the letters of tile and hex differ"),
            Misfit::Rotation => say!("this tile is never laid in this rotation"),
            Misfit::Track => say!("all track and all stops that are there must be kept"),
            Misfit::ClosedSide(side) => say!("track would run against the closed side {side}", side),
            Misfit::Stock => say!("none of these tiles is left"),
        }
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.text(), f)
    }
}

impl Board {
    /// The printed map, with all tiles in stock.
    pub fn new(table: Arc<Table>) -> Board {
        let faces = (0..table.map.hexes.len()).map(|hex| table.printed_id(hex)).collect();
        let stock = table.tiles.stock.clone();
        Board { table, faces, stock, tokens: Vec::new(), fingerprint: 0, gone: Vec::new() }
    }

    /// The same tiles and tokens on a table of the same hexes and tiles with other figures: for what a change of them
    /// would do.
    #[cfg(any(test, feature = "kit"))]
    pub fn on(&self, table: Arc<Table>) -> Board {
        Board { table, ..self.clone() }
    }

    /// What never changes.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.table.map
    }

    /// The tiles.
    pub fn tiles(&self) -> &TileSet {
        &self.table.tiles
    }

    /// The same for the same tiles and tokens, different for others: what is worked out from a board can
    /// be kept under it.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    fn face_id(&self, hex: HexId) -> FaceId {
        self.faces.get(hex.index()).copied().unwrap_or(FaceId(u16::MAX))
    }

    /// What one sees on a hex; blank where there is no such hex.
    pub fn face(&self, hex: HexId) -> &Face {
        self.table.face(self.face_id(hex))
    }

    pub(crate) fn wiring(&self, hex: HexId) -> Option<&Wiring> {
        self.table.wiring(self.face_id(hex))
    }

    /// The tile on a hex and its rotation; none if the map is bare there.
    pub fn laid(&self, hex: HexId) -> Option<(TileId, u8)> {
        self.table.tile_of(self.face_id(hex))
    }

    /// All laid tiles.
    pub fn laid_tiles(&self) -> impl Iterator<Item = (HexId, TileId, u8)> + '_ {
        self.map().ids().filter_map(|hex| self.laid(hex).map(|(tile, rotation)| (hex, tile, rotation)))
    }

    /// How many of a tile are left; none = without limit.
    pub fn left(&self, tile: TileId) -> Option<u16> {
        let stock = self.tiles().stock_of.get(tile.index());
        stock.and_then(|stock| self.stock.get(*stock as usize)).copied().unwrap_or(Some(0))
    }

    /// Every tile of the stock that may be laid on a hex, in every rotation: colour, letters, track, stops
    /// and closed sides are seen to; connection, cost and whatever else are the title's.
    pub fn candidates(&self, hex: HexId, colors: &[Color]) -> impl Iterator<Item = Candidate> {
        let fitting = self.table.after(hex, self.face_id(hex));
        fitting.filter(|to| colors.contains(&to.color) && self.left(to.tile) != Some(0))
    }

    /// One of the [`Board::candidates`] (of any colour), or why it is none.
    pub fn candidate(&self, hex: HexId, tile: TileId, rotation: u8) -> Result<Candidate, Misfit> {
        let mut fitting = self.table.after(hex, self.face_id(hex));
        match fitting.find(|to| to.tile == tile && to.rotation == rotation) {
            Some(_) if self.left(tile) == Some(0) => Err(Misfit::Stock),
            Some(candidate) => Ok(candidate),
            None => Err(self.misfit(hex, tile, rotation)),
        }
    }

    fn misfit(&self, hex: HexId, tile: TileId, rotation: u8) -> Misfit {
        let (Some(place), Some(tile)) = (self.map().hex(hex), self.tiles().tile(tile)) else {
            return Misfit::Unknown;
        };
        let from = self.face(hex);
        let next = if self.laid(hex).is_some() { from.color.next() } else { place.next };
        let to = tile.face(rotation);
        let closed = to.exits() & !self.table.open(hex);
        match next {
            _ if rotation > 5 => Misfit::Unknown,
            None => Misfit::Never,
            Some(color) if color != to.color => Misfit::Color(color),
            Some(_) if !(self.table.rules.labels)(from, to) => Misfit::Label,
            Some(_) if !tile.may_turn(rotation) => Misfit::Rotation,
            Some(_) if closed != 0 => Misfit::ClosedSide(closed.trailing_zeros() as u8),
            Some(_) => Misfit::Track,
        }
    }

    /// Lays a tile: tokens follow their stops, the old tile goes back to the stock. What fits is said by
    /// [`Board::candidate`]; none, with nothing changed, if none is left or the hex does not exist.
    pub fn lay(&mut self, hex: HexId, to: &Candidate) -> Option<Laying> {
        if self.left(to.tile) == Some(0) || hex.index() >= self.faces.len() || to.rotation > 5 {
            return None;
        }
        let replaced = self.laid(hex).map(|(tile, _)| tile);
        self.change_stock(to.tile, -1);
        if let Some(tile) = replaced {
            self.change_stock(tile, 1);
        }
        self.fingerprint ^= self.face_print(hex);
        if let Some(face) = self.faces.get_mut(hex.index()) {
            *face = FaceId(to.tile.0 * 6 + u16::from(to.rotation));
        }
        self.fingerprint ^= self.face_print(hex);
        let doubled = self.move_tokens(hex, to.stops);
        Some(Laying { replaced, doubled })
    }

    /// Lets a tile lie on a hex, whatever the rules of laying say; tokens there keep the number of their stop. None, with nothing
    /// changed, if none is left or there is no such hex.
    pub(crate) fn put(&mut self, hex: HexId, tile: TileId, rotation: u8) -> Option<()> {
        let (exits, color) =
            self.tiles().tile(tile).map(|tile| (tile.face(rotation).exits(), tile.face(rotation).color))?;
        let to = Candidate { tile, rotation, exits, color, stops: StopMap::same() };
        self.lay(hex, &to).map(|_| ())
    }

    fn change_stock(&mut self, tile: TileId, by: i16) {
        let stock = self.table.tiles.stock_of.get(tile.index()).copied().unwrap_or(u16::MAX);
        if let Some(Some(left)) = self.stock.get_mut(stock as usize) {
            *left = left.saturating_add_signed(by);
        }
    }

    /// What a laid tile adds to the fingerprint.
    fn face_print(&self, hex: HexId) -> u64 {
        self.laid(hex).map_or(0, |(tile, rotation)| stable_hash(&(1_u8, hex, tile, rotation)))
    }

    /// What is wrong with the board, for the checks that every title gets: tiles beyond the stock,
    /// overfilled stops.
    pub fn breaches(&self) -> Vec<String> {
        let mut breaches = Vec::new();
        for (at, (left, printed)) in self.stock.iter().zip(&self.tiles().stock).enumerate() {
            let of_stock = |tile: TileId| self.tiles().stock_of.get(tile.index()) == Some(&(at as u16));
            let laid = self.laid_tiles().filter(|(_, tile, _)| of_stock(*tile)).count();
            let gone = self.gone.get(at).copied().unwrap_or(0);
            if let (Some(left), Some(printed)) = (left, printed)
                && usize::from(*left) + laid + usize::from(gone) != usize::from(*printed)
            {
                breaches.push(format!("stock {at}: {left} left, {laid} laid and {gone} gone of {printed}"));
            }
        }
        for token in &self.tokens {
            let slots = self.face(token.hex).stops.get(token.stop as usize).map_or(0, |stop| stop.slots);
            if token.slot != EXTRA_SLOT && token.slot >= slots {
                breaches.push(format!("{token:?} lies in one of {slots} slots"));
            }
        }
        breaches
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (&self.faces, &self.stock, &self.tokens) == (&other.faces, &other.stock, &other.tokens)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.faces, &self.stock, &self.tokens).hash(state);
    }
}
