//! 3.2, 3.4, 3.5 Powers, sale and closing of the privates.

use super::desk::{Desk, at, marker};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName};
use ferrata_engine::shares::Holder;

const SWAP: Action = Action::UseCard { card: CardName::of("CNP") };

fn turn(company: &str, phase: &str, rest: &str) -> String {
    format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"{phase}\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\n{rest}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"{company}\"\nacted = [\"{company}\"]\nstep = \"track\"\n"
    )
}

fn owner(desk: &Desk, at: usize) -> Holder {
    desk.game.table.privates[at]
}

const SV: &str = "[company.SV]\nprice = 85\nplace = \"F3\"\npar = 85\ntreasury = 100\nshares = \"Ada 20, Ben 20\"\nstations = [\"26\"]\n";

/// Rules: 1883-3.2-07, 1883-R-07, 1883-3.2-21, 1883-3.2-06
#[test]
fn cnp_is_swapped_for_a_share_of_sv() {
    let mut desk = at(&format!(
        "stock_rounds = 2\n{SV}[private]\nCNP = {{ seat = \"Ben\" }}\n[round.stock]\nseat = \"Ben\"\n"
    ));
    desk.play(SWAP);
    assert_eq!((desk.held("SV", "Ben"), desk.treasury("SV"), owner(&desk, 2)), (30, 185, Holder::Out));
    assert_eq!(
        (desk.president("SV").as_deref(), desk.asked()),
        (Some("Ben"), "Ben".to_owned()),
        "it is no turn"
    );
    assert_eq!(desk.game.company(desk.company("SV")).anchors, 1);
    let mut desk = at("stock_rounds = 2\n[private]\nCNP = { seat = \"Ada\" }\n");
    desk.play(SWAP);
    assert_eq!((desk.held("SV", "Ada"), desk.treasury("SV")), (10, 0));
    desk.play(super::desk::start("SV", 65));
    assert_eq!(desk.treasury("SV"), 195, "at its launch the bank pays par for it");
    let desk = at(&format!(
        "stock_rounds = 2\n{}[private]\nCNP = {{ seat = \"Ada\" }}\n",
        SV.replace("Ada 20", "Ada 60")
    ));
    assert_eq!(desk.refused(SWAP), "1883-3.2-21");
}

fn sale(card: &'static str, from: u8, price: i32) -> Action {
    let buyer = Party::Company(CompanyName::of("SV"));
    Action::BuyCard {
        buyer,
        card: CardName::of(card),
        from: Party::Seat(ferrata_engine::id::SeatId(from)),
        price: Money(price),
    }
}

/// Rules: 1883-3.4-01, 1883-3.4-02, 1883-3.4-04, 1883-3.4-06, 1883-3.2-05, 1883-6.10-01, 1883-6.3-03
#[test]
fn railways_buy_privates_for_half_to_twice_their_value() {
    let rest = format!(
        "{SV}[private]\nTCB = {{ seat = \"Ada\" }}\nFRV = {{ seat = \"Ada\" }}\nCNP = {{ seat = \"Ben\" }}\n"
    );
    let desk = at(&turn("SV", "1", &rest));
    assert_eq!(desk.refused(sale("TCB", 0, 20)), "1883-3.4-01");
    assert_eq!(desk.refused(sale("FRV", 0, 41)), "1883-3.2-05", "before the first 3 at most its value");
    assert!(desk.may(sale("FRV", 0, 40)) && desk.may(sale("FRV", 0, 20)));
    let mut desk = at(&turn("SV", "2", &rest));
    assert_eq!(desk.refused(sale("TCB", 0, 41)), "1883-3.4-02");
    assert_eq!(desk.refused(sale("TCB", 0, 9)), "1883-3.4-02");
    desk.play(sale("TCB", 0, 40));
    assert_eq!(
        (desk.treasury("SV"), desk.cash("Ada"), owner(&desk, 0)),
        (60, 590, Holder::Company(desk.company("SV")))
    );
    assert_eq!(desk.refused(sale("TCB", 0, 40)), "1883-3.4-04");
    assert_eq!(desk.refused(sale("CNP", 1, 30)), "1883-3.4-06");
    desk.play(Action::Propose { deal: Box::new(sale("CNP", 1, 30)) }).play(Action::Accept);
    assert_eq!((desk.cash("Ben"), desk.game.company(desk.company("SV")).anchors), (580, 1));
}

/// Rules: 1883-3.2-08, 1883-3.2-16, 1883-3.2-18, 1883-3.2-19, 1883-A1-02
#[test]
fn anchors_go_to_ports() {
    let fsf = "[company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\nanchors = 2\n";
    let mut desk = at(&turn("FSF", "1", fsf));
    assert_eq!(desk.refused(marker("FSF", "anchor", "52")), "1883-3.2-18", "no port");
    desk.play(marker("FSF", "anchor", "46"));
    assert_eq!(desk.refused(marker("FSF", "anchor", "93")), "1883-3.2-16", "the second after the first 3");
    let mut desk = at(&turn("FSF", "2", fsf));
    desk.play(marker("FSF", "anchor", "46"));
    assert_eq!(desk.refused(marker("FSF", "anchor", "46")), "1883-3.2-18", "another port");
    desk.play(marker("FSF", "anchor", "93"));
    assert_eq!(desk.refused(marker("FSF", "anchor", "26")), "1883-3.2-09");
}

/// SV buys the first 5: the privates close.
fn last_days(rest: &str) -> Desk {
    at(&format!(
        "stock_rounds = 3\noperating_rounds = 3\nset = [1, 1]\nphase = \"4\"\n[coop]\npresident = \"Cleo\"\n[company.CCFR]\ntrains = []\nstanding = \"frozen\"\nshares = \"\"\n[depot]\n2 = 0\n3 = 0\n3bis = 0\n4 = 0\n{}\n{rest}\n\
         [round.operating]\nstage = \"turns\"\ncompany = \"SV\"\nacted = [\"SV\"]\nstep = \"trains\"\n",
        SV.replace("treasury = 100", "treasury = 440")
    ))
}

/// Rules: 1883-3.5-01, 1883-3.2-04, 1883-3.2-11, 1883-3.2-20, 1883-T-21, 1883-R-52
#[test]
fn at_the_first_5_they_close() {
    let mut desk = last_days("[private]\nFRV = { seat = \"Ben\" }\nCNP = { company = \"SV\" }\n");
    desk.play(super::desk::train("5", 440));
    assert!(desk.game.table.privates.iter().all(|holder| *holder == Holder::Out));
    assert_eq!(
        (desk.held("SV", "pool"), desk.treasury("SV"), desk.price("SV")),
        (10, 85, 85),
        "a share of SV at par"
    );
    let hex = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of("20")).unwrap();
    assert!(desk.game.table.board.laid(hex).is_some(), "FRV's tile is laid by itself");
    let mut desk = last_days("[private]\nCNP = { seat = \"Ben\" }\n");
    desk.play(super::desk::train("5", 440));
    assert_eq!(desk.asked(), "Ben", "the last moment for the swap");
    assert!(desk.may(super::desk::choose("swap")) && desk.may(super::desk::choose("close")));
    desk.choose("swap");
    assert_eq!((desk.held("SV", "Ben"), desk.held("SV", "pool")), (30, 0));
    let mut desk = last_days("[private]\nFRV = { seat = \"Ben\" }\n[board]\n20 = \"57 0\"\n");
    desk.play(super::desk::train("5", 440));
    assert_eq!(
        desk.game.table.board.laid(hex).map(|(_, rotation)| rotation),
        Some(0),
        "the hex is not empty"
    );
}

/// Rules: 1883-5.8-04, 1883-5.8-03
#[test]
fn a_closing_owner_of_cnp_sets_a_share_of_sv_free() {
    let text = format!(
        "stock_rounds = 2\n{SV}[company.FBV]\nprice = 30\nplace = \"A7\"\nshares = \"Ada 30, Ben 20\"\nstations = [\"88\"]\n[private]\nCNP = {{ company = \"FBV\" }}\n"
    );
    let mut desk = at(&text);
    desk.sell("FBV", 10).pass();
    assert_eq!((desk.held("SV", "pool"), desk.treasury("SV"), owner(&desk, 2)), (10, 185, Holder::Out));
}

/// Rules: 1883-3.2-01, 1883-3.2-02, 1883-4.2-01, 1883-6.0-01
#[test]
fn privates_pay_at_the_start_of_an_operating_round() {
    let mut desk = at(&format!(
        "stock_rounds = 2\noperating_rounds = 1\n{SV}[events]\ndeck = 1\nleft = []\n[private]\nTCB = {{ seat = \"Ada\" }}\nTMM = {{ company = \"SV\" }}\n"
    ));
    desk.pass().pass().pass();
    assert_eq!((desk.cash("Ada"), desk.treasury("SV")), (555, 115));
}

/// Rules: 1883-R-56, 1883-3.2-07
#[test]
fn the_owner_of_cnp_is_asked_before_the_last_share_of_sv_goes() {
    let text = format!(
        "stock_rounds = 2\n{}[private]\nCNP = {{ seat = \"Cleo\" }}\n",
        SV.replace("Ada 20, Ben 20", "Ada 30, Ben 30, pool 30")
    );
    let mut desk = at(&text);
    desk.buy("SV", Party::Offering);
    assert_eq!((desk.asked().as_str(), desk.held("SV", "Ada")), ("Cleo", 30), "before it is bought");
    desk.choose("keep");
    assert_eq!((desk.held("SV", "Ada"), desk.treasury("SV"), desk.asked().as_str()), (40, 185, "Ada"));
    let mut desk = at(&text);
    desk.buy("SV", Party::Offering).choose("swap");
    assert_eq!((desk.held("SV", "Ada"), desk.held("SV", "Cleo"), desk.cash("Ada")), (30, 10, 550));
    assert_eq!((desk.asked().as_str(), owner(&desk, 2)), ("Ada", Holder::Out), "Ada decides anew");
    assert!(desk.may(desk.purchase("SV", Party::Bank)), "nothing was bought in this turn");
    let two = text.replace("pool 30", "pool 20");
    let mut desk = at(&two);
    desk.buy("SV", Party::Offering);
    assert_eq!(
        (desk.asked().as_str(), desk.held("SV", "Ada")),
        ("Ada", 40),
        "one share is left: nobody else is asked"
    );
    let own = text.replace("seat = \"Cleo\"", "seat = \"Ada\"");
    let mut desk = at(&own);
    desk.buy("SV", Party::Offering);
    assert_eq!(desk.held("SV", "Ada"), 40, "nobody is asked in their own turn");
}

/// Rules: 1883-R-56
#[test]
fn the_owner_of_cnp_is_asked_before_sv_pays_and_before_it_sells_its_last_shares() {
    let rest = format!(
        "{}trains = [\"2\"]\n[private]\nCNP = {{ seat = \"Cleo\" }}\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n",
        SV.replace("Ada 20, Ben 20", "Ada 40, Ben 30, pool 20")
    );
    let text = turn("SV", "2", &rest).replace("step = \"track\"", "step = \"run\"");
    let mut desk = at(&text);
    desk.run_best();
    assert_eq!(desk.asked(), "Cleo");
    desk.choose("swap");
    let before = desk.cash("Cleo");
    desk.pay_out();
    assert_eq!(desk.cash("Cleo") - before, 4, "a tenth of 40");
    let text = text.replace("step = \"run\"", "step = \"issue\"");
    let mut desk = at(&text);
    desk.play(super::desk::issue("SV", 10));
    assert_eq!(desk.asked(), "Cleo");
    desk.choose("keep");
    assert_eq!((desk.held("SV", "pool"), desk.held("SV", "Cleo")), (30, 0));
    let mut desk = at(&text);
    desk.play(super::desk::issue("SV", 10)).choose("swap");
    assert_eq!((desk.held("SV", "pool"), desk.held("SV", "Cleo")), (20, 10));
}

/// Rules: 1883-3.2-21, 1883-5.3-13, 1883-5.7-01
#[test]
fn a_swap_is_neither_an_act_nor_a_purchase() {
    let text = format!(
        "stock_rounds = 2\noperating_rounds = 1\n{}[events]\ndeck = 1\nleft = []\n[private]\nCNP = {{ seat = \"Ada\" }}\n",
        SV.replace("Ada 20, Ben 20", "Ben 40, Ada 20")
    );
    let mut desk = at(&text);
    desk.play(SWAP).pass().pass().pass();
    assert_eq!(desk.game.table.priority, desk.seat("Ada"), "nobody has bought or sold anything");
    let mut desk = at(&text);
    desk.sell("SV", 10);
    assert!(desk.may(SWAP), "although Ada may not buy a share of SV any more");
}

/// Rules: 1883-3.2-18
#[test]
fn a_port_holds_anchors_of_two_railways() {
    let table = |anchors: &str| {
        at(&format!("anchors = [{anchors}]\n{}", turn("SV", "2", &format!("{SV}anchors = 1\n"))))
    };
    let one = "{ hex = \"46\", of = \"FSF\" }";
    assert!(table(one).may(marker("SV", "anchor", "46")), "beside that of FSF");
    let two = format!("{one}, {{ hex = \"46\", of = \"FBV\" }}");
    assert_eq!(table(&two).refused(marker("SV", "anchor", "46")), "1883-3.2-18");
}

/// Rules: 1883-3.2-19, 1883-3.2-11
#[test]
fn the_anchor_of_a_cnp_that_closes_with_a_player_leaves_the_game() {
    let mut desk = last_days("[private]\nCNP = { seat = \"Ben\" }\n");
    desk.play(super::desk::train("5", 440)).choose("close");
    assert_eq!((desk.held("SV", "pool"), desk.game.company(desk.company("SV")).anchors), (10, 0));
    let mut desk = last_days("anchors = 1\n[private]\nCNP = { company = \"SV\" }\n");
    desk.play(super::desk::train("5", 440));
    assert_eq!(desk.game.company(desk.company("SV")).anchors, 1, "one that a railway has got stays");
}

/// Rules: 1883-3.4-06, 1883-R-49
#[test]
fn the_co_operative_buys_privates_with_its_own_money() {
    let sale = Action::BuyCard {
        buyer: Party::Company(CompanyName::of("CCFR")),
        card: CardName::of("TCB"),
        from: Party::Seat(ferrata_engine::id::SeatId(2)),
        price: Money(40),
    };
    let text = turn("CCFR", "2", "treasury = 40\n[private]\nTCB = { seat = \"Cleo\" }\n");
    let mut desk = at(&text);
    desk.play(sale.clone());
    assert_eq!((desk.treasury("CCFR"), desk.cash("Cleo")), (0, 590));
    assert_eq!(at(&text.replace("treasury = 40", "treasury = 39")).refused(sale), "1883-3.4-02");
}

/// Rules: 1883-R-06, 1883-11-05, 1883-3.2-03
#[test]
fn a_landslide_stops_the_tile_of_frv_too() {
    let safre = "[company.SAFRE]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"16\"]\n[private]\nFRV = { company = \"SAFRE\" }\n";
    let tile = || {
        let Action::LayTile { hex, tile, rotation, .. } = super::desk::lay("20", "6", 3) else { panic!() };
        Action::LayTile { hex, tile, rotation, by: Some(CardName::of("FRV")) }
    };
    let table = |card: &str| {
        at(&turn("SAFRE", "1", &format!("{safre}[events]\ndeck = 1\nleft = []\ncurrent = \"{card}\"\n")))
    };
    assert_eq!(table("E5").refused(tile()), "1883-11-05");
    assert!(table("E2").may(tile()), "Scandiano bears no F");
}

/// Rules: 1883-3.2-19, 1883-3.2-16
#[test]
fn an_anchor_may_be_placed_after_the_run_too() {
    let fsf = "[company.FSF]\nprice = 85\nplace = \"F3\"\nshares = \"Ada 20\"\nstations = [\"37\", \"72\"]\nanchors = 1\n";
    for step in ["track", "trains", "issue"] {
        let desk = at(&turn("FSF", "1", fsf).replace("step = \"track\"", &format!("step = \"{step}\"")));
        assert!(desk.may(marker("FSF", "anchor", "46")), "{step}");
    }
}

/// Rules: 1883-3.2-07, 1883-R-07
#[test]
fn a_swap_in_an_operating_round_brings_sv_its_par_too() {
    let rest = format!("{}[private]\nCNP = {{ seat = \"Ada\" }}\n", SV.replace("par = 85", "par = 65"));
    let mut desk = at(&turn("SV", "2", &rest));
    desk.play(SWAP);
    assert_eq!((desk.treasury("SV"), desk.held("SV", "Ada"), desk.cash("Ada")), (165, 30, 550));
}

/// Rules: 1883-R-56, 1883-3.2-07, 1883-6.8-29
#[test]
fn the_owner_of_cnp_is_asked_before_a_bankruptcy() {
    let table = |sv: &str| {
        let fbv = "[company.FBV]\nprice = 65\nplace = \"B3\"\nshares = \"Ada 20\"\nstations = [\"88\"]\n[seat.Ada]\ncash = 20\n\
            [concession]\nC2 = { held = { by = \"FBV\", rounds = 4 } }\n[private]\nCNP = { seat = \"Ada\" }\n";
        let mut desk =
            at(&turn("FBV", "2", &format!("{sv}{fbv}")).replace("step = \"track\"", "step = \"issue\""));
        desk.pass();
        desk
    };
    let sv = SV.replace("Ada 20, Ben 20", "Ben 40");
    let mut desk = table(&sv);
    assert_eq!((desk.asked().as_str(), desk.cash("Ada")), ("Ada", 20), "40 are due");
    desk.choose("swap");
    assert_eq!(desk.treasury("SV"), 185);
    desk.sell("SV", 10);
    assert_eq!((desk.cash("Ada"), desk.game.table.order.len()), (20 + 85 - 40, 3));
    let mut desk = table(&sv);
    desk.choose("keep");
    assert!(desk.game.seat(desk.seat("Ada")).out, "asked once");
    let desk = table("");
    assert!(desk.game.seat(desk.seat("Ada")).out, "a share of what is not launched cannot be sold");
}

/// Rules: 1883-R-56, 1883-3.2-07, 1883-5.6-12
#[test]
fn the_owner_of_cnp_is_asked_before_a_bonus_of_sv_is_split() {
    let table = |owner: &str, support: u8| {
        let rest = format!(
            "{}[seat.Ada]\nsupport = {support}\n[concession]\nC7 = {{ held = {{ by = \"SV\", rounds = 1 }} }}\n[private]\nCNP = {{ seat = \"{owner}\" }}\n\
             [board]\n26 = \"57 1\"\n13 = \"6 4\"\n15 = \"8 1\"\n7 = \"8 4\"\n",
            SV.replace("Ada 20, Ben 20", "Ada 40").replace("treasury = 100", "treasury = 0")
        );
        let mut desk = at(&turn("SV", "1", &rest));
        desk.play(super::desk::lay("8", "58", 1));
        desk
    };
    let mut desk = table("Cleo", 1);
    assert_eq!(desk.asked(), "Cleo", "before Ada decides");
    desk.choose("swap").choose("split");
    assert_eq!((desk.cash("Cleo"), desk.cash("Ada"), desk.treasury("SV")), (560, 590, 85 + 50));
    let mut desk = table("Ada", 1);
    desk.choose("swap");
    assert_eq!((desk.asked().as_str(), desk.held("SV", "Ada")), ("Ada", 50), "the president, too");
    let desk = table("Cleo", 0);
    assert_eq!(desk.treasury("SV"), 100, "without a support card nothing is split");
    assert_ne!(desk.asked(), "Cleo");
}

/// Rules: 1883-3.4-02, 1883-3.2-05
#[test]
fn after_the_first_3_frv_costs_up_to_twice_its_value_like_all() {
    let rest = format!("{SV}[private]\nFRV = {{ seat = \"Ada\" }}\n");
    let desk = at(&turn("SV", "2", &rest));
    assert!(desk.may(sale("FRV", 0, 80)));
    assert_eq!(desk.refused(sale("FRV", 0, 81)), "1883-3.4-02");
}

/// Rules: 1883-3.2-21, 1883-5.3-09, 1883-R-56
#[test]
fn a_swap_in_the_turn_of_sv_may_change_who_decides_about_its_run() {
    let rest = format!(
        "{}trains = [\"2\"]\n[private]\nCNP = {{ seat = \"Cleo\" }}\n[board]\n26 = \"57 1\"\n13 = \"57 1\"\n",
        SV.replace("Ada 20, Ben 20", "Ada 20, Cleo 20")
    );
    let mut desk = at(&turn("SV", "2", &rest).replace("step = \"track\"", "step = \"run\""));
    desk.run_best().choose("swap");
    assert_eq!((desk.president("SV").as_deref(), desk.asked().as_str()), (Some("Cleo"), "Cleo"));
    desk.withhold();
    assert_eq!(desk.treasury("SV"), 100 + 85 + 40);
}

/// Rules: 1883-3.2-07, 1883-3.4-04
#[test]
fn a_cnp_that_a_railway_owns_is_swapped_by_nobody() {
    let desk = at(&format!("stock_rounds = 2\n{SV}[private]\nCNP = {{ company = \"SV\" }}\n"));
    assert_eq!(desk.refused(SWAP), "1883-3.2-07");
}

/// Rules: 1883-3.2-04, 1883-5.8-03
#[test]
fn an_frv_that_has_left_the_game_lays_nothing() {
    let mut desk = last_days("");
    desk.play(super::desk::train("5", 440));
    let hex = desk.game.fixed.parts.hex_named(ferrata_engine::name::HexName::of("20")).unwrap();
    assert!(desk.game.table.board.laid(hex).is_none());
}
