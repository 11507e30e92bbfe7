//! A tree as TOML that a person would have written: short values on their lines, tables under headings.

use super::{Node, Table, Value};
use std::fmt::Write;

/// The longest line that is still one line.
const WIDTH: usize = 110;

/// The file.
pub(crate) fn to_toml(table: &Table) -> String {
    let mut out = String::new();
    section(&mut out, "", table);
    out.trim_start().to_owned()
}

/// What stands directly under a heading, then the tables below it.
fn section(out: &mut String, heading: &str, table: &Table) {
    let (below, here): (Vec<_>, Vec<_>) = table.iter().partition(|(_, node)| has_heading(node));
    if !heading.is_empty() && (!here.is_empty() || below.is_empty()) {
        let _ = writeln!(out, "\n[{heading}]");
    }
    for (key, node) in here {
        let _ = writeln!(out, "{} = {}", key_text(key), inline(node));
    }
    for (key, node) in below {
        let name = match heading {
            "" => key_text(key),
            _ => format!("{heading}.{}", key_text(key)),
        };
        match &node.value {
            Value::Table(table) => section(out, &name, table),
            Value::List(list) => {
                for element in list {
                    let _ = writeln!(out, "\n[[{name}]]");
                    for (key, node) in element.table().into_iter().flatten() {
                        let _ = writeln!(out, "{} = {}", key_text(key), inline(node));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a value is too much for a line: a table, or a list of tables, that would not fit on it.
fn has_heading(node: &Node) -> bool {
    match &node.value {
        Value::Table(table) => {
            table.iter().any(|(_, node)| node.table().is_some()) || inline(node).len() > WIDTH / 2
        }
        Value::List(list) => {
            !list.is_empty() && list.iter().all(|node| node.table().is_some()) && inline(node).len() > WIDTH
        }
        _ => false,
    }
}

fn inline(node: &Node) -> String {
    match &node.value {
        Value::Flag(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::Text(text) => quoted(text),
        Value::List(list) => format!("[{}]", list.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Table(table) if table.is_empty() => "{}".to_owned(),
        Value::Table(table) => {
            let entry = |(key, node): &(String, Node)| format!("{} = {}", key_text(key), inline(node));
            format!("{{ {} }}", table.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Value::Other(what) => quoted(what),
    }
}

fn key_text(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !key.is_empty() && key.chars().all(bare) { key.to_owned() } else { quoted(key) }
}

/// A text in quotes: as it is where it can be, else with its quotes and control characters escaped.
fn quoted(text: &str) -> String {
    if text.contains('"') && !text.contains(|c: char| c == '\'' || c.is_control()) {
        return format!("'{text}'");
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let text = r#"
            title = "1841"
            odd = "a \"quoted\" \\ text"
            both = "it's \"both\"\n\t\u0001"
            list = [1, -2, [], "x"]
            [seats."Ada Lovelace"]
            cash = 300
            [company.A]
            price = 100
            deep = { one = { two = 3 } }
            [[turns]]
            name = "a rather long line that does not fit beside its neighbours on one line of the file at all"
            [[turns]]
            name = "b"
        "#;
        let (table, errors) = parse(0, text);
        assert!(errors.is_empty(), "{errors:?}");
        let written = to_toml(&table);
        let (again, errors) = parse(0, &written);
        assert!(errors.is_empty(), "{errors:?}\n{written}");
        assert!(Node::new(Value::Table(again)).same(&Node::new(Value::Table(table))), "{written}");
    }
}
