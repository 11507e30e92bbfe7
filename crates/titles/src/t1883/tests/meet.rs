//! Where two rules meet: a company that closes while something about it is under way, one card for two bonuses, and the like.

use super::desk::{Desk, at, concession, train};
use crate::t1883::table::Concession;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::name::{CardName, TrainName};

/// Rules: 1883-R-53, 1883-5.8-01, 1883-5.8-02, 1883-8.1.5-05
#[test]
fn the_last_looter_can_close_the_co_operative() {
    let mut desk = at("stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n\
         [company.CCFR]\nprice = 30\nplace = \"A7\"\ntreasury = 70\nshares = \"Ada 10, pool 20\"\ndirector = \"offering\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"CCFR\"\nacted = [\"CCFR\"]\nstep = \"dividend\"\nturn = { revenue = 80 }\n");
    desk.loot();
    let ccfr = desk.company("CCFR");
    assert_eq!(desk.cash("Ada"), 550 + 80, "half of nothing for the share");
    assert_eq!(
        (desk.treasury("CCFR"), desk.trains("CCFR").len(), desk.held("CCFR", "offering")),
        (0, 0, 100)
    );
    assert_eq!(
        (desk.game.table.board.tokens_of(ccfr).count(), desk.game.table.chart.field(ccfr)),
        (0, None),
        "it has closed, and is not only frozen"
    );
    assert_eq!(desk.game.company(ccfr).standing, crate::t1883::table::Standing::Frozen);
}

/// Rules: 1883-5.6-12, 1883-5.6-19
#[test]
fn one_support_card_splits_one_bonus() {
    let table = |support: u8| {
        at(&format!(
            "pending = [{{ split = {{ seat = \"Ada\", company = \"FBV\", bonus = 100 }} }}, {{ split = {{ seat = \"Ada\", company = \"FBV\", bonus = 200 }} }}]\n\
             stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n[seat.Ada]\nsupport = {support}\n\
             [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 40\"\nstations = [\"88\"]\n\
             [round.operating]\nstage = \"turns\"\ncompany = \"FBV\"\nacted = [\"FBV\"]\nstep = \"token\"\n"
        ))
    };
    let mut desk = table(1);
    desk.choose("split");
    assert_eq!((desk.cards("Ada"), desk.cash("Ada")), (0, 550 + 80));
    assert_eq!(desk.treasury("FBV"), 120 + 100, "without a card the other goes to the treasury by itself");
    let mut desk = table(1);
    desk.choose("treasury").choose("split");
    assert_eq!((desk.cards("Ada"), desk.cash("Ada"), desk.treasury("FBV")), (0, 550 + 40, 200 + 60));
    let mut desk = table(2);
    desk.choose("split").choose("split");
    assert_eq!((desk.cards("Ada"), desk.cash("Ada"), desk.treasury("FBV")), (0, 550 + 120, 180));
}

/// SV owns a concession whose link only FBV can trace; it is due.
fn due(rounds: u8) -> Desk {
    at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ada 40\"\nstations = [\"88\"]\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 100\nshares = \"Ben 20\"\nstations = [\"26\"]\n\
         [concession]\nC1 = {{ held = {{ by = \"SV\", rounds = {rounds} }} }}\n[board]\n88 = \"57 2\"\n78 = \"58 5\"\n67 = \"57 1\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FBV\"\nacted = [\"SV\", \"FBV\"]\nstep = \"issue\"\n"
    ))
}

/// Rules: 1883-R-58, 1883-5.6-14, 1883-5.6-16, 1883-5.6-18, 1883-R-12
#[test]
fn a_concession_that_is_returned_is_lost_where_its_link_is_there() {
    let mut desk = due(2);
    desk.pass();
    assert_eq!(desk.treasury("SV"), 100 - 30, "the penalty");
    assert_eq!(desk.game.table.concessions[0], Concession::Gone, "FBV's link is there, and nobody owns it");
    let mut desk = due(1);
    desk.pass();
    assert!(desk.game.table.concessions[0].owner().is_some(), "SV has one round more");
}

/// Ada may sell FBV, at the lower end of the market, and leads SV, too.
fn falling(rest: &str) -> Desk {
    at(&format!(
        "stock_rounds = 2\n[company.FBV]\nprice = 30\nplace = \"A7\"\npar = 65\ntreasury = 70\nshares = \"Ada 40, Ben 20, pool 10\"\nstations = [\"88\"]\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\ntreasury = 100\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [concession]\nC1 = {{ held = {{ by = \"FBV\", rounds = 1 }} }}\n{rest}"
    ))
}

/// Rules: 1883-5.1-08, 1883-5.8-01, 1883-5.8-02, 1883-5.6-01
#[test]
fn a_purchase_ends_the_block_and_what_has_fallen_closes_before_it() {
    let mut desk = falling("");
    assert_eq!(desk.refused(concession("SV", "C1", 15)), "1883-5.6-01", "FBV has it");
    desk.sell("FBV", 10);
    assert!(desk.game.is_open(desk.company("FBV")), "more of it may be sold in the block");
    assert!(desk.may(desk.sale("FBV", 10)));
    assert_eq!(desk.refused(concession("FBV", "C6", 20)), "1883-5.1-01", "FBV buys nothing more");
    desk.play(concession("SV", "C1", 15));
    assert!(!desk.game.is_open(desk.company("FBV")));
    assert_eq!(desk.game.table.concessions[0].owner(), Some(desk.company("SV")), "FBV has given it back");
    assert_eq!((desk.asked().as_str(), desk.treasury("SV")), ("Ben", 85));
}

/// Rules: 1883-5.4-05, 1883-5.8-01, 1883-R-57
#[test]
fn certificates_of_what_has_fallen_do_not_count_any_more() {
    let mut desk = at("stock_rounds = 4\nphase = \"4\"\nmerger = \"formed\"\n\
         [company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n[company.CCFR]\ntrains = []\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 60, pool 30\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 50, pool 10\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool 30\"\nstations = [\"16\"]\n\
         [company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool 30\"\nstations = [\"37\", \"72\"]\n\
         [private]\nTCB = { seat = \"Ada\" }\nFRV = { seat = \"Ada\" }\nCNP = { seat = \"Ada\" }\n");
    assert_eq!((desk.game.certificates(desk.seat("Ada")), desk.game.certificate_limit()), (21, 19));
    desk.sell("FBV", 10);
    assert!(desk.may(desk.support(10)) && desk.may(Action::Pass), "FBV takes all its shares along");
    desk.pass();
    assert_eq!(desk.game.certificates(desk.seat("Ada")), 17);
}

/// Ada leads SV, which needs the first 5, and FBV at the lower end; Ben leads two railways.
fn needy(fbv: &str) -> Desk {
    at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"4\"\n[coop]\npresident = \"Ben\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n\
         [company.CCFR]\ntrains = [\"4\"]\nshares = \"Ada 10, Ben 10, pool 10\"\ndirector = \"offering\"\n[seat.Ada]\ncash = 420\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [company.FBV]\n{fbv}\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"16\"]\n\
         [company.FSF]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"37\", \"72\"]\n[board]\n26 = \"57 1\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
    ))
}

/// Rules: 1883-5.8-01, 1883-6.8-18, 1883-8.1.8-03, 1883-4.0-12
#[test]
fn what_a_forced_sale_has_closed_is_closed_when_the_phase_starts() {
    let mut desk = needy("price = 30\nplace = \"A7\"");
    desk.sell("FBV", 10).play(train("5", 440));
    assert!(!desk.game.is_open(desk.company("FBV")) && desk.game.table.coop.capitalised);
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ada"), "she leads one corporation, Ben two");
    let mut desk = needy("price = 65\nplace = \"B3\"");
    desk.sell("FBV", 10).play(train("5", 440));
    assert_eq!(desk.president("CCFR").as_deref(), Some("Ben"), "both lead two, but Ada's SV owns the 5");
}

/// Rules: 1883-6.8-26, 1883-5.0-03
#[test]
fn a_forced_purchase_may_take_the_train_of_the_stack_although_the_pool_has_one() {
    let table = |cash: i32| {
        at(&format!(
            "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Ada]\ncash = {cash}\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\nstations = [\"26\"]\nshares = \"Ada 20\"\ntreasury = 30\n[depot]\n2 = 0\n3 = {{ left = 2, returned = 1 }}\n\
             [board]\n26 = \"57 1\"\n[round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n"
        ))
    };
    let new = Action::BuyTrain {
        train: TrainName::of("3"),
        from: Party::Offering,
        price: ferrata_engine::money::Money(160),
    };
    let mut desk = table(130);
    assert!(desk.may(train("3", 160)) && desk.may(new.clone()));
    desk.play(new);
    assert_eq!((desk.depot("3"), desk.cash("Ada")), ((1, 1), 0));
}

/// Rules: 1883-8.2-19, 1883-R-44, 1883-3.2-07
#[test]
fn a_swap_of_cnp_can_mend_the_ratio() {
    let table = |rest: &str| {
        at(&format!(
            "stock_rounds = 2\n[seat.Ada]\ncash = 3\n[company.SARSA]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20, Ada 10, pool 50\"\n\
             [company.FMV]\nshares = \"Ada 10\"\ndirector = \"offering\"\n{rest}"
        ))
    };
    assert!(table("").may(Action::Pass), "nothing can be done about it");
    let mut desk = table("[private]\nCNP = { seat = \"Ada\" }\n");
    assert_eq!(desk.refused(Action::Pass), "1883-5.1-07", "a share of SV can be had");
    desk.play(Action::UseCard { card: CardName::of("CNP") });
    assert!(desk.may(Action::Pass), "two railway shares, one of SARSA");
}

/// Rules: 1883-9-01, 1883-9-02, 1883-9-07
#[test]
fn what_is_said_of_a_finished_bank_is_true_in_stock_and_operating_rounds() {
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nphase = \"6\"\n[seat.Ada]\ncash = 9850\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n[events]\ndeck = 3\nleft = []\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Cleo 20\"\nstations = []\n[round.stock]\nseat = \"Ben\"\n",
    );
    desk.sell("SV", 10);
    assert!(desk.said("the game ends after the operating rounds that follow"), "{:?}", desk.events);
    let mut desk = at(
        "stock_rounds = 9\noperating_rounds = 20\nset = [2, 3]\nphase = \"6\"\n[seat.Ada]\ncash = 9850\n[coop]\ncapitalised = true\n[company.CCFR]\ntrains = []\nstanding = \"waiting\"\nshares = \"\"\n\
         [company.SV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 30, Cleo 20\"\nstations = []\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"dividend\"\nturn = { revenue = 200 }\n",
    );
    desk.pay_out();
    assert!(desk.said("the game ends after the last operating round of this set"), "{:?}", desk.events);
}

/// Rules: 1883-R-59, 1883-5.8-01, 1883-6.8-17
#[test]
fn a_corporation_that_its_presidents_sale_closes_needs_no_train() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 2]\nphase = \"2\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[seat.Ada]\ncash = 120\n\
         [company.SV]\nprice = 30\nplace = \"A7\"\nstations = [\"26\"]\nshares = \"Ada 40, Ben 20\"\ntreasury = 20\n[depot]\n2 = 0\n[board]\n26 = \"57 1\"\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20\"\nstations = [\"88\"]\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\norder = [\"FBV\"]\nstep = \"trains\"\n",
    );
    desk.sell("SV", 10);
    assert!(!desk.game.is_open(desk.company("SV")), "its marker has come to the CLOSED section");
    assert_eq!((desk.cash("Ada"), desk.depot("3").0, desk.acting().as_str()), (150, 4, "FBV"));
}
