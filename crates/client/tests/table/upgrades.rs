//! The tiles left, and what becomes what.

use crate::recorded::timelines;
use ferrata_client::upgrades::tiles_left;
use ferrata_engine::name::TileName;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

#[test]
fn tiles_become_tiles_of_the_next_colour() {
    for timeline in timelines() {
        let game = timeline.game();
        let tiles = tiles_left(game, &game.view());
        assert!(tiles.is_sorted_by_key(|tile| tile.color));
        let color = |name: &TileName| tiles.iter().find(|tile| tile.tile == *name).unwrap().color;
        for tile in &tiles {
            assert!(tile.becomes.iter().all(|next| Some(color(next)) == tile.color.next()), "{tile:?}");
            for next in &tile.becomes {
                let next = tiles.iter().find(|tile| tile.tile == *next).unwrap();
                assert!(next.replaces.contains(&tile.tile));
            }
        }
        assert!(
            tiles.iter().any(|tile| tile.color == Color::Yellow && tile.open && !tile.becomes.is_empty())
        );
    }
}
