//! Nothing on the table is a mystery: what a private, a concession, a company and a phase do stands where they are named.

use crate::browser::{Browser, Screen};
use crate::sitting::{ESP, Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Title, Turn};
use serde_json::json;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

/// The browsers of two accounts at a table.
async fn browsers(sitting: &Sitting, seats: [(SeatId, Screen); 2]) -> [Browser; 2] {
    let [(first, here), (second, there)] = seats;
    [
        Browser::start(here).await.signed_in(sitting.account(first)).await,
        Browser::start(there).await.signed_in(sitting.account(second)).await,
    ]
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

/// Given the auction of 18ESP, then whoever is asked reads beside the bid what the private pays and does, on a phone too;
/// whoever waits reads it among the cards to be had.
#[tokio::test]
async fn nobody_bids_blind_for_a_private() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    // Who begins is drawn.
    let game: ferrata_titles::Game = sitting.log().state().unwrap();
    let Turn::Seat(asked) = game.turn() else { panic!("somebody bids: {:?}", game.turn()) };
    let waits = SeatId((asked.0 + 1) % 3);
    let browsers = browsers(&sitting, [(asked, Screen::Phone), (waits, Screen::Desktop)]).await;
    let [bidder, waiting] = &browsers;
    Table::visit(bidder, &sitting.address).await;
    bidder.press_matching("button", "^Do$", "^Panels$").await;
    let beside = bidder.until("what the private does", async || {
        let beside = said(bidder, ".act").await;
        has(&beside, "off one mine, built or dismantled").then_some(beside)
    });
    let beside = beside.await;
    assert!(has(&beside, "pays ₧"), "{beside:?}");
    bidder.is_accessible("18ESP, the auction of the privates").await;
    Table::visit(waiting, &sitting.address).await;
    waiting.press("Cards and more").await;
    waiting.sees("off one mine, built or dismantled").await;
    for browser in browsers {
        browser.close().await;
    }
}

/// Given sealed bids in 1841, then every field of the sheet says what its concession does.
#[tokio::test]
async fn nobody_bids_blind_for_a_concession() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let seats = [(SeatId(0), Screen::Desktop), (SeatId(1), Screen::Desktop)];
    let browsers = browsers(&sitting, seats).await;
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
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let seats = [(SeatId(0), Screen::Desktop), (SeatId(1), Screen::Desktop)];
    let browsers = browsers(&sitting, seats).await;
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
