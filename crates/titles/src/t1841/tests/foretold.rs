//! What the rules will make of companies, one day, as programs are told it (chapters 4.5.1, 4.6.8, 4.6.9, 4.7.4, 4.7.5).

use super::super::operating::Step;
use super::builder::*;
use crate::prospects::{Hoped, Prospects};
use ferrata_engine::action::Action;

/// What each player is told of one kind, in whole lire.
fn told(t: &T, what: Hoped) -> Vec<i32> {
    let outlook = t.game.outlook();
    let mut sums = vec![0.0; outlook.purses.len()];
    for hope in t.game.foretold(&outlook).iter().filter(|hope| hope.what == what) {
        sums[hope.seat.index()] += hope.worth;
    }
    sums.into_iter().map(|sum| sum.round() as i32).collect()
}

fn mergers(t: &T) -> Vec<i32> {
    told(t, Hoped::Merger)
}

fn nothing(t: &T) -> bool {
    mergers(t).iter().all(|sum| *sum == 0)
}

/// A table at the end of phase three: the next train sold begins phase four.
fn eve(edition: &str) -> T {
    table(edition, 4).phase(3).sold_up_to("4")
}

/// The same once SFTN, which D leads, has bought it, and everything is settled by the first answer.
fn after(t: T) -> T {
    let t = t.company("SFTN", "A13", "D 60").cash("SFTN", 900);
    let mut t = t.operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    for _ in 0..100 {
        if t.game.table.pending.is_empty() {
            return t;
        }
        let offers = t.offers();
        let cheap = [Action::Pass, choose("no"), choose("cash")];
        let cheap = cheap.into_iter().find(|action| offers.iter().any(|offer| offer.covers(action)));
        let action = cheap.or_else(|| offers.first()?.samples().first().cloned());
        t.plays(action.expect("something may be done"));
    }
    panic!("phase four does not settle");
}

// ---- the split ----

/// Given the Ferdinandea beyond column K, when its split is the next thing to come, then its owners are told what their shares lose by
/// it; in the second edition they lose nothing.
/// Rules: 1841-4.6.8-02, 1841-4.6.8-02-v2
#[test]
fn the_split_costs_what_lies_beyond_column_k() {
    let at = |edition: &str, field: &str| {
        let t = eve(edition).company("IRSFF", field, "A 30, B 20, C 10, pool 20");
        t.tokens("IRSFF", "F8 F16").trains("IRSFF", "4 4")
    };
    // 240 on M2 become 195 on K2, share by share.
    assert_eq!(mergers(&at("v1", "M2")), [-3 * 45, -2 * 45, -45, 0]);
    assert_eq!(mergers(&at("v1", "K2")), [0; 4], "on column K");
    assert_eq!(mergers(&at("v2", "M2")), [0; 4]);
    let split = after(at("v1", "M2"));
    assert_eq!((split.price("SFV"), split.price("SFL")), (195, 195));
    assert_eq!(mergers(&split), [0; 4], "it is made");
}

/// Given the Ferdinandea with less than two trains for phase four, when its leader will take both director's certificates, then they
/// are told of the second train that has to be bought; not a leader with less, and not with two trains that stay.
/// Rules: 1841-4.6.8-05, 1841-4.6.8-06, 1841-4.6.8-08, 1841-4.6.2-04
#[test]
fn the_split_asks_for_a_second_train() {
    let with = |shares: &str, trains: &str| {
        eve("v1")
            .company("IRSFF", "F4", shares)
            .cash("IRSFF", 500)
            .tokens("IRSFF", "F8 F16")
            .trains("IRSFF", trains)
    };
    // A 4-train for 350, of which the Lombard successor has a tenth of 500; half of it comes back.
    assert_eq!(mergers(&with("A 40, B 10", "3 2 2")), [-150, 0, 0, 0]);
    assert_eq!(mergers(&with("A 40, B 10", "3 3")), [0; 4]);
    assert_eq!(mergers(&with("A 30, B 10", "3 2 2")), [0; 4], "one company is enough for them");
}

/// Given a split that is far away, or none at all, then less is told of it, or nothing.
/// Rules: 1841-4.6.8-01, 1841-7.1.1-02
#[test]
fn a_split_that_is_far_away_counts_less() {
    let beyond = |t: T| t.company("IRSFF", "M2", "A 30").tokens("IRSFF", "F8 F16").trains("IRSFF", "4 4");
    let early = mergers(&beyond(table("v1", 4).phase(3)));
    assert!((-134..-20).contains(&early[0]), "{early:?}");
    assert!(nothing(&beyond(eve("v1 napoleon"))), "no split in this variant");
    assert!(nothing(&eve("v1")), "it is not in operation");
}

// ---- the Tuscan merger ----

/// Given two minors of Tuscany at different prices, when their merger is the next thing to come, then the owners of the cheap one gain
/// what those of the dear one lose, as it turns out; with one of them alone nothing is told.
/// Rules: 1841-4.6.9-02, 1841-4.7.5-03, 1841-4.7.5-06
#[test]
fn the_tuscan_minors_become_one_at_one_price() {
    let t = eve("v1").company("SFLP", "I3", "A 60, C 20").trains("SFLP", "6");
    assert!(nothing(&t), "one alone");
    let t = t
        .company("SFMA", "C5", "B 60, C 20")
        .trains("SFMA", "6")
        .tokens("SFLP", "P12")
        .tokens("SFMA", "R14.1");
    let told = mergers(&t);
    let t = after(t);
    let price = t.price("SFLi");
    assert_eq!(told, [3 * (price - 144), 3 * (price - 68), 2 * price - 144 - 68, 0]);
    assert!(told[0] < 0 && told[1] > 0, "{told:?}");
    assert!(nothing(&t), "too late");
}

/// Given a minor and the major of Tuscany, then two old units are one of the new company, whose price is the sum of both.
/// Rules: 1841-4.6.9-03, 1841-4.7.6-03, 1841-4.7.4-04, 1841-4.7.4-05
#[test]
fn the_tuscan_minor_and_major_become_one() {
    let t = eve("v1").company("SFLP", "F4", "A 40, B 40").company("SSFL", "C5", "B 40, A 20");
    let t = t.trains("SFLP", "6").trains("SSFL", "6").tokens("SFLP", "P12").tokens("SSFL", "Q11");
    let told = mergers(&t);
    let t = after(t.cash("SFLP", 50));
    let price = t.price("SFLi");
    assert_eq!(told[..2], [2 * price - 200 - 136, 3 * price - 200 - 272]);
    assert_eq!((t.percent("SFLi", "A"), t.percent("SFLi", "B")), (20, 30));
}

/// Given two Tuscan minors of which only one has a train for good, then the leader of the other is told of the train that they will not have
/// to pay; and if neither has one that stays, of one of two.
/// Rules: 1841-4.6.9-02, 1841-4.5.1-10, 1841-4.6.2-04
#[test]
fn one_fleet_is_enough_for_what_was_two() {
    let t = |lucchese: &str, maria: &str| {
        let t = eve("v1").company("SFLP", "F4", "A 60").company("SFMA", "F4", "B 60");
        t.trains("SFLP", lucchese).trains("SFMA", maria)
    };
    let (both, one, none) = (mergers(&t("6", "6")), mergers(&t("2", "6")), mergers(&t("2", "2")));
    assert_eq!(one[0] - both[0], 350, "the 4-train that SFLP would lack");
    assert_eq!((one[1], none[0] - both[0] + none[1] - both[1]), (both[1], 350));
    let rich = eve("v1").company("SFLP", "F4", "A 60").company("SFMA", "F4", "B 60").cash("SFLP", 350);
    assert_eq!(mergers(&rich.trains("SFLP", "2").trains("SFMA", "6")), both, "it could pay for it");
}

// ---- mergers that a leader may make ----

/// AFI and RSFS, joined and both led by A; RSFS is dearer, and A has less of it.
fn pair(edition: &str, phase: u8) -> T {
    table(edition, 3)
        .phase(phase)
        .company("AFI", "C5", "A 60")
        .company("RSFS", "F4", "A 30, B 30")
        .tiles("K11 5 5, L12 5 2")
        .tokens("AFI", "K11")
        .tokens("RSFS", "L12")
        .trains("AFI", "6")
        .trains("RSFS", "6")
}

/// Given two majors that one player leads, when a merger makes more of their shares, then they are told of it, and what the others lose;
/// half of it, since they may leave it. Rules: 1841-4.7.4-01, 1841-4.7.4-04, 1841-4.7.4-05
#[test]
fn a_leader_may_merge_two_companies() {
    let t = pair("v1", 5);
    // 68 and 100 become 162 for two old units: 4.5 of them of A's for six and three, 1.5 of B's for three.
    assert_eq!(t.game.merged_fields(false, field("C5"), field("F4")), (field("L6"), None));
    assert_eq!(
        mergers(&t),
        [(729_f32 - 708.0) / 2.0, (243_f32 - 300.0) / 2.0, 0.0].map(|sum| sum.round() as i32)
    );
    assert!(nothing(&pair("v1", 5).company("RSFS", "F4", "B 30, A 30")), "B leads the other");
    assert!(nothing(&pair("v1", 5).company("RSFS", "F4", "A 60, B 30")), "A has as much of both");
    assert!(
        nothing(&t.company("SFTG", "A13", "C 60").company("RSFS", "F4", "pool 30, A 10")),
        "nobody leads the other"
    );
}

/// Given two companies that could merge, when nothing joins them, or no major is free, or nobody would get the director's certificate, then
/// nothing is told; and of a historical one less, until its concession has left the game.
/// Rules: 1841-4.7.4-01, 1841-4.7.4-02, 1841-4.7.4-05
#[test]
fn a_merger_must_be_allowed() {
    let apart = table("v1", 3).phase(5).company("AFI", "C5", "A 60").company("RSFS", "F4", "A 30, B 30");
    let apart = apart.tokens("AFI", "K11").tokens("RSFS", "L12").trains("AFI", "6").trains("RSFS", "6");
    assert!(nothing(&apart), "no track");
    let free: Vec<_> = pair("v1", 5).game.free_majors().collect();
    let none = free.iter().fold(pair("v1", 5), |t, company| {
        let name = t.game.name(*company).to_string();
        t.with(&["company", &name, "standing"], "gone")
    });
    assert!(nothing(&none), "no free major");
    // A train would be saved, but of 20% of each, led through a company, nobody gets the director's certificate.
    let through = |shares: &str| {
        let t = pair("v1", 5).company("SFTG", "A13", "A 60").trains("SFTG", "5");
        t.company("AFI", "C5", shares).with(&["company", "AFI", "trains"], [""; 0]).company(
            "RSFS",
            "F4",
            "A 20, pool 30",
        )
    };
    assert!(nothing(&through("SFTG 20")));
    assert!(mergers(&through("SFTG 20, A 20"))[0] > 0);
    let historical = |phase: u8| {
        let t = table("v1", 3).phase(phase).company("SFTN", "C5", "A 60").company("RSFS", "F4", "A 30, B 30");
        let t = t.tiles("K11 5 5, L12 5 2").tokens("SFTN", "K11").tokens("RSFS", "L12");
        mergers(&t.trains("SFTN", "6").trains("RSFS", "6"))[0]
    };
    assert!(historical(5) > historical(3) && historical(3) > 0, "{} {}", historical(5), historical(3));
    // A company that has not acted waits a round for it.
    let fresh = mergers(&pair("v1", 5).company("AFI", "C5", "A 60").fresh("AFI"))[0];
    assert!(fresh > 0 && fresh < mergers(&pair("v1", 5))[0]);
}

/// Given two minors that one player leads, of which one has no train, then a merger saves its leader the next one; what is above the
/// limit of the major is lost with what it earned.
/// Rules: 1841-4.7.5-01, 1841-4.7.5-03, 1841-4.7.4-10, 1841-4.5-07
#[test]
fn a_merger_saves_a_train_and_loses_what_is_above_the_limit() {
    let told = |first: &str, second: &str, phase: u8, acted: bool| {
        let t = table("v1", 3).phase(phase).company("CTLP", "F4", "A 60, B 20").company(
            "FTP",
            "F4",
            "A 60, C 20",
        );
        let t = t.tiles("K11 5 5, L12 5 2").tokens("CTLP", "K11").tokens("FTP", "L12");
        let t = t.with(&["company", "CTLP", "last_run"], 200).with(&["company", "FTP", "last_run"], 200);
        let t = t.trains("CTLP", first).trains("FTP", second).bank(9000);
        mergers(&t.with(&["company", "CTLP", "operated"], acted))
    };
    let minors = |first: &str, second: &str, phase: u8| told(first, second, phase, true);
    // 100 and 100 become 98; nothing else changes for A, so it is not made.
    assert_eq!(minors("6", "6", 5), [0; 3]);
    let saved = minors("", "6", 5);
    assert!((200..300).contains(&saved[0]), "half of 550, less what B and C know: {saved:?}");
    assert!(saved[1] > 0 && saved[2] < 0, "B's company earns nothing without it: {saved:?}");
    assert_eq!(told("", "6", 5, false), [0; 3], "it must buy one before it may be merged");
    // B and C gain what the others lose, as far as their fleet stays: two of four trains do.
    let cut = |trains: &str| minors("", trains, 7)[1];
    assert!(cut("6 7") > cut("6 7 8") && cut("6 7 8") > 0, "{} {}", cut("6 7"), cut("6 7 8"));
}

// ---- companies that lead others ----

/// Given a company without a train, led by another one, when that has money beside what it needs itself, then their leader is told of
/// what it will pay first; not where a player leads it.
/// Rules: 1841-4.5.1-08, 1841-4.5.1-09, 1841-4.5.1-10
#[test]
fn a_leading_company_pays_first() {
    let t = |cash: i32, trains: &str, shares: &str| {
        let t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40").company("SFTN", "C5", shares);
        told(&t.cash("SFTG", cash).trains("SFTG", trains).cash("SFTN", 50), Hoped::Trains)
    };
    // A 5-train for 550 less the 50 that are there: half of what SFTG can give.
    assert_eq!(t(300, "6", "SFTG 30"), [150, 0, 0]);
    assert_eq!(t(900, "6", "SFTG 30"), [250, 0, 0], "not more than is missing");
    assert_eq!(t(300, "", "SFTG 30"), [0; 3], "it needs a train itself");
    assert_eq!(t(700, "", "SFTG 30"), [75, 0, 0]);
    assert_eq!(t(300, "6", "A 30, SFTG 10"), [0; 3]);
}
