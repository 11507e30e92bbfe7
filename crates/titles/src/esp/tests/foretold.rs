//! §4.6, §4.7.2: what takeovers and loans to come bring and cost, as programs are told it.

use super::table::*;
use super::takeover::merida;
use crate::prospects::{Hoped, Prospects};

/// What each player is told of one kind.
fn told(table: &Table, what: Hoped) -> [f32; 4] {
    let outlook = table.game.outlook();
    let mut sums = [0.0; 4];
    for hope in table.game.foretold(&outlook).iter().filter(|hope| hope.what == what) {
        sums[hope.seat.index()] += hope.worth;
    }
    sums
}

fn takeovers(table: &Table) -> [f32; 4] {
    told(table, Hoped::Takeover)
}

/// MS, which B owns at 151, and CRB of A at 132, which could take it over; the next train begins phase 5.
fn eve() -> Table {
    let mut table = merida();
    table.phase(4);
    ["2", "3", "4"].iter().for_each(|train| table.say(&["depot", train], 0));
    table
}

/// The first 5-train is sold.
fn frozen() -> Table {
    let mut table = merida();
    table.phase(5);
    table.of("MS", "status", "frozen");
    table
}

/// Given a minor that will be frozen soon, then its owner is told that it will count double, and that another player's major may take it
/// over for its price and a share instead, which is as likely as not; if none is left that may, only the one, and of a minor that never ran
/// there is no share. Rules: 18ESP-4.6.1-01, 18ESP-4.6.1-05, 18ESP-4.6.1-06, 18ESP-4.6.1-07, 18ESP-7.1-01
#[test]
fn a_minor_counts_double_once_it_is_frozen() {
    assert_eq!(takeovers(&eve()), [0.0, 151.0 + (132.0 - 151.0) / 2.0, 0.0, 0.0]);
    let mut table = eve();
    table.of("CRB", "takeovers", 1);
    assert_eq!(takeovers(&table), [0.0, 151.0, 0.0, 0.0], "18ESP-4.6-02");
    let mut table = eve();
    table.of("MS", "ran", false);
    table.no_trains("MS");
    assert_eq!(takeovers(&table), [0.0, 151.0 - 151.0 / 2.0, 0.0, 0.0]);
    // Farther away it is less likely.
    let early = takeovers(&merida())[1];
    assert!((60.0..141.0).contains(&early), "{early}");
}

/// Given a frozen minor, which counts double already, then its owner is told what they may lose or gain by a takeover that nobody asks
/// them about; nothing where the major was launched too late. Rules: 18ESP-4.6.1-05, 18ESP-4.6.1-06, 18ESP-4.6.1-07, 18ESP-4.6.1-09
#[test]
fn a_frozen_minor_may_be_taken_over_without_asking() {
    assert_eq!(takeovers(&frozen())[1], (132.0 - 151.0) / 2.0);
    let mut dear = frozen();
    dear.price("CRB", 204);
    assert_eq!(takeovers(&dear)[1], (204.0 - 151.0) / 2.0);
    let mut idle = frozen();
    idle.of("MS", "ran", false);
    assert_eq!(takeovers(&idle)[1], -151.0 / 2.0, "the share goes on sale");
    let mut late = frozen();
    late.of("CRB", "full_capital", true);
    assert_eq!(takeovers(&late), [0.0; 4]);
}

/// Given a player with a minor and a South major, then they are told the better of a takeover, for its price and a share, and of its
/// freezing; not before South majors may take over anybody. Rules: 18ESP-4.6-01, 18ESP-4.6-04, 18ESP-4.6-05, 18ESP-4.6-06
#[test]
fn an_owner_may_take_their_own_minor_over() {
    let own = |price: i32, phase: u8, trains: &[&str]| {
        let mut table = merida();
        table.phase(phase);
        table.launch("AC", A, 100, 100);
        table.of("MS", "status", "gone");
        table.price("CRB", price);
        table.no_trains("CRB");
        table.treasury("CRB", 50);
        trains.iter().for_each(|train| table.say(&["depot", train], 0));
        takeovers(&table)[0]
    };
    let sold = ["2", "3", "4"];
    assert_eq!(own(310, 4, &sold), 100.0, "frozen now, it counts double");
    // With some rounds to go the share is certain, and counting double is not.
    assert!(own(310, 3, &[]) > own(80, 3, &[]), "a share of 310");
    assert_eq!(own(310, 3, &[]), 310.0, "at once");
    let far = own(310, 3, &["2", "3"]);
    assert!((100.0..=310.0).contains(&far));
}

/// Given a minor with money and trains that lasts, then all owners of the major that may take it over are told of what that will be beside
/// its price; not of trains above the limit, nor of what it cannot pay, nor where somebody else would have to agree.
/// Rules: 18ESP-4.6-04, 18ESP-4.6-07, 18ESP-4.6.1-05, 18ESP-4.4.1-05, 18ESP-G-18
#[test]
fn a_major_gets_what_the_minor_has() {
    let rich = |change: &dyn Fn(&mut Table)| {
        let mut table = frozen();
        table.treasury("MS", 301);
        table.give("CRB", 30, C);
        change(&mut table);
        let hopes = takeovers(&table);
        (hopes[0], hopes[2])
    };
    // 301, and 100 for the 3-train, less 151: half of 0.7 of it, by shares of 20% and 30%.
    let (a, c) = rich(&|_| {});
    assert!((a - 0.35 * 250.0 * 0.2).abs() < 0.01 && (c - 0.35 * 250.0 * 0.3).abs() < 0.01, "{a} {c}");
    let (full, _) = rich(&|table| (0..3).for_each(|_| table.train("CRB", "4")));
    assert!((full - 0.35 * 150.0 * 0.2).abs() < 0.01, "{full}");
    assert_eq!(rich(&|table| table.treasury("CRB", 150)), (0.0, 0.0), "151 must be paid first");
    let launched = |table: &mut Table| {
        table.phase(4);
        table.of("MS", "status", "launched");
    };
    assert_eq!(rich(&launched), (0.0, 0.0), "B would have to agree");
}

/// Given a company without a train that it could pay, when its director's money and shares do not suffice, then they are told of the
/// interest on what they will have to borrow. Rules: 18ESP-4.7.1-02, 18ESP-4.7.1-03, 18ESP-4.7.2-03
#[test]
fn a_loan_costs_interest() {
    let lent = |cash: i32, treasury: i32, train: bool| {
        let mut table = book();
        table.phase(5);
        ["2", "3", "4"].iter().for_each(|train| table.say(&["depot", train], 0));
        table.found("CRB", A, 100, 100, treasury);
        table.cash(A, cash);
        if train {
            table.train("CRB", "5");
        }
        told(&table, Hoped::Trains)[0]
    };
    // A 5-train for 500, of which the company has 100 and A 120 and two shares of 100, of which 80 could be had.
    assert_eq!(lent(120, 100, false), -0.5 * (400.0 - 120.0 - 80.0));
    assert_eq!(lent(320, 100, false), 0.0, "just enough");
    assert_eq!(lent(120, 100, true), 0.0, "it has one");
}
