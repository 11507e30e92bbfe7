//! Facts by key, from any table.

use super::Desk;
use super::block::{Block, describe};
use super::tree::{Node, Value};
use crate::fact::{self, Fact, Facts, Origin};

/// The facts of a table under a key; none if the key is absent.
pub(super) fn facts(block: &Block<'_>, key: &str) -> Facts {
    match block.inner(key) {
        Some(inner) => of_table(block.desk, inner.node(), inner.place()),
        None => Facts::new(origin(block.desk, block.node(), block.place()), Vec::new()),
    }
}

fn origin(desk: &Desk<'_>, node: &Node, place: &str) -> Origin {
    let file = desk.sources.get(node.at.file as usize).map_or("?", |source| source.file).to_owned();
    Origin { file, line: node.at.line, place: place.to_owned() }
}

fn of_table(desk: &Desk<'_>, node: &Node, place: &str) -> Facts {
    let Value::Table(table) = &node.value else { return Facts::default() };
    let fact = |(key, node): &(String, Node)| Some((key.clone(), fact(desk, node, place)?));
    let facts = table.iter().filter(|(key, _)| key != "reconstructed").filter_map(fact).collect();
    Facts::new(origin(desk, node, place), facts)
}

fn fact(desk: &Desk<'_>, node: &Node, place: &str) -> Option<Fact> {
    let value = match &node.value {
        Value::Flag(flag) => fact::Value::Flag(*flag),
        Value::Number(number) => match i32::try_from(*number) {
            Ok(number) => fact::Value::Number(number),
            Err(_) => return refuse(desk, node, place),
        },
        Value::Text(text) => fact::Value::Text(text.clone()),
        Value::List(list) => {
            fact::Value::List(list.iter().filter_map(|node| self::fact(desk, node, place)).collect())
        }
        Value::Table(_) => fact::Value::Table(of_table(desk, node, place)),
        Value::Other(_) => return refuse(desk, node, place),
    };
    Some(Fact { at: origin(desk, node, place), value })
}

fn refuse(desk: &Desk<'_>, node: &Node, place: &str) -> Option<Fact> {
    desk.report(node.at, place, describe(node), "a whole number, a text, true or false, a list or a table");
    None
}
