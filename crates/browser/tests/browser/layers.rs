//! What the board shows, layer by layer.

use crate::browser::{Browser, Screen};
use crate::recorded::{import_at, recorded};
use crate::table::Table;
use crate::test_server::TestServer;
use serde_json::json;

/// Whether any of what a selector names can be seen.
async fn seen(browser: &Browser, selector: &str) -> bool {
    let script = "return [...document.querySelectorAll(arguments[0])].some((one) => one.getBoundingClientRect().width > 0)";
    browser.script(script, vec![json!(selector)]).await == true
}

/// Given a layer that is seen, when its box is cleared, then it is gone; ticked again, it is back.
async fn switched_off_and_on(browser: &Browser, layer: &str, parts: &str) {
    assert!(seen(browser, parts).await, "{layer} are seen");
    browser.tick(&format!("^{layer}$")).await;
    browser.until(&format!("no {layer}"), async || (!seen(browser, parts).await).then_some(())).await;
    browser.tick(&format!("^{layer}$")).await;
    browser.until(layer, async || seen(browser, parts).await.then_some(())).await;
}

/// Given a board seen from near while a company operates that has run before, then what is only written there can be switched off
/// and on, too; and what is off stays off when somebody comes back.
#[tokio::test]
async fn what_is_written_near_by_can_be_switched_off() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import_at(&browser, &server, &game, 400).await;
    // Back to a company that operates and has run before.
    let runs = async || {
        let operating = table.round().await.starts_with("Operating") && browser.exists(".map .route").await;
        if !operating {
            browser.press_matching("button", "^An entry back", "").await;
        }
        operating.then_some(())
    };
    browser.until("a company that has run", runs).await;
    browser.press("Show the whole board").await;
    for _ in 0..6 {
        browser.press("Zoom in").await;
    }
    browser.still().await;
    browser.press("Layers").await;
    for (layer, parts) in [
        ("Coordinates", ".map .coordinate"),
        ("Tile numbers", ".map .tile-number"),
        ("Terrain costs", ".map .terrain"),
        ("Last routes", ".map .route"),
    ] {
        switched_off_and_on(&browser, layer, parts).await;
    }
    browser.tick("^Coordinates$").await;
    browser.client.refresh().await.unwrap();
    Table::here(&browser).await;
    browser.still().await;
    assert!(!seen(&browser, ".map .coordinate").await, "what is off stays off");
    assert!(seen(&browser, ".map .revenue").await);
    browser.close().await;
}

/// Every layer can be switched off and on; the starting board, and how far a company gets.
pub(crate) async fn layers(browser: &Browser) {
    let count = async |selector: &str| {
        let script = "return document.querySelectorAll(arguments[0]).length";
        browser.script(script, vec![json!(selector)]).await.as_u64().unwrap()
    };
    browser.press("Layers").await;
    for (layer, parts) in
        [("Names", ".map .name"), ("Revenues", ".map .revenue"), ("Reserved circles", ".map .home")]
    {
        switched_off_and_on(browser, layer, parts).await;
    }
    assert!(count(".map [data-tile]").await > 20);
    browser.tick("^Starting board$").await;
    browser.until("no tiles", async || (count(".map [data-tile]").await == 0).then_some(())).await;
    browser.tick("^Starting board$").await;
    browser.until("the tiles", async || (count(".map [data-tile]").await > 20).then_some(())).await;
    browser.select("^Reach of", "", "AFI").await;
    browser.until("what is out of reach", async || (count(".map .beyond").await > 0).then_some(())).await;
    let own = ".map .hex:not(.beyond):has([data-company=AFI])";
    assert!(count(own).await > 0 && count(".map .beyond:has([data-company=AFI])").await == 0);
    browser.select("^Reach of", "", "").await;
    browser.until("everything", async || (count(".map .beyond").await == 0).then_some(())).await;
    browser.press("Layers").await;
}
