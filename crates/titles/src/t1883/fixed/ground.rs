//! What the rules want to know about each hex: terrain, side of the state line, numbers for bombs, ports.

use super::figures::Figures;
use ferrata_engine::components::Components;
use ferrata_engine::id::HexId;
use ferrata_engine::load::Problem;
use ferrata_engine::map::Hex;
use ferrata_engine::money::Money;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How high a hex lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub(in crate::t1883) enum Height {
    Plain,
    Hill,
    Mountain,
}

/// 1883-6.4-16: where a hex lies, seen from the state line Parma-Bologna.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::t1883) enum Side {
    North,
    On,
    South,
}

/// A hex as the rules read it.
#[derive(Clone, Debug)]
pub(in crate::t1883) struct Ground {
    /// None: a box without a symbol.
    pub(in crate::t1883) height: Option<Height>,
    /// None: a box.
    pub(in crate::t1883) side: Option<Side>,
    /// 1883-11-13a: the numbers that bombs hit.
    pub(in crate::t1883) numbers: SmallVec<[u8; 4]>,
    /// 1883-A1-02.
    pub(in crate::t1883) port: bool,
    /// 1883-6.4-13: marked with FSF's letter.
    pub(in crate::t1883) flood: bool,
    /// 1883-6.4-06: what the first tile costs for hill or mountain, and for the river.
    pub(in crate::t1883) slope_cost: Money,
    pub(in crate::t1883) river_cost: Money,
}

impl Ground {
    /// Whether it is hill or mountain.
    pub(in crate::t1883) fn is_high(&self) -> bool {
        matches!(self.height, Some(Height::Hill | Height::Mountain))
    }

    /// What the first tile costs in all.
    pub(in crate::t1883) fn cost(&self) -> Money {
        self.slope_cost + self.river_cost
    }
}

pub(super) fn read(parts: &Components, figures: &Figures) -> Result<Vec<Ground>, Problem> {
    parts.map.hexes.iter().map(|hex| ground(parts, figures, hex)).collect()
}

fn ground(parts: &Components, figures: &Figures, hex: &Hex) -> Result<Ground, Problem> {
    let wrong = |found: &str, expected: &str| {
        parts.constants.wrong(format!("hex {}: {found}", hex.name), expected.to_owned())
    };
    let height = match hex.region.as_ref().map(|region| region.as_str()) {
        None => None,
        Some("plain") => Some(Height::Plain),
        Some("hill") => Some(Height::Hill),
        Some("mountain") => Some(Height::Mountain),
        Some(other) => return Err(wrong(other, "plain, hill or mountain")),
    };
    let side = match hex.tag("fs_side") {
        None => None,
        Some("north") => Some(Side::North),
        Some("on") => Some(Side::On),
        Some("south") => Some(Side::South),
        Some(other) => return Err(wrong(other, "fs_side north, on or south")),
    };
    let numbers = hex.tag("numbers").unwrap_or_default().split_whitespace();
    let numbers: Option<SmallVec<[u8; 4]>> = numbers.map(|number| number.parse().ok()).collect();
    let (mut slope_cost, mut river_cost) = (Money::ZERO, Money::ZERO);
    for terrain in &hex.terrain {
        match terrain.kind.as_str() {
            "hill" | "mountain" => slope_cost += terrain.cost,
            "river" => river_cost += terrain.cost,
            other => return Err(wrong(other, "hill, mountain or river")),
        }
    }
    Ok(Ground {
        height,
        side,
        numbers: numbers.ok_or_else(|| wrong("its numbers", "numbers from 1 to 100"))?,
        port: hex.flag("port"),
        flood: hex.face.labels.iter().any(|label| label.as_str() == figures.fsf.label),
        slope_cost,
        river_cost,
    })
}

/// 1883-11-13a: the hex of each number, from 1 on; every number hits one hex.
pub(super) fn by_number(
    parts: &Components,
    grounds: &[Ground],
    figures: &Figures,
) -> Result<Vec<HexId>, Problem> {
    let count = figures.die * figures.die;
    let find = |number: u16| {
        let hit = |ground: &Ground| ground.numbers.iter().any(|own| u16::from(*own) == number);
        let mut hits = grounds.iter().enumerate().filter(|(_, ground)| hit(ground));
        match (hits.next(), hits.next()) {
            (Some((at, _)), None) => Ok(HexId(at as u16)),
            (found, _) => {
                let found = if found.is_some() { "twice" } else { "nowhere" };
                Err(parts.constants.wrong(format!("the number {number} {found}"), "each number on one hex"))
            }
        }
    };
    let all = (1..=count).map(find).collect::<Result<Vec<_>, _>>()?;
    let numbers: usize = grounds.iter().map(|ground| ground.numbers.len()).sum();
    match numbers == usize::from(count) {
        true => Ok(all),
        false => Err(parts.constants.wrong(format!("{numbers} numbers on hexes"), format!("{count}"))),
    }
}
