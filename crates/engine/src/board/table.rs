//! What never changes about a board: map, tiles, and what can be worked out from them once.

use super::fit::{StopMap, UpgradeRules, fits};
use crate::components::Upgrades;
use crate::id::{HexId, TileId};
use crate::map::{Hex, Map};
use crate::tile::{Color, End, Face, Gauge, Tile, TileSet};
use smallvec::SmallVec;

/// The gauges a walk may use, as bits.
pub const BROAD: u8 = 1;
/// Narrow gauge, as a bit.
pub const NARROW: u8 = 2;
/// Both gauges, as bits.
pub const ANY_GAUGE: u8 = BROAD | NARROW;

impl Gauge {
    /// The gauges of trains that this track carries, as bits.
    pub fn bits(self) -> u8 {
        match self {
            Gauge::Broad => BROAD,
            Gauge::Narrow => NARROW,
            Gauge::Dual => ANY_GAUGE,
        }
    }
}

/// A tile that may replace a face, in one rotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The tile.
    pub tile: TileId,
    /// Turned clockwise by how many sides.
    pub rotation: u8,
    /// Its exits, as bits.
    pub exits: u8,
    /// Its colour.
    pub color: Color,
    /// Where the stops of the old face go.
    pub stops: StopMap,
}

/// One piece of track, as the flood fill and the route finder read it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) a: End,
    pub(crate) b: End,
    pub(crate) gauges: u8,
    pub(crate) stub: bool,
}

/// The track of a face by its ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wiring {
    pub(crate) pieces: SmallVec<[Piece; 8]>,
    by_side: [u32; 6],
    by_stop: [u32; super::fit::MAX_STOPS],
    /// Stops at which every route ends.
    pub(crate) terminal: u8,
}

impl Wiring {
    fn of(face: &Face) -> Wiring {
        let mut wiring = Wiring::default();
        for (at, track) in face.track.iter().take(32).enumerate() {
            for end in [track.a, track.b] {
                let mask = match end {
                    End::Side(side) => wiring.by_side.get_mut(side as usize),
                    End::Stop(stop) => wiring.by_stop.get_mut(stop as usize),
                    End::Far(_) => None,
                };
                if let Some(mask) = mask {
                    *mask |= 1 << at;
                }
            }
            let (a, b, gauges, stub) = (track.a, track.b, track.gauge.bits(), track.stub);
            wiring.pieces.push(Piece { a, b, gauges, stub });
        }
        for (at, stop) in face.stops.iter().take(8).enumerate() {
            wiring.terminal |= u8::from(stop.terminal) << at;
        }
        wiring
    }

    /// The pieces at an end, with their place in the list and their other end.
    pub(crate) fn at(&self, end: End) -> impl Iterator<Item = (u8, Piece, End)> + '_ {
        let mut mask = match end {
            End::Side(side) => self.by_side.get(side as usize).copied().unwrap_or_default(),
            End::Stop(stop) => self.by_stop.get(stop as usize).copied().unwrap_or_default(),
            End::Far(_) => 0,
        };
        std::iter::from_fn(move || {
            let at = mask.trailing_zeros();
            let piece = *self.pieces.get(at as usize)?;
            mask &= mask - 1;
            Some((at as u8, piece, if piece.a == end { piece.b } else { piece.a }))
        })
    }
}

/// A face by number: the tiles in all rotations first, then the printed hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FaceId(pub(crate) u16);

/// Map and tiles of a title with everything that follows from them.
#[derive(Debug)]
pub struct Table {
    /// The map.
    pub map: Map,
    /// The tiles.
    pub tiles: TileSet,
    wirings: Vec<Wiring>,
    /// By tile: what may replace it when it lies in rotation 0.
    after_tile: Vec<Vec<Candidate>>,
    /// By hex: what may be laid on it as printed.
    after_printed: Vec<Vec<Candidate>>,
    open: Vec<u8>,
    blank: Face,
    pub(crate) rules: UpgradeRules,
}

impl Table {
    /// Works out everything that follows from map, tiles and the title's rules of replacement.
    pub fn new(map: Map, tiles: TileSet, rules: UpgradeRules) -> Table {
        let turned = tiles.tiles.iter().flat_map(|tile| tile.faces.iter());
        let wirings = turned.chain(map.hexes.iter().map(|hex| &hex.face)).map(Wiring::of).collect();
        let open = map.hexes.iter().map(open_sides).collect();
        let after_tile = tiles.tiles.iter().map(|tile| after_tile(tile, &tiles, &rules)).collect();
        let after_printed = map.hexes.iter().map(|hex| after_printed(hex, &tiles, &rules)).collect();
        let blank =
            Face { color: Color::White, stops: Vec::new(), track: Vec::new(), labels: SmallVec::new() };
        Table { map, tiles, wirings, after_tile, after_printed, open, blank, rules }
    }

    /// The same where the box prints what may replace what: of what fits, nothing else may.
    #[must_use]
    pub fn printed(mut self, upgrades: &Upgrades) -> Table {
        let tiles = self.after_tile.iter_mut().zip(&upgrades.tiles);
        let hexes = self.after_printed.iter_mut().zip(&upgrades.hexes);
        for (after, list) in tiles.chain(hexes) {
            if let Some(list) = list {
                after.retain(|to| list.contains(&to.tile));
            }
        }
        self
    }

    /// The sides of a hex at which track may point, as bits.
    pub fn open(&self, hex: HexId) -> u8 {
        self.open.get(hex.index()).copied().unwrap_or_default()
    }

    /// The tiles that may replace a tile in some rotation, as far as colour, letters, track and stops say.
    pub fn replacements(&self, tile: TileId) -> Vec<TileId> {
        let list = self.after_tile.get(tile.index()).map(Vec::as_slice).unwrap_or_default();
        let mut tiles: Vec<_> = list.iter().map(|candidate| candidate.tile).collect();
        tiles.dedup();
        tiles
    }

    pub(crate) fn printed_id(&self, hex: usize) -> FaceId {
        FaceId((self.tiles.tiles.len() * 6 + hex) as u16)
    }

    pub(crate) fn tile_of(&self, face: FaceId) -> Option<(TileId, u8)> {
        let tile = face.0 / 6;
        ((tile as usize) < self.tiles.tiles.len()).then_some((TileId(tile), (face.0 % 6) as u8))
    }

    pub(crate) fn face(&self, id: FaceId) -> &Face {
        let face = match self.tile_of(id) {
            Some((tile, rotation)) => self.tiles.tile(tile).map(|tile| tile.face(rotation)),
            None => {
                let hex = id.0 as usize - self.tiles.tiles.len() * 6;
                self.map.hexes.get(hex).map(|hex| &hex.face)
            }
        };
        face.unwrap_or(&self.blank)
    }

    pub(crate) fn wiring(&self, id: FaceId) -> Option<&Wiring> {
        self.wirings.get(id.0 as usize)
    }

    fn may_turn(&self, to: &Candidate) -> bool {
        self.tiles.tile(to.tile).is_some_and(|tile| tile.may_turn(to.rotation))
    }

    /// What may replace a face lying on a hex, stock aside.
    pub(crate) fn after(&self, hex: HexId, face: FaceId) -> impl Iterator<Item = Candidate> + '_ {
        let (list, turn) = match self.tile_of(face) {
            Some((tile, rotation)) => (self.after_tile.get(tile.index()), rotation),
            None => (self.after_printed.get(hex.index()), 0),
        };
        let closed = !self.open(hex);
        let list = list.map(Vec::as_slice).unwrap_or_default();
        let turned = list.iter().map(move |candidate| candidate.turned(turn));
        turned.filter(move |to| to.exits & closed == 0 && self.may_turn(to))
    }
}

impl Candidate {
    pub(super) fn turned(self, by: u8) -> Candidate {
        let exits = ((self.exits << by) | (self.exits >> (6 - by))) & 0b11_1111;
        Candidate { rotation: (self.rotation + by) % 6, exits, ..self }
    }
}

fn open_sides(hex: &Hex) -> u8 {
    hex.sides.iter().enumerate().fold(0, |open, (at, side)| open | u8::from(side.open()) << at)
}

fn after_tile(tile: &Tile, tiles: &TileSet, rules: &UpgradeRules) -> Vec<Candidate> {
    match tile.color().next() {
        Some(color) => fitting(tile.face(0), color, tiles, rules),
        None => Vec::new(),
    }
}

fn after_printed(hex: &Hex, tiles: &TileSet, rules: &UpgradeRules) -> Vec<Candidate> {
    match hex.next {
        Some(color) => fitting(&hex.face, color, tiles, rules),
        None => Vec::new(),
    }
}

fn fitting(from: &Face, color: Color, tiles: &TileSet, rules: &UpgradeRules) -> Vec<Candidate> {
    let mut list = Vec::new();
    for (at, tile) in tiles.tiles.iter().enumerate().filter(|(_, tile)| tile.color() == color) {
        for rotation in 0..6 {
            let to = tile.face(rotation);
            if let Some(stops) = fits(from, to, rules) {
                list.push(Candidate { tile: TileId(at as u16), rotation, exits: to.exits(), color, stops });
            }
        }
    }
    list
}
