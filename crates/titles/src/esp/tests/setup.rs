//! Chapters 1 and 2: set-up, privates, auction.

use super::table::*;
use crate::esp::game::Class;
use crate::esp::state::{HomeToken, Question, Round, Status, Step};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::{Title, Turn};

/// Rules: 18ESP-1.4-01, 18ESP-1.4-02, 18ESP-1.4-03
#[test]
fn certificates_and_tokens_are_those_of_the_box() {
    let table = book();
    let certificates = |company: &str| {
        let id = table.id(company);
        table
            .esp
            .s
            .shares
            .of(id)
            .map(|cert| table.esp.s.shares.certificate(cert).unwrap().percent)
            .collect::<Vec<_>>()
    };
    assert_eq!(certificates("MZA"), [20, 10, 10, 10, 10, 10, 10, 10, 10]);
    assert_eq!(certificates("MZ"), [100]);
    let tokens =
        |company: &str| 1 + table.company(company).free_tokens + table.company(company).locked_tokens;
    assert_eq!((tokens("MZ"), tokens("CFLG"), tokens("MZA")), (1, 5, 6));
}

/// Rules: 18ESP-1.4-04
#[test]
fn a_tile_uses_up_its_other_face_and_comes_back() {
    let mut table = book();
    let id = |table: &Table, name: &'static str| {
        table.esp.game.parts.tile(ferrata_engine::name::TileName::of(name)).unwrap()
    };
    let left = |table: &Table, name: &'static str| table.esp.s.board.left(id(table, name));
    assert_eq!((left(&table, "57"), left(&table, "956")), (Some(5), Some(5)));
    table.launch("AC", A, 100, 100);
    table.treasury("AC", 500);
    table.station("AC", "H28", 0);
    table.operate("AC", Step::Track);
    table.play(lay("H28", "57", 2));
    assert_eq!((left(&table, "57"), left(&table, "956")), (Some(4), Some(4)), "one piece, two faces");
    table.phase(3);
    table.operate("AC", Step::Track);
    table.play(lay("H28", "14", 2));
    assert_eq!((left(&table, "57"), left(&table, "956"), left(&table, "14")), (Some(5), Some(5), Some(3)));
    let pieces: u16 = table.esp.game.parts.tiles.stock.iter().map(|count| count.unwrap()).sum();
    assert_eq!(pieces, 193);
    // The one L79/L113 lies on F26: there is no other.
    table.track("F26", Color::Yellow, &[3]);
    assert_eq!((left(&table, "L79"), left(&table, "L113")), (Some(0), Some(0)));
}

/// Rules: 18ESP-1.5.1-01
#[test]
fn the_standard_set_up_leaves_eight_companies_in_the_box() {
    let table = book();
    let absent: Vec<_> = table
        .esp
        .all_companies()
        .filter(|&company| table.esp.company(company).status == Status::Absent)
        .map(|company| table.esp.name(company).to_string())
        .collect();
    assert_eq!(absent, ["SFVA", "FdC", "GSSR", "AVT", "TBF", "CSE", "MH", "CA"]);
    let (north, south) = (table.esp.in_play(Class::North).len(), table.esp.in_play(Class::South).len());
    assert_eq!((north, south, table.esp.in_play(Class::Minor).len()), (4, 6, 6));
}

/// Rules: 18ESP-1.5.1-02, 18ESP-1.5.1-03, 18ESP-1.5.1-04
#[test]
fn start_money_comes_from_a_bank_without_limit() {
    for (players, cash) in [(3, 860), (4, 650), (5, 520), (6, 440)] {
        let table = auction(players);
        assert_eq!(table.has(A), cash);
        assert_eq!(table.esp.s.ledger.bank(), Money(-cash * players as i32), "the bank never runs out");
        assert_eq!(table.esp.view().bank, None);
    }
}

/// Rules: 18ESP-1.5.1-05
#[test]
fn order_cards_are_drawn_and_card_1_begins() {
    let mut table = fresh("rulebook", "standard", 4);
    assert!(matches!(table.esp.turn(), Turn::Chance(_)));
    table.draw(&[2, 0, 3, 1]);
    table.draw(&[0]);
    assert_eq!(table.esp.s.order.to_vec(), [C, A, D, B]);
    assert_eq!(table.seat(), C);
    table.play(bid(1, 10));
    assert_eq!(table.seat(), A, "clockwise by number");
    assert!(table.esp.view().players[C.index()].priority);
}

/// Rules: 18ESP-1.5.1-06
#[test]
fn the_home_of_an_absent_company_is_an_ordinary_circle() {
    let mut table = book();
    table.phase(3);
    table.launch("N", A, 100, 100);
    table.treasury("N", 500);
    table.station("N", "F24", 1);
    // Valladolid is the home of MH, which is not in this game.
    table.track("E23", Color::Yellow, &[3, 5]);
    table.track("E21", Color::Yellow, &[0]);
    table.operate("N", Step::Track);
    table.play(token("N", "E21", 0));
    assert_eq!(table.tokens("N"), ["E21", "F24"]);
}

/// Rules: 18ESP-1.5.1-07, 18ESP-1.5.1-08, 18ESP-1.5.1-09, 18ESP-1.5.1-10
#[test]
fn shares_trains_and_tenders_are_laid_aside() {
    let mut table = fresh("rulebook", "standard", 4);
    table.draw(&[0, 1, 2, 3]);
    let Turn::Chance(draw) = table.esp.turn() else { panic!() };
    assert_eq!(draw.kind, ferrata_engine::turn::DrawKind::Pick { count: 1, of: 4 });
    table.draw(&[2]);
    for major in ["N", "MZA", "A", "CRB", "MCP", "ZPB"] {
        assert_eq!(table.percent(major, Holder::Reserved), 10, "{major}");
    }
    assert_eq!(table.percent("CFLG", Holder::Reserved), 0);
    assert_eq!(table.esp.s.beside, [Some(table.id("CRB")), Some(table.id("CFLG"))], "the third North major");
    assert_eq!(table.esp.s.tenders.private, 4, "four of the five tenders are for sale");
    assert_eq!(
        table.esp.s.depot.left(table.esp.game.special_kind),
        Some(10),
        "the special card is not in the pile"
    );
    assert_eq!(table.esp.game.cards_of(table.esp.game.special_kind), 11);
}

/// Rules: 18ESP-1.5.1-11, 18ESP-4.7-04
#[test]
fn the_bank_sells_the_lowest_type_until_it_is_gone() {
    let mut table = book();
    table.launch("FdSB", A, 100, 100);
    table.treasury("FdSB", 900);
    table.station("FdSB", "I5", 0);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(bank_train("3", 200)), "18ESP-4.7-04");
    assert_eq!(table.refused(bank_train("1+2", 90)), "18ESP-4.7-04", "face value");
    let two = table.esp.game.special_kind;
    while table.esp.s.depot.left(two) > Some(1) {
        table.esp.s.depot.take_new(two);
    }
    table.play(bank_train("1+2", 100));
    table.play(bank_train("2+3", 200));
    assert_eq!(table.trains("FdSB"), ["1+2", "2+3"]);
}

/// Rules: 18ESP-1.5.1-12
#[test]
fn passes_start_closed_and_three_sides_are_barred() {
    let table = book();
    for pass in ["D12", "H12", "J10", "L8"] {
        assert!(!table.esp.pass_is_open(table.hex(pass)), "{pass}");
    }
    let barred = |from: &str, to: &str| {
        let side = table.esp.side_towards(
            ferrata_engine::name::HexName(ferrata_engine::name::Name::cut(from)),
            ferrata_engine::name::HexName(ferrata_engine::name::Name::cut(to)),
        );
        table.esp.s.board.map().hex(table.hex(from)).unwrap().side(side.unwrap()).impassable
    };
    assert!(barred("G5", "G7") && barred("G7", "H6") && barred("G29", "H30"));
    assert!(!barred("G5", "H6"));
}

/// Rules: 18ESP-1.5.1-13, 18ESP-2.3-01
#[test]
fn play_opens_with_private_1() {
    let mut table = auction(4);
    assert!(matches!(&table.esp.s.round, Round::Auction(auction) if auction.private == 0));
    assert_eq!(table.refused(bid(2, 40)), "18ESP-2.3-01");
}

/// Rules: 18ESP-1.5.2-01, 18ESP-1.5.2-02, 18ESP-1.5.2-03, 18ESP-1.5.2-04
#[test]
fn the_random_set_up_draws_companies_and_the_certificates_of_privates_6_and_7() {
    let mut table = fresh("rulebook", "random", 3);
    table.draw(&[0, 1, 2]);
    table.draw(&[0, 1]); // FdSB and CFEA leave
    table.draw(&[3, 0, 1]); // CRB, N and MZA leave
    table.draw(&[8, 7, 6]); // CA, MH and CSE leave
    assert_eq!(table.esp.in_play(Class::North).len(), 4);
    assert_eq!(table.esp.in_play(Class::South).len(), 6);
    assert_eq!(table.esp.in_play(Class::Minor).len(), 6);
    table.draw(&[2]); // private 7: CFLG, FdLR, [SFVA], FdC
    table.draw(&[2]); // CRB is out: Vasco-Navarro, the same company
    assert_eq!(table.esp.s.beside, [Some(table.id("SFVA")), Some(table.id("SFVA"))]);
    assert_eq!(table.percent("GSSR", Holder::Reserved), 10);
    assert_eq!(table.has(A), 860);
    assert_eq!(table.company("FdSB").status, Status::Absent);
    let view = table.esp.view();
    assert!(view.cards.iter().any(|card| card.text.contains("Vasco-Navarro")));
    // With CRB in play there is no such draw.
    let mut table = fresh("rulebook", "random", 3);
    for outcome in [&[0, 1, 2][..], &[0, 1], &[0, 1, 2], &[0, 1, 2], &[0]] {
        table.draw(outcome);
    }
    assert_eq!(table.esp.s.beside[0], Some(table.id("CRB")));
    assert!(matches!(table.esp.s.round, Round::Auction(_)));
}

/// Rules: 18ESP-1.6-01, 18ESP-1.6-02
#[test]
fn deals_are_those_of_the_rules_and_property_never_mixes() {
    let mut table = book();
    let deal = propose(buy(A, "MZA", Party::Seat(B), 100));
    assert_eq!(table.refused(deal), "18ESP-1.6-01", "players do not trade");
    table.launch("FdSB", A, 100, 100);
    table.treasury("FdSB", 10);
    table.operate("FdSB", Step::Track);
    let move_cash = Action::Loan { amount: Money(10) };
    assert_eq!(table.refused(move_cash), "18ESP-4-03", "no cash from company to director");
    let view = table.esp.view();
    assert!(view.players.iter().all(|player| player.cash == Money(1000)), "all holdings are open");
}

// ---- privates ------------------------------------------------------------------------------------

fn owner_operates(company: &str, phase: u8) -> Table {
    let mut table = book();
    table.phase(phase);
    table.launch(company, A, 100, 100);
    table.treasury(company, 400);
    let (home, stop) = {
        let role = table.esp.game.role(table.id(company));
        (table.esp.hex_name(role.home).to_string(), role.home_stop.unwrap_or(0))
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
    // Another player's private needs his consent; a player never buys one.
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
    assert_eq!(table.esp.private_owner(5), table.owner("FdSB"));
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
    while table.esp.s.depot.take_new(ferrata_engine::id::TrainKind(2)) {}
    table.launch("MZA", B, 100, 90);
    let mza = table.owner("MZA");
    table.private(3, mza);
    table.private(6, Holder::Seat(C));
    table.private(7, Holder::Seat(D));
    table.treasury("FdSB", 600);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    assert!(table.esp.s.privates.iter().all(|owner| *owner == Holder::Out));
    assert_eq!(table.trains("MZA"), ["2P"], "private 3 turned into a permanent train");
    let mut table = owner_operates("FdSB", 4);
    while table.esp.s.depot.take_new(ferrata_engine::id::TrainKind(2)) {}
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
    assert_eq!(table.esp.private_owner(0), Holder::Out);
    // It was the mine of this turn, not one beyond it.
    assert!(table.esp.or().unwrap().turn.mine);
    // Dismantling is the other use.
    let mut table = owner_operates("FdSB", 3);
    let fdsb = table.owner("FdSB");
    table.private(1, fdsb);
    table.track("I5", Color::Green, &[0]);
    table.track("I7", Color::Yellow, &[0, 3]);
    let dismantle = table.esp.offers().into_iter().find_map(|offer| match offer {
        ferrata_engine::offer::Offer::LayTile { hex, tile, rotations, cost, by: Some(by) }
            if hex.as_str() == "I7" =>
        {
            assert_eq!(cost, Money(0));
            Some(Action::LayTile { hex, tile, rotation: rotations[0], by: Some(by) })
        }
        _ => None,
    });
    table.play(dismantle.unwrap());
    assert_eq!((table.funds("FdSB"), table.esp.private_owner(0)), (400, Holder::Out));
    assert_eq!(table.esp.or().unwrap().turn.tiles, 1, "an ordinary upgrade of the turn");
}

/// Rules: 18ESP-2.2.2-01, 18ESP-2.2.2-02, 18ESP-2.2.2-03, 18ESP-2.2.2-04, 18ESP-G-33
#[test]
fn private_2_becomes_a_train_that_rests_and_rusts() {
    let mut table = owner_operates("FdSB", 2);
    table.private(2, Holder::Seat(A));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    assert!(matches!(table.asked(), Some(Question::Face { .. })), "a major chooses the side");
    assert_eq!(table.refused(Action::Pass), "18ESP-2.2.2-04");
    table.play(choose("1+2"));
    assert_eq!((table.trains("FdSB"), table.esp.private_owner(1)), (vec!["1+2".to_owned()], Holder::Out));
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
    while table.esp.s.depot.take_new(ferrata_engine::id::TrainKind(0)) {}
    while table.esp.s.depot.take_new(ferrata_engine::id::TrainKind(1)) {}
    table.esp.s.phase = 1;
    table.treasury("FdSB", 300);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("3+4", 300));
    assert!(table.trains("AC").is_empty());
    let mut table = owner_operates("FdSB", 4);
    table.private(2, Holder::Seat(A));
    table.play(card("FdSB", "P2", Party::Seat(A), 1));
    assert!(table.trains("FdSB").is_empty() && table.asked().is_none(), "its type has rusted: no train");
}

fn aranjuez() -> Table {
    let mut table = book();
    table.phase(5);
    table.launch("MCP", A, 100, 100);
    table.treasury("MCP", 900);
    table.station("MCP", "F24", 0);
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
        (table.esp.counted_trains(table.id("MCP")), table.esp.crowded()),
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
    assert!(table.esp.must_buy_train(table.id("MCP")));
    table.launch("N", A, 100, 90);
    table.treasury("N", 500);
    table.station("N", "F24", 1);
    table.operate("N", Step::Trains);
    assert_eq!(table.refused(company_train("2P", "MCP", 1)), "18ESP-2.2.3-06");
    table.esp.s.recyclable[0] = 5;
    table.operate("MCP", Step::Trains);
    assert_eq!(table.refused(choose("2P & 1+2")), "18ESP-2.2.3-06");
    table.pass_refused_without_a_train();
}

impl Table {
    fn pass_refused_without_a_train(&mut self) {
        assert_eq!(self.refused(Action::Pass), "18ESP-4.7-01");
    }
}

/// Rules: 18ESP-2.2.3-05
#[test]
fn the_train_of_private_3_rests_in_the_round_in_which_it_comes() {
    let mut table = owner_operates("FdSB", 4);
    while table.esp.s.depot.take_new(ferrata_engine::id::TrainKind(2)) {}
    let fdsb = table.owner("FdSB");
    table.private(3, fdsb);
    table.launch("MZA", B, 100, 90); // which has its turn after it
    table.treasury("FdSB", 600);
    table.operate("FdSB", Step::Trains);
    table.play(bank_train("4+5", 500));
    table.pass();
    assert_eq!(table.operating(), "MZA");
    assert!(table.company("FdSB").trains.iter().any(|train| train.resting));
}

/// Rules: 18ESP-2.2.4-01, 18ESP-2.2.4-02, 18ESP-G-31
#[test]
fn private_4_builds_one_pass_cheaper() {
    let near_pass = |phase: u8| {
        let mut table = book();
        table.phase(phase);
        table.launch("FdLR", A, 100, 100);
        table.treasury("FdLR", 400);
        table.station("FdLR", "H8", 0);
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
        (table.funds("FdLR"), table.esp.private_owner(3)),
        (400, Holder::Out),
        "Alar del Rey costs nothing"
    );
    assert!(table.esp.or().unwrap().turn.pass, "it was the pass of this turn");
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
    table.private(5, Holder::Seat(B));
    table.play(card("FdSB", "Tender", Party::Seat(B), 80));
    assert_eq!((table.has(B), table.funds("FdSB"), table.esp.s.tenders.private), (1020, 320, 3));
    assert_eq!(table.refused(card("FdSB", "Tender", Party::Seat(B), 80)), "18ESP-2.2.5-03");
    // At any moment: while the trains are bought too.
    let mut table = owner_operates("AC", 2);
    table.private(5, Holder::Seat(B));
    table.train("AC", "2");
    table.operate("AC", Step::Trains);
    table.play(card("AC", "Tender", Party::Seat(B), 80));
    assert!(table.company("AC").tender);
    // Four of the five are sold so.
    table.edit("AC").tender = false;
    table.esp.s.tenders.private = 0;
    assert_eq!(table.refused(card("AC", "Tender", Party::Seat(B), 80)), "18ESP-2.2.5-01");
}

/// Rules: 18ESP-2.2.5-02, 18ESP-G-32
#[test]
fn the_company_that_buys_private_5_keeps_one_tender_and_sells_the_rest() {
    let mut table = owner_operates("FdSB", 3);
    table.private(5, Holder::Seat(A));
    table.play(card("FdSB", "P5", Party::Seat(A), 195));
    assert_eq!(table.esp.private_owner(4), Holder::Out);
    assert!(table.company("FdSB").tender);
    assert_eq!((table.esp.s.tenders.private, table.esp.s.tenders.bank), (0, 4));
    table.launch("AC", A, 100, 90);
    table.treasury("AC", 100);
    table.station("AC", "H28", 0);
    table.operate("AC", Step::Track);
    table.play(card("AC", "Tender", Party::Bank, 80));
    assert_eq!((table.has(A), table.funds("AC"), table.esp.s.tenders.bank), (1195, 20, 3), "80 to the bank");
}

/// Rules: 18ESP-2.2.5-05, 18ESP-2.2.5-06, 18ESP-2.2.5-07
#[test]
fn a_tender_adds_one_town_to_one_train() {
    let mut table = north_coast();
    table.edit("CFEA").tender = true;
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
        let face = table.esp.s.board.face(hex);
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
    assert_eq!(table.esp.percent_sold(table.id("CRB")), 10);
    assert_eq!(
        table.esp.check_sale(winner, table.id("CRB"), 10, true).unwrap_err().rule.unwrap().to_string(),
        "18ESP-3.1-07"
    );
}

impl Table {
    /// The starter buys the private at its opening price.
    pub(super) fn sell_off(&mut self, private: u8) {
        let price = self.esp.private(private as usize - 1).price.0;
        self.play(bid(private, price));
        while matches!(&self.esp.s.round, Round::Auction(auction) if auction.private + 1 == private) {
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
    assert!(matches!(table.asked(), Some(Question::Par { .. })));
    assert_eq!(table.refused(start("CFEA", 90)), "18ESP-2.2.7-01", "FdSB lies beside it");
    assert_eq!(table.refused(start("FdSB", 105)), "18ESP-3.2.2-02");
    table.play(start("FdSB", 100));
    assert_eq!((table.has(winner), table.held("FdSB", winner), table.at("FdSB")), (cash, 20, 100));
    assert!(matches!(table.esp.s.round, Round::Stock(_)), "then the first stock round");
    // Never sold to a company; it closes with the first train.
    table.edit("FdSB").status = Status::Launched;
    table.treasury("FdSB", 500);
    table.station("FdSB", "I5", 0);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(card("FdSB", "P7", Party::Seat(winner), 10)), "18ESP-2.2.7-03");
    table.play(bank_train("1+2", 100));
    assert_eq!(table.esp.private_owner(6), Holder::Out);
}

// ---- auction -------------------------------------------------------------------------------------

/// Rules: 18ESP-2.3-02, 18ESP-2.3-03, 18ESP-2.3-04, 18ESP-2.3-05, 18ESP-G-03
#[test]
fn bids_go_round_in_steps_of_5_until_one_is_left() {
    let mut table = auction(4);
    assert_eq!(table.refused(bid(1, 5)), "18ESP-2.3-03");
    assert_eq!(table.refused(bid(1, 12)), "18ESP-2.3-03");
    assert_eq!(table.refused(bid(1, 655)), "18ESP-G-03");
    table.pass(); // player 1, the starter, is out of this auction only
    table.play(bid(1, 10));
    table.pass();
    assert_eq!(table.refused(bid(1, 10)), "18ESP-2.3-03");
    table.play(bid(1, 25));
    assert_eq!(table.seat(), B, "player 1 is not asked again");
    table.pass();
    assert_eq!((table.has(D), table.esp.private_owner(0)), (625, Holder::Seat(D)));
    assert_eq!(table.seat(), B, "player 2 starts private 2, whoever won");
    // Who cannot pay the next bid has passed.
    table.cash(C, 40);
    table.cash(D, 30);
    table.play(bid(2, 40));
    assert_eq!(table.seat(), A);
}

/// Rules: 18ESP-2.3-06, 18ESP-2.3-07, 18ESP-2.3-08, 18ESP-V-19, 18ESP-G-06
#[test]
fn a_private_that_nobody_wants_gets_cheaper_or_brings_income() {
    let mut table = auction(4);
    for _ in 0..4 {
        table.pass();
    }
    assert!(table.offers(&bid(1, 5)), "10 falls to 5");
    assert_eq!(table.seat(), A, "the same starter, everybody back in");
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!((table.has(A), table.esp.private_owner(0)), (650, Holder::Seat(A)), "for nothing");
    assert_eq!(table.seat(), B);
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!((table.has(A), table.seat()), (655, B), "an income round, then the same private again");
    assert!(table.offers(&bid(2, 40)));
    for _ in 0..4 {
        table.pass();
    }
    assert_eq!(table.has(A), 660);
}

/// Rules: 18ESP-2.3-09
#[test]
fn after_the_auction_the_poorest_begins() {
    let mut table = auction(3);
    table.cash(A, 2000);
    table.cash(B, 2000);
    table.cash(C, 2000);
    for private in 1..=7 {
        table.sell_off(private);
    }
    table.play(start("FdSB", 70));
    let order = table.esp.s.order.to_vec();
    let cash: Vec<_> = order.iter().map(|seat| table.has(*seat)).collect();
    let mut sorted = cash.clone();
    sorted.sort_unstable();
    assert_eq!(cash, sorted);
    assert_eq!(table.seat(), order[0]);
}
