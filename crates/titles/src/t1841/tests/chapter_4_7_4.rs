//! Chapters 4.7.4 to 4.7.6 where other rules meet them: who decides to the end, and directors that change by it.

use super::super::operating::Step;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::CompanyName;
use ferrata_engine::shares::Holder;

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

fn merge(with: &str, into: &str) -> Action {
    Action::Merge { with: CompanyName::of(with), into: CompanyName::of(into) }
}

/// AFI of A and RSFS of B, joined, merge into CFCC; single shares are paid out.
fn merged(t: T, partner_asked: bool) -> T {
    let mut t = t.operates("AFI", Step::Merger);
    if partner_asked {
        t.plays(propose(merge("RSFS", "CFCC")));
        t.plays(Action::Accept);
    } else {
        t.plays(merge("RSFS", "CFCC"));
    }
    while t.offers().iter().any(|offer| offer.covers(&choose("cash"))) {
        t.plays(choose("cash"));
    }
    t
}

/// Rules: 1841-4.7.4-09, 1841-4.7.4-02, 1841-G-56
/// G-56: in v1 the director of the operating company carries the merger out to its end; in v2 the director of the new one
/// settles its tokens.
#[test]
fn whoever_merges_settles_the_tokens_whoever_becomes_director() {
    let t = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .company("AFI", "F4", "A 40, C 20")
            .company("RSFS", "C5", "B 60, C 20")
            .tiles("K11 5 5, L12 5 2, J6 57 5, K7 613 2, M11 613 0")
            .tokens("AFI", "K11 M11 J6 K7")
            .tokens("RSFS", "L12 P12 Q11")
    };
    let first = merged(t("v1"), true);
    assert_eq!((first.director("CFCC"), first.who()), (of('B'), 'A'));
    let second = merged(t("v2"), false);
    assert_eq!((second.director("CFCC"), second.who()), (of('B'), 'B'));
}

/// Rules: 1841-4.7.5-05
#[test]
fn whoever_merges_minors_buys_the_tokens() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "F4", "A 40, B 20")
        .company("FTP", "C5", "B 60, C 20")
        .tiles("K11 5 5, L12 5 2")
        .tokens("CTLP", "K11")
        .tokens("FTP", "L12")
        .cash("CTLP", 300)
        .operates("CTLP", Step::Merger);
    t.plays(propose(merge("FTP", "CFCC")));
    t.plays(Action::Accept);
    assert_eq!((t.director("CFCC"), t.who()), (of('B'), 'A'));
    t.plays(buy_tokens("CFCC", 1));
    assert_eq!(t.has("CFCC"), 200);
}

/// Rules: 1841-4.7.6-05, 1841-4.7.6-09, 1841-G-56
/// G-56: B becomes director by the first offer.
#[test]
fn whoever_transforms_is_asked_first_and_buys_the_tokens() {
    let asked = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(5)
            .company("CTLP", "K2", "A 40, B 40")
            .tokens("CTLP", "K11")
            .cash("CTLP", 400)
            .operates("CTLP", Step::Transformation);
        t.plays(Action::Transform { into: CompanyName::of("CFCC") });
        t.plays(choose("no"));
        t.plays(choose("yes"));
        assert_eq!(t.director("CFCC"), of('B'), "{edition}");
        let mut asked = String::new();
        while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
            asked.push(t.who());
            t.plays(choose("no"));
        }
        asked.push(t.who());
        t.plays(buy_tokens("CFCC", 1));
        asked
    };
    assert_eq!((asked("v1"), asked("v2")), ("ABCA".to_string(), "BCAB".to_string()));
}

/// Rules: 1841-4.7.4-10, 1841-4.5.1.1-01, 1841-G-28
/// G-28: RSFS is led by a frozen company, which loses the tie to what AFI and ILTF together hold, once that is led.
#[test]
fn a_merger_takes_over_from_a_frozen_company_that_has_as_much() {
    let t = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(5)
            .company("AFI", "F4", "A 60, C 40")
            .company("ILTF", "C5", "A 60, C 40")
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("ILTF", "L12")
            .company("ATFA", "C6", "pool 40, B 10")
            .company("RSFS", "A13", "ATFA 40, AFI 20, ILTF 20")
            .operates("AFI", Step::Merger);
        t.plays(merge("ILTF", "CFCC"));
        while !t.game.table.pending.is_empty() {
            t.passes_or_must();
        }
        assert_eq!(t.percent("RSFS", "CFCC"), 40);
        t
    };
    let first = t("v1");
    assert_eq!(first.director("RSFS"), first.holder("CFCC"));
    let second = t("v2");
    assert_eq!(second.director("RSFS"), second.holder("ATFA"), "in v2 it stays, and RSFS is frozen with it");
}
