//! §4.3 and §4.4: running trains, revenue, dividend, token slots.

use super::super::state::Activity;
use super::builder::*;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::name::HexName;

fn best(t: &T, company: &str) -> i32 {
    t.game.best_revenue(t.id(company)).0
}

/// Mestre, Padova and Rovigo: the example to 4.3.1.
fn venezia() -> T {
    table("v1", 3)
        .company("IRSFF", "F4", "A 40")
        .tiles("F16 601 0, G15 202 4, I15 4 0")
        .tokens("IRSFF", "F16")
        .trains("IRSFF", "2")
}

/// TV-12: port 40, town 20, Mestre 10, Padova 30, Rovigo 10.
/// Rules: 1841-4.3.1-01, 1841-4.3.1-03, 1841-4.3.1-07, 1841-4.3.1-08, 1841-4.3.2-01, 1841-A1-07
#[test]
fn the_example_of_a_route() {
    let t = venezia();
    assert_eq!(best(&t, "IRSFF"), 110);
    let mut t = t.operates("IRSFF", Activity::Run);
    t.plays(run(&["G17 s0-2, F16 5-s1, F16 s1-s0, F16 s0-1, G15 4-s0, G15 s0-0, I15 3-s0"]));
    assert_eq!(t.game.company(t.id("IRSFF")).last_run.unwrap().0, 110);
    assert_eq!(t.activity(), Some(Activity::Settle));
}

/// Rules: 1841-4.3.2-02
/// O-14: online the recorded run counts.
#[test]
fn the_best_run_must_be_run() {
    let short = run(&["F16 s0-1, G15 4-s0"]);
    let t = venezia().operates("IRSFF", Activity::Run);
    let refused = t.game.clone().offers_and_rule(&t, short.clone());
    assert_eq!(refused, "1841-4.3.2-02");
    let mut online = table("v1 online", 3)
        .company("IRSFF", "F4", "A 40")
        .tiles("F16 601 0, G15 202 4, I15 4 0")
        .tokens("IRSFF", "F16")
        .trains("IRSFF", "2")
        .operates("IRSFF", Activity::Run);
    online.plays(short);
    assert_eq!(online.game.company(online.id("IRSFF")).last_run.unwrap().0, 40);
}

trait RunRule {
    fn offers_and_rule(self, t: &T, action: Action) -> String;
}

impl RunRule for super::super::Game {
    /// The rule against a run (offers cover every run, so `T::rule` cannot be used).
    fn offers_and_rule(mut self, t: &T, action: Action) -> String {
        use ferrata_engine::turn::{Entry, Title};
        let before = self.hash();
        let refusal = self.apply(&Entry::seat(t.asked(), action)).expect_err("must be refused");
        assert_eq!(self.hash(), before);
        refusal.rule.map(|rule| rule.to_string()).unwrap_or_default()
    }
}

fn run_rule(t: &T, routes: &[&str]) -> String {
    t.game.clone().offers_and_rule(t, run(routes))
}

/// The Zone: Parma 20, Reggio 20, Modena 20, Bologna 30 in a row.
fn zone(trains: &str) -> T {
    table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .company("RSFS", "C5", "B 40")
        .tiles("K11 5 5, L12 6 2, K13 6 5, L14 202 0")
        .trains("AFI", trains)
}

/// TV-13: a 3-train through cities of 30, 20 and 20.
/// Rules: 1841-4.3.2-01, 1841-4.3.1-07, 1841-4.3.1-06
#[test]
fn a_three_train_counts_three_cities() {
    let t = zone("3").tokens("AFI", "K13");
    assert_eq!(best(&t, "AFI"), 70);
    let t = zone("2").tokens("AFI", "K13");
    assert_eq!(best(&t, "AFI"), 50);
    let t = t.operates("AFI", Activity::Run);
    assert_eq!(run_rule(&t, &["L12 s0-4, K13 1-s0, K13 s0-5, L14 2-s0"]), "1841-4.3.1-07");
    assert_eq!(run_rule(&t, &["K11 s0-5, L12 2-s0"]), "1841-4.3.1-06", "no token of AFI on it");
}

/// Rules: 1841-4.3.1-02, 1841-4.2-01
#[test]
fn a_city_full_of_foreign_tokens_ends_a_route() {
    let t = zone("4").tokens("AFI", "K13").tokens("RSFS", "L12");
    assert_eq!(best(&t, "AFI"), 70, "Bologna, Modena, Reggio; Parma lies behind");
    let t = t.operates("AFI", Activity::Run);
    assert_eq!(
        run_rule(&t, &["K11 s0-5, L12 2-s0, L12 s0-4, K13 1-s0, K13 s0-5, L14 2-s0"]),
        "1841-4.3.1-02"
    );
}

/// Rules: 1841-4.3.1-05, 1841-4.3.1-01, 1841-4.3.1-04
#[test]
fn routes_do_not_share_track_nor_visit_a_station_twice() {
    let t = zone("2 2").tokens("AFI", "K13");
    assert_eq!(best(&t, "AFI"), 50 + 40, "they meet in Modena");
    let t = t.operates("AFI", Activity::Run);
    assert_eq!(run_rule(&t, &["K13 s0-5, L14 2-s0", "L14 s0-2, K13 5-s0"]), "1841-4.3.1-05");
    let back = run_rule(&t, &["K13 s0-5, L14 2-s0, L14 s0-2, K13 5-s0"]);
    assert!(back == "1841-4.3.1-01" || back == "1841-4.3.1-04", "{back}");
}

/// Rules: 1841-4.3.1-06
/// G-15: a token on a pass does not count; O-14: in records it does.
#[test]
fn a_pass_token_is_no_base() {
    let base = |edition: &str| {
        table(edition, 3)
            .phase(3)
            .company("AFI", "F4", "A 40")
            .tiles("K11 57 0, M11 613 0")
            .tokens("AFI", "M11")
            .trains("AFI", "3")
    };
    assert_eq!(best(&base("v1"), "AFI"), 0);
    assert_eq!(base("v1").game.bases(base("v1").id("AFI")).len(), 0);
}

/// Rules: 1841-4.3.1-07, 1841-4.3.1-09, 1841-4.3.1-11
/// Passes count as stops of value zero, except for 8-trains.
#[test]
fn passes_count_except_for_the_eight() {
    // Parma, the pass M11, the pass O11, Lucca.
    let base = |trains: &str| {
        table("v1", 3)
            .phase(8)
            .company("AFI", "F4", "A 40")
            .tiles("K11 57 0, M11 613 0, O11 614 3")
            .tokens("AFI", "K11")
            .trains("AFI", trains)
    };
    assert_eq!(best(&base("3"), "AFI"), 0, "two passes and one city are no route");
    let reach = base("8").game.parts().train_spec(ferrata_engine::id::TrainKind(6)).unwrap().reach.clone();
    let counted = |kind| reach.iter().find(|part| part.stops.contains(kind)).and_then(|part| part.count);
    use ferrata_engine::tile::StopKind::{City, Offboard, Pass, Port, Town};
    assert_eq!([City, Offboard, Pass, Town, Port].map(counted), [Some(8), Some(8), None, None, None]);
    let three = base("3").game.parts().train_spec(ferrata_engine::id::TrainKind(1)).unwrap().reach.clone();
    let counted = |kind| three.iter().find(|part| part.stops.contains(kind)).and_then(|part| part.count);
    assert_eq!([City, Offboard, Pass, Town, Port].map(counted), [Some(3), Some(3), Some(3), None, None]);
}

/// Rules: 1841-4.3.1-10
#[test]
fn a_city_on_the_way_cannot_be_skipped() {
    let t = zone("2").tokens("AFI", "K13").operates("AFI", Activity::Run);
    let mut skipping = run(&["L12 s0-4, K13 1-s0, K13 s0-5, L14 2-s0"]);
    if let Action::Run { routes } = &mut skipping {
        routes[0].skipped = vec![1];
    }
    assert!(
        ["1841-4.3.1-10", "1841-4.3.1-07"].contains(&t.game.clone().offers_and_rule(&t, skipping).as_str())
    );
}

/// Rules: 1841-4.3.1-11, 1841-4.3.1-03
/// G-20: towns and off-board areas count as cities, ports and passes do not.
#[test]
fn a_route_needs_two_cities() {
    let t = table("v1", 3)
        .company("IRSFF", "F4", "A 40")
        .tiles("F16 601 0")
        .tokens("IRSFF", "F16")
        .trains("IRSFF", "2");
    // Port, town Venezia and Mestre: the town counts.
    assert_eq!(best(&t, "IRSFF"), 70);
    // Genova with its port only: the port does not count.
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .tiles("M7 608 0")
        .tokens("AFI", "M7")
        .trains("AFI", "3");
    assert_eq!(best(&t, "AFI"), 0);
}

/// Rules: 1841-4.3.1-12
#[test]
fn trains_run_across_borders() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 40")
        .tiles("H10 57 2, I11 9 2, J12 9 2, K13 57 2")
        .tokens("AFI", "H10")
        .trains("AFI", "2");
    assert_eq!(best(&t, "AFI"), 40);
}

/// Rules: 1841-4.3.1-13
/// Traps: row 1 (#9330): one train, and none runs through.
#[test]
fn printed_milano_has_one_stub() {
    let base = |trains: &str| {
        table("v1", 3)
            .company("IRSFF", "F4", "A 40")
            .tiles("D8 5 0, E9 201 0")
            .tokens("IRSFF", "F8")
            .trains("IRSFF", trains)
    };
    assert_eq!(best(&base("2 2"), "IRSFF"), 90, "Milano and Bergamo; the other train has no route");
    let t = base("2 2").operates("IRSFF", Activity::Run);
    assert_eq!(run_rule(&t, &["F8 s0-4, E9 1-s0", "F8 s0-3, D8 0-s0"]), "1841-4.3.1-13");
    let t = base("3").operates("IRSFF", Activity::Run);
    assert_eq!(run_rule(&t, &["D8 s0-0, F8 3-s0, F8 s0-4, E9 1-s0"]), "1841-4.3.1-02");
}

/// Rules: 1841-4.3.1-14, 1841-4.3.1-04
#[test]
fn the_two_circles_of_torino_are_apart() {
    // The north leads to G5, the south to Asti.
    let t = table("v1", 3)
        .company("SFTG", "F4", "A 40")
        .tiles("I5 58 2, G5 7 1")
        .tokens("SFTG", "H4.0")
        .trains("SFTG", "3");
    let reach = t.game.reach_of(t.id("SFTG"), 0);
    assert!(reach.has_stop(t.hex("H4"), 0) && !reach.has_stop(t.hex("H4"), 1));
    assert_eq!(best(&t, "SFTG"), 50, "Torino south and Asti");
    for hex in ["H4", "R14"] {
        let face = t.game.t.board.face(t.hex(hex));
        assert_eq!(face.stops.len(), 2);
        assert!(face.track.iter().all(|track| !matches!(
            (track.a, track.b),
            (ferrata_engine::tile::End::Stop(_), ferrata_engine::tile::End::Stop(_))
        )));
    }
}

/// Rules: 1841-4.3.2-03, 1841-4.6.2-04, 1841-4.6.4-01, 1841-M-07
#[test]
fn off_board_areas_pay_by_phase() {
    // Treviso and the East.
    let pays = |phase| {
        let t = table("v1", 3)
            .phase(phase)
            .company("AFI", "F4", "A 40")
            .tiles("D16 6 3")
            .tokens("AFI", "D16")
            .trains("AFI", "2");
        best(&t, "AFI")
    };
    assert_eq!([2, 3, 4, 5, 6, 7, 8].map(pays), [70, 70, 100, 100, 140, 140, 140]);
}

// ---- the dividend ----

/// TV-14.
/// Rules: 1841-4.3.2-04, 1841-4.3.2-05, 1841-4.3.2-06, 1841-4.3-01
#[test]
fn a_dividend_is_paid_by_shares() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "C5", "A 50, pool 30").earned("SFTG", 50);
    let (a, bank) = (t.has("A"), t.has("bank"));
    t.plays(settle(Settlement::Pay));
    assert_eq!((t.has("A") - a, t.has("SFTG"), bank - t.has("bank")), (25, 10, 35));
    let t = table("v1", 3).phase(5).company("SFTG", "C5", "A 50, SFTN 20").company("SFTN", "C5", "B 40");
    let mut t = t.earned("SFTG", 100);
    assert!(t.refused(settle(Settlement::Half)).because.contains("whole"));
    t.plays(settle(Settlement::Pay));
    assert_eq!((t.has("SFTN"), t.has("SFTG")), (20, 30), "companies get theirs too");
}

/// TV-11.
/// Rules: 1841-4.3-02, 1841-4.3.2-07, 1841-3.5.1-04, 1841-3.5.1-05, 1841-3.5.1-06
#[test]
fn the_marker_moves_right_if_more_than_the_price_is_paid() {
    let after = |revenue, how| {
        let mut t = table("v1", 3).phase(5).company("SFTC", "I3", "A 40").earned("SFTC", revenue);
        t.plays(settle(how));
        (t.at("SFTC"), t.has("SFTC"))
    };
    assert_eq!(after(150, Settlement::Pay).0, "J3");
    assert_eq!(after(140, Settlement::Pay).0, "I3");
    assert_eq!(after(144, Settlement::Pay).0, "I3", "it must be more");
    assert_eq!(after(150, Settlement::Keep), ("H3".into(), 150));
}

/// Rules: 1841-3.5.1-06, 1841-4-05
#[test]
fn without_a_train_the_marker_moves_left() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40").operates("SFTG", Activity::Track);
    t.pass();
    assert_eq!(t.at("SFTG"), "E4");
}

// ---- §4.4 ----

fn slot(from: &str, hex: &str, price: i32) -> Action {
    Action::BuySlot {
        from: ferrata_engine::name::CompanyName::of(from),
        hex: HexName::of(hex),
        stop: 0,
        price: ferrata_engine::money::Money(price),
    }
}

fn slots(edition: &str, phase: u8, others: &str) -> T {
    table(edition, 3)
        .phase(phase)
        .company("AFI", "F4", "A 40")
        .company("RSFS", "C5", "B 40")
        .tiles("K11 5 5, L12 6 2, K13 6 5, L14 202 0, M11 615 3")
        .tokens("AFI", "L12")
        .tokens("RSFS", others)
        .charter_tokens("AFI", 1)
        .cash("AFI", 100)
        .operates("AFI", Activity::Slot)
}

/// Rules: 1841-4.4-01, 1841-4.4-02, 1841-4.4-03
/// G-48: one slot per turn.
#[test]
fn a_token_slot_is_bought_by_agreement() {
    let mut t = slots("v1", 3, "K13 K11");
    assert_eq!(t.activity(), Some(Activity::Slot));
    assert!(!t.offers().iter().any(|offer| offer.covers(&slot("RSFS", "K13", 30))), "B must agree");
    assert_eq!(t.rule(propose(slot("RSFS", "K13", 0))), "1841-4.4-01");
    t.plays(propose(slot("RSFS", "K13", 30)));
    assert_eq!(t.who(), 'B');
    t.plays(Action::Accept);
    assert_eq!((t.has("AFI"), t.has("RSFS")), (70, 30));
    assert_eq!((t.game.company(t.id("AFI")).tokens, t.game.company(t.id("RSFS")).tokens), (0, 1));
    assert!(t.game.t.board.has_token(t.id("AFI"), t.hex("K13")));
    assert_ne!(t.activity(), Some(Activity::Slot));
    // Bologna lies behind Modena, which RSFS fills: not reachable.
    let t = slots("v1", 3, "K13 L14");
    assert_eq!(t.rule(propose(slot("RSFS", "L14", 30))), "1841-4.4-02");
}

/// Rules: 1841-4.4-04, 1841-4.4-04-v2
/// Traps: row 48 (#9834): the last city token cannot be bought, passes do not count.
#[test]
fn the_last_token_is_not_for_sale() {
    assert_ne!(slots("v1", 3, "K13").activity(), Some(Activity::Slot));
    assert_eq!(slots("v1", 3, "K13 M11").activity(), Some(Activity::Slot), "v1: a pass token is a token");
    let t = slots("v2", 3, "K13 M11");
    assert!(!t.offers().iter().any(|offer| offer.covers(&propose(slot("RSFS", "K13", 30)))));
}
