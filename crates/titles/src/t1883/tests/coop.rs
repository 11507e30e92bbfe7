//! 8.1 The co-operative.

use super::desk::{at, train, train_of};
use ferrata_engine::action::{Action, Settlement};

/// CCFR is about to decide about a run of 80.
fn run_of_80(holders: &str) -> String {
    format!(
        "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n\
         [company.CCFR]\nshares = \"{holders}\"\ndirector = \"offering\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"dividend\"\nturn = {{ revenue = 80 }}\n"
    )
}

/// Rules: 1883-V-26, 1883-8.1.5-02, 1883-8.1.5-05, 1883-R-22, 1883-T-14
#[test]
fn a_looter_takes_the_run_and_half_the_price() {
    let mut desk = at(&run_of_80("Ada 10, Ben 10, Cleo 10"));
    desk.loot();
    assert_eq!((desk.price("CCFR"), desk.cash("Ada"), desk.held("CCFR", "pool")), (90, 550 + 80 + 45, 10));
    assert_eq!(
        (desk.held("CCFR", "Ada"), desk.president("CCFR").as_deref()),
        (0, Some("Ben")),
        "it passes at the end of the round"
    );
}

/// Rules: 1883-8.1.5-01, 1883-8.1.5-04, 1883-6.7-11
#[test]
fn the_co_operative_pays_and_never_withholds() {
    let mut desk = at(&run_of_80("Ada 10, Ben 10, pool 10"));
    assert_eq!(desk.refused(Action::Settle { how: Settlement::Withhold }), "1883-8.1.5-01");
    desk.pay_out();
    assert_eq!(
        (desk.cash("Ada"), desk.cash("Ben"), desk.treasury("CCFR"), desk.price("CCFR")),
        (558, 558, 8, 100)
    );
}

/// Rules: 1883-8.1.6-01, 1883-8.1.5-05
#[test]
fn without_holders_it_is_frozen_at_once() {
    let mut desk = at(&run_of_80("Ada 10, pool 20"));
    desk.loot();
    assert_eq!(desk.president("CCFR"), None);
    assert!(!desk.game.is_open(desk.company("CCFR")) && desk.acting() != "CCFR", "its turn is over");
}

/// Rules: 1883-8.1.2-01
#[test]
fn the_first_president_is_found_when_the_first_stock_round_ends() {
    let mut desk = at(
        "[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"26\"]\n[seat.Cleo]\ncash = 900\n",
    );
    desk.pass().pass().pass();
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ben"), "most railway presidencies");
    let mut desk = at("[private]\nTCB = { seat = \"Cleo\" }\n[seat.Ada]\ncash = 900\n");
    desk.pass().pass().pass();
    assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"), "then certificates, privates too");
    let mut desk = at("[seat.Ada]\ncash = 900\n");
    desk.pass().pass().pass();
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ada"), "then cash");
    let mut desk = at("");
    desk.pass().pass().pass();
    assert_eq!(desk.asked(), "chance");
    desk.draw(&[2]);
    assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"), "then a die");
}

/// Rules: 1883-8.1.2-02, 1883-8.1.5-03, 1883-T-13
#[test]
fn the_presidency_rotates_among_those_who_hold_a_share() {
    let mut desk = at("stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n\
         [company.CCFR]\nshares = \"Ada 10, Cleo 10, pool 10\"\ndirector = \"offering\"\ntrains = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n");
    desk.end_turn();
    assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"), "Ben holds none");
}

/// A railway that buys the first train of a class.
fn before(phase: &str, price: i32, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 4\nset = [1, 2]\nphase = \"{phase}\"\n[coop]\npresident = \"Ada\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = {price}\nshares = \"Ben 20\"\nstations = [\"26\"]\nfirst_operated = 1\nlast_operated = 4\n\
         {rest}\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
    )
}

/// Rules: 1883-8.1.4-01, 1883-8.1.4-02, 1883-2.4-01, 1883-2.4-02, 1883-2.4-03, 1883-T-12, 1883-R-40, 1883-R-02
#[test]
fn at_the_first_3_it_gets_a_3_for_a_2() {
    let desk = at("");
    assert_eq!(
        (desk.trains("CCFR").join(" "), desk.depot("2"), desk.depot("2G")),
        ("2 2 2G 2G".to_owned(), (6, 0), (4, 0))
    );
    let mut desk = at(&before("1", 160, "[depot]\n2 = 0\n"));
    desk.play(train("3", 160));
    assert_eq!(desk.phase(), "2");
    assert_eq!(
        (desk.trains("CCFR").join(" "), desk.depot("3"), desk.depot("2")),
        ("2 3 2G 2G".to_owned(), (2, 0), (0, 1))
    );
}

/// Rules: 1883-8.1.4-03, 1883-4.0-05, 1883-6.8-28
#[test]
fn at_the_first_4_it_gets_a_4() {
    let mut desk = at(&before(
        "3",
        280,
        "[company.CCFR]\ntrains = [\"2\", \"3\", \"2G\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n",
    ));
    desk.play(train("4", 280));
    assert_eq!(
        (desk.trains("CCFR").join(" "), desk.depot("4"), desk.depot("2G")),
        ("3 4".to_owned(), (2, 0), (0, 0))
    );
}

/// Rules: 1883-V-25, 1883-8.1.8-01, 1883-8.1.8-03, 1883-8.1.8-07, 1883-8.1.4-04, 1883-T-16, 1883-R-23, 1883-8.1.8-05
#[test]
fn at_the_first_5_it_is_capitalised() {
    let mut desk = at(&before(
        "4",
        440,
        "[company.CCFR]\ntrains = [\"4\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n[seat.Cleo]\ncash = 540\n",
    ));
    desk.play(train("5", 440));
    assert_eq!(
        (desk.phase(), desk.trains("CCFR").join(" "), desk.treasury("CCFR")),
        ("5".to_owned(), "5".to_owned(), 100)
    );
    assert_eq!((desk.depot("5"), desk.depot("4")), ((2, 0), (0, 1)));
    assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"), "no presidency, least cash");
    let held = ["Ada", "Ben", "Cleo", "pool", "offering"].map(|who| desk.held("CCFR", who));
    assert_eq!(held, [10, 10, 20, 60, 0]);
    assert_eq!(desk.price("CCFR"), 100, "no price moves");
    assert!(desk.game.is_railway(desk.company("CCFR")));
}

/// Rules: 1883-8.1.8-02
#[test]
fn the_only_holder_becomes_president() {
    let rest = "[company.CCFR]\ntrains = [\"4\"]\nshares = \"Ben 10, pool 20\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n";
    let mut desk = at(&before("4", 440, rest));
    desk.play(train("5", 440));
    assert_eq!(
        (desk.president("CCFR").as_deref(), desk.held("CCFR", "Ben"), desk.held("CCFR", "pool")),
        (Some("Ben"), 20, 80)
    );
}

/// Rules: 1883-8.1.8-04, 1883-R-42
#[test]
fn frozen_it_waits_for_somebody_to_launch_it() {
    let rest = "[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"pool 30\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n";
    let mut desk = at(&before("4", 440, rest));
    desk.play(train("5", 440));
    assert_eq!(
        (desk.held("CCFR", "offering"), desk.trains("CCFR").join(" "), desk.treasury("CCFR")),
        (100, "5".to_owned(), 100)
    );
    assert_eq!(desk.president("CCFR"), None);
    let mut desk = at("stock_rounds = 5\nphase = \"5\"\n[coop]\ncapitalised = true\n\
         [company.CCFR]\ntrains = [\"5\"]\nstanding = \"waiting\"\nshares = \"\"\ntreasury = 100\n");
    desk.play(super::desk::start("CCFR", 100));
    assert_eq!((desk.treasury("CCFR"), desk.president("CCFR").as_deref()), (300, Some("Ada")));
    assert_eq!(desk.game.table.board.tokens_of(desk.company("CCFR")).count(), 2, "its tokens stayed");
}

/// Rules: 1883-8.1.4-05
#[test]
fn it_trades_no_trains_with_corporations() {
    let text = before("1", 300, "[company.CCFR]\ntreasury = 300\n");
    let desk = at(&text);
    assert_eq!(desk.refused(train_of("CCFR", "2", 10)), "1883-8.1.4-05");
    let desk = at(&text
        .replace("company = \"SV\"\nacted = [\"SV\"]", "company = \"CCFR\"\nacted = [\"CCFR\"]")
        .replace("last_operated = 4", "last_operated = 4\ntrains = [\"2\"]"));
    assert_eq!(desk.refused(train_of("SV", "2", 10)), "1883-8.1.4-05");
    assert!(desk.may(train("2", 80)), "but from the bank");
}

/// Rules: 1883-6.7-13, 1883-8.1.5-01, 1883-R-47
#[test]
fn without_a_run_its_price_goes_left_and_nothing_is_looted() {
    let desk = at(
        "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"run\"\n",
    );
    assert_eq!((desk.price("CCFR"), desk.held("CCFR", "Ada")), (90, 10));
}

/// Rules: 1883-8.1.8-03, 1883-R-23
#[test]
fn the_presidency_of_sarsa_counts_first_but_is_none_of_a_railway() {
    let mut desk = at(&before(
        "4",
        440,
        "[company.CCFR]\ntrains = [\"4\"]\nshares = \"Ada 10, Cleo 10, pool 10\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 40\"\nstations = [\"16\"]\n[company.SARSA]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Cleo 20\"\nstations = [\"88\"]\ntrains = [\"4\", \"4\"]\n",
    ));
    desk.play(train("5", 440));
    assert_eq!(
        desk.president("CCFR").as_deref(),
        Some("Cleo"),
        "one presidency against two, although with more trains"
    );
}

/// Rules: 1883-4.0-12, 1883-8.1.8-03
#[test]
fn privates_have_closed_when_its_president_is_sought() {
    let mut desk = at(&before(
        "4",
        440,
        "[company.CCFR]\ntrains = [\"4\"]\nshares = \"Ada 10, Cleo 10, pool 10\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [private]\nTCB = { seat = \"Ada\" }\nFRV = { seat = \"Ada\" }\n",
    )
    .replace("shares = \"Ben 20\"", "shares = \"Ben 20, Cleo 10\""));
    desk.play(train("5", 440));
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ada"), "one certificate against two");
}

/// Rules: 1883-4.0-12, 1883-8.1.4-03, 1883-6.8-06
#[test]
fn its_gift_comes_before_it_discards() {
    let mut desk = at(&before(
        "3",
        280,
        "[company.CCFR]\ntrains = [\"3\", \"3\", \"3bis\"]\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n",
    ));
    desk.play(train("4", 280));
    assert_eq!((desk.asked().as_str(), desk.trains("CCFR").join(" ")), ("Ada", "3 3 3bis 4".to_owned()));
    desk.play(Action::Discard {
        company: ferrata_engine::name::CompanyName::of("CCFR"),
        train: ferrata_engine::name::TrainName::of("3"),
    });
    assert_eq!((desk.trains("CCFR").join(" "), desk.depot("3").1), ("3 3bis 4".to_owned(), 1));
}

/// Rules: 1883-8.1.8-03
#[test]
fn fewer_trains_count_before_certificates_and_cash() {
    let mut desk = at(&before(
        "4",
        440,
        "[company.CCFR]\ntrains = [\"4\"]\nshares = \"Ada 10, Cleo 10, pool 10\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n[seat.Ada]\ncash = 10\n\
         [company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\ntrains = [\"4\", \"4\"]\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Cleo 20\"\nstations = [\"88\"]\ntrains = [\"4\"]\n",
    ));
    desk.play(train("5", 440));
    assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"), "one train against two");
}

/// Rules: 1883-6.8-01, 1883-R-49
#[test]
fn the_co_operative_must_own_a_train_too() {
    let table = |board: &str| {
        at(&format!(
            "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\ntreasury = 100\n[board]\n{board}\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"trains\"\n"
        ))
    };
    assert_eq!(table("8 = \"58 4\"").refused(Action::Pass), "1883-6.8-01", "its bases are joined");
    assert!(table("").may(Action::Pass));
}

/// Rules: 1883-8.1.6-01, 1883-6.1-01
#[test]
fn frozen_it_still_gets_the_income_of_its_privates() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"2\"\n[events]\ndeck = 1\nleft = []\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"pool 30\"\ndirector = \"offering\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n[private]\nTCB = { company = \"CCFR\" }\n",
    );
    desk.pass().pass().pass();
    assert_eq!(desk.treasury("CCFR"), 5);
}

/// Rules: 1883-8.1.2-01
#[test]
fn two_presidencies_go_before_one_whoever_has_priority() {
    let mut desk = at("[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 60\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Cleo 20\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 85\nplace = \"F3\"\nshares = \"Cleo 20\"\nstations = [\"16\"]\n");
    desk.pass().pass().pass();
    assert_eq!(desk.president("CCFR").as_deref(), Some("Cleo"));
}

/// Rules: 1883-8.1.4-02, 1883-8.1.4-05, 1883-6.8-02
#[test]
fn it_buys_of_stack_and_pool_and_gets_its_gift_besides() {
    let text = before("1", 0, "[depot]\n2 = 0\n")
        .replace("company = \"SV\"\nacted = [\"SV\"]", "company = \"CCFR\"\nacted = [\"CCFR\"]")
        .replace("[depot]", "[company.CCFR]\ntreasury = 240\n[depot]");
    let mut desk = at(&text);
    desk.play(train("3", 160));
    assert_eq!(
        (desk.trains("CCFR").join(" "), desk.depot("3"), desk.depot("2")),
        ("2 3 3 2G 2G".to_owned(), (2, 0), (0, 1)),
        "the first 3 is its own: it still gets another for a 2"
    );
    desk.play(train("2", 80));
    assert_eq!((desk.trains("CCFR").len(), desk.treasury("CCFR")), (6, 0), "the 2 of the pool");
}

/// Rules: 1883-R-49, 1883-5.6-12, 1883-5.6-07
#[test]
fn it_fulfils_concessions_like_a_railway() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[seat.Ada]\nsupport = 0\n[concession]\nC3 = { held = { by = \"CCFR\", rounds = 2 } }\n\
         [board]\n8 = \"58 4\"\n11 = \"58 1\"\n2 = \"6 4\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n",
    );
    desk.play(super::desk::lay("4", "9", 0));
    assert_eq!(
        (desk.treasury("CCFR"), desk.game.table.concessions[2]),
        (200, crate::t1883::table::Concession::Gone),
        "Reggio Emilia, Ciano, Castelnovo, Aulla"
    );
}

/// Rules: 1883-R-54, 1883-5.6-15
#[test]
fn the_marker_of_a_frozen_co_operative_advances() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nphase = \"2\"\n[events]\ndeck = 1\nleft = []\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"pool 30\"\ndirector = \"offering\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n[concession]\nC3 = { held = { by = \"CCFR\", rounds = 2 } }\n",
    );
    desk.pass().pass().pass();
    let ccfr = desk.company("CCFR");
    assert_eq!(desk.game.table.concessions[2], crate::t1883::table::Concession::Held { by: ccfr, rounds: 3 });
}

/// Rules: 1883-R-38, 1883-6.4-17
#[test]
fn it_lays_from_its_bases_and_not_from_other_tokens() {
    let table = |stations: &str| {
        at(&format!(
            "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntokens = 1\nstations = [{stations}]\n[board]\n58 = \"57 0\"\n11 = \"4 0\"\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"track\"\n"
        ))
    };
    let desk = table("\"16\", \"9\", \"58\"");
    assert_eq!(desk.refused(super::desk::lay("57", "9", 0)), "1883-6.4-01", "only Pavullo leads there");
    assert!(desk.may(super::desk::lay("12", "8", 1)), "from Ciano");
}

/// Rules: 1883-8.1.5-01, 1883-6.7-11
#[test]
fn its_price_goes_right_for_a_run_that_reaches_it() {
    let mut desk = at(&run_of_80("Ada 10, Ben 10, pool 10").replace("revenue = 80", "revenue = 100"));
    desk.pay_out();
    assert_eq!(desk.price("CCFR"), 110);
}

/// Rules: 1883-R-61, 1883-8.1.6-01, 1883-6.8-06
#[test]
fn frozen_it_gives_up_its_oldest_train_above_the_limit() {
    let rest = "[company.CCFR]\ntrains = [\"3\", \"3\", \"3bis\", \"3bis\"]\nstanding = \"frozen\"\nshares = \"pool 30\"\ndirector = \"offering\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n";
    let mut desk = at(&before("3", 280, rest));
    desk.play(train("4", 280));
    assert_eq!((desk.trains("CCFR").join(" "), desk.depot("3")), ("3 3bis 3bis".to_owned(), (0, 1)));
}
