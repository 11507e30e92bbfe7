//! 2.7 Political cards.

use super::table::*;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;

/// A card in somebody's hand.
fn card_of(card: &str, seat: &str) -> String {
    format!("[card.\"{card}\"]\nholder = {{ seat = \"{seat}\" }}\n")
}

/// Rules: 18FB-2.7-04, 18FB-3.4-01, 18FB-2.7-05
#[test]
fn open_cards_pay_at_the_beginning_of_each_operating_round() {
    let mut table = pa23(&(card_of("Falcon", "A") + &card_of("Albano", "A") + &card_of("Bayard", "C")));
    table.passes(4);
    assert_eq!(
        (table.cash(A), table.cash(B), table.cash(C)),
        (750 + 2 * 40, 750, 750 + 2 * 5),
        "two rounds, no corp"
    );
    assert_eq!(table.round(), "Stock Round 2");
}

/// Rules: 18FB-2.7-10, 18FB-2.7-11, 18FB-G-94
#[test]
fn half_of_a_deposit_once() {
    for (edition, card) in [("PA23", "Bayard"), ("2006", "Riseis")] {
        let mut table = read(edition, &[], &card_of(card, "A"));
        table.play(use_card(card));
        assert!(!table.offers(&buy_card(A, "NN", 100)));
        table.play(buy_card(A, "NN", 50)).play(start("NN", 60));
        assert_eq!((table.deposit("NN"), table.owner(card)), (50, Holder::Seat(A)), "the card stays open");
        table.passes(3);
        assert_eq!(table.refused(use_card(card)), "18FB-2.7-23", "once");
        table.passes(1);
        // Laid out and not used: it can be used later.
        let mut table = read(edition, &[], &card_of(card, "A"));
        table.play(use_card(card)).pass().passes(3);
        assert!(table.offers(&use_card(card)));
    }
}

/// Rules: 18FB-2.7-23, 18FB-2.7-28, 18FB-2.7-33, 18FB-2.7-37, 18FB-2.7-48, 18FB-G-94
#[test]
fn the_right_to_a_concession_at_the_next_discount() {
    for (edition, card, company, due) in [
        ("PA23", "Valadous", "LdA", 120),
        ("PA23", "L'Ala", "FB", 80),
        ("PA23", "Albano", "FP", 200),
        ("2006", "Valadous", "LdA", 80),
        ("2006", "Bayard", "NN", 50),
    ] {
        let mut table = read(edition, &[], &card_of(card, "A"));
        table.play(use_card(card)).play(start(company, 60));
        if company == "FP" {
            table.play(choose("N21"));
        }
        assert_eq!((table.deposit(company), table.cash(A)), (due, 750 - due - 120), "{card}");
        assert_eq!((table.seat(), table.owner(card)), (B, Holder::Seat(A)), "a turn action; the card stays");
    }
    let mut table = read("PA23", &[], &card_of("Bayard", "A"));
    assert_eq!(table.refused(use_card("Valadous")), "18FB-2.7-23", "it is not A's");
}

/// Rules: 18FB-2.7-12, 18FB-2.7-13, 18FB-G-26, 18FB-G-89, 18FB-G-95
#[test]
fn riseis_takes_what_somebody_else_wants() {
    let text = card_of("Riseis", "C") + "[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\n";
    let mut table = pa23(&text);
    table.play(buy(A, "NN", 100));
    assert_eq!((table.seat(), table.held("NN", A)), (C, 20), "C is asked before anything is paid");
    table.play(buy(C, "NN", 100));
    assert_eq!(table.paid(), [(Account::Seat(C), Account::Company(table.id("NN")), 100)]);
    assert_eq!((table.held("NN", C), table.cash(C), table.seat()), (10, 650, A), "A may act anew");
    table.play(buy(A, "NN", 100));
    assert_eq!((table.held("NN", A), table.seat()), (30, B), "it cannot interrupt twice");
    // C lets it pass, and keeps the card for later.
    let mut table = pa23(&text);
    table.play(buy(A, "NN", 100)).pass();
    assert_eq!((table.held("NN", A), table.seat()), (30, B));
    table.play(buy_card(B, "FC", 200));
    assert_eq!(table.seat(), C);
    // A concession: C sets the par and buys the certificate.
    table.play(buy_card(C, "FC", 200)).play(start("FC", 70));
    assert_eq!((table.president("FC"), table.cash(C), table.seat()), (Some(C), 410, B));
    table.pass();
    assert_eq!(table.seat(), C, "C's own turn is not used up");
    // The interrupted turn is a pass if nothing is done in it.
    assert_eq!(crate::fb::stock::certificates(&table.game, B), 0);
    // Political cards and C's own purchases are not interrupted.
    let mut table = pa23(&text);
    table.play(buy_card(A, "Falcon", 75));
    assert_eq!(table.seat(), B);
    table.pass().play(buy(C, "NN", 100));
    assert_eq!(table.seat(), D);
    // Whoever cannot pay is not asked.
    let mut table = pa23(&format!("[seat.C]\ncash = 99\n{text}"));
    table.play(buy(A, "NN", 100));
    assert_eq!(table.seat(), B);
}

/// Rules: 18FB-G-95, 18FB-C-18
#[test]
fn riseis_pays_what_its_owner_owes() {
    let text = card_of("Riseis", "C") + &card_of("Bayard", "C") + &card_of("L'Ala", "A");
    let mut table = pa23(&text);
    table.play(use_card("L'Ala"));
    assert_eq!(table.seat(), C, "A would pay 80");
    assert!(table.offers(&buy_card(C, "FB", 150)) && !table.offers(&buy_card(C, "FB", 80)));
    table.play(use_card("Bayard")).play(buy_card(C, "FB", 75)).play(start("FB", 60));
    assert_eq!((table.deposit("FB"), table.treasury("FB"), table.cash(C)), (75, 120, 555));
    // The other reading: the money for certificates goes to the bank.
    let mut table = option(
        "riseis-to-bank",
        &(card_of("Riseis", "C") + "[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\n"),
    );
    table.play(buy(A, "NN", 100)).play(buy(C, "NN", 100));
    assert_eq!((table.treasury("NN"), table.paid()), (0, vec![(Account::Seat(C), Account::Bank, 100)]));
}

/// A building corp in its turn, with its two steps used.
fn building(company: &str, home: &str, more: &str) -> String {
    format!(
        "[company.{company}]\nplace = \"F3\"\nshares = \"A 20, B 30\"\ndirector = \"A\"\nstations = [\"{home}\"]\n{more}[round.operating]\ncompany = \"{company}\"\nstep = \"token\"\nlaid = 2\n"
    )
}

/// Rules: 18FB-2.7-14, 18FB-V-26, 18FB-3.4.4-01, 18FB-3.4.4-02, 18FB-G-24, 18FB-G-54
#[test]
fn melisurgo_raises_the_interest_by_two_bands() {
    // FSC, band D: five shares with players bring 20 each.
    let mut table = pa23(&building("FSC", "F23", ""));
    table.pass();
    assert_eq!((table.cash(A), table.cash(B)), (750 + 40, 750 + 60));
    let mut table = pa23(&(card_of("Melisurgo", "A") + &building("FSC", "F23", "")));
    table.play(use_card("Melisurgo")).pass();
    assert_eq!((table.cash(A), table.cash(B)), (750 + 50, 750 + 75), "band E at most");
    assert!(table.company("FSC").raised, "it holds until FSC leaves the building state");
    let mut table = pa23(&(card_of("Melisurgo", "A") + &building("NN", "X7", "")));
    table.play(use_card("Melisurgo")).pass();
    assert_eq!(table.cash(A), 750 + 30, "band A becomes C");
    let mut table = option("melisurgo-once", &(card_of("Melisurgo", "A") + &building("NN", "X7", "")));
    table.play(use_card("Melisurgo")).pass();
    assert!(!table.company("NN").raised && table.cash(A) == 780);
}

/// Rules: 18FB-2.7-06, 18FB-G-23, 18FB-G-110, 18FB-3.4-07
#[test]
fn the_owner_of_a_card_who_has_stock_is_asked() {
    let mut table = pa23(&(card_of("Melisurgo", "B") + &building("NN", "X7", "")));
    table.pass();
    assert_eq!(table.seat(), B, "before the interest is paid");
    table.play(use_card("Melisurgo"));
    assert_eq!((table.cash(A), table.cash(B)), (780, 795));
    let mut table = pa23(&(card_of("Melisurgo", "B") + &building("NN", "X7", "")));
    table.pass().pass();
    assert_eq!((table.cash(A), table.owner("Melisurgo")), (760, Holder::Seat(B)));
    // Nobody asks whoever has no stock of it.
    let mut table = pa23(&(card_of("Melisurgo", "C") + &building("NN", "X7", "")));
    table.pass();
    assert_eq!(table.cash(A), 760);
}

/// A provisional corp before its earnings.
fn running(phase: &str, cards: &str, company: &str, stations: &str, more: &str) -> String {
    format!(
        "phase = \"{phase}\"\n{cards}[company.{company}]\nplace = \"F3\"\nshares = \"A 30, B 20\"\nstate = \"provisional\"\nstations = [{stations}]\ntrains = [\"3+4\"]\n{more}[round.operating]\ncompany = \"{company}\"\nstep = \"token\"\n"
    )
}

/// Rules: 18FB-2.7-15, 18FB-2.7-16, 18FB-2.7-17, 18FB-G-25, 18FB-G-103, 18FB-3.4.5-08, 18FB-2.5.1-03
#[test]
fn falcon_adds_thirty_at_benevento_and_ten_at_pontecorvo() {
    let text = |phase: &str, more: &str| {
        running(phase, &card_of("Falcon", "A"), "FB", "\"I30\", \"G30\"", more) + "[board]\nI30 = \"57 0\"\n"
    };
    let mut table = pa23(&text("PH2", ""));
    table.play(use_card("Falcon")).play(choose("FB")).pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 20 + 30 + 30, "I30 with 30 more, G30");
    let mut table = pa23(&text("PH2", "markers = 1\npontecorvo = true\n"));
    table.play(use_card("Falcon")).play(choose("FB")).pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 100, "a marker from Pontecorvo: 10 and 10 more");
    let mut table = pa23(&text("PH2", "markers = 1\n"));
    table.play(use_card("Falcon")).play(choose("FB")).pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 90, "a marker from somewhere else");
    // It counts for one corp only, the one that was chosen.
    let other = "[company.NN]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"X7\"]\n";
    let mut table = pa23(&(text("PH2", "") + other));
    table.play(use_card("Falcon")).play(choose("NN")).pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 50);
    // PA23 from PH2 on; 2006 in every phase.
    let mut table = pa23(&text("PH1", "").replace("3+4", "2+2"));
    assert_eq!(table.refused(use_card("Falcon")), "18FB-2.7-06");
    assert!(y2006(&text("PH1", "").replace("3+4", "2+2")).offers(&use_card("Falcon")));
}

/// Rules: 18FB-G-25
#[test]
fn falcons_bonus_outlives_the_card() {
    let text = "phase = \"PH5\"\nfalcon = \"FB\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 30\"\nstate = \"definitive\"\nstations = [\"I30\"]\ntrains = [\"5+8\"]\n[board]\nI30 = \"57 0\"\n[round.operating]\ncompany = \"FB\"\nstep = \"token\"\n";
    let mut table = pa23(text);
    table.pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 50);
    let mut table = option("falcon-ends", text);
    table.pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 20);
}

/// A corp with a token in Capua next to Caserta, at its token step.
fn at_caserta(phase: &str, cards: &str) -> String {
    format!(
        "phase = \"{phase}\"\n{cards}[company.LdA]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\ntreasury = 300\nstations = [\"F31\"]\n[company.FSC]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F23\"]\n[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"LdA\"\nstep = \"token\"\n"
    )
}

/// Rules: 18FB-2.7-25, 18FB-2.7-26, 18FB-2.7-39, 18FB-2.7-40, 18FB-2.7-41, 18FB-2.7-42, 18FB-G-22, 18FB-G-23, 18FB-3.4.2-03, 18FB-2.7-24,
/// 18FB-G-29, 18FB-T-25
#[test]
fn a_bourbon_token_is_replaced_along_an_ordinary_route() {
    // Caserta has three slots: two with Bourbon tokens, one reserved for FB.
    for edition in ["PA23", "2006"] {
        let table = read(edition, &[], &at_caserta("PH1", ""));
        assert!(table.costs("G30").is_empty(), "no slot without a card");
        let mut table = read(edition, &[], &at_caserta("PH1", &card_of("Valadous", "A")));
        assert_eq!(table.costs("G30"), [(10, 0)]);
        table.build("G30");
        assert_eq!(
            (table.treasury("LdA"), table.owner("Valadous")),
            (290, Holder::Out),
            "paid, and the card closes"
        );
        assert_eq!(table.tokens("LdA"), ["F31", "G30"]);
        assert!(table.costs("G30").is_empty(), "it was the token of the turn");
        // The card of another player needs their consent.
        let mut table = read(edition, &[], &at_caserta("PH1", &card_of("Albano", "C")));
        table.build("G30");
        assert_eq!(table.seat(), C);
        table.play(Action::Decline);
        assert_eq!(table.tokens("LdA"), ["F31"]);
        let mut table = read(edition, &[], &at_caserta("PH1", &card_of("Albano", "C")));
        table.build("G30").play(Action::Accept);
        assert_eq!((table.tokens("LdA").len(), table.owner("Albano")), (2, Holder::Out));
    }
}

/// Rules: 18FB-2.7-24, 18FB-2.7-29, 18FB-2.7-34, 18FB-2.7-38, 18FB-G-29, 18FB-T-25
#[test]
fn the_income_drops_with_the_first_token_besides_the_home() {
    let income = |edition: &str, card: &str, text: &str| {
        let table = read(edition, &[], text);
        let id = table.card(card);
        crate::fb::operating::powers::income(&table.game, table.game.fixed.political(id).unwrap()).0
    };
    let corp = |name: &str, stations: &str| {
        format!("[company.{name}]\nplace = \"F3\"\nshares = \"B 20\"\nstations = [{stations}]\n")
    };
    for (edition, card, company, home, other, first) in [
        ("PA23", "Valadous", "LdA", "F31", "L39", 20),
        ("2006", "Valadous", "LdA", "F31", "L39", 25),
        ("PA23", "L'Ala", "FB", "I30", "G30", 25),
        ("2006", "Bayard", "NN", "X7", "G30", 25),
    ] {
        assert_eq!(income(edition, card, &corp(company, &format!("\"{home}\""))), first);
        assert_eq!(income(edition, card, &corp(company, &format!("\"{home}\", \"{other}\""))), 10);
    }
    assert_eq!(income("2006", "Albano", ""), 25, "both home tokens of FP lie there");
    let fp = |stations: &str| format!("{}line = 0\n", corp("FP", stations));
    assert_eq!(income("PA23", "Albano", &fp("\"N21\"")), 25);
    assert_eq!(income("PA23", "Albano", &fp("\"N21\", \"L27\"")), 10);
}

/// Rules: 18FB-2.7-18, 18FB-2.7-19, 18FB-2.7-20, 18FB-2.7-21, 18FB-2.7-45, 18FB-2.5.3-08, 18FB-C-25
#[test]
fn delahante_opens_rome_from_ph2_on() {
    // LdA in Capua, with track over Teano, Mignano and Pontecorvo to Rome.
    let text = |phase: &str, cards: &str| {
        format!(
            "phase = \"{phase}\"\n{cards}[company.LdA]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\ntreasury = 300\ntrains = [\"4+6\"]\nstations = [\"F31\"]\n[board]\nF31 = \"57 0\"\nF33 = \"4 0\"\nF35 = \"9 0\"\nF37 = \"4 0\"\n[round.operating]\ncompany = \"LdA\"\nstep = \"token\"\n"
        )
    };
    for edition in ["PA23", "2006"] {
        let delahante = card_of("Delahante", "A");
        assert!(read(edition, &[], &text("PH1", &delahante)).costs("F39").is_empty(), "not in PH1");
        assert!(read(edition, &[], &text("PH3", "")).costs("F39").is_empty(), "not without the card");
        let mut table = read(edition, &[], &text("PH3", &delahante));
        // Volturno 40, plain 10, Garigliano 40, plain 10; two towns.
        assert_eq!(table.costs("F39"), [(100, 2)]);
        table.build("F39");
        assert_eq!(
            (table.owner("Delahante"), table.markers("LdA")),
            (Holder::Seat(A), 2),
            "it is not closed"
        );
        assert_eq!(table.game.operating().unwrap().revenue.0, 20 + 50 + 20, "Capua, Rome and two markers");
        // In PH4 a slot is open to all.
        assert_eq!(read(edition, &[], &text("PH4", "")).costs("F39"), [(100, 2)]);
    }
    let early = option("delahante-early", &text("PH1", &card_of("Delahante", "A")));
    assert_eq!(early.costs("F39"), [(100, 2)]);
}

/// Rules: 18FB-2.7-30, 18FB-2.7-31, 18FB-2.7-35, 18FB-C-28, 18FB-2.1-07, 18FB-2.5.3-10
#[test]
fn lala_at_napoli_and_bayard_at_vesuvio() {
    // FB at Benevento, with track to Napoli North over Caserta's tile is not needed: FSC stands in Nola's place.
    let napoli = |cards: &str| {
        format!(
            "phase = \"PH2\"\n{cards}[company.LdA]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\ntreasury = 300\nstations = [\"F31\"]\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\n[round.operating]\ncompany = \"LdA\"\nstep = \"token\"\n"
        )
    };
    for edition in ["PA23", "2006"] {
        assert!(read(edition, &[], &napoli("")).costs("X9").is_empty());
        let mut table = read(edition, &[], &napoli(&card_of("L'Ala", "A")));
        assert_eq!(table.costs("X9"), [(30, 0)]);
        table.build("X9");
        assert_eq!(
            (table.tokens("LdA"), table.owner("L'Ala")),
            (vec!["F31".into(), "X9".into()], Holder::Out)
        );
    }
    let vesuvio = |phase: &str, cards: &str| {
        format!(
            "phase = \"{phase}\"\n{cards}[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\ntreasury = 300\nstations = [\"X3\"]\n[board]\nX3 = \"6 2\"\n[round.operating]\ncompany = \"NN\"\nstep = \"token\"\n"
        )
    };
    let mut table = y2006(&vesuvio("PH2", &card_of("Bayard", "A")));
    assert_eq!(table.costs("Y4"), [(10, 0)]);
    table.build("Y4");
    assert_eq!(table.owner("Bayard"), Holder::Out);
    assert!(y2006(&vesuvio("PH3", "")).costs("Y4").is_empty());
    assert_eq!(y2006(&vesuvio("PH4", "")).costs("Y4"), [(10, 0)], "the other slot opens in PH4");
    assert!(pa23(&vesuvio("PH4", "")).costs("Y4").is_empty(), "no slot in PA23");
}

/// Rules: 18FB-2.7-07, 18FB-2.7-46, 18FB-3.5-04, 18FB-G-22, 18FB-G-28
#[test]
fn all_cards_are_closed_when_ph5_starts() {
    let text = format!(
        "phase = \"PH4\"\n{}[company.FSC]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"definitive\"\ntreasury = 600\nstations = [\"F23\"]\n[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n[round.operating]\ncompany = \"FSC\"\nstep = \"trains\"\n",
        card_of("Falcon", "B")
    );
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &text);
        table.play(train("6+10", 520));
        for (card, _) in table.game.fixed.political_cards() {
            assert_eq!(table.game.card(card).holder, Holder::Out, "used or not, also in the pool");
        }
        assert_eq!(table.offering("LdA"), 100, "the share of a card never bought");
        assert!(table.game.slot_open(table.id("FSC"), table.hex("F39"), 0));
        let open = |table: &Table| {
            let claims = table.game.fixed.places.claims_at(table.hex("G30")).iter();
            claims.filter(|claim| table.game.is_open(claim)).count()
        };
        assert_eq!(open(&table), 1, "the Bourbon tokens are gone, FB's slot is kept");
        let mut table = read(edition, &["bourbon-stays"], &text);
        table.play(train("6+10", 520));
        assert_eq!(open(&table), 3);
    }
}

/// Rules: 18FB-G-31, 18FB-2.7-10
#[test]
fn a_card_laid_out_and_taken_back_is_no_action() {
    let mut table = pa23(&card_of("Bayard", "A"));
    table.play(use_card("Bayard")).passes(4);
    assert_eq!(
        (table.round().as_str(), table.game.table.priority),
        ("Stock Round 2", SeatId(0)),
        "A began the passes"
    );
}

/// Rules: 18FB-G-94, 18FB-2.7-12
#[test]
fn riseis_stays_open_when_its_right_was_used() {
    let mut table = pa23(&(card_of("Riseis", "C") + "[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\n"));
    table.play(buy(A, "NN", 100)).play(buy(C, "NN", 100));
    assert_eq!(table.owner("Riseis"), Holder::Seat(C));
    let riseis = table.card("Riseis");
    assert!(table.game.card(riseis).used, "but the right is gone");
}

/// Rules: 18FB-2.7-12, 18FB-G-26
#[test]
fn riseis_takes_shares_of_the_pool_and_withdrawn_concessions_too() {
    let nn = "[company.NN]\nplace = \"D3\"\nshares = \"B 20, pool 20\"\nstate = \"definitive\"\nstations = [\"X7\"]\n";
    let mut table = pa23(&(card_of("Riseis", "C") + nn));
    table.play(buy_pool(A, "NN", 80));
    assert_eq!(table.seat(), C);
    table.play(buy_pool(C, "NN", 80));
    assert_eq!((table.held("NN", C), table.seat()), (10, A));
    let fc = "stock_rounds = 3\nphase = \"PH3\"\n[card.FC]\nholder = \"pool\"\n[company.FC]\nplace = \"D3\"\nshares = \"B 20\"\nstate = \"provisional\"\nwithdrawn = 1\n";
    let mut table = pa23(&(fc.to_owned() + &card_of("Riseis", "C")));
    table.play(buy_card(A, "FC", 100));
    assert_eq!(table.seat(), C);
    table.play(buy_card(C, "FC", 100));
    assert_eq!((table.owner("FC"), table.deposit("FC"), table.seat()), (Holder::Seat(C), 100, A));
}

/// Rules: 18FB-2.7-23, 18FB-2.7-25, 18FB-G-94
#[test]
fn the_right_to_a_concession_leaves_the_token_power() {
    let mut table = pa23(&card_of("Valadous", "A"));
    table.play(use_card("Valadous")).play(start("LdA", 60));
    let cards = table.game.token_cards(table.id("LdA"));
    assert_eq!(cards.iter().map(|(card, _)| *card).collect::<Vec<_>>(), [table.card("Valadous")]);
}

/// Rules: 18FB-G-25, 18FB-2.7-15, 18FB-3.4.5-04
#[test]
fn falcons_bonus_counts_only_with_its_station() {
    // Napoli South and Bari bring 60 each with their ports, Benevento 20 and 30 more: a 2+2 serves two.
    let at = |trains: &str| {
        let table = pa23(&format!(
            "phase = \"PH2\"\nfalcon = \"FB\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 30\"\nstate = \"definitive\"\nstations = [\"I30\", \"X7\", \"N21\"]\ntrains = [\"{trains}\"]\n[board]\nI30 = \"57 0\"\n"
        ));
        crate::fb::operating::earnings::best(&table.game, table.id("FB")).total.0
    };
    assert_eq!((at("2+2"), at("3+4")), (120, 170));
}

/// Rules: 18FB-3.4.5-08, 18FB-G-103
#[test]
fn what_is_said_of_a_run_adds_up_with_falcons_town() {
    use ferrata_engine::event::Event;
    let text = "phase = \"PH2\"\nfalcon = \"FB\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 30\"\nstate = \"definitive\"\nstations = [\"I30\", \"G30\"]\ntrains = [\"3+4\"]\nmarkers = 1\npontecorvo = true\n[board]\nI30 = \"57 0\"\n[round.operating]\ncompany = \"FB\"\nstep = \"token\"\n";
    let mut table = pa23(text);
    table.pass();
    assert_eq!(table.game.operating().unwrap().revenue.0, 100);
    let said: Vec<String> = table
        .events
        .iter()
        .filter_map(|event| if let Event::Note { text } = event { Some(text.to_string()) } else { None })
        .collect();
    assert_eq!(
        said,
        ["Counted: I30 50 and G30 30, and 1 town marker.", "Falcon's token on F37 brings 10 more."]
    );
}

/// Rules: 18FB-2.7-24, 18FB-G-29, 18FB-T-25
#[test]
fn the_income_drops_whoever_leads_the_corp() {
    let lda = |stations: &str| {
        format!(
            "{}[company.LdA]\nplace = \"F3\"\nshares = \"B 20\"\nstations = [{stations}]\n",
            card_of("Valadous", "A")
        )
    };
    for (stations, income) in [("\"F31\"", 20), ("\"F31\", \"L39\"", 10)] {
        let mut table = pa23(&lda(stations));
        table.passes(4);
        assert_eq!((table.round().as_str(), table.cash(A)), ("Operating Round 1.1", 750 + income));
    }
}

/// Rules: 18FB-G-33, 18FB-2.7-23, 18FB-G-95
#[test]
fn only_what_is_due_has_to_be_at_hand() {
    // LdA with Valadous: 120 and two shares at 60.
    for (cash, open) in [(240, true), (239, false)] {
        let table = pa23(&format!("[seat.A]\ncash = {cash}\n{}", card_of("Valadous", "A")));
        assert_eq!(table.offers(&use_card("Valadous")), open, "{cash}");
    }
    // FB by Riseis with Bayard: 75 and two shares at 60.
    for (cash, asked) in [(195, C), (194, A)] {
        let cards = card_of("Riseis", "C") + &card_of("Bayard", "C");
        let mut table = pa23(&format!("[seat.C]\ncash = {cash}\n{cards}"));
        table.play(buy_card(A, "FB", 150));
        assert_eq!(table.seat(), asked, "{cash}");
    }
}
