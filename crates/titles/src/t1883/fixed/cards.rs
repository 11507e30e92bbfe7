//! Privates and concessions as the rules read them (ch. 3 and 5.6).

use super::printed::{company_named, hex_named};
use ferrata_engine::components::{CardSpec, Components};
use ferrata_engine::fact::Facts;
use ferrata_engine::id::{CardId, CompanyId, HexId};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, Name};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A private, and what it can do.
#[derive(Debug)]
pub(in crate::t1883) struct Private {
    pub(in crate::t1883) card: CardId,
    pub(in crate::t1883) price: Money,
    pub(in crate::t1883) income: Money,
    /// 1883-3.2-03, 1883-3.2-13: the tile that a corporation owning it may lay besides.
    pub(in crate::t1883) tile: Option<ExtraTile>,
    /// 1883-3.2-12, 1883-3.2-14, 1883-3.2-15: what its buyer gets.
    pub(in crate::t1883) gives: Option<Gives>,
    /// 1883-3.2-07: what it can be swapped for.
    pub(in crate::t1883) swap: Option<Gives>,
    /// 1883-3.2-06, 1883-3.2-15: its anchors.
    pub(in crate::t1883) anchors: u8,
    /// 1883-3.2-05: it may be sold to a corporation before the others, for at most its printed value.
    pub(in crate::t1883) early_sale: bool,
}

/// A tile besides the normal one.
#[derive(Clone, Copy, Debug)]
pub(in crate::t1883) struct ExtraTile {
    pub(in crate::t1883) hex: HexId,
    /// The sides that it joins, as bits; none: any tile.
    pub(in crate::t1883) joins: u8,
    pub(in crate::t1883) free_terrain: bool,
    /// 1883-3.2-04: it is laid by itself when privates close.
    pub(in crate::t1883) automatic: bool,
}

/// A certificate that comes with a private.
#[derive(Clone, Copy, Debug)]
pub(in crate::t1883) struct Gives {
    pub(in crate::t1883) company: CompanyId,
    pub(in crate::t1883) percent: u8,
}

/// A concession.
#[derive(Debug)]
pub(in crate::t1883) struct Concession {
    pub(in crate::t1883) card: CardId,
    /// 1883-5.6-05 to 1883-5.6-09.
    pub(in crate::t1883) price: Money,
    /// 1883-5.6-10: by band.
    bonus: BTreeMap<Name, Money>,
    /// 1883-5.6-15: the OR by whose end the link must exist.
    pub(in crate::t1883) due: u8,
    /// 1883-5.6-11: the places in their order.
    pub(in crate::t1883) places: Vec<HexId>,
}

impl Concession {
    /// 1883-5.6-10: the bonus while a band holds.
    pub(in crate::t1883) fn bonus(&self, band: Name) -> Money {
        self.bonus.get(&band).copied().unwrap_or_default()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PrivateFacts {
    tile: Option<TileFacts>,
    gives: Option<GivesFacts>,
    swap: Option<GivesFacts>,
    #[serde(default)]
    anchors: u8,
    #[serde(default)]
    early_sale: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TileFacts {
    hex: HexName,
    #[serde(default)]
    joins: Vec<HexName>,
    #[serde(default)]
    free_terrain: bool,
    #[serde(default)]
    automatic: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivesFacts {
    company: CompanyName,
    percent: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConcessionFacts {
    bonus: BTreeMap<Name, Money>,
    due: u8,
    places: Vec<HexName>,
}

fn of_kind<'a>(parts: &'a Components, kind: &'a str) -> impl Iterator<Item = (CardId, &'a CardSpec)> {
    let cards = parts.cards.iter().enumerate().filter(move |(_, card)| card.kind.as_str() == kind);
    cards.map(|(at, card)| (CardId(at as u8), card))
}

/// 1883-2.5-01: the privates by rising value.
pub(super) fn privates(parts: &Components) -> Result<Vec<Private>, Problem> {
    let mut privates: Vec<Private> =
        of_kind(parts, "private").map(|(card, spec)| private(parts, card, spec)).collect::<Result<_, _>>()?;
    privates.sort_by_key(|private| private.price);
    Ok(privates)
}

fn private(parts: &Components, card: CardId, spec: &CardSpec) -> Result<Private, Problem> {
    let facts: PrivateFacts = spec.facts.read()?;
    Ok(Private {
        card,
        price: spec.price,
        income: spec.revenue,
        tile: facts.tile.map(|tile| extra_tile(parts, &spec.facts, &tile)).transpose()?,
        gives: facts.gives.map(|gives| given(parts, &spec.facts, &gives)).transpose()?,
        swap: facts.swap.map(|swap| given(parts, &spec.facts, &swap)).transpose()?,
        anchors: facts.anchors,
        early_sale: facts.early_sale,
    })
}

fn extra_tile(parts: &Components, facts: &Facts, tile: &TileFacts) -> Result<ExtraTile, Problem> {
    let hex = hex_named(parts, facts, tile.hex)?;
    let sides = parts.map.hex(hex).map(|hex| &hex.sides[..]).unwrap_or_default();
    let mut joins = 0;
    for name in &tile.joins {
        let there = hex_named(parts, facts, *name)?;
        let side = sides.iter().position(|side| side.to.is_some_and(|(to, _)| to == there));
        let side =
            side.ok_or_else(|| facts.wrong(format!("\"{name}\""), format!("a neighbour of {}", tile.hex)))?;
        joins |= 1 << side;
    }
    Ok(ExtraTile { hex, joins, free_terrain: tile.free_terrain, automatic: tile.automatic })
}

fn given(parts: &Components, facts: &Facts, gives: &GivesFacts) -> Result<Gives, Problem> {
    let company = company_named(parts, facts, gives.company)?;
    let known = parts.company_spec(company).is_some_and(|spec| spec.certificates.contains(&gives.percent));
    match known {
        true => Ok(Gives { company, percent: gives.percent }),
        false => Err(facts.wrong(format!("{}%", gives.percent), "the size of one of its certificates")),
    }
}

/// 1883-2.3-03: the concessions by their numbers.
pub(super) fn concessions(parts: &Components) -> Result<Vec<Concession>, Problem> {
    let bands: Vec<Name> = parts.phases.iter().map(|phase| phase.band).collect();
    let concession = |(card, spec): (CardId, &CardSpec)| {
        let facts: ConcessionFacts = spec.facts.read()?;
        if let Some(band) = bands.iter().find(|band| !facts.bonus.contains_key(band)) {
            return Err(spec
                .facts
                .wrong(format!("no bonus \"{band}\""), "a bonus for every band of the phases"));
        }
        let places = facts.places.iter().map(|name| hex_named(parts, &spec.facts, *name));
        Ok(Concession {
            card,
            price: spec.price,
            bonus: facts.bonus,
            due: facts.due,
            places: places.collect::<Result<_, _>>()?,
        })
    };
    of_kind(parts, "concession").map(concession).collect()
}
