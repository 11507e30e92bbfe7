//! Standing orders: every kind is given by its form, says what it would do, and can be cancelled.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::sitting::{Game, Sitting};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};

/// A stock round in which Bruno, Ben's place, is to act; Anna directs a company.
const STOCK: &str = r#"title = "1841"
edition = "v1"
players = ["Ada", "Ben", "Cleo"]
phase = "3"

[seat.Ada]
cash = 1000

[seat.Ben]
cash = 1000

[company.IRSFF]
price = 100
treasury = 300
shares = "Ada 40, Cleo 20, pool 20"
stations = ["F8", "F16"]
trains = ["3"]

[round.stock]
seat = "Ben"
"#;

const ORDERS: &str = "^Standing orders";

/// The orders on the list that stand.
async fn listed(browser: &Browser) -> Vec<String> {
    let script =
        "return [...document.querySelectorAll('.orders li')].filter((line) => line.querySelector('button'))
        .map((line) => line.querySelector('span').textContent.replace(/\\s+/g, ' ').trim())";
    serde_json::from_value(browser.script(script, Vec::new()).await).unwrap()
}

/// Waits for the order, reads it, cancels it and waits until it is gone.
async fn told_and_cancelled(browser: &Browser, words: &str) {
    let told = async || listed(browser).await.iter().any(|order| order.starts_with(words)).then_some(());
    browser.until(&format!("the order `{words}` in {:?}", listed(browser).await), told).await;
    browser.press_matching("button", "^Cancel$", "").await;
    browser.until("no order", async || listed(browser).await.is_empty().then_some(())).await;
}

/// Given somebody who waits in a stock round, when they give each order of its form, then it is listed with what it would
/// do now, and cancelled with a button.
#[tokio::test]
async fn every_order_of_a_stock_round_has_a_form() {
    let server = TestServer::network();
    let accounts = ["Anna", "Bruno", "Carla"].map(|name| Account::sign_up(&server, name));
    let sitting = Sitting::from_position(&server, accounts.into(), STOCK);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    Table::visit(&browser, &sitting.address).await;
    browser.press_matching("button", ORDERS, "").await;
    browser.press("Pass until something changes").await;
    told_and_cancelled(&browser, "Pass until something changes Would do now: passes.").await;
    browser.press("Pass the rest of this stock round").await;
    told_and_cancelled(&browser, "Pass for the rest of this stock round Would do now: passes.").await;
    browser.select("^Buy", "", "IRSFF").await;
    browser.select("^from", "", "bank").await;
    browser.fill("^while a share costs at most", "", "100").await;
    browser.fill("^until I hold", "", "60").await;
    browser.press("Give the order").await;
    told_and_cancelled(
        &browser,
        "Buy IRSFF for up to L.100 until I hold 60 % Would do now: buys 10% of IRSFF",
    )
    .await;
    browser.select("^and", "", "withhold").await;
    browser.press("Run IRSFF when its turn comes").await;
    told_and_cancelled(&browser, "Run IRSFF and withhold Waits for its moment.").await;
    assert_eq!(sitting.number(), 0, "nothing was done");
    decline(&sitting, &browser).await;
    browser.close().await;
}

/// When Bruno proposes a deal to Anna, she declines it once and for all; what he asks again is declined for her.
async fn decline(sitting: &Sitting, browser: &Browser) {
    let propose = || {
        let offers = sitting.game().offers();
        let to_anna = offers.iter().find(|offer| matches!(offer, Offer::Propose { to: SeatId(0), .. }));
        let deal = to_anna.and_then(|offer| offer.samples().into_iter().next()).unwrap();
        sitting.enter(&[Entry::seat(SeatId(1), deal)]);
    };
    propose();
    browser.press("Decline this deal, now and whenever it is proposed").await;
    let told = async || {
        listed(browser).await.iter().any(|order| order.starts_with("Decline the same deal")).then_some(())
    };
    browser.until("the order to decline", told).await;
    assert_eq!(sitting.game().turn(), Turn::Seat(SeatId(1)), "it was declined at once");
    propose();
    assert_eq!(sitting.game().turn(), Turn::Seat(SeatId(1)), "and when it was proposed again");
    told_and_cancelled(browser, "Decline the same deal Would do now: ").await;
}

/// Given an auction in which others bid, when somebody who waits orders a bid, then it is listed with what it would bid, made
/// when their turn comes, and cancelled.
#[tokio::test]
async fn a_bid_can_be_ordered() {
    let server = TestServer::network();
    let v2 = Game { title: "1841", edition: "v2", options: &[] };
    let sitting = Sitting::begin(&server, &v2, &["Anna", "Bruno", "Carla"]);
    let bid = |seat: u8| {
        let offers = sitting.game().offers();
        let bid = offers.iter().find(|offer| matches!(offer, Offer::Bid { .. })).unwrap();
        sitting.enter(&[Entry::seat(SeatId(seat), bid.samples().into_iter().next().unwrap())]);
    };
    bid(0);
    let browser = Browser::start(Screen::Phone).await.signed_in(&sitting.accounts[2]).await;
    let table = Table::visit(&browser, &sitting.address).await;
    browser.press_matching("button", "^Do$", "^Panels$").await;
    browser.press_matching("button", ORDERS, "").await;
    browser.fill("^Bid for .* up to", "", "500").await;
    browser.press("Give the order to bid").await;
    let told = async || {
        listed(&browser).await.iter().any(|order| order.contains("Would do now: bids")).then_some(())
    };
    browser.until("what it would bid", told).await;
    let before = sitting.number();
    bid(1);
    table.entries_reach(before + 2).await;
    assert_eq!(sitting.game().turn(), Turn::Seat(SeatId(0)), "Carla's bid was made");
    browser.press_matching("button", "^Cancel$", "").await;
    browser.until("no order", async || listed(&browser).await.is_empty().then_some(())).await;
    browser.close().await;
}
