//! Every playable title under the kit: golden counts of the tree of offers, golden transcripts, and random
//! games looked at more closely than the titles' own tests do.
#![cfg(test)]

mod closely;
#[path = "../../../engine/tests/common/golden.rs"]
mod golden;
mod refusals;
mod stored;

use ferrata_engine::turn::Setup;
use ferrata_titles::catalogue;

/// A game of a title for so many players.
fn setup(title: &str, edition: &str, options: &[&str], players: usize) -> Setup {
    let names = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Furio", "Gina", "Hugo"];
    let names = names.iter().take(players).map(|name| (*name).to_owned()).collect();
    catalogue::find(title).unwrap().setup(edition, options, names).unwrap()
}
