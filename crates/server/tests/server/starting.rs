//! How a server starts, and why it does not.

use crate::test_server::{On, TestServer};
use ferrata_server::{Config, Server};
use serde_json::json;
use std::net::SocketAddr;

fn config(db: String) -> Config {
    Config { listen: SocketAddr::from(([127, 0, 0, 1], 0)), db: Some(db), ..Config::default() }
}

/// Given the address of a file that does not exist, in a folder that does not either, then both are made, for nobody
/// else to read; an address that cannot be used is told with its path.
#[tokio::test]
async fn a_database_is_made_where_there_is_none() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("new folder/new.db");
    let server = Server::start(config(format!("sqlite://{}", path.display()))).await.unwrap();
    drop(server);
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let Ok(about) = std::fs::metadata(format!("{}{ending}", path.display())) else { continue };
        assert_eq!(about.permissions().mode() & 0o777, 0o600, "{ending}");
    }
    assert!(path.exists());
    std::fs::write(directory.path().join("file"), "no database").unwrap();
    for wrong in ["file/below.db", "file"] {
        let url = format!("sqlite://{}", directory.path().join(wrong).display());
        let error = Server::start(config(url)).await.err().unwrap().to_string();
        assert!(error.contains(&directory.path().join("file").display().to_string()), "{error}");
    }
}

/// Given a server on a SQLite file, when another one is started on the same file, then it is refused with the reason.
#[tokio::test]
async fn two_servers_do_not_share_a_file() {
    let mut first = TestServer::local(On::Sqlite).await;
    first.guest().await.post("/api/guest", json!({})).await.ok().await;
    let error = Server::start(config(first.url.clone())).await.err().unwrap().to_string();
    assert!(error.contains("another server") && error.contains("test.sqlite"), "{error}");
    first.stop().await;
    Server::start(config(first.url.clone())).await.unwrap();
}
