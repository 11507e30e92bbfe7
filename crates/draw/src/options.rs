//! What is drawn, and how.

use crate::ink::{Paint, Theme};
use ferrata_engine::name::Name;

/// What is drawn, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// How colours are written.
    pub paint: Paint,
    /// Place names.
    pub names: bool,
    /// Coordinates.
    pub coordinates: bool,
    /// What stops pay.
    pub revenues: bool,
    /// The numbers of tiles.
    pub tile_numbers: bool,
    /// The homes and reserved slots of companies that are not there yet.
    pub homes: bool,
    /// The band of values that holds now, to be marked among the others.
    pub band: Option<Name>,
    /// What the drawing is called, for people who hear it.
    pub title: String,
}

impl Default for Options {
    /// Everything, themed, without a stylesheet of its own: for the browser.
    fn default() -> Options {
        Options {
            paint: Paint::default(),
            names: true,
            coordinates: true,
            revenues: true,
            tile_numbers: true,
            homes: true,
            band: None,
            title: String::new(),
        }
    }
}

impl Options {
    /// Everything, with plain colours: for files and programs that do not know CSS variables.
    pub fn file(theme: Theme) -> Options {
        Options { paint: Paint::Static(theme), ..Options::default() }
    }

    /// The same with another title.
    pub fn titled(self, title: impl Into<String>) -> Options {
        Options { title: title.into(), ..self }
    }
}
