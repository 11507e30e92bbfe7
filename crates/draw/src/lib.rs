//! Boards, tiles and charts as SVG, in the manner railway players know. One drawing code for browser,
//! files and tests.
//!
//! ```
//! use ferrata_draw::{Liveries, Options, Overlay, Table, Theme, board, opening};
//!
//! let components = ferrata_titles::t1841::data::components("v1", false)?;
//! let (view, liveries) = (opening(&components), Liveries::of_box(&components));
//! let table = Table { map: &components.map, tiles: &components.tiles, view: &view, liveries: &liveries };
//! let svg = board(&table, &Overlay::default(), &Options::file(Theme::Light));
//! assert!(svg.contains("data-hex=\"F8\""));
//! # Ok::<(), ferrata_titles::data::Faults>(())
//! ```
//!
//! # In the browser
//!
//! [`Options::default`] writes colours as CSS variables; [`stylesheet`] defines them for light and dark and goes into
//! the page once. What a client needs to find is marked:
//!
//! | element | marks |
//! | --- | --- |
//! | ground of a hex | `g.ground-of[data-ground]`, all of them under everything else |
//! | hex | `g.hex[data-hex][data-tile]`, with `.can` while it can be chosen, `.ghost` while it is a preview, `.beyond` out of reach |
//! | stop | `g.stop[data-stop]`, with `.city`, `.town`, `.pass`, `.port`, `.mine` or `.offboard` |
//! | slot | `circle.slot[data-slot]`, with `.can` while it can be chosen |
//! | token | `g.token[data-company]` |
//! | route | `g.route[data-route]`, one per piece of track |
//! | border | `path.border[data-border]` |
//! | field of the chart | `g.field[data-row][data-col][data-price]` |
//!
//! What can be chosen is a button for keyboard and screen reader. After a change [`hex_group`] gives the ground and the group of a
//! single hex, [`field_group`] that of a field of the chart, [`ghosts_group`] what lies over all of its fields. The classes
//! `hide-names`, `hide-coordinates`, `hide-revenues`, `hide-routes`, `hide-homes`, `hide-numbers` and `hide-terrain` on an ancestor
//! switch parts off without drawing again.

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

pub use board::{Overlay, Table, board, centres, hex_group, is_portrait, opening, printed};
pub use chart::{Chart, Marker, chart, field_group, ghosts_group, markers};
pub use hex::Emphasis;
pub use ink::{Paint, Theme, stylesheet};
pub use lines::{Series, lines};
pub use livery::{Liveries, Livery, Pattern, Rgb};
pub use options::Options;
pub use tile::{badge, face, tile, tile_sheet};
