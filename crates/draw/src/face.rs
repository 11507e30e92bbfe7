//! Drawing what lies on a hex: ground, track, stops.

use crate::geometry::{Curve, Point, corners};
use crate::ink::Ink;
use crate::signs;
use crate::sketch::{Form, Line, SLOT, Sketch, Spot};
use crate::svg::{Svg, outline, path};
use ferrata_engine::map::Layout;
use ferrata_engine::tile::{Color, Gauge};

/// The ink of a colour.
pub(crate) fn ground(color: Color) -> Ink {
    match color {
        Color::White => Ink::White,
        Color::Yellow => Ink::Yellow,
        Color::Green => Ink::Green,
        Color::Brown => Ink::Brown,
        Color::Gray => Ink::Gray,
        Color::Red => Ink::Red,
        Color::Blue => Ink::Blue,
        Color::Orange => Ink::Orange,
    }
}

/// The name of a colour, as a CSS class.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Yellow => "yellow",
        Color::Green => "green",
        Color::Brown => "brown",
        Color::Gray => "gray",
        Color::Red => "red",
        Color::Blue => "blue",
        Color::Orange => "orange",
    }
}

/// The hexagon itself.
pub(crate) fn hexagon(svg: &mut Svg, layout: Layout, color: Color) {
    svg.start("path").set("class", "ground").set("d", outline(&corners(layout)));
    svg.fill(ground(color)).stroke(Ink::Outline, 1.6).set("stroke-linejoin", "round").end();
}

/// The same without ink: the part of a hex that one points at.
pub(crate) fn outline_to_point_at(svg: &mut Svg, layout: Layout) {
    svg.start("path").set("class", "ground").set("d", outline(&corners(layout)));
    svg.set("fill", "none").set("pointer-events", "all").end();
}

/// Lines of the state railway: no track for companies, so they lie under everything.
pub(crate) fn state_lines(svg: &mut Svg, layout: Layout, lines: &[(u8, Option<u8>)]) {
    for &(from, to) in lines {
        let curve = state_line(layout, from, to);
        for (ink, width, dash) in [(Ink::State, 8.0, None), (Ink::Casing, 3.0, Some("8 6"))] {
            svg.start("path").set("class", "state-line").set("d", path(&curve)).set("fill", "none");
            svg.stroke(ink, width);
            if let Some(dash) = dash {
                svg.set("stroke-dasharray", dash);
            }
            svg.end();
        }
    }
}

/// The course of a line of the state railway: to another side, or into the centre.
pub(crate) fn state_line(layout: Layout, from: u8, to: Option<u8>) -> Curve {
    match to {
        Some(to) => Curve::between(layout, from, to),
        None => Curve::into(layout, from, Point::ORIGIN),
    }
}

/// All track: first the casings, so that no casing cuts another piece, then the rails.
pub(crate) fn track(svg: &mut Svg, sketch: &Sketch) {
    if sketch.lines.is_empty() {
        return;
    }
    svg.start("g").set("class", "track").set("fill", "none");
    for line in sketch.lines.iter().filter(|line| !line.tapers) {
        course(svg, line, Ink::Casing, 15.0, None);
    }
    for line in &sketch.lines {
        if line.tapers { taper(svg, line) } else { rails(svg, line) }
    }
    svg.end();
}

fn rails(svg: &mut Svg, line: &Line) {
    match line.track.gauge {
        Gauge::Broad => course(svg, line, Ink::Track, 9.0, None),
        // Sleepers only.
        Gauge::Narrow => course(svg, line, Ink::Track, 9.0, Some("9 4.5")),
        // A solid line with sleepers inside.
        Gauge::Dual => {
            course(svg, line, Ink::Track, 12.0, None);
            course(svg, line, Ink::Casing, 5.0, Some("9 4.5"));
        }
    }
}

fn course(svg: &mut Svg, line: &Line, ink: Ink, width: f64, dash: Option<&str>) {
    svg.start("path").set("d", path(&line.curve)).stroke(ink, width);
    if let Some(dash) = dash {
        svg.set("stroke-dasharray", dash);
    }
    svg.end();
}

/// Track into an area, or on which trains can only end: a wedge that points inwards.
fn taper(svg: &mut Svg, line: &Line) {
    let outer =
        if line.curve.from.length() > line.curve.to.length() { line.curve.from } else { line.curve.to };
    let inward = -outer.unit();
    let across = inward.quarter() * 6.5;
    let wedge = [outer + across, outer + inward * 34.0, outer - across];
    svg.start("path").set("d", outline(&wedge)).fill(Ink::Track).stroke(Ink::Casing, 2.5).end();
}

/// The corners of the wedge of track that tapers off.
pub(crate) fn wedge(line: &Line) -> [Point; 3] {
    let outer =
        if line.curve.from.length() > line.curve.to.length() { line.curve.from } else { line.curve.to };
    let inward = -outer.unit();
    let across = inward.quarter() * 7.5;
    let reach = if line.track.stub { 56.0 } else { 34.0 };
    [outer + across, outer + inward * reach, outer - across]
}

/// The ground on which slots lie.
pub(crate) fn backing(svg: &mut Svg, spot: &Spot) {
    for (ink, margin) in [(Ink::Track, 4.4), (Ink::Slot, 2.6)] {
        match spot.slots.as_slice() {
            [] => {}
            [at] => {
                svg.start("circle").num("cx", at.x).num("cy", at.y).num("r", SLOT + margin).fill(ink).end();
            }
            slots => {
                svg.start("path").set("d", outline(slots)).fill(ink).stroke(ink, 2.0 * (SLOT + margin));
                svg.set("stroke-linejoin", "round").set("stroke-linecap", "round").end();
            }
        }
    }
}

/// The mountains behind the slots of passes; they lie under the track.
pub(crate) fn mountains(svg: &mut Svg, sketch: &Sketch) {
    sketch.spots.iter().filter(|spot| spot.form == Form::Pass).for_each(|spot| mountain(svg, spot));
}

fn mountain(svg: &mut Svg, spot: &Spot) {
    let wide = 32.0 + 26.0 * spot.slots.len() as f64;
    let peak = [Point::new(-wide, 34.0), Point::new(0.0, -60.0), Point::new(wide, 34.0)].map(|p| spot.at + p);
    svg.start("path").set("d", outline(&peak)).fill(Ink::Mountain).stroke(Ink::Casing, 2.5);
    svg.set("stroke-linejoin", "round").end();
}

/// A stop that has no slots.
pub(crate) fn plain_stop(svg: &mut Svg, spot: &Spot) {
    match spot.form {
        Form::Bar(heading) => bar(svg, spot.at, heading),
        Form::Dot => {
            svg.start("circle").num("cx", spot.at.x).num("cy", spot.at.y).num("r", 10.5);
            svg.fill(Ink::Track).stroke(Ink::Casing, 3.0).end();
        }
        Form::Port => {
            sign_ground(svg, spot.at);
            signs::anchor(svg, spot.at, Ink::SlotWater);
        }
        Form::Mine => {
            sign_ground(svg, spot.at);
            signs::mine(svg, spot.at, Ink::SlotText);
        }
        Form::City | Form::Pass | Form::Area => {}
    }
}

fn bar(svg: &mut Svg, at: Point, heading: Point) {
    for (ink, width, reach) in [(Ink::Casing, 15.0, 19.5), (Ink::Track, 10.0, 17.0)] {
        let across = heading.quarter() * reach;
        svg.start("path").set("d", format_args!("M{}L{}", at - across, at + across)).stroke(ink, width).end();
    }
}

fn sign_ground(svg: &mut Svg, at: Point) {
    svg.start("circle").num("cx", at.x).num("cy", at.y).num("r", 19.0);
    svg.fill(Ink::Slot).stroke(Ink::Track, 2.0).end();
}
