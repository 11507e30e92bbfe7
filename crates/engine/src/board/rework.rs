//! Replacing tiles where only track that is joined to a neighbour has to be kept: what may lie on a hex next depends on
//! what lies around it.
//!
//! Which faces can follow each other is worked out once. For each pair it is written down which sides, if joined, forbid
//! it, so that judging a hex of a board takes a few operations on bits.

use super::fit::{StopMap, new_track};
use super::table::Candidate;
use super::{Board, Table};
use crate::id::{HexId, TileId};
use crate::map::Hex;
use crate::tile::{Color, End, Face, Tile, TileSet};
use smallvec::SmallVec;

/// What a title asks of a replacement beyond track.
#[derive(Clone, Copy, Debug)]
pub struct ReworkRules {
    /// What kind of place a face is (plain, town, city …); a replacement is of the same kind.
    pub kind: fn(&Face) -> u8,
    /// Whether a tile may be replaced by one of its own colour.
    pub same_color: bool,
}

/// A face that may follow another.
#[derive(Clone, Debug)]
struct Rework {
    to: Candidate,
    /// Sides that forbid it if they are joined: track there would be lost, or lead elsewhere.
    lost: u8,
    /// Pairs of sides that forbid it if both are joined: they would no longer lead to each other.
    parted: SmallVec<[u8; 2]>,
}

impl Rework {
    fn keeps(&self, joined: u8) -> bool {
        self.lost & joined == 0 && self.parted.iter().all(|pair| pair & joined != *pair)
    }

    fn turned(&self, by: u8) -> Candidate {
        self.to.turned(by)
    }
}

/// Every replacement of a title.
#[derive(Debug)]
pub struct Reworks {
    /// By tile, lying in rotation 0.
    after_tile: Vec<Vec<Rework>>,
    /// By hex, as printed.
    after_printed: Vec<Vec<Rework>>,
}

impl Reworks {
    /// Works out everything that follows from map, tiles and the title's rules.
    pub fn new(table: &Table, rules: ReworkRules) -> Reworks {
        let tiles = &table.tiles;
        let after_tile = |tile: &Tile| {
            let own = rules.same_color.then_some(tile.color());
            let colors: SmallVec<[Color; 2]> = own.into_iter().chain(tile.color().next()).collect();
            following(tile.face(0), &colors, tiles, rules)
        };
        let after_printed = |hex: &Hex| {
            let colors: SmallVec<[Color; 2]> = hex.next.into_iter().collect();
            following(&hex.face, &colors, tiles, rules)
        };
        Reworks {
            after_tile: tiles.tiles.iter().map(after_tile).collect(),
            after_printed: table.map.hexes.iter().map(after_printed).collect(),
        }
    }

    /// What may replace what lies on a hex if the track at these sides is kept. Stock, letters, closed sides and whatever
    /// else are the title's.
    pub fn at<'a>(
        &'a self,
        board: &Board,
        hex: HexId,
        kept: u8,
    ) -> impl Iterator<Item = Candidate> + use<'a> {
        let (list, turn) = match board.laid(hex) {
            Some((tile, rotation)) => (self.after_tile.get(tile.index()), rotation),
            None => (self.after_printed.get(hex.index()), 0),
        };
        // The list is that of the tile in rotation 0: the sides are turned back to it.
        let kept = turn_sides(kept, (6 - turn) % 6);
        let list = list.map(Vec::as_slice).unwrap_or_default();
        list.iter().filter(move |rework| rework.keeps(kept)).map(move |rework| rework.turned(turn))
    }
}

impl Board {
    /// The sides of a hex at which its track meets track of the neighbour, as bits.
    pub fn joined(&self, hex: HexId) -> u8 {
        let exits = self.face(hex).exits();
        let Some(place) = self.map().hex(hex) else { return 0 };
        (0..6).filter(|side| exits >> side & 1 != 0).fold(0, |joined, side| {
            let beyond = place.side(side);
            let meets = |(to, at): (HexId, u8)| self.face(to).exits() >> at & 1 != 0;
            joined | u8::from(!beyond.impassable && beyond.to.is_some_and(meets)) << side
        })
    }
}

fn turn_sides(sides: u8, by: u8) -> u8 {
    ((sides << by) | (sides >> (6 - by))) & 0b11_1111
}

fn following(from: &Face, colors: &[Color], tiles: &TileSet, rules: ReworkRules) -> Vec<Rework> {
    let mut list = Vec::new();
    let fitting = |tile: &&(usize, &Tile)| {
        colors.contains(&tile.1.color()) && (rules.kind)(from) == (rules.kind)(tile.1.face(0))
    };
    let all: Vec<_> = tiles.tiles.iter().enumerate().collect();
    for (at, tile) in all.iter().filter(fitting) {
        for rotation in (0..6).filter(|rotation| tile.may_turn(*rotation)) {
            let to = tile.face(rotation);
            for stops in stop_maps(from, to) {
                let (exits, color) = (to.exits(), tile.color());
                let candidate = Candidate { tile: TileId(*at as u16), rotation, exits, color, stops };
                // The same track again is no replacement.
                if new_track(from, to, stops) != 0 || color != from.color {
                    list.push(rework(from, to, candidate));
                }
            }
        }
    }
    list
}

/// Where the stops of the old face can be on the new one: each on its own place, or all on one.
fn stop_maps(from: &Face, to: &Face) -> SmallVec<[StopMap; 2]> {
    let map =
        |places: &[u8]| places.iter().enumerate().fold(StopMap::EMPTY, |map, (old, new)| map.with(old, *new));
    match (from.stops.len(), to.stops.len()) {
        (0, 0) => SmallVec::from_iter([StopMap::EMPTY]),
        (1, 1) => SmallVec::from_iter([map(&[0])]),
        (2, 1) => SmallVec::from_iter([map(&[0, 0])]),
        (2, 2) => SmallVec::from_iter([map(&[0, 1]), map(&[1, 0])]),
        _ => SmallVec::new(),
    }
}

fn rework(from: &Face, to: &Face, candidate: Candidate) -> Rework {
    let has = |a: End, b: End| to.track.iter().any(|t| (t.a, t.b) == (a, b) || (t.b, t.a) == (a, b));
    let mut rework = Rework { to: candidate, lost: 0, parted: SmallVec::new() };
    for track in &from.track {
        match (track.a, track.b) {
            (End::Side(a), End::Side(b)) => {
                rework.lost |= (1 << a | 1 << b) & !candidate.exits;
                if !has(track.a, track.b) {
                    rework.parted.push(1 << a | 1 << b);
                }
            }
            (End::Side(side), End::Stop(stop)) | (End::Stop(stop), End::Side(side)) => {
                let kept = candidate.stops.get(stop).is_some_and(|new| has(End::Side(side), End::Stop(new)));
                rework.lost |= u8::from(!kept) << side;
            }
            _ => {}
        }
    }
    rework
}
