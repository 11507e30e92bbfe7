//! Just beyond the limit, and where two rules meet: cases next to those that the chapters show.

use super::super::operating::Step;
use super::builder::*;
use super::chapter_4_5_1::sell_all;
use super::given::*;
use ferrata_engine::action::Action;
use ferrata_engine::id::{SeatId, TrainKind};
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::shares::Holder;

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

fn merge(with: &str, into: &str) -> Action {
    Action::Merge { with: CompanyName::of(with), into: CompanyName::of(into) }
}

// ---- chapter 2 ----

/// Rules: 1841-2.1-01, 1841-2.1-04
#[test]
fn nobody_passes_instead_of_a_sheet() {
    new_game("v1", 3).refused(Action::Pass);
}

/// Rules: 1841-2.1-01-v2
#[test]
fn in_v2_whoever_has_just_20_may_nominate() {
    let bids = |cash: i32| {
        let t = new_game("v2", 3).cash("A", cash);
        t.offers().iter().any(|offer| matches!(offer, ferrata_engine::offer::Offer::Bid { .. }))
    };
    assert!(bids(20) && !bids(19));
}

// ---- chapter 3 ----

/// Rules: 1841-3-05
#[test]
fn the_priority_card_follows_the_last_who_acted_not_the_first() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40");
    t.plays(buy("A", "SFTG", 10, "ipo", 100));
    t.plays(buy("B", "SFTG", 10, "ipo", 100));
    t.pass_stock_round();
    assert_eq!(t.game.table.priority, seat('C'));
}

/// Rules: 1841-3.2-01, 1841-3.1-01
#[test]
fn players_act_for_themselves() {
    let t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20");
    assert_eq!(t.who(), 'A');
    t.refused(sell("B", "SFTG", 10));
    t.refused(buy("B", "SFTG", 10, "ipo", 100));
}

/// Rules: 1841-3.2-04, 1841-4-05
#[test]
fn the_last_lira_buys_a_share() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40").cash("A", 100);
    t.plays(buy("A", "SFTG", 10, "ipo", 100));
    assert_eq!(t.has("A"), 0);
    let t = table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20").cash("A", 99);
    t.refused(buy("A", "SFTG", 10, "ipo", 100));
}

/// Rules: 1841-3.2-05, 1841-3.2-09
#[test]
fn every_certificate_of_a_bundle_counts_against_the_limit() {
    // Five certificates of each of four majors: one below the limit of 21.
    let t = ["SFTG", "AFI", "RSFS", "CFCC"]
        .iter()
        .fold(table("v1", 3).phase(5), |t, name| t.company(name, "F4", "A 60"))
        .company("SFTN", "F4", "B 60, C 10");
    assert_eq!(t.game.certificates_free(of('A')), 1);
    assert_eq!(t.rule(propose(buy("A", "SFTN", 20, "B", 200))), "1841-3.2-09");
    let mut t = t;
    t.plays(propose(buy("A", "SFTN", 10, "B", 100)));
}

/// Rules: 1841-3.4-02, 1841-3.4-03, 1841-3.5.1-09
#[test]
fn markers_fall_before_others_rise() {
    let mut t = table("v1", 3).phase(5).company("RSFS", "F5", "A 60, B 40").company(
        "AFI",
        "F3",
        "A 60, B 30, pool 10",
    );
    t.pass_stock_round();
    let stack = t.game.table.chart.stack(field("F4"));
    assert_eq!(stack, [t.id("AFI"), t.id("RSFS")], "AFI has come to 100 first and acts first");
}

/// Rules: 1841-3.5.3-10, 1841-3.5.3-10-v2, 1841-G-11
/// G-11: a company that was director sits where its leader sits.
#[test]
fn the_seat_of_a_company_that_was_director() {
    let t = |edition: &str| {
        table(edition, 4)
            .phase(5)
            .company("SFTN", "C5", "C 60, D 40")
            .company("AFI", "F4", "SFTN 40, A 30, B 30")
            .operates("SFTN", Step::Shares)
    };
    let mut right = t("v1");
    right.plays(sell("SFTN", "AFI", 20));
    assert_eq!(right.director("AFI"), of('B'), "to the right of C, who leads SFTN");
}

/// Rules: 1841-3.5.3-10-v2
#[test]
fn in_v2_ties_go_to_the_left_of_the_old_director() {
    let mut t = table("v2", 4).phase(5).company("AFI", "F4", "B 40, A 30, C 30").turn_of('B');
    t.plays(sell("B", "AFI", 20));
    assert_eq!(t.director("AFI"), of('C'));
}

// ---- chapter 4 ----

/// Rules: 1841-3.1-06, 1841-4-01
#[test]
fn a_company_without_a_train_has_acted_when_its_turn_is_over() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 60, B 40")
        .tokens("AFI", "K11")
        .fresh("AFI")
        .operates("AFI", Step::Track);
    assert!(!t.game.company(t.id("AFI")).operated);
    t.ends_turn();
    assert!(t.game.company(t.id("AFI")).operated);
}

/// Rules: 1841-4.3.2-02
#[test]
fn ten_lire_less_than_the_best_are_too_little() {
    let t = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 50")
        .tiles("K11 57 1, K13 57 2, L14 621 2, J12 8 5")
        .tokens("AFI", "K13")
        .trains("AFI", "2")
        .operates("AFI", Step::Run);
    assert_eq!(t.best("AFI"), 50);
    let other = route(0, "K11 s0-4, J12 1-5, K13 2-s0");
    assert_eq!(t.run_rule(&[other]), "1841-4.3.2-02", "Parma and Modena: 40");
}

/// Rules: 1841-4.3.1-03
#[test]
fn no_route_ends_at_a_pass() {
    let t = table("v1", 3)
        .phase(4)
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4")
        .tiles("H4 606 4, I5 4 2, J6 57 5, K7 613 2")
        .trains("SFTN", "4")
        .operates("SFTN", Step::Run);
    let to_the_pass = "H4 s0-5, I5 2-s0, I5 s0-5, J6 2-s0, J6 s0-5, K7 2-s0";
    assert_eq!(t.run_rule(&[route(0, to_the_pass)]), "1841-4.3.1-03", "the Giovi pass");
}

/// Rules: 1841-4.5-09, 1841-4.3.1-11, 1841-4.3.1-12, 1841-G-20, 1841-G-22
/// G-20, G-22: a town is a city here, and trains run across borders.
#[test]
fn a_route_to_a_town_or_across_a_border_binds_to_buy() {
    let town = table("v1", 3)
        .phase(3)
        .company("SFTN", "F4", "A 40")
        .tokens("SFTN", "H4")
        .tiles("H4 606 4, I5 4 2")
        .cash("SFTN", 300)
        .operates("SFTN", Step::Trains);
    assert_eq!(town.rule(Action::Pass), "1841-4.5-09", "Torino and Asti");
    let border = table("v1", 3)
        .phase(3)
        .company("AFI", "F4", "A 60, C 40")
        .tiles("H10 57 2, I11 9 2, J12 9 2, K13 57 2")
        .tokens("AFI", "H10")
        .cash("AFI", 300)
        .operates("AFI", Step::Trains);
    assert_eq!(border.rule(Action::Pass), "1841-4.5-09", "Cremona and Modena");
}

/// SFTG must buy a 3-train for 200 and owns 20% of AFI at 144, of which 10% bring 72.
fn emergency(cash: i32) -> T {
    table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 40")
        .tokens("SFTG", "P12")
        .company("SFTN", "C5", "A 40")
        .trains("SFTN", "2 2")
        .company("AFI", "I3", "B 60, SFTG 20")
        .sold_up_to("3")
        .cash("SFTG", cash)
        .operates("SFTG", Step::Trains)
}

/// Rules: 1841-4.5.1-05, 1841-G-23
/// G-23: what is just enough is enough.
#[test]
fn no_unit_more_where_the_sum_is_met_exactly() {
    let mut t = emergency(128);
    assert_eq!(t.rule(sell("SFTG", "AFI", 20)), "1841-4.5.1-11");
    t.plays(sell("SFTG", "AFI", 10));
    assert_eq!(t.has("SFTG"), 200);
    let mut t = emergency(127);
    t.plays(sell("SFTG", "AFI", 20));
}

/// Rules: 1841-4.5.2-02, 1841-4.5-01
#[test]
fn after_the_train_bought_with_emergency_money_trade_is_free_again() {
    let mut t = emergency(150);
    t.plays(sell("SFTG", "AFI", 10));
    assert_eq!(t.rule(buy_train("2", "SFTN", 22)), "1841-4.5.2-02", "first the cheapest of the bank");
    t.plays(buy_train("3", "bank", 200));
    assert_eq!(t.has("SFTG"), 22);
    t.plays(buy_train("2", "SFTN", 22));
}

/// Rules: 1841-4.5.1-17, 1841-4.5.1-18
#[test]
fn every_bankruptcy_is_deducted() {
    let mut t = table("v1", 4)
        .phase(5)
        .sold_up_to("5")
        .company("RSFS", "A13", "C 20, A 20, B 20, pool 40")
        .company("AFI", "A12", "RSFS 60, D 40")
        .tokens("AFI", "P12")
        .cash("C", 10)
        .operates("AFI", Step::Trains);
    // C was bankrupt before.
    t.say(&["seat", "C", "loans"], 1);
    sell_all(&mut t);
    t.plays(choose("stay"));
    assert_eq!(t.game.debt(SeatId(2)).0, 1000);
}

/// Rules: 1841-4.5-08, 1841-4.6-02
#[test]
fn returned_trains_are_scrapped_with_the_others() {
    let mut t =
        table("v1", 4).phase(3).company("SFTN", "A13", "D 60, C 40").sold_up_to("4").cash("SFTN", 900);
    t.game.table.depot.give_back(TrainKind(0));
    let mut t = t.operates("SFTN", Step::Trains);
    assert!(t.game.table.depot.for_sale().any(|kind| kind == TrainKind(0)));
    t.plays(buy_train("4", "bank", 350));
    assert!(!t.game.table.depot.for_sale().any(|kind| kind == TrainKind(0)));
}

/// Rules: 1841-4.6.7-01
#[test]
fn surplus_trains_are_returned_in_the_order_of_prices() {
    let mut t = table("v1", 4)
        .phase(5)
        .company("AFI", "C5", "C 60, D 40")
        .trains("AFI", "4 4 5")
        .company("RSFS", "L2", "B 60, D 40")
        .trains("RSFS", "4 4 5")
        .company("SFTN", "A13", "D 60, C 40")
        .sold_up_to("6")
        .cash("SFTN", 2000)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("6", "bank", 800));
    assert_eq!(t.who(), 'B', "RSFS at 216 before AFI at 68");
}

/// Rules: 1841-4.6.7-01, 1841-4.5.1.1-02
#[test]
fn a_frozen_company_returns_its_oldest_trains_unasked() {
    let mut t = table("v1", 4)
        .phase(5)
        .company("AFI", "C5", "pool 60, D 10")
        .trains("AFI", "4 5 5")
        .company("SFTN", "A13", "D 60, C 40")
        .sold_up_to("6")
        .cash("SFTN", 2000)
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("6", "bank", 800));
    let left = t.game.company(t.id("AFI")).trains.iter().map(|kind| t.game.train_name(*kind).to_string());
    assert_eq!((left.collect::<Vec<_>>(), t.who()), (vec!["5".to_string(), "5".to_string()], 'D'));
}

/// Rules: 1841-4.6.8-04
#[test]
fn tokens_outside_austria_go_to_the_lombard_successor() {
    let mut t = table("v1", 4)
        .phase(3)
        .sold_up_to("4")
        .company("SFTN", "A13", "D 60, C 40")
        .cash("SFTN", 900)
        .company("IRSFF", "F4", "A 40")
        .tokens("IRSFF", "F8 F16 K11")
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let mut placed = t.placed("SFL");
    placed.sort();
    assert_eq!((placed, t.placed("SFV")), (vec!["F8".into(), "K11".to_string()], vec!["F16".to_string()]));
}

/// Rules: 1841-4.6.8-03-v2
#[test]
fn in_v2_all_tokens_of_the_ferdinandea_are_replaced() {
    let mut t = table("v2", 4)
        .phase(3)
        .sold_up_to("4")
        .company("SFTN", "A13", "D 60, C 40")
        .cash("SFTN", 900)
        .company("IRSFF", "F4", "A 40")
        .tokens("IRSFF", "F8 F16 E9 D8")
        .operates("SFTN", Step::Trains);
    t.plays(buy_train("4", "bank", 350));
    let mut placed = t.placed("SFL");
    placed.sort();
    assert_eq!(placed, ["D8", "E9", "F8"]);
}

/// Rules: 1841-4.2-02
#[test]
fn a_company_lays_its_own_tokens() {
    let t = table("v1", 3)
        .phase(4)
        .company("SFTN", "F4", "A 50")
        .tokens("SFTN", "H4")
        .company("SFTG", "C5", "A 50")
        .charter_tokens("SFTG", 2)
        .tiles("H4 606 4, I5 4 2, J6 57 5")
        .charter_tokens("SFTN", 2)
        .operates("SFTN", Step::Station);
    assert_eq!(t.token_places(), ["J6"]);
    t.refused(place("SFTG", "J6", 0));
}

// ---- chapter 4.7 ----

/// Rules: 1841-4.7.4-04
/// Both above 250, whichever of them acts; with one price there is nothing to choose.
#[test]
fn two_dear_majors_merge_at_either_price() {
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
    for (a, b) in [("O2", "P2"), ("P2", "O2")] {
        for price in ["295", "328"] {
            let mut t = merged(a, b);
            t.plays(choose(price));
            assert_eq!(t.price("CFCC").to_string(), price);
        }
    }
    assert_eq!(merged("O2", "O2").at("CFCC"), "O2");
    assert_eq!(merged("L2", "I3").at("CFCC"), "N3", "216 + 144, but below 250");
}

/// Rules: 1841-4.7.4-04, 1841-4.7.5-06
#[test]
fn the_new_price_is_below_the_sum_never_equal() {
    let t = table("v1", 3).phase(5);
    let at = |doubled: i32| t.game.parts().grid.price(t.game.rightmost_below(doubled).unwrap()).0;
    assert_eq!((at(2 * 198), at(2 * 199)), (180, 198));
}

/// Rules: 1841-4.7.4-06
#[test]
fn whoever_has_just_half_the_price_rounds_up() {
    let asked = |cash: i32| {
        let mut t = table("v1", 3)
            .phase(5)
            .company("AFI", "F4", "A 60, B 10, C 30")
            .company("RSFS", "F4", "A 60, C 40")
            .tiles("K11 5 5, L12 5 2")
            .tokens("AFI", "K11")
            .tokens("RSFS", "L12")
            .cash("B", cash)
            .operates("AFI", Step::Merger);
        t.plays(merge("RSFS", "CFCC"));
        (t.price("CFCC"), t.who())
    };
    assert_eq!(asked(99), (198, 'B'), "99 is half of 198");
    assert_ne!(asked(98).1, 'B', "there is nothing to choose");
}

/// Rules: 1841-4.7.4-09
#[test]
fn the_last_base_stays_on_the_map_where_a_pass_may_go() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("AFI", "F4", "A 60, C 40")
        .company("RSFS", "C5", "A 60, C 40")
        .tiles("K11 57 0, M11 613 0")
        .tokens("AFI", "K11")
        .tokens("RSFS", "M11")
        .operates("AFI", Step::Merger);
    t.plays(merge("RSFS", "CFCC"));
    let remove = |company: &str, hex: &str| Action::RemoveToken {
        company: CompanyName::of(company),
        hex: HexName::of(hex),
        stop: 0,
    };
    assert_eq!(t.rule(remove("AFI", "K11")), "1841-4.7.4-09");
    t.plays(remove("RSFS", "M11"));
    assert_eq!(t.placed("CFCC"), ["K11"]);
}

/// Rules: 1841-4.7.6-05
#[test]
fn the_second_offer_of_shares_begins_with_the_director() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("CTLP", "K2", "B 40")
        .tokens("CTLP", "K11")
        .charter_tokens("CTLP", 1)
        .cash("CTLP", 500)
        .operates("CTLP", Step::Transformation);
    assert_eq!(t.game.table.priority, seat('A'));
    t.plays(Action::Transform { into: CompanyName::of("CFCC") });
    let asked: Vec<char> = (0..4)
        .map(|_| {
            let who = t.who();
            t.plays(choose("no"));
            who
        })
        .collect();
    assert_eq!(asked, ['B', 'B', 'C', 'A'], "first the shareholders, then all players from the director on");
}

// ---- chapter 5 ----

/// Rules: 1841-5-01
#[test]
fn the_turn_in_which_a_price_reaches_516_is_played_to_its_end() {
    let mut t = table("v1", 3)
        .phase(8)
        .company("SFTG", "R1", "A 60, B 40")
        .company("SFTN", "F4", "B 60, A 40")
        .cash("SFTG", 2000)
        .earned("SFTG", 470);
    t.plays(pays());
    assert_eq!((t.price("SFTG"), t.over(), t.acts().as_deref()), (516, false, Some("SFTG")));
    assert_eq!(t.step(), Some(Step::Trains));
    t.ends_turn();
    assert!(t.over());
}
