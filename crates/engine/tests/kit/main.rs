//! The kit, proven on the tiny title: whole games with every invariant checked, golden files, and seeded
//! defects that it has to catch.
#![cfg(test)]

mod defects;
mod games;
#[path = "../common/golden.rs"]
mod golden;
mod positions;
mod properties;
mod stored;
#[path = "../tiny/mod.rs"]
mod tiny;
mod walk;

use ferrata_engine::turn::Setup;

/// A game of the tiny title for so many players.
fn setup(players: usize) -> Setup {
    let names = ["Ada", "Ben", "Cleo", "Dino"];
    let players = names.iter().take(players).map(|name| (*name).to_owned()).collect();
    Setup::new("tiny", "one", Vec::new(), players)
}
