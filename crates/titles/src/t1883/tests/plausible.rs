//! More places where another reading would be plausible: each of these fails if the rule is read so.

use super::desk::{Desk, at, bid, lay, opening, run, token, with};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;

const OFFERS: Party = Party::Offering;

/// Rules: 1883-3.3-16
#[test]
fn only_tcb_gets_cheaper() {
    let mut desk = opening(&["A", "B"]);
    desk.play(bid("CNP", 65)).pass().pass();
    let buy = |desk: &Desk, card: &'static str, price: i32| Action::BuyCard {
        buyer: Party::Seat(desk.seat("B")),
        card: CardName::of(card),
        from: Party::Bank,
        price: Money(price),
    };
    let tcb = buy(&desk, "TCB", 15);
    desk.play(tcb).pass();
    assert_eq!(desk.refused(buy(&desk, "FRV", 35)), "1883-3.3-03");
    assert!(desk.may(buy(&desk, "FRV", 40)));
}

/// Rules: 1883-R-07, 1883-3.2-07
#[test]
fn for_a_swapped_cnp_the_bank_pays_the_par() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 90\nplace = \"G3\"\npar = 65\nshares = \"Ben 20\"\nstations = [\"26\"]\n[private]\nCNP = { seat = \"Ada\" }\n",
    );
    desk.play(Action::UseCard { card: CardName::of("CNP") });
    assert_eq!((desk.treasury("SV"), desk.cash("Ada")), (65, 550));
}

/// Rules: 1883-5.3-09
#[test]
fn a_purchase_that_only_draws_level_changes_no_presidency() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 20, Ben 10\"\nstations = [\"26\"]\n[round.stock]\nseat = \"Ben\"\n",
    );
    desk.buy("SV", OFFERS);
    assert_eq!((desk.held("SV", "Ben"), desk.president("SV").as_deref()), (20, Some("Ada")));
}

/// Rules: 1883-5.7-02
#[test]
fn shares_in_the_pool_keep_a_price_from_rising() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 1\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, Ben 40, pool 10\"\nstations = [\"26\"]\n",
    );
    desk.pass().pass().pass();
    assert_eq!(desk.price("SV"), 85);
}

/// Rules: 1883-6.4-17, 1883-6.4-19
#[test]
fn the_additional_tile_of_the_co_operative_is_yellow_and_uphill() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\ntreasury = 100\n\
         [board]\n20 = \"5 3\"\n31 = \"8 5\"\n8 = \"4 0\"\n[round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n",
    );
    desk.play(lay("42", "8", 2)).play(lay("7", "9", 0));
    assert_eq!(desk.refused(lay("56", "4", 0)), "1883-6.4-01", "Maranello lies in the plain");
    assert_eq!(desk.refused(lay("20", "12", 3)), "1883-6.4-01", "an upgrade of Scandiano is not yellow");
    assert!(desk.may(lay("11", "4", 0)), "Carpineti lies in the hills");
}

/// Rules: 1883-6.5-06, 1883-5.8-06
#[test]
fn nothing_is_kept_for_sefta_before_it_is_formed() {
    let desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n[company.FMMSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"52\"]\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"20\"]\n[board]\n20 = \"5 3\"\n31 = \"8 5\"\n42 = \"8 2\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"token\"\n",
    );
    assert!(desk.may(token("SV", "52")), "Modena has two slots, and FMMSF has its own");
}

/// Rules: 1883-6.6-06
#[test]
fn a_train_of_the_state_railway_reaches_one_box() {
    let table = |train: &str| {
        at(&format!(
            "stock_rounds = 9\noperating_rounds = 20\nset = [1, 1]\nphase = \"8\"\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n\
             [company.FMMSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"52\"]\ntrains = [\"{train}\"]\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\nstep = \"run\"\n"
        ))
    };
    let both: &[(u8, &[&str])] = &[(0, &["BOL s0-f0", "52 f0-s0", "52 s0-f1", "MAN f1-s0"])];
    assert_eq!(table("8").refused(run(both)), "1883-6.6-06");
    assert!(table("8").may(run(&[(0, &["BOL s0-f0", "52 f0-s0"])])), "whichever way it is told");
}

/// Rules: 1883-3.2-09
#[test]
fn only_ones_own_anchors_count() {
    let mut desk = at(
        "anchors = [{ hex = \"13\", of = \"FSF\" }, { hex = \"46\", of = \"SV\" }]\nstock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n\
         [company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"37\", \"72\"]\n[company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\ntrains = [\"2\"]\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"run\"\n",
    );
    desk.play(run(&[(0, &["26 s0-1", "13 4-s0"])]));
    assert_eq!(
        desk.game.company_turn().revenue,
        Money(40),
        "FSF's anchor lies in Boretto, SV's in San Benedetto"
    );
}

/// Rules: 1883-6.8-10, 1883-6.8-01
#[test]
fn a_2g_is_no_train_where_one_must_be_owned() {
    let table = |trains: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n[company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\ntreasury = 100\ntrains = [{trains}]\n\
             [board]\n26 = \"57 1\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
        ))
    };
    assert_eq!(table("\"2G\"").refused(Action::Pass), "1883-6.8-01");
    assert!(table("\"2\", \"2G\"").may(Action::Pass));
}

/// Rules: 1883-R-30, 1883-6.7-04
#[test]
fn a_train_visits_one_of_the_two_cities_of_sassuolo() {
    let desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[company.SAFRE]\nprice = 85\nplace = \"F3\"\nstations = [\"20\"]\nshares = \"Ada 20\"\ntrains = [\"3\"]\n\
         [board]\n20 = \"57 2\"\n32 = \"1883-SA1 0\"\n22 = \"7 4\"\n34 = \"7 2\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SAFRE\"\nacted = [\"SAFRE\"]\nstep = \"run\"\n",
    );
    assert!(desk.may(run(&[(0, &["20 s0-5", "32 2-s0"])])));
    let around: &[(u8, &[&str])] = &[(0, &["20 s0-5", "32 2-s0", "32 s0-1", "22 4-5", "34 2-3", "32 0-s1"])];
    assert_eq!(desk.refused(run(around)), "1883-6.7-04");
}

/// Rules: 1883-11-29, 1883-8.1.7-01
#[test]
fn the_marshall_plan_is_not_for_the_co_operative() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"3\"\n[coop]\npresident = \"Ada\"\n[events]\ndeck = 2\nleft = [\"E29\"]\n[company.CCFR]\ntrains = []\nprice = 50\nplace = \"A5\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"26\"]\n",
    );
    desk.pass().pass().pass().draw(&[0]);
    assert_eq!(desk.asked(), "Ben", "for SV");
    desk.choose("support");
    assert_eq!((desk.price("SV"), desk.price("CCFR")), (90, 50));
}

/// Rules: 1883-8.1.2-01, 1883-R-23
#[test]
fn sarsa_is_no_railway_when_the_first_president_of_ccfr_is_found() {
    let mut desk = at(
        "[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n[company.SARSA]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\n[company.FMV]\nshares = \"Ben 40\"\ndirector = \"offering\"\n",
    );
    desk.pass().pass().pass();
    assert_eq!(
        desk.president("CCFR").as_deref(),
        Some("Ada"),
        "Ben holds more certificates, but leads no railway"
    );
}

fn buys_a(train: &'static str, options: &[&str], phase: &str, rest: &str) -> Desk {
    let price = match train {
        "3bis" => 200,
        "5" => 440,
        _ => panic!("{train}"),
    };
    let mut desk = with(
        options,
        &format!(
            "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"{phase}\"\n[coop]\npresident = \"Cleo\"\n\
             [company.SV]\nprice = 120\nplace = \"J3\"\ntreasury = {price}\nshares = \"Cleo 20\"\nstations = [\"26\"]\n{rest}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
        ),
    );
    desk.play(super::desk::train(train, price));
    desk
}

/// Rules: 1883-12.3-01
#[test]
fn the_second_deck_brings_no_raids() {
    let desk = buys_a("3bis", &["bombs"], "2", "[company.CCFR]\ntrains = []\n[depot]\n2 = 0\n3 = 0\n");
    assert_eq!((desk.game.table.events.deck, desk.asked().as_str()), (2, "Cleo"));
}

/// Rules: 1883-12.1-03
#[test]
fn a_sefta_that_has_left_the_game_never_comes_back() {
    let fmmsf = "[company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\n";
    let rest = format!("{fmmsf}[company.CCFR]\ntrains = [\"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n");
    let desk = buys_a("5", &["merging"], "4", &rest);
    let sefta = desk.company("SEFTA");
    assert_eq!(desk.game.company(sefta).standing, crate::t1883::table::Standing::Gone);
}
