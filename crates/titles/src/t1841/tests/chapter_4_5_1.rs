//! Chapter 4.5.1: emergency money, bankruptcy and frozen companies.

use super::super::operating::Step;
use super::super::table::Round;
use super::builder::*;
use super::chapter_4_5::{sftg, trains};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;

const A: Holder = Holder::Seat(ferrata_engine::id::SeatId(0));
const B: Holder = Holder::Seat(ferrata_engine::id::SeatId(1));

// ---- chapter 4.5.1 ----

/// The situation of the example to 4.5.1, at an activity of SFTG.
fn example(activity: Step) -> T {
    table("v1", 3)
        .phase(8)
        .sold_up_to("8")
        .company("SFTG", "L2", "SFTN 50, A 10, B 40")
        .company("SFTN", "O1", "A 50, B 10, pool 40")
        .company("SFTC", "I3", "A 60, SFTG 20, pool 20")
        .cash("SFTG", 125)
        .cash("SFTN", 102)
        .cash("SFTC", 365)
        .cash("A", 174)
        .cash("B", 650)
        .trains("SFTN", "8")
        .tokens("SFTG", "P12")
        .operates("SFTG", activity)
}

/// Sells what must be sold, the first thing offered each time, until nothing is left.
pub(super) fn sell_all(t: &mut T) {
    let sale = |offer: &Offer| matches!(offer, Offer::Sell { .. });
    while let Some(offer) = t.offers().into_iter().find(sale) {
        t.plays(offer.samples()[0].clone());
    }
}

/// TV-17: the example to 4.5.1 with the figures as printed, where SFTG's marker stays at 216 before the sales.
/// (Misprints: SFTC ends in the pool altogether, and A's last 20% are of SFTN.)
/// Rules: 1841-4.5.1-03, 1841-4.5.1-06, 1841-4.5.1-08, 1841-4.5.1-11, 1841-4.5.1-13, 1841-TV-17
#[test]
fn the_example_of_emergency_money_as_printed() {
    let mut t = example(Step::Trains);
    assert_eq!((t.price("SFTG"), t.has("SFTG")), (216, 125));
    t.plays(sell("SFTG", "SFTC", 20));
    assert_eq!((t.price("SFTC"), t.has("SFTN"), t.has("SFTG")), (137, 0, 125 + 72 + 102));
    t.plays(sell("SFTN", "SFTG", 10));
    assert_eq!((t.price("SFTG"), t.has("SFTG")), (196, 407));
    t.plays(sell("A", "SFTN", 30));
    assert_eq!((t.price("SFTN"), t.has("A"), t.has("SFTG")), (256, 0, 407 + 174 + 3 * 170));
    t.plays(sell("A", "SFTG", 10));
    assert_eq!((t.price("SFTG"), t.has("SFTG")), (187, 1091 + 98));
    t.plays(sell("A", "SFTC", 60));
    assert_eq!((t.price("SFTC"), t.has("SFTG")), (103, 1394));
    t.plays(choose("stay"));
    assert_eq!((t.has("SFTG"), t.has("SFTN"), t.has("SFTC")), (1650, 0, 365));
    assert_eq!((t.price("SFTG"), t.has("A"), t.has("B")), (187, 500, 650));
    assert_eq!(["A", "B", "SFTN", "pool"].map(|who| t.percent("SFTG", who)), [0, 40, 40, 20]);
    assert_eq!(["A", "B", "pool"].map(|who| t.percent("SFTN", who)), [0, 10, 90]);
    assert_eq!(t.director("SFTG"), B);
    assert!(t.game.frozen(t.id("SFTN")) && t.game.frozen(t.id("SFTC")));
}

/// TV-18: the same with the marker moved left first, as the rules say.
/// Rules: 1841-4.5.1-01, 1841-4.5.1-02, 1841-4.5.1-03, 1841-4.5.1-06, 1841-4.5.1-07, 1841-4.5.1-08
/// Rules: 1841-4.5.1-09, 1841-4.5.1-10, 1841-4.5.1-11, 1841-4.5.1-13, 1841-4.5.1-14, 1841-4.5.1-16
/// Rules: 1841-4.5.1.1-01, 1841-4.5.1-17, 1841-4.5.1-15, 1841-TV-18
/// Traps: rows 3, 6, 40 and 53.
#[test]
fn the_example_of_emergency_money() {
    let mut t = example(Step::Run);
    assert_eq!((t.price("SFTG"), t.who()), (195, 'A'));
    assert_eq!(t.rule(sell("A", "SFTN", 30)), "1841-4.5.1-03", "the company's own shares come first");
    t.plays(sell("SFTG", "SFTC", 20));
    assert_eq!((t.price("SFTC"), t.has("SFTN"), t.has("SFTG")), (137, 0, 299), "72, then SFTN's 102");
    assert_eq!(t.rule(sell("SFTN", "SFTG", 20)), "1841-4.5.1-11", "B would become director");
    t.plays(sell("SFTN", "SFTG", 10));
    assert_eq!((t.has("SFTG"), t.price("SFTG")), (396, 177));
    assert_eq!(t.rule(sell("A", "SFTN", 40)), "1841-4.5.1-11");
    t.plays(sell("A", "SFTN", 30));
    assert_eq!((t.has("A"), t.has("SFTG"), t.price("SFTN")), (0, 396 + 174 + 510, 256));
    t.plays(sell("A", "SFTG", 10));
    assert_eq!((t.has("SFTG"), t.price("SFTG")), (1168, 169));
    t.plays(sell("A", "SFTC", 60));
    assert_eq!((t.has("SFTG"), t.price("SFTC")), (1373, 103), "205: the total is rounded down");
    let stay = {
        let mut t = t.clone();
        t.plays(choose("stay"));
        t
    };
    t.plays(choose("leave"));
    // The last surrender moves no marker: 208 lies two fields left of 256, where SFTN goes, frozen, in the
    // next round.
    assert_eq!((t.has("SFTG"), t.price("SFTN")), (1629, 208));
    assert_eq!(["A", "B", "SFTN", "pool"].map(|who| t.percent("SFTG", who)), [0, 40, 40, 20]);
    assert_eq!((t.percent("SFTN", "B"), t.percent("SFTN", "pool"), t.has("SFTN")), (10, 90, 0));
    assert_eq!((t.percent("SFTC", "pool"), t.has("SFTC")), (100, 365));
    assert_eq!(t.director("SFTG"), B, "G-28: a frozen director loses ties");
    assert!(t.game.frozen(t.id("SFTN")) && t.game.frozen(t.id("SFTC")));
    assert!(trains(&t, "SFTG").is_empty(), "it buys its train in its next turn");
    assert!(t.game.out(seat('A')) && t.has("A") == 0);
    assert_eq!((stay.has("A"), stay.game.table.players[0].loans), (500, 1));
    assert_eq!(stay.game.worth(seat('A')).0, 0);
}

/// Rules: 1841-4.5.1-06-v2, 1841-4.5.1-05-v2
#[test]
fn in_v2_half_prices_are_rounded_up() {
    let half = |edition: &str| {
        let t = table(edition, 3).phase(5).company("CTLP", "I4", "A 60");
        t.game.half_price(t.id("CTLP"), 60).0
    };
    assert_eq!((half("v1"), half("v2")), (205, 206), "three units at 137");
    let t = table("v2", 3).phase(3).company("SFTG", "F4", "A 40").tokens("SFTG", "P12").cash("SFTG", 120);
    let t = t.operates("SFTG", Step::Trains);
    assert_eq!(t.rule(sell("SFTG", "SFTG", 30)), "1841-4.5.1-11", "no more than needed");
}

/// Rules: 1841-4.5.1-03, 1841-4.5.1-04, 1841-4.5.1-05, 1841-4.5.1-12, 1841-4.5.2-02, 1841-G-23
/// G-23: only until it suffices.
#[test]
fn treasury_before_offering_and_no_more_than_needed() {
    let mut t =
        sftg(3).company("SFTN", "F4", "B 40, SFTG 20").cash("SFTG", 120).operates("SFTG", Step::Trains);
    // 80 are missing: two units at 50 suffice, the offering waits.
    assert_eq!(t.rule(sell("SFTG", "SFTG", 10)), "1841-4.5.1-03");
    t.plays(sell("SFTG", "SFTN", 20));
    assert_eq!(t.has("SFTG"), 220);
    assert_eq!(t.rule(Action::Pass), "1841-4.5-09");
    t.plays(buy_train("3", "bank", 200));
    assert_eq!(t.has("SFTG"), 20);
    // With an offering only: one unit is too little, three are more than needed.
    let t = sftg(3).cash("SFTG", 120).operates("SFTG", Step::Trains);
    assert_eq!(t.rule(sell("SFTG", "SFTG", 30)), "1841-4.5.1-11");
    assert!(t.offers().iter().any(|offer| offer.covers(&sell("SFTG", "SFTG", 20))));
}

/// Rules: 1841-4.5.1-01
/// Traps: row 51 (#10949): no emergency while any train of the bank can be paid; the cheapest counts.
#[test]
fn a_returned_train_that_can_be_paid_is_no_emergency() {
    let mut t = sftg(6).sold_up_to("6").cash("SFTG", 400);
    t.game.table.depot.give_back(ferrata_engine::id::TrainKind(2));
    let t = t.operates("SFTG", Step::Trains);
    assert_eq!(t.rule(sell("SFTG", "SFTG", 10)), "1841-4.5.1-01");
    let mut t = t;
    t.plays(buy_train("4", "bank", 350));
}

/// Rules: 1841-4.5.1-12, 1841-4.5.2-02
/// Traps: row 47 (#9832): emergency money buys from the bank only.
#[test]
fn raised_money_buys_the_cheapest_train_of_the_bank() {
    let mut t = sftg(3)
        .company("SFTN", "C5", "A 40")
        .trains("SFTN", "3")
        .cash("SFTG", 160)
        .operates("SFTG", Step::Trains);
    t.plays(sell("SFTG", "SFTG", 10));
    assert_eq!(t.rule(buy_train("3", "SFTN", 50)), "1841-4.5.2-02");
    t.plays(buy_train("3", "bank", 200));
}

/// Rules: 1841-4.5.1-08, 1841-4.5.1-10
#[test]
fn the_cash_of_those_above_is_enough() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTN", "C5", "A 60, B 40")
        .company("SFTG", "F4", "SFTN 40, B 40, C 20")
        .tokens("SFTG", "P12")
        .cash("SFTG", 10)
        .cash("SFTN", 30)
        .cash("A", 500)
        .operates("SFTG", Step::Trains);
    t.plays(buy_train("3", "bank", 200));
    assert_eq!((t.has("SFTG"), t.has("SFTN"), t.has("A")), (0, 0, 340));
}

/// G-26: shares of a company that has not acted can be sold; a certificate bound by a concession cannot.
/// Rules: 1841-4.5.1-11, 1841-G-26
#[test]
fn what_may_be_sold_in_an_emergency() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "C5", "A 60, B 40")
        .tokens("AFI", "P12")
        .company("SFTN", "C5", "A 20, B 40")
        .company("RSFS", "C5", "B 40, A 10")
        .fresh("RSFS")
        .cash("A", 0)
        .operates("AFI", Step::Trains);
    let offers = t.offers();
    assert!(offers.iter().any(|offer| offer.covers(&sell("A", "RSFS", 10))));
    assert!(!offers.iter().any(|offer| offer.covers(&sell("A", "SFTN", 20))));
}

/// Rules: 1841-4.5.1-15, 1841-4.5.1-02
/// Traps: row 25 (#9417): part of a director's certificate goes only if the pool has a share to swap.
#[test]
fn a_certificate_in_the_pool_goes_to_whoever_has_two() {
    let base = |holdings: &str| {
        table("v1", 3)
            .phase(5)
            .sold_up_to("5")
            .company("AFI", "C5", "A 60, B 40")
            .tokens("AFI", "P12")
            .company("RSFS", "C5", holdings)
            .cash("A", 0)
            .operates("AFI", Step::Trains)
    };
    let mut t = base("A 20, B 20");
    t.plays(sell("A", "RSFS", 20));
    assert_eq!(t.director("RSFS"), B);
    let mut t = base("A 20, B 10");
    assert!(
        !t.offers().iter().any(|offer| offer.covers(&sell("A", "RSFS", 10))),
        "the pool has nothing to swap"
    );
    t.plays(sell("A", "RSFS", 20));
    assert_eq!(t.director("RSFS"), Holder::Pool);
    let mut t = base("A 20, B 10, pool 10");
    t.plays(sell("A", "RSFS", 10));
    assert_eq!(
        (t.director("RSFS"), t.percent("RSFS", "A"), t.percent("RSFS", "pool")),
        (Holder::Pool, 10, 20)
    );
}

/// Rules: 1841-4.5.1-17, 1841-4.5.1-18, 1841-4.5.1-18-v2
/// Traps: row 32 (#9448): the priority card goes on.
#[test]
fn a_bankrupt_player_plays_on_or_leaves() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(3)
            .sold_up_to("3")
            .company("AFI", "A13", "A 60, B 40")
            .tokens("AFI", "P12")
            .cash("A", 10)
            .concession("SSFL", "A")
            .operates("AFI", Step::Trains)
    };
    let mut t = base("v1");
    sell_all(&mut t);
    let mut out = t.clone();
    t.plays(choose("stay"));
    assert_eq!((t.has("A"), t.game.table.players[0].loans), (500, 1));
    assert_eq!(t.game.table.concessions[5], A, "v1: an unused concession stays");
    out.plays(choose("leave"));
    assert!(out.game.out(seat('A')));
    assert_eq!(out.game.table.priority, seat('B'));
    let mut v2 = base("v2");
    sell_all(&mut v2);
    v2.plays(choose("stay"));
    assert_eq!(v2.game.table.concessions[5], Holder::Pool, "v2: concessions go to the bank");
}

/// Rules: 1841-4.5.1-18-v2
#[test]
fn the_game_ends_when_one_player_is_left() {
    let mut t = table("v2", 3)
        .phase(3)
        .sold_up_to("3")
        .company("AFI", "A13", "A 20")
        .tokens("AFI", "P12")
        .cash("A", 0);
    t.say(&["seat", "C", "out"], true);
    let mut t = t.operates("AFI", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("leave"));
    assert!(matches!(t.game.table.round, Round::Over(_)));
}

// ---- chapter 4.5.1.1 ----

/// TV-31: a frozen marker at B3 goes to A3 and A4.
/// Rules: 1841-4.5.1.1-01, 1841-4.5.1.1-02, 1841-4.5.1.1-04, 1841-TV-31
#[test]
fn a_frozen_company_does_nothing_and_moves_two_left() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40")
        .company("RSFS", "B3", "pool 40, B 10")
        .company("SFTN", "A13", "B 40")
        .trains("RSFS", "4");
    t.begin_operating(2);
    while t.game.acting().ok() == Some(t.id("SFTG")) {
        t.pass();
    }
    assert_eq!((t.at("RSFS").as_str(), t.game.acting()), ("A4", Ok(t.id("SFTN"))));
}

/// Rules: 1841-4.5.1.1-01-v2, 1841-4.5.1.1-02, 1841-O-19
/// O-19.
#[test]
fn a_company_led_by_a_frozen_one_is_frozen() {
    let t =
        table("v2", 3).phase(5).company("RSFS", "B3", "pool 40, B 10").company("SFTG", "F4", "RSFS 40, A 40");
    assert!(t.game.frozen(t.id("SFTG")));
    // It still receives dividends on what it owns.
    let mut t = table("v2", 3)
        .phase(5)
        .company("RSFS", "B3", "pool 40")
        .company("SFTN", "F4", "B 40, RSFS 20")
        .earned("SFTN", 100);
    t.plays(settle(Settlement::Pay));
    assert_eq!(t.has("RSFS"), 20);
}

/// Rules: 1841-4.5.1.1-04-v2
#[test]
fn a_circle_is_dissolved_in_v2() {
    let mut t =
        table("v2", 3).phase(5).company("SFTG", "F4", "SFTN 20, B 20").company("SFTN", "C5", "SFTG 20, C 20");
    t.begin_operating(2);
    assert_eq!(t.has("SFTG"), 2 * 68, "sold its shares of the circle at the full price");
    assert_eq!(t.percent("SFTN", "SFTG"), 0);
    assert_eq!(t.at("SFTN"), "C7", "two rows for two shares");
}

/// Rules: 1841-4.5.1.1-01, 1841-G-28
/// G-28: RSFS, frozen, loses a tie in SFTG to whoever can decide, not to AFI, for which nobody decides either.
#[test]
fn a_frozen_director_is_not_replaced_by_a_company_that_nobody_leads() {
    let frozen = |afi: &str| {
        table("v1", 3)
            .phase(5)
            .company("SFTG", "F4", "RSFS 30, AFI 30, A 20")
            .company("RSFS", "B3", "pool 40, B 10")
            .company("AFI", "C5", afi)
            .turn_of('B')
    };
    let buys = |t: &mut T| {
        let (who, price) = (t.who().to_string(), t.price("SFTG"));
        t.plays(buy(&who, "SFTG", 10, "ipo", price));
        t.director("SFTG")
    };
    for unled in ["pool 40, B 10", "RSFS 40, B 10"] {
        let mut t = frozen(unled);
        assert_eq!(buys(&mut t), t.holder("RSFS"), "AFI held by {unled}");
        let mut t = t.turn_of('A');
        assert_eq!(buys(&mut t), t.holder("A"), "a player with as much takes over");
    }
    let mut t = frozen("C 40");
    assert_eq!(buys(&mut t), t.holder("AFI"), "led by a player it takes over");
}
