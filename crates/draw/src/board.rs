//! The board: every hex with what lies on it, sides and borders.

use crate::extras::Extras;
use crate::geometry::{Point, RADIUS, centre};
use crate::hex::{self, Emphasis, HexModel};
use crate::ink::Ink;
use crate::livery::Liveries;
use crate::options::Options;
use crate::page::{self, Frame};
use crate::sides;
use crate::svg::Svg;
use ferrata_engine::action::Route;
use ferrata_engine::components::Components;
use ferrata_engine::map::{Hex, Layout, Map};
use ferrata_engine::name::{CompanyName, HexName, TileName};
use ferrata_engine::tile::{Color, Face, TileSet};
use ferrata_engine::view::BoardView;
use std::collections::BTreeSet;

/// What is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    /// The printed map.
    pub map: &'a Map,
    /// The tiles.
    pub tiles: &'a TileSet,
    /// What lies on the map.
    pub view: &'a BoardView,
    /// How companies look.
    pub liveries: &'a Liveries,
}

/// What a client shows on top of the table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Overlay {
    /// Routes, each in its own colour and dashes.
    pub routes: Vec<Route>,
    /// Hexes that can be chosen.
    pub can: Vec<HexName>,
    /// The hex that is chosen.
    pub chosen: Option<HexName>,
    /// Slots that can be chosen: hex, stop, slot.
    pub slots: Vec<(HexName, u8, u8)>,
    /// Tiles shown before they are laid: hex, tile, rotation.
    pub ghosts: Vec<(HexName, TileName, u8)>,
    /// The hexes that a company reaches: all others stand back. None: nothing is said about it.
    pub reach: Option<BTreeSet<HexName>>,
}

/// The empty board as printed, with all its borders.
pub fn printed(map: &Map) -> BoardView {
    BoardView { borders: (0..map.borders.len() as u16).collect(), ..BoardView::default() }
}

/// The empty board with the borders of the first phase.
pub fn opening(components: &Components) -> BoardView {
    let first = components.phases.first().map_or(0, |phase| phase.borders);
    let all = 0..components.map.borders.len() as u16;
    BoardView { borders: all.filter(|border| first >> border & 1 == 1).collect(), ..BoardView::default() }
}

/// The whole board.
pub fn board(table: &Table, overlay: &Overlay, options: &Options) -> String {
    let centres = centres(table.map);
    let frame = Frame::around(centres.iter().copied(), table.map.layout, 26.0);
    page::with(frame, "board", options, |svg| {
        inset_frames(svg, table.map, &centres);
        let model = |index: usize| {
            let at = centres.get(index).copied().unwrap_or_default();
            model(table, overlay, index, at)
        };
        svg.start("g").set("class", "grounds");
        for model in (0..centres.len()).filter_map(model) {
            hex::draw_ground(svg, &model);
        }
        svg.end();
        svg.start("g").set("class", "hexes");
        // Those with something written on them come later, those with names last: from afar they are wider than their hexes.
        let written = |index: &usize| {
            let Some(hex) = table.map.hexes.get(*index) else { return (false, false) };
            (shown_place(hex, hex.face.color).is_some(), !hex.face.stops.is_empty())
        };
        let mut order: Vec<usize> = (0..centres.len()).collect();
        order.sort_by_key(written);
        for model in order.into_iter().filter_map(model) {
            hex::draw_on_ground(svg, &model, table.liveries, options);
        }
        svg.end();
        sides::draw(svg, table, &centres);
    })
}

/// The ground and the group of one hex as [`board`] draws them, to replace them after a change; none if there is no such hex.
pub fn hex_group(table: &Table, overlay: &Overlay, name: HexName, options: &Options) -> Option<[String; 2]> {
    let index = table.map.id(name)?.index();
    let at = *centres(table.map).get(index)?;
    let model = model(table, overlay, index, at)?;
    let ground = page::fragment(options, |svg| hex::draw_ground(svg, &model));
    let group = page::fragment(options, |svg| hex::draw_on_ground(svg, &model, table.liveries, options));
    Some([ground, group])
}

/// Whether the board is clearly higher than wide.
pub fn is_portrait(map: &Map) -> bool {
    let frame = Frame::around(centres(map), map.layout, 26.0);
    frame.height > frame.width * 1.15
}

/// Where the centre of each hex lies in the drawing, in the order of the map.
pub fn centres(map: &Map) -> Vec<Point> {
    let mut centres: Vec<Point> = map.hexes.iter().map(|hex| centre(map.layout, hex.at)).collect();
    let parts = parts(map);
    for inset in 1..parts.iter().max().map_or(0, |last| last + 1) {
        bring_near(&mut centres, &parts, inset);
    }
    centres
}

/// By hex: the number of the part of the map it belongs to; neighbours on paper are in one part, the
/// largest part is 0.
fn parts(map: &Map) -> Vec<usize> {
    let mut parts: Vec<Option<usize>> = vec![None; map.hexes.len()];
    let mut sizes = Vec::new();
    for start in 0..map.hexes.len() {
        if parts.get(start).copied().flatten().is_some() {
            continue;
        }
        let (mut size, mut todo) = (0, vec![start]);
        while let Some(at) = todo.pop() {
            let Some(part @ None) = parts.get_mut(at) else { continue };
            *part = Some(sizes.len());
            size += 1;
            let Some(here) = map.hexes.get(at) else { continue };
            let near = map.hexes.iter().enumerate().filter(|(_, hex)| touch(map.layout, here, hex));
            todo.extend(near.map(|(other, _)| other));
        }
        sizes.push(size);
    }
    let largest =
        (0..sizes.len()).max_by_key(|part| (sizes.get(*part), std::cmp::Reverse(*part))).unwrap_or(0);
    let renumber = |part: usize| match part {
        part if part == largest => 0,
        0 => largest,
        part => part,
    };
    parts.into_iter().map(|part| renumber(part.unwrap_or(0))).collect()
}

fn touch(layout: Layout, a: &Hex, b: &Hex) -> bool {
    let way = centre(layout, a.at) - centre(layout, b.at);
    way.length() < 2.0 * RADIUS
}

/// Moves an inset that lies to the right of everything up to the main map, as far as a gap remains.
fn bring_near(centres: &mut [Point], parts: &[usize], inset: usize) {
    let of = |part: usize| move |(_, p): &(&Point, &usize)| **p == part;
    let main: Vec<Point> = centres.iter().zip(parts).filter(of(0)).map(|(at, _)| *at).collect();
    let there: Vec<Point> = centres.iter().zip(parts).filter(of(inset)).map(|(at, _)| *at).collect();
    let rightmost = main.iter().map(|at| at.x).fold(f64::NEG_INFINITY, f64::max);
    if there.iter().any(|at| at.x <= rightmost + 2.0 * RADIUS) {
        return;
    }
    let clear = |shift: f64| {
        let apart =
            |at: &Point| main.iter().all(|main| main.distance(*at - Point::new(shift, 0.0)) > 3.1 * RADIUS);
        there.iter().all(apart)
    };
    let steps = (1..400).map(|step| f64::from(step) * RADIUS / 4.0).take_while(|shift| clear(*shift));
    let shift = steps.last().unwrap_or(0.0);
    for (at, part) in centres.iter_mut().zip(parts) {
        if *part == inset {
            at.x -= shift;
        }
    }
}

/// A frame around each inset, so that nobody takes it for a neighbour of the main map.
fn inset_frames(svg: &mut Svg, map: &Map, centres: &[Point]) {
    let parts = parts(map);
    for inset in 1..parts.iter().max().map_or(0, |last| last + 1) {
        let there = centres.iter().zip(&parts).filter(|(_, part)| **part == inset).map(|(at, _)| *at);
        let frame = Frame::around(there, map.layout, 22.0);
        svg.start("rect").set("class", "inset").num("x", frame.left).num("y", frame.top).num("rx", 26.0);
        svg.num("width", frame.width).num("height", frame.height).set("fill", "none");
        svg.stroke(Ink::Outline, 3.0).set("stroke-dasharray", "14 8").end();
    }
}

impl<'a> Table<'a> {
    /// The tile on a hex.
    fn laid(&self, name: HexName) -> Option<(TileName, u8)> {
        self.view.tiles.iter().find(|(hex, _, _)| *hex == name).map(|(_, tile, rotation)| (*tile, *rotation))
    }

    fn face_of(&self, tile: TileName, rotation: u8) -> Option<&'a Face> {
        Some(self.tiles.tile(self.tiles.id(tile)?)?.face(rotation))
    }

    /// What one sees on a hex.
    fn shown(&self, hex: &'a Hex) -> (Option<TileName>, &'a Face) {
        let laid = self.laid(hex.name);
        let tile = laid.and_then(|(tile, rotation)| Some((tile, self.face_of(tile, rotation)?)));
        tile.map_or((None, &hex.face), |(tile, face)| (Some(tile), face))
    }

    /// Whether track ends at a side, on either hand.
    pub(crate) fn crossed(&self, index: usize, side: u8) -> bool {
        let ends = |hex: &'a Hex, side: u8| self.shown(hex).1.exits() >> (side % 6) & 1 == 1;
        let Some(hex) = self.map.hexes.get(index) else { return false };
        let beyond = hex.side(side).to.and_then(|(other, there)| Some((self.map.hex(other)?, there)));
        ends(hex, side) || beyond.is_some_and(|(hex, there)| ends(hex, there))
    }
}

/// The model of a hex from map, table and overlay.
fn model<'a>(table: &Table<'a>, overlay: &Overlay, index: usize, at: Point) -> Option<HexModel<'a>> {
    let hex = table.map.hexes.get(index)?;
    let ghost = overlay.ghosts.iter().find(|(name, _, _)| *name == hex.name);
    let ghost = ghost.and_then(|(_, tile, rotation)| Some((Some(*tile), table.face_of(*tile, *rotation)?)));
    let (tile, face) = ghost.unwrap_or_else(|| table.shown(hex));
    let tokens = table.view.tokens.iter().filter(|token| token.hex == hex.name);
    let tokens: Vec<_> = tokens.map(|token| (token.stop, token.slot, token.company)).collect();
    let legs = overlay.routes.iter().enumerate();
    let legs = legs.flat_map(|(number, route)| route.legs.iter().map(move |leg| (number, *leg)));
    let slots = overlay.slots.iter().filter(|(name, _, _)| *name == hex.name);
    let marks = table.view.marks.iter().filter(|(name, _)| *name == hex.name);
    let markers = table.view.markers.iter().filter(|marker| marker.hex == hex.name);
    Some(HexModel {
        layout: table.map.layout,
        at,
        face,
        name: Some(hex.name),
        place: shown_place(hex, face.color),
        tile,
        terrain: if tile.is_none() { &hex.terrain } else { &[] },
        busy_sides: busy_sides(hex),
        extras: Extras::of(hex, face.color),
        homes: homes(hex, face, tile.is_some(), &tokens),
        tokens,
        routes: legs.filter(|(_, leg)| leg.hex == hex.name).collect(),
        marks: marks.map(|(_, text)| text.to_string()).collect(),
        markers: markers.map(|marker| (marker.company, marker.marker)).collect(),
        emphasis: emphasis(overlay, hex.name),
        free_slots: slots.map(|(_, stop, slot)| (*stop, *slot)).collect(),
        ghost: ghost.is_some(),
        beyond: overlay.reach.as_ref().is_some_and(|reach| !reach.contains(&hex.name)),
    })
}

/// The name of a place that is written on the board: the sea needs none.
fn shown_place(hex: &Hex, color: Color) -> Option<&str> {
    hex.place.as_deref().filter(|place| !(color == Color::Blue && *place == "sea"))
}

fn busy_sides(hex: &Hex) -> u8 {
    (0..6).filter(|side| sides::costs(hex.side(*side))).fold(0, |bits, side| bits | 1 << side)
}

fn emphasis(overlay: &Overlay, name: HexName) -> Emphasis {
    if overlay.chosen == Some(name) {
        Emphasis::Chosen
    } else if overlay.can.contains(&name) {
        Emphasis::Can
    } else {
        Emphasis::None
    }
}

/// Who is expected at each stop. A tile does not say so itself; what is printed below it still holds.
fn homes(hex: &Hex, face: &Face, tile: bool, tokens: &[(u8, u8, CompanyName)]) -> Vec<Vec<CompanyName>> {
    let expected = |stop: &ferrata_engine::tile::Stop| {
        let mut list: Vec<_> = stop.home.iter().chain(&stop.reserved).copied().collect();
        list.dedup();
        list.retain(|company| !tokens.iter().any(|(_, _, there)| there == company));
        list
    };
    let printed = hex.face.stops.iter().map(expected);
    match (tile, face.stops.len()) {
        (false, _) => printed.collect(),
        (true, 1) => vec![printed.flatten().collect()],
        (true, stops) if stops == hex.face.stops.len() => printed.collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Theme;
    use crate::testing::{check_xml, city, face, town};
    use ferrata_engine::id::HexId;
    use ferrata_engine::map::{Border, Side, Terrain};
    use ferrata_engine::money::Money;
    use ferrata_engine::name::Name;
    use ferrata_engine::tile::Tile;
    use ferrata_engine::view::{MarkerView, TokenView};

    fn hex(name: &str, at: (i16, i16), face: Face) -> Hex {
        Hex {
            name: HexName::of(name),
            place: Some(format!("{name} & <Sons>")),
            at,
            face,
            next: Some(Color::Yellow),
            sides: Default::default(),
            terrain: vec![Terrain { kind: Name::cut("mountain"), cost: Money(50) }],
            region: None,
            tags: Vec::new(),
        }
    }

    /// Three hexes in a column with a river and a bar between them, and an inset far to the right.
    fn map() -> Map {
        let mut map = Map {
            layout: Layout::Flat,
            hexes: vec![
                hex("A1", (0, 0), face(vec![city(1)], "")),
                hex("A3", (0, 2), face(vec![town()], "s0-0 s0-3")),
                hex("A5", (0, 4), face(vec![], "")),
                hex("Z1", (20, 0), face(vec![], "")),
            ],
            borders: vec![Border { name: "the frontier".into(), sides: vec![(HexId(1), 0)] }],
        };
        let mut join = |north: usize, side: Side| {
            let (up, down) = (HexId(north as u16), HexId(north as u16 + 1));
            map.hexes[north].sides[0] = Side { to: Some((down, 3)), ..side.clone() };
            map.hexes[north + 1].sides[3] = Side { to: Some((up, 0)), ..side };
        };
        let river = Terrain { kind: Name::cut("river"), cost: Money(40) };
        join(0, Side { terrain: vec![river], ..Side::default() });
        join(1, Side { impassable: true, borders: 1, ..Side::default() });
        map
    }

    fn tiles() -> TileSet {
        let tile = Tile::new(TileName::of("57"), face(vec![city(1)], "s0-0 s0-3"));
        TileSet { tiles: vec![tile], stock_of: vec![0], stock: vec![Some(1)] }
    }

    fn drawn(view: &BoardView, overlay: &Overlay, options: &Options) -> String {
        let (map, tiles, liveries) = (map(), tiles(), Liveries::new([(CompanyName::of("SFMA"), "red")]));
        let text = board(&Table { map: &map, tiles: &tiles, view, liveries: &liveries }, overlay, options);
        check_xml(&text);
        text
    }

    #[test]
    fn every_hex_is_drawn_once_with_its_name() {
        let text = drawn(&printed(&map()), &Overlay::default(), &Options::file(Theme::Light));
        for name in ["A1", "A3", "A5", "Z1"] {
            assert_eq!(text.matches(&format!("data-hex=\"{name}\"")).count(), 1);
            assert!(text.contains(&format!("{name} &amp; &lt;Sons&gt;")));
        }
        assert_eq!(text.matches("class=\"impassable\"").count(), 2, "one bar, with its casing");
        assert_eq!(text.matches("class=\"crossing\"").count(), 1);
        assert_eq!(text.matches(">40<").count(), 1);
        assert_eq!(text.matches("data-border=\"the frontier\"").count(), 1);
        assert_eq!(text.matches("terrain mountain").count(), 4);
    }

    /// Markers are no stations: they look otherwise, keep apart from each other and say what they are.
    #[test]
    fn markers_are_drawn_apart_and_named() {
        let marker = |company: &str, marker: &str| MarkerView {
            company: CompanyName::of(company),
            marker: Name::cut(marker),
            hex: HexName::of("A3"),
        };
        let markers = vec![marker("SFMA", "anchor"), marker("SFVM", "coach")];
        let view = BoardView { markers, ..printed(&map()) };
        let text = drawn(&view, &Overlay::default(), &Options::default());
        assert_eq!(text.matches("class=\"marker\"").count(), 2);
        assert!(
            text.contains("<title>anchor of SFMA</title>") && text.contains("<title>coach of SFVM</title>")
        );
        assert!(
            text.contains(", anchor of SFMA, coach of SFVM</title>"),
            "whoever points at the hex is told, too"
        );
        assert!(!text.contains("class=\"token\""), "nobody takes a marker for a station");
        let place = |of: &str| {
            let group = text.split(&format!("class=\"marker\" data-company=\"{of}\"")).nth(1).unwrap();
            group.split(['(', ')']).nth(1).unwrap().to_owned()
        };
        assert_ne!(place("SFMA"), place("SFVM"), "one does not cover the other");
        let hex = text.split("data-hex=\"A3\"").nth(1).unwrap().split("data-hex=").next().unwrap();
        assert_eq!(hex.matches("class=\"marker\"").count(), 2, "they lie where they were placed");
    }

    #[test]
    fn tiles_tokens_routes_and_choices_are_shown() {
        let h = HexName::of;
        let view = BoardView {
            tiles: vec![(h("A1"), TileName::of("57"), 0)],
            tokens: vec![TokenView { company: CompanyName::of("SFMA"), hex: h("A1"), stop: 0, slot: 0 }],
            marks: vec![(h("A3"), ferrata_engine::say!("depot"))],
            ..BoardView::default()
        };
        let route = |legs: &[&str]| Route {
            trains: vec![0],
            legs: legs.iter().map(|leg| leg.parse().unwrap()).collect(),
            skipped: Vec::new(),
        };
        let overlay = Overlay {
            routes: vec![route(&["A1 s0-0", "A3 3-s0"])],
            can: vec![h("A5")],
            slots: vec![(h("A1"), 0, 0)],
            ghosts: vec![(h("A5"), TileName::of("57"), 2)],
            ..Overlay::default()
        };
        let text = drawn(&view, &overlay, &Options::default());
        assert!(text.contains("data-company=\"SFMA\""));
        assert!(text.contains("data-tile=\"57\""));
        assert_eq!(text.matches("data-route=\"0\"").count(), 2);
        assert!(text.contains("hex yellow can ghost"));
        assert!(text.contains("slot can"));
        assert!(text.contains(">depot<"));
        assert_eq!(text.matches("terrain mountain").count(), 2, "a tile covers what the ground costs");
        assert_eq!(text.matches(">40<").count(), 1, "what crossing costs stays readable");
    }

    #[test]
    fn what_a_company_does_not_reach_stands_back() {
        let near = Overlay { reach: Some([HexName::of("A1")].into()), ..Overlay::default() };
        let text = drawn(&BoardView::default(), &near, &Options::default());
        assert_eq!(text.matches("hex ").count() - 1, text.matches(" beyond\"").count(), "all but one");
        assert_eq!(
            text.matches("opacity=\"0.3\"").count(),
            2 * text.matches(" beyond\"").count(),
            "with their ground"
        );
        assert!(!drawn(&BoardView::default(), &Overlay::default(), &Options::default()).contains("beyond"));
    }

    /// Writing that is wider than its hex lies on the next hexes, whatever the order.
    #[test]
    fn the_ground_of_all_hexes_lies_under_everything() {
        let text = drawn(&printed(&map()), &Overlay::default(), &Options::default());
        let [last_ground, first_hex] =
            [text.rfind("data-ground="), text.find("data-hex=")].map(Option::unwrap);
        assert_eq!(text.matches("data-ground=").count(), map().hexes.len());
        assert!(last_ground < first_hex);
    }

    #[test]
    fn one_hex_can_be_drawn_again_by_itself() {
        let (map, tiles, liveries) = (map(), tiles(), Liveries::default());
        let view = printed(&map);
        let table = Table { map: &map, tiles: &tiles, view: &view, liveries: &liveries };
        let (overlay, options) = (Overlay::default(), Options::default());
        let whole = board(&table, &overlay, &options);
        let groups = hex_group(&table, &overlay, HexName::of("A3"), &options).unwrap();
        assert!(groups.iter().all(|group| whole.contains(group)));
        assert!(hex_group(&table, &overlay, HexName::of("Q9"), &options).is_none());
    }

    #[test]
    fn an_inset_comes_near_but_keeps_apart() {
        let centres = centres(&map());
        let inset = centres[3];
        let gap = centres[..3].iter().map(|at| at.distance(inset)).fold(f64::MAX, f64::min);
        assert!((3.0 * RADIUS..4.0 * RADIUS).contains(&gap), "{gap}");
    }
}
