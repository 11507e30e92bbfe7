//! The box of 18ESP: all companies, or those of the standard set-up; as printed, or as it is played online.

use crate::data::{Edition, Faults, Shelf, base, sources};
use ferrata_engine::components::Components;
use std::sync::Arc;

/// The files and editions.
pub static SHELF: Shelf = Shelf {
    title: "18ESP",
    files: sources!["standard.toml", "online.toml", "online-standard.toml"],
    editions: {
        static EDITIONS: [Edition; 4] = [
            Edition::new("rulebook", base!()),
            Edition::new("standard", base!("standard.toml")),
            Edition::new("online", base!("online.toml")),
            Edition::new("online-standard", base!("online.toml", "standard.toml", "online-standard.toml")),
        ];
        &EDITIONS
    },
    verify: |_| Ok(()),
};

/// The box of an edition (`rulebook` with all companies, `standard`, `online`, `online-standard`).
pub fn components(edition: &str) -> Result<Arc<Components>, Faults> {
    SHELF.components(edition)
}
