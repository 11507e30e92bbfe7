//! Chapters 5.1, 5.2, 6 and 7: goals, passes, phases, the end.

use super::table::*;
use crate::esp::end;
use crate::esp::goals;
use crate::esp::operating::Step;
use crate::esp::phases;
use crate::esp::table::{Finale, Goal, Round, Status};
use ferrata_engine::action::Settlement;
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::{Title, Turn};

/// Rules: 18ESP-5.1.1-01, 18ESP-5.1.1-04, 18ESP-5.1.2-01, 18ESP-5.1.3-01, 18ESP-G-45, 18ESP-G-47, 18ESP-V-18
#[test]
fn goals_of_a_north_major_pay_par_once_twice_thrice() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 90, 90, 0);
    table.train("FdSB", "4+5");
    table.track("I5", Color::Green, &[0, 4]);
    table.track("I7", Color::Yellow, &[3, 4]);
    table.track("K5", Color::Green, &[3, 4]);
    table.track("L4", Color::Yellow, &[1, 5]);
    table.operate("FdSB", Step::Track);
    table.play(lay("J4", "73", 5)); // Santander – Laredo – Bilbao, its destination
    assert_eq!(table.funds("FdSB"), 90);
    assert_eq!((table.company("FdSB").free_tokens, table.company("FdSB").locked_tokens), (2, 2));
    table.play(token("FdSB", "K5", 0)); // the money and the token may be used at once
    assert_eq!(table.funds("FdSB"), 40);
    table.pass();
    table.run(&["I7 I5 J4 K5 L4 M5"]);
    assert_eq!(table.funds("FdSB"), 40 + 20 + 180, "mine, and the second goal");
    assert!(!table.company("FdSB").met(Goal::Third), "a mine without a harbour is no goal");
    table.operate("FdSB", Step::Run);
    table.run(&["I7 I5 J4 K5 K3"]);
    assert_eq!(table.funds("FdSB"), 240 + 20 + 20 + 270, "mine, harbour, and the third goal");
    table.operate("FdSB", Step::Run);
    table.run(&["I7 I5 J4 K5 K3"]);
    assert_eq!(table.funds("FdSB"), 550 + 40, "each goal once");
    assert_eq!(table.company("FdSB").locked_tokens, 0);
}

/// Rules: 18ESP-5.1.1-01, 18ESP-X-09
#[test]
fn a_mine_that_pays_nothing_still_counts_for_the_goal() {
    let mut table = super::privates::north_coast();
    table.phase(7);
    table.no_trains("CFEA");
    table.train("CFEA", "4+5");
    table.operate("CFEA", Step::Run);
    table.run(&["D6 C5 C3 C1"]);
    assert!(table.company("CFEA").met(Goal::Third));
}

/// Rules: 18ESP-5.1.1-02
#[test]
fn goals_of_a_south_major() {
    let mut table = book();
    assert!(table.game.third_is_takeover(table.id("N")));
    assert!(!table.game.third_is_takeover(table.id("FdSB")));
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.station("CRB", "B26", 0);
    table.track("B26", Color::Green, &[1, 5]);
    table.train("CRB", "3");
    table.operate("CRB", Step::Run);
    table.run(&["A27 B26"]);
    assert_eq!(table.funds("CRB"), 100, "a run into a red area");
    let id = table.id("CRB");
    goals::meet(&mut table.game, id, Goal::Third, &mut Vec::new()).unwrap(); // a takeover, see there
    assert_eq!(
        (table.funds("CRB"), table.company("CRB").free_tokens),
        (300, 1 + 1 + 2),
        "it unlocks two tokens"
    );
}

/// Rules: 18ESP-5.1.1-03, 18ESP-G-46
#[test]
fn the_destination_is_reached_from_the_home_through_all_tokens() {
    let mut table = book();
    table.phase(3);
    table.launch("FdSB", A, 90, 90);
    table.launch("FdLR", A, 80, 80);
    table.station("FdSB", "I5", 0);
    table.station("FdLR", "H8", 0);
    table.track("H8", Color::Yellow, &[0, 4]);
    table.track("I7", Color::Yellow, &[1, 3]);
    table.track("I5", Color::Green, &[0, 4]);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.launch("CFLG", B, 100, 70);
    table.station("CFLG", "I5", 0); // Santander is full of others for FdLR
    table.operate("FdLR", Step::Track);
    assert!(table.game.reaches_destination(table.id("FdLR")), "tokens on the way do not matter");
    assert!(!table.company("FdLR").met(Goal::Destination), "not yet its turn");
    let id = table.id("FdLR");
    goals::review_destination(&mut table.game, id, &mut Vec::new()).unwrap();
    assert_eq!(table.funds("FdLR"), 80, "credited in its own turn, without a train");
    // Only from the home.
    table.of("FdLR", "stations", ["K5"]);
    assert!(!table.game.reaches_destination(id));
}

/// Rules: 18ESP-5.1.1-03, 18ESP-4.2.1-10, 18ESP-D-20
#[test]
fn a_way_to_the_destination_leads_through_open_passes_only() {
    for (edition, closed) in [("rulebook", false), ("online", true)] {
        let mut table = stock_round(edition, "standard", 4);
        table.phase(3);
        table.found("FdLR", A, 100, 100, 0);
        // Reinosa – Alar del Rey – Palencia – Burgos – Vitoria – País Vasco 1 – Balmaseda – Bilbao.
        for (hex, sides) in [("H8", [0, 5]), ("H10", [0, 3]), ("E19", [3, 4]), ("F18", [1, 4])] {
            table.track(hex, Color::Yellow, &sides);
        }
        for (hex, sides) in [("G17", [1, 3]), ("J8", [0, 3]), ("J6", [0, 4])] {
            table.track(hex, Color::Yellow, &sides);
        }
        table.open_pass("J10");
        let reaches = |table: &Table| table.game.reaches_destination(table.id("FdLR"));
        assert_eq!(reaches(&table), closed, "{edition}: Alar del Rey is closed");
        table.open_pass("H12");
        assert!(reaches(&table), "{edition}");
    }
}

// ---- passes --------------------------------------------------------------------------------------

pub(super) fn at_the_pass(phase: u8) -> Table {
    let mut table = book();
    table.phase(phase);
    table.found("FdLR", A, 100, 100, 300);
    table.track("H8", Color::Yellow, &[0, 5]);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.operate("FdLR", Step::Track);
    table
}

/// Rules: 18ESP-5.2-01, 18ESP-5.2-02, 18ESP-5.2-03, 18ESP-5.2-04
#[test]
fn who_builds_a_pass_and_for_how_much() {
    let table = book();
    let costs: Vec<_> = table.game.fixed.passes.iter().map(|pass| (pass.cost.0, pass.value.0)).collect();
    assert_eq!(costs, [(100, 50), (60, 30), (80, 40), (80, 40)]);
    let mut table = at_the_pass(2);
    assert_eq!(table.refused(choose("H12")), "18ESP-5.2-01");
    let mut table = at_the_pass(3);
    assert_eq!(table.refused(choose("D12")), "18ESP-5.2-02");
    table.track("I9", Color::Yellow, &[2, 4]);
    table.track("J8", Color::Yellow, &[0, 1]);
    table.play(choose("H12"));
    assert_eq!(table.funds("FdLR"), 240);
    assert_eq!(table.game.operating().unwrap().turn.tiles, 0, "it is no tile action");
    assert_eq!(table.refused(choose("J10")), "18ESP-5.2-04", "one a turn");
    assert_eq!(table.refused(choose("H12")), "18ESP-5.2-04");
    let mut table = at_the_pass(3);
    table.treasury("FdLR", 59);
    assert_eq!(table.refused(choose("H12")), "18ESP-5.2-03");
    // Minors do not build passes.
    let mut table = at_the_pass(3);
    table.launch("MZ", B, 100, 90);
    table.treasury("MZ", 300);
    table.station("MZ", "E21", 0);
    table.track("E21", Color::Yellow, &[3]);
    table.track("E19", Color::Yellow, &[0, 3]);
    table.operate("MZ", Step::Track);
    assert_eq!(table.refused(choose("H12")), "18ESP-5.2-01");
}

/// Rules: 18ESP-5.2-05, 18ESP-5.2-06, 18ESP-5.2-07, 18ESP-V-26
#[test]
fn stations_in_a_pass() {
    let mut table = at_the_pass(3);
    table.play(choose("H12"));
    table.play(token("FdLR", "H12", 0)); // in the same turn
    assert_eq!(table.funds("FdLR"), 190, "the first 50 to the bank");
    assert!(table.game.operating().unwrap().turn.station, "its one station of this turn");
    table.launch("N", B, 100, 90);
    table.treasury("N", 100);
    table.station("N", "E21", 0);
    table.free_tokens("N", 1);
    table.track("E21", Color::Yellow, &[3]);
    table.track("E19", Color::Yellow, &[0, 3]);
    table.operate("N", Step::Track);
    table.play(token("N", "H12", 0));
    assert_eq!(
        (table.funds("N"), table.funds("FdLR")),
        (50, 240),
        "the second 50 to the company of the first"
    );
    table.launch("MZA", C, 100, 80);
    table.treasury("MZA", 100);
    table.station("MZA", "F18", 0);
    table.track("E21", Color::Green, &[3, 4]);
    table.operate("FdLR", Step::Track);
    table.free_tokens("FdLR", 2);
    assert_eq!(table.refused(token("FdLR", "H12", 0)), "18ESP-4.3-05", "one per pass");
}

// ---- phases --------------------------------------------------------------------------------------

/// Rules: 18ESP-6-01, 18ESP-6-03, 18ESP-6-04, 18ESP-6-05, 18ESP-6-06, 18ESP-6-07, 18ESP-6-08
#[test]
fn what_each_phase_allows() {
    let table = book();
    assert_eq!(table.phase_name(), "2", "with the first stock round");
    let phases = table.game.fixed.phases();
    let caps: Vec<_> = phases.iter().map(|phase| phase.private_price_cap).collect();
    assert_eq!(caps, [Some(100), Some(150), Some(200), None, None, None]);
    let mine = &table.game.table.board.face(table.hex("C5")).stops[0];
    let mines: Vec<_> = phases.iter().map(|phase| mine.value.in_band(phase.spec.band).0).collect();
    assert_eq!(mines, [30, 20, 20, 10, 10, 0]);
    let colors: Vec<_> = phases.iter().map(|phase| phase.spec.colors.len()).collect();
    assert_eq!(colors, [1, 2, 2, 3, 3, 4]);
    let from_3: Vec<_> = phases
        .iter()
        .map(|phase| {
            (phase.south_majors, phase.passes, phase.takeovers, phase.trains_between, phase.combining)
        })
        .collect();
    assert_eq!(from_3[0], (false, false, false, false, false));
    assert_eq!(from_3[1], (true, true, true, true, false));
    assert!(from_3[2..].iter().all(|flags| *flags == (true, true, true, true, true)));
    let launch: Vec<_> = phases.iter().map(|phase| phase.launch_percent).collect();
    assert_eq!(launch, [40, 40, 40, 60, 60, 60]);
}

/// Rules: 18ESP-6-05, 18ESP-6-07, 18ESP-6-08, 18ESP-6-09
#[test]
fn which_trains_rust_when() {
    let mut table = book();
    table.launch("CFLG", B, 100, 90);
    for train in ["1+2", "2+3", "3+4", "4+5"] {
        table.train("CFLG", train);
    }
    let buy = |table: &mut Table, kind: u8| {
        phases::train_left_bank(&mut table.game, TrainKind(kind), &mut Vec::new()).unwrap();
        table.trains("CFLG")
    };
    assert_eq!(buy(&mut table, 1).len(), 4, "3s make nothing rust");
    assert_eq!(buy(&mut table, 2), ["2+3", "3+4", "4+5"]);
    assert_eq!(buy(&mut table, 3).len(), 3);
    assert_eq!(buy(&mut table, 4), ["3+4", "4+5"]);
    assert_eq!(buy(&mut table, 5), ["4+5"]);
    assert_eq!(table.phase_name(), "7");
    assert_eq!(table.funds("CFLG"), 0, "no compensation");
}

// ---- the end -------------------------------------------------------------------------------------

pub(super) fn late(number: u8) -> Table {
    let mut table = book();
    table.phase(7);
    table.say(&["last_trains_sold"], 1);
    table.found("FdSB", A, 100, 151, 2000);
    table.train("FdSB", "4+5");
    table.operate("FdSB", Step::Trains);
    table.operating_round("number", number);
    table
}

/// Rules: 18ESP-7-01, 18ESP-7-02, 18ESP-7-03, 18ESP-G-50
#[test]
fn the_second_8_triggers_the_end() {
    let mut table = late(1);
    table.play(bank_train("6+8", 800));
    if table.step_now() == Some(Step::Trains) {
        table.pass();
    }
    assert!(
        matches!(table.game.table.round, Round::Stock(_)),
        "this round was completed, the others are dropped"
    );
    assert_eq!(table.game.table.finale, Finale::Last, "the last stock round");
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.game.operating().unwrap().of, 3, "exactly three");
    for number in 1..=3 {
        assert_eq!(table.game.operating().unwrap().number, number);
        table.pass(); // track
        if table.step_now() == Some(Step::Trains) {
            table.pass();
        }
    }
    assert!(matches!(table.game.turn(), Turn::Over(_)));
}

/// Rules: 18ESP-7-01, 18ESP-7-02, 18ESP-G-49
#[test]
fn an_exported_8_triggers_the_end_too() {
    let mut table = late(3);
    table.treasury("FdSB", 0);
    table.pass();
    assert!(matches!(table.game.table.round, Round::Stock(_)));
    assert_eq!(table.game.table.finale, Finale::Last, "the last stock round follows at once");
    let mut table = late(3);
    table.play(bank_train("6+8", 800));
    if table.step_now() == Some(Step::Trains) {
        table.pass();
    }
    assert_eq!(table.game.table.last_trains_sold, 3, "bought in the last round: the export has no effect");
    assert_eq!(table.game.table.finale, Finale::Last);
}

/// Rules: 18ESP-7-04, 18ESP-V-27, 18ESP-G-24
#[test]
fn the_last_round_triples_the_north() {
    let mut table = late(1);
    table.track("I5", Color::Brown, &[0, 2, 4]);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Gray, &[2, 4]);
    table.operate("FdSB", Step::Run);
    let (plain, _) = table.earns(&[(0, "I5 J4 K5")]).unwrap();
    table.last_round();
    let (tripled, _) = table.earns(&[(0, "I5 J4 K5")]).unwrap();
    assert_eq!(tripled, 3 * plain);
    table.run(&["I5 J4 K5"]);
    table.turn("revenue", 600);
    table.play(settle(Settlement::Pay));
    assert_eq!((table.has(A), table.at("FdSB")), (1120, 196), "60 per share; 151, 165, 180, 196");
    // Kept: one step left. The South operates normally.
    let mut table = late(1);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.operate("FdSB", Step::Run);
    table.last_round();
    table.run(&["I5 J4"]);
    table.play(settle(Settlement::Withhold));
    assert_eq!(table.at("FdSB"), 138);
    let mut table = late(1);
    table.launch("CRB", A, 100, 100);
    table.station("CRB", "B26", 0);
    table.track("B26", Color::Green, &[1, 5]);
    table.train("CRB", "5");
    table.operate("CRB", Step::Run);
    table.last_round();
    assert_eq!(table.earns(&[(0, "A27 B26")]), Ok((90, 0)));
    // Mine and harbour money is paid once.
    let mut table = super::privates::north_coast();
    table.phase(5);
    table.no_trains("CFEA");
    table.train("CFEA", "4+5");
    table.operate("CFEA", Step::Run);
    table.last_round();
    assert_eq!(table.earns(&[(0, "D6 C5 C3 C1")]), Ok((120, 30)));
}

/// Rules: 18ESP-7.1-01, 18ESP-V-28
#[test]
fn the_final_accounting() {
    let mut table = book();
    table.cash(A, 500);
    table.launch("FdSB", A, 100, 400);
    table.give("FdSB", 30, A);
    table.launch("MS", A, 100, 151);
    table.of("MS", "status", Status::Frozen);
    table.treasury("MS", 500);
    table.debt(A, 101);
    assert_eq!(end::worth(&table.game, A), Money(500 + 2000 + 302 - 152));
}

/// Rules: 18ESP-7.1-02, 18ESP-G-48
#[test]
fn ties_are_broken_by_the_best_north_company_and_then_by_card() {
    let mut table = book();
    table.order([D, C, B, A]);
    table.launch("CFLG", A, 100, 204);
    table.launch("FdLR", B, 100, 100);
    table.cash(A, 592);
    table.cash(B, 800);
    table.cash(C, 0);
    table.cash(D, 0);
    assert_eq!(end::worth(&table.game, A), end::worth(&table.game, B));
    let order: Vec<_> = end::standings(&table.game).into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(order, [A, B, D, C], "A holds more of CFLG; D has a lower card than C");
}

/// Rules: 18ESP-7-01
#[test]
fn the_first_8_triggers_nothing() {
    let mut table = late(1);
    table.say(&["last_trains_sold"], 0);
    table.play(bank_train("6+8", 800));
    assert_eq!(table.game.table.finale, Finale::Not);
}

/// Shares of a company that is not launched yet have their price.
/// Rules: 18ESP-7.1-01
#[test]
fn a_started_company_is_worth_its_price() {
    let mut table = book();
    table.play(start("FdSB", 90));
    assert_eq!(end::worth(&table.game, A), Money(1000));
}

/// Shares break a tie, not certificates; and those of the best North company, whatever South majors stand at.
/// Rules: 18ESP-7.1-02
#[test]
fn a_tie_is_broken_by_shares_of_the_north() {
    let standings = |table: &Table| -> Vec<_> {
        end::standings(&table.game).into_iter().map(|(seat, _)| seat).take(2).collect()
    };
    // A has one certificate of 20%, B one of 10% and a lower card.
    let mut table = book();
    table.order([B, A, C, D]);
    table.launch("CFLG", A, 100, 100);
    table.give("CFLG", 10, B);
    table.cash(A, 900);
    assert_eq!(end::worth(&table.game, A), end::worth(&table.game, B));
    assert_eq!(standings(&table), [A, B]);
    // MZA stands higher, but it is of the South.
    table.phase(3);
    table.launch("MZA", B, 100, 204);
    table.cash(B, 1000 - 408);
    assert_eq!(end::worth(&table.game, A), end::worth(&table.game, B));
    assert_eq!(standings(&table), [A, B]);
}

impl Table {
    fn step_now(&self) -> Option<Step> {
        self.game.operating().map(|or| or.step)
    }
}
