//! A server killed at any moment loses nothing it acknowledged.

use crate::child::{self, start};
use crate::sinks::Sink;
use crate::tables::seated;
use crate::test_server::{On, Person, look_up};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::Duration;

/// How often the server is killed: `FERRATA_KILLS`, else ten times. `cargo xtask kills` does it a hundred times.
fn kills() -> u64 {
    let wanted = std::env::var("FERRATA_KILLS").ok();
    wanted.map_or(10, |kills| kills.parse().expect("FERRATA_KILLS is a number"))
}

/// Given a client that plays on and on, when the server is killed again and again, then every acknowledged record is
/// there afterwards, none twice, and play goes on.
async fn killed_again_and_again(on: On) {
    let directory = tempfile::tempdir().unwrap();
    let db = on.database(directory.path()).await;
    let address = child::free_address();
    let mut child = start(&db, address, None).await;
    let guest = Person::at(address);
    guest.post("/api/guest", json!({})).await.ok().await;
    let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
    let mut acknowledged: Vec<(u64, String)> = Vec::new();
    let kills = kills();
    for kill in 0..kills {
        let last = acknowledged.len() as u64;
        let more = play(&guest, &table, last, 1 + kill % 3).await;
        assert_eq!(more.len() as u64, 1 + kill % 3, "the server does not play on");
        acknowledged.extend(more);
        // The next request is under way when the server dies.
        let dying = play(&guest, &table, acknowledged.len() as u64, 1000);
        let killing = async {
            for _ in 0..(kill * 7) % 40 {
                tokio::task::yield_now().await;
            }
            child.start_kill().unwrap();
        };
        acknowledged.extend(tokio::join!(dying, killing).0);
        child.wait().await.unwrap();
        child = start(&db, address, None).await;
        acknowledged = compare(&guest, &table, acknowledged).await;
    }
    println!("{on:?}: {kills} kills, {} records, none lost, none doubled", acknowledged.len());
}

/// Acts and takes back in turn, so that the game never ends, until enough is done or the server is gone; returns
/// what the server acknowledged.
async fn play(guest: &Person, table: &str, last: u64, enough: u64) -> Vec<(u64, String)> {
    let mut done = Vec::new();
    for number in last + 1..=last + enough {
        let path = format!("{}/api/tables/{table}/", guest.base);
        let retry = format!("attempt-{number}");
        let request = if number % 2 == 1 {
            guest
                .client
                .post(path + "entries")
                .json(&json!({ "number": number, "seat": 0, "action": { "do": "pass" }, "retry": retry }))
        } else {
            guest.client.post(path + "undo").json(&json!({ "number": number, "seat": 0, "to": number - 2 }))
        };
        let Ok(answer) = request.send().await else { break };
        if answer.status() != 200 || answer.text().await.is_err() {
            break;
        }
        done.push((number, retry));
    }
    done
}

/// The records there are now; all acknowledged ones must be among them, in order and once.
async fn compare(guest: &Person, table: &str, acknowledged: Vec<(u64, String)>) -> Vec<(u64, String)> {
    let mut there = Vec::new();
    loop {
        let after = there.len();
        let log = guest.get(&format!("/api/tables/{table}/log?after={after}&limit=2000")).await.ok().await;
        let records = log["records"].as_array().unwrap();
        there.extend(records.iter().map(|record| record["number"].as_u64().unwrap()));
        if records.is_empty() {
            break;
        }
    }
    assert_eq!(there, (1..=there.len() as u64).collect::<Vec<_>>());
    let lost: Vec<_> = acknowledged.iter().filter(|(number, _)| *number > there.len() as u64).collect();
    assert!(lost.is_empty(), "acknowledged but gone: {lost:?}");
    there.into_iter().map(|number| (number, String::new())).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_again_and_again_on_sqlite() {
    killed_again_and_again(On::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_again_and_again_on_postgres() {
    killed_again_and_again(On::Postgres).await;
}

/// Given people who play and talk without a pause, of whom one is told of every turn and every mention, when the server is
/// killed again and again, then for every turn that was stored there is one notification in the outbox, every mention
/// arrives, and what arrives twice (killed between the receiver's answer and our note of it) has the same key.
async fn killed_while_telling(on: On) {
    let directory = tempfile::tempdir().unwrap();
    let db = on.database(directory.path()).await;
    let address = child::free_address();
    let sink = Sink::open().await;
    let mut child = start(&db, address, None).await;
    let people = ["Anna", "Bruno", "Carla"].map(|name| (name, Person::at(address)));
    for (name, person) in &people {
        person.post("/api/users", json!({ "name": name, "password": "strada ferrata" })).await.ok().await;
    }
    let people = people.map(|(_, person)| person);
    let hook = json!({ "address": { "by": "webhook", "url": sink.url("/") } });
    people[1].post("/api/me/destinations", hook).await.ok().await;
    let table = seated(&people, "free").await;
    let (mut last, kills) = (0, kills());
    for kill in 0..kills {
        let dying = async {
            let turns = play(&people[0], &table, last, 1000);
            tokio::join!(turns, mention(&people[2], &table)).0
        };
        let killing = async {
            tokio::time::sleep(Duration::from_millis(20 + (kill * 37) % 90)).await;
            child.start_kill().unwrap();
        };
        tokio::join!(dying, killing);
        child.wait().await.unwrap();
        child = start(&db, address, None).await;
        last = compare(&people[0], &table, Vec::new()).await.len() as u64;
    }
    let lines: usize = look_up(&db, "SELECT CAST(COUNT(*) AS TEXT) FROM chat").await.parse().unwrap();
    let mut keys = BTreeMap::new();
    for _ in 0..3000 {
        keys.clear();
        for came in sink.came().iter().filter(|came| came.json()["kind"] == "mention") {
            *keys.entry(came.header("webhook-id").to_owned()).or_insert(0_usize) += 1;
        }
        if keys.len() == lines {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(keys.len(), lines, "every mention arrives");
    let again = keys.values().sum::<usize>() - lines;
    assert!(again as u64 <= kills * 32, "{again} came again");
    let turns = "SELECT CAST(COUNT(*) AS TEXT) FROM outbox WHERE kind = 'your_turn'";
    let stored = "SELECT CAST(COUNT(*) AS TEXT) FROM entries WHERE kind = 'entry'";
    assert_eq!(look_up(&db, turns).await, look_up(&db, stored).await, "every turn is in the outbox");
    println!(
        "{on:?}: {kills} kills, {last} records, {lines} mentions, none lost, {again} sent again with the same key"
    );
}

/// Mentions somebody over and over until the server is gone.
async fn mention(person: &Person, table: &str) {
    for number in 0.. {
        let line = json!({ "text": format!("@Bruno {number}") });
        let request = person.client.post(format!("{}/api/tables/{table}/chat", person.base)).json(&line);
        if !request.send().await.is_ok_and(|answer| answer.status() == 201) {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_telling_on_sqlite() {
    killed_while_telling(On::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_telling_on_postgres() {
    killed_while_telling(On::Postgres).await;
}
