//! Slips that players found in another implementation: a test for each, by its number in the list of traps. Those
//! with a rule of their own are shown beside that rule too.

use super::table::*;
use crate::esp::state::{Question, Step};
use ferrata_engine::action::{Party, Settlement};
use ferrata_engine::id::TrainKind;
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;

fn coast(edition: &str) -> Table {
    let mut table = stock_round(edition, "standard", 4);
    table.phase(3);
    table.launch("FdSB", A, 90, 100);
    table.treasury("FdSB", 200);
    table.station("FdSB", "I5", 0);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.train("FdSB", "2+3");
    table.operate("FdSB", Step::Run);
    table
}

/// Trap 1.
#[test]
fn paying_out_survives_any_revenue() {
    for revenue in [0, 10, 70, 990, 3450] {
        let mut table = coast("rulebook");
        table.run(&["I5 J4"]);
        table.esp.or_mut().unwrap().turn.revenue = Money(revenue);
        if revenue == 0 {
            table.esp.proceed(&mut Vec::new()).unwrap();
        } else {
            table.play(settle(Settlement::Pay));
            assert_eq!(table.has(A), 1000 + revenue / 5);
        }
        assert_eq!(table.step(), Step::Trains);
    }
}

/// Traps 2 and 18.
#[test]
fn interest_rounds_up_and_set_up_draws_are_unbiased() {
    let mut table = book();
    table.esp.s.seats[0].debt = Money(7);
    assert_eq!(table.esp.owed(A), Money(11));
    // Every company can be drawn: chance is an entry, not a seed.
    for at in 0..4 {
        let mut table = fresh("rulebook", "standard", 4);
        table.draw(&[0, 1, 2, 3]);
        table.draw(&[at]);
        assert!(table.esp.s.beside[1].is_some());
    }
    let counts: Vec<_> = ["3", "7", "8", "9", "611"]
        .map(|tile| {
            let table = online();
            let id = table
                .esp
                .game
                .parts
                .tile(ferrata_engine::name::TileName(ferrata_engine::name::Name::cut(tile)));
            table.esp.s.board.left(id.unwrap()).unwrap()
        })
        .to_vec();
    assert_eq!(counts, [3, 3, 12, 12, 8]);
}

/// Traps 4 and 14.
#[test]
fn madrid_keeps_each_company_in_its_own_circle() {
    let mut table = book();
    table.phase(3);
    table.launch("MZA", A, 100, 100);
    let (mza, hex) = (table.id("MZA"), table.hex("F24"));
    table.esp.put_home(mza, hex, 2, &mut Vec::new()).unwrap();
    table.track("F24", Color::Green, &[0]);
    let token = table.esp.s.board.tokens_at(hex)[0];
    assert_eq!(token.stop, 2, "not in the circle of MCP");
    let state = |name: &str| table.company(name).home_stop;
    assert_eq!((state("MCP"), state("N")), (Some(0), Some(1)));
}

/// Trap 5.
#[test]
fn a_northern_company_in_the_south_buys_both_kinds_of_train() {
    let mut table = coast("rulebook");
    table.open_pass("H12");
    table.station("FdSB", "H12", 0);
    table.station("FdSB", "E21", 0);
    table.edit("FdSB").trains.clear();
    table.treasury("FdSB", 900);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3", 200));
    table.play(bank_train("2+3", 200));
}

/// Traps 7 and 12.
#[test]
fn one_train_of_any_kind_ends_the_duty_online() {
    let mut table = coast("online");
    table.edit("FdSB").trains.clear();
    table.treasury("FdSB", 450);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3", 200)); // it cannot run at all
    table.pass();
}

/// Traps 10 and 16.
#[test]
fn a_takeover_unlocks_no_token_online() {
    let mut table = online();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 300);
    table.launch("MS", A, 100, 100);
    table.station("MS", "C27", 0);
    table.edit("CRB").free_tokens = 0;
    let locked = table.company("CRB").locked_tokens;
    table.operate("CRB", Step::Takeover);
    table.play(merge("MS", "CRB"));
    assert!(table.asked().is_none(), "trap 23: no token is left, so there is nothing to ask");
    assert_eq!((table.company("CRB").free_tokens, table.company("CRB").locked_tokens), (0, locked));
}

/// Trap 11.
#[test]
fn a_takeover_without_the_cash_says_so() {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 50);
    table.launch("MS", A, 100, 100);
    table.operate("CRB", Step::Takeover);
    let why = table.esp.merge(table.id("CRB"), &merge("MS", "CRB"), None, &mut Vec::new()).unwrap_err();
    assert_eq!(why.because, "it costs 100, and only 50 is there");
}

/// Traps 13 and 21.
#[test]
fn no_second_token_in_one_hex_and_no_slot_left_behind() {
    let mut table = book();
    table.phase(3);
    table.launch("CRB", A, 100, 100);
    table.treasury("CRB", 300);
    table.launch("MZA", B, 100, 100);
    table.station("MZA", "F24", 2);
    table.launch("MZ", A, 100, 90);
    let (mz, hex) = (table.id("MZ"), table.hex("F24"));
    table.esp.put_home(mz, hex, 2, &mut Vec::new()).unwrap();
    table.operate("CRB", Step::Takeover);
    table.play(merge("MZ", "CRB"));
    let here: Vec<_> = table.esp.s.board.tokens_at(hex).iter().map(|token| token.company).collect();
    assert_eq!(here, [table.id("MZA")]);
    assert_eq!(table.esp.s.board.slots(hex, 2), 1);
}

/// Traps 15 and 20.
#[test]
fn tenders_are_never_lost() {
    let mut table = online();
    table.launch("FdSB", A, 90, 90);
    table.treasury("FdSB", 400);
    table.station("FdSB", "I5", 0);
    table.private(5, Holder::Seat(A));
    table.operate("FdSB", Step::Track);
    table.play(card("FdSB", "Tender", Party::Seat(A), 80));
    table.play(card("FdSB", "P5", Party::Seat(A), 1));
    let bank = table.esp.s.tenders.bank;
    assert_eq!(bank, 5, "four unsold and the one that comes with the private: it has one already");
    assert_eq!(table.esp.s.tenders.private, 0, "a closed private sells none");
}

/// Traps 17 and 19.
#[test]
fn the_permanent_train_is_never_given_up() {
    let mut table = book();
    table.phase(5);
    table.launch("MCP", A, 100, 100);
    table.station("MCP", "F24", 0);
    for train in ["2P", "4", "4", "5", "5"] {
        table.train("MCP", train);
    }
    table.esp.s.asked.push(Question::Discard { company: table.id("MCP") });
    assert!(!table.offers(&discard("MCP", "2P")));
    assert_eq!(table.refused(discard("MCP", "2P")), "18ESP-2.2.3-03");
    table.play(discard("MCP", "4"));
}

/// Traps 22 and 24.
#[test]
fn every_lay_counts_for_the_destination_and_its_token_is_free_at_once() {
    let mut table = book();
    table.phase(3);
    table.launch("CFLG", A, 90, 100);
    table.treasury("CFLG", 200);
    table.station("CFLG", "E3", 0);
    table.track("E3", Color::Yellow, &[0]);
    table.track("E5", Color::Yellow, &[0, 3]);
    let cflg = table.owner("CFLG");
    table.private(1, cflg);
    table.operate("CFLG", Step::Track);
    table.play(lay_by("P1", "E7", "L100", 0)); // Langreo, by the power of private 1
    assert_eq!((table.funds("CFLG"), table.company("CFLG").free_tokens), (290, 2));
}

/// Trap 25.
#[test]
fn the_last_trains_never_run_out() {
    let mut table = book();
    table.phase(7);
    for _ in 0..40 {
        assert!(table.esp.s.depot.take(TrainKind(5)));
    }
    assert_eq!(table.esp.s.depot.top(), Some(TrainKind(5)));
}

/// Trap 26.
#[test]
fn only_the_last_round_of_the_last_cycle_is_multiplied() {
    for edition in ["rulebook", "online"] {
        let mut table = coast(edition);
        table.phase(7);
        table.operate("FdSB", Step::Run);
        let (plain, _) = table.earns(&[(0, "I5 J4")]).unwrap();
        table.esp.s.finale = crate::esp::state::Finale::Last;
        assert_eq!(table.earns(&[(0, "I5 J4")]), Ok((plain, 0)), "the first of three");
        table.last_round();
        assert!(table.earns(&[(0, "I5 J4")]).unwrap().0 > plain);
    }
}
