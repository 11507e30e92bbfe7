//! The outermost element of a drawing.

use crate::geometry::{Point, corners};
use crate::ink::{Ink, Paint, stylesheet};
use crate::options::Options;
use crate::svg::{Num, Svg};
use crate::write::FONT;
use ferrata_engine::map::Layout;

/// The part of the plane a drawing shows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Frame {
    /// The smallest frame around hexes with these centres, and a margin.
    pub(crate) fn around(centres: impl IntoIterator<Item = Point>, layout: Layout, margin: f64) -> Frame {
        let reach =
            corners(layout).into_iter().fold(Point::ORIGIN, |r, c| Point::new(r.x.max(c.x), r.y.max(c.y)));
        let (mut low, mut high) = (None::<Point>, None::<Point>);
        for at in centres {
            low = Some(low.map_or(at, |low| Point::new(low.x.min(at.x), low.y.min(at.y))));
            high = Some(high.map_or(at, |high| Point::new(high.x.max(at.x), high.y.max(at.y))));
        }
        let margin = reach + Point::new(margin, margin);
        let low = low.unwrap_or_default() - margin;
        let size = high.unwrap_or_default() + margin - low;
        Frame { left: low.x, top: low.y, width: size.x, height: size.y }
    }
}

/// A whole drawing.
pub(crate) fn with(frame: Frame, class: &str, options: &Options, draw: impl FnOnce(&mut Svg)) -> String {
    let mut svg = Svg::new(options.paint);
    let Frame { left, top, width, height } = frame;
    svg.start("svg").set("xmlns", "http://www.w3.org/2000/svg").set("class", format_args!("fx {class}"));
    svg.set("viewBox", format_args!("{} {} {} {}", Num(left), Num(top), Num(width), Num(height)));
    svg.set("font-family", FONT);
    if !options.title.is_empty() {
        svg.set("role", "group").set("aria-label", &options.title);
        svg.start("title").text(&options.title).end();
    }
    if options.paint == (Paint::Themed { stylesheet: true }) {
        svg.start("style").text(stylesheet()).end();
    }
    // In the browser the page shows through; a file brings its own paper, unless it is a single piece.
    let piece = matches!(class, "tile" | "badge");
    if class == "board" || matches!(options.paint, Paint::Static(_)) && !piece {
        svg.start("rect").set("class", "paper").num("x", left).num("y", top);
        svg.num("width", width).num("height", height).fill(Ink::Page).end();
    }
    draw(&mut svg);
    svg.finish()
}

/// A part of a drawing by itself, to be put into one.
pub(crate) fn fragment(options: &Options, draw: impl FnOnce(&mut Svg)) -> String {
    let mut svg = Svg::new(options.paint);
    draw(&mut svg);
    svg.finish()
}
