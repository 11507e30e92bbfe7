//! Chat for all at the table, and notes for oneself.

use crate::Millis;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::{IntoParams, ToSchema};

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct ChatLine {
    /// Its number, counted from 1.
    pub number: i64,
    /// Who said it.
    pub author: String,
    /// What.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub at: Millis,
    /// Whether it was said by somebody who only watches: players read it when the game is over.
    #[serde(default)]
    pub watching: bool,
}

/// Which lines of chat are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct ChatParams {
    /// Lines after this number.
    pub after: Option<i64>,
    /// At most this many, up to 500.
    pub limit: Option<u32>,
}

/// A line to be said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Say {
    /// Up to 1,000 characters.
    pub text: String,
    /// For which of my seats, where one browser plays several.
    #[serde(default)]
    pub seat: Option<u8>,
}

/// A note that only its writer sees.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Note {
    /// Up to 20,000 characters.
    pub text: String,
}
