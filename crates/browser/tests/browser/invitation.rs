//! From an invitation to a seat, with and without an account.

use crate::account::{Account, PASSWORD};
use crate::browser::{Browser, Screen};
use crate::house::House;
use serde_json::{Value, json};

/// A table that waits for players, and the keys that let them in.
struct Waiting {
    house: House,
    host: Account,
    id: String,
    invite: String,
    seat_keys: Vec<String>,
}

impl Waiting {
    /// Anna makes a table for three and sits down.
    fn open(visibility: &str) -> Waiting {
        let house = House::on_the_network();
        let host = Account::sign_up(&house, "Anna");
        let wish = json!({
            "title": "18ESP", "edition": "rulebook", "players": ["Anna", "Player 2", "Player 3"],
            "undo": "own", "visibility": visibility, "seat": 0, "name": "Thursday",
        });
        let made = host.post("/api/tables", &wish);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let seat_keys = made["seat_keys"].as_array().unwrap().iter().map(text).collect();
        Waiting { house, host, id: text(&made["id"]), invite: text(&made["invite"]), seat_keys }
    }

    fn link(&self, key: &str) -> String {
        self.house.page(&format!("/join/{}#{key}", self.id))
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

/// Counts clicks from now on; a page that is loaded anew loses the count, and the test with it.
async fn count_clicks(browser: &Browser) {
    let script = "window.clicks = 0; addEventListener('click', () => window.clicks++, true)";
    browser.script(script, Vec::new()).await;
}

async fn clicks(browser: &Browser) -> u64 {
    browser.script("return window.clicks", Vec::new()).await.as_u64().expect("the page was not loaded anew")
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
    Account::sign_up(&waiting.house, "Berta");
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
    browser.go(&waiting.house.page("/account")).await;
    browser.sees("Signed in as Berta").await;
    browser.close().await;
}

/// Given an account that sits already, when its link is opened again, then the table is there and nothing is wrong.
#[tokio::test]
async fn the_own_link_opened_again_shows_the_table() {
    let waiting = Waiting::open("seats");
    let berta = Account::sign_up(&waiting.house, "Berta");
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
        (Account::sign_up(&waiting.house, "Berta"), Account::sign_up(&waiting.house, "Carla"));
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
