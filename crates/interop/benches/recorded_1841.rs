//! Speed on recorded games of 1841.
#![allow(clippy::expect_used, clippy::unwrap_used, missing_docs)] // a bench

mod measure;

use criterion::{Criterion, criterion_group, criterion_main};
use ferrata_titles::t1841::Game;

fn recorded(criterion: &mut Criterion) {
    measure::recorded::<Game>(criterion, "1841", &["132002", "1841_game_end_bank"]);
}

criterion_group!(benches, recorded);
criterion_main!(benches);
