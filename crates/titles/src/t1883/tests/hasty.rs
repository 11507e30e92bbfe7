//! What a hasty reader gets wrong where two rules meet.

use super::desk::{Desk, at, concession, start};
use crate::t1883::table::Concession;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CardName, CompanyName};

/// FBV, SV and SAFRE have failed to make their links; Ada leads FBV and has to sell a share of SV for its penalty.
fn three_fail(ada: i32) -> Desk {
    let mut desk = at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\n[coop]\npresident = \"Cleo\"\n[seat.Ada]\ncash = {ada}\n[company.CCFR]\ntrains = []\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"88\"]\n\
         [company.SV]\nprice = 80\nplace = \"C1\"\ntreasury = 100\nshares = \"Ben 30, Ada 20\"\nstations = [\"26\"]\n\
         [company.SAFRE]\nprice = 75\nplace = \"D3\"\ntreasury = 100\nshares = \"Cleo 20\"\nstations = [\"16\"]\n\
         [concession]\nC1 = {{ held = {{ by = \"SV\", rounds = 2 }} }}\nC3 = {{ held = {{ by = \"SAFRE\", rounds = 4 }} }}\nC6 = {{ held = {{ by = \"FBV\", rounds = 5 }} }}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SAFRE\"\nacted = [\"FBV\", \"SV\", \"SAFRE\"]\nstep = \"issue\"\n"
    ));
    desk.pass();
    desk
}

/// Rules: 1883-R-62, 1883-6.11-01
#[test]
fn each_penalty_looks_at_the_prices_anew() {
    let order = |desk: &Desk| {
        let said: Vec<_> = desk.events.iter().map(|event| event.sentence(&desk.game)).collect();
        let at = |words: &str| said.iter().position(|line| line.contains(words)).unwrap();
        at("SV has failed") < at("SAFRE has failed")
    };
    assert!(order(&three_fail(550)), "SV at 80 comes before SAFRE at 75");
    let mut desk = three_fail(0);
    assert_eq!(desk.asked(), "Ada");
    desk.sell("SV", 10);
    assert_eq!((desk.price("SV"), desk.price("SAFRE")), (75, 75));
    assert!(!order(&desk), "SAFRE is further right now");
}

/// Rules: 1883-6.8-21, 1883-5.4-05
#[test]
fn no_certificate_limit_keeps_an_heir_from_the_presidency() {
    let mut desk = at(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"4\"\npriority = \"Cleo\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n[seat.Ada]\ncash = 20\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 30\nshares = \"Ada 20\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20, Ben 20, Cleo 20\"\ndirector = \"Ada\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 60\"\nstations = [\"16\"]\n\
         [company.FMV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 60\"\nstations = [\"67\"]\n\
         [company.FMMSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 60\"\nstations = [\"52\"]\n\
         [company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 40\"\nstations = [\"37\", \"72\"]\n\
         [board]\n26 = \"57 1\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
    );
    let ben = desk.seat("Ben");
    assert_eq!((desk.game.certificates(ben), desk.game.certificate_limit()), (21, 21));
    desk.pass();
    assert!(desk.game.seat(desk.seat("Ada")).out);
    assert_eq!((desk.president("FBV").as_deref(), desk.held("FBV", "pool")), (Some("Ben"), 20));
    // 1883-6.8-27: the Priority card of somebody else stays.
    assert_eq!(desk.game.table.priority, desk.seat("Cleo"));
}

/// Rules: 1883-3.2-07, 1883-3.2-21, 1883-5.4-03
#[test]
fn a_private_is_swapped_at_the_certificate_limit() {
    let mut desk = at("stock_rounds = 2\n\
        [company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 50\"\nstations = [\"26\"]\n\
        [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 60\"\nstations = [\"88\"]\n\
        [company.SAFRE]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 60\"\nstations = [\"16\"]\n\
        [company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ben 20, Ada 30\"\ndirector = \"Ben\"\nstations = [\"67\"]\n\
        [private]\nTCB = { seat = \"Ada\" }\nFRV = { seat = \"Ada\" }\nCNP = { seat = \"Ada\" }\n");
    let ada = desk.seat("Ada");
    assert_eq!(desk.game.certificates(ada), desk.game.certificate_limit());
    desk.play(Action::UseCard { card: CardName::of("CNP") });
    assert_eq!((desk.held("SV", "Ada"), desk.game.certificates(ada)), (60, 21), "one for one");
}

/// Rules: 1883-5.6-03, 1883-5.8-06
#[test]
fn a_corporation_launched_again_waits_a_round_for_a_concession() {
    let mut desk = at("stock_rounds = 3\n[company.FBV]\nclosed_in = 2\n");
    desk.play(start("FBV", 65)).pass().pass();
    assert_eq!(desk.refused(concession("FBV", "C1", 15)), "1883-5.6-03");
}

/// Rules: 1883-5.8-06, 1883-8.3-02
#[test]
fn a_corporation_that_closes_has_completed_no_operating_round_when_it_comes_back() {
    let mut desk = at("stock_rounds = 2\n\
         [company.FMV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"67\"]\nfirst_operated = 1\nlast_operated = 1\n");
    desk.sell("FMV", 10).pass();
    let fmv = desk.game.company(desk.company("FMV"));
    assert_eq!((fmv.closed_in, fmv.first_operated, fmv.last_operated), (2, 0, 0));
}

/// Rules: 1883-5.6-20, 1883-5.8-02
#[test]
fn after_the_first_8_a_concession_leaves_the_game_in_a_stock_round_too() {
    let mut desk = at("stock_rounds = 9\nphase = \"8\"\n[coop]\ncapitalised = true\n\
         [company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n\
         [concession]\nC1 = { held = { by = \"FBV\", rounds = 1 } }\n");
    desk.sell("FBV", 10).pass();
    assert_eq!(desk.game.table.concessions[0], Concession::Gone);
}

/// Rules: 1883-R-63, 1883-8.3-06, 1883-5.4-05
#[test]
fn an_odd_share_is_completed_above_the_certificate_limit_too() {
    let many: String = [("SV", "26"), ("FBV", "88"), ("SAFRE", "16"), ("FSF", "37\", \"72")]
        .map(|(name, home)| {
            format!(
                "[company.{name}]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 60\"\nstations = [\"{home}\"]\n"
            )
        })
        .concat();
    let mut desk = at(&format!(
        "stock_rounds = 5\noperating_rounds = 6\nset = [1, 2]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n\
         [company.FMMSF]\nprice = 80\nplace = \"C1\"\nshares = \"Ada 30\"\nstations = [\"52\"]\nfirst_operated = 2\nlast_operated = 6\n\
         [company.FMV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 40\"\nstations = [\"67\"]\nfirst_operated = 3\nlast_operated = 5\n\
         {many}[board]\n52 = \"1883-MO1 0\"\n56 = \"58 3\"\n67 = \"6 2\"\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FMMSF\"\nacted = [\"FMMSF\"]\norder = [\"FMV\"]\nstep = \"merge\"\n"
    ));
    let ada = desk.seat("Ada");
    desk.play(Action::Merge { with: CompanyName::of("FMV"), into: CompanyName::of("SEFTA") });
    assert!(desk.game.certificates(ada) >= desk.game.certificate_limit());
    desk.choose("buy");
    assert_eq!((desk.held("SEFTA", "Ada"), desk.game.certificates(ada)), (40, 24));
}
