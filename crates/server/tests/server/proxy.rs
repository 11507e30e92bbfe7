//! Behind a proxy its word about the client counts; without one nobody's does.

use crate::test_server::{On, TestServer};
use serde_json::json;

async fn sign_in(server: &TestServer, name: &str, forwarded: &str) -> u16 {
    let request = server.stranger().client.post(format!("http://{}/api/session", server.address));
    let request = request.header("x-forwarded-for", forwarded);
    request.json(&json!({ "name": name, "password": "wrong wrong" })).send().await.unwrap().status().as_u16()
}

async fn cookie(server: &TestServer, name: &str) -> String {
    let request = server.stranger().client.post(format!("http://{}/api/users", server.address));
    let request = request.header("x-forwarded-proto", "https").header("x-forwarded-for", "203.0.113.9");
    let said = request.json(&json!({ "name": name, "password": "strada ferrata" })).send().await.unwrap();
    assert_eq!(said.status(), 201);
    said.headers()["set-cookie"].to_str().unwrap().to_owned()
}

/// Given a server behind a proxy, then limits hold for each client the proxy names, whatever a client claims before
/// it; cookies go by TLS only; and nobody plays without an account, although it listens on this machine only.
#[tokio::test]
async fn the_word_of_a_proxy_counts() {
    let server = TestServer::open(On::Sqlite, |config| {
        config.behind_proxy = true;
        config.requests_per_second = 3;
    })
    .await;
    let cookie = cookie(&server, "Anna").await;
    assert!(
        cookie.contains("; Secure") && cookie.contains("; HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    for attempt in 0..3 {
        assert_eq!(sign_in(&server, "Anna", &format!("198.51.100.{attempt}, 203.0.113.1")).await, 401);
    }
    assert_eq!(sign_in(&server, "Anna", "198.51.100.77, 203.0.113.1").await, 429);
    assert_eq!(sign_in(&server, "Anna", "203.0.113.2").await, 401);
    let guest = server.stranger().post("/api/guest", json!({})).await;
    assert_eq!(guest.status, 403);
}

/// Given a server without a proxy, then such headers change nothing.
#[tokio::test]
async fn without_a_proxy_its_headers_mean_nothing() {
    let server = TestServer::open(On::Sqlite, |config| config.requests_per_second = 3).await;
    assert!(!cookie(&server, "Anna").await.contains("Secure"));
    for attempt in 0..2 {
        assert_eq!(sign_in(&server, "Anna", &format!("203.0.113.{attempt}")).await, 401);
    }
    assert_eq!(sign_in(&server, "Anna", "203.0.113.99").await, 429);
}
