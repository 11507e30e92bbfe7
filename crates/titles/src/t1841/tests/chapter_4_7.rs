//! Chapters 4.7.3 to 4.7.6: companies start companies, merge and transform; the order of shareholders (1841-8-05).

use super::super::operating::Step;
use super::super::table::Standing;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, TrainName};
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;

const A: Holder = Holder::Seat(ferrata_engine::id::SeatId(0));
const B: Holder = Holder::Seat(ferrata_engine::id::SeatId(1));

fn merge(with: &str, into: &str) -> Action {
    Action::Merge { with: CompanyName::of(with), into: CompanyName::of(into) }
}

fn transform(into: &str) -> Action {
    Action::Transform { into: CompanyName::of(into) }
}

fn places(t: &T, company: &str) -> Vec<String> {
    let mut places: Vec<_> = t
        .game
        .table
        .board
        .tokens_of(t.id(company))
        .map(|token| t.game.hex_name(token.hex).to_string())
        .collect();
    places.sort();
    places
}

fn standing(t: &T, company: &str) -> Standing {
    t.game.company(t.id(company)).standing
}

// ---- chapter 4.7.3 ----

/// Rules: 1841-4.7.3-01, 1841-4.7.3-02, 1841-4.7.3-03, 1841-4.7.3-04, 1841-4.7.3-05, 1841-4.7.3-06, 1841-4-06
#[test]
fn a_company_starts_a_company() {
    let base = |phase| {
        table("v1", 3)
            .phase(phase)
            .company("SFTG", "F4", "A 40, B 20")
            .company("RSFS", "A13", "B 60, A 40")
            .cash("SFTG", 600)
            .operates("SFTG", Step::Shares)
    };
    assert_eq!(base(2).rule(start("AFI", 100, 20)), "1841-3.3-03");
    let mut t = base(3);
    assert_eq!(t.rule(start("SFTC", 100, 40)), "1841-3.3-02", "no historical company");
    assert_eq!(t.rule(start("CTLP", 216, 40)), "1841-3.3.2-01");
    assert_eq!(t.rule(start("AFI", 340, 20)), "1841-3.3.3-01", "it pays from its cash");
    t.plays(start("AFI", 144, 20));
    t.plays(buy("SFTG", "AFI", 10, "ipo", 144));
    t.plays(buy("SFTG", "AFI", 10, "ipo", 144));
    t.plays(place("AFI", "K11", 0));
    t.pass();
    t.plays(buy_tokens("AFI", 3));
    assert_eq!((t.has("SFTG"), t.has("AFI"), t.percent("AFI", "SFTG")), (600 - 576, 576 - 75, 40));
    assert_eq!((t.director("AFI"), t.game.leader(t.id("AFI"))), (t.holder("SFTG"), Some(seat('A'))));
    // It instead of a purchase, and the new company does not act in this round.
    assert_ne!(t.step(), Some(Step::Shares));
    assert!(!t.game.to_act().contains(&t.id("AFI")));
    assert!(!t.game.company(t.id("AFI")).operated, "so it cannot be merged either");
}

/// Rules: 1841-4.7.3-03
#[test]
fn a_company_buys_two_first_shares_at_most() {
    let t = table("v1", 3).phase(3).company("SFTG", "F4", "A 40, B 20").cash("SFTG", 900);
    let mut t = t.operates("SFTG", Step::Shares);
    t.plays(start("AFI", 144, 20));
    for _ in 0..2 {
        t.plays(buy("SFTG", "AFI", 10, "ipo", 144));
    }
    assert_ne!(t.rule(buy("SFTG", "AFI", 10, "ipo", 144)), "1841-4-05", "a third could be paid");
    assert!(t.token_places().contains(&"K11".to_string()), "now it chooses its home");
}

// ---- chapter 4.7.4 ----

/// The situation of the example 4.7.4.1.
fn example(edition: &str) -> T {
    table(edition, 5)
        .phase(6)
        .tiles("H4 606 4, J6 57 2, J6 619 2, M7 608 0, K7 613 0, F8 604 0")
        .company("SFTG", "I3", "A 50, B 10, C 10, D 10, SFTC 10, pool 10")
        .company("CGTF", "F4", "SFTG 30, A 10, B 20, pool 20")
        .company("SFTN", "F4", "D 40, SFTG 30, CGTF 30")
        .company("SFTC", "C5", "E 40")
        .trains("SFTG", "4 5")
        .trains("CGTF", "5")
        .cash("SFTG", 80)
        .cash("CGTF", 380)
        .tokens("SFTG", "H4 J6 M7 K7")
        .tokens("CGTF", "J6 H4 F8")
        .charter_tokens("CGTF", 2)
        .operates("SFTG", Step::Merger)
}

/// TV-19.
/// Rules: 1841-4.7.4-01, 1841-4.7.4-02, 1841-4.7.4-03, 1841-4.7.4-04, 1841-4.7.4-05, 1841-4.7.4-06
/// Rules: 1841-4.7.4-07, 1841-4.7.4-08, 1841-4.7.4-09, 1841-4.7.4-10, 1841-4.7.4-11, 1841-4.7.4-12
/// Rules: 1841-8-05, 1841-4.5-07, 1841-TV-19
/// Traps: rows 8, 18, 19, 31, 43 and 45.
#[test]
fn the_example_of_a_merger() {
    let mut t = example("v1");
    let cash = ["B", "C", "D", "SFTC"].map(|who| t.has(who));
    assert_eq!(t.rule(merge("CGTF", "SFTN")), "1841-4.7.4-02");
    t.plays(merge("CGTF", "CFCC"));
    assert_eq!((t.price("CFCC"), t.at("CFCC").as_str(), t.has("CFCC")), (242, "N3", 460));
    assert_eq!((t.director("SFTN"), t.percent("SFTN", "CFCC")), (t.holder("CFCC"), 60));
    assert_eq!(t.game.table.shares.count(t.holder("CFCC")), 5);
    // 4, 5, 5: one train is returned.
    t.plays(Action::Discard { company: CompanyName::of("CFCC"), train: TrainName::of("4") });
    // A has 60% old: 30% new with the director's certificate. B is asked for the single share.
    assert_eq!((t.director("CFCC"), t.percent("CFCC", "A"), t.who()), (A, 30, 'B'));
    t.plays(choose("share"));
    assert_eq!(t.who(), 'C');
    t.plays(choose("share"));
    assert_eq!(t.who(), 'D');
    t.plays(choose("cash"));
    if t.who() == 'E' {
        t.plays(choose("cash"));
    }
    assert_eq!(["A", "B", "C", "pool", "ipo"].map(|who| t.percent("CFCC", who)), [30, 20, 10, 10, 30]);
    assert_eq!(t.has("CFCC"), 702);
    let after = ["B", "C", "D", "SFTC"].map(|who| t.has(who));
    let moved: Vec<i32> = after.iter().zip(cash).map(|(after, before)| after - before).collect();
    assert_eq!(moved, [-121, -121, 121, 121]);
    // Five tokens stay; the director removes none.
    t.pass();
    assert_eq!(places(&t, "CFCC"), ["F8", "H4", "J6", "K7", "M7"]);
    assert_eq!(t.game.company(t.id("CFCC")).tokens, 0);
    assert_eq!((standing(&t, "SFTG"), standing(&t, "CGTF")), (Standing::Gone, Standing::Waiting));
    assert!(!t.game.to_act().contains(&t.id("CFCC")), "it acts from the next round");
    assert!(!t.game.company(t.id("CFCC")).operated, "G-39: its shares cannot be sold yet");
}

/// Rules: 1841-4.7.4-05, 1841-8-05
/// Traps: row 8 (#9356): SFTG leads SFTN, which holds shares of CGTF; it exchanges them like everybody else.
#[test]
fn a_company_between_the_two_exchanges_its_shares() {
    let mut t = table("v1", 3)
        .phase(6)
        .tiles("H4 606 4, J6 57 2")
        .company("SFTG", "I3", "A 40, B 20")
        .company("SFTN", "F4", "SFTG 40, B 20")
        .company("CGTF", "F4", "SFTN 40, B 20")
        .tokens("SFTG", "H4")
        .tokens("CGTF", "J6 H4")
        .cash("SFTN", 0)
        .operates("SFTG", Step::Merger);
    t.plays(merge("CGTF", "CFCC"));
    while t.game.table.pending.last().is_some() {
        t.passes_or_must();
    }
    assert_eq!(["A", "SFTN", "B"].map(|who| t.percent("CFCC", who)), [20, 20, 20]);
    assert_eq!((t.percent("CGTF", "SFTN"), t.director("SFTN")), (0, t.holder("CFCC")));
}

/// Rules: 1841-4.7.4-11, 1841-4.5-09
/// Traps: row 33 (#9462): a company that can be started again has forgotten what it was.
#[test]
fn a_company_that_merged_starts_anew() {
    let mut t = example("v1");
    let cgtf = t.id("CGTF");
    t.say(&["company", "CGTF", "last_run"], 90);
    t.plays(merge("CGTF", "CFCC"));
    while t.game.table.pending.last().is_some() {
        t.passes_or_must();
    }
    assert_eq!(*t.game.company(cgtf), super::super::table::Company::default());
    assert!(!t.game.route_exists(cgtf) && t.game.table.routes.0[cgtf.index()].is_none());
}

/// Rules: 1841-4.7.4-01
#[test]
fn the_conditions_of_a_merger() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .company("AFI", "F4", "A 60, C 40")
            .company("RSFS", "C5", "B 60, C 40")
            .tiles("K11 5 5, L12 6 2, K13 6 5")
            .tokens("AFI", "K11")
            .tokens("RSFS", "K13")
    };
    // The other director agrees.
    let mut t = base("v1").operates("AFI", Step::Merger);
    assert_eq!(t.rule(merge("RSFS", "CFCC")), "1841-4.7.4-01");
    t.plays(propose(merge("RSFS", "CFCC")));
    assert_eq!(t.who(), 'B');
    let mut declined = t.clone();
    declined.plays(Action::Decline);
    assert_eq!((declined.who(), standing(&declined, "RSFS")), ('A', Standing::Running));
    t.plays(Action::Accept);
    assert_eq!(standing(&t, "CFCC"), Standing::Running);
    let idle = |t: T| t.operates("AFI", Step::Merger).step() != Some(Step::Merger);
    assert!(idle(base("v1").fresh("RSFS")), "both must have acted");
    assert!(idle(base("v1").fresh("AFI")));
    let apart = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tokens("AFI", "K11")
        .tokens("RSFS", "K13");
    assert!(idle(apart), "a train must be able to run between them");
    let mixed = base("v1").company("CTLP", "C5", "A 40").tokens("CTLP", "L12").operates("CTLP", Step::Merger);
    assert_ne!(mixed.step(), Some(Step::Merger), "a minor and a major do not merge");
    let early = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 60, C 40")
        .company("SFTN", "C5", "A 60, C 40")
        .tiles("H4 606 4")
        .tokens("SFTG", "H4")
        .tokens("SFTN", "H4")
        .operates("SFTG", Step::Merger);
    assert_ne!(early.step(), Some(Step::Merger), "their concessions have not left the game");
}

/// Rules: 1841-4.7.4-01-v2
#[test]
fn the_conditions_of_a_merger_in_v2() {
    // Cremona and Modena lie on two sides of a border in phase three.
    let across = |edition: &str, phase| {
        let t = table(edition, 3)
            .phase(phase)
            .company("AFI", "F4", "A 60, C 40")
            .company("RSFS", "C5", "A 60, C 40")
            .tiles("H10 57 2, I11 9 2, J12 9 2, K13 57 2")
            .tokens("AFI", "H10")
            .tokens("RSFS", "K13")
            .operates("AFI", Step::Merger);
        t.step() == Some(Step::Merger)
    };
    assert!(across("v1", 3) && !across("v2", 3) && across("v2", 4));
    // No consent is asked for.
    let mut t = table("v2", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "B 60, C 40")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    assert_eq!(standing(&t, "CFCC"), Standing::Running);
}

/// TV-34.
/// Rules: 1841-4.7.4-04, 1841-4.7.4-04-v2, 1841-4.7.5-06, 1841-TV-34
/// Traps: rows 7, 19 and 35.
#[test]
fn the_price_after_a_merger() {
    let t = table("v1", 3).phase(5);
    let at = |doubled: i32| {
        let field = t.game.rightmost_below(doubled).unwrap();
        (format!("{}{}", char::from(b'A' + field.col), field.row + 1), t.game.parts().grid.price(field).0)
    };
    assert_eq!(at(2 * 200), ("M5".into(), 198), "100 + 100");
    assert_eq!(at(2 * 250), ("N3".into(), 242), "216 + 144: below 250");
    assert_eq!(at(244), ("K8".into(), 106), "minors at 144 and 100: below 122");
    assert_eq!(at(136), ("I10".into(), 53), "68 and 68: below 68");
    assert_eq!(at(139).1, 69, "below 69.5, not rounded");
    let merged = |a: &str, b: &str| {
        let mut t = table("v1", 3)
            .phase(8)
            .company("AFI", a, "A 60, C 40")
            .company("RSFS", b, "A 60, C 40")
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "L12")
            .operates("AFI", Step::Merger);
        t.plays(merge("RSFS", "CFCC"));
        t
    };
    assert_eq!(merged("N2", "F4").at("CFCC"), "N2", "one above 250: its field");
    assert_eq!(merged("F4", "N2").at("CFCC"), "N2");
    // Both above 250: the director chooses.
    let t = merged("O2", "P2");
    let options = t.offers().into_iter().find_map(|offer| match offer {
        Offer::Choose { options, .. } => {
            Some(options.into_iter().map(|(name, _)| name.to_string()).collect::<Vec<_>>())
        }
        _ => None,
    });
    let options = options.expect("a price is chosen");
    let mut prices: Vec<_> = options
        .iter()
        .map(|option| {
            let mut t = t.clone();
            t.plays(choose(option));
            t.price("CFCC")
        })
        .collect();
    prices.sort_unstable();
    assert_eq!(prices, [295, 328]);
}

/// TV-38.
/// Rules: 1841-4.7.4-05-v2, 1841-4.7.4-06-v2, 1841-TV-38
#[test]
fn in_v2_pairs_come_first_and_the_certificate_can_be_paid_for() {
    // Nobody has 40% old. A has 30%, B and C 20%, each of both companies together.
    let mut t = table("v2", 4)
        .phase(5)
        .company("AFI", "I3", "A 20, B 10, C 10, D 10, pool 30")
        .company("RSFS", "F4", "B 20, A 10, pool 30")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    let cash = t.has("A");
    t.plays(merge("RSFS", "CFCC"));
    assert_eq!((t.price("CFCC"), t.who()), (242, 'A'));
    t.plays(choose("director"));
    assert_eq!((t.director("CFCC"), cash - t.has("A"), t.has("CFCC")), (A, 121, 121), "242 × 10 / 20");
}

/// Rules: 1841-4.7.4-05-v2
/// Traps: row 37 (#9503): only a player pays for the director's certificate; a company exchanges its pairs.
#[test]
fn in_v2_a_company_does_not_pay_for_the_certificate() {
    let mut t = table("v2", 4)
        .phase(5)
        .company("SFTN", "C5", "A 60, C 40")
        .company("AFI", "I3", "A 20, SFTN 20, B 10, pool 30")
        .company("RSFS", "F4", "B 20, pool 30")
        .cash("SFTN", 1000)
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    assert_eq!(t.who(), 'A');
    t.plays(choose("no"));
    // SFTN stands between A and B in the order of shareholders, and is not asked.
    assert_eq!((t.who(), t.percent("CFCC", "SFTN"), t.has("SFTN")), ('B', 10, 1000));
    t.plays(choose("director"));
    assert_eq!((t.director("CFCC"), t.has("CFCC")), (B, 121));
}

/// Rules: 1841-4.7.4-12-v2, 1841-G-36
/// G-36; traps: row 23 (#9404): found out before the merger begins.
#[test]
fn a_merger_needs_a_director() {
    for edition in ["v1", "v2"] {
        let t = table(edition, 5)
            .phase(5)
            .company("AFI", "I3", "A 20, C 10")
            .company("RSFS", "F4", "B 20, pool 50")
            .cash("A", 0)
            .cash("B", 0)
            .cash("C", 0)
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "L12")
            .operates("AFI", Step::Merger);
        assert_ne!(t.step(), Some(Step::Merger), "{edition}");
        // v2: with money A can pay for the certificate; everything else allowed the merger.
        let rich = t.cash("A", 1000).operates("AFI", Step::Merger);
        assert_eq!(rich.step() == Some(Step::Merger), edition == "v2", "{edition}");
    }
}

/// Rules: 1841-4.7.4-09, 1841-4.7.4-09-v2
/// Traps: row 31 (#9445).
#[test]
fn tokens_after_a_merger() {
    let merged = |edition: &str| {
        let mut t = table(edition, 3)
            .phase(5)
            .company("AFI", "F4", "A 60, C 40")
            .company("RSFS", "C5", "A 60, C 40")
            .tiles("K11 5 5, L12 6 2, L12 619 4, K13 6 5")
            .tokens("AFI", "K11 L12")
            .tokens("RSFS", "L12 K13")
            .charter_tokens("AFI", 1)
            .operates("AFI", Step::Merger);
        t.plays(merge("RSFS", "CFCC"));
        t
    };
    // The double in Reggio becomes one: four old tokens are left.
    let mut t = merged("v1");
    t.pass();
    assert_eq!(places(&t, "CFCC"), ["K11", "K13", "L12"]);
    assert_eq!(t.game.company(t.id("CFCC")).tokens, 1);
    // v2: all old tokens minus doubles, here four; no more on the charter than before.
    let mut t = merged("v2");
    if !t.game.table.pending.is_empty() {
        t.pass();
    }
    assert_eq!(t.game.company(t.id("CFCC")).tokens + places(&t, "CFCC").len() as u8, 4);
    assert_eq!(t.game.company(t.id("CFCC")).tokens, 1);
}

// ---- chapter 4.7.5 ----

/// Rules: 1841-4.7.5-01, 1841-4.7.5-02, 1841-4.7.5-03, 1841-4.7.5-04, 1841-4.7.5-05, 1841-4.7.5-05-v2
/// Rules: 1841-4.7.5-06, 1841-4.7.5-07, 1841-4.7.5-08
#[test]
fn two_minors_merge() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(5)
            .company("CTLP", "I3", "A 40, B 20, pool 20")
            .company("FTP", "F4", "A 40, C 20")
            .company("RSFS", "A13", "B 60, C 40")
            .tiles("K11 5 5, L12 5 2")
            .tokens("CTLP", "K11")
            .tokens("FTP", "L12")
            .cash("CTLP", 150)
            .cash("FTP", 100)
            .trains("CTLP", "4")
            .operates("CTLP", Step::Merger)
    };
    let mut t = base("v1");
    t.plays(merge("FTP", "CFCC"));
    assert_eq!((t.price("CFCC"), t.has("CFCC"), t.director("CFCC")), (106, 250, A));
    assert_eq!(["A", "B", "C", "pool", "ipo"].map(|who| t.percent("CFCC", who)), [40, 10, 10, 10, 30]);
    assert_eq!(places(&t, "CFCC"), ["K11", "L12"]);
    // v1: further tokens at 100 each.
    assert_eq!(t.rule(buy_tokens("CFCC", 3)), "1841-4.7.5-05");
    t.plays(buy_tokens("CFCC", 2));
    assert_eq!((t.has("CFCC"), t.game.company(t.id("CFCC")).tokens), (50, 2));
    assert_eq!((standing(&t, "CTLP"), standing(&t, "FTP")), (Standing::Waiting, Standing::Waiting));
    assert!(!t.game.to_act().contains(&t.id("CFCC")));
    let mut t = base("v2");
    t.plays(merge("FTP", "CFCC"));
    assert!(t.game.table.pending.is_empty(), "v2: no tokens can be bought");
}

// ---- chapter 4.7.6 ----

fn minor(edition: &str, at: &str, cash: i32) -> T {
    table(edition, 3)
        .phase(5)
        .company("CTLP", at, "A 40, B 20, RSFS 20")
        .company("RSFS", "A13", "C 60, B 40")
        .tokens("CTLP", "K11")
        .cash("CTLP", cash)
        .cash("RSFS", 400)
        .operates("CTLP", Step::Transformation)
}

/// Rules: 1841-4.7.6-01, 1841-4.7.6-01-v2
#[test]
fn when_a_minor_can_be_transformed() {
    assert_eq!(minor("v1", "K2", 60).step(), Some(Step::Transformation));
    assert_ne!(minor("v1", "J2", 60).step(), Some(Step::Transformation), "not in column K");
    assert_eq!(minor("v2", "J2", 60).step(), Some(Step::Transformation));
    assert_eq!(minor("v1", "K2", 60).rule(transform("SFTG")), "1841-4.7.6-02");
}

/// Rules: 1841-4.7.6-02, 1841-4.7.6-03, 1841-4.7.6-04, 1841-4.7.6-05, 1841-4.7.6-06, 1841-4.7.6-07
/// Rules: 1841-4.7.6-08, 1841-4.7.6-09, 1841-4.7.6-10, 1841-4.7.6-11, 1841-4.7.6-12
/// Traps: row 28 (#9427): the second offer is made to all players, no companies.
#[test]
fn a_transformation() {
    let mut t = minor("v1", "K2", 60);
    t.plays(transform("AFI"));
    assert_eq!((t.at("AFI").as_str(), t.director("AFI"), t.has("AFI")), ("K2", A, 60));
    assert_eq!(["A", "B", "RSFS", "ipo"].map(|who| t.percent("AFI", who)), [20, 10, 10, 60]);
    // First offer: shareholders in order, companies too. Second: all players from the director.
    let mut asked = Vec::new();
    for answer in ["yes", "no", "yes", "no", "no", "yes"] {
        asked.push(t.who());
        t.plays(choose(answer));
    }
    assert_eq!(asked, ['A', 'B', 'C', 'A', 'B', 'C']);
    assert_eq!(["A", "B", "RSFS", "C", "ipo"].map(|who| t.percent("AFI", who)), [30, 10, 20, 10, 30]);
    assert_eq!(t.has("AFI"), 60 + 3 * 195);
    // The second token costs 50, further ones 100.
    assert_eq!(t.rule(buy_tokens("AFI", 0)), "1841-4.7.6-08");
    assert_eq!(t.rule(buy_tokens("AFI", 5)), "1841-4.7.6-09", "five in all, one is on the map");
    t.plays(buy_tokens("AFI", 3));
    assert_eq!(
        (t.has("AFI"), t.game.company(t.id("AFI")).tokens, places(&t, "AFI")),
        (645 - 250, 3, vec!["K11".to_string()])
    );
    assert_eq!(standing(&t, "CTLP"), Standing::Waiting);
    assert!(!t.game.to_act().contains(&t.id("AFI")), "it has had its turn");
    assert_eq!(B, t.holder("B"));
}

/// Rules: 1841-4.7.6-08, 1841-4.7.6-08-v2, 1841-G-42
/// G-42; traps: row 29.
#[test]
fn the_second_token_must_be_paid() {
    let mut t = minor("v2", "K2", 40);
    t.plays(transform("AFI"));
    while t.offers().iter().any(|offer| offer.covers(&choose("no"))) {
        t.plays(choose("no"));
    }
    // v2: as in an emergency; the offering brings half of 195.
    assert!(t.offers().iter().any(|offer| offer.covers(&sell("AFI", "AFI", 10))));
    t.plays(sell("AFI", "AFI", 10));
    t.plays(buy_tokens("AFI", 1));
    assert_eq!(t.has("AFI"), 40 + 98 - 50);
}

/// Rules: 1841-4.7.6-08-v2, 1841-4.5.1-08, 1841-4.5.1-10
#[test]
fn the_leader_pays_the_second_token_when_the_company_has_nothing_left_to_sell() {
    let mut t = minor("v2", "A13", 0);
    t.plays(transform("AFI"));
    for _ in 0..6 {
        t.plays(choose("yes"));
    }
    // All shares are bought at 8 each, two of them by A, and the company has 48 of the 50.
    assert_eq!((t.percent("AFI", "ipo"), t.has("AFI"), t.has("A")), (0, 48, 1120 - 2 * 8));
    t.plays(buy_tokens("AFI", 1));
    assert_eq!((t.has("AFI"), t.has("A")), (0, 1120 - 2 * 8 - 2));
}
