//! Many at once: a whole recorded game, races for one number, two servers on one database.

use crate::recorded::recorded_game;
use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_engine::turn::Author;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

type Stream = UnboundedReceiver<(String, String, Value)>;

on_both! {
    /// Given four people with live streams at one table, when they play a whole recorded game, then every stream
    /// brings every record and all end with the same hash; and the result is known as long as the end is not taken back.
    async fn four_people_play_a_whole_game(on: On) {
        let Some(log) = recorded_game("132002.json") else { return };
        let server = TestServer::network(on).await;
        let mut people = Vec::new();
        for name in ["Anna", "Bruno", "Carla", "Dario"] {
            people.push(server.person(name).await);
        }
        let table = seated_for(&people, &log.setup).await;
        let mut streams: Vec<Stream> = Vec::new();
        for person in &people {
            streams.push(person.listen(&table, None).await);
        }
        for (at, recorded) in log.entries.iter().enumerate() {
            let Author::Seat(seat) = recorded.entry.by else { continue };
            let action = serde_json::to_value(&recorded.entry.action).unwrap();
            people[seat.index()].act(&table, at as u64 + 1, seat.0, &action).await.ok().await;
        }
        let end = people[0].get(&format!("/api/tables/{table}/view")).await.ok().await;
        assert!(end["view"]["turn"]["over"].is_object(), "{}", end["view"]["turn"]);
        for stream in &mut streams {
            let hash = follow(stream, log.entries.len() as u64).await;
            assert_eq!(json!(hash), end["hash"]);
        }
        let Author::Seat(last) = log.entries.last().unwrap().entry.by else { panic!("a player ends the game") };
        crate::lobby::what_is_left_of_a_game(&people, &table, log.entries.len() as u64, last).await;
    }

    /// Given fifty clients that post to the same number, then exactly one wins; the others learn what came in between
    /// and can go on.
    async fn one_of_fifty_wins(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let race = (0..50).map(|_| {
            let (guest, table) = (guest.clone(), table.clone());
            tokio::spawn(async move { guest.act(&table, 1, 0, &json!({ "do": "pass" })).await.status.as_u16() })
        });
        let mut statuses = Vec::new();
        for runner in race.collect::<Vec<_>>() {
            statuses.push(runner.await.unwrap());
        }
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 409).count(), 49, "{statuses:?}");
        guest.act(&table, 2, 1, &json!({ "do": "pass" })).await.ok().await;
    }
}

/// Given two servers on one PostgreSQL, when an entry is made on one, then streams on the other bring it, and
/// whoever acts on a stale number there gets what they missed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_share_a_table() {
    let (_servers, people, table, bruno) = two_servers().await;
    let mut stream = bruno.listen(&table, None).await;
    people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
    follow(&mut stream, 1).await;
    bruno.act(&table, 1, 1, &json!({ "do": "pass" })).await.problem(409).await;
    bruno.act(&table, 2, 1, &json!({ "do": "pass" })).await.ok().await;
    people[2].act(&table, 3, 2, &json!({ "do": "pass" })).await.ok().await;
    follow(&mut stream, 3).await;
}

/// Given two servers on one PostgreSQL, when somebody looks at a table through one, then the other shows that they
/// are there, whoever came first, and no longer when they are gone; and a session ended on one is ended on the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_know_who_is_there() {
    let (_servers, people, table, bruno) = two_servers().await;
    let here = people[0].listen(&table, None).await;
    let there = bruno.listen(&table, None).await;
    until_present(&people[0], &table, json!(["Anna", "Bruno"])).await;
    until_present(&bruno, &table, json!(["Anna", "Bruno"])).await;
    drop(there);
    // The next event finds nobody to read it.
    people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
    until_present(&people[0], &table, json!(["Anna"])).await;
    people[1].send(reqwest::Method::DELETE, "/api/sessions", None).await.ok().await;
    for attempt in 0..50 {
        if bruno.get("/api/me").await.ok().await["known"] == false {
            break;
        }
        assert!(attempt < 49, "the session goes on");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    drop(here);
}

/// Given two servers on one PostgreSQL that both have a table in memory, when an account is deleted through one, then the
/// name is gone on the other, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_taken_off_on_both_servers() {
    let (_servers, people, table, bruno) = two_servers().await;
    let view = format!("/api/tables/{table}/view");
    assert!(bruno.get(&view).await.text().await.contains("Anna"));
    let farewell = json!({ "password": "strada ferrata" });
    people[0].send(reqwest::Method::DELETE, "/api/me", Some(farewell)).await.ok().await;
    for attempt in 0..50 {
        if !bruno.get(&view).await.text().await.contains("Anna") {
            break;
        }
        assert!(attempt < 49, "the name is still there");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
}

/// Two servers on one PostgreSQL, three people at a table through one, and Bruno through the other.
async fn two_servers() -> ([TestServer; 2], [Person; 3], String, Person) {
    let one = TestServer::network(On::Postgres).await;
    let other = one.beside().await;
    let people = [one.person("Anna").await, one.person("Bruno").await, one.person("Carla").await];
    let table = seated(&people, "own").await;
    let bruno = Person::at(other.address);
    bruno.post("/api/session", json!({ "name": "Bruno", "password": "strada ferrata" })).await.ok().await;
    ([one, other], people, table, bruno)
}

async fn until_present(person: &Person, table: &str, expected: Value) {
    for _ in 0..100 {
        let mut present = person.get(&format!("/api/tables/{table}")).await.ok().await["present"].clone();
        present.as_array_mut().unwrap().sort_by_key(ToString::to_string);
        if present == expected {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("not seen within ten seconds: {expected}");
}

/// Reads a stream up to a record and returns that record's hash; no number may be missing or doubled.
async fn follow(stream: &mut Stream, until: u64) -> String {
    let mut expected = None;
    loop {
        let (kind, _, data) = stream.recv().await.expect("the stream ended");
        if kind != "record" {
            continue;
        }
        let number = data["number"].as_u64().unwrap();
        assert!(
            expected.is_none_or(|expected| expected == number),
            "record {number} came instead of {expected:?}"
        );
        expected = Some(number + 1);
        if number == until {
            return data["hash"].as_str().unwrap().to_owned();
        }
    }
}

/// A started table with a set-up of its own.
async fn seated_for(people: &[Person], setup: &ferrata_engine::turn::Setup) -> String {
    let new = json!({
        "title": setup.title, "edition": setup.edition, "options": setup.options, "players": setup.players,
        "undo": "own", "visibility": "open", "seat": 0,
    });
    let made = people[0].post("/api/tables", new).await.ok().await;
    let id = made["id"].as_str().unwrap().to_owned();
    for (seat, person) in people.iter().enumerate().skip(1) {
        person.post(&format!("/api/tables/{id}/join"), json!({ "seat": seat })).await.ok().await;
    }
    people[0].post(&format!("/api/tables/{id}/start"), json!({})).await.ok().await;
    id
}
