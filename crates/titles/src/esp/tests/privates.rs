//! §2.2 The privates, one by one.

use super::table::*;
use crate::esp::operating::{Step, consist, crossing, discard, trains};
use crate::esp::stock::launch;
use crate::esp::stock::sell;
use crate::esp::table::{HomeToken, Pending, Round, Status, Train};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::name::{Name, TrainName};
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::Title;

fn owner_operates(company: &str, phase: u8) -> Table {
    let mut table = book();
    table.phase(phase);
    table.launch(company, A, 100, 100);
    table.treasury(company, 400);
    let (home, stop) = {
        let role = table.game.fixed.role(table.id(company));
        (table.game.hex_name(role.home).to_string(), role.home_stop.unwrap_or(0))
    };
    table.station(company, &home, stop);
    table.operate(company, Step::Track);
    table
}

/// Rules: 18ESP-2.2-01, 18ESP-2.2-02, 18ESP-2.2-03, 18ESP-4.8-01, 18ESP-V-20, 18ESP-G-44
#[test]
fn privates_are_sold_to_companies_within_the_cap_of_the_phase() {
    for (phase, cap) in [(2, 40), (3, 60), (4, 80)] {
        let mut table = owner_operates("FdSB", phase);
        table.private(2, Holder::Seat(A));
        assert_eq!(table.refused(card("FdSB", "P2", Party::Seat(A), cap + 1)), "18ESP-2.2-03");
        assert_eq!(table.refused(card("FdSB", "P2", Party::Seat(A), 0)), "18ESP-2.2-03", "from 1 on");
        assert!(table.offers(&card("FdSB", "P2", Party::Seat(A), 1)));
        table.play(card("FdSB", "P2", Party::Seat(A), cap));
        assert_eq!((table.has(A), table.funds("FdSB")), (1000 + cap, 400 - cap));
    }
    let mut table = owner_operates("FdSB", 4);
    table.private(5, Holder::Seat(A));
    table.play(card("FdSB", "P5", Party::Seat(A), 260));
    // Privates of companies are not sold on, and none in phase 5.
    let mut table = owner_operates("FdSB", 3);
    table.launch("AC", B, 100, 100);
    let ac = table.owner("AC");
    table.private(6, ac);
    assert_eq!(table.refused(card("FdSB", "P6", Party::Seat(B), 10)), "18ESP-4.8-01");
    let mut table = owner_operates("FdSB", 5);
    table.private(6, Holder::Seat(A));
    assert_eq!(table.refused(card("FdSB", "P6", Party::Seat(A), 10)), "18ESP-2.2-02");
    // Another player's private needs their consent; a player never buys one.
    let mut table = owner_operates("FdSB", 3);
    table.private(6, Holder::Seat(B));
    let deal = card("FdSB", "P6", Party::Seat(B), 100);
    assert_eq!(table.refused(deal.clone()), "18ESP-2.2-03");
    table.play(propose(deal.clone()));
    assert_eq!(table.seat(), B);
    table.play(Action::Decline);
    assert_eq!(table.funds("FdSB"), 400);
    table.play(propose(deal));
    table.play(Action::Accept);
    assert_eq!((table.has(B), table.funds("FdSB")), (1100, 300));
    assert_eq!(table.game.private_owner(5), table.owner("FdSB"));
}

/// Rules: 18ESP-2.2-04, 18ESP-4.1-01, 18ESP-X-08
#[test]
fn each_open_private_pays_its_owner_once_per_operating_round() {
    let mut table = book();
    table.phase(3);
    table.launch("FdSB", B, 100, 100);
    table.train("FdSB", "2+3");
    table.private(1, Holder::Seat(A));
    let fdsb = table.owner("FdSB");
    table.private(6, fdsb);
    table.private(7, Holder::Seat(A));
    table.stock(D);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!((table.has(A), table.funds("FdSB")), (1035, 20), "5 + 30, and 20 for the company");
    assert_eq!(table.operating(), "FdSB");
    table.pass();
    assert_eq!(table.step(), Step::Trains);
    table.pass();
    assert_eq!(table.has(A), 1070, "the second operating round pays again");
}

/// Rules: 18ESP-2.2-05, 18ESP-2.2.3-02, 18ESP-2.2.6-02, 18ESP-6-06
#[test]
fn the_first_5_closes_all_privates() {
    let mut table = owner_operates("FdSB", 4);
    table.phase(4);
    table.sold_out("4");
    table.launch("MZA", B, 100, 90);
    let mza = table.owner("MZA");
    table.private(3, mza);
    table.private(6, Holder::Seat(C));
    table.private(7, Holder::Seat(D));
    table.treasury("FdSB", 600);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    assert!(table.game.table.privates.iter().all(|owner| *owner == Holder::Out));
    assert_eq!(table.trains("MZA"), ["2P"], "private 3 turned into a permanent train");
    let mut table = owner_operates("FdSB", 4);
    table.sold_out("4");
    table.private(3, Holder::Seat(A));
    table.treasury("FdSB", 600);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    assert_eq!(table.trains("FdSB"), ["4+5"], "in a player's hands it just closes");
}

/// Rules: 18ESP-2.2-06, 18ESP-2.2.1-01, 18ESP-2.2.1-02, 18ESP-G-30
#[test]
fn private_1_saves_30_on_a_mine_and_closes() {
    let mut table = owner_operates("FdSB", 3);
    table.private(1, Holder::Seat(A));
    assert_eq!(
        table.refused(lay_by("P1", "I7", "L94", 0)),
        "18ESP-2.2-06",
        "a player's private has no power"
    );
    let fdsb = table.owner("FdSB");
    table.private(1, fdsb);
    table.track("I5", Color::Green, &[0]);
    assert_eq!(table.refused(lay_by("P1", "J4", "72", 0)), "18ESP-2.2.1-01");
    table.play(lay_by("P1", "I7", "L94", 0));
    assert_eq!(table.funds("FdSB"), 400, "the 30 become 0");
    assert_eq!(table.game.private_owner(0), Holder::Out);
    // It was the mine of this turn, not one beyond it.
    assert!(table.game.operating().unwrap().turn.mine);
    // Dismantling is the other use.
    let mut table = owner_operates("FdSB", 3);
    let fdsb = table.owner("FdSB");
    table.private(1, fdsb);
    table.track("I5", Color::Green, &[0]);
    table.track("I7", Color::Yellow, &[0, 3]);
    let dismantle = table.game.offers().into_iter().find_map(|offer| match offer {
        ferrata_engine::offer::Offer::LayTile { hex, tile, rotations, cost, by: Some(by) }
            if hex.as_str() == "I7" =>
        {
            assert_eq!(cost, Money(0));
            Some(Action::LayTile { hex, tile, rotation: rotations[0], by: Some(by) })
        }
        _ => None,
    });
    table.play(dismantle.unwrap());
    assert_eq!((table.funds("FdSB"), table.game.private_owner(0)), (400, Holder::Out));
    assert_eq!(table.game.operating().unwrap().turn.tiles, 1, "an ordinary upgrade of the turn");
}

/// Rules: 18ESP-2.2.2-01, 18ESP-2.2.2-02, 18ESP-2.2.2-03, 18ESP-2.2.2-04, 18ESP-G-33
#[test]
fn private_2_becomes_a_train_that_rests_and_rusts() {
    let mut table = owner_operates("FdSB", 2);
    table.private(2, Holder::Seat(A));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    assert!(matches!(table.asked(), Some(Pending::Side(_))), "a major chooses the side");
    assert_eq!(table.refused(Action::Pass), "18ESP-2.2.2-04");
    table.play(choose("1+2"));
    assert_eq!((table.trains("FdSB"), table.game.private_owner(1)), (vec!["1+2".to_owned()], Holder::Out));
    table.track("J4", Color::Yellow, &[1]);
    table.pass();
    assert_eq!(table.step(), Step::Trains, "it may not run in this round");
    // A minor gets the Iberian side.
    let mut table = owner_operates("AC", 2);
    table.private(2, Holder::Seat(A));
    table.play(card("AC", "P2", Party::Seat(A), 1));
    assert_eq!(table.trains("AC"), ["2"]);
    // It rusts with the others, sold or not.
    table.launch("FdSB", B, 100, 100);
    table.station("FdSB", "I5", 0);
    table.sold_out("2");
    table.sold_out("3");
    table.phase(3);
    table.treasury("FdSB", 300);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3+4", 300));
    assert!(table.trains("AC").is_empty());
    let mut table = owner_operates("FdSB", 4);
    table.private(2, Holder::Seat(A));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    assert!(table.trains("FdSB").is_empty() && table.asked().is_none(), "its type has rusted: no train");
}

pub(super) fn aranjuez() -> Table {
    let mut table = book();
    table.phase(5);
    table.found("MCP", A, 100, 100, 900);
    table.track("F26", Color::Yellow, &[3]);
    table.track("E25", Color::Yellow, &[1, 4]);
    table.track("D26", Color::Yellow, &[2, 4]);
    table.track("C25", Color::Yellow, &[5]);
    table
}

/// Rules: 18ESP-2.2.3-01, 18ESP-2.2.3-03, 18ESP-2.2.3-04, 18ESP-2.2.3-06, 18ESP-G-29, 18ESP-G-35
#[test]
fn private_3_is_a_train_of_its_own_kind() {
    let mut table = aranjuez();
    table.train("MCP", "2P");
    table.train("MCP", "5");
    table.train("MCP", "5");
    table.train("MCP", "5");
    assert_eq!(
        (table.game.counted_trains(table.id("MCP")), discard::crowded(&table.game)),
        (3, None),
        "no place of the limit"
    );
    table.operate("MCP", Step::Run);
    let caceres = "F24:0 E25 D26 C25";
    assert_eq!(table.earns(&[(0, caceres)]).unwrap_err(), "18ESP-2.2.3-04", "first to Aranjuez");
    assert_eq!(table.earns(&[(0, "F24:0 F26")]), Ok((40, 0)), "Madrid 30 and Aranjuez 10");
    table.run(&["F24:0 F26"]);
    table.operate("MCP", Step::Run);
    assert_eq!(table.earns(&[(0, caceres)]), Ok((50, 0)), "from then on anywhere");
    // Alone it does not meet the duty, it cannot be sold, combined or given up.
    let mut table = aranjuez();
    table.train("MCP", "2P");
    assert!(trains::must_buy(&table.game, table.id("MCP")));
    table.found("N", A, 100, 90, 500);
    table.operate("N", Step::Trains);
    assert_eq!(table.refused(company_train("2P", "MCP", 1)), "18ESP-2.2.3-06");
    table.say(&["recyclable", "2"], 5);
    table.operate("MCP", Step::Trains);
    assert_eq!(table.refused(choose("2P & 1+2")), "18ESP-2.2.3-06");
    table.pass_refused_without_a_train();
}

/// The train of private 3 has no route before it can go to Aranjuez, though a 2-train has one on the same board.
/// Rules: 18ESP-2.2.3-04
#[test]
fn without_a_way_to_aranjuez_the_train_of_private_3_has_no_route() {
    let mut table = book();
    table.phase(5);
    table.found("MCP", A, 100, 100, 900);
    table.track("E25", Color::Yellow, &[1, 4]);
    table.track("D26", Color::Yellow, &[2, 4]);
    table.track("C25", Color::Yellow, &[5]);
    table.train("MCP", "2P");
    let (game, company) = (&table.game, table.id("MCP"));
    let two = Train::plain(game.fixed.parts.train_named(TrainName(Name::cut("2"))).unwrap(), false);
    assert_eq!(game.reach_of(&two), game.reach_of(&game.company(company).trains[0]), "the same reach");
    assert!(!consist::has_route(game, company));
    assert!(crossing::has_route(game, company, &two), "one is remembered, the other is not taken for it");
    assert!(!consist::has_route(game, company));
}

impl Table {
    fn pass_refused_without_a_train(&mut self) {
        assert_eq!(self.refused(Action::Pass), "18ESP-4.7-01");
    }
}

/// Private 3 is a train from phase 5 on, and only then: a company that buys it in its turn has no second run in that
/// round; one that bought it before may run it at once.
/// Rules: 18ESP-2.2.3-05
#[test]
fn the_train_of_private_3_does_not_run_in_the_round_in_which_it_is_bought() {
    let eve = || {
        let mut table = aranjuez();
        table.phase(4);
        table.train("MCP", "4");
        table.found("FdSB", B, 90, 90, 600);
        table
    };
    let mut table = eve();
    table.private(3, Holder::Seat(A));
    table.operate("MCP", Step::Track);
    table.play(card("MCP", "P3", Party::Seat(A), 140));
    table.pass();
    assert_eq!(table.trains("MCP"), ["4"], "bought, but no train yet");
    table.run(&["F24:0 E25 D26 C25"]);
    table.play(settle(Settlement::Withhold));
    table.play(bank_train("5", 500));
    assert_eq!(table.trains("MCP"), ["4", "5", "2P"], "a train now, after the run");
    assert_eq!(table.operating(), "FdSB");
    // In the next round it runs.
    table.operate("MCP", Step::Run);
    assert_eq!(table.earns(&[(2, "F24:0 F26")]), Ok((40, 0)));
    // Bought before, it runs in the very round in which another company's purchase turns it over.
    let mut table = eve();
    let mcp = table.owner("MCP");
    table.private(3, mcp);
    table.price("FdSB", 120);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    table.pass(); // FdSB could buy the 4 of MCP now
    assert_eq!((table.operating(), table.trains("MCP")), ("MCP".into(), vec!["4".to_owned(), "2P".into()]));
    table.pass();
    assert_eq!(table.earns(&[(1, "F24:0 F26")]), Ok((40, 0)));
}

/// Rules: 18ESP-2.2.4-01, 18ESP-2.2.4-02, 18ESP-G-31
#[test]
fn private_4_builds_one_pass_cheaper() {
    let near_pass = |phase: u8| {
        let mut table = book();
        table.phase(phase);
        table.found("FdLR", A, 100, 100, 400);
        table.track("H8", Color::Yellow, &[0, 5]);
        let fdlr = table.owner("FdLR");
        table.private(4, fdlr);
        table
    };
    let mut table = near_pass(3);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.operate("FdLR", Step::Track);
    table.play(choose("P4 H12"));
    assert_eq!(
        (table.funds("FdLR"), table.game.private_owner(3)),
        (400, Holder::Out),
        "Alar del Rey costs nothing"
    );
    assert!(table.game.operating().unwrap().turn.pass, "it was the pass of this turn");
    // Elsewhere 40 less.
    let mut table = near_pass(3);
    table.track("H8", Color::Yellow, &[0, 5]);
    table.track("I9", Color::Yellow, &[2, 4]);
    table.track("J8", Color::Yellow, &[0, 1]);
    table.operate("FdLR", Step::Track);
    table.play(choose("P4 J10"));
    assert_eq!(table.funds("FdLR"), 360);
    // Not in phase 2, and not without a connection.
    let mut table = near_pass(2);
    table.track("H10", Color::Yellow, &[0, 3]);
    table.operate("FdLR", Step::Track);
    assert_eq!(table.refused(choose("P4 H12")), "18ESP-5.2-01");
    let mut table = near_pass(3);
    table.operate("FdLR", Step::Track);
    assert_eq!(table.refused(choose("P4 H12")), "18ESP-5.2-02");
}

/// Rules: 18ESP-2.2.5-01, 18ESP-2.2.5-03, 18ESP-2.2.5-04
#[test]
fn tenders_cost_80_of_which_20_go_to_the_owner() {
    let mut table = owner_operates("FdSB", 2);
    table.private(5, Holder::Seat(A));
    table.play(card("FdSB", "Tender", Party::Seat(A), 80));
    assert_eq!((table.has(A), table.funds("FdSB"), table.game.table.tenders.private), (1020, 320, 3));
    assert_eq!(table.refused(card("FdSB", "Tender", Party::Seat(A), 80)), "18ESP-2.2.5-03");
    // At any moment: while the trains are bought too.
    let mut table = owner_operates("AC", 2);
    table.private(5, Holder::Seat(A));
    table.train("AC", "2");
    table.operate("AC", Step::Trains);
    table.play(card("AC", "Tender", Party::Seat(A), 80));
    assert!(table.company("AC").tender);
    // Four of the five are sold so.
    table.of("AC", "tender", false);
    table.say(&["tenders", "private"], 0);
    assert_eq!(table.refused(card("AC", "Tender", Party::Seat(A), 80)), "18ESP-2.2.5-01");
}

/// A position that tells of the tenders in the bank only leaves those of private 5 as they are.
#[test]
fn tenders_that_a_position_leaves_out_stay() {
    let mut table = owner_operates("FdSB", 2);
    let before = table.game.table.tenders.private;
    table.say(&["tenders", "bank"], 1);
    assert_eq!((table.game.table.tenders.private, table.game.table.tenders.bank), (before, 1));
    assert!(before > 0);
}

/// Rules: 18ESP-2.2.5-02, 18ESP-G-32
#[test]
fn the_company_that_buys_private_5_keeps_one_tender_and_sells_the_rest() {
    let mut table = owner_operates("FdSB", 3);
    table.private(5, Holder::Seat(A));
    table.play(card("FdSB", "P5", Party::Seat(A), 195));
    assert_eq!(table.game.private_owner(4), Holder::Out);
    assert!(table.company("FdSB").tender);
    assert_eq!((table.game.table.tenders.private, table.game.table.tenders.bank), (0, 4));
    table.found("AC", A, 100, 90, 100);
    table.operate("AC", Step::Track);
    table.play(card("AC", "Tender", Party::Bank, 80));
    assert_eq!(
        (table.has(A), table.funds("AC"), table.game.table.tenders.bank),
        (1195, 20, 3),
        "80 to the bank"
    );
}

/// Rules: 18ESP-2.2.5-05, 18ESP-2.2.5-06, 18ESP-2.2.5-07
#[test]
fn a_tender_adds_one_town_to_one_train() {
    let mut table = north_coast();
    table.of("CFEA", "tender", true);
    table.operate("CFEA", Step::Run);
    assert_eq!(table.earns(&[(0, "D6 C5 C3 C1")]).unwrap_err(), "18ESP-4.4.1-01", "1+2 reaches three stops");
    assert_eq!(table.refused(choose("1")), "18ESP-2.2.5-05");
    table.play(choose("0"));
    assert_eq!(table.refused(choose("0")), "18ESP-2.2.5-05", "assigned once");
    assert_eq!(table.earns(&[(0, "D6 C5 C3 C1")]), Ok((40, 70)));
    // Never a city beyond the range.
    table.track("D4", Color::Yellow, &[2]);
    assert_eq!(table.earns(&[(0, "D6 C5 C3 D4")]).unwrap_err(), "18ESP-4.4.1-01");
    table.run(&["D6 C5 C3 C1"]);
    assert!(table.company("CFEA").tender, "it stays with the company");
    table.operate("CFEA", Step::Run);
    table.play(choose("0"));
}

/// A broad 2 of CFEA cannot run: CFEA has no station in the south.
/// Rules: 18ESP-2.2.5-05
#[test]
fn a_tender_goes_only_to_a_train_that_can_run() {
    let mut table = north_coast();
    table.train("CFEA", "2");
    table.of("CFEA", "tender", true);
    table.operate("CFEA", Step::Run);
    assert_eq!(table.refused(choose("1")), "18ESP-2.2.5-05");
    table.play(choose("0"));
}

/// Oviedo, a mine, Muros de Nalón and the harbour of San Esteban; CFEA with a 1+2, phase 2.
pub(super) fn north_coast() -> Table {
    let mut table = book();
    table.launch("CFEA", A, 90, 90);
    table.treasury("CFEA", 100);
    table.train("CFEA", "1+2");
    table.track("D6", Color::Yellow, &[2]);
    table.track("C5", Color::Yellow, &[3, 5]);
    let hex = table.hex("D6");
    let stop = (0..2).find(|stop| {
        let face = table.game.table.board.face(hex);
        face.track.iter().any(|track| {
            track.a == ferrata_engine::tile::End::Stop(*stop) && track.b == ferrata_engine::tile::End::Side(2)
        })
    });
    table.station("CFEA", "D6", stop.unwrap());
    assert_eq!(table.company("CFEA").home, HomeToken::Placed);
    table.operate("CFEA", Step::Run);
    table
}

/// Rules: 18ESP-2.2.6-01, 18ESP-2.3-05, 18ESP-G-05
#[test]
fn private_6_comes_with_a_share_that_counts_but_cannot_be_sold() {
    let mut table = auction(3);
    for private in 1..=5 {
        table.sell_off(private);
    }
    table.play(bid(6, 160));
    table.pass();
    let events = table.pass();
    assert!(!events.is_empty());
    let winner = C;
    assert_eq!(table.held("CRB", winner), 10);
    assert_eq!(launch::percent_sold(&table.game, table.id("CRB")), 10);
    assert_eq!(
        sell::check(&table.game, winner, table.id("CRB"), 10, true).unwrap_err().rule.unwrap().to_string(),
        "18ESP-3.1-07"
    );
}

impl Table {
    /// The starter buys the private at its opening price.
    pub(super) fn sell_off(&mut self, private: u8) {
        let price = self.game.private(private as usize - 1).price.0;
        self.play(bid(private, price));
        while matches!(&self.game.table.round, Round::Auction(auction) if auction.private + 1 == private) {
            if self.asked().is_some() {
                break;
            }
            self.pass();
        }
    }
}

/// Rules: 18ESP-2.2.7-01, 18ESP-2.2.7-02, 18ESP-2.2.7-03, 18ESP-G-04
#[test]
fn private_7_comes_with_a_director_who_sets_the_par() {
    let mut table = auction(3);
    for seat in [A, B, C] {
        table.cash(seat, 2000);
    }
    for private in 1..=7 {
        table.sell_off(private);
    }
    let winner = table.seat();
    let cash = table.has(winner);
    assert!(matches!(table.asked(), Some(Pending::Par(_))));
    assert_eq!(table.refused(start("CFEA", 90)), "18ESP-2.2.7-01", "FdSB lies beside it");
    assert_eq!(table.refused(start("FdSB", 105)), "18ESP-3.2.2-02");
    table.play(start("FdSB", 100));
    assert_eq!((table.has(winner), table.held("FdSB", winner), table.at("FdSB")), (cash, 20, 100));
    assert!(matches!(table.game.table.round, Round::Stock(_)), "then the first stock round");
    // Never sold to a company; it closes with the first train.
    table.of("FdSB", "status", Status::Launched);
    table.treasury("FdSB", 500);
    table.station("FdSB", "I5", 0);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(card("FdSB", "P7", Party::Seat(winner), 10)), "18ESP-2.2.7-03");
    table.play(bank_train("1+2", 100));
    assert_eq!(table.game.private_owner(6), Holder::Out);
}
