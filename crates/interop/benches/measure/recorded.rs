//! The recorded games of a title.

use crate::measure::{Slowest, figures, logged};
use criterion::Criterion;
use ferrata_engine::log::Log;
use ferrata_engine::position::Written;
use ferrata_engine::turn::Title;

/// Measures the recorded games of a title. Nothing is measured where they are absent.
pub(crate) fn recorded<T: Title + Written>(criterion: &mut Criterion, title: &str, names: &[&'static str]) {
    let mut slowest = Slowest::default();
    for (name, log) in logs(title, names) {
        logged::<T>(criterion, &format!("{title} {name}"), &log);
        slowest.add(&format!("{title} {name}"), &figures::<T>(&log));
    }
    println!("{title}, recorded games: {slowest}");
}

fn logs(title: &str, names: &[&'static str]) -> Vec<(&'static str, Log)> {
    let read = |name: &&'static str| {
        let text = ferrata_recorded::game(&format!("{title}/{name}.json"))?;
        Some((*name, ferrata_interop::replay(&text, None).ok()?.log))
    };
    names.iter().filter_map(read).collect()
}
