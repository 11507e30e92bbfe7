//! Places on the board (2.5) as the rules read them: who may use which slots, ports, bonuses, what hexes are one place.

use super::cards::{CardRole, Power};
use super::roster::Role;
use super::{Figures, hex_named, phase};
use ferrata_engine::components::Components;
use ferrata_engine::fact::Facts;
use ferrata_engine::id::{CardId, CompanyId, HexId, PhaseId};
use ferrata_engine::load::Problem;
use ferrata_engine::map::Hex;
use ferrata_engine::money::Money;
use ferrata_engine::name::Name;
use ferrata_engine::tile::{Color, Face, Stop, StopKind, Tile, Value};

/// For whom a slot is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fb) enum Claimant {
    /// 18FB-2.5.4-05, 18FB-2.5.4-06, 18FB-1.2-15: a home base or a historical destination of this company.
    Company(CompanyId),
    /// 18FB-2.5.4-03, 18FB-2.5.4-04: whoever uses this card.
    Bourbon(CardId),
}

/// A slot that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::fb) struct Claim {
    pub(in crate::fb) hex: HexId,
    /// At which stop, as printed.
    pub(in crate::fb) stop: u8,
    pub(in crate::fb) by: Claimant,
}

/// 18FB-2.5.3-09, 18FB-G-56: a bonus at a city once track joins it with the mountain.
#[derive(Clone, Copy, Debug)]
pub(in crate::fb) struct Funicolare {
    pub(in crate::fb) vesuvio: HexId,
    pub(in crate::fb) city: HexId,
    pub(in crate::fb) bonus: Money,
}

/// What is known about places.
#[derive(Debug)]
pub(in crate::fb) struct Places {
    /// Sorted by hex.
    claims: Vec<Claim>,
    ports: Vec<(HexId, Value)>,
    falcon: Vec<(HexId, Money)>,
    opening: Vec<(HexId, PhaseId)>,
    pub(in crate::fb) funicolare: Option<Funicolare>,
    /// Hexes of one place whose slots lie on another hex.
    slots_at: Vec<(HexId, HexId)>,
    /// The two hexes of Napoli.
    pub(in crate::fb) napoli: [HexId; 2],
}

impl Places {
    /// The slots kept on a hex.
    pub(in crate::fb) fn claims_at(&self, hex: HexId) -> &[Claim] {
        let start = self.claims.partition_point(|claim| claim.hex < hex);
        let rest = self.claims.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|claim| claim.hex == hex)).unwrap_or_default()
    }

    /// All slots that are kept.
    pub(in crate::fb) fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// 18FB-2.5.3-05, 18FB-2.5.3-06: what a port adds to its city.
    pub(in crate::fb) fn port(&self, hex: HexId, band: Name) -> Money {
        self.ports.iter().find(|(at, _)| *at == hex).map_or(Money::ZERO, |(_, value)| value.in_band(band))
    }

    /// 18FB-2.7-15: the bonus of Falcon's tokens.
    pub(in crate::fb) fn falcon(&self, hex: HexId) -> Money {
        self.falcon.iter().find(|(at, _)| *at == hex).map_or(Money::ZERO, |(_, bonus)| *bonus)
    }

    /// The hexes of Falcon's tokens.
    pub(in crate::fb) fn falcon_hexes(&self) -> impl Iterator<Item = HexId> + '_ {
        self.falcon.iter().map(|(hex, _)| *hex)
    }

    /// 18FB-2.5.3-08: from when the slots of an off-map area are open to all.
    pub(in crate::fb) fn opens(&self, hex: HexId) -> Option<PhaseId> {
        self.opening.iter().find(|(at, _)| *at == hex).map(|(_, phase)| *phase)
    }

    /// Where the slots of a place are: another hex for the second hex of Rome.
    pub(in crate::fb) fn slots_of(&self, hex: HexId) -> HexId {
        self.slots_at.iter().find(|(at, _)| *at == hex).map_or(hex, |(_, slots)| *slots)
    }

    /// The other hexes at which a place with slots on this hex can be reached.
    pub(in crate::fb) fn also_at(&self, hex: HexId) -> impl Iterator<Item = HexId> + '_ {
        self.slots_at.iter().filter(move |(_, slots)| *slots == hex).map(|(at, _)| *at)
    }

    /// The other half of Napoli.
    pub(in crate::fb) fn other_half(&self, hex: HexId) -> Option<HexId> {
        let [north, south] = self.napoli;
        if hex == north {
            Some(south)
        } else if hex == south {
            Some(north)
        } else {
            None
        }
    }

    pub(super) fn read(
        parts: &Components,
        figures: &Figures,
        roles: &[Role],
        cards: &[CardRole],
    ) -> Result<Places, Problem> {
        let at = &parts.constants;
        let opening = figures
            .opening_slots
            .iter()
            .map(|slots| Ok((hex_named(parts, at, slots.hex)?, phase::named(parts, at, slots.from)?)));
        let funicolare = figures.funicolare.as_ref().map(|facts| {
            Ok(Funicolare {
                vesuvio: hex_named(parts, at, facts.vesuvio)?,
                city: hex_named(parts, at, facts.city)?,
                bonus: facts.bonus,
            })
        });
        Ok(Places {
            claims: claims(parts, roles, cards),
            ports: ports(parts)?,
            falcon: tagged(parts, "falcon_bonus")?,
            opening: opening.collect::<Result<_, Problem>>()?,
            funicolare: funicolare.transpose()?,
            slots_at: shared_slots(parts),
            napoli: napoli(parts)?,
        })
    }
}

/// Home bases, reserved slots and Bourbon tokens.
fn claims(parts: &Components, roles: &[Role], cards: &[CardRole]) -> Vec<Claim> {
    let mut claims = Vec::new();
    for (company, role) in (0..).map(CompanyId).zip(roles) {
        let Role::Major(major) = role else { continue };
        let by = Claimant::Company(company);
        claims.extend(major.lines.iter().map(|line| Claim { hex: line.home.0, stop: line.home.1, by }));
    }
    for (hex, place) in parts.map.ids().zip(&parts.map.hexes) {
        for (stop, spec) in (0..).zip(&place.face.stops) {
            let reserved = spec.reserved.iter().filter_map(|name| parts.company(*name));
            claims.extend(reserved.map(|company| Claim { hex, stop, by: Claimant::Company(company) }));
        }
    }
    for (card, role) in (0..).map(CardId).zip(cards) {
        if let CardRole::Political(political) = role
            && let Power::Bourbon(bourbon) = &political.power
        {
            claims.push(Claim { hex: bourbon.hex, stop: bourbon.stop, by: Claimant::Bourbon(card) });
        }
    }
    claims.sort_by_key(|claim| (claim.hex, claim.stop));
    claims
}

/// 18FB-3.5.2-14: values of towns rise by steps, each a marker's; a value between two steps would be a slip nobody sees.
pub(super) fn check_towns(parts: &Components) -> Result<(), Problem> {
    let towns = |tile: &Tile| {
        let stops = tile.face(0).stops.iter().filter(|stop| stop.kind == StopKind::Town);
        stops.map(|stop| stop.value.in_band(Default::default()).0).max()
    };
    let values = || parts.tiles.tiles.iter().filter_map(|tile| Some((tile.name, towns(tile)?)));
    let Some(step) = values().map(|(_, value)| value).filter(|value| *value > 0).min() else { return Ok(()) };
    match values().find(|(_, value)| value % step != 0) {
        Some((tile, value)) => {
            let found = format!("a town worth {value} on tile {tile}");
            Err(parts.constants.wrong(found, format!("a multiple of {step}, the value of the least town")))
        }
        None => Ok(()),
    }
}

/// 18FB-3.4.5-04: stations earn by tokens. An off-map area without slots is worth what the one is whose slots it uses, or nothing.
pub(super) fn check_areas(parts: &Components) -> Result<(), Problem> {
    let shared = shared_slots(parts);
    let first = |hex: HexId| parts.map.hex(hex).and_then(|hex| hex.face.stops.first());
    let nothing = Value::Flat(Money::ZERO);
    for (id, hex) in parts.map.ids().zip(&parts.map.hexes) {
        let area = first(id).filter(|stop| stop.kind == StopKind::Offboard && stop.slots == 0);
        let with = shared.iter().find(|(other, _)| *other == id).and_then(|(_, with)| first(*with));
        let expected = with.map_or(&nothing, |with| &with.value);
        if area.is_some_and(|area| area.value != *expected) {
            let found = format!("other values on hex {}, which has no slots", hex.name);
            return Err(parts.constants.wrong(found, "those of the hex whose slots it uses, or 0"));
        }
    }
    Ok(())
}

/// 18FB-2.1-14, 18FB-2.1-15, 18FB-2.1-16: a port has one value, or one for each band.
fn ports(parts: &Components) -> Result<Vec<(HexId, Value)>, Problem> {
    let mut ports: Vec<_> =
        tagged(parts, "port")?.into_iter().map(|(hex, value)| (hex, Value::Flat(value))).collect();
    for (tag, band) in [("port_first", "first"), ("port_second", "second"), ("port_third", "third")] {
        for (hex, value) in tagged(parts, tag)? {
            let band = (Name::cut(band), value);
            match ports.iter_mut().find(|(at, _)| *at == hex) {
                Some((_, Value::Bands(bands))) => bands.push(band),
                _ => ports.push((hex, Value::Bands([band].into_iter().collect()))),
            }
        }
    }
    Ok(ports)
}

/// The hexes with a tag that says an amount.
fn tagged(parts: &Components, tag: &str) -> Result<Vec<(HexId, Money)>, Problem> {
    let mut found = Vec::new();
    for (id, hex) in parts.map.ids().zip(&parts.map.hexes) {
        let Some(value) = hex.tag(tag) else { continue };
        let wrong = || tag_problem(&parts.constants, hex, tag, value);
        found.push((id, Money(value.parse().map_err(|_| wrong())?)));
    }
    Ok(found)
}

fn tag_problem(at: &Facts, hex: &Hex, tag: &str, value: &str) -> Problem {
    let found = format!("`{tag}` = \"{value}\" on hex {}", hex.name);
    Problem { place: format!("hex {}", hex.name), ..at.wrong(found, "an amount of money") }
}

/// Stops of one group without slots of their own use those of the first with slots.
fn shared_slots(parts: &Components) -> Vec<(HexId, HexId)> {
    let grouped =
        |hex: &Hex| hex.face.stops.first().and_then(|stop| stop.group.clone().map(|name| (name, stop.slots)));
    let groups: Vec<_> =
        parts.map.ids().zip(&parts.map.hexes).filter_map(|(id, hex)| Some((id, grouped(hex)?))).collect();
    let without = groups.iter().filter(|(_, (_, slots))| *slots == 0);
    let home = |name: &String| {
        groups.iter().find(|(_, (other, slots))| other == name && *slots > 0).map(|(id, _)| *id)
    };
    without.filter_map(|(id, (name, _))| home(name).map(|slots| (*id, slots))).collect()
}

/// The hexes of the group of cities that is spread over two hexes.
fn napoli(parts: &Components) -> Result<[HexId; 2], Problem> {
    let is_city = |stop: &Stop| stop.kind == StopKind::City && stop.group.is_some();
    let hexes: Vec<_> =
        parts.map.ids().zip(&parts.map.hexes).filter(|(_, hex)| hex.face.stops.iter().any(is_city)).collect();
    match hexes.as_slice() {
        [(north, _), (south, _)] => Ok([*north, *south]),
        _ => Err(parts.constants.wrong(
            format!("{} hexes with grouped cities", hexes.len()),
            "two: Napoli North and Napoli South",
        )),
    }
}

/// How many towns a stop is: green and brown tiles join two in one.
pub(in crate::fb) fn towns(stop: &Stop) -> u8 {
    if stop.kind != StopKind::Town {
        return 0;
    }
    let tag = stop.tags.iter().find(|(key, _)| key == "towns");
    tag.and_then(|(_, towns)| towns.parse().ok()).unwrap_or(1)
}

/// 18FB-3.4.1-26: what kind of place a face is: plain, a town, a double town, a city. A tile replaces its own kind.
pub(super) fn kind_of_place(face: &Face) -> u8 {
    const CITY: u8 = 10;
    match face.stops.iter().any(|stop| stop.kind != StopKind::Town) {
        true => CITY,
        false => face.stops.iter().map(towns).sum(),
    }
}

/// 18FB-3.4.1-27, 18FB-3.4.1-28, 18FB-3.4.1-29: the letters of a hex ask for the same letters on its tiles; those of coasts on
/// brown ones only.
pub(in crate::fb) fn letters_agree(hex: &Hex, tile: &Face, brown_only: &[Name]) -> bool {
    let asked = |label: &&Name| tile.color == Color::Brown || !brown_only.contains(label);
    hex.face.labels.iter().filter(asked).eq(tile.labels.iter())
}
