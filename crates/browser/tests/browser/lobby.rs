//! Every page and every layout is accessible, on a desktop and on a phone, and nothing sticks out to the right.

use crate::account::{Account, PASSWORD};
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

/// Given nobody's invitation, when somebody signs up, then they see the tables, where all begins.
#[tokio::test]
async fn whoever_signs_up_sees_the_tables() {
    let (server, browser) = (TestServer::network(), Browser::start(Screen::Desktop).await);
    browser.go(&server.page("/account")).await;
    browser.fill("^Name", "", "Berta").await;
    browser.fill("^Password", "", PASSWORD).await;
    browser.press("Sign up").await;
    browser.find("heading", "^Tables$", "").await;
    browser.find("link", "^New table$", "").await;
    browser.close().await;
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

/// Given somebody who has never been here, then the first page shows what can be played with a picture of its board, and leads to a
/// new table of a game; given a table that is played, then its card says in which round and phase it is.
#[tokio::test]
async fn the_first_page_shows_the_games_and_where_tables_stand() {
    let server = TestServer::network();
    let browser = Browser::start(Screen::Desktop).await;
    browser.go(&server.page("/")).await;
    for words in ["Railways in Northern Italy", "3–8 players, 6–10 hours", "2–4 players", "New table"] {
        browser.sees(words).await;
    }
    let drawn = "const all = [...document.querySelectorAll('.game img')]; return all.length === 4 && all.every((one) => one.naturalWidth > 100)";
    let drawn = async || (browser.script(drawn, Vec::new()).await == true).then_some(());
    browser.until("the pictures of the boards", drawn).await;
    check(&browser, "the first page").await;
    let anna = Account::sign_up(&server, "Anna");
    let browser = browser.signed_in(&anna).await;
    browser.go(&server.page("/")).await;
    browser.follow("New table of 1883").await;
    let chosen = "return document.querySelector('input[name=title]:checked')?.value ?? ''";
    let chosen = async || (browser.script(chosen, Vec::new()).await == "1883").then_some(());
    browser.until("the title that was chosen", chosen).await;
    let wish = json!({ "title": "18ESP", "edition": "rulebook", "players": ["Anna", "Bruno", "Carla"], "name": "Friday",
        "undo": "own", "visibility": "open", "seat": 0, "local": true });
    anna.post("/api/tables", &wish);
    browser.go(&server.page("/")).await;
    browser.find("link", "Friday.*Auction of the privates, phase 2", "").await;
    check(&browser, "the first page of somebody with a table").await;
    browser.close().await;
}

/// Given a browser that lends its clipboard to nobody, as it does without TLS, when an invitation is copied with one click, then it
/// is copied all the same, and that is said.
#[tokio::test]
async fn an_invitation_is_copied_with_one_click_without_tls_too() {
    let server = TestServer::network();
    let anna = Account::sign_up(&server, "Anna");
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    let plain = "Object.defineProperty(window, 'isSecureContext', { value: false });
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        addEventListener('copy', () => { window.copied = document.activeElement.value; });";
    browser.tell("Page.addScriptToEvaluateOnNewDocument", json!({ "source": plain })).await;
    browser.go(&server.page("/new?title=18FB")).await;
    browser.press("Open the table").await;
    browser.press("Copy an invitation").await;
    browser.sees("Copied").await;
    let copied = browser.script("return window.copied ?? ''", Vec::new()).await;
    assert!(copied.as_str().unwrap().contains("/join/"), "{copied}");
    check(&browser, "a table that waits for players").await;
    browser.close().await;
}
