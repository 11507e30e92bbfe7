//! Chapters 4.6, 5 and 7.2 looked at closely: the order of what a phase brings, the split, the Tuscan merger, ends.

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

pub(super) fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words
}

/// SFTN of D buys the first 4-train while IRSFF of A runs.
pub(super) fn eve(trains: &str, tokens: &str) -> T {
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
pub(super) fn divided(mut t: T) -> T {
    t.plays(choose("SFV"));
    t.plays(choose("SFL"));
    t
}

fn trains(t: &T, company: &str) -> Vec<String> {
    t.game.company(t.id(company)).trains.iter().map(|kind| t.game.train_name(*kind).to_string()).collect()
}

/// Rules: 1841-4.6.7-01, 1841-4.5.1.1-02, 1841-G-28
/// G-28: RSFS is frozen and leads AFI, for which nobody decides.
#[test]
fn a_company_that_nobody_leads_returns_its_oldest_trains_unasked() {
    let mut t = table("v1", 4)
        .phase(5)
        .company("RSFS", "C5", "pool 60, D 10")
        .company("AFI", "C5", "RSFS 40, D 10")
        .trains("AFI", "4 5 5")
        .company("SFTN", "A13", "D 60, C 40")
        .sold_up_to("6")
        .cash("SFTN", 2000)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("6", "bank", 800));
    assert_eq!((trains(&t, "AFI"), t.who()), (vec!["5".to_string(); 2], 'D'));
}

/// Rules: 1841-4.5-07, 1841-4.6.7-01
#[test]
fn the_train_just_bought_may_be_the_one_that_is_returned() {
    let mut t = table("v1", 4)
        .phase(5)
        .company("SFTN", "A13", "D 60, C 40")
        .trains("SFTN", "4 5")
        .sold_up_to("6")
        .cash("SFTN", 900)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("6", "bank", 800));
    let (company, train) =
        (ferrata_engine::name::CompanyName::of("SFTN"), ferrata_engine::name::TrainName::of("6"));
    t.plays(Action::Discard { company, train });
    assert_eq!((trains(&t, "SFTN"), t.in_phase()), (vec!["4".to_string(), "5".to_string()], 6));
}

/// Rules: 1841-4.6.8-05, 1841-4.6.7-01, 1841-4.6.2-05, 1841-G-31
/// G-31: four trains of IRSFF are above the new limit, two of each successor are not.
#[test]
fn the_ferdinandea_is_split_before_surplus_trains_are_returned() {
    let mut t = eve("3 3 3 3", "F8 F16").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_ne!(t.game.asked(), Asked::Discard);
    let t = divided(t);
    assert_eq!((trains(&t, "SFV"), trains(&t, "SFL")), (vec!["3".to_string(); 2], vec!["3".to_string(); 2]));
}

/// Rules: 1841-4.6.7-01, 1841-4.6.2-05, 1841-G-31
/// G-31.
#[test]
fn whoever_bought_the_train_returns_one_after_the_split() {
    let mut t = eve("3", "F8 F16").trains("SFTN", "3 3 3").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    assert_eq!((t.who(), t.game.asked() == Asked::Discard), ('A', false));
    let t = divided(t);
    assert_eq!((t.who(), t.game.asked()), ('D', Asked::Discard));
}

/// Rules: 1841-4.6.8-12-v2
/// B directs SB, A directs SFL: after the first offers B is the first who may call for another round.
#[test]
fn in_v2_the_venetian_director_calls_first() {
    let mut t = table("v2", 4)
        .phase(3)
        .sold_up_to("4")
        .company("SFTN", "A13", "D 60, C 40")
        .cash("SFTN", 900)
        .company("IRSFF", "F4", "A 20, B 20")
        .tokens("IRSFF", "F8 F16")
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    t.plays(choose("SFL"));
    assert_eq!((t.director("SB"), t.director("SFL")), (of('B'), of('A')));
    for asked in ['B', 'A'] {
        assert_eq!((t.who(), t.game.asked()), (asked, Asked::FirstShares));
        t.plays(choose("no"));
    }
    assert_eq!((t.who(), t.game.asked()), ('B', Asked::Split));
    t.plays(choose("yes"));
    t.plays(choose("no"));
    assert_eq!((t.who(), t.game.asked()), ('A', Asked::Split), "then the other");
}

/// Rules: 1841-4.6.8-08, 1841-4.5.1.1-01, 1841-G-33
/// G-33: A takes one share of each; the certificates that nobody took go to the pool.
#[test]
fn certificates_that_nobody_takes_in_the_split_go_to_the_pool() {
    let mut t = eve("3", "F8 F16").company("IRSFF", "F4", "A 20").operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    t.plays(choose("both"));
    for company in ["SFV", "SFL"] {
        assert_eq!(["A", "pool", "ipo"].map(|who| t.percent(company, who)), [20, 40, 40], "{company}");
        assert!(t.game.frozen(t.id(company)));
    }
}

/// Rules: 1841-4.6.8-08, 1841-G-33
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

/// Rules: 1841-4.6.8-14, 1841-3.1-06, 1841-G-39
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

/// Rules: 1841-4.6.9-03, 1841-4.7.6-04, 1841-4.7.6-05, 1841-G-34
/// G-34: the shares of the minor that becomes a major are offered as always.
#[test]
fn shares_are_offered_in_the_tuscan_transformation() {
    let t = tuscans([("SFLP", "F4", "A 40, B 40", "P12"), ("SSFL", "I3", "A 60", "Q11")], "");
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let mut asked = String::new();
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        asked.push(t.who());
        t.plays(choose("no"));
    }
    assert_eq!(asked, "ABABCD");
}

/// Rules: 1841-4.6.9-04, 1841-4.6.9-05
#[test]
fn no_tokens_are_bought_on_the_way_to_five() {
    let t = tuscans([("SFLP", "F4", "A 60", "P12"), ("SFMA", "C5", "A 60", "R14.1")], "");
    let mut t = t.company("SSFL", "I3", "A 60").tokens("SSFL", "Q11").cash("SFLP", 500);
    t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    while !t.game.table.pending.is_empty() {
        assert!(!t.offers().iter().any(|offer| offer.covers(&buy_tokens("AFI", 0))));
        t.passes_or_must();
    }
    assert_eq!((t.has("SFLi"), t.game.token_count(t.id("SFLi"))), (500, 5));
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

/// Rules: 1841-4.6.9-05, 1841-G-34
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

/// Rules: 1841-4.5.1-17, 1841-5-06, 1841-G-52
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
