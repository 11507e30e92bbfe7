//! The board: hexes, what lies beyond their sides, borders and homes.

use super::block::Block;
use super::sides::{self, A_SIDE, Beyond, side_name};
use super::tree::{Node, Value};
use super::{Words, face};
use crate::components::Components;
use crate::id::HexId;
use crate::map::{Border, Hex, Map, Side, Terrain};
use crate::name::{CompanyName, HexName, Name};
use crate::tile::Color;
use std::collections::{HashMap, HashSet};

/// Reads `[[hex]]` and `[[border]]`.
pub(super) fn read(root: &Block<'_>, words: &Words, removed: &HashSet<String>) -> Map {
    let blocks = root.blocks("hex");
    if blocks.is_empty() {
        root.missing("hex", "blocks [[hex]]");
    }
    let names = blocks.iter().map(|block| block.need("name").unwrap_or_default()).collect::<Vec<HexName>>();
    let board = Board { words, removed, ids: names.iter().copied().zip((0..).map(HexId)).collect() };
    let hexes = blocks.iter().zip(&names).map(|(block, name)| board.hex(block, *name)).collect();
    let mut map = Map { layout: words.layout, hexes, borders: Vec::new() };
    board.check_sides(&blocks, &map);
    check_places(&blocks, &map);
    hide_blind_sides(&mut map);
    board.check_track(&blocks, &map);
    for block in root.blocks("border") {
        board.border(&block, &mut map);
    }
    map
}

struct Board<'w> {
    words: &'w Words,
    removed: &'w HashSet<String>,
    ids: HashMap<HexName, HexId>,
}

impl Board<'_> {
    fn hex(&self, block: &Block<'_>, name: HexName) -> Hex {
        let color = block.or("color", Color::White);
        let hex = Hex {
            name,
            place: block.maybe("place"),
            at: self.at(block),
            face: face::face(block, self.words, color),
            next: next(block, color),
            sides: self.sides(block),
            terrain: terrain(block),
            region: self.region(block),
            tags: face::tags(block),
        };
        block.ignore(&["name", "reconstructed"]);
        block.finish();
        hex
    }

    fn at(&self, block: &Block<'_>) -> (i16, i16) {
        match block.need::<Vec<i16>>("at").as_deref() {
            Some([x, y]) => (*x, *y),
            Some(_) => {
                block.wrong("at", "a list of another length", "column and half-row, such as [4, 7]");
                (0, 0)
            }
            None => (0, 0),
        }
    }

    fn region(&self, block: &Block<'_>) -> Option<Name> {
        let region = block.maybe::<Name>("region")?;
        if !self.words.regions.contains(&region) {
            block.wrong("region", format!("\"{region}\""), face::one_of("a region", &self.words.regions));
        }
        Some(region)
    }

    fn sides(&self, block: &Block<'_>) -> [Side; 6] {
        let mut sides: [Side; 6] = Default::default();
        for entry in block.table("sides") {
            let Some(at) = sides::side(self.words.layout, entry.key()) else {
                block.report(entry.node().at, format!("the side `{}`", entry.key()), A_SIDE);
                continue;
            };
            if let Some(side) = sides.get_mut(at as usize) {
                *side = self.side(&entry, at).unwrap_or_default();
            }
        }
        sides
    }

    fn side(&self, entry: &Block<'_>, at: u8) -> Option<Side> {
        let text = entry.own::<String>()?;
        let Some(beyond) = sides::beyond(&text) else {
            entry.wrong_here(
                format!("\"{text}\""),
                "a hex, then `impassable`, `closed_beyond` or terrain with its cost",
            );
            return None;
        };
        if self.removed.contains(&format!("hex {}", beyond.hex)) {
            return None;
        }
        let hex = Name::new(&beyond.hex).ok().and_then(|name| self.ids.get(&HexName(name)));
        if hex.is_none() {
            entry.wrong_here(format!("the unknown hex \"{}\"", beyond.hex), "a hex of this map");
        }
        let there = match &beyond.side {
            None => Some((at + 3) % 6),
            Some(name) => sides::side(self.words.layout, name),
        };
        if there.is_none() {
            entry.wrong_here(format!("\"{text}\""), A_SIDE);
        }
        let Beyond { impassable, closed_beyond, terrain, .. } = beyond;
        Some(Side { to: Some((*hex?, there?)), impassable, closed_beyond, terrain, ..Side::default() })
    }

    fn check_sides(&self, blocks: &[Block<'_>], map: &Map) {
        for (block, (id, hex)) in blocks.iter().zip(map.ids().zip(&map.hexes)) {
            for (at, side) in (0..).zip(&hex.sides) {
                let Some((to, there)) = side.to else { continue };
                let Some(other) = map.hex(to) else { continue };
                self.check_side(block, (id, at, side), (other, there));
                self.check_place(block, hex, at, other);
            }
        }
    }

    fn check_side(&self, block: &Block<'_>, (id, at, side): (HexId, u8, &Side), (other, there): (&Hex, u8)) {
        let name = |side| side_name(self.words.layout, side);
        let (here, back) = (block.place().trim_start_matches("hex "), other.side(there));
        if back.to != Some((id, at)) {
            let expected = format!("hex {} {} = \"{here}\" in return", other.name, name(there));
            block.wrong("sides", format!("{} = \"{}\"", name(at), other.name), expected);
        } else if back.impassable != side.impassable && !(side.closed_beyond || back.closed_beyond) {
            let expected =
                format!("impassable on both sides or on neither: hex {} {}", other.name, name(there));
            block.wrong("sides", format!("{} impassable: {}", name(at), side.impassable), expected);
        } else if sorted(&back.terrain) != sorted(&side.terrain) {
            let expected = format!("the same terrain on hex {} {}", other.name, name(there));
            block.wrong("sides", format!("other terrain on {}", name(at)), expected);
        }
    }

    /// A hex is drawn where its neighbours say, but where a side leads elsewhere on the map (`W12@NW`).
    fn check_place(&self, block: &Block<'_>, hex: &Hex, at: u8, other: &Hex) {
        let (x, y) = self.words.layout.beyond(at);
        let place = (hex.at.0.saturating_add(x), hex.at.1.saturating_add(y));
        let elsewhere = |node: &Node| matches!(&node.value, Value::Text(text) if text.contains('@'));
        let side = block.get("sides").and_then(|sides| sides.get(side_name(self.words.layout, at)));
        if other.at != place && !side.is_some_and(elsewhere) {
            let found = format!("[{}, {}]", hex.at.0, hex.at.1);
            let (name, there) =
                (side_name(self.words.layout, at), format!("[{}, {}]", other.at.0, other.at.1));
            block.wrong("at", found, format!("the place {name} of which is hex {} at {there}", other.name));
        }
    }

    fn check_track(&self, blocks: &[Block<'_>], map: &Map) {
        for (block, hex) in blocks.iter().zip(&map.hexes) {
            let exits = hex.face.exits();
            for at in (0..6).filter(|at| exits >> at & 1 == 1 && !hex.side(*at).open()) {
                let found =
                    format!("track to {}, where it can never go on", side_name(self.words.layout, at));
                block.wrong_here(found, "track only to sides with an open hex beyond");
            }
        }
    }

    fn border(&self, block: &Block<'_>, map: &mut Map) {
        let bit = map.borders.len() as u32;
        let name = block.need("name").unwrap_or_default();
        let mut sides = Vec::new();
        for text in block.need::<Vec<String>>("sides").unwrap_or_default() {
            match self.hexside(&text, map) {
                Some(side) if bit < 16 => sides.push(side),
                _ => block.wrong(
                    "sides",
                    format!("\"{text}\""),
                    "a hex and one of its sides, such as \"F8 NE\"",
                ),
            }
        }
        for (hex, side) in &sides {
            mark_border(map, *hex, *side, 1 << bit);
        }
        block.finish();
        map.borders.push(Border { name, sides });
    }

    fn hexside(&self, text: &str, map: &Map) -> Option<(HexId, u8)> {
        let (hex, side) = text.split_once(' ')?;
        let id = *self.ids.get(&HexName(Name::new(hex).ok()?))?;
        let side = sides::side(self.words.layout, side)?;
        map.hex(id)?.side(side).to.map(|_| (id, side))
    }
}

/// No two hexes may be drawn at the same place.
fn check_places(blocks: &[Block<'_>], map: &Map) {
    let mut seen = HashMap::new();
    for (block, hex) in blocks.iter().zip(&map.hexes) {
        if let Some(other) = seen.insert(hex.at, hex.name) {
            block.wrong(
                "at",
                format!("[{}, {}]", hex.at.0, hex.at.1),
                format!("a place of its own: hex {other} is there"),
            );
        }
    }
}

fn mark_border(map: &mut Map, hex: HexId, side: u8, bit: u16) {
    let beyond = map.hex(hex).and_then(|hex| hex.side(side).to);
    for (hex, side) in [Some((hex, side)), beyond].into_iter().flatten() {
        let side = map.hexes.get_mut(hex.index()).and_then(|hex| hex.sides.get_mut(side as usize));
        side.into_iter().for_each(|side| side.borders |= bit);
    }
}

fn next(block: &Block<'_>, color: Color) -> Option<Color> {
    match block.get("next").map(|node| &node.value) {
        Some(Value::Text(never)) if never == "never" => None,
        Some(_) => block.maybe("next"),
        None => color.next().filter(|next| *next != Color::Gray),
    }
}

fn terrain(block: &Block<'_>) -> Vec<Terrain> {
    let Some(text) = block.maybe::<String>("terrain") else { return Vec::new() };
    sides::terrain(&text).unwrap_or_else(|| {
        block.wrong("terrain", format!("\"{text}\""), "kinds and costs, such as \"mountain 50\"");
        Vec::new()
    })
}

fn sorted(terrain: &[Terrain]) -> Vec<(Name, i32)> {
    let mut terrain: Vec<_> = terrain.iter().map(|terrain| (terrain.kind, terrain.cost.0)).collect();
    terrain.sort();
    terrain
}

/// Where a hex that never changes shows no track, no track may point from either side.
fn hide_blind_sides(map: &mut Map) {
    let blind = |hex: &Hex, side: u8| hex.next.is_none() && hex.face.exits() >> side & 1 == 0;
    let mut found = Vec::new();
    for (id, hex) in map.ids().zip(&map.hexes) {
        let sides = (0..6).filter(|side| blind(hex, *side) && !hex.side(*side).impassable);
        found.extend(sides.filter_map(|side| Some([(id, side), hex.side(side).to?])));
    }
    for (hex, side) in found.into_iter().flatten() {
        let side = map.hexes.get_mut(hex.index()).and_then(|hex| hex.sides.get_mut(side as usize));
        side.into_iter().for_each(|side| side.blind = true);
    }
}

/// Writes the homes of the companies on the stops of the map.
pub(super) fn settle_homes(box_: &mut Components) {
    for company in &box_.companies {
        for home in &company.homes {
            let stops = box_.map.hexes.get_mut(home.hex.index()).map(|hex| &mut hex.face.stops);
            let stop = stops.zip(home.stop).and_then(|(stops, stop)| stops.get_mut(stop as usize));
            stop.into_iter().for_each(|stop| stop.home.push(company.name));
        }
    }
}

/// Every company that a hex speaks of must exist; those that an overlay took away are forgotten.
pub(super) fn forget_companies(root: &Block<'_>, box_: &mut Components, removed: &HashSet<String>) {
    let known: HashSet<CompanyName> = box_.companies.iter().map(|company| company.name).collect();
    for (block, hex) in root.blocks("hex").iter().zip(&mut box_.map.hexes) {
        for stop in &mut hex.face.stops {
            for list in [&mut stop.home, &mut stop.reserved] {
                list.retain(|company| !removed.contains(&format!("company {company}")));
                for company in list.iter().filter(|company| !known.contains(company)) {
                    block.wrong(
                        "stops",
                        format!("the unknown company \"{company}\""),
                        "a company of this title",
                    );
                }
            }
        }
    }
}
