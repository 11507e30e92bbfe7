//! Concessions (3.2.2) and political cards (2.7) as the rules read them.

use super::{Figures, hex_named, phase};
use ferrata_engine::components::{CardSpec, Components};
use ferrata_engine::id::{CardId, CompanyId, HexId, PhaseId};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, HexName, Name, PhaseName};
use serde::Deserialize;

/// What a card is.
#[derive(Debug)]
pub(in crate::fb) enum CardRole {
    /// The right to build a line.
    Concession(Concession),
    /// A political card.
    Political(Political),
}

/// A concession.
#[derive(Debug)]
pub(in crate::fb) struct Concession {
    /// Whose.
    pub(in crate::fb) company: CompanyId,
    /// The first value of its deposit.
    pub(in crate::fb) full: Money,
    /// The second (18FB-C-36: as printed).
    pub(in crate::fb) half: Money,
    /// 18FB-3.2.2-04: its band of secured interest, counted from the lowest.
    pub(in crate::fb) band: u8,
    /// 18FB-3.2.2-31: it is free once this concession has been acquired.
    pub(in crate::fb) free_after: Option<CardId>,
}

/// A political card.
#[derive(Debug)]
pub(in crate::fb) struct Political {
    /// Its printed cost.
    pub(in crate::fb) cost: Money,
    /// Its income.
    pub(in crate::fb) revenue: Money,
    /// The company of which it brings a share and the right to the concession, and its income afterwards.
    pub(in crate::fb) company: Option<(CompanyId, Money)>,
    /// What it can do.
    pub(in crate::fb) power: Power,
}

/// The powers of political cards (2.7).
#[derive(Debug)]
pub(in crate::fb) enum Power {
    /// 18FB-2.7-10, 18FB-2.7-11: half of a deposit.
    HalfDeposit,
    /// 18FB-2.7-14: so many bands more.
    BandsUp(u8),
    /// 18FB-2.7-12: to buy what somebody else wants.
    Priority,
    /// 18FB-2.7-15: bonus tokens for one corp, from a phase on.
    BonusTokens(Option<PhaseId>),
    /// 18FB-2.7-18 to 18FB-2.7-42: to replace a Bourbon token.
    Bourbon(Bourbon),
}

/// A Bourbon token.
#[derive(Clone, Copy, Debug)]
pub(in crate::fb) struct Bourbon {
    /// Its number.
    pub(in crate::fb) number: u8,
    /// Where it lies.
    pub(in crate::fb) hex: HexId,
    /// At which stop, as printed.
    pub(in crate::fb) stop: u8,
    /// From when it can be replaced.
    pub(in crate::fb) from: Option<PhaseId>,
    /// 18FB-2.7-41, 18FB-2.7-42: its card closes then.
    pub(in crate::fb) closes: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConcessionFacts {
    half: Money,
    band: Name,
    free_after: Option<CardName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoliticalFacts {
    later_revenue: Option<Money>,
    power: PowerFacts,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum PowerFacts {
    HalfDeposit,
    BandsUp(u8),
    Priority,
    BonusTokens(FromPhase),
    Bourbon(BourbonFacts),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FromPhase {
    from: Option<PhaseName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BourbonFacts {
    number: u8,
    hex: HexName,
    #[serde(default)]
    stop: u8,
    from: Option<PhaseName>,
    #[serde(default)]
    closes: bool,
}

/// Reads the cards.
pub(super) fn read(parts: &Components, figures: &Figures) -> Result<Vec<CardRole>, Problem> {
    let role = |spec: &CardSpec| match spec.kind.as_str() {
        "concession" => concession(parts, figures, spec).map(CardRole::Concession),
        "political" => political(parts, spec).map(CardRole::Political),
        other => Err(spec.facts.wrong(format!("the kind \"{other}\""), "concession or political")),
    };
    parts.cards.iter().map(role).collect()
}

fn concession(parts: &Components, figures: &Figures, spec: &CardSpec) -> Result<Concession, Problem> {
    let (at, facts) = (&spec.facts, spec.facts.read::<ConcessionFacts>()?);
    let band = figures.band(facts.band);
    let known = |name: CardName| {
        parts.card(name).ok_or_else(|| at.wrong(format!("the card \"{name}\""), "a card of this title"))
    };
    Ok(Concession {
        company: spec.company.ok_or_else(|| at.wrong("no company", "the company of the concession"))?,
        full: spec.price,
        half: facts.half,
        band: band
            .ok_or_else(|| at.wrong(format!("the band {}", facts.band), "a band of `interest_bands`"))?,
        free_after: facts.free_after.map(known).transpose()?,
    })
}

fn political(parts: &Components, spec: &CardSpec) -> Result<Political, Problem> {
    let (at, facts) = (&spec.facts, spec.facts.read::<PoliticalFacts>()?);
    let from = |name: Option<PhaseName>| name.map(|name| phase::named(parts, at, name)).transpose();
    let power = match facts.power {
        PowerFacts::HalfDeposit => Power::HalfDeposit,
        PowerFacts::BandsUp(bands) => Power::BandsUp(bands),
        PowerFacts::Priority => Power::Priority,
        PowerFacts::BonusTokens(facts) => Power::BonusTokens(from(facts.from)?),
        PowerFacts::Bourbon(facts) => {
            let (hex, stop) = (hex_named(parts, at, facts.hex)?, facts.stop);
            if parts.map.hex(hex).is_none_or(|hex| hex.face.stops.len() <= usize::from(stop)) {
                return Err(at.wrong(format!("stop {stop} of {}", facts.hex), "a stop of the hex, from 0"));
            }
            let (number, closes) = (facts.number, facts.closes);
            Power::Bourbon(Bourbon { number, hex, stop, from: from(facts.from)?, closes })
        }
    };
    let company = match (spec.company, facts.later_revenue) {
        (Some(company), Some(later)) => Some((company, later)),
        (None, None) => None,
        _ => return Err(at.wrong("a company or a later revenue alone", "both `company` and `later_revenue`")),
    };
    Ok(Political { cost: spec.price, revenue: spec.revenue, company, power })
}
