//! The box of 1883.

use crate::data::{Edition, Faults, Shelf, base, sources};
use ferrata_engine::components::Components;
use std::sync::Arc;

/// The files and the edition.
pub static SHELF: Shelf = Shelf {
    title: "1883",
    files: sources!["events.toml"],
    editions: {
        static EDITIONS: [Edition; 1] = [Edition::new("living", base!("events.toml"))];
        &EDITIONS
    },
    verify: |_| Ok(()),
};

/// The box.
pub fn components() -> Result<Arc<Components>, Faults> {
    SHELF.components("living")
}
