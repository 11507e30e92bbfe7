//! The catalogue as people and programs list it.

use crate::catalogue::{Info, TITLES};
use ferrata_engine::refusal::Refusal;
use serde::Serialize;

/// A title with everything there is to choose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Listed {
    /// The title.
    pub title: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Who designed it.
    pub designers: &'static str,
    /// About how many hours a game takes at a table: from, to.
    pub hours: (u8, u8),
    /// Its editions; the first is the usual one.
    pub editions: Vec<ListedEdition>,
    /// Its options.
    pub options: Vec<ListedOption>,
}

/// An edition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ListedEdition {
    /// Its name.
    pub edition: &'static str,
    /// What it is.
    pub about: &'static str,
    /// The numbers of players it is made for.
    pub players: Vec<u8>,
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ListedOption {
    /// Its name.
    pub option: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// Every title.
pub fn listing() -> Result<Vec<Listed>, Refusal> {
    TITLES.iter().map(Listed::of).collect()
}

impl Listed {
    fn of(info: &Info) -> Result<Listed, Refusal> {
        let editions = info.editions.iter().map(|(edition, about)| {
            let components = info.components(&info.setup(edition, &[], Vec::new())?)?;
            let players = components.players.iter().map(|players| players.count).collect();
            Ok(ListedEdition { edition, about, players })
        });
        let options = info.options.iter().map(|(option, about)| ListedOption { option, about });
        Ok(Listed {
            title: info.title,
            about: info.about,
            designers: info.designers,
            hours: info.hours,
            editions: editions.collect::<Result<_, Refusal>>()?,
            options: options.collect(),
        })
    }
}
