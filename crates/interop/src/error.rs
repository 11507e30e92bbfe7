//! What can be wrong with a game recorded elsewhere.

use ferrata_engine::refusal::Refusal;
use thiserror::Error;

/// Which recorded action an error is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The action's id; automatic follow-ups carry the id of the action that caused them.
    pub id: u64,
    /// Its type, as recorded.
    pub kind: String,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "action {} ({})", self.id, self.kind)
    }
}

/// Why a recorded game cannot be read or played.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Error {
    /// The file is neither an export nor a log of our own.
    #[error("this is no recorded game: {0}")]
    Damaged(String),
    /// A title that cannot be imported.
    #[error("games of \"{title}\" cannot be imported; known are {known}")]
    UnknownTitle {
        /// The title in the file.
        title: String,
        /// The titles that can be.
        known: String,
    },
    /// An option that is not known.
    #[error("the option \"{0}\" of this game is not known")]
    UnknownOption(String),
    /// A type of action that is not known.
    #[error("{0}: this type of action is not known")]
    UnknownAction(Place),
    /// An action whose content cannot be read.
    #[error("{place}: {why}")]
    BadAction {
        /// Which action.
        place: Place,
        /// What is wrong with it.
        why: String,
    },
    /// The rules do not allow what was recorded.
    #[error("{place}: {why}")]
    Refused {
        /// Which action.
        place: Place,
        /// Why not.
        why: Refusal,
    },
    /// Our table and the record part ways here.
    #[error("{what}; our table asks {asked}; the record says: {says}")]
    Parted {
        /// Why the recorded action cannot be played.
        what: Box<Error>,
        /// What our table asks, and whom.
        asked: String,
        /// What the record has there.
        says: String,
    },
    /// The set-up is not possible.
    #[error("the set-up is refused: {0}")]
    Setup(Refusal),
    /// Something of our game that 18xx.games has no words for.
    #[error("{}{why}", entry_words(*.entry))]
    NotThere {
        /// The entry, counted from 1; 0 for the set-up.
        entry: usize,
        /// What is missing there.
        why: String,
    },
    /// Nobody waits for it any more.
    #[error("the work was stopped")]
    Stopped,
    /// The trace cannot be read.
    #[error("line {line} of the trace: {why}")]
    Trace {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

fn entry_words(entry: usize) -> String {
    if entry == 0 { String::new() } else { format!("entry {entry}: ") }
}

impl Error {
    /// Says what our table asks and what the record has where an action cannot be played.
    pub(crate) fn parted(self, asked: impl FnOnce() -> String, says: impl FnOnce() -> String) -> Error {
        match self {
            Error::Refused { .. } | Error::BadAction { .. } => {
                Error::Parted { what: Box::new(self), asked: asked(), says: says() }
            }
            other => other,
        }
    }

    /// The recorded action it is about.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Error::Refused { place, .. } | Error::BadAction { place, .. } | Error::UnknownAction(place) => {
                Some(place)
            }
            Error::Parted { what, .. } => what.place(),
            _ => None,
        }
    }

    /// An action that cannot be read.
    pub fn bad(place: &Place, why: impl Into<String>) -> Error {
        Error::BadAction { place: place.clone(), why: why.into() }
    }
}
