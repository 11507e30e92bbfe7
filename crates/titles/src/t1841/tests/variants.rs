//! Chapter 7: the unification variants and the stronger priority card.

use super::super::operating::Step;
use super::super::table::{Pending, Standing};
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;

/// The single borders: a pair of hexes on either side of each.
const BORDERS: [(&str, &str, &str); 7] = [
    ("Lombardia-Piedmont", "E7", "F6"),
    ("Lombardia-Zone", "H10", "I9"),
    ("Lombardia-Veneto", "F12", "G11"),
    ("Veneto-Zone", "H14", "I13"),
    ("Piedmont-Zone", "K9", "L8"),
    ("Piedmont-Tuscany", "P10", "Q11"),
    ("Tuscany-Zone", "M15", "O15"),
];

/// The borders in force in a phase, besides the Swiss one.
fn borders(edition: &str, phase: u8) -> Vec<&'static str> {
    let t = table(edition, 3).phase(phase);
    assert!(t.border("C7", "D8"), "the Swiss border stays");
    BORDERS.iter().filter(|(_, a, b)| t.border(a, b)).map(|(name, ..)| *name).collect()
}

const BEFORE: [&str; 6] = [
    "Lombardia-Piedmont",
    "Lombardia-Zone",
    "Veneto-Zone",
    "Piedmont-Zone",
    "Piedmont-Tuscany",
    "Tuscany-Zone",
];

/// IRSFF and two Tuscan minors run; C's AFI buys the first train of a size.
fn first_train(edition: &str, phase: u8) -> T {
    let size = phase.to_string();
    let price = [100, 200, 350, 550][usize::from(phase) - 2];
    let mut t = table(edition, 3)
        .phase(phase - 1)
        .company("IRSFF", "F4", "B 60")
        .company("SFLP", "D4", "A 60")
        .company("SFMA", "C5", "A 60")
        .company("AFI", "I3", "C 60")
        .tokens("IRSFF", "F8 F16")
        .tokens("SFLP", "P12")
        .tokens("SFMA", "R14.1")
        .tokens("AFI", "K11")
        .cash("AFI", 1000)
        .sold_up_to(&size);
    t.say(&["split_done"], false);
    let mut t = t.operates("AFI", Step::Trains);
    t.plays(buy_train(&size, "bank", price));
    assert_eq!(t.in_phase(), phase);
    t
}

/// Whether the split has been made or has begun.
fn split(t: &T) -> bool {
    t.game.company(t.id("IRSFF")).standing == Standing::Gone
        || t.game.table.pending.iter().any(|step| matches!(step, Pending::Splitting(_)))
}

fn stands(t: &T, company: &str) -> Standing {
    t.game.company(t.id(company)).standing
}

/// The Tuscan merger is under way, or made.
fn merged(t: &T) -> bool {
    t.game.table.tuscan_done && (!t.game.table.pending.is_empty() || stands(t, "SFLi") == Standing::Running)
}

/// Rules: 1841-4.6.2-05, 1841-4.6.2-01
#[test]
fn without_a_variant_split_and_tuscan_merger_come_with_phase_four() {
    assert!(!split(&first_train("v1", 3)));
    let t = first_train("v1", 4);
    assert!(split(&t));
    assert_eq!(borders("v1", 3), BEFORE);
    assert_eq!(borders("v1", 4), ["Lombardia-Veneto", "Veneto-Zone"]);
    assert!(borders("v1", 5).is_empty());
}

/// Rules: 1841-7.1.1-01, 1841-7.1.1-02, 1841-7.1.1-03, 1841-7.1.1-04, 1841-7.1.1-05, 1841-7.1.1-06
#[test]
fn napoleons_project() {
    let edition = "v1 napoleon";
    assert_eq!(borders(edition, 3), BEFORE);
    // Austria is gone; its land has joined Piedmont, and the Zone is one with Tuscany (G-47).
    let zone = ["Lombardia-Zone", "Veneto-Zone", "Piedmont-Zone", "Piedmont-Tuscany"];
    assert_eq!(borders(edition, 4), zone);
    assert!(borders(edition, 5).is_empty());
    no_split_and_a_late_merger(edition);
}

#[track_caller]
fn no_split_and_a_late_merger(edition: &str) {
    let t = first_train(edition, 4);
    assert!(!split(&t) && !t.game.table.tuscan_done);
    assert_eq!((stands(&t, "IRSFF"), stands(&t, "SFLP")), (Standing::Running, Standing::Running));
    assert_ne!(stands(&t, "SFL"), Standing::Running);
    let t = first_train(edition, 5);
    assert!(!split(&t) && merged(&t));
    assert_eq!(stands(&t, "IRSFF"), Standing::Running);
}

/// Rules: 1841-7.1.2-01, 1841-7.1.2-02
#[test]
fn cavours_plan() {
    let edition = "v1 cavour";
    assert_eq!(borders(edition, 3), BEFORE);
    assert!(borders(edition, 4).is_empty());
    let t = first_train(edition, 4);
    assert!(!split(&t) && merged(&t));
    assert_eq!(stands(&t, "IRSFF"), Standing::Running);
}

/// Rules: 1841-7.1.3-01, 1841-7.1.3-02, 1841-7.1.3-03, 1841-7.1.3-04, 1841-7.1.3-05, 1841-7.1.3-06
#[test]
fn williams_idea() {
    let edition = "v1 william";
    assert_eq!(borders(edition, 3), BEFORE);
    // All as before, but Zone and Tuscany are one.
    assert_eq!(borders(edition, 4), BEFORE[..5]);
    assert!(borders(edition, 5).is_empty());
    no_split_and_a_late_merger(edition);
}

/// Rules: 1841-7.1.4-01, 1841-7.1.4-02, 1841-7.1.4-03, 1841-7.1.4-04
#[test]
fn carlo_albertos_dream() {
    let edition = "v1 carlo-alberto";
    assert_eq!(borders(edition, 2), BEFORE);
    assert_eq!(borders(edition, 3), ["Lombardia-Veneto", "Veneto-Zone"]);
    assert_eq!(borders(edition, 4), ["Lombardia-Veneto", "Veneto-Zone"]);
    let t = first_train(edition, 3);
    assert!(split(&t) && !t.game.table.tuscan_done);
    let t = first_train(edition, 4);
    assert!(t.game.table.tuscan_done);
}

/// Rules: 1841-7.1.4-02, 1841-4.2-07, 1841-8-02, 1841-G-47
/// G-47: what was IRSFF's is free, and its concession leaves with it.
#[test]
fn after_an_early_split_nothing_waits_for_irsff() {
    let mut t = first_train("v1 carlo-alberto", 3);
    while !t.game.table.pending.is_empty() {
        t.passes_or_must();
    }
    let card = t.game.charter(t.id("IRSFF")).concession.unwrap();
    assert_eq!((t.game.concession_holder(card), stands(&t, "IRSFF")), (Holder::Out, Standing::Gone));
    assert_ne!(t.game.concession_holder(t.game.charter(t.id("SFTN")).concession.unwrap()), Holder::Out);
    // The second slot of Milano is not kept for it; before phase four it would be if it could still come.
    let milano = |edition, gone: bool| {
        let mut t = table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 50")
            .tiles("D8 6 0, E9 202 1, F8 604 0")
            .company("SFL", "F4", "B 60")
            .tokens("SFL", "F8")
            .tokens("AFI", "D8")
            .charter_tokens("AFI", 2);
        if gone {
            t.say(&["company", "IRSFF", "standing"], Standing::Gone);
        }
        let t = t.operates("AFI", Step::Station);
        t.token_places().contains(&"F8".to_string())
    };
    assert!(milano("v1 carlo-alberto", true));
    assert!(!milano("v1", false));
}

/// Rules: 1841-7.1.4-02, 1841-3.3-02, 1841-G-47
/// G-47: where the split finds no IRSFF, none can be started any more.
#[test]
fn an_early_split_without_irsff_leaves_none_to_start() {
    let mut t = table("v1 carlo-alberto", 3)
        .phase(2)
        .company("SFTN", "I3", "C 60")
        .tokens("SFTN", "H4.1")
        .concession("IRSFF", "B")
        .cash("SFTN", 1000)
        .sold_up_to("3");
    t.say(&["split_done"], false);
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("3", "bank", 200));
    let card = t.game.charter(t.id("IRSFF")).concession.unwrap();
    assert_eq!((t.game.concession_holder(card), stands(&t, "IRSFF")), (Holder::Out, Standing::Gone));
    assert_eq!((stands(&t, "SFV"), stands(&t, "SFL")), (Standing::Gone, Standing::Gone));
}

/// Rules: 1841-7.1.5-01, 1841-7.1.5-02, 1841-7.1.5-03, 1841-7.1.5-04, 1841-7.1.5-05, 1841-7.1.5-06
#[test]
fn franz_josephs_gambit() {
    let edition = "v1 franz-joseph";
    assert_eq!(borders(edition, 3), BEFORE);
    // Tuscany, Austria and the Zone are one state; Piedmont is apart.
    assert_eq!(borders(edition, 4), ["Lombardia-Piedmont", "Piedmont-Zone", "Piedmont-Tuscany"]);
    assert!(borders(edition, 5).is_empty());
    no_split_and_a_late_merger(edition);
}

/// Rules: 1841-7.1.5-07
#[test]
fn under_franz_joseph_companies_start_on_austrian_soil() {
    let places = |edition| {
        let mut t = table(edition, 3).phase(3);
        t.plays(start("AFI", 144, 20));
        t.pass();
        t.token_places()
    };
    for austrian in ["E9", "H10", "G15"] {
        assert!(places("v1 franz-joseph").contains(&austrian.to_string()));
        assert!(!places("v1 napoleon").contains(&austrian.to_string()));
    }
    assert!(!places("v1 franz-joseph").contains(&"F8".to_string()), "Milano is kept");
}

fn with_card() -> T {
    table("v1 priority-card", 3).company("SFTN", "F4", "B 50").tokens("SFTN", "H4.1").cash("B", 100)
}

/// Rules: 1841-7.2-01
#[test]
fn the_priority_card_is_sold() {
    let mut t = with_card();
    for _ in 0..3 {
        t.pass();
    }
    // Nobody acted: A still has the card, and may sell it.
    assert_eq!(t.who(), 'A');
    let deal = |price| propose(buy_card("B", "priority", "A", price));
    t.refused(deal(0));
    t.refused(deal(101));
    t.refused(propose(buy_card("B", "priority", "C", 30)));
    let had = t.has("A");
    let mut kept = t.clone();
    kept.pass();
    assert_eq!(kept.game.table.priority, seat('A'));
    t.plays(deal(30));
    assert_eq!(t.who(), 'B');
    t.plays(Action::Accept);
    assert_eq!((t.game.table.priority, t.has("A"), t.has("B")), (seat('B'), had + 30, 70));
    assert_eq!(t.acts().as_deref(), Some("SFTN"));
    // Without the variant nobody is asked.
    let mut t = table("v1", 3).company("SFTN", "F4", "B 50").tokens("SFTN", "H4.1");
    t.pass_stock_round();
    assert_eq!(t.acts().as_deref(), Some("SFTN"));
}

/// Rules: 1841-7.2-02
#[test]
fn the_holder_demands_one_more_operating_round() {
    let asked = |t: &T| t.offers().iter().any(|offer| matches!(offer, Offer::Choose { .. }));
    let mut t = with_card().operates("SFTN", Step::Track);
    t.ends_turn();
    assert!(asked(&t));
    assert_eq!(t.who(), 'A');
    let mut declined = t.clone();
    declined.pass();
    assert_eq!(declined.stock_round(), Some(3));
    t.plays(choose("yes"));
    assert_eq!((t.acts().as_deref(), t.game.operating().unwrap().number), (Some("SFTN"), 2));
    t.ends_turn();
    assert_eq!(t.stock_round(), Some(3), "one more, not two");
}

/// Rules: 1841-7.2-02, 1841-4-07
#[test]
fn one_more_operating_round_after_three_is_a_fourth() {
    let mut t = with_card().phase(5).operates("SFTN", Step::Track);
    for number in 1..=3 {
        assert_eq!((t.acts().as_deref(), t.game.operating().unwrap().number), (Some("SFTN"), number));
        t.ends_turn();
    }
    t.plays(choose("yes"));
    assert_eq!((t.acts().as_deref(), t.game.operating().unwrap().number), (Some("SFTN"), 4));
    t.ends_turn();
    assert_eq!(t.stock_round(), Some(3));
}
