//! The box of 1841: two editions, each with the smaller board of 1841 lite.

use super::fixed::Printed;
use crate::data::{Edition, Faults, Shelf, base, sources};
use ferrata_engine::components::Components;
use std::sync::Arc;

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
        static EDITIONS: [Edition; 8] = [
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
        &EDITIONS
    },
    verify: |parts| Printed::read(parts).map(drop),
};

/// The box of an edition (`v1`, `v1-lite`, `v2`, `v2-lite`), as printed or as it is played online.
pub fn components(edition: &str, online: bool) -> Result<Arc<Components>, Faults> {
    match (edition, online) {
        ("v1", true) => SHELF.components("v1-online"),
        ("v1-lite", true) => SHELF.components("v1-lite-online"),
        ("v2", true) => SHELF.components("v2-online"),
        ("v2-lite", true) => SHELF.components("v2-lite-online"),
        _ => SHELF.components(edition),
    }
}
