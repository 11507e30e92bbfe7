//! Games in and out: recorded and made-up ones replayed, ours exported and read again.

#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)] // a test may fail

mod best_runs;
mod common;
mod export;
#[path = "../../../engine/tests/common/golden.rs"]
mod golden;
mod made_up_1841;
mod made_up_esp;
mod mutated_1841;
mod positions;
mod recorded_1841;
mod recorded_esp;
mod round_trip_esp;
mod whole_folder;
