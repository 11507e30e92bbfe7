//! Programs that take a seat. They decide by one ply with an economic evaluation ([`value`]), the better levels by
//! playing the best few candidates on (roll-outs).
//!
//! The crate is pure: no clock, no threads, no input or output, and no randomness but dice that are thrown anew for every
//! decision from the table, the seat and a seed. So the same seat decides the same on every machine, as long as its budget
//! is counted in roll-outs.
//!
//! ```
//! use ferrata_engine::{Entry, Log, Title, Turn};
//! use ferrata_opponents::{Level, Program, Seen};
//! use ferrata_titles::{Game, catalogue};
//!
//! let players = ["Ada", "Ben", "Cleo"].map(String::from).to_vec();
//! let mut log = Log::new(catalogue::find("18ESP")?.setup("rulebook", &[], players)?);
//! let mut game: Game = log.state()?;
//! while let Turn::Chance(draw) = game.turn() {
//!     log.play(&mut game, Entry::chance(draw.first()))?;
//! }
//! let Turn::Seat(seat) = game.turn() else { unreachable!() };
//! // A program sees the log as its seat may see it, and nothing else.
//! let seen = Seen::of(&log, seat)?;
//! let decision = Program::new(Level::Greedy, 1).decide(&seen).ok_or("nothing can be done")?;
//! log.play(&mut game, Entry::seat(seat, decision.action))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod candidates;
pub mod contest;
mod course;
mod fate;
mod figures;
mod fit;
mod income;
mod judge;
mod level;
mod placement;
pub mod policy;
mod program;
mod roll_out;
mod search;
mod seen;
mod stages;
mod starting;
pub mod tally;
mod terms;
pub mod value;
mod version;
mod watch;
mod weights;

pub use fit::{Fit, Moments};
pub use level::{Level, Numbers, RollOuts};
pub use placement::placements;
pub use policy::Scored;
pub use program::{Decision, Program, seed_of};
pub use seen::Seen;
pub use terms::{Term, Terms};
pub use version::{Entrant, Files, NEWEST, TRIAL, Version};
pub use weights::Weights;
