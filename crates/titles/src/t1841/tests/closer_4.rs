//! Chapters 4.1 to 4.6 and 5 looked at closely: emergencies along a chain, the order of what a phase brings, ends.

use super::super::operating::Step;
use super::builder::*;
use super::chapter_4_5_1::sell_all;
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

// ---- chapters 5 and 7.2 ----

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
