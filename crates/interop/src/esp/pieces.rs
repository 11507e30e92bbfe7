//! Which copy of a tile, train or share is where: the record names copies, our actions name kinds.

use ferrata_engine::name::{CompanyName, HexName, TrainName};
use ferrata_engine::view::View;
use std::collections::{HashMap, HashSet};

/// The copies seen so far.
#[derive(Clone, Default)]
pub(super) struct Pieces {
    /// Shares that have left the initial offering; they never go back.
    left: HashSet<String>,
    /// Where copies of tiles lie.
    tiles: HashMap<String, HexName>,
    trains: HashMap<String, Owned>,
}

#[derive(Clone)]
struct Owned {
    by: CompanyName,
    name: TrainName,
    combined: bool,
}

/// The shares of a major, numbered from 0.
const SHARES: usize = 9;

impl Pieces {
    pub(super) fn share_left(&mut self, share: &str) {
        self.left.insert(share.to_owned());
    }

    pub(super) fn has_left(&self, share: &str) -> bool {
        self.left.contains(share)
    }

    /// A takeover hands out the last share of the initial offering.
    pub(super) fn last_share_left(&mut self, company: CompanyName) {
        let ids = (0..SHARES).rev().map(|at| format!("{company}_{at}"));
        if let Some(share) = ids.into_iter().find(|share| !self.left.contains(share)) {
            self.left.insert(share);
        }
    }

    pub(super) fn tile_laid(&mut self, tile: &str, hex: HexName) {
        self.tiles.insert(tile.to_owned(), hex);
    }

    pub(super) fn hex_of(&self, piece: &str) -> Option<HexName> {
        self.tiles.get(piece).copied()
    }

    /// The company that owns a train, and what it is called; none if it is still in the bank.
    pub(super) fn train_owner(&self, id: &str, view: &View) -> Option<(CompanyName, TrainName)> {
        let owned = self.trains.get(id)?;
        let shown = view.companies.iter().find(|company| company.name == owned.by)?;
        let name = match owned.combined {
            true => {
                shown.trains.iter().copied().find(|name| name.as_str().ends_with('C')).unwrap_or(owned.name)
            }
            false => owned.name,
        };
        Some((owned.by, name))
    }

    pub(super) fn train_bought(&mut self, id: &str, by: CompanyName, name: TrainName) {
        let combined = self.trains.get(id).is_some_and(|owned| owned.combined);
        self.trains.insert(id.to_owned(), Owned { by, name, combined });
    }

    pub(super) fn train_combined(&mut self, id: &str) {
        if let Some(owned) = self.trains.get_mut(id) {
            owned.combined = true;
        }
    }

    pub(super) fn train_gone(&mut self, id: &str) {
        self.trains.remove(id);
    }

    pub(super) fn taken_over(&mut self, minor: CompanyName, major: CompanyName) {
        for owned in self.trains.values_mut().filter(|owned| owned.by == minor) {
            owned.by = major;
        }
    }
}
