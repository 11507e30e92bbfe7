//! 1883 and 18FB as a group plays them: from the set-up to what only they have.

use crate::browser::{Browser, Screen};
use crate::position::way_to_when;
use crate::sitting::{FB, Sitting};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_titles::fb;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];
/// More steps than any way there takes.
const PATIENCE: usize = 160;

/// Takes the first of these offers that is there; else runs, pays out, declines, or does what must be done.
async fn go_on(table: &Table<'_>, wanted: &[&str]) {
    for pattern in wanted {
        if table.offers_to(pattern).await {
            return table.take(pattern).await;
        }
    }
    if table.browser.exists(".act .run").await {
        return table.run_best().await;
    }
    if table.offers_to("^Settle the earnings: pay out$").await {
        return table.take("^Settle the earnings: pay out$").await;
    }
    for group in ["^Pass$", "^Decide$", "^Companies$"] {
        if table.browser.has("button", "", group).await {
            return table.pass().await;
        }
    }
    // What must be done: a train that has to be bought, money that has to be raised.
    table.take("^(Buy|Sell|Place|Start|Settle)").await;
}

#[tokio::test]
async fn three_play_1883_from_the_privates_to_the_second_event() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    let table = Table::set_up(&browser, &server, "1883", &PLAYERS).await;
    // Nobody bids blind: what a private does is told beside it, and its rule can be read.
    browser.sees("no power of its own").await;
    browser.press_matching("button", "^1883-3\\.2-02$", "").await;
    browser.find("button", "^1883-3\\.2-03$", "^Rules$").await;
    browser.fill("^Search the rules$", "^Rules$", "anchor port").await;
    browser.find("button", "^1883-3\\.2-18$", "^Rules$").await;
    browser.press_matching("button", "^Close$", "^Rules$").await;
    let mut events = 0;
    let (mut seen, mut read) = (String::new(), false);
    for _ in 0..PATIENCE {
        let round = table.round().await;
        // One event for each operating round but the first.
        if round.starts_with("Operating") && round != seen {
            events += usize::from(round != "Operating round 1.1");
            seen = round;
        }
        if events == 2 {
            break;
        }
        if seen == "Operating round 1.1" && !read {
            read = true;
            can_be_read(&browser, "1883 in its first operating round").await;
        }
        go_on(&table, &["^Buy (TCB|FRV|CNP|TMM|FCV|FSFP)", "^Set the price"]).await;
    }
    assert_eq!(events, 2, "{seen}");
    // The card in force is named among the cards, with what it does.
    browser.press("Cards and more").await;
    let now = browser.text(".panel.stock .scroll").await;
    assert!(now.contains("cards left"), "{now}");
    browser.is_accessible("1883, an event").await;
    fits_a_phone(&browser).await;
    browser.close().await;
}

/// What a line of 18FB brings beyond the line itself: whether the price rises.
fn reaches_its_destination(game: &fb::Game, seat: SeatId, offer: &Offer) -> bool {
    let Offer::BuildLine { company, .. } = offer else { return false };
    let price = |game: &fb::Game| {
        game.view().companies.iter().find(|view| view.name == *company).and_then(|view| view.price)
    };
    let mut then = game.clone();
    let built = offer.samples().into_iter().next().map(|action| Entry::seat(seat, action));
    built.is_some_and(|built| then.apply(&built).is_ok()) && price(&then) > price(game)
}

/// The way there is long: others play it, the line itself is built in the browser.
#[tokio::test]
async fn an_18fb_company_builds_the_line_to_its_destination() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &FB, &PLAYERS);
    let start: fb::Game = sitting.log().state().unwrap();
    let way = way_to_when(&start, reaches_its_destination);
    let Offer::BuildLine { company, hex, .. } = &way.offer else { unreachable!() };
    println!("18FB: {company} reaches {hex} after {} entries", way.entries.len());
    sitting.enter(&way.entries);
    let now: fb::Game = sitting.log().state().unwrap();
    let Turn::Seat(seat) = now.turn() else { panic!("somebody's turn") };
    let browser = Browser::start(Screen::Desktop).await.signed_in(sitting.account(seat)).await;
    let table = Table::visit(&browser, &sitting.address).await;
    // The board is higher than wide, and has the height of the window.
    let height = browser
        .script("return document.querySelector('.panel.board').clientHeight / innerHeight", Vec::new());
    assert!(height.await.as_f64().unwrap() > 0.8);
    let before = table.moment().await.1;
    table.click_hex(hex.as_str()).await;
    browser.press_matching("button", "^Confirm$", "^To be confirmed$").await;
    table.entries_reach(before + 1).await;
    browser.sees("destination bonus").await;
    fits_a_phone(&browser).await;
    browser.close().await;
}

/// The whole board is seen from afar, and still read, on every size of screen.
#[tokio::test]
async fn the_writing_on_boards_and_charts_is_high_enough_at_rest() {
    const SCREENS: [Screen; 5] =
        [Screen::Desktop, Screen::Wide, Screen::VeryWide, Screen::Phone, Screen::Sideways];
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    for title in ["1841", "18ESP", "1883", "18FB"] {
        browser.resize(Screen::Desktop).await;
        Table::set_up(&browser, &server, title, &PLAYERS).await;
        for screen in SCREENS {
            browser.resize(screen).await;
            browser.client.refresh().await.unwrap();
            Table::here(&browser).await;
            browser.still().await;
            can_be_read(&browser, &format!("{title} on {screen:?}")).await;
        }
    }
    browser.close().await;
}

/// Given a board that nobody has moved, when the phone is turned, then it can still be read.
#[tokio::test]
async fn a_phone_that_is_turned_shows_a_board_that_can_be_read() {
    let (server, browser) = (TestServer::local(), Browser::start(Screen::Desktop).await);
    Table::set_up(&browser, &server, "1841", &PLAYERS).await;
    for screen in [Screen::Phone, Screen::Sideways, Screen::Phone, Screen::Desktop] {
        browser.resize(screen).await;
        browser.still().await;
        can_be_read(&browser, &format!("1841 turned to {screen:?}")).await;
    }
    browser.close().await;
}

/// No writing on board and chart is lower than nine pixels.
async fn can_be_read(browser: &Browser, what: &str) {
    for (panel, tab) in [("board", "^Board$"), ("chart", "^Chart$")] {
        if browser.touched.get() {
            browser.press_matching("button", tab, "^Panels$").await;
            // A panel that comes into sight is measured, and drawn to fit, with the next picture.
            browser.still().await;
        }
        let selector = format!(".panel.{panel}");
        let read = async || {
            let (all, low, least) = writing(browser, &selector).await;
            (all > 15).then_some((all, low, least))
        };
        let (all, low, least) = browser.until("the drawing", read).await;
        println!(
            "{what}, {panel}: {low} of {all} pieces of writing are lower than 9 px, the lowest {least:.1} px"
        );
        assert!(low == 0, "{what}, {panel}: {low} of {all} are too low, the lowest {least:.1} px");
    }
}

/// Of the writing that is in sight in a panel: how many pieces there are, how many of them are lower than nine pixels, and
/// how high the lowest is. Names inside tokens, which have the token's colour and pattern beside them, do not count.
async fn writing(browser: &Browser, panel: &str) -> (u64, u64, f64) {
    let script = "const panel = document.querySelector(arguments[0]), frame = panel.getBoundingClientRect();
        const sizes = [...panel.querySelectorAll('svg text')].filter((text) => !text.closest('.token, .home, .marker')).filter((text) => {
            const at = text.getBoundingClientRect();
            return at.width > 0 && at.left >= frame.left && at.right <= frame.right && at.top >= frame.top && at.bottom <= frame.bottom;
        }).map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a);
        return [sizes.length, sizes.filter((size) => size < 8.95).length, Math.min(...sizes)]";
    serde_json::from_value(browser.script(script, vec![panel.into()]).await).unwrap()
}

/// Nothing sticks out of the page to the right on a phone.
async fn fits_a_phone(browser: &Browser) {
    browser.resize(Screen::SmallPhone).await;
    let script = "return document.documentElement.scrollWidth <= innerWidth && innerWidth <= 360";
    browser
        .until("a page as wide as the phone", async || {
            (browser.script(script, Vec::new()).await == true).then_some(())
        })
        .await;
    browser.resize(Screen::Desktop).await;
}
