//! Chapter 4: the order of companies and activities in an operating round.

use super::super::operating::Step;
use super::builder::*;
use super::given::*;
use ferrata_engine::name::CompanyName;

/// IRSFF in phase two, with its two homes and money.
fn irsff() -> T {
    let t = table("v1", 3).company("IRSFF", "F4", "A 40").tokens("IRSFF", "F8 F16").cash("IRSFF", 500);
    t.homes("IRSFF", "F8 F16")
}

/// SFTG in Torino, its way to Alessandria and the Giovi pass, where RSFS has a token.
fn torino_to_the_giovi() -> T {
    table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 50")
        .company("RSFS", "C5", "B 50")
        .cash("SFTG", 500)
        .charter_tokens("SFTG", 2)
        .tiles("I5 4 2, J6 57 5, K7 613 2")
        .tokens("SFTG", "H4.0")
        .tokens("RSFS", "K11 K7")
        .trains("SFTG", "2")
}

/// Rules: 1841-4-01, 1841-4-05
#[test]
fn the_activities_of_a_turn_in_their_order() {
    let mut t = torino_to_the_giovi().operates("SFTG", Step::Track);
    // Nothing can be taken out of order.
    assert!(t.refused(place("SFTG", "J6", 0)).because.to_string().contains("lay a tile"));
    t.refused(buy_train("3", "bank", 200));
    t.refused(sell("SFTG", "SFTG", 10));
    let mut seen = vec![t.step().unwrap()];
    while t.acts().as_deref() == Some("SFTG") {
        match t.step().unwrap() {
            Step::Station => {
                assert!(t.refused(lay("I5", "4", 2)).because.to_string().contains("lay a token"));
                t.pass();
            }
            Step::Run => {
                assert!(
                    t.refused(buy_train("3", "bank", 200)).because.to_string().contains("run the trains")
                );
                assert_eq!(t.has("SFTG"), 500, "nothing is earned before the run");
                t.runs();
            }
            Step::Dividend => {
                t.plays(keeps());
                assert_eq!(t.has("SFTG"), 500 + 40 + 10 + 20);
            }
            _ => {
                t.pass();
            }
        }
        seen.extend(t.step().filter(|_| t.acts().as_deref() == Some("SFTG")));
    }
    use Step::*;
    assert_eq!(seen, [Track, Station, Run, Dividend, Slot, Trains, Shares]);
    assert!([Track, Station, Run, Dividend, Slot, Trains, Shares, Merger, Transformation, Done].is_sorted());
    assert_eq!(t.acts().as_deref(), Some("RSFS"));
}

/// Rules: 1841-4-02, 1841-4-03, 1841-4-06
#[test]
fn the_highest_price_acts_first() {
    // 95 is printed on C1, E3 and F5; three share F5.
    let mut t = table("v1", 3)
        .phase(3)
        .company("AFI", "C1", "A 20")
        .company("ATFA", "F5", "A 20")
        .company("CFCC", "F5", "B 20")
        .company("CGTF", "E3", "B 20")
        .company("CTDA", "F4", "C 20")
        .company("CTS", "A13", "C 20")
        .company("ICSF", "F5", "C 20")
        .tokens("CTDA", "K11")
        .operates("CTDA", Step::Track);
    assert_eq!(t.order(), ["CTDA", "ATFA", "CFCC", "ICSF", "CGTF", "AFI", "CTS"]);
    // G-13: a price that changes in the round changes the order of those who have not acted.
    let mut moved = t.clone();
    let atfa = t.id("ATFA");
    moved.game.move_down(atfa, 2, &mut Default::default());
    assert_eq!(moved.order(), ["CTDA", "CFCC", "ICSF", "CGTF", "AFI", "ATFA", "CTS"]);
    // A company started in this round does not act in it.
    let company = t.id("IFAI");
    let grid = t.game.fixed.parts.grid.clone();
    t.game.table.chart.place(&grid, company, field("O1"), &mut Default::default());
    assert!(!t.order().contains(&"IFAI".to_string()));
}

/// Rules: 1841-4-04
#[test]
fn the_player_at_the_end_of_the_chain_runs_a_company() {
    let t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "B 40")
        .company("SFTC", "C5", "SFTN 40")
        .company("SFTG", "F4", "SFTC 40")
        .operates("SFTG", Step::Track);
    assert_eq!(t.who(), 'B');
}

/// Rules: 1841-4-05
#[test]
fn no_credit() {
    let t = irsff().cash("IRSFF", 49).operates("IRSFF", Step::Track);
    assert_eq!(t.rule(lay("F16", "601", 0)), "1841-4.1.1-08");
    let t = irsff().cash("IRSFF", 99).operates("IRSFF", Step::Trains);
    assert_eq!(t.game.acting().ok().map(|id| t.game.name(id)), Some(CompanyName::of("IRSFF")));
    assert!(!t.offers().iter().any(|offer| offer.covers(&buy_train("2", "bank", 100))));
}

/// Rules: 1841-4-07, 1841-4.6.1-01, 1841-4.6.3-01, 1841-4.6-02
#[test]
fn one_two_or_three_operating_rounds() {
    for (phase, rounds) in [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (7, 3), (8, 3)] {
        let mut t = table("v1", 3).phase(phase).company("SFTN", "F4", "A 50").tokens("SFTN", "H4.1");
        t.pass_stock_round();
        assert_eq!(t.game.operating().unwrap().of, rounds, "phase {phase}");
    }
    // The first 3-train in the only round of phase two: the second round comes after the next stock round.
    let mut t = table("v1", 3)
        .sold_up_to("3")
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4.1")
        .cash("SFTN", 250)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("3", "bank", 200));
    assert_eq!((t.in_phase(), t.game.operating().unwrap().of), (3, 1));
    t.ends_turn();
    assert_eq!(t.stock_round(), Some(3));
    t.pass_stock_round();
    assert_eq!(t.game.operating().unwrap().of, 2);
}
