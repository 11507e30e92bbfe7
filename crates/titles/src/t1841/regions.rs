//! Chapter 6: regions, borders and what lies where. Worked out once from the map.

use super::Game;
use super::stock::start::Tokens;
use super::table::Pending;
use ferrata_engine::board::{ANY_GAUGE, Reach, Terms, Visit};
use ferrata_engine::components::Components;
use ferrata_engine::hash::stable_hash;
use ferrata_engine::id::{CompanyId, HexId, PhaseId};
use ferrata_engine::map::{Border, Hex, Map};
use ferrata_engine::name::Name;
use ferrata_engine::tile::StopKind;
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, StrDeserializer};
use smallvec::{SmallVec, smallvec};
use std::sync::Arc;

/// The regions, in the order of chapter 6, by the names that the data give them. (What lies in them is on the map.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
pub(crate) enum Region {
    /// 1841-6.2-01.
    #[serde(rename = "Conservative")]
    ConservativeZone,
    /// 1841-6.3-01.
    Lombardia,
    /// 1841-6.5-01, 1841-6.5-01-v2.
    Piedmont,
    /// 1841-6.7-01.
    Switzerland,
    /// 1841-6.8-01, with Lucca (1841-6.4-01).
    Tuscany,
    /// 1841-6.9-01.
    Veneto,
}

impl Region {
    fn named(name: Name) -> Option<Region> {
        let name: StrDeserializer<'_, Error> = name.as_str().into_deserializer();
        Region::deserialize(name).ok()
    }
}

/// What the rules need to know of the map.
#[derive(Debug, Default)]
pub(crate) struct Geography {
    /// The six capitals.
    pub(crate) capitals: Vec<HexId>,
    /// Cities kept for historical companies before phase four (1841-3.3.4-06).
    pub(crate) kept_homes: Vec<HexId>,
    /// Where no token is ever laid: Lugano.
    pub(crate) never_token: Vec<HexId>,
    /// 1841-4.6.9-05: Pisa and Firenze, where SFLi has tokens.
    pub(crate) tuscan_cities: Vec<HexId>,
    /// By hex: its region.
    pub(crate) regions: Vec<Option<Region>>,
    /// Neighbouring regions: the single borders of this game's board, in the order of their bits.
    pub(crate) borders: Vec<(Region, Region)>,
    /// By printed border of the map: the single borders it is made of, as bits.
    pub(crate) printed: Vec<u16>,
    /// The off-board areas: their hexes, in the order of their bits.
    pub(crate) areas: Vec<Vec<HexId>>,
}

impl Geography {
    /// Reads the map.
    pub(crate) fn of(parts: &Components) -> Geography {
        let map = &parts.map;
        let tagged =
            |tag: &str| map.ids().filter(|hex| map.hex(*hex).is_some_and(|hex| hex.flag(tag))).collect();
        let region = |hex: &Hex| hex.region.and_then(Region::named);
        let mut geography = Geography {
            capitals: tagged("capital"),
            kept_homes: tagged("barred_home"),
            never_token: tagged("no_token"),
            tuscan_cities: tagged("tuscan_token"),
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
    /// on its own (chapter 7.1).
    pub(crate) fn divided(&self, map: &Map) -> Map {
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
    pub(crate) fn region(&self, hex: HexId) -> Option<Region> {
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

impl Game {
    /// 1841-4.6.2-01, 1841-4.6.3-01, 1841-6.6-01: the borders in force in a phase, as bits; in the variants of 7.1
    /// (1841-7.1.1-01 to 1841-7.1.5-06) those that the data have instead.
    pub(crate) fn borders_in(&self, phase: PhaseId) -> u16 {
        let (geography, spec) = (&self.fixed.geography, self.fixed.parts.phase_spec(phase));
        let bits = |pairs: &mut dyn Iterator<Item = (Region, Region)>| {
            pairs.fold(0, |bits, pair| bits | geography.bit(pair))
        };
        // 1841-6.7-01: the Swiss border never falls.
        let swiss = |(a, b): &(Region, Region)| [a, b].contains(&&Region::Switzerland);
        let swiss = bits(&mut geography.borders.iter().copied().filter(swiss));
        let others = match spec.and_then(|spec| self.fixed.unification.borders.get(&spec.name)) {
            Some(pairs) => bits(&mut pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b)))),
            None => {
                let printed = spec.map_or(0, |spec| spec.borders);
                let force = geography.printed.iter().enumerate().filter(|(at, _)| printed >> at & 1 == 1);
                force.fold(0, |all, (_, bits)| all | bits)
            }
        };
        swiss | others
    }

    /// 1841-3.3.4-05, 1841-6.1-01: whether a hex is Austrian soil on which no company may be started yet.
    pub(crate) fn austria_closed(&self, hex: HexId) -> bool {
        let opens = self.fixed.unification.austria_open.and_then(|phase| self.fixed.parts.phase(phase));
        let open = opens.is_some_and(|phase| self.table.phase >= phase);
        let closed = &self.phase_facts().austria_closed;
        !open && self.fixed.geography.region(hex).is_some_and(|region| closed.contains(&region))
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
                if touches && self.table.borders >> bit & 1 == 0 && !land.contains(&next) {
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
        let whole = printed.filter(|(_, bits)| **bits != 0 && self.table.borders & **bits == **bits);
        whole.map(|(at, _)| at as u16).collect()
    }

    /// 1841-3.3.4-12: what is connected to a base of any company.
    pub(crate) fn reach_of_all_bases(&self) -> Arc<Reach> {
        // A company that is just being started does not count: its home is what is being priced.
        let counts = |company| !self.starting().any(|starting| starting == company);
        let bases = self.table.board.tokens().iter().filter(|token| counts(token.company));
        let from: Vec<(HexId, u8)> = bases.map(|token| (token.hex, token.stop)).collect();
        let terms = Terms { gauges: ANY_GAUGE, borders: 0, visit: |_: &_, _, _| Visit::Through };
        let (board, key) = (&self.table.board, stable_hash(&from));
        self.found.reach.get(board, key, || board.reach(&from, &terms))
    }

    /// The companies that are just being started and have not bought their tokens.
    pub(crate) fn starting(&self) -> impl Iterator<Item = CompanyId> + '_ {
        self.table.pending.iter().filter_map(|pending| match pending {
            Pending::Tokens(Tokens { company }) => Some(*company),
            _ => None,
        })
    }
}
