//! The boards, tiles and charts of every edition of every title.

#![allow(clippy::expect_used)] // a test may fail this way

use ferrata_draw::sketch::{SLOT, Sketch};
use ferrata_draw::{
    Chart, Liveries, Options, Overlay, Paint, Table, Theme, board, chart, hex_group, opening,
};
use ferrata_draw::{geometry, stylesheet, tile};
use ferrata_engine::components::Components;
use ferrata_engine::tile::Face;
use ferrata_titles::catalogue::TITLES;
use std::sync::Arc;

fn boxes() -> Vec<(String, Arc<Components>)> {
    let editions =
        TITLES.iter().flat_map(|info| info.shelf.editions.iter().map(move |edition| (info, edition)));
    editions
        .map(|(info, edition)| {
            let name = format!("{} {}", info.title, edition.name);
            (name, info.shelf.components(edition.name).expect("the data are sound"))
        })
        .collect()
}

fn drawn(components: &Components, options: &Options) -> String {
    let (view, liveries) = (opening(components), Liveries::of_box(components));
    let table = Table { map: &components.map, tiles: &components.tiles, view: &view, liveries: &liveries };
    board(&table, &Overlay::default(), options)
}

/// Panics unless tags are balanced and numbers are numbers.
fn check_xml(name: &str, text: &str) {
    assert!(!text.contains("NaN"), "{name}: a number is missing");
    let mut open: Vec<&str> = Vec::new();
    for tag in text.split('<').skip(1) {
        let inside = tag.split('>').next().unwrap_or_default();
        assert_eq!(inside.matches('"').count() % 2, 0, "{name}: {inside}");
        let word = inside.trim_start_matches('/').split([' ', '/']).next().unwrap_or_default();
        match (inside.starts_with('/'), inside.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(word), "{name}: {inside}"),
            (false, false) => open.push(word),
            (false, true) => {}
        }
    }
    assert!(open.is_empty(), "{name}: left open {open:?}");
}

/// Given a harbour of 18ESP that serves a town, then the town's hex has an anchor, too. (Harbours of 1841 have theirs alone.)
#[test]
fn every_town_of_18esp_that_a_harbour_serves_has_an_anchor() {
    let mut served = 0;
    for (name, components) in boxes().into_iter().filter(|(name, _)| name.starts_with("18ESP")) {
        let text = drawn(&components, &Options::file(Theme::Light));
        for hex in &components.map.hexes {
            let tags = hex.face.stops.iter().flat_map(|stop| &stop.tags);
            for (_, town) in tags.filter(|(key, _)| key == "serves") {
                let group = text.split_once(&format!("data-hex=\"{town}\"")).expect("the town is drawn").1;
                let group = group.split("data-hex=").next().unwrap_or_default();
                assert!(group.contains("port-sign"), "{name}: {town} has a harbour and no anchor");
                served += 1;
            }
        }
    }
    assert!(served >= 9, "the harbours of 18ESP are looked at");
}

#[test]
fn every_hex_of_every_edition_is_drawn_once() {
    for (name, components) in boxes() {
        let text = drawn(&components, &Options::file(Theme::Light));
        check_xml(&name, &text);
        assert_eq!(text.matches("data-hex=").count(), components.map.hexes.len(), "{name}");
        for hex in &components.map.hexes {
            assert!(text.contains(&format!("data-hex=\"{}\"", hex.name)), "{name}: {}", hex.name);
        }
    }
}

#[test]
fn every_piece_of_track_and_every_stop_is_drawn() {
    for (name, components) in boxes() {
        let text = drawn(&components, &Options::file(Theme::Light));
        let stops: usize = components.map.hexes.iter().map(|hex| hex.face.stops.len()).sum();
        assert_eq!(text.matches("<g class=\"stop ").count(), stops, "{name}");
        let with_track = components.map.hexes.iter().filter(|hex| !hex.face.track.is_empty()).count();
        assert_eq!(text.matches("<g class=\"track\"").count(), with_track, "{name}");
    }
}

#[test]
fn one_hex_drawn_again_is_what_the_board_shows() {
    for (name, components) in boxes() {
        let (view, liveries) = (opening(&components), Liveries::of_box(&components));
        let table =
            Table { map: &components.map, tiles: &components.tiles, view: &view, liveries: &liveries };
        let (overlay, options) = (Overlay::default(), Options::default());
        let whole = board(&table, &overlay, &options);
        for hex in components.map.hexes.iter().step_by(17) {
            let groups = hex_group(&table, &overlay, hex.name, &options).expect("a hex of the map");
            assert!(groups.iter().all(|group| whole.contains(group)), "{name}: {}", hex.name);
        }
    }
}

#[test]
fn themed_drawings_use_only_variables_that_the_stylesheet_defines() {
    let css = stylesheet();
    for (name, components) in boxes() {
        let text =
            drawn(&components, &Options { paint: Paint::Themed { stylesheet: false }, ..Options::default() });
        for variable in text.split("var(").skip(1).map(|rest| rest.split(')').next().unwrap_or_default()) {
            assert!(css.contains(&format!("{variable}:")), "{name}: {variable}");
        }
    }
}

#[test]
fn all_tiles_in_all_rotations_keep_their_stops_apart_and_inside() {
    for (name, components) in boxes() {
        for one in &components.tiles.tiles {
            check_xml(&name, &tile(one, 0, components.map.layout, &Options::file(Theme::Light)));
            for rotation in 0..6 {
                sound(
                    &format!("{name} tile {} turned {rotation}", one.name),
                    one.face(rotation),
                    &components,
                );
            }
        }
        for hex in &components.map.hexes {
            sound(&format!("{name} hex {}", hex.name), &hex.face, &components);
        }
    }
}

/// No slot overlaps another slot or leaves the hex.
fn sound(name: &str, face: &Face, components: &Components) {
    let sketch = Sketch::of(face, components.map.layout);
    let slots: Vec<_> = sketch.spots.iter().flat_map(|spot| &spot.slots).collect();
    for (i, a) in slots.iter().enumerate() {
        assert!(geometry::outside(components.map.layout, **a) < 0.5 - SLOT, "{name}: a slot leaves the hex");
        for b in slots.iter().skip(i + 1) {
            assert!(a.distance(**b) >= 2.0 * SLOT - 0.5, "{name}: slots overlap");
        }
    }
    for (i, a) in sketch.spots.iter().enumerate() {
        for b in sketch.spots.iter().skip(i + 1) {
            assert!(a.at.distance(b.at) > 24.0, "{name}: two stops lie on each other");
        }
    }
}

#[test]
fn every_chart_shows_every_field() {
    for (name, components) in boxes() {
        let liveries = Liveries::of_box(&components);
        let text = chart(&Chart::of_box(&components, &[], &liveries), &Options::file(Theme::Dark));
        check_xml(&name, &text);
        assert_eq!(text.matches("class=\"field\"").count(), components.grid.fields().count(), "{name}");
    }
}

#[test]
fn no_two_companies_of_a_title_look_alike() {
    for (name, components) in boxes() {
        for liveries in [Liveries::of_box(&components), Liveries::safe(&components)] {
            for (i, a) in components.companies.iter().enumerate() {
                for b in components.companies.iter().skip(i + 1) {
                    let (x, y) = (liveries.of(a.name), liveries.of(b.name));
                    let apart = x.pattern != y.pattern || x.color.difference(y.color) >= 9.0;
                    assert!(apart, "{name}: {} and {}", a.name, b.name);
                }
            }
        }
    }
}
