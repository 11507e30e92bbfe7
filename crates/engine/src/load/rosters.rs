//! Companies, trains, phases and cards.

use super::block::{Block, Limit, Read};
use super::fact::facts;
use super::tree::Node;
use super::{Words, face};
use crate::components::{CardSpec, CompanySpec, Components, Home, PhaseSpec};
use crate::id::{CompanyId, TrainKind};
use crate::money::Money;
use crate::name::{CardName, CompanyName, HexName, Name, TrainName};
use crate::tile::{Gauge, StopKinds};
use crate::train::{Reach, TrainSide, TrainSpec};

/// Reads `[[company]]`; its card is linked later ([`link_cards`]).
pub(super) fn companies(root: &Block<'_>, box_: &Components) -> Vec<CompanySpec> {
    let blocks = root.blocks("company");
    if blocks.is_empty() {
        root.missing("company", "blocks [[company]]");
    }
    blocks.iter().map(|block| company(block, box_)).collect()
}

/// The prices of a company's tokens, or how many it has where a token has no price of its own.
struct Tokens(Vec<Money>);

impl Read for Tokens {
    const WHAT: &'static str = "a list of prices, or the number of tokens that have none";
    fn read(node: &Node) -> Option<Tokens> {
        let count = u8::read(node).map(|count| vec![Money::ZERO; count.into()]);
        count.or_else(|| Read::read(node)).map(Tokens)
    }
}

fn company(block: &Block<'_>, box_: &Components) -> CompanySpec {
    let company = CompanySpec {
        name: block.need("name").unwrap_or_default(),
        full_name: block.need("full_name").unwrap_or_default(),
        nickname: block.maybe("nickname"),
        kind: block.need("kind").unwrap_or_default(),
        certificates: block.need("certificates").unwrap_or_default(),
        color: block.need("color").unwrap_or_default(),
        tokens: block.maybe("tokens").map(|Tokens(prices)| prices).unwrap_or_default(),
        homes: block
            .maybe::<Vec<String>>("homes")
            .unwrap_or_default()
            .iter()
            .filter_map(|text| home(block, box_, text))
            .collect(),
        card: None,
        facts: facts(block, "facts"),
    };
    let sum: u32 = company.certificates.iter().map(|percent| u32::from(*percent)).sum();
    if sum != 100 {
        block.wrong("certificates", format!("a sum of {sum}"), "certificates that add up to 100");
    }
    block.ignore(&["card", "reconstructed"]);
    block.finish();
    company
}

/// A home: `F8`, or `F8 1` for the second stop of the hex.
fn home(block: &Block<'_>, box_: &Components, text: &str) -> Option<Home> {
    let (hex, stop) = text.split_once(' ').map_or((text, None), |(hex, stop)| (hex, Some(stop)));
    let hex = Name::new(hex).ok().and_then(|name| box_.hex(HexName(name)));
    let stops = hex.and_then(|hex| box_.map.hex(hex)).map_or(0, |hex| hex.face.stops.len());
    let number = stop.map(str::parse::<u8>);
    match (hex, number) {
        (Some(hex), None) => Some(Home { hex, stop: None }),
        (Some(hex), Some(Ok(stop))) if usize::from(stop) < stops => Some(Home { hex, stop: Some(stop) }),
        _ => {
            let expected = "a hex of this map, and if it has several stops the number of one of them, from 0";
            block.wrong("homes", format!("\"{text}\""), expected);
            None
        }
    }
}

/// Reads `[[card]]`.
pub(super) fn cards(root: &Block<'_>, box_: &Components) -> Vec<CardSpec> {
    root.blocks("card").iter().map(|block| card(block, box_)).collect()
}

fn card(block: &Block<'_>, box_: &Components) -> CardSpec {
    let card = CardSpec {
        name: block.need("name").unwrap_or_default(),
        full_name: block.need("full_name").unwrap_or_default(),
        kind: block.need("kind").unwrap_or_default(),
        number: block.maybe("number"),
        price: block.or("price", Money::ZERO),
        revenue: block.or("revenue", Money::ZERO),
        min_bid: block.or("min_bid", Money::ZERO),
        company: block.maybe("company").and_then(|name| known_company(block, box_, name)),
        facts: facts(block, "facts"),
    };
    block.ignore(&["reconstructed"]);
    block.finish();
    card
}

fn known_company(block: &Block<'_>, box_: &Components, name: CompanyName) -> Option<CompanyId> {
    let id = box_.company(name);
    if id.is_none() {
        block.wrong("company", format!("\"{name}\""), "a company of this title");
    }
    id
}

/// Links each company with the card that it names.
pub(super) fn link_cards(root: &Block<'_>, box_: &mut Components) {
    for (at, block) in root.blocks("company").iter().enumerate() {
        let Some(name) = block.maybe::<CardName>("card") else { continue };
        let card = box_.card(name);
        if card.is_none() {
            block.wrong("card", format!("\"{name}\""), "a card of this title");
        }
        if let Some(company) = box_.companies.get_mut(at) {
            company.card = card;
        }
    }
}

/// Reads `[[train]]`.
pub(super) fn trains(root: &Block<'_>) -> Vec<TrainSpec> {
    let blocks = root.blocks("train");
    let names: Vec<TrainName> = blocks.iter().map(|block| block.need("name").unwrap_or_default()).collect();
    blocks.iter().map(|block| train(block, &names)).collect()
}

fn train(block: &Block<'_>, names: &[TrainName]) -> TrainSpec {
    let count = block.need::<Limit>("count").and_then(|Limit(count)| count);
    let train = TrainSpec {
        name: block.need("name").unwrap_or_default(),
        count: count.map(|count| count.try_into().unwrap_or(0)),
        price: block.need("price").unwrap_or_default(),
        rusts_on: block.maybe("rusts_on").and_then(|name| known_train(block, "rusts_on", names, name)),
        gauge: gauge(block),
        reach: reach(block),
        sides: block.list("sides").iter().map(train_side).collect(),
        events: block.maybe("events").unwrap_or_default(),
        facts: facts(block, "facts"),
    };
    block.ignore(&["reconstructed"]);
    block.finish();
    train
}

fn train_side(block: &Block<'_>) -> TrainSide {
    let side = TrainSide {
        name: block.need("name").unwrap_or_default(),
        price: block.need("price").unwrap_or_default(),
        gauge: gauge(block),
        reach: reach(block),
    };
    block.finish();
    side
}

fn known_train(block: &Block<'_>, key: &str, names: &[TrainName], name: TrainName) -> Option<TrainKind> {
    let at = names.iter().position(|other| *other == name);
    if at.is_none() {
        block.wrong(key, format!("\"{name}\""), "a train of this title");
    }
    at.map(|at| TrainKind(at as u8))
}

fn gauge(block: &Block<'_>) -> Gauge {
    match block.maybe::<String>("gauge").as_deref() {
        None | Some("broad") => Gauge::Broad,
        Some("narrow") => Gauge::Narrow,
        Some("dual") => Gauge::Dual,
        Some(other) => {
            block.wrong("gauge", format!("\"{other}\""), "\"broad\", \"narrow\" or \"dual\"");
            Gauge::Broad
        }
    }
}

/// Reads `reach`: `["2 city offboard", "any town port"]`.
fn reach(block: &Block<'_>) -> Vec<Reach> {
    let part = |text: &String| {
        let part = reach_part(text);
        if part.is_none() {
            block.wrong(
                "reach",
                format!("\"{text}\""),
                "a number or `any`, then kinds of stops, such as \"2 city offboard\"",
            );
        }
        part
    };
    block.maybe::<Vec<String>>("reach").unwrap_or_default().iter().filter_map(part).collect()
}

fn reach_part(text: &str) -> Option<Reach> {
    let (count, kinds) = text.split_once(' ')?;
    let count = if count == "any" { None } else { Some(count.parse().ok()?) };
    let stops = kinds.split_whitespace().map(face::kind).collect::<Option<StopKinds>>()?;
    Some(Reach { stops, count })
}

/// Reads `[[phase]]`.
pub(super) fn phases(root: &Block<'_>, box_: &Components, words: &Words) -> Vec<PhaseSpec> {
    let phases: Vec<_> = root.blocks("phase").iter().map(|block| phase(block, box_, words)).collect();
    if phases.is_empty() {
        root.missing("phase", "blocks [[phase]]");
    }
    check_beginnings(root, &phases);
    check_rust(root, box_, &phases);
    phases
}

fn phase(block: &Block<'_>, box_: &Components, words: &Words) -> PhaseSpec {
    let names: Vec<_> = box_.trains.iter().map(|train| train.name).collect();
    let train = |key, name| known_train(block, key, &names, name);
    let phase = PhaseSpec {
        name: block.need("name").unwrap_or_default(),
        starts_with: block.maybe("starts_with").and_then(|name| train("starts_with", name)),
        colors: block.need("tiles").unwrap_or_default(),
        operating_rounds: block.need("operating_rounds").unwrap_or_default(),
        train_limits: train_limits(block, box_),
        band: band(block, words),
        borders: borders(block, box_),
        scraps: block
            .maybe::<Vec<_>>("scraps")
            .unwrap_or_default()
            .into_iter()
            .filter_map(|name| train("scraps", name))
            .collect(),
        facts: facts(block, "facts"),
    };
    block.ignore(&["reconstructed"]);
    block.finish();
    phase
}

fn band(block: &Block<'_>, words: &Words) -> Name {
    let band = block.need::<Name>("band").unwrap_or_default();
    if band != Name::default() && !words.bands.contains(&band) {
        block.wrong("band", format!("\"{band}\""), face::one_of("a band of values", &words.bands));
    }
    band
}

fn train_limits(block: &Block<'_>, box_: &Components) -> Vec<(Name, u8)> {
    let mut limits = Vec::new();
    for entry in block.table("train_limits") {
        let kind = Name::new(entry.key())
            .ok()
            .filter(|kind| box_.companies.iter().any(|company| company.kind == *kind));
        match (kind, entry.own::<Limit>()) {
            (Some(kind), Some(Limit(limit))) => {
                limits.push((kind, limit.map_or(u8::MAX, |limit| limit.try_into().unwrap_or(u8::MAX))));
            }
            _ => entry.wrong_here(format!("`{}`", entry.key()), "a kind of company and a number of trains"),
        }
    }
    limits
}

fn borders(block: &Block<'_>, box_: &Components) -> u16 {
    let mut bits = 0;
    for name in block.maybe::<Vec<String>>("borders").unwrap_or_default() {
        match box_.map.borders.iter().position(|border| border.name == name) {
            Some(at) => bits |= 1 << at,
            None => block.wrong("borders", format!("\"{name}\""), "the name of a [[border]]"),
        }
    }
    bits
}

/// A train that rusts on another must be scrapped by the phase that the other begins.
/// A train begins one phase at most.
fn check_beginnings(root: &Block<'_>, phases: &[PhaseSpec]) {
    for (at, (block, phase)) in root.blocks("phase").iter().zip(phases).enumerate() {
        let mut before = phases.iter().take(at);
        if phase.starts_with.is_some() && before.any(|other| other.starts_with == phase.starts_with) {
            block.wrong("starts_with", "the train of an earlier phase", "another train for every phase");
        }
    }
}

fn check_rust(root: &Block<'_>, box_: &Components, phases: &[PhaseSpec]) {
    for (at, (block, train)) in root.blocks("train").iter().zip(&box_.trains).enumerate() {
        let kind = TrainKind(at as u8);
        let phase =
            phases.iter().find(|phase| train.rusts_on.is_some() && phase.starts_with == train.rusts_on);
        if let Some(phase) = phase.filter(|phase| !phase.scraps.contains(&kind)) {
            let expected = format!("the train in `scraps` of phase {}", phase.name);
            block.wrong("rusts_on", "the train that begins a phase which does not scrap this one", expected);
        }
    }
}
