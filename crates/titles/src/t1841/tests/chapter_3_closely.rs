//! Chapter 3 looked at closely: turns, starts, limits, and companies that lead themselves.

use super::super::operating::Step;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

/// Rules: 1841-3-03, 1841-3-04
#[test]
fn a_turn_with_a_sale_only_is_no_pass() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20, pool 10");
    t.plays(sell("A", "SFTG", 10));
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!((t.stock_round(), t.who()), (Some(2), 'A'), "A ended a turn, B and C passed");
    t.pass();
    assert_ne!(t.stock_round(), Some(2), "now all have passed in succession");
}

/// Rules: 1841-3-04, 1841-4.5.1-17
#[test]
fn the_round_ends_when_all_who_are_left_have_passed() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20, pool 10");
    t.say(&["seat", "C", "out"], true);
    t.pass();
    t.pass();
    assert_ne!(t.stock_round(), Some(2));
}

/// Rules: 1841-3.4-02, 1841-3.4-03
#[test]
fn markers_move_at_the_end_of_the_round_whether_the_company_has_acted_or_not() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 60, B 40")
        .fresh("SFTG")
        .company("SFTN", "F6", "A 60, pool 10")
        .fresh("SFTN");
    t.pass_stock_round();
    assert_eq!((t.at("SFTG").as_str(), t.at("SFTN").as_str()), ("F3", "F7"));
}

/// Rules: 1841-3.1-12, 1841-3.1-13
#[test]
fn whoever_must_sell_first_makes_no_deal_before() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 70, B 20").company("SFTN", "C5", "B 40");
    assert_eq!(t.rule(propose(buy("A", "SFTN", 10, "B", 50))), "1841-3.1-13");
    t.plays(sell("A", "SFTG", 10));
    t.plays(propose(buy("A", "SFTN", 10, "B", 50)));
}

/// Rules: 1841-3.2-12, 1841-3.1-11, 1841-3.5.3-04, 1841-G-55
/// G-55.
#[test]
fn the_concession_comes_with_a_certificate_from_the_pool() {
    let mut t = table("v1", 3).phase(3).company("SFTG", "F4", "pool 40, B 10");
    let card = t.game.charter(t.id("SFTG")).concession.unwrap();
    assert_eq!(t.game.concession_holder(card), Holder::Pool);
    t.plays(buy("A", "SFTG", 20, "pool", 200));
    assert_eq!((t.director("SFTG"), t.game.concession_holder(card)), (of('A'), of('A')));
    // Bound by it A stays, however much others hold.
    t.plays(buy("B", "SFTG", 10, "pool", 100));
    let mut t = t.turn_of('B');
    t.plays(buy("B", "SFTG", 10, "pool", 100));
    assert_eq!((t.percent("SFTG", "B"), t.director("SFTG")), (30, of('A')));
}

/// Rules: 1841-3-05, 1841-3.2-02, 1841-3.3-01
#[test]
fn a_concession_or_a_start_moves_the_card_too() {
    let mut t = table("v1", 3).phase(2).company("SFTN", "F4", "C 40").turn_of('B');
    t.plays(buy_card("B", "SSFL", "bank", 50));
    t.pass_stock_round();
    assert_eq!(t.game.table.priority, seat('C'));
    let mut t = table("v1", 3).phase(2).company("SFTN", "F4", "C 40").concession("SFTC", "B").turn_of('B');
    t.plays(start("SFTC", 100, 40));
    t.plays(buy_tokens("SFTC", 1));
    t.pass_stock_round();
    assert_eq!(t.game.table.priority, seat('C'));
}

/// Rules: 1841-3-02, 1841-3.3-01
#[test]
fn a_company_may_be_started_after_a_sale_in_the_same_turn() {
    let mut t = table("v1", 3).phase(3).company("SFTG", "F4", "A 40, B 20");
    t.plays(sell("A", "SFTG", 10));
    t.plays(start("AFI", 68, 20));
    assert_eq!((t.director("AFI"), t.at("SFTG").as_str()), (of('A'), "F5"));
}

/// Rules: 1841-3.4-03, 1841-3.5.1-02, 1841-3.4-02
#[test]
fn shares_of_companies_are_not_unsold_and_the_pool_costs_one_row() {
    let mut t =
        table("v1", 3).phase(5).company("SFTG", "F4", "A 60, SFTN 40").company("SFTN", "F6", "B 40, pool 30");
    t.pass_stock_round();
    assert_eq!((t.at("SFTG").as_str(), t.at("SFTN").as_str()), ("F3", "F7"));
}

/// Rules: 1841-3.5.1-07, 1841-4.6.6-01
#[test]
fn the_rows_of_minors_end_at_k_in_phase_eight_too() {
    let mut t = table("v1", 3).phase(8).company("CTLP", "K2", "A 60");
    let ctlp = t.id("CTLP");
    t.game.move_right(ctlp, &mut ferrata_engine::event::Events::new());
    assert_eq!(t.at("CTLP"), "K1");
}

/// Rules: 1841-3.4-05
#[test]
fn the_bayard_pays_after_the_first_stock_round_too() {
    let mut t = table("v1", 3)
        .company("SFTG", "F4", "A 40, B 20")
        .concession("Bayard", "B")
        .with(&["round", "stock", "number"], 1);
    let cash = t.has("B");
    t.pass_stock_round();
    assert_eq!(t.has("B"), cash + 20);
}

/// Rules: 1841-3-05, 1841-3.2-05, 1841-3.4-01
#[test]
fn after_a_deal_the_card_goes_to_the_left_of_whoever_bought() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "C 40, B 20").turn_of('B');
    t.plays(propose(buy("B", "SFTG", 10, "C", 50)));
    t.plays(Action::Accept);
    t.pass_stock_round();
    assert_eq!(t.game.table.priority, seat('C'), "left of B; to the left of C sits A");
}

// ---- chapter 3.3 ----

/// Nine certificates are the limit of eight players.
fn owns(sftn: &str) -> T {
    table("v1", 8).phase(3).company("SFTG", "F4", "A 60").company("SFTN", "F4", sftn)
}

/// Rules: 1841-3.2-09, 1841-3.3.3-01, 1841-3.5.2-01
#[test]
fn nobody_starts_a_company_beyond_the_limit_of_certificates() {
    assert_eq!(owns("A 50").game.certificates_free(of('A')), 0);
    assert_eq!(owns("A 50").rule(start("AFI", 68, 20)), "1841-3.2-09");
    // With one certificate left no further first shares are bought: the home is chosen at once.
    let mut t = owns("A 40");
    t.plays(start("AFI", 68, 20));
    assert!(t.has("A") >= 68 && t.token_places().contains(&"K11".to_string()));
}

/// Rules: 1841-3.5.2-03, 1841-4.7.3-03
#[test]
fn a_company_with_five_certificates_starts_none() {
    let t = |sftn: &str| {
        table("v1", 3)
            .phase(3)
            .company("SFTG", "F4", "A 40")
            .company("SFTN", "F4", sftn)
            .cash("SFTG", 900)
            .operates("SFTG", Step::Shares)
    };
    assert_eq!(t("B 40, SFTG 50").rule(start("AFI", 68, 20)), "1841-3.5.2-03");
    let mut four = t("B 40, SFTG 40");
    four.plays(start("AFI", 68, 20));
    assert!(four.token_places().contains(&"K11".to_string()), "no further first share is bought");
}

/// Rules: 1841-3.3.3-05, 1841-3.3.4-11
/// Every city that is open has a tile, so two tokens cost 400.
#[test]
fn first_shares_are_bought_until_the_tokens_can_be_paid() {
    let mut t = table("v1", 3)
        .phase(3)
        .tiles("M7 608 0, K11 57 0, K13 57 0, K15 57 0, L12 57 0, L14 621 0, S11 6 3")
        .cash("A", 1000);
    assert_eq!(t.rule(start("AFI", 68, 20)), "1841-3.3.3-05", "40% bring 272");
    t.plays(start("AFI", 144, 20));
    assert_eq!(t.rule(Action::Pass), "1841-3.3.3-05", "288 are too little");
    t.plays(buy("A", "AFI", 10, "ipo", 144));
    t.pass();
    t.plays(place("AFI", "K11", 0));
    t.pass();
    t.plays(buy_tokens("AFI", 2));
    assert_eq!(t.has("AFI"), 32);
}

/// Rules: 1841-3.3.4-07, 1841-6.1-01
/// In phase four Piedmont and Veneto do not touch, but the Austrian border lies between them.
#[test]
fn a_border_further_off_separates_two_homes_too() {
    let mut t = table("v1", 3).phase(4).cash("A", 1400);
    t.plays(start("AFI", 340, 20));
    t.pass();
    t.plays(place("AFI", "M7", 0));
    assert_eq!(t.rule(place("AFI", "G15", 0)), "1841-3.3.4-07");
    t.plays(place("AFI", "E9", 0));
}

/// Rules: 1841-3.3.4-12, 1841-3.3.4-11
#[test]
fn the_printed_track_of_a_home_does_not_count_for_itself() {
    let mut t = table("v1", 3).phase(4);
    t.plays(start("CTLP", 144, 40));
    t.plays(place("CTLP", "P12", 0));
    let cash = t.has("CTLP");
    t.plays(buy_tokens("CTLP", 1));
    assert_eq!(cash - t.has("CTLP"), 25, "Lucca is joined to no other company's base");
}

/// Rules: 1841-3.3.4-11, 1841-3.3.4-13-v2, 1841-G-45
/// G-45: the pass L8 lies next to Genova beyond a closed side; in v2 it is reached over the Giovi only.
#[test]
fn in_v2_distance_is_not_walked_over_closed_sides() {
    let each = |edition: &str| {
        let mut t = table(edition, 3).phase(5).tiles("L8 614 0").cash("A", 1400);
        t.plays(start("AFI", 340, 20));
        t.pass();
        t.plays(place("AFI", "M7", 0));
        t.pass();
        let cash = t.has("AFI");
        t.plays(buy_tokens("AFI", 2));
        (cash - t.has("AFI")) / 2
    };
    assert_eq!((each("v1"), each("v2")), (100, 50));
}

/// Rules: 1841-3.3.4-02, 1841-4.2-08
#[test]
fn both_homes_are_not_in_one_place() {
    let mut t = table("v1", 3).phase(4).cash("A", 1400);
    t.plays(start("AFI", 340, 20));
    t.pass();
    t.plays(place("AFI", "H4", 1));
    assert_eq!(t.rule(place("AFI", "H4", 0)), "1841-4.2-08", "the southern city of Torino");
}

/// Rules: 1841-3.3.3-05-v2
/// 200 are missing, and four shares at half of 100 bring just so much.
#[test]
fn in_v2_no_share_more_than_the_tokens_need_is_sold() {
    let mut t = table("v2", 3).phase(3).tiles("K11 57 0").cash("A", 200);
    t.plays(start("AFI", 100, 20));
    t.plays(place("AFI", "K11", 0));
    t.pass();
    t.plays(buy_tokens("AFI", 2));
    assert_eq!((t.percent("AFI", "pool"), t.has("AFI")), (40, 0));
}

// ---- chapter 3.5.4: companies that lead each other ----

/// SFTN and SFTG come to lead each other when A sells.
fn circle(sftg: &str, sftn: &str) -> T {
    let mut t = table("v1", 4).phase(5).company("SFTG", "F4", sftg).company("SFTN", "C5", sftn);
    t.plays(sell("A", "SFTG", 30));
    assert_eq!((t.director("SFTG"), t.director("SFTN")), (t.holder("SFTN"), t.holder("SFTG")));
    t
}

/// Rules: 1841-3.5.4-03, 1841-G-54
/// G-54: the largest holding in any one company, not in all of them together.
#[test]
fn one_large_holding_leads_a_circle_before_two_small_ones() {
    let t = circle("A 30, SFTN 30, C 20", "SFTG 40, B 30, C 20");
    assert_eq!(t.game.leader(t.id("SFTG")), Some(seat('B')));
}

/// Rules: 1841-8-04, 1841-3.5.4-01, 1841-G-54
/// G-54.
#[test]
fn whoever_leads_a_circle_leads_what_its_companies_direct() {
    let t = circle("A 30, SFTN 30, C 20", "SFTG 40, B 30").company("CGTF", "C5", "SFTG 40, D 20");
    assert_eq!(t.game.leader(t.id("CGTF")), Some(seat('B')));
    assert!(!t.game.frozen(t.id("CGTF")));
}

/// Rules: 1841-4.5.1.1-03, 1841-3.4-02, 1841-G-54
/// G-54: nobody holds two shares of either; both are frozen.
#[test]
fn a_frozen_circle_falls_two_rows() {
    let mut t = circle("A 30, SFTN 30, C 10", "SFTG 40, pool 10");
    assert!(t.game.frozen(t.id("SFTG")) && t.game.frozen(t.id("SFTN")));
    t = t.company("RSFS", "O1", "D 60");
    t.pass_stock_round();
    assert_eq!(
        (t.at("SFTG").as_str(), t.at("SFTN").as_str()),
        ("F9", "C7"),
        "three rows for the sale, then two"
    );
}

/// Rules: 1841-3.5.4-03, 1841-G-54
/// G-54: C draws level with B, who decides; it stays so when D sells something else.
#[test]
fn whoever_leads_a_circle_stays_while_nobody_holds_more() {
    let t = circle("A 30, SFTN 30, C 10", "SFTG 40, B 20").company("AFI", "F4", "D 30, A 20");
    assert_eq!(t.game.leader(t.id("SFTG")), Some(seat('B')));
    let mut t = t.cash("C", 500);
    while t.who() != 'C' {
        t.pass();
    }
    let price = t.price("SFTG");
    t.plays(buy("C", "SFTG", 10, "pool", price));
    assert_eq!((t.who(), t.game.leader(t.id("SFTG"))), ('D', Some(seat('B'))));
    t.plays(sell("D", "AFI", 10));
    assert_eq!(t.game.leader(t.id("SFTG")), Some(seat('B')));
}
