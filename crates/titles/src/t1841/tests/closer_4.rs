//! Chapters 4.1 to 4.6 and 5 looked at closely: emergencies along a chain, the order of what a phase brings, ends.

use super::super::operating::Step;
use super::builder::*;
use super::chapter_4_5_1::sell_all;
use super::given::{buy_slot, route};
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words
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

/// Rules: 1841-4.4-01, 1841-4-01
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

/// Rules: 1841-4.5-09, 1841-4.2-09, 1841-4.3.1-06
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

/// Rules: 1841-4.4-02
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

/// Rules: 1841-4.1.1-05, 1841-4.6.8-04, 1841-4.7.4-09, 1841-4.7.6-07
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

/// Rules: 1841-4.5.1-15, 1841-3.5.3-10
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
}

// ---- chapter 4.6 ----

/// SFTN of D buys the first 4-train while IRSFF of A runs.
fn eve(trains: &str, tokens: &str) -> T {
    table("v1", 4)
        .phase(3)
        .company("SFTN", "A13", "D 60, C 40")
        .cash("SFTN", 900)
        .company("IRSFF", "F4", "A 40")
        .tiles("D14 614 4")
        .tokens("IRSFF", tokens)
        .trains("IRSFF", trains)
        .sold_up_to("4")
}

/// Answers all questions of the split: A takes both directors' certificates.
fn divided(mut t: T) -> T {
    t.plays(choose("SFV"));
    t.plays(choose("SFL"));
    t
}

fn trains(t: &T, company: &str) -> Vec<String> {
    t.game.company(t.id(company)).trains.iter().map(|kind| t.game.train_name(*kind).to_string()).collect()
}

/// Rules: 1841-4.6.8-05, 1841-4.6.7-01, 1841-4.6.2-05
/// G-31: four trains of IRSFF are above the new limit, two of each successor are not.
#[test]
fn the_ferdinandea_is_split_before_surplus_trains_are_returned() {
    let mut t = eve("3 3 3 3", "F8 F16").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_ne!(t.game.asked(), Asked::Discard);
    let t = divided(t);
    assert_eq!((trains(&t, "SFV"), trains(&t, "SFL")), (vec!["3".to_string(); 2], vec!["3".to_string(); 2]));
}

/// Rules: 1841-4.6.7-01, 1841-4.6.2-05
/// G-31.
#[test]
fn whoever_bought_the_train_returns_one_after_the_split() {
    let mut t = eve("3", "F8 F16").trains("SFTN", "3 3 3").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!((t.who(), t.game.asked() == Asked::Discard), ('A', false));
    let t = divided(t);
    assert_eq!((t.who(), t.game.asked()), ('D', Asked::Discard));
}

/// Rules: 1841-4.6.8-08
/// G-33: whoever has a pair may take a certificate, not IRSFF's director alone.
#[test]
fn another_shareholder_takes_a_directors_certificate_in_the_split() {
    let mut t = eve("3", "F8 F16").company("IRSFF", "F4", "A 20, B 20").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    t.plays(choose("SFV"));
    assert_eq!(t.who(), 'B');
    t.plays(choose("SFL"));
    assert_eq!((t.director("SFV"), t.director("SFL")), (of('A'), of('B')));
    assert_eq!((t.percent("SFL", "B"), t.percent("SFV", "B")), (40, 0));
}

/// Rules: 1841-4.6.8-08, 1841-8-05
#[test]
fn whoever_leads_a_shareholder_answers_for_it_in_the_split() {
    let t = eve("3", "F8 F16").company("CGTF", "C5", "B 60").company("IRSFF", "F4", "A 20, CGTF 20");
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    t.plays(choose("SFV"));
    assert_eq!(t.who(), 'B');
    t.plays(choose("SFL"));
    assert_eq!((t.director("SFL"), t.game.leader(t.id("SFL"))), (t.holder("CGTF"), Some(seat('B'))));
}

/// Rules: 1841-4.6.8-14, 1841-3.1-06
/// G-39: the successors are new companies.
#[test]
fn shares_of_a_successor_are_not_sold_before_it_has_acted() {
    let mut t = eve("3", "F8 F16").company("IRSFF", "F4", "A 40, B 20").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let t = divided(t).stock_round_begins(3).turn_of('B');
    assert_eq!(t.rule(sell("B", "SFL", 20)), "1841-3.1-06");
}

/// Rules: 1841-4.6.2-05
#[test]
fn the_split_comes_before_the_tuscan_merger() {
    let mut t = eve("3", "F8 F16")
        .company("SFLP", "F4", "C 40, B 20")
        .tokens("SFLP", "P12")
        .company("SFMA", "I3", "C 40")
        .tokens("SFMA", "R14.1")
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!((t.who(), t.game.running(t.id("SFLP"))), ('A', true));
    let t = divided(t);
    assert_eq!((t.who(), t.game.running(t.id("SFLi"))), ('C', true), "SFLi's tokens");
}

/// Rules: 1841-4.6.8-04, 1841-6.9-01
#[test]
fn a_token_on_a_pass_of_veneto_goes_to_its_successor() {
    let mut t = eve("3", "F8 F16 D14").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let t = divided(t);
    assert_eq!(sorted(t.placed("SFV")), ["D14", "F16"]);
    assert_eq!(t.placed("SFL"), ["F8"]);
}

/// Rules: 1841-4.6.8-15, 1841-4.6-01
#[test]
fn the_turn_of_the_ferdinandea_ends_with_its_own_split() {
    let mut t = eve("3", "F8 F16").cash("IRSFF", 900).operates("IRSFF", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let t = divided(t);
    assert_eq!((t.acts().as_deref(), t.order()), (Some("SFTN"), vec!["SFTN".to_string()]));
    assert_eq!(trains(&t, "SFV"), ["4"]);
}

/// Rules: 1841-4.6.2-02, 1841-3.5.3-11, 1841-4.6.8-08
/// C holds more of IRSFF than A, who has its concession: with phase four C takes over, and the split begins with C.
#[test]
fn whoever_takes_over_with_phase_four_directs_the_split() {
    let mut t = eve("3", "F8 F16").company("IRSFF", "F4", "A 20, C 40").operates("SFTN", Step::Trains);
    assert_eq!(t.director("IRSFF"), of('A'));
    t.plays(buy_train("4", "bank", 350));
    assert_eq!(t.who(), 'C');
    let t = divided(t);
    assert_eq!((t.director("SFV"), t.percent("SFV", "A")), (of('C'), 20));
}

/// Rules: 1841-4.6.9-03, 1841-4.7.6-08
#[test]
fn a_tuscan_minor_with_two_tokens_pays_for_none() {
    let mut t = table("v1", 4)
        .phase(3)
        .sold_up_to("4")
        .company("SFTN", "O1", "D 60, C 40")
        .cash("SFTN", 900)
        .company("SFLP", "F4", "A 40, B 20")
        .tokens("SFLP", "P12")
        .charter_tokens("SFLP", 1)
        .cash("SFLP", 90)
        .company("SSFL", "I3", "A 40, C 20")
        .tokens("SSFL", "Q11")
        .cash("SSFL", 60)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    while !t.game.table.pending.is_empty() {
        let offers = t.offers();
        let answers = [choose("no"), choose("cash"), Action::Pass];
        let answer = answers.into_iter().find(|action| offers.iter().any(|offer| offer.covers(action)));
        t.plays(answer.unwrap_or_else(|| offers[0].samples()[0].clone()));
    }
    assert_eq!(t.has("SFLi"), 150);
}

/// SFLP, SFMA and SSFL as told merge when SFTN buys the first 4-train.
fn tuscans(companies: [(&str, &str, &str, &str); 2], trains: &str) -> T {
    let t = table("v1", 4).phase(3).company("SFTN", "O1", "D 60, C 40").cash("SFTN", 900);
    let t = companies.iter().fold(t, |t, (name, at, holders, tokens)| {
        t.company(name, at, holders).tokens(name, tokens).trains(name, trains)
    });
    t.sold_up_to("4")
}

/// Rules: 1841-4.6.9-07
/// SSFL is the dearest of all, but the first pair are SFLP and SFMA.
#[test]
fn the_first_of_two_tuscan_mergers_is_carried_out_by_the_dearer_minor() {
    let t = tuscans([("SFLP", "F4", "C 60", "P12"), ("SFMA", "C5", "A 60", "R14.1")], "3 3");
    let t = t.company("SSFL", "I3", "B 60").tokens("SSFL", "Q11");
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!((t.game.asked(), t.who()), (Asked::Discard, 'C'));
}

/// Rules: 1841-4.6.9-05
/// Six old tokens lie on the map and none in Firenze: one more than five would leave is taken off.
#[test]
fn room_is_made_for_the_token_in_firenze() {
    let t = tuscans([("SFLP", "F4", "A 40, B 40", "P12"), ("SSFL", "I3", "A 60", "Q11 S11 K11 L12 J6")], "");
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
    let off = |company: &str, hex: &str| Action::RemoveToken {
        company: ferrata_engine::name::CompanyName::of(company),
        hex: ferrata_engine::name::HexName::of(hex),
        stop: 0,
    };
    assert_eq!(t.rule(off("SSFL", "Q11")), "1841-4.7.4-09", "Pisa is kept");
    t.plays(off("SSFL", "J6"));
    assert_eq!(t.rule(Action::Pass), "1841-4.7.4-09");
    t.plays(off("SSFL", "L12"));
    t.pass();
    assert_eq!(sorted(t.placed("SFLi")), ["K11", "P12", "Q11", "R14", "S11"]);
}

/// Rules: 1841-4.6.9-05
/// G-34: both cities of Firenze are taken, so that token stays on the charter; five it has all the same.
#[test]
fn without_a_free_slot_in_firenze_its_token_stays_on_the_charter() {
    let t = tuscans([("SFLP", "F4", "A 40, B 40", "P12"), ("SSFL", "I3", "A 60", "Q11")], "");
    let t = t.company("AFI", "C5", "B 60").tokens("AFI", "R14.0").company("RSFS", "C5", "B 60");
    let mut t = t.tokens("RSFS", "R14.1").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
    t.pass();
    assert_eq!(sorted(t.placed("SFLi")), ["P12", "Q11"]);
    assert_eq!(t.game.company(t.id("SFLi")).tokens, 3);
}

// ---- chapters 5 and 7.2 ----

/// Rules: 1841-4.5.1-17, 1841-5-06
/// G-52: in v1, too, with one player left there is nobody to play against.
#[test]
fn the_last_player_wins_at_once_in_v1() {
    let mut t = table("v1", 3)
        .phase(3)
        .sold_up_to("3")
        .company("AFI", "A13", "A 60, B 40")
        .tokens("AFI", "P12")
        .cash("A", 0);
    t.say(&["seat", "C", "out"], true);
    let mut t = t.operates("AFI", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("leave"));
    assert!(t.over());
}

/// Rules: 1841-7.2-02
#[test]
fn the_holder_of_the_card_is_asked_not_whoever_sits_first() {
    let mut t = table("v1 priority-card", 3).company("SFTN", "F4", "B 50").tokens("SFTN", "H4.1");
    t.say(&["priority"], "C");
    let mut t = t.operates("SFTN", Step::Track);
    t.ends_turn();
    assert_eq!(t.who(), 'C');
    t.plays(choose("yes"));
    assert_eq!(t.acts().as_deref(), Some("SFTN"));
}

/// Rules: 1841-5-01
#[test]
fn the_turn_in_which_all_areas_are_joined_is_played_to_its_end() {
    let mut t = table("v1", 3)
        .phase(5)
        .tiles(super::chapter_5::AREAS)
        .company("CTLP", "F4", "A 60, B 40")
        .company("SFTN", "C5", "B 60, A 40")
        .tokens("CTLP", "S11")
        .cash("CTLP", 1000)
        .sold_up_to("5")
        .operates("CTLP", Step::Track);
    t.plays(lay("T12", "8", 0));
    assert_eq!((t.over(), t.acts().as_deref(), t.step()), (false, Some("CTLP"), Some(Step::Trains)));
    t.plays(buy_train("5", "bank", 550));
    t.ends_turn();
    assert!(t.over());
}

/// Rules: 1841-7.2-02, 1841-5-03
#[test]
fn no_further_round_is_demanded_when_the_bank_is_dry() {
    let mut t = table("v1 priority-card", 3)
        .company("SFTN", "F4", "B 50")
        .tokens("SFTN", "H4.1")
        .bank(0)
        .operates("SFTN", Step::Track);
    t.ends_turn();
    assert!(t.over());
}
