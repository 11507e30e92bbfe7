//! Running states are a cache: dropped by least use, rebuilt from the log.

use crate::tables::{seated, seated_at};
use crate::test_server::{On, Person, TestServer, on_both};
use serde_json::json;
use std::collections::HashMap;

on_both! {
    /// Given a server that keeps three tables in memory, when eight are played in turn, then never more than three are
    /// kept, and each goes on from where it was.
    async fn tables_beyond_the_limit_are_read_anew(on: On) {
        let server = TestServer::open(on, |config| config.tables_in_memory = 3).await;
        let guest = server.guest().await;
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
        let server = TestServer::open(on, |config| config.tables_in_memory = 1).await;
        let guest = server.guest().await;
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
    let request = guest.client.get(format!("{}/metrics", guest.base)).bearer_auth("figures");
    let figures = request.send().await.unwrap().text().await.unwrap();
    let line = figures.lines().find_map(|line| line.strip_prefix("ferrata_tables_loaded "));
    line.unwrap().parse().unwrap()
}

on_both! {
    /// Given tables in several states (nothing done, passes, a decision in secret, something taken back), when a server
    /// that has none of them in memory lists them, then it shows of each what the first server shows, and folds no log;
    /// a table from before that was stored is folded once.
    async fn a_list_folds_no_log(on: On) {
        let mut server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let fresh = seated(&people, "free").await;
        let played = seated(&people, "free").await;
        people[0].act(&played, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let back = seated(&people, "free").await;
        people[0].act(&back, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        people[0].post(&format!("/api/tables/{back}/undo"), json!({ "number": 2, "seat": 0, "to": 0 })).await.ok().await;
        let secret = seated_at("v1", &people, "free").await;
        let sheet = json!({ "do": "sheet", "amounts": [20, 0, 0, 0, 0, 0, 0, 0] });
        people[1].act(&secret, 1, 1, &sheet).await.ok().await;

        let mut shown = HashMap::new();
        for table in [&fresh, &played, &back, &secret] {
            let path = format!("/api/tables/{table}");
            shown.insert(table.clone(), people[0].get(&path).await.ok().await);
        }
        let mut other = server.again().await;
        let anna = Person { base: format!("http://{}", other.address), ..people[0].clone() };
        let listed = anna.get("/api/tables").await.ok().await;
        assert_eq!(listed.as_array().unwrap().len(), 4);
        assert_eq!(loaded(&anna).await, 0);
        for mut table in listed.as_array().unwrap().iter().cloned() {
            let mut shown = shown[table["id"].as_str().unwrap()].clone();
            // The moment of the last change is known to the database only.
            table["updated"] = json!(0);
            shown["updated"] = json!(0);
            assert_eq!(table, shown);
        }
        let of = |id: &str| listed.as_array().unwrap().iter().find(|table| table["id"] == id).unwrap().clone();
        assert_eq!((&of(&fresh)["number"], &of(&fresh)["my_turn"]), (&json!(0), &json!(true)));
        assert_eq!((&of(&played)["number"], &of(&played)["turn"]), (&json!(1), &json!({ "seat": 1 })));
        assert_eq!((&of(&back)["number"], &of(&back)["turn"]), (&json!(2), &json!({ "seat": 0 })));
        assert_eq!((&of(&secret)["handed_in"], &of(&secret)["turn"]), (&json!([1]), &json!({ "sealed": [0, 2] })));

        crate::test_server::execute(&server.url, "UPDATE tables SET standing = NULL").await;
        let again = anna.get("/api/tables").await.ok().await;
        assert_eq!((again, loaded(&anna).await), (listed, 4));
        let third = other.again().await;
        let anna = Person { base: format!("http://{}", third.address), ..anna };
        anna.get("/api/tables").await.ok().await;
        assert_eq!(loaded(&anna).await, 0, "it is stored again");
    }
}
