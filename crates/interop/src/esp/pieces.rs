//! Which copy of a tile, train or share is where: the record names copies, our actions name kinds.

use ferrata_engine::name::{CompanyName, HexName, TrainName};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The copies seen so far.
#[derive(Clone, Default)]
pub(crate) struct Pieces {
    /// Shares that have left the initial offering; they never go back.
    left: HashSet<String>,
    /// Where copies of tiles lie.
    tiles: HashMap<String, HexName>,
    trains: BTreeMap<String, Owned>,
}

/// The front of a card with two sides: copies are named by it (`2` for `1+2`).
pub(crate) fn front(train: &str) -> &str {
    train.rsplit_once('+').map_or(train, |(_, front)| front)
}

#[derive(Clone)]
struct Owned {
    by: CompanyName,
    name: TrainName,
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
    pub(super) fn train_owner(&self, id: &str) -> Option<(CompanyName, TrainName)> {
        self.trains.get(id).map(|owned| (owned.by, owned.name))
    }

    pub(super) fn train_bought(&mut self, id: &str, by: CompanyName, name: TrainName) {
        self.trains.insert(id.to_owned(), Owned { by, name });
    }

    /// A train goes by another name once it is combined.
    pub(super) fn train_combined(&mut self, id: &str, name: TrainName) {
        if let Some(owned) = self.trains.get_mut(id) {
            owned.name = name;
        }
    }

    /// The copies that a company has of a train.
    pub(crate) fn trains_of(&self, company: CompanyName, train: TrainName) -> Vec<String> {
        let own = self.trains.iter().filter(|(_, owned)| owned.by == company && owned.name == train);
        own.map(|(id, _)| id.clone()).collect()
    }

    /// A copy that is still in the bank. The first 2 is not: it comes with private 2.
    pub(crate) fn train_in_bank(&self, train: TrainName) -> String {
        let kind = front(train.as_str());
        let mut ids = (u8::from(kind == "2")..u8::MAX).map(|copy| format!("{kind}-{copy}"));
        ids.find(|id| !self.trains.contains_key(id)).unwrap_or_else(|| format!("{kind}-0"))
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
