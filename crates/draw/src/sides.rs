//! What lies on the sides between hexes: costs, bars, borders.

use crate::board::Table;
use crate::geometry::{Point, side_ends};
use crate::ink::{BORDERS, Ink};
use crate::signs;
use crate::svg::Svg;
use crate::write::{self, Style};
use ferrata_engine::id::HexId;
use ferrata_engine::map::{Hex, Side, Terrain};
use ferrata_engine::tile::Color;

/// What lies on the sides: first water, mountains and bars, then borders, on top what crossing costs.
pub(crate) fn draw(svg: &mut Svg, table: &Table, centres: &[Point]) {
    svg.start("g").set("class", "sides").set("pointer-events", "none");
    each(table, centres, |hex, side, a, b, crossed| {
        if barred(table, hex, side) {
            bar(svg, a, b);
        } else if costs(side) {
            crossing(svg, side, a, b, crossed);
        }
    });
    svg.end();
    borders(svg, table, centres);
    svg.start("g").set("class", "sides").set("pointer-events", "none");
    each(table, centres, |_, side, a, b, crossed| {
        if costs(side) {
            let cost: i32 = costly(side).map(|terrain| terrain.cost.0).sum();
            // Tokens may have to pay for it again (18FB), so it stays readable beside the track.
            let (along, size) = if crossed { (0.2, 15.0) } else { (0.5, 17.0) };
            let style = Style::bold(size, Ink::Text).with_halo();
            write::centred(svg, a.towards(b, along), &cost.to_string(), style);
        }
    });
    svg.end();
}

/// Every side once, with its two ends and whether track crosses it.
fn each<'a>(
    table: &Table<'a>,
    centres: &[Point],
    mut draw: impl FnMut(&'a Hex, &'a Side, Point, Point, bool),
) {
    for (index, hex) in table.map.hexes.iter().enumerate() {
        let Some(&centre) = centres.get(index) else { continue };
        for (number, side) in (0..).zip(&hex.sides).filter(|(number, side)| first(index, *number, side)) {
            let (a, b) = side_ends(table.map.layout, number);
            draw(hex, side, centre + a, centre + b, table.crossed(index, number));
        }
    }
}

/// What on a side costs more than plain ground.
fn costly(side: &Side) -> impl Iterator<Item = &Terrain> {
    side.terrain.iter().filter(|terrain| terrain.kind != "plain")
}

/// Whether something on a side makes crossing it dearer than plain ground.
pub(crate) fn costs(side: &Side) -> bool {
    costly(side).next().is_some() && !side.impassable
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

/// Rivers and mountains on a side; where track crosses, the middle stays free for it.
fn crossing(svg: &mut Svg, side: &Side, a: Point, b: Point, crossed: bool) {
    svg.start("g").set("class", "crossing");
    let parts: &[(f64, f64)] = if crossed { &[(0.04, 0.36), (0.64, 0.96)] } else { &[(0.04, 0.96)] };
    let count = costly(side).count() as f64;
    for (i, terrain) in costly(side).enumerate() {
        let shift = (b - a).unit().quarter() * (7.0 * (i as f64 - (count - 1.0) / 2.0));
        for (from, to) in parts {
            let (from, to) = (a.towards(b, *from) + shift, a.towards(b, *to) + shift);
            match terrain.kind.as_str() {
                "river" | "water" | "lake" => signs::river_along(svg, from, to),
                _ => signs::mountains_along(svg, from, to),
            }
        }
    }
    svg.end();
}

/// The borders in force; several along one side lie beside each other.
fn borders(svg: &mut Svg, table: &Table, centres: &[Point]) {
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
