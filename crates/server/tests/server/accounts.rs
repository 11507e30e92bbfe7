//! Sign-up, sign-in, passwords, sessions and access tokens.

use crate::test_server::{On, TestServer, on_both};
use reqwest::Method;
use serde_json::json;

on_both! {
    /// Given somebody who sits and has talked at a table, when the account is deleted, then the table stays and goes on
    /// without the name, and nobody can sign in by it.
    async fn a_deleted_account_leaves_its_tables(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = crate::tables::seated(&people, "own").await;
        let path = format!("/api/tables/{table}");
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        people[0].post(&format!("{path}/chat"), json!({ "text": "Addio" })).await.ok().await;
        let farewell = |password: &str| Some(json!({ "password": password }));
        people[0].send(Method::DELETE, "/api/me", farewell("not the one")).await.problem(403).await;
        people[0].send(Method::DELETE, "/api/me", farewell("strada ferrata")).await.ok().await;
        people[0].act(&table, 2, 0, &json!({ "do": "pass" })).await.problem(401).await;
        for part in ["", "/view", "/log", "/chat", "/export"] {
            let text = people[1].get(&format!("{path}{part}")).await.text().await;
            assert!(!text.contains("Anna"), "{part}: {text}");
        }
        people[1].act(&table, 2, 1, &json!({ "do": "pass" })).await.ok().await;
        let again = json!({ "name": "Anna", "password": "strada ferrata" });
        server.stranger().post("/api/session", again.clone()).await.problem(401).await;
        server.stranger().post("/api/users", again).await.ok().await;
    }

    /// Given a network server, when somebody signs up, then the cookie makes them known; the name is taken for
    /// everybody else, in any spelling.
    async fn a_person_signs_up_once(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        assert_eq!(anna.get("/api/me").await.ok().await["name"], "Anna");
        let other = server.stranger();
        other.post("/api/users", json!({ "name": "ANNA", "password": "another one" })).await.problem(409).await;
        assert_eq!(other.get("/api/me").await.ok().await["known"], false);
    }

    /// Given somebody who has never said in which time zone they live, then their browser is told so, and is told the zone
    /// once it is saved.
    async fn a_time_zone_is_known_once_it_is_saved(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        assert_eq!(anna.get("/api/me").await.ok().await["zone"], serde_json::Value::Null);
        let rome = json!({ "zone": "Europe/Rome" });
        anna.send(Method::PUT, "/api/me/preferences", Some(rome)).await.ok().await;
        assert_eq!(anna.get("/api/me").await.ok().await["zone"], "Europe/Rome");
        let again = json!({ "name": "Anna", "password": "strada ferrata" });
        assert_eq!(server.stranger().post("/api/session", again).await.ok().await["zone"], "Europe/Rome");
    }

    /// Given an account, when name and password do not belong together, then nobody learns which was wrong.
    async fn a_wrong_password_tells_nothing(on: On) {
        let server = TestServer::network(on).await;
        server.person("Anna").await;
        let stranger = server.stranger();
        let wrong = stranger.post("/api/session", json!({ "name": "Anna", "password": "not the one" })).await.problem(401).await;
        let unknown = stranger.post("/api/session", json!({ "name": "Bruno", "password": "not the one" })).await.problem(401).await;
        assert_eq!(wrong, unknown);
        stranger.post("/api/session", json!({ "name": "anna", "password": "strada ferrata" })).await.ok().await;
        assert_eq!(stranger.get("/api/me").await.ok().await["name"], "Anna");
    }

    /// Given two sessions, when the password is changed, then the other session ends; when all are ended, both do.
    async fn sessions_end_when_they_should(on: On) {
        let server = TestServer::network(on).await;
        let laptop = server.person("Anna").await;
        let phone = server.stranger();
        phone.post("/api/session", json!({ "name": "Anna", "password": "strada ferrata" })).await.ok().await;
        laptop.post("/api/me/password", json!({ "old": "wrong wrong", "new": "via di ferro" })).await.problem(403).await;
        laptop.post("/api/me/password", json!({ "old": "strada ferrata", "new": "short" })).await.problem(400).await;
        laptop.post("/api/me/password", json!({ "old": "strada ferrata", "new": "via di ferro" })).await.ok().await;
        assert_eq!(laptop.get("/api/me").await.ok().await["known"], true);
        assert_eq!(phone.get("/api/me").await.ok().await["known"], false);
        laptop.send(Method::DELETE, "/api/sessions", None).await.ok().await;
        assert_eq!(laptop.get("/api/me").await.ok().await["known"], false);
    }

    /// Given an access token, then a program may play with it but not touch the account; taken back it is worthless.
    async fn an_access_token_plays_and_no_more(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        let made = anna.post("/api/me/tokens", json!({ "label": "my bot" })).await.ok().await;
        let (id, token) = (made["id"].as_str().unwrap(), made["token"].as_str().unwrap());
        let program = server.stranger();
        let call = |method: Method, path: &str| {
            program.client.request(method, format!("{}{path}", program.base)).bearer_auth(token)
        };
        let me = call(Method::GET, "/api/me").send().await.unwrap().json::<serde_json::Value>().await.unwrap();
        assert_eq!(me["name"], "Anna");
        assert_eq!(call(Method::GET, "/api/me/tokens").send().await.unwrap().status(), 403);
        assert_eq!(call(Method::DELETE, "/api/sessions").send().await.unwrap().status(), 403);
        let as_cookie = server.stranger().client.get(format!("{}/api/me", program.base)).header("cookie", format!("ferrata={token}"));
        let me = as_cookie.send().await.unwrap().json::<serde_json::Value>().await.unwrap();
        assert_eq!(me["known"], false, "a token is no session");
        anna.send(Method::DELETE, &format!("/api/me/tokens/{id}"), None).await.ok().await;
        assert_eq!(call(Method::GET, "/api/me").send().await.unwrap().status(), 401);
    }

    /// Given a network server, then no browser is let in without an account; on this machine alone it is.
    async fn guests_exist_on_this_machine_only(on: On) {
        let network = TestServer::network(on).await;
        network.stranger().post("/api/guest", json!({})).await.problem(403).await;
        let local = TestServer::local(on).await;
        let guest = local.guest().await;
        assert_eq!(guest.get("/api/me").await.ok().await["known"], true);
    }

    /// Given a session and an access token, when their time is over, then they open nothing any more, although both
    /// were good a moment ago.
    async fn sessions_and_tokens_expire(on: On) {
        let server = TestServer::network(on).await;
        let anna = server.person("Anna").await;
        let made = anna.post("/api/me/tokens", json!({ "label": "my bot", "days": 30 })).await.ok().await;
        let token = made["token"].as_str().unwrap();
        let program = server.stranger();
        let by_token = || program.client.get(format!("{}/api/me", program.base)).bearer_auth(token).send();
        let other = anna.post("/api/me/tokens", json!({ "label": "another bot" })).await.ok().await;
        let bruno = server.person("Bruno").await;
        let now = || std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64;
        let soon = now() + 5000;
        let database = sqlx::AnyPool::connect(&server.url).await.unwrap();
        for update in ["UPDATE sessions SET expires = $1 WHERE user_id IN (SELECT id FROM users WHERE name = 'Anna')", "UPDATE access_tokens SET expires = $1"] {
            sqlx::query(update).bind(soon).execute(&database).await.unwrap();
        }
        let other = format!("/api/me/tokens/{}", other["id"].as_str().unwrap());
        anna.send(Method::DELETE, &other, None).await.ok().await; // from now on hers are looked up anew
        assert_eq!(anna.get("/api/me").await.ok().await["known"], true);
        assert_eq!(by_token().await.unwrap().status(), 200);
        tokio::time::sleep(std::time::Duration::from_millis((soon + 100 - now()).max(0) as u64)).await;
        assert_eq!(anna.get("/api/me").await.ok().await["known"], false);
        anna.get("/api/me/tokens").await.problem(401).await;
        assert_eq!(by_token().await.unwrap().status(), 401);
        assert_eq!(bruno.get("/api/me").await.ok().await["known"], true);
        anna.post("/api/me/tokens", json!({ "label": "x", "days": 0 })).await.problem(401).await;
        bruno.post("/api/me/tokens", json!({ "label": "x", "days": 0 })).await.problem(400).await;
    }
}
