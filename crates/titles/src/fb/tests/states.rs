//! 3.3 The states of a corporation.

use super::table::*;
use crate::fb::operating::Step;
use crate::fb::states::Standing;
use ferrata_engine::shares::Holder;

/// Rules: 18FB-3.3-02, 18FB-3.3-03, 18FB-3.3-22, 18FB-6-03, 18FB-6-04, 18FB-C-22, 18FB-3.4-08
#[test]
fn the_states_and_what_makes_them() {
    for table in both(
        "[company.NN]\nplace = \"F3\"\nshares = \"A 20\"\n[company.FC]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"provisional\"\n[company.FSC]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"definitive\"\n[company.LTF]\nplace = \"F3\"\nshares = \"A 20\"\nstate = \"provisional\"\n[card.LTF]\nholder = \"pool\"\n",
    ) {
        assert_eq!(table.standing("FB"), Standing::Unfloated, "though a free share lies with a card");
        assert_eq!(table.standing("NN"), Standing::Building);
        assert_eq!(table.standing("FC"), Standing::Provisional);
        assert_eq!(table.standing("FSC"), Standing::Definitive);
        assert_eq!(table.standing("LTF"), Standing::Frozen);
        assert!(!table.game.rights(table.id("FB")).operates);
    }
}

/// A corp in its turn.
fn turn(standing: &str, step: &str, more: &str) -> String {
    let (state, card) = match standing {
        "frozen" => ("building", "[card.NN]\nholder = \"pool\"\n"),
        other => (other, ""),
    };
    format!(
        "phase = \"PH2\"\n[company.NN]\nplace = \"F3\"\nshares = \"A 40, B 20\"\nstate = \"{state}\"\noperated = true\ntreasury = 500\nstations = [\"X7\"]\n{more}{card}[round.operating]\ncompany = \"NN\"\nstep = \"{step}\"\n"
    )
}

/// Rules: 18FB-3.3-05, 18FB-3.3-06, 18FB-3.3-07, 18FB-G-42, 18FB-3.4.8-06, 18FB-3.4-06, 18FB-3.4.4-05, 18FB-C-17
#[test]
fn a_building_corp_gets_interest_runs_no_trains_and_does_not_trade() {
    let mut table = pa23(&turn("building", "token", "trains = [\"3+4\"]\n"));
    table.pass();
    assert_eq!(table.game.operating().unwrap().step, Step::Trains, "no earnings");
    assert_eq!(table.place("NN"), "E3", "no steps used: left");
    assert!(table.offers(&train("3+4", 180)), "it may buy trains");
    table.pass();
    assert_eq!(table.round(), "Operating Round 1.2", "no duty to own one, no financial step");
}

/// Rules: 18FB-3.3-08, 18FB-3.3-09, 18FB-3.4-06, 18FB-3.4.8-05
#[test]
fn an_operational_corp_does_everything() {
    for state in ["provisional", "definitive"] {
        let mut table = pa23(&turn(state, "token", ""));
        table.pass();
        assert_eq!(table.game.operating().unwrap().step, Step::Trains, "nothing earned, nothing to decide");
        assert_eq!(table.place("NN"), "E3");
        assert_eq!(table.refused(ferrata_engine::action::Action::Pass), "18FB-3.4.8-05");
        table.play(train("3+4", 180)).pass();
        assert_eq!(table.game.operating().unwrap().step, Step::Finance);
    }
}

/// Rules: 18FB-3.3-12, 18FB-3.3-13, 18FB-3.3-14, 18FB-3.3-15, 18FB-3.3-16, 18FB-G-41, 18FB-T-18, 18FB-C-05, 18FB-3.4.1-31, 18FB-3.4.6-01
#[test]
fn a_frozen_corp_upgrades_runs_and_pays_half() {
    let mut table = pa23(&turn("frozen", "tiles", "trains = [\"3+4\"]\nmarkers = 4\n"));
    assert_eq!(table.refused(lay("X5", "58", 0)), "18FB-3.3-12", "no new tile");
    assert!(
        table.offers(&lay("X7", "18FB-704Ns", 0))
            || (0..6).any(|turn| table.offers(&lay("X7", "18FB-704Ns", turn)))
    );
    table.pass();
    // No token step, 60 + 40 earned and half of it paid without a question; no trains, no trading.
    assert_eq!(table.round(), "Operating Round 1.2");
    assert_eq!((table.cash(A), table.cash(B)), (750 + 20, 750 + 10));
    assert_eq!(table.treasury("NN"), 500 + 50 + 20, "its half and what is in the initial offering");
    assert_eq!(table.place("NN"), "F3", "50 against 100");
    // Without a train: nothing, left, and no duty.
    let mut table = pa23(&turn("frozen", "tiles", ""));
    table.pass();
    assert_eq!((table.place("NN").as_str(), table.trains("NN").len()), ("E3", 0));
    // The other reading: it does not upgrade either.
    let table = option("frozen-idle", &turn("frozen", "tiles", "trains = [\"3+4\"]\n"));
    assert_eq!(table.round(), "Stock Round 2", "nobody is asked anything");
    // A frozen corp sells no train.
    let mut table = pa23(&format!(
        "{}[company.FC]\nplace = \"F3\"\nshares = \"A 20\"\ntreasury = 100\nstations = [\"F11\"]\n",
        turn("frozen", "tiles", "trains = [\"3+4\"]\n")
            .replace("company = \"NN\"\nstep = \"tiles\"", "company = \"FC\"\nstep = \"trains\"")
    ));
    assert_eq!(table.refused(train_of("NN", "3+4", 1)), "18FB-3.4.8-01");
}

/// Rules: 18FB-3.3-13
#[test]
fn the_price_of_a_frozen_corp_may_go_right() {
    let mut table = pa23(&turn("frozen", "tiles", "trains = [\"3+4\"]\nmarkers = 4\n").replace("F3", "B4"));
    assert_eq!(table.price("NN"), 50);
    table.pass();
    assert_eq!(table.place("NN"), "C4", "50 against 50");
}

/// Rules: 18FB-3.3-18, 18FB-3.3-19, 18FB-3.3-20, 18FB-3.3-21, 18FB-3.3-23, 18FB-D-14, 18FB-G-39, 18FB-3.5-13, 18FB-G-84
#[test]
fn frozen_corps_when_ph5_starts() {
    // FSC buys the first PH-5 train; NN is frozen.
    let at = |shares: &str, director: &str| {
        format!(
            "phase = \"PH4\"\n[company.NN]\nplace = \"D3\"\nshares = \"{shares}\"\ndirector = \"{director}\"\nstate = \"provisional\"\ntreasury = 70\nmarkers = 2\ntrains = [\"4+6\"]\nstations = [\"X7\"]\n[card.NN]\nholder = \"pool\"\n[company.FSC]\nplace = \"F3\"\nshares = \"A 40\"\nstate = \"definitive\"\ntreasury = 900\nstations = [\"F23\"]\n[depot]\n\"2+2\" = 0\n\"3+4\" = 0\n\"4+6\" = 0\n\"5+8\" = 0\n[round.operating]\ncompany = \"FSC\"\nstep = \"trains\"\n"
        )
    };
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &at("B 30", "B"));
        table.play(train("6+10", 520));
        assert_eq!((table.phase().as_str(), table.standing("NN")), ("PH5", Standing::Definitive));
        assert_eq!((table.president("NN"), table.owner("NN")), (Some(B), Holder::Out));
    }
    // The president's certificate in the pool: PA23 closes the corp.
    let mut table = pa23(&at("pool 20, B 30", "pool"));
    let bank = table.bank();
    table.play(train("6+10", 520));
    assert_eq!(table.standing("NN"), Standing::Closed);
    assert_eq!((table.held("NN", B), table.cash(B)), (0, 750), "without compensation");
    assert_eq!(table.bank(), bank + 520 + 70);
    assert!(table.tokens("NN").is_empty() && table.markers("NN") == 0);
    assert!(table.offers(&train("4+6", 270)), "its trains are for sale");
    // 2006: the largest holder of two shares takes it, and without one it closes.
    let mut table = y2006(&at("pool 20, B 30", "pool"));
    table.play(train("6+10", 520));
    assert_eq!((table.president("NN"), table.held("NN", B), table.pool("NN")), (Some(B), 30, 20));
    let mut table = y2006(&at("pool 20, B 10", "pool"));
    table.play(train("6+10", 520));
    assert_eq!(table.standing("NN"), Standing::Closed);
}

/// Rules: 18FB-3.4-10, 18FB-T-11, 18FB-3.3-08
#[test]
fn the_turn_of_the_intermediate_token_is_operational() {
    let mut table = pa23(
        "[company.NN]\nplace = \"F3\"\nshares = \"A 40\"\ntreasury = 150\nstations = [\"X7\"]\n[deposit]\nNN = 100\n[board]\nX5 = \"4 0\"\nX3 = \"57 0\"\n[round.operating]\ncompany = \"NN\"\nstep = \"token\"\nlaid = 2\n",
    );
    table.build("X3");
    assert_eq!(table.standing("NN"), Standing::Provisional);
    assert_eq!(table.cash(A), 800, "half of the deposit");
    assert_eq!(table.game.operating().unwrap().step, Step::Trains, "nothing earned");
    assert_eq!(table.place("NN"), "E2", "up for the destination, then left: no interest");
    assert_eq!(table.refused(ferrata_engine::action::Action::Pass), "18FB-3.4.8-05", "and a train is needed");
}

/// Rules: 18FB-C-05, 18FB-3.4.1-31, 18FB-3.4.1-01
#[test]
fn a_frozen_corp_upgrades_within_all_its_steps() {
    let mut table = pa23(&turn("frozen", "tiles", "trains = [\"3+4\"]\n"));
    let green = (0..6).find(|turn| table.offers(&lay("X7", "18FB-704Ns", *turn))).unwrap();
    table.play(lay("X7", "18FB-704Ns", green));
    let operating = table.game.operating().unwrap();
    assert_eq!((operating.step, operating.laid, table.company("NN").steps), (Step::Tiles, 1, 2));
}

/// Rules: 18FB-C-05, 18FB-3.3-12, 18FB-3.4.1-17
#[test]
fn a_frozen_corp_makes_competitive_upgrades_too() {
    let table = pa23(
        "phase = \"PH2\"\n[company.LdA]\nplace = \"F3\"\nshares = \"A 40\"\nstations = [\"F31\"]\n[card.LdA]\nholder = \"pool\"\n[board]\nF31 = \"57 0\"\n[round.operating]\ncompany = \"LdA\"\nstep = \"tiles\"\n",
    );
    assert_eq!(table.standing("LdA"), Standing::Frozen);
    assert!(table.offers(&lay("F31", "5", 0)) && table.offers(&lay("F31", "14", 0)));
}

/// Rules: 18FB-3.4.1-01, 18FB-3.4.1-31, 18FB-G-35
#[test]
fn a_frozen_corp_has_the_steps_it_was_floated_with() {
    // PH3 would give three to a corp that is floated now.
    let text = turn("frozen", "tiles", "steps = 2\ntrains = [\"3+4\"]\n").replace("PH2", "PH3");
    let mut table = pa23(&format!("operating_rounds = 1\n{text}laid = 1\n"));
    let green = (0..6).find(|turn| table.offers(&lay("X7", "18FB-704Ns", *turn))).unwrap();
    table.play(lay("X7", "18FB-704Ns", green));
    assert_eq!(table.round(), "Operating Round 1.2", "its turn is over: nobody decides about the rest");
}
