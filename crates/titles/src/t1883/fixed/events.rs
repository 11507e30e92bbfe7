//! The event cards as the rules read them (ch. 11).

use super::phases::Phase;
use super::printed::hex_named;
use ferrata_engine::components::Components;
use ferrata_engine::id::{CardId, HexId};
use ferrata_engine::load::Problem;
use ferrata_engine::money::Money;
use ferrata_engine::name::HexName;
use serde::Deserialize;
use std::collections::BTreeMap;

/// An event card.
#[derive(Debug)]
pub(in crate::t1883) struct EventCard {
    pub(in crate::t1883) card: CardId,
    pub(in crate::t1883) number: u8,
    /// The deck it belongs to.
    pub(in crate::t1883) era: u8,
    /// How many support cards answer it.
    pub(in crate::t1883) support: u8,
    pub(in crate::t1883) effect: Effect,
}

/// What an event does.
#[derive(Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "snake_case")]
pub(in crate::t1883) enum Effect {
    /// 1883-11-01: every player pays.
    PlayersPay(Money),
    /// 1883-11-02: no tiles on F hexes.
    Flood,
    /// 1883-11-03: corporations do not run.
    GeneralStrike,
    /// 1883-11-05: no tiles on hills and mountains.
    Landslide,
    /// 1883-11-06: the price of one railway falls.
    Accident,
    /// 1883-11-07: railways earn this percentage.
    RailroadStrike(u32),
    /// 1883-11-10: no FS routes.
    RedWeek,
    /// 1883-11-11: no General Strike in the next OR.
    StrikeBreaker,
    /// 1883-11-12, 1883-11-21, 1883-11-25: boxes are worth more or less.
    Boxes(BTreeMap<HexName, i32>),
    /// 1883-11-13a: so many bombs fall.
    AirRaids(u8),
    /// 1883-11-14: all corporations earn this percentage.
    Autarchy(u32),
    /// 1883-11-15: every player gains support.
    GainSupport(u8),
    /// 1883-11-16: a train leaves the game.
    GermanOccupation,
    /// 1883-11-17: every player loses this percentage of their cash.
    LoseCash(u32),
    /// 1883-11-18, 1883-11-31: money of the bank is set aside.
    SetAside(Money),
    /// 1883-11-19, 1883-11-27: every player loses support.
    LoseSupport(u8),
    /// 1883-11-22: railways earn this percentage more.
    TrainsOnTime(u32),
    /// 1883-11-23a: a railway with at least so many trains loses one and gets this percentage of its price.
    WarEffort { at_least: usize, percent: u32 },
    /// 1883-11-24: SARSA earns this percentage.
    BusStrike(u32),
    /// 1883-11-26a: corporations do not run, until the next SR.
    HotAutumn,
    /// 1883-11-28: the lowest die loses support.
    Magnacucchi(u8),
    /// 1883-11-29: the price of the lowest corporation may rise.
    MarshallPlan,
    /// 1883-11-30: money that was set aside comes back.
    TaxShield(Money),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFacts {
    era: u8,
    effect: Effect,
    #[serde(default)]
    support: u8,
}

/// 1883-7.1-01: every deck is that of a phase, and every phase has one.
pub(super) fn check_decks(parts: &Components, cards: &[EventCard], phases: &[Phase]) -> Result<(), Problem> {
    for (phase, spec) in phases.iter().zip(&parts.phases) {
        if !cards.iter().any(|card| card.era == phase.event_deck) {
            return Err(spec
                .facts
                .wrong(format!("the deck {}", phase.event_deck), "the era of some event card"));
        }
    }
    let lost = cards.iter().find(|card| !phases.iter().any(|phase| phase.event_deck == card.era));
    lost.map_or(Ok(()), |card| {
        let facts = parts.cards.get(card.card.index()).map(|spec| spec.facts.clone()).unwrap_or_default();
        Err(facts.wrong(format!("the era {}", card.era), "the event deck of some phase"))
    })
}

pub(super) fn read(parts: &Components) -> Result<Vec<EventCard>, Problem> {
    let cards = parts.cards.iter().enumerate().filter(|(_, card)| card.kind.as_str() == "event");
    let event = |(at, spec): (usize, &ferrata_engine::components::CardSpec)| {
        let EventFacts { era, effect, support } = spec.facts.read()?;
        if let Effect::Boxes(boxes) = &effect {
            boxes.keys().try_for_each(|name| hex_named(parts, &spec.facts, *name).map(|_| ()))?;
        }
        let number = spec.number.ok_or_else(|| spec.facts.wrong("no number", "the number of the card"))?;
        Ok(EventCard { card: CardId(at as u8), number, era, support, effect })
    };
    cards.map(event).collect()
}

impl EventCard {
    /// By how much a box is worth more while the event lasts.
    pub(in crate::t1883) fn boxes(&self, parts: &Components) -> Vec<(HexId, Money)> {
        match &self.effect {
            Effect::Boxes(boxes) => {
                boxes.iter().filter_map(|(name, by)| Some((parts.hex(*name)?, Money(*by)))).collect()
            }
            _ => Vec::new(),
        }
    }
}
