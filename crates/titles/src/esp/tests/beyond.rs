//! Rules of 18ESP held just beyond their limits: who pays whom, who is asked, what is refused.

use super::run::south_of_the_pass;
use super::table::*;
use super::takeover::{eve_of_phase_5, phase_5};
use crate::esp::data::SHELF;
use crate::esp::operating::{Step, stops, takeover};
use crate::esp::table::{Goal, HomeToken, Round, Status};
use crate::esp::{Game, end};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::load::Source;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

fn proceed(table: &mut Table) {
    ferrata_engine::decision::proceed(&mut table.game, &mut Events::new()).unwrap();
}

// ---- the table -----------------------------------------------------------------------------------

/// Every token is somewhere, and nobody owns too many trains, though as many as allowed.
/// Rules: 18ESP-1.4-03, 18ESP-4.7-07
#[test]
fn what_a_table_may_look_like() {
    let mut table = book();
    assert_eq!(table.game.breaches(), Vec::<String>::new(), "home tokens wait on the charters");
    table.phase(4);
    table.found("FdSB", A, 100, 100, 0);
    let id = table.id("FdSB");
    let before = table.game.clone();
    while table.game.has_train_room(id) {
        table.train("FdSB", "3+4");
    }
    assert!(table.game != before);
    let many = "FdSB owns too many trains".to_string();
    assert!(!table.game.breaches().contains(&many), "the limit is met");
    // What no position may say.
    let one_more = table.company("FdSB").trains[0];
    table.game.company_mut(id).trains.push(one_more);
    assert!(table.game.breaches().contains(&many));
    // CFLG's home token waits on the charter: with all others there it can have none on the map.
    let (cflg, k5) = (table.id("CFLG"), table.hex("K5"));
    table.game.table.board.place(cflg, k5, 0).unwrap();
    assert!(table.game.breaches().iter().any(|breach| breach.starts_with("CFLG has")));
}

/// Rules: 18ESP-1.4-01
#[test]
fn a_box_with_odd_certificates_is_refused() {
    let setup = super::play::setup("rulebook", "standard", 4);
    let mut parts = book().game.fixed.parts.as_ref().clone();
    assert!(Game::with_parts(parts.clone(), &setup).is_ok());
    parts.companies[0].certificates[0] += 5;
    assert!(Game::with_parts(parts, &setup).is_err(), "a director's certificate is whole shares");
}

/// Rules: 18ESP-1.5.1-01
#[test]
fn a_company_left_in_the_box_is_not_in_this_game() {
    let mut table = book();
    assert_eq!(table.refused(start("SFVA", 100)), "SFVA is not in this game");
}

// ---- §3 ------------------------------------------------------------------------------------------

/// Rules: 18ESP-3.2-02
#[test]
fn a_company_is_started_once() {
    let mut table = book();
    table.play(start("FdSB", 90));
    assert_eq!(table.seat(), B);
    assert_eq!(table.refused(start("FdSB", 90)), "18ESP-3.2-02");
    assert_eq!(table.refused(start("FdSB", 100)), "18ESP-3.2-02");
}

/// B has money for nothing but one share: B is asked.
/// Rules: 18ESP-3-01, 18ESP-3.2-03
#[test]
fn whoever_can_buy_one_share_is_asked() {
    let mut table = book();
    table.launch("CFLG", C, 50, 50);
    table.pool("CFLG", 10);
    table.cash(B, 50);
    table.pass();
    assert_eq!(table.seat(), B);
    table.play(buy(B, "CFLG", Party::Bank, 50));
    // And whoever can buy none is not.
    let mut table = book();
    table.launch("CFLG", C, 50, 50);
    table.cash(B, 49);
    table.pass();
    assert_eq!(table.seat(), C);
}

/// Rules: 18ESP-3.1.1-03, 18ESP-D-35
#[test]
fn online_the_next_after_the_first_player_becomes_director() {
    let mut table = online();
    table.order([A, B, C, D]);
    table.launch("FdSB", A, 100, 100);
    table.give("FdSB", 20, B);
    table.give("FdSB", 20, D);
    table.stock(A);
    table.play(sell(A, "FdSB", 10));
    assert_eq!(table.game.director(table.id("FdSB")), Some(B));
}

/// Rules: 18ESP-3.2.2-03, 18ESP-3.2.2-04, 18ESP-3.2.2-06
#[test]
fn what_a_launch_needs_is_told() {
    let mut table = book();
    let float = |table: &Table, company: &'static str| table.game.float(CompanyName::of(company), Money(100));
    assert_eq!(float(&table, "FdSB").map(|(percent, _)| percent), Some(table.game.phase().launch_percent));
    assert_eq!(float(&table, "AC"), None, "minors are not launched so");
    table.phase(5);
    assert_eq!(float(&table, "FdSB"), Some((table.game.phase().launch_percent, Money(1000))));
    table.launch("FdSB", A, 100, 100);
    assert_eq!(float(&table, "FdSB"), None, "it is launched");
}

/// Rules: 18ESP-3.2.2-06
#[test]
fn who_starts_with_full_capital_has_no_goals_left() {
    let mut table = book();
    table.phase(5);
    table.play(start("FdSB", 90));
    let id = table.id("FdSB");
    while table.company("FdSB").status == Status::Waiting {
        let seat = table.seat();
        let share = buy(seat, "FdSB", Party::Offering, 90);
        table.play(if table.offers(&share) { share } else { Action::Pass });
    }
    assert!(table.game.company(id).full_capital);
    assert!(
        [Goal::Destination, Goal::RedArea, Goal::Third].iter().all(|goal| table.game.company(id).met(*goal))
    );
}

/// Rules: 18ESP-4.7.2-02, 18ESP-4.7.2-03
#[test]
fn only_debt_is_repaid_and_only_with_enough_cash() {
    let repays = |debt: i32, cash: i32| {
        let mut table = book();
        table.debt(A, debt);
        table.cash(A, cash);
        table.launch("CFLG", A, 50, 50);
        table.give("CFLG", 20, A);
        table.game.offers().iter().any(|offer| matches!(offer, Offer::Loan { .. }))
    };
    assert_eq!([repays(0, 1000), repays(100, 149), repays(100, 150)], [false, false, true]);
}

// ---- §4.2 ----------------------------------------------------------------------------------------

/// Track that only points at a tile does not connect it; online it does.
/// Rules: 18ESP-4.2.2-04, 18ESP-D-18
#[test]
fn a_tile_is_not_upgraded_towards_track_that_points_at_it() {
    for (edition, upgraded) in [("rulebook", false), ("online", true)] {
        let mut table = stock_round(edition, "standard", 4);
        table.phase(3);
        table.found("N", A, 100, 100, 500);
        table.put("E23", "9", 2);
        table.track("D22", Color::Yellow, &[2, 4]);
        table.operate("N", Step::Track);
        let on = |offer: &Offer| matches!(offer, Offer::LayTile { hex, .. } if hex.as_str() == "D22");
        assert_eq!(table.game.offers().iter().any(on), upgraded, "{edition}");
    }
}

// ---- §4.3 ----------------------------------------------------------------------------------------

/// Rules: 18ESP-4.3-08
#[test]
fn the_circle_of_mza_is_kept_without_mz_too() {
    let mut table = book();
    table.phase(5);
    table.track("F24", Color::Brown, &[0]);
    table.of("MZ", "status", Status::Gone);
    assert_eq!(table.game.kept_slots(table.hex("F24"), 0, table.id("N")), 2, "for MZA and for MCP");
}

/// Only in a pass the second station is paid to the company of the first.
/// Rules: 18ESP-4.3-03, 18ESP-5.2-06
#[test]
fn a_station_in_a_city_is_paid_to_the_bank() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 500);
    table.launch("FdLR", B, 100, 90);
    table.station("FdLR", "K5", 0);
    table.track("J4", Color::Yellow, &[1, 5]);
    table.track("K5", Color::Green, &[1, 2]);
    table.operate("FdSB", Step::Track);
    let before = table.funds("FdLR");
    table.play(token("FdSB", "K5", 0));
    assert_eq!(table.funds("FdLR"), before);
}

// ---- §4.4 ----------------------------------------------------------------------------------------

/// Rules: 18ESP-4.6-03, 18ESP-4-04
#[test]
fn a_company_that_has_run_a_train_has_run() {
    let mut table = coast("rulebook", 90);
    table.of("FdSB", "ran", false);
    table.run(&["I5 J4 K5"]);
    assert!(table.company("FdSB").ran);
}

/// A combined train that cannot cross is no route: the company is not asked to run.
/// Rules: 18ESP-5.2.1-08, 18ESP-4-04
#[test]
fn with_only_a_combined_train_and_closed_passes_nobody_runs() {
    let mut table = south_of_the_pass("rulebook");
    table.no_trains("N");
    table.combined("N", "4", "1+2");
    table.operate("N", Step::Run);
    proceed(&mut table);
    assert_eq!(table.step(), Step::Run);
    table.no_pass();
    table.operate("N", Step::Run);
    proceed(&mut table);
    assert_ne!(table.step(), Step::Run);
}

/// Of the two towns of F26 Aranjuez is the one whose track leads to Madrid, whichever that is.
/// Rules: 18ESP-2.2.3-04, 18ESP-G-35
#[test]
fn one_of_two_towns_is_aranjuez() {
    for (tile, rotation) in [("L79", 3), ("L113", 0)] {
        let mut table = book();
        table.phase(3);
        table.put("F26", tile, rotation);
        let hex = table.hex("F26");
        let first_route = |at: &u8| stops::marks(&table.game, hex, *at) >= stops::mark::FIRST_ROUTE;
        assert_eq!(
            (table.game.table.board.face(hex).stops.len(), (0..2).filter(first_route).count()),
            (2, 1),
            "{tile}"
        );
    }
}

/// Online nobody must run, and nobody is asked who has no train or no way from a station.
/// Rules: 18ESP-4-04
#[test]
fn online_who_is_asked_to_run() {
    let asked = |train: bool, track: bool| {
        let mut table = online();
        table.phase(3);
        table.found("FdSB", A, 90, 90, 0);
        if track {
            table.track("J4", Color::Yellow, &[1, 5]);
        }
        if train {
            table.train("FdSB", "2+3");
        }
        table.operate("FdSB", Step::Run);
        proceed(&mut table);
        table.step() == Step::Run
    };
    assert_eq!([asked(true, true), asked(true, false), asked(false, true)], [true, false, false]);
}

// ---- §4.6 ----------------------------------------------------------------------------------------

/// Rules: 18ESP-4.6-01, 18ESP-4.6-05, 18ESP-4.6-02
#[test]
fn what_can_be_taken_over_is_told_with_its_price() {
    let price = |table: &Table, company: &str| takeover::price(&table.game, table.id(company));
    let left = |table: &Table, company: &str| takeover::left(&table.game, table.id(company));
    let table = eve_of_phase_5();
    assert_eq!((price(&table, "MS"), price(&table, "AC")), (Some(Money(151)), None), "AC is not launched");
    assert_eq!(price(&table, "CRB"), None, "a major");
    let mut early = eve_of_phase_5();
    early.phase(2);
    assert_eq!(price(&early, "MS"), None, "from phase 3 on");
    assert_eq!((left(&table, "CRB"), left(&table, "FdLR"), left(&table, "N")), (Some(1), None, None));
    early.of("CRB", "full_capital", true);
    assert_eq!(left(&early, "CRB"), None);
}

/// Rules: 18ESP-4.6-01
#[test]
fn nobody_has_to_take_over_anything() {
    let mut table = eve_of_phase_5();
    table.operate("CRB", Step::Takeover);
    table.pass();
    assert_eq!((table.company("MS").status, table.step()), (Status::Launched, Step::Trains));
}

/// The takeover is a goal and unlocks the token that goes on the map.
/// Rules: 18ESP-4.6-08, 18ESP-5.1.3-01, 18ESP-G-19
#[test]
fn the_token_that_a_takeover_unlocks_may_go_on_the_map() {
    let swaps = |met: bool| {
        let mut table = phase_5();
        table.found("N", A, 100, 100, 300);
        table.free_tokens("N", 0);
        if met {
            table.of("N", "goals", [Goal::Third]);
        }
        table.operate("N", Step::Takeover);
        table.play(merge("ZP", "N"));
        table.asked().is_some()
    };
    assert_eq!((swaps(false), swaps(true)), (true, false));
}

/// A minor never launched at home in a double city with a tile: the major chooses the circle.
/// Rules: 18ESP-4.6.1-02, 18ESP-4.3-07
#[test]
fn in_a_double_city_with_a_tile_the_major_chooses_the_circle() {
    let mut table = phase_5();
    table.found("N", A, 100, 100, 300);
    table.track("J20", Color::Yellow, &[]);
    assert_ne!(table.company("ZP").home, HomeToken::Placed);
    table.operate("N", Step::Takeover);
    table.play(merge("ZP", "N"));
    table.play(choose("map"));
    assert_eq!(table.company("N").waiting_at, None);
    assert_eq!(table.told(Action::Pass), "first the token of N is placed in one of the circles");
    assert_eq!(table.told(token("ZPB", "J20", 0)), "the token of N is placed now");
    table.play(token("N", "J20", 0));
    assert!(table.tokens("N").contains(&"J20".to_string()));
}

// ---- §4.7 ----------------------------------------------------------------------------------------

/// Rules: 18ESP-4.7.1-02
#[test]
fn nothing_is_lent_where_nothing_is_missing() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 500);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(loan(0)), "18ESP-4.7.1-02");
}

/// Rules: 18ESP-4.6.1-01, 18ESP-4.7-05
#[test]
fn a_frozen_minor_sells_no_train() {
    let mut table = phase_5();
    table.train("MS", "4");
    table.treasury("CRB", 500);
    table.operate("CRB", Step::Trains);
    assert_eq!(table.company("MS").status, Status::Frozen);
    assert_eq!(table.refused(propose(company_train("4", "MS", 1))), "18ESP-4.7-05");
    assert_eq!(table.refused(company_train("4", "CRB", 1)), "18ESP-4.7-05", "nor does a company to itself");
}

/// Rules: 18ESP-4.7.1-01
#[test]
fn what_a_train_lacks_is_told_at_the_trains() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 50);
    table.cash(A, 100);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.game.need().map(|need| need.amount), Some(Money(200)));
    table.operate("FdSB", Step::Track);
    assert!(table.game.need().is_none());
}

/// The stricter reading is a switch of the data: then no train is bought that could not run.
/// Rules: 18ESP-G-52, 18ESP-4.7-02
#[test]
fn strictly_no_train_of_the_other_gauge_is_bought() {
    let title = SHELF.files.iter().find(|source| source.file == "title.toml").unwrap().text;
    let strict = title.replace("strict_gauge = false", "strict_gauge = true");
    let parts = SHELF.load_from("rulebook", &[Source { file: "title.toml", text: &strict }]).unwrap();
    let mut table = coast("rulebook", 90);
    table.treasury("FdSB", 500);
    table.operate("FdSB", Step::Trains);
    table.game.fixed = Game::with_parts(parts, &super::play::setup("rulebook", "standard", 4)).unwrap().fixed;
    assert_eq!(table.refused(bank_train("3", 200)), "18ESP-4.7-02", "it owns a train that runs");
    table.play(bank_train("2+3", 200));
}

/// Rules: 18ESP-4.7-04
#[test]
fn a_payment_says_what_it_is_for() {
    let mut table = book();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 500);
    table.operate("FdSB", Step::Trains);
    let events = table.play(bank_train("2+3", 200));
    let paid = |event: &Event| matches!(event, Event::Paid { why, .. } if why.to_string() == "2+3-train");
    assert!(events.iter().any(paid), "{events:?}");
}

/// Online trains are combined in a step of its own; without rusted trains it is passed over.
/// Rules: 18ESP-5.2.1-03
#[test]
fn online_nobody_is_asked_to_combine_without_rusted_trains() {
    let mut table = online();
    table.phase(3);
    table.found("FdSB", A, 100, 100, 500);
    table.found("CFLG", B, 100, 90, 500);
    table.train("FdSB", "2+3");
    table.operate("FdSB", Step::Trains);
    table.pass();
    assert!(!matches!(&table.game.table.round, Round::Operating(round) if round.step == Step::Combine));
}

// ---- §7 ------------------------------------------------------------------------------------------

/// Rules: 18ESP-7.1-01
#[test]
fn a_minor_in_operation_is_worth_its_price() {
    let mut table = book();
    table.launch("AC", A, 100, 80);
    assert_eq!(end::worth(&table.game, A), Money(1080));
    table.of("AC", "status", Status::Frozen);
    let frozen = 80 * table.game.fixed.figures.frozen_minor;
    assert_eq!(end::worth(&table.game, A), Money(1000 + frozen));
    assert_eq!(table.percent("AC", Holder::Seat(A)), 100);
    // An open private counts with its face value.
    table.private(1, Holder::Seat(B));
    assert_eq!(end::worth(&table.game, B), Money(1000) + table.game.private(0).price);
}
