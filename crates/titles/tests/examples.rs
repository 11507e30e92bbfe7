//! The examples of docs/examples (described in docs/position.md): each is a position, entries that are played in it, and what
//! the position must say afterwards.

#![cfg(test)]
#![allow(clippy::unwrap_used)] // a helper of a test may fail the test

use ferrata_engine::turn::{Author, Entry, Title, Turn};
use ferrata_titles::{Game, catalogue, position};
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Each example is judged by itself: one that comes out otherwise hides no other.
fn come_out(title: &str) {
    let files = positions(&folder().join(title));
    let otherwise = files.iter().filter(|file| std::panic::catch_unwind(|| example(file)).is_err());
    let otherwise: Vec<_> = otherwise.map(|file| file.display().to_string()).collect();
    println!("{title}: {} examples", files.len());
    assert!(otherwise.is_empty(), "{title}: otherwise than they say\n{}", otherwise.join("\n"));
}

#[test]
fn every_example_of_1841_comes_out_as_it_says() {
    come_out("1841");
}

#[test]
fn every_example_of_18esp_comes_out_as_it_says() {
    come_out("18ESP");
}

#[test]
fn every_example_of_1883_comes_out_as_it_says() {
    come_out("1883");
}

#[test]
fn every_example_of_18fb_comes_out_as_it_says() {
    come_out("18FB");
}

/// No file lies in the folder that nobody runs.
#[test]
fn every_file_belongs_to_an_example_of_a_title() {
    for folder in std::fs::read_dir(folder()).unwrap().map(|folder| folder.unwrap().path()) {
        let title = folder.file_name().unwrap().to_string_lossy().into_owned();
        assert!(catalogue::TITLES.iter().any(|info| info.title == title), "{title} is no title");
        let positions = positions(&folder);
        assert!(!positions.is_empty(), "{title} has no examples");
        for file in std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
            let stem = file.file_name().unwrap().to_string_lossy().split('.').next().unwrap().to_owned();
            assert!(positions.contains(&folder.join(format!("{stem}.toml"))), "{} is alone", file.display());
        }
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples")
}

fn positions(folder: &Path) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).into_iter().flatten().map(|file| file.unwrap().path());
    let name = |file: &PathBuf| file.file_name().unwrap().to_string_lossy().into_owned();
    files.filter(|file| name(file).ends_with(".toml") && !name(file).ends_with(".then.toml")).collect()
}

fn example(file: &Path) {
    let shown = file.display().to_string();
    let (setup, mut game) = position::read(&shown, &text(file)).unwrap_or_else(|problems| {
        panic!("{}", problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    });
    let mut then: Table = text(&file.with_extension("then.toml")).parse().unwrap();
    let refused: Vec<Value> = match then.remove("refused") {
        Some(Value::Array(several)) => several,
        one => one.into_iter().collect(),
    };
    for (at, line) in text(&file.with_extension("jsonl")).lines().enumerate() {
        let by = match game.turn() {
            Turn::Seat(seat) => Author::Seat(seat),
            Turn::Sealed(seats) => Author::Seat(seats[0]),
            Turn::Chance(_) => Author::Chance,
            turn => panic!("{shown}: nobody is asked at entry {}, but {turn:?}", at + 1),
        };
        let action = serde_json::from_str(line).unwrap_or_else(|error| panic!("{shown}: {line}: {error}"));
        let told = refused.iter().find(|told| told["entry"].as_integer() == Some(at as i64 + 1));
        match (game.apply(&Entry { by, action }), told) {
            (Ok(_), None) => {}
            (Err(why), Some(told)) => {
                assert_eq!(
                    why.rule.map(|rule| rule.to_string()).as_deref(),
                    told.get("rule").and_then(Value::as_str),
                    "{shown}"
                );
            }
            (Ok(_), Some(_)) => panic!("{shown}: entry {} is accepted", at + 1),
            (Err(why), None) => panic!("{shown}: entry {} is refused: {why}", at + 1),
        }
    }
    let after: Table = position::write(&setup, &game).unwrap().parse().unwrap();
    for (company, says) in then.get_mut("company").and_then(Value::as_table_mut).into_iter().flatten() {
        if let Some(director) = says.as_table_mut().and_then(|says| says.remove("director")) {
            assert_eq!(director_of(&game, company).as_deref(), director.as_str(), "{shown}: {company}");
        }
    }
    holds(&shown, &Value::Table(then), &Value::Table(after));
}

fn text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn director_of(game: &Game, company: &str) -> Option<String> {
    let view = game.view();
    let shown = view.companies.iter().find(|shown| shown.name.as_str() == company)?;
    Some(game.roster().seat(shown.director?).into_owned())
}

/// Whatever stands in `then` stands in `after`.
fn holds(place: &str, then: &Value, after: &Value) {
    match (then, after) {
        (Value::Table(then), Value::Table(after)) => {
            for (key, then) in then {
                let place = format!("{place}: {key}");
                let after = after
                    .get(key)
                    .unwrap_or_else(|| panic!("{place} is as at the set-up; {then:?} expected"));
                holds(&place, then, after);
            }
        }
        (Value::String(then), Value::String(after)) if place.ends_with("shares") => {
            let after: Vec<_> = after.split(", ").collect();
            for holding in then.split(", ") {
                assert!(after.contains(&holding), "{place}: {holding} expected, not {after:?}");
            }
        }
        (then, after) => assert_eq!(then, after, "{place}"),
    }
}
