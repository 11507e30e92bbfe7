//! Small made-up exports of 18ESP: every type of action that the recorded games lack, and what an export may hold
//! besides moves.

use crate::common::made_up::{Export, company};
use ferrata_engine::view::{CompanyStatus, View};
use ferrata_titles::esp;
use serde_json::{Value, json};

fn core() -> Export {
    Export::new("18ESP", 4, json!({ "seed": 401, "optional_rules": ["core"] }))
}

fn with(settings: Value) -> Export {
    Export::new("18ESP", 4, settings)
}

fn view(export: &Export) -> View {
    export.view::<esp::Game>()
}

/// All privates are sold at their face value; the winner of the last one sets a par of 70.
fn auctioned() -> Export {
    let mut export = core();
    for (at, price) in [20, 60, 70, 100, 130, 160, 170].into_iter().enumerate() {
        let bidder = at % 4;
        let bid = json!({ "company": format!("P{}", at + 1), "price": price });
        export.add("bid", &(bidder + 1).to_string(), bid);
        for next in 1..4 {
            export.pass(&((bidder + next) % 4 + 1).to_string());
        }
    }
    export.add("par", "3", json!({ "corporation": "FdSB", "share_price": "70,0,4" }));
    export
}

/// AC and MZ are launched; AC, with the higher price, begins the first operating round.
fn operating() -> Export {
    let mut export = auctioned();
    export.add("par", "3", json!({ "corporation": "MZ", "share_price": "70,0,4" }));
    export.pass("2").pass("1");
    export.add("par", "4", json!({ "corporation": "AC", "share_price": "90,0,8" }));
    export.pass("3").pass("2").pass("1").pass("4");
    export
}

#[test]
fn undo_redo_chat_and_programmes_are_no_moves() {
    let mut export = core();
    export.add("message", "2", json!({ "message": "hello" }));
    export.add("bid", "1", json!({ "company": "P1", "price": 20 }));
    export.add("undo", "1", json!({}));
    export.add("redo", "1", json!({}));
    export.add("undo", "1", json!({ "action_id": 1 }));
    export.add("bid", "1", json!({ "company": "P1", "price": 33 }));
    export.add("program_share_pass", "2", json!({ "unconditional": true }));
    export.add("program_disable", "2", json!({ "reason": "user" }));
    export.pass("2").pass("3").pass("4");
    let view = view(&export);
    assert_eq!(view.players[0].cash.0, 650 - 33);
    assert_eq!(view.players[0].cards[0].card.as_str(), "P1");
}

#[test]
fn what_cannot_be_read_is_named_with_its_action() {
    let error = |kind: &str, entity: &str, rest: Value| {
        let mut export = core();
        export.add("bid", "1", json!({ "company": "P1", "price": 20 }));
        export.add(kind, entity, rest);
        export.replay().expect_err("an error").to_string()
    };
    assert_eq!(error("fly", "2", json!({})), "action 2 (fly): this type of action is not known");
    assert_eq!(error("bankrupt", "2", json!({})), "action 2 (bankrupt): this type of action is not known");
    assert!(error("bid", "2", json!({ "price": 30 })).starts_with("action 2 (bid): no private is named"));
    assert!(error("bid", "7", json!({ "company": "P1", "price": 30 })).contains("there is no player 7"));
    assert!(
        error("par", "2", json!({ "corporation": "N", "share_price": "x" })).starts_with("action 2 (par)")
    );
    let wrong = with(json!({ "seed": 1, "optional_rules": ["moon"] })).replay().expect_err("an option");
    assert!(wrong.to_string().contains("moon"));
}

/// Whatever other titles record is refused with its number, not passed over.
#[test]
fn actions_of_other_titles_are_refused() {
    let kinds = "blind_bid remove_token buy_token bankrupt convert take_loan payoff_loan assign hex_token move_token \
        buy_corporation corporate_buy_shares corporate_sell_shares corporate_buy_company split_shares short unshort \
        swap_train reassign_trains borrow_train scrap_train double_head_trains sell_company close_company move_bid \
        assign_share remove_hex_token issue_shares redeem_shares convert_to offer respond lease_train virtual";
    for kind in kinds.split_whitespace() {
        let mut export = core();
        export.add("bid", "1", json!({ "company": "P1", "price": 20 }));
        let rest = json!({ "bids": [], "city": "D6-0-0", "slot": 0, "price": 1 });
        export.add(kind, "2", rest);
        let error = export.replay().expect_err(kind).to_string();
        assert_eq!(error, format!("action 2 ({kind}): this type of action is not known"));
    }
}

/// A choice that comes after private 2 was bought but is not about its train.
/// Rules: 18ESP-D-27
#[test]
fn a_minor_is_not_always_asked_for_the_side_of_its_train() {
    let mut export = operating();
    export.add("buy_company", "AC", json!({ "company": "P2", "price": 60 }));
    export.pass("AC");
    let asked = export.clone();
    let trains = |view: View| company(&view, "AC").trains.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(trains(view(&asked)), ["2"]);
    export.add("choose", "MZ", json!({ "choice": "H12" }));
    let error = export.replay().expect_err("no pass can be built yet").to_string();
    assert!(error.contains("(choose)"), "{error}");
}

/// Rules: 18ESP-D-01, 18ESP-D-02
#[test]
fn the_seed_may_be_a_number_a_text_or_the_number_of_the_game() {
    let closed = |settings: Value| {
        let view = view(&with(settings));
        let out = view.companies.iter().filter(|company| company.status == CompanyStatus::Absent);
        out.map(|company| company.name.to_string()).collect::<Vec<_>>()
    };
    let out = ["CA", "CFEA", "CFLG", "CM", "SC", "N", "A", "MZA"];
    let seeded = closed(json!({ "seed": 277_341_054 }));
    assert!(seeded.len() == 8 && out.iter().all(|name| seeded.contains(&(*name).to_owned())));
    assert_eq!(closed(json!({ "seed": "277341054" })), seeded);
    assert_eq!(closed(json!({})), closed(json!({ "seed": 9 })), "the game's own number");
}

/// Rules: 18ESP-D-34
#[test]
fn a_game_that_is_broken_off_counts_what_is_there() {
    let mut export = operating();
    export.add("end_game", "1", json!({}));
    let replay = export.replay().expect("a game");
    assert_eq!(replay.ended, None);
    let worth =
        |name: &str| replay.standings.iter().find(|one| one.player == name).expect("a player").worth.0;
    // Player 4 paid 100 for private 4, which has brought 20, and 180 for AC, which stands at 90.
    assert_eq!(worth("P4"), 650 - 100 - 180 + 20 + 100 + 90);
}

/// Rules: 18ESP-D-26, 18ESP-D-27
#[test]
fn a_minor_buys_private_2_and_a_tender() {
    let mut export = operating();
    export.add("buy_company", "AC", json!({ "company": "P2", "price": 60 }));
    export.add("choose", "AC", json!({ "choice": "2" }));
    export.add("special_buy", "AC", json!({ "description": "Tender from P1", "cost": 80 }));
    let view = view(&export);
    let ac = company(&view, "AC");
    assert_eq!(ac.trains.iter().map(ToString::to_string).collect::<Vec<_>>(), ["2"]);
    assert!(ac.cards.iter().any(|card| card.card.as_str() == "Tender"));
    assert_eq!(ac.cash.0, 180 - 60 - 80);
}

/// A pass of track by a company is not taken for a later step, and whoever operates before is passed by.
/// Rules: 18ESP-D-34
#[test]
fn passes_of_steps_that_our_table_skips_do_not_hurt() {
    let mut export = operating();
    export.pass("AC"); // track
    export.pass("AC"); // a step that our table does not have now
    export.add("buy_train", "AC", json!({ "train": "2-1", "price": 100, "variant": "2" }));
    export.add("buy_train", "MZ", json!({ "train": "2-2", "price": 100, "variant": "2" }));
    let view = view(&export);
    assert_eq!((company(&view, "AC").trains.len(), company(&view, "MZ").trains.len()), (1, 1));
}

#[test]
fn an_action_that_the_rules_refuse_says_which_and_why() {
    let mut export = operating();
    export.add("lay_tile", "AC", json!({ "hex": "D6", "tile": "57-0", "rotation": 0 }));
    let number = export.actions.len();
    let error = export.replay().expect_err("a refusal").to_string();
    assert!(error.starts_with(&format!("action {number} (lay_tile)")), "{error}");
}
