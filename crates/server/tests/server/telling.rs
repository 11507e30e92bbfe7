//! People are told what they want to know, where and when they want it, once.

use crate::mail_sink::{MailSink, readable};
use crate::sinks::Sink;
use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, look_up, on_both};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD};
use ferrata_server::{Clock, MailConfig};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::net::SocketAddr;

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;
/// Noon in Rome on 15 January 2026.
const NOON: i64 = 1_768_474_800_000;

/// A server whose clock the test turns, with an address for mail.
async fn server(on: On, mail: Option<&MailSink>) -> (TestServer, Clock) {
    let clock = Clock::standing(NOON);
    let (own, mail) = (clock.clone(), mail.map(|sink| sink.address));
    let server = TestServer::open(on, |config| {
        config.listen = SocketAddr::from(([0, 0, 0, 0], 0));
        config.clock = own;
        config.private_destinations = true;
        config.public_url = Some("https://ferrata.example.org/".into());
        config.mail = mail.map(|address| MailConfig {
            smtp: format!("smtp://{address}"),
            from: "Ferrata <ferrata@example.org>".into(),
        });
    })
    .await;
    (server, clock)
}

async fn three(server: &TestServer) -> [Person; 3] {
    [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await]
}

/// Somebody wants to be told by requests to this path; the secret with which they are signed.
async fn webhook(person: &Person, sink: &Sink, path: &str) -> String {
    let new = json!({ "address": { "by": "webhook", "url": sink.url(path) } });
    let made = person.post("/api/me/destinations", new).await.ok().await;
    made["secret"].as_str().unwrap().to_owned()
}

async fn prefer(person: &Person, preferences: Value) {
    person.send(reqwest::Method::PUT, "/api/me/preferences", Some(preferences)).await.ok().await;
}

async fn pass(person: &Person, table: &str, number: u64, seat: u8) {
    person.act(table, number, seat, &json!({ "do": "pass" })).await.ok().await;
}

/// Waits until nothing is left to be decided or sent now.
async fn settled(server: &TestServer) {
    let left = "SELECT CAST((SELECT COUNT(*) FROM outbox WHERE done IS NULL AND due <= at) \
                + (SELECT COUNT(*) FROM deliveries WHERE done IS NULL AND attempts = 0 AND what <> 'digest') AS TEXT)";
    for _ in 0..1000 {
        if look_up(&server.url, left).await == "0" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("something is never told");
}

on_both! {
    /// Given three at a table of whom one has a webhook, when it becomes their turn, then they are told at once, once,
    /// signed, with a link to the table; and not of what they do themselves.
    async fn whoever_has_the_turn_is_told(on: On) {
        let (server, _) = server(on, None).await;
        let people = three(&server).await;
        let sink = Sink::open().await;
        let secret = webhook(&people[1], &sink, "/bruno").await;
        let table = seated(&people, "free").await;
        // The start, then the turn.
        assert_eq!(sink.wait(1).await[0].json()["kind"], "started");
        pass(&people[0], &table, 1, 0).await;
        let came = sink.wait(2).await;
        let turn = &came[1];
        assert_eq!(turn.path, "/bruno");
        let said = turn.json();
        assert_eq!((said["kind"].as_str(), said["table"]["id"].as_str()), (Some("your_turn"), Some(table.as_str())));
        assert_eq!(said["link"], format!("https://ferrata.example.org/table/{table}"));
        let signed = format!("{}.{}.{}", turn.header("webhook-id"), turn.header("webhook-timestamp"),
            String::from_utf8_lossy(&turn.body));
        let key = BASE64_STANDARD.decode(secret.strip_prefix("whsec_").unwrap()).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(signed.as_bytes());
        let signature = format!("v1,{}", BASE64_STANDARD.encode(mac.finalize().into_bytes()));
        assert_eq!(turn.header("webhook-signature"), signature);
        pass(&people[1], &table, 2, 1).await;
        pass(&people[2], &table, 3, 2).await;
        settled(&server).await;
        assert_eq!(sink.came().len(), 2);
    }

    /// Given somebody with quiet hours, when their turn comes at night, then they are told in the morning of their own
    /// place; and not if they have played meanwhile.
    async fn at_night_nobody_is_told(on: On) {
        let (server, clock) = server(on, None).await;
        let people = three(&server).await;
        let table = seated(&people, "free").await;
        let sink = Sink::open().await;
        webhook(&people[1], &sink, "/").await;
        prefer(&people[1], json!({ "zone": "Europe/Rome", "quiet": { "from": 22 * 60, "to": 7 * 60 } })).await;
        clock.turn_to(NOON + 11 * HOUR);
        pass(&people[0], &table, 1, 0).await;
        settled_later(&server).await;
        assert!(sink.came().is_empty());
        clock.turn_to(NOON + 19 * HOUR - 1);
        settled_later(&server).await;
        assert!(sink.came().is_empty(), "a moment before seven");
        clock.turn_to(NOON + 19 * HOUR);
        assert_eq!(sink.wait(1).await[0].json()["kind"], "your_turn");
        // The next night they play by themselves.
        pass(&people[1], &table, 2, 1).await;
        pass(&people[2], &table, 3, 2).await;
        clock.turn_to(NOON + 36 * HOUR);
        pass(&people[0], &table, 4, 0).await;
        settled_later(&server).await;
        pass(&people[1], &table, 5, 1).await;
        clock.turn_to(NOON + 44 * HOUR);
        settled(&server).await;
        assert_eq!(sink.came().len(), 1);
    }

    /// Given somebody who only wants to be told after ten minutes without a look, then a look before their turn puts it
    /// off, and one after it makes it needless.
    async fn whoever_looks_need_not_be_told(on: On) {
        let (server, clock) = server(on, None).await;
        let people = three(&server).await;
        let table = seated(&people, "free").await;
        let sink = Sink::open().await;
        webhook(&people[1], &sink, "/").await;
        prefer(&people[1], json!({ "zone": "UTC", "unseen_minutes": 10 })).await;
        let look = async || people[1].send(reqwest::Method::PUT, &format!("/api/tables/{table}/seen"), None).await.ok().await;
        look().await;
        clock.turn_to(NOON + 4 * MINUTE);
        pass(&people[0], &table, 1, 0).await;
        settled_later(&server).await;
        assert!(sink.came().is_empty());
        clock.turn_to(NOON + 10 * MINUTE);
        sink.wait(1).await;
        // Again, but they look when it is their turn.
        look().await;
        pass(&people[1], &table, 2, 1).await;
        pass(&people[2], &table, 3, 2).await;
        clock.turn_to(NOON + 12 * MINUTE);
        pass(&people[0], &table, 4, 0).await;
        settled_later(&server).await;
        look().await;
        clock.turn_to(NOON + 60 * MINUTE);
        settled(&server).await;
        assert_eq!(sink.came().len(), 1);
    }

    /// Given a receiver that fails, then the same message with the same key is tried again after growing pauses until it
    /// arrives, and its owner sees what is wrong.
    async fn what_does_not_arrive_is_sent_again(on: On) {
        let (server, clock) = server(on, None).await;
        let people = three(&server).await;
        let table = seated(&people, "free").await;
        let sink = Sink::open().await;
        webhook(&people[1], &sink, "/").await;
        sink.answer(503);
        pass(&people[0], &table, 1, 0).await;
        sink.wait(1).await;
        let shown = problem_of(&people[1], |problem| !problem.is_null()).await;
        assert!(shown[0]["problem"].as_str().unwrap().contains("503"), "{shown}");
        assert!(shown[0].get("secret").is_none());
        clock.turn_to(NOON + 30_000 - 1);
        settled_later(&server).await;
        assert_eq!(sink.came().len(), 1);
        clock.turn_to(NOON + 30_000);
        sink.wait(2).await;
        settled_later(&server).await;
        clock.turn_to(NOON + 30_000 + MINUTE);
        settled_later(&server).await;
        assert_eq!(sink.came().len(), 2, "the second pause is longer");
        sink.answer(200);
        clock.turn_to(NOON + 30_000 + 2 * MINUTE);
        let came = sink.wait(3).await;
        let mut keys: Vec<_> = came.iter().map(|came| came.header("webhook-id").to_owned()).collect();
        keys.dedup();
        assert_eq!(keys.len(), 1);
        clock.turn_to(NOON + 100 * HOUR);
        settled(&server).await;
        assert_eq!(sink.came().len(), 3);
        problem_of(&people[1], Value::is_null).await;
    }

    /// Given two servers' worth of mentions, a request for consent, an invitation and a group's own webhook in the form of a
    /// chat server, then each of them is told to whom it concerns.
    async fn all_kinds_are_told(on: On) {
        let (server, _) = server(on, None).await;
        let people = three(&server).await;
        let (sink, group) = (Sink::open().await, Sink::open().await);
        webhook(&people[1], &sink, "/").await;
        let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "consent",
            "visibility": "seats", "seat": 0, "name": "Friday" });
        let table = people[0].post("/api/tables", new).await.ok().await["id"].as_str().unwrap().to_owned();
        people[1].post(&format!("/api/tables/{table}/join"), json!({})).await.problem(404).await;
        let invite = async |name: &str| people[0].post(&format!("/api/tables/{table}/invitations"), json!({ "name": name })).await;
        invite("Bruno").await.ok().await;
        invite("Bruno").await.ok().await;
        invite("Carla").await.ok().await;
        invite("Nobody").await.problem(404).await;
        let came = sink.wait(1).await;
        assert_eq!(came[0].json()["text"], "Anna invites you to play 1841 at \"Friday\".");
        assert_eq!(came[0].json()["link"], format!("https://ferrata.example.org/join/{table}"));
        for person in &people[1..] {
            person.post(&format!("/api/tables/{table}/join"), json!({})).await.ok().await;
        }
        let hook = json!({ "table": table, "address": { "by": "webhook", "url": group.url("/group"),
            "template": ferrata_wire::TEMPLATES[0].1 } });
        people[1].post("/api/me/destinations", hook.clone()).await.problem(403).await;
        people[0].post("/api/me/destinations", hook).await.ok().await;
        people[0].post(&format!("/api/tables/{table}/start"), json!({})).await.ok().await;
        assert_eq!(sink.wait(2).await[1].json()["kind"], "started");
        let told: Vec<_> = group.wait(2).await.iter().map(|came| came.json()["content"].as_str().unwrap().to_owned()).collect();
        assert!(told.iter().any(|text| text.starts_with("It is the turn of Anna at \"Friday\" (1841). https://")), "{told:?}");
        people[0].post(&format!("/api/tables/{table}/chat"), json!({ "text": "well, @bruno?" })).await.ok().await;
        let mention = sink.wait(3).await[2].json();
        assert_eq!(mention["text"], "\"Friday\": Anna: well, @bruno?");
        assert_eq!(mention["link"], format!("https://ferrata.example.org/table/{table}#chat-1"));
        pass(&people[0], &table, 1, 0).await;
        sink.wait(4).await;
        people[0].post(&format!("/api/tables/{table}/undo"), json!({ "number": 2, "seat": 0, "to": 0 })).await.ok().await;
        assert_eq!(sink.wait(5).await[4].json()["text"], "\"Friday\": Anna asks to undo the last entry. Do you agree?");
    }

    /// Given a browser that has subscribed, when its person's turn comes, then what its push service gets is signed for that
    /// service, and only the browser can read it; when the service says that the browser is gone, it is forgotten.
    async fn a_browser_is_told_by_push(on: On) {
        let (server, _) = server(on, None).await;
        let people = three(&server).await;
        let table = seated(&people, "free").await;
        let sink = Sink::open().await;
        let browser = crate::push::Browser::new();
        let endpoint = sink.url("/push/of-bruno");
        let new = json!({ "address": { "by": "push", "endpoint": endpoint, "p256dh": browser.p256dh(), "auth": browser.auth() } });
        people[1].post("/api/me/destinations", new.clone()).await.ok().await;
        people[1].post("/api/me/destinations", new).await.ok().await;
        assert_eq!(people[1].get("/api/me/destinations").await.ok().await.as_array().unwrap().len(), 1);
        pass(&people[0], &table, 1, 0).await;
        let came = &sink.wait(1).await[0];
        assert_eq!(came.header("content-encoding"), "aes128gcm");
        assert_eq!(came.header("ttl"), "86400");
        let said: Value = serde_json::from_slice(&browser.read(&came.body)).unwrap();
        assert_eq!((said["kind"].as_str(), said["tag"].as_str()), (Some("your_turn"), Some(table.as_str())));
        let sealed = String::from_utf8_lossy(&came.body).into_owned();
        assert!(!sealed.contains("turn") && !sealed.contains(&table));
        let telling = server.stranger().get("/api/telling").await.ok().await;
        let claims = crate::push::verified(came.header("authorization"), telling["push_key"].as_str().unwrap());
        assert_eq!(claims["aud"], sink.url(""));
        assert_eq!(claims["exp"], (NOON / 1000 + 12 * 3600));
        pass(&people[1], &table, 2, 1).await;
        pass(&people[2], &table, 3, 2).await;
        sink.answer(410);
        pass(&people[0], &table, 4, 0).await;
        sink.wait(2).await;
        for _ in 0..500 {
            if people[1].get("/api/me/destinations").await.ok().await.as_array().unwrap().is_empty() {
                return;
            }
        }
        panic!("the browser is not forgotten");
    }

    /// Given a mail address, then it is asked first whether it is theirs; then turns come there, in text and HTML; a digest
    /// comes once a day with what still holds; and a forgotten password can be chosen anew by it.
    async fn mail_is_sent(on: On) {
        let mails = MailSink::open().await;
        let (mut server, clock) = server(on, Some(&mails)).await;
        let people = three(&server).await;
        let table = seated(&people, "free").await;
        let new = json!({ "address": { "by": "mail", "address": "bruno@example.net" } });
        let made = people[1].post("/api/me/destinations", new).await.ok().await;
        assert_eq!(made["confirmed"], false);
        let first = readable(&mails.wait(1).await[0]);
        assert!(first.contains("To: bruno@example.net") && first.contains("Subject: Is this your address?"), "{first}");
        people[1].post(&format!("/api/me/destinations/{}/test", made["id"].as_str().unwrap()), json!({})).await.problem(409).await;
        pass(&people[0], &table, 1, 0).await;
        settled(&server).await;
        let key = first.split("/account#confirm=").nth(1).unwrap();
        let key: String = key.chars().take_while(char::is_ascii_alphanumeric).collect();
        let stranger = server.stranger();
        stranger.post("/api/destinations/confirm", json!({ "key": "x".repeat(40) })).await.problem(403).await;
        stranger.post("/api/destinations/confirm", json!({ "key": key })).await.ok().await;
        pass(&people[1], &table, 2, 1).await;
        pass(&people[2], &table, 3, 2).await;
        pass(&people[0], &table, 4, 0).await;
        let turn = readable(&mails.wait(2).await[1]);
        assert!(turn.contains("multipart/alternative") && turn.contains("text/plain") && turn.contains("text/html"), "{turn}");
        assert!(turn.contains(&format!("https://ferrata.example.org/table/{table}\n")), "{turn}");
        let link = format!(" href=\"https://ferrata.example.org/table/{table}\"");
        assert!(turn.contains(&link) && turn.contains(">Take my turn</a>"), "{turn}");
        // A digest, next morning at eight in Rome: only the turn that still waits.
        people[1].send(reqwest::Method::DELETE, &format!("/api/me/destinations/{}", made["id"].as_str().unwrap()), None).await.ok().await;
        let daily = json!({ "digest": true, "address": { "by": "mail", "address": "bruno@example.org" } });
        people[1].post("/api/me/destinations", daily).await.ok().await;
        let asked = readable(&mails.wait(3).await[2]);
        let key: String = asked.split("/account#confirm=").nth(1).unwrap().chars().take_while(char::is_ascii_alphanumeric).collect();
        stranger.post("/api/destinations/confirm", json!({ "key": key })).await.ok().await;
        prefer(&people[1], json!({ "zone": "Europe/Rome", "digest_at": 8 * 60 })).await;
        pass(&people[1], &table, 5, 1).await;
        let back = json!({ "number": 6, "seat": 2, "to": 4 });
        people[2].post(&format!("/api/tables/{table}/undo"), back).await.ok().await;
        people[2].post(&format!("/api/tables/{table}/chat"), json!({ "text": "@Bruno <b>now</b>" })).await.ok().await;
        settled(&server).await;
        clock.turn_to(NOON + 20 * HOUR);
        let digest = readable(&mails.wait(4).await[3]);
        assert!(digest.contains("Subject: Ferrata: 2 things for you"), "{digest}");
        assert!(digest.contains("&lt;b&gt;now&lt;/b&gt;") && digest.contains("It is your turn"), "{digest}");
        let links = [link.clone(), link.replace(&table, &format!("{table}#chat-1"))];
        assert!(links.iter().all(|link| digest.contains(link)), "each of them can be followed: {digest}");
        // The password.
        let forgot = async || stranger.post("/api/password/forgotten", json!({ "name": "bruno" })).await.ok().await;
        forgot().await;
        forgot().await;
        stranger.post("/api/password/forgotten", json!({ "name": "nobody" })).await.ok().await;
        let link = readable(&mails.wait(5).await[4]);
        let key: String = link.split("/password#").nth(1).unwrap().chars().take_while(char::is_ascii_alphanumeric).collect();
        stranger.post("/api/password", json!({ "key": key, "new": "via di ferro" })).await.ok().await;
        stranger.post("/api/session", json!({ "name": "Bruno", "password": "via di ferro" })).await.ok().await;
        settled(&server).await;
        assert_eq!(mails.wait(5).await.len(), 5);
        // Nothing that lets somebody in is stored.
        server.stop().await;
        assert_eq!(look_up(&server.url, "SELECT CAST(COUNT(*) AS TEXT) FROM password_links").await, "0");
    }

    /// Given preferences and addresses that make no sense, then each is refused with what would be right.
    async fn nonsense_is_refused(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        for bad in [json!({ "zone": "Middle/Earth" }), json!({ "zone": "UTC", "digest_at": 1440 }),
            json!({ "zone": "UTC", "quiet": { "from": 0, "to": 5000 } }), json!({ "zone": "UTC", "unseen_minutes": 20000 })] {
            anna.send(reqwest::Method::PUT, "/api/me/preferences", Some(bad)).await.problem(400).await;
        }
        for bad in [json!({ "by": "webhook", "url": "http://127.0.0.1:1/" }), json!({ "by": "webhook", "url": "https://localhost.example.org/", "template": "{}" }),
            json!({ "by": "webhook", "url": "https://10.0.0.1/" }), json!({ "by": "mail", "address": "anna@example.org" }),
            json!({ "by": "push", "endpoint": "https://push.example.org/1", "p256dh": "AA", "auth": "AA" })] {
            anna.post("/api/me/destinations", json!({ "address": bad })).await.problem(400).await;
        }
        let off = json!({ "off": ["your_turn"], "muted": [], "zone": "Europe/Rome", "quiet": null, "unseen_minutes": 5, "digest_at": 0 });
        prefer(&anna, off.clone()).await;
        assert_eq!(anna.get("/api/me/preferences").await.ok().await, off);
        server.stranger().get("/api/me/preferences").await.problem(401).await;
    }
}

/// Somebody's destinations once what is wrong with the first of them is as wanted.
async fn problem_of(person: &Person, wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..500 {
        let shown = person.get("/api/me/destinations").await.ok().await;
        if wanted(&shown[0]["problem"]) {
            return shown;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("what is wrong with a destination is not told");
}

/// Gives the server the time to do what it should not.
async fn settled_later(server: &TestServer) {
    settled_once(server).await;
    tokio::time::sleep(std::time::Duration::from_millis(60)).await;
}

async fn settled_once(server: &TestServer) {
    let left = "SELECT CAST((SELECT COUNT(*) FROM outbox WHERE lease > 0) AS TEXT)";
    for _ in 0..200 {
        if look_up(&server.url, left).await == "0" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
}

/// What a browser says of itself is base64url, with or without padding.
#[test]
fn keys_are_written_as_browsers_do() {
    let browser = crate::push::Browser::new();
    assert_eq!(BASE64_URL_SAFE_NO_PAD.decode(browser.auth()).unwrap().len(), 16);
}
