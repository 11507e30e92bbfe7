//! What whoever weighs decisions is told of what is to come.

use super::table::*;
use crate::prospects::{Hoped, Prospects};
use ferrata_engine::id::SeatId;

/// What a player gains by hopes of a kind.
fn told(table: &Table, what: Hoped, seat: SeatId) -> f32 {
    let hopes = table.game.foretold(&table.game.outlook()).into_iter();
    hopes.filter(|hope| hope.what == what && hope.seat == seat).map(|hope| hope.worth).sum()
}

fn near(found: f32, expected: f32) {
    assert!((found - expected).abs() < 0.01, "{found}, expected {expected}");
}

fn corp(name: &str, place: &str, shares: &str, more: &str) -> String {
    format!("[company.{name}]\nplace = \"{place}\"\nshares = \"{shares}\"\n{more}")
}

fn closed(names: &[&str]) -> String {
    names.iter().map(|name| format!("[company.{name}]\nstate = \"closed\"\n")).collect()
}

/// PH5, with so many trains left before the one of PH6; nothing is left for RA, and nobody holds regionals.
fn before_ph6(left: u8, more: &str) -> Table {
    let ra = closed(&["LTF", "FS", "SFTF"]);
    let depot = format!("[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n\"6+10\" = {left}\n");
    pa23(&format!("phase = \"PH5\"\n{more}{ra}{depot}[round.stock]\nseat = \"A\"\n"))
}

/// What there is at the formation alone, without dividends of later: those of two companies are the same for a share of either.
fn formation(table: &Table, seat: SeatId) -> f32 {
    told(table, Hoped::Formation, seat)
}

/// Given NN and LdA, both at 100, of which four shares become two, then half of what they are worth is lost; the two earn together, so that as much is
/// paid as before. An odd share brings 50. Rules: 18FB-3.6.1-10, 18FB-3.6.1-12, 18FB-3.6.1-15, 18FB-3.6.1-20
#[test]
fn two_shares_become_one_of_a_national() {
    let two = |c: &str| {
        corp("NN", "F3", &format!("B 40{c}"), "stations = [\"X7\"]\n")
            + &corp("LdA", "F3", "D 40", "stack = 1\nstations = [\"F31\"]\n")
            + &closed(&["FC", "FSC"])
    };
    let table = before_ph6(0, &two(""));
    assert_eq!((table.price("NN"), table.price("LdA")), (100, 100));
    near(formation(&table, B), -200.0);
    near(formation(&table, D), -200.0);
    near(formation(&table, A), 0.0);
    // C has one share: 50 are left of 100, and no dividends in six rounds of 100.
    near(formation(&before_ph6(0, &two(", C 10")), C), -50.0 - 6.0 * 10.0);
}

/// Given a company that is far cheaper than the one with which it merges, then its shares gain, and those of the dearer one lose. Rules:
/// 18FB-3.6.1-10
#[test]
fn the_cheaper_company_gains_by_the_higher_price() {
    let two = corp("NN", "H3", "B 40", "stations = [\"X7\"]\n")
        + &corp("LdA", "B3", "D 40", "stations = [\"F31\"]\n")
        + &closed(&["FC", "FSC"]);
    let table = before_ph6(0, &two);
    let (high, low) = (table.price("NN") as f32, table.price("LdA") as f32);
    let earned = |own: f32| 6.0 * (0.2 * (high + low) - 0.4 * own);
    near(formation(&table, B), 2.0 * high - 4.0 * high + earned(high));
    near(formation(&table, D), 2.0 * high - 4.0 * low + earned(low));
    assert!(formation(&table, D) > formation(&table, B));
}

/// Given a floated company whose only partners have not floated, then it brings in all that the national earns. Rules: 18FB-3.6.1-07,
/// 18FB-3.6.1-04, 18FB-G-70
#[test]
fn an_unfloated_partner_brings_nothing() {
    let one = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n");
    let alone = before_ph6(0, &(one.clone() + &closed(&["FC", "FSC"])));
    near(formation(&alone, B), -200.0 - 6.0 * 20.0);
    // Three floated ones are asked; a fourth takes no part. Each pair is as likely, so NN merges in two of three.
    let three = one
        + &corp("LdA", "F3", "D 40", "stack = 1\nstations = [\"F31\"]\n")
        + &corp("FC", "F3", "C 40", "stack = 2\nstations = [\"F11\"]\n");
    near(formation(&before_ph6(0, &three), B), -200.0 * 2.0 / 3.0);
}

/// Given a company that was started and has not floated, then its two shares at 100, hoped for at 80, become one of the national at 100, which
/// earns what the other does; an odd share of one that nobody started is lost. Rules: 18FB-3.6.1-07, 18FB-3.6.1-15, 18FB-G-81
#[test]
fn shares_that_have_not_floated_are_exchanged_too() {
    let nn = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n");
    let started = corp("FC", "F3", "C 20", "stack = 1\npar = 100\nstate = \"unfloated\"\n");
    let table = before_ph6(0, &(nn.clone() + &started + &closed(&["LdA", "FSC"])));
    near(formation(&table, C), 100.0 - 160.0 + 6.0 * 10.0);
    near(formation(&table, B), -200.0 - 6.0 * 20.0);
    let free = "[company.LdA]\nshares = \"C 10\"\ndirector = \"offering\"\n".to_owned();
    near(formation(&before_ph6(0, &(nn + &free + &closed(&["FC", "FSC"]))), C), 0.0);
}

/// Given companies that are in neither list, or a phase that has begun, or a company without a partner, then nothing is foretold; and less the more
/// trains are left. Rules: 18FB-3.6.2-03, 18FB-3.6-01, 18FB-G-109
#[test]
fn nothing_becomes_of_others_nor_twice() {
    let fb = corp("FB", "F3", "B 40", "stations = [\"I30\"]\n") + &closed(&["FC", "FSC"]);
    near(formation(&before_ph6(0, &fb), B), 0.0);
    let two = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n")
        + &corp("LdA", "F3", "D 40", "stack = 1\nstations = [\"F31\"]\n")
        + &closed(&["FC", "FSC"]);
    let (next, later) = (formation(&before_ph6(0, &two), B), formation(&before_ph6(2, &two), B));
    assert!(next < later && later < 0.0, "{next} {later}");
    let alone = corp("NN", "F3", "B 40", "stations = [\"X7\"]\n") + &closed(&["LdA", "FC", "FSC"]);
    near(formation(&before_ph6(0, &alone), B), 0.0);
    // In PH6 they go on as they are.
    near(formation(&pa23(&format!("phase = \"PH6\"\n{two}[round.stock]\nseat = \"A\"\n")), B), 0.0);
}

/// Given the first PH-5 train next, then political cards and concessions are about to go: what they were hoped to bring is taken back; in PH5
/// there are none. Rules: 18FB-3.5-04, 18FB-3.5-05
#[test]
fn cards_go_with_the_unification() {
    let cards = |left: u8| {
        pa23(&format!(
            "phase = \"PH4\"\n[card.Bayard]\nholder = {{ seat = \"A\" }}\n[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = {left}\n[round.stock]\nseat = \"A\"\n"
        ))
    };
    let table = cards(0);
    let hoped: f32 = table
        .game
        .outlook()
        .hopes
        .iter()
        .filter(|hope| hope.what == Hoped::Power)
        .map(|hope| hope.worth)
        .sum();
    near(hoped, 12.5);
    // And an income of 5 in five rounds.
    near(told(&table, Hoped::Event, A), -12.5 - 25.0);
    near(told(&table, Hoped::Event, B), 0.0);
    let later = told(&cards(2), Hoped::Event, A);
    assert!(later < 0.0 && later > -37.0, "{later}");
    near(told(&before_ph6(0, ""), Hoped::Event, A), 0.0);
}

/// Given a regional whose owner leads a corp with the whole price in its treasury, then what that may pay beyond the nominal value is hoped for;
/// not where it has less, and not of a corp of somebody else. Rules: 18FB-3.6.3-02, 18FB-3.6.3-05
#[test]
fn a_corp_may_pay_more_for_a_regional_than_it_counts() {
    let table = |leader: &str, treasury: u32| {
        pa23(&format!(
            "phase = \"PH6\"\n[company.NN]\nplace = \"F3\"\nshares = \"{leader} 40\"\ntreasury = {treasury}\ntrains = [\"7+12\"]\nstations = [\"X7\"]\n[company.FA]\nshares = \"A 100\"\nstate = \"definitive\"\ntreasury = 70\nmarkers = 3\ntrains = [\"0+4\"]\n[round.stock]\nseat = \"A\"\n"
        ))
    };
    // 70 in its treasury and 30 for its markers beside 130.
    near(told(&table("A", 230), Hoped::Takeover, A), 50.0);
    near(told(&table("A", 229), Hoped::Takeover, A), 0.0);
    near(told(&table("B", 230), Hoped::Takeover, A), 0.0);
}
