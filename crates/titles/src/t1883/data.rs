//! The box of 1883, and the one with the stronger FMV (12.2).

use super::fixed::Printed;
use crate::data::{Edition, Shelf, base, sources};

/// How many boxes there are.
pub(super) const EDITIONS: usize = 2;

/// The box of the variant Strengthen the Weak.
pub(super) const STRENGTHENED: &str = "living-strong";

/// The files and editions.
pub static SHELF: Shelf = Shelf {
    title: "1883",
    files: sources!["events.toml", "strong.toml"],
    editions: {
        static ALL: [Edition; EDITIONS] = [
            Edition::new("living", base!("events.toml")),
            Edition::new(STRENGTHENED, base!("events.toml", "strong.toml")),
        ];
        &ALL
    },
    verify: |parts| Printed::read(parts).map(|_| ()),
};
