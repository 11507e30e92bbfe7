//! Behind a proxy its word about the client counts; without one nobody's does.

use crate::test_server::{On, TestServer};
use serde_json::json;

async fn sign_in(server: &TestServer, name: &str, forwarded: &[&str]) -> u16 {
    let mut request = server.stranger().client.post(format!("http://{}/api/session", server.address));
    for line in forwarded {
        request = request.header("x-forwarded-for", *line);
    }
    request.json(&json!({ "name": name, "password": "wrong wrong" })).send().await.unwrap().status().as_u16()
}

async fn cookie(server: &TestServer, name: &str) -> String {
    let request = server.stranger().client.post(format!("http://{}/api/users", server.address));
    let request = request.header("x-forwarded-proto", "https").header("x-forwarded-for", "203.0.113.9");
    let said = request.json(&json!({ "name": name, "password": "strada ferrata" })).send().await.unwrap();
    assert_eq!(said.status(), 201);
    said.headers()["set-cookie"].to_str().unwrap().to_owned()
}

/// A server on which five passwords may be tried per minute from one network.
async fn behind_a_proxy(change: impl FnOnce(&mut ferrata_server::Config)) -> TestServer {
    TestServer::open(On::Sqlite, |config| {
        config.behind_proxy = true;
        config.passwords_per_minute = 1;
        change(config);
    })
    .await
}

/// Tries passwords for many names until a network has to wait; tells how many were let through.
async fn let_through(server: &TestServer, forwarded: impl Fn(usize) -> Vec<String>) -> usize {
    for attempt in 0..20 {
        let lines = forwarded(attempt);
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        match sign_in(server, &format!("nobody {attempt} {lines:?}"), &lines).await {
            401 => {}
            status => {
                assert_eq!(status, 429);
                return attempt;
            }
        }
    }
    20
}

/// Given a server behind a proxy, then limits hold for each client the proxy names, whatever a client claims before
/// it; cookies go by TLS only; and nobody plays without an account, although it listens on this machine only.
#[tokio::test]
async fn the_word_of_a_proxy_counts() {
    let server = behind_a_proxy(|_| {}).await;
    let cookie = cookie(&server, "Anna").await;
    assert!(
        cookie.contains("; Secure") && cookie.contains("; HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let claimed = |attempt: usize| vec![format!("198.51.100.{attempt}, 203.0.113.1")];
    assert_eq!(let_through(&server, claimed).await, 5);
    let guest = server.stranger().post("/api/guest", json!({})).await;
    assert_eq!(guest.status, 403);
}

/// Given a client that sends a line of its own before the one that the proxy adds, then the last line counts.
#[tokio::test]
async fn the_last_line_is_the_proxys() {
    let server = behind_a_proxy(|_| {}).await;
    let lines = |attempt: usize| vec![format!("198.51.100.{attempt}"), "203.0.113.1".to_owned()];
    assert_eq!(let_through(&server, lines).await, 5);
}

/// Given a household with a network of its own, then all its addresses of IPv6 are one client.
#[tokio::test]
async fn a_household_is_one_client() {
    let server = behind_a_proxy(|_| {}).await;
    assert_eq!(let_through(&server, |attempt| vec![format!("2001:db8:1:2::{attempt:x}")]).await, 5);
    assert_eq!(let_through(&server, |attempt| vec![format!("2001:db8:9:{attempt:x}::1")]).await, 20);
}

/// Given a list of trusted proxies, then their own addresses are passed over from the end, and a client that calls
/// directly is believed nothing.
#[tokio::test]
async fn only_trusted_proxies_are_believed() {
    let trust = |networks: &'static [&'static str]| {
        move |config: &mut ferrata_server::Config| {
            config.behind_proxy = false;
            config.trusted_proxies = networks.iter().map(|network| network.parse().unwrap()).collect();
        }
    };
    let server = behind_a_proxy(trust(&["127.0.0.0/8", "10.0.0.0/8"])).await;
    let chain =
        |attempt: usize| vec![format!("198.51.100.{attempt}, 203.0.113.1, 10.1.2.3"), "10.9.9.9".to_owned()];
    assert_eq!(let_through(&server, chain).await, 5);
    assert!(server.stranger().post("/api/guest", json!({})).await.status == 403, "it is no local server");
    let direct = behind_a_proxy(trust(&["10.0.0.0/8"])).await;
    assert!(!cookie(&direct, "Anna").await.contains("Secure"));
    assert_eq!(let_through(&direct, |attempt| vec![format!("198.51.100.{attempt}")]).await, 4);
}

/// Given a server without a proxy, then such headers change nothing.
#[tokio::test]
async fn without_a_proxy_its_headers_mean_nothing() {
    let server = TestServer::open(On::Sqlite, |config| config.passwords_per_minute = 1).await;
    assert!(!cookie(&server, "Anna").await.contains("Secure"));
    assert_eq!(let_through(&server, |attempt| vec![format!("203.0.113.{attempt}")]).await, 4);
}
