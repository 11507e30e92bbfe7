//! The table that all titles share: money, certificates, the price chart, the map with its tiles, tokens
//! and track, trains, and the contract by which a game is played.
//!
//! The crate is pure: no clock, no randomness, no input or output, no threads. Bad input never panics it.
//!
//! Whoever plays a game, be it a server, a browser, a test or a program with opinions, needs four calls of a [`Title`]
//! and a [`Log`]: who decides ([`Title::turn`]), what may be done ([`Title::offers`]), doing it ([`Log::play`], or
//! [`Title::apply`] without a record), and what the table looks like ([`Title::view`]). The titles are in
//! `ferrata-titles`; its first page shows a game from the start.
//!
//! Whoever writes a title implements [`Rulebook`]: every point at which somebody decides is a [`Decision`], and one
//! driver plays them all. `CONTRIBUTING.md` has the shape, `tests/tiny` a whole title in small.
//!
//! A sentence for people is a value ([`Text`], made by [`say!`]), so that it can be said in the currency and the words
//! of the table:
//!
//! ```
//! use ferrata_engine::{Money, Refusal, say};
//! let refusal = Refusal::rule("1841-4.5-03", say!("the 3 costs {price}", price = Money(200)));
//! assert_eq!(refusal.to_string(), "the 3 costs 200 (1841-4.5-03)");
//! ```

pub mod action;
pub mod board;
pub mod chart;
pub mod checks;
pub mod components;
pub mod course;
pub mod decision;
pub mod event;
pub mod fact;
pub mod hash;
pub mod id;
pub mod kind;
#[cfg(any(test, feature = "kit"))]
pub mod kit;
pub mod load;
pub mod log;
pub mod map;
pub mod money;
pub mod name;
pub mod offer;
pub mod position;
pub mod refusal;
pub mod route;
#[cfg(feature = "schema")]
mod schema;
pub mod seals;
pub mod shares;
pub mod text;
pub mod tile;
pub mod train;
mod tree;
pub mod turn;
pub mod view;

pub use action::{Action, Leg, Party, Route, Settlement};
pub use decision::{Decision, Flow, Play, Rulebook};
pub use event::{Event, Events, Roster};
pub use hash::{Sealed, Unhashed};
pub use id::{CardId, CertId, CompanyId, CompanySet, HexId, PhaseId, SeatId, SeatSet, TileId, TrainKind};
pub use log::{Log, Recorded};
pub use money::{Account, Ledger, Money};
pub use name::{CardName, CompanyName, HexName, Name, OptionName, PhaseName, TileName, TrainName};
pub use offer::{Offer, Prices};
pub use refusal::{Refusal, RuleId, require};
pub use text::{Arg, Names, Text};
pub use turn::{Author, Draw, DrawKind, Entry, Outcome, Setup, Title, Turn};
pub use view::{Asked, CompanyStatus, RoundKind, View};
