//! What people share must not be used up by one of them, and what ends must end everywhere.

use crate::test_server::{On, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection, Executor};
use std::time::Duration;

fn new_table(seat: Option<u8>) -> Value {
    json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "own", "visibility": "open", "seat": seat })
}

on_both! {
    /// Given limits for one person, then whoever has used them up is told when to go on, and others are not touched.
    async fn nobody_uses_up_what_others_share(on: On) {
        let server = TestServer::open(on, |config| {
            config.listen = ([0, 0, 0, 0], 0).into();
            config.quotas = ferrata_server::Quotas {
                seats: 2,
                tables: 3,
                forks: 1,
                chat: 2,
                notes: 1,
                ..Default::default()
            };
        }).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let mut tables = Vec::new();
        for _ in 0..3 {
            let made = anna.post("/api/tables", new_table(None)).await.ok().await;
            tables.push(format!("/api/tables/{}", made["id"].as_str().unwrap()));
        }
        let request = anna.client.post(format!("{}/api/tables", anna.base)).json(&new_table(None));
        let said = request.send().await.unwrap();
        assert_eq!(said.status(), 429);
        let wait: u32 = said.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=24 * 3600 + 1).contains(&wait), "{wait}");
        bruno.post("/api/tables", new_table(None)).await.ok().await;
        for table in tables.iter().take(2) {
            bruno.post(&format!("{table}/join"), json!({ "seat": 1 })).await.ok().await;
        }
        let refused = bruno.post(&format!("{}/join", tables[2]), json!({ "seat": 1 })).await.problem(409).await;
        assert!(refused["detail"].as_str().unwrap().contains("2 tables"), "{refused}");
        bruno.post(&format!("{}/join", tables[0]), json!({ "seat": 1 })).await.ok().await;
        for _ in 0..2 {
            bruno.post(&format!("{}/chat", tables[0]), json!({ "text": "Ciao" })).await.ok().await;
        }
        bruno.post(&format!("{}/chat", tables[0]), json!({ "text": "Ciao" })).await.problem(429).await;
        let note = || Some(json!({ "text": "a note" }));
        bruno.send(Method::PUT, &format!("{}/note", tables[0]), note()).await.ok().await;
        bruno.send(Method::PUT, &format!("{}/note", tables[0]), note()).await.problem(429).await;
        let game = json!({ "ferrata": 1, "setup": { "title": "1841", "edition": "v2", "options": [], "players": ["a", "b", "c"] }, "entries": [] });
        bruno.post("/api/import", game.clone()).await.ok().await;
        bruno.post("/api/import", game).await.problem(429).await;
    }

    /// Given open streams by a session and by an access token, when their owner signs out everywhere, then both end, and
    /// the token opens nothing any more; the same when the password is changed, but for the session that changed it.
    async fn signing_out_ends_streams_and_tokens(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let made = anna.post("/api/tables", new_table(Some(0))).await.ok().await;
        let table = made["id"].as_str().unwrap();
        let mut brunos = bruno.listen(table, None).await;
        for change in [
            (Method::POST, "/api/me/password", Some(json!({ "old": "strada ferrata", "new": "via di ferro" }))),
            (Method::DELETE, "/api/sessions", None),
        ] {
            let token = anna.post("/api/me/tokens", json!({ "label": "bot" })).await.ok().await["token"].as_str().unwrap().to_owned();
            let program = server.stranger();
            let live = program.client.get(format!("{}/api/tables/{table}/live", program.base)).timeout(Duration::from_secs(60));
            let by_token = live.bearer_auth(&token).send().await.unwrap();
            assert_eq!(by_token.status(), 200);
            let phone = server.stranger();
            let password = if change.2.is_some() { "strada ferrata" } else { "via di ferro" };
            phone.post("/api/session", json!({ "name": "Anna", "password": password })).await.ok().await;
            let mut by_session = phone.listen(table, None).await;
            let mut own = anna.listen(table, None).await;
            let keeps_own = change.2.is_some();
            anna.send(change.0, change.1, change.2).await.ok().await;
            let ends = async {
                while by_session.recv().await.is_some() {}
                by_token.bytes().await.ok();
                if !keeps_own {
                    while own.recv().await.is_some() {}
                }
            };
            tokio::time::timeout(Duration::from_secs(30), ends).await.expect("the streams end");
            let me = program.client.get(format!("{}/api/me", program.base)).bearer_auth(&token);
            assert_eq!(me.send().await.unwrap().status(), 401);
            if keeps_own {
                bruno.post(&format!("/api/tables/{table}/join"), json!({ "seat": 1 })).await.ok().await;
                assert!(own.recv().await.is_some(), "the one who changed it listens on");
            }
        }
        while brunos.try_recv().is_ok() {}
        bruno.post(&format!("/api/tables/{table}/leave"), json!({})).await.ok().await;
        assert!(brunos.recv().await.is_some(), "others listen on");
    }

    /// Given a stream that is more than a thousand records behind, when it is opened again, then it brings them all.
    async fn a_stream_that_is_far_behind_brings_everything(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        for number in (1..1010).step_by(2) {
            guest.act(&table, number, 0, &json!({ "do": "pass" })).await.ok().await;
            let back = json!({ "number": number + 1, "seat": 0, "to": number - 1 });
            guest.post(&format!("/api/tables/{table}/undo"), back).await.ok().await;
        }
        let mut stream = guest.listen(&table, Some("0.0")).await;
        let mut expected = 1;
        let all = async {
            while expected <= 1010 {
                let (kind, _, data) = stream.recv().await.expect("the stream ended");
                if kind == "record" {
                    assert_eq!(data["number"], expected);
                    expected += 1;
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(60), all).await.expect("all of them come");
    }

    /// Given a database that cannot be written, then the server is alive but not ready, says when to ask again, and is
    /// ready again afterwards.
    async fn a_server_is_ready_only_if_it_can_write(on: On) {
        let server = TestServer::local(on).await;
        let visitor = server.stranger();
        assert_eq!(visitor.get("/readyz").await.text().await, "ready");
        let mut other = sqlx::AnyConnection::connect(&server.url).await.unwrap();
        let hold = match on {
            On::Sqlite => "BEGIN IMMEDIATE",
            On::Postgres => "BEGIN; LOCK TABLE health IN ACCESS EXCLUSIVE MODE",
        };
        other.execute(hold).await.unwrap();
        tokio::time::sleep(Duration::from_millis(1100)).await; // what was true a second ago is believed
        let request = visitor.client.get(format!("{}/readyz", visitor.base));
        let said = request.send().await.unwrap();
        assert_eq!(said.status(), 503);
        assert!(said.headers().contains_key("retry-after"));
        assert_eq!(visitor.get("/healthz").await.text().await, "alive");
        other.execute("ROLLBACK").await.unwrap();
        for attempt in 0..100 {
            if visitor.get("/readyz").await.status == 200 {
                break;
            }
            assert!(attempt < 99, "it is never ready again");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Given a game from elsewhere with names that nobody could type here, then they are stored as ones that could.
    async fn names_from_elsewhere_are_names(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let players = ["x".repeat(1_900_000), "An\u{202e}na\u{7}".to_owned(), "\u{200f}".to_owned()];
        let game = json!({ "ferrata": 1, "setup": { "title": "1841", "edition": "v2", "options": [], "players": players }, "entries": [] });
        let made = guest.post("/api/import", game).await.ok().await;
        let shown = guest.get(&format!("/api/tables/{}", made["id"].as_str().unwrap())).await.ok().await;
        assert_eq!(shown["setup"]["players"], json!(["x".repeat(24), "Anna", "Player 3"]));
    }

    /// Given the texts people write, then the character that no database keeps is refused everywhere, clearly.
    async fn nul_is_refused_clearly(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        for path in ["/api/tables/%00", "/api/tables/a%00b/log", "/api/tables?after_id=%00&before=1", "/api/me/tokens/%00"] {
            anna.get(path).await.problem(400).await;
        }
        for (path, body) in [
            ("/api/session", json!({ "name": "An\u{0}na", "password": "strada ferrata" })),
            ("/api/users", json!({ "name": "Bruno", "password": "strada\u{0}ferrata" })),
            ("/api/import", json!({ "title": "\u{0}" })),
        ] {
            let said = anna.post(path, body).await.problem(400).await;
            assert!(said["detail"].as_str().unwrap().contains("NUL"), "{path}: {said}");
        }
    }

    /// Given bodies just within and just beyond what an endpoint takes, then what the refusal says is the limit is the limit.
    async fn the_limit_is_what_the_message_says(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let send = async |path: &str, size: usize| {
            let body = format!("\"{}\"", "x".repeat(size - 2));
            let request =
                guest.client.post(format!("{}{path}", guest.base)).header("content-type", "application/json");
            let said = request.body(body).send().await.unwrap();
            (said.status().as_u16(), said.text().await.unwrap())
        };
        for (path, limit) in [("/api/import", 4096), ("/api/tables", 256)] {
            assert_eq!(send(path, limit << 10).await.0, 400, "{path}");
            let (status, problem) = send(path, (limit << 10) + 1).await;
            assert_eq!(status, 413, "{path}");
            assert!(problem.contains(&format!("{limit} KiB")), "{problem}");
        }
    }

    /// A live stream tells proxies to pass it on as it is.
    async fn a_stream_is_not_held_back_by_a_proxy(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let said = guest.client.get(format!("{}/api/tables/{table}/live", guest.base)).send().await.unwrap();
        let header = |name: &str| said.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(
            (header("x-accel-buffering"), header("cache-control")),
            ("no".into(), "no-cache, no-transform".into())
        );
        assert!(header("content-type").starts_with("text/event-stream"));
    }
}
