//! The recorded games of a title.

use crate::measure::{Slowest, figures, logged};
use criterion::Criterion;
use ferrata_engine::log::Log;
use ferrata_engine::position::Written;
use ferrata_engine::turn::Title;
use std::hint::black_box;

/// Measures the recorded games of a title. Nothing is measured where they are absent.
pub(crate) fn recorded<T: Title + Written>(criterion: &mut Criterion, title: &str, names: &[&'static str]) {
    let mut slowest = Slowest::default();
    for (name, text, log) in logs(title, names) {
        logged::<T>(criterion, &format!("{title} {name}"), &log);
        criterion.bench_function(&format!("{title} {name}/import"), |bencher| {
            bencher.iter(|| ferrata_interop::replay(black_box(&text), None).is_ok());
        });
        slowest.add(&format!("{title} {name}"), &figures::<T>(&log));
    }
    println!("{title}, recorded games: {slowest}");
}

fn logs(title: &str, names: &[&'static str]) -> Vec<(&'static str, String, Log)> {
    let read = |name: &&'static str| {
        let text = ferrata_recorded::game(&format!("{title}/{name}.json"))?;
        let log = ferrata_interop::replay(&text, None).ok()?.log;
        Some((*name, text, log))
    };
    names.iter().filter_map(read).collect()
}
