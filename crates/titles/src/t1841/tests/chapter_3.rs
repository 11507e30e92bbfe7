//! Chapter 3: turns, sales and purchases of the stock round, and its end.

use super::super::table::Round;
use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::event::Events;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Entry, Title};

const A: Holder = Holder::Seat(ferrata_engine::id::SeatId(0));
const B: Holder = Holder::Seat(ferrata_engine::id::SeatId(1));

/// SFTG at 100 with shares for sale everywhere, so that everybody always has a choice.
fn simple() -> T {
    table("v1", 3).phase(5).company("SFTG", "F4", "A 40, B 20, pool 10")
}

/// Rules: 1841-3-01, 1841-3-03, 1841-3-04, 1841-3-05, 1841-3.4-01
#[test]
fn turns_go_left_until_all_pass_in_succession() {
    let mut t = simple();
    assert_eq!(t.who(), 'A');
    t.pass();
    assert_eq!(t.who(), 'B');
    t.plays(buy("B", "SFTG", 10, "ipo", 100));
    assert_eq!(t.who(), 'C');
    t.pass();
    assert_eq!(t.who(), 'A', "who passed gets another turn");
    t.pass();
    assert_eq!(t.who(), 'B', "the purchase was no pass");
    t.pass();
    assert!(matches!(t.game.table.round, Round::Operating(_)));
    assert_eq!(t.game.table.priority, seat('C'), "left of the last who acted");
}

/// Rules: 1841-3-06
#[test]
fn the_priority_card_stays_if_nobody_acts() {
    let mut t = simple().seats("BCA");
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.game.table.priority, seat('B'));
}

/// Rules: 1841-3-02, 1841-3.1-01, 1841-3.2-01
#[test]
fn a_turn_is_sales_then_one_purchase() {
    let mut t = simple().company("SFTN", "F4", "C 20, A 20, B 20");
    t.plays(sell("A", "SFTG", 10));
    t.plays(sell("A", "SFTN", 10));
    assert_eq!(t.who(), 'A', "several sales, and a purchase may follow");
    let mut other = t.clone();
    other.pass();
    assert_eq!(other.who(), 'B', "the purchase may be skipped");
    let mut t = t.company("RSFS", "C5", "B 20");
    t.plays(buy("A", "RSFS", 10, "ipo", 68));
    assert_eq!(t.who(), 'B', "after the purchase nothing can be sold");
}

/// Rules: 1841-3.1-02, 1841-3.1-03, 1841-3.1-04, 1841-3.1-10, 1841-3.5.1-01, 1841-TV-30
/// TV-30: three units from O1 go to O4.
#[test]
fn units_sold_together_are_paid_before_the_drop() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "O1", "A 50");
    let cash = t.has("A");
    t.plays(sell("A", "SFTG", 20));
    assert_eq!((t.has("A") - cash, t.price("SFTG")), (680, 340), "the marker waits for the end of the step");
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.has("A") - cash, 1020);
    t.pass();
    assert_eq!((t.at("SFTG").as_str(), t.price("SFTG")), ("O4", 256));
    assert_eq!(t.percent("SFTG", "pool"), 30);
    let drop = |at: &str, units| {
        let mut t = table("v1", 3).phase(8).company("SFTG", at, "A 60");
        let sftg = t.id("SFTG");
        t.game.move_down(sftg, units, &mut Events::new());
        (t.at("SFTG"), t.price("SFTG"))
    };
    assert_eq!(drop("S3", 2), ("S3".into(), 408));
    assert_eq!(drop("F11", 5), ("F13".into(), 14));
}

/// Rules: 1841-3.1-04, 1841-3.1-07
#[test]
fn a_unit_of_a_minor_is_a_fifth_and_the_pool_takes_two() {
    let mut t = table("v1", 3).phase(5).company("SFTC", "F4", "B 40, A 60");
    assert_eq!(t.rule(sell("A", "SFTC", 60)), "1841-3.1-07");
    assert_eq!(t.rule(sell("A", "SFTC", 10)), "1841-3.1-04");
    t.plays(sell("A", "SFTC", 40));
    t.pass();
    assert_eq!(t.at("SFTC"), "F6", "one row per 20%");
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "B 20, A 60");
    assert_eq!(t.rule(sell("A", "SFTG", 60)), "1841-3.1-07");
    t.plays(sell("A", "SFTG", 50));
}

/// Rules: 1841-3.1-05, 1841-3.5.1-09, 1841-O-05
/// O-05: online every sale moves its marker at once.
#[test]
fn several_companies_move_the_lowest_price_first() {
    let sold = |edition| {
        let mut t = table(edition, 3).phase(5).company("SFTG", "F4", "A 40, B 20").company(
            "SFTN",
            "F5",
            "A 40, B 20",
        );
        t.plays(sell("A", "SFTG", 20));
        t.plays(sell("A", "SFTN", 10));
        t.pass();
        let stack = t.game.table.chart.stack(field("F6"));
        stack.into_iter().map(|company| t.game.name(company).to_string()).collect::<Vec<_>>()
    };
    assert_eq!(sold("v1"), ["SFTN", "SFTG"], "SFTN came first and lies on top");
    assert_eq!(sold("v1 online"), ["SFTG", "SFTN"]);
}

/// O-05: two sales of one company in a turn are paid at two prices online.
/// Rules: 1841-3.1-03, 1841-O-05
#[test]
fn sales_online_are_settled_one_by_one() {
    let mut t = table("v2 online", 3).phase(5).company("SFTG", "F4", "A 40, B 20");
    let cash = t.has("A");
    t.plays(sell("A", "SFTG", 10));
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.has("A") - cash, 195);
}

/// Rules: 1841-3.1-06, 1841-3.3.3-04
/// Traps: row 36 (#9502): also for a company that arose anew.
#[test]
fn shares_of_a_company_that_has_not_acted_cannot_be_sold() {
    let t = simple().fresh("SFTG");
    assert_eq!(t.rule(sell("A", "SFTG", 10)), "1841-3.1-06");
}

/// Rules: 1841-3.1-08, 1841-3.2-11, 1841-3.1-09, 1841-3.2-03
#[test]
fn who_has_sold_may_not_buy_the_same_again_in_the_round() {
    let mut t = simple();
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.rule(buy("A", "SFTG", 10, "pool", 90)), "1841-3.1-10");
    assert_eq!(t.rule(buy("A", "SFTG", 10, "ipo", 95)), "1841-3.2-11");
    t.pass();
    // For others what was sold is for sale again, at the new price, paid to the bank.
    let (cash, bank) = (t.has("B"), t.has("bank"));
    t.plays(buy("B", "SFTG", 10, "pool", 95));
    assert_eq!((t.has("B"), t.has("bank")), (cash - 95, bank + 95));
    t.pass();
    assert_eq!(t.rule(buy("A", "SFTG", 10, "pool", 95)), "1841-3.2-11", "still in a later turn");
}

/// Rules: 1841-3.1-11, 1841-3.5.3-07, 1841-3.5.3-08
#[test]
fn a_directors_certificate_is_not_sold_to_the_pool() {
    let t = table("v1", 3).phase(5).company("SFTG", "F4", "A 30, B 10, C 10");
    assert_eq!(t.rule(sell("A", "SFTG", 20)), "1841-3.1-11");
    let mut t = t;
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.director("SFTG"), A);
}

/// Rules: 1841-3.1-12, 1841-3.5.2-01, 1841-3.5.2-02, 1841-3.2-09
#[test]
fn certificates_above_the_limit_must_be_sold_first() {
    let limits = |players| new_game("v1", players).game.fixed.by_players.certificate_limit;
    assert_eq!([3, 4, 5, 6, 7, 8].map(limits), [21, 16, 13, 11, 10, 9]);
    // Eight players: nine certificates. A director's certificate counts one, concessions do not.
    let nine = table("v1", 8)
        .company("SFTG", "F4", "A 60, B 10")
        .company("SFTN", "C5", "A 50")
        .concession("Bayard", "A");
    assert_eq!(nine.rule(buy("A", "SFTN", 10, "ipo", 68)), "1841-3.2-09");
    let mut ten = table("v1", 8).company("SFTG", "F4", "A 60, B 10").company("SFTN", "C5", "A 60");
    assert_eq!(ten.rule(Action::Pass), "1841-3.1-12");
    assert_eq!(ten.rule(buy("A", "SFTN", 10, "ipo", 68)), "1841-3.1-12");
    ten.plays(sell("A", "SFTN", 10));
    ten.pass();
    assert_eq!(ten.who(), 'B');
}

/// Rules: 1841-3.1-13, 1841-3.5.4-01, 1841-3.5.4-02, 1841-8-04
#[test]
fn who_controls_more_than_sixty_percent_must_sell() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 40, SFTC 30, B 20")
        .company("SFTN", "C5", "A 40, B 20")
        .company("SFTC", "C5", "SFTN 40");
    assert_eq!(t.game.controlled(t.id("SFTG"), seat('A')), 70);
    assert_eq!(t.rule(Action::Pass), "1841-3.1-13");
    assert_eq!(t.rule(sell("A", "SFTN", 10)), "1841-3.1-13", "selling something else does not help");
    t.plays(sell("A", "SFTG", 10));
    t.pass();
    assert_eq!(t.who(), 'B');
}

/// TV-06, the example to 3.2.
/// Rules: 1841-3.2-10, 1841-3.5.4-01, 1841-8-04, 1841-TV-06
#[test]
fn shares_of_led_companies_count_for_the_limit_of_sixty_percent() {
    let t = table("v1", 3)
        .company("SFTG", "F4", "A 40, SFTC 20")
        .company("SFTN", "F4", "A 20")
        .company("SFTC", "F4", "SFTN 40");
    assert_eq!(t.rule(buy("A", "SFTG", 10, "ipo", 100)), "1841-3.2-10");
    // The company's own unissued shares do not count.
    let mut t = table("v1", 3).company("SFTG", "F4", "A 50");
    t.plays(buy("A", "SFTG", 10, "ipo", 100));
}

/// Rules: 1841-3.2-04, 1841-3.3.3-03, 1841-3.1-10
#[test]
fn a_share_of_the_offering_is_paid_to_the_company_at_the_market_price() {
    let mut t = table("v1", 3).company("SFTG", "G4", "A 20");
    assert_eq!(t.rule(buy("A", "SFTG", 10, "ipo", 100)), "1841-3.1-10");
    t.plays(buy("A", "SFTG", 10, "ipo", 111));
    assert_eq!((t.has("A"), t.has("SFTG"), t.percent("SFTG", "ipo")), (1120 - 111, 111, 70));
}

/// Rules: 1841-3.2-02
#[test]
fn a_concession_from_the_pool_costs_fifty_but_not_in_the_first_round() {
    let mut t = table("v1", 3);
    let first = t.clone().concession("SFTN", "A").with(&["round", "stock", "number"], 1);
    assert_eq!(first.rule(buy_card("A", "SSFL", "bank", 50)), "1841-3.2-02");
    assert_eq!(t.rule(buy_card("A", "SSFL", "bank", 49)), "1841-3.2-02");
    t.plays(buy_card("A", "SSFL", "bank", 50));
    assert_eq!((t.has("A"), t.who()), (1070, 'B'));
}

/// Rules: 1841-3.2-05, 1841-3.2-05-v2, 1841-G-06, 1841-G-07
/// G-06, G-07: at least 1 per share; the operated rule does not apply.
#[test]
fn players_sell_shares_to_each_other_by_agreement() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "B 40, C 20");
    assert_eq!(t.rule(propose(buy("A", "SFTG", 20, "B", 1))), "1841-3.2-05");
    t.plays(propose(buy("A", "SFTG", 20, "B", 150)));
    assert_eq!(t.who(), 'B', "the seller must agree");
    let mut declined = t.clone();
    declined.plays(Action::Decline);
    assert_eq!((declined.who(), declined.percent("SFTG", "A")), ('A', 0));
    t.plays(Action::Accept);
    assert_eq!((t.percent("SFTG", "A"), t.has("A"), t.has("B")), (20, 970, 1270));
    assert_eq!((t.price("SFTG"), t.who()), (100, 'B'), "no marker moves; the purchase of the turn is used");
    let off = table("v2", 3).phase(5).company("SFTG", "F4", "B 40");
    assert_eq!(off.rule(propose(buy("A", "SFTG", 10, "B", 50))), "1841-3.2-05-v2");
    let mut on = table("v2 p2p", 3).phase(5).company("SFTG", "F4", "B 40");
    on.plays(propose(buy("A", "SFTG", 10, "B", 50)));
    on.plays(Action::Accept);
    assert_eq!(on.percent("SFTG", "A"), 10);
}

/// Rules: 1841-3.2-05, 1841-3.2-10
#[test]
fn the_limits_hold_for_purchases_from_players_too() {
    let t = table("v1", 3).phase(5).company("SFTG", "F4", "A 60, B 20");
    assert_eq!(t.rule(propose(buy("A", "SFTG", 10, "B", 50))), "1841-3.2-10");
    let t = table("v1", 3).phase(5).company("SFTG", "F4", "A 20, B 20");
    assert_eq!(t.rule(propose(buy("A", "SFTG", 30, "B", 50))), "1841-3.2-05");
}

/// Rules: 1841-3.1-08, 1841-3.2-11, 1841-G-07
/// G-07: the ban names every purchase, from whomever.
#[test]
fn who_has_sold_buys_no_share_of_the_company_from_anybody() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "F4", "B 40, A 20").company("SFTN", "F4", "B 40");
    t.clone().plays(propose(buy("A", "SFTG", 10, "B", 150)));
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.rule(propose(buy("A", "SFTG", 10, "B", 150))), "1841-3.2-11");
    t.clone().plays(propose(buy("A", "SFTN", 20, "B", 150)));
    // Nor with its used concession, from a player or from the pool.
    let mut t = table("v1", 3).company("SFTG", "F4", "B 20, A 30");
    t.plays(sell("A", "SFTG", 10));
    assert_eq!(t.rule(propose(buy_card("A", "SFTG", "B", 333))), "1841-3.2-11");
    let mut t = table("v2", 3).company("SFTG", "F4", "pool 20, A 30").concession("SFTG", "pool");
    t.clone().plays(buy_card("A", "SFTG", "bank", 250));
    t.plays(sell("A", "SFTG", 10));
    assert!(["1841-3.2-11", "1841-3.2-02"].contains(&t.rule(buy_card("A", "SFTG", "bank", 230)).as_str()));
    assert_eq!(t.rule(buy_card("A", "SFTG", "bank", 250)), "1841-3.2-11");
}

/// Rules: 1841-3.2-06, 1841-3.2-07, 1841-3.2-08, 1841-3.5.3-03, 1841-3.5.3-04, 1841-8-02
#[test]
fn concessions_between_players_and_the_directorship_with_them() {
    let mut t = table("v1", 3).concession("SSFL", "B").company("SFTG", "F4", "B 20, C 50");
    assert_eq!(t.director("SFTG"), B, "C holds more, but B has the concession");
    assert_eq!(t.rule(propose(buy("A", "SFTG", 20, "B", 100))), "1841-3.2-08");
    assert_eq!(t.rule(propose(buy_card("A", "SSFL", "B", 0))), "1841-3.2-06");
    let mut unused = t.clone();
    unused.plays(propose(buy_card("A", "SSFL", "B", 1)));
    unused.plays(Action::Accept);
    assert_eq!(unused.game.table.concessions[5], A);
    t.plays(propose(buy_card("A", "SFTG", "B", 333)));
    t.plays(Action::Accept);
    assert_eq!((t.game.table.concessions[6], t.director("SFTG")), (A, A));
    assert_eq!((t.percent("SFTG", "A"), t.percent("SFTG", "B"), t.has("B")), (20, 0, 1453));
}

/// Rules: 1841-3.2-12, 1841-4.5.1-16
/// Traps: row 16 (#9379): a company may buy it too, in its turn.
#[test]
fn a_directors_certificate_in_the_pool_costs_two_units() {
    let base =
        || table("v1", 3).phase(5).company("SFTG", "F4", "pool 40, B 10").company("SFTN", "C5", "A 40");
    assert!(base().game.frozen(base().id("SFTG")));
    let mut t = base();
    assert_eq!(t.rule(buy("A", "SFTG", 20, "pool", 100)), "1841-3.1-10");
    t.plays(buy("A", "SFTG", 20, "pool", 200));
    assert_eq!((t.director("SFTG"), t.has("A")), (A, 920));
    assert!(!t.game.frozen(t.id("SFTG")));
    let mut t = base().cash("SFTN", 250).operates("SFTN", super::super::operating::Step::Shares);
    t.plays(buy("SFTN", "SFTG", 20, "pool", 200));
    assert_eq!(t.director("SFTG"), t.holder("SFTN"));
}

/// Rules: 1841-3.2-12-v2
#[test]
fn in_v2_it_comes_with_its_concession_before_phase_four() {
    let mut t = table("v2", 3).company("SFTG", "F4", "pool 20, B 10");
    assert_eq!(t.rule(buy("A", "SFTG", 20, "pool", 200)), "1841-3.2-12-v2");
    assert_eq!(t.rule(buy_card("A", "SFTG", "bank", 50)), "1841-3.2-02");
    t.plays(buy_card("A", "SFTG", "bank", 250));
    assert_eq!((t.director("SFTG"), t.game.table.concessions[6], t.has("A")), (A, A, 870));
    let mut late = table("v2", 3).phase(4).company("SFTG", "F4", "pool 20, B 10");
    late.plays(buy("A", "SFTG", 20, "pool", 200));
}

// ---- the end of the round ----

/// Rules: 1841-3.4-02, 1841-3.4-03, 1841-3.5.1-02, 1841-3.5.1-03, 1841-4.5.1.1-03
#[test]
fn markers_move_at_the_end_of_the_round() {
    let mut t = table("v1", 3)
        .phase(5)
        .company("SFTG", "F4", "A 60, B 30, pool 10")
        .company("SFTN", "F5", "A 60, B 40")
        .company("SFTC", "F6", "A 40, B 20")
        .company("RSFS", "F7", "pool 30, B 10")
        .company("AFI", "F1", "A 60, B 40")
        .company("CFCC", "F13", "A 60, pool 10");
    for _ in 0..3 {
        t.pass();
    }
    let fields = ["SFTG", "SFTN", "SFTC", "RSFS", "AFI", "CFCC"].map(|company| t.at(company));
    assert_eq!(fields, ["F5", "F4", "F6", "F9", "F1", "F13"], "RSFS is frozen: two rows");
}

/// Rules: 1841-3.4-05, 1841-3.4-06
/// Traps: row 2 (#9332): the Bayard pays 20.
#[test]
fn the_bayard_pays_its_holder() {
    let mut t = table("v1", 3)
        .phase(3)
        .company("SFTG", "F4", "A 40, B 20")
        .concession("Bayard", "B")
        .concession("SFTN", "C");
    let cash = t.has("B");
    t.pass_stock_round();
    assert_eq!(t.has("B"), cash + 20);
    assert_eq!(t.game.table.concessions[0], B, "it stays with them");
    assert_eq!(t.game.table.concessions[4], Holder::Pool);
    let mut t = table("v1", 3).phase(3).company("SFTG", "F4", "A 40, B 20");
    let bank = t.has("bank");
    t.pass_stock_round();
    assert_eq!(t.has("bank"), bank, "nothing is paid for a Bayard in the pool");
}

/// O-08: online company by company; a frozen one never rises.
/// Rules: 1841-3.4-02, 1841-3.4-03, 1841-O-08
#[test]
fn the_end_of_the_round_online() {
    let mut t = table("v2 online", 3).phase(5).company("SFTG", "F4", "A 60, B 40").company(
        "SFTN",
        "F5",
        "SFTN 60, B 40",
    );
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!((t.at("SFTG"), t.at("SFTN")), ("F3".into(), "F5".into()));
}

/// Rules: 1841-3.5.1-10, 1841-3.3.2-02
#[test]
fn the_price_table() {
    let t = table("v1", 3);
    let grid = &t.game.parts().grid;
    let price = |at: &str| grid.price(field(at)).0;
    let cells = [
        ("A1", 72),
        ("K1", 224),
        ("S1", 516),
        ("S3", 408),
        ("P4", 284),
        ("N5", 219),
        ("M6", 180),
        ("L7", 141),
    ];
    let more =
        [("K8", 106), ("J9", 76), ("I10", 53), ("H11", 35), ("G12", 23), ("F13", 14), ("A13", 8), ("C5", 68)];
    for (at, expected) in cells.into_iter().chain(more) {
        assert_eq!(price(at), expected, "{at}");
    }
    let fields: Vec<_> = grid.fields().map(|at| grid.price(at).0).collect();
    assert_eq!((fields.len(), fields.iter().sum::<i32>()), (163, 20_169));
    for (at, expected) in [("Q4", 0), ("O5", 0), ("N6", 0), ("L8", 0), ("K9", 0), ("G13", 0)] {
        assert_eq!(price(at), expected, "{at} is off the table");
    }
}

/// Rules: 1841-3.5.1-04, 1841-3.5.1-05, 1841-3.5.1-06, 1841-3.5.1-07, 1841-3.5.1-08, 1841-TV-31, 1841-TV-32, 1841-TV-33
/// TV-31, TV-32, TV-33.
#[test]
fn sideways_moves_at_the_edges() {
    let moved = |company: &str, phase, at: &str, right: bool| {
        let mut t = table("v1", 3).phase(phase).company(company, at, "A 60");
        let id = t.id(company);
        if right {
            t.game.move_right(id, &mut Events::new())
        } else {
            t.game.move_left(id, &mut Events::new())
        }
        t.at(company)
    };
    assert_eq!(moved("SFTG", 5, "A3", false), "A4");
    assert_eq!(moved("SFTG", 5, "A13", false), "A13");
    assert_eq!(moved("SFTG", 5, "F4", false), "E4");
    assert_eq!(moved("SFTC", 5, "K2", true), "K1");
    assert_eq!(moved("SFTC", 5, "K1", true), "K1");
    assert_eq!(moved("SFTG", 5, "J8", true), "K8");
    assert_eq!(moved("SFTG", 5, "K8", true), "K7");
    assert_eq!(moved("SFTG", 5, "K2", true), "L2", "K is the end for minors only");
    assert_eq!(moved("SFTG", 7, "P2", true), "P1");
    assert_eq!(moved("SFTG", 7, "P1", true), "P1");
    assert_eq!(moved("SFTG", 8, "P1", true), "Q1");
    assert_eq!(moved("SFTG", 7, "P4", true), "P3");
    assert_eq!(moved("SFTG", 8, "P4", true), "P3");
}

/// Rules: 1841-3.5.1-02
#[test]
fn a_sold_out_marker_in_row_one_stays() {
    let mut t = table("v1", 3).phase(5).company("SFTG", "P1", "A 60, B 40");
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.at("SFTG"), "P1");
}

/// Rules: 1841-3.2-05
#[test]
fn a_refused_entry_changes_nothing() {
    let t = simple();
    let mut game = t.game.clone();
    assert!(game.apply(&Entry::seat(seat('B'), Action::Pass)).is_err(), "it is A's turn");
    assert_eq!(game.hash(), t.game.hash());
    assert_eq!(t.game.worth(seat('A')), Money(1120 + 400));
}

/// The rounds of a game are counted however many there are.
/// Rules: 1841-1.1-01
#[test]
fn the_256th_stock_round_has_its_number() {
    let mut t = simple();
    t.begin_operating(255);
    while t.stock_round().is_none() {
        t.passes_or_must();
    }
    assert_eq!(t.game.view().round.name.to_string(), "Stock round 256");
}
