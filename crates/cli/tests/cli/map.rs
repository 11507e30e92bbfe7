//! `ferrata map`.

use crate::run::{ferrata, json};

#[test]
fn the_board_of_every_edition_is_drawn() {
    let listing = json(&["titles", "--json"]);
    for title in listing["titles"].as_array().unwrap() {
        let name = title["title"].as_str().unwrap();
        for edition in title["editions"].as_array().unwrap() {
            let edition = edition["edition"].as_str().unwrap();
            let counts = json(&["check", name, "--edition", edition, "--json"]);
            let run = ferrata(&["map", name, "--edition", edition, "--output", "-"]);
            assert!(run.success && run.out.starts_with("<svg"), "{name} {edition}: {}", run.err);
            let hexes = run.out.matches("data-hex=").count() as u64;
            assert_eq!(Some(hexes), counts["hexes"].as_u64(), "{name} {edition}");
        }
    }
}

#[test]
fn the_board_is_written_to_a_file() {
    let file = std::env::temp_dir().join(format!("ferrata-map-{}.svg", std::process::id()));
    let run = ferrata(&["map", "1841", "-o", file.to_str().unwrap()]);
    let picture = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(run.success && run.out.is_empty() && picture.contains("Milano"));
}

#[test]
fn a_file_that_cannot_be_written_is_an_error_that_names_it() {
    let run = ferrata(&["map", "1841", "-o", "/nowhere/at/all/board.svg"]);
    assert!(!run.success && run.err.contains("/nowhere/at/all/board.svg"), "{}", run.err);
}
