//! The tiles left, and what becomes what.

use ferrata_engine::id::TileId;
use ferrata_engine::name::TileName;
use ferrata_engine::tile::Color;
use ferrata_engine::view::View;
use ferrata_titles::Game;

/// A tile of the box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileLeft {
    /// Its number.
    pub tile: TileName,
    /// Its colour.
    pub color: Color,
    /// How many are left; none = without limit.
    pub left: Option<u16>,
    /// Whether tiles of its colour may be laid now.
    pub open: bool,
    /// The tiles that may replace it.
    pub becomes: Vec<TileName>,
    /// The tiles that it may replace.
    pub replaces: Vec<TileName>,
}

/// All tiles by colour, as many as are left, with what becomes what.
pub fn tiles_left(game: &Game, view: &View) -> Vec<TileLeft> {
    let parts = game.parts();
    let phase = parts.phase(view.phase).and_then(|phase| parts.phase_spec(phase));
    let becomes: Vec<Vec<TileId>> =
        (0..parts.tiles.tiles.len() as u16).map(|tile| game.replacements(TileId(tile))).collect();
    let name = |tile: &TileId| parts.tiles.tile(*tile).map(|tile| tile.name);
    let listed = parts.tiles.tiles.iter().zip((0..).map(TileId)).zip(&becomes).map(|((tile, id), after)| {
        let before = becomes.iter().zip((0..).map(TileId)).filter(|(after, _)| after.contains(&id));
        TileLeft {
            tile: tile.name,
            color: tile.color(),
            left: view.tiles.iter().find(|(other, _)| *other == tile.name).and_then(|(_, left)| *left),
            open: phase.is_some_and(|phase| phase.allows(tile.color())),
            becomes: after.iter().filter_map(name).collect(),
            replaces: before.filter_map(|(_, before)| name(&before)).collect(),
        }
    });
    let mut listed: Vec<_> = listed.collect();
    listed.sort_by_key(|tile| tile.color);
    listed
}
