//! What a client knows without a screen. Everything here is pure and can be tested without a browser.

pub mod names;
pub mod timeline;

pub use names::TableNames;
pub use timeline::{Line, LineKind, Record, Timeline, TurnOf};
