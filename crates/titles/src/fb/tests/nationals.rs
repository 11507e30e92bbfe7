//! 3.6 RM and RA where their formation meets other rules.

use super::table::*;
use crate::fb::states::Standing;
use crate::fb::stock::sell::has_operated;
use ferrata_engine::action::{Action, Party};

const PH6: &str = "[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = 0\n";

fn corp(name: &str, place: &str, shares: &str, more: &str) -> String {
    format!("[company.{name}]\nplace = \"{place}\"\nshares = \"{shares}\"\n{more}")
}

fn closed(names: &[&str]) -> String {
    names.iter().map(|name| format!("[company.{name}]\nstate = \"closed\"\n")).collect()
}

/// FB buys the first PH-6 train; nothing is left for RA.
fn formed(more: &str) -> Table {
    let fb = corp("FB", "S5", "A 40", "treasury = 700\nstations = [\"I30\"]\n");
    let ra = closed(&["LTF", "FS", "SFTF"]);
    let turn = "[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n";
    let mut table = pa23(&format!("phase = \"PH5\"\n{more}{ra}{fb}{PH6}{turn}"));
    table.play(train("7+12", 680));
    table
}

/// Rules: 18FB-3.2.1-07, 18FB-G-32
#[test]
fn stock_of_a_national_is_not_sold_before_its_first_turn() {
    let two = corp("NN", "F3", "B 40", "operated = true\nstations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40", "operated = true\nstations = [\"F31\"]\n")
        + &closed(&["FC", "FSC"]);
    let mut table = formed(&two);
    assert!(table.game.floated(table.id("RM")) && !has_operated(&table.game, table.id("RM")));
    table.pass().pass();
    assert_eq!(table.acting().as_deref(), Some("RM"));
    table.pass().pass();
    assert!(has_operated(&table.game, table.id("RM")), "its trains have run");
}

/// Rules: 18FB-3.6.1-15, 18FB-G-73, 18FB-3.6.1-12
#[test]
fn the_odd_share_is_one_of_the_floated_company_if_there_is_any() {
    // C has two of NN and the free share of LdA, which nobody started: one new share, and half of 100 for the odd one.
    let two = corp("NN", "F3", "B 40, C 20", "stations = [\"X7\"]\n")
        + "[company.LdA]\nshares = \"C 10\"\ndirector = \"offering\"\n"
        + &closed(&["FC", "FSC"]);
    let table = formed(&two);
    assert_eq!(table.standing("LdA"), Standing::Closed);
    assert_eq!((table.held("RM", C), table.cash(C)), (10, 750 + 50));
}

/// Rules: 18FB-3.6.1-20, 18FB-G-100
#[test]
fn a_national_keeps_the_stock_of_others_that_its_companies_had() {
    let two = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40", "stations = [\"F31\"]\n")
        + &corp("FST", "D3", "C 40, NN 10", "stations = [\"F23\"]\n")
        + &closed(&["FC", "FSC"]);
    let table = formed(&two);
    assert_eq!((table.invested("FST", "RM"), table.pool("FST")), (10, 0));
}

/// Rules: 18FB-3.6.1-10, 18FB-2.2.5-12
#[test]
fn the_token_of_a_national_goes_under_all_others_in_its_space() {
    let two = corp("LdA", "H3", "B 40", "stack = 0\nstations = [\"F31\"]\n")
        + &corp("FST", "H3", "C 40", "stack = 1\nstations = [\"F23\"]\n")
        + &corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + &closed(&["FC", "FSC"]);
    let table = formed(&two);
    let field = table.game.field(table.id("RM")).unwrap();
    assert_eq!(table.game.table.chart.stack(field), [table.id("FST"), table.id("RM")]);
}

/// Rules: 18FB-3.6.1-03, 18FB-G-71
#[test]
fn among_equal_prices_the_one_further_right_is_asked_first() {
    // 100 three times; NN comes first in the roster.
    let three = corp("NN", "E2", "A 40", "stations = [\"X7\"]\n")
        + &corp("LdA", "F3", "B 40", "stations = [\"F31\"]\n")
        + &corp("FC", "G4", "C 40", "stations = [\"F11\"]\n")
        + &closed(&["FSC"]);
    let mut table = formed(&three);
    assert_eq!(table.seat(), C, "FC stands furthest right");
    table.play(choose("merge"));
    assert_eq!(table.seat(), B);
    table.play(choose("merge"));
    assert_eq!(table.standing("NN"), Standing::Definitive);
}

/// Rules: 18FB-3.6.3-01, 18FB-G-76
#[test]
fn a_national_acquires_regionals_even_while_it_leases() {
    let text = |leased: u8| {
        format!(
            "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 230\ntrains = [\"7+12\"]\nleased = {leased}\nstations = [\"X7\", \"G30\"]\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = 70\nmarkers = 3\ntrains = [\"0+4\"]\n[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"RM\"\nstep = \"tiles\"\n"
        )
    };
    let take: Action = regional(Party::Company(company("RM")), "FA", Party::Seat(A), 230);
    for leased in [0, 1] {
        let mut table = pa23(&text(leased));
        table.play(take.clone());
        assert_eq!((table.treasury("RM"), table.markers("RM"), table.company("RM").leased), (70, 3, leased));
    }
}

/// Rules: 18FB-3.6.1-22, 18FB-G-116, 18FB-G-74
#[test]
fn home_tokens_not_laid_yet_become_tokens_of_the_national_too() {
    // NN has not laid its home token, LdA was never started.
    let two = corp("NN", "F3", "B 40", "") + &closed(&["FC", "FSC"]);
    let table = formed(&two);
    assert_eq!(table.standing("LdA"), Standing::Closed);
    assert_eq!(table.tokens("RM"), ["F31", "X7"], "Napoli South and Capua");
    assert_eq!((table.company("RM").leased, table.markers("RM")), (1, 0));
    // One of them stands there already, or the place is the same: one token.
    let two = corp("NN", "F3", "B 40", "stations = [\"X7\", \"F31\"]\n") + &closed(&["FC", "FSC"]);
    assert_eq!(formed(&two).tokens("RM"), ["F31", "X7"]);
}

/// Rules: 18FB-3.6.1-04, 18FB-3.6.1-07, 18FB-G-70
#[test]
fn an_unfloated_fourth_company_takes_no_part_in_pa23() {
    let three = corp("LdA", "H3", "B 40", "stations = [\"F31\"]\n")
        + &corp("NN", "G3", "C 40", "stations = [\"X7\"]\n")
        + &corp("FC", "F3", "D 40", "stations = [\"F11\"]\n");
    let mut table = formed(&three);
    table.play(choose("refuse"));
    assert_eq!(table.game.table.pending.len(), 0, "the next two merge, FSC does not");
    assert_eq!((table.standing("NN"), table.standing("FC")), (Standing::Closed, Standing::Closed));
    // With two floated ones it is the third.
    let two = corp("LdA", "H3", "B 40", "stations = [\"F31\"]\n")
        + &corp("NN", "G3", "C 40", "stations = [\"X7\"]\n")
        + &closed(&["FC"]);
    let mut table = formed(&two);
    table.play(choose("merge")).play(choose("refuse"));
    assert_eq!((table.standing("LdA"), table.standing("FSC")), (Standing::Closed, Standing::Closed));
    assert_eq!(table.standing("NN"), Standing::Definitive);
}

/// Rules: 18FB-G-78, 18FB-2.2.5-08, 18FB-3.4.9-01
#[test]
fn nationals_rise_and_trade_like_other_corps() {
    let rm = corp("RM", "F3", "A 60, B 40", "trains = [\"7+12\"]\nstations = [\"X7\"]\n");
    let mut table = pa23(&format!("phase = \"PH6\"\n{rm}"));
    table.passes(4);
    assert_eq!(table.place("RM"), "F2", "sold out");
    let rm = corp("RM", "F3", "A 40, RM 30", "operated = true\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n");
    let turn = "[round.operating]\ncompany = \"RM\"\nstep = \"finance\"\n";
    let mut table = pa23(&format!("phase = \"PH6\"\n{rm}{turn}"));
    table.play(corp_sells("RM", "RM", 30));
    assert_eq!((table.pool("RM"), table.treasury("RM")), (30, 300), "so its stock comes to the pool");
}

/// Rules: 18FB-3.6.3-01, 18FB-3.6.3-02, 18FB-G-79, 18FB-3.5.2-17
#[test]
fn a_regional_of_ones_own_is_paid_for_what_its_trains_serve() {
    let text = "phase = \"PH6\"\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 300\ntrains = [\"6+10\"]\nstations = [\"X7\", \"G30\"]\n[company.FA]\nshares = \"B 100\"\nstate = \"definitive\"\ntreasury = 10\nmarkers = 6\ntrains = [\"0+4\"]\n[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"NN\"\nstep = \"tiles\"\n";
    let mut table = pa23(text);
    // 10 in its treasury, 40 for four of its six markers, 130.
    table.play(regional(Party::Company(company("NN")), "FA", Party::Seat(B), 180));
    assert_eq!((table.cash(B), table.treasury("NN"), table.markers("NN")), (750 + 180, 300 - 180 + 10, 6));
}

/// Rules: 18FB-G-80, 18FB-3.6.3-01, 18FB-3.4.8-05
#[test]
fn an_acquired_train_is_the_one_that_a_corp_must_own() {
    let text = "phase = \"PH6\"\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 230\nstations = [\"X7\", \"G30\"]\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = 70\nmarkers = 3\ntrains = [\"0+4\"]\n[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let mut table = pa23(text);
    assert!(!table.offers(&Action::Pass), "NN has no train and cannot pay one");
    table.play(regional(Party::Company(company("NN")), "FA", Party::Seat(A), 230)).pass();
    assert_eq!((table.trains("NN"), table.cash(B)), (vec!["2+2R".to_owned()], 750));
}

/// Rules: 18FB-G-100, 18FB-3.6.1-16, 18FB-3.6.1-17, 18FB-G-73
#[test]
fn stock_of_each_other_and_of_investors_is_exchanged() {
    // NN has a share of LdA: the odd one goes to the pool, where another lies; FST has one of each.
    let two = corp("NN", "F3", "B 40, FST 10", "stations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40, NN 10, FST 10, pool 10", "stations = [\"F31\"]\n")
        + &corp("FST", "D3", "C 40", "stations = [\"F23\"]\n")
        + &closed(&["FC", "FSC"]);
    let table = formed(&two);
    assert_eq!((table.pool("RM"), table.invested("RM", "FST"), table.held("RM", B)), (10, 10, 40));
    assert_eq!((table.invested("RM", "RM"), table.treasury("FST")), (40, 0));
}

/// Rules: 18FB-3.6.1-15
#[test]
fn half_the_price_of_an_odd_share_is_not_rounded() {
    let two = corp("NN", "E3", "B 40, C 10", "stations = [\"X7\"]\n")
        + &corp("LdA", "D3", "B 40", "stations = [\"F31\"]\n")
        + &closed(&["FC", "FSC"]);
    let table = formed(&two);
    assert_eq!((table.price("RM"), table.cash(C)), (90, 750 + 45));
}

/// Rules: 18FB-G-72
#[test]
fn whoever_has_most_of_a_national_runs_it_without_its_certificate() {
    let rm = corp(
        "RM",
        "F3",
        "A 10, B 10, RM 80",
        "director = \"RM\"\ncaretaker = \"B\"\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n",
    );
    let table = pa23(&format!("phase = \"PH6\"\n{rm}[round.operating]\n"));
    assert_eq!((table.acting().as_deref(), table.seat()), (Some("RM"), B));
}

/// Rules: 18FB-3.6.3-14, 18FB-2.5.3-13
#[test]
fn in_2006_an_acquirer_gets_no_second_token_in_napoli() {
    let text = "phase = \"PH6\"\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 160\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n[company.SEPSA]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"X9\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let mut table = y2006(text);
    table.play(regional(Party::Company(company("NN")), "SEPSA", Party::Seat(A), 160));
    assert_eq!((table.tokens("NN"), table.tokens("SEPSA").len()), (vec!["X7".to_owned()], 0));
}

/// Rules: 18FB-3.6.3-11, 18FB-3.4.2-20
#[test]
fn in_2006_an_acquirer_without_tokens_leaves_the_slot_free() {
    let text = "phase = \"PH6\"\n[company.LdA]\nstate = \"closed\"\nstations = []\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 100\ntrains = [\"7+12\"]\nstations = [\"X7\", \"G30\", \"L27\", \"M14\", \"K44\"]\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"F31\"]\n[board]\nF31 = \"57 2\"\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n";
    let mut table = y2006(text);
    assert_eq!(table.game.tokens_left(table.id("NN")), 0);
    table.play(regional(Party::Company(company("NN")), "FA", Party::Seat(A), 100));
    assert_eq!((table.tokens("NN").len(), table.game.table.board.free_slots(table.hex("F31"), 0)), (5, 1));
}

/// Rules: 18FB-3.6.1-22, 18FB-G-74, 18FB-2.5.3-13, 18FB-2.5.3-16
#[test]
fn two_tokens_in_napoli_become_one_of_the_national_in_2006() {
    let two = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + &corp("LdA", "E3", "B 40", "stations = [\"F31\", \"X9\"]\n")
        + &closed(&["FC", "FSC", "LTF", "FS", "SFTF"]).replace("closed\"\n", "closed\"\nstations = []\n");
    let fb = corp("FB", "S5", "A 40", "treasury = 700\nstations = [\"I30\"]\n");
    let turn = "[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n";
    for (edition, tokens) in [("PA23", 3), ("2006", 2)] {
        let mut table = read(edition, &[], &format!("phase = \"PH5\"\n{two}{fb}{PH6}{turn}"));
        table.play(train("7+12", 680));
        assert_eq!(table.tokens("RM").len(), tokens, "{edition}: {:?}", table.tokens("RM"));
    }
}

/// Rules: 18FB-3.6.1-23, 18FB-G-72, 18FB-G-75
#[test]
fn a_national_that_nobody_leads_yet_leases_its_train() {
    let table = formed(&closed(&["FC", "FSC"]));
    assert!(table.game.floated(table.id("RM")));
    assert_eq!((table.president("RM"), table.company("RM").leased, table.price("RM")), (None, 1, 100));
}

/// Rules: 18FB-3.6.1-25, 18FB-3.6.1-27, 18FB-G-76
#[test]
fn a_lease_is_paid_in_the_turn_of_another_corp_too() {
    let rm = corp(
        "RM",
        "F3",
        "A 40",
        "operated = true\ntreasury = 300\ntrains = [\"5+8\", \"7+12\"]\nleased = 1\nstations = [\"X7\"]\n",
    );
    let fb = corp("FB", "D3", "A 40", "treasury = 900\ntrains = [\"6+10\"]\nstations = [\"I30\"]\n");
    let turn = "[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n";
    let mut table = pa23(&format!("phase = \"PH6\"\n{rm}{fb}{turn}"));
    table.play(train_of("RM", "5+8", 380));
    assert_eq!(
        (table.treasury("RM"), table.company("RM").leased, table.acting().as_deref()),
        (0, 0, Some("FB"))
    );
}

/// Rules: 18FB-G-72, 18FB-3.4.11-04
#[test]
fn after_a_bankruptcy_another_stands_in_for_the_president_of_a_national() {
    let rm = corp(
        "RM",
        "F3",
        "A 10, B 10, RM 80",
        "director = \"RM\"\ncaretaker = \"A\"\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n",
    );
    let fb = corp("FB", "F3", "A 20, C 20", "director = \"A\"\nstations = [\"I30\"]\n");
    let turn = "[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n";
    let mut table = pa23(&format!("phase = \"PH6\"\n[seat.A]\ncash = 0\n{rm}{fb}{turn}"));
    table.play(choose("bankrupt"));
    assert_eq!((table.president("RM"), table.president("FB"), table.pool("RM")), (Some(B), Some(C), 10));
}

/// Rules: 18FB-3.5.1-11, 18FB-3.5.2-28, 18FB-G-74
#[test]
fn a_waiting_token_takes_the_slot_of_a_merged_company_at_once() {
    // FdC waits in Reggio, whose slot is kept for FC.
    let two = corp("FC", "F3", "B 40", "stations = [\"F11\"]\n")
        + &corp("FSC", "E3", "B 40", "stations = [\"F23\"]\n")
        + &closed(&["NN", "LdA", "LTF", "FS", "SFTF"]).replace("closed\"\n", "closed\"\nstations = []\n");
    let fdc = "[company.FdC]\nshares = \"D 100\"\nstate = \"definitive\"\nwaits = true\n";
    let fb = corp("FB", "S5", "A 40", "treasury = 700\nstations = [\"I30\"]\n");
    let turn = "[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n";
    let mut table = y2006(&format!("phase = \"PH5\"\n{two}{fdc}{fb}{PH6}{turn}"));
    assert!(table.tokens("FdC").is_empty());
    table.play(train("7+12", 680));
    assert_eq!((table.tokens("FdC"), table.company("FdC").waits), (vec!["A2".to_owned()], false));
}

/// Rules: 18FB-G-76, 18FB-3.6.1-33
#[test]
fn a_train_that_is_paid_may_be_sold_beside_a_leased_one() {
    let rm = |trains: &str| {
        let rm = corp("RM", "F3", "A 40", &format!("trains = [{trains}]\nleased = 1\nstations = [\"X7\"]\n"));
        let fb = corp("FB", "D3", "A 40", "treasury = 900\ntrains = [\"6+10\"]\nstations = [\"I30\"]\n");
        let turn = "[round.operating]\ncompany = \"FB\"\nstep = \"trains\"\n";
        pa23(&format!("phase = \"PH6\"\n{rm}{fb}{turn}")).offers(&train_of("RM", "7+12", 680))
    };
    assert!(rm("\"7+12\", \"7+12\"") && !rm("\"7+12\""));
}

/// Rules: 18FB-3.6.3-04, 18FB-G-79
#[test]
fn a_town_between_does_not_part_acquirer_and_regional() {
    let text = "phase = \"PH6\"\n[company.FST]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 130\ntrains = [\"7+12\"]\nstations = [\"F23\", \"X3\"]\n[company.SFSM]\nshares = \"A 100\"\nstate = \"definitive\"\n[board]\nX3 = \"57 0\"\nX5 = \"4 0\"\n[round.operating]\ncompany = \"FST\"\nstep = \"trains\"\n";
    let take = regional(Party::Company(company("FST")), "SFSM", Party::Seat(A), 130);
    assert!(pa23(text).offers(&take), "Portici between Torre Annunziata and Napoli");
    assert!(!pa23(&text.replace("X5 = \"4 0\"\n", "")).offers(&take));
}

/// Rules: 18FB-G-72
#[test]
fn as_many_shares_as_the_stand_in_has_are_not_enough() {
    let rm = corp(
        "RM",
        "F3",
        "A 10, pool 30, RM 60",
        "director = \"RM\"\ncaretaker = \"A\"\nstations = [\"X7\"]\n",
    );
    let mut table = pa23(&format!("phase = \"PH6\"\npriority = \"B\"\n{rm}[round.stock]\nseat = \"B\"\n"));
    table.play(buy_pool(B, "RM", 100));
    assert_eq!((table.held("RM", B), table.president("RM")), (10, Some(A)));
}

/// Rules: 18FB-3.5.2-15, 18FB-3.6.3-12, 18FB-3.6.3-14
#[test]
fn the_slot_of_an_acquired_regional_opens_the_way_of_another() {
    // Napoli North is full: SFSM does not pass it on its way to Nola. NN, in the south, acquires SEPSA.
    let full = ["FC", "FSC"].map(|name| {
        let home = if name == "FC" { "F11" } else { "F23" };
        format!("[company.{name}]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"{home}\", \"X9\"]\n")
    });
    let text = format!(
        "phase = \"PH6\"\n{}[company.FP]\nstations = [\"N21\"]\n[company.NN]\nplace = \"F3\"\nshares = \"B 40\"\ntreasury = 160\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n[company.SEPSA]\nshares = \"A 100\"\nstate = \"definitive\"\nstations = [\"X9\"]\n[company.SFSM]\nshares = \"D 100\"\nstate = \"definitive\"\nstations = [\"X7\"]\n[board]\nX7 = \"18FB-704Ns 3\"\nX9 = \"18FB-704Nn 3\"\nX11 = \"3 5\"\nY10 = \"9 2\"\nZ9 = \"9 2\"\nG28 = \"18FB-900 2\"\n[round.operating]\ncompany = \"NN\"\nstep = \"trains\"\n",
        full.concat()
    );
    let mut table = y2006(&text);
    assert_eq!(table.cash(D), 750);
    table.play(regional(Party::Company(company("NN")), "SEPSA", Party::Seat(A), 160));
    assert_eq!(table.game.table.board.free_slots(table.hex("X9"), 0), 1);
    assert_eq!(table.cash(D), 800, "the bonus of SFSM is paid at once");
}

/// Rules: 18FB-3.5.2-15, 18FB-3.6.3-12
#[test]
fn nobody_gets_the_bonuses_of_an_acquired_regional() {
    // Capua to Napoli North would be FA's second destination.
    let text = "phase = \"PH6\"\n[company.LdA]\nplace = \"D3\"\nshares = \"C 40\"\ntreasury = 130\nstations = [\"F31\"]\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\n[round.operating]\ncompany = \"LdA\"\n";
    let mut table = pa23(text);
    table.play(regional(Party::Company(company("LdA")), "FA", Party::Seat(A), 130)).play(lay("Y10", "8", 1));
    assert_eq!((table.cash(A), table.cash(C), table.treasury("LdA")), (880, 750, 0));
}
