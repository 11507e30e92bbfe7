//! Data are true: whoever changes a figure of a data file by one changes what a game does or shows, or is refused when the
//! files are read. What nobody feels is no figure of the rules and has no place in the files.
//!
//! What is looked at: the beginning of games of every edition and number of players, the examples of `docs/examples`, the
//! positions in `positions/` here, which are there for this only, and random games, more and more of them until one feels the
//! figure. Where a position says `"A1"`, there is one for every field of the chart.

#![cfg(test)]
#![allow(clippy::unwrap_used)] // a helper of a test may fail the test

mod figure;
mod moments;
mod witness;

use ferrata_titles::catalogue;
use figure::{Figure, figures};
use std::collections::BTreeMap;
use witness::{Felt, Witness};

/// Of figures that all titles have, one in so many is looked at in every check.
const ONE_IN: usize = 60;

/// Figures that nobody can feel, and why they are there: title, file, what the line says, the reason.
const REASONS: &[(&str, &str, &str, &str)] = &[];

/// Looks at figures of a title; which nobody feels is told.
fn check(title: &str, wanted: impl Fn(usize, &Figure) -> bool) {
    let info = catalogue::find(title).unwrap();
    let mut witness = Witness::new(info);
    let all = info.shelf.files.iter().flat_map(|source| figures(*source)).enumerate();
    let (mut counts, mut unfelt) = (BTreeMap::new(), Vec::new());
    for (_, figure) in all.filter(|(at, figure)| wanted(*at, figure)) {
        let felt = witness.feels(&figure);
        *counts.entry(felt).or_insert(0) += 1;
        let excused = REASONS.iter().any(|(of, file, line, _)| {
            (*of, *file) == (title, figure.source.file) && figure.written.contains(line)
        });
        if felt == Felt::Unfelt && !excused {
            println!("{title}: nobody feels {}", figure.told());
            // What a switch does is shown by the tests of its rule; not every one is turned in a random game.
            unfelt.extend((!figure.switch()).then(|| figure.told()));
        }
    }
    println!("{title}: {counts:?}");
    assert!(unfelt.is_empty(), "{title}: nobody feels\n{}", unfelt.join("\n"));
}

/// The figures that only this title knows, and a sample of the others.
fn sample(title: &str) {
    check(title, |at, figure| !figure.switch() && (figure.own() || at % ONE_IN == 0));
}

#[test]
fn figures_of_1841_are_felt() {
    sample("1841");
}

#[test]
fn figures_of_18esp_are_felt() {
    sample("18ESP");
}

#[test]
fn figures_of_1883_are_felt() {
    sample("1883");
}

#[test]
fn figures_of_18fb_are_felt() {
    sample("18FB");
}

/// Every figure of every title, or of the one in `TITLE`; switches that no game felt are printed.
#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --test figures -- --ignored --nocapture"]
fn every_figure_is_felt() {
    let one = std::env::var("TITLE").ok();
    for info in catalogue::TITLES.iter().filter(|info| one.as_deref().is_none_or(|one| one == info.title)) {
        check(info.title, |_, _| true);
    }
}
