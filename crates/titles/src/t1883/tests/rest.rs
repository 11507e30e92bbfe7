//! Rules that meet: what the other chapters leave over.

use super::desk::{at, lay, run, token, train};
use ferrata_engine::money::Money;
use ferrata_engine::name::HexName;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;

/// Rules: 1883-3.4-03
#[test]
fn the_presidency_of_fsf_is_no_private_that_railways_buy() {
    let desk = super::desk::opening(&["A", "B"]);
    let fsf = desk.game.fixed.privates.last().unwrap();
    assert!(
        fsf.gives.is_some_and(|gives| gives.percent == 20),
        "it closes with its purchase, so nobody ever owns it"
    );
    assert_eq!(desk.game.table.privates.last(), Some(&Holder::Pool));
}

/// Rules: 1883-5.0-01
#[test]
fn a_corporation_has_nine_certificates() {
    let desk = at("");
    for company in desk.game.company_ids() {
        let shares = &desk.game.table.shares;
        let sizes: Vec<u8> =
            shares.of(company).filter_map(|cert| shares.certificate(cert)).map(|cert| cert.percent).collect();
        assert_eq!(sizes, [20, 10, 10, 10, 10, 10, 10, 10, 10]);
    }
}

/// Rules: 1883-8.1.8-04
#[test]
fn a_position_of_a_later_phase_has_a_capitalised_ccfr() {
    for phase in 1..=8 {
        let desk = at(&format!("phase = \"{phase}\"\n"));
        assert_eq!(desk.game.table.coop.capitalised, phase >= 5, "phase {phase}");
    }
}

/// Rules: 1883-4.0-07, 1883-4.0-08, 1883-4.0-09, 1883-4.0-02, 1883-4.0-03, 1883-4.0-04, 1883-4.0-05, 1883-4.0-06
#[test]
fn what_the_phases_allow() {
    let phases = ["1", "2", "3", "4", "5", "6", "7", "8"].map(|phase| {
        let desk = at(&format!("phase = \"{phase}\"\n[company.CCFR]\ntrains = []\n"));
        let (spec, facts) = (desk.game.phase_spec().unwrap().clone(), desk.game.phase());
        (
            spec.operating_rounds,
            spec.colors.len(),
            desk.game.train_limit(desk.company("SV")),
            spec.band.to_string(),
            facts.event_deck,
            facts.anchor.0,
        )
    });
    let expected = [
        (1, 1, 4, "low", 1, 20),
        (2, 2, 4, "low", 1, 20),
        (2, 2, 4, "mid", 2, 20),
        (2, 2, 3, "mid", 2, 10),
        (3, 3, 2, "mid", 2, 10),
        (3, 3, 2, "high", 3, 10),
        (3, 4, 2, "high", 3, 10),
        (3, 4, 2, "high", 3, 10),
    ];
    for (phase, (rounds, colors, limit, band, deck, anchor)) in phases.into_iter().zip(expected) {
        assert_eq!(phase, (rounds, colors, limit, band.to_owned(), deck, anchor));
    }
}

fn trains_step(phase: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 9\noperating_rounds = 20\nset = [1, 3]\nphase = \"{phase}\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 1000\nshares = \"Ada 20, Ben 20\"\nstations = [\"26\"]\n{rest}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
    )
}

/// Rules: 1883-6.8-04, 1883-4.0-07, 1883-4.0-08
#[test]
fn the_first_6_scraps_the_3bis_and_the_first_7_nothing() {
    let depot = "[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n5 = 0\n";
    let fbv = "[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\ntrains = [\"3bis\", \"4\"]\n";
    let mut desk = at(&trains_step("5", &format!("{fbv}{depot}")));
    desk.play(train("6", 600));
    assert_eq!(
        (desk.phase().as_str(), desk.trains("FBV").join(" "), desk.game.table.events.deck),
        ("6", "4".to_owned(), 3)
    );
    let mut desk = at(&trains_step("6", &format!("{fbv}{depot}6 = 0\n")));
    desk.play(train("7", 750));
    assert_eq!((desk.phase().as_str(), desk.trains("FBV").len()), ("7", 2));
}

/// Rules: 1883-5.0-03, 1883-5.3-11, 1883-5.3-12
#[test]
fn a_forced_sale_can_change_a_presidency() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Ada]\ncash = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 30\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n[board]\n26 = \"57 1\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    desk.sell("FBV", 20);
    assert_eq!(
        (desk.president("FBV").as_deref(), desk.held("FBV", "pool"), desk.held("FBV", "Ada")),
        (Some("Ben"), 20, 10)
    );
    let shares = &desk.game.table.shares;
    assert!(
        shares.of_held_by(desk.company("FBV"), Holder::Pool).all(|(_, cert)| !cert.director),
        "the 20% never lies in the pool"
    );
}

/// Rules: 1883-5.6-05, 1883-5.6-06, 1883-5.6-07, 1883-5.6-08, 1883-5.6-09, 1883-5.6-10
#[test]
fn prices_bonuses_and_due_rounds_of_the_concessions() {
    let desk = at("");
    let table = [
        (15, [100, 150, 200], 2),
        (20, [200, 250, 300], 4),
        (20, [200, 250, 300], 4),
        (15, [150, 200, 250], 6),
        (20, [350, 400, 450], 6),
        (20, [200, 250, 300], 5),
        (10, [100, 150, 200], 4),
        (10, [100, 150, 200], 5),
    ];
    assert_eq!(desk.game.fixed.concessions.len(), table.len());
    for (spec, (price, bonus, due)) in desk.game.fixed.concessions.iter().zip(table) {
        let bonuses = ["low", "mid", "high"].map(|band| spec.bonus(ferrata_engine::name::Name::cut(band)).0);
        assert_eq!((spec.price.0, bonuses, spec.due), (price, bonus, due));
    }
}

/// Rules: 1883-6.3-01, 1883-6.3-02, 1883-R-13
#[test]
fn corporations_act_by_price_and_in_fixed_steps() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 1\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n[events]\ndeck = 1\nleft = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 90\nplace = \"G3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 85\nplace = \"D1\"\nshares = \"Cleo 20\"\nstations = [\"16\"]\n",
    );
    desk.pass().pass().pass();
    let mut order = vec![desk.acting()];
    while desk.game.table.set == (1, 1)
        && matches!(desk.game.table.round, crate::t1883::agenda::Round::Operating(_))
    {
        desk.pass();
        if desk.acting() != "none" && order.last() != Some(&desk.acting()) {
            order.push(desk.acting());
        }
    }
    assert_eq!(order, ["FBV", "SV", "SAFRE"], "the same price further right first");
}

/// Rules: 1883-6.4-18
#[test]
fn the_co_operative_lays_and_upgrades_one_hex_once_its_bases_are_connected() {
    let text = |board: &str| {
        format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n[board]\n{board}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n"
        )
    };
    let again = |board: &str| {
        let mut desk = at(&text(board));
        desk.play(lay("11", "4", 0));
        desk.game.offers().iter().any(|offer| matches!(offer, ferrata_engine::offer::Offer::LayTile { hex, .. } if *hex == HexName::of("11")))
    };
    assert!(again("8 = \"58 4\"\n"), "Montecchio joins Reggio Emilia and Ciano");
    assert!(!again(""));
}

/// Rules: 1883-6.5-11, 1883-6.5-12, 1883-8.2-16
#[test]
fn coaches_take_no_slot() {
    let desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\ncoaches = [\"2\", \"90\"]\n[coop]\npresident = \"Cleo\"\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"88\"]\n[board]\n88 = \"57 0\"\n90 = \"57 0\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FBV\"\nacted = [\"FBV\"]\nstep = \"token\"\n",
    );
    assert!(desk.may(token("FBV", "90")), "Sasso is SARSA's base");
}

/// Rules: 1883-6.6-09, 1883-5.6-11
#[test]
fn state_lines_make_no_link() {
    let desk = at("stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n\
         [company.FMMSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"52\"]\n[concession]\nC8 = { held = { by = \"FMMSF\", rounds = 1 } }\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\nstep = \"track\"\n");
    let rules =
        crate::t1883::operating::consist::with_link_rules(&desk.game, desk.company("FMMSF"), |rules| {
            (rules.stop)(desk.game.homes(desk.company("FMMSF"))[0], 0).far.len()
        });
    assert_eq!(rules, 0);
}

/// Rules: 1883-6.7-09, 1883-R-16
#[test]
fn any_legal_set_of_routes_may_be_declared() {
    let text = "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n\
        [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"2\", \"2\"]\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"run\"\n";
    let desk = at(text);
    assert!(desk.may(run(&[])) && desk.may(run(&[(1, &["26 s0-1", "13 4-s0"])])));
    assert_eq!(desk.game.best_routes().len(), 2);
}

/// Rules: 1883-6.8-12, 1883-6.8-24
#[test]
fn a_box_can_only_be_the_upper_end_of_a_gravity_run() {
    // Colline parmensi is a box of the hills, Montecchio lies in the plain, Ciano in the hills.
    let text = "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = [\"2\", \"2G\"]\n[board]\n8 = \"3 0\"\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"run\"\n";
    let desk = at(text);
    assert!(desk.may(run(&[(1, &["9 s0-3", "8 0-s0"])])), "from Ciano down to Montecchio");
    let marks = |hex: &'static str| {
        let hex = desk.game.fixed.parts.hex_named(HexName::of(hex)).unwrap();
        crate::t1883::operating::consist::with_all(&desk.game, desk.company("CCFR"), |rules| {
            (rules.stop)(hex, 0).marks
        })
    };
    assert_eq!(
        (marks("COL") & 0b10100, marks("9") & 0b10100, marks("BOL") & 0b100000),
        (0b10100, 0b00100, 0b100000)
    );
}

/// Rules: 1883-7.0-02, 1883-7.0-05, 1883-11-17
#[test]
fn players_answer_events_from_the_priority_holder_clockwise() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"3\"\npriority = \"Ben\"\n[round.stock]\nseat = \"Ben\"\n[coop]\npresident = \"Ada\"\n[events]\ndeck = 2\nleft = [\"E17\"]\n\
         [company.CCFR]\ntrains = []\n[seat.Ada]\nsupport = 3\n[seat.Ben]\nsupport = 3\n[seat.Cleo]\nsupport = 3\n",
    );
    desk.pass().pass().pass().draw(&[0]);
    assert!(desk.game.table.events.left.is_empty(), "a drawn card is used up");
    let mut asked = Vec::new();
    for _ in 0..3 {
        asked.push(desk.asked());
        desk.choose("none");
    }
    assert_eq!(asked, ["Ben", "Cleo", "Ada"]);
}

/// Rules: 1883-8.1.8-06
#[test]
fn capitalised_in_the_middle_of_a_round_ccfr_still_acts() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Ada\"\n[seat.Cleo]\ncash = 540\n[company.CCFR]\ntrains = [\"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.SV]\nprice = 120\nplace = \"J3\"\ntreasury = 440\nshares = \"Ben 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"CCFR\"]\nstep = \"trains\"\n",
    );
    desk.play(train("5", 440)).end_turn();
    assert_eq!((desk.acting().as_str(), desk.asked().as_str()), ("CCFR", "Cleo"));
    assert!(desk.may(lay("29", "57", 1)), "north of the state line, too");
}

/// Rules: 1883-9-01
#[test]
fn a_bank_finished_in_a_stock_round_leaves_a_whole_set() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nphase = \"6\"\n[seat.Ada]\ncash = 9850\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[events]\ndeck = 3\nleft = []\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Cleo 20\"\nstations = []\n[round.stock]\nseat = \"Ben\"\n",
    );
    desk.sell("SV", 10);
    assert!(desk.game.table.bank_finished);
    desk.pass().pass().pass().pass();
    // SV may sell shares of its own in each of the three rounds.
    desk.pass().pass().pass();
    assert_eq!(desk.asked(), "the bank is finished");
    assert_eq!(
        (desk.game.table.set, desk.game.table.stock_rounds),
        ((3, 3), 9),
        "all three rounds were played"
    );
}

/// Rules: 1883-A1-01
#[test]
fn money_is_open_and_the_order_of_the_events_is_not_known() {
    let desk = at("[seat.Ada]\ncash = 123\n");
    let view = desk.game.view();
    assert_eq!((view.players[0].cash, view.bank), (Money(123), Some(Money(11_000 - 123 - 1100))));
    assert_eq!(desk.game.table.events.left.len(), 12, "the cards that are left, not their order");
}

/// Rules: 1883-4.0-13
#[test]
fn a_phase_that_begins_in_a_round_changes_only_the_next_set() {
    let depot = "[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n";
    let text = trains_step("4", depot)
        .replace("set = [1, 3]", "set = [2, 2]")
        .replace("capitalised = true", "president = \"Ben\"")
        .replace("standing = \"waiting\"\nshares = \"\"\n", "");
    let mut desk = at(&text);
    desk.play(train("5", 440)).end_turn();
    assert_eq!(
        (desk.phase().as_str(), desk.game.table.stock_rounds),
        ("5", 10),
        "no third round in this set"
    );
}
