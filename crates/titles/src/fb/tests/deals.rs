//! Deals that need consent: one suggestion in a turn, in every round (18FB-G-111).

use super::table::*;
use ferrata_engine::action::Action;

/// Rules: 18FB-G-111, 18FB-3.2.6-02
#[test]
fn in_the_next_turn_of_a_stock_round_one_may_ask_again() {
    let mut table = pa23("[card.Falcon]\nholder = { seat = \"B\" }\n");
    table.play(ask_card(A, "Falcon", B, 33)).play(Action::Decline).passes(3);
    table.play(buy_card(D, "Melisurgo", 50));
    assert_eq!(table.seat(), A);
    table.play(ask_card(A, "Falcon", B, 40)).play(Action::Accept);
    assert_eq!((table.cash(A), table.seat()), (710, B));
}

/// Rules: 18FB-G-111, 18FB-3.2.6-03
#[test]
fn for_the_next_card_of_an_auction_one_may_ask_again() {
    let mut table = fresh("2006", 4);
    table.play(bid("Falcon", 75)).passes(3);
    table.play(ask_card(B, "Falcon", A, 80)).play(Action::Decline);
    assert_eq!(table.refused(ask_card(B, "Falcon", A, 90)), "18FB-G-111");
    table.play(bid("Riseis", 75)).passes(3);
    table.play(bid("Melisurgo", 50)).pass().pass();
    assert_eq!(table.seat(), B);
    assert!(table.offers(&ask_card(B, "Falcon", A, 90)));
}

/// Rules: 18FB-G-111, 18FB-3.4.8-03
#[test]
fn in_the_turn_of_the_next_corp_one_may_ask_again() {
    let corp = |name: &str, place: &str, seat: &str, home: &str, more: &str| {
        format!(
            "[company.{name}]\nplace = \"{place}\"\nshares = \"{seat} 40\"\ntreasury = 300\nstations = [\"{home}\"]\n{more}"
        )
    };
    let text = corp("NN", "F3", "A", "X7", "")
        + &corp("FSC", "E3", "A", "F23", "")
        + &corp("FC", "D3", "B", "F11", "trains = [\"4+6\", \"4+6\"]\n");
    let turn = "[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let mut table = pa23(&format!("phase = \"PH3\"\n{text}{turn}"));
    table.play(propose(train_of("FC", "4+6", 10))).play(Action::Decline);
    assert!(!table.offers(&propose(train_of("FC", "4+6", 20))));
    table.passes(3);
    assert_eq!(table.acting().as_deref(), Some("FSC"));
    assert!(table.offers(&propose(train_of("FC", "4+6", 20))));
}

/// Rules: 18FB-3.2.6-02, 18FB-3.2.6-03, 18FB-2.7-17
#[test]
fn in_2006_a_card_is_bought_in_the_turn_of_a_corp_and_used_at_once() {
    let text = "[card.Falcon]\nholder = { seat = \"B\" }\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstations = [\"X7\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"tiles\"\n";
    let mut table = y2006(text);
    table.play(ask_card(A, "Falcon", B, 40)).play(Action::Accept);
    assert_eq!((table.cash(A), table.cash(B), table.seat()), (710, 790, A));
    table.play(use_card("Falcon")).play(choose("NN"));
    assert_eq!(table.game.table.falcon, Some(table.id("NN")));
    // In PA23 cards are traded in the stock round only.
    assert!(!pa23(text).offers(&ask_card(A, "Falcon", B, 40)));
}

/// Rules: 18FB-G-94, 18FB-3.2.6-02
#[test]
fn a_used_card_stays_used_whoever_buys_it() {
    let mut table = pa23("[card.Falcon]\nholder = { seat = \"B\" }\nused = true\n");
    table.play(ask_card(A, "Falcon", B, 40)).play(Action::Accept);
    let falcon = table.card("Falcon");
    assert_eq!(
        (table.owner("Falcon"), table.game.card(falcon).used),
        (ferrata_engine::shares::Holder::Seat(A), true)
    );
}
