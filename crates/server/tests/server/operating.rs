//! What an operator does beside a running server: copies, verification, people and tables.

use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, execute, on_both};
use ferrata_server::{Found, Operator, Verified};
use ferrata_wire::{ChatLine, LogPart, TableInfo, TableStatus};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

async fn operator(server: &TestServer) -> Operator {
    Operator::open(Some(server.url.clone())).await.unwrap()
}

/// Three people at a table that runs.
async fn three(on: On) -> (TestServer, [Person; 3], String) {
    let server = TestServer::network(on).await;
    let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
    let table = seated(&people, "free").await;
    (server, people, table)
}

/// Asks until the answer is as wanted: a server hears of what was done beside it within a second or two.
async fn until<T>(mut ask: impl AsyncFnMut() -> T, wanted: impl Fn(&T) -> bool) -> T {
    for _ in 0..200 {
        let answer = ask().await;
        if wanted(&answer) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the server does not hear of it")
}

async fn number_of(person: &Person, table: &str) -> u64 {
    let info: TableInfo = person.get(&format!("/api/tables/{table}")).await.read().await;
    info.number
}

/// Passes and takes it back, over and over, until told to stop; `acknowledged` is the number of the last answer.
async fn keep_playing(guest: Person, table: String, acknowledged: Arc<AtomicU64>, stop: Arc<AtomicBool>) {
    let undo = format!("/api/tables/{table}/undo");
    for number in (1_u64..).step_by(2) {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        guest.act(&table, number, 0, &json!({ "do": "pass" })).await.ok().await;
        acknowledged.store(number, Ordering::SeqCst);
        guest.post(&undo, json!({ "number": number + 1, "seat": 0, "to": 0 })).await.ok().await;
        acknowledged.store(number + 1, Ordering::SeqCst);
    }
}

/// Given tables at which people play without a pause, when the database is copied meanwhile and the copy restored
/// elsewhere, then nothing is missing there that was acknowledged before the copy was begun, and all of it folds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_under_load_loses_nothing() {
    let server = TestServer::local(On::Sqlite).await;
    let guest = server.guest().await;
    let stop = Arc::new(AtomicBool::new(false));
    let mut playing = Vec::new();
    let mut tables = Vec::new();
    for _ in 0..3 {
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let acknowledged = Arc::new(AtomicU64::new(0));
        playing.push(tokio::spawn(keep_playing(
            guest.clone(),
            table.clone(),
            acknowledged.clone(),
            stop.clone(),
        )));
        tables.push((table, acknowledged));
    }
    let busy = |wanted: u64| tables.iter().all(|(_, known)| known.load(Ordering::SeqCst) >= wanted);
    until(async || busy(20), |busy| *busy).await;
    let before: Vec<u64> = tables.iter().map(|(_, known)| known.load(Ordering::SeqCst)).collect();
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join("copy.sqlite");
    operator(&server).await.backup(&copy).await.unwrap();
    stop.store(true, Ordering::Relaxed);
    for one in playing {
        one.await.unwrap();
    }
    let place = directory.path().join("elsewhere/restored.sqlite");
    let url = format!("sqlite://{}", place.display());
    assert_eq!(Operator::restore(Some(url.clone()), &copy).await.unwrap(), None);
    let verified = Operator::open(Some(url.clone())).await.unwrap().verify(|_, _| {}).await.unwrap();
    assert_eq!((verified.tables, verified.findings.as_slice()), (3, [].as_slice()));
    assert!(verified.records >= before.iter().sum(), "{verified:?}");
    let restored = TestServer::at(url, tempfile::tempdir().unwrap(), |_| {}).await;
    let guest = Person { base: format!("http://{}", restored.address), ..guest };
    for ((table, _), before) in tables.iter().zip(before) {
        assert!(number_of(&guest, table).await >= before);
    }
}

/// Given a server and a copy, then the copy is restored only while the server stands still, what was there is kept
/// beside it, and neither an existing file is written over nor something else taken for a copy.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_restored_carefully() {
    let mut server = TestServer::local(On::Sqlite).await;
    let guest = server.guest().await;
    let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join("copy.sqlite");
    let beside = operator(&server).await;
    beside.backup(&copy).await.unwrap();
    let again = beside.backup(&copy).await.unwrap_err().to_string();
    assert!(again.contains("exists already"), "{again}");
    beside.close().await;
    guest.act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
    let restore = async |file: &Path| Operator::restore(Some(server.url.clone()), file).await;
    let taken = restore(&copy).await.unwrap_err().to_string();
    assert!(taken.contains("another server"), "{taken}");
    let wrong = directory.path().join("wrong");
    std::fs::write(&wrong, "no database").unwrap();
    assert!(restore(&wrong).await.unwrap_err().to_string().contains("no copy of a database"));
    assert!(restore(&directory.path().join("none")).await.unwrap_err().to_string().contains("none"));
    server.stop().await;
    let kept = Operator::restore(Some(server.url.clone()), &copy).await.unwrap().unwrap();
    let other = server.beside().await;
    let guest = Person { base: format!("http://{}", other.address), ..guest };
    assert_eq!(number_of(&guest, &table).await, 0, "the table is as it was when the copy was made");
    let kept = Operator::open(Some(format!("sqlite://{}", kept.display()))).await.unwrap();
    assert_eq!(kept.verify(|_, _| {}).await.unwrap().records, 1, "what was there is kept whole");
}

on_both! {
    /// Given tables of which one is damaged and one folds to another table than recorded, then verification names both
    /// with their records, and nothing else.
    async fn verification_finds_what_is_not_as_recorded(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let mut tables = Vec::new();
        for name in ["good", "damaged", "changed"] {
            let table = json!({ "name": name, "title": "1841", "edition": "v2", "players": ["A", "B", "C"], "undo": "free", "visibility": "link", "local": true });
            let table = guest.post("/api/tables", table).await.ok().await["id"].as_str().unwrap().to_owned();
            for number in 1..4 {
                guest.act(&table, number, number as u8 - 1, &json!({ "do": "pass" })).await.ok().await;
            }
            tables.push(table);
        }
        let beside = operator(&server).await;
        assert_eq!(beside.verify(|_, _| {}).await.unwrap(), Verified { tables: 3, records: 9, findings: Vec::new() });
        execute(&server.url, "UPDATE entries SET body = '{\"do\":\"accept\"}' WHERE number = 2 AND table_id = (SELECT id FROM tables WHERE name = 'damaged')").await;
        execute(&server.url, "UPDATE entries SET hash = '00000000000000ff' WHERE number = 3 AND table_id = (SELECT id FROM tables WHERE name = 'changed')").await;
        let verified = beside.verify(|_, _| {}).await.unwrap();
        let mut found: Vec<_> = verified.findings.iter().map(|one| (one.table.clone(), one.found, one.record)).collect();
        found.sort_by_key(|(_, found, _)| *found == Found::Changed);
        assert_eq!(found, [(tables[1].clone(), Found::Damaged, 2), (tables[2].clone(), Found::Changed, 3)]);
        beside.close().await;
    }

    /// Given somebody who forgot their password, then the operator's link lets them choose a new one, once.
    async fn a_link_gives_a_new_password_once(on: On) {
        let (server, people, _) = three(on).await;
        let beside = operator(&server).await;
        let key = beside.password_link("anna").await.unwrap();
        let choose = json!({ "key": key, "new": "una strada nuova" });
        server.stranger().post("/api/password", json!({ "key": key, "new": "short" })).await.problem(400).await;
        server.stranger().post("/api/password", choose.clone()).await.ok().await;
        server.stranger().post("/api/password", choose).await.problem(403).await;
        server.stranger().post("/api/password", json!({ "key": "guess", "new": "una strada nuova" })).await.problem(403).await;
        assert!(people[0].get("/api/me").await.ok().await["name"].is_null(), "old sessions have ended");
        let sign_in = |password: &str| json!({ "name": "Anna", "password": password });
        server.stranger().post("/api/session", sign_in("strada ferrata")).await.problem(401).await;
        server.stranger().post("/api/session", sign_in("una strada nuova")).await.ok().await;
        let audit = beside.audit(Some("Anna"), 10).await.unwrap();
        let what: Vec<_> = audit.iter().map(|line| line.what.as_str()).collect();
        assert_eq!(what, ["sign-in", "wrong-password", "new-password", "password-link", "sign-up"]);
        assert!(beside.password_link("Nobody").await.unwrap_err().to_string().contains("no person Nobody"));
        beside.close().await;
    }

    /// Given somebody who is blocked beside a running server, then they are signed out, cannot sign in and are told why,
    /// until they are let in again.
    async fn who_is_blocked_stays_out(on: On) {
        let (server, people, table) = three(on).await;
        let mut stream = people[0].listen(&table, None).await;
        let beside = operator(&server).await;
        beside.block("Anna", true).await.unwrap();
        let me = async || people[0].get("/api/me").await.ok().await;
        until(me, |me| me["name"].is_null()).await;
        let ended = async { while stream.recv().await.is_some() {} };
        tokio::time::timeout(Duration::from_secs(10), ended).await.expect("the stream ends");
        let sign_in = json!({ "name": "Anna", "password": "strada ferrata" });
        let told = server.stranger().post("/api/session", sign_in.clone()).await.problem(403).await;
        assert!(told["detail"].as_str().unwrap().contains("blocked"), "{told}");
        let blocked = beside.people().await.unwrap();
        assert_eq!(blocked.iter().filter(|person| person.blocked.is_some()).count(), 1);
        beside.block("Anna", false).await.unwrap();
        server.stranger().post("/api/session", sign_in).await.ok().await;
        beside.close().await;
    }

    /// Given somebody who is deleted beside a running server, then their name and words are gone everywhere, tables of
    /// theirs alone, or against programs, with them, and the others play on with a former player whose seat can be handed over.
    async fn who_is_deleted_leaves_the_others_games(on: On) {
        let (server, people, table) = three(on).await;
        let path = format!("/api/tables/{table}");
        people[0].post(&format!("{path}/chat"), json!({ "text": "Anna was here" })).await.ok().await;
        let alone = json!({ "title": "1841", "edition": "v2", "players": ["Anna", "B", "C"], "undo": "free", "visibility": "open", "local": false, "seat": 0 });
        let mut against_programs = alone.clone();
        against_programs["programs"] = json!([{ "seat": 1, "level": "novice" }, { "seat": 2, "level": "novice" }]);
        let alone = people[0].post("/api/tables", alone).await.ok().await["id"].as_str().unwrap().to_owned();
        let programs = people[0].post("/api/tables", against_programs).await.ok().await["id"].as_str().unwrap().to_owned();
        people[0].post(&format!("/api/tables/{programs}/start"), json!({})).await.ok().await;
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let beside = operator(&server).await;
        beside.delete_person("Anna").await.unwrap();
        let info = async || people[1].get(&path).await.read::<TableInfo>().await;
        let info = until(&info, |info| info.seats[0].name == "Former player").await;
        assert_eq!((info.status, info.seats[0].taken, info.number), (TableStatus::Running, false, 1));
        let chat: Vec<ChatLine> = people[1].get(&format!("{path}/chat")).await.read().await;
        assert_eq!((chat[0].author.as_str(), chat[0].text.as_str()), ("Former player", ""));
        for gone in [alone, programs] {
            let status = async || people[1].get(&format!("/api/tables/{gone}")).await.status;
            until(status, |status| *status == 404).await;
        }
        let log: LogPart = people[1].get(&format!("{path}/log")).await.read().await;
        assert_eq!(log.records.len(), 1);
        people[1].act(&table, 2, 1, &json!({ "do": "pass" })).await.ok().await;
        people[2].act(&table, 3, 2, &json!({ "do": "pass" })).await.ok().await;
        let dora = server.person("Dora").await;
        beside.hand_over(&table, 1, "Dora").await.unwrap();
        assert!(beside.hand_over(&table, 9, "Dora").await.unwrap_err().to_string().contains("seats 1 to 3"));
        let info = async || dora.get(&path).await.read::<TableInfo>().await;
        until(&info, |info| info.seats[0].mine && info.seats[0].name == "Dora").await;
        dora.act(&table, 4, 0, &json!({ "do": "pass" })).await.ok().await;
        beside.close().await;
    }

    /// Given a table that the operator closes, opens again and deletes, then its players see each within a moment.
    async fn an_operator_closes_and_deletes_tables(on: On) {
        let (server, people, table) = three(on).await;
        let path = format!("/api/tables/{table}");
        let beside = operator(&server).await;
        beside.close_table(&table, true).await.unwrap();
        assert!(beside.close_table(&table, true).await.unwrap_err().to_string().contains("closed already"));
        let info = async || people[0].get(&path).await.read::<TableInfo>().await;
        until(&info, |info| info.status == TableStatus::Closed).await;
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.problem(409).await;
        beside.close_table(&table, false).await.unwrap();
        until(&info, |info| info.status == TableStatus::Running).await;
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        assert_eq!(beside.tables().await.unwrap().iter().map(|line| line.records).sum::<i64>(), 1);
        beside.delete_table(&table).await.unwrap();
        until(async || people[0].get(&path).await.status, |status| *status == 404).await;
        assert!(beside.tables().await.unwrap().is_empty());
        beside.close().await;
    }

    /// Given an access token, then the operator sees whose it is but not what it is, and takes it back.
    async fn an_operator_takes_tokens_back(on: On) {
        let (server, people, _) = three(on).await;
        let made = people[0].post("/api/me/tokens", json!({ "label": "bot" })).await.ok().await;
        let beside = operator(&server).await;
        let tokens = beside.tokens().await.unwrap();
        assert_eq!((tokens.len(), tokens[0].person.as_str(), tokens[0].label.as_str()), (1, "Anna", "bot"));
        let token = made["token"].as_str().unwrap();
        assert!(!serde_json::to_string(&tokens).unwrap().contains(token));
        let ask = async || {
            let request = people[0].client.get(format!("http://{}/api/me", server.address));
            request.bearer_auth(token).send().await.unwrap().status()
        };
        assert_eq!(ask().await, 200);
        beside.remove_token(&tokens[0].id).await.unwrap();
        until(ask, |status| *status == 401).await;
        beside.close().await;
    }
}
