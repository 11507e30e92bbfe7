//! A small writer of well-formed SVG: it escapes what it is given and closes what it opens.

use crate::geometry::{Bend, Curve, Point};
use crate::ink::{Ink, Paint};
use std::fmt::{self, Display, Write};

/// A drawing under construction.
#[derive(Debug)]
pub(crate) struct Svg {
    paint: Paint,
    text: String,
    open: Vec<&'static str>,
    in_tag: bool,
}

impl Svg {
    /// An empty drawing.
    pub(crate) fn new(paint: Paint) -> Svg {
        Svg { paint, text: String::new(), open: Vec::new(), in_tag: false }
    }

    /// Opens an element.
    pub(crate) fn start(&mut self, tag: &'static str) -> &mut Svg {
        self.leave_tag();
        self.text.push('<');
        self.text.push_str(tag);
        self.open.push(tag);
        self.in_tag = true;
        self
    }

    /// Sets an attribute of the element just opened.
    pub(crate) fn set(&mut self, name: &str, value: impl Display) -> &mut Svg {
        debug_assert!(self.in_tag, "the attribute {name} comes after the content");
        // Writing to a String never fails.
        let _ = write!(self.text, " {name}=\"");
        let _ = write!(Escaped(&mut self.text), "{value}");
        self.text.push('"');
        self
    }

    /// Sets a number.
    pub(crate) fn num(&mut self, name: &str, value: f64) -> &mut Svg {
        self.set(name, Num(value))
    }

    /// Sets a colour.
    pub(crate) fn ink(&mut self, name: &str, ink: Ink) -> &mut Svg {
        match self.paint {
            Paint::Themed { .. } => self.set(name, format_args!("var(--{})", ink.name())),
            Paint::Static(theme) => self.set(name, ink.color(theme)),
        }
    }

    /// Fills the element.
    pub(crate) fn fill(&mut self, ink: Ink) -> &mut Svg {
        self.ink("fill", ink)
    }

    /// Draws the element's outline.
    pub(crate) fn stroke(&mut self, ink: Ink, width: f64) -> &mut Svg {
        self.ink("stroke", ink).num("stroke-width", width)
    }

    /// Writes text.
    pub(crate) fn text(&mut self, text: impl Display) -> &mut Svg {
        self.leave_tag();
        let _ = write!(Escaped(&mut self.text), "{text}");
        self
    }

    /// Closes the element opened last.
    pub(crate) fn end(&mut self) -> &mut Svg {
        if let Some(tag) = self.open.pop() {
            if self.in_tag {
                self.text.push_str("/>");
            } else {
                let _ = write!(self.text, "</{tag}>");
            }
        }
        self.in_tag = false;
        self
    }

    /// Closes whatever is still open and gives the text.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.end();
        }
        self.text
    }

    fn leave_tag(&mut self) {
        if self.in_tag {
            self.text.push('>');
            self.in_tag = false;
        }
    }
}

/// Text written through this cannot break out of an attribute or element.
struct Escaped<'a>(&'a mut String);

impl Write for Escaped<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.0.push(' '),
                // Other control characters cannot be written in XML at all.
                letter if letter.is_control() => self.0.push('\u{fffd}'),
                letter => self.0.push(letter),
            }
        }
        Ok(())
    }
}

/// A number with at most one decimal; what is no number is zero.
#[derive(Clone, Copy)]
pub(crate) struct Num(pub(crate) f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = if self.0.is_finite() { (self.0 * 10.0).round() as i64 } else { 0 };
        if tenths % 10 == 0 { write!(f, "{}", tenths / 10) } else { write!(f, "{:.1}", tenths as f64 / 10.0) }
    }
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Num(self.x), Num(self.y))
    }
}

/// A closed outline through points, as path data.
pub(crate) fn outline(points: &[Point]) -> String {
    let mut path = String::new();
    for (i, point) in points.iter().enumerate() {
        let _ = write!(path, "{}{point}", if i == 0 { 'M' } else { 'L' });
    }
    path.push('Z');
    path
}

/// A curve as path data.
pub(crate) fn path(curve: &Curve) -> String {
    let mut path = format!("M{}", curve.from);
    extend(&mut path, curve);
    path
}

/// Goes on along a curve.
pub(crate) fn extend(path: &mut String, curve: &Curve) {
    let _ = match curve.bend {
        Bend::Straight => write!(path, "L{}", curve.to),
        Bend::Around { radius, sweep, .. } => {
            let large = u8::from(sweep.abs() > std::f64::consts::PI);
            let clockwise = u8::from(sweep > 0.0);
            write!(path, "A{0} {0} 0 {large} {clockwise} {1}", Num(radius), curve.to)
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::map::Layout;

    #[test]
    fn text_and_attributes_are_escaped() {
        let mut svg = Svg::new(Paint::default());
        svg.start("text").set("aria-label", "\"A\" & <B>").text("1 < 2 & 3\u{7}").end();
        assert_eq!(
            svg.finish(),
            "<text aria-label=\"&quot;A&quot; &amp; &lt;B&gt;\">1 &lt; 2 &amp; 3\u{fffd}</text>"
        );
    }

    #[test]
    fn what_is_opened_is_closed() {
        let mut svg = Svg::new(Paint::default());
        svg.start("g").start("circle").num("r", 2.0).end().start("g");
        assert_eq!(svg.finish(), "<g><circle r=\"2\"/><g/></g>");
    }

    #[test]
    fn numbers_are_short_and_always_numbers() {
        let text: Vec<_> =
            [1.0, 1.26, -0.01, -0.3, f64::NAN, f64::INFINITY].map(|x| Num(x).to_string()).into();
        assert_eq!(text, ["1", "1.3", "0", "-0.3", "0", "0"]);
    }

    #[test]
    fn curves_turn_the_right_way() {
        // From south to south-west around the corner at the lower left: first up, then left.
        assert_eq!(path(&Curve::between(Layout::Flat, 0, 1)), "M0 86.6A50 50 0 0 0 -75 43.3");
        assert_eq!(path(&Curve::between(Layout::Flat, 0, 5)), "M0 86.6A50 50 0 0 1 75 43.3");
        assert_eq!(path(&Curve::between(Layout::Flat, 0, 3)), "M0 86.6L0 -86.6");
    }
}
