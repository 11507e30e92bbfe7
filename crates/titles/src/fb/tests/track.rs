//! 3.4.1 Tile laying, and the map (2.5).

use super::table::*;
use crate::fb::operating::Step;

/// A corp at its tile step.
fn laying(phase: &str, company: &str, stations: &str, more: &str) -> String {
    format!(
        "phase = \"{phase}\"\n[company.{company}]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 300\nstations = [{stations}]\n{more}[round.operating]\ncompany = \"{company}\"\n"
    )
}

/// Rules: 18FB-3.4.1-01, 18FB-3.4.1-02, 18FB-3.4.1-03, 18FB-T-09, 18FB-3.4.1-32, 18FB-T-06, 18FB-2.5.2-01, 18FB-C-24, 18FB-3.4.1-04
#[test]
fn steps_are_fixed_when_a_corp_floats_and_cost_nothing() {
    let mut table = pa23(&laying("PH5", "LdA", "\"F31\"", "").replace("treasury", "steps = 2\ntreasury"));
    table.play(lay("F31", "57", 0)).play(lay("F33", "4", 0));
    assert_eq!(table.game.operating().unwrap().step, Step::Token, "two steps, though PH5 gives four");
    assert_eq!(table.treasury("LdA"), 300, "over the Volturno for nothing");
    let mut table = pa23(&laying("PH3", "LdA", "\"F31\"", ""));
    assert_eq!(table.company("LdA").steps, 3);
    table.play(lay("F31", "57", 0)).pass();
    assert_eq!(table.game.operating().unwrap().step, Step::Token, "steps are optional");
    for (phase, steps) in [("PH1", 2), ("PH2", 2), ("PH3", 3), ("PH4", 3), ("PH5", 4), ("PH6", 4)] {
        let table = pa23(&format!("phase = \"{phase}\"\n"));
        assert_eq!(table.game.phase().unwrap().says().steps, steps);
    }
}

/// Rules: 18FB-3.4.1-13, 18FB-G-48, 18FB-C-26, 18FB-3.4.1-12, 18FB-3.4.1-05, 18FB-3.4.1-26
#[test]
fn before_its_home_token_a_corp_lays_from_its_home_base() {
    let mut table = pa23(&laying("PH1", "LdA", "", ""));
    for rotation in 0..6 {
        assert!(table.offers(&lay("F31", "57", rotation)), "in any orientation");
    }
    assert_eq!(table.refused(lay("F31", "8", 0)), "18FB-3.4.1-26", "plain track in a city");
    assert_eq!(table.refused(lay("F31", "4", 0)), "18FB-3.4.1-26", "a town tile in a city");
    assert_eq!(table.refused(lay("F33", "4", 0)), "18FB-3.4.1-05", "no route leads there");
    table.play(lay("F31", "57", 0));
    assert!(table.offers(&lay("F33", "4", 0)));
    assert_eq!(table.refused(lay("F33", "58", 1)), "18FB-3.4.1-05", "it does not meet the track");
    // In 2006 the token lies there from the start.
    let mut table =
        y2006("[company.LdA]\nplace = \"F3\"\nshares = \"A 20\"\n[round.operating]\ncompany = \"LdA\"\n");
    assert!((0..6).all(|rotation| table.offers(&lay("F31", "57", rotation))));
    table.play(lay("F31", "57", 0)).play(lay("F33", "4", 0));
}

/// Rules: 18FB-3.4.1-26, 18FB-2.5.3-02, 18FB-2.5.3-04, 18FB-2.5.3-01
#[test]
fn every_kind_of_place_takes_its_own_tiles() {
    // FSC in Salerno: its track leads to Battipaglia (plain) and to Eboli and Campagna (two towns).
    let mut table = pa23(&laying("PH1", "FSC", "\"F23\"", ""));
    assert!(table.offers(&lay("F21", "9", 0)));
    assert_eq!(table.refused(lay("F21", "4", 0)), "18FB-3.4.1-26", "a town tile on plain land");
    assert_eq!(table.refused(lay("G22", "4", 2)), "18FB-3.4.1-26", "one town for two");
    assert!(table.offers(&lay("G22", "55", 2)));
    assert_eq!(table.refused(lay("G22", "9", 2)), "18FB-3.4.1-26");
}

/// Rules: 18FB-2.5.3-11, 18FB-G-46, 18FB-3.4.1-28, 18FB-3.4.1-29, 18FB-2.5.3-03, 18FB-G-86
#[test]
fn printed_track_and_letters() {
    let mut table = pa23(&laying("PH2", "FSC", "\"F23\"", ""));
    assert_eq!(table.refused(lay("F23", "57", 0)), "18FB-3.4.1-26", "no yellow tile on printed track");
    assert_eq!(table.refused(lay("F23", "14", 0)), "18FB-3.4.1-26", "a W city takes W tiles");
    assert!((0..6).any(|rotation| table.offers(&lay("F23", "18FB-710", rotation))));
    let mut table = pa23(&laying("PH2", "FS", "\"N21\"", ""));
    assert!((0..6).any(|rotation| table.offers(&lay("N21", "18FB-705", rotation))));
    assert_eq!(table.refused(lay("N21", "18FB-710", 0)), "18FB-3.4.1-26");
    let mut table = pa23(&laying("PH2", "FC", "\"A2\"", ""));
    assert!((0..6).any(|rotation| table.offers(&lay("A2", "18FB-706", rotation))));
    assert_eq!(table.refused(lay("A2", "18FB-705", 0)), "18FB-3.4.1-26");
    let mut table = pa23(&laying("PH2", "NN", "\"X7\"", ""));
    assert!(table.offers(&lay("X7", "18FB-704Ns", 3)));
    assert_eq!(table.refused(lay("X7", "18FB-704Nn", 3)), "18FB-3.4.1-26");
    // W in brown.
    let text = |phase: &str| laying(phase, "FSC", "\"F23\"", "[board]\nF23 = \"18FB-710 0\"\n");
    let brown = |table: &Table| (0..6).any(|rotation| table.offers(&lay("F23", "18FB-905", rotation)));
    assert!(!brown(&pa23(&text("PH4"))) && brown(&pa23(&text("PH5"))));
    assert!(!(0..6).any(|turn| pa23(&text("PH5")).offers(&lay("F23", "63", turn))));
}

/// Rules: 18FB-3.4.1-27, 18FB-G-47, 18FB-2.1-08, 18FB-2.1-13, 18FB-3.4.1-16
#[test]
fn brown_tiles_of_coasts_have_the_letter_of_the_coast() {
    let fits = |phase: &str, hex: &str, lying: &str, tile: &str| {
        let table =
            pa23(&laying(phase, "FC", &format!("\"{hex}\""), &format!("[board]\n{hex} = \"{lying}\"\n")));
        (0..6).any(|rotation| table.offers(&lay(hex, tile, rotation)))
    };
    // Gioia (L): S NE and SE are land.
    assert!(
        fits("PH2", "B5", "5 5", "14") || fits("PH2", "B5", "5 5", "15") || fits("PH2", "B5", "5 5", "12")
    );
    assert!(fits("PH5", "B5", "12 5", "18FB-700"), "an L city");
    assert!(!fits("PH5", "B5", "12 5", "63") && !fits("PH5", "B5", "12 5", "18FB-611"));
    assert!(!fits("PH4", "B5", "12 5", "18FB-700"), "not before PH5");
    assert!(fits("PH5", "F17", "12 2", "18FB-611"), "Sapri is a P city");
    assert!(!fits("PH5", "F17", "12 2", "63"));
    assert!(fits("PH5", "L17", "12 2", "63"), "Matera lies inland");
    assert!(!fits("PH5", "L17", "12 2", "18FB-611"));
    // Towns.
    let town = |phase: &str, hex: &str, lying: &str, tile: &str| {
        let text = format!("[board]\n{hex} = \"{lying}\"\nF11 = \"18FB-710 3\"\n");
        let table = pa23(&laying(phase, "FC", "\"F11\"", &text));
        (0..6).any(|rotation| table.offers(&lay(hex, tile, rotation)))
    };
    assert!(
        town("PH2", "F13", "58 4", "87")
            || town("PH2", "F13", "58 4", "88")
            || town("PH2", "F13", "58 4", "204")
    );
    assert!(town("PH5", "F13", "88 0", "18FB-146") || town("PH5", "F13", "87 3", "18FB-146"), "an L town");
    assert!(!town("PH5", "F13", "87 3", "18FB-900") && !town("PH5", "F13", "87 3", "18FB-889"));
}

/// Rules: 18FB-3.4.1-04, 18FB-2.1-03, 18FB-G-93, 18FB-3.4.1-14, 18FB-3.4.1-21, 18FB-3.4.1-22, 18FB-G-82
#[test]
fn upgrades_by_phase_also_of_the_tile_just_laid() {
    let mut table = pa23(&laying("PH1", "LdA", "\"F31\"", "[board]\nF31 = \"57 0\"\n"));
    assert_eq!(table.refused(lay("F31", "14", 0)), "18FB-3.4.1-26", "no green in PH1");
    let mut table = pa23(&laying("PH2", "LdA", "\"F31\"", ""));
    let left = |table: &Table, tile: &str| {
        let id = table
            .game
            .fixed
            .parts
            .tile(ferrata_engine::name::TileName(ferrata_engine::name::Name::cut(tile)));
        table.game.table.board.left(id.unwrap()).unwrap()
    };
    table.play(lay("F31", "57", 0));
    assert_eq!(left(&table, "57"), 5);
    table.play(lay("F31", "14", 0));
    assert_eq!((left(&table, "57"), left(&table, "14")), (6, 3), "the old tile can be used again");
    assert_eq!(table.tokens("LdA"), ["F31"], "the token stays");
}

/// Rules: 18FB-3.4.1-17, 18FB-3.4.1-18, 18FB-3.4.1-19, 18FB-3.4.1-20, 18FB-D-09, 18FB-G-45, 18FB-G-86, 18FB-3.4.1-15
#[test]
fn competitive_upgrades_keep_what_is_joined() {
    let free = laying("PH1", "LdA", "\"F31\"", "[board]\nF31 = \"57 0\"\n");
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &free);
        assert!(table.offers(&lay("F31", "5", 0)), "nothing is joined: track may be changed at will");
        assert!(table.offers(&lay("F31", "57", 1)));
        assert_eq!(table.refused(lay("F31", "57", 0)), "18FB-3.4.1-26", "it must change track");
        assert_ne!(table.refused(lay("F31", "57", 3)), "", "the same track the other way round");
        table.play(lay("F31", "5", 0));
        assert_eq!(table.game.operating().unwrap().laid, 1, "it uses a step");
        let joined = laying("PH1", "LdA", "\"F31\"", "[board]\nF31 = \"57 0\"\nF33 = \"4 0\"\n");
        let mut table = read(edition, &[], &joined);
        assert_eq!(table.refused(lay("F31", "5", 0)), "18FB-3.4.1-26", "the track to Teano is joined");
        assert!(table.offers(&lay("F31", "6", 1)), "it is kept, the other end is changed");
    }
    let mut table = option("keep-all-track", &free);
    assert_eq!(table.refused(lay("F31", "5", 0)), "18FB-3.4.1-26");
    // Printed track too: Salerno's is not joined, so W tiles lie in any rotation that its coast allows.
    let rotations = |options: &[&str]| {
        let table = read("2006", options, &laying("PH2", "FSC", "\"F23\"", ""));
        (0..6).filter(|turn| table.offers(&lay("F23", "18FB-710", *turn))).count()
    };
    assert!(rotations(&[]) > rotations(&["keep-all-track"]));
}

/// Rules: 18FB-3.4.1-23, 18FB-3.4.1-24, 18FB-2.5.2-07
#[test]
fn no_track_to_the_sea_the_lake_or_blank_sides() {
    // Portici: the sea in the west, Vesuvio in the south-east.
    let mut table = pa23(&laying("PH1", "NN", "\"X7\"", ""));
    assert!(table.offers(&lay("X5", "4", 0)));
    assert_eq!(table.refused(lay("X5", "58", 3)), "18FB-3.4.1-26", "towards Vesuvio");
    assert_eq!(table.refused(lay("X5", "58", 1)), "18FB-3.4.1-26", "towards the sea");
    // Castel di Sangro: the lake of Celano in the north-west.
    let mut table = pa23(&laying("PH1", "LdA", "\"I36\"", "[board]\nI36 = \"57 0\"\n"));
    assert!(table.offers(&lay("I38", "58", 4)), "S and NE");
    assert_eq!(table.refused(lay("I38", "58", 0)), "18FB-3.4.1-26", "towards the lake");
    // The side of Torre Annunziata towards the funicular is open.
    let table = pa23(&laying("PH1", "NN", "\"X7\"", "[board]\nX5 = \"4 0\"\n"));
    assert!(table.offers(&lay("X3", "5", 3)), "N and NE");
}

/// Rules: 18FB-3.4.1-25, 18FB-D-07, 18FB-2.5.3-10
#[test]
fn vesuvio_is_an_off_map_area_in_2006() {
    let table = y2006(&laying("PH1", "NN", "\"X7\"", "[board]\nX5 = \"4 0\"\n"));
    assert!(table.offers(&lay("X3", "5", 3)));
    let slots = |edition: &str| {
        let table = read(edition, &[], "");
        table.game.table.board.face(table.hex("Y4")).stops[0].slots
    };
    assert_eq!((slots("PA23"), slots("2006")), (0, 2));
}

/// Rules: 18FB-2.5.1-01, 18FB-2.5.1-02, 18FB-3.4.1-30, 18FB-G-19
#[test]
fn the_napoli_map_is_joined_at_its_lettered_sides() {
    let mut table = pa23(&laying("PH1", "LdA", "\"F31\"", ""));
    table.play(lay("F31", "57", 0));
    assert!(table.offers(&lay("Y12", "9", 0)), "letter B: Capua's south is Marcianise's north");
    assert_eq!(table.refused(lay("F29", "9", 0)), "18FB-3.4.1-26", "a gateway takes no tile");
    assert_eq!(table.refused(lay("W12", "9", 2)), "18FB-3.4.1-05");
    let letters = [
        ("E30", 5, "W12", 2),
        ("F31", 0, "Y12", 3),
        ("G30", 1, "Z11", 4),
        ("G28", 2, "Z9", 5),
        ("G28", 1, "Z7", 4),
        ("G26", 2, "Z3", 5),
        ("F25", 3, "Y2", 0),
        ("E26", 4, "X3", 0),
    ];
    for (outside, side, inside, back) in letters {
        let map = table.game.table.board.map();
        assert_eq!(map.hex(table.hex(outside)).unwrap().side(side).to, Some((table.hex(inside), back)));
        assert_eq!(map.hex(table.hex(inside)).unwrap().side(back).to, Some((table.hex(outside), side)));
    }
}

/// Rules: 18FB-2.5.2-05, 18FB-G-20, 18FB-2.1-05, 18FB-3.4.2-13
#[test]
fn closed_passes_open_in_ph3() {
    // San Severino: its north-eastern side is a closed pass.
    let text = |phase: &str| laying(phase, "NN", "\"F25\"", "[board]\nF25 = \"57 2\"\n");
    assert_eq!(pa23(&text("PH2")).refused(lay("G24", "8", 2)), "18FB-3.4.1-26");
    assert!(pa23(&text("PH3")).offers(&lay("G24", "8", 2)));
    assert!(pa23(&text("PH2")).offers(&lay("G24", "9", 2)), "another side");
    // The phase alone opens it: what was reached before is worked out anew although the board is the same.
    let mut table = pa23(&text("PH2").replace("F25 = \"57 2\"\n", "F25 = \"57 2\"\nG24 = \"8 2\"\n"));
    let arrives = |table: &Table| {
        let (game, nn) = (&table.game, table.id("NN"));
        game.table.board.map().ids().filter(|hex| game.tile_reach(nn).arrives(*hex) != 0).count()
    };
    let closed = arrives(&table);
    table.game.table.phase = ferrata_engine::id::PhaseId(table.game.table.phase.0 + 1);
    assert_eq!(arrives(&table), closed + 1, "the hex beyond the pass");
}

/// Rules: 18FB-3.4.1-06, 18FB-3.4.1-07, 18FB-3.4.1-08, 18FB-T-07, 18FB-2.5.4-02
#[test]
fn a_full_city_without_an_own_token_stops_a_tile_route() {
    // NN in Caserta, whose track leads over Capua to Mondragone.
    let text = |others: &str, tile: &str| {
        laying("PH2", "NN", "\"G30\"", &format!("{others}[board]\nF31 = \"{tile}\"\n"))
    };
    let lda = "[company.LdA]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F31\"]\n";
    for edition in ["PA23", "2006"] {
        let mut full = read(edition, &[], &text(lda, "57 2"));
        assert_eq!(full.refused(lay("E32", "8", 3)), "18FB-3.4.1-05");
        assert!(read(edition, &[], &text(lda, "14 1")).offers(&lay("E30", "7", 4)), "a second slot");
        let own = text(lda, "57 2").replace("\"G30\"", "\"G30\", \"F31\"").replace("57 2", "14 2");
        assert!(read(edition, &[], &own).offers(&lay("E32", "8", 3)), "full, with an own token");
    }
    // An empty city does not stop it; in 2006 the home token of an unfloated corp does (18FB-T-08).
    assert!(pa23(&text("", "57 2")).offers(&lay("E32", "8", 3)));
    assert!(!y2006(&text("", "57 2")).offers(&lay("E32", "8", 3)));
}

/// Rules: 18FB-2.5.4-07, 18FB-2.5.4-08, 18FB-3.4.1-09, 18FB-G-21
#[test]
fn empty_reserved_slots_do_not_block() {
    // FB from Benevento over Isernia, where one slot is kept for LdA.
    let text = |others: &str| {
        laying(
            "PH1",
            "FB",
            "\"I30\"",
            &format!("{others}[board]\nI30 = \"57 0\"\nI32 = \"9 0\"\nI34 = \"9 0\"\nI36 = \"57 0\"\n"),
        )
    };
    let lda = "[company.LdA]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F31\", \"I36\"]\n";
    for edition in ["PA23", "2006"] {
        assert!(read(edition, &[], &text("")).offers(&lay("I38", "4", 0)));
        assert!(!read(edition, &[], &text(lda)).offers(&lay("I38", "4", 0)), "LdA's token does");
    }
}

/// Rules: 18FB-3.4.1-07, 18FB-D-09
#[test]
fn tile_routes_start_at_off_map_areas_in_2006_only() {
    let text = laying("PH1", "LTF", "\"K46\"", "");
    assert!(y2006(&text).offers(&lay("K44", "57", 0)));
    assert!(!pa23(&text).offers(&lay("K44", "57", 0)));
}

/// The halves of Napoli joined by green tiles, South full of others, LdA in Capua.
fn napoli(more: &str) -> String {
    laying(
        "PH2",
        "LdA",
        "\"F31\"",
        &format!(
            "{more}[company.NN]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"X7\"]\n[company.FSC]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F23\", \"X7\"]\n[company.FC]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F11\", \"X7\"]\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\nX9 = \"18FB-704Nn 3\"\nX7 = \"18FB-704Ns 3\"\n"
        ),
    )
}

/// Rules: 18FB-V-37, 18FB-2.5.3-12, 18FB-2.5.3-14, 18FB-2.5.3-16, 18FB-3.4.1-10, 18FB-D-06
#[test]
fn an_empty_slot_in_one_half_of_napoli_opens_the_other_in_2006() {
    assert!(y2006(&napoli("")).offers(&lay("X5", "4", 0)), "North has an empty slot");
    assert!(!pa23(&napoli("")).offers(&lay("X5", "4", 0)), "two cities: South is full");
    assert!(read("PA23", &["napoli-one"], &napoli("")).offers(&lay("X5", "4", 0)));
    // Own token in North, both halves full.
    let others = "[company.FST]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F23\", \"X9\"]\n";
    let own = napoli(others).replace("stations = [\"F31\"]", "stations = [\"F31\", \"X9\"]");
    let fp = "[company.FP]\nstations = [\"N21\", \"X9\"]\n[board]";
    assert!(y2006(&own.replace("[board]", fp)).offers(&lay("X5", "4", 0)));
}

/// Rules: 18FB-3.4.1-11, 18FB-3.4.2-09
#[test]
fn printed_track_of_napoli_passes_no_home_token() {
    // The printed halves are not joined, and each track ends at its own slot.
    let table = y2006("");
    for hex in ["X9", "X7"] {
        let face = table.game.table.board.face(table.hex(hex));
        assert!(face.track.len() == 2 && face.stops.len() == 2, "{hex}");
    }
    assert!(table.game.napoli_joint().is_none());
    let mut table =
        y2006(&laying("PH1", "LdA", "\"F31\"", "[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\n"));
    assert_eq!(table.refused(lay("Y8", "9", 0)), "18FB-3.4.1-05");
    assert_eq!(table.refused(lay("X11", "58", 0)), "18FB-3.4.1-05");
}

/// Rules: 18FB-G-112
#[test]
fn no_tile_takes_slots_away() {
    // Campobasso: two slots stay two, though another green tile with one would keep the joined track.
    let mut table = pa23(&laying("PH2", "LdA", "\"J33\"", "[board]\nJ33 = \"14 0\"\n"));
    assert_eq!(table.refused(lay("J33", "12", 0)), "18FB-3.4.1-26");
    assert!(table.offers(&lay("J33", "15", 0)));
}

/// Rules: 18FB-G-45, 18FB-3.4.1-15
#[test]
fn a_full_city_may_be_raised_but_not_turned_beyond_what_is_reached() {
    // NN comes from Caserta to Capua, which LdA fills: track beyond it is no extension of NN's route.
    let text = |others: &str| laying("PH2", "NN", "\"G30\"", &format!("{others}[board]\nF31 = \"57 2\"\n"));
    let lda = "[company.LdA]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F31\"]\n";
    let may = |table: &Table, tiles: &[&str]| {
        tiles.iter().any(|tile| (0..6).any(|turn| table.offers(&lay("F31", tile, turn))))
    };
    let (full, open) = (pa23(&text(lda)), pa23(&text("")));
    let (yellow, green) = (["5", "6", "57"], ["12", "13", "14", "15"]);
    assert!(may(&open, &yellow) && may(&open, &green));
    assert!(!may(&full, &yellow) && may(&full, &green));
}
