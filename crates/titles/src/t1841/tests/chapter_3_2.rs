//! Chapter 3.2: what players sell each other, and what follows from it in the same round.

use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

fn of(letter: char) -> Holder {
    Holder::Seat(seat(letter))
}

/// A buys 10% of SFTG from B.
fn sold_to_a_player(edition: &str) -> T {
    let mut t = table(edition, 3).phase(5).company("SFTG", "F4", "B 40, A 10, C 10");
    t.plays(propose(buy("A", "SFTG", 10, "B", 150)));
    t.plays(Action::Accept);
    assert_eq!(t.who(), 'B');
    t
}

/// Rules: 1841-3.1-08, 1841-3.2-11, 1841-G-07
/// G-07: a sale to a player is a sale, too.
#[test]
fn who_has_sold_to_a_player_buys_none_of_the_company_in_the_round() {
    for edition in ["v1", "v2 p2p"] {
        let mut t = sold_to_a_player(edition);
        assert_eq!(t.rule(buy("B", "SFTG", 10, "ipo", 100)), "1841-3.2-11", "{edition}");
        assert_eq!(t.rule(propose(buy("B", "SFTG", 10, "C", 100))), "1841-3.2-11", "{edition}");
        // Whoever bought may buy more, and in the next round the seller, too.
        t.pass();
        t.pass();
        t.plays(buy("A", "SFTG", 10, "ipo", 100));
        let mut next = t.stock_round_begins(3).turn_of('B');
        next.plays(buy("B", "SFTG", 10, "ipo", 100));
    }
}

/// Rules: 1841-3.1-08, 1841-3.2-07
#[test]
fn who_has_sold_a_used_concession_has_sold_the_share_that_goes_with_it() {
    let mut t = table("v1", 3).company("SFTG", "F4", "B 30, C 20").concession("SSFL", "B");
    let mut unused = t.clone();
    t.plays(propose(buy_card("A", "SFTG", "B", 200)));
    t.plays(Action::Accept);
    assert_eq!((t.who(), t.rule(buy("B", "SFTG", 10, "ipo", 100))), ('B', "1841-3.2-11".to_string()));
    // An unused one has no shares.
    unused.plays(propose(buy_card("A", "SSFL", "B", 200)));
    unused.plays(Action::Accept);
    unused.plays(buy("B", "SFTG", 10, "ipo", 100));
}

/// Rules: 1841-3.5.3-10, 1841-3.5.3-10-v2
/// D buys B's director's certificate and has less than A and C: B is the old director, not D.
#[test]
fn whoever_sells_the_certificate_to_a_player_is_the_old_director() {
    let after = |edition: &str| {
        let mut t = table(edition, 4)
            .phase(5)
            .company("SFTG", "F4", "B 30, A 30, C 30, D 10")
            .turn_of('D')
            .cash("D", 900);
        t.plays(propose(buy("D", "SFTG", 20, "B", 200)));
        t.plays(Action::Accept);
        assert_eq!(["A", "B", "C", "D"].map(|who| t.percent("SFTG", who)), [30, 10, 30, 30], "{edition}");
        t.director("SFTG")
    };
    assert_eq!(after("v1"), of('D'), "D has as much as they");
    let after = |edition: &str| {
        let mut t =
            table(edition, 4).phase(5).company("SFTG", "F4", "B 30, A 30, C 30").turn_of('D').cash("D", 900);
        t.plays(propose(buy("D", "SFTG", 20, "B", 200)));
        t.plays(Action::Accept);
        assert_eq!(["A", "B", "C", "D"].map(|who| t.percent("SFTG", who)), [30, 10, 30, 20], "{edition}");
        t.director("SFTG")
    };
    assert_eq!(after("v1"), of('A'), "to the right of B");
    assert_eq!(after("v2 p2p"), of('C'), "to the left of B");
}

/// Rules: 1841-3.2-06, 1841-3.2-02, 1841-2.3-03
/// Only the pool sells no concession in the first stock round.
#[test]
fn players_sell_concessions_to_each_other_in_the_first_round_too() {
    let mut t = table("v1", 3)
        .company("SFTG", "F4", "C 40")
        .concession("SSFL", "B")
        .with(&["round", "stock", "number"], 1);
    assert_eq!(t.rule(buy_card("A", "SFTN", "bank", 50)), "1841-3.2-02");
    t.plays(propose(buy_card("A", "SSFL", "B", 30)));
    t.plays(Action::Accept);
    assert_eq!(t.game.table.concessions[5], of('A'));
}

/// Rules: 1841-3.2-12, 1841-3.2-10
#[test]
fn a_certificate_from_the_pool_counts_with_both_its_units() {
    // A leads five companies with a share each, which nobody of them can take over with.
    let five = ["SFTN", "RATF", "CTS", "ILTF", "ICSF"];
    let full = five.iter().fold(table("v1", 3).phase(5), |t, name| t.company(name, "C5", "A 40"));
    let full = full.company("SFTG", "F4", "pool 40, SFTN 10, RATF 10, CTS 10, ILTF 10, ICSF 10");
    assert_eq!(full.game.controlled(full.id("SFTG"), seat('A')), 50);
    assert_eq!(full.rule(buy("A", "SFTG", 20, "pool", 200)), "1841-3.2-10", "it would be 70%");
    full.clone().plays(buy("A", "SFTG", 10, "pool", 100));
}
