//! Tiles and printed hexes: what lies on the table at one place.

use crate::id::TileId;
use crate::money::Money;
use crate::name::{CompanyName, Name, TileName};
use crate::say;
use crate::text::Text;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The colour of a tile or of a printed hex, in the order in which tiles replace each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// An empty hex of the map.
    White,
    /// The first tiles.
    Yellow,
    /// The second.
    Green,
    /// The third.
    Brown,
    /// The last; or, printed on the map, a hex that never changes.
    Gray,
    /// An off-board area.
    Red,
    /// Sea with a port.
    Blue,
    /// A mountain pass with its corridor (18ESP).
    Orange,
}

impl Color {
    /// The colour of the tiles that may replace this one, for the colours of tiles.
    pub fn next(self) -> Option<Color> {
        match self {
            Color::White => Some(Color::Yellow),
            Color::Yellow => Some(Color::Green),
            Color::Green => Some(Color::Brown),
            Color::Brown => Some(Color::Gray),
            _ => None,
        }
    }

    /// What it is called.
    pub fn text(self) -> Text {
        match self {
            Color::White => say!("white"),
            Color::Yellow => say!("yellow"),
            Color::Green => say!("green"),
            Color::Brown => say!("brown"),
            Color::Gray => say!("grey"),
            Color::Red => say!("red"),
            Color::Blue => say!("blue"),
            Color::Orange => say!("orange"),
        }
    }
}

/// The width of track. Trains run on their own gauge; dual track carries both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gauge {
    /// The ordinary gauge of the map.
    #[default]
    Broad,
    /// Narrow gauge.
    Narrow,
    /// Both.
    Dual,
}

impl Gauge {
    /// Whether track of these two gauges can be joined.
    pub fn joins(self, other: Gauge) -> bool {
        self == other || self == Gauge::Dual || other == Gauge::Dual
    }
}

/// What a train can stop at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopKind {
    /// A circle, with slots for tokens.
    City,
    /// A bar or dot.
    Town,
    /// A mountain pass; it may have slots.
    Pass,
    /// A port at sea.
    Port,
    /// A mine.
    Mine,
    /// A red area at the edge of the map.
    Offboard,
}

impl StopKind {
    /// All kinds.
    pub const ALL: [StopKind; 6] =
        [StopKind::City, StopKind::Town, StopKind::Pass, StopKind::Port, StopKind::Mine, StopKind::Offboard];
}

/// A set of kinds of stops.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct StopKinds(u8);

impl StopKinds {
    /// The set with a kind added.
    pub const fn with(self, kind: StopKind) -> StopKinds {
        StopKinds(self.0 | 1 << kind as u8)
    }

    /// Whether a kind is in the set.
    pub const fn contains(self, kind: StopKind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }

    /// The kinds in the set.
    pub fn iter(self) -> impl Iterator<Item = StopKind> {
        StopKind::ALL.into_iter().filter(move |kind| self.contains(*kind))
    }
}

impl FromIterator<StopKind> for StopKinds {
    fn from_iter<I: IntoIterator<Item = StopKind>>(kinds: I) -> StopKinds {
        kinds.into_iter().fold(StopKinds::default(), StopKinds::with)
    }
}

/// What a stop pays.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Always the same.
    Flat(Money),
    /// By band; which band holds in which phase is the title's table. A band that is not named pays nothing.
    Bands(SmallVec<[(Name, Money); 4]>),
}

impl Value {
    /// The value while `band` holds.
    pub fn in_band(&self, band: Name) -> Money {
        match self {
            Value::Flat(value) => *value,
            Value::Bands(bands) => {
                bands.iter().find(|(name, _)| *name == band).map_or(Money::ZERO, |(_, value)| *value)
            }
        }
    }
}

/// One stop of a tile or printed hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stop {
    /// Its kind.
    pub kind: StopKind,
    /// Slots for tokens.
    pub slots: u8,
    /// What it pays.
    pub value: Value,
    /// Its own name, where a hex has several stops with names.
    pub name: Option<String>,
    /// All stops of one group are one place: a route may use it once.
    pub group: Option<String>,
    /// A route can only start or end here.
    pub terminal: bool,
    /// Companies whose home token goes here.
    pub home: SmallVec<[CompanyName; 2]>,
    /// Companies for which a slot is kept free (when, is the title's rule).
    pub reserved: SmallVec<[CompanyName; 2]>,
    /// Where it is drawn when a hex has several: twelfths of the way round, 0 = side 0, 1 = the corner
    /// between sides 0 and 1; none = the centre or wherever the track leads.
    pub drawn_at: Option<u8>,
    /// Whatever else a title needs to know, by key.
    pub tags: Vec<(String, String)>,
}

/// Where a piece of track ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum End {
    /// At a side of the hex, 0 to 5.
    Side(u8),
    /// At a stop of the hex, by its place in the list.
    Stop(u8),
    /// At a line that leads past everything between to a far place, by the number the title gives it (the state lines
    /// of 1883); only routes use it, no tile has it.
    Far(u8),
}

impl End {
    /// The end after turning the tile clockwise by this many sides.
    pub fn turned(self, rotation: u8) -> End {
        match self {
            End::Side(side) => End::Side((side + rotation) % 6),
            stop => stop,
        }
    }
}

/// One piece of track.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Track {
    /// One end.
    pub a: End,
    /// The other.
    pub b: End,
    /// Its gauge.
    pub gauge: Gauge,
    /// A stub: trains end here (printed Milano in 1841).
    pub stub: bool,
}

/// What one sees on a hex: printed on the map, or on the tile that lies there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Face {
    /// Its colour.
    pub color: Color,
    /// Its stops.
    pub stops: Vec<Stop>,
    /// Its track.
    pub track: Vec<Track>,
    /// Its letters: a tile may replace only what has the same (exactly how is the title's rule).
    pub labels: SmallVec<[Name; 2]>,
}

impl Face {
    /// The face turned clockwise by this many sides.
    pub fn turned(&self, rotation: u8) -> Face {
        let mut face = self.clone();
        for track in &mut face.track {
            (track.a, track.b) = (track.a.turned(rotation), track.b.turned(rotation));
        }
        for stop in &mut face.stops {
            stop.drawn_at = stop.drawn_at.map(|twelfth| (twelfth + 2 * rotation) % 12);
        }
        face
    }

    /// The sides that track leads to, as bits.
    pub fn exits(&self) -> u8 {
        let side = |end: End| if let End::Side(side) = end { 1 << side } else { 0 };
        self.track.iter().fold(0, |exits, track| exits | side(track.a) | side(track.b))
    }
}

/// A tile as it lies in the box.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tile {
    /// Its number.
    pub name: TileName,
    /// Its face in each of the six rotations, clockwise; sides as numbered by the map.
    pub faces: [Face; 6],
    /// The rotations in which it may be laid, one bit each; all six for an ordinary tile.
    pub rotations: u8,
    /// The cost printed on it: what replacing it costs.
    pub cost: Money,
}

impl Tile {
    /// A tile from its face as printed.
    pub fn new(name: TileName, face: Face) -> Tile {
        let faces = std::array::from_fn(|rotation| face.turned(rotation as u8));
        Tile { name, faces, rotations: 0b11_1111, cost: Money::ZERO }
    }

    /// Whether the tile may be laid in a rotation at all.
    pub fn may_turn(&self, rotation: u8) -> bool {
        self.rotations >> (rotation % 6) & 1 == 1
    }

    /// Its colour.
    pub fn color(&self) -> Color {
        self.faces[0].color
    }

    /// Its face in a rotation (taken modulo six).
    pub fn face(&self, rotation: u8) -> &Face {
        let [f0, f1, f2, f3, f4, f5] = &self.faces;
        match rotation % 6 {
            0 => f0,
            1 => f1,
            2 => f2,
            3 => f3,
            4 => f4,
            _ => f5,
        }
    }
}

/// All tiles of a title. Two tiles may be the two faces of one piece: they share a stock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TileSet {
    /// The tiles.
    pub tiles: Vec<Tile>,
    /// By tile: the stock it is taken from.
    pub stock_of: Vec<u16>,
    /// By stock: how many pieces there are; none = without limit.
    pub stock: Vec<Option<u16>>,
}

impl TileSet {
    /// A tile by id.
    pub fn tile(&self, id: TileId) -> Option<&Tile> {
        self.tiles.get(id.index())
    }

    /// The id of a tile.
    pub fn id(&self, name: TileName) -> Option<TileId> {
        self.tiles.iter().position(|tile| tile.name == name).map(|at| TileId(at as u16))
    }
}
