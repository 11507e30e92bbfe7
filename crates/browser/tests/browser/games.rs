//! Games from set-up to the first dividend.

use crate::browser::{Browser, Screen};
use crate::operating::{ALL, operate_until};
use crate::table::Table;
use crate::test_server::TestServer;
use std::collections::BTreeSet;

const PLAYERS: [&str; 4] = ["Anna", "Bruno", "Carla", "Dino"];

#[tokio::test]
async fn four_play_1841_from_the_sealed_concessions_to_the_first_dividend() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &server, "1841", &PLAYERS).await;
    assert_eq!(table.round().await, "Concession round");
    sealed_round(&table).await;
    browser.is_accessible("1841, stock round").await;
    stock_round_1841(&table).await;
    browser.is_accessible("1841, operating round").await;
    operate_until(&table, &ALL).await;
    // What was done is told in the log, with its sums.
    for deed in ["tile", "token", "train", "pays"] {
        assert!(browser.text(".entries").await.contains(deed), "the log tells of {deed}");
    }
    browser.close().await;
}

/// Everybody wants one company; nobody sees a sheet before all are handed in.
async fn sealed_round(table: &Table<'_>) {
    for (player, company, amount) in [("Anna", "SFTG", 100), ("Bruno", "SFLP", 40), ("Carla", "SFMA", 40)] {
        table.hand_in(player, &[(company, amount)]).await;
        table.browser.sees(&format!("{player} has handed in")).await;
        table.browser.sees("Dino still bids").await;
    }
    assert_eq!(table.round().await, "Concession round");
    table.hand_in("Dino", &[("IRSFF", 60)]).await;
    table.browser.sees("Stock round 1").await;
}

/// Each starts the company of their concession, then all pass.
async fn stock_round_1841(table: &Table<'_>) {
    for _ in PLAYERS {
        let company = startable(table).await;
        table.start_company(&company, 100).await;
    }
    while table.round().await.starts_with("Stock") {
        table.pass().await;
    }
    assert_eq!(table.round().await, "Operating round 1.1");
}

/// The first company that can be started now.
async fn startable(table: &Table<'_>) -> String {
    let button = table.browser.find("button", "^Start \\S+ with", "").await.name;
    button.split(' ').nth(1).unwrap().to_owned()
}

#[tokio::test]
async fn four_play_18esp_from_the_privates_to_the_first_dividend() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &server, "18ESP", &PLAYERS).await;
    privates(&table).await;
    browser.is_accessible("18ESP, stock round").await;
    let mut started = 0;
    while table.round().await.starts_with("Stock") {
        if started < 8 && table.offers_to("^Start \\S+ with").await {
            table.take("^Start \\S+ with").await;
            started += 1;
        } else {
            table.pass().await;
        }
    }
    assert_eq!(table.round().await, "Operating round 1.1");
    operate_until(&table, &ALL).await;
    browser.close().await;
}

/// Every private goes to the first who is asked.
async fn privates(table: &Table<'_>) {
    let mut sold = BTreeSet::new();
    while table.round().await.starts_with("Auction") {
        let bid = table.offers().await.into_iter().find(|name| name.starts_with("Bid for"));
        // The name ends with the price, which grows.
        let private =
            bid.as_deref().and_then(|name| name.rsplit_once(" for ")).map(|(private, _)| private.to_owned());
        match bid.filter(|_| private.is_some_and(|private| sold.insert(private))) {
            Some(bid) => table.take_exactly(&bid).await,
            None => table.pass().await,
        }
    }
}
