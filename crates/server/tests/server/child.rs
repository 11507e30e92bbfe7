//! A server in a process of its own: this test program, started again.

use crate::test_server::client;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};

/// Not a test by itself: the server that other tests start, kill and listen to runs in this process's copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_of_other_tests() {
    let (Ok(db), Ok(listen)) = (std::env::var("FERRATA_TEST_DB"), std::env::var("FERRATA_TEST_LISTEN"))
    else {
        return;
    };
    if std::env::var_os("FERRATA_TEST_LOG").is_some() {
        let log = tracing_subscriber::fmt().json().with_max_level(tracing::level_filters::LevelFilter::TRACE);
        log.with_writer(std::io::stderr).init();
    }
    let config = ferrata_server::Config {
        listen: listen.parse().unwrap(),
        db: Some(db),
        requests_per_second: 100_000,
        passwords_per_minute: 100_000,
        // What another test has this server send goes to that test.
        private_destinations: true,
        delivery_lease: Duration::from_secs(3),
        ..Default::default()
    };
    let server = ferrata_server::Server::start(config).await.unwrap();
    server.run(std::future::pending()).await;
}

/// An address of this machine that was free a moment ago.
pub(crate) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// Starts a server on this database that writes its log, with everything in it, to a file.
pub(crate) async fn start(db: &str, address: SocketAddr, log: Option<&Path>) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["child::the_server_of_other_tests", "--exact", "--nocapture"]);
    command.env("FERRATA_TEST_DB", db).env("FERRATA_TEST_LISTEN", address.to_string());
    let mut said = Stdio::null();
    if let Some(log) = log {
        command.env("FERRATA_TEST_LOG", "all");
        said = std::fs::File::create(log).unwrap().into();
    }
    let child = command.stdout(Stdio::null()).stderr(said).kill_on_drop(true).spawn().unwrap();
    answers(address).await;
    child
}

/// The same where no file may grow beyond so many blocks of 512 bytes: a write beyond fails as on a full disk.
#[cfg(unix)]
pub(crate) async fn start_limited(db: &str, address: SocketAddr, blocks: u32) -> Child {
    let mut command = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    command.arg("-c").arg(script).arg(std::env::current_exe().unwrap());
    command.args(["child::the_server_of_other_tests", "--exact", "--nocapture"]);
    command.env("FERRATA_TEST_DB", db).env("FERRATA_TEST_LISTEN", address.to_string());
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).kill_on_drop(true).spawn().unwrap();
    answers(address).await;
    child
}

/// Waits until a server answers.
async fn answers(address: SocketAddr) {
    let health = format!("http://127.0.0.1:{}/healthz", address.port());
    let client = client().build().unwrap();
    for _ in 0..600 {
        if client.get(&health).send().await.is_ok() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the server did not start");
}
