//! What lies on the sides between hexes: costs, bars, borders.

use crate::board::Table;
use crate::geometry::{Point, side_ends};
use crate::ink::{BORDERS, Ink};
use crate::signs;
use crate::svg::Svg;
use crate::write::{self, Style};
use ferrata_engine::id::HexId;
use ferrata_engine::map::{Hex, Side};
use ferrata_engine::money::Money;
use ferrata_engine::tile::Color;

/// Costs and bars of all sides, each once.
pub(crate) fn draw(svg: &mut Svg, table: &Table, centres: &[Point]) {
    svg.start("g").set("class", "sides").set("pointer-events", "none");
    for (index, hex) in table.map.hexes.iter().enumerate() {
        let Some(&centre) = centres.get(index) else { continue };
        for (number, side) in (0..).zip(&hex.sides) {
            if !first(index, number, side) {
                continue;
            }
            let (a, b) = side_ends(table.map.layout, number);
            let (a, b) = (centre + a, centre + b);
            if barred(table, hex, side) {
                bar(svg, a, b);
            } else if costs(side) {
                crossing(svg, side, a, b, table.crossed(index, number));
            }
        }
    }
    svg.end();
}

/// Whether something on a side makes crossing it dearer than plain ground.
pub(crate) fn costs(side: &Side) -> bool {
    side.terrain.iter().any(|terrain| terrain.kind != "plain") && !side.impassable
}

/// Each side belongs to two hexes; the one with the smaller number draws it.
fn first(index: usize, number: u8, side: &Side) -> bool {
    side.to.is_none_or(|(other, there)| (index, number) < (other.index(), there))
}

/// A bar stands between two hexes of land; a coast needs none.
fn barred(table: &Table, hex: &Hex, side: &Side) -> bool {
    let beyond = side.to.and_then(|(other, _)| table.map.hex(other));
    let sea = |hex: &Hex| hex.face.color == Color::Blue;
    side.impassable && !sea(hex) && beyond.is_some_and(|beyond| !sea(beyond))
}

fn bar(svg: &mut Svg, a: Point, b: Point) {
    let (a, b) = (a.towards(b, 0.04), b.towards(a, 0.04));
    for (ink, width) in [(Ink::Casing, 12.0), (Ink::Bar, 9.0)] {
        svg.start("path").set("class", "impassable").set("d", format_args!("M{a}L{b}")).stroke(ink, width);
        svg.set("stroke-linecap", "round").end();
    }
}

/// Rivers and mountains on a side with what crossing them costs; where track crosses already, the
/// middle stays free for it.
fn crossing(svg: &mut Svg, side: &Side, a: Point, b: Point, crossed: bool) {
    svg.start("g").set("class", "crossing");
    let costly: Vec<_> = side.terrain.iter().filter(|terrain| terrain.kind != "plain").collect();
    let parts = if crossed { vec![(0.04, 0.36), (0.64, 0.96)] } else { vec![(0.04, 0.96)] };
    for (i, terrain) in costly.iter().enumerate() {
        let shift = (b - a).unit().quarter() * (7.0 * (i as f64 - (costly.len() as f64 - 1.0) / 2.0));
        for (from, to) in &parts {
            let (from, to) = (a.towards(b, *from) + shift, a.towards(b, *to) + shift);
            match terrain.kind.as_str() {
                "river" | "water" | "lake" => signs::river_along(svg, from, to),
                _ => signs::mountains_along(svg, from, to),
            }
        }
    }
    if !crossed && !costly.is_empty() {
        let cost: Money =
            costly.iter().map(|terrain| terrain.cost).fold(Money::ZERO, |sum, cost| Money(sum.0 + cost.0));
        write::centred(svg, a.towards(b, 0.5), &cost.0.to_string(), Style::bold(17.0, Ink::Text).with_halo());
    }
    svg.end();
}

/// The borders in force; several along one side lie beside each other.
pub(crate) fn borders(svg: &mut Svg, table: &Table, centres: &[Point]) {
    svg.start("g").set("class", "borders").set("fill", "none").set("pointer-events", "none");
    for &index in &table.view.borders {
        let Some(border) = table.map.borders.get(index as usize) else { continue };
        svg.start("path").set("class", "border").set("data-border", &border.name);
        svg.set("d", course(table, &border.sides, index, centres));
        let ink = BORDERS.get(index as usize % BORDERS.len()).copied().unwrap_or(Ink::Border1);
        svg.stroke(ink, 8.5).set("stroke-linecap", "round").set("stroke-dasharray", dashes(index)).end();
    }
    svg.end();
}

fn dashes(index: u16) -> &'static str {
    match index % 3 {
        0 => "20 11",
        1 => "8 11",
        _ => "20 10 3 10",
    }
}

fn course(table: &Table, sides: &[(HexId, u8)], index: u16, centres: &[Point]) -> String {
    let mut path = String::new();
    for &(hex, number) in sides {
        let (Some(&centre), Some(printed)) = (centres.get(hex.index()), table.map.hex(hex)) else { continue };
        let (a, b) = side_ends(table.map.layout, number);
        // The side is the same line seen from both hexes; shift all borders on it to the same hand.
        let flip = if number < 3 { 1.0 } else { -1.0 };
        let along =
            table.view.borders.iter().filter(|other| printed.side(number).borders >> **other & 1 == 1);
        let along: Vec<_> = along.collect();
        let rank = along.iter().position(|other| **other == index).unwrap_or(0) as f64;
        let shift =
            (b - a).unit().quarter() * (flip * 8.0 * (rank - (along.len().max(1) as f64 - 1.0) / 2.0));
        path.push_str(&format!("M{}L{}", centre + a + shift, centre + b + shift));
    }
    path
}
