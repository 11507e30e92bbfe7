//! Chapter 4.2: laying tokens.

use super::super::operating::Step;
use super::builder::*;

/// AFI in Parma, a line to Modena (where RSFS has a token) and on to Bologna.
fn parma_to_bologna(modena: &str) -> T {
    table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .company("RSFS", "C5", "B 50")
        .tiles("K11 57 1, J12 8 5, K13 57 2, L14 621 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "K13 S11")
        .charter_tokens("AFI", 3)
        .cash("AFI", 300)
        .tiles(modena)
        .operates("AFI", Step::Station)
}

/// Rules: 1841-4.2-01, 1841-4.2-05, 1841-4.2-06, 1841-4.2-03
#[test]
fn a_full_place_blocks_and_a_free_slot_does_not() {
    // Modena on a tile with one slot: nothing can be reached beyond it.
    let t = parma_to_bologna("K13 205 2");
    assert_ne!(t.step(), Some(Step::Station), "there is no place for a token");
    let t = parma_to_bologna("K13 14 1");
    assert_eq!(t.token_places(), ["K13", "L14"]);
}

/// Rules: 1841-4.2-02, 1841-4.2-03, 1841-4.2-08
#[test]
fn one_token_a_turn_free_of_charge() {
    let mut t = parma_to_bologna("K13 14 1");
    assert_eq!(t.rule(place("AFI", "K11", 0)), "1841-4.2-08", "there is one already");
    assert_eq!(t.rule(place("AFI", "J12", 0)), "1841-4.2-03", "plain track");
    assert_eq!(t.rule(place("AFI", "L12", 0)), "1841-4.2-03", "not connected");
    t.plays(place("AFI", "L14", 0));
    assert_eq!(t.placed("AFI"), ["K11", "L14"]);
    assert_eq!((t.game.company(t.id("AFI")).tokens, t.has("AFI")), (2, 300));
    assert_ne!(t.step(), Some(Step::Station), "one per turn");
    // Without a token on the charter nothing is asked.
    let t = parma_to_bologna("K13 14 1").charter_tokens("AFI", 0).operates("AFI", Step::Station);
    assert_ne!(t.step(), Some(Step::Station));
}

/// Rules: 1841-4.2-03, 1841-4.2-08
#[test]
fn tokens_on_passes_but_never_two_on_a_hex() {
    let mut t = table("v1", 3)
        .phase(4)
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4")
        .tiles("H4 606 4, I5 4 2, J6 57 5, K7 613 2")
        .charter_tokens("SFTN", 2)
        .operates("SFTN", Step::Station);
    // The second slot of Torino is free, but not for SFTN; the town of Asti takes none.
    assert_eq!(t.game.table.board.free_slots(t.hex("H4"), 0), 1);
    assert_eq!(t.token_places(), ["J6", "K7"]);
    assert_eq!(t.rule(place("SFTN", "H4", 0)), "1841-4.2-08");
    assert_eq!(t.rule(place("SFTN", "I5", 0)), "1841-4.2-03");
    t.plays(place("SFTN", "K7", 0));
    assert_eq!(t.placed("SFTN").len(), 2);
}

/// Rules: 1841-4.2-08
#[test]
fn nor_in_the_other_city_of_the_hex() {
    // Pisa – Lucca – Pistoia – S13 – Firenze Sud; SSFL has a token in Firenze Nord.
    let t = table("v1", 3).phase(4).company("SSFL", "F4", "A 50").tiles("Q13 56 5, S13 7 3");
    let south = t.clone().tokens("SSFL", "Q11").charter_tokens("SSFL", 2).operates("SSFL", Step::Station);
    assert!(south.token_places().contains(&"R14".to_string()), "Firenze Sud is free and can be reached");
    let t = t.tokens("SSFL", "Q11 R14.1").charter_tokens("SSFL", 2).operates("SSFL", Step::Station);
    assert!(!t.token_places().contains(&"R14".to_string()));
    assert_eq!(t.rule(place("SSFL", "R14", 0)), "1841-4.2-08");
}

/// Rules: 1841-4.2-04, 1841-4.6.1-01, 1841-6.7-01
/// Traps: row 34: what can be reached changes with the phase.
#[test]
fn no_token_beyond_a_border() {
    let parma = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 50")
            .tiles("K11 57 0, I11 8 0, H10 57 5, M11 613 0")
            .tokens("AFI", "K11")
            .charter_tokens("AFI", 2)
            .operates("AFI", Step::Station)
    };
    let t = parma(3);
    assert_eq!(t.token_places(), ["M11"]);
    assert_eq!(t.rule(place("AFI", "H10", 0)), "1841-4.2-04");
    assert!(parma(4).token_places().contains(&"H10".to_string()));
    // Lugano never.
    for phase in [3, 5, 8] {
        let t = table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 50")
            .tiles("D8 6 0, C7 6 3, E9 202 1, F8 604 0")
            .tokens("AFI", "D8")
            .charter_tokens("AFI", 2)
            .operates("AFI", Step::Station);
        let places = t.token_places();
        assert!(places.contains(&"F8".to_string()) && !places.contains(&"C7".to_string()), "phase {phase}");
        assert_eq!(t.rule(place("AFI", "C7", 0)), "1841-4.2-04");
    }
}

/// Rules: 1841-4.2-07, 1841-G-49
/// G-49.
#[test]
fn the_homes_of_historical_companies_are_kept() {
    let genova = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("RSFS", "F4", "A 50")
            .tiles("M7 608 0, K7 614 0, J6 57 5")
            .tokens("RSFS", "M7")
            .charter_tokens("RSFS", 2)
    };
    let t = genova(3).operates("RSFS", Step::Station);
    assert_eq!(t.token_places(), ["K7"]);
    assert_eq!(t.rule(place("RSFS", "J6", 0)), "1841-4.2-07");
    // SFTG has started and given Alessandria up.
    let mut t = genova(3).company("SFTG", "C5", "B 50").tokens("SFTG", "H4.0");
    t = t.operates("RSFS", Step::Station);
    assert!(t.token_places().contains(&"J6".to_string()));
    let t = genova(4).operates("RSFS", Step::Station);
    assert!(t.token_places().contains(&"J6".to_string()));
}

/// Rules: 1841-4.2-07-v2, 1841-4.2-07
#[test]
fn firenze_waits_for_maria_antonia_in_v2() {
    // Pisa – Lucca – Pistoia – S13 – Firenze south.
    let pisa = |edition, phase, sfma: bool| {
        let t = table(edition, 3).phase(phase).company("SSFL", "F4", "A 50");
        let t = if sfma { t.company("SFMA", "C5", "B 60").tokens("SFMA", "R14.1") } else { t };
        let t = t.tiles("Q13 56 5, S13 7 3").tokens("SSFL", "Q11").charter_tokens("SSFL", 2);
        let t = t.operates("SSFL", Step::Station);
        t.step() == Some(Step::Station) && t.token_places().contains(&"R14".to_string())
    };
    assert!(pisa("v1", 2, false), "only the northern circle is kept");
    assert!(!pisa("v2", 2, false));
    assert!(pisa("v2", 2, true));
    assert!(pisa("v2", 4, false));
}
