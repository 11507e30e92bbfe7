//! Archives: export, import, forks.

use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::{IntoParams, ToSchema};

/// The form of a game in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub enum ExportFormat {
    /// Our own.
    #[default]
    #[serde(rename = "ferrata")]
    Ferrata,
    /// That of 18xx.games.
    #[serde(rename = "18xx")]
    Games18xx,
}

/// Which file of a game is asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct ExportParams {
    /// The moment: after this record; none = now.
    pub at: Option<u64>,
    /// The form: our own where nothing is said.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(inline, required = false))]
    pub format: ExportFormat,
}

/// A wish to try something else from a moment on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Fork {
    /// The moment: after this record.
    pub at: u64,
}

/// A table that came from elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Arrived {
    /// Its id.
    pub id: String,
    /// How many entries it has.
    pub entries: usize,
}

/// A position of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Example {
    /// Of which title.
    pub title: String,
    /// What it is called there.
    pub name: String,
    /// What it shows, and by which rule.
    pub about: String,
    /// The position.
    pub position: String,
}
