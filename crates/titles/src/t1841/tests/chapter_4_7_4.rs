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

/// AFI of A and RSFS of B with joined stations, in eight hands.
fn eight(edition: &str, afi: &str, rsfs: &str) -> T {
    table(edition, 8)
        .phase(5)
        .company("SFTN", "C5", "A 60, C 40")
        .company("AFI", "F4", afi)
        .company("RSFS", "F4", rsfs)
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
}

/// Exchanges pairs only, until somebody has a single share.
fn pairs_only(t: &mut T) {
    t.plays(merge("RSFS", "CFCC"));
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
}

/// Rules: 1841-4.7.4-06-v2, 1841-4.7.4-05-v2
#[test]
fn in_v2_a_pair_takes_the_certificate_when_the_single_shares_are_out() {
    // Seven have a pair each, G has two: the first takes the last 10%, the second makes it the director's certificate.
    let afi = "A 20, C 10, D 10, E 10, F 10, SFTN 10, G 20";
    let rsfs = "B 20, C 10, D 10, E 10, F 10, SFTN 10, G 20";
    let mut t = eight("v2", afi, rsfs).operates("AFI", Step::Merger);
    let cash = t.has("G");
    pairs_only(&mut t);
    assert_eq!((t.director("CFCC"), t.percent("CFCC", "G"), t.has("G")), (of('G'), 20, cash));
    assert_eq!(t.percent("CFCC", "ipo"), 10, "the share that G gave for it");
}

/// Rules: 1841-4.7.4-06-v2, 1841-4.7.4-05-v2, 1841-4.7.4-12-v2
#[test]
fn in_v2_a_pair_for_which_nothing_is_left_is_paid_in_full() {
    // Eight have a pair each before H, whose pair is one too many and who has a single share besides.
    let afi = "A 20, C 10, D 10, E 10, F 10, G 10, SFTN 10, H 10";
    let rsfs = "B 20, C 10, D 10, E 10, F 10, G 10, SFTN 10, H 20";
    let mut t = eight("v2", afi, rsfs).operates("AFI", Step::Merger);
    let cash = t.has("H");
    pairs_only(&mut t);
    let price = t.price("CFCC");
    assert_eq!((t.who(), t.percent("CFCC", "H"), t.has("H")), ('H', 0, cash + price));
    assert_eq!(t.rule(choose("cash")), "1841-4.7.4-12-v2", "somebody has to lead");
    t.plays(choose("director"));
    assert_eq!((t.director("CFCC"), t.has("CFCC")), (of('H'), price * 3 / 2));
}

/// Rules: 1841-4.7.4-06, 1841-4.7.4-06-v2
#[test]
fn in_v2_half_a_share_takes_the_certificate_when_the_single_shares_are_out() {
    let afi = "A 30, C 10, D 10, E 10, F 10, G 10, SFTN 10";
    let rsfs = "B 20, C 10, D 10, E 10, F 10, G 10, SFTN 10";
    let mut t = eight("v2", afi, rsfs).operates("AFI", Step::Merger);
    let cash = t.has("A");
    pairs_only(&mut t);
    assert_eq!((t.who(), t.percent("CFCC", "A")), ('A', 10));
    t.plays(choose("share"));
    let half = t.price("CFCC") / 2;
    assert_eq!((t.director("CFCC"), t.percent("CFCC", "A"), cash - t.has("A")), (of('A'), 20, half));
}

/// Rules: 1841-G-58, 1841-4.7.4-06, 1841-3.5.4-02, 1841-4.7.1-04
/// G-58: the old share is given for the new one, whatever the limits say; what is too much is sold at the next opportunity.
#[test]
fn a_single_share_is_made_whole_beyond_the_limits() {
    for edition in ["v1", "v2"] {
        // A has eleven old shares, and ATFA, which A leads, one: 60% and 10% of the new company. ATFA has five certificates.
        let mut t = table(edition, 3)
            .phase(5)
            .company("ATFA", "C6", "A 60, C 40")
            .company("SFTN", "C5", "C 50, ATFA 20")
            .company("SFTG", "C5", "C 50, ATFA 20")
            .company("AFI", "F4", "A 50, ATFA 10")
            .company("RSFS", "C5", "A 60, C 20")
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "L12")
            .cash("ATFA", 500)
            .operates("AFI", Step::Merger);
        assert_eq!(t.game.table.shares.count(t.holder("ATFA")), 5, "{edition}: no room for another");
        t.plays(merge("RSFS", "CFCC"));
        while t.percent("CFCC", "ATFA") == 0 {
            let whole = choose("share");
            t.plays(if t.offers().iter().any(|offer| offer.covers(&whole)) { whole } else { choose("no") });
        }
        assert_eq!((t.percent("CFCC", "A"), t.percent("CFCC", "ATFA")), (60, 10), "{edition}");
        assert!(t.game.controls_too_much(t.id("CFCC"), seat('A')), "{edition}");
    }
}
