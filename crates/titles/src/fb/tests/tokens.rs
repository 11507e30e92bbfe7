//! 3.4.2 Token placement and 3.4.3 the destination check.

use super::table::*;
use crate::fb::operating::Step;
use crate::fb::states::Standing;
use ferrata_engine::tile::Color;

/// A corp at its token step.
fn building(phase: &str, company: &str, stations: &str, board: &str, more: &str) -> String {
    format!(
        "phase = \"{phase}\"\n[company.{company}]\nplace = \"F3\"\nshares = \"A 40, B 20\"\ntreasury = 300\nstations = [{stations}]\n{more}[board]\n{board}[round.operating]\ncompany = \"{company}\"\nstep = \"token\"\n"
    )
}

/// Rules: 18FB-V-09, 18FB-V-10, 18FB-2.5.2-02, 18FB-2.5.2-03, 18FB-2.5.2-04, 18FB-2.5.2-06, 18FB-3.4.2-11, 18FB-G-49, 18FB-T-05
#[test]
fn what_a_border_costs() {
    let table = pa23("");
    let cost = |hex: &str, side: u8| {
        let map = table.game.table.board.map();
        table.game.border_cost(map.hex(table.hex(hex)).unwrap().side(side)).0
    };
    assert_eq!(cost("A4", 0), 10, "plain");
    assert_eq!(cost("F31", 3), 40, "the Volturno");
    assert_eq!(cost("A4", 4), 60, "a mountain pass");
    assert_eq!(cost("E36", 5), 100, "river and mountain, and no plain cost");
    assert_eq!(cost("K16", 4), 80, "two rivers");
    assert_eq!(
        (cost("F25", 3), cost("Y2", 0), cost("F31", 0)),
        (40, 40, 10),
        "the Sarno at the southern border"
    );
}

/// Rules: 18FB-V-10, 18FB-3.4.2-04, 18FB-3.4.2-12
#[test]
fn the_treasury_pays_every_border_of_the_route() {
    // LdA from Benevento: Calore 40, Matese 60, plain 10 to Isernia.
    let board = "I30 = \"57 0\"\nI32 = \"9 0\"\nI34 = \"9 0\"\nI36 = \"57 0\"\n";
    for edition in ["PA23", "2006"] {
        let stations = "[company.FB]\nstations = []\n";
        let text = building("PH1", "LdA", "\"F31\", \"I30\"", board, stations);
        let mut table = read(edition, &[], &text);
        assert_eq!(table.costs("I36"), [(110, 0)]);
        table.build("I36");
        assert_eq!(table.treasury("LdA"), 190);
        let poor = text.replace("treasury = 300", "treasury = 109");
        assert!(read(edition, &[], &poor).costs("I36").is_empty(), "a corp that cannot pay lays none");
        assert_eq!(
            read(edition, &[], &text.replace("treasury = 300", "treasury = 110")).costs("I36"),
            [(110, 0)]
        );
    }
    // Four plain borders: FS from Bari to Taranto.
    let board = "N19 = \"9 0\"\nN17 = \"9 0\"\nN15 = \"58 1\"\nM14 = \"18FB-710 2\"\n";
    let table = pa23(&building("PH1", "FS", "\"N21\"", board, ""));
    assert_eq!(table.costs("M14"), [(40, 1)]);
}

/// Rules: 18FB-V-11, 18FB-V-12, 18FB-3.4.2-15, 18FB-3.4.2-16, 18FB-3.4.2-17, 18FB-3.4.2-19, 18FB-2.5.4-09, 18FB-6-05
#[test]
fn towns_on_the_route_give_markers() {
    // Foggia to Pescara: a yellow, a green and a brown town; four plain borders and two rivers.
    let board = "L29 = \"4 0\"\nL31 = \"9 0\"\nL33 = \"87 0\"\nL35 = \"9 0\"\nL37 = \"18FB-146 0\"\n";
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &building("PH5", "LTF", "\"K44\", \"L27\"", board, ""));
        assert_eq!(table.costs("L39"), [(120, 4)]);
        table.build("L39");
        assert_eq!((table.markers("LTF"), table.treasury("LTF")), (4, 180));
    }
}

/// Rules: 18FB-V-12, 18FB-3.4.2-18, 18FB-G-50, 18FB-D-10
#[test]
fn double_towns() {
    let line = |options: &[&str], edition: &str, tile: &str| {
        let board = format!("N13 = \"{tile}\"\nO12 = \"58 2\"\nP13 = \"5 0\"\n");
        let table = read(edition, options, &building("PH5", "FS", "\"N21\", \"M14\"", &board, ""));
        table.costs("P13")
    };
    // Francavilla and Manduria, then a yellow town; three plain borders.
    for (tile, pa23, y2006) in [("55 2", 2, 2), ("18FB-901 2", 3, 3), ("18FB-904 0", 5, 4)] {
        assert_eq!(line(&[], "PA23", tile), [(30, pa23)], "{tile}");
        assert_eq!(line(&[], "2006", tile), [(30, y2006)], "{tile}");
    }
    assert_eq!(line(&["double-towns-3"], "PA23", "18FB-904 0"), [(30, 4)]);
    let table = pa23("");
    let of = |towns, color, as_2006| table.game.fixed.figures.town_markers.of(towns, color, as_2006);
    let all =
        |towns, as_2006| [Color::Yellow, Color::Green, Color::Brown].map(|color| of(towns, color, as_2006));
    assert_eq!((all(1, false), all(1, true)), ([1, 1, 2], [1, 1, 2]));
    assert_eq!((all(2, false), all(2, true)), ([1, 2, 4], [1, 2, 3]));
}

/// Two ways from Cosenza to Castrovillari: by Paola (a town) or over the Crati.
fn two_ways(stations: &str, more: &str) -> String {
    let board = "F11 = \"18FB-710 3\"\nF13 = \"58 4\"\nG12 = \"8 1\"\nG14 = \"5 0\"\n";
    building("PH2", "FC", stations, board, more)
}

/// Rules: 18FB-3.4.2-10, 18FB-T-03, 18FB-3.4.2-15
#[test]
fn the_president_chooses_among_routes_and_cost_and_markers_belong_together() {
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &two_ways("\"F11\"", ""));
        assert_eq!(table.costs("G14"), [(20, 1), (50, 0)]);
        let (_, dear) = table.lines("G14").remove(1);
        table.play(dear);
        assert_eq!((table.treasury("FC"), table.markers("FC")), (250, 0));
        let mut table = read(edition, &[], &two_ways("\"F11\"", ""));
        table.build("G14");
        assert_eq!((table.treasury("FC"), table.markers("FC")), (280, 1));
    }
}

/// Rules: 18FB-3.4.2-05, 18FB-T-04, 18FB-T-07
#[test]
fn a_route_passes_no_city_not_even_with_an_own_token() {
    // Beyond Castrovillari: Cassano and on to the east.
    let board =
        "F11 = \"18FB-710 3\"\nF13 = \"58 4\"\nG14 = \"14 4\"\nG16 = \"9 0\"\nG18 = \"4 0\"\nG20 = \"9 0\"\n";
    let text = |stations: &str| building("PH3", "FC", stations, board, "");
    let table = pa23(&text("\"F11\""));
    assert_eq!(table.costs("G14"), [(20, 1)], "it ends at the first city");
    let own = pa23(&text("\"F11\", \"G14\""));
    assert!(own.costs("G14").is_empty(), "one token for each location (18FB-3.4.2-07)");
}

/// Rules: 18FB-3.4.2-06, 18FB-3.4.2-07, 18FB-2.5.4-01, 18FB-2.5.4-05, 18FB-2.5.4-06, 18FB-G-85
#[test]
fn slots_of_others_are_not_used() {
    // Isernia's only slot is kept for LdA, Nocera's for NN.
    let board = "I30 = \"57 0\"\nI32 = \"9 0\"\nI34 = \"9 0\"\nI36 = \"57 0\"\n";
    assert!(pa23(&building("PH1", "FB", "\"I30\"", board, "")).costs("I36").is_empty());
    let green = board.replace("I36 = \"57 0\"", "I36 = \"14 0\"");
    let mut table = pa23(&building("PH2", "FB", "\"I30\"", &green, ""));
    assert_eq!(table.costs("I36"), [(110, 0)], "the second slot is free");
    table.build("I36");
    assert!(!table.game.has_free_slot(table.hex("I36"), 0), "the other one is still LdA's");
    // Whoever has a reserved slot uses it first: the free one stays free.
    let mut table = pa23(&building("PH2", "LdA", "\"F31\", \"I30\"", &green, ""));
    table.build("I36");
    assert!(table.game.has_free_slot(table.hex("I36"), 0));
}

/// Rules: 18FB-3.4.2-01, 18FB-3.4.2-02, 18FB-3.4.2-03, 18FB-T-08, 18FB-G-48, 18FB-D-01
#[test]
fn the_home_token_is_the_token_of_the_turn_in_pa23() {
    let text = |stations: &str| two_ways(stations, "");
    let mut table = pa23(&text(""));
    assert!(table.costs("G14").is_empty(), "no other token before it");
    table.play(token("FC", "F11", 0));
    assert_eq!(
        (table.treasury("FC"), table.markers("FC"), table.tokens("FC")),
        (300, 0, vec!["F11".to_owned()])
    );
    assert_ne!(table.game.operating().unwrap().step, Step::Token, "the step is over");
    let mut table = y2006(&two_ways("\"F11\"", ""));
    table.build("G14");
    assert_ne!(table.game.operating().unwrap().step, Step::Token);
    let mut table = pa23(&text(""));
    assert_eq!(table.refused(token("FC", "G14", 0)), "18FB-3.4.2-02");
    table.pass();
    assert_ne!(table.game.operating().unwrap().step, Step::Token, "placing is optional");
}

/// Rules: 18FB-3.4.2-14, 18FB-3.4.2-21, 18FB-3.4.2-22
#[test]
fn off_map_areas_are_reached_by_tokens_and_lines_start_there() {
    let tronto = "K44 = \"57 0\"\n";
    assert_eq!(
        pa23(&building("PH1", "LTF", "\"K44\"", tronto, "")).costs("K46"),
        [(40, 0)],
        "the Tronto bridge"
    );
    // From Tronto over Campoli's tile: Campoli is a city, so the line ends there.
    assert_eq!(y2006(&building("PH1", "LTF", "\"K46\"", tronto, "")).costs("K44"), [(40, 0)]);
    let other = "[company.LTF]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F31\"]\n";
    let text = building("PH2", "FC", "\"K46\"", &tronto.replace("57 0", "14 0"), other);
    assert_eq!(pa23(&text).costs("K44"), [(40, 0)], "also in PA23, where the other slot is LTF's home");
}

/// Rules: 18FB-3.4.2-20, 18FB-2.5.4-10
#[test]
fn without_tokens_on_the_charter_none_is_placed() {
    let all = two_ways("\"F11\", \"B5\", \"A2\", \"J33\", \"J39\", \"J41\"", "");
    let table = pa23(
        &all.replace("[board]\n", "[board]\nB5 = \"5 5\"\nJ33 = \"57 0\"\nJ39 = \"57 0\"\nJ41 = \"57 0\"\n"),
    );
    assert_eq!(table.game.tokens_left(table.id("FC")), 0);
    assert_ne!(table.game.operating().unwrap().step, Step::Token);
}

/// Rules: 18FB-G-51, 18FB-G-52, 18FB-3.4.2-23
#[test]
fn towns_count_again_on_every_new_route() {
    let text = two_ways("\"F11\"", "").replace("treasury = 300", "treasury = 300\nmarkers = 3");
    let mut table = pa23(&text);
    table.build("G14");
    assert_eq!(table.markers("FC"), 4);
}

/// Rules: 18FB-3.4.2-13, 18FB-G-20
#[test]
fn a_line_crosses_no_closed_pass() {
    let board = "F25 = \"57 2\"\nG24 = \"8 2\"\nH25 = \"8 1\"\nH27 = \"57 0\"\n";
    let costs = |phase: &str| pa23(&building(phase, "NN", "\"F25\"", board, "")).costs("H27");
    assert!(costs("PH2").is_empty());
    // Avellino's slot is FP's before it is green.
    let green = board.replace("57 0", "14 0");
    let costs = |phase: &str| pa23(&building(phase, "NN", "\"F25\"", &green, "")).costs("H27");
    assert_eq!((costs("PH2"), costs("PH3")), (vec![], vec![(80, 0)]), "plain, mountain, plain");
}

/// Rules: 18FB-2.5.3-13, 18FB-3.4.2-08, 18FB-3.4.2-24, 18FB-2.5.3-12
#[test]
fn napoli_is_one_place_for_tokens_in_2006() {
    let joined = "F31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\nX9 = \"18FB-704Nn 3\"\nX7 = \"18FB-704Ns 3\"\nX5 = \"4 0\"\nX3 = \"57 0\"\n";
    let text = |stations: &str, more: &str| building("PH5", "LdA", stations, joined, more);
    // PA23: the line ends at the first half reached.
    let table = pa23(&text("\"F31\"", ""));
    assert_eq!((table.costs("X9"), table.costs("X7")), (vec![(30, 0)], vec![]));
    // 2006: it may end in either half, for the price of the border between.
    let table = y2006(&text("\"F31\"", ""));
    assert_eq!((table.costs("X9"), table.costs("X7")), (vec![(30, 0)], vec![(40, 0)]));
    // Never a token in both.
    let table = y2006(&text("\"F31\", \"X9\"", ""));
    assert!(table.costs("X7").is_empty());
    // From North it leaves through South, to Torre Annunziata: its slot is NN's, the green tile has another.
    let beyond = text("\"F31\", \"X9\"", "").replace("X3 = \"57 0\"", "X3 = \"14 3\"");
    assert_eq!(y2006(&beyond).costs("X3"), [(30, 1)]);
    assert!(pa23(&beyond).costs("X3").is_empty());
    // A full half is passed, and a free slot in the other is the end.
    let others = "[company.FSC]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F23\", \"X9\"]\n[company.FST]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F23\", \"X9\"]\n[company.FP]\nstations = [\"N21\", \"X9\"]\n";
    let table = y2006(&text("\"F31\"", others));
    assert_eq!((table.costs("X9"), table.costs("X7")), (vec![], vec![(40, 0)]));
}

/// NN with track to Torre Annunziata and on to Nocera.
fn nn(state: &str, stations: &str, more: &str) -> String {
    let board = "X5 = \"4 0\"\nX3 = \"6 3\"\nY2 = \"8 0\"\nF25 = \"57 0\"\n";
    building("PH1", "NN", stations, board, more)
        .replace("treasury = 300", &format!("treasury = 300\nstate = \"{state}\""))
        + "[deposit]\nNN = 75\n"
}

/// Rules: 18FB-3.4.3-01, 18FB-3.4.3-02, 18FB-3.4.3-03, 18FB-V-22, 18FB-G-34, 18FB-6-01, 18FB-6-02, 18FB-T-27, 18FB-G-40
#[test]
fn destinations_change_the_state_refund_the_deposit_and_raise_the_price() {
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &nn("building", "\"X7\"", ""));
        table.build("X3");
        assert_eq!(table.standing("NN"), Standing::Provisional);
        assert_eq!((table.cash(A), table.deposit("NN")), (750 + 35, 40), "75: 35 and 40");
        assert_eq!(table.markers("NN"), 1);
        let mut table = read(
            edition,
            &[],
            &nn("provisional", "\"X7\", \"X3\"", "")
                .replace("NN = 75", "NN = 40")
                .replace("state = \"provisional\"", "state = \"provisional\"\nintermediate = \"X3\""),
        );
        table.build("F25");
        assert_eq!(
            (table.standing("NN"), table.cash(A), table.deposit("NN")),
            (Standing::Definitive, 790, 0)
        );
        assert_eq!(table.company("NN").par.unwrap().0, 100);
    }
    for (paid, first, second) in [(80, 40, 40), (400, 200, 200), (75, 35, 40), (25, 10, 15), (0, 0, 0)] {
        let mut table = pa23(&nn("building", "\"X7\"", "").replace("NN = 75", &format!("NN = {paid}")));
        table.build("X3");
        assert_eq!((table.cash(A) - 750, table.deposit("NN")), (first, second));
    }
}

/// Rules: 18FB-3.4.3-02, 18FB-G-40, 18FB-3.4.6-01
#[test]
fn the_intermediate_destination_earns_a_bonus_unless_read_otherwise() {
    // Up for the destination, then left, because nothing is earned.
    let mut table = pa23(&nn("building", "\"X7\"", ""));
    table.build("X3");
    assert_eq!(table.place("NN"), "E2");
    let mut table = option("bonus-first", &nn("building", "\"X7\"", ""));
    table.build("X3");
    assert_eq!(table.place("NN"), "E3");
}

/// Rules: 18FB-G-40, 18FB-3.3-05, 18FB-T-12
#[test]
fn the_final_destination_first_brings_nothing_before_the_other() {
    // NN has a token in Nocera already and reaches Torre Annunziata: both states, both instalments.
    let text = nn("building", "\"X7\", \"F25\"", "")
        .replace("state = \"building\"", "state = \"building\"\narrived = true");
    let mut table = pa23(&text);
    table.build("X3");
    assert_eq!((table.standing("NN"), table.cash(A), table.deposit("NN")), (Standing::Definitive, 825, 0));
    // The final destination while building: no bonus, no refund.
    let mut table = pa23(&nn("building", "\"X7\", \"X3\"", ""));
    table.build("F25");
    assert_eq!(
        (table.standing("NN"), table.cash(A), table.place("NN").as_str()),
        (Standing::Building, 750, "E3")
    );
    assert!(table.company("NN").arrived);
}

/// Rules: 18FB-3.2.2-20, 18FB-3.2.2-25, 18FB-3.2.2-26, 18FB-G-37
#[test]
fn the_first_of_brindisi_and_taranto_is_the_intermediate_destination() {
    let board = "N13 = \"55 2\"\nO12 = \"58 2\"\nP13 = \"5 0\"\nN19 = \"9 0\"\nN17 = \"9 0\"\nN15 = \"58 1\"\nM14 = \"18FB-710 2\"\n";
    for (edition, kept) in [("PA23", true), ("2006", false)] {
        let mut table = read(edition, &[], &building("PH1", "FS", "\"N21\"", board, ""));
        table.build("M14");
        assert_eq!(table.company("FS").intermediate, Some(table.hex("M14")));
        assert_eq!(table.standing("FS"), Standing::Provisional);
        let fs = crate::fb::fixed::Claimant::Company(table.id("FS"));
        let claims = table.game.fixed.places.claims_at(table.hex("P13")).iter();
        let open = claims.filter(|claim| claim.by == fs).any(|claim| table.game.is_open(claim));
        assert_eq!(open, kept, "2006 removes the reserved token in the other city");
    }
}

/// Rules: 18FB-G-104
#[test]
fn a_bourbon_slot_leaves_the_reserved_one_closed() {
    let board = "I30 = \"57 1\"\nH29 = \"8 2\"\n";
    let text = |cards: &str| {
        building("PH2", "FB", "\"I30\"", board, &format!("treasury_note\n{cards}"))
            .replace("treasury_note\n", "")
    };
    let mut table = pa23(&text("[card.Albano]\nholder = { seat = \"A\" }\n"));
    let lines: Vec<_> = table.lines("G30");
    assert_eq!(lines.len(), 2, "by right, and by the card");
    let by_card = lines
        .into_iter()
        .find(|(_, action)| matches!(action, ferrata_engine::action::Action::BuildLine { by: Some(_), .. }));
    table.play(by_card.unwrap().1);
    assert_eq!(table.standing("FB"), Standing::Provisional, "the destination is reached");
    let fb = crate::fb::fixed::Claimant::Company(table.id("FB"));
    let claims = table.game.fixed.places.claims_at(table.hex("G30")).iter();
    assert!(claims.filter(|claim| claim.by == fb).all(|claim| table.game.is_open(claim)));
}

/// Rules: 18FB-G-48, 18FB-3.4.2-02
#[test]
fn the_home_token_needs_no_track() {
    let mut table = pa23(&building("PH1", "LdA", "", "", ""));
    table.play(token("LdA", "F31", 0));
    assert_eq!((table.tokens("LdA"), table.treasury("LdA")), (vec!["F31".to_owned()], 300));
}

/// Rules: 18FB-3.4.2-14, 18FB-3.4.2-21, 18FB-2.5.3-07
#[test]
fn rome_is_one_place_on_two_hexes() {
    // From L'Aquila over the Sella di Corno to the eastern hex of Rome, and back: 60, plain, plain.
    let board = "J41 = \"57 2\"\nI42 = \"8 5\"\nH41 = \"9 1\"\n";
    let costs = |stations: &str, to: &str| pa23(&building("PH4", "LTF", stations, board, "")).costs(to);
    assert_eq!(costs("\"K44\", \"J41\"", "F39"), [(80, 0)], "the slots lie on the western one");
    assert_eq!(costs("\"K44\", \"F39\"", "J41"), [(80, 0)]);
}

/// Rules: 18FB-3.4.2-24, 18FB-3.4.2-12
#[test]
fn the_border_between_the_halves_of_napoli_has_to_be_paid_too() {
    let joined =
        "F31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\nX9 = \"18FB-704Nn 3\"\nX7 = \"18FB-704Ns 3\"\n";
    let text = building("PH5", "LdA", "\"F31\"", joined, "");
    let costs = |treasury: i32| {
        let table = y2006(&text.replace("treasury = 300", &format!("treasury = {treasury}")));
        (table.costs("X9"), table.costs("X7"))
    };
    assert_eq!(costs(40), (vec![(30, 0)], vec![(40, 0)]));
    assert_eq!(costs(39), (vec![(30, 0)], vec![]));
}
