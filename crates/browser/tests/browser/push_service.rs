//! The push service of a browser, as the test stands for it.
//!
//! A Chromium that calls nobody has none. Only what it would say of its subscription is put in its place: where messages go,
//! and the keys they are encrypted for. What the server sends arrives here, is read as a browser reads it, and handed to the
//! client's own service worker.

use crate::browser::Browser;
use crate::push;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// A browser that has nothing remembered counts its service workers from here.
const FIRST_WORKER: &str = "0";

/// Takes messages for one browser.
pub(crate) struct PushService {
    endpoint: String,
    keys: push::Browser,
    came: Receiver<Request>,
}

/// A request with what is looked at.
struct Request {
    authorization: String,
    body: Vec<u8>,
}

fn take(stream: TcpStream) -> Request {
    let mut lines = BufReader::new(stream);
    let (mut line, mut length, mut authorization) = (String::new(), 0, String::new());
    while lines.read_line(&mut line).is_ok_and(|read| read > 2) {
        if let Some((name, value)) = line.trim().split_once(": ") {
            match name.to_lowercase().as_str() {
                "content-length" => length = value.parse().unwrap(),
                "authorization" => value.clone_into(&mut authorization),
                _ => {}
            }
        }
        line.clear();
    }
    let mut body = vec![0; length];
    lines.read_exact(&mut body).unwrap();
    lines
        .get_mut()
        .write_all(b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        .unwrap();
    Request { authorization, body }
}

impl PushService {
    pub(crate) fn open() -> PushService {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}/send/1", listener.local_addr().unwrap());
        let (send, came) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if send.send(take(stream)).is_err() {
                    return;
                }
            }
        });
        PushService { endpoint, keys: push::Browser::new(), came }
    }

    /// Lets a browser subscribe here, from the next page on.
    pub(crate) async fn serves(&self, browser: &Browser, origin: &str) {
        let subscription = json!({
            "endpoint": self.endpoint, "expirationTime": null,
            "keys": { "p256dh": self.keys.p256dh(), "auth": self.keys.auth() },
        });
        let script = format!("PushManager.prototype.subscribe = async () => ({subscription});");
        browser.tell("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
        let allow = json!({ "origin": origin, "permissions": ["notifications"] });
        browser.tell("Browser.grantPermissions", allow).await;
    }

    /// What came next, once it is certain that the server with this key sent it.
    pub(crate) fn next(&self, server: &str) -> Value {
        let request = self.came.recv_timeout(Duration::from_secs(30)).expect("something is told");
        push::verified(&request.authorization, server);
        serde_json::from_slice(&self.keys.read(&request.body)).unwrap()
    }

    /// Hands a message to the client's service worker, whether a page of the client is open or not.
    pub(crate) async fn deliver(browser: &Browser, origin: &str, message: &Value) {
        browser.tell("ServiceWorker.enable", json!({})).await;
        let push = json!({ "origin": origin, "registrationId": FIRST_WORKER, "data": message.to_string() });
        browser.tell("ServiceWorker.deliverPushMessage", push).await;
    }
}
