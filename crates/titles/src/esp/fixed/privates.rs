//! §2.2 What each private does, by its number.

use super::printed::hex_named;
use ferrata_engine::components::{CardSpec, Components};
use ferrata_engine::id::{CompanyId, HexId, TrainKind};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use smallvec::SmallVec;

/// The privates in the order of their numbers, and what they do.
#[derive(Debug)]
pub(in crate::esp) struct Privates {
    /// By number, counted from 0: their places among the cards of the box.
    pub(in crate::esp) cards: Vec<usize>,
    /// 18ESP-2.2.1-01: what private 1 takes off the price of a mine.
    pub(in crate::esp) mine_discount: Money,
    /// 18ESP-D-13: where private 1 lays; empty: wherever a mine is built or dismantled.
    pub(in crate::esp) mine_hexes: Vec<HexId>,
    /// 18ESP-2.2.2-01: the train of private 2.
    pub(in crate::esp) special_train: TrainKind,
    /// 18ESP-2.2.3-02: the train into which private 3 turns.
    pub(in crate::esp) permanent_train: TrainKind,
    /// 18ESP-2.2.3-04, 18ESP-D-25: what its first route must visit.
    pub(in crate::esp) first_route: SmallVec<[HexId; 2]>,
    /// 18ESP-2.2.4-01: the pass that private 4 builds for nothing.
    pub(in crate::esp) free_pass: HexId,
    /// 18ESP-2.2.4-01: what it takes off the price of another one.
    pub(in crate::esp) pass_discount: Money,
    pub(in crate::esp) tenders: Tenders,
    /// 18ESP-1.5.1-08, 18ESP-2.2.6-01: the company whose share goes with the front of private 6.
    pub(in crate::esp) share_of: CompanyId,
    /// What the back of private 6 is called.
    pub(in crate::esp) other_side: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct First {
    mine_discount: Money,
    #[serde(default)]
    hexes: Vec<HexName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Second {
    train: TrainName,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Third {
    train: TrainName,
    first_route: Vec<HexName>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fourth {
    free_pass: HexName,
    pass_discount: Money,
}

/// 18ESP-2.2.5-01, 18ESP-2.2.5-02 (online 18ESP-D-26): the tenders of private 5.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Tenders {
    /// How many there are.
    pub(in crate::esp) tenders: u8,
    /// How many of them its owner may sell.
    pub(in crate::esp) for_sale: u8,
    #[serde(rename = "tender_price")]
    pub(in crate::esp) price: Money,
    /// What of it goes to the owner of the private.
    pub(in crate::esp) to_owner: Money,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sixth {
    company: CompanyName,
    other_side: String,
}

/// 18ESP-2.2.7-01: the certificate of private 7 is drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Seventh {}

pub(super) fn read(parts: &Components) -> Result<Privates, Problem> {
    let first: First = facts(parts, 1)?;
    let second: Second = facts(parts, 2)?;
    let third: Third = facts(parts, 3)?;
    let fourth: Fourth = facts(parts, 4)?;
    let tenders: Tenders = facts(parts, 5)?;
    let sixth: Sixth = facts(parts, 6)?;
    let Seventh {} = facts(parts, 7)?;
    let at = |number| card(parts, number).map(|(_, card)| &card.facts);
    let fifth = at(5)?;
    if tenders.tenders <= tenders.for_sale || tenders.price < tenders.to_owner {
        let expected = "more tenders than are for sale, and a price above what the owner gets";
        return Err(fifth.wrong(format!("{tenders:?}"), expected));
    }
    let share_of = parts.company(sixth.company).ok_or_else(|| {
        let found = format!("the company \"{}\"", sixth.company);
        parts.constants.wrong(found, "a company of this title")
    })?;
    Ok(Privates {
        cards: numbered(parts)?,
        mine_discount: first.mine_discount,
        mine_hexes: hexes(parts, 1, &first.hexes)?,
        special_train: train(parts, 2, second.train)?,
        permanent_train: train(parts, 3, third.train)?,
        first_route: hexes(parts, 3, &third.first_route)?.into(),
        free_pass: hex_named(parts, at(4)?, fourth.free_pass)?,
        pass_discount: fourth.pass_discount,
        tenders,
        share_of,
        other_side: sixth.other_side,
    })
}

/// The private of a number, and its place among the cards.
fn card(parts: &Components, number: u8) -> Result<(usize, &CardSpec), Problem> {
    let found = parts.cards.iter().enumerate().find(|(_, card)| card.number == Some(number));
    found.ok_or_else(|| parts.constants.wrong(format!("no private {number}"), "privates 1 to 7"))
}

fn facts<T: DeserializeOwned>(parts: &Components, number: u8) -> Result<T, Problem> {
    card(parts, number)?.1.facts.read()
}

/// The places of all privates by their numbers, which are 1, 2, 3 and so on.
fn numbered(parts: &Components) -> Result<Vec<usize>, Problem> {
    (1..=parts.cards.len() as u8).map(|number| card(parts, number).map(|(at, _)| at)).collect()
}

fn train(parts: &Components, number: u8, name: TrainName) -> Result<TrainKind, Problem> {
    let at = &card(parts, number)?.1.facts;
    parts.train(name).ok_or_else(|| at.wrong(format!("the train \"{name}\""), "a train of this title"))
}

fn hexes(parts: &Components, number: u8, names: &[HexName]) -> Result<Vec<HexId>, Problem> {
    let at = &card(parts, number)?.1.facts;
    names.iter().map(|name| hex_named(parts, at, *name)).collect()
}
