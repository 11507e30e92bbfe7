//! The trace of a recorded game: what the table looked like after every action.

use crate::error::Error;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The table as flat facts: `bank`, `player/7/cash`, `SFTG/price`, `hex/F8` …
pub type Facts = BTreeMap<String, Value>;

/// A whole trace.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    /// The table before the first action.
    pub setup: Facts,
    /// The changes, in order.
    pub steps: Vec<Step>,
    /// The final worth by player id.
    pub result: Vec<(u64, i64)>,
}

/// What one action changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The action's id.
    pub id: u64,
    /// Its type.
    pub kind: String,
    delta: Map<String, Value>,
}

#[derive(Deserialize)]
struct First {
    setup: Map<String, Value>,
}

#[derive(Deserialize)]
struct Line {
    id: u64,
    #[serde(rename = "type")]
    kind: String,
    delta: Map<String, Value>,
}

#[derive(Deserialize)]
struct Last {
    result: Map<String, Value>,
}

impl Trace {
    /// Reads a trace, one JSON object per line.
    pub fn parse(text: &str) -> Result<Trace, Error> {
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let wrong = |at: usize, why: String| Error::Trace { line: at + 1, why };
        let (at, first) = lines.next().ok_or_else(|| wrong(0, "the trace is empty".into()))?;
        let first: First = serde_json::from_str(first).map_err(|why| wrong(at, why.to_string()))?;
        let mut trace = Trace { setup: Facts::new(), steps: Vec::new(), result: Vec::new() };
        absorb(&mut trace.setup, &first.setup);
        for (at, line) in lines {
            if let Ok(last) = serde_json::from_str::<Last>(line) {
                let worth = |(id, worth): (String, Value)| Some((id.parse().ok()?, worth.as_i64()?));
                trace.result = last.result.into_iter().filter_map(worth).collect();
                break;
            }
            let line: Line = serde_json::from_str(line).map_err(|why| wrong(at, why.to_string()))?;
            trace.steps.push(Step { id: line.id, kind: line.kind, delta: line.delta });
        }
        Ok(trace)
    }
}

impl Step {
    /// Carries the changes over to the running table.
    pub fn apply(&self, facts: &mut Facts) {
        absorb(facts, &self.delta);
    }
}

/// Takes over changes: tiles become one fact per hex, and what is gone is dropped.
fn absorb(facts: &mut Facts, changes: &Map<String, Value>) {
    for (key, value) in changes {
        match (key.as_str(), value) {
            ("laid" | "hexes", Value::Object(hexes)) => {
                facts.extend(hexes.iter().map(|(hex, tile)| (format!("hex/{hex}"), tile.clone())));
            }
            ("unlaid", Value::Array(hexes)) => {
                for hex in hexes.iter().filter_map(Value::as_str) {
                    facts.remove(&format!("hex/{hex}"));
                }
            }
            ("gone", Value::Array(keys)) => {
                for key in keys.iter().filter_map(Value::as_str) {
                    facts.remove(key);
                }
            }
            _ => {
                facts.insert(key.clone(), in_order(key, value));
            }
        }
    }
}

/// Lists whose order means nothing are sorted, so that they can be compared.
fn in_order(key: &str, value: &Value) -> Value {
    let unordered = key.ends_with("/trains") || key.ends_with("/tokens") || key == "discarded";
    match value {
        Value::Array(items) if unordered => {
            let mut items: Vec<_> = items.iter().filter_map(Value::as_str).collect();
            items.sort_unstable();
            json!(items)
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_add_up_to_a_table() {
        let text = r#"{"setup":{"bank":100,"hexes":{}}}
{"id":1,"type":"lay_tile","entity":"SFTG","delta":{"laid":{"F8":"604/1"},"SFTG/trains":["3","2"]}}
{"id":2,"type":"pass","entity":7,"delta":{"bank":90,"gone":["SFTG/trains"]}}
{"finished":true,"result":{"7":12}}"#;
        let trace = Trace::parse(text).unwrap();
        let mut facts = trace.setup.clone();
        trace.steps[0].apply(&mut facts);
        assert_eq!((&facts["hex/F8"], &facts["SFTG/trains"]), (&json!("604/1"), &json!(["2", "3"])));
        trace.steps[1].apply(&mut facts);
        assert_eq!((&facts["bank"], facts.get("SFTG/trains")), (&json!(90), None));
        assert_eq!(trace.result, [(7, 12)]);
    }

    #[test]
    fn a_damaged_line_is_named() {
        let error = Trace::parse("{\"setup\":{}}\n{\"id\":1}\n").unwrap_err().to_string();
        assert!(error.starts_with("line 2 of the trace:"), "{error}");
    }
}
