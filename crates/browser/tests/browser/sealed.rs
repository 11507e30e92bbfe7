//! Sealed bids over the network: every player has an account and a browser, and sees less than the server.

use crate::browser::{Browser, Screen};
use crate::sitting::{Game, Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::turn::Entry;
use serde_json::json;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

/// A browser for each account.
async fn browsers(sitting: &Sitting) -> Vec<Browser> {
    let mut browsers = Vec::new();
    for account in &sitting.accounts {
        browsers.push(Browser::start(Screen::Desktop).await.signed_in(account).await);
    }
    browsers
}

/// The table in each browser.
async fn tables<'a>(sitting: &Sitting, browsers: &'a [Browser]) -> Vec<Table<'a>> {
    let mut tables = Vec::new();
    for browser in browsers {
        tables.push(Table::visit(browser, &sitting.address).await);
    }
    tables
}

async fn close(browsers: Vec<Browser>) {
    for browser in browsers {
        browser.close().await;
    }
}

impl Table<'_> {
    /// The opened bids in the log: a line of text per row, `-` where there is no bid.
    async fn opened_bids(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('.entries .bids tr')].map((row) =>
            [...row.children].map((cell) => cell.textContent.replace(/\\s+/g, ' ').trim() || '-').join(' | '))";
        self.browser
            .until("the opened bids", async || {
                let rows = self.browser.script(script, Vec::new()).await;
                let rows: Vec<String> = serde_json::from_value(rows).unwrap();
                (!rows.is_empty()).then_some(rows)
            })
            .await
    }
}

/// Given three accounts in three browsers, when the last of them hands in sealed bids, then all are opened for all, and
/// the log keeps them.
#[tokio::test]
async fn three_accounts_hand_in_sealed_bids_and_the_game_begins() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let browsers = browsers(&sitting).await;
    let tables = tables(&sitting, &browsers).await;
    for (table, card) in tables.iter().zip(["SFTG", "SFLP", "SFMA"]) {
        table.write_bids(&[(card, 40)]).await;
    }
    // What the others have written stays while somebody hands in.
    for (table, count) in tables.iter().zip(1..) {
        table.hand_in_written().await;
        for table in &tables {
            table.entries_reach(count).await;
        }
    }
    for table in &tables {
        table.browser.sees("Stock round 1").await;
        let bids = table.opened_bids().await;
        assert!(bids[0] == "- | Anna | Bruno | Carla", "{bids:?}");
        assert!(bids.contains(&"SFTG | L.40 ✓ wins | - | -".to_owned()), "{bids:?}");
        assert!(bids.contains(&"Total | L.40 | L.40 | L.40".to_owned()), "{bids:?}");
    }
    close(browsers).await;
}

/// Given two identical sheets and a faulty one, then lots and an auction among those who tie follow in every browser, and
/// the faulty sheet counts for nothing.
#[tokio::test]
async fn identical_and_faulty_sheets_are_handed_in_and_opened() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let browsers = browsers(&sitting).await;
    let tables = tables(&sitting, &browsers).await;
    let [anna, bruno, carla] = tables.as_slice() else { panic!("three tables") };
    // Carla bids more than there is: the rules take the sheet and annul it, so the page must not refuse it.
    carla.write_bids(&[("SFMA", 9000)]).await;
    carla.browser.sees("more than there is").await;
    carla.browser.find("button", "^Hand in all the same: none of its bids will count$", "").await;
    carla.hand_in_written().await;
    for table in [anna, bruno] {
        table.write_bids(&[("SFTG", 40), ("SFLP", 20)]).await;
        table.hand_in_written().await;
    }
    for table in &tables {
        // Three sheets, and the lot that decides between the identical ones.
        table.entries_reach(4).await;
        let bids = table.opened_bids().await;
        assert!(bids[0].contains("Carla annulled"), "{bids:?}");
        assert!(bids.contains(&"SFTG | L.40 = tie | L.40 = tie | -".to_owned()), "{bids:?}");
        assert!(bids.contains(&"SFMA | - | - | L.9000".to_owned()), "{bids:?}");
    }
    // Both concessions are auctioned among the two who tie; each time one raises and the other leaves.
    for entries in [4, 6] {
        let (first, second) = if anna.offers_to("^Bid for").await { (anna, bruno) } else { (bruno, anna) };
        first.entries_reach(entries).await;
        first.bid().await;
        second.entries_reach(entries + 1).await;
        second.take("^Leave this auction$").await;
        for table in &tables {
            table.entries_reach(entries + 2).await;
        }
    }
    for table in &tables {
        table.browser.sees("Stock round 1").await;
    }
    close(browsers).await;
}

/// Given the rules of 18xx.games, which take no faulty sheet, then somebody who wants nothing hands in a sheet of nothing,
/// and a faulty one is refused in the page already.
#[tokio::test]
async fn a_sheet_of_nothing_is_handed_in_where_the_rules_know_it() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &Game { options: &["online"], ..V1 }, &PLAYERS);
    let browsers = browsers(&sitting).await;
    let tables = tables(&sitting, &browsers).await;
    let [anna, bruno, carla] = tables.as_slice() else { panic!("three tables") };
    anna.write_bids(&[("SFTG", 19)]).await;
    anna.browser.sees("The lowest bid is").await;
    assert!(!anna.browser.has("button", "^Hand in", "").await, "a faulty sheet is refused here");
    anna.write_bids(&[("SFTG", 20)]).await;
    anna.hand_in_written().await;
    bruno.hand_in_written().await;
    carla.hand_in_written().await;
    for table in &tables {
        table.browser.sees("Stock round 1").await;
        assert!(table.opened_bids().await.contains(&"Total | L.20 | L.0 | L.0".to_owned()));
    }
    close(browsers).await;
}

/// Given somebody who has not heard that another has handed in, when they hand in too, then that is no conflict.
#[tokio::test]
async fn two_who_hand_in_at_the_same_time_do_not_disturb_each_other() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    // Anna's browser hears of nothing by itself.
    browser.tell("Network.enable", json!({})).await;
    browser.tell("Network.setBlockedURLs", json!({ "urls": ["*/live"] })).await;
    let anna = Table::visit(&browser, &sitting.address).await;
    anna.write_bids(&[("SFTG", 60)]).await;
    for seat in [1, 2] {
        let amounts = (0..8).map(|card| if card == seat { Money(20) } else { Money::ZERO }).collect();
        sitting.enter(&[Entry::seat(SeatId(seat), Action::Sheet { amounts })]);
    }
    anna.hand_in_written().await;
    anna.browser.sees("Stock round 1").await;
    assert!(!browser.exists(".notice").await, "nothing went wrong: {}", browser.text(".notices").await);
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("net::ERR_") || error.contains("409")), "{errors:?}");
    browser.close().await;
}
