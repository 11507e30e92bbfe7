//! 3.4.4 secured interest, 3.4.5 earnings, 3.4.6 dividends.

use super::table::*;
use crate::fb::operating::{Step, dividend, earnings};
use ferrata_engine::action::Settlement;
use ferrata_engine::money::{Account, Money};

/// A corp before its settlement.
fn running(edition: &str, phase: &str, company: &str, more: &str) -> Table {
    read(
        edition,
        &[],
        &format!(
            "phase = \"{phase}\"\n[company.{company}]\nplace = \"F3\"\nstate = \"definitive\"\n{more}[round.operating]\ncompany = \"{company}\"\nstep = \"settlement\"\n"
        ),
    )
}

fn revenue(table: &Table) -> i32 {
    table.game.operating().unwrap().revenue.0
}

/// Rules: 18FB-3.4.4-01, 18FB-3.4.4-02, 18FB-3.4.4-03, 18FB-3.4.4-04, 18FB-3.4.4-06, 18FB-V-26, 18FB-V-27, 18FB-T-10, 18FB-G-44, 18FB-G-54,
/// 18FB-C-09, 18FB-2.2.5-13, 18FB-G-58
#[test]
fn secured_interest_for_players_and_investors_if_all_steps_were_used() {
    let at = |laid: u8, par: &str| {
        format!(
            "phase = \"PH3\"\n[company.FSC]\nplace = \"{par}\"\nshares = \"A 30, B 20, NN 10, FSC 10, pool 10\"\nsteps = 3\ntreasury = 7\n[company.NN]\nplace = \"D3\"\nshares = \"C 20\"\nstate = \"provisional\"\n[round.operating]\ncompany = \"FSC\"\nstep = \"settlement\"\nlaid = {laid}\n"
        )
    };
    for edition in ["PA23", "2006"] {
        for par in ["F3", "H3"] {
            let table = read(edition, &[], &at(3, par));
            assert_eq!(
                (table.cash(A), table.cash(B), table.treasury("NN")),
                (810, 790, 20),
                "20 a share at any par"
            );
            assert_eq!(
                table.treasury("FSC"),
                7,
                "nothing for its own stock, the pool or the initial offering"
            );
            assert_eq!(table.place("FSC"), par, "the price stays, and never moves right");
            let table = read(edition, &[], &at(2, par));
            assert_eq!((table.cash(A), table.bank()), (750, 9000 - 7), "two of three steps: no interest");
        }
        assert_eq!(read(edition, &[], &at(2, "F3")).place("FSC"), "E3");
    }
    let bands = |company: &str| {
        let table = pa23(&format!("[company.{company}]\nplace = \"F3\"\nshares = \"A 20\"\n"));
        crate::fb::operating::interest::band(&table.game, table.id(company)).unwrap().1.0
    };
    assert_eq!(["NN", "FS", "LdA", "FSC"].map(bands), [5, 10, 15, 20]);
    let highest = pa23("").game.fixed.figures.interest(200).1.0;
    assert_eq!(highest, 25, "band E");
}

/// Rules: 18FB-3.4.5-01, 18FB-3.4.5-02, 18FB-3.4.5-03, 18FB-3.4.5-04, 18FB-3.4.5-05, 18FB-3.4.5-06, 18FB-3.4.5-07, 18FB-V-04, 18FB-V-05,
/// 18FB-T-01, 18FB-T-02, 18FB-G-55
#[test]
fn the_best_stations_up_to_x_and_the_markers_up_to_y() {
    // Six stations in PH3: Rome 50, Bari 40 + 20, Napoli North 40, Caserta 30, Taranto 30 + 20, Foggia 30.
    let stations = "stations = [\"F39\", \"N21\", \"X9 s1\", \"G30\", \"M14\", \"L27\"]\nshares = \"A 40\"\n";
    let table =
        running("PA23", "PH3", "FS", &format!("{stations}trains = [\"3+4\", \"3+4\"]\nmarkers = 4\n"));
    assert_eq!(revenue(&table), 50 + 60 + 40 + 30 + 50 + 30 + 40, "no route joins them");
    let table = running("PA23", "PH3", "FS", &format!("{stations}trains = [\"3+4\"]\nmarkers = 9\n"));
    assert_eq!(revenue(&table), 60 + 50 + 50 + 40, "the best three, four markers");
    let id = table.id("FS");
    let best = earnings::best(&table.game, id);
    assert_eq!((best.stations.len(), best.markers, best.total), (3, 4, Money(200)));
    // 2+2 and 3+4 are pooled: five stations and six markers at most.
    let table =
        running("PA23", "PH2", "FS", &format!("{stations}trains = [\"2+2\", \"3+4\"]\nmarkers = 9\n"));
    assert_eq!(earnings::capacity(&table.game, id), (5, 6));
    assert_eq!(revenue(&table), 60 + 50 + 40 + 30 + 30 + 60, "Rome is worth 30 in PH2");
    // Without trains nothing.
    let table = running("PA23", "PH2", "FS", &format!("{stations}markers = 9\n"));
    assert_eq!(table.game.operating().unwrap().step, Step::Trains);
    assert_eq!(table.place("FS"), "E3", "nothing earned: left");
}

/// Rules: 18FB-2.1-14, 18FB-2.1-15, 18FB-2.1-16, 18FB-G-03, 18FB-G-04, 18FB-D-08, 18FB-2.5.3-05, 18FB-2.5.3-06, 18FB-C-31
#[test]
fn off_map_areas_and_ports_follow_the_phases() {
    let at = |edition: &str, phase: &str, stations: &str| {
        let train = match phase {
            "PH1" | "PH2" => "2+2",
            "PH3" | "PH4" => "4+6",
            _ => "5+8",
        };
        let more = format!("stations = [{stations}]\nshares = \"A 40\"\ntrains = [\"{train}\"]\n");
        let table = running(edition, phase, "NN", &more);
        earnings::best(&table.game, table.id("NN")).total.0
    };
    let phases = ["PH1", "PH2", "PH3", "PH4", "PH5", "PH6"];
    assert_eq!(phases.map(|phase| at("PA23", phase, "\"F39\"")), [30, 30, 50, 50, 70, 70]);
    assert_eq!(phases.map(|phase| at("2006", phase, "\"F39\"")), [0, 30, 50, 50, 70, 70]);
    // The port of Taranto: one value in PA23, three in 2006.
    assert_eq!(phases.map(|phase| at("PA23", phase, "\"M14\"")), [50, 50, 50, 50, 50, 50]);
    assert_eq!(phases.map(|phase| at("2006", phase, "\"M14\"")), [30, 40, 50, 50, 60, 60]);
    let table = read(
        "2006",
        &["first-in-ph1"],
        "[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"definitive\"\nstations = [\"F39\", \"M14\"]\ntrains = [\"2+2\"]\n",
    );
    assert_eq!(earnings::best(&table.game, table.id("NN")).total.0, 30 + 40);
}

/// Rules: 18FB-2.5.3-09, 18FB-G-56, 18FB-D-07
#[test]
fn the_funicular_counts_with_torre_annunziata_once_it_is_joined() {
    let at = |edition: &str, tile: &str| {
        let more =
            format!("shares = \"A 40\"\nstations = [\"X3\"]\ntrains = [\"2+2\"]\n[board]\nX3 = \"{tile}\"\n");
        revenue(&running(edition, "PH2", "NN", &more))
    };
    assert_eq!(at("PA23", "57 0"), 20, "no track to Vesuvio");
    assert_eq!(at("PA23", "5 3"), 40, "N and NE: 20 more");
    assert_eq!(at("2006", "5 3"), 20, "an area of its own");
}

/// Rules: 18FB-3.4.6-02, 18FB-3.4.6-03, 18FB-3.4.6-04, 18FB-3.4.6-05, 18FB-3.4.6-06, 18FB-3.4.6-07, 18FB-V-06, 18FB-V-07, 18FB-G-57, 18FB-T-23
#[test]
fn full_half_or_nothing() {
    // 150: Napoli South 40 and its port 20, Caserta 30, six markers.
    let more = "shares = \"A 20, B 30, pool 40\"\ndirector = \"A\"\ntrains = [\"4+6\"]\nmarkers = 6\nstations = [\"X7\", \"G30\"]\n";
    let table = || running("PA23", "PH3", "NN", more);
    let mut half = table();
    assert_eq!(revenue(&half), 150);
    half.play(settle(Settlement::Half));
    assert_eq!(
        (half.cash(A), half.cash(B), half.treasury("NN")),
        (766, 774, 78),
        "16, 24, 70 + 8, pool nothing"
    );
    assert_eq!(half.paid().iter().map(|(_, _, amount)| amount).sum::<i32>(), 118);
    assert!(half.paid().iter().all(|(from, _, _)| *from == Account::Bank));
    let mut full = table();
    full.play(settle(Settlement::Pay));
    assert_eq!((full.cash(A), full.cash(B), full.treasury("NN")), (780, 795, 15), "15 for each 10%");
    let mut kept = table();
    kept.play(settle(Settlement::Withhold));
    assert_eq!((kept.cash(A), kept.treasury("NN")), (750, 150));
    let game = &table().game;
    for (revenue, shared, treasury) in
        [(150, 80, 70), (140, 70, 70), (10, 10, 0), (170, 90, 80), (0, 0, 0), (20, 10, 10)]
    {
        assert_eq!(dividend::halves(game, Money(revenue)), (Money(shared), Money(treasury)), "{revenue}");
    }
}

/// Rules: 18FB-V-45, 18FB-G-58
#[test]
fn stock_in_treasuries_is_paid_to_them() {
    // Half of 170: holders 30 and 20, initial offering 30, pool 20.
    let at = |place: &str| {
        let more = "shares = \"A 30, B 20, pool 20\"\ntrains = [\"4+6\"]\nmarkers = 6\nstations = [\"N21\", \"M14\"]\n";
        let mut table = running("PA23", "PH3", "FS", more);
        let field = table
            .game
            .fixed
            .parts
            .grid
            .fields()
            .find(|field| format!("{}{}", char::from(b'A' + field.col), field.row + 1) == place);
        let (fixed, id) = (table.game.fixed.clone(), table.id("FS"));
        table.game.table.chart.place(&fixed.parts.grid, id, field.unwrap(), &mut Vec::new());
        assert_eq!(revenue(&table), 170);
        table.play(settle(Settlement::Half));
        (table.cash(A), table.cash(B), table.treasury("FS"), table.place("FS"))
    };
    assert_eq!(at("E3"), (777, 768, 107, "F3".to_owned()), "90 against 90");
    assert_eq!(at("F3"), (777, 768, 107, "F3".to_owned()), "90 against 100");
    // Another corp's share to its treasury, an own share to the own one.
    let more = "shares = \"A 40, FC 10, NN 10\"\ntrains = [\"4+6\"]\nmarkers = 6\nstations = [\"X7\", \"G30\"]\n[company.FC]\nplace = \"D3\"\nshares = \"B 20\"\n";
    let mut table = running("PA23", "PH3", "NN", more);
    table.play(settle(Settlement::Pay));
    assert_eq!((table.treasury("FC"), table.treasury("NN")), (15, 15 + 60));
}

/// Rules: 18FB-3.4.6-06, 18FB-G-16
#[test]
fn a_share_that_lies_with_an_unsold_card_is_paid_to_nobody() {
    let more = "shares = \"A 30, reserve 10, pool 30\"\ntrains = [\"4+6\"]\nmarkers = 6\nstations = [\"X7\", \"G30\"]\n";
    let mut table = running("PA23", "PH3", "LdA", more);
    assert_eq!(revenue(&table), 150);
    table.play(settle(Settlement::Pay));
    assert_eq!((table.cash(A), table.treasury("LdA")), (795, 45), "30% in the initial offering");
}

/// Rules: 18FB-3.4.4-02, 18FB-G-54
#[test]
fn a_frozen_investor_gets_its_interest() {
    let text = "phase = \"PH3\"\n[company.FSC]\nplace = \"F3\"\nshares = \"A 30, NN 10\"\nsteps = 2\nstations = [\"F23\"]\n[company.NN]\nplace = \"D3\"\nshares = \"C 20\"\nstations = [\"X7\"]\n[card.NN]\nholder = \"pool\"\n[round.operating]\ncompany = \"FSC\"\nstep = \"settlement\"\nlaid = 2\n";
    let table = pa23(text);
    assert_eq!(table.treasury("NN"), 20);
    // 18FB-3.4.4-03: its own two steps are all, though corps floated in PH3 have three.
    assert_eq!((table.cash(A), table.place("FSC").as_str()), (750 + 60, "F3"));
}

/// Rules: 18FB-G-103, 18FB-3.4.5-03
#[test]
fn falcons_town_takes_no_capacity_from_the_markers() {
    let at = |markers: u8| {
        let table = pa23(&format!(
            "phase = \"PH2\"\nfalcon = \"FB\"\n[company.FB]\nplace = \"F3\"\nshares = \"A 40\"\nstations = [\"G30\"]\ntrains = [\"3+4\"]\npontecorvo = true\nmarkers = {markers}\n"
        ));
        let best = earnings::best(&table.game, table.id("FB"));
        (best.markers, best.total.0)
    };
    assert_eq!((at(3), at(4), at(9)), ((3, 30 + 30 + 10), (4, 30 + 40 + 10), (4, 30 + 40 + 10)));
}

/// Rules: 18FB-2.7-14, 18FB-3.4.4-01
#[test]
fn melisurgo_raises_every_band_by_two_up_to_the_highest() {
    let amount = |company: &str, raised: bool| {
        let table =
            pa23(&format!("[company.{company}]\nplace = \"F3\"\nshares = \"A 20\"\nraised = {raised}\n"));
        crate::fb::operating::interest::band(&table.game, table.id(company)).map(|(_, amount)| amount.0)
    };
    for (company, band, raised) in [("NN", 5, 15), ("FS", 10, 20), ("LdA", 15, 25), ("FSC", 20, 25)] {
        assert_eq!((amount(company, false), amount(company, true)), (Some(band), Some(raised)), "{company}");
    }
}

/// Rules: 18FB-3.4.4-03, 18FB-G-44
#[test]
fn without_any_legal_tile_there_is_no_interest_either() {
    // In PA23 tile routes do not start at off-map areas: LTF has nothing to lay.
    let ltf = "[company.LTF]\nplace = \"F3\"\nshares = \"A 40\"\nstations = [\"K46\"]\n";
    let mut table = pa23(&format!("{ltf}[round.operating]\ncompany = \"LTF\"\nstep = \"tiles\"\n"));
    let tiles = ferrata_engine::turn::Title::offers(&table.game);
    assert!(!tiles.iter().any(|offer| matches!(offer, ferrata_engine::offer::Offer::LayTile { .. })));
    table.passes(2);
    assert_eq!((table.cash(A), table.place("LTF").as_str()), (750, "E3"));
}

/// Rules: 18FB-G-56, 18FB-3.4.5-02
#[test]
fn the_funicular_counts_only_if_torre_annunziata_is_counted() {
    // Napoli South and Bari bring 60 each, Torre Annunziata 20 and 20 more.
    let at = |trains: &str| {
        let more = format!(
            "shares = \"A 40\"\nstations = [\"X3\", \"X7\", \"N21\"]\ntrains = [\"{trains}\"]\n[board]\nX3 = \"5 3\"\n"
        );
        revenue(&running("PA23", "PH2", "NN", &more))
    };
    assert_eq!((at("2+2"), at("3+4")), (120, 160));
}
