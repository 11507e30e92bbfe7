//! 4 Ending the game.

use super::table::*;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::turn::{Title, Turn};

fn standings(table: &Table) -> Vec<(u8, i32)> {
    match table.game.turn() {
        Turn::Over(outcome) => outcome.standings.iter().map(|(seat, worth)| (seat.0, worth.0)).collect(),
        other => panic!("not over: {other:?}"),
    }
}

/// Rules: 18FB-V-39, 18FB-1.1-03, 18FB-1.1-04, 18FB-4-05, 18FB-G-81
#[test]
fn net_worth() {
    let table = pa23(
        "phase = \"PH5\"\n[seat.A]\ncash = 400\n[company.NN]\nplace = \"K3\"\nshares = \"A 50\"\ntreasury = 999\n[company.FG]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = 80\n[company.FB]\nshares = \"A 10\"\ndirector = \"offering\"\n[company.FC]\nplace = \"K3\"\nstate = \"unfloated\"\nshares = \"A 20\"\n",
    );
    assert_eq!(
        crate::fb::end::worth(&table.game, A),
        Money(400 + 750 + 160),
        "stock of unfloated corps counts nothing"
    );
    let table = pa23(
        "[seat.A]\ncash = 400\n[deposit]\nNN = 100\n[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\n[card.Falcon]\nholder = { seat = \"A\" }\n",
    );
    assert_eq!(crate::fb::end::worth(&table.game, A), Money(600), "no cards, concessions or deposits");
}

/// Rules: 18FB-4-04, 18FB-4-07, 18FB-C-07, 18FB-T-30, 18FB-1.1-02, 18FB-1.1-05, 18FB-4-06, 18FB-G-53
#[test]
fn the_highest_value_ends_the_game_at_once() {
    // By a dividend.
    let mut table = pa23(
        "phase = \"PH3\"\n[company.NN]\nplace = \"R1\"\nshares = \"A 40, B 20\"\nstate = \"definitive\"\ntrains = [\"4+6\", \"4+6\", \"4+6\"]\nmarkers = 18\nstations = [\"X7\", \"G30\", \"N21\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"settlement\"\n",
    );
    assert!(table.game.operating().unwrap().revenue.0 >= 280);
    table.play(settle(Settlement::Pay));
    assert_eq!(table.price("NN"), 300);
    let over = standings(&table);
    assert_eq!((over[0].0, over[1].0), (0, 1), "the wealthiest player first");
    assert!(table.game.offers().is_empty());
    // By the rise of a sold-out corp.
    let mut table = pa23(
        "phase = \"PH3\"\n[company.NN]\nplace = \"R1\"\nshares = \"A 60, B 40\"\nstate = \"definitive\"\n",
    );
    table.passes(4);
    assert_eq!(table.round(), "The end");
    // In 2006 the top row stays, so it does not end so.
    let mut table = y2006(
        "phase = \"PH3\"\n[company.NN]\nplace = \"R1\"\nshares = \"A 60, B 40\"\nstate = \"definitive\"\ntrains = [\"4+6\"]\n",
    );
    table.passes(4);
    assert_ne!(table.round(), "The end");
    // By a destination bonus.
    let mut table = pa23(
        "[company.NN]\nplace = \"R1\"\nshares = \"A 40\"\ntreasury = 100\nstations = [\"X7\"]\n[board]\nX5 = \"4 0\"\nX3 = \"57 0\"\n[round.operating]\ncompany = \"NN\"\nstep = \"token\"\n",
    );
    table.build("X3");
    assert_eq!(table.round(), "The end");
}

/// A corp that pays so much that the bank is empty.
fn poor_bank(round: u8) -> String {
    let rich = "[seat.A]\ncash = 4000\n[seat.B]\ncash = 4000\n[seat.C]\ncash = 3900\n[seat.D]\ncash = 50\n";
    format!(
        "phase = \"PH3\"\noperating_rounds = {round}\n{rich}[company.NN]\nplace = \"L3\"\nshares = \"A 60, B 20\"\nstate = \"definitive\"\ntrains = [\"4+6\"]\nmarkers = 6\nstations = [\"X7\", \"G30\"]\n[round.operating]\ncompany = \"NN\"\nstep = \"settlement\"\n"
    )
}

/// Rules: 18FB-4-01, 18FB-4-03, 18FB-T-30
#[test]
fn an_empty_bank_ends_the_game_after_the_set() {
    let mut table = pa23(&poor_bank(1));
    assert_eq!(table.bank(), 50);
    table.play(settle(Settlement::Pay));
    assert!(table.bank() < 0, "all payments are still made");
    assert_eq!(table.cash(A), 4000 + 90);
    assert!(table.game.table.bank_broken);
    table.pass().pass();
    assert_eq!(table.round(), "Operating Round 1.2", "the set is played to its end");
    let mut table = pa23(&poor_bank(2));
    table.play(settle(Settlement::Pay)).pass().pass();
    assert_eq!(table.round(), "The end");
    // Money paid in later does not cancel it.
    let text = poor_bank(2)
        .replace("[seat.A]", "bank_broken = true\n[seat.A]")
        .replace("cash = 4000\n[seat.B]", "cash = 100\n[seat.B]");
    let mut table = pa23(&text);
    assert!(table.bank() > 3000);
    table.play(settle(Settlement::Pay)).pass().pass();
    assert_eq!(table.round(), "The end");
}

/// Rules: 18FB-4-02
#[test]
fn a_bank_broken_in_the_stock_round_gives_a_full_set() {
    let text = "phase = \"PH3\"\n[seat.A]\ncash = 4000\n[seat.B]\ncash = 4000\n[seat.C]\ncash = 3950\n[seat.D]\ncash = 0\n[company.NN]\nplace = \"F3\"\nshares = \"A 40, B 20\"\nstate = \"definitive\"\noperated = true\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n";
    let mut table = pa23(text);
    table.play(sell(A, "NN", 10));
    assert!(table.game.table.bank_broken && table.bank() <= 0);
    table.pass().passes(4);
    assert_eq!(table.round(), "Operating Round 1.1");
    let mut rounds = Vec::new();
    for _ in 0..30 {
        if table.round() == "The end" {
            break;
        }
        rounds.push(table.round());
        let pass = if table.offers(&Action::Pass) { Action::Pass } else { settle(Settlement::Withhold) };
        table.play(pass);
    }
    rounds.dedup();
    assert_eq!(rounds, ["Operating Round 1.1", "Operating Round 1.2"]);
    assert_eq!(table.round(), "The end");
}

/// Rules: 18FB-G-81, 18FB-4-06
#[test]
fn equal_worth_is_a_shared_victory() {
    let mut table = pa23(
        "phase = \"PH3\"\n[company.NN]\nplace = \"R1\"\nshares = \"A 40, B 40\"\nstate = \"definitive\"\n[round.stock]\nseat = \"A\"\n",
    );
    table.play(buy(A, "NN", 280)).play(buy(B, "NN", 280)).passes(4);
    assert_eq!(table.round(), "The end");
    let over = standings(&table);
    assert_eq!(over[0].1, over[1].1, "no tie-break");
}

/// Rules: 18FB-1.1-05, 18FB-4-06, 18FB-G-81
#[test]
fn worth_decides_and_not_cash() {
    let table = pa23(
        "phase = \"PH6\"\n[seat.A]\ncash = 100\n[seat.B]\ncash = 300\n[seat.C]\ncash = 200\n[seat.D]\ncash = 0\n[company.NN]\nplace = \"F3\"\nshares = \"A 40, C 20\"\nstations = [\"X7\"]\n[round.over]\nwhy = \"bank\"\n",
    );
    assert_eq!(standings(&table), [(0, 500), (2, 400), (1, 300), (3, 0)]);
}

/// Rules: 18FB-4-01, 18FB-3.4-01, 18FB-3.4.6-04
#[test]
fn an_empty_bank_goes_on_paying_whatever_is_due() {
    // All earnings to the treasury, and the cards of the next round.
    let card = "[card.Falcon]\nholder = { seat = \"B\" }\n";
    let mut table = pa23(&format!("bank_broken = true\n{}{card}", poor_bank(1)).replace("PH3", "PH4"));
    let treasury = table.treasury("NN");
    table.play(settle(Settlement::Withhold));
    assert_eq!(table.treasury("NN"), treasury + 150);
    table.pass().pass();
    assert_eq!((table.round().as_str(), table.cash(B)), ("Operating Round 1.2", 4000 + 15));
}

/// Rules: 18FB-4-01, 18FB-4-02, 18FB-3.5-08
#[test]
fn a_corp_that_floats_with_an_empty_bank_gets_its_capital() {
    let fc = "bank_broken = true\nphase = \"PH5\"\n[company.FC]\nplace = \"F3\"\nstate = \"unfloated\"\nshares = \"A 40, B 10\"\n[round.stock]\nseat = \"A\"\n";
    let mut table = pa23(fc);
    table.play(buy(A, "FC", 100));
    assert_eq!((table.treasury("FC"), table.pool("FC")), (1000, 40));
}
