//! Two browsers at one table; the past and other futures; a server that goes away.

use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::TestServer;
use std::time::Instant;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

#[tokio::test]
async fn two_browsers_see_each_others_moves_within_a_second() {
    let server = TestServer::local();
    let one = Browser::start(Screen::Desktop).await;
    let two = Browser::start(Screen::Desktop).await;
    let here = Table::set_up(&one, &server, "18ESP", &PLAYERS).await;
    one.press("Menu").await;
    one.press("Links that let people in").await;
    let link = one.find("field", "^Seat 2", "").await.element.prop("value").await.unwrap().unwrap();
    one.press("Menu").await;
    let there = Table::visit(&two, &link).await;
    // Chance says who is asked first: it may be the seat that the other browser has taken.
    let first = one.until("somebody who bids", async || {
        let asked = (here.offers_to("^Bid for").await, there.offers_to("^Bid for").await);
        (asked.0 || asked.1).then_some(asked.0)
    });
    let (here, there) = if first.await { (here, there) } else { (there, here) };
    let before = here.moment().await.1;
    let start = Instant::now();
    here.bid().await;
    there.entries_reach(before + 1).await;
    let seen = start.elapsed();
    println!("a move was seen in the other browser {} ms after it was begun", seen.as_millis());
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn the_past_can_be_looked_at_linked_and_forked() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &server, "1841", &PLAYERS).await;
    for (player, company) in PLAYERS.into_iter().zip(["SFTG", "SFLP", "SFMA"]) {
        table.hand_in(player, &[(company, 20)]).await;
    }
    let (_, last) = table.moment().await;
    browser.press_matching("button", "^An entry back", "").await;
    browser.sees("You are looking back").await;
    let address = browser.client.current_url().await.unwrap();
    assert!(address.as_str().ends_with(&format!("?at={}", last - 1)), "{address}");
    // The link leads to the same moment.
    let table = Table::visit(&browser, address.as_str()).await;
    assert_eq!(table.moment().await, (last - 1, last));
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (last - 1, last - 1)).then_some(())).await;
    assert_ne!(browser.client.current_url().await.unwrap().path(), address.path());
    browser.close().await;
}

#[tokio::test]
async fn a_table_survives_a_reload_and_a_restart_of_the_server() {
    let mut server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &server, "18ESP", &PLAYERS).await;
    table.bid().await;
    let (_, entries) = table.moment().await;
    server.restart();
    table.entries_reach(entries).await;
    table.pass().await;
    browser.client.refresh().await.unwrap();
    let table = Table::here(&browser).await;
    assert_eq!(table.moment().await.1, entries + 1);
    // While the server was away its absence was reported: only that may stand there.
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("net::ERR_")), "{errors:?}");
    browser.close().await;
}

/// Given a server that is gone, when somebody acts, then the page says so until that is dismissed, and nothing is lost.
#[tokio::test]
async fn an_entry_that_fails_is_told_until_it_is_dismissed() {
    let mut server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    let table = Table::set_up(&browser, &server, "18ESP", &PLAYERS).await;
    let before = table.moment().await.1;
    server.stop();
    browser.press_matching("button", "^Bid for", "").await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    browser.sees("The server does not answer").await;
    assert_eq!(table.moment().await.1, before);
    browser.press("Dismiss this message").await;
    server.restart();
    table.entries_reach(before).await;
    // What was about to be done is still there.
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    table.entries_reach(before + 1).await;
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("net::ERR_")), "{errors:?}");
    browser.close().await;
}
