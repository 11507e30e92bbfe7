//! The titles that the site has, too: a line for each.

use crate::error::Error;
use crate::export::{Words, write};
use crate::record::Record;
use crate::replay::{Replay, import};
use crate::trace::Trace;
use crate::{esp, t1841};
use ferrata_engine::log::Log;
use serde_json::Value;

/// A title whose games can be read and written in the site's form.
pub(crate) struct Known {
    title: &'static str,
    /// Plays a record, compared with a trace if there is one.
    pub(crate) read: fn(&Record, Option<&Trace>) -> Result<Replay, Error>,
    /// Writes a log down, as long as it is wanted.
    pub(crate) write: fn(&Log, &dyn Fn() -> bool) -> Result<Value, Error>,
}

static TITLES: [Known; 2] = [known::<t1841::Import>(), known::<esp::Import>()];

const fn known<I: Words>() -> Known {
    Known { title: I::TITLE, read: import::<I>, write: write::<I> }
}

/// How games of a title are read and written.
pub(crate) fn title(title: &str) -> Result<&'static Known, Error> {
    TITLES.iter().find(|known| known.title == title).ok_or_else(|| Error::UnknownTitle {
        title: title.to_owned(),
        known: TITLES.each_ref().map(|known| known.title).join(" and "),
    })
}
