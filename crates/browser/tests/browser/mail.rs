//! Mail as it is read: as wide as a phone and wider, light and dark.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::mail_sink::{MailSink, readable};
use crate::sitting::{Sitting, V1};
use crate::test_server::TestServer;
use base64::Engine;
use ferrata_server::Clock;
use serde_json::json;

const HOUR: i64 = 60 * 60_000;
/// Noon in Rome on 15 January 2026.
const NOON: i64 = 1_768_474_800_000;

/// The mails of a day: by a word, the HTML of each.
pub(crate) async fn mails() -> Vec<(&'static str, String)> {
    let (sink, clock) = (MailSink::open().await, Clock::standing(NOON));
    let server = TestServer::with_mail(clock.clone(), Some(sink.address));
    let [anna, bruno, carla] = ["Anna", "Bruno", "Carla"].map(|name| Account::sign_up(&server, name));
    for (at, (account, digest)) in [(&bruno, false), (&carla, true)].into_iter().enumerate() {
        let address = format!("{}@example.net", account.name.to_lowercase());
        let new = json!({ "digest": digest, "address": { "by": "mail", "address": address } });
        account.post("/api/me/destinations", &new);
        let asked = readable(&sink.wait(at + 1).await[at]);
        let key = asked.split("/account#confirm=").nth(1).unwrap();
        let key: String = key.chars().take_while(char::is_ascii_alphanumeric).collect();
        account.post("/api/destinations/confirm", &json!({ "key": key }));
    }
    let sitting = Sitting::of(&server, &V1, vec![anna, bruno, carla]);
    let [anna, bruno, _] = sitting.accounts.as_slice() else { unreachable!() };
    let line = "@Bruno @Carla: who bids for the Società per la strada ferrata Torino-Genova? <3";
    anna.post(&format!("/api/tables/{}/chat", sitting.id), &json!({ "text": line }));
    bruno.post("/api/password/forgotten", &json!({ "name": "Bruno" }));
    // Two questions; the start, the turn, the mention and the password, one by one; on the next day, all at once.
    sink.wait(6).await;
    clock.turn_to(NOON + 24 * HOUR);
    let all: Vec<_> = sink.wait(7).await.iter().map(|mail| readable(mail)).collect();
    let of = |subject: &str| {
        let wanted =
            |mail: &&String| mail.lines().any(|line| line.starts_with(&format!("Subject: {subject}")));
        let mail = all.iter().find(wanted).unwrap_or_else(|| panic!("no mail `{subject}` in {all:#?}"));
        let from = mail.find("<!doctype html>").unwrap();
        mail[from..mail.find("</html>").unwrap()].to_owned()
    };
    let subjects = [
        ("confirm", "Is this your address?"),
        ("turn", "Your turn"),
        ("mention", "You are mentioned"),
        ("password", "A new password"),
        ("digest", "Ferrata: 3 things"),
    ];
    subjects.map(|(name, subject)| (name, of(subject))).into()
}

/// Opens a mail as programs for mail do: by itself.
pub(crate) async fn open(browser: &Browser, html: &str) {
    let code = base64::prelude::BASE64_STANDARD.encode(html);
    browser.go(&format!("data:text/html;charset=utf-8;base64,{code}")).await;
}

/// Given the mails of a day, when they are opened on a phone, then nothing sticks out, all can be read in light and dark,
/// and what is to be done is a button as large as a thumb.
#[tokio::test]
async fn mail_can_be_read_on_a_phone() {
    let browser = Browser::start(Screen::Phone).await;
    for (name, html) in mails().await {
        open(&browser, &html).await;
        browser.is_accessible(&format!("the mail {name}")).await;
        let seen = "const calls = [...document.querySelectorAll('a.call')].map((one) => one.getBoundingClientRect());
            return [document.documentElement.scrollWidth - innerWidth, calls.length, Math.min(...calls.map((one) => one.height)),
                getComputedStyle(document.body).fontSize]";
        let seen = browser.script(seen, Vec::new()).await;
        let calls = if name == "digest" { 3 } else { 1 };
        assert!(seen[0].as_i64().unwrap() <= 0, "{name} is {} pixels too wide", seen[0]);
        assert_eq!((seen[1].as_u64(), seen[3].as_str()), (Some(calls), Some("16px")), "{name}");
        assert!(seen[2].as_f64().unwrap() >= 44.0, "{name}: {}", seen[2]);
    }
    browser.close().await;
}
