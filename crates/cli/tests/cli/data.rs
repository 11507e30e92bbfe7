//! `ferrata titles` and `ferrata check`.

use crate::run::{command, ferrata, json};
use serde_json::json;
use std::io::Read;
use std::process::Stdio;

#[test]
fn titles_are_listed_with_editions_options_and_players() {
    let listing = json(&["titles", "--json"]);
    let title = &listing["titles"][0];
    assert_eq!(title["title"], "1841");
    assert_eq!(title["editions"][0]["edition"], "v1");
    assert_eq!(title["editions"][0]["players"], json!([3, 4, 5, 6, 7, 8]));
    assert_eq!(title["editions"][1]["players"], json!([3, 4, 5, 6]));
    assert_eq!(title["options"][0]["option"], "lite");
    assert!(ferrata(&["titles"]).out.contains("3 to 8 players"));
}

#[test]
fn every_edition_of_every_title_is_sound() {
    let listing = json(&["titles", "--json"]);
    for title in listing["titles"].as_array().unwrap() {
        let name = title["title"].as_str().unwrap();
        for edition in title["editions"].as_array().unwrap() {
            let edition = edition["edition"].as_str().unwrap();
            let counts = json(&["check", name, "--edition", edition, "--json"]);
            assert_eq!((&counts["title"], &counts["edition"]), (&title["title"], &json!(edition)));
            assert!(counts["hexes"].as_u64().unwrap() > 0, "{name} {edition}");
        }
    }
}

#[test]
fn the_box_of_1841_has_the_counts_of_the_printed_game() {
    let counts = json(&["check", "1841", "--json"]);
    assert_eq!(counts["tiles"], json!({ "yellow": 72, "green": 72, "brown": 45 }));
    assert_eq!(counts["companies"], json!({ "minor": 8, "major": 16 }));
    assert_eq!(counts["cards"], json!({ "concession": 8 }));
}

#[test]
fn broken_data_are_refused_with_file_line_and_expectation() {
    let folder = std::env::temp_dir().join(format!("ferrata-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let title = include_str!("../../../titles/src/t1841/data/title.toml");
    std::fs::write(folder.join("title.toml"), title.replace("hexes = 133", "hexes = 134")).unwrap();
    let run = ferrata(&["check", "1841", "--data", folder.to_str().unwrap()]);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(!run.success && run.out.is_empty());
    assert!(
        run.err.contains("title.toml:") && run.err.contains("133 hexes") && run.err.contains("134"),
        "{}",
        run.err
    );
}

#[test]
fn a_folder_without_data_is_an_error_that_says_what_is_expected() {
    let run = ferrata(&["check", "1841", "--data", env!("CARGO_MANIFEST_DIR")]);
    assert!(!run.success && run.err.contains("title.toml"), "{}", run.err);
    let run = ferrata(&["check", "1841", "--data", "/nowhere/at/all"]);
    assert!(!run.success && run.err.contains("/nowhere/at/all"), "{}", run.err);
}

#[test]
fn unknown_names_are_errors_that_say_what_there_is() {
    for (arguments, expected) in [
        (["check", "1830", "--edition", "v1"], "1841"),
        (["check", "1841", "--edition", "v7"], "v1, v1-lite, v2 and v2-lite"),
        (["check", "1841", "--option", "fast"], "lite"),
    ] {
        let run = ferrata(&arguments);
        assert!(!run.success && run.err.contains(expected), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_reader_who_stops_early_is_no_error() {
    let mut child =
        command(&["titles", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut complaints = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
    assert_eq!((child.wait().unwrap().success(), complaints.as_str()), (true, ""));
}
