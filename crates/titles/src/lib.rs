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
