//! The end of a game: what was left on the table, and the moves that counted.

use crate::browser::{Browser, Screen};
use crate::recorded::{import, recorded};
use crate::test_server::TestServer;

/// Given a game that is over, when somebody looks for better runs, then for every company what its trains ran for and what
/// was left make what was possible; and the run at which most was left can be looked at.
#[tokio::test]
async fn a_game_that_is_over_tells_what_was_left_on_the_table() {
    let Some(game) = recorded("18ESP/18ESP_game_end_second_eight.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import(&browser, &server, &game).await;
    browser.press("To now (End)").await;
    browser.find("heading", "^Biggest moves$", "").await;
    let moves = "return [...document.querySelectorAll('[aria-label=\"Biggest moves\"] li')].map((line) => line.textContent)";
    let moves: Vec<String> = serde_json::from_value(browser.script(moves, Vec::new()).await).unwrap();
    assert_eq!(moves.len(), 5, "{moves:?}");
    assert!(moves.iter().all(|line| line.contains("than the others")), "{moves:?}");
    let held =
        "return [...document.querySelectorAll('.standings .shares li')].map((line) => line.textContent)";
    let held: Vec<String> = serde_json::from_value(browser.script(held, Vec::new()).await).unwrap();
    assert!(held.iter().any(|line| line.contains("% at ") || line.contains("%* at ")), "{held:?}");
    browser.press("Look for better runs").await;
    let rows = "return [...document.querySelectorAll('.forgone tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].slice(0, 4).map((cell) => Number(cell.textContent.replace(/\\D/g, ''))))";
    let rows: Vec<[i64; 4]> = browser
        .until("what was left", async || {
            let rows =
                serde_json::from_value::<Vec<[i64; 4]>>(browser.script(rows, Vec::new()).await).ok()?;
            (!rows.is_empty()).then_some(rows)
        })
        .await;
    for [runs, taken, possible, left] in &rows {
        assert!(*runs > 0 && taken + left == *possible, "{rows:?}");
    }
    assert!(rows.is_sorted_by_key(|[.., left]| -left), "who left most comes first: {rows:?}");
    browser.is_accessible("what was left on the table").await;
    let (_, last) = table.moment().await;
    if browser.has("button", " at entry ", "").await {
        browser.press_matching("button", " at entry ", "").await;
        browser.until("that run", async || (table.moment().await.0 < last).then_some(())).await;
    }
    browser.close().await;
}
