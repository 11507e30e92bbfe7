//! How the table behaves while others play: what acts stays in view, the log follows, messages go, nothing is lost.

use crate::browser::{Browser, Screen};
use crate::position::way_to;
use crate::recorded::{import, recorded};
use crate::sitting::{ESP, Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_titles::{Game, esp, t1841};
use serde_json::json;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];
const FIVE: [&str; 5] = ["Anna", "Bruno", "Carla", "Dino", "Elio"];

/// The browser of the player on a seat, at the table.
async fn browser_of(sitting: &Sitting, seat: u8, screen: Screen) -> Browser {
    let browser = Browser::start(screen).await.signed_in(sitting.account(SeatId(seat))).await;
    Table::visit(&browser, &sitting.address).await;
    browser
}

/// Whoever has to decide passes, or takes the first thing there is.
pub(crate) fn go_on(sitting: &Sitting, times: usize) {
    for _ in 0..times {
        let game: Game = sitting.log().state().unwrap();
        let Turn::Seat(seat) = game.turn() else { panic!("{:?}", game.turn()) };
        let offers = game.offers();
        let action = offers
            .iter()
            .flat_map(Offer::samples)
            .find(|action| game.why_not(&Entry::seat(seat, action.clone())).is_none());
        sitting.enter(&[Entry::seat(seat, action.unwrap())]);
    }
}

/// Whether the whole of what a selector names lies within the window and within the panel around it.
async fn in_view(browser: &Browser, selector: &str) -> bool {
    let script = "const thing = document.querySelector(arguments[0]);
        if (!thing) return false;
        const inside = (a, b) => a.top >= b.top - 1 && a.bottom <= b.bottom + 1 && a.left >= b.left - 1 && a.right <= b.right + 1;
        const rect = thing.getBoundingClientRect();
        const page = { top: 0, left: 0, bottom: innerHeight, right: innerWidth };
        const panel = thing.closest('.panel')?.getBoundingClientRect() ?? page;
        return rect.height > 0 && inside(rect, page) && inside(rect, panel);";
    browser.script(script, vec![json!(selector)]).await == true
}

/// Given five players and an operating company, when the lists are scrolled as far as they go, then who acts, for which
/// company and with what money is still in view.
#[tokio::test]
async fn who_acts_and_for_which_company_is_never_scrolled_away() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &FIVE);
    let start: t1841::Game = sitting.log().state().unwrap();
    let elio = SeatId(4);
    let way = way_to(&start, |seat, offer| seat == elio && matches!(offer, Offer::Settle { .. }));
    sitting.enter(&way.entries);
    let view = sitting.log().state::<Game>().unwrap().view();
    let company = view.operating.unwrap().to_string();
    let browser = browser_of(&sitting, 0, Screen::Desktop).await;
    for edge in ["0", "1e6"] {
        let scroll = "document.querySelectorAll('.people .scroll, .firms .scroll').forEach((list) => list.scrollTop = Number(arguments[0]))";
        browser.script(scroll, vec![json!(edge)]).await;
        browser.still().await;
        for pinned in [".people .player.asked", ".firms .pinned"] {
            assert!(in_view(&browser, pinned).await, "{pinned} with the list scrolled to {edge}");
        }
    }
    let player = browser.text(".people .player.asked").await;
    let cash = view.players[4].cash.0.to_string();
    assert!(player.contains("Elio") && player.contains(&cash), "{player}");
    let charter = browser.text(".firms .pinned").await;
    let treasury = view.companies.iter().find(|view| view.name.to_string() == company).unwrap().cash.0;
    assert!(charter.contains(&company) && charter.contains(&treasury.to_string()), "{charter}");
    browser.is_accessible("1841 with five players, an operating round").await;
    browser.close().await;
}

/// Where the list of entries stands: how far from its end.
async fn from_end(browser: &Browser) -> f64 {
    let script = "const list = document.querySelector('.entries'); return list.scrollHeight - list.scrollTop - list.clientHeight";
    browser.script(script, Vec::new()).await.as_f64().unwrap()
}

/// The number of the last entry that the log shows.
async fn last_line(browser: &Browser) -> u64 {
    let script = "return Number([...document.querySelectorAll('.entries .line')].at(-1)?.dataset.entry ?? 0)";
    browser.script(script, Vec::new()).await.as_u64().unwrap()
}

/// The log follows what others do, unless somebody reads further up: then it stays, and a button leads to the newest.
#[tokio::test]
async fn the_log_follows_unless_somebody_reads_further_up() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    let browser = browser_of(&sitting, 0, Screen::Desktop).await;
    let table = Table { browser: &browser };
    let newest = async |number: u64| {
        table.entries_reach(number).await;
        let shown =
            async || (from_end(&browser).await < 3.0 && last_line(&browser).await == number).then_some(());
        browser.until(&format!("the line of entry {number} at the end of the log"), shown).await;
    };
    // Through an auction and a stock round into an operating round: one entry may end a turn and a round.
    let start: esp::Game = sitting.log().state().unwrap();
    let mut number = table.moment().await.1;
    for entry in way_to(&start, |_, offer| matches!(offer, Offer::LayTile { .. })).entries {
        sitting.enter(&[entry]);
        number += 1;
        newest(number).await;
    }
    // Somebody reads further up.
    let reads = async || {
        // The list may still be on its way to the newest line: then the reader scrolls once more.
        browser.script("document.querySelector('.entries').scrollTop = 40", Vec::new()).await;
        browser.has("button", "^Newest", "^Log$").await.then_some(())
    };
    browser.until("somebody reads further up", reads).await;
    go_on(&sitting, 3);
    table.entries_reach(number + 3).await;
    browser.still().await;
    let at = browser.script("return document.querySelector('.entries').scrollTop", Vec::new()).await;
    assert!((at.as_f64().unwrap() - 40.0).abs() < 2.0, "the reader is left alone, not sent to {at}");
    browser.press_matching("button", "^Newest", "^Log$").await;
    newest(number + 3).await;
    browser.until("no button", async || (!browser.has("button", "^Newest", "").await).then_some(())).await;
    browser.close().await;
}

/// What is not possible, once opened, is told for every position and never stands empty.
#[tokio::test]
async fn what_is_not_possible_keeps_up_with_the_position() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let start: t1841::Game = sitting.log().state().unwrap();
    let anna = SeatId(0);
    let stock =
        |seat, offer: &Offer| seat == anna && matches!(offer, Offer::Start { .. } | Offer::Buy { .. });
    sitting.enter(&way_to(&start, stock).entries);
    let browser = browser_of(&sitting, 0, Screen::Desktop).await;
    let table = Table { browser: &browser };
    browser.press("What is not possible now, and why").await;
    for _ in 0..4 {
        browser
            .until("reasons", async || {
                let text = browser.text("details[open] .cannot").await;
                (!text.is_empty()).then_some(())
            })
            .await;
        let before = table.moment().await.1;
        table.pass().await;
        // The others play until Anna is asked again.
        loop {
            let game: Game = sitting.log().state().unwrap();
            if game.turn() == Turn::Seat(anna) {
                break;
            }
            go_on(&sitting, 1);
        }
        table.entries_reach(before + 2).await;
        browser
            .until("Anna's turn", async || browser.has("button", "", "^What can I do$").await.then_some(()))
            .await;
    }
    // The heading of the panel is in view, however far down the last decision was made.
    assert!(in_view(&browser, ".act h2").await);
    browser.close().await;
}

/// Who only looks on is not offered to take anything back; who plays is, when the table's policy allows it.
#[tokio::test]
async fn only_players_who_may_take_back_are_offered_to() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    let visitor = crate::account::Account::sign_up(&server, "Vera");
    let visitor = Browser::start(Screen::Desktop).await.signed_in(&visitor).await;
    Table::visit(&visitor, &sitting.address).await;
    let Turn::Seat(first) = sitting.log().state::<Game>().unwrap().turn() else { panic!() };
    let player = browser_of(&sitting, first.0, Screen::Desktop).await;
    let table = Table { browser: &player };
    let before = table.moment().await.1;
    assert!(!player.has("button", "^Undo$", "").await, "nobody has done anything yet");
    table.bid().await;
    player.find("button", "^Undo$", "").await;
    Table { browser: &visitor }.entries_reach(before + 1).await;
    assert!(visitor.all("button", "^Undo$", "").await.is_empty(), "a visitor takes nothing back");
    go_on(&sitting, 1);
    table.entries_reach(before + 2).await;
    player
        .until("somebody has acted since", async || (!player.has("button", "^Undo$", "").await).then_some(()))
        .await;
    visitor.close().await;
    player.close().await;
}

/// A private note is there after a reload, even while it is still being written.
#[tokio::test]
async fn a_private_note_survives_a_reload_and_says_that_it_is_saved() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    let browser = browser_of(&sitting, 1, Screen::Desktop).await;
    let open = async || {
        browser.press("Talk").await;
        browser.press("My private note").await;
        browser.find("field", "^My private note$", "").await
    };
    let note = open().await;
    note.element.send_keys("buy the second private").await.unwrap();
    // At once, with the focus still in the field.
    browser.client.refresh().await.unwrap();
    Table::here(&browser).await;
    let note = open().await;
    let text = |note: crate::page::Thing| async move { note.element.prop("value").await.unwrap().unwrap() };
    browser
        .until("the note", async || {
            (text(open_field(&browser).await).await == "buy the second private").then_some(())
        })
        .await;
    note.element.send_keys(", then the third").await.unwrap();
    browser.sees("Saved").await;
    let stored = sitting.account(SeatId(1)).get(&format!("/api/tables/{}/note", sitting.id));
    assert_eq!(stored["text"], "buy the second private, then the third");
    browser.close().await;
}

async fn open_field(browser: &Browser) -> crate::page::Thing {
    browser.find("field", "^My private note$", "").await
}

/// Whether two things overlap on the screen.
pub(crate) async fn overlap(browser: &Browser, one: &str, other: &str) -> bool {
    let script = "const [a, b] = [...arguments].slice(0, 2).map((selector) => document.querySelector(selector)?.getBoundingClientRect());
        return !!a && !!b && a.width > 0 && b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom";
    browser.script(script, vec![json!(one), json!(other)]).await == true
}

/// What goes wrong is told in a sentence, beside what is needed to go on, and goes when it is over.
#[tokio::test]
async fn messages_are_sentences_cover_nothing_and_go_when_they_are_over() {
    let mut server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    let Turn::Seat(first) = sitting.log().state::<Game>().unwrap().turn() else { panic!() };
    let browser = browser_of(&sitting, first.0, Screen::Desktop).await;
    let table = Table { browser: &browser };
    let before = table.moment().await.1;
    // What the browser keeps for later is there: nothing is asked for any more but what the page asks for.
    let kept = "return navigator.serviceWorker.controller !== null";
    browser
        .until("the service worker", async || (browser.script(kept, Vec::new()).await == true).then_some(()))
        .await;
    server.stop();
    browser.press_matching("button", "^Bid for", "").await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    browser.sees("The server does not answer").await;
    let text = browser.text(".notices").await;
    assert!(!text.contains("TypeError") && !text.contains("fetch"), "{text}");
    assert!(text.contains("nothing is lost"), "{text}");
    for panel in [".stock", ".act", ".confirm", ".people", ".log"] {
        assert!(!overlap(&browser, ".notices", panel).await, "the message covers {panel}");
    }
    browser.resize(Screen::Phone).await;
    browser.until("a small screen", async || browser.exists(".notice").await.then_some(())).await;
    for panel in [".tabs", ".confirm"] {
        assert!(!overlap(&browser, ".notices", panel).await, "the message covers {panel} of a phone");
    }
    browser.resize(Screen::Desktop).await;
    // The server comes back: nobody has to put the message away.
    server.restart();
    table.entries_reach(before).await;
    browser.until("no message", async || (!browser.exists(".notice").await).then_some(())).await;
    // What was about to be done is still there.
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    table.entries_reach(before + 1).await;
    assert!(!browser.exists(".notice").await, "all is well");
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("net::ERR_")), "{errors:?}");
    browser.close().await;
}

/// A phone held sideways gets the phone's layout: one panel at a time, and the height for it.
#[tokio::test]
async fn a_phone_held_sideways_shows_one_panel_with_all_the_height() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &ESP, &PLAYERS);
    let browser = browser_of(&sitting, 0, Screen::Sideways).await;
    for tab in ["Do", "Chart", "Players", "Companies", "Log", "Bank", "Board"] {
        browser.press_matching("button", &format!("^{tab}$"), "^Panels$").await;
        let shown = "return [...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility()).length";
        assert_eq!(browser.script(shown, Vec::new()).await, 1, "{tab}");
        let wide = browser.script("return document.documentElement.scrollWidth", Vec::new()).await;
        assert!(wide.as_u64().unwrap() <= 844, "{tab} is {wide} wide");
        let high = "return [...document.querySelectorAll('.panel')].find((panel) => panel.checkVisibility()).clientHeight";
        let high = browser.script(high, Vec::new()).await;
        assert!(high.as_u64().unwrap() >= 290, "{tab} is {high} high of 390");
        browser.is_accessible(&format!("the tab {tab} of a phone held sideways")).await;
    }
    browser.close().await;
}

/// Given a phone held sideways, then who is asked for what is not cut, now or in the past; from there one goes on in the panel.
#[tokio::test]
async fn who_is_asked_is_not_cut_on_a_phone_held_sideways() {
    let Some(game) = recorded("1841/132002.json") else { return };
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Sideways).await);
    let table = import(&browser, &server, &game).await;
    let address = browser.client.current_url().await.unwrap();
    let address = address.as_str().split('?').next().unwrap().to_owned();
    let cut = async || {
        let script = "const asked = document.querySelector('.asked'); return [asked.scrollWidth - asked.clientWidth, asked.scrollHeight - asked.clientHeight, asked.textContent]";
        let (wide, high, text): (f64, f64, String) =
            serde_json::from_value(browser.script(script, Vec::new()).await).unwrap();
        assert!(wide <= 1.0 && high <= 1.0, "`{text}` is cut by {wide} and {high}");
    };
    // Stock rounds and steps of operating rounds.
    for at in [100, 150, 300, 400] {
        Table::visit(&browser, &format!("{address}?at={at}")).await;
        browser.until("the moment", async || (table.moment().await.0 == at).then_some(())).await;
        cut().await;
    }
    browser.press_matching("button", "^Do$", "^Panels$").await;
    browser.press("Fork from here").await;
    browser.until("the fork", async || (table.moment().await == (400, 400)).then_some(())).await;
    cut().await;
    browser.close().await;
}
