//! Chapters 4.1 to 4.5 looked at closely: passes, the two cities of Torino, homes, emergencies along a chain.

use super::super::operating::Step;
use super::builder::*;
use super::chapter_4_5_1::sell_all;
use super::chapter_4_6_closely::{divided, eve, sorted};
use super::given::{buy_slot, route};
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

// ---- chapters 4.1 to 4.5 ----

/// Rules: 1841-4.3.1-06, 1841-4.3.1-14
#[test]
fn a_token_in_the_northern_city_of_torino_does_not_serve_the_southern_one() {
    let best = |token: &str| {
        let t = table("v1", 3).phase(3).company("AFI", "F4", "A 50").tiles("I5 4 2").tokens("AFI", token);
        t.trains("AFI", "2").best("AFI")
    };
    assert_eq!((best("H4.0"), best("H4.1")), (50, 0), "Torino 40 and Asti 10");
    // From the northern city to Vercelli as much is earned, but not in the south.
    let t = table("v1", 3).phase(3).company("AFI", "F4", "A 50").tiles("I5 4 2, G5 9 1, F6 632 0");
    let t = t.tokens("AFI", "H4.1").trains("AFI", "2").operates("AFI", Step::Run);
    assert_eq!(t.best("AFI"), 50);
    assert_eq!(t.run_rule(&[route(0, "H4 s0-5, I5 2-s0")]), "1841-4.3.1-06");
}

/// Rules: 1841-4.4-01, 1841-4-01, 1841-G-48
/// G-48: RSFS would have another one to sell.
#[test]
fn one_slot_is_bought_in_a_turn() {
    let mut t = table("v1", 3)
        .phase(4)
        .company("SFTG", "F4", "A 60, B 40")
        .company("RSFS", "C5", "A 60, B 40")
        .tiles("I5 4 2, J6 57 5, J6 14 1, K7 613 2")
        .tokens("SFTG", "H4.0")
        .tokens("RSFS", "J6 K7 K11")
        .charter_tokens("SFTG", 2)
        .cash("SFTG", 300)
        .operates("SFTG", Step::Slot);
    t.clone().plays(buy_slot("RSFS", "J6", 0, 5));
    t.plays(buy_slot("RSFS", "K7", 0, 5));
    assert_ne!(t.step(), Some(Step::Slot));
}

/// Rules: 1841-4.5-09, 1841-4.2-09, 1841-4.3.1-06, 1841-G-15
/// G-15: from the Giovi pass two cities could be joined, but it is no base for trains.
#[test]
fn a_token_on_a_pass_binds_nobody_to_buy() {
    let t = |tokens: &str| {
        table("v1", 3)
            .phase(4)
            .company("SFTN", "F4", "A 60, B 40")
            .tiles("I5 4 2, J6 57 5, K7 613 2")
            .tokens("SFTN", tokens)
            .cash("SFTN", 900)
            .operates("SFTN", Step::Trains)
    };
    t("H4.1 K7").pass();
    assert_eq!(t("H4.1 J6").rule(Action::Pass), "1841-4.5-09");
}

/// Rules: 1841-4.4-02, 1841-G-15
/// G-15: nor does a train of unlimited length begin there.
#[test]
fn no_slot_is_bought_that_is_reached_from_a_pass_only() {
    let sites = |tokens: &str| {
        let t = table("v1", 3)
            .phase(4)
            .company("SFTN", "F4", "A 60, B 40")
            .company("RSFS", "C5", "A 60, B 40")
            .tiles("J6 57 5, K7 613 2")
            .tokens("SFTN", tokens)
            .tokens("RSFS", "J6 K11")
            .charter_tokens("SFTN", 1)
            .cash("SFTN", 100);
        t.operates("SFTN", Step::Slot).step() == Some(Step::Slot)
    };
    assert!(!sites("H4.1 K7"));
    let t = table("v1", 3).phase(4).company("SFTN", "F4", "A 60, B 40").tiles("I5 4 2, J6 57 5");
    let t = t.company("RSFS", "C5", "A 60, B 40").tokens("SFTN", "H4.0").tokens("RSFS", "J6 K11");
    let t = t.charter_tokens("SFTN", 1).cash("SFTN", 100).operates("SFTN", Step::Slot);
    assert_eq!(t.step(), Some(Step::Slot), "from Torino it is");
}

/// Rules: 1841-4.5-01, 1841-4-04, 1841-8-04
#[test]
fn within_a_chain_of_one_player_nobody_is_asked_for_a_train() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTN", "C5", "A 60")
        .trains("SFTN", "3 3")
        .company("SFTG", "F4", "SFTN 40")
        .tokens("SFTG", "P12")
        .cash("SFTG", 300)
        .operates("SFTG", Step::Trains);
    t.plays(buy_train("3", "SFTN", 20));
    assert_eq!((t.has("SFTG"), t.has("SFTN")), (280, 20));
}

/// Rules: 1841-4.1.1-05, 1841-4.6.8-04, 1841-4.7.4-09, 1841-4.7.6-07, 1841-G-57
/// G-57: a home on which nothing lies stays the home of whatever the company becomes.
#[test]
fn the_homes_of_a_company_that_arises_are_those_of_the_old_ones() {
    let homes = |mut t: T, company: &str| {
        while !t.game.table.pending.is_empty() {
            t.passes_or_must();
        }
        let homes = t.game.company(t.id(company)).homes.iter();
        sorted(homes.map(|hex| t.game.hex_name(*hex).to_string()).collect())
    };
    let into = |company: &str| ferrata_engine::name::CompanyName::of(company);
    let mut t = table("v1", 3)
        .phase(4)
        .company("CTLP", "K2", "A 40, B 20")
        .tokens("CTLP", "K11")
        .cash("CTLP", 400)
        .operates("CTLP", Step::Transformation);
    t.plays(Action::Transform { into: into("CFCC") });
    t.plays(choose("no"));
    assert_eq!(homes(t, "CFCC"), ["K11"]);
    let mut t = table("v1", 3)
        .phase(4)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("K13 57 2, L14 621 2")
        .tokens("AFI", "K13 K11")
        .tokens("RSFS", "L14")
        .operates("AFI", Step::Merger);
    t.plays(Action::Merge { with: into("RSFS"), into: into("CFCC") });
    assert_eq!(homes(t, "CFCC"), ["K11", "K13", "L14"]);
    let mut t = eve("3", "F8 F16").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let t = divided(t);
    assert_eq!((homes(t.clone(), "SFV"), homes(t, "SFL")), (vec!["F16".to_string()], vec!["F8".to_string()]));
}

// ---- chapter 4.5.1 ----

/// AFI of this much cash must buy a 3-train at 200; SFTN of A leads it.
fn chain(afi: &str, cash: i32, sftn: i32) -> T {
    table("v1", 3)
        .phase(3)
        .company("AFI", "C5", afi)
        .tokens("AFI", "P12")
        .cash("AFI", cash)
        .company("SFTN", "C5", "A 60")
        .cash("SFTN", sftn)
}

/// Rules: 1841-4.5.1-08, 1841-4.5.1-03, 1841-4.5.1-04
#[test]
fn a_leading_company_too_sells_its_treasury_before_its_offering() {
    let t = chain("SFTN 60, B 40", 150, 0).company("RSFS", "F4", "B 40, SFTN 10");
    let mut t = t.operates("AFI", Step::Trains);
    assert_eq!(t.rule(sell("SFTN", "SFTN", 10)), "1841-4.5.1-03");
    t.plays(sell("SFTN", "RSFS", 10));
    assert_eq!(t.has("AFI"), 200);
}

/// Rules: 1841-4.5.1-08, 1841-4.5.1-12
#[test]
fn a_leading_company_gives_no_more_than_is_missing() {
    let mut t = chain("SFTN 60, B 30", 10, 500).operates("AFI", Step::Trains);
    // The last share of the offering brings 34, the leader the 156 that are missing.
    t.plays(sell("AFI", "AFI", 10));
    assert_eq!((t.has("AFI"), t.has("SFTN")), (200, 500 - 156));
    t.plays(buy_train("3", "bank", 200));
}

/// Rules: 1841-4.5.1-01
#[test]
fn whoever_has_just_the_price_raises_nothing() {
    let t = chain("A 60", 200, 0).operates("AFI", Step::Trains);
    assert_eq!(t.rule(sell("AFI", "AFI", 10)), "1841-4.5.1-01");
    chain("A 60", 199, 0).operates("AFI", Step::Trains).plays(sell("AFI", "AFI", 10));
}

/// Rules: 1841-4.7.2-02
/// SFTN sold RSFS for AFI's train, AFI itself sold none.
#[test]
fn what_a_leading_company_sold_the_led_one_may_buy() {
    let t = chain("SFTN 60, B 40", 150, 0).company("RSFS", "F4", "B 40, SFTN 10");
    let mut t = t.operates("AFI", Step::Trains);
    t.plays(sell("SFTN", "RSFS", 10));
    let mut t = t.cash("AFI", 500);
    t.plays(buy_train("3", "bank", 200));
    while t.step() != Some(Step::Shares) {
        t.pass();
    }
    t.plays(buy("AFI", "RSFS", 10, "pool", 95));
}

/// Rules: 1841-4.5-01, 1841-4.5.2-01
#[test]
fn the_train_that_was_agreed_on_changes_hands() {
    let mut t = chain("A 60", 50, 0).trains("SFTN", "2 3").operates("AFI", Step::Trains);
    t.plays(buy_train("2", "SFTN", 50));
    let kinds =
        |company: &str| t.game.company(t.id(company)).trains.iter().map(|kind| kind.0).collect::<Vec<_>>();
    assert_eq!((kinds("AFI"), kinds("SFTN")), (vec![0], vec![1]));
}

/// Rules: 1841-4.5.1-11, 1841-4.5.1-02
#[test]
fn companies_led_by_the_operating_one_may_lose_their_director() {
    let t = chain("SFTN 60, B 40", 120, 0).company("RSFS", "F4", "AFI 20, B 20");
    let mut t = t.operates("AFI", Step::Trains);
    t.plays(sell("AFI", "RSFS", 20));
    assert_eq!((t.director("RSFS"), t.has("AFI")), (of('B'), 220));
}

/// Rules: 1841-4.5.1-11, 1841-3.5.3-01
#[test]
fn a_company_is_a_rival_for_the_directorship_too() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "C5", "A 50, SFTN 30, B 20")
        .tokens("AFI", "P12")
        .company("SFTN", "F4", "B 60, C 40")
        .cash("A", 0)
        .operates("AFI", Step::Trains);
    assert_eq!(t.rule(sell("A", "AFI", 30)), "1841-4.5.1-11", "SFTN would hold more");
    t.clone().plays(sell("A", "AFI", 20));
}

/// Rules: 1841-4.5.1-11, 1841-3.5.3-06
/// The pool has nothing to swap, but B takes the certificate over and gives A two shares for it.
#[test]
fn part_of_a_certificate_is_sold_to_whoever_takes_over() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("AFI", "C5", "A 60, B 40")
        .tokens("AFI", "P12")
        .cash("AFI", 180)
        .company("RSFS", "F4", "A 20, B 20, C 30")
        .cash("A", 0)
        .operates("AFI", Step::Trains);
    t.plays(sell("A", "RSFS", 10));
    assert_eq!((t.director("RSFS"), t.percent("RSFS", "A"), t.has("AFI")), (of('C'), 10, 200));
}

/// Rules: 1841-4.5.1-15, 1841-3.5.3-10, 1841-G-55
/// G-55: a company takes over, and the concession stays in the pool, since companies hold none.
#[test]
fn a_company_that_takes_over_gets_no_concession() {
    let mut t = table("v1", 3)
        .phase(3)
        .sold_up_to("3")
        .company("AFI", "A13", "C 60, B 40")
        .tokens("AFI", "P12")
        .company("CGTF", "C5", "B 60")
        .company("SFTN", "C5", "C 20, CGTF 20")
        .cash("C", 0)
        .operates("AFI", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("stay"));
    let card = t.game.charter(t.id("SFTN")).concession.unwrap();
    assert_eq!((t.director("SFTN"), t.game.concession_holder(card)), (t.holder("CGTF"), Holder::Pool));
    assert!(!t.game.bound_by_concession(t.id("SFTN")), "nobody is bound: whoever holds more takes over");
}

/// Rules: 1841-4.5.1-15, 1841-4.5.1.1-01, 1841-G-28
/// G-28: with one bankruptcy B takes SFTN over, CGTF is frozen, and so loses its tie in AFI to D.
#[test]
fn all_that_follows_from_a_bankruptcy_follows_at_once() {
    let mut t = table("v1", 4)
        .phase(3)
        .sold_up_to("3")
        .company("AFI", "A13", "CGTF 60, D 40")
        .tokens("AFI", "P12")
        .company("CGTF", "A12", "C 20, A 10, pool 70")
        .company("SFTN", "C5", "C 20, B 20, A 10")
        .cash("C", 0)
        .operates("AFI", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("stay"));
    assert_eq!((t.director("SFTN"), t.director("CGTF")), (of('B'), Holder::Pool));
    assert_eq!((t.percent("AFI", "CGTF"), t.director("AFI")), (40, of('D')));
}

/// Rules: 1841-4.5.1-01
#[test]
fn in_an_emergency_a_train_may_still_be_bought_from_a_company() {
    let t = chain("A 60", 50, 0).trains("SFTN", "3").operates("AFI", Step::Trains);
    assert!(t.offers().iter().any(|offer| offer.covers(&sell("AFI", "AFI", 10))), "it could sell");
    let mut t = t;
    t.plays(buy_train("3", "SFTN", 50));
    assert_eq!((t.has("AFI"), t.has("SFTN")), (0, 50));
}

/// Rules: 1841-4.5.1-17
#[test]
fn whoever_leaves_the_game_leaves_the_concessions() {
    let mut t = table("v1", 3)
        .phase(3)
        .sold_up_to("3")
        .company("AFI", "A13", "A 60, B 40")
        .tokens("AFI", "P12")
        .cash("A", 10)
        .concession("SSFL", "A")
        .concession("Bayard", "A")
        .operates("AFI", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("leave"));
    let held = t.game.table.concessions.iter().filter(|holder| **holder == of('A')).count();
    assert_eq!((held, t.game.table.concessions[5]), (0, Holder::Pool));
    assert_eq!((t.game.debt(seat('A')).0, t.game.worth(seat('A')).0), (0, 0), "and owes nothing");
}

/// Rules: 1841-4.2-07, 1841-4.2-07-v2
/// Where Firenze has two slots one is kept for SFMA, in v2 both.
#[test]
fn in_v2_nobody_lays_a_token_in_firenze_before_maria_antonia() {
    let places = |edition: &str| {
        let t = table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 50")
            .tiles("S11 57 1, R12 8 5, S13 8 2, R14 207 5")
            .tokens("AFI", "S11")
            .charter_tokens("AFI", 2);
        t.operates("AFI", Step::Station).token_places().contains(&"R14".to_string())
    };
    assert!(places("v1") && !places("v2"));
}
