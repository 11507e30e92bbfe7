//! Facts by key, from any table.

use super::Desk;
use super::block::{Block, describe};
use super::tree::{Node, Value};
use crate::fact::{Fact, Facts};

/// The facts of a table under a key; none if the key is absent.
pub(super) fn facts(block: &Block<'_>, key: &str) -> Facts {
    block.inner(key).map_or_else(Facts::default, |inner| of_table(block.desk, inner.node(), inner.place()))
}

fn of_table(desk: &Desk<'_>, node: &Node, place: &str) -> Facts {
    let Value::Table(table) = &node.value else { return Facts::default() };
    let fact =
        |(key, node): &(String, Node)| Some((key.clone(), fact(desk, node, &format!("{place} {key}"))?));
    table.iter().filter(|(key, _)| key != "reconstructed").filter_map(fact).collect()
}

fn fact(desk: &Desk<'_>, node: &Node, place: &str) -> Option<Fact> {
    Some(match &node.value {
        Value::Flag(flag) => Fact::Flag(*flag),
        Value::Number(number) => match i32::try_from(*number) {
            Ok(number) => Fact::Number(number),
            Err(_) => return refuse(desk, node, place),
        },
        Value::Text(text) => Fact::Text(text.clone()),
        Value::List(list) => Fact::List(list.iter().filter_map(|node| fact(desk, node, place)).collect()),
        Value::Table(_) => Fact::Table(of_table(desk, node, place)),
        Value::Other(_) => return refuse(desk, node, place),
    })
}

fn refuse(desk: &Desk<'_>, node: &Node, place: &str) -> Option<Fact> {
    desk.report(node.at, place, describe(node), "a whole number, a text, true or false, a list or a table");
    None
}
