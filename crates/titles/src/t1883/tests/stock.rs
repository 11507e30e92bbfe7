//! Chapter 5: stock rounds.

use super::desk::{at, start, with};
use ferrata_engine::action::Party;

const POOL: Party = Party::Bank;
const OFFERS: Party = Party::Offering;

/// Rules: 1883-V-03, 1883-5.3-05, 1883-5.3-06, 1883-5.3-07, 1883-5.3-08, 1883-6.5-03
#[test]
fn a_launch_brings_twice_the_par_and_the_par_of_given_shares() {
    let mut desk = at("[company.FBV]\nshares = \"Ben 10\"\ndirector = \"offering\"\n");
    assert_eq!(desk.refused(start("FBV", 110)), "1883-5.3-05", "only from phase 2");
    desk.play(start("FBV", 100));
    assert_eq!((desk.treasury("FBV"), desk.cash("Ada"), desk.price("FBV")), (300, 350, 100));
    let fbv = desk.company("FBV");
    assert!(desk.game.table.board.has_token(fbv, desk.game.homes(fbv)[0]));
    assert_eq!(
        desk.game.table.chart.field(fbv),
        desk.game.table.chart.field(desk.company("CCFR")),
        "CCFR lies on top"
    );
    let stack = desk.game.table.chart.stack(desk.game.table.chart.field(fbv).unwrap());
    assert_eq!(stack, [desk.company("CCFR"), fbv]);
}

/// Rules: 1883-4.0-03, 1883-4.0-06
#[test]
fn later_phases_have_more_pars() {
    let desk = at("phase = \"2\"\n[company.CCFR]\ntrains = []\n");
    assert!(desk.may(start("SV", 110)));
    assert_eq!(desk.refused(start("SV", 150)), "1883-5.3-05");
    let desk = at("phase = \"5\"\n[company.CCFR]\ntrains = []\n");
    assert!(desk.may(start("SV", 150)));
}

/// Rules: 1883-5.3-01, 1883-5.3-02, 1883-5.3-03, 1883-5.3-04
#[test]
fn shares_cost_par_in_the_offers_and_the_price_in_the_pool() {
    let desk = at("");
    assert_eq!(desk.refused(desk.purchase("SV", OFFERS)), "1883-5.3-04");
    let sv = "stock_rounds = 2\n[company.SV]\nprice = 90\nplace = \"G3\"\npar = 85\nshares = \"Ada 20, pool 10\"\nstations = [\"26\"]\n";
    let mut desk = at(&format!("{sv}[round.stock]\nseat = \"Ben\"\n"));
    desk.buy("SV", POOL);
    assert_eq!((desk.cash("Ben"), desk.treasury("SV")), (460, 0));
    let mut desk = at(&format!("{sv}[round.stock]\nseat = \"Ben\"\n"));
    desk.buy("SV", OFFERS);
    assert_eq!((desk.cash("Ben"), desk.treasury("SV")), (465, 85));
}

/// Rules: 1883-V-04, 1883-5.0-02, 1883-5.2-04
#[test]
fn no_more_is_sold_than_the_pool_takes() {
    let desk = at("stock_rounds = 2\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 30, Ada 20, pool 40\"\nstations = [\"26\"]\n\
         [company.FMV]\nprice = 85\nplace = \"F3\"\nshares = \"Cleo 20, Ada 10, pool 10\"\nstations = [\"67\"]\n");
    assert!(desk.may(desk.sale("SV", 10)) && desk.may(desk.sale("FMV", 10)));
    assert_eq!(desk.refused(desk.sale("SV", 20)), "1883-5.2-04");
}

/// The first figure of the rulebook: 80 85 90 / 75 80 / 70, at the lower right of the market.
/// Rules: 1883-V-05, 1883-5.1-08, 1883-5.2-01, 1883-5.2-02, 1883-5.2-03, 1883-T-02
#[test]
fn a_block_is_sold_at_the_prices_before_it() {
    let mut desk = at("stock_rounds = 2\n\
         [company.SAFRE]\nprice = 80\nplace = \"G5\"\nshares = \"Ben 20, Ada 10\"\nstations = [\"16\"]\n\
         [company.FMMSF]\nprice = 85\nplace = \"H5\"\nshares = \"Ben 30, Ada 20\"\nstations = [\"52\"]\n\
         [company.SV]\nprice = 90\nplace = \"I5\"\nshares = \"Ben 20, Ada 10\"\nstations = [\"26\"]\n");
    desk.sell("SAFRE", 10).sell("FMMSF", 10).sell("SV", 10).sell("FMMSF", 10);
    assert_eq!(desk.cash("Ada"), 550 + 340);
    assert_eq!(
        (desk.price("SAFRE"), desk.price("FMMSF"), desk.price("SV")),
        (75, 80, 90),
        "at the bottom they stay"
    );
}

/// Rules: 1883-5.1-02, 1883-5.1-03, 1883-5.1-04, 1883-C-04, 1883-R-10
#[test]
fn one_block_of_sales_goes_before_or_after_one_purchase() {
    let two = "stock_rounds = 2\n\
        [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 30, Ada 30\"\ndirector = \"Ben\"\nstations = [\"26\"]\n\
        [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 30\"\nstations = [\"88\"]\n";
    let mut desk = at(two);
    desk.sell("SV", 10).buy("FBV", OFFERS);
    assert_eq!(desk.asked(), "Ben", "never sell, buy, sell");
    let mut desk = at(two);
    desk.buy("FBV", OFFERS);
    assert_eq!(desk.refused(desk.purchase("FBV", OFFERS)), "1883-5.1-04");
    assert_eq!(desk.refused(desk.support(10)), "1883-5.1-04");
    desk.sell("SV", 10).sell("SV", 10).pass();
    assert_eq!(desk.asked(), "Ben");
    let mut desk = at(two);
    desk.play(desk.support(10));
    assert!(desk.may(desk.sale("SV", 10)));
    assert_eq!(desk.refused(desk.purchase("FBV", OFFERS)), "1883-5.1-04");
}

/// Rules: 1883-5.2-05, 1883-5.2-07, 1883-8.1.1-02, 1883-R-21
#[test]
fn what_cannot_be_sold() {
    let sv = "[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 30, Ada 20\"\nstations = [\"26\"]\n";
    let desk = at(sv);
    assert_eq!(desk.refused(desk.sale("SV", 10)), "1883-5.2-05");
    let desk = at(&format!(
        "stock_rounds = 2\n{sv}[company.CCFR]\nshares = \"Ada 10, Cleo 10, pool 10\"\ndirector = \"offering\"\n"
    ));
    assert!(desk.may(desk.sale("SV", 10)));
    assert_eq!(desk.refused(desk.sale("CCFR", 10)), "1883-5.2-07");
    assert_eq!(desk.refused(desk.purchase("CCFR", POOL)), "1883-8.1.1-02");
}

/// Rules: 1883-5.3-09, 1883-5.3-13, 1883-5.3-14
#[test]
fn whoever_holds_strictly_more_leads() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 20, Ben 20\"\nstations = [\"26\"]\n\
         [round.stock]\nseat = \"Ben\"\n",
    );
    assert_eq!(desk.president("SV").as_deref(), Some("Ada"), "equal holdings change nothing");
    desk.buy("SV", OFFERS);
    assert_eq!(desk.president("SV").as_deref(), Some("Ben"));
    assert_eq!((desk.held("SV", "Ada"), desk.held("SV", "Ben")), (20, 30));
    desk.pass().pass();
    desk.sell("SV", 20);
    assert_eq!(desk.refused(desk.purchase("SV", OFFERS)), "1883-5.3-13");
    let desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 60, Ben 20\"\nstations = [\"26\"]\n",
    );
    assert_eq!(desk.refused(desk.purchase("SV", OFFERS)), "1883-5.3-14");
}

/// Rules: 1883-5.3-10, 1883-5.2-06
#[test]
fn a_president_sells_with_a_successor_or_keeps_the_20() {
    let table = |ben: u8| {
        at(&format!(
            "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 30, Ben {ben}\"\ndirector = \"Ada\"\nstations = [\"26\"]\n"
        ))
    };
    let mut desk = table(20);
    desk.sell("SV", 10);
    assert_eq!(desk.president("SV").as_deref(), Some("Ada"), "20 against 20 is enough");
    desk.sell("SV", 10);
    assert_eq!((desk.president("SV").as_deref(), desk.held("SV", "Ada")), (Some("Ben"), 10));
    let desk = table(10);
    assert!(desk.may(desk.sale("SV", 10)));
    assert_eq!(desk.refused(desk.sale("SV", 20)), "1883-5.3-10");
    let mut desk = table(30);
    desk.sell("SV", 10);
    assert_eq!(desk.president("SV").as_deref(), Some("Ben"), "30 against 20");
}

/// Rules: 1883-5.4-01, 1883-5.4-03, 1883-5.4-04, 1883-C-01
#[test]
fn certificates_are_limited() {
    // Twenty certificates beside the share of CCFR are the limit of three players.
    let full = "stock_rounds = 2\n\
        [company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 60\"\nstations = [\"26\"]\n\
        [company.FBV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 60\"\nstations = [\"88\"]\n\
        [company.SAFRE]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 60\"\nstations = [\"16\"]\n\
        [company.FMV]\nprice = 65\nplace = \"B3\"\npar = 65\nshares = \"Ben 20, Ada 20\"\nstations = [\"67\"]\n\
        [private]\nTCB = { seat = \"Ada\" }\nFRV = { seat = \"Ada\" }\nCNP = { seat = \"Ada\" }\n";
    let desk = at(full);
    assert_eq!(desk.game.certificates(desk.seat("Ada")), 5 + 5 + 5 + 2 + 1 + 3);
    assert_eq!(desk.game.certificate_limit(), 21);
    assert_eq!(desk.refused(desk.purchase("FMV", OFFERS)), "1883-5.4-01");
    let desk = with(&["coopfree"], full);
    assert_eq!(desk.game.certificates(desk.seat("Ada")), 20);
    assert!(desk.may(desk.purchase("FMV", OFFERS)));
}

/// Rules: 1883-5.4-02, 1883-5.4-05, 1883-R-44
#[test]
fn above_the_limit_one_sells_before_passing() {
    let table = |pool: u8| {
        at(&format!(
            "stock_rounds = 4\nphase = \"4\"\nmerger = \"formed\"\n\
             [company.FMV]\nstanding = \"gone\"\n[company.FMMSF]\nstanding = \"gone\"\n[company.CCFR]\ntrains = []\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool {pool}\"\nstations = [\"26\"]\n\
             [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool {pool}\"\nstations = [\"88\"]\n\
             [company.SAFRE]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool {pool}\"\nstations = [\"16\"]\n\
             [company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, pool {pool}\"\nstations = [\"37\", \"72\"]\n\
             [private]\nTCB = {{ seat = \"Ada\" }}\nFRV = {{ seat = \"Ada\" }}\nCNP = {{ seat = \"Ada\" }}\n"
        ))
    };
    let mut desk = table(40);
    assert_eq!((desk.game.certificates(desk.seat("Ada")), desk.game.certificate_limit()), (20, 19));
    assert_eq!(desk.refused(ferrata_engine::action::Action::Pass), "1883-5.4-05");
    assert_eq!(desk.refused(desk.purchase("SV", POOL)), "1883-5.4-01");
    desk.sell("SV", 10).pass();
    assert_eq!(desk.asked(), "Ben");
    let mut desk = table(50);
    desk.pass();
    assert_eq!(desk.asked(), "Ben", "nothing can be sold: a duty that cannot be met does not stop the game");
}

/// Rules: 1883-V-06, 1883-5.5-01, 1883-5.5-02, 1883-5.5-03, 1883-T-05, 1883-2.2-03
#[test]
fn support_cards_cost_more_and_more() {
    let mut desk = at("[seat.Ada]\nsupport = 0\n");
    let mut paid = 0;
    for price in [5, 10, 20, 30, 40, 50, 60, 80, 100] {
        desk.play(desk.support(price));
        paid += price;
        desk.pass().pass();
    }
    assert_eq!((paid, desk.cards("Ada"), desk.cash("Ada")), (395, 9, 155));
    assert_eq!(desk.refused(desk.support(100)), "1883-5.5-02");
    let ben = at("stock_rounds = 2\n[round.stock]\nseat = \"Ben\"\n");
    assert_eq!(ben.refused(ben.support(5)), "1883-5.5-01", "another price");
    let foreign = at("stock_rounds = 2\n").support(10);
    assert_eq!(ben.refused(foreign), "1883-5.5-01", "for somebody else");
    assert_eq!(desk.cards("Ben"), 1);
    let desk = at("");
    assert!(desk.may(desk.support(10)), "the card of the set-up counts");
}

/// Rules: 1883-5.5-05, 1883-5.5-06, 1883-2.3-04, 1883-R-11
#[test]
fn there_are_24_support_cards() {
    let desk = at("[seat.Ada]\nsupport = 7\n[seat.Ben]\nsupport = 9\n[seat.Cleo]\nsupport = 8\n");
    assert_eq!(desk.game.support_left(), 0);
    assert_eq!(desk.refused(desk.support(80)), "1883-5.5-06");
    let desk = at("[seat.Ada]\nsupport = 7\n[seat.Ben]\nsupport = 9\n[seat.Cleo]\nsupport = 7\n");
    assert!(desk.may(desk.support(80)));
}

/// Rules: 1883-5.1-01, 1883-5.1-05, 1883-5.1-06, 1883-5.7-01, 1883-4.1-01
#[test]
fn the_round_ends_when_all_pass_and_priority_goes_left_of_the_last_who_acted() {
    let mut desk = at("stock_rounds = 2\noperating_rounds = 1\n");
    desk.pass();
    desk.play(desk.support(10));
    desk.pass();
    assert_eq!(desk.asked(), "Ada", "Ada has passed and may act again");
    desk.pass().pass();
    assert_eq!(desk.game.table.priority, desk.seat("Cleo"));
    let mut desk =
        at("stock_rounds = 2\noperating_rounds = 1\npriority = \"Ben\"\n[round.stock]\nseat = \"Ben\"\n");
    desk.pass().pass().pass();
    assert_eq!(desk.game.table.priority, desk.seat("Ben"), "nobody did anything: it stays");
}

/// Rules: 1883-5.7-02, 1883-5.7-03, 1883-C-06
#[test]
fn what_is_wholly_in_players_hands_rises() {
    let mut desk = at("stock_rounds = 2\noperating_rounds = 1\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, Ben 50\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 50, Ben 40\"\nstations = [\"88\"]\n\
         [company.SAFRE]\nprice = 90\nplace = \"F2\"\nshares = \"Ada 20\"\nstations = [\"16\"]\n");
    desk.pass().pass().pass();
    assert_eq!((desk.price("SV"), desk.price("FBV")), (90, 85));
    let field = desk.game.table.chart.field(desk.company("SV")).unwrap();
    assert_eq!(
        desk.game.table.chart.stack(field),
        [desk.company("SAFRE"), desk.company("SV")],
        "below the others"
    );
}

/// Rules: 1883-5.8-01, 1883-5.8-02, 1883-5.8-03, 1883-5.8-05, 1883-5.8-06, 1883-5.6-20
#[test]
fn a_corporation_in_the_closed_section_closes_and_can_be_launched_later() {
    let mut desk = at("stock_rounds = 2\n\
         [company.FBV]\nprice = 30\nplace = \"A7\"\npar = 65\ntreasury = 70\nshares = \"Ada 30, Ben 20, pool 10\"\nstations = [\"88\"]\ntrains = [\"2\"]\nanchors = 1\n\
         [concession]\nC1 = { held = { by = \"FBV\", rounds = 1 } }\n\
         [private]\nTCB = { company = \"FBV\" }\n");
    let bank = desk.bank();
    desk.sell("FBV", 10);
    assert_eq!(desk.price("FBV"), 0, "it closes when the block is over");
    desk.pass();
    assert_eq!((desk.held("FBV", "offering"), desk.held("FBV", "Ben"), desk.treasury("FBV")), (100, 0, 0));
    assert_eq!((desk.bank(), desk.depot("2")), (bank - 30 + 70, (5, 1)));
    assert_eq!(desk.game.table.concessions[0], crate::t1883::table::Concession::Pool);
    assert_eq!(desk.game.table.privates[0], ferrata_engine::shares::Holder::Out);
    let fbv = desk.company("FBV");
    assert_eq!(desk.game.table.board.tokens_of(fbv).count(), 0);
    assert_eq!(desk.game.company(fbv).anchors, 0);
    assert_eq!(desk.refused(start("FBV", 65)), "1883-5.8-05");
    let mut desk = at("stock_rounds = 3\n[company.FBV]\nclosed_in = 2\n");
    desk.play(start("FBV", 65));
    assert_eq!((desk.treasury("FBV"), desk.price("FBV")), (130, 65));
}

/// Rules: 1883-5.7-02, 1883-5.7-03
#[test]
fn prices_rise_in_their_order_so_that_stacks_keep_it() {
    let mut desk = at("stock_rounds = 2\noperating_rounds = 1\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nstack = 1\nshares = \"Ada 50, Ben 50\"\nstations = [\"26\"]\n\
         [company.FBV]\nprice = 85\nplace = \"F3\"\nstack = 0\nshares = \"Ada 50, Ben 50\"\nstations = [\"88\"]\n");
    desk.pass().pass().pass();
    let field = desk.game.table.chart.field(desk.company("SV")).unwrap();
    assert_eq!(desk.price("SV"), 90);
    assert_eq!(desk.game.table.chart.stack(field), [desk.company("FBV"), desk.company("SV")]);
}

/// Rules: 1883-5.3-13
#[test]
fn what_was_sold_is_not_bought_in_a_later_turn_of_the_round() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 1\n[events]\ndeck = 1\nleft = []\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ben 40, Ada 20\"\nstations = [\"26\"]\n",
    );
    desk.sell("SV", 10).pass();
    desk.pass().pass();
    assert_eq!(desk.refused(desk.purchase("SV", OFFERS)), "1883-5.3-13");
    desk.pass().pass().pass();
    while desk.game.table.stock_rounds == 2 {
        desk.pass();
    }
    while desk.asked() != "Ada" {
        desk.pass();
    }
    assert!(desk.may(desk.purchase("SV", OFFERS)), "in the next round");
}

/// Rules: 1883-5.3-14
#[test]
fn sixty_percent_may_be_held() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\nshares = \"Ada 50, Ben 20\"\nstations = [\"26\"]\n",
    );
    desk.buy("SV", OFFERS);
    assert_eq!(desk.held("SV", "Ada"), 60);
}

/// Rules: 1883-5.8-02, 1883-6.8-15
#[test]
fn gravity_trains_of_a_corporation_that_closes_lie_in_their_box_again() {
    let mut desk = at(
        "stock_rounds = 2\n[company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\ntrains = [\"2\", \"2G\"]\n",
    );
    desk.sell("FBV", 10).pass();
    assert_eq!((desk.depot("2"), desk.depot("2G")), ((5, 1), (3, 1)));
}

/// Rules: 1883-5.7-01
#[test]
fn sales_and_concessions_count_for_priority() {
    let text = |seat: &str| {
        format!(
            "stock_rounds = 2\noperating_rounds = 1\npriority = \"Ben\"\n[events]\ndeck = 1\nleft = []\n\
             [company.SV]\nprice = 85\nplace = \"F3\"\ntreasury = 20\nshares = \"Ben 40, Cleo 20\"\nstations = [\"26\"]\n[round.stock]\nseat = \"{seat}\"\n"
        )
    };
    let mut desk = at(&text("Cleo"));
    desk.sell("SV", 10).pass().pass().pass().pass();
    assert_eq!(desk.game.table.priority, desk.seat("Ada"), "Cleo has sold");
    let mut desk = at(&text("Ben"));
    desk.play(super::desk::concession("SV", "C7", 10));
    desk.pass().pass().pass().pass();
    assert_eq!(desk.game.table.priority, desk.seat("Cleo"), "Ben has bought a concession for SV");
}

/// Rules: 1883-5.8-01, 1883-5.8-05, 1883-6.9-02
#[test]
fn a_corporation_that_closes_in_an_operating_round_can_be_launched_in_the_next_stock_round() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 2\nset = [1, 1]\n[coop]\npresident = \"Ada\"\n[company.CCFR]\ntrains = []\n\
         [company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n[concession]\nC6 = { held = { by = \"FBV\", rounds = 1 } }\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"FBV\"\nacted = [\"FBV\"]\nstep = \"issue\"\n",
    );
    desk.play(super::desk::issue("FBV", 10));
    assert_eq!(
        desk.game.table.concessions[5],
        crate::t1883::table::Concession::Pool,
        "its concession is for sale"
    );
    assert!(!desk.game.is_open(desk.company("FBV")), "its own sale has brought it to the CLOSED section");
    assert_eq!((desk.game.table.stock_rounds, desk.asked().as_str()), (3, "Ada"));
    assert!(desk.may(start("FBV", 65)));
}

/// Rules: 1883-6.5-03, 1883-11-13c
#[test]
fn a_home_without_a_free_slot_takes_the_token_beside_its_slots() {
    let mut desk = at(
        "stock_rounds = 2\n[company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"26\", \"16\"]\n",
    );
    desk.play(start("SAFRE", 65));
    let (safre, reggio) = (desk.company("SAFRE"), desk.game.homes(desk.company("SAFRE"))[0]);
    assert!(desk.game.table.board.has_token(safre, reggio), "bombs had taken its slot");
    assert!(!desk.game.table.board.city_full_for(safre, reggio, 0), "it is active");
    assert_eq!(desk.game.company(safre).tokens, 2);
}

/// Rules: 1883-C-01, 1883-5.4-04
#[test]
fn with_the_other_reading_ccfr_counts_from_its_capitalisation_on() {
    let held = |phase: &str| {
        let ccfr = if phase == "5" {
            "[coop]\ncapitalised = true\n[company.CCFR]\ntrains = [\"5\"]\nshares = \"Cleo 20, Ada 10, pool 70\"\n"
        } else {
            ""
        };
        let desk = with(&["coopfree"], &format!("stock_rounds = 5\nphase = \"{phase}\"\n{ccfr}"));
        desk.game.certificates(desk.seat("Ada"))
    };
    assert_eq!((held("4"), held("5")), (0, 1));
}

/// Rules: 1883-5.8-03, 1883-3.2-18
#[test]
fn the_anchors_of_a_corporation_that_closes_leave_their_ports() {
    let mut desk = at(
        "anchors = [{ hex = \"13\", of = \"FBV\" }, { hex = \"46\", of = \"SV\" }]\nstock_rounds = 2\n[company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n\
         [company.SV]\nprice = 85\nplace = \"F3\"\nshares = \"Ben 20\"\nstations = [\"26\"]\n",
    );
    desk.sell("FBV", 10).pass();
    let owners: Vec<_> = desk.game.table.anchors.iter().map(|anchor| anchor.of).collect();
    assert_eq!(owners, [desk.company("SV")]);
}

/// Rules: 1883-5.3-08, 1883-6.3-01
#[test]
fn what_was_launched_operates_in_the_next_round_already() {
    let mut desk = at(
        "stock_rounds = 2\noperating_rounds = 1\n[events]\ndeck = 1\nleft = []\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\n",
    );
    desk.play(start("SV", 65)).pass().pass().pass();
    assert_eq!((desk.acting().as_str(), desk.asked().as_str()), ("SV", "Ada"));
}

/// Rules: 1883-5.2-01, 1883-R-34
#[test]
fn shares_of_what_is_not_launched_cannot_be_sold() {
    let desk = at("stock_rounds = 2\n[company.FMV]\nshares = \"Ada 10\"\ndirector = \"offering\"\n");
    assert_eq!(desk.refused(desk.sale("FMV", 10)), "1883-5.2-01");
}
