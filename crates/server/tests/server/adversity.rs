//! A disk that is full, a database that goes away: what was acknowledged stays, and play goes on afterwards.

use crate::child;
use crate::test_server::{On, Person, TestServer, look_up};
use serde_json::{Value, json};

/// A request to play record `number`: to pass, or to take it back, so that the game never ends.
async fn play(guest: &Person, table: &str, number: u64) -> u16 {
    let (what, body) = match number % 2 {
        1 => ("entries", json!({ "number": number, "seat": 0, "action": { "do": "pass" } })),
        _ => ("undo", json!({ "number": number, "seat": 0, "to": number - 2 })),
    };
    guest.post(&format!("/api/tables/{table}/{what}"), body).await.status.as_u16()
}

async fn last(guest: &Person, table: &str) -> u64 {
    let log: Value = guest.get(&format!("/api/tables/{table}/log?after=0&limit=1")).await.ok().await;
    log["last"].as_u64().unwrap()
}

/// Given a disk that is full, then the server is alive, refuses what it cannot store and shows what is there; with room
/// again, nothing that was acknowledged is gone and play goes on.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let db = On::Sqlite.database(directory.path()).await;
    let address = child::free_address();
    // No file may grow beyond 2 MiB.
    let mut server = child::start_limited(&db, address, 4096).await;
    let guest = Person::at(address);
    guest.post("/api/guest", json!({})).await.ok().await;
    let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
    let mut acknowledged = 0;
    let refused = loop {
        match play(&guest, &table, acknowledged + 1).await {
            200 => acknowledged += 1,
            other => break other,
        }
        assert!(acknowledged < 20_000, "the disk is never full");
    };
    assert!((500..600).contains(&refused), "{refused}");
    assert_eq!(guest.get("/healthz").await.text().await, "alive");
    assert_eq!(last(&guest, &table).await, acknowledged);
    server.start_kill().unwrap();
    server.wait().await.unwrap();
    let _server = child::start(&db, address, None).await;
    assert_eq!(last(&guest, &table).await, acknowledged, "acknowledged, and nothing else, is there");
    assert_eq!(play(&guest, &table, acknowledged + 1).await, 200);
    assert_eq!(guest.get("/readyz").await.text().await, "ready");
}

/// Given a PostgreSQL that throws everybody out, then the server asks it again, and no record is lost or doubled; open streams
/// go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_goes_away_and_comes_back() {
    let server = TestServer::local(On::Postgres).await;
    let guest = server.guest().await;
    let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
    let mut stream = guest.listen(&table, None).await;
    let mut acknowledged = 0;
    for round in 0..20 {
        let all_others = "SELECT COUNT(pg_terminate_backend(pid))::text FROM pg_stat_activity \
                          WHERE datname = current_database() AND pid <> pg_backend_pid()";
        let gone: u32 = look_up(&server.url, all_others).await.parse().unwrap();
        assert!(gone > 0, "nobody was thrown out");
        for attempt in 0..100 {
            match play(&guest, &table, acknowledged + 1).await {
                200 => break,
                // It was written before the answer was lost.
                409 => break,
                other => assert!((500..600).contains(&other) && attempt < 99, "round {round}: {other}"),
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        acknowledged += 1;
        // In the middle of what the stream reads, too.
        look_up(&server.url, all_others).await;
        let known = async {
            while guest.get(&format!("/api/tables/{table}/log?after=0&limit=1")).await.status != 200 {}
        };
        tokio::time::timeout(std::time::Duration::from_secs(30), known).await.expect("it comes back");
        assert_eq!(last(&guest, &table).await, acknowledged);
    }
    let mut heard = 0;
    let all = async {
        while heard < acknowledged {
            let (kind, _, data) = stream.recv().await.expect("the stream stays");
            if kind == "record" {
                heard += 1;
                assert_eq!(data["number"], heard);
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(30), all).await.expect("every record comes, once");
}
