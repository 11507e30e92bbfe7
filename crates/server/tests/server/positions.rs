//! Tables that are played from a position.

use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_wire::{Created, Example, TableInfo, TableStatus};
use serde_json::{Value, json};

const POSITION: &str = r#"title = "1841"
edition = "v2"
players = ["Ada", "Ben", "Cleo"]

[seat.Ben]
cash = 123
"#;

/// A table from a position, with what is changed about the request.
fn from(position: &str, changed: Value) -> Value {
    let mut new = json!({ "position": position, "undo": "free", "visibility": "open", "local": true });
    let (all, more) = (new.as_object_mut().unwrap(), changed.as_object().unwrap().clone());
    all.extend(more);
    new
}

async fn refused(person: &Person, new: Value, status: u16) -> String {
    let problem = person.post("/api/tables", new).await.problem(status).await;
    problem["detail"].as_str().unwrap().to_owned()
}

on_both! {
    /// Given a position, then a table begins there with the position's own players, is marked as such, and its log folds
    /// from there; lists leave the position out.
    async fn a_table_begins_at_a_position(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let made: Created = guest.post("/api/tables", from(POSITION, json!({}))).await.read().await;
        let path = format!("/api/tables/{}", made.id);
        let info: TableInfo = guest.get(&path).await.read().await;
        assert_eq!((info.status, info.from_position, info.setup.position.as_deref()), (TableStatus::Running, true, Some(POSITION)));
        assert_eq!((info.setup.edition.as_str(), info.seats[1].name.as_str()), ("v2", "Ben"));
        let view = guest.get(&format!("{path}/view")).await.ok().await;
        assert_eq!(view["view"]["players"][1]["cash"], 123);
        let listed: Vec<TableInfo> = guest.get("/api/tables").await.read().await;
        assert_eq!((listed[0].from_position, listed[0].setup.position.as_deref()), (true, None));
        let plain = guest.local_table("1841", "v2", &["Ada", "Ben", "Cleo"]).await;
        let info: TableInfo = guest.get(&format!("/api/tables/{plain}")).await.read().await;
        assert!(!info.from_position);
        let log = guest.get(&format!("{path}/export")).await.ok().await;
        let again = guest.post("/api/import", log).await.ok().await["id"].as_str().unwrap().to_owned();
        let copied = guest.get(&format!("/api/tables/{again}/view")).await.ok().await;
        assert_eq!(copied["hash"], view["hash"], "what is exported is brought back");
    }

    /// Given a network table from a position, when people with names of their own sit down and start it, then each has what
    /// the position gives to their seat.
    async fn people_play_on_from_a_position(on: On) {
        let mut server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let new = from(POSITION, json!({ "local": false, "seat": 0 }));
        let made: Created = people[0].post("/api/tables", new).await.read().await;
        let path = format!("/api/tables/{}", made.id);
        for (seat, person) in people.iter().enumerate().skip(1) {
            person.post(&format!("{path}/join"), json!({ "seat": seat })).await.ok().await;
        }
        let info: TableInfo = people[0].post(&format!("{path}/start"), json!({})).await.read().await;
        assert_eq!(info.setup.players, ["Anna", "Bruno", "Carla"]);
        let view = people[0].get(&format!("{path}/view")).await.ok().await;
        assert_eq!((&view["view"]["players"][1]["name"], &view["view"]["players"][1]["cash"]), (&json!("Bruno"), &json!(123)));
        let other = server.again().await;
        let anna = Person { base: format!("http://{}", other.address), ..people[0].clone() };
        assert_eq!(anna.get(&format!("{path}/view")).await.ok().await["hash"], view["hash"], "read anew, it is the same");
    }

    /// Given a position that cannot be played, is none, is of another game or is too long, then the refusal says what and
    /// where, and nothing is made.
    async fn what_is_wrong_with_a_position_is_told(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let told = refused(&guest, from("title = \"1841\nedition", json!({})), 400).await;
        assert!(told.starts_with("position:1:"), "{told}");
        let told = refused(&guest, from(&POSITION.replace("seat.Ben", "seat.Bob"), json!({})), 422).await;
        assert!(told.contains("position:5") && told.contains("Ada, Ben, Cleo"), "{told}");
        let told = refused(&guest, from(&POSITION.replace("123", "-5"), json!({})), 422).await;
        assert!(told.contains("position:6"), "{told}");
        let told = refused(&guest, from(&POSITION.replace("\"1841\"", "\"1830\""), json!({})), 422).await;
        assert!(told.contains("there is no title 1830"), "{told}");
        let told = refused(&guest, from(POSITION, json!({ "title": "18ESP" })), 422).await;
        assert!(told.contains("18ESP"), "{told}");
        let told = refused(&guest, from(POSITION, json!({ "title": "1841", "edition": "v1" })), 422).await;
        assert!(told.contains("the position is one of 1841 v2"), "{told}");
        let told = refused(&guest, from(POSITION, json!({ "players": ["A", "B", "C", "D"] })), 422).await;
        assert!(told.contains("3 players"), "{told}");
        let long = format!("{POSITION}#{}", "x".repeat(64 << 10));
        let told = refused(&guest, from(&long, json!({})), 400).await;
        assert!(told.contains("65536"), "{told}");
        let listed: Vec<TableInfo> = guest.get("/api/tables").await.read().await;
        assert!(listed.is_empty());
    }

    /// Given a game, then any moment of it can be taken as a position, and a table that begins with it stands there.
    async fn any_moment_is_a_position(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let id = guest.local_table("1841", "v2", &["Ada", "Ben", "Cleo"]).await;
        let path = format!("/api/tables/{id}");
        let at = async |at: u64| guest.get(&format!("{path}/position?at={at}")).await;
        let first = at(0).await.text().await;
        assert!(first.starts_with("title = \"1841\"\nedition = \"v2\"\n"), "{first}");
        let view = guest.get(&format!("{path}/view?at=0")).await.ok().await;
        let made: Created = guest.post("/api/tables", from(&first, json!({}))).await.read().await;
        let again = guest.get(&format!("/api/tables/{}/view", made.id)).await.ok().await;
        assert_eq!(again["hash"], view["hash"]);
        assert_eq!(guest.get(&format!("/api/tables/{}/position", made.id)).await.text().await, first);
        at(99).await.problem(400).await;
        server.stranger().get("/api/tables/nobody/position").await.problem(404).await;
    }

    /// The rulebooks' examples are listed, and each can be opened at a table.
    async fn every_example_can_be_opened(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let examples: Vec<Example> = guest.get("/api/examples").await.read().await;
        for example in examples {
            let made: Created = guest.post("/api/tables", from(&example.position, json!({}))).await.read().await;
            let info: TableInfo = guest.get(&format!("/api/tables/{}", made.id)).await.read().await;
            assert!(info.from_position && info.setup.title.as_str() == example.title, "{}", example.name);
        }
    }
}
