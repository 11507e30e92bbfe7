//! From an invitation to a seat, with and without an account.

use crate::account::{Account, PASSWORD};
use crate::browser::{Browser, Screen};
use crate::table::Table;
use crate::test_server::TestServer;
use crate::whole_turn::{clicks, count_clicks};
use serde_json::{Value, json};

/// A table that waits for players, and the keys that let them in.
struct Waiting {
    server: TestServer,
    host: Account,
    id: String,
    invite: String,
    seat_keys: Vec<String>,
}

impl Waiting {
    /// Anna makes a table for three and sits down.
    fn open(visibility: &str) -> Waiting {
        let server = TestServer::network();
        let host = Account::sign_up(&server, "Anna");
        let wish = json!({
            "title": "18ESP", "edition": "rulebook", "players": ["Anna", "Player 2", "Player 3"],
            "undo": "own", "visibility": visibility, "seat": 0, "name": "Thursday",
        });
        let made = host.post("/api/tables", &wish);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let seat_keys = made["seat_keys"].as_array().unwrap().iter().map(text).collect();
        Waiting { server, host, id: text(&made["id"]), invite: text(&made["invite"]), seat_keys }
    }

    fn link(&self, key: &str) -> String {
        self.server.page(&format!("/join/{}#{key}", self.id))
    }

    /// Who sits where.
    fn seats(&self) -> Vec<Option<String>> {
        let table = self.host.get(&format!("/api/tables/{}", self.id));
        let name = |seat: &Value| (seat["taken"] == true).then(|| seat["name"].as_str().unwrap().to_owned());
        table["seats"].as_array().unwrap().iter().map(name).collect()
    }

    /// The browser shows the table, and its owner sits there.
    async fn shows_seat(&self, browser: &Browser, seat: usize, name: &str) {
        browser.sees(&format!("Seat {seat}: {name}")).await;
        browser.find("button", "^Leave the seat$", "").await;
        assert_eq!(browser.client.current_url().await.unwrap().path(), format!("/table/{}", self.id));
        assert_eq!(self.seats()[seat - 1].as_deref(), Some(name));
    }
}

/// Clicks into a field and writes.
async fn write(browser: &Browser, field: &str, text: &str) {
    browser.press_matching("field", field, "").await;
    browser.keys(text).await;
}

/// Given the link of a seat and no account, when somebody signs up there, then they sit at the table after four clicks
/// at most.
#[tokio::test]
async fn an_invitation_leads_to_a_seat_without_an_account() {
    let waiting = Waiting::open("seats");
    let browser = Browser::start(Screen::Desktop).await;
    browser.go(&waiting.link(&waiting.seat_keys[2])).await;
    browser.find("heading", "invited", "").await;
    browser.is_accessible("an invitation").await;
    count_clicks(&browser).await;
    write(&browser, "^Name", "Berta").await;
    write(&browser, "^Password", PASSWORD).await;
    browser.press_matching("button", "^Sign up", "").await;
    waiting.shows_seat(&browser, 3, "Berta").await;
    let clicks = clicks(&browser).await;
    println!("from the invitation to the seat without an account: {clicks} clicks");
    assert!(clicks <= 4, "{clicks} clicks");
    assert!(!browser.exists(".notice").await, "nothing went wrong");
    browser.close().await;
}

/// Given an account, when its password is first mistyped, then the invitation still leads to a seat, and another free
/// one can be chosen.
#[tokio::test]
async fn an_invitation_survives_a_mistyped_password_and_lets_choose_a_seat() {
    let waiting = Waiting::open("link");
    Account::sign_up(&waiting.server, "Berta");
    let browser = Browser::start(Screen::Desktop).await;
    browser.go(&waiting.link(&waiting.invite)).await;
    browser.fill("^Name", "", "Berta").await;
    browser.fill("^Password", "", "something else").await;
    browser.press_matching("button", "^Sign in", "").await;
    browser.sees("do not belong together").await;
    browser.fill("^Password", "", PASSWORD).await;
    browser.press_matching("button", "^Sign in", "").await;
    waiting.shows_seat(&browser, 2, "Berta").await;
    assert!(!browser.says("do not belong together").await, "what went wrong before is gone");
    browser.press("Leave the seat").await;
    browser.until("seat 2 is free", async || waiting.seats()[1].is_none().then_some(())).await;
    browser.press("Sit on seat 3").await;
    waiting.shows_seat(&browser, 3, "Berta").await;
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("401")), "{errors:?}");
    browser.close().await;
}

/// Given an invitation, when somebody goes to the page of the account to sign up, then they still come to their seat.
#[tokio::test]
async fn signing_up_on_the_page_of_the_account_goes_on_to_the_seat() {
    let waiting = Waiting::open("seats");
    let browser = Browser::start(Screen::Phone).await;
    browser.go(&waiting.link(&waiting.seat_keys[1])).await;
    browser.find("heading", "invited", "").await;
    browser.follow("Account").await;
    browser.find("heading", "^Account$", "").await;
    browser.fill("^Name", "", "Berta").await;
    browser.fill("^Password", "", PASSWORD).await;
    browser.press("Sign up").await;
    waiting.shows_seat(&browser, 2, "Berta").await;
    // The invitation is used up: the page of the account stays where it is.
    browser.go(&waiting.server.page("/account")).await;
    browser.sees("Signed in as Berta").await;
    browser.close().await;
}

/// Given an account that sits already, when its link is opened again, then the table is there and nothing is wrong.
#[tokio::test]
async fn the_own_link_opened_again_shows_the_table() {
    let waiting = Waiting::open("seats");
    let berta = Account::sign_up(&waiting.server, "Berta");
    let browser = Browser::start(Screen::Desktop).await.signed_in(&berta).await;
    for key in [&waiting.seat_keys[1], &waiting.seat_keys[1], &waiting.invite] {
        browser.go("about:blank").await;
        browser.go(&waiting.link(key)).await;
        waiting.shows_seat(&browser, 2, "Berta").await;
        assert!(!browser.exists(".notice").await, "nothing went wrong");
    }
    assert_eq!(waiting.seats()[2], None, "one seat is enough");
    browser.close().await;
}

/// Given a seat that somebody else has taken, when its link is opened, then the page says so, and how to go on.
#[tokio::test]
async fn a_seat_taken_by_somebody_else_is_told() {
    let waiting = Waiting::open("seats");
    let (berta, carla) =
        (Account::sign_up(&waiting.server, "Berta"), Account::sign_up(&waiting.server, "Carla"));
    let join = format!("/api/tables/{}/join", waiting.id);
    berta.post(&join, &json!({ "key": waiting.seat_keys[1] }));
    let browser = Browser::start(Screen::Desktop).await.signed_in(&carla).await;
    browser.go(&waiting.link(&waiting.seat_keys[1])).await;
    browser.sees("seat 2 is taken").await;
    browser.sees("Ask whoever invited you for another link").await;
    assert_eq!(waiting.seats()[1].as_deref(), Some("Berta"));
    let errors = browser.console_errors().await;
    assert!(errors.iter().all(|error| error.contains("409")), "{errors:?}");
    browser.close().await;
}

/// Given a server on a network, then somebody with an account plays all seats at one screen; a friend follows the link of
/// a seat and has it from then on.
#[tokio::test]
async fn one_screen_plays_all_seats_on_a_network() {
    let server = TestServer::network();
    let stranger = Browser::start(Screen::Phone).await;
    stranger.go(&server.page("/new")).await;
    stranger.sees("A table belongs to an account").await;
    assert!(!stranger.has("button", "^Open the table$", "").await, "first an account");
    let (anna, bruno) = (Account::sign_up(&server, "Anna"), Account::sign_up(&server, "Bruno"));
    let browser = Browser::start(Screen::Desktop).await.signed_in(&anna).await;
    browser.go(&server.page("/new")).await;
    browser.tick("^18ESP").await;
    browser.select("^How many", "", "3").await;
    browser.tick("^One screen").await;
    assert!(!browser.says("Who may see it").await, "there is nobody to see it but by link");
    browser.press("Open the table").await;
    let table = Table::here(&browser).await;
    // Whoever is asked, it is asked here.
    for entries in 1..4 {
        table.bid().await;
        table.entries_reach(entries).await;
    }
    browser.press("Menu").await;
    browser.press("Links that let people in").await;
    let asked = table.asked().await.chars().find(char::is_ascii_digit).unwrap();
    let link = browser.find("field", &format!("^Seat {asked}"), "").await;
    let link = link.element.prop("value").await.unwrap().unwrap();
    let stranger = stranger.signed_in(&bruno).await;
    let there = Table::visit(&stranger, &link).await;
    stranger.press_matching("button", "^Do$", "^Panels$").await;
    there.bid().await;
    browser.close().await;
    stranger.close().await;
}
