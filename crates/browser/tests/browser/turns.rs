//! Whose turn it is, what comes next, and the keys: always at hand.

use crate::browser::{Browser, Screen};
use crate::position::way_to;
use crate::sitting::{Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use fantoccini::key::Key;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Title, Turn};
use ferrata_engine::view::RoundKind;
use ferrata_titles::{Game, t1841};

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

/// Who is marked in the strip, if that lies wholly within the strip and the window, with nothing over it.
async fn marked(browser: &Browser) -> Option<String> {
    let script = "const now = document.querySelector('.strip .order [aria-current]');
        if (!now) return null;
        const rect = now.getBoundingClientRect();
        const strip = now.closest('.strip').getBoundingClientRect();
        const within = (a, b) => a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
        const inside = rect.height > 0 && within(rect, strip) && within(strip, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
        const on = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
        return inside && now.contains(on) ? now.textContent : null";
    browser.script(script, Vec::new()).await.as_str().map(str::to_owned)
}

/// Given three accounts, one of them with a phone and one with a phone held sideways, then all see who acts in a stock round, and for which company and at
/// which step in an operating round.
#[tokio::test]
async fn everybody_sees_whose_turn_it_is() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let mut browsers = Vec::new();
    for (account, screen) in sitting.accounts.iter().zip([Screen::Desktop, Screen::Phone, Screen::Sideways]) {
        let browser = Browser::start(screen).await.signed_in(account).await;
        Table::visit(&browser, &sitting.address).await;
        browsers.push(browser);
    }
    let start: t1841::Game = sitting.log().state().unwrap();
    let way = way_to(&start, |_, offer| matches!(offer, Offer::Settle { .. }));
    let mut seen = (false, false);
    for entry in &way.entries {
        sitting.enter(std::slice::from_ref(entry));
        let game: Game = sitting.log().state().unwrap();
        let view = game.view();
        let (Turn::Seat(seat), steps) = (&view.turn, &view.steps) else { continue };
        // One moment of each kind is enough.
        let operates = view.round.kind == RoundKind::Operating && !steps.is_empty();
        if std::mem::replace(if operates { &mut seen.1 } else { &mut seen.0 }, true) {
            continue;
        }
        let name = match view.operating.filter(|_| operates) {
            Some(company) => company.to_string(),
            None => PLAYERS[seat.index()].to_owned(),
        };
        for browser in &browsers {
            let shown = async || marked(browser).await.filter(|marked| marked.contains(&name));
            browser.until(&format!("{name} in the strip"), shown).await;
        }
        if operates {
            let step = browsers[0].text(".strip .steps [aria-current]").await;
            assert!(!step.is_empty(), "the step is marked");
            assert!(browsers[0].text(".strip .has").await.contains("treasury L."));
        }
    }
    assert_eq!(seen, (true, true), "a stock round and an operating round");
    for browser in browsers {
        browser.is_accessible("the strip").await;
        browser.close().await;
    }
}

/// The keys stand under `?`, and lead to every panel.
#[tokio::test]
async fn the_keys_are_listed_and_lead_to_the_panels() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    Table::visit(&browser, &sitting.address).await;
    browser.script("document.activeElement.blur()", Vec::new()).await;
    browser.keys("?").await;
    browser.sees("Turn the tile that is about to be laid").await;
    browser.is_accessible("the page of keys").await;
    browser.keys(&Key::Escape.to_string()).await;
    browser.until("the page of keys gone", async || (!browser.exists(".keys").await).then_some(())).await;
    for (key, panel) in ["board", "act", "chart", "people", "firms", "log", "stock"].iter().enumerate() {
        browser.script("document.activeElement.blur()", Vec::new()).await;
        browser.keys(&(key + 1).to_string()).await;
        let script = "return document.activeElement.closest('[data-panel]')?.dataset.panel ?? ''";
        let there = async || (browser.script(script, Vec::new()).await == **panel).then_some(());
        browser.until(&format!("the focus in {panel}"), there).await;
    }
    browser.close().await;
}

/// Whoever looks for something in the log finds every line of it, from the beginning of the game on.
#[tokio::test]
async fn the_log_can_be_searched() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let start: t1841::Game = sitting.log().state().unwrap();
    sitting.enter(&way_to(&start, |_, offer| matches!(offer, Offer::Settle { .. })).entries);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[1]).await;
    Table::visit(&browser, &sitting.address).await;
    let lines = async || {
        let script =
            "return [...document.querySelectorAll('.entries .line')].map((line) => line.textContent)";
        serde_json::from_value::<Vec<String>>(browser.script(script, Vec::new()).await).unwrap()
    };
    let all = browser.until("the log", async || Some(lines().await).filter(|all| all.len() > 1)).await;
    let wanted = all.last().unwrap().clone();
    browser.fill("^Search the log$", "", &wanted.to_uppercase()).await;
    let found = async || {
        let found = lines().await;
        (!found.is_empty() && found.iter().all(|line| line.contains(&wanted))).then_some(found)
    };
    let found = browser.until("only the lines that were looked for", found).await;
    assert!(found.len() >= all.iter().filter(|line| line.contains(&wanted)).count(), "{found:?}");
    browser.is_accessible("the log, searched").await;
    browser.close().await;
}
