//! Chapter 1: components and set-up.

use super::table::*;
use crate::esp::fixed::Class;
use crate::esp::operating::Step;
use crate::esp::table::{Round, Status};
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;
use ferrata_engine::tile::Color;
use ferrata_engine::turn::{Title, Turn};

/// Rules: 18ESP-1.4-01, 18ESP-1.4-02, 18ESP-1.4-03, 18ESP-X-13
#[test]
fn certificates_and_tokens_are_those_of_the_box() {
    let table = book();
    let certificates = |company: &str| {
        let id = table.id(company);
        table
            .game
            .table
            .shares
            .of(id)
            .map(|cert| table.game.table.shares.certificate(cert).unwrap().percent)
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
        table.game.fixed.parts.tile(ferrata_engine::name::TileName::of(name)).unwrap()
    };
    let left = |table: &Table, name: &'static str| table.game.table.board.left(id(table, name));
    assert_eq!((left(&table, "57"), left(&table, "956")), (Some(5), Some(5)));
    table.found("AC", A, 100, 100, 500);
    table.operate("AC", Step::Track);
    table.play(lay("H28", "57", 2));
    assert_eq!((left(&table, "57"), left(&table, "956")), (Some(4), Some(4)), "one piece, two faces");
    table.phase(3);
    table.operate("AC", Step::Track);
    table.play(lay("H28", "14", 2));
    assert_eq!((left(&table, "57"), left(&table, "956"), left(&table, "14")), (Some(5), Some(5), Some(3)));
    let pieces: u16 = table.game.fixed.parts.tiles.stock.iter().map(|count| count.unwrap()).sum();
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
        .game
        .company_ids()
        .filter(|&company| table.game.company(company).status == Status::Absent)
        .map(|company| table.game.name(company).to_string())
        .collect();
    assert_eq!(absent, ["SFVA", "FdC", "GSSR", "AVT", "TBF", "CSE", "MH", "CA"]);
    let (north, south) = (table.game.in_play(Class::North).len(), table.game.in_play(Class::South).len());
    assert_eq!((north, south, table.game.in_play(Class::Minor).len()), (4, 6, 6));
}

/// Rules: 18ESP-1.5.1-02, 18ESP-1.5.1-03, 18ESP-1.5.1-04
#[test]
fn start_money_comes_from_a_bank_without_limit() {
    for (players, cash) in [(3, 860), (4, 650), (5, 520), (6, 440)] {
        let table = auction(players);
        assert_eq!(table.has(A), cash);
        assert_eq!(table.game.table.ledger.bank(), Money(-cash * players as i32), "the bank never runs out");
        assert_eq!(table.game.view().bank, None);
    }
}

/// Rules: 18ESP-1.5.1-05
#[test]
fn order_cards_are_drawn_and_card_1_begins() {
    let mut table = fresh("rulebook", "standard", 4);
    assert!(matches!(table.game.turn(), Turn::Chance(_)));
    table.draw(&[2, 0, 3, 1]);
    table.draw(&[0]);
    assert_eq!(table.game.table.order.to_vec(), [C, A, D, B]);
    assert_eq!(table.seat(), C);
    table.play(bid(1, 10));
    assert_eq!(table.seat(), A, "clockwise by number");
    assert!(table.game.view().players[C.index()].priority);
}

/// Rules: 18ESP-1.5.1-06
#[test]
fn the_home_of_an_absent_company_is_an_ordinary_circle() {
    let mut table = book();
    table.phase(3);
    table.found("N", A, 100, 100, 500);
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
    let Turn::Chance(draw) = table.game.turn() else { panic!() };
    assert_eq!(draw.kind, ferrata_engine::turn::DrawKind::Pick { count: 1, of: 4 });
    table.draw(&[2]);
    for major in ["N", "MZA", "A", "CRB", "MCP", "ZPB"] {
        assert_eq!(table.percent(major, Holder::Reserved), 10, "{major}");
    }
    assert_eq!(table.percent("CFLG", Holder::Reserved), 0);
    assert_eq!(
        table.game.table.beside,
        [Some(table.id("CRB")), Some(table.id("CFLG"))],
        "the third North major"
    );
    assert_eq!(table.game.table.tenders.private, 4, "four of the five tenders are for sale");
    assert_eq!(
        table.game.table.depot.left(table.game.fixed.privates.special_train),
        Some(10),
        "the special card is not in the pile"
    );
    assert_eq!(table.game.fixed.cards_of(table.game.fixed.privates.special_train), 11);
}

/// Rules: 18ESP-1.5.1-11, 18ESP-4.7-04
#[test]
fn the_bank_sells_the_lowest_type_until_it_is_gone() {
    let mut table = book();
    table.found("FdSB", A, 100, 100, 900);
    table.operate("FdSB", Step::Trains);
    assert_eq!(table.refused(bank_train("3", 200)), "18ESP-4.7-04");
    assert_eq!(table.refused(bank_train("1+2", 90)), "18ESP-4.7-04", "face value");
    let two = table.game.fixed.privates.special_train;
    while table.game.table.depot.left(two) > Some(1) {
        table.game.table.depot.take_new(two);
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
        assert!(!table.game.pass_is_open(table.hex(pass)), "{pass}");
    }
    let barred = |from: &str, to: &str| {
        let side = table.game.side_towards(
            ferrata_engine::name::HexName(ferrata_engine::name::Name::cut(from)),
            ferrata_engine::name::HexName(ferrata_engine::name::Name::cut(to)),
        );
        table.game.table.board.map().hex(table.hex(from)).unwrap().side(side.unwrap()).impassable
    };
    assert!(barred("G5", "G7") && barred("G7", "H6") && barred("G29", "H30"));
    assert!(!barred("G5", "H6"));
}

/// Rules: 18ESP-1.5.1-13, 18ESP-2.3-01
#[test]
fn play_opens_with_private_1() {
    let mut table = auction(4);
    assert!(matches!(&table.game.table.round, Round::Auction(auction) if auction.private == 0));
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
    assert_eq!(table.game.in_play(Class::North).len(), 4);
    assert_eq!(table.game.in_play(Class::South).len(), 6);
    assert_eq!(table.game.in_play(Class::Minor).len(), 6);
    table.draw(&[2]); // private 7: CFLG, FdLR, [SFVA], FdC
    table.draw(&[2]); // CRB is out: Vasco-Navarro, the same company
    assert_eq!(table.game.table.beside, [Some(table.id("SFVA")), Some(table.id("SFVA"))]);
    assert_eq!(table.percent("GSSR", Holder::Reserved), 10);
    assert_eq!(table.has(A), 860);
    assert_eq!(table.company("FdSB").status, Status::Absent);
    let view = table.game.view();
    assert!(view.cards.iter().any(|card| card.full_name.contains("Vasco-Navarro")));
    // With CRB in play there is no such draw.
    let mut table = fresh("rulebook", "random", 3);
    for outcome in [&[0, 1, 2][..], &[0, 1], &[0, 1, 2], &[0, 1, 2], &[0]] {
        table.draw(outcome);
    }
    assert_eq!(table.game.table.beside[0], Some(table.id("CRB")));
    assert!(matches!(table.game.table.round, Round::Auction(_)));
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
    let view = table.game.view();
    assert!(view.players.iter().all(|player| player.cash == Money(1000)), "all holdings are open");
}
