//! What was worked out from a board, kept until the board changes.

use super::{Board, Reach};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Reaches of one board, by a key of the title's (company and terms). It takes no part in comparing or
/// hashing a state: it only remembers what follows from the rest.
#[derive(Debug, Default)]
pub struct ReachCache(Mutex<Kept>);

#[derive(Clone, Debug, Default)]
struct Kept {
    fingerprint: u64,
    reaches: Vec<(u64, Arc<Reach>)>,
}

impl ReachCache {
    /// What was worked out for this board under this key, or what `work` finds out now. Everything of
    /// another board is forgotten.
    pub fn get(&self, board: &Board, key: u64, work: impl FnOnce() -> Reach) -> Arc<Reach> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.fingerprint != board.fingerprint() {
            *kept = Kept { fingerprint: board.fingerprint(), reaches: Vec::new() };
        }
        if let Some((_, reach)) = kept.reaches.iter().find(|(at, _)| *at == key) {
            return reach.clone();
        }
        let reach = Arc::new(work());
        kept.reaches.push((key, reach.clone()));
        reach
    }
}

impl Clone for ReachCache {
    fn clone(&self) -> ReachCache {
        ReachCache(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl PartialEq for ReachCache {
    fn eq(&self, _: &ReachCache) -> bool {
        true
    }
}

impl Eq for ReachCache {}

impl Hash for ReachCache {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
