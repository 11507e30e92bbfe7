//! Chapters 4.7.1 and 4.7.2: companies sell and buy shares.

use super::super::operating::Step;
use super::builder::*;
use crate::prospects::Prospects;
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

const B: Holder = Holder::Seat(ferrata_engine::id::SeatId(1));

/// Rules: 1841-4.7-01, 1841-4.7.1-01, 1841-4.7.1-02, 1841-4.7.1-02-v2, 1841-4.7.1-03, 1841-G-40
/// G-40.
#[test]
fn a_company_sells_treasury_and_offering() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .company("SFTG", "F4", "A 40")
            .company("SFTN", "C5", "B 40, SFTG 20")
            .company("RSFS", "C5", "SFTG 20")
    };
    let mut t = base("v1").operates("SFTG", Step::Shares);
    t.plays(sell("SFTG", "SFTG", 20));
    t.plays(sell("SFTG", "SFTN", 10));
    assert_eq!((t.has("SFTG"), t.price("SFTG")), (268, 100), "markers move after the sale step");
    assert_eq!(t.rule(sell("SFTG", "RSFS", 20)), "1841-3.1-11");
    assert_eq!(t.rule(buy("SFTG", "SFTN", 10, "pool", 62)), "1841-4.7.2-02", "sold in this round");
    t.pass();
    assert_eq!((t.at("SFTG").as_str(), t.at("SFTN").as_str()), ("F6", "C6"));
    assert_eq!(
        base("v1").fresh("SFTN").operates("SFTG", Step::Shares).rule(sell("SFTG", "SFTN", 10)),
        "1841-3.1-06"
    );
    let mut own = base("v1").fresh("SFTG").operates("SFTG", Step::Shares);
    own.plays(sell("SFTG", "SFTG", 10));
    let v2 = base("v2").fresh("SFTG").operates("SFTG", Step::Shares);
    assert_eq!(v2.rule(sell("SFTG", "SFTG", 10)), "1841-4.7.1-02-v2");
    let full = base("v1").company("CFCC", "C5", "B 40, pool 50, SFTG 10").operates("SFTG", Step::Shares);
    assert_eq!(full.rule(sell("SFTG", "CFCC", 10)), "1841-3.1-07");
}

/// Rules: 1841-3.1-02, 1841-4.7.1-01
/// Given a company that has sold shares of its own, when its table is foreseen, then the price is that after the sale step, and the
/// table itself has not changed; without a sale there is nothing to foresee.
#[test]
fn the_price_after_a_sale_is_foreseen() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40").operates("SFTG", Step::Shares);
    assert!(t.game.foreseen().is_none());
    t.plays(sell("SFTG", "SFTG", 20));
    let foreseen = t.game.foreseen().expect("a marker is about to move");
    assert_eq!((t.price("SFTG"), foreseen.price(t.id("SFTG")).0), (100, 87));
    t.pass();
    assert_eq!(t.price("SFTG"), 87);
}

/// Rules: 1841-3.4-02, 1841-3.4-03, 1841-3.4-04
/// Given a stock round, when its table is foreseen, then prices are those after it, and concessions that were not used are back.
#[test]
fn the_end_of_a_stock_round_is_foreseen() {
    let t = table("v1", 3)
        .company("SFTG", "F4", "A 40, pool 10")
        .company("SFLP", "F4", "A 60, B 40")
        .concession("SSFL", "A")
        .turn_of('A');
    let foreseen = t.game.foreseen().expect("a stock round will end");
    let prices = ["SFTG", "SFLP"].map(|company| foreseen.price(t.id(company)).0);
    assert_eq!(prices, [95, 105]);
    assert_eq!((t.game.outlook().hopes.len(), foreseen.outlook().hopes.len()), (1, 0));
}

/// Rules: 1841-4.7.1-03, 1841-3.5.3-06
/// Traps: row 38 (#9522): a company can shed part of a director's certificate too.
#[test]
fn a_company_sheds_a_directorship() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40")
        .company("RSFS", "C5", "SFTG 20, B 20")
        .operates("SFTG", Step::Shares);
    t.plays(sell("SFTG", "RSFS", 10));
    assert_eq!((t.director("RSFS"), t.percent("RSFS", "SFTG")), (B, 10));
}

/// Rules: 1841-4.7.1-04, 1841-4.7.1-05, 1841-4.7.1-06, 1841-3.5.4-02
#[test]
fn what_a_company_must_sell() {
    // Its leader controls 70% of SFTN.
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40")
        .company("SFTN", "C5", "A 50, SFTG 20, B 20")
        .operates("SFTG", Step::Shares);
    assert_eq!(t.rule(Action::Pass), "1841-4.7.1-04");
    assert_eq!(t.rule(sell("SFTG", "SFTG", 10)), "1841-4.7.1-04");
    t.plays(sell("SFTG", "SFTN", 10));
    t.pass();
    // Six certificates.
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40")
        .company("SFTN", "C5", "B 40, SFTG 30")
        .company("RSFS", "C5", "B 40, SFTG 30")
        .operates("SFTG", Step::Shares);
    assert_eq!(t.rule(Action::Pass), "1841-4.7.1-05");
    t.plays(sell("SFTG", "SFTN", 10));
    t.pass();
    // Shares of the company that leads it.
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "A 40, SFTG 20")
        .company("SFTG", "F4", "SFTN 40")
        .operates("SFTG", Step::Shares);
    assert_eq!(t.rule(Action::Pass), "1841-4.7.1-06");
    t.plays(sell("SFTG", "SFTN", 20));
}

/// Rules: 1841-4.7.2-01, 1841-4.7.2-02, 1841-4.7.2-05, 1841-3.2-04
#[test]
fn a_company_buys_one_share_of_another() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 40")
        .company("SFTN", "C5", "B 40, pool 10")
        .cash("SFTG", 300)
        .operates("SFTG", Step::Shares);
    assert!(t.refused(buy_card("SFTG", "SSFL", "bank", 50)).because.to_string().contains("sell, buy"));
    assert!(t.refused(propose(buy("SFTG", "SFTN", 10, "B", 68))).because.to_string().contains("sell, buy"));
    let mut pool = t.clone();
    pool.plays(buy("SFTG", "SFTN", 10, "pool", 68));
    assert_eq!((pool.has("SFTG"), pool.has("SFTN")), (232, 0));
    t.plays(buy("SFTG", "SFTN", 10, "ipo", 68));
    assert_eq!((t.has("SFTG"), t.has("SFTN")), (232, 68));
    assert_ne!(t.step(), Some(Step::Shares), "one only");
    let t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40")
        .company("SFTN", "C5", "B 20, A 60")
        .cash("SFTG", 300)
        .operates("SFTG", Step::Shares);
    assert_eq!(t.rule(buy("SFTG", "SFTN", 10, "ipo", 68)), "1841-3.2-10", "its leader would control 70%");
}
