//! What never changes: the box, loaded once and shared by all games, its figures, and who plays.

use ferrata_engine::board::{Table, UpgradeRules};
use ferrata_engine::components::{Components, PlayerCount};
use ferrata_engine::load::{CATALOGUE, Problem, Source, load};
use ferrata_engine::money::Money;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::text::Text;
use ferrata_engine::turn::Setup;
use serde::Deserialize;
use std::sync::{Arc, LazyLock};

/// A game's own: the box and its players.
pub(crate) struct Fixed {
    printed: Arc<Printed>,
    pub(crate) players: Vec<String>,
    /// What the number of players decides.
    pub(crate) by_players: PlayerCount,
}

/// The box and what follows from it.
pub(crate) struct Printed {
    pub(crate) parts: Arc<Components>,
    pub(crate) board: Arc<Table>,
    pub(crate) figures: Figures,
}

/// The figures of the rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Figures {
    pub(crate) rounds: u8,
    /// A share is this much of a company; prices are per share.
    pub(crate) share: u8,
    pub(crate) holding_limit: u8,
    pub(crate) pool_limit: u8,
    pub(crate) snow: Money,
    pub(crate) raise: Money,
}

impl std::ops::Deref for Fixed {
    type Target = Printed;

    fn deref(&self) -> &Printed {
        &self.printed
    }
}

impl Fixed {
    /// The box of a set-up, or what is wrong with it.
    pub(super) fn of(setup: &Setup) -> Result<Fixed, Refusal> {
        static PRINTED: LazyLock<Result<Arc<Printed>, Refusal>> = LazyLock::new(|| read().map(Arc::new));
        let printed = PRINTED.clone()?;
        let count = setup.players.len();
        let by_players = printed.parts.players(count as u8).ok_or_else(|| {
            Refusal::plain(say!("{count} players cannot play this title; 2 to 4 can", count))
        })?;
        Ok(Fixed { printed, players: setup.players.clone(), by_players })
    }
}

const TINY: Source<'static> = Source { file: "tiny.toml", text: include_str!("tiny.toml") };

fn read() -> Result<Printed, Refusal> {
    let wrong = |problem: &Problem| Refusal::plain(Text::words(problem.to_string()));
    let parts = load(&[CATALOGUE, TINY]).map_err(|problems| {
        problems.first().map_or_else(|| Refusal::plain(say!("the data cannot be read")), wrong)
    })?;
    Ok(Printed {
        board: Arc::new(Table::new(parts.map.clone(), parts.tiles.clone(), UpgradeRules::default())),
        figures: parts.constants.read().map_err(|problem| wrong(&problem))?,
        parts: Arc::new(parts),
    })
}
