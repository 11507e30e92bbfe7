//! A server for a test, and people who use it.

use ferrata_server::{Config, Server};
use futures_util::StreamExt;
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::{Value, json};
use sqlx::Connection;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};

/// Which database a test runs on.
#[derive(Clone, Copy, Debug)]
pub(crate) enum On {
    Sqlite,
    Postgres,
}

impl On {
    /// The address of a new database; a file lies in this directory.
    pub(crate) async fn database(self, directory: &std::path::Path) -> String {
        match self {
            On::Sqlite => format!("sqlite://{}?mode=rwc", directory.join("test.sqlite").display()),
            On::Postgres => tokio::task::spawn_blocking(crate::postgres::database).await.unwrap(),
        }
    }
}

/// A running server. Stops when dropped.
pub(crate) struct TestServer {
    pub address: SocketAddr,
    pub url: String,
    stop: Option<oneshot::Sender<()>>,
    served: Option<tokio::task::JoinHandle<()>>,
    _directory: tempfile::TempDir,
}

impl TestServer {
    /// A server for this machine alone.
    pub(crate) async fn local(on: On) -> TestServer {
        TestServer::open(on, |_| {}).await
    }

    /// A server as on a network (reached through this machine all the same).
    pub(crate) async fn network(on: On) -> TestServer {
        TestServer::open(on, |config| config.listen = SocketAddr::from(([0, 0, 0, 0], 0))).await
    }

    pub(crate) async fn open(on: On, change: impl FnOnce(&mut Config)) -> TestServer {
        let directory = tempfile::tempdir().unwrap();
        let url = on.database(directory.path()).await;
        TestServer::at(url, directory, change).await
    }

    /// A second server on the same PostgreSQL.
    pub(crate) async fn beside(&self) -> TestServer {
        TestServer::at(self.url.clone(), tempfile::tempdir().unwrap(), |config| {
            config.listen = SocketAddr::from(([0, 0, 0, 0], 0))
        })
        .await
    }

    /// Stops it and starts another one on the same database.
    pub(crate) async fn again(&mut self) -> TestServer {
        self.stop().await;
        self.beside().await
    }

    /// A server on this database.
    pub(crate) async fn at(
        url: String,
        directory: tempfile::TempDir,
        change: impl FnOnce(&mut Config),
    ) -> TestServer {
        let mut config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            db: Some(url.clone()),
            requests_per_second: 100_000,
            passwords_per_minute: 100_000,
            metrics_token: Some("figures".into()),
            ..Config::default()
        };
        change(&mut config);
        let server = Server::start(config).await.unwrap();
        let port = server.address().unwrap().port();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(server.run(async {
            stopped.await.ok();
        }));
        TestServer {
            address: SocketAddr::from(([127, 0, 0, 1], port)),
            url,
            stop: Some(stop),
            served: Some(served),
            _directory: directory,
        }
    }

    /// Asks it to stop and waits until it has.
    pub(crate) async fn stop(&mut self) {
        self.stop.take().unwrap().send(()).unwrap();
        let served = tokio::time::timeout(Duration::from_secs(20), self.served.take().unwrap());
        served.await.expect("it stops").unwrap();
    }

    /// Somebody nobody knows yet.
    pub(crate) fn stranger(&self) -> Person {
        Person::at(self.address)
    }

    /// A browser without an account.
    pub(crate) async fn guest(&self) -> Person {
        let person = self.stranger();
        person.post("/api/guest", json!({})).await.ok().await;
        person
    }

    /// Somebody who signed up.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let person = self.stranger();
        person.post("/api/users", json!({ "name": name, "password": "strada ferrata" })).await.ok().await;
        person
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            stop.send(()).ok();
        }
    }
}

/// A client with its own cookies.
#[derive(Clone)]
pub(crate) struct Person {
    pub client: Client,
    pub base: String,
}

/// What the server said.
pub(crate) struct Said {
    pub status: StatusCode,
    response: Response,
}

impl Said {
    pub(crate) async fn text(self) -> String {
        self.response.text().await.unwrap()
    }

    pub(crate) async fn json(self) -> Value {
        let text = self.text().await;
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// The answer, which must be good.
    pub(crate) async fn ok(self) -> Value {
        let status = self.status;
        let text = self.text().await;
        assert!(status.is_success(), "{status}: {text}");
        serde_json::from_str(&text).unwrap_or(Value::Null)
    }

    /// The answer, which must be good, as what it is on the wire.
    pub(crate) async fn read<T: serde::de::DeserializeOwned>(self) -> T {
        serde_json::from_value(self.ok().await).unwrap()
    }

    /// The problem, which must have this status.
    pub(crate) async fn problem(self, status: u16) -> Value {
        let found = self.status.as_u16();
        let kind = self.response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
        let problem = self.json().await;
        assert_eq!(found, status, "{problem}");
        assert_eq!(kind.as_deref(), Some("application/problem+json"));
        problem
    }
}

/// A client of the tests' own. The program hands its TLS over itself; a bare client wants some, too, and never uses it.
pub(crate) fn client() -> reqwest::ClientBuilder {
    // Refused where it has been done already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    Client::builder()
}

impl Person {
    pub(crate) fn at(address: SocketAddr) -> Person {
        let client = client()
            .cookie_store(true)
            .pool_max_idle_per_host(0)
            .timeout(Duration::from_secs(60))
            .build()
            .unwrap();
        Person { client, base: format!("http://{address}") }
    }

    pub(crate) async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Said {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if let Some(body) = body {
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        Said { status: response.status(), response }
    }

    pub(crate) async fn get(&self, path: &str) -> Said {
        self.send(Method::GET, path, None).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Said {
        self.send(Method::POST, path, Some(body)).await
    }

    /// A local table with these players.
    pub(crate) async fn local_table(&self, title: &str, edition: &str, players: &[&str]) -> String {
        let table = json!({ "title": title, "edition": edition, "players": players, "undo": "free", "visibility": "link", "local": true });
        let made = self.post("/api/tables", table).await.ok().await;
        made["id"].as_str().unwrap().to_owned()
    }

    /// Acts for a seat as record `number`.
    pub(crate) async fn act(&self, table: &str, number: u64, seat: u8, action: &Value) -> Said {
        self.post(
            &format!("/api/tables/{table}/entries"),
            json!({ "number": number, "seat": seat, "action": action }),
        )
        .await
    }

    /// Opens a live stream; its events come as (kind, id, data).
    pub(crate) async fn listen(
        &self,
        table: &str,
        from: Option<&str>,
    ) -> mpsc::UnboundedReceiver<(String, String, Value)> {
        self.listen_as(table, from, "").await
    }

    /// The same with a query of one's own: `?stream=…`.
    pub(crate) async fn listen_as(
        &self,
        table: &str,
        from: Option<&str>,
        query: &str,
    ) -> mpsc::UnboundedReceiver<(String, String, Value)> {
        let mut request = self
            .client
            .get(format!("{}/api/tables/{table}/live{query}", self.base))
            .timeout(Duration::from_secs(600));
        if let Some(from) = from {
            request = request.header("last-event-id", from);
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 200);
        let (send, receive) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut text = String::new();
            let mut stream = response.bytes_stream();
            while let Some(Ok(bytes)) = stream.next().await {
                text.push_str(&String::from_utf8_lossy(&bytes));
                while let Some(end) = text.find("\n\n") {
                    let block: String = text.drain(..end + 2).collect();
                    let field = |name: &str| {
                        let line = block.lines().find_map(|line| line.strip_prefix(name));
                        line.map(|value| value.trim().to_owned()).unwrap_or_default()
                    };
                    let data = serde_json::from_str(&field("data:")).unwrap_or(Value::Null);
                    if send.send((field("event:"), field("id:"), data)).is_err() {
                        return;
                    }
                }
            }
        });
        receive
    }
}

/// Reads a text from a database behind the server's back.
pub(crate) async fn look_up(url: &str, query: &'static str) -> String {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    sqlx::query_scalar(query).fetch_one(&mut connection).await.unwrap()
}

/// Does something to a database behind the server's back.
pub(crate) async fn execute(url: &str, statement: &'static str) {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    sqlx::query(statement).execute(&mut connection).await.unwrap();
}

/// Makes each test run on both databases.
macro_rules! on_both {
    ($($(#[$doc:meta])* async fn $name:ident($on:ident: On) $body:block)+) => {$(
        mod $name {
            use super::*;

            async fn body($on: On) $body

            $(#[$doc])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                body(On::Sqlite).await
            }

            $(#[$doc])*
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                body(On::Postgres).await
            }
        }
    )+};
}
pub(crate) use on_both;
