//! Where two rules meet, and the case just beyond the limit.

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;
use super::chapter_4_5_1::sell_all;
use super::given::keeps;
use ferrata_engine::action::Action;
use ferrata_engine::name::CompanyName;
use ferrata_engine::shares::Holder;

fn merge(with: &str, into: &str) -> Action {
    Action::Merge { with: CompanyName::of(with), into: CompanyName::of(into) }
}

fn transform(into: &str) -> Action {
    Action::Transform { into: CompanyName::of(into) }
}

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

/// Who has the concession of a company.
fn concession(t: &T, company: &str) -> Holder {
    t.game.concession_holder(t.game.charter(t.id(company)).concession.unwrap())
}

// ---- chapter 3 ----

/// Rules: 1841-3.3.3-04, 1841-3.2-05, 1841-3.2-07, 1841-G-07
/// G-07: the rule names no buyer.
#[test]
fn shares_of_a_company_that_has_not_acted_are_not_sold_to_players_either() {
    let base = |edition: &str| table(edition, 3).phase(3).company("AFI", "F4", "B 40");
    let deal = propose(buy("A", "AFI", 10, "B", 5));
    assert_eq!(base("v1").fresh("AFI").rule(deal.clone()), "1841-3.3.3-04");
    base("v1").plays(deal.clone());
    base("v1 early-deals").fresh("AFI").plays(deal);
    // Nor a used concession with the director's certificate.
    let base = |edition: &str| table(edition, 3).company("SFTN", "F4", "B 40");
    let deal = propose(buy_card("A", "SFTN", "B", 5));
    assert_eq!(base("v1").fresh("SFTN").rule(deal.clone()), "1841-3.3.3-04");
    base("v1").plays(deal.clone());
    base("v1 early-deals").fresh("SFTN").plays(deal);
}

/// Rules: 1841-3-05, 1841-3.4-01
#[test]
fn a_sale_alone_moves_the_priority_card() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 20, B 20").seats("CAB").turn_of('B');
    t.plays(sell("B", "SFTG", 10));
    t.pass_stock_round();
    assert_eq!(t.game.table.priority, seat('C'), "left of B, who only sold");
}

/// Rules: 1841-3.2-07, 1841-3.2-09, 1841-3.2-10
#[test]
fn a_used_concession_is_not_bought_beyond_a_limit() {
    // The director's certificate would make it 70%.
    let t = |has: u8| {
        let holdings = format!("B 20, A {has}");
        table("v1", 3).company("SFTN", "F4", &holdings)
    };
    let deal = propose(buy_card("A", "SFTN", "B", 5));
    assert_eq!(t(50).rule(deal.clone()), "1841-3.2-10");
    t(40).plays(deal.clone());
    // Nine certificates are the limit of eight players.
    let t = |has: u8| {
        let holdings = format!("C 20, A {has}");
        table("v1", 8)
            .company("SFTN", "F4", "B 40")
            .company("SFTG", "F4", "A 60")
            .company("SSFL", "F4", &holdings)
    };
    assert_eq!((t(30).game.table.shares.count(of('A')), t(40).game.table.shares.count(of('A'))), (8, 9));
    t(30).plays(deal.clone());
    assert_eq!(t(40).rule(deal), "1841-3.2-09");
}

/// Rules: 1841-3.5.3-01, 1841-3.5.3-02
#[test]
fn a_purchase_that_only_draws_level_changes_nothing() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 30, B 20").turn_of('B');
    t.plays(buy("B", "SFTG", 10, "ipo", 100));
    assert_eq!((t.percent("SFTG", "B"), t.director("SFTG")), (30, of('A')));
    // Nor does a sale of the director that leaves them level.
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 30");
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.director("SFTG"), of('A'));
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.director("SFTG"), of('B'));
}

// ---- chapter 3.5.3 after a bankruptcy ----

/// C leads RSFS, which leads AFI; AFI needs a train that C cannot pay.
fn bankrupt(rsfs: &str, afi: &str) -> T {
    let mut t = table("v1", 4)
        .phase(5)
        .sold_up_to("5")
        .company("RSFS", "A13", rsfs)
        .company("AFI", "A12", afi)
        .tokens("AFI", "P12")
        .cash("C", 10)
        .operates("AFI", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("stay"));
    t
}

/// Rules: 1841-3.5.3-10, 1841-4.5.1-15
#[test]
fn after_a_bankruptcy_a_tie_goes_to_the_right_of_the_bankrupt_player() {
    let t = bankrupt("C 20, A 20, B 20, pool 40", "RSFS 60, D 40");
    assert_eq!(t.director("RSFS"), of('B'), "B sits to the right of C");
    let t = bankrupt("C 20, A 20, D 20, pool 40", "RSFS 60, B 40");
    assert_eq!(t.director("RSFS"), of('A'), "then A, then D");
}

/// Rules: 1841-4.5.1-15, 1841-3.5.3-01, 1841-G-28
/// G-28: RSFS is taken over, so it is not frozen and loses no tie in AFI, whichever comes first in the list of companies.
#[test]
fn a_company_that_is_taken_over_keeps_what_it_directs() {
    let t = bankrupt("C 20, B 20, pool 60", "RSFS 60, D 40");
    assert_eq!((t.director("RSFS"), t.percent("AFI", "RSFS"), t.percent("AFI", "D")), (of('B'), 40, 40));
    assert_eq!(t.director("AFI"), t.holder("RSFS"));
    let mut t = table("v1", 4)
        .phase(5)
        .sold_up_to("5")
        .company("AFI", "A13", "C 20, B 20, pool 60")
        .company("RSFS", "A12", "AFI 60, D 40")
        .tokens("RSFS", "P12")
        .cash("C", 10)
        .operates("RSFS", Step::Trains);
    sell_all(&mut t);
    t.plays(choose("stay"));
    assert_eq!((t.director("AFI"), t.director("RSFS")), (of('B'), t.holder("AFI")));
    // Frozen it loses the tie.
    let t = bankrupt("C 20, B 10, pool 70", "RSFS 60, D 40");
    assert_eq!((t.director("RSFS"), t.director("AFI")), (Holder::Pool, of('D')));
}

/// Rules: 1841-4.5.1-15, 1841-3.1-11, 1841-3.5.3-04
#[test]
fn before_phase_four_the_concession_goes_with_the_certificate_of_a_bankrupt_director() {
    let mut t = table("v1", 4)
        .phase(3)
        .sold_up_to("3")
        .company("AFI", "A13", "C 60, D 40")
        .tokens("AFI", "P12")
        .company("SFTN", "C5", "C 20, B 20, A 10")
        .company("SFTG", "C5", "C 20, B 10")
        .cash("C", 0)
        .operates("AFI", Step::Trains);
    sell_all(&mut t);
    assert_eq!(t.percent("SFTN", "C"), 20, "G-26: bound by the concession");
    t.plays(choose("stay"));
    assert_eq!((t.director("SFTN"), concession(&t, "SFTN")), (of('B'), of('B')));
    assert_eq!(t.at("SFTN"), "C5", "what a bankrupt surrenders moves no marker");
    assert!(t.game.bound_by_concession(t.id("SFTN")));
    // Without an heir the company is frozen; whoever gets a second share takes over both.
    assert_eq!((t.director("SFTG"), concession(&t, "SFTG")), (Holder::Pool, Holder::Pool));
    let mut t = t.stock_round_begins(3).turn_of('B').cash("B", 500);
    let price = t.price("SFTG");
    t.plays(buy("B", "SFTG", 10, "ipo", price));
    assert_eq!((t.director("SFTG"), concession(&t, "SFTG")), (of('B'), of('B')));
}

// ---- chapter 3.5.4: companies that lead each other ----

/// SFTN and SFTG come to lead each other when A sells.
fn circle(sftg: &str, sftn: &str, sold: u8) -> T {
    let mut t = table("v1", 4).phase(5).company("SFTG", "F4", sftg).company("SFTN", "C5", sftn);
    t.plays(sell("A", "SFTG", sold));
    assert_eq!((t.director("SFTG"), t.director("SFTN")), (t.holder("SFTN"), t.holder("SFTG")));
    t
}

/// Rules: 1841-3.5.4-03, 1841-G-54
/// G-54.
#[test]
fn a_circle_is_led_by_the_player_who_holds_most_of_it() {
    let leads = |t: &T| (t.game.leader(t.id("SFTG")), t.game.leader(t.id("SFTN")));
    let both = |letter| (Some(seat(letter)), Some(seat(letter)));
    assert_eq!(leads(&circle("A 40, SFTN 40, B 10", "SFTG 30, C 20", 30)), both('C'), "B has one share only");
    assert_eq!(leads(&circle("A 40, SFTN 30, B 20", "SFTG 40, C 30", 20)), both('C'));
    // Level: whoever was the director before, else the next to their right.
    assert_eq!(leads(&circle("A 40, SFTN 30", "SFTG 40, C 20", 20)), both('A'));
    assert_eq!(leads(&circle("A 40, SFTN 40, B 20", "SFTG 30, C 20", 40)), both('C'));
    // The companies act, and the player decides.
    let mut t = circle("A 40, SFTN 40, B 10", "SFTG 30, C 20", 30).tokens("SFTG", "P12").trains("SFTG", "5");
    assert!(!t.game.frozen(t.id("SFTG")));
    t.begin_operating(2);
    assert_eq!((t.acts().as_deref(), t.who()), (Some("SFTG"), 'C'));
    // What they hold counts for C.
    assert_eq!(t.game.controlled(t.id("SFTN"), seat('C')), 20 + 30);
}

/// Rules: 1841-4.5.1.1-01, 1841-4.5.1.1-04, 1841-G-54
/// G-54.
#[test]
fn a_circle_in_which_nobody_holds_two_shares_is_frozen() {
    let t = circle("A 40, SFTN 40, B 10", "SFTG 30, C 10", 40);
    assert!(t.game.frozen(t.id("SFTG")) && t.game.frozen(t.id("SFTN")));
    let mut woken = t.clone();
    while woken.who() != 'C' {
        woken.pass();
    }
    let price = woken.price("SFTN");
    woken.plays(buy("C", "SFTN", 10, "ipo", price));
    assert_eq!(woken.game.leader(woken.id("SFTG")), Some(seat('C')), "with a second share C decides");
    let mut t = t.company("RSFS", "A13", "D 60");
    t.begin_operating(2);
    assert_eq!((t.at("SFTG").as_str(), t.at("SFTN").as_str()), ("D4", "A5"), "two fields to the left");
    assert_eq!(t.acts().as_deref(), Some("RSFS"));
}

/// Rules: 1841-4.7.4-05, 1841-4.7.4-12-v2
#[test]
fn a_circle_elsewhere_forbids_no_merger() {
    for edition in ["v1", "v2"] {
        let t = table(edition, 3)
            .phase(5)
            .company("AFI", "F4", "A 60, C 40")
            .company("RSFS", "C5", "A 60, C 40")
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "L12")
            .company("SFTG", "A13", "SFTN 20, B 20")
            .company("SFTN", "A13", "SFTG 20, C 20");
        let mut t = t.operates("AFI", Step::Merger);
        t.plays(merge("RSFS", "CFCC"));
        assert_eq!(t.director("CFCC"), of('A'), "{edition}");
    }
}

/// Rules: 1841-4.7.4-05, 1841-4.7.4-12-v2, 1841-G-36
/// G-36: each edition has its own rule.
#[test]
fn a_merger_without_a_director_is_refused_by_the_rule_of_the_edition() {
    for (edition, rule) in [("v1", "1841-4.7.4-05"), ("v2", "1841-4.7.4-12-v2")] {
        let t = table(edition, 5)
            .phase(5)
            .company("AFI", "I3", "A 20, C 10")
            .company("RSFS", "F4", "B 20, A 10, pool 50")
            .company("CGTF", "F4", "A 60")
            .cash("A", 0)
            .cash("B", 0)
            .cash("C", 0)
            .tiles("K11 5 5, L12 6 2, L12 619 4")
            .tokens("AFI", "K11")
            .tokens("CGTF", "L12")
            .tokens("RSFS", "L12");
        let t = t.operates("AFI", Step::Merger);
        assert_eq!(t.step(), Some(Step::Merger), "with CGTF it may");
        assert_eq!(t.rule(merge("RSFS", "CFCC")), rule);
    }
}

// ---- chapter 4.2 ----

/// Rules: 1841-4.2-09, 1841-4.2-03, 1841-4.3.1-06, 1841-G-15
/// G-15: for tokens and mergers a pass is a station in v1, for building and running it is none.
#[test]
fn a_pass_is_a_station_for_tokens_and_mergers_in_v1() {
    // The token on the Giovi pass is joined to Alessandria, the one in Torino to nothing.
    let base = |edition: &str| {
        table(edition, 3)
            .phase(4)
            .company("SFTN", "F4", "A 60, B 40")
            .tiles("J6 57 5, K7 613 2")
            .tokens("SFTN", "H4.1 K7")
            .charter_tokens("SFTN", 2)
    };
    let places = |edition: &str| base(edition).operates("SFTN", Step::Station).token_places();
    assert_eq!(places("v1"), ["J6"]);
    for edition in ["v2", "v1 online", "v2 online"] {
        assert!(places(edition).is_empty(), "{edition}");
    }
    assert!(base("v1").trains("SFTN", "4").best("SFTN") == 0, "no train runs from it");
    let merges = |edition: &str| {
        let t = base(edition).company("RSFS", "C5", "A 60, B 40").tokens("RSFS", "J6");
        t.operates("SFTN", Step::Merger).step() == Some(Step::Merger)
    };
    assert!(merges("v1") && !merges("v2") && !merges("v1 online"));
    // And the other way round: the partner's token on a pass.
    let t = base("v1").company("RSFS", "I3", "A 60, B 40").tokens("RSFS", "J6");
    assert_eq!(t.operates("RSFS", Step::Merger).step(), Some(Step::Merger));
}

// ---- chapter 4.5.1 ----

/// Rules: 1841-4.5.1-03, 1841-4.5.1-04, 1841-4.5.1-05, 1841-G-23
/// G-23: the literal reading as an option; a player still sells only what is needed.
#[test]
fn with_sell_all_a_company_that_begins_to_sell_sells_everything() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(3)
            .company("SFTG", "F4", "A 40, B 10")
            .tokens("SFTG", "P12")
            .company("SFTN", "F4", "B 40, SFTG 20")
            .company("RSFS", "F4", "B 60")
            .cash("SFTG", 120)
            .operates("SFTG", Step::Trains)
    };
    assert_eq!(base("v1 sell-all").rule(sell("SFTG", "SFTN", 10)), "1841-4.5.1-11", "all of it");
    let mut t = base("v1 sell-all");
    t.plays(sell("SFTG", "SFTN", 20));
    // 2 × 50 for SFTN, then the offering, 5 × 50.
    assert_eq!((t.percent("SFTN", "SFTG"), t.percent("SFTG", "ipo"), t.has("SFTG")), (0, 0, 120 + 100 + 250));
    let sold: usize = t.game.operating().unwrap().sold.iter().map(|(_, of)| of.iter().count()).sum();
    assert_eq!(sold, 2, "SFTN and itself, nothing it did not have");
    t.plays(buy_train("3", "bank", 200));
    let mut t = base("v1");
    t.plays(sell("SFTG", "SFTN", 20));
    assert_eq!((t.percent("SFTG", "ipo"), t.has("SFTG")), (50, 220));
}

/// Rules: 1841-4.5.1-12, 1841-4.5.2-02
#[test]
fn raised_money_buys_no_dearer_train_of_the_bank() {
    // A returned 4-train at 350 beside the 5-train at 550.
    let mut t = table("v1", 3)
        .phase(5)
        .sold_up_to("5")
        .company("SFTG", "F4", "A 40, B 10")
        .tokens("SFTG", "P12")
        .cash("SFTG", 340);
    t.game.table.depot.give_back(ferrata_engine::id::TrainKind(2));
    let mut t = t.cash("A", 2000).operates("SFTG", Step::Trains);
    t.plays(sell("SFTG", "SFTG", 10));
    let mut t = t.cash("SFTG", 900);
    assert_eq!(t.rule(buy_train("5", "bank", 550)), "1841-4.5.2-02");
    t.plays(buy_train("4", "bank", 350));
}

/// Rules: 1841-4.5.1.1-01, 1841-4.5.1.1-04, 1841-4.5.1.1-03, 1841-4.5.1.1-02, 1841-G-28
/// G-28.
#[test]
fn a_company_led_by_a_frozen_one_does_not_act_but_is_not_frozen_in_v1() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .company("SFTG", "F4", "RSFS 40, A 30, pool 10")
            .company("RSFS", "B3", "pool 40, B 10")
            .company("SFTN", "A13", "B 40")
    };
    let mut t = base("v1");
    assert!(!t.game.frozen(t.id("SFTG")) && t.game.frozen(t.id("RSFS")));
    assert_eq!(t.game.leader(t.id("SFTG")), None);
    t.begin_operating(2);
    assert_eq!((t.at("SFTG").as_str(), t.at("RSFS").as_str()), ("E4", "A4"), "one field, and two");
    assert_eq!(t.acts().as_deref(), Some("SFTN"));
    let mut t = base("v1");
    t.pass_stock_round();
    assert_eq!(t.at("SFTG"), "E5", "one row for the pool, one field for no dividend");
    let mut t = base("v2");
    t.begin_operating(2);
    assert_eq!(t.at("SFTG"), "D4", "v2: it is frozen, too");
}

// ---- chapter 4.7 ----

/// Rules: 1841-4.7.2-02
#[test]
fn what_a_leading_company_sold_in_an_emergency_it_does_not_buy_back() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "SFTN 40, A 20, B 40")
        .tokens("AFI", "P12")
        .company("SFTN", "C5", "A 60, B 40")
        .company("RSFS", "A13", "B 40, SFTN 20, C 10")
        .cash("AFI", 195)
        .cash("SFTN", 0)
        .operates("AFI", Step::Trains);
    t.plays(sell("SFTN", "RSFS", 10));
    let mut t = t.cash("SFTN", 500).cash("AFI", 200);
    t.plays(buy_train("3", "bank", 200));
    while t.acts().as_deref() == Some("AFI") || t.step() != Some(Step::Shares) {
        t.passes_or_must();
    }
    assert_eq!((t.acts().as_deref(), t.game.operating().unwrap().number), (Some("SFTN"), 1));
    let price = t.price("RSFS");
    assert_eq!(t.rule(buy("SFTN", "RSFS", 10, "pool", price)), "1841-4.7.2-02");
    // In the next round it may.
    t.pass();
    while t.acts().as_deref() != Some("SFTN") || t.step() != Some(Step::Shares) {
        match t.step() {
            Some(Step::Run) => t.runs(),
            Some(Step::Dividend) => drop(t.plays(keeps())),
            _ => t.passes_or_must(),
        }
    }
    let price = t.price("RSFS");
    t.plays(buy("SFTN", "RSFS", 10, "pool", price));
}

/// Rules: 1841-4.7.4-01, 1841-4.7.5-01, 1841-G-40
/// G-40: a turn that has not ended does not count, in either edition, for either partner, for majors and minors.
#[test]
fn both_partners_of_a_merger_must_have_acted() {
    for edition in ["v1", "v2"] {
        for (a, b) in [("AFI", "RSFS"), ("CTLP", "FTP")] {
            let base = || {
                table(edition, 3)
                    .phase(5)
                    .company(a, "F4", "A 60, C 40")
                    .company(b, "C5", "A 60, C 40")
                    .tiles("K11 5 5, L12 5 2")
                    .tokens(a, "K11")
                    .tokens(b, "L12")
            };
            let asked = |t: T| t.operates(a, Step::Merger).step() == Some(Step::Merger);
            assert!(asked(base()), "{edition}");
            assert!(!asked(base().fresh(a)), "{edition}: {a} is in its first turn");
            assert!(!asked(base().fresh(b)), "{edition}: {b} has not acted");
        }
    }
}

/// Rules: 1841-4.7.4-06
#[test]
fn half_of_an_odd_price_is_rounded_down_both_ways() {
    // 100 + 68: M6 is 180, less than 168 is L6 with 162; 111 + 68 → 178 at L5; odd prices have odd halves.
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, B 10, C 10")
        .company("RSFS", "B5", "A 60, C 20")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    let before = ["B", "C"].map(|who| t.has(who));
    t.plays(merge("RSFS", "CFCC"));
    let price = t.price("CFCC");
    assert_eq!(price % 2, 1, "{price}");
    t.plays(choose("cash"));
    t.plays(choose("share"));
    assert_eq!((t.has("B") - before[0], before[1] - t.has("C")), (price / 2, price / 2));
}

/// Rules: 1841-4.7.4-09
#[test]
fn tokens_may_be_taken_off_the_map_after_a_merger_but_not_the_last() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    let removes = |t: &T| {
        let offers = t.offers();
        let mut samples = offers.iter().flat_map(|offer| offer.samples());
        samples.find(|action| !matches!(action, Action::Pass))
    };
    let first = removes(&t).expect("a token can be removed");
    t.plays(first);
    assert_eq!(t.placed("CFCC").len(), 1);
    assert!(t.game.table.pending.is_empty() || removes(&t).is_none(), "the last one stays");
}

// ---- chapter 4.7.6 ----

/// CTLP at K2, led by A, with one token and this much money.
fn minor(cash: i32, players: [i32; 3]) -> T {
    let t =
        table("v1", 3).phase(5).company("CTLP", "K2", "A 40, B 20").tokens("CTLP", "K11").cash("CTLP", cash);
    let t = ["A", "B", "C"].iter().zip(players).fold(t, |t, (who, cash)| t.cash(who, cash));
    t.operates("CTLP", Step::Transformation)
}

/// Rules: 1841-4.7.6-08, 1841-4.7.6-04, 1841-4.7.6-05, 1841-G-42
/// G-42: the shares come before the token.
#[test]
fn the_second_token_is_paid_with_the_shares_of_the_transformation() {
    let mut t = minor(0, [1120, 1120, 1120]);
    t.plays(transform("AFI"));
    assert_eq!(t.game.company(t.id("CTLP")).standing, Standing::Running, "nothing has happened yet");
    let mut asked = Vec::new();
    for answer in ["no", "yes", "no", "no", "yes"] {
        asked.push(t.who());
        t.plays(choose(answer));
    }
    assert_eq!(asked, ['A', 'B', 'A', 'B', 'C'], "shareholders, then all players, each once");
    assert_eq!(
        (t.has("AFI"), t.percent("AFI", "A"), t.percent("AFI", "B"), t.percent("AFI", "C")),
        (390, 20, 20, 10)
    );
    t.plays(buy_tokens("AFI", 1));
    assert_eq!((t.has("AFI"), t.game.company(t.id("AFI")).tokens), (340, 1));
    assert_eq!(t.game.company(t.id("CTLP")).standing, Standing::Waiting);
}

/// Rules: 1841-4.7.6-08
#[test]
fn a_transformation_for_which_nobody_pays_falls_through() {
    let mut t = minor(49, [1120, 1120, 1120]);
    t.plays(transform("AFI"));
    for asked in ['A', 'B', 'A', 'B', 'C'] {
        assert_eq!(t.who(), asked);
        t.plays(choose("no"));
    }
    let standing = |company| t.game.company(t.id(company)).standing;
    assert_eq!((standing("CTLP"), standing("AFI")), (Standing::Running, Standing::Waiting));
    assert_eq!((t.has("CTLP"), t.percent("CTLP", "A")), (49, 40));
    assert_eq!(t.game.operating().unwrap().number, 2, "its turn is over, and so is the round");
    // With 50 it needs nobody; where nobody could buy it is refused at once.
    let mut t = minor(50, [0, 0, 0]);
    t.plays(transform("AFI"));
    t.plays(buy_tokens("AFI", 1));
    assert_eq!(t.has("AFI"), 0);
    assert_ne!(minor(49, [0, 0, 0]).step(), Some(Step::Transformation));
}
