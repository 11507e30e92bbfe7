//! Chapter 4.5.1, bankruptcy where other rules meet it.

use super::super::operating::Step;
use super::builder::*;

/// AFI needs a train; neither it nor those who lead it have anything to sell.
fn broke(edition: &str) -> T {
    table(edition, 3)
        .phase(3)
        .sold_up_to("3")
        .company("CGTF", "A13", "A 50, B 50")
        .company("AFI", "A13", "CGTF 50, B 50")
        .tokens("AFI", "P12")
        .cash("A", 10)
        .cash("CGTF", 30)
        .cash("AFI", 0)
}

/// Rules: 1841-4.5.1-13, 1841-4.5.1-08
#[test]
fn the_cash_of_leading_companies_goes_to_the_operating_one_in_a_bankruptcy() {
    for edition in ["v1", "v2"] {
        let mut t = broke(edition).operates("AFI", Step::Trains);
        let price = t.price("CGTF");
        t.plays(choose("stay"));
        assert_eq!((t.has("CGTF"), t.has("A")), (0, 500), "{edition}");
        // Five shares of CGTF at half their price, together rounded down or up.
        let half = if edition == "v1" { price * 5 / 2 } else { (price * 5 + 1) / 2 };
        assert_eq!(t.has("AFI"), 30 + 10 + half, "{edition}");
    }
}

/// Rules: 1841-4.5.1-17, 1841-3-05
#[test]
fn only_a_bankrupt_who_leaves_gives_up_the_priority_card() {
    let card = |holder: &str, option: &str| {
        let mut t = broke("v1").with(&["priority"], holder).operates("AFI", Step::Trains);
        t.plays(choose(option));
        t.game.table.priority
    };
    assert_eq!(card("A", "stay"), seat('A'), "who plays on keeps it");
    assert_eq!(card("A", "leave"), seat('B'));
    assert_eq!(card("C", "leave"), seat('C'), "nobody else's card moves");
}

/// Rules: 1841-4.5.1.1-01-v2, 1841-4.5.1.1-02, 1841-4.5.1.1-04-v2, 1841-3.5.3-11
#[test]
fn in_v2_a_company_that_is_frozen_in_its_turn_has_no_further_steps() {
    // The concessions leave, the larger shareholders take over, and the two lead each other.
    let t = |more: &str| {
        let mut t = table("v2", 4)
            .phase(3)
            .sold_up_to("4")
            .company("SFTN", "A13", &format!("A 20, {more} 40"))
            .company("SFTG", "A13", "B 20, SFTN 40")
            .concession("SFTN", "A")
            .concession("SFTG", "B")
            .cash("SFTN", 900)
            .operates("SFTN", Step::Trains);
        t.plays(buy_train("4", "bank", 350));
        assert_eq!(t.in_phase(), 4);
        t
    };
    // SFTN has money and room for another train, but its turn is over: SFTG, next in order, has sold out of the circle.
    let frozen = t("SFTG");
    assert_eq!((frozen.percent("SFTN", "SFTG"), frozen.percent("SFTN", "pool")), (0, 40));
    let led = t("C");
    assert_eq!((led.acts().as_deref(), led.who()), (Some("SFTN"), 'C'), "C goes on with the turn");
}
