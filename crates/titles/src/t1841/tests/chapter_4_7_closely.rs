//! Chapter 4.7 looked at closely: what companies must sell, what mergers and transformations leave.

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, HexName};

fn merge(with: &str, into: &str) -> Action {
    Action::Merge { with: CompanyName::of(with), into: CompanyName::of(into) }
}

fn transform(into: &str) -> Action {
    Action::Transform { into: CompanyName::of(into) }
}

fn standing(t: &T, company: &str) -> Standing {
    t.game.company(t.id(company)).standing
}

/// Plays what is under way to its end.
fn settled(mut t: T) -> T {
    while !t.game.table.pending.is_empty() {
        t.passes_or_must();
    }
    t
}

/// Rules: 1841-4.7.1-06, 1841-3.5.4-03
#[test]
fn shares_of_a_company_that_leads_through_another_must_be_sold() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTN", "C5", "A 40, RSFS 20")
        .company("SFTG", "F4", "SFTN 40")
        .company("RSFS", "F4", "SFTG 40")
        .operates("RSFS", Step::Shares);
    assert_eq!(t.rule(Action::Pass), "1841-4.7.1-06");
    t.plays(sell("RSFS", "SFTN", 10));
    assert_eq!(t.rule(Action::Pass), "1841-4.7.1-06", "all of them");
    t.plays(sell("RSFS", "SFTN", 10));
    t.pass();
}

/// Rules: 1841-4.7-01, 1841-4.7.2-01, 1841-4.7.3-01
#[test]
fn a_company_that_has_sold_may_still_buy_or_start() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 40")
        .company("SFTN", "C5", "B 40")
        .cash("SFTG", 300)
        .operates("SFTG", Step::Shares);
    t.plays(sell("SFTG", "SFTG", 10));
    t.clone().plays(buy("SFTG", "SFTN", 10, "ipo", 68));
    t.plays(start("AFI", 68, 20));
    assert_eq!(t.director("AFI"), t.holder("SFTG"));
}

/// Rules: 1841-4.7.4-09, 1841-4.2-08, 1841-G-38
/// G-38: one token in each city of Torino; one of them goes, and whoever merges says which.
#[test]
fn a_merged_company_has_one_token_in_torino() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("J6 57 5, J6 14 1")
        .tokens("AFI", "J6 H4.0")
        .tokens("RSFS", "J6 H4.1")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    assert_eq!(t.rule(Action::Pass), "", "first one of the two is removed");
    t.plays(Action::RemoveToken { company: CompanyName::of("AFI"), hex: HexName::of("H4"), stop: 0 });
    let t = settled(t);
    let torino: Vec<u8> = t
        .game
        .table
        .board
        .tokens_of(t.id("CFCC"))
        .filter(|token| token.hex == t.hex("H4"))
        .map(|token| token.stop)
        .collect();
    assert_eq!((torino, t.placed("CFCC").len(), t.game.company(t.id("CFCC")).tokens), (vec![1], 2, 0));
}

/// Rules: 1841-4.7.4-09
#[test]
fn a_token_taken_off_the_map_does_not_go_to_the_charter() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11 P12 Q11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    t.plays(Action::RemoveToken { company: CompanyName::of("AFI"), hex: HexName::of("Q11"), stop: 0 });
    t.pass();
    assert_eq!((t.placed("CFCC").len(), t.game.company(t.id("CFCC")).tokens), (3, 0));
}

/// Rules: 1841-4.7.4-09-v2
/// One token lay on the old charters, and no more may lie on the new one: none is taken off the map.
#[test]
fn in_v2_no_more_tokens_lie_on_the_charter_than_before() {
    let mut t = table("v2", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 6 2, L12 619 4, K13 6 5")
        .tokens("AFI", "K11 L12")
        .tokens("RSFS", "L12 K13")
        .charter_tokens("AFI", 1)
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    assert!(t.game.table.pending.is_empty(), "nothing is asked");
    assert_eq!((t.placed("CFCC").len(), t.game.company(t.id("CFCC")).tokens), (3, 1));
}

/// Rules: 1841-4.7.4-05-v2, 1841-TV-38
/// TV-38: half of an odd price, rounded down.
#[test]
fn in_v2_what_the_certificate_costs_is_rounded_down() {
    let mut t = table("v2", 4)
        .phase(5)
        .company("AFI", "F4", "A 20, B 10, C 10, D 10, pool 30")
        .company("RSFS", "B5", "B 20, A 10, pool 30")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    let cash = t.has("A");
    t.plays(merge("RSFS", "CFCC"));
    let price = t.price("CFCC");
    assert_eq!((price % 2, t.who()), (1, 'A'));
    t.plays(choose("director"));
    assert_eq!(cash - t.has("A"), price / 2);
}

/// Rules: 1841-4.7.4-01, 1841-4.5.1.1-02
#[test]
fn a_frozen_company_is_no_partner() {
    for edition in ["v1", "v2"] {
        let t = |rsfs: &str| {
            table(edition, 3)
                .phase(5)
                .company("AFI", "F4", "A 60, C 40")
                .company("RSFS", "C5", rsfs)
                .tiles("K11 5 5, L12 5 2")
                .tokens("AFI", "K11")
                .tokens("RSFS", "L12")
                .operates("AFI", Step::Merger)
        };
        assert_ne!(t("pool 40, B 10, A 10").step(), Some(Step::Merger), "{edition}");
        assert_eq!(t("A 40, B 10").step(), Some(Step::Merger), "{edition}");
    }
}

/// Rules: 1841-4.7.4-06
#[test]
fn a_company_may_pay_for_a_whole_share() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 20, ATFA 10")
        .company("RSFS", "C5", "A 60, C 40")
        .company("ATFA", "C6", "B 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .cash("ATFA", 900)
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    assert_eq!(t.who(), 'B', "for ATFA");
    t.plays(choose("share"));
    assert_eq!((t.has("ATFA"), t.percent("CFCC", "ATFA")), (900 - t.price("CFCC") / 2, 10));
}

/// Rules: 1841-4.7.5-06
/// 68 and 71: half of it is 69.5, and 69 is less.
#[test]
fn half_the_sum_of_two_minors_is_not_rounded() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "C5", "A 60, C 40")
        .company("FTP", "C4", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("CTLP", "K11")
        .tokens("FTP", "L12")
        .operates("CTLP", Step::Merger);
    t.plays(merge("FTP", "CFCC"));
    assert_eq!(t.price("CFCC"), 69);
}

/// Rules: 1841-4.7.4-06, 1841-8-05, 1841-G-51
/// G-51: ATFA, frozen, comes after the pool and is paid for its single share.
#[test]
fn a_frozen_company_is_paid_for_a_single_share() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 20, ATFA 10")
        .company("RSFS", "C5", "A 60, C 40")
        .company("ATFA", "C6", "pool 40, B 10")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .cash("ATFA", 900)
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    let t = settled(t);
    assert_eq!((t.has("ATFA"), t.percent("CFCC", "ATFA")), (900 + t.price("CFCC") / 2, 0));
}

/// Rules: 1841-4.7.5-05, 1841-8-07
#[test]
fn merged_minors_have_five_tokens_in_all() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "F4", "A 60, C 40")
        .company("FTP", "C5", "A 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("CTLP", "K11")
        .tokens("FTP", "L12")
        .cash("CTLP", 1000)
        .operates("CTLP", Step::Merger);
    t.plays(merge("FTP", "CFCC"));
    assert_eq!(t.rule(buy_tokens("CFCC", 4)), "1841-4.7.5-05", "two lie on the map");
    t.plays(buy_tokens("CFCC", 3));
    assert_eq!(t.has("CFCC"), 700);
}

/// Rules: 1841-4.7.4-11, 1841-4.7.5-07, 1841-4.7.6-11
#[test]
fn what_arose_from_historical_companies_leaves_the_game_too() {
    let t = |a: &str, b: &str| {
        let mut t = table("v1", 3)
            .phase(5)
            .company(a, "F4", "A 60, C 40")
            .company(b, "C5", "A 60, C 40")
            .tiles("K11 5 5, L12 5 2")
            .tokens(a, "K11")
            .tokens(b, "L12")
            .operates(a, Step::Merger);
        t.plays(merge(b, "CFCC"));
        settled(t)
    };
    let minors = t("SFV", "SFL");
    assert_eq!((standing(&minors, "SFV"), standing(&minors, "SFL")), (Standing::Gone, Standing::Gone));
    let majors = t("SFLi", "AFI");
    assert_eq!((standing(&majors, "SFLi"), standing(&majors, "AFI")), (Standing::Gone, Standing::Waiting));
}

// ---- chapter 4.7.6 ----

/// A minor at K2 with one token on the map.
fn minor(edition: &str, phase: u8, name: &str) -> T {
    table(edition, 3)
        .phase(phase)
        .company(name, "K2", "A 40, B 20")
        .tokens(name, "K11")
        .cash(name, 400)
        .operates(name, Step::Transformation)
}

/// Rules: 1841-4.7.6-01, 1841-8-06
#[test]
fn historical_minors_wait_for_their_concession_and_tuscan_ones_for_their_merger() {
    let may = |edition, phase, name| minor(edition, phase, name).step() == Some(Step::Transformation);
    assert!(!may("v1", 3, "SFTC") && may("v1", 4, "SFTC"));
    assert!(!may("v1 napoleon", 4, "SFLP") && may("v1 napoleon", 5, "SFLP") && may("v1", 4, "SFLP"));
}

/// Rules: 1841-4.7.6-08, 1841-4.7.6-09
#[test]
fn a_minor_with_two_tokens_buys_none_at_50() {
    let mut t = minor("v1", 5, "CTLP").charter_tokens("CTLP", 1).operates("CTLP", Step::Transformation);
    t.plays(transform("CFCC"));
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
    t.clone().plays(buy_tokens("CFCC", 0));
    t.plays(buy_tokens("CFCC", 1));
    assert_eq!((t.has("CFCC"), t.game.company(t.id("CFCC")).tokens), (300, 2));
}

/// Rules: 1841-4.7.6-08, 1841-G-42
/// G-42: the token on the charter is the second one, so no share has to be sold before.
#[test]
fn a_token_on_the_charter_is_a_second_one() {
    let mut t = minor("v1", 5, "CTLP").charter_tokens("CTLP", 1).cash("CTLP", 0);
    for who in ["A", "B", "C"] {
        t = t.cash(who, 0);
    }
    let mut t = t.operates("CTLP", Step::Transformation);
    t.plays(transform("CFCC"));
    assert_eq!((standing(&t, "CFCC"), t.game.company(t.id("CFCC")).tokens), (Standing::Running, 1));
}

/// Rules: 1841-4.7.6-02, 1841-3.1-06, 1841-G-39
/// G-39: the major is a new company that has not acted.
#[test]
fn shares_of_a_transformed_company_wait_until_it_has_acted() {
    let mut t = minor("v1", 5, "CTLP");
    t.plays(transform("CFCC"));
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
    t.plays(buy_tokens("CFCC", 1));
    let t = t.stock_round_begins(3).turn_of('B');
    assert_eq!(t.rule(sell("B", "CFCC", 10)), "1841-3.1-06");
}

/// Rules: 1841-4.7.6-06, 1841-3.5.2-01, 1841-3.5.2-03
/// A has nine certificates, the limit of eight players, RSFS five.
#[test]
fn who_is_at_the_limit_of_certificates_is_offered_no_share() {
    let mut t = table("v1", 8)
        .phase(5)
        .company("CTLP", "K2", "A 40, RSFS 20, B 20")
        .tokens("CTLP", "K11")
        .charter_tokens("CTLP", 1)
        .company("SFTG", "F4", "A 60, RSFS 40")
        .company("SFTN", "F4", "A 40, C 20")
        .company("RSFS", "C5", "C 40")
        .cash("RSFS", 900)
        .operates("CTLP", Step::Transformation);
    assert_eq!((t.game.certificates_free(t.holder("A")), t.game.certificates_free(t.holder("RSFS"))), (0, 0));
    t.plays(transform("CFCC"));
    assert_eq!(t.who(), 'B');
    t.plays(choose("no"));
    assert_eq!(t.who(), 'B', "all players, A left out again");
}

/// Rules: 1841-4.7.6-04, 1841-3.5.4-03
#[test]
fn a_company_that_the_new_one_leads_is_offered_no_share() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "K2", "A 40, RSFS 20, B 20")
        .tokens("CTLP", "K11")
        .charter_tokens("CTLP", 1)
        .company("RSFS", "C5", "CTLP 40, C 20")
        .cash("RSFS", 900)
        .operates("CTLP", Step::Transformation);
    t.plays(transform("CFCC"));
    assert_eq!(t.game.leader(t.id("RSFS")), Some(seat('A')));
    let mut asked = String::new();
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        asked.push(t.who());
        t.plays(choose("no"));
    }
    assert_eq!(asked, "ABABC", "A once for themselves, not for RSFS");
}
