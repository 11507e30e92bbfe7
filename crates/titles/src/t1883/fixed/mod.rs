//! What never changes in a game: the box, its figures, the options, and who plays.

mod cards;
mod events;
mod figures;
mod ground;
mod options;
mod phases;
mod printed;

pub(super) use cards::{Concession, ExtraTile, Private};
pub(super) use events::{Effect, EventCard};
pub(super) use figures::Switches;
pub(super) use ground::{Height, Side};
pub use options::OPTIONS;
pub(super) use options::Variants;
pub(super) use phases::Phase;
pub(super) use printed::{Exchange, FsLine, Printed, class_number};

use super::data::{EDITIONS, SHELF, STRENGTHENED};
use crate::data::{Faults, by_players};
use ferrata_engine::board::{Table, UpgradeRules};
use ferrata_engine::components::{Components, PlayerCount};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::tile::Face;
use ferrata_engine::turn::Setup;
use std::sync::{Arc, OnceLock};

/// A game's own: its box, its options, its players.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) parts: Arc<Components>,
    pub(super) board: Arc<Table>,
    printed: Arc<Printed>,
    pub(super) players: Vec<String>,
    pub(super) by_players: PlayerCount,
    pub(super) variants: Variants,
    pub(super) switches: Switches,
}

impl std::ops::Deref for Fixed {
    type Target = Printed;

    fn deref(&self) -> &Printed {
        &self.printed
    }
}

/// A box and what follows from it, shared by all games.
#[derive(Clone)]
struct Edition {
    parts: Arc<Components>,
    board: Arc<Table>,
    printed: Arc<Printed>,
}

impl Edition {
    fn new(parts: Arc<Components>) -> Result<Edition, Refusal> {
        let printed = Printed::read(&parts).map_err(|problem| Faults(vec![problem]))?;
        let board =
            Table::new(parts.map.clone(), parts.tiles.clone(), upgrade_rules()).printed(&parts.upgrades);
        Ok(Edition { parts, board: Arc::new(board), printed: Arc::new(printed) })
    }

    /// A box by its name, made once.
    fn named(name: &str) -> Result<Edition, Refusal> {
        static KEPT: [OnceLock<Result<Edition, Refusal>>; EDITIONS] = [const { OnceLock::new() }; EDITIONS];
        SHELF.once(name, &KEPT, || Edition::new(SHELF.components(name)?))
    }
}

impl Fixed {
    /// What a set-up is played with, or what is wrong with it.
    pub(super) fn of(setup: &Setup) -> Result<Fixed, Refusal> {
        let name = SHELF.wanted(setup);
        // 1883-12.2-01: the variant is a box of its own.
        let strengthened = setup.options.iter().any(|option| option.as_str() == "strong");
        let usual = SHELF.editions.first().is_some_and(|usual| usual.name == name);
        let name = if strengthened && usual { STRENGTHENED } else { name };
        Fixed::new(Edition::named(name)?, setup)
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
        let refuse = |because| Refusal::rule("1883-2.0-01", because);
        let by_players = by_players(&parts, setup.players.len(), refuse)?;
        let (variants, switches) = options::read(setup, printed.printed_switches)?;
        Ok(Fixed { parts, board, printed, players: setup.players.clone(), by_players, variants, switches })
    }
}

/// Which tile may replace which. 1883-6.4-07: towns stay towns and cities cities. 1883-6.4-11: the six special cities have
/// tiles of their own, named by their letters; T and F are no letters of tiles.
fn upgrade_rules() -> UpgradeRules {
    UpgradeRules {
        labels: |from, to| {
            let special = |face: &Face| {
                let letters = face.labels.iter().copied();
                letters.filter(|label| label.as_str().len() == 2).collect::<smallvec::SmallVec<[_; 2]>>()
            };
            special(from) == special(to)
        },
        ..UpgradeRules::default()
    }
}
