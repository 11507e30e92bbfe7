//! Companies (2.4) as the rules read them.

use super::{company_named, hex_named, phase};
use ferrata_engine::components::{CompanySpec, Components};
use ferrata_engine::id::{CardId, CompanyId, HexId, PhaseId};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, PhaseName};
use serde::Deserialize;
use smallvec::SmallVec;

/// 18FB-2.4-05: what a company is.
#[derive(Debug)]
pub(in crate::fb) enum Role {
    /// A stock company of its own.
    Major(Major),
    /// A stock company made of two majors.
    National(National),
    /// One certificate.
    Regional(Regional),
}

/// 18FB-2.4-01, 18FB-2.4-02: a major.
#[derive(Debug)]
pub(in crate::fb) struct Major {
    /// From when it can be started.
    pub(in crate::fb) available: PhaseId,
    /// Its concession, in PH1 to PH4.
    pub(in crate::fb) concession: Option<CardId>,
    /// Its lines, one for each home it may choose; none for SFM (18FB-C-34).
    pub(in crate::fb) lines: SmallVec<[MainLine; 2]>,
}

/// 18FB-3.3-01: home base and destinations of a major.
#[derive(Debug)]
pub(in crate::fb) struct MainLine {
    /// The home base.
    pub(in crate::fb) home: (HexId, u8),
    /// The intermediate destination; FS has two to choose from (18FB-3.2.2-20).
    pub(in crate::fb) intermediate: SmallVec<[HexId; 2]>,
    /// The final destination.
    pub(in crate::fb) last: HexId,
    /// 18FB-3.4.3-02: the historical destinations of the charter.
    pub(in crate::fb) historical: SmallVec<[HexId; 4]>,
    /// 18FB-3.2.2-28: the reserved slot that this choice of home gives up.
    pub(in crate::fb) loses: Option<HexId>,
}

/// 18FB-2.4-04: a national.
#[derive(Debug)]
pub(in crate::fb) struct National {
    /// 18FB-3.6.1-02, 18FB-3.6.2-02: the companies that may merge into it.
    pub(in crate::fb) formed_from: SmallVec<[CompanyId; 4]>,
    /// 18FB-3.6.1-30: its tile steps.
    pub(in crate::fb) steps: u8,
    /// 18FB-3.6.1-31, 18FB-3.6.1-32: its tokens in a turn.
    pub(in crate::fb) tokens_per_turn: u8,
}

/// 18FB-2.4-03: a regional.
#[derive(Debug)]
pub(in crate::fb) struct Regional {
    /// 18FB-3.5.2-05: its place in the order of operation.
    pub(in crate::fb) order: u8,
    /// 18FB-3.5.1-02, 18FB-3.5.1-03: its nominal value.
    pub(in crate::fb) nominal: Money,
    /// 18FB-3.5.2-03: markers at the start.
    pub(in crate::fb) start_markers: u8,
    /// Its home base.
    pub(in crate::fb) home: HexId,
    /// 18FB-3.5.2-15: its historical destinations.
    pub(in crate::fb) destinations: SmallVec<[Destination; 4]>,
}

/// A historical destination of a regional.
#[derive(Debug)]
pub(in crate::fb) struct Destination {
    /// Where.
    pub(in crate::fb) hex: HexId,
    /// What the bank pays.
    pub(in crate::fb) bonus: Money,
    /// 18FB-3.5.2-16: only with a brown tile.
    pub(in crate::fb) needs_brown: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MajorFacts {
    available: PhaseName,
    lines: Vec<LineFacts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LineFacts {
    intermediate: Vec<HexName>,
    #[serde(rename = "final")]
    last: HexName,
    historical: Vec<HexName>,
    loses: Option<HexName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NationalFacts {
    formed_from: Vec<CompanyName>,
    steps: u8,
    tokens_per_turn: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegionalFacts {
    order: u8,
    nominal: Money,
    start_markers: u8,
    destinations: Vec<DestinationFacts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DestinationFacts {
    hex: HexName,
    bonus: Money,
    #[serde(default)]
    needs_brown: bool,
}

/// Reads the companies.
pub(super) fn read(parts: &Components) -> Result<Vec<Role>, Problem> {
    let role = |spec: &CompanySpec| match spec.kind.as_str() {
        "major" => major(parts, spec).map(Role::Major),
        "national" => national(parts, spec).map(Role::National),
        "regional" => regional(parts, spec).map(Role::Regional),
        other => Err(spec.facts.wrong(format!("the kind \"{other}\""), "major, national or regional")),
    };
    let roles: Vec<Role> = parts.companies.iter().map(role).collect::<Result<_, _>>()?;
    check_order(parts, &roles)?;
    Ok(roles)
}

fn major(parts: &Components, spec: &CompanySpec) -> Result<Major, Problem> {
    let (at, facts) = (&spec.facts, spec.facts.read::<MajorFacts>()?);
    if facts.lines.len() != spec.homes.len() {
        return Err(at.wrong(format!("{} lines", facts.lines.len()), "one line for each of its homes"));
    }
    let line = |(line, home): (&LineFacts, &ferrata_engine::components::Home)| {
        let hexes =
            |names: &[HexName]| names.iter().map(|hex| hex_named(parts, at, *hex)).collect::<Result<_, _>>();
        let intermediate: SmallVec<[HexId; 2]> = hexes(&line.intermediate)?;
        Ok(MainLine {
            home: (home.hex, home.stop.unwrap_or(0)),
            intermediate,
            last: hex_named(parts, at, line.last)?,
            historical: line
                .historical
                .iter()
                .map(|hex| hex_named(parts, at, *hex))
                .collect::<Result<_, _>>()?,
            loses: line.loses.map(|hex| hex_named(parts, at, hex)).transpose()?,
        })
    };
    Ok(Major {
        available: phase::named(parts, at, facts.available)?,
        concession: spec.card,
        lines: facts.lines.iter().zip(&spec.homes).map(line).collect::<Result<_, Problem>>()?,
    })
}

fn national(parts: &Components, spec: &CompanySpec) -> Result<National, Problem> {
    let (at, facts) = (&spec.facts, spec.facts.read::<NationalFacts>()?);
    let from = facts.formed_from.iter().map(|name| company_named(parts, at, *name));
    Ok(National {
        formed_from: from.collect::<Result<_, _>>()?,
        steps: facts.steps,
        tokens_per_turn: facts.tokens_per_turn,
    })
}

/// 18FB-3.5.2-05: each regional has a place of its own in the order of operation, from the first.
fn check_order(parts: &Components, roles: &[Role]) -> Result<(), Problem> {
    let orders =
        roles.iter().map(|role| if let Role::Regional(regional) = role { regional.order } else { 0 });
    let orders: Vec<u8> = orders.collect();
    let (many, of) = (orders.iter().filter(|order| **order > 0).count(), orders.iter().zip(&parts.companies));
    for (order, spec) in of.filter(|(order, _)| **order > 0) {
        if usize::from(*order) > many || orders.iter().filter(|other| *other == order).count() > 1 {
            let expected = format!("another place from 1 to {many} for each regional");
            return Err(spec.facts.wrong(format!("the place {order} in the order"), expected));
        }
    }
    Ok(())
}

fn regional(parts: &Components, spec: &CompanySpec) -> Result<Regional, Problem> {
    let (at, facts) = (&spec.facts, spec.facts.read::<RegionalFacts>()?);
    let home = spec.homes.first().ok_or_else(|| at.wrong("no home", "the home base of the regional"))?;
    let destination = |facts: &DestinationFacts| {
        let hex = hex_named(parts, at, facts.hex)?;
        if parts.map.hex(hex).is_none_or(|hex| hex.face.stops.is_empty()) {
            return Err(at.wrong(format!("{}", facts.hex), "a town or city as destination"));
        }
        Ok(Destination { hex, bonus: facts.bonus, needs_brown: facts.needs_brown })
    };
    Ok(Regional {
        order: facts.order,
        nominal: facts.nominal,
        start_markers: facts.start_markers,
        home: home.hex,
        destinations: facts.destinations.iter().map(destination).collect::<Result<_, _>>()?,
    })
}
