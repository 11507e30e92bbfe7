//! Hand-made faces and a check of XML for the tests of this crate.

use ferrata_engine::money::Money;
use ferrata_engine::tile::{Color, End, Face, Stop, StopKind, Track, Value};
use smallvec::SmallVec;

pub(crate) fn stop(kind: StopKind, slots: u8, value: i32) -> Stop {
    Stop {
        kind,
        slots,
        value: Value::Flat(Money(value)),
        name: None,
        group: None,
        terminal: false,
        home: SmallVec::new(),
        reserved: SmallVec::new(),
        drawn_at: None,
        tags: Vec::new(),
    }
}

pub(crate) fn city(slots: u8) -> Stop {
    stop(StopKind::City, slots, 20)
}

pub(crate) fn town() -> Stop {
    stop(StopKind::Town, 0, 10)
}

/// A yellow face with track written like `s0-3 1-2`.
pub(crate) fn face(stops: Vec<Stop>, track: &str) -> Face {
    let end = |text: &str| text.parse::<End>().unwrap();
    let piece = |text: &str| {
        let (a, b) = text.split_once('-').unwrap();
        Track { a: end(a), b: end(b), gauge: Default::default(), stub: false }
    };
    let track = track.split_whitespace().map(piece).collect();
    Face { color: Color::Yellow, stops, track, labels: SmallVec::new() }
}

/// Panics unless the text is one well-formed XML element with finite numbers.
pub(crate) fn check_xml(text: &str) {
    assert!(!text.contains("NaN") && !text.contains("inf"), "a number is missing");
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        assert!(!open.is_empty() || before.trim().is_empty(), "text outside the root: {before:?}");
        let end = tag.find('>').expect("every tag ends");
        let inside = &tag[1..end];
        assert_eq!(inside.matches('"').count() % 2, 0, "quotes are balanced in {inside:?}");
        let name = inside.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        if inside.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "what was opened last is closed first");
        } else if !inside.ends_with('/') {
            open.push(name);
        }
        rest = &tag[end + 1..];
    }
    assert!(open.is_empty(), "left open: {open:?}");
}
