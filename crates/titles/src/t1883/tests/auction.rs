//! 3.3 The distribution of the privates.

use super::desk::{Desk, bid, opening, start};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::turn::Title;

fn buy(desk: &Desk, card: &'static str, price: i32) -> Action {
    let seat = match ferrata_engine::turn::Title::turn(&desk.game) {
        ferrata_engine::turn::Turn::Seat(seat) => seat,
        other => panic!("{other:?}"),
    };
    Action::BuyCard {
        buyer: Party::Seat(seat),
        card: CardName::of(card),
        from: Party::Bank,
        price: Money(price),
    }
}

fn buys(desk: &mut Desk, card: &'static str, price: i32) {
    let action = buy(desk, card, price);
    desk.play(action);
}

/// The example of the rulebook.
/// Rules: 1883-V-01, 1883-2.1-01, 1883-2.2-02, 1883-2.5-01, 1883-3.3-01, 1883-3.3-02, 1883-3.3-04, 1883-3.3-07, 1883-3.3-08,
/// 1883-3.3-09, 1883-3.3-11, 1883-3.3-12, 1883-3.3-19, 1883-3.2-12, 1883-3.2-14, 1883-3.2-15, 1883-R-08
#[test]
fn four_players_distribute_the_privates() {
    let mut desk = opening(&["A", "B", "C", "D"]);
    assert_eq!((desk.asked(), desk.cash("A")), ("A".to_owned(), 400));
    desk.play(bid("CNP", 65)).play(bid("FRV", 45)).play(bid("CNP", 70));
    buys(&mut desk, "TCB", 20);
    assert_eq!(
        (desk.asked(), desk.cash("B")),
        ("A".to_owned(), 355),
        "FRV went to B; now CNP is auctioned, A first"
    );
    desk.play(bid("CNP", 75)).play(bid("CNP", 80)).pass();
    assert_eq!((desk.asked(), desk.cash("C")), ("A".to_owned(), 320), "the turn is still A's");
    desk.play(bid("FCV", 105));
    buys(&mut desk, "TMM", 80);
    assert_eq!((desk.asked(), desk.cash("A")), ("C".to_owned(), 295), "FCV went to A");
    desk.pass();
    buys(&mut desk, "FSFP", 150);
    assert_eq!(desk.refused(start("FSF", 110)), "1883-3.2-15");
    desk.play(start("FSF", 85));
    assert_eq!(["A", "B", "C", "D"].map(|name| desk.cash(name)), [295, 275, 320, 230]);
    assert_eq!((desk.held("FMV", "B"), desk.held("FBV", "A"), desk.held("FSF", "D")), (10, 10, 20));
    assert_eq!(
        (desk.treasury("FSF"), desk.price("FSF"), desk.president("FSF")),
        (170, 85, Some("D".to_owned()))
    );
    assert_eq!(desk.asked(), "A");
    assert_eq!(desk.game.table.priority, desk.seat("A"));
    assert_eq!(desk.game.company(desk.company("FSF")).anchors, 2);
}

/// Rules: 1883-V-02, 1883-3.3-13, 1883-3.3-14, 1883-3.3-16, 1883-C-05, 1883-R-05, 1883-6.1-01
#[test]
fn passes_bring_income_and_only_tcb_falls() {
    let mut desk = opening(&["A", "B", "C", "D"]);
    desk.play(bid("TMM", 85)).play(bid("FCV", 105));
    buys(&mut desk, "TCB", 20);
    desk.pass().pass().pass().pass();
    assert_eq!((desk.asked(), desk.cash("C")), ("D".to_owned(), 385), "income of 5");
    assert!(desk.may(buy(&desk, "FRV", 40)), "FRV costs 40 as before");
    assert_eq!(desk.refused(bid("TMM", 85)), "1883-3.3-05", "the offer of 85 stands");
}

/// Rules: 1883-3.3-15, 1883-3.3-17
#[test]
fn tcb_falls_by_5_and_is_given_away_at_0() {
    let mut desk = opening(&["A", "B"]);
    for price in [20, 15, 10, 5] {
        assert!(desk.may(buy(&desk, "TCB", price)), "{price}");
        desk.pass().pass();
    }
    let tcb = desk.game.table.privates[0];
    assert_eq!(tcb, ferrata_engine::shares::Holder::Seat(desk.seat("A")));
    assert_eq!((desk.asked(), desk.cash("A")), ("B".to_owned(), 800), "it counts as a purchase");
}

/// Rules: 1883-3.3-03, 1883-R-03, 1883-3.3-05, 1883-3.3-06, 1883-3.3-18, 1883-R-04
#[test]
fn offers_are_multiples_of_5_above_the_highest() {
    let mut desk = opening(&["A", "B"]);
    assert_eq!(desk.refused(bid("TCB", 25)), "1883-3.3-02", "the cheapest is bought");
    assert_eq!(desk.refused(buy(&desk, "FRV", 40)), "1883-3.3-03");
    assert_eq!(desk.refused(bid("FRV", 40)), "1883-3.3-05");
    assert_eq!(desk.refused(bid("FRV", 47)), "1883-3.3-05");
    desk.play(bid("FRV", 45));
    assert_eq!(desk.refused(bid("FRV", 45)), "1883-3.3-05");
    desk.pass();
    assert!(desk.may(bid("FRV", 50)), "one may raise one's own offer");
    desk.play(bid("FRV", 60));
    assert_eq!(desk.game.auction().unwrap().bids.len(), 1, "it replaces the one before");
    buys(&mut desk, "TCB", 20);
    assert_eq!(desk.cash("A"), 740, "one bidder with a raised offer is one offer");
}

/// Rules: 1883-3.3-07, 1883-3.3-10
#[test]
fn money_of_offers_is_set_aside_until_one_drops_out() {
    let mut desk = opening(&["A", "B"]);
    desk.play(bid("FSFP", 750)).play(bid("FRV", 45));
    assert_eq!(desk.refused(bid("CNP", 65)), "1883-3.3-07", "only 50 are free");
    desk.play(bid("FRV", 50));
    let free = |desk: &Desk| desk.game.auction().unwrap().free(&desk.game, desk.seat("B"));
    buys(&mut desk, "TCB", 20);
    assert_eq!((desk.asked(), free(&desk)), ("B".to_owned(), Money(735)), "the lower bidder speaks first");
    let notes = |desk: &Desk| {
        let view = desk.game.view();
        view.players
            .iter()
            .map(|player| player.notes.iter().map(ToString::to_string).collect())
            .collect::<Vec<Vec<String>>>()
    };
    assert_eq!(notes(&desk), [["800 set aside for offers"], ["45 set aside for offers"]]);
    desk.pass();
    assert_eq!((free(&desk), desk.cash("A")), (Money(780), 750));
}

/// Rules: 1883-3.3-10
#[test]
fn whoever_drops_out_keeps_the_offers_for_other_privates() {
    let mut desk = opening(&["A", "B"]);
    desk.play(bid("FRV", 45)).play(bid("CNP", 65)).play(bid("CNP", 70)).play(bid("FRV", 50));
    buys(&mut desk, "TCB", 20);
    assert_eq!(desk.asked(), "A", "FRV is auctioned, A's offer is the lower one");
    desk.pass();
    let bids = &desk.game.auction().unwrap().bids;
    let (a, b) = (desk.seat("A"), desk.seat("B"));
    let of = |seat| bids.iter().filter(|bid| bid.seat == seat).map(|bid| bid.amount.0).collect::<Vec<_>>();
    assert_eq!((of(a), of(b)), (vec![70], vec![65]), "the offers for CNP stand");
}

/// Rules: 1883-3.3-18, 1883-3.3-07, 1883-3.3-03
#[test]
fn who_raises_an_offer_adds_the_difference_and_what_is_set_aside_buys_nothing() {
    let mut desk = opening(&["A", "B"]);
    desk.play(bid("FSFP", 785)).pass();
    assert_eq!(desk.refused(buy(&desk, "TCB", 20)), "1883-3.3-03", "only 15 are free");
    assert!(desk.may(bid("FSFP", 800)), "15 more, out of 15");
    desk.pass().pass();
    assert!(desk.may(buy(&desk, "TCB", 15)), "it has become cheaper");
}

/// Rules: 1883-3.3-13, 1883-R-05
#[test]
fn only_passes_in_a_row_bring_income_and_that_is_no_operating_round() {
    let mut desk = opening(&["A", "B"]);
    desk.pass().play(bid("FRV", 45)).pass();
    assert!(desk.may(buy(&desk, "TCB", 20)), "an offer lies between the passes");
    desk.pass();
    assert!(desk.may(buy(&desk, "TCB", 15)), "now both have passed");
    assert_eq!(
        desk.game.table.operating_rounds, 0,
        "the first operating round, without an event, is still to come"
    );
}
