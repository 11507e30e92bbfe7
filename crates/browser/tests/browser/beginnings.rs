//! Tables that begin in the middle of a game, and moments of a game that become positions.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::TestServer;
use serde_json::json;

const OPEN: &str = "Begin with a position";

async fn written(browser: &Browser) -> String {
    let value = browser.script("return document.querySelector('textarea').value", Vec::new()).await;
    value.as_str().unwrap().to_owned()
}

/// Given an example of the rulebook, then it is seen at a table with one click; begun with, the table stands as it says;
/// any moment of that table is a position again, with which another table begins; and all are marked as such.
#[tokio::test]
async fn a_table_begins_with_a_position_and_gives_one_back() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    browser.go(&server.page("/new")).await;
    browser.press(OPEN).await;
    browser.press("See it: 1841: director").await;
    let table = Table::here(&browser).await;
    assert!(table.asked().await.starts_with("Ben: "), "{}", table.asked().await);
    browser.go(&server.page("/new")).await;
    browser.press(OPEN).await;
    browser.press("Begin with it: 1841: director").await;
    browser.sees("1841 v1 with Ada, Ben, Cleo; Ben is to play.").await;
    assert!(!browser.has("field", "^How many", "").await, "the position says who plays");
    browser.is_accessible("a new table with a position").await;
    browser.press("Open the table").await;
    let table = Table::here(&browser).await;
    table.take("^Buy .*SFTG").await;
    let asked = table.asked().await;
    let last = table.moment().await.1;
    browser.press("Menu").await;
    browser.follow("This moment as a position").await;
    browser
        .until("the position", async || written(&browser).await.contains("[round.stock").then_some(()))
        .await;
    let position = written(&browser).await;
    assert!(position.starts_with("title = \"1841\"\n"), "{position}");
    browser.is_accessible("a position").await;
    keep_what_is_copied(&browser).await;
    browser.press("Copy").await;
    assert_eq!(browser.script("return window.copied", Vec::new()).await, json!(position));
    browser.press("Begin a table with it").await;
    browser.sees("1841 v1 with Ada, Ben, Cleo").await;
    assert_eq!(written(&browser).await, position);
    browser.press("Open the table").await;
    let table = Table::here(&browser).await;
    assert_eq!((table.asked().await, table.moment().await.1), (asked, 0));
    assert!(last > 0);
    browser.go(&server.page("/")).await;
    browser.sees("1841 v1, from a position").await;
    browser.close().await;
}

/// Takes the place of the clipboard, which a browser without a window may not have.
async fn keep_what_is_copied(browser: &Browser) {
    let script =
        "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }";
    browser.script(script, Vec::new()).await;
}

/// Given a game, when somebody looks back, then that moment can be copied, too.
#[tokio::test]
async fn a_moment_of_the_past_is_a_position() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Phone).await;
    Table::set_up(&browser, &server, "1841", &["Anna", "Bruno", "Carla"]).await;
    let now = browser.client.current_url().await.unwrap();
    browser.go(&format!("{}?at=0", now.as_str().split('?').next().unwrap())).await;
    Table::here(&browser).await;
    browser.press_matching("button", "^Do$", "^Panels$").await;
    browser.follow("Copy as a position").await;
    browser.sees("The table after entry 0").await;
    browser.until("the position", async || written(&browser).await.contains("Carla").then_some(())).await;
    browser.close().await;
}

/// Given a position with a slip, then the page says where and what would be right, and no table is made.
#[tokio::test]
async fn a_slip_in_a_position_is_told_while_it_is_written() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Phone).await;
    browser.go(&server.page("/new")).await;
    browser.press(OPEN).await;
    let text =
        "title = \"1841\"\nedition = \"v2\"\nplayers = [\"Ada\", \"Ben\", \"Cleo\"]\n[seat.Bob]\ncash = 5\n";
    browser.fill("^Position:", "", text).await;
    browser.sees("position:4").await;
    browser.sees("Ada, Ben, Cleo").await;
    assert!(!browser.has("button", "^Open the table$", "").await);
    browser.press("No position").await;
    browser.find("field", "^How many", "").await;
    browser.find("button", "^Open the table$", "").await;
    browser.close().await;
}

/// Given a server on a network, when somebody makes a table with a position, then the others see what it begins with, and
/// play on from there under their own names.
#[tokio::test]
async fn a_network_table_begins_with_a_position() {
    let server = TestServer::network();
    let anna = Account::sign_up(&server, "Anna");
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    browser.go(&server.page("/new")).await;
    browser.press(OPEN).await;
    browser.press("Begin with it: 1841: director").await;
    browser.tick("^Listed").await;
    browser.press("Open the table").await;
    browser.sees("1841 v1, from a position, waiting for players").await;
    let address = browser.client.current_url().await.unwrap();
    let join = format!("/api{}/join", address.path().replace("/table/", "/tables/"));
    for (seat, name) in [(1, "Bruno"), (2, "Carla")] {
        Account::sign_up(&server, name).post(&join, &json!({ "seat": seat }));
    }
    browser.press("Start the game").await;
    let table = Table::here(&browser).await;
    assert!(table.asked().await.starts_with("Bruno: "), "{}", table.asked().await);
    browser.close().await;
}
