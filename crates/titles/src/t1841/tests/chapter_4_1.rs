//! §4, §4.1 and §4.2: the order of the round, track and tokens.

use super::super::state::{Activity, Round};
use super::super::track;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, TileName};

/// IRSFF in phase two, with its two homes and money.
fn irsff() -> T {
    let mut t = table("v1", 3).company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16").cash("IRSFF", 500);
    let (company, venezia) = (t.id("IRSFF"), t.hex("F16"));
    t.game.t.companies[company.index()].homes.push(venezia);
    t
}

fn order(t: &T) -> Vec<String> {
    t.game.to_act().into_iter().map(|company| t.game.name(company).to_string()).collect()
}

/// Rules: 1841-4-01
#[test]
fn the_activities_of_a_turn_in_order() {
    let order = [Activity::Track, Activity::Token, Activity::Run, Activity::Settle, Activity::Slot];
    let rest = [Activity::Trains, Activity::Shares, Activity::Merge, Activity::Transform, Activity::Done];
    let all: Vec<_> = order.into_iter().chain(rest).collect();
    assert!(all.is_sorted());
    // Each can be skipped by passing; none can be done before its time or again.
    let mut t = irsff()
        .trains("IRSFF", "2")
        .tiles("E9 201 0")
        .charter_tokens("IRSFF", 1)
        .operates("IRSFF", Activity::Track);
    assert!(t.game.clone().operating().is_some());
    let train = buy_train("2", "bank", 100);
    assert!(t.refused(train.clone()).because.contains("lay a tile"));
    t.pass();
    assert_eq!(t.activity(), Some(Activity::Token));
    assert!(t.refused(lay("D8", "5", 0)).because.contains("lay a token"));
    t.pass();
    assert_eq!(t.activity(), Some(Activity::Run));
    assert!(t.refused(train).because.contains("run the trains"));
}

/// Rules: 1841-4-02, 1841-4-03
#[test]
fn companies_act_from_the_highest_price_down() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40")
        .company("SFTN", "I3", "A 40")
        .company("RSFS", "F4", "A 40")
        .company("CFCC", "E5", "B 40")
        .company("AFI", "F5", "B 40")
        .company("CTS", "C1", "B 40");
    t.game.t.round = Round::Concession;
    super::super::operating::begin_set(&mut t.game, 2).unwrap();
    // AFI and CTS are at 95: AFI is further right. SFTG lies on top of RSFS.
    assert_eq!(order(&t), ["SFTN", "SFTG", "RSFS", "AFI", "CTS", "CFCC"]);
    // G-13: a price change during the round changes the order of those who have not acted.
    t.game.move_down(t.id("SFTN"), 5);
    assert_eq!(order(&t), ["SFTG", "RSFS", "AFI", "CTS", "SFTN", "CFCC"]);
}

/// Rules: 1841-4-04
#[test]
fn the_player_at_the_end_of_the_chain_runs_a_company() {
    let t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "B 40")
        .company("SFTC", "C5", "SFTN 40")
        .company("SFTG", "F4", "SFTC 40")
        .operates("SFTG", Activity::Track);
    assert_eq!(t.who(), 'B');
}

/// Rules: 1841-4-05
#[test]
fn no_credit() {
    let t = irsff().cash("IRSFF", 49).operates("IRSFF", Activity::Track);
    assert_eq!(t.rule(lay("F16", "601", 0)), "1841-4.1.1-08");
    let t = irsff().cash("IRSFF", 99).operates("IRSFF", Activity::Trains);
    assert_eq!(t.game.acting().map(|id| t.game.name(id)), Some(CompanyName::of("IRSFF")));
    assert!(!t.offers().iter().any(|offer| offer.covers(&buy_train("2", "bank", 100))));
}

/// Rules: 1841-4-07, 1841-4.6.1-01, 1841-4.6.3-01, 1841-4.6-02
#[test]
fn the_number_of_operating_rounds() {
    let rounds = |phase| {
        let mut t = table("v1", 3).phase(phase).company("SFTN", "C5", "B 40");
        super::super::operating::begin_set(&mut t.game, 2).unwrap();
        t.game.operating().unwrap().of
    };
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(rounds), [1, 2, 2, 3, 3, 3, 3]);
    // A change in the middle takes effect after the next stock round.
    let mut t = irsff().sold_up_to("3").operates("IRSFF", Activity::Trains);
    t.plays(buy_train("3", "bank", 200));
    assert_eq!((t.game.t.phase, t.game.operating().unwrap().of), (3, 1));
}

// ---- §4.1 ----

/// TV-10, the example to 4.1.2.
/// Rules: 1841-4.1.2-01, 1841-4.1.2-02, 1841-4.1.2-03, 1841-4.1.1-01, 1841-4.1.1-05
#[test]
fn one_tile_per_base_in_phase_two() {
    let mut t = irsff().operates("IRSFF", Activity::Track);
    t.plays(lay("E9", "201", 0));
    assert_eq!(t.rule(lay("D8", "5", 0)), "1841-4.1.2-02", "Milano has built already");
    assert_eq!(t.rule(lay("E9", "201", 1)), "1841-4.1.1-03", "not the same hex again");
    t.plays(lay("F16", "601", 0));
    assert_ne!(t.activity(), Some(Activity::Track), "two bases, two tiles");
    let mut t = irsff().tokens("IRSFF", "E11").operates("IRSFF", Activity::Track);
    t.plays(lay("E9", "201", 0));
    t.plays(lay("F16", "601", 0));
    assert_eq!(t.activity(), Some(Activity::Track), "Brescia may build a third");
}

/// Rules: 1841-4.1.2-01, 1841-4.1.2-04, 1841-4.1.2-05
#[test]
fn how_many_tiles_by_phase() {
    let lays = |phase, company: &str, bases: &str| {
        let t = table("v1", 3).phase(phase).tiles("K11 57 0, K13 57 0, L12 57 0, M11 613 0");
        let mut t =
            t.company(company, "F4", "A 40").tokens(company, bases).operates(company, Activity::Track);
        let mut count = 0;
        while t.activity() == Some(Activity::Track) && count < 9 {
            let id = t.id(company);
            let far = t.hex("T14");
            t.game.op_turn().unwrap().lays.push((far, u16::MAX));
            t.game.proceed().unwrap();
            count += 1;
            assert_eq!(t.game.acting(), Some(id));
        }
        count
    };
    assert_eq!(lays(2, "AFI", "K11 K13 L12"), 3);
    assert_eq!(lays(2, "AFI", "K11"), 1);
    assert_eq!(lays(2, "AFI", "K11 M11"), 1, "a token on a pass is no base");
    assert_eq!([3, 4, 5, 8].map(|phase| lays(phase, "AFI", "K11 K13 L12")), [2, 2, 1, 1]);
    assert_eq!([2, 3, 5].map(|phase| lays(phase, "CTLP", "K11 K13")), [1, 1, 1]);
}

/// Rules: 1841-4.1.1-02, 1841-4.1.1-03, 1841-4.1.1-16
#[test]
fn what_is_built_where() {
    let t = irsff().operates("IRSFF", Activity::Track);
    for never in ["D10", "G17", "A7", "E3"] {
        assert_eq!(t.rule(lay(never, "9", 0)), "1841-4.1.1-02", "{never}");
    }
    assert_eq!(t.rule(lay("F8", "604", 0)), "1841-4.1.1-03", "printed yellow takes green tiles");
    assert_eq!(t.rule(lay("F8", "57", 0)), "1841-4.1.1-03");
    let mut three = irsff().phase(3).operates("IRSFF", Activity::Track);
    three.plays(lay("F8", "604", 0));
    // Dark green takes brown tiles.
    let alpine = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 40")
            .tokens("AFI", "H4.1")
            .cash("AFI", 500)
            .operates("AFI", Activity::Track)
    };
    assert_eq!(alpine(4).rule(lay("A5", "610", 2)), "1841-4.1.1-03");
    assert_eq!(alpine(4).rule(lay("A5", "9", 2)), "1841-4.1.1-03");
    assert_ne!(alpine(5).rule(lay("A5", "610", 2)), "1841-4.1.1-03");
}

/// Rules: 1841-4.1.1-04, 1841-4.1.1-05
#[test]
fn new_track_continues_what_is_open_to_the_company() {
    let mut t = irsff().operates("IRSFF", Activity::Track);
    assert_eq!(t.rule(lay("G11", "9", 0)), "1841-4.1.1-04");
    assert_eq!(t.rule(lay("E9", "621", 0)), "1841-4.1.1-04", "Milano's track arrives at the south-west side");
    t.plays(lay("E9", "621", 1));
    // On its home hex a company builds whatever the surroundings are.
    let mut t = table("v1", 3).company("SFTC", "C5", "A 40").tokens("SFTC", "M3").cash("SFTC", 50);
    t = t.operates("SFTC", Activity::Track);
    t.plays(lay("M3", "621", 5));
    // A token on a pass does not serve to build from.
    let t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 40")
        .tiles("M11 613 0")
        .tokens("AFI", "M11")
        .operates("AFI", Activity::Track);
    assert_eq!(t.offers().len(), 1, "nothing but passing");
}

/// Rules: 1841-4.1.1-06, 1841-4.1.1-07
/// Traps: row 14 (#9373): a lay may touch a border, not cross it.
#[test]
fn closed_sides_and_grey_hexes() {
    let t = irsff().operates("IRSFF", Activity::Track);
    assert_eq!(t.rule(lay("D8", "57", 0)), "1841-4.1.1-06", "lake to the north of Como");
    let lays = t.lays("E9");
    assert!(lays.contains(&"621/1".to_string()), "joins the track on D10");
    assert!(lays.contains(&"201/0".to_string()), "or does not");
    let at_sea =
        table("v1", 3).company("CTLP", "C5", "A 40").tokens("CTLP", "S11").operates("CTLP", Activity::Track);
    assert_eq!(at_sea.rule(lay("S11", "57", 0)), "1841-4.1.1-06", "off the map to the south");
}

/// Rules: 1841-4.1.1-08, 1841-4.1.1-09
#[test]
fn what_building_costs() {
    let t = table("v1", 3).phase(5);
    let cost = |t: &T, hex: &str| track::cost(&t.game, t.hex(hex)).0;
    for (hex, expected) in
        [("F16", 50), ("H2", 50), ("M7", 50), ("N6", 50), ("K7", 100), ("A5", 200), ("E9", 0), ("K11", 0)]
    {
        assert_eq!(cost(&t, hex), expected, "{hex}");
    }
    let t = t.tiles("K7 613 0, F16 601 0");
    assert_eq!(["K7", "F16"].map(|hex| cost(&t, hex)), [50, 0]);
    let mut t = irsff().operates("IRSFF", Activity::Track);
    t.plays(lay("F16", "601", 0));
    assert_eq!(t.has("IRSFF"), 450);
}

/// Rules: 1841-4.1.1-10, 1841-4.1.1-15, 1841-4.1.1-17, 1841-4.1.1-18, 1841-A1-02, 1841-A1-03
#[test]
fn which_tiles_go_first_on_which_hex() {
    let t = table("v1", 3).phase(5);
    let first = |t: &T, hex: &str| -> Vec<String> {
        let colors = t.game.phase_spec().unwrap().colors.clone();
        let all = t.game.t.board.candidates(t.hex(hex), &colors);
        let list = t.game.parts().upgrades.from_hex(t.hex(hex)).map(<[_]>::to_vec);
        let mut names: Vec<u32> = all
            .filter(|to| list.as_ref().is_none_or(|list| list.contains(&to.tile)))
            .map(|to| t.game.parts().tiles.tile(to.tile).unwrap().name.as_str().parse().unwrap())
            .collect();
        names.sort_unstable();
        names.dedup();
        names.into_iter().map(|name| name.to_string()).collect()
    };
    assert_eq!(first(&t, "G9"), ["7", "8", "9"]);
    assert_eq!(first(&t, "I9"), ["3", "4", "58"]);
    assert_eq!(first(&t, "F6").len(), 9);
    assert_eq!(first(&t, "K11"), ["5", "6", "57"]);
    assert_eq!(first(&t, "G13"), ["201", "202", "621"]);
    assert_eq!(first(&t, "F16"), ["601"]);
    assert_eq!(first(&t, "K7"), ["613", "614", "615"]);
    assert_eq!(first(&t, "A5"), ["610"]);
    assert_eq!([first(&t, "F8"), first(&t, "H4"), first(&t, "M7")], [["604"], ["606"], ["608"]]);
    assert_eq!(first(&t, "P12"), ["12", "13", "14", "15", "205", "206", "619"]);
    assert_eq!(first(&t, "Q11"), ["12", "619"]);
    assert_eq!(first(&t, "R14"), ["207", "208", "622"]);
    // Every rotation of a pass tile that no closed side forbids.
    let rotations = t.game.t.board.candidates(t.hex("K7"), &[ferrata_engine::tile::Color::Green]);
    let rotations: Vec<_> =
        rotations.filter(|to| t.game.parts().tiles.tile(to.tile).unwrap().name.as_str() == "613").collect();
    assert_eq!(rotations.len(), 6);
}

/// Rules: 1841-4.1.1-15-v2, 1841-4.1.1-18-v2, 1841-A1-01-v2
#[test]
fn the_first_tiles_of_v2() {
    let t = table("v2", 3).phase(3);
    let list = |hex: &str| -> Vec<String> {
        let list = t.game.parts().upgrades.from_hex(t.hex(hex)).unwrap();
        list.iter().map(|tile| t.game.parts().tiles.tile(*tile).unwrap().name.to_string()).collect()
    };
    assert_eq!(list("M7"), ["612"]);
    assert!(list("M3").contains(&"207".to_string()));
    let exits = |tile: &str| {
        let id = t.game.parts().tile(TileName::of(tile)).unwrap();
        t.game.parts().tiles.tile(id).unwrap().face(0).exits().count_ones()
    };
    assert_eq!((exits("612"), exits("144")), (4, 3));
    assert_eq!(t.game.t.board.left(t.game.parts().tile(TileName::of("144")).unwrap()), Some(2));
    assert!(t.game.parts().tile(TileName::of("608")).is_none());
    assert_eq!(
        t.game.t.board.face(t.hex("M3")).exits(),
        0b11_1000,
        "track to the north, north-east, south-east"
    );
    assert_eq!(track::cost(&t.game, t.hex("M3")).0, 50);
    assert!(table("v1", 3).game.parts().tile(TileName::of("144")).is_none());
    assert!(table("v1 online", 3).game.parts().tile(TileName::of("144")).is_some());
}

/// Rules: 1841-4.1.1-11, 1841-A1-04, 1841-A1-06
#[test]
fn the_list_of_replacements() {
    let t = table("v1", 3);
    let follows = |from: &str, to: &str| {
        let id = |name: &str| t.game.parts().tile(TileName::of(name)).unwrap();
        t.game.parts().upgrades.from_tile(id(from)).unwrap().contains(&id(to))
    };
    assert!(!follows("5", "13") && follows("6", "13"));
    assert!(follows("18", "43") && follows("57", "619") && follows("613", "616") && follows("602", "603"));
    assert!(!follows("87", "63") && !follows("1", "12"));
    // Colours by phase, and all old track is kept.
    let t = table("v1", 3).phase(3).company("AFI", "F4", "A 40").tiles("K11 57 0").tokens("AFI", "K11");
    let t = t.operates("AFI", Activity::Track);
    let lays = t.lays("K11");
    assert!(lays.contains(&"14/0".to_string()) && !lays.contains(&"14/1".to_string()));
    assert_eq!(t.rule(lay("K11", "14", 1)), "1841-4.1.1-11");
    assert_eq!(t.rule(lay("K11", "63", 0)), "1841-4.1.1-03");
}

/// Rules: 1841-4.1.1-12, 1841-4.1.1-12-v2
/// G-17.
#[test]
fn a_replacement_needs_new_track_that_is_open() {
    // RSFS fills Modena; AFI reaches it from Reggio. 205 has one slot: its new track stays closed to AFI.
    let base = |edition| {
        table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 40")
            .company("RSFS", "C5", "B 40")
            .tiles("L12 5 4, K13 6 5")
            .tokens("AFI", "L12")
            .tokens("RSFS", "K13")
            .operates("AFI", Activity::Track)
    };
    assert!(!base("v1").lays("K13").iter().any(|lay| lay.starts_with("206/")));
    assert!(base("v2").lays("K13").iter().any(|lay| lay.starts_with("206/")), "the value changes");
    // A tile with two slots opens the city and so the new track.
    assert!(
        base("v1")
            .lays("K13")
            .iter()
            .any(|lay| lay.starts_with("14/") || lay.starts_with("15/") || lay.starts_with("619/"))
    );
}

/// Rules: 1841-4.1.1-13, 1841-4.1.1-19, 1841-4.1.2-03, 1841-A1-05, 1841-A1-01
#[test]
fn tiles_are_limited_and_come_back() {
    let left =
        |t: &T, tile: &str| t.game.t.board.left(t.game.parts().tile(TileName::of(tile)).unwrap()).unwrap();
    let mut t = table("v1", 3).phase(3).company("AFI", "F4", "A 40").tiles("K11 57 0").tokens("AFI", "K11");
    assert_eq!(left(&t, "57"), 3);
    t = t.operates("AFI", Activity::Track);
    t.plays(lay("K11", "14", 0));
    assert_eq!((left(&t, "57"), left(&t, "14")), (4, 1));
    // 13 exists once.
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .tiles("K13 6 0, K13 13 0, K11 6 0")
        .tokens("AFI", "K11");
    let t = t.operates("AFI", Activity::Track);
    assert_eq!(t.rule(lay("K11", "13", 0)), "1841-4.1.1-19");
    let set = &t.game.parts().tiles;
    let count = |color| -> u16 {
        let tiles = set.tiles.iter().zip(&set.stock_of).filter(|(tile, _)| tile.color() == color);
        tiles.map(|(_, stock)| set.stock[*stock as usize].unwrap()).sum()
    };
    use ferrata_engine::tile::Color::{Brown, Green, Yellow};
    assert_eq!([Yellow, Green, Brown].map(count), [72, 72, 45]);
}

/// Rules: 1841-4.1.1-14, 1841-4.6.1-01
/// G-16; traps: row 14 (#9373).
#[test]
fn no_track_across_a_border_in_phase_two() {
    let base = |edition, phase| {
        table(edition, 3)
            .phase(phase)
            .company("CTLP", "C5", "A 40")
            .tiles("I9 58 2")
            .tokens("CTLP", "H10")
            .operates("CTLP", Activity::Track)
    };
    let t = base("v1", 2);
    assert_eq!(t.rule(lay("H10", "5", 1)), "1841-4.1.1-14", "Piacenza's track would be joined");
    assert!(t.lays("H10").contains(&"5/5".to_string()), "a loose end may point at a border");
    assert!(base("v1", 3).lays("H10").contains(&"5/1".to_string()));
    assert!(
        base("v1 online", 2).lays("H10").contains(&"5/1".to_string()),
        "online two companies may meet there"
    );
}

// ---- §4.2 ----

/// The Zone: Parma, Reggio, Modena, Bologna in a row, AFI in Parma.
fn zone(edition: &str, phase: u8) -> T {
    table(edition, 3)
        .phase(phase)
        .company("AFI", "F4", "A 40")
        .company("RSFS", "C5", "B 40")
        .tiles("K11 5 5, L12 6 2, K13 6 5, L14 202 0")
        .tokens("AFI", "K11")
        .charter_tokens("AFI", 2)
}

/// Rules: 1841-4.2-01, 1841-4.2-02, 1841-4.2-03, 1841-4.2-05, 1841-4.2-06, 1841-4.2-08
#[test]
fn where_tokens_may_be_laid() {
    let mut t = zone("v1", 3).operates("AFI", Activity::Token);
    assert_eq!(t.token_places(), ["K13", "L12", "L14"]);
    assert_eq!(t.rule(place("AFI", "K11", 0)), "1841-4.2-08");
    assert_eq!(t.rule(place("AFI", "K15", 0)), "1841-4.2-03");
    t.plays(place("AFI", "L14", 0));
    assert_eq!((t.game.company(t.id("AFI")).tokens, t.has("AFI")), (1, 0), "free of charge");
    assert_ne!(t.activity(), Some(Activity::Token), "one per round");
    // A city full of foreign tokens blocks; one with a free slot does not.
    let full = zone("v1", 3).tokens("RSFS", "K13").operates("AFI", Activity::Token);
    assert_eq!(full.token_places(), ["L12"]);
    let open = zone("v1", 3).tiles("K13 619 3").tokens("RSFS", "K13").operates("AFI", Activity::Token);
    assert_eq!(open.token_places(), ["K13", "L12", "L14"]);
}

/// Rules: 1841-4.2-04, 1841-6.7-01
#[test]
fn no_token_beyond_a_border() {
    // Bologna to the south: N14, O13 would be Tuscany. From Como to Lugano: never.
    let lugano = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 40")
            .tiles("D8 6 0, C7 6 3")
            .tokens("AFI", "D8")
            .charter_tokens("AFI", 2)
            .operates("AFI", Activity::Token)
    };
    for phase in [3, 5, 8] {
        assert!(!lugano(phase).token_places().contains(&"C7".to_string()), "phase {phase}");
    }
    // Cremona and Piacenza … Parma: a border until phase four.
    let parma = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 40")
            .tiles("H10 57 2, I11 9 2, J12 9 2, K13 57 2")
            .tokens("AFI", "H10")
            .charter_tokens("AFI", 2)
            .operates("AFI", Activity::Token)
    };
    assert_ne!(parma(3).activity(), Some(Activity::Token));
    assert_eq!(parma(4).token_places(), ["K13"]);
}

/// Rules: 1841-4.2-07, 1841-4.2-07-v2
/// G-49.
#[test]
fn slots_kept_for_companies_of_history() {
    // AFI reaches Alessandria by Asti from Torino's south.
    let base = |edition: &str, phase| {
        table(edition, 3)
            .phase(phase)
            .company("AFI", "F4", "A 40")
            .tiles("I5 4 5, J6 57 5")
            .tokens("AFI", "H4.0")
            .charter_tokens("AFI", 2)
    };
    let kept = base("v1", 3).operates("AFI", Activity::Token);
    assert_ne!(kept.activity(), Some(Activity::Token), "Alessandria is kept for SFTG");
    let started = base("v1", 3).company("SFTG", "F4", "B 40").operates("AFI", Activity::Token);
    assert_eq!(started.token_places(), ["J6"]);
    assert_eq!(base("v1", 4).operates("AFI", Activity::Token).token_places(), ["J6"]);
    // v2: nobody else in Firenze before SFMA has started.
    let firenze = |edition: &str| {
        let t = table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 40")
            .tiles("R12 9 2, S13 8 2")
            .tokens("AFI", "Q11")
            .charter_tokens("AFI", 2)
            .operates("AFI", Activity::Token);
        t.token_places().contains(&"R14".to_string())
    };
    assert!(firenze("v1"), "the southern circle is free in v1");
    assert!(!firenze("v2"));
}

/// Rules: 1841-4.2-03
#[test]
fn a_pass_takes_tokens_too() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .tiles("K11 57 0, M11 613 0")
        .tokens("AFI", "K11")
        .charter_tokens("AFI", 2)
        .operates("AFI", Activity::Token);
    assert_eq!(t.token_places(), ["M11"]);
    assert!(t.refused(Action::Accept).because.contains("lay a token"));
}
