//! The box of 1883.

use crate::data::{Edition, Faults, Shelf, sources};
use ferrata_engine::components::Components;
use std::sync::Arc;

/// The files and the edition.
pub static SHELF: Shelf = Shelf {
    title: "1883",
    files: sources![
        "title.toml",
        "board.toml",
        "chart.toml",
        "companies.toml",
        "trains.toml",
        "events.toml",
        "stock.toml",
    ],
    editions: {
        static EDITIONS: [Edition; 1] = [Edition::new(
            "living",
            &[
                "title.toml",
                "board.toml",
                "chart.toml",
                "companies.toml",
                "trains.toml",
                "events.toml",
                "stock.toml",
            ],
        )];
        &EDITIONS
    },
};

/// The box.
pub fn components() -> Result<Arc<Components>, Faults> {
    SHELF.components("living")
}
