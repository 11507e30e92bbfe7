//! Play: the log and the table at any moment, acting, taking back.

use crate::{Millis, SeatNote};
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Author, Entry};
use ferrata_engine::view::View;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::{IntoParams, ToSchema};

/// A record of a table's log as its reader may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Record {
    /// Its number, counted from 1.
    pub number: u64,
    /// Who made it.
    pub by: Author,
    /// The action; none for an undo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// For an undo, and for what changes nothing: the record after which the game goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo_to: Option<u64>,
    /// The stable hash of the state after it, as sixteen hexadecimal digits; empty if it is not known.
    #[serde(default)]
    pub hash: String,
    /// When, in milliseconds since 1970.
    #[serde(default)]
    pub at: Millis,
    /// Sealed decisions that this record opened, in full.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(no_recursion, required = false))]
    pub opened: Vec<Record>,
    /// Why the rules no longer accept it, if they do not: it has no effect, and says no more than that the game goes
    /// on as before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<String>,
    /// What it tells of the seat, if it is no more than that: the game goes on as before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<SeatNote>,
}

impl Record {
    /// A record of an entry, without hash and time.
    pub fn entry(number: u64, entry: Entry) -> Record {
        Record {
            number,
            by: entry.by,
            action: Some(entry.action),
            undo_to: None,
            hash: String::new(),
            at: 0,
            opened: Vec::new(),
            void: None,
            note: None,
        }
    }
}

/// Which part of a log is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct LogParams {
    /// Records after this number.
    pub after: Option<u64>,
    /// At most this many, up to 2,000.
    pub limit: Option<u32>,
}

/// A stretch of a table's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct LogPart {
    /// The records, as you may see them.
    pub records: Vec<Record>,
    /// The number of the last record there is.
    pub last: u64,
}

/// Which moment is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct AtParams {
    /// The moment: after this record; none = now.
    pub at: Option<u64>,
}

/// The table at a moment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Moment {
    /// After which record.
    pub at: u64,
    /// The stable hash of the state.
    pub hash: String,
    /// Everything open to all.
    pub view: View,
    /// What may be done then.
    pub offers: Vec<Offer>,
}

/// A wish to act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Act {
    /// The number the record should get: one more than the last you know.
    pub number: u64,
    /// The seat you act for.
    pub seat: u8,
    /// What you do.
    pub action: Action,
    /// Any text of your own, 8 to 64 characters: sending the same again does nothing twice.
    #[serde(default)]
    pub retry: Option<String>,
    /// The name under which you opened your live stream: it leaves out what this answer brings.
    #[serde(default)]
    pub stream: Option<String>,
}

/// What an accepted request did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Done {
    /// The number of its record.
    pub number: u64,
    /// The number of the last record now; chance may have followed.
    pub last: u64,
    /// Its record and those that follow it, as you may see them.
    pub records: Vec<Record>,
    /// What happened; empty where the request had been carried out before.
    pub events: Vec<Event>,
}

/// A wish to take back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Undo {
    /// The number the record should get: one more than the last you know.
    pub number: u64,
    /// The seat you act for.
    pub seat: u8,
    /// The record after which the game should go on.
    pub to: u64,
    /// The name under which you opened your live stream: it leaves out what this answer brings.
    #[serde(default)]
    pub stream: Option<String>,
}

/// What became of a wish that may need the others' consent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct WishAnswer {
    /// Whether it is done.
    pub done: bool,
    /// Seats whose players still have to agree.
    pub waiting: Vec<u8>,
    /// The record of it and those that follow, as you may see them; empty as long as it is not done.
    pub records: Vec<Record>,
}

/// The answer to somebody who asks for consent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Agree {
    /// The id of the request.
    pub request: String,
    /// Whether you agree.
    pub agree: bool,
    /// The name under which you opened your live stream: it leaves out what this answer brings.
    #[serde(default)]
    pub stream: Option<String>,
}
