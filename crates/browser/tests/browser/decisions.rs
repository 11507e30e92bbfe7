//! What stands beside a decision: companies before and after, money to be raised, prices on the chart; a lesson; a panel that
//! fills the window.

use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::{TestServer, workspace};
use serde_json::json;

/// A table at this screen that begins with an example of the rulebooks.
async fn begin<'a>(
    browser: &'a Browser,
    server: &TestServer,
    title: &str,
    edition: &str,
    example: &str,
) -> Table<'a> {
    let position = workspace(&format!("docs/examples/{title}/{example}.toml"));
    let position = std::fs::read_to_string(position).unwrap();
    let players = position.lines().find_map(|line| line.strip_prefix("players = ")).unwrap();
    let players: serde_json::Value = serde_json::from_str(players).unwrap();
    let wish = json!({
        "title": title, "edition": edition, "options": [], "players": players, "position": position,
        "undo": "free", "visibility": "open", "local": true, "programs": [],
    });
    browser.go(&server.page("/")).await;
    // Only whom the server knows is offered it: before that a new table is refused.
    browser.find("field", "^Import a game", "").await;
    let script = "const done = arguments[arguments.length - 1];
        fetch('/api/tables', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(arguments[0]) })
            .then((answer) => answer.json()).then((made) => done(made.id ?? JSON.stringify(made)));";
    let id = browser.script_later(script, vec![wish]).await;
    Table::visit(browser, &server.page(&format!("/table/{}", id.as_str().unwrap()))).await
}

#[tokio::test]
async fn a_merger_shows_companies_before_and_after_and_so_does_the_log() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = begin(&browser, &server, "1841", "v1", "merger").await;
    browser.press_matching("button", "^Merge with CGTF: into CFCC$", "").await;
    browser.sees("CFCC comes").await;
    let card = browser.text(".confirm .restructuring").await;
    for part in ["SFTG", "CGTF", "L.242", "30% CFCC", "Trains lost: 4"] {
        assert!(card.contains(part), "`{part}` is missing: {card}");
    }
    let cut = "const card = document.querySelector('.confirm'); return card.scrollHeight - card.clientHeight";
    let cut = browser.script(cut, Vec::new()).await.as_f64().unwrap();
    assert!(cut <= 1.0, "{cut} pixels of the card are out of sight");
    browser.is_accessible("a merger to be confirmed").await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    table.entries_reach(1).await;
    while !browser.has("button", "^Lay no", "").await && table.moment().await.1 < 12 {
        table.take("").await;
    }
    browser.sees("Before and after").await;
    browser.close().await;
}

#[tokio::test]
async fn money_to_be_raised_is_a_running_sum() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = begin(&browser, &server, "1841", "v1", "emergency").await;
    browser.sees("L.1049 is missing. SFTG sells next.").await;
    browser.is_accessible("money to be raised").await;
    table.take("^Sell shares of SFTC held by SFTG: 20% for L.72, L.977 still missing$").await;
    browser.sees("L.977 is missing. SFTN sells next.").await;
    browser.close().await;
}

#[tokio::test]
async fn a_start_price_is_picked_on_the_chart_and_any_panel_fills_the_window() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = begin(&browser, &server, "1841", "v1", "start").await;
    browser.sees("treasury L.136").await;
    browser
        .script("document.querySelector('.field.can[data-price=\"100\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))", Vec::new())
        .await;
    browser.sees("treasury L.200").await;
    let full = "return document.querySelector('.panels').dataset.full ?? null";
    browser.press_matching("button", "^Fill the window with this panel$", "^Share prices$").await;
    assert_eq!(browser.script(full, Vec::new()).await, "chart");
    browser.keys("f").await;
    browser
        .until("all panels", async || browser.script(full, Vec::new()).await.is_null().then_some(()))
        .await;
    table.take("^Start IRSFF with 20% for L\\.200$").await;
    browser.close().await;
}

#[tokio::test]
async fn a_lesson_says_one_thing_at_a_time() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    browser.go(&server.page("/")).await;
    browser.follow("Learn to play").await;
    browser.find("button", "^Begin the lesson: 18FB$", "").await;
    browser.is_accessible("the lessons").await;
    browser.press("Begin the lesson: 1841").await;
    let table = Table::here(&browser).await;
    browser.sees("Ada owns the concession of IRSFF").await;
    browser.press("Show me").await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    table.entries_reach(1).await;
    browser.sees("The founder may buy further shares").await;
    browser.close().await;
}
