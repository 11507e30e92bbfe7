//! 3.5 PH5, Italian unification; 3.5.3 SFM.

use super::table::*;
use crate::fb::operating::Step;
use crate::fb::states::{Standing, State};
use ferrata_engine::action::Action;
use ferrata_engine::shares::Holder;

/// FSC buys the first PH-5 train.
fn before(corps: &str) -> String {
    format!(
        "phase = \"PH4\"\n{corps}[company.FSC]\nplace = \"F3\"\nshares = \"D 40\"\nstate = \"definitive\"\ntreasury = 600\nstations = [\"F23\"]\n{SOLD_OUT}[round.operating]\ncompany = \"FSC\"\nstep = \"trains\"\n"
    )
}

fn unified(edition: &str, corps: &str) -> Table {
    let mut table = read(edition, &[], &before(corps));
    table.play(train("6+10", 520));
    assert_eq!(table.phase(), "PH5");
    table
}

/// Rules: 18FB-3.5-01, 18FB-3.5-02, 18FB-3.5-03, 18FB-V-25, 18FB-C-10, 18FB-C-19, 18FB-T-19, 18FB-3.5-12
#[test]
fn garibaldis_authority() {
    for edition in ["PA23", "2006"] {
        // The concessionaire loses a tie.
        let table = unified(
            edition,
            "[company.NN]\nplace = \"D3\"\nshares = \"A 40, B 40\"\ndirector = \"A\"\nstations = [\"X7\"]\n",
        );
        assert_eq!((table.president("NN"), table.held("NN", A), table.held("NN", B)), (Some(B), 40, 40));
        // Without the 20% margin the largest leads.
        let table = unified(
            edition,
            "[company.NN]\nplace = \"D3\"\nshares = \"A 30, B 40\"\ndirector = \"A\"\nstations = [\"X7\"]\n",
        );
        assert_eq!(table.president("NN"), Some(B));
        let table =
            unified(edition, "[company.NN]\nplace = \"D3\"\nshares = \"A 40, B 30\"\nstations = [\"X7\"]\n");
        assert_eq!(table.president("NN"), Some(A));
        // Two rivals: the one with fewer concessions, then the next in play.
        let two = "[company.NN]\nplace = \"D3\"\nshares = \"A 30, B 30, C 30\"\ndirector = \"A\"\nstations = [\"X7\"]\n";
        assert_eq!(unified(edition, two).president("NN"), Some(B), "next after A");
        let more = format!("{two}[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstations = [\"F11\"]\n");
        assert_eq!(unified(edition, &more).president("NN"), Some(C), "B has another concession");
    }
    // Afterwards ties change nothing.
    let mut table = unified(
        "PA23",
        "[company.NN]\nplace = \"D3\"\nshares = \"A 40, B 40\"\ndirector = \"A\"\nstations = [\"X7\"]\n",
    );
    assert_eq!(table.president("NN"), Some(B));
    table.game.table.round = crate::fb::table::Round::Stock(crate::fb::stock::Stock::beginning_with(B));
    table.play(buy(B, "NN", 80)).passes(2);
    table.play(buy(A, "NN", 80));
    assert_eq!((table.held("NN", A), table.held("NN", B), table.president("NN")), (50, 50, Some(B)));
}

/// Rules: 18FB-3.5-14, 18FB-3.3-19
#[test]
fn garibaldis_authority_holds_for_frozen_corps() {
    let frozen = "[company.NN]\nplace = \"D3\"\nshares = \"A 30, B 30\"\ndirector = \"A\"\nstations = [\"X7\"]\n[card.NN]\nholder = \"pool\"\n";
    let table = unified("PA23", frozen);
    assert_eq!(table.president("NN"), Some(B), "the old president comes last");
    let other = format!("{frozen}[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstations = [\"F11\"]\n");
    assert_eq!(unified("PA23", &other).president("NN"), Some(A), "fewer concessions");
}

/// Rules: 18FB-3.5-04, 18FB-3.5-05, 18FB-3.5-06, 18FB-2.1-09, 18FB-G-62, 18FB-T-20, 18FB-3.5-11, 18FB-3.5-09, 18FB-G-90
#[test]
fn cards_and_concessions_go_and_building_ends() {
    for edition in ["PA23", "2006"] {
        let nn = "[deposit]\nNN = 100\nFC = 50\n[company.NN]\nplace = \"D3\"\nshares = \"A 40\"\nstations = [\"X7\"]\n[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstate = \"provisional\"\nstations = [\"F11\"]\n";
        let before = read(edition, &[], &before(nn)).bank();
        let table = unified(edition, nn);
        assert_eq!(
            (table.owner("NN"), table.deposit("NN"), table.bank()),
            (Holder::Out, 0, before + 520 + 150)
        );
        assert_eq!(table.cash(A), 750, "a deposit not yet returned is lost");
        assert_eq!(
            (table.standing("NN"), table.standing("FC")),
            (Standing::Definitive, Standing::Definitive)
        );
        assert_eq!(table.owner("FB"), Holder::Out, "also of corps never started");
        assert_eq!(table.game.operating().unwrap().company, Some(table.id("FSC")), "the turn goes on");
        assert!(table.game.table.unified_now);
    }
}

/// Rules: 18FB-G-101, 18FB-3.5-06
#[test]
fn a_building_corp_that_buys_the_first_ph5_train_goes_on_as_definitive() {
    let text = before("").replace("state = \"definitive\"\n", "");
    let mut table = pa23(&text);
    table.play(train("6+10", 520)).pass();
    assert_eq!(table.game.operating().unwrap().step, Step::Finance);
    assert_eq!(table.standing("FSC"), Standing::Definitive);
}

/// Rules: 18FB-3.5-02, 18FB-G-62
#[test]
fn the_turn_goes_on_under_the_new_president() {
    let text = before("").replace("shares = \"D 40\"", "shares = \"D 30, B 40\"\ndirector = \"D\"");
    let mut table = pa23(&text);
    assert_eq!(table.seat(), D);
    table.play(train("6+10", 520));
    assert_eq!((table.president("FSC"), table.seat()), (Some(B), B));
}

/// Rules: 18FB-3-03, 18FB-3.5-10, 18FB-3.5.1-09, 18FB-3.5.1-08, 18FB-3.5.1-04
#[test]
fn the_regional_companies_round_follows_the_round_of_the_first_ph5_train() {
    for (rounds, next) in [(1, "Operating Round 1.2"), (2, "Stock Round 2")] {
        let mut table = pa23(&format!("priority = \"C\"\noperating_rounds = {rounds}\n{}", before("")));
        table.play(train("6+10", 520)).pass().pass();
        assert_eq!((table.round().as_str(), table.seat()), ("Regional Companies Round", C));
        for name in ["SFSM", "SEPSA", "FAS", "FA", "FAL", "FG", "FdC"] {
            table.play(choose(name)).passes(3);
        }
        assert_eq!((table.round().as_str(), table.game.table.priority), (next, C));
    }
}

/// SFM before it is started.
fn sfm(phase: &str, more: &str) -> String {
    format!("phase = \"{phase}\"\n[seat.A]\ncash = 900\n{more}[round.stock]\nseat = \"A\"\n")
}

/// Rules: 18FB-3.5.3-01, 18FB-3.5.3-02, 18FB-3.5.3-03, 18FB-G-64, 18FB-C-34, 18FB-2.4-02, 18FB-3.5-09
#[test]
fn sfm_starts_in_ph5_from_any_city_with_an_empty_slot() {
    let mut table = pa23(&sfm("PH4", ""));
    assert_eq!(table.refused(start("SFM", 100)), "18FB-3.2.4-07");
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &sfm("PH5", "[board]\nL17 = \"57 0\"\n"));
        table.play(start("SFM", 100));
        assert_eq!(table.seat(), A, "the home at once");
        assert!(table.offers(&token("SFM", "L17", 0)), "Matera");
        assert_eq!(table.refused(token("SFM", "I36", 0)), "18FB-3.5.3-02", "kept for LdA");
        assert_eq!(table.refused(Action::Pass), "plain", "while there is a city it has to be chosen");
        table.play(token("SFM", "L17", 0));
        assert_eq!(
            (table.tokens("SFM"), table.company("SFM").state),
            (vec!["L17".to_owned()], State::Unfloated)
        );
        assert_eq!((table.place("SFM").as_str(), table.seat()), ("F3", B), "no bonus for the home");
    }
}

/// Rules: 18FB-3.5.3-04, 18FB-G-64
#[test]
fn sfm_rises_for_every_token_on_an_empty_yellow_city() {
    let at = |tile: &str, other: &str| {
        let text = format!(
            "phase = \"PH5\"\n{other}[company.SFM]\nplace = \"F3\"\nshares = \"A 60\"\ntreasury = 300\nstations = [\"F11\"]\n[board]\nF11 = \"18FB-710 3\"\nF13 = \"58 4\"\nG14 = \"{tile}\"\n[round.operating]\ncompany = \"SFM\"\nstep = \"token\"\n"
        );
        let mut table = pa23(&text);
        table.build("G14");
        // Left for no earnings.
        table.place("SFM")
    };
    assert_eq!(at("5 0", ""), "E2", "an empty yellow city");
    assert_eq!(at("14 0", ""), "E3", "green");
    let fc = "[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstations = [\"G14\"]\n";
    assert_eq!(at("14 0", fc), "E3", "not empty");
}

/// Rules: 18FB-G-99
#[test]
fn no_regional_companies_round_when_the_game_ends_with_the_round() {
    let ended = |rounds: u8| {
        let text = format!("bank_broken = true\noperating_rounds = {rounds}\n{}", before(""));
        let mut table = pa23(&text);
        table.play(train("6+10", 520)).pass().play(Action::Pass);
        table.round()
    };
    assert_eq!(ended(2), "The end");
    assert_eq!(ended(1), "Regional Companies Round", "held after the first OR of the last set");
}

/// Rules: 18FB-G-32, 18FB-3.2.1-07, 18FB-3.5-06
#[test]
fn stock_of_a_former_building_corp_waits_for_its_first_turn() {
    let nn = "[company.NN]\nplace = \"D3\"\nshares = \"A 40\"\nstations = [\"X7\"]\n";
    let table = unified("PA23", nn);
    assert_eq!(table.standing("NN"), Standing::Definitive);
    assert!(!crate::fb::stock::sell::has_operated(&table.game, table.id("NN")));
}

/// Rules: 18FB-3.4.1-01, 18FB-3.5-06
#[test]
fn a_former_building_corp_keeps_its_steps() {
    let nn = "[company.NN]\nplace = \"D3\"\nshares = \"A 40\"\nsteps = 2\nstations = [\"X7\"]\n";
    let table = unified("PA23", nn);
    assert_eq!((table.standing("NN"), table.company("NN").steps), (Standing::Definitive, 2));
}

/// Rules: 18FB-3.5-07, 18FB-3.4-04
#[test]
fn a_corp_that_floats_in_an_operating_round_operates_in_it() {
    let nn = "[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 300\ntrains = [\"5+8\"]\nstations = [\"X7\"]\n";
    let fc = "[company.FC]\nplace = \"G3\"\npar = 100\nstate = \"unfloated\"\nshares = \"B 30, C 20\"\n";
    let turn = "[round.operating]\ncompany = \"NN\"\nstep = \"finance\"\n";
    let mut table = pa23(&format!("phase = \"PH5\"\n{nn}{fc}{turn}"));
    table.play(corp_buys("NN", "FC", 100));
    assert_eq!((table.standing("FC"), table.acting().as_deref()), (Standing::Definitive, Some("FC")));
    assert_eq!(table.round(), "Operating Round 1.1");
}

/// Rules: 18FB-G-39, 18FB-3.5-03, 18FB-3.3-20
#[test]
fn in_2006_the_tie_for_a_certificate_of_the_pool_is_garibaldis() {
    let text = |more: &str| {
        format!(
            "priority = \"C\"\n[company.NN]\nplace = \"D3\"\nshares = \"pool 20, A 20, B 30, C 30\"\ndirector = \"pool\"\nstate = \"provisional\"\nstations = [\"X7\"]\n[card.NN]\nholder = \"pool\"\n{more}"
        )
    };
    // Two have most: from the Priority card on, as there is no old president.
    assert_eq!(unified("2006", &text("")).president("NN"), Some(C));
    let fc = "[company.FC]\nplace = \"D3\"\nshares = \"C 40\"\nstations = [\"F11\"]\n";
    assert_eq!(unified("2006", &text(fc)).president("NN"), Some(B), "C has a concession");
    let table = unified("2006", &text(fc));
    assert_eq!((table.held("NN", B), table.pool("NN"), table.standing("NN")), (30, 20, Standing::Definitive));
}

/// Rules: 18FB-3.5-03, 18FB-C-19
#[test]
fn concessions_of_corps_in_every_state_count_for_garibaldi() {
    let nn = "[company.NN]\nplace = \"D3\"\nshares = \"A 30, B 30, C 30\"\ndirector = \"A\"\nstations = [\"X7\"]\n";
    for state in ["building", "definitive"] {
        let fc = format!(
            "[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstate = \"{state}\"\nstations = [\"F11\"]\n"
        );
        assert_eq!(unified("PA23", &format!("{nn}{fc}")).president("NN"), Some(C), "{state}");
    }
}

/// Rules: 18FB-3.5.3-02, 18FB-G-64
#[test]
fn sfm_starts_from_cities_without_track_and_beside_other_tokens() {
    let fc = "[company.FC]\nplace = \"D3\"\nshares = \"B 40\"\nstations = [\"G14\"]\n";
    let mut table = pa23(&sfm("PH5", &format!("{fc}[board]\nG14 = \"14 0\"\n")));
    table.play(start("SFM", 100));
    assert!(table.offers(&token("SFM", "J41", 0)), "L'Aquila has no tile yet");
    assert!(table.offers(&token("SFM", "G14", 0)), "a second slot beside FC");
}

/// Rules: 18FB-3.5-02, 18FB-G-17
#[test]
fn garibaldi_asks_for_no_certificate_limit() {
    let many: String = ["FC", "FB", "LTF", "FS"]
        .map(|name| {
            let shares = if name == "FS" { "B 30" } else { "B 60" };
            format!("[company.{name}]\nplace = \"D3\"\nshares = \"{shares}\"\nstations = []\n")
        })
        .concat();
    let nn = "[company.NN]\nplace = \"D3\"\nshares = \"A 20, B 30\"\ndirector = \"A\"\nstations = [\"X7\"]\n";
    let table = unified("PA23", &format!("{many}{nn}"));
    assert_eq!((table.president("NN"), crate::fb::stock::certificates(&table.game, B)), (Some(B), 19));
}
