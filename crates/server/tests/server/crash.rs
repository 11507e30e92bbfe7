//! A server killed at any moment loses nothing it acknowledged.

use crate::child::{self, start};
use crate::test_server::{On, Person};
use serde_json::json;

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
