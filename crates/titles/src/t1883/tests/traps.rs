//! Where an implementer of 1883 goes wrong: what the traps of docs/rules/1883.md ask beyond the chapters' own tests.

use super::desk::{Desk, at, concession, start, token, train};
use super::events::{before, drawn};
use crate::t1883::agenda::Round;
use crate::t1883::table::Concession;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::name::{CompanyName, HexName};
use ferrata_engine::shares::Holder;

/// A concession bought with one operating round after each stock round and due in two.
/// Rules: 1883-T-07, 1883-5.6-15, 1883-5.6-16, 1883-6.11-01
#[test]
fn a_concession_due_in_two_rounds_spans_two_stock_rounds() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 1\n[events]\ndeck = 1\nleft = []\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 40, Ben 20\"\nstations = [\"88\"]\n",
    );
    desk.play(concession("FBV", "C1", 15));
    while desk.treasury("FBV") == 85 {
        desk.pass();
    }
    assert_eq!(desk.treasury("FBV"), 85 - 30);
    assert_eq!(
        (desk.game.table.stock_rounds, desk.game.table.operating_rounds, desk.game.table.concessions[0]),
        (4, 3, Concession::Pool),
        "after the second operating round"
    );
}

/// The way from Guastalla by Boretto and Montecchio to the hills of Parma; SV owns the concession.
fn parma(sv: &str, board: &str, rest: &str) -> String {
    format!(
        "[company.SV]\nprice = 65\nplace = \"B3\"\npar = 65\nshares = \"Ben 20\"\n{sv}\n[seat.Ben]\nsupport = 0\n{rest}\n\
         [concession]\nC7 = {{ held = {{ by = \"SV\", rounds = 1 }} }}\n\
         [board]\n26 = \"57 1\"\n15 = \"8 1\"\n7 = \"8 4\"\n8 = \"58 1\"\n{board}\n"
    )
}

/// Rules: 1883-T-08, 1883-5.6-13, 1883-5.6-18, 1883-5.8-02
#[test]
fn the_bonus_is_paid_when_a_closing_opens_the_way() {
    let fbv =
        "[company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Cleo 20\"\nstations = [\"13\"]\n";
    let text = parma("stations = [\"26\"]", "13 = \"6 4\"", fbv);
    let mut desk = at(&format!("stock_rounds = 2\n{text}"));
    desk.sell("FBV", 10);
    assert_eq!(desk.treasury("SV"), 0, "FBV's token still blocks Boretto");
    desk.pass();
    assert_eq!((desk.treasury("SV"), desk.game.table.concessions[6]), (100, Concession::Gone));
}

/// Rules: 1883-T-08, 1883-5.6-11, 1883-5.6-13
#[test]
fn the_bonus_is_paid_when_a_token_comes_to_lie_on_the_link() {
    let text = parma(
        "stations = [\"5\"]\ntreasury = 40",
        "13 = \"206 1\"\n5 = \"5 4\"",
        "[company.CCFR]\ntrains = []\n",
    );
    let mut desk = at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n{text}[coop]\npresident = \"Ada\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"token\"\n"
    ));
    assert!(desk.game.table.concessions[6].owner().is_some(), "its token at Brescello lies beside the link");
    desk.play(token("SV", "13"));
    assert_eq!((desk.treasury("SV"), desk.game.table.concessions[6]), (100, Concession::Gone));
}

fn merge() -> Action {
    Action::Merge { with: CompanyName::of("FMV"), into: CompanyName::of("SEFTA") }
}

fn merger(rest: &str, board: &str) -> Desk {
    at(&format!(
        "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[events]\ndeck = 2\nleft = []\n\
         [company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 40\"\nstations = [\"52\"]\nfirst_operated = 2\nlast_operated = 6\n\
         [company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 40\"\nstations = [\"67\"]\nfirst_operated = 3\nlast_operated = 5\n\
         {rest}\n[board]\n52 = \"1883-MO1 0\"\n56 = \"58 3\"\n67 = \"6 2\"\n{board}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\norder = [\"FMV\"]\nstep = \"merge\"\n"
    ))
}

/// Rules: 1883-T-08, 1883-5.6-18, 1883-8.3-03, 1883-5.6-10
#[test]
fn the_bonus_is_paid_when_a_merger_opens_the_way() {
    let mut desk = merger(
        "[seat.Ada]\nsupport = 0\n[concession]\nC1 = { held = { by = \"FMMSF\", rounds = 1 } }\n",
        "78 = \"58 5\"\n88 = \"57 2\"",
    );
    assert!(desk.game.table.concessions[0].owner().is_some(), "FMV's token closes Vignola to FMMSF");
    desk.play(merge());
    assert_eq!((desk.treasury("SEFTA"), desk.game.table.concessions[0]), (150, Concession::Gone));
}

/// Rules: 1883-5.6-14, 1883-5.6-18, 1883-R-12
#[test]
fn a_launch_beside_finished_track_loses_the_bonus() {
    let mut desk = at("[board]\n88 = \"57 2\"\n78 = \"58 5\"\n67 = \"57 1\"\n");
    desk.play(start("FBV", 65));
    assert_eq!((desk.treasury("FBV"), desk.game.table.concessions[0]), (130, Concession::Gone));
}

/// Rules: 1883-T-12, 1883-8.1.4-02, 1883-8.1.4-04
#[test]
fn the_train_that_ccfr_gives_up_is_for_sale_in_the_pool() {
    let table = |phase: &str, treasury: i32, rest: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"{phase}\"\n[coop]\npresident = \"Ada\"\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = {treasury}\nshares = \"Ben 20\"\nstations = [\"26\"]\n{rest}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
        ))
    };
    let mut desk = table("1", 240, "[depot]\n2 = 0\n");
    desk.play(train("3", 160)).play(train("2", 80));
    assert_eq!((desk.trains("SV").join(" "), desk.depot("2")), ("2 3".to_owned(), (0, 0)));
    let mut desk = table(
        "4",
        720,
        "[company.CCFR]\ntrains = [\"4\"]\n[seat.Cleo]\ncash = 540\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n",
    );
    desk.play(train("5", 440)).play(train("4", 280));
    assert_eq!((desk.trains("SV").join(" "), desk.depot("5").0), ("4 5".to_owned(), 2));
}

/// Rules: 1883-T-16, 1883-8.1.8-01, 1883-5.2-04
#[test]
fn with_60_in_the_pool_nobody_sells_ccfr_but_everybody_may_buy() {
    let desk = at("stock_rounds = 5\nphase = \"5\"\n[coop]\ncapitalised = true\n\
         [company.CCFR]\ntrains = [\"5\"]\nshares = \"Cleo 20, Ada 10, Ben 10, pool 60\"\n");
    assert_eq!(desk.refused(desk.sale("CCFR", 10)), "1883-5.2-04");
    assert!(desk.may(desk.purchase("CCFR", Party::Bank)));
}

/// Rules: 1883-T-21, 1883-3.5-01, 1883-3.2-04, 1883-3.2-11
#[test]
fn the_merger_closes_privates_with_all_that_follows() {
    let sv = "[company.SV]\nprice = 90\nplace = \"G3\"\npar = 65\nshares = \"Ben 20\"\nstations = [\"26\"]\n";
    let mut desk = merger(
        &format!(
            "{sv}[private]\nTCB = {{ seat = \"Ben\" }}\nFRV = {{ seat = \"Ben\" }}\nCNP = {{ company = \"SV\" }}\n"
        ),
        "",
    );
    let hex = desk.game.fixed.parts.hex_named(HexName::of("20")).unwrap();
    assert!(desk.game.table.board.laid(hex).is_none());
    desk.play(merge());
    assert!(desk.game.table.privates.iter().all(|holder| *holder == Holder::Out));
    assert_eq!((desk.held("SV", "pool"), desk.treasury("SV"), desk.price("SV")), (10, 65, 90));
    let (tile, rotation) = desk.game.table.board.laid(hex).expect("the tile of FRV lies there by itself");
    assert_eq!((desk.game.fixed.parts.tile_name(tile).to_string(), rotation), ("6".to_owned(), 3));
}

/// Rules: 1883-3.2-04, 1883-R-06
#[test]
fn frvs_tile_is_not_laid_where_a_tile_lies() {
    let mut desk = merger("[private]\nFRV = { seat = \"Ben\" }\n", "20 = \"57 0\"");
    let hex = desk.game.fixed.parts.hex_named(HexName::of("20")).unwrap();
    let laid = desk.game.table.board.laid(hex);
    desk.play(merge());
    assert_eq!((desk.game.table.board.laid(hex), desk.game.table.privates[1]), (laid, Holder::Out));
}

/// Rules: 1883-T-23, 1883-11-16, 1883-11-16b, 1883-3.5-01
#[test]
fn a_removed_train_starts_its_phase_with_everything() {
    let desk = drawn(
        "E16",
        "[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n[private]\nTCB = { seat = \"Ada\" }\n[seat.Cleo]\ncash = 500\n\
         [company.FMMSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"52\"]\ntrains = [\"3\", \"4\", \"4\"]\n",
    );
    assert_eq!(desk.game.table.privates[0], Holder::Out, "privates close");
    assert_eq!(desk.trains("FMMSF").join(" "), "4 4", "3s are scrapped, and nothing more is discarded");
    assert!(desk.game.table.coop.capitalised);
    let desk = drawn(
        "E16",
        "[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = { left = 2, returned = 1 }\n[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"16\"]\ntrains = [\"4\"]\n",
    );
    assert_eq!(desk.depot("4").1, 1, "the pool is not touched");
}

/// Rules: 1883-T-24, 1883-R-25, 1883-11-26a
#[test]
fn a_strike_moves_the_price_once() {
    let mut desk = drawn("E26", "");
    desk.choose("none").choose("none");
    assert_eq!((desk.price("SV"), desk.price("FBV"), desk.price("SARSA")), (85, 65, 60), "not at the event");
    while matches!(desk.game.table.round, Round::Operating(_)) && desk.game.table.set.0 == 1 {
        match desk.asked().as_str() {
            "chance" => break,
            _ => desk.pass(),
        };
    }
    assert_eq!(
        (desk.price("SV"), desk.price("FBV"), desk.price("SARSA")),
        (80, 60, 55),
        "once, in their turns"
    );
}

/// Rules: 1883-T-24, 1883-11-26b, 1883-11-26c
#[test]
fn hot_autumn_is_answered_anew_in_every_round_of_the_set() {
    let mut desk = at(&before("E26", "[seat.Ada]\nsupport = 2\n"));
    desk.pass().pass().pass().draw(&[0]);
    desk.choose("support").choose("none");
    while desk.game.table.set.0 == 1 {
        desk.pass();
    }
    assert_eq!((desk.asked().as_str(), desk.cards("Ada")), ("Ada", 1), "again for SV");
    desk.choose("none");
    assert!(desk.game.table.events.struck.has(desk.company("SV")));
}

/// Rules: 1883-T-25, 1883-9-03
#[test]
fn other_corporations_at_the_maximum_end_nothing() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [1, 3]\nphase = \"6\"\n[company.CCFR]\ntrains = []\n[events]\ndeck = 3\nleft = []\n\
         [company.SV]\nprice = 280\nplace = \"Q1\"\nshares = \"Ada 20, Ben 20\"\nstations = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"dividend\"\nturn = { revenue = 300 }\n",
    );
    desk.pay_out();
    assert_eq!((desk.price("SV"), desk.asked().as_str()), (300, "Ada"));
}

/// Rules: 1883-T-18, 1883-8.2-19
#[test]
fn a_purchase_may_break_the_ratio_for_a_while() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SARSA]\nprice = 65\nplace = \"B3\"\npar = 65\nshares = \"Ben 20\"\n[company.FMV]\nshares = \"Ben 40\"\ndirector = \"offering\"\n",
    );
    desk.buy("SARSA", Party::Offering).pass();
    desk.pass().pass();
    assert_eq!(desk.refused(Action::Pass), "1883-5.1-07");
    desk.play(start("SV", 65)).pass();
    desk.pass().pass();
    assert!(desk.may(Action::Pass), "20% of a railway carry 10% of SARSA");
}

/// Rules: 1883-6.8-27, 1883-8.1.2-02
#[test]
fn ccfr_of_a_bankrupt_president_goes_to_the_next_holder_at_the_table() {
    // They sit Cleo, Ada, Ben.
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 2]\nphase = \"4\"\norder = [\"Cleo\", \"Ada\", \"Ben\"]\npriority = \"Cleo\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Cleo]\ncash = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Cleo 20\"\ntreasury = 30\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n\
         [board]\n26 = \"57 1\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"FBV\"]\nstep = \"trains\"\n",
    );
    desk.pass();
    assert!(desk.game.seat(desk.seat("Cleo")).out);
    assert_eq!(
        (desk.president("CCFR").as_deref(), desk.game.table.priority),
        (Some("Ada"), desk.seat("Ada")),
        "Ada sits to the left of Cleo"
    );
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 2]\nphase = \"4\"\norder = [\"Ada\", \"Cleo\", \"Ben\"]\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Cleo]\ncash = 0\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Cleo 20\"\ntreasury = 30\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n\
         [board]\n26 = \"57 1\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"FBV\"]\nstep = \"trains\"\n",
    );
    desk.pass();
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ben"), "Ben sits to the left of Cleo");
}

/// Rules: 1883-5.6-18, 1883-5.6-19, 1883-6.8-27
#[test]
fn nobody_who_has_left_the_game_is_asked_about_a_bonus() {
    // Ada's FBV closes for want of a train and opens Boretto to SV, which Ada led, too.
    let rest = "[seat.Ada]\ncash = 0\nsupport = 3\n[company.CCFR]\ntrains = []\n[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"13\", \"26\"]\ntreasury = 0\n";
    let text = parma("stations = [\"5\"]", "13 = \"206 1\"\n5 = \"5 4\"", rest)
        .replace("shares = \"Ben 20\"", "shares = \"Ada 20, Ben 20, pool 50\"")
        .replace("[company.SV]\nprice", "[company.SV]\ndirector = \"Ada\"\nprice")
        .replace("stations = [\"5\"]", "stations = [\"26\"]")
        .replace("stations = [\"13\", \"26\"]", "stations = [\"13\"]")
        .replace("13 = \"206 1\"", "13 = \"6 4\"")
        .replace("5 = \"5 4\"", "")
        .replace("[seat.Ben]\nsupport = 0", "[seat.Ben]\nsupport = 1");
    let mut desk = at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 2]\nphase = \"4\"\n{text}[coop]\npresident = \"Cleo\"\n[events]\ndeck = 2\nleft = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FBV\"\nacted = [\"FBV\"]\nstep = \"trains\"\n"
    ));
    desk.pass();
    assert!(desk.game.seat(desk.seat("Ada")).out && !desk.game.is_open(desk.company("FBV")));
    assert_eq!(
        (desk.president("SV").as_deref(), desk.asked().as_str()),
        (Some("Ben"), "Ben"),
        "Ben leads SV now"
    );
    desk.choose("treasury");
    assert_eq!(desk.treasury("SV"), 150);
}

/// Rules: 1883-5.4-05, 1883-R-44, 1883-R-57
#[test]
fn above_the_limit_nothing_is_bought_before_enough_is_sold() {
    let mut desk = at("stock_rounds = 4\nphase = \"4\"\nmerger = \"formed\"\n\
         [company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 60, pool 30\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool 30\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool 30\"\nstations = [\"16\"]\n\
         [company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool 30\"\nstations = [\"37\", \"72\"]\n\
         [private]\nTCB = { seat = \"Ada\" }\nFRV = { seat = \"Ada\" }\nCNP = { seat = \"Ada\" }\n");
    assert_eq!((desk.game.certificates(desk.seat("Ada")), desk.game.certificate_limit()), (21, 19));
    assert_eq!(desk.refused(desk.support(10)), "1883-5.4-05");
    assert_eq!(desk.refused(concession("SV", "C7", 10)), "1883-5.4-05");
    desk.sell("SV", 10);
    assert_eq!(desk.refused(Action::Pass), "1883-5.4-05", "one more must go in this turn");
    assert_eq!(desk.refused(desk.support(10)), "1883-5.4-05");
    desk.sell("FBV", 10);
    assert!(desk.may(Action::Pass) && desk.may(desk.support(10)), "at the limit the turn is free again");
}

/// Rules: 1883-6.5-06, 1883-R-53
#[test]
fn a_closed_co_operative_keeps_its_starting_cities() {
    let table = |standing: &str| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[company.CCFR]\nstanding = \"{standing}\"\ntrains = []\nstations = []\ntokens = 4\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"20\"]\n[board]\n20 = \"57 0\"\n29 = \"57 1\"\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"token\"\n"
        ))
    };
    // Reggio Emilia has two slots: SAFRE's and that of CCFR.
    assert_eq!(table("frozen").refused(token("SV", "16")), "1883-6.5-06");
    assert!(table("frozen").may(token("SV", "29")));
}
