//! The games: 1841, 18ESP, 1883 and 18FB. Each module follows its rulebook's chapters.

pub mod catalogue;
pub mod data;
pub mod esp;
pub mod fb;
mod game;
pub mod listing;
mod reason;
pub mod t1841;
pub mod t1883;
pub mod worst;

pub use game::Game;

/// The version of the rules, stored with every record: to be raised whenever some log of some title folds to another
/// table than before, and named in the changelog. A game under way keeps the rules it began with by a switch of its
/// edition; where that cannot be, its players are asked whether they go on.
pub const RULES_VERSION: u32 = 1;
