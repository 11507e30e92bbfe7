//! 3.2 Stock rounds.

use super::table::*;
use crate::fb::states::{Standing, State};
use crate::fb::stock::concession::{Terms, deposit};
use crate::prospects::{Hoped, Prospects};
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;

/// A definitive corp that has operated.
fn corp(name: &str, place: &str, shares: &str) -> String {
    format!(
        "[company.{name}]\nplace = \"{place}\"\nshares = \"{shares}\"\nstate = \"definitive\"\noperated = true\n"
    )
}

/// Rules: 18FB-3.2-03, 18FB-3.2-04, 18FB-3.2-05, 18FB-3.2-06, 18FB-V-18, 18FB-G-31, 18FB-3-01, 18FB-3.4-01
#[test]
fn the_round_ends_when_all_pass_in_succession() {
    let mut table =
        pa23(&format!("order = [\"A\", \"B\", \"C\", \"D\"]\n{}", corp("NN", "F3", "A 20, B 10, C 20")));
    table.passes(2);
    table.play(buy(C, "NN", 100)).passes(3);
    assert_eq!(table.seat(), C, "C bought, so the passes begin anew");
    table.pass();
    assert_eq!((table.game.table.priority, table.round().as_str()), (D, "Operating Round 1.1"));
    // A sale alone is no pass.
    let mut table = pa23(&corp("NN", "F3", "A 20, B 10, C 20"));
    table.passes(1).play(sell(B, "NN", 10)).pass();
    table.passes(3);
    assert_eq!(table.seat(), B);
    table.pass();
    assert_eq!(table.game.table.priority, C);
    // Everybody passes at once: the Priority card stays.
    let mut table =
        pa23(&format!("priority = \"C\"\n{}[round.stock]\nseat = \"C\"\n", corp("NN", "F3", "A 20")));
    table.passes(4);
    assert_eq!(table.game.table.priority, C);
}

/// Rules: 18FB-G-107
#[test]
fn the_priority_card_stays_when_nobody_does_anything() {
    let mut table = pa23("priority = \"D\"\n[round.stock]\nseat = \"D\"\n");
    table.passes(4);
    assert_eq!(table.game.table.priority, D);
}

/// Rules: 18FB-3.2-01, 18FB-3.2.4-01, 18FB-3.2.1-03
#[test]
fn first_sales_then_one_action() {
    let text = corp("NN", "F3", "A 40, B 30") + &corp("FB", "F3", "A 40, B 30");
    let mut table = pa23(&format!("{text}[round.stock]\nseat = \"B\"\n"));
    table.play(sell(B, "FB", 10)).play(sell(B, "NN", 20));
    assert_eq!(table.seat(), B, "in any order, then the action");
    table.play(buy_card(B, "Falcon", 75));
    assert_eq!(table.seat(), C, "one action, and nothing is sold afterwards");
}

/// Rules: 18FB-3.2.1-01, 18FB-3.2.1-04, 18FB-2.3-09, 18FB-C-21
#[test]
fn the_pool_takes_half_of_a_corp() {
    let mut table = pa23(&(corp("NN", "F3", "B 30, A 30, pool 30") + "[round.stock]\nseat = \"A\"\n"));
    assert_eq!(table.refused(sell(A, "NN", 30)), "18FB-2.3-09");
    table.play(sell(A, "NN", 20));
    assert_eq!((table.pool("NN"), table.cash(A)), (50, 950));
    assert_eq!(table.paid(), [(Account::Bank, Account::Seat(A), 200)]);
    assert_eq!(table.price("NN"), 80);
}

/// Rules: 18FB-3.2.1-05, 18FB-3.2.1-06, 18FB-3.2.1-02, 18FB-G-87
#[test]
fn one_transaction_for_each_corp_in_a_turn() {
    let mut table = pa23(&corp("NN", "F3", "B 30, A 30"));
    table.play(sell(A, "NN", 10));
    assert_eq!(table.refused(sell(A, "NN", 10)), "18FB-3.2.1-05", "it may not be split");
    assert_eq!(table.refused(buy(A, "NN", 100)), "18FB-3.2.1-02");
    table.pass().passes(3);
    // In a later turn it is another transaction; buying stays forbidden in this round.
    assert_eq!(table.refused(buy_pool(A, "NN", 90)), "18FB-3.2.1-02");
    table.play(sell(A, "NN", 10));
}

/// Rules: 18FB-3.2.1-07, 18FB-G-32, 18FB-T-13
#[test]
fn stock_of_a_corp_that_has_not_operated_is_not_sold() {
    let mut table = pa23("[company.NN]\nplace = \"F3\"\nshares = \"B 20, A 30\"\ndirector = \"B\"\n");
    assert_eq!(table.refused(sell(A, "NN", 10)), "18FB-3.2.1-07");
    let mut table = pa23(
        "[company.NN]\nplace = \"F3\"\nshares = \"B 20, A 30\"\ndirector = \"B\"\nstate = \"provisional\"\n",
    );
    assert_eq!(table.refused(sell(A, "NN", 10)), "18FB-3.2.1-07", "provisional, but no turn yet");
}

/// Rules: 18FB-3.2.1-08, 18FB-3.2.1-09, 18FB-2.3-08, 18FB-V-24, 18FB-C-32, 18FB-T-16, 18FB-C-27
#[test]
fn the_presidents_certificate_is_exchanged_never_sold() {
    let at = |phase: &str, shares: &str| {
        format!(
            "phase = \"{phase}\"\n[company.NN]\nplace = \"F3\"\nshares = \"{shares}\"\ndirector = \"A\"\nstate = \"definitive\"\noperated = true\n"
        )
    };
    for edition in ["PA23", "2006"] {
        // Rival 20%: one share may not be sold, two in one transaction may.
        let mut table = read(edition, &[], &at("PH1", "A 20, B 20"));
        assert_eq!(table.refused(sell(A, "NN", 10)), "18FB-2.3-08");
        table.play(sell(A, "NN", 20));
        assert_eq!((table.president("NN"), table.held("NN", B), table.pool("NN")), (Some(B), 20, 20));
        assert_eq!(table.owner("NN"), Holder::Pool, "the concession is withdrawn");
        assert_eq!(table.seat(), B, "and B is asked at once");
        // Rival 30%: one share may be sold.
        let mut table = read(edition, &[], &at("PH4", "A 20, B 30"));
        table.play(sell(A, "NN", 10));
        assert_eq!((table.president("NN"), table.held("NN", A)), (Some(B), 10));
        // From PH5: 10 against 20 is enough.
        let mut table = read(edition, &[], &at("PH5", "A 20, B 20"));
        table.play(sell(A, "NN", 10));
        assert_eq!((table.president("NN"), table.held("NN", A), table.pool("NN")), (Some(B), 10, 10));
        // Without a rival of 20% nothing of it can be sold.
        let mut table = read(edition, &[], &at("PH5", "A 20, B 10"));
        assert_eq!(table.refused(sell(A, "NN", 10)), "18FB-2.3-08");
        assert_eq!(table.refused(sell(A, "NN", 20)), "18FB-2.3-08");
    }
}

/// Rules: 18FB-3.2.2-01, 18FB-3.2.2-03, 18FB-3.2.2-06, 18FB-3.2.2-07, 18FB-3.2.2-08, 18FB-V-19, 18FB-3.2.4-04, 18FB-3.2.4-06, 18FB-G-33,
/// 18FB-3.3-04
#[test]
fn deposit_par_and_presidents_certificate_at_once() {
    for mut table in both("") {
        table.play(buy_card(A, "NN", 100));
        assert_eq!(table.seat(), A, "the par is set at once");
        table.play(start("NN", 100));
        assert_eq!((table.cash(A), table.deposit("NN"), table.treasury("NN")), (450, 100, 200));
        assert_eq!((table.president("NN"), table.standing("NN")), (Some(A), Standing::Building));
        assert_eq!((table.held("NN", A), table.company("NN").par.unwrap().0), (20, 100));
        assert_eq!(table.company("NN").steps, 2);
        assert_eq!(table.seat(), B);
    }
    // FP in PH2 at 130: 400 + 260.
    let mut table = pa23("phase = \"PH2\"\n[seat.A]\ncash = 660\n");
    table.play(buy_card(A, "FP", 400)).play(start("FP", 130));
    assert_eq!((table.cash(A), table.treasury("FP")), (0, 260));
    // Any concession in PH4 at 60: 120.
    let mut table = pa23("phase = \"PH4\"\n[seat.A]\ncash = 120\n");
    table.play(buy_card(A, "FC", 0));
    assert!(!table.offers(&start("FC", 70)), "not more than there is");
    table.play(start("FC", 60));
    assert_eq!(table.cash(A), 0);
    // Deposit and the cheapest certificate must be there.
    let mut table = pa23("[seat.A]\ncash = 219\n");
    assert_eq!(table.refused(buy_card(A, "NN", 100)), "18FB-3.2.2-01");
    assert!(pa23("[seat.A]\ncash = 220\n").offers(&buy_card(A, "NN", 100)));
}

/// Rules: 18FB-3.2.2-02, 18FB-2.1-04, 18FB-2.1-06, 18FB-C-36, 18FB-V-20, 18FB-V-21, 18FB-2.7-43, 18FB-2.7-44, 18FB-G-27, 18FB-G-92,
/// 18FB-3.2.2-23, 18FB-3.2.2-24, 18FB-T-27
#[test]
fn the_deposit_by_phase_and_with_discounts() {
    let due = |edition: &str, phase: &str, card: &str, discount: bool, half: bool| {
        let table = read(edition, &[], &format!("phase = \"{phase}\"\n"));
        deposit(&table.game, table.card(card), Terms { discount, half }).0
    };
    for (phase, plain, right, half, together) in
        [("PH1", 240, 120, 120, 60), ("PH2", 240, 120, 120, 60), ("PH3", 120, 0, 60, 0), ("PH4", 0, 0, 0, 0)]
    {
        assert_eq!(due("PA23", phase, "LdA", false, false), plain);
        assert_eq!(due("PA23", phase, "LdA", true, false), right);
        assert_eq!(due("PA23", phase, "LdA", false, true), half);
        assert_eq!(due("PA23", phase, "LdA", true, true), together);
    }
    for (phase, plain, right, half, together) in
        [("PH1", 150, 80, 75, 40), ("PH3", 80, 0, 40, 0), ("PH4", 0, 0, 0, 0)]
    {
        assert_eq!(due("2006", phase, "LdA", false, false), plain);
        assert_eq!(due("2006", phase, "LdA", true, false), right);
        assert_eq!(due("2006", phase, "LdA", false, true), half);
        assert_eq!(due("2006", phase, "LdA", true, true), together);
    }
    assert_eq!((due("2006", "PH1", "NN", true, false), due("2006", "PH3", "NN", true, false)), (50, 0));
    assert_eq!(due("2006", "PH1", "NN", true, true), 25);
}

/// Rules: 18FB-3.2.2-04, 18FB-3.2.2-10, 18FB-3.2.2-11, 18FB-3.2.2-12, 18FB-3.2.2-13, 18FB-3.2.2-14, 18FB-3.2.2-15, 18FB-3.2.2-16,
/// 18FB-3.2.2-17, 18FB-3.2.2-18, 18FB-3.2.2-19, 18FB-3.2.2-20, 18FB-3.2.2-21, 18FB-3.2.2-22, 18FB-D-05, 18FB-3.3-01
#[test]
fn the_concessions_as_printed() {
    let printed = |edition: &str| {
        let table = fresh(edition, 4);
        let name = |hex| table.game.fixed.parts.hex_name(hex).to_string();
        let concession = |id| {
            let card = table.game.concession_of(id)?;
            let (printed, major) = (table.game.fixed.concession(card)?, table.game.fixed.major(id)?);
            let band = table.game.fixed.figures.interest(printed.band).0;
            let lines = major.lines.iter().map(|line| {
                let through: Vec<_> = line.intermediate.iter().map(|hex| name(*hex)).collect();
                format!("{}-{}-{}", name(line.home.0), through.join("/"), name(line.last))
            });
            let lines: Vec<_> = lines.collect();
            Some(format!(
                "{} {}/{} {band} {}",
                table.game.name(id),
                printed.full.0,
                printed.half.0,
                lines.join(" or ")
            ))
        };
        table.game.company_ids().filter_map(concession).collect::<Vec<_>>()
    };
    assert_eq!(
        printed("PA23"),
        [
            "NN 100/50 A X7-X3-F25",
            "FSC 200/100 D F23-F17-F11",
            "LdA 240/120 C F31-I36-L39",
            "FC 200/100 D F11-B5-A2",
            "FB 150/80 A I30-G30-X9",
            "LTF 100/50 C K44-L39-L27",
            "SFTF 100/50 C M14-L23-L27",
            "FS 200/100 B N21-P13/M14-O10",
            "FP 400/200 B N21-L27-X9 or X9-H27-N21",
            "FST 240/120 C F23-J21-M14",
        ]
    );
    let changed = printed("2006");
    assert_eq!(changed[2], "LdA 150/80 C F31-I36-L39");
    assert_eq!(changed[3], "FC 200/100 D F11-F5-A2");
    assert_eq!(changed[5], "LTF 100/50 C K46-L39-L27");
}

/// Rules: 18FB-3.2.2-31, 18FB-G-36, 18FB-C-35
#[test]
fn fst_is_free_once_ltf_has_been_acquired() {
    let due = |text: &str| {
        let table = pa23(text);
        deposit(&table.game, table.card("FST"), Terms::default()).0
    };
    assert_eq!(due(""), 240);
    assert_eq!(due("[company.LTF]\nplace = \"F3\"\nshares = \"B 20\"\n"), 0);
    assert_eq!(
        due("[company.LTF]\nplace = \"F3\"\nshares = \"B 20\"\n[card.LTF]\nholder = \"pool\"\n"),
        0,
        "also when it was withdrawn later"
    );
}

/// Rules: 18FB-3.2.2-27, 18FB-3.2.2-28, 18FB-3.2.2-29, 18FB-3.2.2-30, 18FB-G-37
#[test]
fn fp_chooses_bari_or_napoli() {
    for (edition, home, other, lost, kept) in [
        ("PA23", "N21", "X9", "H27", "L27"),
        ("PA23", "X9", "N21", "L27", "H27"),
        ("2006", "N21", "X9", "H27", "L27"),
        ("2006", "X9", "N21", "L27", "H27"),
    ] {
        let mut table = read(edition, &[], "");
        let fp = table.id("FP");
        table.play(buy_card(A, "FP", 400)).play(start("FP", 100)).play(choose(home));
        assert_eq!(table.seat(), B);
        let keeps = |hex: &str| {
            let claims = table.game.fixed.places.claims_at(table.hex(hex)).iter();
            claims
                .filter(|claim| claim.by == crate::fb::fixed::Claimant::Company(fp))
                .any(|claim| table.game.is_open(claim))
        };
        assert!(keeps(kept) && !keeps(lost), "{edition} {home}");
        if edition == "2006" {
            assert_eq!(table.tokens("FP"), [home], "the other home token is gone");
        }
        assert!(keeps(other), "its slot in the other city is reserved");
    }
}

/// Rules: 18FB-3.2.2-09, 18FB-3.2.5-01, 18FB-3.2.5-02, 18FB-V-23, 18FB-3.2.3-01, 18FB-3.2.3-02, 18FB-3.2.3-03, 18FB-T-17, 18FB-3.2.3-05,
/// 18FB-G-38, 18FB-3.2.3-07
#[test]
fn twenty_percent_more_take_presidency_and_concession() {
    let at = |rival: u8| {
        format!(
            "phase = \"PH3\"\n[seat.B]\ncash = 300\n[deposit]\nNN = 50\n[company.NN]\nplace = \"F3\"\nshares = \"A 30, B {rival}\"\ndirector = \"A\"\ntreasury = 40\ntrains = [\"4+6\"]\n[round.stock]\nseat = \"B\"\n"
        )
    };
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &at(30));
        table.play(buy(B, "NN", 100));
        assert_eq!((table.president("NN"), table.seat()), (Some(A), C), "40 to 30: nothing");
        let mut table = read(edition, &[], &at(40));
        table.play(buy(B, "NN", 100));
        assert_eq!((table.president("NN"), table.held("NN", A), table.held("NN", B)), (Some(B), 30, 50));
        assert_eq!((table.owner("NN"), table.deposit("NN")), (Holder::Pool, 0), "the deposit is lost");
        assert_eq!(table.standing("NN"), Standing::Frozen);
        assert_eq!(
            (table.treasury("NN"), table.trains("NN").len()),
            (140, 1),
            "all assets stay with the corp"
        );
        // The new president may acquire it at once, beside the turn.
        assert_eq!(table.seat(), B);
        for price in [49, 51] {
            assert_eq!(table.refused(buy_card(B, "NN", price)), "18FB-3.2.3-05", "half of the deposit");
        }
        table.play(buy_card(B, "NN", 50));
        assert_eq!((table.standing("NN"), table.deposit("NN"), table.cash(B)), (Standing::Building, 50, 150));
        assert_eq!(table.seat(), C, "B's turn is over");
    }
    // President 50%: nobody can have 20% more.
    let mut table =
        pa23("[company.NN]\nplace = \"F3\"\nshares = \"A 50, B 40\"\n[round.stock]\nseat = \"B\"\n");
    table.play(buy(B, "NN", 100));
    assert_eq!(table.president("NN"), Some(A));
}

/// Rules: 18FB-3.2.3-06, 18FB-3.2.3-08, 18FB-G-88, 18FB-3.3-17, 18FB-G-35, 18FB-3.3-10
#[test]
fn a_withdrawn_concession_is_for_anybody_in_later_rounds() {
    let at = |round: u8| {
        format!(
            "stock_rounds = {round}\nphase = \"PH3\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 30, B 50\"\ndirector = \"B\"\nstate = \"provisional\"\nwithdrawn = 2\n[card.NN]\nholder = \"pool\"\n[round.stock]\nseat = \"A\"\n"
        )
    };
    let mut table = pa23(&at(2));
    assert_eq!(table.refused(buy_card(A, "NN", 50)), "18FB-3.2.3-06");
    let mut table = pa23(&at(3));
    table.play(buy_card(A, "NN", 50));
    assert_eq!(
        (table.owner("NN"), table.president("NN")),
        (Holder::Seat(A), Some(B)),
        "the former owner, B leads"
    );
    assert_eq!((table.standing("NN"), table.deposit("NN")), (Standing::Provisional, 50), "as it was before");
    assert_eq!(table.company("NN").par.unwrap().0, 100, "par and price stay");
    assert_eq!(table.seat(), B, "it is a turn action");
    // Definitive: nothing is due.
    let mut table = pa23(&at(3).replace("provisional", "definitive"));
    table.play(buy_card(A, "NN", 0));
    assert_eq!(table.standing("NN"), Standing::Definitive);
    // The other reading: only the president.
    let mut table = option("president-only", &at(3));
    assert_eq!(table.refused(buy_card(A, "NN", 50)), "18FB-3.2.3-08");
    table.pass();
    table.play(buy_card(B, "NN", 50));
}

/// Rules: 18FB-3.2.3-04, 18FB-3.2.5-05
#[test]
fn among_equals_the_first_after_the_old_president() {
    let mut table = pa23(
        "order = [\"D\", \"C\", \"A\", \"B\"]\n[company.NN]\nplace = \"F3\"\nshares = \"A 30, B 20, D 20\"\ndirector = \"A\"\nstate = \"definitive\"\noperated = true\n[round.stock]\nseat = \"A\"\n",
    );
    table.play(sell(A, "NN", 30));
    assert_eq!(table.president("NN"), Some(B), "after A comes B");
}

/// Rules: 18FB-3.2.3-05, 18FB-2.7-48
#[test]
fn the_new_president_may_decline_and_only_the_half_card_helps() {
    let text = "[seat.B]\ncash = 400\n[card.Valadous]\nholder = { seat = \"B\" }\n[card.Bayard]\nholder = { seat = \"B\" }\n[company.LdA]\nplace = \"F3\"\nshares = \"A 20, B 30\"\ndirector = \"A\"\n[round.stock]\nseat = \"B\"\n";
    let mut table = pa23(text);
    table.play(buy(B, "LdA", 100));
    assert_eq!(table.seat(), B);
    assert_eq!(table.refused(use_card("Valadous")), "18FB-2.7-48", "a right is a turn action");
    table.play(use_card("Bayard")).play(buy_card(B, "LdA", 120));
    assert_eq!((table.deposit("LdA"), table.cash(B)), (120, 180));
    let mut table = pa23(text);
    table.play(buy(B, "LdA", 100)).pass();
    assert_eq!((table.standing("LdA"), table.seat()), (Standing::Frozen, C));
    // Whoever cannot pay is asked, but can only leave it.
    let mut table = pa23(&text.replace("cash = 400", "cash = 219"));
    table.play(buy(B, "LdA", 100));
    assert!(!table.offers(&buy_card(B, "LdA", 240)));
}

/// Rules: 18FB-3.2.4-02, 18FB-3.2.4-03, 18FB-3.2.4-05, 18FB-C-12, 18FB-T-13
#[test]
fn par_from_the_initial_offering_and_the_price_from_the_pool() {
    let text = "[company.NN]\nplace = \"D3\"\npar = 100\nshares = \"A 20, pool 20\"\nstate = \"definitive\"\n[round.stock]\nseat = \"B\"\n";
    let mut table = pa23(text);
    assert_eq!(table.price("NN"), 80);
    table.play(buy(B, "NN", 100));
    assert_eq!(table.paid(), [(Account::Seat(B), Account::Company(table.id("NN")), 100)]);
    let mut table = pa23(text);
    table.play(buy_pool(B, "NN", 80));
    assert_eq!(table.paid(), [(Account::Seat(B), Account::Bank, 80)]);
    assert_eq!(table.refused(buy(C, "NN", 80)), "18FB-3.2.4-02");
    assert_eq!(table.refused(buy(C, "FB", 100)), "18FB-3.2.4-01", "the first of a corp is its certificate");
    // Nobody buys from a treasury.
    let mut table = pa23(&text.replace("pool 20", "NN 20"));
    let from_treasury = ferrata_engine::action::Action::Buy {
        buyer: ferrata_engine::action::Party::Seat(B),
        company: company("NN"),
        percent: 10,
        from: ferrata_engine::action::Party::Company(company("NN")),
        price: ferrata_engine::money::Money(80),
    };
    assert_eq!(table.refused(from_treasury), "18FB-C-12");
}

/// Rules: 18FB-3.2.5-03, 18FB-3.2.5-04, 18FB-C-11, 18FB-3.5-12
#[test]
fn from_ph5_ten_percent_more_are_enough_and_ties_change_nothing() {
    for mut table in both(
        "phase = \"PH5\"\n[company.NN]\nplace = \"F3\"\npar = 100\nshares = \"A 30, B 20\"\nstate = \"definitive\"\n[round.stock]\nseat = \"B\"\n",
    ) {
        table.play(buy(B, "NN", 100)).passes(3);
        assert_eq!(table.president("NN"), Some(A), "30 to 30");
        table.play(buy(B, "NN", 100));
        assert_eq!((table.president("NN"), table.held("NN", A), table.held("NN", B)), (Some(B), 30, 40));
    }
}

/// Rules: 18FB-3.2.6-01, 18FB-2.7-01, 18FB-G-28, 18FB-3.1-09
#[test]
fn a_card_in_the_pool_costs_its_printed_cost() {
    let mut table = pa23("");
    assert_eq!(table.refused(buy_card(A, "Valadous", 130)), "18FB-3.2.6-01");
    table.play(buy_card(A, "Valadous", 125));
    assert_eq!((table.owner("Valadous"), table.cash(A), table.held("LdA", A)), (Holder::Seat(A), 625, 10));
    assert_eq!(table.seat(), B);
    // The share is given once: it does not move with the card.
    table.play(ask_card(B, "Valadous", A, 10)).play(ferrata_engine::action::Action::Accept);
    assert_eq!((table.held("LdA", A), table.held("LdA", B)), (10, 0));
}

/// Given shares of a corp that does not float yet, which the final accounting leaves out (18FB-G-81), then whoever weighs decisions
/// is told what they are worth.
#[test]
fn shares_of_a_corp_that_does_not_float_yet_are_hoped_for() {
    let mut table =
        pa23("phase = \"PH5\"\n[seat.A]\ncash = 900\n[board]\nL17 = \"57 0\"\n[round.stock]\nseat = \"A\"\n");
    let hoped = |table: &Table| {
        let hopes = table.game.outlook().hopes.into_iter();
        hopes
            .filter(|hope| hope.what == Hoped::Waiting)
            .map(|hope| (hope.seat, hope.worth))
            .collect::<Vec<_>>()
    };
    assert_eq!(hoped(&table), []);
    table.play(start("SFM", 100)).play(token("SFM", "L17", 0));
    let percent = table.held("SFM", A);
    assert_eq!(hoped(&table), [(A, 0.8 * 10.0 * f32::from(percent))]);
}

/// Rules: 18FB-3.2.4-07, 18FB-3.2-02, 18FB-3.2.4-08, 18FB-3.5-07, 18FB-3.5-08, 18FB-V-28, 18FB-T-21, 18FB-G-63, 18FB-3.2.4-09, 18FB-G-43,
/// 18FB-G-102
#[test]
fn from_ph5_a_corp_floats_at_sixty_percent() {
    for edition in ["PA23", "2006"] {
        let mut table = read(
            edition,
            &[],
            "phase = \"PH5\"\n[seat.A]\ncash = 900\n[seat.B]\ncash = 900\n[company.FC]\ntreasury = 35\n[company.NN]\nplace = \"D3\"\npar = 90\nshares = \"C 20\"\n",
        );
        table.play(start("FC", 140));
        assert_eq!((table.cash(A), table.treasury("FC")), (620, 35), "the money goes to the bank");
        assert_eq!((table.president("FC"), table.company("FC").state), (Some(A), State::Unfloated));
        table.play(buy(B, "FC", 140)).passes(2);
        assert_eq!(table.refused(sell(A, "FC", 10)), "18FB-3.2.1-07");
        table.play(buy(A, "FC", 140)).play(buy(B, "FC", 140)).passes(2);
        assert_eq!((table.standing("FC"), table.offering("FC")), (Standing::Unfloated, 50));
        table.play(buy(A, "FC", 140));
        assert_eq!(
            (table.standing("FC"), table.treasury("FC")),
            (Standing::Definitive, 1435),
            "full capital"
        );
        assert_eq!((table.pool("FC"), table.offering("FC")), (40, 0));
        assert_eq!(table.company("FC").steps, 4);
        // Corps from before go on selling at par into their treasury.
        table.play(buy(B, "NN", 90));
        assert_eq!(table.treasury("NN"), 90);
    }
}

/// Rules: 18FB-G-87
#[test]
fn whoever_sold_buys_no_presidents_certificate_from_the_pool() {
    let text = |sold: &str| {
        format!(
            "stock_rounds = 3\nphase = \"PH3\"\n[company.NN]\nplace = \"F3\"\nshares = \"pool 20, A 20\"\ndirector = \"pool\"\nstate = \"provisional\"\noperated = true\n[card.NN]\nholder = \"pool\"\n[round.stock]\nseat = \"A\"\n{sold}"
        )
    };
    assert!(pa23(&text("")).offers(&buy_card(A, "NN", 250)));
    let mut table = pa23(&text(""));
    table.play(sell(A, "NN", 10));
    assert_eq!(table.refused(buy_card(A, "NN", 230)), "18FB-3.2.1-02");
}
