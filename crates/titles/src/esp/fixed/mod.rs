//! What never changes in a game: the box, its figures and the switches of its edition as the rules read them, and who
//! plays.

mod figures;
mod passes;
mod phase;
mod printed;
mod privates;
mod roster;

pub(super) use passes::Pass;
pub(super) use phase::Phase;
pub(super) use printed::Printed;
pub(super) use privates::Tenders;
pub(super) use roster::{Class, ThirdGoal};

use super::data::{EDITIONS, SHELF};
use crate::data::{Faults, by_players};
use ferrata_engine::board::{Table, UpgradeRules};
use ferrata_engine::components::{Components, PlayerCount};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::tile::{Color, StopKind};
use ferrata_engine::turn::Setup;
use std::sync::{Arc, OnceLock};

/// A game's own: its box, its players, its set-up.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) parts: Arc<Components>,
    pub(super) board: Arc<Table>,
    printed: Arc<Printed>,
    pub(super) players: Vec<String>,
    /// What the number of players decides.
    pub(super) by_players: PlayerCount,
    /// The random set-up.
    pub(super) random: bool,
}

impl std::ops::Deref for Fixed {
    type Target = Printed;

    fn deref(&self) -> &Printed {
        &self.printed
    }
}

/// The box of an edition and what follows from it, shared by all games.
#[derive(Clone)]
struct Edition {
    parts: Arc<Components>,
    board: Arc<Table>,
    printed: Arc<Printed>,
}

impl Edition {
    fn new(parts: Arc<Components>) -> Result<Edition, Refusal> {
        let printed = Printed::read(&parts).map_err(|problem| Faults(vec![problem]))?;
        let map = passes::join(&parts, &printed.passes);
        let board = Table::new(map, parts.tiles.clone(), upgrade_rules()).printed(&parts.upgrades);
        Ok(Edition { parts, board: Arc::new(board), printed: Arc::new(printed) })
    }

    /// An edition by its name, made once.
    fn named(name: &str) -> Result<Edition, Refusal> {
        static KEPT: [OnceLock<Result<Edition, Refusal>>; EDITIONS] = [const { OnceLock::new() }; EDITIONS];
        SHELF.once(name, &KEPT, || Edition::new(SHELF.components(name)?))
    }
}

impl Fixed {
    /// What a set-up is played with, or what is wrong with it.
    pub(super) fn of(setup: &Setup) -> Result<Fixed, Refusal> {
        Fixed::new(Edition::named(SHELF.wanted(setup))?, setup)
    }

    /// The same with a box of one's own.
    #[cfg(any(test, feature = "kit"))]
    pub(super) fn with(parts: Components, setup: &Setup) -> Result<Fixed, Refusal> {
        Fixed::new(Edition::new(Arc::new(parts))?, setup)
    }

    /// Another set-up with the same box.
    #[cfg(any(test, feature = "kit"))]
    pub(super) fn beside(&self, setup: &Setup) -> Result<Fixed, Refusal> {
        let (parts, board, printed) = (self.parts.clone(), self.board.clone(), self.printed.clone());
        Fixed::new(Edition { parts, board, printed }, setup)
    }

    fn new(edition: Edition, setup: &Setup) -> Result<Fixed, Refusal> {
        let Edition { parts, board, printed } = edition;
        let by_players = by_players(&parts, setup.players.len(), Refusal::plain)?;
        let mut random = false;
        for option in &setup.options {
            random = match option.as_str() {
                "standard" => false,
                "random" => true,
                _ => {
                    return Err(Refusal::plain(say!(
                        "there is no option {option}; 18ESP has the set-ups standard and random",
                        option = *option
                    )));
                }
            };
        }
        Ok(Fixed { parts, board, printed, players: setup.players.clone(), by_players, random })
    }
}

/// Which tile may replace which. 18ESP-4.2.2-05, 18ESP-4.2.2-06: towns stay towns and cities cities; labels must match,
/// but a green double city becomes a brown Y. 18ESP-4.2.3-05: a mine may be dismantled.
fn upgrade_rules() -> UpgradeRules {
    UpgradeRules {
        labels: |from, to| {
            let merged = from.labels.iter().any(|label| label.as_str() == "OO")
                && to.color == Color::Brown
                && to.labels.iter().any(|label| label.as_str() == "Y");
            merged || from.labels == to.labels
        },
        becomes: |from, to| from.kind == to.kind,
        vanishes: |stop| stop.kind == StopKind::Mine,
    }
}
