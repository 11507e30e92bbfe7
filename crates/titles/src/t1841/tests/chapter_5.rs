//! Chapters 5, 7 and 8: the end of the game, the optional rules, the glossary.

use super::super::end::{Ending, Over, Why};
use super::super::operating::Step;
use super::super::table::Round;
use super::builder::*;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::turn::{Title, Turn};

fn over(t: &T) -> Option<Why> {
    match t.game.table.round {
        Round::Over(Over(why)) => Some(why),
        _ => None,
    }
}

/// Rules: 1841-5-01, 1841-1.1-02
#[test]
fn a_price_of_516_ends_the_game_with_the_turn() {
    let mut t = table("v1", 3)
        .phase(8)
        .company("SFTG", "R1", "A 60, B 40")
        .company("SFTN", "F4", "B 60, A 40")
        .earned("SFTG", 470);
    t.plays(settle(Settlement::Pay));
    while t.game.acting().ok() == Some(t.id("SFTG")) {
        t.pass();
    }
    assert_eq!((t.price("SFTG"), over(&t)), (516, Some(Why::Price)), "SFTN does not act any more");
    let Turn::Over(outcome) = t.game.turn() else { panic!("the game is over") };
    assert_eq!(outcome.standings[0].0, seat('A'));
    assert!(t.game.apply(&ferrata_engine::turn::Entry::seat(seat('A'), Action::Pass)).is_err());
}

/// Rules: 1841-5-02
#[test]
fn a_price_of_516_after_a_stock_round_ends_it_at_once() {
    let mut t = table("v1", 3).phase(8).company("SFTG", "S2", "A 60, B 40");
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(over(&t), Some(Why::Price));
}

/// The areas joined to cities: all but Roma, whose entrance T12 is still bare.
pub(super) const AREAS: &str = "A5 610 2, B6 8 0, D6 8 3, E7 6 0, C7 57 0, C15 613 2, D16 6 2, G1 610 0, I1 7 3, H2 8 5, I3 8 2, \
                     O5 8 4, N6 3 1, M5 614 3, K5 8 4, J6 57 1, N16 55 2, M15 9 2, L14 201 5, S11 6 3";

/// Rules: 1841-1.1-02, 1841-5-01, 1841-M-07, 1841-G-43
/// G-43: tokens are ignored.
#[test]
fn joining_every_off_board_area_ends_the_game_with_the_turn() {
    let mut t = table("v1", 3)
        .phase(5)
        .tiles(AREAS)
        .company("CTLP", "F4", "A 60, B 40")
        .company("SFTN", "C5", "B 60, A 40")
        .tokens("CTLP", "S11")
        .operates("CTLP", Step::Track);
    assert_eq!(t.game.fixed.geography.areas.len(), 8);
    t.plays(lay("T12", "8", 0));
    assert_eq!(t.game.table.areas, 0b1111_1111);
    while over(&t).is_none() {
        assert_eq!(t.game.acting(), Ok(t.id("CTLP")), "the others do not act any more");
        t.plays(if t.offers().iter().any(|offer| offer.covers(&Action::Pass)) {
            Action::Pass
        } else {
            t.offers()[0].samples()[0].clone()
        });
    }
    assert_eq!(over(&t), Some(Why::Areas));
}

/// Rules: 1841-1.1-02, 1841-G-43
/// G-43: a small town is a town of the same word in v1: Roma is joined to Siena. Tokens and borders do not matter.
#[test]
fn an_off_board_area_may_be_joined_to_a_small_town() {
    let joined = |edition: &str| {
        let t = table(edition, 3).phase(5).company("CTLP", "F4", "A 60").tokens("CTLP", "S11");
        let mut t = t.tiles("S11 6 3, T14 58 0").operates("CTLP", Step::Track);
        super::super::end::check_areas(&mut t.game);
        let roma = t.game.fixed.geography.areas.iter().position(|area| area.contains(&t.hex("V12"))).unwrap();
        t.game.table.areas >> roma & 1 == 1
    };
    assert!(joined("v1"));
    assert!(!joined("v2"), "there it must be a city");
}

/// Rules: 1841-1.1-02, 1841-G-43
/// G-43: neither a border nor a full pass cuts an area off.
#[test]
fn borders_and_tokens_do_not_cut_an_off_board_area_off() {
    let joined = |phase, tiles: &str, area: &str| {
        let t = table("v1", 3).phase(phase).company("CTLP", "F4", "A 60").tokens("CTLP", "S11");
        let t = t.company("RSFS", "C5", "B 40").tiles(tiles);
        let t = if phase == 5 { t.tokens("RSFS", "A5") } else { t };
        let mut t = t.operates("CTLP", Step::Track);
        super::super::end::check_areas(&mut t.game);
        let at = t.game.fixed.geography.areas.iter().position(|hexes| hexes.contains(&t.hex(area))).unwrap();
        t.game.table.areas >> at & 1 == 1
    };
    // From the Adriatic coast over Tuscan soil to a town of the Conservative Zone.
    assert!(joined(3, "P16 7 3, N16 632 0", "O17"));
    assert!(!joined(3, "N16 632 0", "O17"));
    // From Lausanne over the Simplon, where RSFS has the only slot, to Novara.
    assert!(joined(5, "A5 610 2, B6 8 0, D6 9 0, F6 632 0", "a4"));
    assert!(!joined(5, "A5 610 2, B6 8 0, F6 632 0", "a4"));
}

/// O-13: online what a layer reached stays recorded.
/// Rules: 1841-5-01, 1841-O-13
#[test]
fn areas_online_are_recorded_by_the_layer() {
    let mut t = table("v1 online", 3)
        .phase(5)
        .company("CTLP", "F4", "A 60, B 40")
        .tiles("S11 6 3")
        .tokens("CTLP", "S11");
    for area in ["Adriatic Coast", "East", "Gotthard", "Lausanne & Lötschberg", "Lyon", "Marseille", "Trento"]
    {
        t.say(&["area_connected", area], true);
    }
    let mut t = t.operates("CTLP", Step::Track);
    t.plays(lay("T12", "8", 0));
    assert!(matches!(t.game.table.ending, Some(Ending::Turn(Why::Areas))) || over(&t).is_some());
}

/// TV-20.
/// Rules: 1841-5-03, 1841-5-05, 1841-1.1-02, 1841-TV-20
#[test]
fn a_dry_bank_ends_the_game_after_the_operating_round() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 60, B 40")
        .company("SFTN", "C5", "B 60, A 40")
        .bank(50)
        .earned("SFTG", 100);
    assert_eq!(t.game.operating().unwrap().of, 3);
    t.plays(settle(Settlement::Pay));
    assert_eq!(t.has("bank"), -50, "what cannot be paid counts in full");
    while t.game.acting().ok() == Some(t.id("SFTG")) {
        t.pass();
    }
    assert_eq!(t.game.acting(), Ok(t.id("SFTN")), "the round is completed");
    while over(&t).is_none() {
        t.pass();
    }
    assert_eq!(over(&t), Some(Why::Bank));
}

/// TV-20.
/// Rules: 1841-5-04, 1841-TV-20
#[test]
fn a_bank_dry_in_a_stock_round_leaves_one_more_operating_round() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 60, B 40").bank(50);
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.has("bank"), -50);
    assert!(over(&t).is_none());
    t.pass_stock_round();
    assert!(t.game.operating().is_ok());
    while over(&t).is_none() {
        assert_eq!(t.game.operating().unwrap().number, 1);
        t.pass();
    }
    assert_eq!(over(&t), Some(Why::Bank));
}

/// Rules: 1841-5-04-v2
/// Traps: row 34 (#9474): the end of a turn is earlier than the end of a round.
#[test]
fn the_earliest_end_counts() {
    let mut t = table("v2", 3).phase(8).company("SFTG", "F4", "A 60");
    t.game.trigger(Ending::Round(Why::Bank));
    t.game.trigger(Ending::Turn(Why::Price));
    assert_eq!(t.game.table.ending, Some(Ending::Turn(Why::Price)));
    t.game.trigger(Ending::Round(Why::Bank));
    assert_eq!(t.game.table.ending, Some(Ending::Turn(Why::Price)));
}

/// O-25: online zero is not yet dry.
/// Rules: 1841-1.1-02, 1841-O-25
#[test]
fn an_empty_bank_is_dry_by_the_book() {
    let dry = |edition: &str| {
        let mut t = table(edition, 3).phase(5).company("SFTG", "F4", "A 60, B 40").bank(100);
        t.plays(sell("A", "SFTG", 10));
        t.game.table.ending.is_some()
    };
    assert!(dry("v1"));
    assert!(!dry("v2 online"));
}

/// Rules: 1841-5-06, 1841-1.1-03
#[test]
fn the_accounting() {
    let mut t = table("v1", 3)
        .phase(8)
        .company("SFTG", "S2", "A 60, B 40")
        .cash("A", 0)
        .cash("B", 2000)
        .cash("C", 10);
    t.say(&["seat", "B", "loans"], 1);
    for _ in 0..3 {
        t.pass();
    }
    let Turn::Over(outcome) = t.game.turn() else { panic!("the game is over") };
    assert_eq!(
        outcome.standings,
        [(seat('B'), Money(2000 + 4 * 516 - 500)), (seat('A'), Money(6 * 516)), (seat('C'), Money(10))]
    );
}

// ---- chapter 7.1 ----

/// Whether two lands are one in a phase: Piedmont, Lombardia, Veneto, the Zone, Tuscany.
fn one_land(variant: &str, phase: u8, a: char, b: char) -> bool {
    let t = table(&format!("v1 {variant}"), 3).phase(phase);
    let hex = |land| {
        t.hex(match land {
            'P' => "J6",
            'L' => "E9",
            'V' => "G15",
            'Z' => "K11",
            'T' => "P12",
            _ => "C7",
        })
    };
    t.game.same_side(hex(a), hex(b))
}

fn lands(variant: &str, phase: u8) -> String {
    let pairs = [('P', 'L'), ('P', 'Z'), ('P', 'T'), ('L', 'V'), ('L', 'Z'), ('V', 'Z'), ('Z', 'T')];
    let joined = pairs.into_iter().filter(|(a, b)| one_land(variant, phase, *a, *b));
    joined.map(|(a, b)| format!("{a}{b}")).collect::<Vec<_>>().join(" ")
}

/// Rules: 1841-6.1-01, 1841-6.6-01, 1841-6.7-01, 1841-4.6.2-01, 1841-4.6.2-03, 1841-4.6.3-01
#[test]
fn the_borders_without_a_variant() {
    for phase in [2, 3] {
        assert_eq!(lands("", phase).trim(), "LV");
    }
    assert_eq!(lands("", 4), "PL PZ PT LZ ZT");
    assert_eq!(lands("", 5), "PL PZ PT LV LZ VZ ZT");
    for phase in 2..=8 {
        assert!(!one_land("", phase, 'S', 'L'), "the Swiss border lasts");
    }
}

/// Rules: 1841-7.1.1-01, 1841-7.1.1-04, 1841-7.1.1-05, 1841-7.1.1-06, 1841-G-47
/// G-47: the land that Austria lost joins Piedmont.
#[test]
fn napoleons_project() {
    assert_eq!(lands("napoleon", 3), "LV");
    assert_eq!(lands("napoleon", 4), "PL LV ZT");
    assert_eq!(lands("napoleon", 5), "PL PZ PT LV LZ VZ ZT");
}

/// Rules: 1841-7.1.2-01
#[test]
fn cavours_plan() {
    assert_eq!(lands("cavour", 3), "LV");
    assert_eq!(lands("cavour", 4), "PL PZ PT LV LZ VZ ZT");
}

/// Rules: 1841-7.1.3-01, 1841-7.1.3-04, 1841-7.1.3-05, 1841-7.1.3-06
#[test]
fn williams_idea() {
    assert_eq!(lands("william", 4), "LV ZT");
    assert_eq!(lands("william", 5), "PL PZ PT LV LZ VZ ZT");
}

/// Rules: 1841-7.1.4-01, 1841-7.1.4-03, 1841-7.1.4-04
#[test]
fn carlo_albertos_dream() {
    assert_eq!(lands("carlo-alberto", 2), "LV");
    assert_eq!(lands("carlo-alberto", 3), "PL PZ PT LZ ZT");
    assert_eq!(lands("carlo-alberto", 4), "PL PZ PT LZ ZT");
    let t = table("v1 carlo-alberto", 3).phase(3);
    let open = |hex| !t.game.austria_closed(t.hex(hex));
    assert!(open("E9") && open("G15"), "G-47: Austrian homes open with the split");
}

/// Rules: 1841-7.1.5-03, 1841-7.1.5-04, 1841-7.1.5-05, 1841-7.1.5-06, 1841-7.1.5-07
#[test]
fn franz_josephs_gambit() {
    assert_eq!(lands("franz-joseph", 3), "LV");
    assert_eq!(lands("franz-joseph", 4), "LV LZ VZ ZT");
    assert_eq!(lands("franz-joseph", 5), "PL PZ PT LV LZ VZ ZT");
    let mut t = table("v1 franz-joseph", 3).phase(3);
    t.plays(start("CTLP", 100, 40));
    assert!(t.token_places().contains(&"E9".to_string()), "homes on Austrian soil from phase three");
}

// ---- chapter 7.2 ----

/// Rules: 1841-7.2-01
#[test]
fn the_priority_card_can_be_sold() {
    let mut t = table("v1 priority-card", 3).phase(5).company("SFTG", "F4", "A 60, B 40");
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.who(), 'A');
    let deal = |price| buy_card("C", "priority", "A", price);
    assert_eq!(t.rule(propose(deal(0))), "1841-7.2-01");
    t.plays(propose(deal(25)));
    assert_eq!(t.who(), 'C');
    t.plays(Action::Accept);
    assert_eq!((t.game.table.priority, t.has("A"), t.has("C")), (seat('C'), 1145, 1095));
    assert!(t.game.operating().is_ok());
    // Without the variant nobody is asked.
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 60, B 40");
    for _ in 0..3 {
        t.pass();
    }
    assert!(t.game.table.pending.is_empty());
}

/// Rules: 1841-7.2-02, 1841-G-50
/// G-50: one extra round per set.
#[test]
fn the_holder_may_demand_one_more_operating_round() {
    let mut t =
        table("v1 priority-card", 3).company("SFTC", "F4", "A 40, B 60").operates("SFTC", Step::Track);
    while t.game.acting().is_ok() {
        t.pass();
    }
    assert_eq!(t.offers().len(), 2);
    let mut no = t.clone();
    no.pass();
    assert_eq!(no.stock_round(), Some(3));
    t.plays(choose("yes"));
    assert_eq!(t.game.operating().map(|round| round.number), Ok(2));
    while t.game.operating().is_ok() {
        t.pass();
    }
    assert_eq!(t.stock_round(), Some(3), "only one");
}

/// A table on which nobody can do anything any more does not go on for ever.
#[test]
fn a_standstill_ends_the_game() {
    let t = table("v2", 3)
        .phase(5)
        .company("SFTG", "A13", "pool 50, A 10, B 10")
        .cash("A", 0)
        .cash("B", 0)
        .cash("C", 0);
    assert_eq!(over(&t), Some(Why::Standstill));
}

/// G-53: deals among players are possible, but nobody wants one and no company can act.
#[test]
fn a_standstill_of_twenty_rounds_ends_the_game() {
    let base = |holdings: &str| {
        let t = table("v1", 3).phase(5).company("SFTG", "A13", holdings).tokens("SFTG", "K11");
        t.cash("A", 1).cash("B", 1).cash("C", 1)
    };
    let (mut t, mut last) = (base("pool 50, A 10, B 10"), None);
    while over(&t).is_none() {
        let deals = t.stock_round() == Some(8) && t.who() == 'C' && t.percent("SFTG", "C") == 0;
        if deals {
            t.plays(propose(buy("C", "SFTG", 10, "B", 1)));
        }
        t.plays(if deals { Action::Accept } else { Action::Pass });
        last = t.stock_round().or(last);
    }
    assert_eq!((over(&t), last), (Some(Why::Standstill), Some(28)), "twenty after the deal");
    // While a company acts the game goes on.
    let mut t = base("A 60, B 20");
    for _ in 0..100 {
        t.passes_or_must();
    }
    assert_eq!((over(&t), t.game.table.idle_rounds), (None, 0));
}
