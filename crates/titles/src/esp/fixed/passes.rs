//! §5.2 The mountain passes.

use super::figures::{Figures, PassFigures};
use super::printed::hex_named;
use ferrata_engine::components::Components;
use ferrata_engine::fact::Facts;
use ferrata_engine::id::HexId;
use ferrata_engine::load::Problem;
use ferrata_engine::map::Map;
use ferrata_engine::money::Money;
use ferrata_engine::name::{HexName, Name};
use smallvec::SmallVec;

/// A mountain pass.
#[derive(Clone, Copy, Debug)]
pub(in crate::esp) struct Pass {
    pub(in crate::esp) hex: HexId,
    /// 18ESP-5.2-03: what building it costs.
    pub(in crate::esp) cost: Money,
    /// 18ESP-4.4.3-05: what it pays to a company with a station there.
    pub(in crate::esp) value: Money,
    /// 18ESP-5.2-06: what the first station there costs, and the second.
    pub(in crate::esp) stations: [Money; 2],
    /// The side that leads south, and the hex and side to which it leads.
    way_south: (u8, HexId, u8),
}

pub(super) fn read(parts: &Components, figures: &Figures) -> Result<SmallVec<[Pass; 4]>, Problem> {
    figures.passes.iter().map(|pass| read_pass(parts, pass)).collect()
}

fn read_pass(parts: &Components, figures: &PassFigures) -> Result<Pass, Problem> {
    let at = &parts.constants;
    let hex = hex_named(parts, at, figures.hex)?;
    let north = hex_named(parts, at, figures.north)?;
    let (south, side) = side_named(parts, at, &figures.south)?;
    let printed = parts.map.hex(hex);
    let exits = printed.map_or(0, |hex| hex.face.exits());
    let leads = |side: u8| printed.and_then(|hex| hex.side(side).to).map(|(to, _)| to);
    let exits = || (0..6).filter(|side| exits >> side & 1 == 1);
    let way = exits().find(|side| leads(*side) != Some(north));
    let (Some(way), true) = (way, exits().any(|side| leads(side) == Some(north))) else {
        let found = format!("the pass {} from {}", figures.hex, figures.north);
        return Err(at.wrong(found, "a pass with track to its northern end, and to another side"));
    };
    Ok(Pass {
        hex,
        cost: figures.cost,
        value: figures.value,
        stations: [figures.first_station, figures.second_station],
        way_south: (way, south, side),
    })
}

/// A place as the data writes it: `D18 N`.
fn side_named(parts: &Components, at: &Facts, text: &str) -> Result<(HexId, u8), Problem> {
    let wrong = || at.wrong(format!("\"{text}\""), "a hex and one of its sides, such as \"D18 N\"");
    let (hex, side) = text.split_once(' ').ok_or_else(wrong)?;
    let hex = Name::new(hex).map_err(|_| wrong())?;
    let side = ["S", "SW", "NW", "N", "NE", "SE"].iter().position(|name| *name == side);
    Ok((hex_named(parts, at, HexName(hex))?, side.ok_or_else(wrong)? as u8))
}

/// The map with each pass between its two ends. 18ESP-4.2.1-16: an open pass makes them adjacent, whatever the corridor
/// drawn on the board looks like.
pub(super) fn join(parts: &Components, passes: &[Pass]) -> Map {
    let mut map = parts.map.clone();
    for pass in passes {
        let (way, south, south_side) = pass.way_south;
        let ways = [(pass.hex, way, (south, south_side)), (south, south_side, (pass.hex, way))];
        for (from, side, to) in ways {
            let sides = map.hexes.get_mut(from.index()).map(|hex| &mut hex.sides);
            if let Some(side) = sides.and_then(|sides| sides.get_mut(side as usize)) {
                (side.to, side.blind, side.impassable) = (Some(to), false, false);
            }
        }
    }
    map
}
