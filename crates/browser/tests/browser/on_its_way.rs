//! Entries between the page and the server: shown at once, taken once, and never lost in silence.

use crate::browser::{Browser, Screen};
use crate::sitting::{ESP, Sitting};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::Action;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_titles::Game;
use serde_json::json;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];

/// From now on entries wait at the door of the page until `letThrough` lets one out, or loses its answer.
const HOLD: &str = "const real = window.fetch.bind(window);
    window.held = [];
    window.fetch = (request, ...more) => /\\/entries$/.test(request.url ?? request)
        ? new Promise((resolve, reject) => window.held.push((lost) => real(request, ...more).then(
            (answer) => lost ? reject(new TypeError('Failed to fetch')) : resolve(answer), reject)))
        : real(request, ...more);";

/// Two windows at one table of 18ESP: in the first one plays, from the other somebody looks on.
async fn two_windows(server: &TestServer) -> [Browser; 2] {
    let one = Browser::start(Screen::Desktop).await;
    Table::set_up(&one, server, "18ESP", &PLAYERS).await;
    let address = one.client.current_url().await.unwrap();
    let other = Browser::start(Screen::Desktop).await;
    Table::visit(&other, address.as_str()).await;
    one.script(HOLD, Vec::new()).await;
    [one, other]
}

async fn held(browser: &Browser) -> u64 {
    browser.script("return window.held.length", Vec::new()).await.as_u64().unwrap()
}

async fn waits(browser: &Browser, many: u64) {
    browser.until("an entry at the door", async || (held(browser).await == many).then_some(())).await;
}

/// Lets the first entry through that is held.
async fn let_through(browser: &Browser, lost: bool) {
    browser.script("window.held.shift()(arguments[0])", vec![json!(lost)]).await;
}

async fn shows(browser: &Browser, last: u64) {
    let table = Table { browser };
    let reached = async || (table.shown_moment().await == (last, last)).then_some(());
    browser.until(&format!("{last} entries shown"), reached).await;
}

/// Passes in the auction, with one click and its confirmation.
async fn pass(browser: &Browser) {
    browser.press_matching("button", "", "^Pass$").await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
}

/// Whoever confirms sees the entry before the server has it. What is pressed meanwhile follows when it has arrived, each
/// exactly once, and so does an undo.
#[tokio::test]
async fn an_entry_is_shown_while_it_is_on_its_way() {
    let server = TestServer::local();
    let [one, other] = two_windows(&server).await;
    let start = Table { browser: &other }.moment().await.1;
    let asked = Table { browser: &one }.asked().await;
    pass(&one).await;
    shows(&one, start + 1).await;
    assert_ne!(Table { browser: &one }.asked().await, asked, "the next player is asked");
    assert_eq!(Table { browser: &other }.moment().await.1, start, "nobody else has heard of it");
    one.until("that it takes long", async || one.says("Sending …").await.then_some(())).await;
    // Whoever knows what to do next by heart, with keys.
    one.press_matching("button", "", "^Pass$").await;
    one.script("document.activeElement?.blur()", Vec::new()).await;
    one.keys("\u{E007}").await;
    assert_eq!(held(&one).await, 1, "one at a time");
    let_through(&one, false).await;
    waits(&one, 1).await;
    shows(&one, start + 2).await;
    Table { browser: &other }.entries_reach(start + 1).await;
    one.press_matching("button", "^Undo", "").await;
    let_through(&one, false).await;
    Table { browser: &other }.entries_reach(start + 3).await;
    Table { browser: &one }.entries_reach(start + 3).await;
    assert!(!one.says("Sending …").await && !one.exists(".notice").await);
    let told = async |browser: &Browser| browser.text(".entries").await;
    assert_eq!(told(&one).await, told(&other).await, "both tell the same game");
    one.close().await;
    other.close().await;
}

/// The same player was faster elsewhere: what was shown goes, what was done there comes, and that is said.
#[tokio::test]
async fn an_entry_that_comes_too_late_is_taken_away_and_that_is_told() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    let game: Game = sitting.log().state().unwrap();
    let Turn::Seat(seat) = game.turn() else { panic!("somebody bids") };
    let one = Browser::start(Screen::Desktop).await.signed_in(sitting.account(seat)).await;
    let table = Table::visit(&one, &sitting.address).await;
    let start = table.moment().await.1;
    one.script(HOLD, Vec::new()).await;
    pass(&one).await;
    shows(&one, start + 1).await;
    let offers = game.offers();
    let bid = offers.iter().flat_map(Offer::samples).find(|action| *action != Action::Pass).unwrap();
    sitting.enter(&[Entry::seat(seat, bid)]);
    let bids = async || one.text(".entries").await.contains(" bids ").then_some(());
    one.until("what was done elsewhere", bids).await;
    assert_eq!(table.shown_moment().await, (start + 1, start + 1), "in its place");
    let_through(&one, false).await;
    one.sees("Somebody was faster.").await;
    assert_eq!(table.moment().await, (start + 1, start + 1), "and nothing was added");
    // The browser reports the refused request itself.
    let errors = one.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("409")), "{errors:?}");
    one.close().await;
}

/// The answer is lost, the entry was not: the log is read on at once, and the entry is found there, once. Nothing is left to do.
#[tokio::test]
async fn an_entry_whose_answer_is_lost_counts_once() {
    let server = TestServer::local();
    let [one, other] = two_windows(&server).await;
    let start = Table { browser: &other }.moment().await.1;
    pass(&one).await;
    shows(&one, start + 1).await;
    let_through(&one, true).await;
    Table { browser: &other }.entries_reach(start + 1).await;
    let settled = async || (Table { browser: &one }.moment().await == (start + 1, start + 1)).then_some(());
    one.until("the entry of the log", settled).await;
    one.until("nothing armed", async || (!one.has("button", "^Confirm$", "").await).then_some(())).await;
    one.until("no message", async || (!one.exists(".notice").await).then_some(())).await;
    assert_eq!(one.text(".entries").await, other.text(".entries").await);
    one.close().await;
    other.close().await;
}
