//! Writing: how wide it is, how it breaks into lines, how it is drawn.

use crate::geometry::Point;
use crate::ink::Ink;
use crate::svg::{Num, Svg};

/// The families that every system has something of.
pub(crate) const FONT: &str = "'Source Sans 3','Helvetica Neue',Arial,'DejaVu Sans',sans-serif";

/// About how wide a text is in bold letters of a size.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '|' | '!' | ':' => 0.32,
        'f' | 't' | 'r' | ' ' | '-' | '(' | ')' | '/' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' => 0.92,
        letter if letter.is_uppercase() => 0.72,
        letter if letter.is_ascii_digit() => 0.64,
        _ => 0.6,
    };
    text.chars().map(letter).sum::<f64>() * size
}

/// Breaks a text into lines no wider than `most` where it has a space or a slash; a word that is too long
/// stays whole.
pub(crate) fn lines(text: &str, size: f64, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_inclusive(|letter: char| letter.is_whitespace() || letter == '/') {
        match lines.last_mut() {
            Some(line) if width(line, size) + width(word.trim_end(), size) <= most => line.push_str(word),
            _ => lines.push(word.to_owned()),
        }
    }
    lines.iter().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect()
}

/// The size at which a text is at most so wide, never more than `most`.
pub(crate) fn fitting(text: &str, wide: f64, most: f64) -> f64 {
    let unit = width(text, 1.0);
    if unit > 0.0 { (wide / unit).min(most) } else { most }
}

/// How a piece of writing looks.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    pub(crate) size: f64,
    pub(crate) ink: Ink,
    pub(crate) bold: bool,
    pub(crate) halo: bool,
}

impl Style {
    pub(crate) fn bold(size: f64, ink: Ink) -> Style {
        Style { size, ink, bold: true, halo: false }
    }

    pub(crate) fn plain(size: f64, ink: Ink) -> Style {
        Style { size, ink, bold: false, halo: false }
    }

    pub(crate) fn with_halo(self) -> Style {
        Style { halo: true, ..self }
    }
}

/// Writes a line centred on a point.
pub(crate) fn centred(svg: &mut Svg, at: Point, text: &str, style: Style) {
    begin(svg, at, style, "middle");
    svg.text(text).end();
}

/// Writes a line that begins at a point.
pub(crate) fn from(svg: &mut Svg, at: Point, text: &str, style: Style) {
    begin(svg, at, style, "start");
    svg.text(text).end();
}

/// Writes a line that ends at a point.
pub(crate) fn until(svg: &mut Svg, at: Point, text: &str, style: Style) {
    begin(svg, at, style, "end");
    svg.text(text).end();
}

fn begin(svg: &mut Svg, at: Point, style: Style, anchor: &str) {
    svg.start("text").num("x", at.x).num("y", at.y + 0.36 * style.size);
    if anchor != "start" {
        svg.set("text-anchor", anchor);
    }
    svg.set("font-size", Num(style.size)).fill(style.ink);
    if style.bold {
        svg.set("font-weight", 700);
    }
    if style.halo {
        svg.stroke(Ink::Halo, style.size * 0.24).set("stroke-linejoin", "round").set("paint-order", "stroke");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_name_breaks_at_its_spaces() {
        assert_eq!(lines("Castelnovo ne' Monti", 16.0, 110.0), ["Castelnovo", "ne' Monti"]);
        assert_eq!(lines("Milano", 16.0, 110.0), ["Milano"]);
        assert_eq!(lines("Bologna/Florence", 16.0, 110.0), ["Bologna/", "Florence"]);
        assert_eq!(lines("  ", 16.0, 110.0), [""; 0]);
    }

    #[test]
    fn a_size_fits() {
        assert!(width("IRSFF", fitting("IRSFF", 40.0, 20.0)) <= 40.0 + 1e-9);
        assert_eq!(fitting("N", 40.0, 20.0), 20.0);
    }
}
