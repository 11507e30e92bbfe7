//! Data are true: whoever changes a figure of a data file by one changes what a game does or shows, or is refused when the
//! files are read. What nobody feels is no figure of the rules and has no place in the files.
//!
//! What is looked at: the beginning of games of every edition and number of players, the examples of `docs/examples` and the
//! positions in `positions/` here, which are there for this only; those in `found/` are moments of random games and of tests of
//! rules that `search_for_witnesses` wrote down. Where a position says `"A1"`, there is one for every field of the chart; where it begins with
//! `# PHASE is each of 2, 3`, one for every value; all but those that were found are looked at in every edition.

#![cfg(test)]
#![allow(clippy::unwrap_used)] // a helper of a test may fail the test

mod figure;
mod moments;
mod search;
#[path = "../common/setup.rs"]
mod setup;
mod witness;

use ferrata_titles::catalogue;
use figure::{Figure, figures};
use std::collections::BTreeMap;
use witness::{Felt, Witness};

/// In so many random games witnesses are looked for.
const GAMES: u64 = 24;

/// Looks at figures of a title with so many random games; which nobody feels is told.
fn check(title: &str, games: u64, wanted: impl Fn(usize, &Figure) -> bool) {
    let info = catalogue::find(title).unwrap();
    let mut witness = Witness::new(info, games);
    let all = info.shelf.files.iter().flat_map(|source| figures(*source)).enumerate();
    let (mut counts, mut unfelt) = (BTreeMap::new(), Vec::new());
    for (at, figure) in all.filter(|(at, figure)| wanted(*at, figure)) {
        let felt = witness.feels(&figure);
        if at % 500 == 0 {
            println!("{title}: figure {at}");
        }
        *counts.entry(felt).or_insert(0) += 1;
        if felt == Felt::Shown {
            println!("{title}: no game goes otherwise by {}", figure.told());
        }
        if felt == Felt::Unfelt {
            println!("{title}: nobody feels {}", figure.told());
            unfelt.push(figure.told());
        }
    }
    println!("{title}: {counts:?}");
    assert!(unfelt.is_empty(), "{title}: nobody feels\n{}", unfelt.join("\n"));
}

#[test]
fn figures_of_1841_are_felt() {
    check("1841", 0, |_, _| true);
}

#[test]
fn figures_of_18esp_are_felt() {
    check("18ESP", 0, |_, _| true);
}

#[test]
fn figures_of_1883_are_felt() {
    check("1883", 0, |_, _| true);
}

#[test]
fn figures_of_18fb_are_felt() {
    check("18FB", 0, |_, _| true);
}

/// Every figure of every title, or of the one in `TITLE`, or with `SHARD=0/8` an even eighth of them. `ONLY=stock.toml` looks at those that are told so.
/// `GAMES=24` plays so many random games, too, where nobody feels a figure.
#[test]
#[ignore = "for single titles and figures: TITLE=18FB ONLY=stock.toml cargo test --profile ci -p ferrata-titles --features kit --test figures every_figure -- --ignored --nocapture"]
fn every_figure_is_felt() {
    let one = std::env::var("TITLE").ok();
    let shard = std::env::var("SHARD").unwrap_or_else(|_| "0/1".to_owned());
    let (shard, of) = shard.split_once('/').unwrap();
    let (shard, of): (usize, usize) = (shard.parse().unwrap(), of.parse().unwrap());
    let games = std::env::var("GAMES").map_or(0, |games| games.parse().unwrap());
    let only = std::env::var("ONLY").unwrap_or_default();
    for info in catalogue::TITLES.iter().filter(|info| one.as_deref().is_none_or(|one| one == info.title)) {
        check(info.title, games, |at, figure| at % of == shard && figure.told().contains(&only));
    }
}

/// Looks for witnesses of the figures of `TITLE` that nobody feels in the positions of the folder `FROM`, if there is one, then in the
/// random games `SEEDS=0..24`, and writes them to `positions/`.
#[test]
#[ignore = "writes positions: TITLE=18FB cargo test --profile ci -p ferrata-titles --features kit --test figures search -- --ignored --nocapture"]
fn search_for_witnesses() {
    let Ok(title) = std::env::var("TITLE") else { return };
    let seeds = std::env::var("SEEDS").unwrap_or_else(|_| format!("0..{GAMES}"));
    let (from, to) = seeds.split_once("..").unwrap();
    let info = catalogue::find(&title).unwrap();
    let figures = info.shelf.files.iter().flat_map(|source| figures(*source));
    search::search(info, from.parse().unwrap()..to.parse().unwrap(), figures);
}
