//! Every page and every layout is accessible, on a desktop and on a phone, and nothing sticks out to the right.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::sitting::{ESP, Sitting, setup};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::log::Log;
use serde_json::json;

/// Checks what is shown now in both sizes.
async fn check(browser: &Browser, page: &str) {
    for screen in [Screen::Phone, Screen::Desktop] {
        browser.resize(screen).await;
        browser.is_accessible(&format!("{page} ({screen:?})")).await;
        // A phone's browser makes the window as wide as the page: the screen's own width counts.
        let wide = browser.script("return document.documentElement.scrollWidth", Vec::new()).await;
        let (width, _) = screen.size();
        assert!(wide.as_u64().unwrap() <= u64::from(width), "{page} is {wide} pixels wide on a {screen:?}");
        assert_eq!(fields_over_each_other(browser).await, Vec::<String>::new(), "{page} on a {screen:?}");
    }
}

/// Fields in sight that lie over one another.
async fn fields_over_each_other(browser: &Browser) -> Vec<String> {
    let script = "const fields = [...document.querySelectorAll('main.page :is(input, select, textarea, button)')].filter((field) => field.checkVisibility())
            .map((field) => [field, field.getBoundingClientRect()]).filter(([, at]) => at.width > 0);
        const over = (a, b) => a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom;
        return fields.flatMap(([one, at], i) => fields.slice(i + 1).filter(([other, there]) => over(at, there))
            .map(([other]) => `${one.outerHTML.slice(0, 80)} / ${other.outerHTML.slice(0, 80)}`))";
    serde_json::from_value(browser.script(script, Vec::new()).await).unwrap()
}

/// Given a server that is slow to say who somebody is, then a game can be imported once it has, and not before: whoever was
/// quicker was told to sign in.
#[tokio::test]
async fn a_game_is_imported_only_once_the_server_knows_the_browser() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let hold = "const real = window.fetch.bind(window);
        window.fetch = (request, ...more) => /\\/api\\/(me|guest)$/.test(request.url ?? request)
            ? new Promise((resolve) => (window.letIn ??= []).push(() => resolve(real(request, ...more))))
            : real(request, ...more);";
    browser.tell("Page.addScriptToEvaluateOnNewDocument", json!({ "source": hold })).await;
    browser.go(&server.page("/")).await;
    browser.find("link", "^New table$", "").await;
    browser
        .until("the question who this is", async || {
            (browser.script("return (window.letIn ?? []).length", Vec::new()).await != 0).then_some(())
        })
        .await;
    assert!(!browser.has("field", "^Import a game", "").await, "the server would send whoever is quick away");
    let known = async || {
        browser.script("(window.letIn ?? []).splice(0).forEach((go) => go())", Vec::new()).await;
        browser.has("field", "^Import a game", "").await.then_some(())
    };
    browser.until("a way to import a game", known).await;
    let field = browser.find("field", "^Import a game", "").await;
    let folder = tempfile::tempdir().unwrap();
    let (file, log) = (folder.path().join("game.json"), Log::new(setup(&ESP, &["Anna", "Bruno", "Carla"])));
    std::fs::write(&file, serde_json::to_string(&log).unwrap()).unwrap();
    field.element.send_keys(&file.display().to_string()).await.unwrap();
    Table::here(&browser).await;
    browser.close().await;
}

#[tokio::test]
async fn the_pages_around_the_tables_are_accessible() {
    let server = TestServer::network();
    let browser = Browser::start(Screen::Desktop).await;
    for (path, heading) in
        [("/", "Tables"), ("/account", "Account"), ("/password", "assword"), ("/nowhere", "no such page")]
    {
        browser.go(&server.page(path)).await;
        browser.find("heading", heading, "").await;
        check(&browser, path).await;
    }
    let anna = Account::sign_up(&server, "Anna");
    anna.post("/api/me/destinations", &json!({ "address": { "by": "webhook", "url": "https://example.org/a/very/long/address/of/a/hook/that-goes-on-and-on" } }));
    let browser = browser.signed_in(&anna).await;
    browser.go(&server.page("/account")).await;
    browser.press("By a webhook").await;
    browser.tick("^Not at night").await;
    browser.press("Delete the account").await;
    check(&browser, "an account and what its person is told").await;
    browser.go(&server.page("/new")).await;
    browser.press("Options").await;
    browser.select("^Who plays seat 2", "", "greedy").await;
    check(&browser, "a new table with a program").await;
    browser.press("Begin with a position").await;
    browser.press("Begin with it: 18FB: v05-earnings").await;
    check(&browser, "a new table with a position").await;
    browser.close().await;
}

#[tokio::test]
async fn every_layout_and_what_a_table_hides_is_accessible() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &["Anna", "Bruno", "Carla"]);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    Table::visit(&browser, &sitting.address).await;
    browser.press("Standing orders").await;
    for layout in ["map", "market", "holdings", "everything"] {
        browser.press("Menu").await;
        browser.select("^Layout$", "", layout).await;
        browser.press("Menu").await;
        browser.is_accessible(&format!("the layout {layout}")).await;
    }
    browser.press("Menu").await;
    for part in ["Ask a program", "Programs in seats", "End the game here"] {
        browser.press(part).await;
    }
    check(&browser, "settings and the rest of the menu").await;
    browser.close().await;
}
