//! Chapter 6: regions, borders and what lies where. Worked out once from the map.

use super::Game;
use super::rules::Variant;
use super::state::Step;
use ferrata_engine::board::{ANY_GAUGE, Reach, Terms, Visit};
use ferrata_engine::components::Components;
use ferrata_engine::id::HexId;
use ferrata_engine::map::{Border, Map};
use ferrata_engine::tile::StopKind;
use smallvec::{SmallVec, smallvec};

/// The regions, in the order of chapter 6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Region {
    /// §6.2.
    ConservativeZone,
    /// §6.3.
    Lombardia,
    /// §6.5.
    Piedmont,
    /// §6.7.
    Switzerland,
    /// §6.8, with Lucca (§6.4).
    Tuscany,
    /// §6.9.
    Veneto,
}

use Region::{ConservativeZone, Lombardia, Piedmont, Switzerland, Tuscany, Veneto};

const REGIONS: [(&str, Region); 6] = [
    ("Conservative", ConservativeZone),
    ("Lombardia", Lombardia),
    ("Piedmont", Piedmont),
    ("Switzerland", Switzerland),
    ("Tuscany", Tuscany),
    ("Veneto", Veneto),
];

/// What the rules need to know of the map.
#[derive(Debug, Default)]
pub struct Geography {
    /// The six capitals.
    pub capitals: Vec<HexId>,
    /// Cities kept for historical companies before phase four (§3.3.4-06).
    pub kept_homes: Vec<HexId>,
    /// Where no token is ever laid: Lugano.
    pub never_token: Vec<HexId>,
    /// By hex: its region.
    pub regions: Vec<Option<Region>>,
    /// Neighbouring regions: the single borders of this game's board, in the order of their bits.
    pub borders: Vec<(Region, Region)>,
    /// By printed border of the map: the single borders it is made of, as bits.
    pub printed: Vec<u16>,
    /// The off-board areas: their hexes, in the order of their bits.
    pub areas: Vec<Vec<HexId>>,
}

impl Geography {
    /// Reads the map.
    pub fn of(parts: &Components) -> Geography {
        let map = &parts.map;
        let tagged = |tag: &str| {
            map.ids().filter(|hex| map.hex(*hex).is_some_and(|hex| hex.tag(tag).is_some())).collect()
        };
        let region = |hex: &ferrata_engine::map::Hex| {
            let name = hex.region?;
            REGIONS.iter().find(|(text, _)| name == *text).map(|(_, region)| *region)
        };
        let mut geography = Geography {
            capitals: tagged("capital"),
            kept_homes: tagged("barred_home"),
            never_token: tagged("no_token"),
            regions: map.hexes.iter().map(region).collect(),
            areas: areas(map),
            ..Geography::default()
        };
        for (hex, side) in all_sides(map) {
            if let Some(pair) =
                geography.pair(map, hex, side).filter(|pair| !geography.borders.contains(pair))
            {
                geography.borders.push(pair);
            }
        }
        geography.borders.sort();
        let bits = |border: &Border| {
            let sides = border.sides.iter().filter_map(|(hex, side)| geography.pair(map, *hex, *side));
            sides.fold(0, |bits, pair| bits | geography.bit(pair))
        };
        geography.printed = map.borders.iter().map(bits).collect();
        geography
    }

    /// The two regions on either side of a hexside, if they differ.
    fn pair(&self, map: &Map, hex: HexId, side: u8) -> Option<(Region, Region)> {
        let (beyond, _) = map.hex(hex)?.side(side).to?;
        let (a, b) = (self.region(hex)?, self.region(beyond)?);
        (a != b).then_some((a.min(b), a.max(b)))
    }

    fn bit(&self, pair: (Region, Region)) -> u16 {
        let at = self.borders.iter().position(|other| *other == pair);
        at.map_or(0, |at| 1 << at.min(15))
    }

    /// The map with the single borders between regions instead of the printed ones, so that each can fall
    /// on its own (§7.1).
    pub fn divided(&self, map: &Map) -> Map {
        let mut divided = map.clone();
        divided.borders = self
            .borders
            .iter()
            .map(|(a, b)| Border { name: format!("{a:?}–{b:?}"), sides: Vec::new() })
            .collect();
        for (hex, side) in all_sides(map) {
            let bits = self.pair(map, hex, side).map_or(0, |pair| self.bit(pair));
            let sides = divided.hexes.get_mut(hex.index()).map(|hex| &mut hex.sides);
            if let Some(side) = sides.and_then(|sides| sides.get_mut(side as usize)) {
                side.borders = bits;
            }
        }
        divided
    }

    /// The region of a hex.
    pub fn region(&self, hex: HexId) -> Option<Region> {
        self.regions.get(hex.index()).copied().flatten()
    }
}

fn all_sides(map: &Map) -> impl Iterator<Item = (HexId, u8)> + use<> {
    map.ids().flat_map(|hex| (0..6).map(move |side| (hex, side)))
}

/// The off-board areas by the group of their stops.
fn areas(map: &Map) -> Vec<Vec<HexId>> {
    let mut areas: Vec<(String, Vec<HexId>)> = Vec::new();
    for hex in map.ids() {
        let stops = map.hex(hex).map(|hex| hex.face.stops.as_slice()).unwrap_or_default();
        for stop in stops.iter().filter(|stop| stop.kind == StopKind::Offboard) {
            let group = stop.group.clone().unwrap_or_default();
            match areas.iter_mut().find(|(name, _)| *name == group) {
                Some((_, hexes)) => hexes.push(hex),
                None => areas.push((group, vec![hex])),
            }
        }
    }
    areas.into_iter().map(|(_, hexes)| hexes).collect()
}

/// §4.6 and §7.1: whether the border between two regions is in force in a phase.
fn in_force(pair: (Region, Region), phase: u8, variant: Option<Variant>) -> bool {
    let with = |region| pair.0 == region || pair.1 == region;
    let is = |a, b| with(a) && with(b);
    let austrian = is(Lombardia, Veneto);
    if with(Switzerland) {
        return true;
    }
    match (variant, phase) {
        // §7.1.4: at three Austria shrinks to Veneto and Piedmont opens. Land lost by Austria joins
        // Piedmont, so its side towards the Zone falls with Piedmont's (G-47).
        (Some(Variant::CarloAlberto), 3) => {
            let fallen = [(Tuscany, Piedmont), (ConservativeZone, Piedmont), (Lombardia, Piedmont)];
            !fallen.iter().any(|(a, b)| is(*a, *b)) && !is(ConservativeZone, Lombardia)
        }
        (_, ..4) => !austrian,
        // §7.1.1: both Austrian borders have fallen; Zone and Tuscany are one. The Zone's border with
        // Piedmont, and with the land that joined it, stays until five.
        (Some(Variant::Napoleon), 4) => is(Tuscany, Piedmont) || (with(ConservativeZone) && !with(Tuscany)),
        (Some(Variant::Cavour), 4) => false,
        (Some(Variant::William), 4) => !austrian && !is(ConservativeZone, Tuscany),
        (Some(Variant::FranzJoseph), 4) => with(Piedmont),
        (Some(Variant::CarloAlberto) | None, 4) => with(Veneto),
        _ => false,
    }
}

impl Game {
    /// The borders in force in a phase, as bits.
    pub(crate) fn borders_in(&self, phase: u8) -> u16 {
        let geography = &self.fixed.geography;
        let force = geography.borders.iter().filter(|pair| in_force(**pair, phase, self.rules().variant));
        force.fold(0, |bits, pair| bits | geography.bit(*pair))
    }

    /// §6.1: whether a hex lies in Austria now.
    pub(crate) fn austrian(&self, hex: HexId) -> bool {
        let region = self.fixed.geography.region(hex);
        let (lombardia, veneto) = (region == Some(Lombardia), region == Some(Veneto));
        match self.rules().variant {
            Some(Variant::Napoleon | Variant::Cavour) => (lombardia || veneto) && self.t.phase < 4,
            Some(Variant::William | Variant::FranzJoseph) => (lombardia || veneto) && self.t.phase < 5,
            Some(Variant::CarloAlberto) => (lombardia && self.t.phase < 3) || (veneto && self.t.phase < 5),
            None => (lombardia && self.t.phase < 4) || (veneto && self.t.phase < 5),
        }
    }

    #[allow(dead_code)] // for the split
    /// Whether a hex lies in Veneto (§4.6.8-04).
    pub(crate) fn in_veneto(&self, hex: HexId) -> bool {
        self.fixed.geography.region(hex) == Some(Veneto)
    }

    /// §3.3.4-05: whether companies may be started on Austrian soil.
    pub(crate) fn austria_open(&self) -> bool {
        match self.rules().variant {
            Some(Variant::CarloAlberto | Variant::FranzJoseph) => self.t.phase >= 3,
            _ => self.t.phase >= 4,
        }
    }

    /// Whether no border in force lies between two hexes: regions joined by borders that have fallen are
    /// one land.
    pub(crate) fn same_side(&self, a: HexId, b: HexId) -> bool {
        let geography = &self.fixed.geography;
        let (Some(from), Some(to)) = (geography.region(a), geography.region(b)) else { return true };
        let mut land: SmallVec<[Region; 6]> = smallvec![from];
        let mut at = 0;
        while let Some(&region) = land.get(at) {
            at += 1;
            for (bit, pair) in geography.borders.iter().enumerate() {
                let next = if pair.0 == region { pair.1 } else { pair.0 };
                let touches = pair.0 == region || pair.1 == region;
                if touches && self.t.borders >> bit & 1 == 0 && !land.contains(&next) {
                    land.push(next);
                }
            }
        }
        land.contains(&to)
    }

    /// The printed borders of which something is in force, by index into the map's list.
    pub(crate) fn printed_borders(&self) -> Vec<u16> {
        let printed = self.fixed.geography.printed.iter().enumerate();
        // A printed border is there while all it divides is divided; two of them share sides.
        let whole = printed.filter(|(_, bits)| **bits != 0 && self.t.borders & **bits == **bits);
        whole.map(|(at, _)| at as u16).collect()
    }

    /// §3.3.4-12: what is connected to a base of any company.
    pub(crate) fn reach_of_all_bases(&self) -> Reach {
        // A company that is just being started does not count: its home is what is being priced.
        let starting = |company| self.t.steps.contains(&Step::Tokens { company });
        let bases = self.t.board.tokens().iter().filter(|token| !starting(token.company));
        let from: Vec<(HexId, u8)> = bases.map(|token| (token.hex, token.stop)).collect();
        let terms = Terms { gauges: ANY_GAUGE, borders: 0, visit: |_: &_, _, _| Visit::Through };
        self.t.board.reach(&from, &terms)
    }
}
