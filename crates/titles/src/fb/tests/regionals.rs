//! 3.5.1 the Regional Companies Round, 3.5.2 regional companies.

use super::table::*;
use crate::fb::operating::Step;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Account;
use ferrata_engine::shares::Holder;

fn round(more: &str) -> String {
    format!(
        "phase = \"PH5\"\nunified_now = true\noperating_rounds = 1\n{more}[round.auction]\nof = \"regionals\"\nstarter = \"A\"\n"
    )
}

/// Rules: 18FB-3.5.1-01, 18FB-3.5.1-04, 18FB-3.5.1-05, 18FB-3.5.1-06, 18FB-C-15, 18FB-3.5.2-03, 18FB-3.5.2-04, 18FB-G-66
#[test]
fn regionals_are_auctioned_like_political_cards() {
    for (edition, nominal, markers) in [("PA23", 130, 1), ("2006", 100, 0)] {
        let mut table = read(edition, &[], &round(""));
        assert_eq!(table.refused(bid("FA", nominal - 5)), "18FB-3.1-06");
        assert_eq!(table.refused(bid("FA", nominal + 3)), "18FB-3.1-06");
        table.play(bid("FA", nominal)).play(bid("FA", nominal + 5)).passes(3);
        assert_eq!(
            (table.president("FA"), table.treasury("FA")),
            (Some(B), nominal + 5),
            "all of it is FA's"
        );
        assert_eq!((table.cash(B), table.markers("FA"), table.seat()), (750 - nominal - 5, markers, B));
    }
}

/// Rules: 18FB-3.5.1-02, 18FB-3.5.1-03, 18FB-D-11
#[test]
fn nominal_values_and_bases() {
    let printed = |edition: &str| {
        let table = fresh(edition, 4);
        let regionals = table.game.company_ids().filter_map(|id| {
            let regional = table.game.fixed.regional(id)?;
            Some(format!(
                "{} {} {}",
                table.game.name(id),
                regional.nominal.0,
                table.game.fixed.parts.hex_name(regional.home)
            ))
        });
        regionals.collect::<Vec<_>>().join(", ")
    };
    assert_eq!(
        printed("PA23"),
        "SFSM 130 X7, SEPSA 130 X9, FAS 160 I38, FA 130 F31, FAL 160 L19, FG 160 K30, FdC 130 A2"
    );
    assert_eq!(
        printed("2006"),
        "SFSM 160 X7, SEPSA 160 X9, FAS 110 J41, FA 100 F31, FAL 120 M14, FG 130 L27, FdC 120 A2"
    );
}

/// Rules: 18FB-3.5.1-07, 18FB-G-107, 18FB-3.2-02, 18FB-G-66, 18FB-G-83
#[test]
fn an_unsold_regional_is_bought_in_a_later_stock_round() {
    let mut table = pa23(&round(""));
    table.play(choose("FA")).passes(3);
    assert_eq!(table.game.table.shares.director(table.id("FA")), Holder::Pool);
    let mut table =
        pa23("phase = \"PH5\"\n[company.FA]\nshares = \"pool 100\"\n[round.stock]\nseat = \"A\"\n");
    let from_pool = |price| regional(Party::Seat(A), "FA", Party::Bank, price);
    assert_eq!(table.refused(from_pool(129)), "18FB-3.5.1-07");
    assert_eq!(table.refused(from_pool(751)), "18FB-3.5.1-07");
    table.play(from_pool(137));
    assert_eq!(
        (table.treasury("FA"), table.markers("FA"), table.seat()),
        (137, 1, B),
        "any whole sum; a turn action"
    );
    table.passes(4);
    assert_eq!(table.acting().as_deref(), Some("FA"), "it operates in the next round");
    // One that a bankrupt player left keeps its markers, and gets none for its new start.
    let mut table = pa23(
        "phase = \"PH5\"\n[company.FA]\nshares = \"pool 100\"\nstate = \"definitive\"\nmarkers = 3\n[round.stock]\nseat = \"A\"\n",
    );
    table.play(from_pool(130));
    assert_eq!(table.markers("FA"), 3);
}

/// Rules: 18FB-2.3-12
#[test]
fn nobody_bids_at_the_certificate_limit() {
    let full: String = ["NN", "FB", "FC", "FS"]
        .iter()
        .map(|name| format!("[company.{name}]\nplace = \"F3\"\nshares = \"A 60\"\n"))
        .collect();
    let mut table = pa23(&round(&full));
    assert_eq!(crate::fb::stock::certificates(&table.game, A), 20);
    assert_eq!(table.refused(bid("FA", 130)), "18FB-3.1-07");
    table.play(choose("FA"));
    assert!(table.offers(&bid("FA", 130)), "B may");
}

/// Rules: 18FB-3.5.1-10, 18FB-3.5.1-11, 18FB-3.5.2-28, 18FB-3.5.2-12, 18FB-G-97, 18FB-3.5.2-29
#[test]
fn the_home_tokens_of_regionals_in_2006() {
    // Only FdC is left to be auctioned; Reggio's single slot is kept for FC.
    let others = "[company.SFSM]\nshares = \"pool 100\"\n[company.SEPSA]\nshares = \"pool 100\"\n[company.FAS]\nshares = \"pool 100\"\n[company.FA]\nshares = \"pool 100\"\n[company.FAL]\nshares = \"pool 100\"\n[company.FG]\nshares = \"pool 100\"\n[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\"]\n";
    let mut table = y2006(&round(others));
    table.play(bid("FdC", 120)).passes(3);
    assert!(table.tokens("FdC").is_empty() && table.company("FdC").waits, "no slot is empty");
    assert_eq!(table.tokens("FAS"), ["J41"], "sold or not");
    assert!(table.company("FAL").waits, "Taranto's slots are kept for others");
    assert_eq!(table.acting().as_deref(), Some("FdC"));
    // PA23: no token at all.
    let mut table = pa23(&round(others));
    table.play(bid("FdC", 130)).passes(3);
    assert!(table.tokens("FdC").is_empty() && table.tokens("FAS").is_empty());
}

/// A regional in its turn.
fn turn(name: &str, more: &str, board: &str) -> String {
    format!(
        "phase = \"PH5\"\n[company.LdA]\nstations = []\n[company.{name}]\nshares = \"A 100\"\nstate = \"definitive\"\n{more}[board]\n{board}[round.operating]\ncompany = \"{name}\"\n"
    )
}

/// Rules: 18FB-3.5.2-11, 18FB-G-98
#[test]
fn a_regional_without_a_slot_makes_one() {
    let text = turn(
        "FdC",
        "waits = true\ntreasury = 100\n[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\"]\n",
        "",
    );
    let mut table = y2006(&text);
    assert_eq!(table.refused(Action::Pass), "18FB-3.5.2-11");
    assert_eq!(table.refused(lay("B1", "8", 2)), "18FB-3.5.2-11", "nothing else first");
    let green = (0..6).find(|rotation| table.offers(&lay("A2", "18FB-706", *rotation))).unwrap();
    table.play(lay("A2", "18FB-706", green));
    assert_eq!(
        (table.tokens("FdC"), table.company("FdC").waits),
        (vec!["A2".to_owned()], false),
        "the second slot"
    );
    // On a full brown tile the token gets a slot of its own.
    let full = turn(
        "FA",
        "waits = true\n[company.NN]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"X7\", \"F31\"]\n[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\", \"F31\"]\n",
        "F31 = \"14 0\"\n",
    );
    let mut table = y2006(&full);
    table.play(lay("F31", "63", 0));
    assert_eq!(table.tokens("FA"), ["F31"]);
}

/// Rules: 18FB-3.5.2-08, 18FB-3.5.2-26, 18FB-T-06
#[test]
fn one_tile_and_a_second_one_for_thirty() {
    let text = |treasury: i32| {
        turn("FA", &format!("treasury = {treasury}\nstations = [\"F31\"]\n"), "F31 = \"57 0\"\n")
    };
    let mut table = y2006(&text(30));
    table.play(lay("F33", "4", 0)).play(lay("F35", "9", 0));
    assert_eq!(
        (table.treasury("FA"), table.paid()),
        (0, vec![(Account::Company(table.id("FA")), Account::Bank, 30)])
    );
    assert_ne!(table.game.operating().unwrap().step, Step::Tiles, "no third one");
    let mut table = y2006(&text(29));
    table.play(lay("F33", "4", 0));
    assert_ne!(table.game.operating().unwrap().step, Step::Tiles);
}

/// Rules: 18FB-3.5.2-09, 18FB-3.5.2-10
#[test]
fn full_cities_stop_regionals_in_2006_only() {
    // FA in Capua; the route leads over Caserta, which is full.
    let full = "[company.NN]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"X7\", \"G30\"]\n[company.FB]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"I30\", \"G30\"]\n[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\", \"G30\"]\n";
    let text = |stations: &str| turn("FA", &format!("{stations}{full}"), "F31 = \"57 2\"\n");
    assert!(pa23(&text("")).offers(&lay("H29", "9", 2)));
    assert!(!y2006(&text("stations = [\"F31\"]\n")).offers(&lay("H29", "9", 2)));
    let open =
        text("stations = [\"F31\"]\n").replace("stations = [\"F11\", \"G30\"]", "stations = [\"F11\"]");
    assert!(y2006(&open).offers(&lay("H29", "9", 2)));
}

/// Rules: 18FB-2.5.3-15, 18FB-3.5.2-10
#[test]
fn napoli_is_two_cities_for_regionals() {
    let full = "[company.NN]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"X7\"]\n[company.FSC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F23\", \"X7\"]\n[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\", \"X7\"]\n";
    let text = turn(
        "SEPSA",
        &format!("stations = [\"X9\"]\n{full}[company.FP]\nstations = [\"N21\"]\n"),
        "X9 = \"18FB-704Nn 3\"\nX7 = \"18FB-704Ns 3\"\n",
    );
    assert!(!y2006(&text).offers(&lay("X5", "4", 0)), "South is full, whatever is free in North");
}

/// Rules: 18FB-3.5.2-13, 18FB-3.5.2-14, 18FB-3.5.2-27
#[test]
fn regionals_get_markers_for_the_towns_they_lay() {
    let played = |edition: &str, board: &str, action: Action| {
        let stations = if edition == "2006" { "stations = [\"F31\"]\n" } else { "" };
        let mut table = read(edition, &[], &turn("FA", stations, &format!("F31 = \"57 0\"\n{board}")));
        table.play(action);
        table.markers("FA")
    };
    for edition in ["PA23", "2006"] {
        assert_eq!(played(edition, "", lay("F33", "4", 0)), 1, "a new yellow town");
        assert_eq!(
            played(edition, "F33 = \"4 0\"\n", lay("F33", "87", 0)),
            0,
            "a single town raised to green"
        );
        assert_eq!(played(edition, "F33 = \"87 0\"\n", lay("F33", "18FB-900", 0)), 1, "raised to brown");
        assert_eq!(played(edition, "F33 = \"4 0\"\n", lay("F35", "9", 0)), 0, "no town");
    }
    // A double town raised to green counts in 2006: Altamura and Gravina, from Matera's side.
    let double = |edition: &str| {
        let stations = if edition == "2006" { "stations = [\"M14\"]\n" } else { "" };
        let board = "L19 = \"55 0\"\nL17 = \"57 0\"\nL15 = \"8 3\"\nM14 = \"18FB-710 2\"\n";
        let mut table = read(edition, &[], &turn("FAL", stations, board));
        let green = (0..6).find(|rotation| table.offers(&lay("L19", "18FB-902", *rotation))).unwrap();
        table.play(lay("L19", "18FB-902", green));
        table.markers("FAL")
    };
    assert_eq!((double("PA23"), double("2006")), (0, 1));
}

/// Rules: 18FB-3.5.2-15, 18FB-3.5.2-16, 18FB-G-67
#[test]
fn destinations_of_regionals_bring_cash_to_the_owner() {
    // FA in PA23: 50 for Piedimonte d'Alife. LdA makes the link.
    let board = "F31 = \"57 0\"\nF33 = \"58 5\"\nG32 = \"8 1\"\n";
    let text = |owner: &str| {
        format!(
            "phase = \"PH5\"\n[company.FA]\nshares = \"{owner} 100\"\nstate = \"definitive\"\n[company.LdA]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F31\"]\n[board]\n{board}G34 = \"9 1\"\n[round.operating]\ncompany = \"LdA\"\n"
        )
    };
    let table = pa23(&text("A"));
    assert_eq!(table.cash(A), 750);
    let dest = |table: &Table, name: &str| {
        let regional = table.game.fixed.regional(table.id(name)).unwrap();
        let all = regional.destinations.iter();
        all.map(|to| (table.game.fixed.parts.hex_name(to.hex).to_string(), to.bonus.0, to.needs_brown))
            .collect::<Vec<_>>()
    };
    assert_eq!(dest(&table, "FA"), [("H33".to_owned(), 50, false), ("X9".to_owned(), 50, false)]);
    assert!(dest(&y2006(""), "FdC").contains(&("C2".to_owned(), 50, true)), "some need a brown tile");
    // Capua to Napoli North: FA's other destination, by LdA's tile on Casoria.
    let south = |owner: &str| {
        format!(
            "phase = \"PH5\"\n[company.FA]\nshares = \"{owner} 100\"\nstate = \"definitive\"\n[company.LdA]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F31\"]\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\n[round.operating]\ncompany = \"LdA\"\n"
        )
    };
    let mut table = pa23(&south("A"));
    table.play(lay("Y10", "8", 1));
    assert_eq!(table.cash(A), 800, "paid at once by the bank, though LdA laid it");
    table.play(lay("F33", "4", 0));
    assert_eq!(table.cash(A), 800, "once for each destination");
    let mut table = pa23(&south("pool"));
    table.play(lay("Y10", "8", 1));
    assert_eq!(table.cash(A), 750, "nobody's regional gets nothing");
    // It is looked at again when somebody owns it.
    let mut table = pa23(
        "phase = \"PH5\"\n[company.FA]\nshares = \"pool 100\"\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\n[round.stock]\nseat = \"A\"\n",
    );
    table.play(regional(Party::Seat(A), "FA", Party::Bank, 130));
    assert_eq!(table.cash(A), 750 - 130 + 50);
}

/// Rules: 18FB-3.5.2-17, 18FB-3.5.2-18, 18FB-3.5.2-19, 18FB-3.5.2-20, 18FB-V-33, 18FB-G-68, 18FB-3.4.6-01
#[test]
fn regionals_earn_by_markers_and_pay_half() {
    let played = |markers: u8| {
        let mut table = pa23(&turn("FA", &format!("trains = [\"0+4\", \"0+6\"]\nmarkers = {markers}\n"), ""));
        table.pass();
        (table.cash(A), table.treasury("FA"))
    };
    assert_eq!(played(7), (790, 30), "70: 40 and 30");
    assert_eq!(played(12), (800, 50), "at most ten markers");
    // 2006: a station would count with an X, but no port.
    let table = y2006(&turn("FAL", "trains = [\"0+4\"]\nmarkers = 2\nstations = [\"M14\"]\n", ""));
    let best = crate::fb::operating::earnings::best(&table.game, table.id("FAL"));
    assert_eq!((best.total.0, best.stations.len()), (20, 0));
    let with = y2006(&turn("FAL", "trains = [\"2+2\"]\nmarkers = 2\nstations = [\"M14\"]\n", ""));
    let best = crate::fb::operating::earnings::best(&with.game, with.id("FAL"));
    assert_eq!(best.total.0, 30 + 20, "Taranto without its port");
}

/// Rules: 18FB-3.5.2-21, 18FB-3.5.2-22, 18FB-3.5.2-23, 18FB-G-69, 18FB-3.5.2-24, 18FB-3.5.2-25
#[test]
fn regionals_buy_one_regional_train_with_help_if_need_be() {
    let at = |more: &str| {
        turn("FA", more, "").replace("company = \"FA\"\n", "company = \"FA\"\nstep = \"trains\"\n")
    };
    for edition in ["PA23", "2006"] {
        let stations = if edition == "2006" { "stations = [\"F31\"]\n" } else { "" };
        let mut table = read(edition, &[], &at(&format!("treasury = 200\n{stations}")));
        assert!(table.offers(&Action::Pass), "no duty to own one");
        table.play(train("0+4", 90));
        assert_eq!(table.treasury("FA"), 110);
        assert_eq!(table.round(), "Operating Round 1.2", "one train, no stock");
        // The owner adds what is missing.
        let mut table = read(edition, &[], &at(&format!("treasury = 20\n{stations}")));
        table.play(train("0+4", 90));
        assert_eq!((table.treasury("FA"), table.cash(A)), (0, 680));
        // Not if it has a train.
        let mut table = read(edition, &[], &at(&format!("treasury = 20\ntrains = [\"0+4\"]\n{stations}")));
        assert_eq!(table.refused(train("0+4", 90)), "18FB-3.4.8-01");
        // No shares are sold for it.
        let poor = format!(
            "[seat.A]\ncash = 10\n{}",
            at(&format!("treasury = 20\n{stations}")).replace("phase = \"PH5\"\n", "")
        );
        let mut table = read(edition, &[], &format!("phase = \"PH5\"\n{poor}"));
        assert_eq!(table.refused(train("0+4", 90)), "18FB-3.4.8-01");
        // From another regional, with treasury money only.
        let fg = "[company.FG]\nshares = \"A 100\"\nstate = \"definitive\"\ntrains = [\"0+4\"]\n";
        let mut table = read(edition, &[], &at(&format!("treasury = 20\n{stations}{fg}")));
        assert!(table.offers(&train_of("FG", "0+4", 20)));
        assert_eq!(table.refused(train_of("FG", "0+4", 21)), "18FB-3.4.8-01");
    }
}

/// Rules: 18FB-G-67, 18FB-3.5.2-15
#[test]
fn a_bonus_is_paid_once_whoever_owns_the_regional_then() {
    // The second destination of FA, Napoli North, was reached under its former owner.
    let text = |claimed: u8| {
        format!(
            "phase = \"PH5\"\n[company.FA]\nshares = \"pool 100\"\nstate = \"definitive\"\nclaimed = {claimed}\n[board]\nF31 = \"57 0\"\nY12 = \"9 0\"\nY10 = \"8 1\"\n[round.stock]\nseat = \"A\"\n"
        )
    };
    for (claimed, bonus) in [(0, 50), (2, 0)] {
        let mut table = pa23(&text(claimed));
        table.play(regional(Party::Seat(A), "FA", Party::Bank, 130));
        assert_eq!(table.cash(A), 750 - 130 + bonus);
    }
}

/// Rules: 18FB-3.5.2-13, 18FB-3.5.2-14
#[test]
fn competitive_upgrades_of_towns_bring_no_marker() {
    for edition in ["PA23", "2006"] {
        let stations = if edition == "2006" { "stations = [\"F31\"]\n" } else { "" };
        for (lying, others) in [("4 0", ["58", "3"]), ("18FB-889 0", ["18FB-889", "18FB-900"])] {
            let mut table =
                read(edition, &[], &turn("FA", stations, &format!("F31 = \"57 0\"\nF33 = \"{lying}\"\n")));
            let ways = others.iter().flat_map(|tile| (0..6).map(move |turn| lay("F33", tile, turn)));
            let other =
                ways.into_iter().find(|action| table.offers(action)).expect("a tile of the same colour");
            table.play(other);
            assert_eq!(table.markers("FA"), 0, "{edition} {lying}");
        }
    }
}

/// Rules: 18FB-3.5.1-11, 18FB-3.5.2-28, 18FB-3.2.2-26
#[test]
fn a_waiting_token_takes_a_slot_that_fs_gives_up_at_once() {
    // FAL waits in Taranto, where SFTF stands and slots are kept for FS and FST. FS reaches Brindisi first.
    let board = "O10 = \"57 0\"\nO12 = \"58 4\"\nP13 = \"5 0\"\n";
    let mut table = y2006(&format!(
        "phase = \"PH5\"\n[company.FS]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 300\narrived = true\nstations = [\"N21\", \"O10\"]\n[company.FAL]\nshares = \"B 100\"\nstate = \"definitive\"\nwaits = true\n[board]\n{board}[round.operating]\ncompany = \"FS\"\nstep = \"token\"\n"
    ));
    assert!(table.tokens("FAL").is_empty());
    table.build("P13");
    assert_eq!((table.tokens("FAL"), table.company("FAL").waits), (vec!["M14".to_owned()], false));
}

/// Rules: 18FB-3.5.1-11, 18FB-3.5.2-28, 18FB-3.2.2-30
#[test]
fn a_waiting_token_takes_a_slot_that_fp_gives_up_at_once() {
    // FG waits in Foggia, where all three slots are kept, one of them for FP from Bari.
    let mut table = y2006(
        "phase = \"PH5\"\n[company.FG]\nshares = \"B 100\"\nstate = \"definitive\"\nwaits = true\n[round.stock]\nseat = \"A\"\n",
    );
    table.play(start("FP", 100)).play(choose("X9"));
    assert_eq!((table.tokens("FG"), table.company("FG").waits), (vec!["L27".to_owned()], false));
}
