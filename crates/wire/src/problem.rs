//! What went wrong, as problem details (RFC 9457).

use crate::Record;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::ToSchema;

/// The kinds of problems. Programs decide by them; the words are for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// The input makes no sense.
    BadRequest,
    /// Nobody is signed in.
    SignIn,
    /// Signed in, but this is not theirs to do.
    Forbidden,
    /// There is nothing of that name, or nothing that this person may see.
    NotFound,
    /// The address is right, what is to be done with it is not.
    WrongMethod,
    /// Something else happened first.
    Conflict,
    /// The body is larger than any request needs.
    TooLarge,
    /// The rules refuse an action.
    Refused,
    /// Too much at once.
    TooMany,
    /// Something broke inside the server.
    Internal,
    /// The server cannot do its work just now.
    Unavailable,
    /// It takes too long; what was begun may still be done.
    TooSlow,
    /// A kind that this program does not know yet.
    #[serde(other, skip_serializing)]
    Unknown,
}

impl ProblemKind {
    /// The status of HTTP that goes with it.
    pub fn status(self) -> u16 {
        match self {
            ProblemKind::BadRequest => 400,
            ProblemKind::SignIn => 401,
            ProblemKind::Forbidden => 403,
            ProblemKind::NotFound => 404,
            ProblemKind::WrongMethod => 405,
            ProblemKind::Conflict => 409,
            ProblemKind::TooLarge => 413,
            ProblemKind::Refused => 422,
            ProblemKind::TooMany => 429,
            ProblemKind::Internal | ProblemKind::Unknown => 500,
            ProblemKind::Unavailable => 503,
            ProblemKind::TooSlow => 504,
        }
    }

    /// The same for people.
    pub fn title(self) -> &'static str {
        match self {
            ProblemKind::BadRequest => "The request cannot be understood",
            ProblemKind::SignIn => "Sign in first",
            ProblemKind::Forbidden => "This is not yours to do",
            ProblemKind::NotFound => "There is nothing here",
            ProblemKind::WrongMethod => "This cannot be done with it",
            ProblemKind::Conflict => "Something else happened first",
            ProblemKind::TooLarge => "The request is too large",
            ProblemKind::Refused => "The rules do not allow this",
            ProblemKind::TooMany => "Too many requests",
            ProblemKind::Internal => "Something broke here",
            ProblemKind::Unavailable => "The server cannot work just now",
            ProblemKind::TooSlow => "This takes too long",
            ProblemKind::Unknown => "Something went wrong",
        }
    }
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Problem {
    /// Its kind, a stable word.
    #[serde(rename = "type")]
    pub kind: ProblemKind,
    /// The same for people.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What was wrong here and what would be right.
    pub detail: String,
    /// The rule that refuses an action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// For a conflict: the records that came in between, as you may see them, up to 500.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub missed: Vec<Record>,
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Problem {
        Problem {
            kind,
            title: kind.title().to_owned(),
            status: kind.status(),
            detail: detail.into(),
            rule: None,
            missed: Vec::new(),
        }
    }
}
