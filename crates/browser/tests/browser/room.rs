//! What is looked at all the time: panels have room by what they show, every figure has a name, a phone begins where
//! something is to be done.

use crate::browser::{Browser, Screen};
use crate::position::way_to;
use crate::recorded::{import_at, recorded};
use crate::sitting::{ESP, FB, Sitting};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::offer::Offer;
use ferrata_titles::fb;
use serde_json::{Value, json};

const PLAYERS: [&str; 4] = ["Anna", "Bruno", "Carla", "Dino"];

async fn lay_out(browser: &Browser, layout: &str) {
    browser.press("Menu").await;
    browser.select("^Layout$", "", layout).await;
    browser.press("Menu").await;
    let chosen = format!("return document.querySelector('.panels').dataset.layout === '{layout}'");
    let there = async || (browser.script(&chosen, Vec::new()).await == true).then_some(());
    browser.until(&format!("the layout {layout}"), there).await;
    browser.still().await;
}

/// Given a game of four in which seven companies have begun, then players are as high as they need, companies have the rest, and
/// more companies than two are in sight whatever the layout.
#[tokio::test]
async fn players_are_as_high_as_they_need_and_companies_have_the_rest() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    import_at(&browser, &server, &game, 400).await;
    let room = "const list = document.querySelector('.people .scroll'), cards = document.querySelector('.player-cards');
        const firms = document.querySelector('.firms .scroll').getBoundingClientRect();
        const seen = [...document.querySelectorAll('.charter')].filter((one) => one.getBoundingClientRect().bottom <= firms.bottom + 1);
        return [list.scrollHeight - list.clientHeight, list.clientHeight - cards.offsetHeight, seen.length]";
    for (layout, companies) in [("everything", 4.0), ("holdings", 7.0), ("market", 4.0)] {
        lay_out(&browser, layout).await;
        let found: [f64; 3] = serde_json::from_value(browser.script(room, Vec::new()).await).unwrap();
        let [hidden, empty, seen] = found;
        assert!(hidden <= 1.0, "{layout}: {hidden} pixels of the players are out of sight");
        assert!(empty < 30.0, "{layout}: {empty} pixels below the players are empty");
        assert!(seen >= companies, "{layout}: {seen} companies are in sight");
    }
    browser.is_accessible("the layout market, with companies").await;
    browser.close().await;
}

/// Given companies in a wide, a narrow and a phone's panel, then every figure of a line stands under its head, or has a
/// word before it.
#[tokio::test]
async fn every_figure_of_a_company_has_a_name() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    import_at(&browser, &server, &game, 400).await;
    let nameless = "const heads = [...document.querySelectorAll('.charters .heads > span')].map((head) => head.getBoundingClientRect());
        return [...document.querySelectorAll('.charter > summary')].flatMap((line) => [...line.children].slice(1).filter((cell, at) => {
            if (!cell.checkVisibility() || cell.matches('.named')) return false;
            const [own, head, word] = [cell.getBoundingClientRect(), heads[at + 1], cell.querySelector('small').getBoundingClientRect()];
            const under = head.width > 0 && own.left < head.right && head.left < own.right && own.top > head.top;
            return !under && word.width < 5;
        }).map((cell) => cell.title))";
    for layout in ["holdings", "map"] {
        lay_out(&browser, layout).await;
        assert!(browser.exists(".charter .cell").await);
        assert_eq!(browser.script(nameless, Vec::new()).await, json!([]), "{layout}");
    }
    browser.resize(Screen::Phone).await;
    browser.press_matching("button", "^Companies$", "^Panels$").await;
    assert_eq!(browser.script(nameless, Vec::new()).await, json!([]), "a phone");
    browser.is_accessible("companies on a phone").await;
    browser.close().await;
}

/// Given a stock round with much to be bought and sold, then passing is in sight without scrolling, and every sale says on its
/// button where the price goes.
#[tokio::test]
async fn passing_is_in_sight_and_a_sale_says_where_the_price_goes() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import_at(&browser, &server, &game, 400).await;
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (400, 400)).then_some(())).await;
    lay_out(&browser, "everything").await;
    let pass = "const panel = document.querySelector('.panel.act').getBoundingClientRect(), pass = document.querySelector('.group.pass button').getBoundingClientRect();
        return document.querySelector('.panel.act').scrollTop === 0 && pass.top > panel.top && pass.bottom <= panel.bottom";
    assert_eq!(browser.script(pass, Vec::new()).await, true, "passing is out of sight");
    let moves = "const all = [...document.querySelectorAll('.act button')].filter((one) => /^Sell shares/.test(one.getAttribute('aria-label') ?? ''));
        return all.length > 0 && all.every((one) => /^price \\D*\\d+ → \\D*\\d+$/.test(one.dataset.quiet ?? ''))";
    let said = async || (browser.script(moves, Vec::new()).await == true).then_some(());
    browser.until("where the price goes", said).await;
    browser.is_accessible("a stock round").await;
    browser.close().await;
}

/// Given more companies than the strip is wide, then the steps of the turn and what whoever acts has are in sight.
#[tokio::test]
async fn the_steps_of_a_turn_are_in_sight_beside_many_companies() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    import_at(&browser, &server, &game, 445).await;
    let sight = "const strip = document.querySelector('.strip').getBoundingClientRect();
        return ['.strip [aria-current]', '.strip .steps', '.strip .has'].filter((part) => {
            const at = document.querySelector(part).getBoundingClientRect();
            return at.width === 0 || at.left < strip.left - 2 || at.right > strip.right + 2 });";
    assert_eq!(browser.script(sight, Vec::new()).await, json!([]), "out of sight");
    browser.close().await;
}

/// The panel that a phone shows, and whether the tab of what can be done is marked.
async fn first_seen(browser: &Browser) -> Value {
    let script =
        "return [document.querySelector('.table').dataset.tab, !!document.querySelector('.tab[data-mine]')]";
    browser.script(script, Vec::new()).await
}

/// Given a phone, then whoever is to bid sees at once what can be done, whoever waits sees the board; and where tiles are laid, the
/// hexes for it are in sight rather than land on which nothing happens.
#[tokio::test]
async fn a_phone_begins_where_something_is_to_be_done() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    for account in &sitting.accounts {
        let browser = Browser::start(Screen::Phone).await.signed_in(account).await;
        Table::visit(&browser, &sitting.address).await;
        let asked = browser.exists(".asked.mine").await;
        let shown = if asked { json!(["act", true]) } else { json!(["board", false]) };
        assert_eq!(first_seen(&browser).await, shown);
        browser.close().await;
    }
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &FB, &PLAYERS);
    let start: fb::Game = sitting.log().state().unwrap();
    sitting.enter(&way_to(&start, |_, offer| matches!(offer, Offer::LayTile { .. })).entries);
    for account in &sitting.accounts {
        let browser = Browser::start(Screen::Phone).await.signed_in(account).await;
        Table::visit(&browser, &sitting.address).await;
        if browser.exists(".asked.mine").await {
            assert_eq!(first_seen(&browser).await, json!(["board", true]));
            let seen = "const map = document.querySelector('.map').getBoundingClientRect(), hexes = [...document.querySelectorAll('.map g.hex.can')].map((hex) => hex.getBoundingClientRect());
                return hexes.length > 0 && hexes.some((at) => at.left >= map.left && at.right <= map.right && at.top >= map.top && at.bottom <= map.bottom)";
            let there = async || (browser.script(seen, Vec::new()).await == true).then_some(());
            browser.until("a hex on which a tile can be laid", there).await;
        }
        browser.close().await;
    }
}
