//! How soon things are there: `cargo xtask bench browser`. Measured by the page itself, in the browser; on a machine that
//! does nothing else, with the client as it is served. No test: what a busy machine takes says nothing.

use crate::browser::{Browser, Screen};
use crate::recorded::{import, recorded};
use crate::table::Table;
use crate::test_server::{TestServer, wasm_sizes};
use serde_json::{Value, json};

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];
/// How often each thing is measured.
const TIMES: usize = 9;
/// Where the recorded game of 1841 is forked: in a stock round, late enough that the board and the log are full.
const LATE: u64 = 400;

/// The middle of several figures, with the least and the most.
struct Spread(Vec<f64>);

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut all = self.0.clone();
        all.sort_by(f64::total_cmp);
        write!(f, "{:.0} ms ({:.0} to {:.0})", all[all.len() / 2], all[0], all[all.len() - 1])
    }
}

/// When the largest thing on the page was painted, and when what it waits for was there: milliseconds after the page was
/// asked for. Something larger may come within a second.
const PAINTED: &str = "const done = arguments[arguments.length - 1];
    const there = (part) => Math.round(performance.getEntriesByType('resource').filter((one) => one.name.includes(part)).at(0)?.responseEnd ?? 0);
    let paint = 0;
    new PerformanceObserver((list) => { paint = list.getEntries().at(-1).startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => done([paint, there('_bg.wasm'), there('/api/me'), there('/log?')]), 1000);";

/// From a click to the picture in which the moment is another one.
const CLICK: &str = "const [selector, done] = [arguments[0], arguments[arguments.length - 1]];
    const moment = () => document.querySelector('.moment').textContent;
    const before = moment();
    const start = performance.now();
    document.querySelector(selector).click();
    const look = () => {
        if (moment() === before) return requestAnimationFrame(look);
        const channel = new MessageChannel();
        channel.port1.onmessage = () => done(performance.now() - start);
        channel.port2.postMessage(0);
    };
    requestAnimationFrame(look);";

async fn clicked(browser: &Browser, selector: &str) -> f64 {
    browser.script_later(CLICK, vec![json!(selector)]).await.as_f64().unwrap()
}

#[tokio::test]
#[ignore = "measures; run by cargo xtask bench browser"]
async fn speed_of_the_first_paint() {
    let (raw, compressed) = wasm_sizes().expect("the client is built");
    println!("wasm: {raw} bytes, compressed {compressed:?}");
    let server = TestServer::local();
    let maker = Browser::start(Screen::Desktop).await;
    Table::set_up(&maker, &server, "1841", &PLAYERS).await;
    let new = maker.client.current_url().await.unwrap();
    let mut tables = vec![("that has just begun", new)];
    if let Some(game) = recorded("1841/132002.json") {
        import(&maker, &server, &game).await;
        tables.push(("of a whole game", maker.client.current_url().await.unwrap()));
    }
    maker.close().await;
    for (which, address) in tables {
        let mut paints = Vec::new();
        for _ in 0..TIMES {
            // A browser that has never been here.
            let browser = Browser::start(Screen::Desktop).await;
            browser.go(address.as_str()).await;
            Table::here(&browser).await;
            let seen: Vec<Value> =
                serde_json::from_value(browser.script_later(PAINTED, Vec::new()).await).unwrap();
            println!(
                "paint {:.0}; there: wasm {}, who {}, log {}",
                seen[0].as_f64().unwrap(),
                seen[1],
                seen[2],
                seen[3]
            );
            paints.extend(seen[0].as_f64());
            browser.close().await;
        }
        println!("1841: first paint of a table {which}, from a cold start: {}", Spread(paints));
    }
}

#[tokio::test]
#[ignore = "measures; run by cargo xtask bench browser"]
async fn speed_of_entries_and_steps() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import(&browser, &server, &game).await;
    let address = browser.client.current_url().await.unwrap();
    let address = address.as_str().split('?').next().unwrap().to_owned();
    Table::visit(&browser, &format!("{address}?at={LATE}")).await;
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (LATE, LATE)).then_some(())).await;
    let mut entries = Vec::new();
    for _ in 0..TIMES {
        browser.press_matching("button", "^Buy 10", "").await;
        browser.find("button", "^Confirm$", "").await;
        browser.still().await;
        entries.push(clicked(&browser, ".confirm button.primary").await);
        browser.press_matching("button", "^Undo", "").await;
        browser
            .until("the purchase undone", async || browser.has("button", "^Buy 10", "").await.then_some(()))
            .await;
    }
    println!("late in 1841: an entry shown after its confirmation: {}", Spread(entries));
    let mut steps = Vec::new();
    for _ in 0..3 * TIMES {
        browser.still().await;
        steps.push(clicked(&browser, "[aria-label^='An entry back'], [title^='An entry back']").await);
    }
    println!("late in 1841: a step through the past: {}", Spread(steps));
    browser.close().await;
}
