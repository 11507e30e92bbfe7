//! Rules that have changed under a game: what still holds goes on, what does not is said and can be taken back.

use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, execute, on_both};
use ferrata_wire::{LogPart, RulesChanged, TableInfo, WishAnswer};
use serde_json::json;

/// Three people at a table with this policy, and three passes.
async fn three_passes(on: On, undo: &str) -> (TestServer, [Person; 3], String) {
    let server = TestServer::network(on).await;
    let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
    let table = seated(&people, undo).await;
    for (seat, person) in people.iter().enumerate() {
        person.act(&table, seat as u64 + 1, seat as u8, &json!({ "do": "pass" })).await.ok().await;
    }
    (server, people, table)
}

/// The same people at another server.
fn at(server: &TestServer, people: &[Person; 3]) -> [Person; 3] {
    people.each_ref().map(|person| Person { base: format!("http://{}", server.address), ..person.clone() })
}

async fn agree(people: &[&Person], path: &str) -> WishAnswer {
    let mut last = None;
    for person in people {
        let shown: TableInfo = person.get(path).await.read().await;
        let answer = json!({ "request": shown.asked.unwrap().id, "agree": true });
        last = Some(person.post(&format!("{path}/consent"), answer).await.read().await);
    }
    last.unwrap()
}

on_both! {
    /// Given a log whose entries are all legal but lead to another table than recorded, then it can be read, everybody is
    /// told since when, and play goes on when all have agreed, also after another start.
    async fn a_changed_table_goes_on_by_consent(on: On) {
        let (mut server, people, table) = three_passes(on, "own").await;
        execute(&server.url, "UPDATE entries SET hash = '00000000000000ff' WHERE number = 2").await;
        let mut other = server.again().await;
        let people = at(&other, &people);
        let path = format!("/api/tables/{table}");
        let shown: TableInfo = people[0].get(&path).await.read().await;
        let version = ferrata_titles::RULES_VERSION;
        assert_eq!(shown.changed, Some(RulesChanged { since: 2, then: version, now: version }));
        assert_eq!((shown.damage, shown.number), (None, 3));
        let listed: Vec<TableInfo> = people[0].get("/api/tables").await.read().await;
        assert_eq!(listed[0].changed, shown.changed);
        let refused = people[0].act(&table, 4, 0, &json!({ "do": "pass" })).await.problem(409).await;
        assert!(refused["detail"].as_str().unwrap().contains("since record 2"), "{refused}");
        let log: LogPart = people[0].get(&format!("{path}/log")).await.read().await;
        assert!(log.records[1].hash != "00000000000000ff", "the hash is the one by which everybody folds");
        let asked: WishAnswer = people[1].post(&format!("{path}/rules"), json!({})).await.read().await;
        assert_eq!((asked.done, asked.waiting), (false, vec![0, 2]));
        assert!(agree(&[&people[0], &people[2]], &path).await.done);
        let shown: TableInfo = people[0].get(&path).await.read().await;
        assert_eq!((shown.changed, shown.asked), (None, None));
        people[1].post(&format!("{path}/rules"), json!({})).await.problem(409).await;
        people[0].act(&table, 4, 0, &json!({ "do": "pass" })).await.ok().await;
        let third = other.again().await;
        let people = at(&third, &people);
        let shown: TableInfo = people[0].get(&path).await.read().await;
        assert_eq!((shown.changed, shown.number), (None, 4));
        people[1].act(&table, 5, 1, &json!({ "do": "pass" })).await.ok().await;
    }

    /// Given a log with an entry that is no longer legal, then it says so, all of it can be read, nothing is added, and
    /// when all agree to take back to the last good record, play goes on from there, also after another start.
    async fn what_is_no_longer_legal_is_taken_back_by_consent(on: On) {
        for foul in ["UPDATE entries SET body = '{\"do\":\"accept\"}' WHERE number = 2", "UPDATE entries SET body = '{\"do\":\"fly\"}' WHERE number = 2"] {
            let (mut server, people, table) = three_passes(on, "own").await;
            execute(&server.url, foul).await;
            let mut other = server.again().await;
            let people = at(&other, &people);
            let path = format!("/api/tables/{table}");
            let shown: TableInfo = people[0].get(&path).await.read().await;
            assert_eq!((shown.damage.unwrap().good_until, shown.number), (1, 3));
            let listed: Vec<TableInfo> = people[0].get("/api/tables").await.read().await;
            assert_eq!(listed[0].damage.as_ref().unwrap().good_until, 1);
            let log: LogPart = people[0].get(&format!("{path}/log")).await.read().await;
            assert_eq!((log.last, log.records.len()), (3, 3));
            assert!(log.records[1].void.is_some() && log.records[1].undo_to == Some(1) && log.records[1].action.is_none());
            assert!(log.records[2].void.is_some() && log.records[0].void.is_none());
            let view = people[0].get(&format!("{path}/view")).await.ok().await;
            assert_eq!(view["view"]["turn"], json!({ "seat": 1 }));
            let refused = people[1].act(&table, 4, 1, &json!({ "do": "pass" })).await.problem(409).await;
            assert!(refused["detail"].as_str().unwrap().contains("record 1"), "{refused}");
            let undo = |to: u64| json!({ "number": 4, "seat": 0, "to": to });
            people[0].post(&format!("{path}/undo"), undo(2)).await.problem(409).await;
            let asked: WishAnswer = people[0].post(&format!("{path}/undo"), undo(1)).await.read().await;
            assert_eq!((asked.done, asked.waiting), (false, vec![1, 2]));
            assert!(agree(&[&people[1], &people[2]], &path).await.done);
            people[1].act(&table, 5, 1, &json!({ "do": "pass" })).await.ok().await;
            let third = other.again().await;
            let shown: TableInfo = at(&third, &people)[0].get(&path).await.read().await;
            assert_eq!((shown.damage, shown.number), (None, 5));
        }
    }
}
