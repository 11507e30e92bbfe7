//! Requests that are cut off at any moment: what is stored and what the server shows stay the same.

use crate::test_server::{On, Person, TestServer, on_both};
use serde_json::{Value, json};
use std::time::Duration;

/// Sends a request and goes away after a moment, whether or not it was answered.
async fn cut(person: &Person, path: &str, body: &Value, after: Duration) {
    let request = person.client.post(format!("{}{path}", person.base)).json(body).send();
    tokio::time::timeout(after, request).await.ok();
}

async fn stored_seats(url: &str) -> String {
    let seats = "SELECT COALESCE(MIN(COALESCE(u.name, '-')), '-') FROM seats s LEFT JOIN users u ON u.id = s.user_id WHERE s.seat = 1";
    crate::test_server::look_up(url, seats).await
}

async fn shown_seat(person: &Person, table: &str) -> String {
    let shown = person.get(&format!("/api/tables/{table}")).await.ok().await;
    let seat = &shown["seats"][1];
    if seat["taken"] == true { seat["name"].as_str().unwrap().to_owned() } else { "-".to_owned() }
}

/// Waits until what is stored and what is shown are the same, as they must be once nothing is under way.
async fn same(server: &TestServer, person: &Person, table: &str) -> String {
    let mut both = (String::new(), String::new());
    for _ in 0..100 {
        both = (stored_seats(&server.url).await, shown_seat(person, table).await);
        if both.0 == both.1 {
            return both.0;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("stored {}, shown {}", both.0, both.1);
}

on_both! {
    /// Given somebody who joins and leaves a table and goes away in the middle of it, many times, then after each the
    /// server shows what is stored.
    async fn joining_and_leaving_are_whole(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "own", "visibility": "open", "seat": 0 });
        let made = anna.post("/api/tables", new).await.ok().await;
        let table = made["id"].as_str().unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for round in 0..60_u64 {
            let moment = Duration::from_micros(round * 60);
            shown_seat(&anna, table).await;
            cut(&bruno, &format!("/api/tables/{table}/join"), &json!({ "seat": 1 }), moment).await;
            seen.insert(same(&server, &anna, table).await);
            cut(&bruno, &format!("/api/tables/{table}/leave"), &json!({}), moment).await;
            seen.insert(same(&server, &anna, table).await);
        }
        assert_eq!(seen.len(), 2, "some were done, some were not: {seen:?}");
    }

    /// Given a table with all seats taken, when one player leaves and is cut off while the owner starts it, then it starts
    /// with everybody or not at all, and nobody else gets a seat of a game that runs.
    async fn no_game_starts_without_its_players(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let stranger = server.person("Dario").await;
        let mut ran = 0;
        for round in 0..20_u64 {
            let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "own", "visibility": "open", "seat": 0 });
            let made = people[0].post("/api/tables", new).await.ok().await;
            let path = format!("/api/tables/{}", made["id"].as_str().unwrap());
            for (seat, person) in people.iter().enumerate().skip(1) {
                person.post(&format!("{path}/join"), json!({ "seat": seat })).await.ok().await;
            }
            let moment = Duration::from_micros(200 + round * 150);
            let (leave, nothing, start) = (format!("{path}/leave"), json!({}), format!("{path}/start"));
            tokio::join!(
                cut(&people[1], &leave, &nothing, moment),
                cut(&people[0], &start, &nothing, Duration::from_secs(20)),
            );
            let shown = people[0].get(&path).await.ok().await;
            let taken = shown["seats"].as_array().unwrap().iter().all(|seat| seat["taken"] == true);
            if shown["status"] == "running" {
                ran += 1;
                assert!(taken, "{shown}");
                assert_eq!(shown["setup"]["players"], json!(["Anna", "Bruno", "Carla"]));
                stranger.post(&format!("{path}/join"), json!({})).await.problem(409).await;
                stranger.post(&format!("{path}/join"), json!({ "seat": 1 })).await.problem(409).await;
            }
        }
        println!("{on:?}: {ran} of 20 games ran");
    }
}
