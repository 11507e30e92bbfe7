//! Best runs that were found, remembered by all copies of a table: they are asked for again and again while decisions are
//! weighed.

use super::Best;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// So many are remembered before all are forgotten.
const MOST: usize = 4096;

/// Best runs by a key that names all they follow from. No part of equality or hash: what is remembered would be found
/// again. Only looked up, never listed.
#[derive(Clone, Debug, Default)]
pub struct BestRuns(Arc<Mutex<HashMap<u64, Arc<Best>>>>);

impl BestRuns {
    /// What was found under this key, or what `work` finds now.
    pub fn get(&self, key: u64, work: impl FnOnce() -> Best) -> Arc<Best> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        known.unwrap_or_else(|| {
            let found = Arc::new(work());
            let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= MOST {
                known.clear();
            }
            known.insert(key, found.clone());
            found
        })
    }
}

impl PartialEq for BestRuns {
    fn eq(&self, _: &BestRuns) -> bool {
        true
    }
}

impl Eq for BestRuns {}

impl Hash for BestRuns {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
