//! The box of 18FB: rules version PA23 or those of 2006.

use crate::data::{Edition, Faults, Shelf, base, sources};
use ferrata_engine::components::Components;
use std::sync::Arc;

/// How many editions there are.
pub(super) const EDITIONS: usize = 2;

/// The files and editions.
pub static SHELF: Shelf = Shelf {
    title: "18FB",
    files: sources!["2006.toml"],
    editions: {
        static ALL: [Edition; EDITIONS] =
            [Edition::new("PA23", base!()), Edition::new("2006", base!("2006.toml"))];
        &ALL
    },
    verify: super::fixed::verify,
};

/// The box of an edition (`PA23`, `2006`).
pub fn components(edition: &str) -> Result<Arc<Components>, Faults> {
    SHELF.components(edition)
}
