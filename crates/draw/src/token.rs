//! Tokens: a disc in the company's colour, its pattern, its name. Markers: a small rounded plate.

use crate::geometry::Point;
use crate::ink::Ink;
use crate::livery::{Livery, Pattern, Rgb};
use crate::signs;
use crate::svg::{Num, Svg, outline};
use crate::write;
use ferrata_engine::name::{CompanyName, Name};

/// How wide and how high a marker is.
pub(crate) const MARKER: Point = Point { x: 46.0, y: 26.0 };

/// Draws a token as a group `g.token[data-company]`.
pub(crate) fn token(svg: &mut Svg, at: Point, radius: f64, company: CompanyName, livery: Livery) {
    let second = livery.color.contrast();
    svg.start("g").set("class", "token").set("data-company", company);
    svg.set("transform", format_args!("translate({at})"));
    svg.start("title").text(company).end();
    svg.start("circle").num("r", radius).set("fill", livery.color).stroke(Ink::Track, radius * 0.07).end();
    pattern(svg, radius, livery.pattern, second);
    name(svg, radius, company.as_str(), livery.pattern, second);
    svg.end();
}

fn pattern(svg: &mut Svg, radius: f64, pattern: Pattern, color: Rgb) {
    match pattern {
        Pattern::Plain => {}
        Pattern::Caps => {
            cap(svg, radius, -1.0, color);
            cap(svg, radius, 1.0, color);
        }
        Pattern::Top => cap(svg, radius, -1.0, color),
        Pattern::Bottom => cap(svg, radius, 1.0, color),
        Pattern::Ring => ring(svg, radius, None, color),
        Pattern::Dashes => ring(svg, radius, Some(0.19), color),
        Pattern::Lines => {
            let shape = [(-0.66, -0.56), (0.66, -0.56), (0.58, -0.7), (-0.58, -0.7)];
            mirrored(svg, radius, &shape, color);
        }
        Pattern::Points => mirrored(svg, radius, &[(-0.42, -0.82), (0.42, -0.82), (0.0, -0.44)], color),
        Pattern::Dots => {
            for (x, y) in
                [(-0.36, -0.62), (0.0, -0.7), (0.36, -0.62), (-0.36, 0.62), (0.0, 0.7), (0.36, 0.62)]
            {
                svg.start("circle").num("cx", x * radius).num("cy", y * radius).num("r", radius * 0.12);
                svg.set("fill", color).end();
            }
        }
    }
}

/// A line or a triangle above and below the name, given for the upper half of a disc of radius 1.
fn mirrored(svg: &mut Svg, radius: f64, shape: &[(f64, f64)], color: Rgb) {
    for side in [1.0, -1.0] {
        let points: Vec<Point> =
            shape.iter().map(|(x, y)| Point::new(x * radius, y * radius * side)).collect();
        svg.start("path").set("d", outline(&points)).set("fill", color).end();
    }
}

/// The part of the disc above (-1) or below (1) the name.
fn cap(svg: &mut Svg, radius: f64, side: f64, color: Rgb) {
    let inner = radius * 0.95;
    let y = 0.52 * radius;
    let x = (inner * inner - y * y).max(0.0).sqrt();
    let clockwise = u8::from(side < 0.0);
    let path =
        format!("M{0} {1}A{2} {2} 0 0 {clockwise} {3} {1}Z", Num(-x), Num(y * side), Num(inner), Num(x));
    svg.start("path").set("d", path).set("fill", color).end();
}

fn ring(svg: &mut Svg, radius: f64, dash: Option<f64>, color: Rgb) {
    svg.start("circle").num("r", radius * 0.85).set("fill", "none").set("stroke", color);
    svg.num("stroke-width", radius * 0.13);
    if let Some(dash) = dash {
        svg.set("stroke-dasharray", format_args!("{0} {0}", Num(dash * radius)));
    }
    svg.end();
}

fn name(svg: &mut Svg, radius: f64, text: &str, pattern: Pattern, color: Rgb) {
    let room = if matches!(pattern, Pattern::Ring | Pattern::Dashes) { 1.5 } else { 1.78 };
    let size = write::fitting(text, room * radius, radius * 0.72);
    svg.start("text").num("y", 0.36 * size).set("text-anchor", "middle").num("font-size", size);
    svg.set("font-weight", 700).set("fill", color).text(text).end();
}

/// A free slot that waits for a company: its colour as a ring, its name faintly.
pub(crate) fn home(svg: &mut Svg, at: Point, radius: f64, company: CompanyName, livery: Livery) {
    svg.start("g").set("class", "home").set("data-company", company);
    svg.start("circle").num("cx", at.x).num("cy", at.y).num("r", radius * 0.86).set("fill", "none");
    svg.set("stroke", livery.color).num("stroke-width", radius * 0.14).end();
    let size = write::fitting(company.as_str(), 1.4 * radius, radius * 0.56);
    write::centred(svg, at, company.as_str(), write::Style::plain(size, Ink::SlotFaint));
    svg.end();
}

/// Draws what a company placed that is no station, as a group `g.marker[data-company]`: a plate with the sign of the
/// marker and the company's name in its colours.
pub(crate) fn marker(svg: &mut Svg, at: Point, company: CompanyName, marker: Name, livery: Livery) {
    let Point { x: width, y: height } = MARKER;
    let second = livery.color.contrast();
    svg.start("g").set("class", "marker").set("data-company", company);
    svg.set("transform", format_args!("translate({at})"));
    svg.start("title").text(format_args!("{marker} of {company}")).end();
    svg.start("rect").num("x", -width / 2.0).num("y", -height / 2.0).num("rx", 7.0);
    svg.num("width", width).num("height", height).set("fill", livery.color).stroke(Ink::Track, 1.6).end();
    // The sign stands on white, so that it is seen on every colour.
    svg.start("rect").num("x", 2.5 - width / 2.0).num("y", 2.5 - height / 2.0).num("rx", 5.0);
    svg.num("width", 20.0).num("height", height - 5.0).fill(Ink::Slot).end();
    let sign = Point::new(12.5 - width / 2.0, 0.0);
    svg.start("g").set("transform", format_args!("translate({sign}) scale(0.62)"));
    signs::marker(svg, marker.as_str());
    svg.end();
    let size = write::fitting(company.as_str(), width - 25.0, 14.0);
    svg.start("text")
        .num("x", 11.0)
        .num("y", 0.36 * size)
        .set("text-anchor", "middle")
        .num("font-size", size);
    svg.set("font-weight", 700).set("fill", second).text(company).end();
    svg.end();
}
