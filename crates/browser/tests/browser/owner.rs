//! What who made a table does with it, and what all its players decide.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::TestServer;
use serde_json::{Value, json};

/// Anna's table with Berta at seat 2.
fn waiting(server: &TestServer) -> (Account, Account, String) {
    let (anna, berta) = (Account::sign_up(server, "Anna"), Account::sign_up(server, "Berta"));
    let wish = json!({
        "title": "18ESP", "edition": "rulebook", "players": ["Anna", "Player 2", "Player 3"],
        "undo": "own", "visibility": "open", "seat": 0, "name": "Thursday",
    });
    let id = anna.post("/api/tables", &wish)["id"].as_str().unwrap().to_owned();
    berta.post(&format!("/api/tables/{id}/join"), &json!({ "seat": 1 }));
    (anna, berta, id)
}

/// Given a table that waits, then its owner removes somebody, changes name, options and taking back, and at last deletes it.
#[tokio::test]
async fn an_owner_changes_a_table_before_the_start() {
    let server = TestServer::network();
    let (anna, _, id) = waiting(&server);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    browser.go(&server.page(&format!("/table/{id}"))).await;
    browser.press("Remove Berta from seat 2").await;
    browser.sees("Seat 2: free").await;
    browser.press("Change the table").await;
    browser.fill("^Name of the table", "", "Friday").await;
    browser.tick("^random").await;
    browser.tick("^Undo needs the consent").await;
    browser.is_accessible("a table that waits, for its owner").await;
    browser.press("Save the changes").await;
    browser.sees("18ESP rulebook, random").await;
    let table = anna.get(&format!("/api/tables/{id}"));
    assert_eq!((&table["name"], &table["undo"]), (&json!("Friday"), &json!("consent")));
    assert_eq!(table["setup"]["options"], json!(["random"]));
    browser.find("heading", "^Friday$", "").await;
    browser.press("Change the table").await;
    browser.press("Delete the table").await;
    browser.press("Delete this table").await;
    browser.find("heading", "^My tables$", "").await;
    assert_eq!(anna.get("/api/tables").as_array().map(Vec::len), Some(0));
    browser.close().await;
}

/// Given a game, when somebody asks to end it and all others agree, then it is over without a result.
#[tokio::test]
async fn a_game_is_ended_by_consent() {
    let server = TestServer::network();
    let (anna, berta, id) = waiting(&server);
    let carla = Account::sign_up(&server, "Carla");
    let path = format!("/api/tables/{id}");
    carla.post(&format!("{path}/join"), &json!({ "seat": 2 }));
    anna.post(&format!("{path}/start"), &json!({}));
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    Table::visit(&browser, &server.page(&format!("/table/{id}"))).await;
    browser.press("Menu").await;
    browser.press("End the game here").await;
    browser.press("Ask to end it").await;
    browser.sees("Anna asks to end the game here").await;
    let asked: Value = berta.get(&path)["asked"]["id"].clone();
    for person in [&berta, &carla] {
        person.post(&format!("{path}/consent"), &json!({ "request": asked, "agree": true }));
    }
    browser.sees("This game was ended without a result").await;
    browser.close().await;
}

/// Given an account, then all that is stored about its person is one click away, and so is its end.
#[tokio::test]
async fn a_person_takes_what_is_stored_and_leaves() {
    let server = TestServer::network();
    let anna = Account::sign_up(&server, "Anna");
    let browser = Browser::start(Screen::Phone).await.signed_in(&anna).await;
    browser.go(&server.page("/account")).await;
    browser.find("link", "^Save it all to a file$", "").await;
    let about = anna.get("/api/me/export");
    assert_eq!(about["name"], "Anna");
    browser.is_accessible("an account").await;
    browser.press("Delete the account").await;
    browser.sees("a former player stays in the game").await;
    browser.fill("^Password$", "", crate::account::PASSWORD).await;
    browser.press("Delete my account").await;
    browser.find("button", "^Sign up$", "").await;
    browser.close().await;
}
