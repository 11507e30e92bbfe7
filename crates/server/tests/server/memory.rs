//! Running states are a cache: dropped by least use, rebuilt from the log.

use crate::house::{House, On, Person, on_both};
use serde_json::json;

on_both! {
    /// Given a server that keeps three tables in memory, when eight are played in turn, then never more than three are
    /// kept, and each goes on from where it was.
    async fn tables_beyond_the_limit_are_read_anew(on: On) {
        let house = House::open(on, |config| config.tables_in_memory = 3).await;
        let guest = house.guest().await;
        let mut tables = Vec::new();
        for _ in 0..8 {
            tables.push(guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await);
        }
        let mut hashes = Vec::new();
        for round in 0..3_u8 {
            for table in &tables {
                guest.act(table, u64::from(round) + 1, round, &json!({ "do": "pass" })).await.ok().await;
                assert!(loaded(&guest).await <= 3, "{}", loaded(&guest).await);
            }
        }
        for table in &tables {
            let view = guest.get(&format!("/api/tables/{table}/view")).await.ok().await;
            assert_eq!(view["at"], 3);
            hashes.push(view["hash"].clone());
        }
        assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
    }

    /// Given a stream at a table whose state was dropped, when somebody acts there, then the stream brings it.
    async fn a_stream_outlives_the_state(on: On) {
        let house = House::open(on, |config| config.tables_in_memory = 1).await;
        let guest = house.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let mut stream = guest.listen(&table, None).await;
        for _ in 0..3 {
            guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        }
        guest.act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        loop {
            let (kind, _, data) = stream.recv().await.unwrap();
            if kind == "record" {
                assert_eq!(data["number"], 1);
                break;
            }
        }
    }
}

async fn loaded(guest: &Person) -> u64 {
    let figures = guest.get("/metrics").await.text().await;
    let line = figures.lines().find_map(|line| line.strip_prefix("ferrata_tables_loaded "));
    line.unwrap().parse().unwrap()
}
