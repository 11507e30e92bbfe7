//! Other ways to use it: a phone, the keyboard alone; and how much there is to load.

use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::{TestServer, wasm_sizes};
use fantoccini::key::Key;
use serde_json::json;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

#[tokio::test]
async fn on_a_phone_every_panel_is_a_tab_and_nothing_sticks_out() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::SmallPhone).await;
    let table = Table::set_up(&browser, &server, "1841", &PLAYERS).await;
    let tabs = "const tabs = document.querySelector('.tabs'); return tabs.scrollWidth - tabs.clientWidth";
    assert_eq!(browser.script(tabs, Vec::new()).await, 0, "all tabs are seen without scrolling");
    for tab in ["Do", "Chart", "Players", "Companies", "Log", "Bank", "Board"] {
        browser.press_matching("button", &format!("^{tab}$"), "^Panels$").await;
        let wide = browser.script("return document.documentElement.scrollWidth", Vec::new()).await;
        assert!(wide.as_u64().unwrap() <= 360, "{tab} is {wide} wide");
        browser.is_accessible(&format!("the tab {tab} of a phone")).await;
    }
    browser.press_matching("button", "^Do$", "^Panels$").await;
    table.hand_in("Anna", &[("SFTG", 100)]).await;
    browser.close().await;
}

#[tokio::test]
async fn a_table_can_be_made_and_played_with_the_keyboard_alone() {
    let server = TestServer::local();
    let browser = Browser::start(Screen::Desktop).await;
    browser.go(&server.page("/new")).await;
    browser.find("heading", "^New table$", "").await;
    tab_to(&browser, "Open the table").await;
    browser.keys(&Key::Enter.to_string()).await;
    let table = Table::here(&browser).await;
    for company in ["SFLP", "SFMA", "SFTG", "IRSFF"] {
        let before = table.moment().await.1;
        tab_to(&browser, "^I am ").await;
        browser.keys(&Key::Enter.to_string()).await;
        tab_to(&browser, &format!("^{company} ")).await;
        browser.keys("20").await;
        tab_to(&browser, "^Hand in$").await;
        browser.keys(&Key::Enter.to_string()).await;
        table.entries_reach(before + 1).await;
    }
    // The past by keys, from wherever nothing is being typed.
    let last = table.moment().await.1;
    browser.script("document.activeElement.blur()", Vec::new()).await;
    browser.keys(&Key::Left.to_string()).await;
    browser.until("the entry before", async || (table.moment().await.0 == last - 1).then_some(())).await;
    browser.keys(&Key::Home.to_string()).await;
    browser.until("the start", async || (table.moment().await.0 == 0).then_some(())).await;
    browser.keys(&Key::End.to_string()).await;
    browser.until("now", async || (table.moment().await.0 == last).then_some(())).await;
    browser.close().await;
}

/// Presses Tab until what has the focus has a name that matches, unless it has the focus already; the focus must be
/// visible all the way.
pub(crate) async fn tab_to(browser: &Browser, pattern: &str) {
    let look = "const focus = document.activeElement;
        const name = focus.getAttribute('aria-label') ?? (focus.labels?.[0] ?? focus).textContent;
        const style = getComputedStyle(focus);
        const visible = style.outlineStyle !== 'none' || style.boxShadow !== 'none' || focus === document.body;
        return { matches: focus !== document.body && new RegExp(arguments[0]).test(name.trim()), visible, name: name.slice(0, 60), kind: focus.localName };";
    for _ in 0..150 {
        let focus = browser.script(look, vec![json!(pattern)]).await;
        assert!(focus["visible"] == true, "the focus is invisible on {focus}");
        if focus["matches"] == true {
            return;
        }
        browser.keys(&Key::Tab.to_string()).await;
    }
    browser.fail(&format!("Tab never reaches `{pattern}`")).await;
}

#[test]
fn the_client_is_small() {
    let (raw, compressed) = wasm_sizes().expect("the client is built: use `cargo xtask browser`");
    println!("wasm: {raw} bytes, compressed {compressed:?}");
    assert!(compressed.is_none_or(|compressed| compressed < 1_750_000));
}
