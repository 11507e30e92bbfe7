//! How fast a server takes entries: a thousand running tables late in a game, two hundred live streams, one
//! machine for server and clients (two processes).
//!
//! `cargo bench -p ferrata-server --bench load` prints latencies at a steady 500 entries per second and the rate
//! that 32 clients without pauses reach; on SQLite. With `FERRATA_BENCH_DB=postgres` it does so on a PostgreSQL of its own,
//! started and stopped as for the tests, and with `FERRATA_BENCH_DB=postgres://…` on that one.

#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[path = "../tests/server/postgres.rs"]
mod postgres;

use ferrata_engine::log::Log;
use ferrata_engine::turn::Author;
use ferrata_server::{Config, Server};
use reqwest::Client;
use serde_json::{Value, json};
use std::net::{SocketAddr, TcpListener};
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

const TABLES: usize = 1000;
const STREAMS: usize = 200;
const RATE: u32 = 500;
const SECONDS: u32 = 20;
const EAGER: usize = 32;

fn main() {
    // `cargo test --benches` only wants to know that it builds.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    if let (Ok(db), Ok(listen)) =
        (std::env::var("FERRATA_BENCH_SERVE"), std::env::var("FERRATA_BENCH_LISTEN"))
    {
        runtime.block_on(serve(db, listen.parse().unwrap()));
        return;
    }
    let Some(text) = ferrata_recorded::game("1841/132002.json") else { return };
    let log = ferrata_interop::replay(&text, None).unwrap().log;
    runtime.block_on(measure(log));
}

async fn serve(db: String, listen: SocketAddr) {
    let config = Config {
        listen,
        db: Some(db),
        requests_per_second: 1_000_000,
        connections_per_network: 20_000,
        ..Config::default()
    };
    Server::start(config).await.unwrap().run(std::future::pending()).await;
}

/// The server in a process of its own, killed at the end.
struct ServerProcess(Child);

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

async fn open(db: &str, client: &Client) -> (ServerProcess, String) {
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.arg("--bench").env("FERRATA_BENCH_SERVE", db).env("FERRATA_BENCH_LISTEN", address.to_string());
    let server = ServerProcess(command.spawn().unwrap());
    let base = format!("http://{address}");
    for _ in 0..500 {
        if client.get(format!("{base}/healthz")).send().await.is_ok() {
            return (server, base);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the server does not start");
}

async fn measure(log: Log) {
    let directory = tempfile::tempdir().unwrap();
    let file = format!("sqlite://{}?mode=rwc", directory.path().join("load.sqlite").display());
    let client = Client::builder().cookie_store(true).build().unwrap();
    let db = match std::env::var("FERRATA_BENCH_DB") {
        Ok(own) if own == "postgres" => tokio::task::spawn_blocking(postgres::database).await.unwrap(),
        Ok(named) => named,
        Err(_) => file,
    };
    let (_server, base) = open(&db, &client).await;
    let guest = client.post(format!("{base}/api/guest")).json(&json!({})).send().await.unwrap();
    guest.error_for_status().unwrap();
    let log = Arc::new(log);
    let tables = tables(&client, &base, &log).await;
    for table in tables.iter().take(STREAMS) {
        listen(client.clone(), format!("{base}/api/tables/{table}/live"));
    }
    let posting = Arc::new(Posting { client, base, log, tables });
    posting.at_rate(0, TABLES as u32).await; // warms caches and connections
    println!("steadily {RATE} entries per second, load average before {}", load());
    let begun = Instant::now();
    let mut latencies = posting.at_rate(1, RATE * SECONDS).await;
    report(&mut latencies, begun.elapsed());
    println!("{EAGER} clients without pauses, load average before {}", load());
    let begun = Instant::now();
    let mut latencies = posting.without_pauses(1 + (RATE * SECONDS) as usize / TABLES).await;
    report(&mut latencies, begun.elapsed());
}

fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_owned()
}

/// Where in the recorded game the tables begin: late.
fn late(log: &Log) -> usize {
    log.entries.len() * 85 / 100
}

async fn tables(client: &Client, base: &str, log: &Log) -> Vec<String> {
    let mut cut = log.clone();
    cut.entries.truncate(late(log));
    let file = Arc::new(serde_json::to_vec(&cut).unwrap());
    let mut ids = Vec::new();
    for _ in 0..TABLES / 4 {
        let four: Vec<_> =
            (0..4).map(|_| tokio::spawn(import(client.clone(), base.to_owned(), file.clone()))).collect();
        for one in four {
            ids.push(one.await.unwrap());
        }
    }
    println!(
        "{TABLES} tables, each after {} of {} entries; {STREAMS} live streams",
        cut.entries.len(),
        log.entries.len()
    );
    ids
}

async fn import(client: Client, base: String, file: Arc<Vec<u8>>) -> String {
    let request = client.post(format!("{base}/api/import")).header("content-type", "application/json");
    let said: Value = request.body(file.to_vec()).send().await.unwrap().json().await.unwrap();
    said["id"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
}

fn listen(client: Client, url: String) {
    tokio::spawn(async move {
        use futures_util::StreamExt;
        let mut stream = client.get(url).send().await.unwrap().bytes_stream();
        while stream.next().await.is_some() {}
    });
}

struct Posting {
    client: Client,
    base: String,
    log: Arc<Log>,
    tables: Vec<String>,
}

impl Posting {
    /// Posts one entry `more` entries after the late beginning; returns the time it took.
    async fn post(&self, table: usize, more: usize) -> Duration {
        let at = late(&self.log) + more;
        let recorded = &self.log.entries[at];
        let Author::Seat(seat) = recorded.entry.by else {
            panic!("the recorded game draws nothing by chance")
        };
        let body = json!({ "number": at + 1, "seat": seat, "action": recorded.entry.action });
        let request =
            self.client.post(format!("{}/api/tables/{}/entries", self.base, self.tables[table])).json(&body);
        let begun = Instant::now();
        let said = request.send().await.unwrap();
        let status = said.status();
        let text = said.text().await.unwrap();
        let taken = begun.elapsed();
        assert_eq!(status, 200, "{text}");
        taken
    }

    /// Posts the next entries of all tables in turn, at a steady rate whether or not the server keeps up; round `from`
    /// and on.
    async fn at_rate(self: &Arc<Self>, from: usize, count: u32) -> Vec<Duration> {
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / RATE);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
        let mut running = Vec::new();
        for turn in 0..count as usize {
            ticks.tick().await;
            let posting = self.clone();
            let (table, more) = (turn % TABLES, from + turn / TABLES);
            running.push(tokio::spawn(async move { posting.post(table, more).await }));
        }
        let mut latencies = Vec::new();
        for task in running {
            latencies.push(task.await.unwrap());
        }
        latencies
    }

    /// Every client posts to tables of its own, one entry after another.
    async fn without_pauses(self: &Arc<Self>, from: usize) -> Vec<Duration> {
        let end = Instant::now() + Duration::from_secs(SECONDS.into());
        let left = self.log.entries.len() - late(&self.log);
        let clients = (0..EAGER).map(|client| {
            let posting = self.clone();
            tokio::spawn(async move {
                let mut latencies = Vec::new();
                for more in from..left {
                    for table in (client..TABLES).step_by(EAGER) {
                        if Instant::now() > end {
                            return latencies;
                        }
                        latencies.push(posting.post(table, more).await);
                    }
                }
                latencies
            })
        });
        let mut all = Vec::new();
        for client in clients.collect::<Vec<_>>() {
            all.extend(client.await.unwrap());
        }
        all
    }
}

fn report(latencies: &mut [Duration], elapsed: Duration) {
    latencies.sort();
    let at = |permille: usize| {
        latencies[(latencies.len() * permille / 1000).min(latencies.len() - 1)].as_secs_f64() * 1000.0
    };
    let (count, seconds) = (latencies.len(), elapsed.as_secs_f64());
    println!("  {count} entries accepted in {seconds:.1} s: {:.0} per second", count as f64 / seconds);
    println!(
        "  latency: p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms, max {:.2} ms",
        at(500),
        at(990),
        at(999),
        at(1000)
    );
}
