//! Chapter 2: the concession round.

use super::builder::*;
use ferrata_engine::action::Action;
use ferrata_engine::event::Event;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Entry, Title, Turn};

/// The sheets of the example 2.5.
const EXAMPLE: [[i32; 8]; 5] = [
    [21, 0, 0, 54, 0, 0, 51, 0],
    [34, 0, 26, 0, 45, 0, 100, 67],
    [18, 0, 0, 0, 54, 0, 74, 80],
    [39, 0, 0, 0, 37, 0, 0, 180],
    [27, 21, 26, 35, 0, 0, 0, 163],
];

fn hand_in(t: &mut T, sheets: &[&[i32]]) {
    for sheet in sheets {
        let seat = t.asked();
        t.by(seat, super::builder::sheet(sheet));
    }
}

fn order(t: &T) -> String {
    t.game.table.order.iter().map(|seat| char::from(b'A' + seat.0)).collect()
}

fn example() -> T {
    let mut t = new_game("v1", 5);
    hand_in(&mut t, &EXAMPLE.each_ref().map(|sheet| sheet.as_slice()));
    t
}

/// TV-01 to TV-04: the example of 2.5.
/// Rules: 1841-2-01, 1841-2.1-01, 1841-2.1-05, 1841-2.2-01, 1841-2.2-02, 1841-2.2-04, 1841-2.2-05
/// Rules: 1841-2.3-01, 1841-2.3-02, 1841-2.4-01, 1841-2.4-03, 1841-2.4-04, 1841-TV-01, 1841-TV-02, 1841-TV-03, 1841-TV-04
#[test]
fn the_example_of_the_concession_round() {
    let mut t = example();
    assert_eq!(order(&t), "BEDAC");
    assert_eq!(t.game.table.priority, seat('B'));
    // Only concession 3 is tied; B speaks first and passes, so E buys at the tied price.
    assert_eq!(t.who(), 'B');
    t.pass();
    let cash: Vec<_> = ["A", "B", "C", "D", "E"].iter().map(|who| t.has(who)).collect();
    assert_eq!(cash, [618, 527, 672, 453, 625]);
    let holders: Vec<_> = t.game.table.concessions.iter().copied().collect();
    let by = |letter| Holder::Seat(seat(letter));
    assert_eq!(holders, [by('D'), by('E'), by('E'), by('A'), by('B'), Holder::Pool, by('B'), by('D')]);
}

/// TV-05: what the example's concessions allow in the first stock round.
/// Rules: 1841-2-02, 1841-2.3-03, 1841-3.3-02, 1841-3.2-02, 1841-TV-05
#[test]
fn a_concession_is_needed_to_start_and_unsold_ones_wait_for_the_second_round() {
    let mut t = example();
    t.pass();
    let starts = |t: &T| -> Vec<String> {
        let offers = t.offers().into_iter();
        let mut names: Vec<_> = offers
            .filter_map(|offer| match offer {
                ferrata_engine::offer::Offer::Start { company, .. } => Some(company.to_string()),
                _ => None,
            })
            .collect();
        names.sort();
        names
    };
    for (letter, companies) in
        [('B', vec!["SFTG", "SFTN"]), ('E', vec!["SFLP", "SFTC"]), ('D', vec!["IRSFF"]), ('A', vec!["SFMA"])]
    {
        assert_eq!((t.who(), starts(&t)), (letter, companies.into_iter().map(String::from).collect()));
        assert_eq!(t.rule(buy_card(&letter.to_string(), "SSFL", "bank", 50)), "1841-3.2-02");
        assert_eq!(t.rule(start("AFI", 100, 20)), "1841-3.3-03");
        t.pass();
    }
}

/// Rules: 1841-2.1-01
#[test]
fn sheets_are_secret_until_all_are_in() {
    let mut t = new_game("v1", 3);
    let other = t.clone();
    t.plays(sheet(&[20, 0, 0, 0, 0, 0, 0, 0]));
    let mut seen = other.clone();
    seen.plays(sheet(&[0, 0, 0, 0, 0, 0, 0, 300]));
    assert_eq!(t.game.hash(), seen.game.hash(), "the content does not show");
    assert_eq!(t.game.turn(), Turn::Sealed(vec![seat('B'), seat('C')]));
    assert_eq!(t.has("A"), 1120, "nothing is paid before all are in");
    let mut hidden = other.game.clone();
    hidden.apply(&Entry::seat(seat('A'), Action::Hidden)).unwrap();
    assert_eq!(hidden.hash(), t.game.hash());
}

/// Rules: 1841-2.1-02, 1841-2.1-03, 1841-2.1-04, 1841-2.1-05, 1841-2.2-04
#[test]
fn one_error_annuls_a_sheet_and_faulty_sheets_rank_last() {
    // A bids 19 on one concession, B more than they have, C nothing, D properly.
    let mut t = new_game("v1", 4);
    hand_in(
        &mut t,
        &[&[19, 400, 0, 0, 0, 0, 0, 0], &[841, 0, 0, 0, 0, 0, 0, 0], &[0; 8], &[20, 0, 0, 0, 0, 0, 0, 0]],
    );
    assert_eq!(order(&t), "DBAC");
    assert_eq!(t.game.table.concessions[0], Holder::Seat(seat('D')));
    assert_eq!(t.game.table.concessions[1], Holder::Pool, "A's bid of 400 is annulled");
    assert_eq!(["A", "B", "C", "D"].map(|who| t.has(who)), [840, 840, 840, 820]);
}

/// Rules: 1841-2.1-05
#[test]
fn it_is_told_whose_sheet_is_annulled() {
    let mut t = new_game("v1", 3);
    let sheets = [[19, 0, 0, 0, 0, 0, 0, 0], [20, 0, 0, 0, 0, 0, 0, 0], [0, 21, 0, 0, 0, 0, 0, 0]];
    let mut told = Vec::new();
    for (letter, bids) in "ABC".chars().zip(sheets) {
        told.extend(t.by(seat(letter), sheet(&bids)));
    }
    let annulled = told.iter().filter_map(|event| match event {
        Event::Said { seat, what } if what.to_string().contains("annulled") => Some(*seat),
        _ => None,
    });
    assert_eq!(annulled.collect::<Vec<_>>(), [seat('A')]);
}

/// Rules: 1841-2.1-02
#[test]
fn a_bid_of_twenty_is_enough_and_not_all_need_a_bid() {
    let mut t = new_game("v1", 3);
    hand_in(&mut t, &[&[20, 0, 0, 0, 0, 0, 0, 0], &[0, 21, 0, 0, 0, 0, 0, 0], &[0, 0, 22, 0, 0, 0, 0, 0]]);
    assert_eq!(order(&t), "CBA");
    assert_eq!(["A", "B", "C"].map(|who| t.has(who)), [1100, 1099, 1098]);
}

/// Traps: row 4 (#9342): seats go by what was bid, not by what was paid.
/// Rules: 1841-2.2-01
#[test]
fn seats_are_dealt_by_total_bid() {
    let mut t = new_game("v1", 3);
    hand_in(
        &mut t,
        &[&[100, 0, 0, 0, 0, 0, 0, 0], &[99, 99, 0, 0, 0, 0, 0, 0], &[20, 98, 98, 0, 0, 0, 0, 0]],
    );
    // B bid 198 and paid 99, C bid 216 and paid 98.
    assert_eq!(order(&t), "CBA");
}

/// Rules: 1841-2.2-03
#[test]
fn identical_sheets_are_ranked_by_lot() {
    let mut t = new_game("v1", 3);
    let same: &[i32] = &[0, 0, 0, 50, 0, 0, 0, 0];
    hand_in(&mut t, &[same, same, &[60, 0, 0, 0, 0, 0, 0, 0]]);
    let Turn::Chance(_) = t.game.turn() else { panic!("a lot decides") };
    assert!(t.game.clone().apply(&Entry::chance(vec![0, 0])).is_err());
    t.game.apply(&Entry::chance(vec![1, 0])).unwrap();
    assert_eq!(order(&t), "CBA");
}

/// Rules: 1841-2.4-01, 1841-2.4-02, 1841-2.4-03, 1841-2.4-04
#[test]
fn tied_bidders_raise_by_five_and_the_last_one_buys() {
    let mut t = new_game("v1", 3);
    hand_in(
        &mut t,
        &[&[30, 0, 0, 0, 40, 0, 0, 0], &[30, 0, 0, 0, 40, 0, 0, 0], &[30, 100, 0, 0, 0, 0, 0, 0]],
    );
    t.game.apply(&Entry::chance(vec![0, 1])).unwrap();
    assert_eq!(order(&t), "CAB");
    // The lowest number first, among its tied bidders from the priority card.
    assert_eq!(t.who(), 'C');
    assert_eq!(t.rule(bid("Bayard", 34)), "1841-2.4-02");
    t.plays(bid("Bayard", 35));
    assert_eq!(t.who(), 'A');
    t.pass();
    assert_eq!(
        t.rule(bid("Bayard", 39)),
        "1841-2.4-02",
        "five more than the highest bid, not than one's own"
    );
    t.plays(bid("Bayard", 40));
    assert_eq!(t.who(), 'C', "A is out of this auction");
    t.pass();
    assert_eq!(t.game.table.concessions[0], Holder::Seat(seat('B')));
    // Then concession 5 between A and B only; nobody raises: the one furthest from the card pays 40.
    assert_eq!(t.who(), 'A');
    t.pass();
    assert_eq!(t.game.table.concessions[4], Holder::Seat(seat('B')));
    assert_eq!(["A", "B", "C"].map(|who| t.has(who)), [1120, 1040, 1020]);
}

/// G-03: nobody bids money that stands on another tied concession.
/// Rules: 1841-2.4-02, 1841-G-03
#[test]
fn standing_bids_elsewhere_are_not_available() {
    let mut t = new_game("v1", 3);
    hand_in(
        &mut t,
        &[&[500, 0, 0, 0, 600, 0, 0, 0], &[500, 0, 0, 0, 600, 0, 0, 0], &[20, 0, 0, 0, 0, 0, 0, 0]],
    );
    t.game.apply(&Entry::chance(vec![0, 1])).unwrap();
    t.plays(bid("Bayard", 520));
    assert_eq!(t.rule(bid("Bayard", 525)), "1841-2.4-02", "520 is all that 600 elsewhere leave");
}

/// Rules: 1841-2.3-03, 1841-2.3-04, 1841-3.4-04, 1841-3.2-02
#[test]
fn unused_concessions_return_and_cost_fifty_later() {
    let mut t = new_game("v1", 3);
    hand_in(&mut t, &[&[20, 0, 0, 0, 0, 0, 0, 0], &[0, 0, 0, 0, 21, 0, 0, 0], &[0, 0, 22, 0, 0, 0, 0, 0]]);
    t.plays(start("SFTC", 100, 40));
    t.plays(buy_tokens("SFTC", 1));
    t.pass_stock_round();
    // SFTN's concession of B goes back without compensation; the Bayard and the used one stay.
    assert_eq!(t.game.table.concessions[0], Holder::Seat(seat('A')));
    assert_eq!(t.game.table.concessions[2], Holder::Seat(seat('C')));
    assert_eq!(t.game.table.concessions[4], Holder::Pool);
    assert_eq!(t.has("B"), 1099);
    while matches!(t.game.table.round, super::super::table::Round::Operating(_)) {
        t.pass();
    }
    let buyer = t.who().to_string();
    let before = t.has(&buyer);
    t.plays(buy_card(&buyer, "SFTN", "bank", 50));
    assert_eq!(t.has(&buyer), before - 50);
    assert_ne!(t.who().to_string(), buyer, "it uses up the purchase of the turn");
}

// ---- the open auction of v2 ----

/// Rules: 1841-2.1-01-v2, 1841-2.1-02-v2, 1841-2.1-03-v2
#[test]
fn the_open_auction() {
    let mut t = new_game("v2", 3).cash("C", 60);
    assert_eq!(t.who(), 'A');
    assert_eq!(t.rule(bid("SFTN", 19)), "1841-2.1-01-v2");
    t.plays(bid("SFTN", 40));
    assert_eq!(t.who(), 'B', "the lowest standing bid acts next, from the nominator's left");
    assert_eq!(t.rule(bid("SFTN", 44)), "1841-2.1-02-v2");
    t.plays(bid("SFTN", 45));
    assert_eq!(t.rule(bid("SFTN", 61)), "1841-2.1-02-v2");
    t.plays(bid("SFTN", 60));
    assert_eq!(t.who(), 'A');
    t.pass();
    assert_eq!(t.who(), 'B');
    t.pass();
    assert_eq!((t.game.table.concessions[4], t.has("C")), (Holder::Seat(seat('C')), 0));
    // The player left of the nominator is next; C, with nothing left, is left out of the auction.
    assert_eq!(t.who(), 'B');
    t.plays(bid("SFTG", 20));
    assert_eq!(t.who(), 'A');
    t.pass();
    assert_eq!(t.game.table.concessions[6], Holder::Seat(seat('B')));
}

/// Rules: 1841-2.1-04-v2, 1841-2.2-01-v2, 1841-2.2-05
/// Traps: row 10 (#9365): the concession number breaks ties; row 11 (#9367): nobody bids at all.
#[test]
fn the_open_auction_ends_when_all_have_passed_and_cash_deals_the_seats() {
    let mut t = new_game("v2", 4);
    t.plays(bid("SFTG", 30));
    for _ in 0..3 {
        t.pass();
    }
    t.plays(bid("SFTN", 30));
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!(t.who(), 'C');
    t.pass();
    t.pass();
    t.pass();
    t.pass();
    // A and B have 810 each; B's concession 5 is lower than A's 7. C and D have 840 and none.
    assert_eq!(order(&t), "BACD");
    assert_eq!(t.game.table.priority, seat('B'));
    assert_eq!(t.game.table.concessions[0], Holder::Pool);
    let mut nobody = new_game("v2", 3);
    nobody.pass();
    nobody.pass();
    nobody.pass();
    assert_eq!(order(&nobody), "ABC");
    assert!(!matches!(nobody.game.table.round, super::super::table::Round::Concession(_)));
}

/// Rules: 1841-2.2-01-v2
/// A has concessions 1 and 8, B has 4 between them: the lowest number decides.
#[test]
fn in_v2_the_lowest_concession_breaks_a_tie() {
    let mut t = new_game("v2", 3);
    let mut buys = |card: &str, price: i32| {
        t.plays(bid(card, price));
        t.pass();
        t.pass();
    };
    buys("Bayard", 20);
    buys("SFMA", 40);
    t.pass();
    let mut buys = |card: &str, price: i32| {
        t.plays(bid(card, price));
        t.pass();
        t.pass();
    };
    buys("IRSFF", 20);
    for _ in 0..3 {
        t.pass();
    }
    assert_eq!((t.has("A"), t.has("B")), (1080, 1080));
    assert_eq!(order(&t), "ABC");
}

/// Rules: 1841-2.1-04-v2, 1841-O-04
/// O-04: A passed, but then nominated: all others passing does not end the auction.
#[test]
fn in_v2_whoever_nominates_does_not_stand_as_passed() {
    let mut t = new_game("v2", 3);
    t.pass();
    t.pass();
    t.plays(bid("SFTG", 30));
    t.pass();
    t.pass();
    t.plays(bid("SFTN", 30));
    t.pass();
    t.pass();
    t.pass();
    t.pass();
    let auction = |t: &T| matches!(t.game.table.round, super::super::table::Round::Concession(_));
    assert!(t.who() == 'A' && auction(&t), "B and C stand as passed, A does not");
    t.pass();
    assert!(!auction(&t));
}

/// Rules: 1841-2.1-03
#[test]
fn a_sheet_may_spend_all_the_cash() {
    let mut t = new_game("v1", 3);
    hand_in(
        &mut t,
        &[&[0, 1120, 0, 0, 0, 0, 0, 0], &[0, 0, 0, 0, 1121, 0, 0, 0], &[20, 0, 0, 0, 0, 0, 0, 0]],
    );
    assert_eq!((t.has("A"), t.has("B")), (0, 1120), "one lira more annuls the sheet");
    assert_eq!(order(&t), "ACB");
}

/// O-03: a faulty sheet is refused, a sheet of nothing accepted, and the later seat of two ranks first.
/// Rules: 1841-2.1-05, 1841-O-03
#[test]
fn sheets_online() {
    let mut t = new_game("v1 online", 3);
    assert_eq!(t.rule(sheet(&[19, 0, 0, 0, 0, 0, 0, 0])), "1841-2.1-05");
    t.pass();
    t.pass();
    t.plays(sheet(&[20, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(order(&t), "CBA");
}
