//! Speed on recorded games of 1841.
#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs)] // a bench

mod measure;
#[path = "measure/recorded.rs"]
mod recorded;

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_titles::t1841::Game;

fn recorded(criterion: &mut Criterion) {
    let games = ["132002", "1841_game_end_bank", "gen-1841-v1-104", "gen-1841-v1-lite-201"];
    recorded::recorded::<Game>(criterion, "1841", &games);
}

criterion_group!(benches, recorded);
criterion_main!(benches);
