//! Draws the boards, charts and tiles of all titles into a folder: `cargo run -p ferrata-draw --example
//! pictures -- FOLDER`. The pictures in docs/boards are made of these.

use ferrata_draw::{Chart, Liveries, Options, Overlay, Table, Theme, board, chart, opening, tile_sheet};
use ferrata_engine::components::Components;
use ferrata_titles::catalogue::TITLES;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("say into which folder")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for shelf in TITLES.iter().map(|info| info.shelf) {
        for edition in shelf.editions {
            let components = shelf.components(edition.name)?;
            draw(&components, folder, &format!("{}-{}", shelf.title, edition.name))?;
        }
    }
    Ok(())
}

fn draw(components: &Components, folder: &Path, name: &str) -> Result<(), Box<dyn Error>> {
    let (view, liveries) = (opening(components), Liveries::of_box(components));
    let options = Options::file(Theme::Light).titled(name);
    let table = Table { map: &components.map, tiles: &components.tiles, view: &view, liveries: &liveries };
    std::fs::write(folder.join(format!("{name}.svg")), board(&table, &Overlay::default(), &options))?;
    let tiles = &components.tiles;
    let stock = |at: usize| tiles.stock.get(usize::from(*tiles.stock_of.get(at)?)).copied().flatten();
    let counts: Vec<_> = tiles.tiles.iter().enumerate().map(|(at, tile)| (tile.name, stock(at))).collect();
    let sheet = tile_sheet(tiles, &counts, components.map.layout, &options);
    std::fs::write(folder.join(format!("{name}-tiles.svg")), sheet)?;
    let prices = chart(&Chart::of_box(components, &[], &liveries), &options);
    std::fs::write(folder.join(format!("{name}-chart.svg")), prices)?;
    Ok(())
}
