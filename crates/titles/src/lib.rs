//! The games: 1841, 18ESP, 1883 and 18FB. Each module follows its rulebook's chapters.
//!
//! ```
//! use ferrata_engine::{Action, Entry, Log, Setup, Title, Turn};
//! use ferrata_titles::{Game, catalogue};
//!
//! // A set-up names title, edition, options and players.
//! let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
//! let setup: Setup = catalogue::find("18ESP")?.setup("rulebook", &[], players)?;
//! let mut game = Game::start(&setup)?;
//! let mut log = Log::new(setup);
//!
//! // Chance is a player: whoever hosts the game draws, and the outcome is an entry.
//! while let Turn::Chance(draw) = game.turn() {
//!     let outcome = draw.first();
//!     log.play(&mut game, Entry::chance(outcome))?;
//! }
//!
//! // What may be done now, with the range of every price; a sample of every offer is accepted.
//! let Turn::Seat(seat) = game.turn() else { unreachable!() };
//! let offers = game.offers();
//! let action = offers[0].samples().remove(0);
//! let events = log.play(&mut game, Entry::seat(seat, action))?;
//! assert!(!events.is_empty());
//!
//! // A refusal says why and names the rule where one forbids it; the game stays as it was.
//! let refusal = game.apply(&Entry::seat(seat, Action::Accept)).unwrap_err();
//! assert!(!refusal.to_string().is_empty());
//!
//! // The log is the game: every state is a fold of it.
//! assert_eq!(log.state::<Game>()?.hash(), game.hash());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod catalogue;
pub mod data;
pub mod esp;
pub mod fb;
#[macro_use]
mod game;
pub mod listing;
mod nearness;
pub mod position;
pub mod prospects;
mod reason;
mod shape;
#[cfg(test)]
mod sheet;
pub mod t1841;
pub mod t1883;
#[cfg(any(test, feature = "kit"))]
pub mod worst;

pub use game::Game;

/// The version of the rules, stored with every record: to be raised whenever some log of some title folds to another
/// table than before, and named in the changelog. A game under way keeps the rules it began with by a switch of its
/// edition; where that cannot be, its players are asked whether they go on.
pub const RULES_VERSION: u32 = 2;
