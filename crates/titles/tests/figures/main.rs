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
#[path = "../common/setup.rs"]
mod setup;
mod witness;

use ferrata_titles::catalogue;
use figure::{Figure, figures};
use std::collections::BTreeMap;
use witness::{Felt, Witness};

/// So many random games are played at most until one feels a figure.
const GAMES: u64 = 24;

/// Figures that no example and no position here feels, only random games: title, file, how the line begins.
const BY_GAMES: &[(&str, &str, &str)] = &[
    ("18ESP", "title.toml", "auction_step"),
    ("18ESP", "title.toml", "launch_capital"),
    ("18ESP", "title.toml", "full_capital"),
    ("18ESP", "title.toml", "second_tile"),
    ("18ESP", "title.toml", "minor_parts"),
    ("18ESP", "title.toml", "loan_interest"),
    ("18ESP", "title.toml", "exported_trains"),
    ("18ESP", "title.toml", "takeover_tokens"),
    ("18ESP", "title.toml", "end"),
    ("18ESP", "title.toml", "last_round"),
    ("18ESP", "companies.toml", "facts = { mine_discount"),
    ("18ESP", "companies.toml", "facts = { free_pass"),
    ("18ESP", "companies.toml", "facts = { tenders"),
    ("18ESP", "online.toml", "last_round_factor"),
    ("18ESP", "online.toml", "both"),
    ("18ESP", "online.toml", "facts = { tenders"),
    ("18ESP", "online.toml", "facts = { south_majors"),
];

/// Looks at figures of a title with so many random games; which nobody feels is told.
fn check(title: &str, games: u64, wanted: impl Fn(usize, &Figure) -> bool) {
    let info = catalogue::find(title).unwrap();
    let mut witness = Witness::new(info, games);
    let all = info.shelf.files.iter().flat_map(|source| figures(*source)).enumerate();
    let (mut counts, mut unfelt) = (BTreeMap::new(), Vec::new());
    for (_, figure) in all.filter(|(at, figure)| wanted(*at, figure)) {
        let felt = witness.feels(&figure);
        *counts.entry(felt).or_insert(0) += 1;
        if felt == Felt::Unfelt {
            println!("{title}: nobody feels {}", figure.told());
            // What a switch does is shown by the tests of its rule; not every one is turned in a random game.
            unfelt.extend((!figure.switch()).then(|| figure.told()));
        }
    }
    println!("{title}: {counts:?}");
    assert!(unfelt.is_empty(), "{title}: nobody feels\n{}", unfelt.join("\n"));
}

/// The figures that only this title knows, but those that wait for random games.
fn own(title: &str) {
    let waits = |figure: &Figure| {
        BY_GAMES.iter().any(|(of, file, begins)| {
            (*of, *file) == (title, figure.source.file) && figure.written.starts_with(begins)
        })
    };
    check(title, 0, |_, figure| figure.own() && !figure.switch() && !waits(figure));
}

#[test]
fn figures_of_18esp_are_felt() {
    own("18ESP");
}

/// Every figure of every title, or of the one in `TITLE`, or with `SHARD=0/8` an even eighth of them; switches that no game felt are
/// printed.
#[test]
#[ignore = "takes long: cargo test --profile ci -p ferrata-titles --test figures -- --ignored --nocapture"]
fn every_figure_is_felt() {
    let one = std::env::var("TITLE").ok();
    let shard = std::env::var("SHARD").unwrap_or_else(|_| "0/1".to_owned());
    let (shard, of) = shard.split_once('/').unwrap();
    let (shard, of): (usize, usize) = (shard.parse().unwrap(), of.parse().unwrap());
    for info in catalogue::TITLES.iter().filter(|info| one.as_deref().is_none_or(|one| one == info.title)) {
        check(info.title, GAMES, |at, _| at % of == shard);
    }
}
