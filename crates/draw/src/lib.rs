//! Boards, tiles and charts as SVG, in the manner railway players know. One drawing code for browser,
//! files and tests.

mod board;
mod caption;
mod chart;
mod extras;
mod face;
pub mod geometry;
mod hex;
mod ink;
mod lines;
mod livery;
mod options;
mod page;
mod place;
mod sides;
mod signs;
pub mod sketch;
mod svg;
#[cfg(test)]
mod testing;
mod tile;
mod token;
mod write;

pub use board::{Overlay, Table, board, centres, hex_group, opening, printed};
pub use chart::{Chart, Marker, chart, markers};
pub use hex::Emphasis;
pub use ink::{Paint, Theme, stylesheet};
pub use lines::{Series, lines};
pub use livery::{Liveries, Livery, Pattern, Rgb};
pub use options::Options;
pub use tile::{badge, face, tile, tile_sheet};
