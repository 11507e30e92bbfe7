//! `ferrata position schema`: how `show --json` and `try --json` are described.

use super::tried::Tried;
use crate::output::{Done, Failure, print};
use crate::report::Report;
use clap::Args;
use serde_json::{Value, json};
use utoipa::{PartialSchema, ToSchema};

/// Prints the JSON schema of what `show --json` and `try --json` print (docs/position.schema.json)
#[derive(Args)]
pub(super) struct Schema {}

impl Schema {
    pub(super) fn run(self) -> Done {
        let pretty = schema().and_then(|schema| serde_json::to_string_pretty(&schema));
        print(pretty.map_err(Failure::problem)? + "\n")
    }
}

/// A table or what became of entries, by JSON Schema 2020-12; the engine's types describe themselves.
fn schema() -> Result<Value, serde_json::Error> {
    let mut parts =
        vec![(Report::name().into_owned(), Report::schema()), (Tried::name().into_owned(), Tried::schema())];
    Report::schemas(&mut parts);
    Tried::schemas(&mut parts);
    let mut defs = serde_json::Map::new();
    for (name, part) in parts {
        defs.insert(name, serde_json::to_value(part)?);
    }
    let mut whole = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What `ferrata position show --json` and `ferrata position try --json` print",
        "oneOf": [{ "$ref": "#/$defs/Report" }, { "$ref": "#/$defs/Tried" }],
        "$defs": defs,
    });
    point_at_definitions(&mut whole);
    Ok(whole)
}

/// Descriptions of an API have their parts elsewhere than schemas.
fn point_at_definitions(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.iter_mut().for_each(|(key, value)| match value {
            Value::String(place) if key == "$ref" => {
                *place = place.replace("#/components/schemas/", "#/$defs/");
            }
            value => point_at_definitions(value),
        }),
        Value::Array(items) => items.iter_mut().for_each(point_at_definitions),
        _ => {}
    }
}
