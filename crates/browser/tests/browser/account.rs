//! An account, with or without a browser.

use crate::browser::Browser;
use crate::test_server::TestServer;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

/// A password that every account here has.
pub(crate) const PASSWORD: &str = "strada ferrata";

/// Somebody with an account, who asks the server without a browser.
pub(crate) struct Account {
    host: String,
    cookie: String,
    pub(crate) name: String,
}

/// An answer of the server.
struct Answer {
    status: u16,
    cookie: Option<String>,
    body: Value,
}

impl Account {
    /// Signs up.
    pub(crate) fn sign_up(server: &TestServer, name: &str) -> Account {
        let mut account = Account { host: server.host(), cookie: String::new(), name: name.to_owned() };
        let answer = account.ask("POST", "/api/users", Some(&json!({ "name": name, "password": PASSWORD })));
        assert_eq!(answer.status, 201, "{}", answer.body);
        account.cookie = answer.cookie.unwrap();
        account
    }

    /// Reads.
    pub(crate) fn get(&self, path: &str) -> Value {
        let answer = self.ask("GET", path, None);
        assert!(answer.status < 300, "GET {path}: {} {}", answer.status, answer.body);
        answer.body
    }

    /// Posts.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", path, Some(body));
        assert!(answer.status < 300, "POST {path} {body}: {} {}", answer.status, answer.body);
        answer.body
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Answer {
        let body = body.map(ToString::to_string).unwrap_or_default();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.host,
            self.cookie,
            body.len(),
        );
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        read(&text)
    }
}

fn read(text: &str) -> Answer {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
    let cookie = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        let value = value.split(';').next()?;
        name.eq_ignore_ascii_case("set-cookie").then(|| value.to_owned())
    });
    Answer { status, cookie, body: serde_json::from_str(body).unwrap_or_default() }
}

impl Browser {
    /// Lets this browser be signed in with an account, whose person has chosen to see all panels.
    pub(crate) async fn signed_in(self, account: &Account) -> Browser {
        self.sees_everything(&account.name).await;
        self.known_as(account).await
    }

    /// Lets this browser be signed in with an account.
    pub(crate) async fn known_as(self, account: &Account) -> Browser {
        let (name, value) = account.cookie.split_once('=').unwrap();
        let url = format!("http://{}/", account.host);
        let cookie =
            json!({ "name": name, "value": value, "url": url, "httpOnly": true, "sameSite": "Strict" });
        self.tell("Network.setCookie", cookie).await;
        self
    }
}
