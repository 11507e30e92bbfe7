//! The API's description holds: what is sent has the form described, for every title, and nothing described is
//! missing.

mod form;

use crate::random_games;
use ferrata_engine::turn::Title;
use ferrata_titles::Game;
use ferrata_wire::{LiveEvent, Moment, Record};
use form::Form;
use serde_json::Value;
use std::sync::LazyLock;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let (_, openapi) = super::routes().split_for_parts();
    serde_json::to_value(openapi).unwrap()
});

fn fault(schema: &Value, value: &Value) -> Option<String> {
    Form { whole: &DESCRIPTION, schema }.fault(value)
}

fn check(name: &str, value: &impl serde::Serialize) {
    let value = serde_json::to_value(value).unwrap();
    let schema = &DESCRIPTION["components"]["schemas"][name];
    assert!(schema.is_object(), "{name} is not described");
    if let Some(fault) = fault(schema, &value) {
        panic!("{name}: {}", fault.chars().take(600).collect::<String>());
    }
}

/// Given random games of every title in every edition, then all that the engine writes has the form described.
#[test]
fn what_is_sent_has_the_form_described() {
    for setup in random_games::setups() {
        check("Setup", &setup);
        let log = random_games::play(&setup, 3, 400);
        check("Log", &log);
        let mut game = Game::start(&setup).unwrap();
        for (at, recorded) in log.entries.iter().enumerate() {
            let offers = game.offers();
            offers.iter().flat_map(|offer| offer.samples()).for_each(|action| check("Action", &action));
            let moment = Moment { at: at as u64, hash: String::new(), view: game.view(), offers };
            check("Moment", &moment);
            check("Record", &Record::entry(1, recorded.entry.clone()));
            game.apply(&recorded.entry).unwrap().iter().for_each(|event| check("Event", event));
            check("Turn", &game.turn());
        }
    }
    check("LiveEvent", &LiveEvent::Presence(vec!["Anna".into()]));
    check("LiveEvent", &LiveEvent::Asked(None));
}

/// A value that does not fit is found: the measure itself works.
#[test]
fn what_does_not_fit_is_found() {
    let schema = |name: &str| &DESCRIPTION["components"]["schemas"][name];
    for (name, wrong) in [
        ("Action", serde_json::json!({ "do": "fly" })),
        ("Action", serde_json::json!({ "do": "pass", "more": 1 })),
        ("Action", serde_json::json!({ "do": "bid", "card": "a name that is far too long", "amount": 1 })),
        ("Author", serde_json::json!("bank")),
        ("TableStatus", serde_json::json!("shut")),
        ("Record", serde_json::json!({ "number": 1 })),
    ] {
        assert!(fault(schema(name), &wrong).is_some(), "{name}: {wrong}");
    }
}

fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("$ref").and_then(Value::as_str));
            fields.values().for_each(|inner| references(inner, found));
        }
        Value::Array(items) => items.iter().for_each(|inner| references(inner, found)),
        _ => {}
    }
}

/// Every name in the description stands for something there, and the events of the live stream are described.
#[test]
fn the_description_refers_to_nothing_that_is_missing() {
    let mut found = Vec::new();
    references(&DESCRIPTION, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for reference in found {
        let schema = DESCRIPTION.pointer(reference.strip_prefix('#').unwrap());
        assert!(schema.is_some_and(Value::is_object), "{reference}");
    }
    let stream = &DESCRIPTION["paths"]["/api/tables/{id}/live"]["get"]["responses"]["200"]["content"];
    let events = &stream["text/event-stream"]["schema"]["$ref"];
    assert_eq!(events, "#/components/schemas/LiveEvent");
    let told = &DESCRIPTION["components"]["schemas"]["LiveEvent"]["oneOf"];
    let names: Vec<_> =
        told.as_array().unwrap().iter().map(|one| &one["properties"]["event"]["enum"][0]).collect();
    assert_eq!(names, LiveEvent::NAMES);
    let done = &DESCRIPTION["components"]["schemas"]["Done"]["properties"]["records"];
    assert_eq!(done["items"]["$ref"], "#/components/schemas/Record");
}

/// Every request may meet a problem, which is described as it is sent; and it is said how a client shows who it is.
#[test]
fn problems_and_signing_in_are_described_for_every_request() {
    let paths = DESCRIPTION["paths"].as_object().unwrap();
    let operations = paths.values().flat_map(|path| path.as_object().unwrap());
    let operations: Vec<_> = operations.filter(|(method, _)| *method != "parameters").collect();
    assert!(operations.len() > 60, "{}", operations.len());
    for (method, operation) in operations {
        let responses = operation["responses"].as_object().unwrap();
        assert_eq!(responses["default"]["$ref"], "#/components/responses/Problem", "{method}: {operation}");
        let refusals =
            responses.iter().filter(|(status, _)| status.as_str() >= "400" && *status != "default");
        for (status, response) in refusals {
            let kinds: Vec<_> = response["content"].as_object().unwrap().keys().collect();
            assert_eq!(kinds, ["application/problem+json"], "{status} of {operation}");
        }
    }
    let schemes = &DESCRIPTION["components"]["securitySchemes"];
    assert_eq!(
        (&schemes["session"]["in"], &schemes["session"]["name"]),
        (&"cookie".into(), &"ferrata".into())
    );
    assert_eq!(schemes["token"]["scheme"], "bearer");
}
