//! One hex: its model, plain data from map and table, and its group in the drawing.

use crate::caption;
use crate::extras::Extras;
use crate::face;
use crate::geometry::{Point, RADIUS, corners};
use crate::ink::{Ink, ROUTES};
use crate::livery::Liveries;
use crate::options::Options;
use crate::sketch::{Form, SLOT, Sketch, Spot};
use crate::svg::{Svg, outline, path};
use crate::token;
use ferrata_engine::action::Leg;
use ferrata_engine::map::{Layout, Terrain};
use ferrata_engine::name::{CompanyName, HexName, Name, TileName};
use ferrata_engine::tile::Face;

/// How much a hex stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Emphasis {
    /// Not at all.
    #[default]
    None,
    /// It can be chosen: it glows and is a button for mouse and keyboard.
    Can,
    /// It is chosen.
    Chosen,
}

/// One hex as it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct HexModel<'a> {
    pub(crate) layout: Layout,
    pub(crate) at: Point,
    pub(crate) face: &'a Face,
    pub(crate) name: Option<HexName>,
    pub(crate) place: Option<&'a str>,
    /// The tile that lies here.
    pub(crate) tile: Option<TileName>,
    /// What the first tile costs, while there is none.
    pub(crate) terrain: &'a [Terrain],
    /// The sides with costs written on them, as bits.
    pub(crate) busy_sides: u8,
    /// What else is printed here.
    pub(crate) extras: Extras,
    /// Tokens: stop, slot, company.
    pub(crate) tokens: Vec<(u8, u8, CompanyName)>,
    /// By stop: the companies that have their home or a reserved slot here and no token yet.
    pub(crate) homes: Vec<Vec<CompanyName>>,
    /// Pieces of routes: number of the route, piece.
    pub(crate) routes: Vec<(usize, Leg)>,
    pub(crate) marks: Vec<String>,
    /// Markers that are no stations: whose, and what.
    pub(crate) markers: Vec<(CompanyName, Name)>,
    pub(crate) emphasis: Emphasis,
    /// Slots that can be chosen: stop, slot.
    pub(crate) free_slots: Vec<(u8, u8)>,
    /// Only a preview.
    pub(crate) ghost: bool,
    /// Out of the reach of the company that is looked at.
    pub(crate) beyond: bool,
}

impl<'a> HexModel<'a> {
    /// A face by itself.
    pub(crate) fn bare(face: &'a Face, layout: Layout) -> HexModel<'a> {
        HexModel {
            layout,
            at: Point::ORIGIN,
            face,
            name: None,
            place: None,
            tile: None,
            terrain: &[],
            busy_sides: 0,
            extras: Extras::default(),
            tokens: Vec::new(),
            homes: Vec::new(),
            routes: Vec::new(),
            marks: Vec::new(),
            markers: Vec::new(),
            emphasis: Emphasis::None,
            free_slots: Vec::new(),
            ghost: false,
            beyond: false,
        }
    }
}

/// Draws the ground of a hex as a group `g.ground-of[data-ground]`. On a board the ground of all hexes lies under everything
/// else: writing that is wider than its hex is not cut by the next one.
pub(crate) fn draw_ground(svg: &mut Svg, model: &HexModel) {
    svg.start("g").set("class", "ground-of");
    if let Some(name) = model.name {
        svg.set("data-ground", name);
    }
    place(svg, model);
    face::hexagon(svg, model.layout, model.face.color);
    face::state_lines(svg, model.layout, &model.extras.state_lines);
    svg.end();
}

/// Draws a hex as a group `g.hex[data-hex]`, its ground with it.
pub(crate) fn draw(svg: &mut Svg, model: &HexModel, liveries: &Liveries, options: &Options) {
    let ground = |svg: &mut Svg| {
        face::hexagon(svg, model.layout, model.face.color);
        face::state_lines(svg, model.layout, &model.extras.state_lines);
    };
    draw_on(svg, model, liveries, options, ground);
}

/// Draws a hex whose ground is there already; what points at it finds all of it.
pub(crate) fn draw_on_ground(svg: &mut Svg, model: &HexModel, liveries: &Liveries, options: &Options) {
    draw_on(svg, model, liveries, options, |svg| face::outline_to_point_at(svg, model.layout));
}

fn draw_on(
    svg: &mut Svg,
    model: &HexModel,
    liveries: &Liveries,
    options: &Options,
    ground: impl FnOnce(&mut Svg),
) {
    let sketch = Sketch::of(model.face, model.layout);
    open(svg, model);
    // A hex that can be chosen is a button with a name of its own; what is drawn inside would be read out again.
    let is_button = model.emphasis == Emphasis::Can;
    if is_button {
        svg.start("g").set("aria-hidden", "true");
    }
    ground(svg);
    face::mountains(svg, &sketch);
    face::track(svg, &sketch);
    routes(svg, model, &sketch);
    for (stop, spot) in sketch.spots.iter().enumerate() {
        stop_group(svg, model, stop, spot, liveries, options);
    }
    let captions = caption::arrange(model, &sketch, options);
    caption::draw(svg, model, &captions, liveries, options);
    emphasis(svg, model);
    if is_button {
        svg.end();
    }
    svg.end();
}

fn open(svg: &mut Svg, model: &HexModel) {
    let can = if model.emphasis == Emphasis::Can { " can" } else { "" };
    let ghost = if model.ghost { " ghost" } else { "" };
    let color = face::color_name(model.face.color);
    let beyond = if model.beyond { " beyond" } else { "" };
    svg.start("g").set("class", format_args!("hex {color}{can}{ghost}{beyond}"));
    if let Some(name) = model.name {
        svg.set("data-hex", name);
    }
    if let Some(tile) = model.tile {
        svg.set("data-tile", tile);
    }
    place(svg, model);
    let title = caption::title(model);
    if model.emphasis == Emphasis::Can {
        // Its name is its title: a label would have to repeat everything that is written on the hex.
        svg.set("role", "button").set("tabindex", 0);
    }
    if !title.is_empty() {
        svg.start("title").text(title).end();
    }
}

/// Where a hex lies, and how clearly it is seen.
fn place(svg: &mut Svg, model: &HexModel) {
    if model.at != Point::ORIGIN {
        svg.set("transform", format_args!("translate({})", model.at));
    }
    if model.ghost {
        svg.set("opacity", "0.85");
    } else if model.beyond {
        svg.set("opacity", "0.3");
    }
}

/// Pieces of routes lie on the track and under the stops.
fn routes(svg: &mut Svg, model: &HexModel, sketch: &Sketch) {
    for (number, leg) in &model.routes {
        let Some(curve) = sketch.course(leg.from, leg.to) else { continue };
        let ink = ROUTES.get(number % ROUTES.len()).copied().unwrap_or(Ink::Route1);
        svg.start("g").set("class", "route").set("data-route", number).set("fill", "none");
        for (ink, width, dash) in [(Ink::Casing, 14.0, None), (ink, 9.0, dash(*number))] {
            svg.start("path").set("d", path(&curve)).stroke(ink, width);
            if let Some(dash) = dash {
                svg.set("stroke-dasharray", dash);
            }
            svg.end();
        }
        svg.end();
    }
}

/// Each route has its own dashes, so that colours are not needed to follow it.
pub(crate) fn dash(number: usize) -> Option<&'static str> {
    match number % 6 {
        0 => None,
        1 => Some("16 4"),
        2 => Some("6 4"),
        3 => Some("18 4 4 4"),
        4 => Some("3 3"),
        _ => Some("10 3 3 3 3 3"),
    }
}

fn stop_group(
    svg: &mut Svg,
    model: &HexModel,
    stop: usize,
    spot: &Spot,
    liveries: &Liveries,
    options: &Options,
) {
    svg.start("g").set("class", format_args!("stop {}", form_name(spot.form))).set("data-stop", stop);
    face::backing(svg, spot);
    face::plain_stop(svg, spot);
    let taken = |slot: usize| {
        let here = |(s, l, _): &&(u8, u8, CompanyName)| *s as usize == stop && *l as usize == slot;
        model.tokens.iter().find(here).map(|(_, _, company)| *company)
    };
    let homes = model.homes.get(stop).map_or(&[][..], Vec::as_slice);
    let mut homes = homes.iter().filter(|_| options.homes);
    for (slot, &at) in spot.slots.iter().enumerate() {
        let free = model.free_slots.iter().any(|&(s, l)| s as usize == stop && l as usize == slot);
        slot_circle(svg, at, slot, free);
        if let Some(company) = taken(slot) {
            token::token(svg, at, SLOT, company, liveries.of(company));
        } else if let Some(company) = homes.next() {
            token::home(svg, at, SLOT, *company, liveries.of(*company));
        }
    }
    beside(svg, model, stop, spot, liveries);
    svg.end();
}

/// Tokens that use no slot lie beside the stop.
fn beside(svg: &mut Svg, model: &HexModel, stop: usize, spot: &Spot, liveries: &Liveries) {
    let here = model.tokens.iter().filter(|(s, l, _)| *s as usize == stop && *l as usize >= spot.slots.len());
    for (i, (_, _, company)) in here.enumerate() {
        let at = spot.at + Point::new(30.0 + 22.0 * i as f64, -30.0);
        token::token(svg, at, SLOT * 0.72, *company, liveries.of(*company));
    }
}

fn form_name(form: Form) -> &'static str {
    match form {
        Form::City => "city",
        Form::Bar(_) | Form::Dot => "town",
        Form::Pass => "pass",
        Form::Port => "port",
        Form::Mine => "mine",
        Form::Area => "offboard",
    }
}

fn slot_circle(svg: &mut Svg, at: Point, slot: usize, free: bool) {
    svg.start("circle").set("class", if free { "slot can" } else { "slot" }).set("data-slot", slot);
    svg.num("cx", at.x).num("cy", at.y).num("r", if free { SLOT - 1.5 } else { SLOT });
    svg.fill(Ink::Slot).stroke(if free { Ink::Glow } else { Ink::Track }, if free { 6.0 } else { 1.6 });
    svg.end();
}

/// A bold line just inside the hex.
fn emphasis(svg: &mut Svg, model: &HexModel) {
    let ink = match model.emphasis {
        Emphasis::None => return,
        Emphasis::Can => Ink::Glow,
        Emphasis::Chosen => Ink::Chosen,
    };
    let inside = corners(model.layout).map(|corner| corner * ((RADIUS - 5.0) / RADIUS));
    svg.start("path").set("class", "halo").set("d", outline(&inside)).set("fill", "none");
    svg.stroke(ink, 8.0).set("stroke-linejoin", "round").set("pointer-events", "none").end();
}
