//! A recorded game, brought from a file and studied.

use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::TestServer;
use std::path::PathBuf;

/// A recorded game; none, said plainly, where the folder is absent.
pub(crate) fn recorded(name: &str) -> Option<PathBuf> {
    ferrata_recorded::folder().map(|folder| folder.join(name))
}

/// Brings a game from a file; the table opens at its start.
pub(crate) async fn import<'a>(
    browser: &'a Browser,
    server: &TestServer,
    game: &std::path::Path,
) -> Table<'a> {
    browser.go(&server.page("/")).await;
    let field = browser.find("field", "^Import a game", "").await;
    field.element.send_keys(&game.display().to_string()).await.unwrap();
    Table::here(browser).await
}

/// Brings a game from a file and looks at a moment of it.
pub(crate) async fn import_at<'a>(
    browser: &'a Browser,
    server: &TestServer,
    game: &std::path::Path,
    at: u64,
) -> Table<'a> {
    import(browser, server, game).await;
    let address = browser.client.current_url().await.unwrap();
    let address = format!("{}?at={at}", address.as_str().split('?').next().unwrap());
    let table = Table::visit(browser, &address).await;
    browser.until("the moment", async || (table.moment().await.0 == at).then_some(())).await;
    table
}

#[tokio::test]
async fn a_recorded_1841_game_is_imported_and_stepped_through_to_its_end() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import(&browser, &server, &game).await;
    step_through(&table).await;
    browser.is_accessible("1841, end of a recorded game").await;
    browser.close().await;
}

#[tokio::test]
async fn a_recorded_18esp_game_is_imported_and_stepped_through_to_its_end() {
    let Some(game) = recorded("18ESP/18ESP_game_end_second_eight.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import(&browser, &server, &game).await;
    step_through(&table).await;
    browser.close().await;
}

/// How many entries are stepped through by one script.
const PART: usize = 100;

/// Forward through every entry by the key for it, then back to the start at once.
async fn step_through(table: &Table<'_>) {
    let (at, last) = table.moment().await;
    assert_eq!(at, 0, "an imported game opens at its start");
    // In the page, as a thousand keys through the driver would take minutes. Each waits until its entry is shown. In
    // parts, as a script may not take as long as all of them on a busy machine.
    let script = "const done = arguments[arguments.length - 1];
        const shown = () => Number(document.querySelector('.moment').textContent.split('/')[0]);
        const [first, last] = arguments;
        const step = (at, tries) => {
            if (shown() !== at) return tries > 2000 ? done(`stuck at ${shown()} instead of ${at}`) : setTimeout(step, 1, at, tries + 1);
            if (at === last) return done('arrived');
            document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true }));
            setTimeout(step, 0, at + 1, 0);
        };
        step(first, 0);";
    let start = std::time::Instant::now();
    for first in (0..last).step_by(PART) {
        let goal = last.min(first + PART as u64);
        assert_eq!(table.browser.script_later(script, vec![first.into(), goal.into()]).await, "arrived");
    }
    println!("{last} entries stepped through in {:.1} s", start.elapsed().as_secs_f32());
    the_result_is_shown(table).await;
    table.browser.press("To the start (Home)").await;
    table.browser.until("the start", async || (table.moment().await.0 == 0).then_some(())).await;
    table.browser.press("To now (End)").await;
    table.browser.until("the end", async || (table.moment().await.0 == last).then_some(())).await;
}

#[tokio::test]
async fn late_in_a_game_offers_and_the_past_are_there_at_once() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import(&browser, &server, &game).await;
    let (_, last) = table.moment().await;
    let id = browser.client.current_url().await.unwrap();
    let late = last - 40;
    // A fork late in the game, as the recorded game itself is over and offers nothing.
    let table =
        Table::visit(&browser, &format!("{}?at={late}", id.as_str().split('?').next().unwrap())).await;
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (late, late)).then_some(())).await;
    let back =
        "document.querySelector('[aria-label^=\"An entry back\"], [title^=\"An entry back\"]').click()";
    let back = table.milliseconds(back, 9).await;
    browser.press("To now (End)").await;
    browser.until("now", async || (table.moment().await.0 == late).then_some(())).await;
    // From the past to now, where the offers are worked out and shown.
    let mut offers = Vec::new();
    for _ in 0..5 {
        browser.press_matching("button", "^An entry back", "").await;
        browser.sees("You are looking back").await;
        let now = "document.querySelector('[aria-label^=\"To now\"], [title^=\"To now\"]').click()";
        offers.push(table.milliseconds(now, 1).await);
    }
    offers.sort_by(f64::total_cmp);
    let offers = offers[offers.len() / 2];
    println!("late in 1841: offers {offers:.1} ms, an entry back {back:.1} ms");
    browser.close().await;
}

/// Given a full table in a stock round, when a share is bought, then what does not change by that stays as it is: the board, the
/// chart but for the start prices that go with the decision, what others hold, companies that nobody touched, the log above.
#[tokio::test]
async fn an_entry_draws_anew_only_what_it_changes() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = import_at(&browser, &server, &game, 400).await;
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (400, 400)).then_some(())).await;
    browser.press_matching("button", "^Buy 10", "").await;
    browser.find("button", "^Confirm$", "").await;
    browser.still().await;
    let know = "document.querySelectorAll('.panel *').forEach((one) => { one.known = true; })";
    browser.script(know, Vec::new()).await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    table.entries_reach(401).await;
    let count = "const all = [...document.querySelectorAll(arguments[0])];
        return [all.length, all.filter((one) => !one.known).length]";
    // How many of how many may be new: in percent.
    for (place, most) in
        [(".map *", 0), (".panel.chart *", 5), (".player *", 25), (".charter", 15), (".turn-lines", 5)]
    {
        let counted: [u64; 2] =
            serde_json::from_value(browser.script(count, vec![place.into()]).await).unwrap();
        println!("{place}: {} of {} are new", counted[1], counted[0]);
        assert!(counted[0] > 0 && 100 * counted[1] <= most * counted[0], "{place}: {counted:?}");
    }
    browser.close().await;
}

/// The end of a game: the winner first, and everybody's worth is cash and shares less what they owe.
async fn the_result_is_shown(table: &Table<'_>) {
    // Where nobody owes anything, there is no column for it.
    let script =
        "const figure = (cell) => Number(cell.textContent.replace('−', '-').replace(/[^0-9-]/g, '') || 0);
        return [...document.querySelectorAll('.standings tbody tr:not(.holdings)')].map((row) =>
            [...[...row.children].slice(2).map(figure), 0].slice(0, 4))";
    let rows: Vec<[i64; 4]> = serde_json::from_value(table.browser.script(script, Vec::new()).await).unwrap();
    assert!(rows.len() >= 2, "{rows:?}");
    assert!(rows.is_sorted_by_key(|[worth, ..]| -worth), "{rows:?}");
    assert!(rows.iter().all(|[worth, cash, shares, owes]| *worth == cash + shares - owes), "{rows:?}");
    let held = "return document.querySelectorAll('.standings tbody .shares li').length";
    let held = table.browser.script(held, Vec::new()).await.as_u64().unwrap();
    assert!(held as usize >= rows.len(), "{held} holdings of {} players", rows.len());
    let cut = "const panel = document.querySelector('.panel.act'), edge = panel.getBoundingClientRect().left + panel.clientWidth + 1;
        return panel.scrollWidth - panel.clientWidth <= 1 ? [] : [...panel.querySelectorAll('*')].filter((one) =>
            one.getBoundingClientRect().right > edge).map((one) => one.outerHTML.slice(0, 120))";
    let cut: Vec<String> = serde_json::from_value(table.browser.script(cut, Vec::new()).await).unwrap();
    assert!(cut.is_empty(), "the result sticks out of its panel: {cut:#?}");
    // The figures have the width of the table, and a name that has room stays on one line.
    let lines = "const table = document.querySelector('.standings'), edge = table.getBoundingClientRect().right;
        return [...table.querySelectorAll('tbody tr:not(.holdings)')].map((row) =>
            [edge - row.lastElementChild.getBoundingClientRect().right, row.offsetHeight / parseFloat(getComputedStyle(row).fontSize)])";
    let lines: Vec<[f64; 2]> = serde_json::from_value(table.browser.script(lines, Vec::new()).await).unwrap();
    assert!(lines.iter().all(|[free, high]| *free < 2.0 && *high < 2.6), "free width, lines high: {lines:?}");
    table.browser.find("button", "^Replay from the start$", "").await;
}
