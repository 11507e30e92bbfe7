//! What who made a table may do with it besides playing.

use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_wire::{AboutMe, Created, SeatKey, TableInfo};
use reqwest::Method;
use serde_json::{Value, json};

async fn open_table(owner: &Person) -> Created {
    let new = json!({ "title": "1841", "edition": "v2", "players": ["A", "B", "C"], "undo": "free", "visibility": "link", "seat": 0 });
    owner.post("/api/tables", new).await.read().await
}

on_both! {
    /// Given a table that has not started, then its owner, and nobody else, renames it, changes its options, who may see
    /// it and when something is taken back; once it runs only the name can be changed.
    async fn an_owner_changes_a_table(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let path = format!("/api/tables/{}", open_table(&people[0]).await.id);
        let patch = async |who: &Person, body: Value| who.send(Method::PATCH, &path, Some(body)).await;
        let all = json!({ "name": "Nuova", "undo": "consent", "visibility": "open" });
        let info: TableInfo = patch(&people[0], all.clone()).await.read().await;
        assert_eq!((info.name.as_str(), info.undo.word(), info.visibility.word()), ("Nuova", "consent", "open"));
        patch(&people[1], all).await.problem(403).await;
        patch(&people[0], json!({ "name": "" })).await.problem(400).await;
        let info: TableInfo = patch(&people[0], json!({ "options": ["lite"] })).await.read().await;
        assert_eq!((info.name.as_str(), info.setup.options[0].as_str()), ("Nuova", "lite"));
        let told = patch(&people[0], json!({ "options": ["heavy"] })).await.problem(422).await;
        assert!(told["detail"].as_str().unwrap().contains("heavy"), "{told}");
        let info: TableInfo = patch(&people[0], json!({ "options": [] })).await.read().await;
        assert!(info.setup.options.is_empty());
        let running = seated(&people, "free").await;
        let path = format!("/api/tables/{running}");
        let patch = async |body: Value| people[0].send(Method::PATCH, &path, Some(body)).await;
        patch(json!({ "name": "Vecchia", "undo": "own" })).await.problem(409).await;
        patch(json!({ "options": ["lite"] })).await.problem(409).await;
        let info: TableInfo = patch(json!({ "name": "Vecchia" })).await.read().await;
        assert_eq!((info.name.as_str(), info.undo.word()), ("Vecchia", "free"));
    }

    /// Given somebody at a table that has not started, then its owner removes them, and the key they had is good no more; a
    /// new key brings somebody else. At a table that runs nobody is removed.
    async fn an_owner_removes_somebody(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let made = open_table(&people[0]).await;
        let path = format!("/api/tables/{}", made.id);
        let by_key = json!({ "key": made.seat_keys[1] });
        people[1].post(&format!("{path}/join"), by_key.clone()).await.ok().await;
        let seat = format!("{path}/seats/1");
        people[1].send(Method::DELETE, &seat, None).await.problem(403).await;
        people[0].post(&format!("{seat}/key"), json!({})).await.problem(409).await;
        people[0].send(Method::DELETE, &seat, None).await.ok().await;
        people[0].send(Method::DELETE, &seat, None).await.problem(409).await;
        people[1].post(&format!("{path}/join"), by_key).await.problem(404).await;
        let key: SeatKey = people[0].post(&format!("{seat}/key"), json!({})).await.read().await;
        people[2].post(&format!("{path}/join"), json!({ "key": key.key })).await.ok().await;
        let running = seated(&people, "free").await;
        people[0].send(Method::DELETE, &format!("/api/tables/{running}/seats/1"), None).await.problem(409).await;
    }

    /// Given a table, then its owner deletes it as long as it has not started; one at which others play stays.
    async fn an_owner_deletes_a_table_that_has_not_begun(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let path = format!("/api/tables/{}", open_table(&people[0]).await.id);
        people[1].send(Method::DELETE, &path, None).await.problem(403).await;
        people[0].send(Method::DELETE, &path, None).await.ok().await;
        people[0].get(&path).await.problem(404).await;
        let running = format!("/api/tables/{}", seated(&people, "free").await);
        people[0].send(Method::DELETE, &running, None).await.problem(409).await;
        people[0].get(&running).await.ok().await;
    }

    /// Given somebody who plays, writes and notes, then they get all that is stored about them, and nothing of others.
    async fn a_person_gets_all_that_is_stored_about_them(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "free").await;
        let path = format!("/api/tables/{table}");
        for (person, line) in people.iter().zip(["mine", "Bruno speaks", "Carla speaks"]) {
            person.post(&format!("{path}/chat"), json!({ "text": line })).await.ok().await;
        }
        people[0].send(Method::PUT, &format!("{path}/note"), Some(json!({ "text": "buy Milano" }))).await.ok().await;
        people[0].post("/api/me/tokens", json!({ "label": "bot" })).await.ok().await;
        let about: AboutMe = people[0].get("/api/me/export").await.read().await;
        assert_eq!((about.name.as_str(), about.seats.len(), about.seats[0].table == table), ("Anna", 1, true));
        assert_eq!(about.chat.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["mine"]);
        assert_eq!((about.notes[0].text.as_str(), about.tokens[0].label.as_str()), ("buy Milano", "bot"));
        assert_eq!((about.sessions.len(), about.deeds[0].what.as_str()), (1, "sign-up"));
        server.stranger().get("/api/me/export").await.problem(401).await;
    }
}
