//! Where two rules meet: a company that closes while something about it is under way, one card for two bonuses, and the like.

use super::desk::{Desk, at};
use crate::t1883::table::Concession;

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

/// Rules: 1883-5.6-14, 1883-5.6-16, 1883-5.6-18, 1883-R-12
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
