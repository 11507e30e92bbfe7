//! 3.1 The Political Round.

use super::table::*;
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

/// Rules: 18FB-3.1-01, 18FB-3.1-02, 18FB-3.1-03, 18FB-3.1-04, 18FB-3.1-08, 18FB-3.1-12, 18FB-1.1-01
#[test]
fn all_but_the_highest_bidder_pass() {
    for edition in ["PA23", "2006"] {
        let mut table = fresh(edition, 4);
        table.play(bid("Falcon", 75));
        assert_eq!(table.seat(), B);
        table.play(bid("Falcon", 80)).pass().play(bid("Falcon", 100));
        assert_eq!(table.seat(), A, "C has passed for good");
        table.pass();
        assert_eq!(table.seat(), B);
        table.pass();
        assert_eq!((table.owner("Falcon"), table.cash(D), table.bank()), (Holder::Seat(D), 650, 9100));
        assert_eq!(table.seat(), B, "next to the one who started, not to the winner");
        table.play(bid("Melisurgo", 50)).play(bid("Melisurgo", 55));
        assert_eq!(table.seat(), D, "whoever passed before may bid again");
    }
}

/// Rules: 18FB-3.1-05, 18FB-3.1-06, 18FB-3.1-07, 18FB-V-16, 18FB-C-08
#[test]
fn bids_are_the_printed_cost_plus_a_multiple_of_five() {
    let mut table = fresh("PA23", 4);
    for amount in [70, 78, 76, 755] {
        assert_eq!(table.refused(bid("Riseis", amount)), "18FB-3.1-06", "{amount}");
    }
    assert!(table.offers(&bid("Riseis", 75)) && table.offers(&bid("Riseis", 750)));
    table.play(bid("Riseis", 80));
    for amount in [75, 80, 83] {
        assert_eq!(table.refused(bid("Riseis", amount)), "18FB-3.1-06", "{amount}");
    }
    assert_eq!(table.refused(bid("Falcon", 85)), "18FB-3.1-02", "another card is up");
    table.play(bid("Riseis", 85));
    // Nobody bids more than they have.
    let mut table = pa23(
        "[seat.A]\ncash = 90\n[round.auction]\nof = \"political_cards\"\nstarter = \"A\"\n[card.Riseis]\nholder = \"offering\"\n",
    );
    assert!(table.offers(&bid("Riseis", 90)));
    assert_eq!(table.refused(bid("Riseis", 95)), "18FB-3.1-06");
    let mut table = pa23(
        "[seat.A]\ncash = 70\n[round.auction]\nof = \"political_cards\"\nstarter = \"A\"\n[card.Riseis]\nholder = \"offering\"\n",
    );
    assert_eq!(table.refused(bid("Riseis", 75)), "18FB-3.1-07");
}

/// Rules: 18FB-3.1-09, 18FB-G-30
#[test]
fn the_starter_may_pass_and_an_unwanted_card_goes_to_the_pool() {
    let mut table = fresh("PA23", 4);
    table.play(choose("Albano"));
    assert_eq!(table.seat(), B);
    table.pass().pass().pass();
    assert_eq!(table.owner("Albano"), Holder::Pool);
    assert_eq!(table.seat(), B, "the right to choose moves on");
    table.play(choose("Valadous"));
    table.play(bid("Valadous", 125)).pass().pass();
    assert_eq!(table.owner("Valadous"), Holder::Seat(C), "the starter passed, a sole bidder wins");
    assert_eq!(table.refused(bid("Albano", 200)), "18FB-3.1-01");
}

/// Rules: 18FB-3.1-10, 18FB-3.1-11, 18FB-V-17, 18FB-C-14, 18FB-T-26, 18FB-2.7-22, 18FB-2.7-27, 18FB-2.7-32, 18FB-2.7-36,
/// 18FB-2.7-47
#[test]
fn what_is_bid_beyond_the_cost_goes_to_the_company_of_the_share() {
    for (edition, surplus) in [("PA23", 25), ("2006", 50)] {
        let mut table = fresh(edition, 4);
        table.play(bid("L'Ala", 200)).passes(3);
        assert_eq!((table.cash(A), table.treasury("FB"), table.bank()), (550, surplus, 9200 - surplus));
        assert_eq!(table.held("FB", A), 10);
        assert!(!table.game.started(table.id("FB")), "though FB is not started");
    }
    let shares = |edition: &str| {
        let mut table = fresh(edition, 4);
        let mut won = Vec::new();
        for (card, company) in [("Valadous", "LdA"), ("L'Ala", "FB"), ("Albano", "FP"), ("Bayard", "NN")] {
            let starter = table.seat();
            let price = table.game.fixed.political(table.card(card)).unwrap().cost.0;
            table.play(bid(card, price + 10)).passes(3);
            won.push((company, table.held(company, starter), table.treasury(company)));
        }
        won
    };
    assert_eq!(shares("PA23"), [("LdA", 10, 10), ("FB", 10, 10), ("FP", 10, 10), ("NN", 0, 0)]);
    assert_eq!(shares("2006"), [("LdA", 10, 10), ("FB", 10, 10), ("FP", 10, 10), ("NN", 10, 10)]);
}

/// Rules: 18FB-3.1-13, 18FB-3.1-14, 18FB-3.1-15, 18FB-3.1-16, 18FB-3.1-17, 18FB-V-15
#[test]
fn most_cash_first_is_the_new_order() {
    let mut table = pa23(
        "stock_rounds = 0\n[seat.A]\ncash = 400\n[seat.B]\ncash = 650\n[seat.C]\ncash = 725\n[seat.D]\ncash = 500\n[round.auction]\nof = \"political_cards\"\nstarter = \"C\"\n[card.Falcon]\nholder = \"offering\"\n",
    );
    table.play(bid("Falcon", 75)).passes(3);
    assert_eq!(table.game.table.order[..], [B, C, D, A], "B before C: they had it so");
    assert_eq!(table.game.table.priority, B);
    assert_eq!((table.seat(), table.round().as_str()), (B, "Stock Round 1"));
}

/// Rules: 18FB-V-14, 18FB-2.7-08, 18FB-2.7-09, 18FB-D-03
#[test]
fn cost_and_income_of_the_political_cards() {
    for (edition, cost, income) in [("PA23", 825, 135), ("2006", 950, 160)] {
        let table = fresh(edition, 4);
        let sum = |of: &dyn Fn(&crate::fb::fixed::Political) -> i32| {
            table.game.fixed.political_cards().map(|(_, card)| of(card)).sum::<i32>()
        };
        assert_eq!((sum(&|card| card.cost.0), sum(&|card| card.revenue.0)), (cost, income));
    }
    let figures = |edition: &str| {
        let table = fresh(edition, 4);
        let figure = |(id, card): (_, &crate::fb::fixed::Political)| {
            let later = card.company.map_or(0, |(_, later)| later.0);
            format!("{} {}/{}/{later}", table.game.fixed.parts.card_name(id), card.cost.0, card.revenue.0)
        };
        table.game.fixed.political_cards().map(figure).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        figures("PA23"),
        "Bayard 25/5/0, Melisurgo 50/10/0, Riseis 75/15/0, Falcon 75/15/0, Delahante 100/20/0, Valadous 125/20/10, L'Ala 175/25/10, Albano 200/25/10"
    );
    assert_eq!(
        figures("2006"),
        "Melisurgo 50/10/0, Riseis 75/15/0, Falcon 75/15/0, Delahante 100/20/0, Valadous 125/25/10, L'Ala 150/25/10, Bayard 175/25/10, Albano 200/25/10"
    );
}

/// Rules: 18FB-3.2.6-02, 18FB-3.2.6-03, 18FB-C-16, 18FB-2.7-02, 18FB-2.7-03, 18FB-G-111
#[test]
fn cards_between_players() {
    let text =
        "[card.Falcon]\nholder = { seat = \"B\" }\n[card.Riseis]\nholder = { seat = \"B\" }\nused = true\n";
    // PA23: the buyer's turn action in the SR.
    let mut table = pa23(text);
    table.play(ask_card(A, "Falcon", B, 33));
    assert_eq!(table.seat(), B);
    table.play(Action::Accept);
    assert_eq!((table.owner("Falcon"), table.cash(A), table.cash(B)), (Holder::Seat(A), 717, 783));
    assert_eq!(table.seat(), B, "it was A's action");
    let mut table = pa23(text);
    table.play(ask_card(A, "Falcon", B, 33)).play(Action::Decline);
    assert_eq!((table.seat(), table.owner("Falcon")), (A, Holder::Seat(B)));
    assert_eq!(table.refused(ask_card(A, "Riseis", B, 1)), "18FB-G-111", "one suggestion in a turn");
    assert_eq!(table.refused(ask_card(A, "Delahante", B, 1)), "18FB-3.2.6-02", "B does not have it");
    table.pass();
    assert_eq!(table.seat(), B);
    // 2006: no action is used, and it is possible in the Political Round, too.
    let mut table = y2006(text);
    table.play(ask_card(A, "Falcon", B, 0)).play(Action::Accept);
    assert_eq!((table.seat(), table.owner("Falcon")), (A, Holder::Seat(A)), "A's turn goes on");
    let mut table = fresh("2006", 4);
    table.play(bid("Falcon", 75)).passes(3);
    table.play(ask_card(B, "Falcon", A, 100)).play(Action::Accept);
    assert_eq!(table.owner("Falcon"), Holder::Seat(B));
    let mut table = fresh("PA23", 4);
    table.play(bid("Falcon", 75)).passes(3);
    assert_eq!(table.refused(ask_card(B, "Falcon", A, 100)), "18FB-3.2.6-02");
    // Never to a corp; concessions are no political cards.
    let mut table = pa23("[company.NN]\nplace = \"F3\"\nshares = \"B 20\"\n");
    assert_eq!(table.refused(ask_card(A, "NN", B, 10)), "18FB-3.2.6-02");
}

/// Rules: 18FB-3.1-15
#[test]
fn equal_cash_keeps_the_order_of_the_round_not_of_the_seats() {
    let mut table = pa23(
        "stock_rounds = 0\norder = [\"C\", \"B\", \"A\", \"D\"]\n[seat.A]\ncash = 650\n[seat.B]\ncash = 650\n[seat.C]\ncash = 500\n[seat.D]\ncash = 725\n[round.auction]\nof = \"political_cards\"\nstarter = \"D\"\n[card.Falcon]\nholder = \"offering\"\n",
    );
    table.play(bid("Falcon", 75)).passes(3);
    assert_eq!(table.game.table.order[..], [B, A, D, C], "B sat before A");
}

/// Rules: 18FB-3.1-05, 18FB-3.1-07, 18FB-3.2.6-01
#[test]
fn the_last_ducat_buys_a_card() {
    let mut table = pa23("[seat.A]\ncash = 75\n");
    table.play(buy_card(A, "Falcon", 75));
    let text = |cash: i32| {
        format!(
            "[seat.A]\ncash = {cash}\n[round.auction]\nof = \"political_cards\"\nstarter = \"A\"\n[card.Falcon]\nholder = \"offering\"\n"
        )
    };
    assert!(pa23(&text(75)).offers(&bid("Falcon", 75)) && !pa23(&text(74)).offers(&bid("Falcon", 75)));
}
