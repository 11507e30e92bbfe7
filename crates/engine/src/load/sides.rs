//! How data files speak of the sides of a hex: `S` to `SE`, `NW-N` for a corner, `~` narrow and `=` dual gauge, and `|`
//! for a buffer stop.

use crate::map::{Layout, Terrain};
use crate::money::Money;
use crate::name::Name;
use crate::tile::{End, Gauge, Track};

const FLAT: [&str; 6] = ["S", "SW", "NW", "N", "NE", "SE"];
const POINTY: [&str; 6] = ["SW", "W", "NW", "NE", "E", "SE"];

/// What a side is, for messages.
pub(super) const A_SIDE: &str = "a side: S, SW, NW, N, NE or SE";

fn names(layout: Layout) -> &'static [&'static str; 6] {
    match layout {
        Layout::Flat => &FLAT,
        Layout::Pointy => &POINTY,
    }
}

/// A side by name.
pub(super) fn side(layout: Layout, text: &str) -> Option<u8> {
    names(layout).iter().position(|name| *name == text).map(|at| at as u8)
}

/// The name of a side.
pub(super) fn side_name(layout: Layout, side: u8) -> &'static str {
    names(layout).get(side as usize % 6).copied().unwrap_or("?")
}

/// A place at the rim in twelfths of the way round: a side, or a corner between two sides (`NW-N`).
pub(super) fn rim(layout: Layout, text: &str) -> Option<u8> {
    let Some((a, b)) = text.split_once('-') else { return side(layout, text).map(|side| 2 * side) };
    let (a, b) = (side(layout, a)?, side(layout, b)?);
    match (b + 6 - a) % 6 {
        1 => Some(2 * a + 1),
        5 => Some(2 * b + 1),
        _ => None,
    }
}

/// The track from a stop to sides: `S ~N =NE SW|`.
pub(super) fn spokes(layout: Layout, stop: u8, text: &str) -> Option<Vec<Track>> {
    let spoke = |word: &str| {
        let (gauge, word) = match word.split_at_checked(1) {
            Some(("~", rest)) => (Gauge::Narrow, rest),
            Some(("=", rest)) => (Gauge::Dual, rest),
            _ => (Gauge::Broad, word),
        };
        let (word, stub) = word.strip_suffix('|').map_or((word, false), |word| (word, true));
        Some(Track { a: End::Stop(stop), b: End::Side(side(layout, word)?), gauge, stub })
    };
    text.split_whitespace().map(spoke).collect()
}

/// Track from side to side, or between two stops by their numbers: `S-N SW~NE 0-1`.
pub(super) fn plain(layout: Layout, text: &str) -> Option<Vec<Track>> {
    let piece = |word: &str| {
        let (at, mark) = word.char_indices().find(|(_, mark)| ['-', '~', '='].contains(mark))?;
        let gauge = match mark {
            '~' => Gauge::Narrow,
            '=' => Gauge::Dual,
            _ => Gauge::Broad,
        };
        let (a, b) = (end(layout, word.get(..at)?)?, end(layout, word.get(at + 1..)?)?);
        (a != b).then_some(Track { a, b, gauge, stub: false })
    };
    text.split_whitespace().map(piece).collect()
}

fn end(layout: Layout, text: &str) -> Option<End> {
    side(layout, text).map(End::Side).or_else(|| text.parse().ok().map(End::Stop))
}

/// What lies beyond a side: `D6`, `A7 impassable`, `P14 closed_beyond` (closed on the other side only),
/// `L15 river 40 (Basento)`, `W12@NW`.
pub(super) struct Beyond {
    pub(super) hex: String,
    pub(super) side: Option<String>,
    pub(super) impassable: bool,
    pub(super) closed_beyond: bool,
    pub(super) terrain: Vec<Terrain>,
}

/// Reads what lies beyond a side.
pub(super) fn beyond(text: &str) -> Option<Beyond> {
    let text = without_remarks(text);
    let (first, rest) = text.split_once(' ').unwrap_or((&text, ""));
    let (hex, side) = first.split_once('@').map_or((first, None), |(hex, side)| (hex, Some(side.to_owned())));
    let (word, after) = rest.trim_start().split_once(' ').unwrap_or((rest.trim_start(), ""));
    let (impassable, closed_beyond) = (word == "impassable", word == "closed_beyond");
    let terrain = terrain(if impassable || closed_beyond { after } else { rest })?;
    (!hex.is_empty()).then(|| Beyond { hex: hex.to_owned(), side, impassable, closed_beyond, terrain })
}

/// Reads terrain: `mountain 50`, `river 40 (Basento) river 40 (Bradano)`.
pub(super) fn terrain(text: &str) -> Option<Vec<Terrain>> {
    let text = without_remarks(text);
    let mut words = text.split_whitespace();
    let mut terrain = Vec::new();
    while let Some(kind) = words.next() {
        let kind = Name::new(kind).ok()?;
        terrain.push(Terrain { kind, cost: Money(words.next()?.parse().ok()?) });
    }
    Some(terrain)
}

fn without_remarks(text: &str) -> String {
    let mut depth = 0;
    let outside = |letter: &char| {
        depth += i32::from(*letter == '(');
        let outside = depth == 0;
        depth -= i32::from(*letter == ')');
        outside
    };
    text.chars().filter(outside).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_corners_and_track_are_read_as_they_are_written() {
        assert_eq!(side(Layout::Flat, "NE"), Some(4));
        assert_eq!(rim(Layout::Flat, "NW-N"), Some(5));
        assert_eq!(rim(Layout::Flat, "S-SE"), Some(11));
        assert_eq!(rim(Layout::Flat, "S-N"), None);
        let track = plain(Layout::Flat, "S-N SW~SE").unwrap();
        assert_eq!((track[0].a, track[1].b, track[1].gauge), (End::Side(0), End::Side(5), Gauge::Narrow));
        let spokes = spokes(Layout::Flat, 1, "=N SW|").unwrap();
        assert_eq!((spokes[0].a, spokes[0].gauge, spokes[1].stub), (End::Stop(1), Gauge::Dual, true));
        assert_eq!(plain(Layout::Flat, "0-1").unwrap()[0].b, End::Stop(1));
        assert!(plain(Layout::Flat, "S-S").is_none() && plain(Layout::Flat, "S-W").is_none());
    }

    #[test]
    fn beyond_a_side_lie_a_hex_and_terrain() {
        let side = beyond("L15 river 40 (Basento, the wide one) river 40 (Bradano)").unwrap();
        assert_eq!((side.hex.as_str(), side.impassable, side.terrain.len()), ("L15", false, 2));
        let side = beyond("W12@NW impassable").unwrap();
        assert_eq!((side.side.as_deref(), side.impassable), (Some("NW"), true));
        let side = beyond("P14 closed_beyond").unwrap();
        assert_eq!((side.hex.as_str(), side.impassable, side.closed_beyond), ("P14", false, true));
        assert!(beyond("L15 river").is_none() && beyond("").is_none());
    }
}
