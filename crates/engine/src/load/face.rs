//! What is printed on a hex or tile: stops, track, letters.

use super::Words;
use super::block::{Block, Read};
use super::sides;
use super::tree::Node;
use crate::money::Money;
use crate::name::{CompanyName, Name};
use crate::tile::{Color, End, Face, Stop, StopKind, Track, Value};
use smallvec::SmallVec;

const KINDS: [(&str, StopKind); 6] = [
    ("city", StopKind::City),
    ("town", StopKind::Town),
    ("pass", StopKind::Pass),
    ("port", StopKind::Port),
    ("mine", StopKind::Mine),
    ("offboard", StopKind::Offboard),
];

/// The colours by name.
pub(super) const COLORS: [(&str, Color); 8] = [
    ("white", Color::White),
    ("yellow", Color::Yellow),
    ("green", Color::Green),
    ("brown", Color::Brown),
    ("gray", Color::Gray),
    ("red", Color::Red),
    ("blue", Color::Blue),
    ("orange", Color::Orange),
];

impl Read for Color {
    const WHAT: &'static str = "a colour: white, yellow, green, brown, gray, red, blue or orange";
    fn read(node: &Node) -> Option<Color> {
        let text = String::read(node)?;
        COLORS.iter().find(|(name, _)| *name == text).map(|(_, color)| *color)
    }
}

impl Read for StopKind {
    const WHAT: &'static str = "a kind of stop: city, town, pass, port, mine or offboard";
    fn read(node: &Node) -> Option<StopKind> {
        kind(&String::read(node)?)
    }
}

/// A kind of stop by name.
pub(super) fn kind(text: &str) -> Option<StopKind> {
    KINDS.iter().find(|(name, _)| *name == text).map(|(_, kind)| *kind)
}

/// The name of a kind of stop.
pub(super) fn kind_name(kind: StopKind) -> &'static str {
    KINDS.iter().find(|(_, other)| *other == kind).map_or("", |(name, _)| name)
}

/// Reads `stops`, `track` and `labels`.
pub(super) fn face(block: &Block<'_>, words: &Words, color: Color) -> Face {
    let mut track = Vec::new();
    let mut stops = Vec::new();
    for (at, inner) in (0..).zip(block.list("stops")) {
        let (stop, spokes) = stop(&inner, words, at);
        track.extend(spokes);
        stops.extend(stop);
    }
    if let Some(text) = block.maybe::<String>("track") {
        let known = |end| !matches!(end, End::Stop(stop) if usize::from(stop) >= stops.len());
        match sides::plain(words.layout, &text) {
            Some(plain) if plain.iter().all(|track| known(track.a) && known(track.b)) => track.extend(plain),
            _ => {
                let expected = "track between sides or stops of the list, such as \"S-N SW-NE\" or \"0-1\"";
                block.wrong("track", format!("\"{text}\""), expected);
            }
        }
    }
    let leads_to = |stop| track.iter().any(|track: &Track| [track.a, track.b].contains(&End::Stop(stop)));
    for ((at, inner), stop) in (0..).zip(block.list("stops")).zip(&stops) {
        if !leads_to(at) && pays_itself(stop) {
            let expected = "0, as no track leads there: the tile that is laid says what it pays";
            inner.wrong(kind_name(stop.kind), "a value", expected);
        }
    }
    Face { color, stops, track, labels: labels(block, words) }
}

/// Whether a city or town has a value of its own.
fn pays_itself(stop: &Stop) -> bool {
    matches!(stop.kind, StopKind::City | StopKind::Town) && !matches!(stop.value, Value::Flat(Money::ZERO))
}

fn labels(block: &Block<'_>, words: &Words) -> SmallVec<[Name; 2]> {
    let labels = block.maybe::<Vec<Name>>("labels").unwrap_or_default();
    for label in labels.iter().filter(|label| !words.labels.contains(label)) {
        block.wrong("labels", format!("\"{label}\""), one_of("a label", &words.labels));
    }
    labels.into_iter().collect()
}

/// A list of the words that would have been right.
pub(super) fn one_of(what: &str, words: &[Name]) -> String {
    let words: Vec<_> = words.iter().map(|word| word.as_str()).collect();
    format!("{what}: one of {}", words.join(", "))
}

fn stop(block: &Block<'_>, words: &Words, at: u8) -> (Option<Stop>, Vec<Track>) {
    let found: Vec<_> = KINDS.iter().filter(|(name, _)| block.get(name).is_some()).collect();
    let [(key, kind)] = found[..] else {
        block.wrong_here(
            "no kind of stop, or several",
            "one of city, town, pass, port, mine, offboard with its value",
        );
        return (None, Vec::new());
    };
    let slots = if matches!(kind, StopKind::City | StopKind::Pass) { 1 } else { 0 };
    let names = |key| block.maybe::<Vec<CompanyName>>(key).unwrap_or_default().into_iter().collect();
    let stop = Stop {
        kind: *kind,
        slots: block.or("slots", slots),
        value: value(block, key, words),
        name: block.maybe("name"),
        group: block.maybe("group"),
        terminal: block.or("terminal", false),
        home: names("home"),
        reserved: names("reserved"),
        drawn_at: drawn_at(block, words),
        tags: tags(block),
    };
    let track = spokes(block, words, at);
    block.finish();
    (Some(stop), track)
}

fn spokes(block: &Block<'_>, words: &Words, at: u8) -> Vec<Track> {
    let Some(text) = block.maybe::<String>("track") else { return Vec::new() };
    sides::spokes(words.layout, at, &text).unwrap_or_else(|| {
        block.wrong("track", format!("\"{text}\""), "the sides that track leads to, such as \"S N\"");
        Vec::new()
    })
}

fn drawn_at(block: &Block<'_>, words: &Words) -> Option<u8> {
    let text = block.maybe::<String>("at")?;
    let rim = sides::rim(words.layout, &text);
    if rim.is_none() {
        block.wrong("at", format!("\"{text}\""), "a side such as \"N\" or a corner such as \"NW-N\"");
    }
    rim
}

fn value(block: &Block<'_>, key: &str, words: &Words) -> Value {
    let Some(bands) = block.get(key).filter(|node| matches!(node.value, super::tree::Value::Table(_))) else {
        return Value::Flat(block.need(key).unwrap_or_default());
    };
    let mut values = SmallVec::new();
    for band in block.table(key) {
        match Name::new(band.key()) {
            Ok(name) if words.bands.contains(&name) => values.push((name, band.own().unwrap_or(Money::ZERO))),
            _ => block.report(
                bands.at,
                format!("the band `{}`", band.key()),
                one_of("a band of values", &words.bands),
            ),
        }
    }
    Value::Bands(values)
}

/// The `tags` of a block, as words.
pub(super) fn tags(block: &Block<'_>) -> Vec<(String, String)> {
    block.table("tags").iter().map(|tag| (tag.key().to_owned(), tag_text(tag.node()))).collect()
}

fn tag_text(node: &Node) -> String {
    match &node.value {
        super::tree::Value::List(list) => list.iter().map(tag_text).collect::<Vec<_>>().join(" "),
        super::tree::Value::Text(text) => text.clone(),
        _ => node.describe(),
    }
}
