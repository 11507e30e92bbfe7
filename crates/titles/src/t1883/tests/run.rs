//! 6.6, 6.7: routes, runs and what becomes of them; 6.8.5 gravity trains.

use super::desk::{Desk, at, issue, run, with};
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::turn::Title;

fn turn(company: &str, phase: &str, step: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\n[coop]\npresident = \"Ada\"\n\
         {rest}\n[round.operating]\nstage = \"turns\"\ncompany = \"{company}\"\nacted = [\"{company}\"]\nstep = \"{step}\"\n"
    )
}

fn revenue(desk: &Desk) -> i32 {
    desk.game.company_turn().revenue.0
}

/// Rules: 1883-V-07, 1883-6.7-10, 1883-6.7-11, 1883-T-04
#[test]
fn withheld_runs_go_left_and_paid_ones_right_if_they_reach_the_price() {
    let table = |company: &str, place: &str, price: i32, earned: i32| {
        at(&(turn(
            company,
            "1",
            "dividend",
            &format!(
                "[company.{company}]\nprice = {price}\nplace = \"{place}\"\nshares = \"Ada 20\"\nstations = []\n"
            ),
        ) + &format!("turn = {{ revenue = {earned} }}\n")))
    };
    let mut desk = table("FMMSF", "D1", 85, 100);
    desk.withhold();
    assert_eq!((desk.price("FMMSF"), desk.treasury("FMMSF")), (80, 100));
    let mut desk = table("SAFRE", "B2", 70, 70);
    desk.pay_out();
    assert_eq!(desk.price("SAFRE"), 75);
    let mut desk = table("SV", "B3", 65, 60);
    desk.pay_out();
    assert_eq!(desk.price("SV"), 65);
}

/// Rules: 1883-V-09, 1883-6.7-12, 1883-T-03
#[test]
fn dividends_go_to_players_and_those_of_the_pool_to_the_treasury() {
    let text = turn(
        "SV",
        "1",
        "dividend",
        "[company.SV]\nprice = 150\nplace = \"L3\"\nshares = \"Ada 40, Ben 20, Cleo 10, pool 20\"\nstations = []\n",
    ) + "turn = { revenue = 130 }\n";
    let mut desk = at(&text);
    desk.pay_out();
    assert_eq!(["Ada", "Ben", "Cleo"].map(|who| desk.cash(who)), [602, 576, 563]);
    assert_eq!((desk.treasury("SV"), desk.price("SV")), (26, 150));
    let mut desk = at(&text);
    desk.withhold();
    assert_eq!(desk.treasury("SV"), 130);
    assert!(!at(&text).may(Action::Settle { how: Settlement::Half }));
}

/// Rules: 1883-6.7-13, 1883-6.7-14, 1883-R-17
#[test]
fn nothing_earned_goes_left_and_at_the_end_of_a_row_down() {
    let table = |place: &str, price: i32| {
        at(&turn(
            "SV",
            "1",
            "run",
            &format!(
                "[company.SV]\nprice = {price}\nplace = \"{place}\"\nshares = \"Ada 20\"\nstations = []\n"
            ),
        ))
    };
    assert_eq!(table("B3", 65).price("SV"), 60);
    assert_eq!(table("A3", 60).price("SV"), 55, "down from the first column");
    let right = |place: &str, price: i32| {
        let text = turn(
            "SV",
            "1",
            "dividend",
            &format!(
                "[company.SV]\nprice = {price}\nplace = \"{place}\"\nshares = \"Ada 20\"\nstations = []\n"
            ),
        );
        let mut desk = at(&(text + "turn = { revenue = 900 }\n"));
        desk.pay_out();
        desk.price("SV")
    };
    assert_eq!(
        (right("N3", 180), right("R1", 300)),
        (200, 300),
        "up from the last column; at the end of the top row it stays"
    );
}

/// Guastalla and Boretto joined, Suzzara beyond.
const WEST: &str = "[board]\n26 = \"57 1\"\n13 = \"57 1\"\n";

/// Rules: 1883-6.7-01, 1883-6.7-02, 1883-6.7-04, 1883-6.7-06
#[test]
fn a_train_counts_as_many_stops_as_its_class() {
    let text = |train: &str| {
        turn(
            "SV",
            "2",
            "run",
            &format!(
                "[company.CCFR]\ntrains = []\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"{train}\"]\n{WEST}"
            ),
        )
    };
    let whole: &[(u8, &[&str])] = &[(0, &["13 s0-4", "26 1-s0", "26 s0-4", "37 1-s0"])];
    let desk = at(&text("2"));
    assert_eq!(desk.refused(run(whole)), "1883-6.7-02");
    let mut desk = at(&text("3"));
    desk.play(run(whole));
    assert_eq!(revenue(&desk), 60);
    let mut desk = at(&text("3"));
    desk.run_best();
    assert_eq!(revenue(&desk), 60);
    let desk = at(&text("3"));
    assert_eq!(desk.refused(run(&[(0, &["26 s0-4", "37 1-s0", "37 s0-1", "26 4-s0"])])), "1883-6.7-04");
    assert_eq!(desk.refused(run(&[(0, &["13 s0-1"])])), "1883-6.7-01");
}

/// Rules: 1883-V-08, 1883-V-10, 1883-6.7-05
#[test]
fn trains_meet_in_cities_but_share_no_track() {
    let text = turn(
        "SV",
        "2",
        "run",
        &format!(
            "[company.CCFR]\ntrains = []\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"2\", \"3\"]\n{WEST}"
        ),
    );
    let west: &[&str] = &["26 s0-1", "13 4-s0"];
    let east: &[&str] = &["26 s0-4", "37 1-s0"];
    let mut desk = at(&text);
    assert_eq!(
        desk.refused(run(&[(0, west), (1, &["13 s0-4", "26 1-s0", "26 s0-4", "37 1-s0"])])),
        "1883-6.7-05"
    );
    desk.play(run(&[(0, west), (1, east)]));
    assert_eq!(revenue(&desk), 80);
}

fn fsf(train: &str, rest: &str) -> String {
    turn(
        "FSF",
        "2",
        "run",
        &format!(
            "[company.CCFR]\ntrains = []\n[company.FSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\ntrains = [\"{train}\"]\n{rest}"
        ),
    )
}

/// Rules: 1883-V-14, 1883-6.6-01, 1883-6.6-02, 1883-6.6-03, 1883-6.6-10, 1883-T-09, 1883-6.7-03
#[test]
fn with_the_state_railway_a_t_location_counts_twice() {
    let direct: &[(u8, &[&str])] = &[(0, &["37 s0-f4", "MAN f4-s0"])];
    assert_eq!(at(&fsf("2", WEST)).refused(run(direct)), "1883-6.7-02");
    let mut desk = at(&fsf("3", ""));
    desk.play(run(direct));
    assert_eq!(revenue(&desk), 50, "20 and 30");
    let sv = |train: &str| {
        at(&turn(
            "SV",
            "2",
            "run",
            &format!(
                "[company.CCFR]\ntrains = []\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"{train}\"]\n{WEST}"
            ),
        ))
    };
    let longer: &[(u8, &[&str])] = &[(0, &["26 s0-4", "37 1-s0", "37 s0-f4", "MAN f4-s0"])];
    assert_eq!(sv("3").refused(run(longer)), "1883-6.7-02");
    let mut desk = sv("4");
    desk.play(run(longer));
    assert_eq!(revenue(&desk), 70);
}

/// Rules: 1883-V-15, 1883-6.6-05, 1883-6.6-04
#[test]
fn a_full_t_city_is_closed_to_others() {
    let text = |stations: &str| {
        turn(
            "SV",
            "4",
            "run",
            &format!(
                "[company.CCFR]\ntrains = []\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"4\"]\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [{stations}]\n{WEST}"
            ),
        )
    };
    let route: &[(u8, &[&str])] = &[(0, &["26 s0-4", "37 1-s0", "37 s0-f4", "MAN f4-s0"])];
    assert!(at(&text("\"88\"")).may(run(route)));
    assert_eq!(at(&text("\"37\"")).refused(run(route)), "1883-6.6-05");
}

/// Rules: 1883-6.6-06, 1883-6.6-07, 1883-6.6-08
#[test]
fn one_box_with_the_state_railway_and_one_train_for_each_line() {
    let two = turn("FSF", "6", "run", "[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[company.FSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\ntrains = [\"5\", \"6\"]\n")
        .replace("[coop]\n", "[coop]\ncapitalised = true\n");
    let desk = at(&two);
    let south: &[&str] = &["37 s0-f4", "MAN f4-s0"];
    assert_eq!(desk.refused(run(&[(0, south), (1, south)])), "1883-6.7-05");
    assert!(desk.may(run(&[(0, south), (1, &["72 s0-f5", "VER f5-s0"])])));
    let joined = two.clone() + "[board]\n46 = \"6 5\"\n61 = \"4 2\"\n";
    let desk = at(&joined);
    let both: &[&str] = &[
        "MAN s0-f4",
        "37 f4-s0",
        "37 s0-4",
        "46 1-s0",
        "46 s0-5",
        "61 2-s0",
        "61 s0-5",
        "72 2-s0",
        "72 s0-f5",
        "VER f5-s0",
    ];
    assert!(!desk.may(run(&[(1, both)])), "two boxes");
}

/// Rules: 1883-3.2-09, 1883-3.2-10, 1883-3.2-17
#[test]
fn anchors_are_worth_money_to_every_train() {
    let anchored = |phase: &str| {
        turn("SV", phase, "run", &format!("[company.CCFR]\ntrains = []\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"3\", \"3\"]\n{WEST}"))
            .replacen("stock_rounds", "anchors = [{ hex = \"26\", of = \"SV\" }, { hex = \"13\", of = \"SV\" }]\nstock_rounds", 1)
    };
    let mut desk = at(&anchored("2"));
    desk.play(run(&[(0, &["26 s0-1", "13 4-s0"]), (1, &["26 s0-4", "37 1-s0"])]));
    assert_eq!(revenue(&desk), 40 + 40 + 40 + 20);
    let mut desk = at(&anchored("4"));
    desk.play(run(&[(0, &["26 s0-1", "13 4-s0"])]));
    assert_eq!(revenue(&desk), 40 + 20);
}

/// Casalecchio in the plain, Sasso in the hills.
const SOUTH: &str = "[board]\n88 = \"57 0\"\n90 = \"57 0\"\n";

fn fbv(trains: &str, rest: &str) -> String {
    turn(
        "FBV",
        "2",
        "run",
        &format!(
            "[company.CCFR]\ntrains = []\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"88\"]\ntrains = [{trains}]\n{rest}"
        ),
    )
}

/// Rules: 1883-V-12, 1883-6.8-11, 1883-6.8-13, 1883-6.8-14, 1883-6.8-15, 1883-6.8-16, 1883-6.7-15, 1883-T-10
#[test]
fn gravity_trains_run_downhill_and_roll_a_die() {
    let down: &[&str] = &["88 s0-0", "90 3-s0"];
    let runs = run(&[(0, down), (1, down)]);
    let after = |roll: u16| {
        let mut desk = at(&fbv("\"2\", \"2G\"", SOUTH));
        desk.play(runs.clone());
        assert_eq!(desk.asked(), "chance");
        desk.draw(&[roll]);
        (revenue(&desk), desk.trains("FBV").join(" "), desk.depot("2G").1)
    };
    assert_eq!(after(7), (60, "2 2G".to_owned(), 0), "half of 40");
    assert_eq!(after(9), (40, "2 2G".to_owned(), 0));
    assert_eq!(after(10), (40, "2".to_owned(), 1), "it is lost and for sale again");
    let desk = at(&fbv("\"2\", \"2\", \"2G\", \"2G\"", SOUTH));
    assert_eq!(desk.refused(run(&[(2, down), (3, down)])), "1883-6.7-05", "two 2G share no track");
    let flat = at(&fbv("\"2\", \"2G\"", "[board]\n88 = \"57 2\"\n78 = \"58 5\"\n"));
    assert_eq!(flat.refused(run(&[(1, &["88 s0-2", "78 5-s0"])])), "1883-6.8-11", "plain to plain");
    let alone = at(&fbv("\"2G\"", "[board]\n88 = \"57 2\"\n78 = \"58 5\"\n"));
    let runs = |desk: &super::desk::Desk| {
        desk.offers(|offer| matches!(offer, ferrata_engine::offer::Offer::Run { .. }))
    };
    assert_eq!((runs(&alone), runs(&flat)), (0, 1), "a 2G alone has nothing to run there");
}

/// Rules: 1883-R-19
#[test]
fn from_mountain_to_plain_is_downhill_too_unless_the_switch_says_no() {
    let text = turn(
        "SAFRE",
        "2",
        "run",
        "[company.CCFR]\ntrains = []\n[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"58\"]\ntrains = [\"2\", \"2G\"]\n[board]\n58 = \"57 0\"\n57 = \"9 0\"\n56 = \"4 0\"\n",
    );
    let down: &[(u8, &[&str])] = &[(1, &["58 s0-3", "57 0-3", "56 0-s0"])];
    assert!(at(&text).may(run(down)));
    assert_eq!(with(&["slopes"], &text).refused(run(down)), "1883-R-19");
}

/// Rules: 1883-6.7-08
#[test]
fn brown_sassuolo_is_worth_more_at_the_end_of_a_run() {
    use crate::t1883::operating::consist;
    let desk = at(&fbv("\"2\"", "[board]\n32 = \"1883-SA2 0\"\n"));
    let hex = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of("32")).unwrap();
    let (passing, ending) = consist::with_all(&desk.game, desk.company("FBV"), |rules| {
        let stop = (rules.stop)(hex, 0);
        (stop.pays.revenue.0, stop.ends.revenue.0)
    });
    assert_eq!((passing, passing + ending), (40, 60));
}

/// Rules: 1883-V-13, 1883-6.9-01, 1883-6.9-02, 1883-T-01
#[test]
fn own_shares_bring_the_price_after_the_drop() {
    let table = |company: &str, place: &str, price: i32| {
        at(&turn(
            company,
            "1",
            "issue",
            &format!(
                "[company.{company}]\nprice = {price}\nplace = \"{place}\"\nshares = \"Ada 20, pool 20\"\nstations = []\n"
            ),
        ))
    };
    let mut desk = table("SAFRE", "D1", 85);
    desk.play(issue("SAFRE", 30));
    assert_eq!((desk.price("SAFRE"), desk.treasury("SAFRE"), desk.held("SAFRE", "pool")), (70, 210, 50));
    let mut desk = table("FMMSF", "E1", 90);
    desk.play(issue("FMMSF", 10));
    assert_eq!((desk.price("FMMSF"), desk.treasury("FMMSF")), (85, 85));
    let mut desk = table("SV", "I5", 90);
    assert_eq!(desk.refused(issue("SV", 40)), "1883-6.9-01", "the pool takes 50%");
    assert_eq!(desk.refused(issue("SV", 0)), "1883-6.9-01", "nothing is no sale");
    assert!([10, 20, 30].into_iter().all(|percent| desk.may(issue("SV", percent))));
    desk.play(issue("SV", 30));
    assert_eq!((desk.price("SV"), desk.treasury("SV")), (90, 270));
}

/// Rules: 1883-R-33
#[test]
fn the_co_operative_issues_nothing() {
    let desk = at(&turn("CCFR", "1", "track", ""));
    let mut desk = desk;
    while desk.acting() == "CCFR" {
        assert!(!desk.game.offered(&issue("CCFR", 10)));
        if revenue(&desk) > 0 {
            desk.pay_out();
        } else if desk.game.offered(&Action::Pass) {
            desk.pass();
        } else {
            desk.run_best();
        }
    }
}

/// Rules: 1883-6.9-01, 1883-6.9-02
#[test]
fn own_shares_are_sold_once_in_a_turn() {
    let rest = "[company.SAFRE]\nprice = 85\nplace = \"D1\"\nshares = \"Ada 20\"\nstations = []\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n";
    let mut desk = at(&turn("SAFRE", "1", "issue", rest)
        .replace("acted = [\"SAFRE\"]", "acted = [\"SAFRE\"]\norder = [\"SV\"]"));
    desk.play(issue("SAFRE", 10));
    assert_eq!((desk.acting().as_str(), desk.treasury("SAFRE")), ("SV", 80), "the next one would bring less");
}

/// Rules: 1883-6.8-15
#[test]
fn every_gravity_train_has_its_own_die() {
    let rolled = |rolls: &[u16]| {
        let dice =
            "pending = [{ gravity_dice = { company = \"FBV\", base = 40, runs = [20, 30] } }]\nstock_rounds";
        let mut desk = at(&fbv("\"2\", \"2\", \"2G\", \"2G\"", SOUTH).replacen("stock_rounds", dice, 1));
        desk.draw(rolls);
        (revenue(&desk), desk.trains("FBV").join(" "))
    };
    assert_eq!(rolled(&[8, 3]), (70, "2 2 2G 2G".to_owned()), "the second one earns 30");
    assert_eq!(rolled(&[2, 10]), (60, "2 2 2G".to_owned()), "the second one is lost");
}

/// Rules: 1883-6.8-12
#[test]
fn no_gravity_train_runs_down_into_a_box() {
    let text = "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = [\"2\", \"2G\"]\ntokens = 1\nstations = [\"16\", \"9\", \"2\"]\n[board]\n2 = \"57 0\"\n1 = \"9 0\"\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"run\"\n";
    let desk = at(text);
    let down: &[&str] = &["2 s0-3", "1 0-3", "COL 0-s0"];
    assert_eq!(desk.refused(run(&[(1, down)])), "1883-6.8-12", "from the mountain to the hills of Parma");
    assert!(desk.may(run(&[(0, down)])), "a 2 may");
}

/// Rules: 1883-R-37, 1883-6.7-05
#[test]
fn two_trains_may_end_in_the_same_box_by_different_track() {
    let desk = at(&turn(
        "SAFRE",
        "2",
        "run",
        "[company.CCFR]\ntrains = []\n[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"5\", \"13\"]\ntrains = [\"2\", \"3\"]\n[board]\n5 = \"5 1\"\n7 = \"9 0\"\n",
    ));
    let hex = |name: &'static str| {
        desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of(name)).unwrap()
    };
    crate::t1883::operating::consist::with_all(&desk.game, desk.company("SAFRE"), |rules| {
        assert!((rules.stop)(hex("PAR"), 0).groups.is_empty(), "nothing makes a box one train's alone");
    });
}

/// Rules: 1883-R-36, 1883-6.6-05
#[test]
fn a_town_with_a_state_line_is_never_closed() {
    let desk = at(&turn(
        "SAFRE",
        "2",
        "run",
        "[company.CCFR]\ntrains = []\n[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\n",
    ));
    let hex = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of("74")).unwrap();
    crate::t1883::operating::consist::with_all(&desk.game, desk.company("SAFRE"), |rules| {
        assert_eq!((rules.stop)(hex, 0).far.len(), 1, "San Felice, to Verona");
    });
}
