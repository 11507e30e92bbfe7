//! Chapter 3.5: limits, change of director, anti-trust.

use super::super::operating::Step;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

const A: Holder = Holder::Seat(ferrata_engine::id::SeatId(0));
const B: Holder = Holder::Seat(ferrata_engine::id::SeatId(1));
const C: Holder = Holder::Seat(ferrata_engine::id::SeatId(2));
const D: Holder = Holder::Seat(ferrata_engine::id::SeatId(3));

/// TV-09, the example to 3.5.3.
/// Rules: 1841-3.5.3-01, 1841-3.5.3-02, 1841-3.5.3-05, 1841-TV-09
#[test]
fn who_holds_more_takes_over_at_once() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 30, B 30").turn_of('B');
    assert_eq!(t.director("SFTG"), A, "an equal holding changes nothing");
    t.plays(buy("B", "SFTG", 10, "ipo", 100));
    assert_eq!((t.director("SFTG"), t.percent("SFTG", "A"), t.percent("SFTG", "B")), (B, 30, 40));
    assert_eq!(
        (t.game.table.shares.count(A), t.game.table.shares.count(B)),
        (3, 3),
        "20 + 10 + 10 against three of 10"
    );
    assert_eq!(t.game.leader(t.id("SFTG")), Some(seat('B')), "the charter goes with it");
}

/// Rules: 1841-3.5.3-03, 1841-3.5.3-11, 1841-4.6.2-02
/// Traps: rows 41 and 54: the change that the concession blocked happens when it leaves.
#[test]
fn the_concession_binds_the_directorship_until_phase_four() {
    let mut t = table("v1", 4)
        .phase(3)
        .company("SFTG", "F4", "A 20, B 40")
        .company("SFTN", "C5", "C 40")
        .tokens("SFTN", "H4.1")
        .cash("SFTN", 400)
        .sold_up_to("4")
        .turn_of('B');
    t.plays(buy("B", "SFTG", 10, "ipo", 100));
    assert_eq!(t.director("SFTG"), A);
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!((t.in_phase(), t.director("SFTG")), (4, B));
}

/// Rules: 1841-3.5.3-06, 1841-3.5.3-09, 1841-G-08
/// G-08: half of a director's certificate can be sold through the swap.
#[test]
fn a_director_sheds_a_company_only_to_somebody_with_two_certificates() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 20, B 20");
    t.plays(sell("A", "SFTG", 20));
    assert_eq!((t.director("SFTG"), t.percent("SFTG", "A"), t.percent("SFTG", "pool")), (B, 0, 20));
    let mut half = table("v1", 3).phase(5).company("SFTG", "F4", "A 20, B 20");
    half.plays(sell("A", "SFTG", 10));
    assert_eq!((half.director("SFTG"), half.percent("SFTG", "A"), half.percent("SFTG", "pool")), (B, 10, 10));
    let no = table("v1", 3).phase(5).company("SFTG", "F4", "A 20, B 10, C 10");
    assert_eq!(no.rule(sell("A", "SFTG", 10)), "1841-3.1-11");
    // The pool limit must allow it.
    let full = table("v1", 3).phase(5).company("SFTG", "F4", "A 20, B 20, pool 50");
    assert_eq!(full.rule(sell("A", "SFTG", 20)), "1841-3.1-07");
}

/// Rules: 1841-3.5.3-09, 1841-3.5.2-02
#[test]
fn a_swap_may_lift_the_old_director_above_his_limit() {
    // Eight players, nine certificates: A has 5 + 4; the swap gives them two for one.
    let mut t = table("v1", 8)
        .phase(5)
        .company("SFTG", "F4", "A 20, B 20")
        .company("SFTN", "C5", "A 60")
        .company("RSFS", "C5", "A 40")
        .turn_of('B');
    assert_eq!(t.game.table.shares.count(A), 9);
    t.plays(buy("B", "SFTG", 10, "ipo", 100));
    assert_eq!((t.director("SFTG"), t.game.table.shares.count(A)), (B, 10));
    for _ in 0..6 {
        t.pass();
    }
    assert_eq!((t.who(), t.rule(Action::Pass)), ('A', "1841-3.1-12".to_string()));
}

/// Rules: 1841-3.5.3-10, 1841-3.5.3-10-v2
/// Traps: row 39 (#9546): a tied player is always chosen before a company.
#[test]
fn ties_go_to_players_by_seat_then_to_companies_by_price() {
    let shed = |edition: &str, holdings: &str| {
        let mut t = table(edition, 4)
            .phase(5)
            .company("SFTG", "F4", holdings)
            .company("SFTN", "C5", "B 40")
            .company("RSFS", "I3", "D 40");
        t.plays(sell("A", "SFTG", 20));
        t.director("SFTG")
    };
    assert_eq!(shed("v1", "A 30, B 20, D 20"), D, "to the right of A sits D");
    assert_eq!(shed("v2", "A 30, B 20, D 20"), B, "to the left sits B");
    assert_eq!(shed("v1", "A 30, SFTN 20, C 20"), C);
    let companies = shed("v1", "A 30, SFTN 20, RSFS 20");
    assert_eq!(companies, table("v1", 3).holder("RSFS"), "the higher price");
}

/// G-11: a company sits where its leader sits; in v2 the first of the order is preferred.
/// Rules: 1841-3.5.3-10, 1841-3.5.3-10-v2, 1841-G-11
#[test]
fn ties_after_a_company_directed() {
    let sold = |edition: &str| {
        let mut t = table(edition, 4)
            .phase(5)
            .company("SFTG", "F4", "SFTN 30, D 20, B 20")
            .company("SFTN", "C5", "C 40")
            .operates("SFTN", Step::Shares);
        t.plays(sell("SFTN", "SFTG", 20));
        t.director("SFTG")
    };
    assert_eq!(sold("v1"), B, "to the right of C sits B");
    assert_eq!(sold("v2"), B, "B comes before D in the order of play");
}

/// Rules: 1841-3.5.2-03, 1841-4.7.2-02
#[test]
fn a_company_owns_at_most_five_certificates() {
    let t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "A 40")
        .company("SFTG", "F4", "B 40, SFTN 30")
        .company("RSFS", "F4", "B 40, SFTN 20")
        .cash("SFTN", 500)
        .operates("SFTN", Step::Shares);
    assert_eq!(t.rule(buy("SFTN", "RSFS", 10, "ipo", 100)), "1841-3.5.2-03");
    assert_eq!(t.percent("SFTN", "ipo"), 60, "its own offering does not count");
}

/// Rules: 1841-3.5.2-01
#[test]
fn what_led_companies_own_does_not_count_against_the_limit_of_a_player() {
    // Nine certificates are the limit of eight players.
    let mut t = table("v1", 8)
        .phase(5)
        .company("SFTG", "F4", "A 60")
        .company("SFTN", "C5", "A 40")
        .company("RSFS", "F4", "B 40, SFTN 30")
        .cash("A", 500);
    assert_eq!(t.game.table.shares.count(t.holder("A")), 8);
    t.plays(buy("A", "SFTN", 10, "ipo", 68));
    let t = t.turn_of('A');
    assert_eq!(t.rule(buy("A", "SFTN", 10, "ipo", 68)), "1841-3.2-09");
}

/// Rules: 1841-3.5.4-03, 1841-4.7.2-01, 1841-4.7.2-04
#[test]
fn a_led_company_owns_no_shares_of_its_leaders() {
    let t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "A 40")
        .company("SFTG", "F4", "SFTN 40")
        .company("RSFS", "F4", "SFTG 40")
        .cash("RSFS", 500)
        .operates("RSFS", Step::Shares);
    assert_eq!(t.rule(buy("RSFS", "SFTG", 10, "ipo", 100)), "1841-3.5.4-03");
    assert_eq!(t.rule(buy("RSFS", "SFTN", 10, "ipo", 68)), "1841-3.5.4-03");
    assert_eq!(t.rule(buy("RSFS", "RSFS", 10, "ipo", 100)), "1841-4.7.2-04");
}

/// Rules: 1841-3.5.4-03-v2, 1841-O-09
/// O-09.
#[test]
fn in_v2_no_sale_may_close_a_circle() {
    // SFTG is led by SFTN; SFTG owns 20% of SFTN. If A sold down, SFTG would lead SFTN.
    let circle = |edition| {
        table(edition, 3).phase(5).company("SFTN", "C5", "A 30, SFTG 20").company("SFTG", "F4", "SFTN 40")
    };
    assert!(!circle("v2").offers().iter().any(|offer| offer.covers(&sell("A", "SFTN", 20))));
    assert_eq!(circle("v2").rule(sell("A", "SFTN", 20)), "1841-3.5.4-03-v2");
    let mut t = circle("v1");
    t.plays(sell("A", "SFTN", 20));
    assert!(t.game.frozen(t.id("SFTN")), "in v1 both are led by nobody");
}

/// Rules: 1841-3.5.4-03-v2, 1841-4.5.1.1-04-v2
#[test]
fn a_circle_that_a_bankruptcy_closed_hinders_nobody_else() {
    let mut t = table("v2", 3)
        .phase(5)
        .company("SFTG", "F4", "SFTN 20, B 20")
        .company("SFTN", "C5", "SFTG 20, C 20")
        .company("AFI", "I3", "A 40, B 10");
    t.plays(sell("A", "AFI", 10));
    t.plays(buy("A", "SFTG", 10, "ipo", 100));
    assert_eq!((t.percent("AFI", "A"), t.percent("SFTG", "A")), (30, 10));
}

/// Rules: 1841-4.7.2-03, 1841-4-04, 1841-8-04
#[test]
fn a_company_may_become_director_and_its_leader_decides() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "A 40")
        .company("SFTG", "F4", "B 20, SFTN 20, C 10")
        .cash("SFTN", 500)
        .operates("SFTN", Step::Shares);
    t.plays(buy("SFTN", "SFTG", 10, "ipo", 100));
    assert_eq!((t.director("SFTG"), t.game.leader(t.id("SFTG"))), (t.holder("SFTN"), Some(seat('A'))));
    let mut early = table("v1", 3)
        .phase(3)
        .company("SFTN", "C5", "A 40")
        .company("SFTG", "F4", "B 20, SFTN 20, C 10")
        .cash("SFTN", 500)
        .operates("SFTN", Step::Shares);
    early.plays(buy("SFTN", "SFTG", 10, "ipo", 100));
    assert_eq!(early.director("SFTG"), B, "not before phase four for historical companies");
    assert_eq!(C, Holder::Seat(seat('C')));
}
