//! The boxes of all titles are complete, and broken files are reported with file, place and expectation.

#![allow(clippy::unwrap_used)] // a helper of a test may fail the test

use ferrata_engine::load::{Source, Summary, summary};
use ferrata_titles::data::Shelf;
use ferrata_titles::{esp, fb, t1841, t1883};

#[test]
fn every_edition_can_be_read_and_knows_its_name() {
    for shelf in [&t1841::data::SHELF, &esp::data::SHELF, &t1883::data::SHELF, &fb::data::SHELF] {
        for edition in shelf.editions {
            match shelf.components(edition.name) {
                Ok(parts) => {
                    assert_eq!((parts.title.as_str(), parts.edition.as_str()), (shelf.title, edition.name))
                }
                Err(faults) => panic!("{} {}:\n{faults}", shelf.title, edition.name),
            }
        }
    }
}

fn counts(shelf: &Shelf, edition: &str) -> Summary {
    summary(&shelf.components(edition).unwrap())
}

/// `kind count` words against a table of counts.
fn same<K: AsRef<str>>(found: &std::collections::BTreeMap<K, usize>, expected: &str) {
    let mut found: Vec<_> = found.iter().map(|(kind, count)| format!("{} {count}", kind.as_ref())).collect();
    let mut expected: Vec<_> = expected.split(", ").map(str::to_owned).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn the_box_of_1841_has_the_counts_of_its_rulebook() {
    let shelf = &t1841::data::SHELF;
    let table = [
        ("v1", 133, "offboard 15, pass 18, town 18, city 29, port 6", 72, "minor 8, major 16", 32, 41, 44),
        (
            "v1-lite",
            122,
            "offboard 15, pass 18, town 14, city 24, port 5",
            72,
            "minor 6, major 14",
            27,
            38,
            41,
        ),
        ("v2", 133, "offboard 15, pass 18, town 19, city 29, port 6", 74, "minor 5, major 19", 32, 39, 44),
        (
            "v2-lite",
            122,
            "offboard 15, pass 18, town 15, city 24, port 5",
            74,
            "minor 3, major 17",
            27,
            36,
            41,
        ),
    ];
    for (edition, hexes, stops, green, companies, trains, impassable, borders) in table {
        let found = counts(shelf, edition);
        assert_eq!(
            (found.hexes, found.trains, found.impassable, found.borders),
            (hexes, trains, impassable, borders)
        );
        same(&found.stops, stops);
        same(&found.tiles, &format!("yellow 72, green {green}, brown 45"));
        same(&found.companies, companies);
    }
    let banks = ["v1", "v1-lite", "v1-online", "v1-lite-online", "v2", "v2-lite"]
        .map(|edition| shelf.components(edition).unwrap().bank.unwrap().0);
    assert_eq!(banks, [14_640, 11_140, 14_400, 10_900, 14_400, 10_900]);
    same(&counts(shelf, "v1-online").tiles, "yellow 72, green 74, brown 45");
}

#[test]
fn the_box_of_18esp_has_the_counts_of_its_rulebook() {
    let found = counts(&esp::data::SHELF, "rulebook");
    assert_eq!((found.hexes, found.trains, found.impassable, found.tile_kinds), (162, 35, 3, 138));
    same(&found.stops, "port 9, town 29, city 35, offboard 16, mine 21, pass 4");
    same(&found.tiles, "yellow 101, green 55, brown 30, gray 7");
    same(&found.companies, "major 15, minor 9");
    same(&counts(&esp::data::SHELF, "online").tiles, "yellow 85, green 55, brown 28, gray 7");
}

#[test]
fn the_box_of_1883_has_the_counts_of_its_fact_sheet() {
    let found = counts(&t1883::data::SHELF, "living");
    assert_eq!((found.hexes, found.trains), (82, 35));
    same(&found.stops, "city 26, town 21, offboard 10");
    same(&found.hexes_by_color, "white 65, red 10, yellow 6, gray 1");
    same(&found.companies, "coop 1, major 6, merged 1, bus 1");
    same(&found.cards, "private 6, concession 8, event 31, support 1");
}

#[test]
fn the_box_of_18fb_has_the_counts_of_its_fact_sheet() {
    for edition in ["PA23", "2006"] {
        let found = counts(&fb::data::SHELF, edition);
        assert_eq!((found.hexes, found.trains, found.borders), (257, 33, 6));
        same(&found.stops, "city 31, town 61, offboard 4");
        same(&found.hexes_by_color, "white 174, blue 67, yellow 10, red 3, green 2, gray 1");
        same(&found.companies, "major 11, national 2, regional 7");
        same(&found.cards, "concession 10, political 8");
    }
}

/// What the reader says when one thing in a file of 1841 is changed.
fn broken(file: &str, from: &str, to: &str) -> Vec<String> {
    let source = t1841::data::SHELF.files.iter().find(|source| source.file == file).unwrap();
    assert!(source.text.contains(from), "{file} does not contain {from}");
    let text = source.text.replacen(from, to, 1);
    let faults = t1841::data::SHELF.load_from("v1", &[Source { file, text: &text }]).unwrap_err();
    faults.0.iter().map(|problem| problem.to_string()).collect()
}

#[test]
fn broken_files_are_reported_with_file_place_and_expectation() {
    let table = [
        // an unknown key
        ("board.toml", "terrain = ", "terain = ", "hex A5", "one of"),
        // a hex that does not exist
        ("board.toml", "SE = \"A5\"", "SE = \"A55\"", "hex a4 sides SE", "a hex of this map"),
        // neighbours that do not agree
        ("board.toml", "SE = \"A5\"", "SE = \"A7\"", "hex a4", "hex A7 NW = \"a4\" in return"),
        // two hexes at one place
        ("board.toml", "at = [4, 0]", "at = [3, -1]", "hex A5", "hex a4 is there"),
        // impassable from one side only
        (
            "board.toml",
            "SE = \"C7 impassable\"",
            "SE = \"C7\"",
            "hex B6",
            "on both sides or on neither: hex C7 NW",
        ),
        // track to nowhere
        (
            "board.toml",
            "track = \"SE\"",
            "track = \"S\"",
            "hex a4",
            "track only to sides with an open hex beyond",
        ),
        // a region that is not declared
        (
            "board.toml",
            "region = \"Piedmont\"",
            "region = \"Piemont\"",
            "hex A5",
            "one of Piedmont, Lombardia",
        ),
        // a border on a side that is not there
        ("board.toml", "\"C7 S\"", "\"C7 W\"", "border Swiss", "a hex and one of its sides"),
        // a slot kept for nobody
        (
            "board.toml",
            "reserved = [\"IRSFF\"]",
            "reserved = [\"IRSF\"]",
            "hex F8",
            "a company of this title",
        ),
        // a tile that does not exist
        ("stock.toml", "633 = 1", "634 = 1", "[tiles] 634", "a tile of the catalogue"),
        // an upgrade to a tile that is not in the box
        ("stock.toml", "5 = \"12 14 15", "5 = \"12 14 35", "[upgrades] 5", "a tile of this title"),
        // an upgrade to a tile of the same colour, to one that is named already, to one with another kind of stop
        ("stock.toml", "5 = \"12 14 15", "5 = \"12 14 57", "[upgrades] 5", "tiles of the next colour"),
        ("stock.toml", "K7 = \"613 614", "K7 = \"614 614", "[first_tiles] K7", "each tile once"),
        (
            "stock.toml",
            "town = \"3 4 58\"",
            "town = \"3 5 58\"",
            "[first_tiles] town",
            "stops of the same kinds",
        ),
        ("stock.toml", "Q11 = \"12 619", "Q11 = \"13 619", "[first_tiles] Q11", "keep the track"),
        // an upgrade of what is never replaced
        ("stock.toml", "69 = \"\"", "70 = \"\"", "[upgrades] 70", "no such row"),
        // a value where no track leads
        ("board.toml", "{ city = 0 }", "{ city = 10 }", "hex C7", "0, as no track leads there"),
        // a wrong number of pieces
        ("stock.toml", "57 = 4", "57 = 5", "[counts] tiles", "72, as [counts] says"),
        // a chart field nobody explained
        ("chart.toml", "224m", "224q", "[chart]", "a price with letters explained in `flags`"),
        // certificates that do not add up
        (
            "companies.toml",
            "[40, 20, 20, 20]",
            "[40, 20, 20]",
            "company SFMA",
            "certificates that add up to 100",
        ),
        // a home at a stop that is not there
        ("companies.toml", "[\"R14 1\"]", "[\"R14 2\"]", "company SFMA", "a hex of this map"),
        // the same company twice
        ("companies.toml", "name = \"SFLP\"", "name = \"SFMA\"", "company SFMA", "one block"),
        // a card of an unknown company
        (
            "companies.toml",
            "company = \"SFLP\"",
            "company = \"SFPL\"",
            "card SFLP",
            "a company of this title",
        ),
        // a train that rusts on nothing
        ("trains.toml", "rusts_on = \"4\"", "rusts_on = \"9\"", "train 2", "a train of this title"),
        // a phase with an unknown border and an unknown band
        ("trains.toml", "\"Swiss\"", "\"Suisse\"", "phase 2", "the name of a [[border]]"),
        ("trains.toml", "band = \"white\"", "band = \"red\"", "phase 2", "one of white, gray, black"),
        // two phases that the same train begins
        (
            "trains.toml",
            "starts_with = \"2\"",
            "starts_with = \"3\"",
            "phase 3",
            "another train for every phase",
        ),
        // a number where a text belongs
        ("title.toml", "edition = \"v1\"", "edition = 1", "the files", "a name of 1 to 15 bytes"),
        // not even TOML
        ("title.toml", "[players]", "[players", "the file", "valid TOML"),
    ];
    for (file, from, to, place, expected) in table {
        let problems = broken(file, from, to);
        let told = |problem: &String| problem.contains(place) && problem.contains(expected);
        let line =
            |problem: &String| problem.split(':').nth(1).is_some_and(|line| line.parse::<u32>().is_ok());
        let found = problems.iter().find(|problem| told(problem));
        assert!(found.is_some_and(line), "{from} → {to}:\n{}", problems.join("\n"));
        assert!(
            problems.iter().any(|problem| problem.starts_with(file)) || place == "[counts] tiles",
            "{problems:#?}"
        );
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let source = t1841::data::SHELF.files.iter().find(|source| source.file == "companies.toml").unwrap();
    let text = source
        .text
        .replace("[40, 20, 20, 20]", "[40, 20, 20]")
        .replace("kind = \"major\"", "kid = \"major\"");
    let faults =
        t1841::data::SHELF.load_from("v1", &[Source { file: "companies.toml", text: &text }]).unwrap_err();
    assert!(faults.0.len() > 20, "{faults}");
}

#[test]
fn unknown_files_and_editions_are_named() {
    let shelf = &t1841::data::SHELF;
    let strange = shelf.load_from("v1", &[Source { file: "bord.toml", text: "" }]).unwrap_err();
    assert!(strange.to_string().contains("bord.toml") && strange.to_string().contains("board.toml"));
    assert!(shelf.components("v3").unwrap_err().to_string().contains("one of v1, v1-lite, v2, v2-lite"));
}

#[test]
fn files_cut_off_anywhere_never_panic_the_reader() {
    for source in t1841::data::SHELF.files.iter().filter(|source| source.file != "online.toml") {
        let places = (1..12).map(|part| source.text.len() * part / 12);
        for place in places.filter(|place| source.text.is_char_boundary(*place)) {
            let text = &source.text[..place];
            let _ = t1841::data::SHELF.load_from("v2-lite", &[Source { file: source.file, text }]);
            let _ = t1841::data::SHELF
                .load_from("v1", &[Source { file: source.file, text: &source.text[place..] }]);
        }
    }
}
