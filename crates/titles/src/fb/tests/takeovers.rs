//! 3.2.3, 3.2.5: presidencies that pass where two rules meet.

use super::table::*;
use crate::fb::states::Standing;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;

/// Rules: 18FB-G-28, 18FB-3.2.5-01, 18FB-3.2.3-02, 18FB-3.2.3-05
#[test]
fn the_share_that_comes_with_a_card_may_take_a_presidency() {
    let at = |rival: u8| {
        format!(
            "phase = \"PH3\"\n[seat.B]\ncash = 400\n[deposit]\nLdA = 120\n[company.LdA]\nplace = \"F3\"\nshares = \"A 20, B {rival}, reserve 10\"\ndirector = \"A\"\nstations = [\"F31\"]\n[round.stock]\nseat = \"B\"\n"
        )
    };
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &at(20));
        table.play(buy_card(B, "Valadous", 125));
        assert_eq!(
            (table.held("LdA", B), table.president("LdA"), table.seat()),
            (30, Some(A), C),
            "30 to 20"
        );
        let mut table = read(edition, &[], &at(30));
        table.play(buy_card(B, "Valadous", 125));
        assert_eq!((table.held("LdA", B), table.president("LdA")), (40, Some(B)), "40 to 20");
        assert_eq!((table.owner("LdA"), table.deposit("LdA")), (Holder::Pool, 0));
        assert_eq!((table.standing("LdA"), table.seat()), (Standing::Frozen, B), "B is asked at once");
        table.pass();
        assert_eq!(table.seat(), C, "the card was B's action");
    }
}

/// Rules: 18FB-3.2.1-02, 18FB-G-87, 18FB-G-72
#[test]
fn whoever_sold_the_last_shares_of_a_national_does_not_buy_its_certificate_at_once() {
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 10, RM 90\"\ndirector = \"RM\"\ncaretaker = \"A\"\noperated = true\nstations = [\"X7\"]\n[round.stock]\nseat = \"A\"\n";
    let certificate = |seat, price: i32| Action::Buy {
        buyer: Party::Seat(seat),
        company: company("RM"),
        percent: 20,
        from: Party::Company(company("RM")),
        price: Money(price),
    };
    let mut table = pa23(text);
    table.play(sell(A, "RM", 10));
    let price = table.price("RM") * 2;
    assert_eq!(table.president("RM"), None);
    assert_eq!(table.refused(certificate(A, price)), "18FB-3.2.1-02");
    table.pass();
    table.play(certificate(B, price));
    assert_eq!(table.president("RM"), Some(B));
}

/// Rules: 18FB-3.4.10-05, 18FB-G-72
#[test]
fn whoever_leads_a_national_by_most_shares_keeps_them_in_its_emergency() {
    // RM lacks 300 for its train; a share of FB brings 50.
    let at = |shares: &str| {
        format!(
            "phase = \"PH6\"\n[seat.A]\ncash = 0\n[company.RM]\nplace = \"F3\"\nshares = \"{shares}\"\ndirector = \"RM\"\ncaretaker = \"A\"\noperated = true\ntreasury = 380\nstations = [\"X7\"]\n[company.FB]\nplace = \"F3\"\nshares = \"A 20, B 40\"\nstate = \"definitive\"\noperated = true\nstations = [\"I30\"]\n[round.operating]\ncompany = \"RM\"\nstep = \"trains\"\n"
        )
    };
    let mut table = pa23(&at("A 10, B 10, C 10, D 10, pool 40, RM 20"));
    assert_eq!(table.seat(), A);
    assert!(table.offers(&sell(A, "FB", 20)), "stock of others");
    assert_eq!(table.refused(sell(A, "RM", 10)), "18FB-3.4.10-02", "B would lead RM");
}

/// NN in the hand of A, and a rival B with so much, whose turn it is.
fn rivals(shares: &str, more: &str, cards: &str) -> String {
    format!(
        "phase = \"PH3\"\nstock_rounds = 3\n[company.NN]\nplace = \"F3\"\nshares = \"{shares}\"\ndirector = \"A\"\nstations = [\"X7\"]\n{more}{cards}[round.stock]\nseat = \"B\"\n"
    )
}

/// Rules: 18FB-3.2.3-05, 18FB-3.2.3-07
#[test]
fn the_new_president_of_a_definitive_corp_owes_no_deposit() {
    let mut table = pa23(&rivals("A 30, B 40", "state = \"definitive\"\n", ""));
    table.play(buy(B, "NN", 100));
    assert_eq!((table.seat(), table.owner("NN")), (B, Holder::Pool));
    assert_eq!(table.refused(buy_card(B, "NN", 50)), "18FB-3.2.3-05");
    table.play(buy_card(B, "NN", 0));
    assert_eq!((table.standing("NN"), table.cash(B), table.seat()), (Standing::Definitive, 650, C));
}

/// Rules: 18FB-3.2.5-02, 18FB-G-88
#[test]
fn a_concession_that_the_old_president_does_not_own_is_not_withdrawn() {
    let cards = "[deposit]\nNN = 50\n[card.NN]\nholder = { seat = \"C\" }\n";
    let mut table = pa23(&rivals("A 30, B 40", "", cards));
    table.play(buy(B, "NN", 100));
    assert_eq!((table.president("NN"), table.seat()), (Some(B), C), "nothing is offered to B");
    assert_eq!((table.owner("NN"), table.deposit("NN")), (Holder::Seat(C), 50));
    assert_eq!(table.standing("NN"), Standing::Building);
}

/// Rules: 18FB-3.2.5-01, 18FB-G-88
#[test]
fn twenty_percent_more_are_needed_whoever_has_the_concession() {
    for holder in ["\"pool\"", "{ seat = \"C\" }"] {
        let cards = format!("[card.NN]\nholder = {holder}\n");
        let mut table = pa23(&rivals("A 30, B 30", "", &cards));
        table.play(buy(B, "NN", 100));
        assert_eq!((table.president("NN"), table.seat()), (Some(A), C), "{holder}: 40 to 30");
        let mut table = pa23(&rivals("A 30, B 40", "", &cards));
        table.play(buy(B, "NN", 100));
        assert_eq!((table.president("NN"), table.seat()), (Some(B), C), "{holder}: 50 to 30");
    }
}

/// Rules: 18FB-3.2.3-06, 18FB-T-17
#[test]
fn what_the_new_president_leaves_in_the_pool_is_closed_to_all_for_the_round() {
    let mut table = pa23(&rivals("A 30, B 40", "", ""));
    table.play(buy(B, "NN", 100)).pass();
    for seat in [C, D, A, B] {
        assert_eq!(table.seat(), seat);
        assert_eq!(table.refused(buy_card(seat, "NN", 50)), "18FB-3.2.3-06");
        if seat != B {
            table.pass();
        }
    }
}

/// Rules: 18FB-3.2.3-05, 18FB-G-38
#[test]
fn the_sellers_turn_goes_on_after_the_heir_has_decided() {
    let text = rivals("A 30, B 30", "state = \"provisional\"\noperated = true\n", "")
        .replace("seat = \"B\"", "seat = \"A\"");
    let mut table = pa23(&text);
    table.play(sell(A, "NN", 20));
    assert_eq!((table.president("NN"), table.seat()), (Some(B), B));
    table.play(buy_card(B, "NN", 50));
    assert_eq!((table.standing("NN"), table.seat()), (Standing::Provisional, A), "A has not bought yet");
    table.play(buy_card(A, "Falcon", 75));
    assert_eq!(table.seat(), B, "and B's own turn is not used up");
}

/// Rules: 18FB-3.4.1-01, 18FB-G-35, 18FB-T-09
#[test]
fn a_corp_that_thaws_in_a_later_phase_keeps_its_steps() {
    let text = rivals("A 30", "steps = 2\n", "[card.NN]\nholder = \"pool\"\n");
    let mut table = pa23(&text);
    table.play(buy_card(B, "NN", 50));
    assert_eq!((table.standing("NN"), table.company("NN").steps), (Standing::Building, 2), "PH3 gives three");
}

/// Rules: 18FB-G-24, 18FB-G-35
#[test]
fn a_raised_band_outlives_a_withdrawal() {
    let mut table = pa23(&rivals("A 30, B 40", "raised = true\n", ""));
    table.play(buy(B, "NN", 100)).play(buy_card(B, "NN", 50));
    let band = crate::fb::operating::interest::band(&table.game, table.id("NN"));
    assert_eq!(band.map(|(_, amount)| amount), Some(Money(15)), "A raised by two bands");
}

/// Rules: 18FB-3.4.10-06, 18FB-3.2.3-02, 18FB-3.2.3-05, 18FB-G-38
#[test]
fn a_concession_lost_in_an_emergency_is_offered_to_the_new_president_at_once() {
    let text = "phase = \"PH3\"\n[seat.A]\ncash = 0\n[deposit]\nFC = 100\n[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"definitive\"\ntreasury = 200\nstations = [\"X7\"]\n[company.FC]\nplace = \"F3\"\nshares = \"A 20, B 20\"\ndirector = \"A\"\nstate = \"provisional\"\noperated = true\nstations = [\"F11\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let mut table = pa23(text);
    table.play(sell(A, "FC", 20));
    assert_eq!((table.president("FC"), table.standing("FC")), (Some(B), Standing::Frozen));
    assert_eq!((table.deposit("FC"), table.seat()), (0, B), "B decides in the middle of A's turn");
    table.play(buy_card(B, "FC", 100));
    assert_eq!((table.standing("FC"), table.deposit("FC")), (Standing::Provisional, 100));
    assert_eq!((table.seat(), table.cash(A)), (A, 100));
    table.play(train("4+6", 270));
    assert_eq!(table.cash(A), 30);
}

/// Rules: 18FB-3.4.10-05, 18FB-3.2.5-01
#[test]
fn before_ph5_a_president_raising_money_keeps_the_presidency_with_less_than_a_rival() {
    let text = |phase: &str| {
        format!(
            "phase = \"{phase}\"\n[seat.A]\ncash = 0\n{SOLD_OUT}\"6+10\" = 0\n[company.NN]\nplace = \"B3\"\nshares = \"A 40, B 30\"\ndirector = \"A\"\nstate = \"definitive\"\noperated = true\ntreasury = 0\nstations = [\"X7\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n"
        )
    };
    let may = |phase: &str| {
        let table = pa23(&text(phase));
        [10, 20, 30].map(|percent| table.offers(&sell(A, "NN", percent)))
    };
    assert_eq!(may("PH4"), [true, true, false], "20 to 30 is no takeover");
    assert_eq!(may("PH6"), [true, false, false], "20 to 30 is one");
}

/// Rules: 18FB-3.2.5-01, 18FB-C-27
#[test]
fn whoever_sells_single_shares_may_lose_the_presidency_too() {
    let text = rivals("A 40, B 40", "state = \"definitive\"\noperated = true\n", "")
        .replace("seat = \"B\"", "seat = \"A\"");
    let mut table = pa23(&text);
    table.play(sell(A, "NN", 10)).pass();
    assert_eq!(table.president("NN"), Some(A), "30 to 40");
    let mut table = pa23(&text);
    table.play(sell(A, "NN", 20));
    assert_eq!((table.president("NN"), table.held("NN", A), table.held("NN", B)), (Some(B), 20, 40));
    assert_eq!((table.owner("NN"), table.seat()), (Holder::Pool, B));
}

/// Rules: 18FB-G-63, 18FB-3.2.5-03
#[test]
fn the_presidency_passes_before_a_corp_floats_too() {
    let fc = "phase = \"PH5\"\n[company.FC]\nplace = \"F3\"\nstate = \"unfloated\"\nshares = \"A 20, C 20\"\ndirector = \"A\"\n[round.stock]\nseat = \"C\"\n";
    let mut table = pa23(fc);
    table.play(buy(C, "FC", 100));
    assert_eq!((table.standing("FC"), table.president("FC")), (Standing::Unfloated, Some(C)));
}

/// NN without a president: its certificate lies in the pool.
fn leaderless(shares: &str) -> String {
    format!(
        "stock_rounds = 3\nphase = \"PH3\"\n[company.NN]\nplace = \"D3\"\npar = 100\nshares = \"{shares}\"\ndirector = \"pool\"\nstate = \"provisional\"\nstations = [\"X7\"]\n[card.NN]\nholder = \"pool\"\n[round.stock]\nseat = \"C\"\n"
    )
}

/// Rules: 18FB-G-39, 18FB-2.3-06
#[test]
fn the_certificate_of_the_pool_costs_the_price_of_two_shares_and_counts_for_the_limits() {
    // The deposit of PH3, and two shares at 80, not at par.
    let mut table = pa23(&leaderless("pool 20, C 40"));
    assert_eq!(table.refused(buy_card(C, "NN", 250)), "18FB-3.2.2-02");
    table.play(buy_card(C, "NN", 210));
    assert_eq!((table.president("NN"), table.held("NN", C)), (Some(C), 60));
    let mut table = pa23(&leaderless("pool 20, C 50"));
    assert_eq!(table.refused(buy_card(C, "NN", 210)), "18FB-2.3-04", "70%");
}

/// Rules: 18FB-G-39, 18FB-3.2.5-01, 18FB-3.2.3-02
#[test]
fn whoever_takes_the_certificate_of_the_pool_may_lose_it_at_once() {
    let mut table = pa23(&leaderless("pool 20, B 40, C 10"));
    table.play(buy_card(C, "NN", 210));
    assert_eq!(table.president("NN"), Some(C), "30 to 40");
    let mut table = pa23(&leaderless("pool 20, B 50, C 10"));
    table.play(buy_card(C, "NN", 210));
    assert_eq!((table.president("NN"), table.held("NN", C)), (Some(B), 30));
    assert_eq!((table.owner("NN"), table.deposit("NN"), table.seat()), (Holder::Pool, 0, B));
}

/// Rules: 18FB-3.2.4-03, 18FB-3.2.4-06, 18FB-T-13
#[test]
fn stock_of_a_frozen_corp_is_still_paid_into_its_treasury() {
    let mut table = pa23(&rivals("A 30", "", "[card.NN]\nholder = \"pool\"\n"));
    table.play(buy(B, "NN", 100));
    assert_eq!((table.standing("NN"), table.treasury("NN")), (Standing::Frozen, 100));
}

/// Rules: 18FB-3.2.1-06, 18FB-2.3-02, 18FB-3.2.1-09
#[test]
fn a_certificate_that_is_exchanged_pushes_the_price_by_two_shares() {
    let text = rivals("A 20, B 20", "state = \"definitive\"\noperated = true\n", "")
        .replace("seat = \"B\"", "seat = \"A\"")
        .replace("\"F3\"", "\"F2\"");
    let mut table = pa23(&text);
    table.play(sell(A, "NN", 20));
    assert_eq!((table.place("NN").as_str(), table.pool("NN")), ("F4", 20));
}

/// Rules: 18FB-G-35, 18FB-3.2.3-07
#[test]
fn a_deposit_paid_again_in_provisional_state_comes_back_in_full() {
    let mut table = pa23(
        "phase = \"PH3\"\n[deposit]\nNN = 50\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\nintermediate = \"X3\"\ntreasury = 300\nstations = [\"X7\", \"X3\"]\n[board]\nX5 = \"4 0\"\nX3 = \"6 3\"\nY2 = \"8 0\"\nF25 = \"57 0\"\n[round.operating]\ncompany = \"NN\"\nstep = \"token\"\n",
    );
    table.build("F25");
    assert_eq!((table.cash(A), table.deposit("NN"), table.standing("NN")), (800, 0, Standing::Definitive));
}

/// Rules: 18FB-2.3-04, 18FB-G-33, 18FB-3.2.4-07
#[test]
fn nobody_starts_a_corp_beyond_the_certificate_limit() {
    let full: String = ["NN", "FB", "FC", "FS"]
        .iter()
        .map(|name| format!("[company.{name}]\nplace = \"F3\"\nshares = \"A 60\"\n"))
        .collect();
    let mut table = pa23(&format!("phase = \"PH4\"\n{full}"));
    assert_eq!(table.refused(buy_card(A, "LTF", 0)), "18FB-2.3-04");
    let mut table = pa23(&format!("phase = \"PH5\"\n{full}"));
    assert_eq!(table.refused(start("LTF", 100)), "18FB-3.2.4-07");
    table.pass();
    assert!(table.offers(&start("LTF", 100)), "B may");
}

/// Rules: 18FB-2.7-48, 18FB-2.7-43, 18FB-3.2.3-08, 18FB-G-36
#[test]
fn discounts_and_waivers_hold_for_withdrawn_concessions_in_later_rounds() {
    let lda = "stock_rounds = 3\n[card.Valadous]\nholder = { seat = \"B\" }\n[card.LdA]\nholder = \"pool\"\n[company.LdA]\nplace = \"F3\"\nshares = \"A 30\"\nwithdrawn = 2\nstations = [\"F31\"]\n[round.stock]\nseat = \"B\"\n";
    let mut table = pa23(lda);
    table.play(use_card("Valadous"));
    assert_eq!((table.owner("LdA"), table.deposit("LdA"), table.seat()), (Holder::Seat(B), 120, C));
    let fst = "stock_rounds = 3\n[company.LTF]\nplace = \"F3\"\nshares = \"A 20\"\n[card.FST]\nholder = \"pool\"\n[company.FST]\nplace = \"F3\"\nshares = \"A 30\"\nwithdrawn = 2\nstations = [\"F23\"]\n[round.stock]\nseat = \"B\"\n";
    assert!(pa23(fst).offers(&buy_card(B, "FST", 0)));
}

/// Rules: 18FB-3.4.10-06, 18FB-G-88
#[test]
fn a_frozen_corp_changes_its_president_in_an_emergency_and_stays_frozen() {
    let text = "phase = \"PH3\"\n[seat.A]\ncash = 0\n[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n[card.FC]\nholder = \"pool\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"definitive\"\ntreasury = 200\nstations = [\"X7\"]\n[company.FC]\nplace = \"F3\"\nshares = \"A 30, B 40\"\ndirector = \"A\"\nstate = \"provisional\"\noperated = true\nstations = [\"F11\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let mut table = pa23(&text.replace("\"F3\"\nshares = \"A 30", "\"C3\"\nshares = \"A 30"));
    table.play(sell(A, "FC", 10));
    assert_eq!((table.president("FC"), table.standing("FC")), (Some(B), Standing::Frozen));
    assert_eq!((table.seat(), table.cash(A)), (A, 35), "nothing is offered to B");
}

/// Rules: 18FB-3.2.1-02, 18FB-3.2.5-03, 18FB-3.2.5-05
#[test]
fn whoever_sold_in_this_round_may_become_president_all_the_same() {
    let text = "phase = \"PH5\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 30, B 30, C 10\"\ndirector = \"A\"\noperated = true\nstations = [\"X7\"]\n[round.stock]\nseat = \"B\"\n";
    let mut table = pa23(text);
    table.play(sell(B, "NN", 10)).passes(3);
    assert_eq!((table.president("NN"), table.seat()), (Some(A), A));
    table.play(sell(A, "NN", 20));
    assert_eq!((table.president("NN"), table.held("NN", B)), (Some(B), 20), "it is no purchase");
}

/// Rules: 18FB-3.2.5-02, 18FB-3.2.3-02
#[test]
fn a_new_president_who_has_the_concession_already_keeps_it() {
    let cards = "[deposit]\nNN = 50\n[card.NN]\nholder = { seat = \"B\" }\n";
    let mut table = pa23(&rivals("A 30, B 40", "", cards));
    table.play(buy(B, "NN", 100));
    assert_eq!((table.president("NN"), table.standing("NN")), (Some(B), Standing::Building));
    assert_eq!((table.owner("NN"), table.deposit("NN"), table.seat()), (Holder::Seat(B), 50, C));
}
