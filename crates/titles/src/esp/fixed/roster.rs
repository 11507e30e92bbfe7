//! The companies as the rules read them.

use super::figures::{Figures, InPlay};
use ferrata_engine::components::{CompanySpec, Components};
use ferrata_engine::id::{CompanyId, HexId};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::HexName;
use serde::Deserialize;

/// The three classes of companies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::esp) enum Class {
    Minor,
    South,
    North,
}

/// 18ESP-5.1.1-01, 18ESP-5.1.1-02: the goal of a major besides its destination and the red area.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(in crate::esp) enum ThirdGoal {
    /// A mine and a harbour on one route.
    MineAndHarbour,
    /// The takeover of a minor.
    Takeover,
    /// A harbour (18ESP-D-19).
    Harbour,
}

/// What a company is from the beginning.
#[derive(Clone, Copy, Debug)]
pub(in crate::esp) struct Role {
    pub(in crate::esp) class: Class,
    pub(in crate::esp) home: HexId,
    /// Its circle; none on a double city.
    pub(in crate::esp) home_stop: Option<u8>,
    pub(in crate::esp) destination: Option<HexId>,
    pub(in crate::esp) third_goal: Option<ThirdGoal>,
    /// 18ESP-1.4-02, 18ESP-1.4-03: the tokens besides the home token.
    pub(in crate::esp) tokens: u8,
    /// 18ESP-4.3-03: what each of them costs.
    pub(in crate::esp) station: Money,
    /// 18ESP-1.4-01: how much of it the director's certificate stands for.
    pub(in crate::esp) directors_percent: u8,
}

impl Role {
    /// Of a company that is not in the roster.
    pub(super) const NOBODY: Role = Role {
        class: Class::Minor,
        home: HexId(u16::MAX),
        home_stop: None,
        destination: None,
        third_goal: None,
        tokens: 0,
        station: Money::ZERO,
        directors_percent: 0,
    };
}

/// What only this title knows about a company. A minor has none of it.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct CompanyFacts {
    part: Option<Part>,
    destination: Option<HexName>,
    third_goal: Option<ThirdGoal>,
}

/// The map a major belongs to.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "snake_case")]
enum Part {
    North,
    South,
}

pub(super) fn read(parts: &Components, figures: &Figures) -> Result<Vec<Role>, Problem> {
    parts.companies.iter().map(|spec| role(parts, spec, figures)).collect()
}

fn role(parts: &Components, spec: &CompanySpec, figures: &Figures) -> Result<Role, Problem> {
    let facts: CompanyFacts = spec.facts.read()?;
    let at = &spec.facts;
    let class = match (spec.kind.as_str(), facts.part) {
        ("minor", None) => Class::Minor,
        ("major", Some(Part::North)) => Class::North,
        ("major", Some(Part::South)) => Class::South,
        (kind, part) => {
            let found = format!("the kind \"{kind}\" with the part {part:?}");
            return Err(at.wrong(found, "a minor, or a major with its part, north or south"));
        }
    };
    let goals = (facts.destination.is_some(), facts.third_goal.is_some());
    if goals != (class != Class::Minor, class != Class::Minor) {
        return Err(at.wrong("other goals", "a destination and a third goal for majors, none for minors"));
    }
    let destination = facts.destination.map(|name| {
        parts.hex(name).ok_or_else(|| at.wrong(format!("the destination \"{name}\""), "a hex of this map"))
    });
    let [home] = spec.homes.as_slice() else {
        return Err(at.wrong(format!("{} homes", spec.homes.len()), "one home"));
    };
    let (tokens, station) = tokens(spec)?;
    Ok(Role {
        class,
        home: home.hex,
        home_stop: home.stop,
        destination: destination.transpose()?,
        third_goal: facts.third_goal,
        tokens,
        station,
        directors_percent: certificates(spec, class, figures.share)?,
    })
}

/// The tokens besides the home token, and what each costs. 18ESP-4.3-01, 18ESP-4.3-03: the home token is free, the others
/// cost the same.
fn tokens(spec: &CompanySpec) -> Result<(u8, Money), Problem> {
    let prices = match spec.tokens.split_first() {
        Some((&Money::ZERO, prices)) => prices,
        _ => {
            return Err(spec.facts.wrong(format!("the tokens {:?}", spec.tokens), "a home token for 0"));
        }
    };
    let station = prices.first().copied().unwrap_or_default();
    if prices.iter().any(|price| *price != station) {
        let found = format!("stations for {prices:?}");
        return Err(spec.facts.wrong(found, "the same price for every station of the company"));
    }
    Ok((prices.len() as u8, station))
}

/// How much the director's certificate stands for. 18ESP-1.4-01: a major has one of several shares and ordinary ones of one.
/// 18ESP-1.4-02: a minor has a single certificate.
fn certificates(spec: &CompanySpec, class: Class, share: u8) -> Result<u8, Problem> {
    let (first, rest) = spec.certificates.split_first().map_or((0, &[][..]), |(first, rest)| (*first, rest));
    let fits = match class {
        Class::Minor => rest.is_empty(),
        _ => {
            share > 0
                && first > share
                && first.is_multiple_of(share)
                && rest.iter().all(|cert| *cert == share)
        }
    };
    match fits {
        true => Ok(first),
        false => {
            let found = format!("the certificates {:?}", spec.certificates);
            let expected =
                format!("one certificate of a minor; a director's and ordinary ones of {share} of a major");
            Err(spec.facts.wrong(found, expected))
        }
    }
}

/// The companies that the standard set-up leaves in the box: as many stay in play as the random set-up draws.
pub(super) fn removed(
    parts: &Components,
    roles: &[Role],
    figures: &Figures,
) -> Result<Vec<CompanyId>, Problem> {
    let at = &parts.constants;
    let find = |name: &_| {
        parts.company(*name).ok_or_else(|| at.wrong(format!("\"{name}\""), "a company of this title"))
    };
    let removed: Vec<CompanyId> = figures.standard_removed.iter().map(find).collect::<Result<_, _>>()?;
    let left = |class: Class| {
        let ids = (0..roles.len() as u8).map(CompanyId).zip(roles);
        ids.filter(|(id, role)| role.class == class && !removed.contains(id)).count()
    };
    let in_play = InPlay { north: left(Class::North), south: left(Class::South), minors: left(Class::Minor) };
    match in_play == figures.in_play {
        true => Ok(removed),
        false => {
            Err(at.wrong(format!("{in_play:?} in the standard set-up"), format!("{:?}", figures.in_play)))
        }
    }
}
