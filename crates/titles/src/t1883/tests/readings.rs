//! Where the rulebook is easily read in another way: ties, payers, moments, rounding, limits that are met exactly.

use super::desk::{Desk, at, bid, marker, opening, run, train, with};
use ferrata_engine::action::Action;
use ferrata_engine::board::Visit;
use ferrata_engine::name::HexName;
use ferrata_engine::offer::Offer;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;

/// Rules: 1883-3.3-17
#[test]
fn tcb_for_nothing_goes_to_the_player_whose_turn_it_is() {
    let mut desk = opening(&["A", "B"]);
    desk.play(bid("FRV", 45));
    for _ in 0..4 {
        desk.pass().pass();
    }
    assert_eq!(desk.game.table.privates[0], Holder::Seat(desk.seat("B")), "A has the Priority card");
    assert_eq!((desk.game.table.privates[1], desk.asked().as_str()), (Holder::Seat(desk.seat("A")), "A"));
}

/// Rules: 1883-3.2-11, 1883-3.2-20
#[test]
fn an_unswapped_cnp_brings_sv_its_par_if_the_pool_has_room() {
    let table = |pool: u8| {
        let mut desk = at(&format!(
            "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\npar = 65\nshares = \"Ada 20, pool {pool}\"\nstations = [\"26\"]\n\
             [company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n[private]\nCNP = {{ company = \"FBV\" }}\n"
        ));
        desk.sell("FBV", 10).pass();
        (desk.held("SV", "pool"), desk.treasury("SV"), desk.price("SV"))
    };
    assert_eq!(table(40), (50, 65, 85));
    assert_eq!(table(50), (50, 0, 85));
}

/// Rules: 1883-4.0-12, 1883-R-18
#[test]
fn the_buyer_discards_before_dearer_corporations() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\ntreasury = 440\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"4\", \"4\"]\n\
         [company.FBV]\nprice = 120\nplace = \"J3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\ntrains = [\"3bis\", \"3bis\", \"4\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    desk.play(train("5", 440));
    assert_eq!(desk.asked(), "Ada");
    let discard = |company: &'static str, train: &'static str| Action::Discard {
        company: ferrata_engine::name::CompanyName::of(company),
        train: ferrata_engine::name::TrainName::of(train),
    };
    desk.play(discard("SV", "4"));
    assert_eq!(desk.asked(), "Ben");
    desk.play(discard("FBV", "3bis"));
    assert_eq!(desk.trains("FBV").join(" "), "3bis 4");
}

/// Rules: 1883-8.1.6-01, 1883-8.1.4-03
#[test]
fn a_frozen_co_operative_gets_no_train() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"3\"\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\ntreasury = 280\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    desk.play(train("4", 280));
    assert_eq!((desk.depot("4"), desk.trains("CCFR").len()), ((3, 0), 0));
}

/// Rules: 1883-5.3-10
#[test]
fn of_equal_successors_the_first_clockwise_leads() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 30, Ben 20, Cleo 20\"\ndirector = \"Ada\"\nstations = [\"26\"]\n",
    );
    desk.sell("SV", 20);
    assert_eq!(desk.president("SV").as_deref(), Some("Ben"));
    let mut desk = at(
        "stock_rounds = 2\n[round.stock]\nseat = \"Ben\"\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20, Ben 30, Cleo 20\"\ndirector = \"Ben\"\nstations = [\"26\"]\n",
    );
    desk.sell("SV", 20);
    assert_eq!(desk.president("SV").as_deref(), Some("Cleo"), "clockwise from the president");
}

/// Rules: 1883-6.4-06
#[test]
fn upgrades_pay_no_terrain() {
    let desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 0\nshares = \"Ada 20\"\nstations = [\"26\"]\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n5 = \"6 4\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"track\"\n",
    );
    let free = |offer: &Offer| matches!(offer, Offer::LayTile { hex, cost, .. } if *hex == HexName::of("5") && cost.0 == 0);
    assert!(desk.offers(free) > 0, "Brescello lies on the river");
}

/// Rules: 1883-6.4-20
#[test]
fn the_co_operative_pays_rivers() {
    let table = |treasury: i32| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntreasury = {treasury}\n[board]\n8 = \"4 0\"\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n"
        ))
    };
    let river = |offer: &Offer| matches!(offer, Offer::LayTile { hex, .. } if *hex == HexName::of("7"));
    let costs = |desk: &Desk| {
        let all = desk.game.offers();
        all.iter()
            .filter(|offer| river(offer))
            .all(|offer| matches!(offer, Offer::LayTile { cost, .. } if cost.0 == 20))
    };
    let (poor, rich) = (table(19), table(20));
    assert_eq!(poor.offers(river), 0);
    assert!(rich.offers(river) > 0 && costs(&rich), "Sant'Ilario lies on the Enza");
}

/// Rules: 1883-6.8-13, 1883-R-20
#[test]
fn half_of_a_gravity_run_is_rounded_up_to_tens() {
    let text = "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = [\"2\", \"2G\"]\n[board]\n8 = \"3 0\"\n\
        [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"run\"\n";
    let mut desk = at(text);
    desk.play(run(&[(1, &["9 s0-3", "8 0-s0"])])).draw(&[1]);
    assert_eq!(desk.game.company_turn().revenue.0, 20, "half of 30");
}

/// Rules: 1883-6.8-26
#[test]
fn a_forced_purchase_takes_the_cheapest_of_stack_and_pool() {
    let text = |cash: i32, fbv: &str| {
        format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Ada]\ncash = {cash}\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\ntreasury = 30\n{fbv}\n[depot]\n2 = 0\n3 = {{ left = 0, returned = 1 }}\n3bis = 0\n\
             [board]\n26 = \"57 1\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
        )
    };
    let mut desk = at(&text(200, ""));
    assert_eq!(desk.refused(train("4", 280)), "1883-6.3-04");
    desk.play(train("3", 160));
    assert_eq!((desk.cash("Ada"), desk.treasury("SV")), (70, 0));
}

/// Rules: 1883-6.8-29
#[test]
fn whoever_can_raise_just_enough_is_not_bankrupt() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Ada]\ncash = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\ntreasury = 30\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Ada 20\"\nstations = [\"88\"]\n\
         [board]\n26 = \"57 1\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    assert_eq!(desk.refused(Action::Pass), "1883-6.8-01", "30 and twice 65 are 160");
    desk.sell("FBV", 20).play(train("3", 160));
    assert_eq!((desk.cash("Ada"), desk.treasury("SV"), desk.trains("SV").len()), (0, 0, 1));
}

/// Rules: 1883-6.11-01
#[test]
fn the_dearer_corporation_is_penalised_first() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ben 20\"\nstations = [\"88\"]\n\
         [concession]\nC1 = { held = { by = \"SV\", rounds = 2 } }\nC6 = { held = { by = \"FBV\", rounds = 5 } }\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"FBV\", \"SV\"]\nstep = \"issue\"\n",
    );
    desk.pass();
    let said: Vec<_> = desk.events.iter().map(|event| event.sentence(&desk.game)).collect();
    let at = |words: &str| said.iter().position(|line| line.contains(words)).unwrap();
    assert!(at("FBV has failed") < at("SV has failed"));
    assert_eq!((desk.treasury("FBV"), desk.treasury("SV")), (60, 70));
}

/// Rules: 1883-6.7-03
#[test]
fn a_box_is_the_end_of_a_route() {
    let desk = at("stock_rounds = 2\n");
    crate::t1883::operating::consist::with_all(&desk.game, desk.company("CCFR"), |rules| {
        for name in ["BOL", "MAN", "VER", "PAR", "AUL"] {
            let hex =
                desk.game.fixed.parts.hex_named(HexName(ferrata_engine::name::Name::cut(name))).unwrap();
            assert_eq!((rules.stop)(hex, 0).visit, Visit::End, "{name}");
        }
    });
}

/// A table before an operating round with this card.
fn event(card: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"3\"\n[coop]\npresident = \"Ada\"\n[events]\ndeck = 2\nleft = [\"{card}\"]\n{rest}"
    )
}

/// Rules: 1883-11-23b, 1883-8.1.7-01
#[test]
fn the_war_effort_spares_the_co_operative() {
    let mut desk = at(&event("E23", "[company.CCFR]\ntrains = [\"2\", \"3\"]\n"));
    desk.pass().pass().pass().draw(&[0]);
    assert_eq!((desk.trains("CCFR").len(), desk.treasury("CCFR")), (2, 0));
}

/// Rules: 1883-11-26b
#[test]
fn a_general_strike_has_no_effect_during_hot_autumn() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"6\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[seat.Ada]\nsupport = 2\n\
         [events]\ndeck = 3\nleft = [\"E3\"]\nhot_autumn = \"E26\"\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"beginning\"\n",
    );
    desk.choose("support").draw(&[0]);
    assert_eq!(desk.cards("Ada"), 1);
    assert!(
        !desk.game.table.events.struck.has(desk.company("SV")) && desk.acting() == "SV",
        "nobody is asked again"
    );
}

/// Rules: 1883-11-26b
#[test]
fn hot_autumn_ends_with_the_next_stock_round() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 4\nset = [2, 2]\nphase = \"6\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n\
         [events]\ndeck = 3\nleft = []\nhot_autumn = \"E26\"\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"issue\"\n",
    );
    desk.pass();
    assert_eq!((desk.game.table.stock_rounds, desk.game.table.events.hot_autumn), (4, None));
}

/// Rules: 1883-9-08, 1883-11-29
#[test]
fn card_29_can_bring_sarsa_to_the_maximum() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"6\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[events]\ndeck = 3\nleft = [\"E29\"]\n\
         [company.FMV]\nshares = \"Ada 40\"\ndirector = \"offering\"\n[company.SARSA]\nprice = 280\nplace = \"Q1\"\nshares = \"Ada 20\"\nfirst_operated = 1\nlast_operated = 3\n",
    );
    desk.pass().pass().pass().draw(&[0]).choose("support");
    assert_eq!(desk.asked(), "SARSA has reached the maximum of the market");
}

/// Rules: 1883-8.1.5-02, 1883-R-22
#[test]
fn half_the_price_of_a_looters_share_is_rounded_up() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\nprice = 80\nplace = \"E3\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"dividend\"\nturn = { revenue = 80 }\n",
    );
    desk.loot();
    assert_eq!((desk.price("CCFR"), desk.cash("Ada")), (75, 550 + 80 + 38));
}

/// Rules: 1883-8.1.2-02
#[test]
fn the_presidency_of_the_co_operative_passes_between_two_operating_rounds() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 2\nset = [1, 2]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n[events]\ndeck = 1\nleft = []\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"CCFR\", \"SV\"]\nstep = \"issue\"\n",
    );
    desk.pass();
    assert_eq!((desk.game.table.set, desk.president("CCFR").as_deref()), ((2, 2), Some("Ben")));
}

/// Rules: 1883-8.1.8-03
#[test]
fn fewer_permanent_trains_count_before_fewer_trains() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = [\"4\"]\nshares = \"Ada 10, Ben 10, pool 10\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 440\nshares = \"Ben 20\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"88\"]\ntrains = [\"4\", \"4\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    desk.play(train("5", 440));
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ada"), "Ben's railway owns the 5");
}

/// SARSA's turn.
fn sarsa(coaches: &str, treasury: i32, first: bool, phase: &str) -> String {
    let begun = if first { 3 } else { 1 };
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\ncoaches = [{coaches}]\n[company.CCFR]\ntrains = []\n\
         [company.SARSA]\nprice = 65\nplace = \"B3\"\ntreasury = {treasury}\nshares = \"Ada 20\"\nfirst_operated = {begun}\nlast_operated = 3\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SARSA\"\nacted = [\"SARSA\"]\nstep = \"coaches\"\n"
    )
}

fn coach(hex: &str) -> Action {
    marker("SARSA", "coach", hex)
}

/// Rules: 1883-8.2-10
#[test]
fn coaches_may_stand_on_the_state_line() {
    let desk = at(&sarsa("\"2\", \"9\", \"11\", \"20\", \"90\"", 200, false, "5"));
    assert!(desk.may(coach("16")), "Reggio Emilia");
    let desk = at(&sarsa("\"2\", \"9\", \"11\", \"20\", \"16\", \"90\"", 200, false, "5"));
    assert_eq!(desk.refused(coach("29")), "1883-8.2-10", "north of it");
}

/// Rules: 1883-8.2-07
#[test]
fn a_coach_pays_terrain_even_where_a_tile_lies() {
    let text = sarsa("\"2\", \"90\"", 200, false, "2");
    let mut desk = at(&format!("{text}[board]\n11 = \"4 0\"\n"));
    desk.play(coach("11"));
    assert_eq!(desk.treasury("SARSA"), 180, "Carpineti lies in the hills");
}

/// Rules: 1883-8.2-04, 1883-8.2-20
#[test]
fn in_the_first_turn_coaches_stand_beside_the_bases_only() {
    let mut desk = at(&sarsa("\"2\", \"90\"", 200, true, "5"));
    desk.play(coach("11"));
    assert_eq!(desk.refused(coach("1")), "1883-8.2-05", "the bases alternate");
    desk.play(coach("80"));
    assert_eq!(desk.refused(coach("22")), "1883-8.2-05", "beside the first, but not beside a base");
    assert!(desk.may(coach("1")));
}

fn due(acted: &str, order: &str) -> Desk {
    let mut desk = with(
        &["merging"],
        &format!(
            "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = [\"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
             [company.SV]\nprice = 120\nplace = \"J3\"\ntreasury = 440\nshares = \"Cleo 20\"\nstations = [\"26\"]\n\
             [company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\n[company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 40\"\nstations = [\"67\"]\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [{acted}]\norder = [{order}]\nstep = \"trains\"\n"
        ),
    );
    desk.play(train("5", 440)).end_turn();
    desk
}

/// Rules: 1883-12.1-02, 1883-8.3-08
#[test]
fn a_due_merger_is_conducted_for_the_dearer_one_and_may_be_too_late_to_operate() {
    let acts = |desk: &Desk| {
        let (now, sefta) = (desk.game.operating().unwrap(), desk.company("SEFTA"));
        now.order.contains(&sefta) || now.company == Some(sefta)
    };
    let desk = due("\"SV\"", "\"CCFR\", \"FMMSF\", \"FMV\"");
    assert_eq!(
        desk.president("SEFTA").as_deref(),
        Some("Ada"),
        "both hold 20%: the president of the dearer one"
    );
    assert!(acts(&desk));
    let desk = due("\"FMMSF\", \"SV\"", "\"CCFR\", \"FMV\"");
    assert!(desk.game.is_open(desk.company("SEFTA")) && !acts(&desk), "FMMSF had operated");
}

/// Rules: 1883-8.3-07, 1883-8.3-10
#[test]
fn single_shares_of_the_pool_are_lost_and_sefta_has_four_tokens() {
    let mut desk = at(
        "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40, pool 20\"\nstations = [\"52\", \"26\", \"13\"]\nfirst_operated = 2\nlast_operated = 6\n\
         [company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 40, pool 10\"\nstations = [\"67\", \"88\"]\nfirst_operated = 3\nlast_operated = 5\n\
         [board]\n52 = \"1883-MO1 0\"\n56 = \"58 3\"\n67 = \"6 2\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\norder = [\"FMV\"]\nstep = \"merge\"\n",
    );
    let merge = Action::Merge {
        with: ferrata_engine::name::CompanyName::of("FMV"),
        into: ferrata_engine::name::CompanyName::of("SEFTA"),
    };
    desk.play(merge).choose("26");
    let sefta = desk.company("SEFTA");
    assert_eq!(
        (desk.held("SEFTA", "Ada"), desk.held("SEFTA", "pool"), desk.held("SEFTA", "offering")),
        (40, 10, 50)
    );
    let mut tokens: Vec<_> = desk
        .game
        .table
        .board
        .tokens_of(sefta)
        .map(|token| desk.game.fixed.parts.hex_name(token.hex).to_string())
        .collect();
    tokens.sort();
    assert_eq!(tokens.len(), 4);
    assert!(tokens.contains(&"52".to_owned()) && tokens.contains(&"67".to_owned()), "{tokens:?}");
    assert_eq!(desk.game.company(sefta).tokens, 0);
}
