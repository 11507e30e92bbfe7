//! Stock rounds, cards and destinations where a limit is met exactly or two rules meet.

use super::table::*;
use crate::fb::states::Standing;
use ferrata_engine::action::Settlement;
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;

/// A corp that has operated.
fn corp(name: &str, state: &str, shares: &str, more: &str) -> String {
    format!(
        "[company.{name}]\nplace = \"F3\"\nshares = \"{shares}\"\nstate = \"{state}\"\noperated = true\n{more}"
    )
}

/// Rules: 18FB-2.2.5-14, 18FB-2.2.5-08
#[test]
fn shares_in_treasuries_do_not_keep_a_corp_from_rising() {
    let fc = corp("FC", "definitive", "C 60", "stations = [\"F11\"]\n");
    let mut table =
        pa23(&(corp("NN", "definitive", "A 50, B 30, NN 10, FC 10", "stations = [\"X7\"]\n") + &fc));
    table.passes(4);
    assert_eq!((table.place("NN").as_str(), table.place("FC").as_str()), ("F2", "F3"));
}

/// Rules: 18FB-3.2.5-05, 18FB-3.2.3-04
#[test]
fn among_equals_the_first_after_the_president_leads() {
    let text = corp("NN", "definitive", "B 30, A 30, C 30", "director = \"B\"\n");
    let mut table = pa23(&format!("phase = \"PH5\"\n{text}[round.stock]\nseat = \"B\"\n"));
    table.play(sell(B, "NN", 10));
    assert_eq!(table.president("NN"), Some(C), "not A, who has the Priority card");
}

/// Rules: 18FB-3.2.4-01, 18FB-3.5.1-07
#[test]
fn the_last_money_is_enough() {
    let mut table = pa23(&format!("[seat.A]\ncash = 100\n{}", corp("NN", "building", "B 20", "")));
    table.play(buy(A, "NN", 100));
    assert_eq!(table.cash(A), 0);
    let fg = "phase = \"PH5\"\n[seat.A]\ncash = 160\n[company.FG]\nshares = \"pool 100\"\n[round.stock]\nseat = \"A\"\n";
    let table = pa23(fg);
    assert!(table.offers(&regional_of_the_pool(160)));
    assert!(!pa23(&fg.replace("160", "159")).offers(&regional_of_the_pool(159)), "less than its value");
}

fn regional_of_the_pool(price: i32) -> ferrata_engine::action::Action {
    use ferrata_engine::action::Party;
    regional(Party::Seat(A), "FG", Party::Bank, price)
}

/// Rules: 18FB-3.2.4-07, 18FB-3.2.4-04
#[test]
fn before_ph5_no_corp_starts_without_its_concession() {
    for phase in ["PH1", "PH4"] {
        let mut table = pa23(&format!("phase = \"{phase}\"\n"));
        assert_eq!(table.refused(start("NN", 100)), "18FB-3.2.4-07");
    }
    assert!(pa23("phase = \"PH5\"\n").offers(&start("NN", 100)));
}

/// Rules: 18FB-3.2.3-02, 18FB-3.2.3-05, 18FB-3.2.3-06
#[test]
fn a_withdrawn_concession_waits_for_the_next_stock_round() {
    let mut table = pa23(
        "phase = \"PH3\"\n[deposit]\nNN = 50\n[company.NN]\nplace = \"F3\"\nshares = \"A 30, B 40\"\ndirector = \"A\"\n[round.stock]\nseat = \"B\"\n",
    );
    let card = table.card("NN");
    table.play(buy(B, "NN", 100));
    assert!(table.paid().contains(&(Account::Card(card), Account::Bank, 50)), "the deposit is the bank's");
    table.pass();
    assert_eq!((table.seat(), table.standing("NN")), (C, Standing::Frozen));
    assert_eq!(table.refused(buy_card(C, "NN", 50)), "18FB-3.2.3-06");
    // Both operating rounds pass; the frozen corp upgrades nothing.
    table.passes(4);
    while table.round() != "Stock Round 2" {
        table.pass();
    }
    assert!(table.offers(&buy_card(table.seat(), "NN", 50)));
}

/// Rules: 18FB-G-87, 18FB-3.2.3-08
#[test]
fn whoever_sold_stock_may_still_acquire_the_concession() {
    let nn = corp("NN", "provisional", "A 40, B 10", "director = \"A\"\nwithdrawn = 1\n");
    let mut table =
        pa23(&format!("stock_rounds = 3\n{nn}[card.NN]\nholder = \"pool\"\n[round.stock]\nseat = \"A\"\n"));
    table.play(sell(A, "NN", 10));
    assert_eq!(table.refused(buy(A, "NN", 100)), "18FB-3.2.1-02");
    table.play(buy_card(A, "NN", 100));
    assert_eq!((table.standing("NN"), table.deposit("NN")), (Standing::Provisional, 100));
}

/// Rules: 18FB-G-39
#[test]
fn a_presidents_certificate_of_the_pool_is_paid_to_the_bank() {
    let mut table = pa23(
        "stock_rounds = 5\nphase = \"PH3\"\n[company.NN]\nplace = \"F3\"\nshares = \"pool 80\"\ndirector = \"pool\"\nstate = \"provisional\"\ntreasury = 30\n[card.NN]\nholder = \"pool\"\n[round.stock]\nseat = \"B\"\n",
    );
    table.play(buy_card(B, "NN", 250));
    assert!(table.paid().contains(&(Account::Seat(B), Account::Bank, 200)));
    assert_eq!(table.treasury("NN"), 30);
}

/// Rules: 18FB-G-27, 18FB-V-20, 18FB-2.7-10, 18FB-2.7-11
#[test]
fn the_half_card_halves_what_a_right_leaves_and_is_kept_where_nothing_is_due() {
    let cards = |half: &str| {
        format!("[card.{half}]\nholder = {{ seat = \"A\" }}\n[card.Valadous]\nholder = {{ seat = \"A\" }}\n")
    };
    for (edition, half, due) in [("PA23", "Bayard", 60), ("2006", "Riseis", 40)] {
        let mut table = read(edition, &[], &cards(half));
        table.play(use_card(half)).play(use_card("Valadous"));
        assert_eq!(table.deposit("LdA"), due);
        let id = table.card(half);
        assert!(table.game.card(id).used);
    }
    // FST is free after LTF: nothing is saved, so the card can still be used.
    let ltf = "[company.LTF]\nplace = \"F3\"\nshares = \"B 20\"\n";
    let mut table = pa23(&(cards("Bayard") + ltf));
    table.play(use_card("Bayard")).play(buy_card(A, "FST", 0)).play(start("FST", 60)).passes(3);
    assert!(table.offers(&use_card("Bayard")));
}

/// Rules: 18FB-G-94, 18FB-T-25
#[test]
fn a_card_whose_power_was_used_goes_on_paying() {
    for (edition, card, income) in [("PA23", "Riseis", 15), ("PA23", "Bayard", 5), ("2006", "Falcon", 15)] {
        let mut table =
            read(edition, &[], &format!("[card.{card}]\nholder = {{ seat = \"A\" }}\nused = true\n"));
        table.passes(4);
        assert_eq!(table.cash(A), 750 + 2 * income, "{card}: both rounds of the set");
    }
}

/// Rules: 18FB-G-88, 18FB-G-34
#[test]
fn the_deposit_comes_back_to_the_owner_of_the_concession() {
    let mut table = pa23(
        "[deposit]\nNN = 100\n[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 100\nstations = [\"X7\"]\n[card.NN]\nholder = { seat = \"B\" }\n[board]\nX5 = \"4 0\"\nX3 = \"57 0\"\n[round.operating]\ncompany = \"NN\"\nstep = \"token\"\n",
    );
    table.build("X3");
    assert_eq!((table.cash(A), table.cash(B), table.deposit("NN")), (750, 800, 50), "A leads NN");
}

/// FS at its token step, one half of its line done.
fn fs(edition: &str) -> Table {
    let board = "N19 = \"9 0\"\nN17 = \"9 0\"\nN15 = \"58 1\"\nM14 = \"18FB-710 2\"\n";
    read(
        edition,
        &[],
        &format!(
            "phase = \"PH2\"\n[company.FS]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\nintermediate = \"P13\"\ntreasury = 300\ntrains = [\"3+4\"]\nstations = [\"N21\", \"P13\"]\n[board]\n{board}[round.operating]\ncompany = \"FS\"\nstep = \"token\"\n"
        ),
    )
}

/// Rules: 18FB-3.2.2-26, 18FB-3.2.2-25, 18FB-G-37, 18FB-D-05
#[test]
fn the_first_candidate_reached_stays_the_intermediate_destination() {
    for (edition, place) in [("PA23", "F2"), ("2006", "F3")] {
        let mut table = fs(edition);
        table.build("M14");
        assert_eq!(table.company("FS").intermediate, Some(table.hex("P13")));
        assert_eq!(table.place("FS"), place, "{edition}: Taranto is given up in 2006, so no bonus");
        assert_eq!(table.standing("FS"), Standing::Provisional);
    }
}

/// Rules: 18FB-G-19, 18FB-2.5.3-16, 18FB-2.5.3-12
#[test]
fn either_half_of_napoli_is_the_destination_in_2006_only() {
    let text = "phase = \"PH2\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"provisional\"\nintermediate = \"G30\"\ntreasury = 300\nstations = [\"I30\", \"X3\"]\n[board]\nX3 = \"57 0\"\nX5 = \"4 0\"\nX7 = \"18FB-704Ns 3\"\n[round.operating]\ncompany = \"FB\"\nstep = \"token\"\n";
    for (edition, standing) in [("PA23", Standing::Provisional), ("2006", Standing::Definitive)] {
        let mut table = read(edition, &[], text);
        table.build("X7");
        assert_eq!(table.standing("FB"), standing, "{edition}: FB's slot is in the north");
    }
}

/// Rules: 18FB-G-78, 18FB-3.5.3-04, 18FB-G-64
#[test]
fn only_sfm_rises_for_yellow_cities_and_only_for_empty_ones() {
    let at = |company: &str, other: &str| {
        let text = format!(
            "phase = \"PH6\"\n[company.{company}]\nplace = \"F3\"\nshares = \"A 60\"\ntreasury = 300\nstations = [\"F31\"]\ntrains = [\"7+12\"]\n{other}[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"{company}\"\nstep = \"token\"\n"
        );
        let mut table = pa23(&text);
        table.build("G30");
        if table.game.operating().unwrap().step != crate::fb::operating::Step::Dividend {
            table.pass();
        }
        table.place(company)
    };
    let merged = "[company.LdA]\nstate = \"closed\"\n";
    assert_eq!(at("SFM", merged), "F2", "Caserta as it is printed, yellow and empty");
    assert_eq!(at("RM", merged), "F3", "a national has no bonus");
    let fb = "[company.FB]\nplace = \"D3\"\nshares = \"B 40\"\nstations = [\"I30\", \"G30\"]\n";
    assert_eq!(at("SFM", &format!("{merged}{fb}")), "F3", "FB is there");
}

/// Rules: 18FB-3.2.1-07, 18FB-G-32, 18FB-3.4-10
#[test]
fn stock_can_be_sold_after_the_first_turn_with_trains_running() {
    let text = |state: &str| {
        format!(
            "operating_rounds = 2\nphase = \"PH3\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40, B 20\"\nstate = \"{state}\"\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"token\"\n"
        )
    };
    let mut table = pa23(&text("definitive"));
    table.pass().play(settle(Settlement::Pay)).pass().pass();
    assert_eq!((table.round().as_str(), table.seat()), ("Stock Round 2", A));
    assert!(table.offers(&sell(A, "NN", 10)));
    let mut table = pa23(&text("building"));
    table.pass().pass();
    assert_eq!(table.round(), "Stock Round 2");
    assert_eq!(table.refused(sell(A, "NN", 10)), "18FB-3.2.1-07", "interest is no operation");
}

/// Rules: 18FB-4-04, 18FB-4-07, 18FB-3.4-01
#[test]
fn no_card_pays_after_the_end() {
    let mut table = pa23(
        "phase = \"PH3\"\n[card.Falcon]\nholder = { seat = \"A\" }\n[company.NN]\nplace = \"R1\"\nshares = \"A 60, B 40\"\nstate = \"definitive\"\n",
    );
    table.passes(4);
    assert_eq!((table.round().as_str(), table.cash(A)), ("The end", 750));
    assert_eq!(table.game.table.operating_rounds, 0, "no round begins any more");
}

/// Rules: 18FB-4-05, 18FB-1.1-03
#[test]
fn stock_counts_at_its_price_not_at_par() {
    let table = pa23(
        "[seat.A]\ncash = 100\n[company.NN]\nplace = \"K3\"\npar = 100\nshares = \"A 30\"\nstate = \"definitive\"\n",
    );
    assert_eq!(crate::fb::end::worth(&table.game, A).0, 100 + 3 * 150);
}

/// Rules: 18FB-4-01, 18FB-4-02
#[test]
fn a_bank_with_nothing_at_all_is_empty() {
    let text = |cash: i32| {
        format!(
            "phase = \"PH3\"\n[seat.A]\ncash = 4000\n[seat.B]\ncash = 4000\n[seat.C]\ncash = {cash}\n[seat.D]\ncash = 0\n{}",
            corp("NN", "definitive", "A 40, B 20", "stations = [\"X7\"]\n")
        )
    };
    for (cash, broken) in [(3900, true), (3899, false)] {
        let mut table = pa23(&text(cash));
        table.play(sell(A, "NN", 10));
        assert_eq!((table.bank(), table.game.table.bank_broken), (3900 - cash, broken));
    }
}

/// Rules: 18FB-G-72
#[test]
fn twenty_percent_of_a_national_take_its_certificate_from_the_treasury() {
    let mut table = pa23(
        "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 10, B 10, pool 30, RM 50\"\ndirector = \"RM\"\ncaretaker = \"A\"\nstations = [\"X7\"]\n[round.stock]\nseat = \"B\"\n",
    );
    let rm = table.id("RM");
    assert_eq!((table.president("RM"), table.game.table.shares.director(rm)), (Some(A), Holder::Company(rm)));
    table.play(buy_pool(B, "RM", 100));
    assert_eq!((table.president("RM"), table.game.table.shares.director(rm)), (Some(B), Holder::Seat(B)));
    assert_eq!((table.held("RM", B), table.invested("RM", "RM")), (20, 50), "for two single shares");
}

/// Rules: 18FB-2.5.3-08, 18FB-2.7-21, 18FB-G-22
#[test]
fn in_ph4_the_bourbon_token_of_rome_still_holds_its_slot() {
    let open = |phase: &str, others: &[&str]| {
        let there = others.iter().map(|name| {
            format!("[company.{name}]\nplace = \"D3\"\nshares = \"B 20\"\nstations = [\"F39\"]\n")
        });
        let table = pa23(&format!("phase = \"{phase}\"\n{}", there.collect::<String>()));
        table.game.slot_open(table.id("LTF"), table.hex("F39"), 0)
    };
    let three = ["NN", "FC", "FSC"];
    assert!(!open("PH3", &[]) && open("PH4", &three[..2]));
    assert!(!open("PH4", &three) && open("PH5", &three), "the fourth slot is the Bourbon token's until PH5");
}

/// Rules: 18FB-G-26, 18FB-G-87
#[test]
fn whoever_sold_that_stock_is_not_asked_for_riseis() {
    let text = |sold: &str| {
        format!(
            "[card.Riseis]\nholder = {{ seat = \"C\" }}\n{}{}[round.stock]\nseat = \"C\"\n{sold}",
            corp("NN", "definitive", "B 40, C 20", ""),
            corp("FC", "definitive", "B 40, C 20", "")
        )
    };
    let asked = |sold: &str| {
        let mut table = pa23(&text(""));
        table.play(sell(C, sold, 10)).pass();
        table.play(buy(D, "NN", 100));
        table.seat()
    };
    assert_eq!((asked("NN"), asked("FC")), (A, C));
}

/// Rules: 18FB-G-94
#[test]
fn delahante_goes_on_paying_in_full() {
    let mut table = pa23("[card.Delahante]\nholder = { seat = \"A\" }\nused = true\n");
    table.passes(4);
    assert_eq!(table.cash(A), 750 + 2 * 20);
}

/// Rules: 18FB-G-95, 18FB-2.7-13, 18FB-3.2-05
#[test]
fn riseis_is_no_turn_and_passes_before_it_stand() {
    let nn = corp("NN", "definitive", "B 40", "");
    let mut table = pa23(&format!("[card.Riseis]\nholder = {{ seat = \"C\" }}\n{nn}"));
    table.passes(3);
    table.play(buy(D, "NN", 100)).play(buy(C, "NN", 100));
    assert_eq!(table.seat(), D);
    table.pass();
    assert_eq!((table.round().as_str(), table.game.table.priority), ("Operating Round 1.1", A));
}

/// Rules: 18FB-G-110, 18FB-3.3-13
#[test]
fn the_owner_of_falcon_is_asked_for_a_frozen_corp_too() {
    let mut table = pa23(
        "phase = \"PH2\"\n[card.Falcon]\nholder = { seat = \"B\" }\n[card.FB]\nholder = \"pool\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 40, B 20\"\nstate = \"provisional\"\ntrains = [\"3+4\"]\nstations = [\"I30\"]\n[board]\nI30 = \"57 0\"\n[round.operating]\ncompany = \"FB\"\nstep = \"tiles\"\n",
    );
    table.pass();
    assert_eq!((table.standing("FB"), table.seat()), (Standing::Frozen, B));
    table.play(use_card("Falcon"));
    // Half of 50: 30 for the shareholders, 3 for each 10%; and the income of the card in the next round.
    assert_eq!((table.cash(A), table.cash(B)), (750 + 12, 750 + 6 + 15));
}

/// Rules: 18FB-G-23, 18FB-2.7-06
#[test]
fn falcon_comes_too_late_after_the_earnings() {
    let text = |step: &str| {
        format!(
            "phase = \"PH2\"\n[card.Falcon]\nholder = {{ seat = \"A\" }}\n{}[round.operating]\ncompany = \"FB\"\nrevenue = 50\nstep = \"{step}\"\n",
            corp("FB", "provisional", "A 40", "trains = [\"3+4\"]\nstations = [\"I30\"]\n")
        )
    };
    assert!(pa23(&text("token")).offers(&use_card("Falcon")));
    assert_eq!(pa23(&text("dividend")).refused(use_card("Falcon")), "18FB-2.7-06");
}
