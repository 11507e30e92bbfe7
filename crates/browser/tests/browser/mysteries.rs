//! Nothing on the table is a mystery: what a private, a concession, a company and a phase do stands where they are named.

use crate::browser::{Browser, Screen};
use crate::house::House;
use crate::sitting::{ESP, Game, Sitting, V1};
use crate::table::Table;
use serde_json::json;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

/// A table with the browsers of its first two accounts.
async fn two_of_them(house: &House, game: &Game<'_>, screens: [Screen; 2]) -> (Sitting, [Browser; 2]) {
    let sitting = Sitting::begin(house, game, &PLAYERS);
    let first = Browser::start(screens[0]).await.signed_in(&sitting.accounts[0]).await;
    let second = Browser::start(screens[1]).await.signed_in(&sitting.accounts[1]).await;
    (sitting, [first, second])
}

/// What is said about things in a part of the page: a list of lines for each.
async fn said(browser: &Browser, part: &str) -> Vec<Vec<String>> {
    let script = "return [...document.querySelectorAll(arguments[0] + ' .about')]
        .filter((list) => list.checkVisibility())
        .map((list) => [...list.children].map((line) => line.textContent.trim()))";
    let said = browser.script(script, vec![json!(part)]).await;
    serde_json::from_value(said).unwrap()
}

fn has(said: &[Vec<String>], line: &str) -> bool {
    said.iter().flatten().any(|said| said.contains(line))
}

/// Given the auction of 18ESP, then whoever bids reads beside the bid what the private pays and does, and whoever waits
/// reads it among the cards to be had; so does somebody with a phone.
#[tokio::test]
async fn nobody_bids_blind_for_a_private() {
    let house = House::on_the_network();
    let (sitting, browsers) = two_of_them(&house, &ESP, [Screen::Desktop, Screen::Phone]).await;
    let [desktop, phone] = &browsers;
    let (anna, bruno) =
        (Table::visit(desktop, &sitting.address).await, Table::visit(phone, &sitting.address).await);
    phone.press_matching("button", "^Do$", "").await;
    let (mut asked, mut waits) = (&anna, &bruno);
    if !anna.offers_to("^Bid for").await {
        (asked, waits) = (&bruno, &anna);
    }
    let beside = asked
        .browser
        .until("what the private does", async || {
            let beside = said(asked.browser, ".act").await;
            has(&beside, "off one mine, built or dismantled").then_some(beside)
        })
        .await;
    assert!(has(&beside, "pays ₧"), "{beside:?}");
    waits.browser.sees("Waiting for").await;
    asked.browser.is_accessible("18ESP, the auction of the privates").await;
    for browser in browsers {
        browser.close().await;
    }
}

/// Given sealed bids in 1841, then every field of the sheet says what its concession does.
#[tokio::test]
async fn nobody_bids_blind_for_a_concession() {
    let house = House::on_the_network();
    let (sitting, browsers) = two_of_them(&house, &V1, [Screen::Desktop, Screen::Desktop]).await;
    for browser in &browsers {
        Table::visit(browser, &sitting.address).await;
        let fields = browser.until("the sheet", async || {
            let fields = said(browser, ".sheet-form").await;
            (!fields.is_empty()).then_some(fields)
        });
        let fields = fields.await;
        assert_eq!(fields.len(), 8, "{fields:?}");
        assert!(fields.iter().all(|lines| lines.len() >= 2), "{fields:?}");
        assert!(has(&fields, "starts SFTG"), "{fields:?}");
    }
    for browser in browsers {
        browser.close().await;
    }
}

/// Given a table, then what a company is and what a phase allows opens where they are listed.
#[tokio::test]
async fn companies_and_phases_say_what_they_are() {
    let house = House::on_the_network();
    let (sitting, browsers) = two_of_them(&house, &V1, [Screen::Desktop, Screen::Desktop]).await;
    for browser in &browsers {
        Table::visit(browser, &sitting.address).await;
        let open = "for (const one of document.querySelectorAll('.firms details')) one.open = true";
        browser.script(open, Vec::new()).await;
        let companies = said(browser, ".firms").await;
        assert!(has(&companies, "home: ") && has(&companies, "director's certificate 20%"), "{companies:?}");
        let phases = said(browser, ".stock").await;
        assert_eq!(phases.len(), 1, "only the phase of now is open: {phases:?}");
        assert!(has(&phases, "yellow tiles") && has(&phases, "train limit: "), "{phases:?}");
    }
    for browser in browsers {
        browser.close().await;
    }
}
