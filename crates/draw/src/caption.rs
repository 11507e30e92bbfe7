//! The writing on a hex: names, revenues, letters, costs, and where there is room for them.

use crate::face;
use crate::geometry::{Point, corner, side as side_middle};
use crate::hex::HexModel;
use crate::ink::Ink;
use crate::livery::Liveries;
use crate::options::Options;
use crate::place::{Crowd, Rect};
use crate::signs;
use crate::sketch::{Form, SLOT, Sketch};
use crate::svg::Svg;
use crate::token;
use crate::write::{self, Style};
use ferrata_engine::map::{Layout, Terrain};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, Name};
use ferrata_engine::tile::{Color, Face, StopKind, Value};

/// One piece of writing with its place.
#[derive(Debug)]
pub(crate) enum Caption<'a> {
    Place { lines: Vec<String>, size: f64, at: Point },
    Revenue { stop: usize, value: &'a Value, columns: usize, at: Point },
    Label { text: String, at: Point },
    Costs { list: &'a [Terrain], at: Point },
    Port { value: String, at: Point },
    Symbol { kind: String, at: Point },
    Mark { text: String, at: Point },
    Marker { company: CompanyName, marker: Name, at: Point },
}

const NAME_SIZE: f64 = 19.0;
/// Names below these sizes have to grow more, or have room only near by.
const SMALL: [(f64, &str); 2] = [(18.0, " small"), (13.5, " tiny")];
/// Names so many times as wide as their letters are high have room only near by: the wider, the nearer.
const WIDE: [(f64, &str); 3] = [(4.3, " wide"), (5.2, " wider"), (6.9, " widest")];
const COORDINATE_SIZE: f64 = 14.0;
const MARK_SIZE: f64 = 14.0;

/// Where the coordinate stands: in the corner between north and north-west, which no track touches.
fn coordinate_at(layout: Layout, text: &str) -> Point {
    // A wide one begins where a short one does.
    let wide = (write::width(text, COORDINATE_SIZE) - 24.0).max(0.0);
    corner(layout, 2) * 0.76 + Point::new(wide / 2.0, 0.0)
}

/// Where the number of a tile stands: in the corner opposite.
fn tile_number_at(layout: Layout) -> Point {
    corner(layout, 5) * 0.76
}

/// Finds a place for every piece of writing on a hex, the widest first.
pub(crate) fn arrange<'a>(model: &HexModel<'a>, sketch: &Sketch, options: &Options) -> Vec<Caption<'a>> {
    let mut crowd = crowd(model, sketch, options);
    let mut captions = Vec::new();
    let area = model.face.stops.iter().any(|stop| stop.kind == StopKind::Offboard);
    if options.revenues {
        captions.extend(bands(model.face, sketch, &mut crowd));
    }
    captions.extend(port(model, &mut crowd));
    if let Some(place) = model.place.filter(|_| options.names) {
        // Costs on the sides leave less room between them.
        let room = if model.busy_sides == 0 { 128.0 } else { 112.0 };
        let wish = if area {
            Wish::Top
        } else if bare(model) {
            Wish::Centre
        } else {
            Wish::Below
        };
        captions.push(name(place, room, wish, &mut crowd));
    }
    if options.revenues {
        captions.extend(circles(model.face, sketch, &mut crowd));
    }
    captions.extend(label(model.face, &mut crowd));
    if !model.terrain.is_empty() {
        let (width, height) = signs::costs_size(model.terrain, model.face);
        let wish = if sketch.spots.is_empty() { Point::new(0.0, 0.0) } else { Point::new(46.0, 34.0) };
        captions.push(Caption::Costs { list: model.terrain, at: crowd.claim(width, height, wish) });
    }
    if let Some(kind) = model.extras.symbol.clone() {
        captions.push(Caption::Symbol { kind, at: crowd.claim(44.0, 28.0, Point::new(0.0, 40.0)) });
    }
    let marks = model.marks.iter().cloned();
    for text in marks.chain(model.extras.notes.iter().cloned()) {
        let at = crowd.claim(write::width(&text, MARK_SIZE), 18.0, Point::new(0.0, 60.0));
        captions.push(Caption::Mark { text, at });
    }
    for &(company, marker) in &model.markers {
        let at = crowd.claim(token::MARKER.x, token::MARKER.y, Point::new(0.0, 62.0));
        captions.push(Caption::Marker { company, marker, at });
    }
    captions
}

/// Values by phase are written smaller than a single one.
fn port_size(value: &str) -> f64 {
    if value.contains('/') { 12.0 } else { 15.0 }
}

/// An anchor beside a stop, unless the hex itself is a port at sea.
fn port<'a>(model: &HexModel, crowd: &mut Crowd) -> Option<Caption<'a>> {
    let value = model.extras.port.clone().filter(|_| model.face.color != Color::Blue)?;
    let width = write::width(&value, port_size(&value)).max(30.0);
    let height = if value.is_empty() { 32.0 } else { 48.0 };
    Some(Caption::Port { at: crowd.claim(width, height, Point::new(52.0, 30.0)), value })
}

fn crowd(model: &HexModel, sketch: &Sketch, options: &Options) -> Crowd {
    let mut crowd = Crowd::new(model.layout);
    for line in &sketch.lines {
        if line.tapers {
            face::wedge(line).into_iter().for_each(|point| crowd.disc(point, 4.0));
        } else {
            line.curve.samples(11.0).for_each(|point| crowd.track(point));
        }
    }
    for spot in &sketch.spots {
        spot.slots.iter().for_each(|&slot| crowd.disc(slot, SLOT + 4.0));
        match spot.form {
            Form::Bar(_) => crowd.disc(spot.at, 17.0),
            Form::Dot => crowd.disc(spot.at, 12.0),
            Form::Port | Form::Mine => crowd.disc(spot.at, 20.0),
            Form::Pass => crowd.disc(spot.at + Point::new(0.0, -38.0), 14.0),
            Form::City | Form::Area => {}
        }
    }
    for &(from, to) in &model.extras.state_lines {
        face::state_line(model.layout, from, to).samples(11.0).for_each(|point| crowd.track(point));
    }
    for (side, _) in &model.extras.letters {
        crowd.rect(Rect::new(side_middle(model.layout, *side) * 0.76, 20.0, 20.0));
    }
    for side in (0..6).filter(|side| model.busy_sides >> side & 1 == 1) {
        crowd.rect(Rect::new(side_middle(model.layout, side), 26.0, 20.0));
    }
    if let Some(text) = coordinate(model).filter(|_| options.coordinates) {
        crowd.rect(Rect::new(coordinate_at(model.layout, &text), write::width(&text, COORDINATE_SIZE), 16.0));
    }
    if let Some(tile) = model.tile.filter(|_| options.tile_numbers) {
        crowd.rect(Rect::new(tile_number_at(model.layout), write::width(tile.as_str(), 12.0), 14.0));
    }
    crowd
}

/// Where a name would best stand.
enum Wish {
    Top,
    Centre,
    Below,
}

/// Whether nothing but a name lies on a hex.
fn bare(model: &HexModel) -> bool {
    model.face.stops.is_empty() && model.face.track.is_empty() && model.terrain.is_empty()
}

fn name<'a>(place: &str, room: f64, wish: Wish, crowd: &mut Crowd) -> Caption<'a> {
    let mut size = if room < 120.0 { NAME_SIZE - 1.5 } else { NAME_SIZE };
    let mut lines = write::lines(place, size, room);
    if lines.len() > 2 {
        size = 15.0;
        lines = write::lines(place, size, room + 6.0);
    }
    let widest = lines.iter().map(|line| write::width(line, size)).fold(0.0, f64::max);
    let most = room + 4.0;
    if widest > most {
        size *= most / widest;
    }
    let widest = widest.min(most);
    let height = size * 1.1 * lines.len() as f64;
    let wish = match wish {
        Wish::Top => Point::new(0.0, -38.0),
        Wish::Centre => Point::new(0.0, 8.0),
        Wish::Below => Point::new(0.0, 34.0 + height / 2.0),
    };
    Caption::Place { at: crowd.claim(widest, height, wish), lines, size }
}

/// The stops whose value is written: all, but only one of several stops that pay the same.
fn valued(face: &Face) -> impl Iterator<Item = (usize, &Value)> {
    let alike = face.stops.len() > 1
        && face.stops.windows(2).all(|pair| matches!(pair, [a, b] if a.value == b.value && a.kind == b.kind));
    let pays = |value: &Value| *value != Value::Flat(Money::ZERO);
    let stops = face.stops.iter().enumerate().map(|(i, stop)| (i, &stop.value));
    stops.filter(move |(i, value)| pays(value) && !(alike && *i > 0))
}

const BAND_HEIGHT: f64 = 21.0;

fn band_width(bands: &[(Name, Money)]) -> f64 {
    let widest = bands.iter().map(|(_, value)| write::width(&value.0.to_string(), 14.0)).fold(16.0, f64::max);
    widest + 7.0
}

/// Values by band are wide; they come before names.
fn bands<'a>(face: &'a Face, sketch: &Sketch, crowd: &mut Crowd) -> Vec<Caption<'a>> {
    let mut captions = Vec::new();
    for (stop, value) in valued(face) {
        let Value::Bands(bands) = value else { continue };
        let (wish, columns) = match sketch.spots.get(stop).map(|spot| (spot.form, spot.at, spot.slots.len()))
        {
            Some((Form::Area, _, 0)) => (Point::new(0.0, 4.0), bands.len()),
            // A mine has track and often a town beside it: a block fits better than a row.
            Some((Form::Mine, at, _)) => (at + Point::new(46.0, 0.0), bands.len().div_ceil(2)),
            _ => (Point::new(0.0, 44.0), bands.len()),
        };
        let width = band_width(bands) * columns as f64;
        let height = BAND_HEIGHT * bands.len().div_ceil(columns.max(1)) as f64;
        captions.push(Caption::Revenue { stop, value, columns, at: crowd.claim(width, height, wish) });
    }
    captions
}

fn circles<'a>(face: &'a Face, sketch: &Sketch, crowd: &mut Crowd) -> Vec<Caption<'a>> {
    let mut captions = Vec::new();
    for (stop, value) in valued(face) {
        let Value::Flat(_) = value else { continue };
        let near = sketch.spots.get(stop).map_or(Point::ORIGIN, |spot| spot.at);
        let aside = if near.length() > 10.0 { near * 0.4 } else { Point::ORIGIN };
        let wish = near + aside + Point::new(36.0, -32.0);
        captions.push(Caption::Revenue { stop, value, columns: 1, at: crowd.claim(30.0, 30.0, wish) });
    }
    captions
}

fn label<'a>(face: &Face, crowd: &mut Crowd) -> Option<Caption<'a>> {
    let text = face.labels.iter().map(Name::as_str).collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return None;
    }
    let size = label_size(&text);
    let at = crowd.claim(write::width(&text, size), size * 0.9, Point::new(-56.0, 0.0));
    Some(Caption::Label { text, at })
}

fn label_size(text: &str) -> f64 {
    if text.chars().count() <= 2 { 26.0 } else { 20.0 }
}

/// Draws the writing of a hex.
pub(crate) fn draw(
    svg: &mut Svg,
    model: &HexModel,
    captions: &[Caption],
    liveries: &Liveries,
    options: &Options,
) {
    for caption in captions {
        match caption {
            Caption::Place { lines, size, at } => place(svg, lines, *size, *at),
            Caption::Revenue { stop, value, columns, at } => {
                svg.start("g").set("class", "revenue").set("data-stop", stop);
                revenue(svg, value, *columns, *at, options);
                svg.end();
            }
            Caption::Label { text, at } => {
                svg.start("g").set("class", "label");
                write::centred(svg, *at, text, Style::bold(label_size(text), Ink::Text).with_halo());
                svg.end();
            }
            Caption::Costs { list, at } => signs::costs(svg, *at, list, model.face),
            Caption::Port { value, at } => port_sign(svg, value, *at),
            Caption::Symbol { kind, at } => {
                svg.start("g").set("transform", format_args!("translate({at}) scale(1.35)"));
                signs::terrain(svg, Point::ORIGIN, kind);
                svg.end();
            }
            Caption::Mark { text, at } => {
                svg.start("g").set("class", "mark");
                write::centred(svg, *at, text, Style::bold(MARK_SIZE, Ink::Text).with_halo());
                svg.end();
            }
            Caption::Marker { company, marker, at } => {
                token::marker(svg, *at, *company, *marker, liveries.of(*company));
            }
        }
    }
    small_print(svg, model, options);
}

fn port_sign(svg: &mut Svg, value: &str, at: Point) {
    svg.start("g").set("class", "port-sign");
    if value.is_empty() {
        signs::anchor(svg, at, Ink::Water);
    } else {
        signs::anchor(svg, at - Point::new(0.0, 8.0), Ink::Water);
        let style = Style::bold(port_size(value), Ink::Water).with_halo();
        write::centred(svg, at + Point::new(0.0, 16.0), value, style);
    }
    svg.end();
}

fn place(svg: &mut Svg, lines: &[String], size: f64, at: Point) {
    // How wide it is in letters: from afar only short names have room.
    let em = lines.iter().map(|line| write::width(line, 1.0)).fold(0.0, f64::max);
    let length: String = WIDE.iter().filter(|(wide, _)| em >= *wide).map(|(_, class)| *class).collect();
    let small: String = SMALL.iter().filter(|(below, _)| size < *below).map(|(_, class)| *class).collect();
    svg.start("g").set("class", format_args!("name{length}{small}"));
    let step = size * 1.1;
    let top = at.y - step * (lines.len() as f64 - 1.0) / 2.0;
    for (i, line) in lines.iter().enumerate() {
        let at = Point::new(at.x, top + step * i as f64);
        write::centred(svg, at, line, Style::bold(size, Ink::Text).with_halo());
    }
    svg.end();
}

/// The coordinate as it is printed.
fn coordinate(model: &HexModel) -> Option<String> {
    model.extras.coordinate.clone().or_else(|| model.name.map(|name| name.to_string()))
}

fn small_print(svg: &mut Svg, model: &HexModel, options: &Options) {
    for (side, letter) in &model.extras.letters {
        let at = side_middle(model.layout, *side) * 0.76;
        svg.start("g").set("class", "letter");
        write::centred(svg, at, letter, Style::bold(20.0, Ink::Water).with_halo());
        svg.end();
    }
    if let Some(text) = coordinate(model).filter(|_| options.coordinates) {
        svg.start("g").set("class", "coordinate");
        let style = Style::plain(COORDINATE_SIZE, Ink::Faint);
        write::centred(svg, coordinate_at(model.layout, &text), &text, style);
        svg.end();
    }
    if let Some(tile) = model.tile.filter(|_| options.tile_numbers) {
        svg.start("g").set("class", "tile-number");
        write::centred(svg, tile_number_at(model.layout), tile.as_str(), Style::plain(12.0, Ink::Faint));
        svg.end();
    }
}

fn revenue(svg: &mut Svg, value: &Value, columns: usize, at: Point, options: &Options) {
    match value {
        Value::Flat(value) => {
            svg.start("circle").num("cx", at.x).num("cy", at.y).num("r", 15.0);
            svg.fill(Ink::Slot).stroke(Ink::Track, 1.4).end();
            let text = value.0.to_string();
            let size = write::fitting(&text, 25.0, 16.0);
            write::centred(svg, at, &text, Style::bold(size, Ink::SlotText));
        }
        Value::Bands(bands) => block_of_bands(svg, bands, columns.max(1), at, options),
    }
}

fn block_of_bands(svg: &mut Svg, bands: &[(Name, Money)], columns: usize, at: Point, options: &Options) {
    let (width, rows) = (band_width(bands), bands.len().div_ceil(columns));
    let corner = at - Point::new(width * columns as f64 / 2.0, BAND_HEIGHT * rows as f64 / 2.0);
    for (i, (band, value)) in bands.iter().enumerate() {
        let (ground, ink) = band_inks(band.as_str(), i);
        let at = corner + Point::new(width * (i % columns) as f64, BAND_HEIGHT * (i / columns) as f64);
        svg.start("rect").set("class", "band").set("data-band", band);
        svg.num("x", at.x).num("y", at.y).num("width", width).num("height", BAND_HEIGHT).fill(ground);
        let now = options.band == Some(*band);
        svg.stroke(if now { Ink::Chosen } else { Ink::Track }, if now { 3.5 } else { 1.2 }).end();
        let centre = at + Point::new(width / 2.0, BAND_HEIGHT / 2.0);
        write::centred(svg, centre, &value.0.to_string(), Style::bold(14.0, ink));
    }
}

/// The colours of a band: named after a colour, or the colours of tiles in turn.
fn band_inks(name: &str, index: usize) -> (Ink, Ink) {
    match (name, index) {
        ("white", _) => (Ink::BandWhite, Ink::SlotText),
        ("black", _) => (Ink::BandBlack, Ink::BandLight),
        ("yellow", _) => (Ink::Yellow, Ink::SlotText),
        ("green", _) => (Ink::Green, Ink::SlotText),
        ("brown", _) => (Ink::Brown, Ink::SlotText),
        ("gray" | "grey", _) => (Ink::Gray, Ink::SlotText),
        (_, 0) => (Ink::Yellow, Ink::SlotText),
        (_, 1) => (Ink::Green, Ink::SlotText),
        (_, 2) => (Ink::Brown, Ink::SlotText),
        _ => (Ink::Gray, Ink::SlotText),
    }
}

/// What the hex is called, for people who point at it or hear it.
pub(crate) fn title(model: &HexModel) -> String {
    let name = model.name.map(|name| name.to_string());
    let tile = model.tile.map(|tile| format!("tile {tile}"));
    let sea = (model.face.color == Color::Blue).then(|| "sea".to_owned());
    let markers = model.markers.iter().map(|(company, marker)| format!("{marker} of {company}"));
    let parts = [name, model.place.map(str::to_owned), tile, sea];
    parts.into_iter().flatten().chain(markers).collect::<Vec<_>>().join(", ")
}
