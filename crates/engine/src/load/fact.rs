//! Facts by key, from any table.

use super::block::Block;
use super::tree::{Node, Value};
use crate::fact::Facts;

/// The facts of a table under a key; none if the key is absent.
pub(super) fn facts(block: &Block<'_>, key: &str) -> Facts {
    let inner = block.inner(key);
    let (node, place) = match &inner {
        Some(inner) => (without_marks(inner.node()), inner.place()),
        None => (Node { at: block.node().at, value: Value::Table(Vec::new()) }, block.place()),
    };
    Facts::new(block.desk.files(), place.to_owned(), node)
}

/// The table without its marks of what is reconstructed, which are read elsewhere.
fn without_marks(node: &Node) -> Node {
    let value = match &node.value {
        Value::Table(table) => {
            let kept = table.iter().filter(|(key, _)| key != "reconstructed");
            Value::Table(kept.map(|(key, node)| (key.clone(), without_marks(node))).collect())
        }
        other => other.clone(),
    };
    Node { at: node.at, value }
}
