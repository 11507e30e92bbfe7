//! Runs that were found, remembered by all copies of a table: they are asked for again and again while decisions are
//! weighed.

use super::graph::{Chain, Graph, Node};
use super::rules::{Bonus, Rules, Train};
use super::{Best, Estimate};
use crate::hash::StableHasher;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// So many are remembered before all are forgotten.
const MOST: usize = 8192;

/// What was found, by a key that names all it follows from. No part of equality or hash: what is remembered would be found
/// again. Only looked up, never listed.
#[derive(Debug)]
pub struct Memory<T>(Arc<Mutex<HashMap<u64, Arc<T>>>>);

/// Best runs, by whatever they follow from.
pub type BestRuns = Memory<Best>;

/// Good runs, by network and trains: a tile elsewhere on the board changes neither.
pub type Estimates = Memory<Estimate>;

impl<T> Memory<T> {
    /// What was found under this key, or what `work` finds now.
    pub fn get(&self, key: u64, work: impl FnOnce() -> T) -> Arc<T> {
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

impl<T> Default for Memory<T> {
    fn default() -> Memory<T> {
        Memory(Arc::default())
    }
}

impl<T> Clone for Memory<T> {
    fn clone(&self) -> Memory<T> {
        Memory(self.0.clone())
    }
}

impl<T> PartialEq for Memory<T> {
    fn eq(&self, _: &Memory<T>) -> bool {
        true
    }
}

impl<T> Eq for Memory<T> {}

impl<T> Hash for Memory<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A number for all that the runs of a company follow from: its network, its trains, and what is paid. Words are left out.
pub(super) fn print(graph: &Graph, rules: &Rules<'_>, steps: u64) -> u64 {
    let mut hasher = StableHasher::default();
    (steps, rules.objective, graph.nodes.len(), graph.chains.len()).hash(&mut hasher);
    graph.nodes.iter().for_each(|node| print_node(node, &mut hasher));
    graph.chains.iter().for_each(|chain| print_chain(chain, &mut hasher));
    rules.trains.iter().for_each(|train| print_train(train, &mut hasher));
    for bonuses in [&rules.bonuses, &rules.across] {
        bonuses.len().hash(&mut hasher);
        for Bonus { name: _, needs, pays, once } in bonuses {
            (needs, pays, once).hash(&mut hasher);
        }
    }
    hasher.finish()
}

fn print_node(node: &Node, hasher: &mut StableHasher) {
    let rule = &node.rule;
    (node.hex, node.stop, node.through, rule.kind, rule.visit, rule.base, rule.may_end).hash(hasher);
    (rule.pays, rule.ends, rule.marks, &rule.groups, rule.once).hash(hasher);
}

fn print_chain(chain: &Chain, hasher: &mut StableHasher) {
    let Chain { a, b, steps, uses, plain, gauges, stub_a, stub_b } = chain;
    (a, b, uses, plain, gauges, stub_a, stub_b).hash(hasher);
    // Two chains may use the same and run otherwise over a tile: routes are told by their steps.
    steps.hash(hasher);
}

fn print_train(train: &Train, hasher: &mut StableHasher) {
    let Train { trains, gauges, reach, passes_by, requires, factor, half, layer, crossings_only } = train;
    (trains, gauges, reach, passes_by, factor, half, layer, crossings_only.is_some()).hash(hasher);
    requires.len().hash(hasher);
    for requirement in requires {
        let (least, most) = (requirement.at_least, requirement.at_most);
        (requirement.marks, requirement.through, least, most).hash(hasher);
    }
}
