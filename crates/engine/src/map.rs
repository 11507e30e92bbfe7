//! The map: hexes with explicit neighbours by side, so that insets, passes and far links need no geometry.

use crate::id::HexId;
use crate::money::Money;
use crate::name::{HexName, Name};
use crate::tile::{Color, Face};

/// Something in the ground that costs money.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Terrain {
    /// What it is: `mountain`, `river`, `swamp`.
    pub kind: Name,
    /// What it costs.
    pub cost: Money,
}

/// One side of a hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Side {
    /// The hex beyond it, and the side of that hex it is.
    pub to: Option<(HexId, u8)>,
    /// No track may ever cross it.
    pub impassable: bool,
    /// Only the hex beyond is closed here: track may point at this side, and never goes on.
    pub closed_beyond: bool,
    /// The printed hex behind it (or this one) has no track end here: no track may point at it.
    pub blind: bool,
    /// What crossing it costs.
    pub terrain: Vec<Terrain>,
    /// The borders that run along it: one bit per [`Map::borders`].
    pub borders: u16,
}

impl Side {
    /// Whether track may point at this side at all.
    pub fn open(&self) -> bool {
        self.to.is_some() && !self.impassable && !self.blind
    }
}

/// One hex.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    /// Its coordinate.
    pub name: HexName,
    /// The name of the place, if it has one.
    pub place: Option<String>,
    /// Where it is drawn: column and half-row.
    pub at: (i16, i16),
    /// What is printed on it.
    pub face: Face,
    /// The colour of the first tile that may be laid here; none = never.
    pub next: Option<Color>,
    /// Its six sides.
    pub sides: [Side; 6],
    /// What laying the first tile costs.
    pub terrain: Vec<Terrain>,
    /// The region it lies in.
    pub region: Option<Name>,
    /// Whatever else a title needs to know, by key.
    pub tags: Vec<(String, String)>,
}

impl Hex {
    /// A side (taken modulo six).
    pub fn side(&self, side: u8) -> &Side {
        let [s0, s1, s2, s3, s4, s5] = &self.sides;
        match side % 6 {
            0 => s0,
            1 => s1,
            2 => s2,
            3 => s3,
            4 => s4,
            _ => s5,
        }
    }

    /// Whether a tag is there and says yes.
    pub fn flag(&self, key: &str) -> bool {
        self.tag(key) == Some("true")
    }

    /// The value of a tag.
    pub fn tag(&self, key: &str) -> Option<&str> {
        self.tags.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }
}

/// A named line along hex sides that may come and go with the phases.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Border {
    /// Its name.
    pub name: String,
    /// The sides it runs along, each once.
    pub sides: Vec<(HexId, u8)>,
}

/// How hexes are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// Flat top; side 0 is the south side, sides count clockwise.
    #[default]
    Flat,
    /// Pointy top; side 0 is the south-west side, sides count clockwise.
    Pointy,
}

impl Layout {
    /// How far a hex beyond a side is away, in columns and rows of half a hex.
    pub(crate) fn beyond(self, side: u8) -> (i16, i16) {
        let flat = [(0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)];
        let pointy = [(-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)];
        let steps = if self == Layout::Flat { flat } else { pointy };
        steps.get(usize::from(side)).copied().unwrap_or_default()
    }
}

/// The printed map.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Map {
    /// How it is drawn.
    pub layout: Layout,
    /// Its hexes.
    pub hexes: Vec<Hex>,
    /// Its borders.
    pub borders: Vec<Border>,
}

impl Map {
    /// A hex by id.
    pub fn hex(&self, id: HexId) -> Option<&Hex> {
        self.hexes.get(id.index())
    }

    /// The id of a hex.
    pub fn id(&self, name: HexName) -> Option<HexId> {
        self.hexes.iter().position(|hex| hex.name == name).map(|at| HexId(at as u16))
    }

    /// All ids.
    pub fn ids(&self) -> impl Iterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }
}
