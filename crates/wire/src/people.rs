//! People and programs: what they have played, how it ended, how strong they are.

use crate::{Millis, ProgramLevel};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use utoipa::{IntoParams, ToSchema};

/// How strong somebody is at a title, by Glicko-2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Rating {
    /// 1500 is where everybody begins.
    pub rating: i32,
    /// How sure that is: most likely not further off than twice as much.
    pub deviation: i32,
}

/// What somebody has done at a title.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct TitleRecord {
    /// The title.
    pub title: String,
    /// How many games they have finished.
    pub played: u32,
    /// How many of them they have won.
    pub won: u32,
    /// How strong they are; none as long as they have played against nobody else.
    pub rating: Option<Rating>,
}

/// A game that somebody has finished.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct PlayedGame {
    /// The table.
    pub table: String,
    /// What it is called.
    pub name: String,
    /// What was played.
    pub title: String,
    /// Who came in at which place with which worth, the winner first.
    pub places: Vec<Placed>,
    /// When it ended.
    pub at: Millis,
}

/// A place in a game that is over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Placed {
    /// Who.
    pub name: String,
    /// Counted from 1; whoever has the same worth has the same place.
    pub place: u32,
    /// What they were worth in the end.
    pub worth: i64,
}

/// What is known to all of somebody, a person or a program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Profile {
    /// The name of the account.
    pub name: String,
    /// The level, for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramLevel>,
    /// Since when there is the account.
    pub since: Millis,
    /// By title, in their order.
    pub titles: Vec<TitleRecord>,
    /// The last games that you may see, the latest first.
    pub games: Vec<PlayedGame>,
}

/// Of which title ratings are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(IntoParams), into_params(parameter_in = Query))]
pub struct RatingParams {
    /// The title.
    pub title: String,
}

/// Somebody's place among all who have played a title.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ToSchema))]
pub struct Rated {
    /// Who.
    pub name: String,
    /// The level, for a program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<ProgramLevel>,
    /// How strong.
    pub rating: Rating,
    /// After how many games.
    pub played: u32,
}
