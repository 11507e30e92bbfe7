//! Single tiles, and all tiles of a title with their numbers.

use crate::geometry::{APOTHEM, Point, RADIUS};
use crate::hex::{self, HexModel};
use crate::ink::Ink;
use crate::livery::Liveries;
use crate::options::Options;
use crate::page::{self, Frame};
use crate::sketch::SLOT;
use crate::svg::Svg;
use crate::token;
use crate::write::{self, Style};
use ferrata_engine::map::Layout;
use ferrata_engine::name::{CompanyName, TileName};
use ferrata_engine::tile::{Color, Face, Tile, TileSet};

/// One tile in a rotation.
pub fn tile(tile: &Tile, rotation: u8, layout: Layout, options: &Options) -> String {
    let model = HexModel { tile: Some(tile.name), ..HexModel::bare(tile.face(rotation), layout) };
    alone(&model, options)
}

/// One face, as printed on a map or a tile.
pub fn face(face: &Face, layout: Layout, options: &Options) -> String {
    alone(&HexModel::bare(face, layout), options)
}

fn alone(model: &HexModel, options: &Options) -> String {
    let frame = Frame::around([Point::ORIGIN], model.layout, 3.0);
    page::with(frame, "tile", options, |svg| hex::draw(svg, model, &Liveries::default(), options))
}

/// The token of a company by itself, for charters and lists.
pub fn badge(company: CompanyName, liveries: &Liveries, options: &Options) -> String {
    let frame = Frame { left: -27.0, top: -27.0, width: 54.0, height: 54.0 };
    page::with(frame, "badge", options, |svg| {
        token::token(svg, Point::ORIGIN, SLOT, company, liveries.of(company));
    })
}

const COLUMNS: usize = 9;
const SCALE: f64 = 0.5;
const CELL: (f64, f64) = (2.0 * RADIUS * SCALE + 18.0, 2.0 * APOTHEM * SCALE + 34.0);

/// All tiles of a title, colour by colour, each with the number of pieces left in `counts` (none there:
/// without limit). Tiles that `counts` does not name are left out.
pub fn tile_sheet(
    tiles: &TileSet,
    counts: &[(TileName, Option<u16>)],
    layout: Layout,
    options: &Options,
) -> String {
    let named = |(name, left): &(TileName, Option<u16>)| Some((tiles.tile(tiles.id(*name)?)?, *left));
    let mut shown: Vec<(&Tile, Option<u16>)> = counts.iter().filter_map(named).collect();
    shown.sort_by_key(|(tile, _)| tile.color());
    let rows = rows(&shown);
    let width = CELL.0 * COLUMNS.min(rows.iter().map(Vec::len).max().unwrap_or(1)) as f64 + 16.0;
    let frame = Frame { left: 0.0, top: 0.0, width, height: CELL.1 * rows.len() as f64 + 12.0 };
    page::with(frame, "tile-sheet", options, |svg| {
        for (row, list) in rows.iter().enumerate() {
            for (column, (tile, left)) in list.iter().enumerate() {
                let at = Point::new(
                    8.0 + CELL.0 * (column as f64 + 0.5),
                    6.0 + CELL.1 * row as f64 + APOTHEM * SCALE + 3.0,
                );
                sheet_cell(svg, at, tile, *left, layout, options);
            }
        }
    })
}

/// Breaks the tiles into rows; a new colour begins a new row.
fn rows<'a>(shown: &[(&'a Tile, Option<u16>)]) -> Vec<Vec<(&'a Tile, Option<u16>)>> {
    let mut rows: Vec<Vec<(&Tile, Option<u16>)>> = Vec::new();
    let mut color: Option<Color> = None;
    for &(tile, left) in shown {
        match rows.last_mut() {
            Some(row) if color == Some(tile.color()) && row.len() < COLUMNS => row.push((tile, left)),
            _ => rows.push(vec![(tile, left)]),
        }
        color = Some(tile.color());
    }
    rows
}

fn sheet_cell(svg: &mut Svg, at: Point, tile: &Tile, left: Option<u16>, layout: Layout, options: &Options) {
    svg.start("g").set("class", "sheet-cell").set("data-tile", tile.name);
    svg.start("g").set("transform", format_args!("translate({at}) scale({SCALE})"));
    let model = HexModel::bare(tile.face(0), layout);
    hex::draw(svg, &model, &Liveries::default(), options);
    svg.end();
    let below = at + Point::new(0.0, APOTHEM * SCALE + 13.0);
    let count = left.map_or("∞".to_owned(), |left| left.to_string());
    let text = format!("{} × {count}", tile.name);
    let size = write::fitting(&text, CELL.0 - 6.0, 14.0);
    write::centred(svg, below, &text, Style::bold(size, Ink::Text));
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ink::Theme;
    use crate::testing::{check_xml, city, face as made, town};

    fn set() -> TileSet {
        let tile = |name: &str, color: Color, stops, track: &str| {
            let face = Face { color, ..made(stops, track) };
            Tile::new(TileName::of(name), face)
        };
        let tiles = vec![
            tile("14", Color::Green, vec![city(2)], "s0-0 s0-1 s0-3 s0-4"),
            tile("8", Color::Yellow, vec![], "0-2"),
            tile("58", Color::Yellow, vec![town()], "s0-0 s0-2"),
        ];
        TileSet { tiles, stock_of: vec![0, 1, 2], stock: vec![Some(2), None, Some(3)] }
    }

    #[test]
    fn every_rotation_is_well_formed_and_shows_all_track() {
        let options = Options::file(Theme::Light);
        for one in &set().tiles {
            for rotation in 0..6 {
                let text = tile(one, rotation, Layout::Flat, &options);
                check_xml(&text);
                let track = text.split("class=\"track\"").nth(1).unwrap().split("</g>").next().unwrap();
                assert_eq!(track.matches("<path").count(), 2 * one.face(rotation).track.len());
            }
        }
    }

    #[test]
    fn a_sheet_shows_each_tile_once_by_colour() {
        let counts = [("14", Some(2)), ("8", None), ("58", Some(1)), ("999", Some(1))];
        let counts = counts.map(|(name, left)| (TileName::of(name), left));
        let text = tile_sheet(&set(), &counts, Layout::Flat, &Options::file(Theme::Dark));
        check_xml(&text);
        let order: Vec<_> = ["8 × ∞", "58 × 1", "14 × 2"].map(|label| text.find(label).unwrap()).into();
        assert!(order.is_sorted());
        assert!(!text.contains("999"));
    }

    #[test]
    fn a_badge_names_its_company() {
        let company = CompanyName::of("R&L");
        let text = badge(company, &Liveries::new([(company, "navy")]), &Options::default());
        check_xml(&text);
        assert!(text.contains(">R&amp;L<") && text.contains("#12226e"));
    }

    #[test]
    fn static_drawings_need_no_stylesheet() {
        let one = &set().tiles[0];
        assert!(!tile(one, 0, Layout::Flat, &Options::file(Theme::Light)).contains("var("));
        assert!(tile(one, 0, Layout::Flat, &Options::default()).contains("var(--fx-green)"));
    }
}
