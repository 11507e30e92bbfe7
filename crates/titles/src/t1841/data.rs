//! The box of 1841: two editions, each with the smaller board of 1841 lite.

use super::fixed::Printed;
use crate::data::{Edition, Faults, Shelf, base, sources};
use ferrata_engine::components::Components;
use std::sync::Arc;

/// How many boxes there are.
pub(super) const EDITIONS: usize = 8;

/// The files and editions.
pub static SHELF: Shelf = Shelf {
    title: "1841",
    files: sources![
        "v2.toml",
        "lite.toml",
        "v2-lite.toml",
        "online.toml",
        "online-lite.toml",
        "online-map.toml",
        "online-map-lite.toml",
        "online-v2.toml",
        "online-v2-lite.toml",
    ],
    editions: {
        static ALL: [Edition; EDITIONS] = [
            Edition::new("v1", base!()),
            Edition::new("v1-lite", base!("lite.toml")),
            Edition::new("v2", base!("v2.toml")),
            Edition::new("v2-lite", base!("v2.toml", "lite.toml", "v2-lite.toml")),
            Edition::new("v1-online", base!("online.toml", "online-map.toml")),
            Edition::new(
                "v1-lite-online",
                base!(
                    "lite.toml",
                    "online.toml",
                    "online-lite.toml",
                    "online-map.toml",
                    "online-map-lite.toml"
                ),
            ),
            Edition::new("v2-online", base!("v2.toml", "online-v2.toml", "online-map.toml")),
            Edition::new(
                "v2-lite-online",
                base!(
                    "v2.toml",
                    "lite.toml",
                    "v2-lite.toml",
                    "online-v2-lite.toml",
                    "online-map.toml",
                    "online-map-lite.toml"
                ),
            ),
        ];
        &ALL
    },
    verify: |parts| Printed::read(parts).map(drop),
};

/// The box of an edition (`v1`, `v1-lite`, `v2`, `v2-lite`), as printed or as it is played online.
pub fn components(edition: &str, online: bool) -> Result<Arc<Components>, Faults> {
    SHELF.components(named(edition, online))
}

/// The name of that box.
pub(super) fn named(edition: &str, online: bool) -> &str {
    match (edition, online) {
        ("v1", true) => "v1-online",
        ("v1-lite", true) => "v1-lite-online",
        ("v2", true) => "v2-online",
        ("v2-lite", true) => "v2-lite-online",
        _ => edition,
    }
}
