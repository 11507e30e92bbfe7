//! What must be refused, cleanly.

use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

on_both! {
    /// Given a table of three people, then nobody acts for another's seat, and a visitor for none.
    async fn nobody_acts_for_another(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "own").await;
        let pass = json!({ "do": "pass" });
        people[1].act(&table, 1, 0, &pass).await.problem(403).await;
        server.person("Dario").await.act(&table, 1, 0, &pass).await.problem(403).await;
        server.stranger().act(&table, 1, 0, &pass).await.problem(401).await;
        people[0].act(&table, 1, 0, &pass).await.ok().await;
    }

    /// Given a table for its players only, then for everybody else it does not exist.
    async fn a_closed_table_does_not_exist_for_others(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "own", "visibility": "seats", "seat": 0 });
        let id = anna.post("/api/tables", new).await.ok().await["id"].as_str().unwrap().to_owned();
        for path in ["", "/log", "/view", "/chat", "/note", "/export", "/position", "/live"] {
            bruno.get(&format!("/api/tables/{id}{path}")).await.problem(404).await;
        }
        let listed = bruno.get("/api/tables?which=open").await.text().await;
        assert!(!listed.contains(&id));
    }
}

/// Given a browser that is signed in, when a page of another site makes it write, then that is refused.
#[tokio::test]
async fn other_sites_cannot_write() {
    let server = TestServer::network(On::Sqlite).await;
    let anna = server.person("Anna").await;
    let send = |header: &'static str, value: &'static str| {
        let request = anna.client.delete(format!("{}/api/sessions", anna.base)).header(header, value);
        async move { request.send().await.unwrap().status().as_u16() }
    };
    assert_eq!(send("origin", "https://elsewhere.example").await, 403);
    assert_eq!(send("origin", "null").await, 403);
    assert_eq!(send("sec-fetch-site", "cross-site").await, 403);
    assert_eq!(anna.get("/api/me").await.ok().await["known"], true);
}

/// Given a server for this machine, when it is called by another name, then it does not answer.
#[tokio::test]
async fn a_local_server_answers_to_its_own_name_only() {
    let server = TestServer::local(On::Sqlite).await;
    let request = server
        .stranger()
        .client
        .get(format!("http://{}/api/me", server.address))
        .header("host", "rebound.example");
    assert_eq!(request.send().await.unwrap().status(), 403);
}

/// Given forged, cut and foreign keys, then they open nothing.
#[tokio::test]
async fn forged_keys_open_nothing() {
    let server = TestServer::network(On::Sqlite).await;
    server.person("Anna").await;
    let stranger = server.stranger();
    for key in ["", "a", "0000000000000000000000000000000000000000", "' OR 1=1 --", "%00", "ferrata"] {
        let request = stranger
            .client
            .get(format!("{}/api/me", stranger.base))
            .header("cookie", format!("ferrata={key}"));
        let me: Value = request.send().await.unwrap().json().await.unwrap();
        assert_eq!(me["known"], false, "{key}");
        let request = stranger
            .client
            .get(format!("{}/api/me", stranger.base))
            .header("authorization", format!("Bearer {key}"));
        assert_eq!(request.send().await.unwrap().status(), 401, "{key}");
    }
}

/// Given bodies that are too large, not JSON, or not what is asked, then the answer is a clear 4xx.
#[tokio::test]
async fn bad_bodies_are_refused_clearly() {
    let server = TestServer::local(On::Sqlite).await;
    let guest = server.guest().await;
    let url = format!("{}/api/tables", guest.base);
    let large = guest
        .client
        .post(&url)
        .header("content-type", "application/json")
        .body(vec![b' '; 5 << 20])
        .send()
        .await
        .unwrap();
    assert_eq!(large.status(), 413);
    for body in ["", "{", "[]", "null", "{\"title\":7}", "\u{0}"] {
        let said = guest
            .client
            .post(&url)
            .header("content-type", "application/json")
            .body(body)
            .send()
            .await
            .unwrap();
        assert_eq!(said.status(), 400, "{body}");
        assert_eq!(said.headers()["content-type"], "application/problem+json");
    }
    assert_eq!(guest.client.post(&url).body("{}").send().await.unwrap().status(), 400);
}

/// Given an address that cannot be read, a seat that cannot be, or a method that an address does not know, then the answer is
/// a problem like any other.
#[tokio::test]
async fn bad_addresses_are_refused_clearly() {
    let server = TestServer::local(On::Sqlite).await;
    let guest = server.guest().await;
    for (method, path, status) in [
        ("GET", "/api/tables/%ff", 400),
        ("POST", "/api/tables/a/seats/300/key", 400),
        ("DELETE", "/api/tables/a/seats/-1", 400),
        ("GET", "/rules/%ff", 400),
        ("PATCH", "/api/me", 405),
        ("GET", "/api/tables/a/start", 405),
    ] {
        let url = format!("{}{path}", guest.base);
        let method = reqwest::Method::from_bytes(method.as_bytes()).unwrap();
        let said = guest.client.request(method, url).send().await.unwrap();
        assert_eq!(said.headers()["content-type"], "application/problem+json", "{path}");
        let told: Value = said.json().await.unwrap();
        assert_eq!(told["status"], status, "{path}: {told}");
    }
}

/// Given any page, then a browser may load and run nothing but this server's own files.
#[tokio::test]
async fn every_answer_carries_the_policy() {
    let server = TestServer::local(On::Sqlite).await;
    for path in ["/", "/t/abc", "/api/me", "/api/nothing", "/no.js"] {
        let said =
            server.stranger().client.get(format!("http://{}{path}", server.address)).send().await.unwrap();
        let policy = said.headers()["content-security-policy"].to_str().unwrap().to_owned();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"),
            "{path}: {policy}"
        );
        assert_eq!(said.headers()["x-content-type-options"], "nosniff");
    }
}

/// Given paths that try to climb out, then no file of the machine is served.
#[tokio::test]
async fn paths_cannot_climb_out() {
    let server = TestServer::local(On::Sqlite).await;
    for path in [
        "/../../etc/passwd",
        "/..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/assets/..%5c..%5cetc",
    ] {
        let said =
            server.stranger().client.get(format!("http://{}{path}", server.address)).send().await.unwrap();
        assert!(!said.text().await.unwrap().contains("root:"), "{path}");
    }
}

/// Given a client that asks more often than it may, then it is told to wait and nothing else happens; others are served.
#[tokio::test]
async fn too_many_requests_are_refused() {
    let server = TestServer::open(On::Sqlite, |config| config.requests_per_second = 2).await;
    let guest = server.stranger();
    guest.get("/api/me").await.ok().await;
    for _ in 0..500 {
        let said = guest.get("/api/me").await;
        if said.status != 200 {
            assert_eq!(said.problem(429).await["type"], "too-many");
            return;
        }
    }
    panic!("nobody was told to wait");
}

on_both! {
    /// Given an open stream and a table with entries, when the server is asked to stop, then the stream ends, the server
    /// finishes, and another one goes on from the same database.
    async fn a_server_stops_when_asked(on: On) {
        let mut server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let mut stream = guest.listen(&table, None).await;
        guest.act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        server.stop().await;
        let all = async { while stream.recv().await.is_some() {} };
        tokio::time::timeout(std::time::Duration::from_secs(20), all).await.expect("the stream ends");
        assert!(guest.client.get(format!("{}/healthz", guest.base)).send().await.is_err(), "nobody is there");
        let next = server.beside().await;
        let same = Person { base: format!("http://{}", next.address), ..guest };
        assert_eq!(same.get(&format!("/api/tables/{table}/log")).await.ok().await["last"], 1);
    }

    /// Given the API's own description, when every endpoint is called with malformed input of every kind, then no answer
    /// is a 5xx.
    async fn malformed_input_at_every_endpoint(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v1", &["Anna", "Bruno", "Carla"]).await;
        let description = guest.get("/api/openapi.json").await.ok().await;
        let bodies = fuzz_bodies();
        let mut calls = 0;
        for (path, methods) in description["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                if path.ends_with("/live") {
                    continue;
                }
                for id in [table.as_str(), "nosuch", "%00", "a%20b", &"x".repeat(3000)] {
                    let path = path.replace("{id}", id);
                    let method: Method = method.to_uppercase().parse().unwrap();
                    let with_body = operation.get("requestBody").is_some();
                    let tries: Vec<Option<&Value>> =
                        if with_body { bodies.iter().map(Some).collect() } else { vec![None] };
                    for body in tries {
                        for query in
                            ["", "?at=-1&after=x&limit=9999999999", "?at=18446744073709551615&limit=0&which=%ff"]
                        {
                            let said = guest.send(method.clone(), &format!("{path}{query}"), body.cloned()).await;
                            let status = said.status.as_u16();
                            assert!(
                                status < 500,
                                "{method} {path}{query} {body:?}: {status} {}",
                                said.text().await
                            );
                            calls += 1;
                        }
                    }
                }
            }
        }
        println!("{calls} malformed calls, no 5xx");
        assert!(calls > 1000);
    }
}

fn fuzz_bodies() -> Vec<Value> {
    let long = "x".repeat(20_000);
    let mut deep = json!(0);
    for _ in 0..100 {
        deep = json!({ "deal": deep, "do": "propose" });
    }
    vec![
        Value::Null,
        json!([]),
        json!({}),
        json!("text"),
        json!({ "name": long, "password": long }),
        json!({ "name": "\u{0}\u{7}", "password": "12345678" }),
        json!({ "number": u64::MAX, "seat": 255, "action": { "do": "pass" }, "to": u64::MAX, "agree": true, "text": "", "at": u64::MAX, "label": "" }),
        json!({ "number": -1, "seat": -1, "action": {}, "to": -1 }),
        json!({ "number": 1, "seat": 0, "action": deep, "to": 0 }),
        json!({ "number": 1, "seat": 0, "action": { "do": "sheet", "amounts": vec![i32::MAX; 1000] } }),
        json!({ "number": 1, "seat": 0, "action": { "do": "hidden" } }),
        json!({ "number": 1, "seat": 0, "action": { "do": "run", "routes": [{ "trains": [255], "legs": ["F8 s0-9"] }] } }),
        json!({ "title": "1841", "edition": "v9", "players": ["a"], "undo": "free", "visibility": "open", "local": true }),
        json!({ "title": "1841", "edition": "v1", "players": vec!["a"; 500], "undo": "free", "visibility": "open", "local": true }),
        json!({ "title": long, "edition": long, "players": [long], "undo": "free", "visibility": "open", "local": true }),
        json!({ "ferrata": 1, "setup": { "title": "1841", "edition": "v1", "players": ["a", "b", "c"] }, "entries": [{ "by": { "seat": 200 }, "action": { "do": "pass" } }] }),
        json!({ "id": 1, "title": "1841", "players": [], "actions": [{ "type": "nonsense" }] }),
        json!({ "key": long, "seat": 7 }),
    ]
}
