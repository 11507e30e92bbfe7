//! A whole operating turn (track, station, run, dividend, train) with the mouse, with the keyboard alone, and with fingers
//! on a phone; how many clicks it takes.

use crate::browser::{Browser, Screen};
use crate::position::way_to_when;
use crate::sitting::{Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use crate::ways::tab_to;
use fantoccini::key::Key;
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::id::SeatId;
use ferrata_engine::kind::action_kind;
use ferrata_engine::kit::Playable;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_titles::t1841;

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];
/// More decisions than a turn of this kind has.
const LONGEST: usize = 14;

/// A turn of a company that does everything there is to do, decision by decision; none if it cannot.
fn whole_turn(game: &t1841::Game, seat: SeatId) -> Option<Vec<Action>> {
    let (mut game, mut turn) = (game.clone(), Vec::new());
    let does = |turn: &[Action], kind: &str| turn.iter().any(|action| action_kind(action) == kind);
    while turn.len() < LONGEST {
        if !matches!(game.turn(), Turn::Seat(who) if who == seat) {
            return None;
        }
        let offers = game.offers();
        let legal = |action: &Action| game.why_not(&Entry::seat(seat, action.clone())).is_none();
        let take = |kind: fn(&Offer) -> bool| {
            let found = offers.iter().filter(|offer| kind(offer)).flat_map(Offer::samples);
            found.into_iter().find(legal)
        };
        let next = if let Some(tile) =
            take(|offer| matches!(offer, Offer::LayTile { .. })).filter(|_| !does(&turn, "lay_tile"))
        {
            tile
        } else if let Some(token) =
            take(|offer| matches!(offer, Offer::PlaceToken { .. })).filter(|_| !does(&turn, "place_token"))
        {
            token
        } else if offers.iter().any(|offer| matches!(offer, Offer::Run { .. })) {
            game.suggest_runs()
                .into_iter()
                .find(|run| matches!(run, Action::Run { routes } if !routes.is_empty()))?
        } else if offers.iter().any(|offer| matches!(offer, Offer::Settle { .. })) {
            Action::Settle { how: Settlement::Pay }
        } else if let Some(train) = take(|offer| matches!(offer, Offer::BuyTrain { from: Party::Bank, .. })) {
            turn.push(train);
            let all = ["lay_tile", "place_token", "run", "settle", "buy_train"];
            return all.iter().all(|kind| does(&turn, kind)).then_some(turn);
        } else {
            take(|offer| matches!(offer, Offer::Pass { .. }))?
        };
        game.apply(&Entry::seat(seat, next.clone())).ok()?;
        turn.push(next);
    }
    None
}

/// A table at which somebody is about to begin such a turn: who, and what they do in it.
fn before_a_whole_turn(server: &TestServer) -> (Sitting, SeatId, Vec<Action>) {
    let sitting = Sitting::begin(server, &V1, &PLAYERS);
    let start: t1841::Game = sitting.log().state().unwrap();
    let wanted = |game: &t1841::Game, seat: SeatId, offer: &Offer| {
        matches!(offer, Offer::LayTile { .. }) && whole_turn(game, seat).is_some()
    };
    sitting.enter(&way_to_when(&start, wanted).entries);
    let now: t1841::Game = sitting.log().state().unwrap();
    let Turn::Seat(seat) = now.turn() else { panic!("somebody's turn") };
    let turn = whole_turn(&now, seat).unwrap();
    (sitting, seat, turn)
}

/// The server has what was done.
fn last_kind(sitting: &Sitting) -> &'static str {
    action_kind(&sitting.log().entries.last().unwrap().entry.action)
}

/// Counts clicks from now on; a page that is loaded anew loses the count, and the test with it.
pub(crate) async fn count_clicks(browser: &Browser) {
    let script = "window.clicks = 0; addEventListener('click', (event) => window.clicks += event.isTrusted ? 1 : 0, true)";
    browser.script(script, Vec::new()).await;
}

/// The clicks since then, counted from nothing again.
pub(crate) async fn clicks(browser: &Browser) -> u64 {
    let script = "const clicks = window.clicks; window.clicks = 0; return clicks";
    browser.script(script, Vec::new()).await.as_u64().expect("the page was not loaded anew")
}

/// Given somebody who wants no questions asked, then a run, a dividend and a train take one click each, a tile three at
/// most.
#[tokio::test]
async fn a_whole_turn_takes_few_clicks() {
    let server = TestServer::network();
    let (sitting, seat, turn) = before_a_whole_turn(&server);
    let browser = Browser::start(Screen::Desktop).await.signed_in(sitting.account(seat)).await;
    let table = Table::visit(&browser, &sitting.address).await;
    browser.press("Menu").await;
    browser.select("^Confirm$", "", "nothing").await;
    browser.press("Menu").await;
    count_clicks(&browser).await;
    for action in &turn {
        table.by_hand(&sitting.game(), action).await;
        let kind = action_kind(action);
        let (clicks, most) = (clicks(&browser).await, if kind == "lay_tile" { 3 } else { 1 });
        println!("{kind}: {clicks} clicks");
        assert!(clicks <= most, "{kind} takes {clicks} clicks");
    }
    browser.close().await;
}

/// Without a mouse: to the panel by its key, to the button by Tab, twice Enter.
#[tokio::test]
async fn a_whole_turn_is_played_with_the_keyboard_alone() {
    let server = TestServer::network();
    let (sitting, seat, turn) = before_a_whole_turn(&server);
    let browser = Browser::start(Screen::Desktop).await.signed_in(sitting.account(seat)).await;
    let table = Table::visit(&browser, &sitting.address).await;
    let enter = Key::Enter.to_string();
    for action in &turn {
        let before = table.moment().await.1;
        if matches!(action, Action::Run { .. }) {
            browser.sees("proven best").await;
        }
        browser.keys("2").await;
        let there = "return !!document.activeElement.closest('[data-panel=act]')";
        browser
            .until("the focus there", async || {
                (browser.script(there, Vec::new()).await == true).then_some(())
            })
            .await;
        let button = match action {
            Action::LayTile { .. } => {
                tab_to(&browser, "^Lay a tile").await;
                browser.keys(&Key::Down.to_string()).await;
                browser.find("button", "^Confirm$", "^To be confirmed$").await;
                "^Lay a tile".to_owned()
            }
            Action::Run { .. } => "^Run for".to_owned(),
            action => table.name_of(&sitting.game(), action),
        };
        tab_to(&browser, &button).await;
        browser.keys(&enter).await;
        if !matches!(action, Action::LayTile { .. }) {
            browser.find("button", "^Confirm$", "^To be confirmed$").await;
            browser.keys(&enter).await;
        }
        table.entries_reach(before + 1).await;
        assert_eq!(last_kind(&sitting), action_kind(action));
    }
    browser.close().await;
}

/// With fingers: every tab is a touch away, and nothing lies over what is pressed.
async fn by_touch(screen: Screen) {
    let server = TestServer::network();
    let (sitting, seat, turn) = before_a_whole_turn(&server);
    let browser = Browser::start(screen).await.signed_in(sitting.account(seat)).await;
    let table = Table::visit(&browser, &sitting.address).await;
    for action in &turn {
        let tab = if matches!(action, Action::LayTile { .. }) { "^Board$" } else { "^Do$" };
        browser.press_matching("button", tab, "^Panels$").await;
        table.by_hand(&sitting.game(), action).await;
        assert_eq!(last_kind(&sitting), action_kind(action));
    }
    browser.close().await;
}

#[tokio::test]
async fn a_whole_turn_is_played_on_a_phone() {
    by_touch(Screen::Phone).await;
}

#[tokio::test]
async fn a_whole_turn_is_played_on_a_phone_held_sideways() {
    by_touch(Screen::Sideways).await;
}

/// A share is bought with one click, or with two where everything is to be confirmed.
#[tokio::test]
async fn a_share_is_bought_with_one_click_or_two() {
    let server = TestServer::network();
    let sitting = Sitting::begin(&server, &V1, &PLAYERS);
    let start: t1841::Game = sitting.log().state().unwrap();
    let way = crate::position::way_to(&start, |_, offer| {
        matches!(offer, Offer::Buy { from: Party::Bank | Party::Offering, .. })
    });
    sitting.enter(&way.entries);
    let now: t1841::Game = sitting.log().state().unwrap();
    let Turn::Seat(seat) = now.turn() else { panic!("somebody's turn") };
    let browser = Browser::start(Screen::Desktop).await.signed_in(sitting.account(seat)).await;
    let table = Table::visit(&browser, &sitting.address).await;
    let share = way.offer.samples().into_iter().next().unwrap();
    count_clicks(&browser).await;
    table.by_hand(&sitting.game(), &share).await;
    assert_eq!(clicks(&browser).await, 2, "everything is confirmed");
    browser.press_matching("button", "^(Take back|Undo)$", "").await;
    browser
        .until("the share given back", async || {
            (sitting.log().entries.len() == way.entries.len()).then_some(())
        })
        .await;
    browser.press("Menu").await;
    browser.select("^Confirm$", "", "nothing").await;
    browser.press("Menu").await;
    clicks(&browser).await;
    table.by_hand(&sitting.game(), &share).await;
    assert_eq!(clicks(&browser).await, 1, "nothing is confirmed");
    browser.close().await;
}
