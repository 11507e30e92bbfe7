//! Looking back: what each entry changed, what is undone and done again; the end of a game, what was left on the table, and
//! the moves that counted.

use crate::browser::{Browser, Screen};
use crate::manners::overlap;
use crate::recorded::{import, recorded};
use crate::table::Table;
use crate::test_server::TestServer;
use serde_json::json;

/// Given a game, when one steps through it, then what entries change on the board, on the chart and in the purses pulses.
#[tokio::test]
async fn what_an_entry_changes_pulses() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    import(&browser, &server, &game).await;
    let steps = "const done = arguments[arguments.length - 1];
        const key = { key: 'ArrowRight', bubbles: true, cancelable: true };
        const step = (left) => {
            if (left === 0 || document.querySelector(arguments[0]) !== null) return done(left);
            document.body.dispatchEvent(new KeyboardEvent('keydown', key));
            requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => step(left - 1))));
        };
        document.querySelectorAll('.fresh').forEach((one) => one.classList.remove('fresh'));
        step(120);";
    let places = [
        ".map .hex.fresh",
        ".panel.chart .token.fresh",
        ".player .cash.fresh",
        ".charter [title=Treasury].fresh",
    ];
    for place in places {
        let left = browser.script_later(steps, vec![json!(place)]).await;
        assert!(left.as_u64().unwrap() > 0, "nothing pulses at {place}");
        let moves = "return getComputedStyle(document.querySelector(arguments[0])).animationName";
        assert_eq!(browser.script(moves, vec![json!(place)]).await, "fresh", "{place}");
    }
    browser.close().await;
}

/// Given some entries, when somebody looks back and undoes all after that moment, then these are struck through in the log; what
/// was undone is done again by one click.
#[tokio::test]
async fn everything_after_a_line_is_undone_and_done_again() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = Table::set_up(&browser, &server, "18ESP", &["Anna", "Bruno", "Carla"]).await;
    for _ in 0..3 {
        table.bid().await;
    }
    let struck = async || {
        let count = "return document.querySelectorAll('.entries .taken-back').length";
        browser.script(count, Vec::new()).await.as_u64().unwrap()
    };
    assert_eq!(struck().await, 0);
    let (asked, (_, last)) = (table.asked().await, table.moment().await);
    for _ in 0..2 {
        browser.press_matching("button", "^An entry back", "").await;
    }
    browser.until("the past", async || (table.moment().await.0 == last - 2).then_some(())).await;
    for screen in [Screen::Phone, Screen::Sideways, Screen::Desktop] {
        browser.resize(screen).await;
        browser.still().await;
        for button in [".take-back", ".fork"] {
            assert!(
                !overlap(&browser, ".history .moment", button).await,
                "{button} covers the moment on a {screen:?}"
            );
        }
    }
    browser.press_matching("button", "^Undo back to here$", "").await;
    browser.press("Undo this").await;
    browser.until("two lines struck through", async || (struck().await >= 2).then_some(())).await;
    assert_ne!(table.asked().await, asked);
    browser.press("Redo").await;
    browser.until("the table as before", async || (table.asked().await == asked).then_some(())).await;
    browser.close().await;
}

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
