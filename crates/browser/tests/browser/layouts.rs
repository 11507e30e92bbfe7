//! What has the room: panels by the round, players and charts that need no scrolling, names that do not lie over each
//! other, and columns that are dragged.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::layers::layers;
use crate::position::way_to;
use crate::recorded::{import_at, recorded};
use crate::sitting::{FB, Sitting, V1};
use crate::table::Table;
use crate::test_server::{TestServer, workspace};
use ferrata_engine::action::Party;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_titles::{fb, t1841};
use serde_json::json;

const SIX: [&str; 6] = ["Anna", "Bruno", "Carla", "Dino", "Elio", "Fosca"];

/// The layout that is shown, and the panels that are in sight.
async fn arranged(browser: &Browser) -> (String, Vec<String>) {
    let script = "return [document.querySelector('.panels').dataset.layout,
        [...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility()).map((panel) => panel.dataset.panel)]";
    serde_json::from_value(browser.script(script, Vec::new()).await).unwrap()
}

async fn arranged_as(browser: &Browser, layout: &str) {
    let shown = async || (arranged(browser).await.0 == layout).then_some(());
    browser.until(&format!("the layout {layout}"), shown).await;
}

/// Given somebody who has never chosen a layout, then a stock round shows the chart and the holdings, an operating round the
/// board; looking back moves nothing; and what somebody chooses stays.
#[tokio::test]
async fn the_round_chooses_the_layout_until_somebody_does() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &SIX[..3]);
    let start: t1841::Game = sitting.log().state().unwrap();
    let share =
        |_: SeatId, offer: &Offer| matches!(offer, Offer::Buy { from: Party::Bank | Party::Offering, .. });
    sitting.enter(&way_to(&start, share).entries);
    let browser = Browser::start(Screen::Desktop).await.known_as(&sitting.accounts[0]).await;
    let table = Table::visit(&browser, &sitting.address).await;
    arranged_as(&browser, "market").await;
    let (_, panels) = arranged(&browser).await;
    for panel in ["chart", "people", "act"] {
        assert!(panels.iter().any(|shown| shown == panel), "{panel} is not in sight: {panels:?}");
    }
    let now: t1841::Game = sitting.log().state().unwrap();
    sitting.enter(&way_to(&now, |_, offer| matches!(offer, Offer::LayTile { .. })).entries);
    arranged_as(&browser, "map").await;
    browser.press("To the start (Home)").await;
    browser.until("the start", async || (table.moment().await.0 == 0).then_some(())).await;
    assert_eq!(arranged(&browser).await.0, "map", "looking back moves no panel");
    browser.press("To now (End)").await;
    browser.press("Menu").await;
    browser.select("^Layout$", "", "holdings").await;
    arranged_as(&browser, "holdings").await;
    browser.client.refresh().await.unwrap();
    Table::here(&browser).await;
    arranged_as(&browser, "holdings").await;
    browser.close().await;
}

/// How many pixels of a panel's content are out of sight.
async fn hidden(browser: &Browser, selector: &str) -> f64 {
    let script =
        "const list = document.querySelector(arguments[0]); return list.scrollHeight - list.clientHeight";
    browser.script(script, vec![json!(selector)]).await.as_f64().unwrap()
}

/// Given six players in an operating round, then all of them and the whole chart are in sight at once, whatever the layout.
#[tokio::test]
async fn six_players_and_the_chart_need_no_scrolling() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &SIX);
    let start: t1841::Game = sitting.log().state().unwrap();
    sitting.enter(&way_to(&start, |_, offer| matches!(offer, Offer::Settle { .. })).entries);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    Table::visit(&browser, &sitting.address).await;
    for list in [".people .scroll", ".panel.chart .scroll"] {
        let all = async || (hidden(&browser, list).await <= 1.0).then_some(());
        browser.until(&format!("all of {list}"), all).await;
    }
    browser.is_accessible("six players").await;
    for (layout, lists) in [
        ("map", &[".people .scroll"][..]),
        ("market", &[".people .scroll", ".panel.chart .scroll"]),
        ("holdings", &[".people .scroll"]),
    ] {
        browser.press("Menu").await;
        browser.select("^Layout$", "", layout).await;
        browser.press("Menu").await;
        arranged_as(&browser, layout).await;
        browser.press_matching("button", "^Players$", "^Panels$").await;
        for list in lists {
            let all = async || (hidden(&browser, list).await <= 1.0).then_some(());
            browser.until(&format!("all of {list} in the layout {layout}"), all).await;
        }
    }
    browser.close().await;
}

/// Given a stock round, then what can be done has the height of the window; and no button lies over a price of the chart.
#[tokio::test]
async fn whoever_trades_has_the_height_of_the_window() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    import_at(&browser, &server, &game, 400).await;
    browser.press("Menu").await;
    browser.select("^Layout$", "", "market").await;
    browser.press("Menu").await;
    arranged_as(&browser, "market").await;
    let part = "return document.querySelector('.panel.act').offsetHeight / document.querySelector('.panels').offsetHeight";
    let part = browser.script(part, Vec::new()).await.as_f64().unwrap();
    assert!(part > 0.95, "what can be done has {part} of the height");
    let covered = "const at = document.querySelector('.panel.chart > .fill').getBoundingClientRect();
        return [...document.querySelectorAll('.panel.chart svg text')].map((text) => [text.textContent, text.getBoundingClientRect()])
            .filter(([, one]) => one.width > 0 && one.left < at.right && at.left < one.right && one.top < at.bottom && at.top < one.bottom)
            .map(([text]) => text)";
    assert_eq!(browser.script(covered, Vec::new()).await, json!([]), "prices under the button");
    browser.close().await;
}

/// Given the layout in which the chart is a strip, then the marker of the company that operates is in sight, whichever it is.
#[tokio::test]
async fn the_marker_of_whoever_operates_is_in_sight() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import_at(&browser, &server, &game, 445).await;
    browser.press("Menu").await;
    browser.select("^Layout$", "", "map").await;
    browser.press("Menu").await;
    arranged_as(&browser, "map").await;
    let script = "const name = document.querySelector('.firms .pinned')?.textContent ?? '', list = document.querySelector('.panel.chart .scroll').getBoundingClientRect();
        const own = [...document.querySelectorAll('.panel.chart .token')].filter((token) => name.startsWith(token.dataset.company)).map((token) => token.getBoundingClientRect());
        return own.length > 0 && own.every((at) => list.top <= at.top && at.bottom <= list.bottom)";
    let mut companies = std::collections::BTreeSet::new();
    for _ in 0..16 {
        let in_sight = async || (browser.script(script, Vec::new()).await == true).then_some(());
        browser.until("the marker", in_sight).await;
        companies.insert(browser.text(".firms .pinned").await.split_whitespace().next().unwrap().to_owned());
        let (at, _) = table.moment().await;
        browser.press_matching("button", "^An entry back", "").await;
        browser.until("a step back", async || (table.moment().await.0 == at - 1).then_some(())).await;
        if !table.round().await.starts_with("Operating") {
            break;
        }
    }
    assert!(companies.len() > 1, "{companies:?}");
    browser.close().await;
}

/// Given a table of 18FB, whose players have many cards beside their shares, then all of them are in sight at once.
#[tokio::test]
async fn players_with_many_cards_need_no_scrolling() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &FB, &SIX[..4]);
    let start: fb::Game = sitting.log().state().unwrap();
    sitting.enter(&way_to(&start, |_, offer| matches!(offer, Offer::Settle { .. })).entries);
    let browser = Browser::start(Screen::Desktop).await.signed_in(&sitting.accounts[0]).await;
    Table::visit(&browser, &sitting.address).await;
    let all = async || (hidden(&browser, ".people .scroll").await <= 1.0).then_some(());
    browser.until("all players", all).await;
    // What a card pays and does is read where it is named.
    let pays = "return [...document.querySelectorAll('.player .chip > summary')].some((chip) => chip.title.includes('pays'))";
    assert_eq!(browser.script(pays, Vec::new()).await, true);
    browser.close().await;
}

/// Given earnings of 18FB that can be settled in three ways, then all of them and what they bring are in sight beside the
/// board and on a phone.
#[tokio::test]
async fn three_ways_to_settle_are_in_sight() {
    let server = TestServer::network();
    let position = std::fs::read_to_string(workspace("docs/examples/18FB/v05-earnings.toml")).unwrap();
    let accounts = SIX[..4].iter().map(|name| Account::sign_up(&server, name)).collect();
    let sitting = Sitting::from_position(&server, accounts, &position);
    let browser = Browser::start(Screen::Desktop).await.known_as(&sitting.accounts[0]).await;
    Table::visit(&browser, &sitting.address).await;
    arranged_as(&browser, "map").await;
    let (_, panels) = arranged(&browser).await;
    assert!(panels.iter().any(|panel| panel == "chart"), "the chart is a strip beside the board: {panels:?}");
    for screen in [Screen::Desktop, Screen::Phone] {
        browser.resize(screen).await;
        browser.press_matching("button", "^Do$", "^Panels$").await;
        browser.find("button", "withhold", "").await;
        let beyond = "const panel = document.querySelector('.panel.act').getBoundingClientRect();
            return [...document.querySelectorAll('.dividend :is(button, td)')].filter((cell) => cell.getBoundingClientRect().right > panel.right).map((cell) => cell.textContent)";
        let beyond = browser.script(beyond, Vec::new()).await;
        assert_eq!(beyond, json!([]), "out of sight on a {screen:?}");
    }
    browser.sees("For 10%").await;
    browser.close().await;
}

/// Pairs of writing in sight on the board that lie over each other, where one is a name or a note, or what an area pays and the
/// letter beside it.
async fn crossed(browser: &Browser) -> Vec<String> {
    let script = "const pieces = [...document.querySelectorAll('.map :is(.name, .revenue, .label, .mark)')].filter((piece) => piece.checkVisibility({ visibilityProperty: true }))
            .map((piece) => [piece, piece.getBoundingClientRect()]).filter(([, at]) => at.width > 0);
        const over = (a, b) => a.left + 3 < b.right && b.left + 3 < a.right && a.top + 3 < b.bottom && b.top + 3 < a.bottom;
        const matter = (a, b) => a.matches('.name, .mark') || a.matches('.label') && b.matches('.revenue:has(.band)') && a.closest('.hex.red') === b.closest('.hex');
        return pieces.flatMap(([one, at], i) => pieces.slice(i + 1)
            .filter(([other, there]) => (matter(one, other) || matter(other, one)) && over(at, there))
            .map(([other]) => `${one.textContent} / ${other.textContent}`))";
    serde_json::from_value(browser.script(script, Vec::new()).await).unwrap()
}

/// Names and what areas pay that stand on neighbouring hexes more than once.
async fn repeated(browser: &Browser) -> Vec<String> {
    let script = "const pieces = [...document.querySelectorAll('.map :is(.name, .revenue:has(.band))')].filter((piece) => piece.checkVisibility({ visibilityProperty: true }) && piece.getBoundingClientRect().width > 0)
            .map((piece) => [piece.getAttribute('class').split(' ')[0] + piece.textContent, piece.closest('.hex').querySelector('.ground').getBoundingClientRect()]);
        const near = (a, b) => Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2) < 1.1 * Math.max(a.width, a.height);
        return pieces.flatMap(([one, at], i) => pieces.slice(i + 1).filter(([other, there]) => one === other && near(at, there)).map(([other]) => other))";
    serde_json::from_value(browser.script(script, Vec::new()).await).unwrap()
}

/// Given a 1841 board full of tiles, then no name lies over another, over what a stop pays or over a letter, however far away it is seen;
/// what has gone to make room comes back when one comes near.
#[tokio::test]
async fn names_on_the_whole_board_do_not_lie_over_each_other() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    import_at(&browser, &server, &game, 400).await;
    browser.press("Show the whole board").await;
    browser.still().await;
    assert_eq!(crossed(&browser).await, Vec::<String>::new());
    assert_eq!(repeated(&browser).await, Vec::<String>::new(), "said of one place more than once");
    let gone =
        async || browser.script("return document.querySelectorAll('.map .crowded').length", Vec::new()).await;
    println!("{} pieces of writing make room on the whole board of 1841", gone().await);
    layers(&browser).await;
    for _ in 0..6 {
        browser.press("Zoom in").await;
    }
    browser.still().await;
    assert_eq!(gone().await, 0, "from near there is room for all of them");
    browser.close().await;
}

/// Given a board with a gulf and areas of several hexes, when all of it is seen, then each of them is named once.
#[tokio::test]
async fn a_place_of_several_hexes_is_named_once_from_afar() {
    let server = TestServer::local();
    for (title, players) in [("18FB", 4), ("18ESP", 5)] {
        let browser = Browser::start(Screen::Desktop).await;
        Table::set_up(&browser, &server, title, &SIX[..players]).await;
        browser.press("Show the whole board").await;
        browser.still().await;
        assert_eq!(repeated(&browser).await, Vec::<String>::new(), "{title}");
        assert_eq!(crossed(&browser).await, Vec::<String>::new(), "{title}");
        browser.close().await;
    }
}

/// How wide a panel is, in pixels.
async fn width(browser: &Browser, panel: &str) -> f64 {
    let script = "return document.querySelector(arguments[0]).getBoundingClientRect().width";
    browser.script(script, vec![json!(format!(".panel.{panel}"))]).await.as_f64().unwrap()
}

/// Drags the divider at the left of a column by some pixels.
async fn drag(browser: &Browser, column: usize, by: f64) {
    let place = "const at = document.querySelector(`.divider[data-column=\"${arguments[0]}\"]`).getBoundingClientRect();
        return [at.left + at.width / 2, at.top + at.height / 2]";
    let [x, y]: [f64; 2] = serde_json::from_value(browser.script(place, vec![json!(column)]).await).unwrap();
    let steps = [("mousePressed", 0.0), ("mouseMoved", by / 2.0), ("mouseMoved", by), ("mouseReleased", by)];
    for (kind, moved) in steps {
        let mouse =
            json!({ "type": kind, "x": x + moved, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        browser.tell("Input.dispatchMouseEvent", mouse).await;
    }
}

/// Given all panels beside each other, when a divider is dragged or moved by a key, then the column beside it is as much wider, and
/// still so after a reload; never so wide that the board would be gone.
#[tokio::test]
async fn columns_are_dragged_wider_and_stay_so() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    Table::set_up(&browser, &server, "1841", &SIX[..3]).await;
    arranged_as(&browser, "everything").await;
    for (column, panel) in [(0, "act"), (1, "people")] {
        let before = width(&browser, panel).await;
        drag(&browser, column, -90.0).await;
        let wider = async || ((width(&browser, panel).await - before - 90.0).abs() < 8.0).then_some(());
        browser.until(&format!("{panel} wider by as much as it was dragged"), wider).await;
        let dragged = width(&browser, panel).await;
        let focus = format!("document.querySelector('.divider[data-column=\"{column}\"]').focus()");
        browser.script(&focus, Vec::new()).await;
        browser.keys("\u{e014}").await;
        browser
            .until("narrower by the right arrow", async || {
                (width(&browser, panel).await < dragged).then_some(())
            })
            .await;
    }
    let kept = [width(&browser, "act").await, width(&browser, "people").await];
    browser.client.refresh().await.unwrap();
    Table::here(&browser).await;
    assert_eq!([width(&browser, "act").await, width(&browser, "people").await], kept, "after a reload");
    drag(&browser, 0, -2000.0).await;
    browser.still().await;
    assert!(width(&browser, "board").await > 100.0, "the board stays in sight");
    browser.is_accessible("columns that were dragged").await;
    browser.close().await;
}
