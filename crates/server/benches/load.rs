//! How fast a server takes entries: unless told otherwise a thousand running tables late in a game, two hundred live streams, one
//! machine for server and clients (two processes).
//!
//! `cargo bench -p ferrata-server --bench load` prints latencies at a steady 500 entries per second and the rate
//! that 32 clients without pauses reach, and what memory the server needs; on SQLite. With `FERRATA_BENCH_DB=postgres` it
//! does so on a PostgreSQL of its own, started and stopped as for the tests, and with `FERRATA_BENCH_DB=postgres://…` on that
//! one. `FERRATA_BENCH_TABLES`, `FERRATA_BENCH_STREAMS`, `FERRATA_BENCH_RATE` and `FERRATA_BENCH_SECONDS` say how much of each;
//! `FERRATA_BENCH_SERVERS=2` spreads the tables over two servers on one PostgreSQL. With `FERRATA_BENCH_ORDERS=5` every table
//! has so many standing orders, and every entry that is measured lets all of them act. With `FERRATA_BENCH_PROGRAMS=100` strong
//! programs think at so many further tables all the while.

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
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

const EAGER: usize = 32;

/// How much of everything.
#[derive(Clone, Copy, Debug)]
struct Load {
    tables: usize,
    streams: usize,
    rate: u32,
    seconds: u32,
    servers: usize,
    /// How many standing orders an entry lets act; 0 = a recorded game without any.
    orders: usize,
    /// At how many further tables programs think.
    programs: usize,
}

impl Load {
    fn wanted() -> Load {
        let given = |what: &str, usual: usize| {
            let text = std::env::var(format!("FERRATA_BENCH_{what}"));
            text.map_or(usual, |text| {
                text.parse().unwrap_or_else(|_| panic!("FERRATA_BENCH_{what}={text}: a number"))
            })
        };
        Load {
            tables: given("TABLES", 1000),
            streams: given("STREAMS", 200),
            rate: given("RATE", 500) as u32,
            seconds: given("SECONDS", 20) as u32,
            servers: given("SERVERS", 1),
            orders: given("ORDERS", 0),
            programs: given("PROGRAMS", 0),
        }
    }
}

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
    // The program hands its TLS over itself; a bare client wants some, too, and never uses it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = Client::builder().cookie_store(true).build().unwrap();
    let db = match std::env::var("FERRATA_BENCH_DB") {
        Ok(own) if own == "postgres" => tokio::task::spawn_blocking(postgres::database).await.unwrap(),
        Ok(named) => named,
        Err(_) => file,
    };
    let load = Load::wanted();
    let (mut servers, mut bases) = (Vec::new(), Vec::new());
    for _ in 0..load.servers {
        let (server, base) = open(&db, &client).await;
        servers.push(server);
        bases.push(base);
    }
    // A cookie of one of them is good at all: they differ in their port only.
    let guest = client.post(format!("{}/api/guest", bases[0])).json(&json!({})).send().await.unwrap();
    guest.error_for_status().unwrap();
    if load.orders > 0 {
        return programmed(&servers, client, &bases, load).await;
    }
    let log = Arc::new(log);
    let empty = memory(&servers);
    let tables = tables(&client, &bases, &log, load).await;
    let posting = Arc::new(Posting { client, bases, log, tables, load });
    posting.at_rate(0, load.tables as u32).await; // warms caches and connections
    let full = memory(&servers);
    let heard = posting.listen_all().await;
    let listening = memory(&servers);
    let each = |before: u64, after: u64, count: usize| (after.saturating_sub(before)) / count.max(1) as u64;
    println!(
        "memory: {empty} kB at first, {} kB for each table, {} kB for each stream",
        each(empty, full, load.tables),
        each(full, listening, load.streams)
    );
    let thinking = posting.let_programs_think().await;
    println!("steadily {} entries per second, load average before {}", load.rate, load_average());
    let begun = Instant::now();
    let mut latencies = posting.at_rate(1, load.rate * load.seconds).await;
    report(&mut latencies, begun.elapsed());
    println!("  {} pieces came by streams; memory now {} kB", heard.load(Relaxed), memory(&servers));
    if !thinking.is_empty() {
        println!("  programs moved {} times", posting.moves(&thinking).await);
        return;
    }
    println!("{EAGER} clients without pauses, load average before {}", load_average());
    let begun = Instant::now();
    let mut latencies = posting.without_pauses(1 + (load.rate * load.seconds) as usize / load.tables).await;
    report(&mut latencies, begun.elapsed());
}

/// Measures entries each of which lets standing orders act: a table for each entry, at whose start all but the first player
/// have ordered to pass.
async fn programmed(servers: &[ServerProcess], client: Client, bases: &[String], load: Load) {
    let orders = load.orders.clamp(2, 7);
    let empty = memory(servers);
    let mut tables = Vec::new();
    for at in 0..load.tables {
        tables.push(with_orders(&client, &bases[at % bases.len()], orders).await);
    }
    println!("{} tables with {orders} standing orders each; {} servers", load.tables, load.servers);
    println!("memory: {empty} kB at first, {} kB now", memory(servers));
    println!("steadily {} entries per second, load average before {}", load.rate, load_average());
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / load.rate);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
    let (begun, mut running) = (Instant::now(), Vec::new());
    for table in tables {
        ticks.tick().await;
        let client = client.clone();
        running.push(tokio::spawn(async move {
            let body = json!({ "number": 1, "seat": 0, "action": { "do": "pass" } });
            let request = client.post(format!("{table}/entries")).json(&body);
            let begun = Instant::now();
            let said: Value = request.send().await.unwrap().json().await.unwrap();
            let taken = begun.elapsed();
            let records = said["records"].as_array().map_or(0, Vec::len);
            assert!(records > orders, "{records} records: {said}");
            taken
        }));
    }
    let mut latencies = Vec::new();
    for task in running {
        latencies.push(task.await.unwrap());
    }
    report(&mut latencies, begun.elapsed());
}

/// What a stock round needs in which there is something to wait for.
const TRADED: &str = r#"phase = "3"
company.IRSFF = { price = 100, treasury = 300, shares = "Player 0 40, pool 40", stations = ["F8", "F16"], trains = ["3"] }
"#;

/// The address of a new table at which all but the first player pass by standing order.
async fn with_orders(client: &Client, base: &str, orders: usize) -> String {
    let players: Vec<String> = (0..=orders).map(|seat| format!("Player {seat}")).collect();
    let position = format!("title = \"1841\"\nedition = \"v2\"\nplayers = {players:?}\n{TRADED}");
    let new = json!({ "position": position, "undo": "free", "visibility": "link", "local": true });
    let made: Value =
        client.post(format!("{base}/api/tables")).json(&new).send().await.unwrap().json().await.unwrap();
    let table = format!("{base}/api/tables/{}", made["id"].as_str().unwrap_or_else(|| panic!("{made}")));
    for seat in 1..=orders {
        let order = json!({ "seat": seat, "order": { "order": "pass_until", "changes": ["sale"] } });
        let given = client.post(format!("{table}/orders")).json(&order).send().await.unwrap();
        let status = given.status();
        assert!(status.is_success(), "{status}: {}", given.text().await.unwrap());
    }
    table
}

/// What the servers hold in memory, in kB.
fn memory(servers: &[ServerProcess]) -> u64 {
    let of = |server: &ServerProcess| {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.0.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
        line.split_whitespace().next().and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0)
    };
    servers.iter().map(of).sum::<u64>()
}

fn load_average() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().unwrap_or("unknown").to_owned()
}

/// Where in the recorded game the tables begin: late.
fn late(log: &Log) -> usize {
    log.entries.len() * 85 / 100
}

async fn tables(client: &Client, bases: &[String], log: &Log, load: Load) -> Vec<String> {
    let mut cut = log.clone();
    cut.entries.truncate(late(log));
    let file = Arc::new(serde_json::to_vec(&cut).unwrap());
    let mut ids = Vec::new();
    for at in (0..load.tables).step_by(4) {
        // A table is brought to the server at which it is played.
        let import = |at: usize| import(client.clone(), bases[at % bases.len()].clone(), file.clone());
        let four: Vec<_> = (at..load.tables.min(at + 4)).map(|at| tokio::spawn(import(at))).collect();
        for one in four {
            ids.push(one.await.unwrap());
        }
    }
    println!(
        "{} tables, each after {} of {} entries; {} live streams; {} servers",
        load.tables,
        cut.entries.len(),
        log.entries.len(),
        load.streams,
        load.servers
    );
    ids
}

async fn import(client: Client, base: String, file: Arc<Vec<u8>>) -> String {
    let request = client.post(format!("{base}/api/import")).header("content-type", "application/json");
    let said: Value = request.body(file.to_vec()).send().await.unwrap().json().await.unwrap();
    said["id"].as_str().unwrap_or_else(|| panic!("{said}")).to_owned()
}

struct Posting {
    client: Client,
    bases: Vec<String>,
    log: Arc<Log>,
    tables: Vec<String>,
    load: Load,
}

impl Posting {
    /// A table's address at the server at which it is played.
    fn address(&self, table: usize) -> String {
        format!("{}/api/tables/{}", self.bases[table % self.bases.len()], self.tables[table])
    }

    /// Opens all streams, spread over the tables; counts what comes.
    async fn listen_all(&self) -> Arc<AtomicU64> {
        use futures_util::StreamExt;
        let heard = Arc::new(AtomicU64::new(0));
        let streams: Vec<usize> = (0..self.load.streams).collect();
        for some in streams.chunks(64) {
            let open = some.iter().map(|stream| {
                let url = format!("{}/live", self.address(stream % self.load.tables));
                let request = self.client.get(url).send();
                tokio::spawn(async move { request.await.unwrap().error_for_status().unwrap() })
            });
            for response in open.collect::<Vec<_>>() {
                let (mut stream, heard) = (response.await.unwrap().bytes_stream(), heard.clone());
                tokio::spawn(async move {
                    while stream.next().await.is_some() {
                        heard.fetch_add(1, Relaxed);
                    }
                });
            }
        }
        heard
    }

    /// Tables at which three strong programs sit before one person, who never comes; their addresses.
    async fn let_programs_think(&self) -> Vec<String> {
        let seats: Vec<_> = (0..3).map(|seat| json!({ "seat": seat, "level": "strong" })).collect();
        let new = json!({ "title": "1883", "players": ["A", "B", "C", "D"], "undo": "free", "visibility": "link",
            "local": true, "programs": seats });
        let mut thinking = Vec::new();
        for at in 0..self.load.programs {
            let base = &self.bases[at % self.bases.len()];
            let made = self.client.post(format!("{base}/api/tables")).json(&new).send().await.unwrap();
            let made: Value = made.json().await.unwrap();
            let id = made["id"].as_str().unwrap_or_else(|| panic!("{made}"));
            thinking.push(format!("{base}/api/tables/{id}"));
        }
        thinking
    }

    /// How many entries these tables have.
    async fn moves(&self, tables: &[String]) -> usize {
        let mut moves = 0;
        for table in tables {
            let log = self.client.get(format!("{table}/log")).send().await.unwrap();
            let log: Value = log.json().await.unwrap();
            moves += log["records"].as_array().unwrap_or_else(|| panic!("{log}")).len();
        }
        moves
    }

    /// Posts one entry `more` entries after the late beginning; returns the time it took.
    async fn post(&self, table: usize, more: usize) -> Duration {
        let at = late(&self.log) + more;
        let recorded = &self.log.entries[at];
        let Author::Seat(seat) = recorded.entry.by else {
            panic!("the recorded game draws nothing by chance")
        };
        let body = json!({ "number": at + 1, "seat": seat, "action": recorded.entry.action });
        let request = self.client.post(format!("{}/entries", self.address(table))).json(&body);
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
        let mut ticks = tokio::time::interval(Duration::from_secs(1) / self.load.rate);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Burst);
        let mut running = Vec::new();
        for turn in 0..count as usize {
            ticks.tick().await;
            let posting = self.clone();
            let (table, more) = (turn % self.load.tables, from + turn / self.load.tables);
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
        let end = Instant::now() + Duration::from_secs(self.load.seconds.into());
        let left = self.log.entries.len() - late(&self.log);
        let clients = (0..EAGER).map(|client| {
            let posting = self.clone();
            tokio::spawn(async move {
                let mut latencies = Vec::new();
                for more in from..left {
                    for table in (client..posting.load.tables).step_by(EAGER) {
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
