//! What was taken back can be done again, and any line of the log can be gone back to, by the table's policy.

use crate::tables::seated;
use crate::test_server::{On, Person, Said, TestServer, on_both};
use ferrata_wire::TableInfo;
use serde_json::json;

async fn undo(person: &Person, table: &str, number: u64, seat: u8, to: u64) -> Said {
    let body = json!({ "number": number, "seat": seat, "to": to });
    person.post(&format!("/api/tables/{table}/undo"), body).await
}

async fn pass(person: &Person, table: &str, number: u64, seat: u8) {
    person.act(table, number, seat, &json!({ "do": "pass" })).await.ok().await;
}

async fn hash(person: &Person, table: &str) -> String {
    let view = person.get(&format!("/api/tables/{table}/view")).await.ok().await;
    view["hash"].as_str().unwrap().to_owned()
}

async fn three(server: &TestServer) -> [Person; 3] {
    [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await]
}

on_both! {
    /// Given a free table, then anybody goes back to any line and forward again, as often as they like.
    async fn a_free_table_goes_back_and_forth(on: On) {
        let server = TestServer::network(on).await;
        let people = three(&server).await;
        let table = seated(&people, "free").await;
        for (number, seat) in [(1, 0), (2, 1)] {
            pass(&people[usize::from(seat)], &table, number, seat).await;
        }
        let then = hash(&people[0], &table).await;
        undo(&people[2], &table, 3, 2, 0).await.ok().await;
        assert_ne!(hash(&people[0], &table).await, then);
        // The undo is record 3: what stood before it is the table after record 2.
        undo(&people[0], &table, 4, 0, 2).await.ok().await;
        assert_eq!(hash(&people[0], &table).await, then);
        undo(&people[0], &table, 5, 0, 1).await.ok().await;
        pass(&people[1], &table, 6, 1).await;
        assert_eq!(hash(&people[0], &table).await, then);
    }

    /// Given a table at which everybody takes back their own last entry only, then who took it back may do it again as long
    /// as nobody has acted since, and nobody else may, nor go anywhere else.
    async fn whoever_took_back_may_think_better_of_it(on: On) {
        let server = TestServer::network(on).await;
        let people = three(&server).await;
        let table = seated(&people, "own").await;
        pass(&people[0], &table, 1, 0).await;
        pass(&people[1], &table, 2, 1).await;
        let then = hash(&people[0], &table).await;
        undo(&people[1], &table, 3, 1, 1).await.ok().await;
        undo(&people[0], &table, 4, 0, 2).await.problem(403).await;
        undo(&people[1], &table, 4, 1, 0).await.problem(403).await;
        undo(&people[1], &table, 4, 1, 2).await.ok().await;
        assert_eq!(hash(&people[0], &table).await, then);
        // A redo is taken back like what it did again; once somebody has acted it is too late.
        undo(&people[1], &table, 5, 1, 1).await.ok().await;
        pass(&people[1], &table, 6, 1).await;
        pass(&people[2], &table, 7, 2).await;
        undo(&people[1], &table, 8, 1, 4).await.problem(403).await;
    }

    /// Given a table at which all others have to agree, then they are asked before something is done again, too.
    async fn a_redo_is_asked_for_like_an_undo(on: On) {
        let server = TestServer::network(on).await;
        let people = three(&server).await;
        let table = seated(&people, "consent").await;
        pass(&people[0], &table, 1, 0).await;
        let then = hash(&people[0], &table).await;
        let agreed = async || {
            for person in &people[1..] {
                let now: TableInfo = person.get(&format!("/api/tables/{table}")).await.read().await;
                let answer = json!({ "request": now.asked.unwrap().id, "agree": true });
                person.post(&format!("/api/tables/{table}/consent"), answer).await.ok().await;
            }
        };
        assert_eq!(undo(&people[0], &table, 2, 0, 0).await.ok().await["done"], false);
        agreed().await;
        assert_ne!(hash(&people[0], &table).await, then);
        assert_eq!(undo(&people[0], &table, 3, 0, 1).await.ok().await["done"], false);
        agreed().await;
        assert_eq!(hash(&people[0], &table).await, then);
    }
}
