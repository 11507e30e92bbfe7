//! Whether a value has the form that a schema describes: as much of JSON Schema as derived descriptions use.

use serde_json::{Value, json};

/// A description: whatever its schemas refer to stands in `whole`.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    pub(crate) whole: &'a Value,
    pub(crate) schema: &'a Value,
}

impl<'a> Form<'a> {
    fn of(self, schema: &'a Value) -> Form<'a> {
        Form { schema, ..self }
    }

    /// What is wrong with a value; none if it fits.
    pub(crate) fn fault(self, value: &Value) -> Option<String> {
        let schema = self.schema;
        if let Some(place) = schema["$ref"].as_str() {
            let Some(schema) = self.whole.pointer(&place[1..]) else { return Some(format!("no {place}")) };
            return self.of(schema).fault(value);
        }
        if let Some(one) = schema["oneOf"].as_array() {
            let fits = one.iter().filter(|schema| self.of(schema).fault(value).is_none()).count();
            return (fits != 1).then(|| format!("{value} fits {fits} of {} forms", one.len()));
        }
        if let Some(parts) = schema["allOf"].as_array() {
            return self.of(&self.merged(parts)).fault(value);
        }
        if let Some(words) = schema["enum"].as_array()
            && !words.contains(value)
        {
            return Some(format!("{value} is none of {words:?}"));
        }
        let kinds: Vec<&str> = match &schema["type"] {
            Value::String(kind) => vec![kind],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => return None,
        };
        let wrong = kinds.iter().map(|kind| self.typed_fault(kind, value)).collect::<Vec<_>>();
        if wrong.iter().any(Option::is_none) { None } else { wrong.into_iter().next().flatten() }
    }

    /// An object with the fields of several.
    fn merged(self, parts: &[Value]) -> Value {
        let mut all = json!({ "type": "object", "properties": {}, "required": [] });
        for part in parts {
            let part =
                part["$ref"].as_str().and_then(|place| self.whole.pointer(&place[1..])).unwrap_or(part);
            for (name, schema) in part["properties"].as_object().into_iter().flatten() {
                all["properties"][name] = schema.clone();
            }
            let required = part["required"].as_array().into_iter().flatten().cloned();
            all["required"].as_array_mut().unwrap().extend(required);
        }
        all
    }

    fn typed_fault(self, kind: &str, value: &Value) -> Option<String> {
        let schema = self.schema;
        let good = match kind {
            "object" => return self.object_fault(value),
            "array" => return self.array_fault(value),
            "string" => value.as_str().is_some_and(|text| {
                schema["maxLength"].as_u64().is_none_or(|most| text.chars().count() as u64 <= most)
            }),
            "integer" => {
                value
                    .as_i64()
                    .is_some_and(|number| schema["minimum"].as_i64().is_none_or(|least| number >= least))
                    || value.is_u64()
            }
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "null" => value.is_null(),
            _ => false,
        };
        (!good).then(|| format!("{value} is no {kind}"))
    }

    fn object_fault(self, value: &Value) -> Option<String> {
        let Some(fields) = value.as_object() else { return Some(format!("{value} is no object")) };
        let schema = self.schema;
        let (described, others) = (schema["properties"].as_object(), &schema["additionalProperties"]);
        let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        let missing =
            required.filter(|name| !fields.contains_key(*name)).map(|name| format!("{name} is missing"));
        let wrong = fields.iter().filter_map(|(name, value)| {
            let schema = described.and_then(|described| described.get(name));
            match schema.or_else(|| others.is_object().then_some(others)) {
                Some(schema) => self.of(schema).fault(value).map(|fault| format!("{name}: {fault}")),
                None => described.map(|_| format!("{name} is not described")),
            }
        });
        missing.chain(wrong).next()
    }

    fn array_fault(self, value: &Value) -> Option<String> {
        let Some(items) = value.as_array() else { return Some(format!("{value} is no list")) };
        if let Some(each) = self.schema["prefixItems"].as_array() {
            let pairs = each.iter().zip(items).find_map(|(schema, item)| self.of(schema).fault(item));
            return pairs
                .or_else(|| (each.len() != items.len()).then(|| format!("{value} is too short or long")));
        }
        items.iter().find_map(|item| self.of(&self.schema["items"]).fault(item))
    }
}
