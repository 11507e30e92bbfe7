//! How fast a server takes entries: a thousand running tables late in a game, two hundred live streams, one
//! machine for server and clients.
//!
//! `cargo bench -p ferrata-server --bench load` prints entries per second and latencies; on SQLite, or on the
//! database that `FERRATA_BENCH_DB` names.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use ferrata_engine::log::Log;
use ferrata_engine::turn::Author;
use ferrata_server::{Config, Server};
use reqwest::Client;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

const TABLES: usize = 1000;
const STREAMS: usize = 200;
const RATE: u32 = 500;
const SECONDS: u32 = 20;

fn main() {
    // `cargo test --benches` only wants to know that it builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/games/1841/132002.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("no recorded games at ../shared/games: nothing to measure with");
        return;
    };
    let log = ferrata_interop::replay(&text, None).unwrap().log;
    tokio::runtime::Runtime::new().unwrap().block_on(measure(log));
}

async fn measure(log: Log) {
    let directory = tempfile::tempdir().unwrap();
    let file = format!("sqlite://{}?mode=rwc", directory.path().join("load.sqlite").display());
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        db: Some(std::env::var("FERRATA_BENCH_DB").unwrap_or(file)),
        requests_per_second: 1_000_000,
        ..Config::default()
    };
    let server = Server::start(config).await.unwrap();
    let base = format!("http://{}", server.address().unwrap());
    tokio::spawn(server.run(std::future::pending()));
    let client = Client::builder().cookie_store(true).build().unwrap();
    client
        .post(format!("{base}/api/guest"))
        .json(&json!({}))
        .send()
        .await
        .unwrap()
        .error_for_status()
        .unwrap();
    let tables = tables(&client, &base, &log).await;
    for table in tables.iter().take(STREAMS) {
        listen(client.clone(), format!("{base}/api/tables/{table}/live"));
    }
    let begun = Instant::now();
    let mut latencies = post_at_rate(&client, &base, Arc::new(log), tables).await;
    report(&mut latencies, begun.elapsed());
}

/// Where in the recorded game the tables begin: late.
fn late(log: &Log) -> usize {
    log.entries.len() * 85 / 100
}

async fn tables(client: &Client, base: &str, log: &Log) -> Vec<String> {
    let mut cut = log.clone();
    cut.entries.truncate(late(log));
    let file = serde_json::to_value(&cut).unwrap();
    let mut ids = Vec::new();
    for _ in 0..TABLES {
        let said: Value =
            client.post(format!("{base}/api/import")).json(&file).send().await.unwrap().json().await.unwrap();
        ids.push(said["id"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned());
    }
    println!("{TABLES} tables, each after {} entries", cut.entries.len());
    ids
}

fn listen(client: Client, url: String) {
    tokio::spawn(async move {
        use futures_util::StreamExt;
        let mut stream = client.get(url).send().await.unwrap().bytes_stream();
        while stream.next().await.is_some() {}
    });
}

/// Posts the next entries of all tables in turn, at a steady rate whether or not the server keeps up.
async fn post_at_rate(client: &Client, base: &str, log: Arc<Log>, tables: Vec<String>) -> Vec<Duration> {
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / RATE);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let mut running = Vec::new();
    let first = late(&log);
    for turn in 0..(RATE * SECONDS) as usize {
        ticks.tick().await;
        let (table, at) = (&tables[turn % tables.len()], first + turn / tables.len());
        let Author::Seat(seat) = log.entries[at].entry.by else {
            panic!("the recorded game draws nothing by chance")
        };
        let body = json!({ "number": at + 1, "seat": seat, "action": log.entries[at].entry.action });
        let request = client.post(format!("{base}/api/tables/{table}/entries")).json(&body);
        running.push(tokio::spawn(async move {
            let begun = Instant::now();
            let said = request.send().await.unwrap();
            assert_eq!(said.status(), 200, "{}", said.text().await.unwrap());
            begun.elapsed()
        }));
    }
    let mut latencies = Vec::new();
    for task in running {
        latencies.push(task.await.unwrap());
    }
    latencies
}

fn report(latencies: &mut [Duration], elapsed: Duration) {
    latencies.sort();
    let at = |percent: usize| {
        latencies[(latencies.len() * percent / 100).min(latencies.len() - 1)].as_secs_f64() * 1000.0
    };
    println!(
        "{:.0} entries per second over {:.1} s",
        latencies.len() as f64 / elapsed.as_secs_f64(),
        elapsed.as_secs_f64()
    );
    println!("latency: p50 {:.2} ms, p99 {:.2} ms, max {:.2} ms", at(50), at(99), at(100));
}
