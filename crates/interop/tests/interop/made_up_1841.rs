//! Small made-up exports of 1841: what the recorded games lack.

use crate::common::made_up::{Export, company};
use ferrata_engine::turn::Turn;
use ferrata_engine::view::{Asked, RoundKind, View};
use ferrata_titles::t1841::Game;
use serde_json::{Value, json};

/// Player 1 has paid 380 for SSFL's concession and starts it at 340; player 2 starts SFTC at 68.
fn started(options: &[&str]) -> Export {
    let mut export = Export::new("1841", 3, json!({ "optional_rules": options }));
    export.add("blind_bid", "1", json!({ "bids": [0, 0, 0, 0, 0, 380, 0, 0] }));
    export.add("blind_bid", "2", json!({ "bids": [0, 0, 25, 0, 0, 0, 0, 0] }));
    export.add("blind_bid", "3", json!({ "bids": [20, 0, 0, 0, 0, 0, 0, 0] }));
    export.add("par", "1", json!({ "corporation": "SSFL", "share_price": "340,0,14" }));
    export.add("choose", "SSFL", json!({ "choice": 2 }));
    export.add("par", "2", json!({ "corporation": "SFTC", "share_price": "68,4,2" }));
    export.add("choose", "SFTC", json!({ "choice": 1 }));
    export
}

fn share(number: u8) -> Value {
    json!({ "shares": [format!("SSFL_{number}")], "percent": 10 })
}

fn view(export: &Export) -> View {
    export.view::<Game>()
}

/// Passes until SSFL may buy a train in an operating round.
fn until_trains_of_ssfl(export: &mut Export, round: &str) {
    for _ in 0..60 {
        let view = view(export);
        let operating = view.operating.map(|company| company.to_string());
        match (operating.as_deref(), view.turn) {
            (Some("SSFL"), _) if view.round.name.to_string() == round && view.asked == Asked::Trains => {
                return;
            }
            (Some(company), _) => export.pass(company),
            (None, Turn::Seat(seat)) => export.pass(&(seat.0 + 1).to_string()),
            (None, turn) => panic!("nobody can pass: {turn:?}"),
        };
    }
    panic!("SSFL does not come to its trains in {round}");
}

/// O-36: SSFL is ruined: it sells all it has, buys the train of SFTC for all its cash, and SFTC takes it back for 1. Its
/// director goes bankrupt, and its certificate lies in the pool with the concession. The record says 50.
#[test]
fn a_concession_is_recorded_without_the_certificate_that_comes_with_it() {
    let mut export = started(&["version_1"]);
    for (player, number) in [("3", 1), ("2", 2), ("3", 3), ("2", 4), ("3", 5)] {
        export.add("buy_shares", player, share(number));
    }
    until_trains_of_ssfl(&mut export, "Operating round 1.1");
    let rest = json!({ "shares": ["SSFL_6", "SSFL_7", "SSFL_8"], "percent": 30, "share_price": 100 });
    export.add("sell_shares", "SSFL", rest);
    export.add("buy_train", "SSFL", json!({ "train": "2-0", "price": 100, "variant": "2" }));
    let back = json!({ "train": "2-0", "price": 1 });
    export.add("buy_train", "SFTC", back.clone());
    until_trains_of_ssfl(&mut export, "Operating round 2.1");
    let all = company(&view(&export), "SSFL").cash.0;
    export.add("buy_train", "SSFL", json!({ "train": "2-0", "price": all }));
    export.add("buy_train", "SFTC", back);
    until_trains_of_ssfl(&mut export, "Operating round 3.1");
    export.add("bankrupt", "SSFL", json!({ "option": 1 }));
    while view(&export).round.kind != RoundKind::Stock {
        export.pass("SFTC");
    }
    let before = view(&export);
    assert!(before.cards.iter().any(|card| card.card.as_str() == "SSFL"), "the concession is in the pool");
    let mut alone = export.clone();
    alone.add("buy_shares", "1", json!({ "shares": ["SSFL_0"], "percent": 20 }));
    let error = alone.replay().expect_err("not without the concession").to_string();
    assert!(error.contains("a director's certificate is bought with its concession only"), "{error}");
    export.add("buy_company", "1", json!({ "company": "SSFL", "price": 50 }));
    let after = view(&export);
    let unit = company(&before, "SSFL").price.expect("a price").0;
    assert_eq!(before.players[0].cash.0 - after.players[0].cash.0, 50 + 2 * unit);
    assert_eq!(company(&after, "SSFL").director.map(|seat| seat.0), Some(0));
}

/// O-36: the price of all shares together, as players agreed on it.
#[test]
fn a_purchase_from_a_player_carries_its_total_price() {
    let mut export = started(&["version_1", "p2p_purchases"]);
    export.add("buy_shares", "3", share(1));
    let before = view(&export);
    export.pass("1");
    let bought = json!({ "shares": ["SSFL_1"], "percent": 10, "share_price": 340, "total_price": 77 });
    export.add("buy_shares", "2", bought);
    let after = view(&export);
    let paid = |seat: usize| before.players[seat].cash.0 - after.players[seat].cash.0;
    assert_eq!((paid(1), paid(2)), (77, -77));
}

/// Where a record cannot be played on, it is said what our table asks and what the record has.
#[test]
fn a_record_that_stops_says_what_was_asked_and_what_was_recorded() {
    let mut export = started(&["version_1"]);
    export.add("bankrupt", "SSFL", json!({ "option": 1 }));
    let error = export.replay().expect_err("nobody is bankrupt in a stock round").to_string();
    assert!(error.starts_with("action 8 (bankrupt): a bankruptcy can be declared only"), "{error}");
    assert!(
        error.contains("our table asks P3 to sell, then buy or start a company (Stock round 1)"),
        "{error}"
    );
    assert!(error.contains("the record says: SSFL: Bankrupt"), "{error}");
}

/// A player's pass in a stock round that is over at our table is no pass of their company.
#[test]
fn a_late_pass_of_a_player_is_none_of_a_company() {
    let mut export = started(&["version_1"]);
    while view(&export).round.kind == RoundKind::Stock {
        let Turn::Seat(seat) = view(&export).turn else { panic!("a player is asked") };
        export.pass(&(seat.0 + 1).to_string());
    }
    let before = view(&export);
    let Turn::Seat(seat) = before.turn else { panic!("a director is asked") };
    export.pass(&(seat.0 + 1).to_string());
    assert_eq!(view(&export), before);
}

/// O-36: the players agree to stop.
#[test]
fn a_game_that_is_broken_off_leaves_the_table_as_it_is() {
    let mut export = started(&["version_1"]);
    let before = view(&export);
    export.add("end_game", "1", json!({}));
    assert_eq!(view(&export), before);
    let replay = export.replay().expect("a game");
    assert_eq!(replay.ended, None);
    let worth: Vec<i32> = replay.standings.iter().map(|standing| standing.worth.0).collect();
    assert_eq!(worth, [1100, 1095, 740]);
}
