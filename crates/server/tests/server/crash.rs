//! A server killed at any moment loses nothing it acknowledged.

use crate::house::{On, Person};
use serde_json::json;
use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};

const KILLS: u64 = 100;

/// Not a test by itself: the server that the crash tests kill runs in this process's copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_to_be_killed() {
    let (Ok(db), Ok(listen)) = (std::env::var("FERRATA_TEST_DB"), std::env::var("FERRATA_TEST_LISTEN"))
    else {
        return;
    };
    let config = ferrata_server::Config {
        listen: listen.parse().unwrap(),
        db: Some(db),
        requests_per_second: 100_000,
        ..Default::default()
    };
    let server = ferrata_server::Server::start(config).await.unwrap();
    server.run(std::future::pending()).await.unwrap();
}

async fn start(db: &str, address: SocketAddr) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["crash::the_server_to_be_killed", "--exact", "--nocapture"]);
    command.env("FERRATA_TEST_DB", db).env("FERRATA_TEST_LISTEN", address.to_string());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
    for _ in 0..600 {
        if reqwest::get(format!("http://{address}/healthz")).await.is_ok() {
            return child;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the server did not start again");
}

/// Given a client that plays on and on, when the server is killed a hundred times, then every acknowledged record is
/// there afterwards, none twice, and play goes on.
async fn killed_a_hundred_times(on: On) {
    let directory = tempfile::tempdir().unwrap();
    let db = match on {
        On::Sqlite => format!("sqlite://{}?mode=rwc", directory.path().join("crash.sqlite").display()),
        On::Postgres => tokio::task::spawn_blocking(crate::postgres::database).await.unwrap(),
    };
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut child = start(&db, address).await;
    let guest = Person::at(address);
    guest.post("/api/guest", json!({})).await.ok().await;
    let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
    let mut acknowledged: Vec<(u64, String)> = Vec::new();
    for kill in 0..KILLS {
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
        child = start(&db, address).await;
        acknowledged = compare(&guest, &table, acknowledged).await;
    }
    println!("{on:?}: {KILLS} kills, {} records, none lost, none doubled", acknowledged.len());
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
async fn killed_a_hundred_times_on_sqlite() {
    killed_a_hundred_times(On::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_a_hundred_times_on_postgres() {
    killed_a_hundred_times(On::Postgres).await;
}
