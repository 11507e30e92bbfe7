//! Games recorded elsewhere: exports of 18xx.games are read, turned into our log and played with full rule
//! checking; a trace of the recorded game can be compared with our table after every action.
//!
//! [`record`] reads an export (undo and redo resolved), a module per title says what each recorded action means
//! at our table, [`trace`] and [`compare`] do the checking. [`replay()`] does all of it, for logs of our own, too:
//!
//! ```
//! use ferrata_engine::{Log, Setup};
//! let players = ["Anna", "Bruno", "Carla"].map(String::from).to_vec();
//! let log = Log::new(Setup::new("18ESP", "rulebook", Vec::new(), players));
//! let replay = ferrata_interop::replay(&serde_json::to_string(&log)?, None)?;
//! assert_eq!((replay.entries, replay.ended), (0, None));
//! assert!(ferrata_interop::replay("{}", None).is_err_and(|why| why.to_string().starts_with("this is no recorded game")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod compare;
pub mod error;
mod esp;
pub mod export;
mod history;
mod known;
mod printed;
pub mod record;
pub mod replay;
pub mod routes;
pub mod runs;
mod t1841;
pub mod table;
pub mod trace;

pub use compare::Difference;
pub use error::{Error, Place};
pub use export::{export, export_while};
pub use record::Record;
pub use replay::{Replay, Span, Standing};
pub use trace::Trace;

use ferrata_engine::log::Log;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Plays a recorded game: an export of 18xx.games, or a log of our own. With a trace, our table is compared
/// with it after every action, up to the first difference.
pub fn replay(text: &str, trace: Option<&str>) -> Result<Replay, Error> {
    let trace = trace.map(Trace::parse).transpose()?;
    let kind: Kind = serde_json::from_str(text).map_err(|why| Error::Damaged(why.to_string()))?;
    if kind.ferrata.is_some() {
        return replay_log(text, trace.is_some());
    }
    let record = Record::parse(text)?;
    (known::title(&record.title)?.read)(&record, trace.as_ref())
}

/// What tells a log of our own from an export.
#[derive(Deserialize)]
struct Kind {
    #[serde(default)]
    ferrata: Option<IgnoredAny>,
}

/// Plays a log of our own.
fn replay_log(text: &str, traced: bool) -> Result<Replay, Error> {
    if traced {
        return Err(Error::Damaged(
            "a trace belongs to an export of 18xx.games, not to a log of our own".into(),
        ));
    }
    let log: Log = serde_json::from_str(text).map_err(|why| Error::Damaged(why.to_string()))?;
    replay::fold::<ferrata_titles::Game>(log)
}
