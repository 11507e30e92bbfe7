//! Games recorded elsewhere: exports of 18xx.games are read, turned into our log and played with full rule
//! checking; a trace of the recorded game can be compared with our table after every action.
//!
//! [`record`] reads an export (undo and redo resolved by [`history`]), a module per title says what each
//! recorded action means at our table, [`trace`] and [`compare`] do the checking.

pub mod compare;
pub mod error;
mod history;
pub mod record;
pub mod replay;
pub mod routes;
pub mod table;
pub mod trace;

pub use compare::Difference;
pub use error::{Error, Place};
pub use record::Record;
pub use replay::{Replay, Standing};
pub use trace::Trace;
