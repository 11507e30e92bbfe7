//! The box of 18ESP as printed, and as it is played online. The standard set-up leaves some of its companies in the box
//! (`standard_removed`).

use super::fixed::Printed;
use crate::data::{Edition, Shelf, base, sources};

/// How many editions there are.
pub(super) const EDITIONS: usize = 2;

/// The files and editions.
pub static SHELF: Shelf = Shelf {
    title: "18ESP",
    files: sources!["online.toml"],
    editions: {
        static ALL: [Edition; EDITIONS] =
            [Edition::new("rulebook", base!()), Edition::new("online", base!("online.toml"))];
        &ALL
    },
    verify: |parts| Printed::read(parts).map(|_| ()),
};
