//! The worked examples of the rulebook with its own figures, where the board allows them.

use super::desk::{Desk, at, issue, lay, marker, run};

fn turn(company: &str, phase: &str, step: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n\
         {rest}\n[round.operating]\nstage = \"turns\"\ncompany = \"{company}\"\nacted = [\"{company}\"]\nstep = \"{step}\"\n"
    )
}

fn revenue(desk: &Desk) -> i32 {
    desk.game.company_turn().revenue.0
}

/// SAFRE in Boretto (20) with two 3-trains: Bagnolo (30) is reached through Novellara (10) and through the plain; Correggio (20)
/// lies behind it.
fn two_3_trains(events: &str) -> Desk {
    at(&turn(
        "SAFRE",
        "2",
        "run",
        &format!(
            "{events}[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"13\"]\ntrains = [\"3\", \"3\"]\n\
             [board]\n13 = \"5 5\"\n28 = \"58 0\"\n15 = \"8 3\"\n29 = \"12 2\"\n40 = \"57 1\"\n"
        ),
    ))
}

const BY_THE_TOWN: &[&str] = &["13 s0-5", "28 2-s0", "28 s0-0", "29 3-s0"];
const BY_THE_PLAIN: &[&str] = &["13 s0-0", "15 3-5", "29 2-s0", "29 s0-4", "40 1-s0"];

/// Rules: 1883-V-08, 1883-V-10, 1883-6.7-05
#[test]
fn two_3_trains_earn_60_and_70_although_they_meet() {
    let mut desk = two_3_trains("");
    desk.play(run(&[(0, BY_THE_TOWN), (1, BY_THE_PLAIN)]));
    assert_eq!(revenue(&desk), 130, "20 + 10 + 30 and 20 + 30 + 20");
    let mut desk = two_3_trains("");
    desk.run_best();
    assert_eq!(revenue(&desk), 130, "and that is the best run");
}

/// Rules: 1883-V-22, 1883-11-07, 1883-11-22, 1883-6.7-15
#[test]
fn events_make_60_or_200_of_a_run_of_130() {
    let earned = |events: &str| {
        let mut desk = two_3_trains(events);
        desk.play(run(&[(0, BY_THE_TOWN), (1, BY_THE_PLAIN)]));
        revenue(&desk)
    };
    assert_eq!(earned("[events]\ndeck = 1\nleft = []\ncurrent = \"E7\"\nreduced = [\"SAFRE\"]\n"), 60);
    assert_eq!(earned("[events]\ndeck = 1\nleft = []\ncurrent = \"E7\"\nreduced = [\"SV\"]\n"), 130);
    assert_eq!(earned("[events]\ndeck = 2\nleft = []\ncurrent = \"E22\"\n"), 200);
}

/// Rules: 1883-V-10, 1883-6.7-05
#[test]
fn trains_cross_on_two_tracks_of_a_tile_but_share_none() {
    let desk = at(&turn(
        "SAFRE",
        "2",
        "run",
        "[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"13\", \"26\"]\ntrains = [\"3\", \"3\"]\n\
         [board]\n13 = \"5 0\"\n26 = \"5 0\"\n28 = \"58 1\"\n15 = \"20 0\"\n7 = \"8 4\"\n8 = \"4 0\"\n16 = \"1883-RE1 0\"\n",
    ));
    let south: &[&str] = &["13 s0-0", "15 3-0", "16 3-s0"];
    let west: &[&str] = &["26 s0-0", "28 3-s0", "28 s0-1", "15 4-1", "7 4-0", "8 3-s0"];
    assert!(desk.may(run(&[(0, south), (1, west)])), "they only cross");
    let back: &[&str] = &["16 s0-3", "15 0-3", "13 0-s0"];
    assert_eq!(desk.refused(run(&[(0, south), (1, back)])), "1883-6.7-05", "the same track");
}

/// Rules: 1883-V-12, 1883-6.8-11, 1883-6.8-13, 1883-6.8-15, 1883-6.8-16
#[test]
fn a_gravity_train_brings_140_or_leaves_110() {
    let table = || {
        at(&turn(
            "FBV",
            "2",
            "run",
            "[company.FBV]\nprice = 110\nplace = \"I3\"\nshares = \"Ada 20\"\nstations = [\"88\"]\ntrains = [\"2\", \"2\", \"2G\"]\n\
             [board]\n67 = \"5 4\"\n79 = \"8 2\"\n88 = \"12 0\"\n90 = \"12 1\"\n",
        ))
    };
    let uphill: &[&str] = &["67 s0-5", "79 2-4", "88 1-s0"];
    let down: &[&str] = &["88 s0-0", "90 3-s0"];
    for (roll, earned) in [(1, 140), (7, 140), (8, 110), (9, 110), (10, 110)] {
        let mut desk = table();
        desk.play(run(&[(0, uphill), (1, down), (2, down)])).draw(&[roll]);
        assert_eq!(revenue(&desk), earned, "{roll}");
    }
    // With 110 the price of 110 is met exactly, without the 2G it would not be met by 100.
    let mut desk = table();
    desk.play(run(&[(0, uphill), (1, down), (2, down)])).draw(&[8]).pay_out();
    assert_eq!(desk.price("FBV"), 120);
}

/// Rules: 1883-V-14, 1883-V-15, 1883-6.6-03, 1883-6.6-04, 1883-6.6-05
#[test]
fn fmv_reaches_bologna_from_its_base_unless_modena_is_full() {
    let table = |train: &str, others: &str| {
        let other = |company: &str| {
            format!(
                "[company.{company}]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"{others}\"]\n"
            )
        };
        at(&turn(
            "FMV",
            "4",
            "run",
            &format!(
                "[company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"67\"]\ntrains = [\"{train}\"]\n{}{}{}\
                 [board]\n67 = \"5 3\"\n66 = \"8 0\"\n52 = \"1883-MO1 0\"\n76 = \"14 2\"\n16 = \"1883-RE1 0\"\n",
                other("SV"),
                other("SAFRE"),
                if others == "76" { String::new() } else { other("FBV") },
            ),
        ))
    };
    let route: &[(u8, &[&str])] = &[(0, &["67 s0-3", "66 0-2", "52 5-s0", "52 s0-f0", "BOL f0-s0"])];
    assert_eq!(table("3", "76").refused(run(route)), "1883-6.7-02", "its base, Modena twice, and the box");
    let mut desk = table("4", "76");
    desk.play(run(route));
    assert_eq!(
        revenue(&desk),
        20 + 40 + 50,
        "Castelfranco, full of others, lies on the line and does not count"
    );
    assert_eq!(table("4", "52").refused(run(route)), "1883-6.6-05", "Modena is full of others");
}

/// Rules: 1883-V-15, 1883-6.6-10
#[test]
fn modena_sends_one_train_to_bologna_and_one_to_mantova() {
    let table = |rest: &str| {
        at(&turn(
            "FMMSF",
            "2",
            "run",
            &format!(
                "[company.FMMSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"52\"]\ntrains = [\"3\", \"3\"]\n{rest}"
            ),
        ))
    };
    let (bologna, mantova): (&[&str], &[&str]) = (&["52 s0-f0", "BOL f0-s0"], &["52 s0-f1", "MAN f1-s0"]);
    let full = "[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"76\"]\n[board]\n76 = \"57 2\"\n";
    let mut desk = table(full);
    desk.play(run(&[(0, bologna), (1, mantova)]));
    assert_eq!(
        revenue(&desk),
        60 + 60,
        "Castelfranco, full of FBV, lies on the line to Bologna and does not count"
    );
    assert_eq!(table("").refused(run(&[(0, bologna), (1, bologna)])), "1883-6.7-05");
}

/// Rules: 1883-V-17, 1883-6.4-04
#[test]
fn tile_9_extends_the_track_of_tile_6() {
    let desk = at(&turn(
        "FMMSF",
        "1",
        "track",
        "[company.FMMSF]\nprice = 65\nplace = \"B3\"\ntreasury = 20\nshares = \"Ada 20\"\nstations = [\"40\"]\n[board]\n40 = \"6 2\"\n",
    ));
    assert!(desk.may(lay("49", "9", 1)), "an extension of the track");
    assert_eq!(desk.refused(lay("49", "9", 0)), "1883-6.4-04", "no extension of the track");
}

/// Rules: 1883-V-19, 1883-8.2-12
#[test]
fn two_groups_of_coaches_run_40_and_joined_60() {
    let text = "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\ncoaches = [\"2\", \"11\", \"22\", \"34\", \"43\", \"57\", \"69\", \"90\"]\n\
        [company.CCFR]\ntrains = []\n[company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = 20\nshares = \"Ada 20\"\nfirst_operated = 1\nlast_operated = 3\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"SARSA\"\nacted = [\"SARSA\"]\nstep = \"coaches\"\n";
    let mut desk = at(text);
    desk.pass();
    assert_eq!(revenue(&desk), 40, "Castelnovo 20, Carpineti 10 and Zocca 10; Sasso, 20, lies apart");
    let mut desk = at(text);
    desk.play(marker("SARSA", "coach", "79")).pass();
    assert_eq!(revenue(&desk), 60, "one group");
}

/// Rules: 1883-V-24, 1883-6.4-16
#[test]
fn the_co_operative_may_lay_on_reggio_modena_and_castelfranco() {
    let table = |modena: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n\
             [board]\n20 = \"5 3\"\n31 = \"8 5\"\n42 = \"8 2\"\n{modena}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n"
        ))
    };
    let desk = table("");
    assert!(desk.may(lay("16", "1883-RE1", 0)) && desk.may(lay("52", "1883-MO1", 0)));
    let desk = table("65 = \"8 5\"");
    assert!(desk.may(lay("76", "57", 2)), "Castelfranco, along the line");
    assert_eq!(desk.refused(lay("50", "57", 0)), "1883-6.4-16", "Carpi lies north of it");
}

/// Rules: 1883-V-30, 1883-5.6-12, 1883-T-03
#[test]
fn a_bonus_of_250_is_split_100_50_and_100() {
    let table = || {
        at(&turn(
            "FBV",
            "3",
            "token",
            "[company.FBV]\nprice = 85\nplace = \"F3\"\ntreasury = 0\nshares = \"Ada 40, Ben 20, pool 10\"\nstations = [\"88\"]\n",
        )
        .replacen("stock_rounds", "pending = [{ split = { seat = \"Ada\", company = \"FBV\", bonus = 250 } }]\nstock_rounds", 1))
    };
    let mut desk = table();
    desk.choose("split");
    assert_eq!(
        (desk.cash("Ada") - 550, desk.cash("Ben") - 550, desk.cash("Cleo") - 550, desk.treasury("FBV")),
        (100, 50, 0, 100),
        "the parts of the initial offers and of the pool go to the treasury"
    );
    assert_eq!(desk.cards("Ada"), 0);
    let mut desk = table();
    desk.choose("treasury");
    assert_eq!((desk.treasury("FBV"), desk.cards("Ada")), (250, 1));
}

/// Rules: 1883-V-13, 1883-T-01
#[test]
fn a_player_gets_the_old_price_and_a_corporation_the_new_one() {
    let company = "[company.SV]\nprice = 85\nplace = \"D1\"\npar = 85\nshares = \"Ben 20, Ada 20\"\nstations = [\"26\"]\n";
    let mut desk = at(&format!("stock_rounds = 2\n{company}"));
    desk.sell("SV", 20);
    assert_eq!((desk.cash("Ada") - 550, desk.price("SV")), (170, 75), "twice 85");
    let mut desk = at(&turn("SV", "1", "issue", company));
    desk.play(issue("SV", 20));
    assert_eq!((desk.treasury("SV"), desk.price("SV")), (150, 75), "twice 75");
}
