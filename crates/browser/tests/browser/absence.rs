//! People who are not there: their orders are carried out, they are told when they are needed, and a program keeps their seat.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::position::{Way, way_to_when};
use crate::push_service::PushService;
use crate::sitting::{Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Entry, Title, Turn};
use ferrata_engine::view::RoundKind;
use ferrata_server::Clock;
use ferrata_titles::t1841;
use serde_json::{Value, json};

const ANNA: SeatId = SeatId(0);
const CARLA: SeatId = SeatId(1);
const BRUNO: SeatId = SeatId(2);

const HOUR: i64 = 60 * 60_000;
/// Noon in Rome on 15 January 2026.
const NOON: i64 = 1_768_474_800_000;

/// The way to a stock round in which Bruno can buy a share, and Anna, who is next, pass.
fn way_to_a_share(sitting: &Sitting) -> Way {
    let start: t1841::Game = sitting.log().state().unwrap();
    way_to_when(&start, |game: &t1841::Game, seat, offer| {
        let stock = game.view().round.kind == RoundKind::Stock;
        let share = matches!(offer, Offer::Buy { from: Party::Bank | Party::Offering, .. });
        stock && seat == BRUNO && share && {
            let mut then = game.clone();
            let bought = offer.samples().into_iter().next();
            bought.is_some_and(|action| then.apply(&Entry::seat(seat, action)).is_ok())
                && then.turn() == Turn::Seat(ANNA)
                && then.offers().iter().any(|offer| matches!(offer, Offer::Pass { .. }))
        }
    })
}

/// Lets messages come to a browser, as its person does it on the page of the account; then the page is closed.
async fn told_in(browser: &Browser, server: &TestServer) -> PushService {
    let service = PushService::open();
    service.serves(browser, &server.page("")).await;
    browser.go(&server.page("/account")).await;
    browser.press("Tell me in this browser").await;
    browser.sees("A browser, by 127.0.0.1").await;
    browser.go("about:blank").await;
    service
}

/// The notifications that a browser shows of this client.
async fn shown(browser: &Browser) -> Vec<Value> {
    let script = "const done = arguments[arguments.length - 1];
        navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
            .then((all) => done(all.map(({ title, body, data }) => ({ title, body, link: data.link }))))";
    browser.script_later(script, Vec::new()).await.as_array().cloned().unwrap_or_default()
}

/// Given Anna, who passes until something changes, and Carla, whose page is closed: when Bruno buys a share, then Anna's
/// turn is passed for her and Carla is told by push that it is her turn. When her time is up, a program plays on; when she
/// follows the message to the table, she takes her seat back and is asked again.
#[tokio::test]
async fn who_is_away_is_told_replaced_and_comes_back() {
    let clock = Clock::standing(NOON);
    let server = TestServer::by(clock.clone());
    // Bruno is asked first, then Anna, then Carla.
    let accounts = ["Anna", "Carla", "Bruno"].map(|name| Account::sign_up(&server, name));
    let terms = json!({ "pace": { "pace": "move", "minutes": 60 }, "at_zero": { "then": "program", "level": "novice" } });
    let sitting = Sitting::timed(&server, &V1, accounts.into(), &terms);
    let key = sitting.account(CARLA).get("/api/telling")["push_key"].as_str().unwrap().to_owned();
    let way = way_to_a_share(&sitting);
    sitting.enter(&way.entries);
    let [here, there, away] = [
        Browser::start(Screen::Phone).await.signed_in(sitting.account(ANNA)).await,
        Browser::start(Screen::Desktop).await.signed_in(sitting.account(BRUNO)).await,
        Browser::start(Screen::Phone).await.signed_in(sitting.account(CARLA)).await,
    ];
    let service = told_in(&away, &server).await;
    let annas = Table::visit(&here, &sitting.address).await;
    here.press_matching("button", "^Do$", "^Panels$").await;
    here.press_matching("button", "^Standing orders", "").await;
    here.is_accessible("standing orders on a phone").await;
    here.press("Pass until something changes").await;
    here.find("button", "^Cancel$", "").await;
    let brunos = Table::visit(&there, &sitting.address).await;
    let before = brunos.moment().await.1;
    let share: Action = way.offer.samples().into_iter().next().unwrap();
    brunos.by_hand(&sitting.game(), &share).await;
    for table in [&annas, &brunos] {
        table.entries_reach(before + 2).await;
    }
    assert_eq!(sitting.game().turn(), Turn::Seat(CARLA), "Anna's turn was passed");
    // By the clock of the server, whatever the browser's shows.
    let left =
        async || there.text("[data-clock=\"1\"]").await.contains("Carla: time is up in 59 min").then_some(());
    there.until("the time that Carla has left", left).await;
    let told = service.next(&key);
    assert_eq!(told["kind"], "your_turn", "{told}");
    PushService::deliver(&away, &server.page(""), &told).await;
    // Nobody comes.
    clock.turn_to(NOON + HOUR);
    let line = "Carla's time is up: a program (novice) plays on until they are back.";
    brunos.log_tells(line).await;
    let up = service.next(&key);
    assert_eq!(up["kind"], "time_up", "{up}");
    brunos.entries_reach(before + 4).await;
    assert_ne!(sitting.game().turn(), Turn::Seat(CARLA), "the program has decided");
    comes_back(&away, &server, &told).await;
    brunos.log_tells("Carla is back and plays again.").await;
    asked_again(&sitting, &away).await;
    for browser in [here, there, away] {
        browser.close().await;
    }
}

/// Carla sees that she was told, follows the link and takes her seat back.
async fn comes_back(browser: &Browser, server: &TestServer, told: &Value) {
    let path = told["link"].as_str().unwrap().splitn(4, '/').nth(3).unwrap();
    Table::visit(browser, &server.page(&format!("/{path}"))).await;
    let notifications = shown(browser).await;
    let [one] = notifications.as_slice() else { panic!("{notifications:?}") };
    assert_eq!((&one["title"], &one["body"], &one["link"]), (&told["title"], &told["body"], &told["link"]));
    browser.sees("A program plays your seat").await;
    browser.is_accessible("a seat that a program keeps").await;
    browser.press("Take my seat back").await;
    let gone = async || (!browser.says("A program plays your seat").await).then_some(());
    browser.until("the seat back", gone).await;
}

/// The others play on until Carla is asked: she is, and acts herself.
async fn asked_again(sitting: &Sitting, browser: &Browser) {
    while sitting.game().turn() != Turn::Seat(CARLA) {
        crate::manners::go_on(sitting, 1);
    }
    let table = Table { browser };
    table.entries_reach(sitting.number()).await;
    browser.press_matching("button", "^Do$", "^Panels$").await;
    browser.until("Carla's turn", async || table.asked().await.starts_with("Carla").then_some(())).await;
    let before = table.moment().await.1;
    table.pass().await;
    table.entries_reach(before + 1).await;
}

/// Given somebody in Rome who has never said where they are, when they first come, then their nights are Rome's; what they
/// choose instead stays, wherever they look from next.
#[tokio::test]
async fn the_browsers_time_zone_is_saved_until_another_is_chosen() {
    let server = TestServer::network();
    let anna = Account::sign_up(&server, "Anna");
    let zone = || anna.get("/api/me/preferences")["zone"].as_str().unwrap().to_owned();
    assert_eq!(zone(), "UTC");
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    let moves_to =
        async |zone: &str| browser.tell("Emulation.setTimezoneOverride", json!({ "timezoneId": zone })).await;
    moves_to("Europe/Rome").await;
    browser.go(&server.page("/")).await;
    browser.until("the zone of Rome", async || (zone() == "Europe/Rome").then_some(())).await;
    browser.go(&server.page("/account")).await;
    browser.fill("^My time zone", "", "America/Lima").await;
    browser.press("Save").await;
    browser.until("the zone of Lima", async || (zone() == "America/Lima").then_some(())).await;
    moves_to("Asia/Tokyo").await;
    browser.client.refresh().await.unwrap();
    let shown =
        async || browser.find("field", "^My time zone", "").await.element.prop("value").await.unwrap();
    browser
        .until("what was chosen", async || (shown().await.as_deref() == Some("America/Lima")).then_some(()))
        .await;
    assert_eq!(zone(), "America/Lima");
    browser.close().await;
}
