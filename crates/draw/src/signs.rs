//! The small signs of the map: anchors, mines, mountains, water.

use crate::geometry::Point;
use crate::ink::Ink;
use crate::svg::{Num, Svg};
use crate::write::{self, Style};
use ferrata_engine::map::Terrain;
use ferrata_engine::tile::{Face, StopKind};

/// An anchor, about 26 high.
pub(crate) fn anchor(svg: &mut Svg, at: Point, ink: Ink) {
    group(svg, "anchor", at);
    svg.start("circle").num("cy", -10.5).num("r", 3.2).set("fill", "none").stroke(ink, 2.6).end();
    svg.start("path").set("d", "M0-7.3V13M-6.5-3.2H6.5M-11 3.5C-10 10.5-5 13 0 13S10 10.5 11 3.5");
    rounded(svg, ink, 2.8);
    svg.start("path").set("d", "M-14 6.5L-11 1.5L-7 5.8ZM14 6.5L11 1.5L7 5.8Z").fill(ink).end();
    svg.end();
}

/// Hammer and pick, crossed, about 24 wide.
pub(crate) fn mine(svg: &mut Svg, at: Point, ink: Ink) {
    group(svg, "mine", at);
    svg.start("path").set("d", "M-9.5 10.5L6-6M9.5 10.5L-6-6");
    rounded(svg, ink, 3.0);
    // The head of the hammer and the curved head of the pick.
    svg.start("path").set("d", "M2.2-9.2L9.4-2.2").stroke(ink, 6.2).set("fill", "none").end();
    svg.start("path").set("d", "M-12.5.5C-11.5-5-6-10.5.5-11.5");
    rounded(svg, ink, 3.4);
    svg.end();
}

/// The sign of a marker, about 26 wide and high: a flag for what has no sign of its own.
pub(crate) fn marker(svg: &mut Svg, kind: &str) {
    match kind {
        "anchor" => anchor(svg, Point::ORIGIN, Ink::SlotText),
        "coach" => coach(svg),
        _ => {
            svg.start("path").set("d", "M-7 13V-12L10-6L-7 0");
            rounded(svg, Ink::SlotText, 3.0);
        }
    }
}

fn coach(svg: &mut Svg) {
    svg.start("path").set("d", "M-12-9H12V5H-12ZM-6-9V-2H6V-9");
    rounded(svg, Ink::SlotText, 2.8);
    for x in [-7.0, 7.0] {
        svg.start("circle").num("cx", x).num("cy", 9.0).num("r", 4.0).fill(Ink::SlotText).end();
    }
}

fn rounded(svg: &mut Svg, ink: Ink, width: f64) {
    svg.set("fill", "none").stroke(ink, width).set("stroke-linecap", "round").set("stroke-linejoin", "round");
    svg.end();
}

fn group(svg: &mut Svg, class: &str, at: Point) {
    svg.start("g").set("class", class).set("transform", format_args!("translate({at})"));
}

/// The sign of a kind of terrain, about 30 wide and 16 high.
pub(crate) fn terrain(svg: &mut Svg, at: Point, kind: &str) {
    group(svg, "terrain-sign", at);
    match kind {
        "hill" => hill(svg),
        "river" | "water" | "lake" => waves(svg, false),
        "swamp" | "marsh" => waves(svg, true),
        "mine" => mine(svg, Point::ORIGIN, Ink::Text),
        _ if kind.ends_with("pass") => pass(svg),
        _ => mountain(svg),
    }
    svg.end();
}

fn mountain(svg: &mut Svg) {
    svg.start("path").set("d", "M-15 8L-3-9L3-1L6-5L15 8Z").fill(Ink::Mountain);
    svg.stroke(Ink::Halo, 1.0).set("stroke-linejoin", "round").end();
    svg.start("path").set("d", "M-3-9L-6.5-4L-3.5-5.5L-1.5-3.5L.2-4.8Z").fill(Ink::Slot).end();
}

fn hill(svg: &mut Svg) {
    svg.start("path").set("d", "M-15 8C-12-5-5-7-1 3C1-2 9-3 15 8Z").fill(Ink::Hill);
    svg.stroke(Ink::Halo, 1.0).set("stroke-linejoin", "round").end();
}

fn pass(svg: &mut Svg) {
    svg.start("path").set("d", "M-17 8L-8-8L0 2L8-8L17 8Z").fill(Ink::Mountain);
    svg.stroke(Ink::Halo, 1.0).set("stroke-linejoin", "round").end();
}

fn waves(svg: &mut Svg, reeds: bool) {
    svg.start("path").set("d", "M-15-2Q-11-7-7.5-2T0-2T7.5-2T15-2M-15 6Q-11 1-7.5 6T0 6T7.5 6T15 6");
    rounded(svg, Ink::Water, 2.6);
    if reeds {
        svg.start("path").set("d", "M-5-5V-12M0-5V-14M5-5V-12");
        rounded(svg, Ink::Water, 2.0);
    }
}

const COST_SIZE: f64 = 18.0;

/// Whether the stop on a face shows already what kind of terrain it is.
fn shown_by_stop(kind: &str, face: &Face) -> bool {
    face.stops.iter().any(|stop| match stop.kind {
        StopKind::Mine => kind == "mine",
        StopKind::Pass => kind.ends_with("pass"),
        _ => false,
    })
}

/// How high one cost is, with or without its sign.
fn cost_height(one: &Terrain, face: &Face) -> f64 {
    if shown_by_stop(one.kind.as_str(), face) { 20.0 } else { 42.0 }
}

/// How wide and high [`costs`] is.
pub(crate) fn costs_size(list: &[Terrain], face: &Face) -> (f64, f64) {
    let width = |one: &Terrain| write::width(&one.cost.0.to_string(), COST_SIZE);
    let sign = |one: &Terrain| if shown_by_stop(one.kind.as_str(), face) { 0.0 } else { 42.0 };
    let widest = list.iter().map(|one| width(one).max(sign(one))).fold(0.0, f64::max);
    (widest, list.iter().map(|one| cost_height(one, face)).sum())
}

/// Signs with their costs, one below the other.
pub(crate) fn costs(svg: &mut Svg, at: Point, list: &[Terrain], face: &Face) {
    let mut y = at.y - costs_size(list, face).1 / 2.0;
    for one in list {
        svg.start("g").set("class", format_args!("terrain {}", one.kind));
        if !shown_by_stop(one.kind.as_str(), face) {
            svg.start("g")
                .set("transform", format_args!("translate({}) scale(1.35)", Point::new(at.x, y + 13.0)));
            terrain(svg, Point::ORIGIN, one.kind.as_str());
            svg.end();
        }
        y += cost_height(one, face);
        let style = Style::bold(COST_SIZE, Ink::Text).with_halo();
        write::centred(svg, Point::new(at.x, y - 9.0), &one.cost.0.to_string(), style);
        svg.end();
    }
}

/// Water along a line from `a` to `b`.
pub(crate) fn river_along(svg: &mut Svg, a: Point, b: Point) {
    let way = b - a;
    let across = way.unit().quarter() * 4.5;
    let waves = (way.length() / 16.0).round().max(1.0) as u32;
    let mut path = format!("M{a}");
    for i in 0..waves {
        let [from, to] = [0, 1].map(|step| a.towards(b, f64::from(i + step) / f64::from(waves)));
        let swing = if i % 2 == 0 { across } else { -across };
        path.push_str(&format!("Q{} {to}", from.towards(to, 0.5) + swing * 2.0));
    }
    for (ink, width) in [(Ink::Casing, 8.0), (Ink::Water, 4.6)] {
        svg.start("path").set("d", &path);
        rounded(svg, ink, width);
    }
}

/// A chain of mountains along a line from `a` to `b`.
pub(crate) fn mountains_along(svg: &mut Svg, a: Point, b: Point) {
    let way = b - a;
    let peaks = (way.length() / 20.0).round().max(1.0) as u32;
    let mut path = String::new();
    for i in 0..peaks {
        let at = a.towards(b, (f64::from(i) + 0.5) / f64::from(peaks));
        path.push_str(&format!("M{} {}l9.5 -17l9.5 17Z", Num(at.x - 9.5), Num(at.y + 8.0)));
    }
    svg.start("path").set("d", path).fill(Ink::Mountain).stroke(Ink::Casing, 1.6);
    svg.set("stroke-linejoin", "round").end();
}
