//! All files of a title as one tree of named values, each with the file and line it comes from.
//!
//! A file with `overlay = true` changes what the files before it say: a block of the same name is changed key by
//! key, the value `"none"` takes a key away, and `[remove]` takes whole blocks away. In other files
//! nothing may be said twice.

use super::Desk;
use crate::tree::parse;
pub(super) use crate::tree::{Node, Table, Value};
use std::collections::HashSet;

/// Reads all files into one tree; also what overlays took away, as `hex F8`.
pub(super) fn read(desk: &Desk<'_>) -> (Node, HashSet<String>) {
    let (mut tree, mut removed) = (Table::new(), HashSet::new());
    for (file, source) in (0..).zip(desk.sources) {
        let (table, errors) = parse(file, source.text);
        for (at, found) in errors {
            desk.report(at, "the file", found, "valid TOML");
        }
        let overlay =
            table.iter().any(|(key, node)| key == "overlay" && matches!(node.value, Value::Flag(true)));
        report_twins(desk, &table);
        if overlay {
            remove_blocks(desk, &mut tree, &table, &mut removed);
        }
        for (key, node) in table {
            if key != "overlay" && key != "remove" {
                merge(desk, &mut tree, key, node, overlay, 0);
            }
        }
    }
    (Node { at: Default::default(), value: Value::Table(tree) }, removed)
}

fn merge(desk: &Desk<'_>, into: &mut Table, key: String, node: Node, overlay: bool, depth: u8) {
    let none = matches!(&node.value, Value::Text(text) if text == "none");
    let Some(place) = into.iter().position(|(name, _)| *name == key) else {
        return if overlay && none {
            desk.report(node.at, &key, "\"none\"", "the name of something that an earlier file describes");
        } else {
            into.push((key, node));
        };
    };
    if overlay && none {
        into.remove(place);
        return;
    }
    let Some((_, old)) = into.get_mut(place) else { return };
    match (&mut old.value, node.value) {
        (Value::Table(old), Value::Table(new)) => {
            for (key, node) in new {
                merge(desk, old, key, node, overlay, depth + 1);
            }
        }
        (Value::List(old), Value::List(new))
            if depth == 0 && new.iter().all(|node| name_of(node).is_some()) =>
        {
            merge_blocks(desk, old, &key, new, overlay);
        }
        (_, value) if overlay => *old = Node { at: node.at, value },
        _ => desk.report(
            node.at,
            &key,
            "a second value",
            "one value, or `overlay = true` in the file that changes it",
        ),
    }
}

fn merge_blocks(desk: &Desk<'_>, into: &mut Vec<Node>, kind: &str, blocks: Vec<Node>, overlay: bool) {
    for block in blocks {
        let old = into.iter_mut().find(|old| name_of(old) == name_of(&block));
        match old.map(|old| &mut old.value) {
            None => into.push(block),
            Some(Value::Table(old)) if overlay => {
                let Value::Table(table) = block.value else { continue };
                for (key, node) in table.into_iter().filter(|(key, _)| key != "name") {
                    merge(desk, old, key, node, true, 1);
                }
            }
            Some(_) => {
                let place = format!("{kind} {}", name_of(&block).unwrap_or_default());
                desk.report(block.at, &place, "a second block of this name", "one block");
            }
        }
    }
}

fn remove_blocks(desk: &Desk<'_>, tree: &mut Table, overlay: &Table, removed: &mut HashSet<String>) {
    let Some((_, Node { value: Value::Table(remove), .. })) = overlay.iter().find(|(key, _)| key == "remove")
    else {
        return;
    };
    for (kind, names) in remove {
        let blocks = tree.iter_mut().find(|(key, _)| key == kind);
        let (Some((_, Node { value: Value::List(blocks), .. })), Value::List(names)) = (blocks, &names.value)
        else {
            desk.report(names.at, "[remove]", format!("`{kind}`"), "a kind of block and a list of names");
            continue;
        };
        for name in names {
            let Value::Text(text) = &name.value else { continue };
            let before = blocks.len();
            blocks.retain(|block| name_of(block) != Some(text));
            if blocks.len() == before {
                desk.report(name.at, "[remove]", format!("{kind} {text}"), format!("the name of a {kind}"));
            } else {
                removed.insert(format!("{kind} {text}"));
            }
        }
    }
}

fn report_twins(desk: &Desk<'_>, table: &Table) {
    for (kind, node) in table {
        let Value::List(blocks) = &node.value else { continue };
        let mut seen = HashSet::new();
        for block in blocks {
            let Some(name) = name_of(block) else { continue };
            if !seen.insert(name) {
                desk.report(block.at, &format!("{kind} {name}"), "a second block of this name", "one block");
            }
        }
    }
}

/// The `name` of a block.
pub(super) fn name_of(node: &Node) -> Option<&str> {
    let Value::Table(table) = &node.value else { return None };
    table.iter().find_map(|(key, node)| match &node.value {
        Value::Text(text) if key == "name" => Some(text.as_str()),
        _ => None,
    })
}

/// Calls back for every `reconstructed` mark, with the place it is about.
pub(super) fn marks(node: &Node, place: &str, found: &mut impl FnMut(&str, &str)) {
    let Value::Table(table) = &node.value else { return };
    for (key, child) in table {
        match &child.value {
            Value::Text(reason) if key == "reconstructed" => found(place, reason),
            Value::Table(marks) if key == "reconstructed" => {
                for (place, reason) in marks {
                    if let Value::Text(reason) = &reason.value {
                        found(place, reason);
                    }
                }
            }
            Value::Table(_) => marks(child, &join(place, key), found),
            Value::List(blocks) if place.is_empty() => {
                for block in blocks {
                    marks(block, &join(key, name_of(block).unwrap_or("?")), found);
                }
            }
            _ => {}
        }
    }
}

fn join(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place} {key}") }
}
