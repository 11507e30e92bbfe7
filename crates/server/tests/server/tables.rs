//! Tables: made, joined, played, taken back, looked at in the past, forked.

use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_engine::action::Action;
use ferrata_engine::turn::Author;
use ferrata_wire::{Act, Arrived, Created, Done, TableInfo, TableStatus, Undo, Wish, WishAnswer};
use serde_json::{Value, json};

on_both! {
    /// Given a local table, when one browser acts for each seat in turn, then records come one after another; a
    /// number that is taken answers with what came in between, and a retry does nothing twice.
    async fn one_browser_plays_all_seats(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let path = format!("/api/tables/{table}/entries");
        let pass = json!({ "number": 1, "seat": 0, "action": { "do": "pass" }, "retry": "my-first-pass" });
        let first = guest.post(&path, pass.clone()).await.ok().await;
        assert_eq!((&first["number"], &first["last"]), (&json!(1), &json!(1)));
        assert_eq!(guest.post(&path, pass).await.ok().await["number"], 1);
        let late = guest.act(&table, 1, 1, &json!({ "do": "pass" })).await.problem(409).await;
        assert_eq!(late["missed"].as_array().unwrap().len(), 1);
        guest.act(&table, 2, 1, &json!({ "do": "pass" })).await.ok().await;
        let log = guest.get(&format!("/api/tables/{table}/log")).await.ok().await;
        assert_eq!((log["records"].as_array().unwrap().len(), &log["last"]), (2, &json!(2)));
    }

    /// Given a server on a network, then whoever has an account plays all seats at one screen, and gives one away by its
    /// link; without an account nobody makes a table.
    async fn one_browser_plays_all_seats_on_a_network(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let wish = json!({ "title": "1841", "edition": "v2", "players": ["One", "Two", "Three"], "undo": "free",
            "visibility": "link", "local": true });
        server.stranger().post("/api/tables", wish.clone()).await.problem(401).await;
        let made: Created = anna.post("/api/tables", wish).await.read().await;
        let table: TableInfo = anna.get(&format!("/api/tables/{}", made.id)).await.read().await;
        assert!(table.status == TableStatus::Running && table.seats.iter().all(|seat| seat.mine));
        for seat in [0, 1] {
            anna.act(&made.id, u64::from(seat) + 1, seat, &json!({ "do": "pass" })).await.ok().await;
        }
        bruno.act(&made.id, 3, 2, &json!({ "do": "pass" })).await.problem(403).await;
        let join = format!("/api/tables/{}/join", made.id);
        let key = json!({ "key": made.seat_keys[2] });
        let joined: TableInfo = bruno.post(&join, key).await.read().await;
        assert_eq!(joined.seats.iter().map(|seat| seat.mine).collect::<Vec<_>>(), [false, false, true]);
        bruno.act(&made.id, 3, 2, &json!({ "do": "pass" })).await.ok().await;
    }

    /// Given somebody with a live stream of their own name, when they act, then the answer brings the record and
    /// their stream does not bring it again; everybody else's does, and theirs brings what others do.
    async fn the_answer_brings_the_records(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "free").await;
        let mut annas = people[0].listen_as(&table, None, "?stream=annas-page").await;
        let mut phone = people[0].listen_as(&table, None, "?stream=annas-phone").await;
        let mut brunos = people[1].listen(&table, None).await;
        let act = |number: u64, seat: u8, stream: Option<&str>| Act {
            number, seat, action: Action::Pass, retry: None, stream: stream.map(str::to_owned),
        };
        let path = format!("/api/tables/{table}/entries");
        let body = serde_json::to_value(act(1, 0, Some("annas-page"))).unwrap();
        let done: Done = people[0].post(&path, body).await.read().await;
        assert_eq!((done.number, done.last, done.records.len()), (1, 1, 1));
        assert_eq!(done.records[0].action, Some(Action::Pass));
        people[1].post(&path, serde_json::to_value(act(2, 1, None)).unwrap()).await.ok().await;
        assert_eq!(next_record(&mut annas).await.0["number"], 2, "the first came by the answer");
        for stream in [&mut phone, &mut brunos] {
            assert_eq!(next_record(stream).await.0["number"], 1);
            assert_eq!(next_record(stream).await.0["number"], 2);
        }
        let back = Undo { number: 3, seat: 0, to: 1, stream: Some("annas-page".into()) };
        let answer: WishAnswer = people[0].post(&format!("/api/tables/{table}/undo"), json!(back)).await.read().await;
        assert_eq!((answer.done, answer.records[0].number, answer.records[0].undo_to), (true, 3, Some(1)));
        people[1].post(&path, json!(act(4, 1, None))).await.ok().await;
        assert_eq!(next_record(&mut annas).await.0["number"], 4, "the undo came by the answer");
        people[0].post(&path, json!(act(5, 0, Some("short")))).await.problem(400).await;
    }

    /// Given a number that is taken, then the refusal brings the records in between, one's own sealed decisions readable.
    async fn a_conflict_brings_what_was_missed(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v1", &["Anna", "Bruno", "Carla"]).await;
        let sheet = json!({ "do": "sheet", "amounts": [20, 0, 0, 0, 0, 0, 0, 0] });
        guest.act(&table, 1, 0, &sheet).await.ok().await;
        guest.act(&table, 2, 1, &sheet).await.ok().await;
        let late = guest.act(&table, 1, 2, &sheet).await.problem(409).await;
        let problem: ferrata_wire::Problem = serde_json::from_value(late).unwrap();
        assert_eq!(problem.kind, ferrata_wire::ProblemKind::Conflict);
        let amounts = Some(serde_json::from_value::<Action>(sheet).unwrap());
        assert_eq!(problem.missed.iter().map(|record| record.number).collect::<Vec<_>>(), [1, 2]);
        assert!(problem.missed.iter().all(|record| record.action == amounts), "one browser plays all seats");
    }

    /// Given a game one entry before its end, when that is made, then the table is over, in lists and in the database,
    /// and when it is taken back it runs again.
    async fn the_log_decides_whether_a_game_is_over(on: On) {
        let Some(mut log) = crate::recorded::recorded_game("1841_game_end_bank.json") else { return };
        let last = log.entries.pop().unwrap();
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let arrived: Arrived = guest.post("/api/import", json!(log)).await.read().await;
        let status = async || {
            let tables: Vec<TableInfo> = guest.get("/api/tables").await.read().await;
            let shown: TableInfo = guest.get(&format!("/api/tables/{}", arrived.id)).await.read().await;
            assert_eq!(tables[0].status, shown.status);
            let stored = crate::test_server::look_up(&server.url, "SELECT status FROM tables").await;
            assert_eq!(stored, shown.status.word());
            shown.status
        };
        assert_eq!(status().await, TableStatus::Running);
        let Author::Seat(seat) = last.entry.by else { panic!("chance ends no game") };
        let number = log.entries.len() as u64 + 1;
        guest.act(&arrived.id, number, seat.0, &json!(last.entry.action)).await.ok().await;
        assert_eq!(status().await, TableStatus::Over);
        let back = json!({ "number": number + 1, "seat": seat.0, "to": number - 1 });
        guest.post(&format!("/api/tables/{}/undo", arrived.id), back).await.ok().await;
        assert_eq!(status().await, TableStatus::Running);
    }

    /// Given a table, when the rules refuse an action, then the answer names the reason and nothing is recorded.
    async fn a_refusal_says_why(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let refused = guest.act(&table, 1, 0, &json!({ "do": "bid", "card": "SFLP", "amount": 19 })).await.problem(422).await;
        assert_eq!(refused["type"], "refused");
        assert!(refused["rule"].as_str().unwrap().starts_with("1841-2.1"), "{refused}");
        assert_eq!(guest.get(&format!("/api/tables/{table}/log")).await.ok().await["last"], 0);
    }

    /// Given a table with undo by consent, when one player asks, then it happens only after all others agree.
    async fn taking_back_needs_consent_where_agreed(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "consent").await;
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let undo = json!({ "number": 2, "seat": 0, "to": 0 });
        let asked = people[0].post(&format!("/api/tables/{table}/undo"), undo).await.ok().await;
        assert_eq!((&asked["done"], &asked["waiting"]), (&json!(false), &json!([1, 2])));
        let shown: TableInfo = people[1].get(&format!("/api/tables/{table}")).await.read().await;
        let asked = shown.asked.unwrap();
        assert_eq!((asked.wish, asked.seat), (Wish::Undo { to: 0 }, 0));
        let agree = json!({ "request": asked.id, "agree": true });
        let answer = format!("/api/tables/{table}/consent");
        people[1].post(&answer, json!({ "request": "another", "agree": true })).await.problem(409).await;
        people[1].post(&answer, agree.clone()).await.ok().await;
        assert_eq!(people[2].post(&answer, agree).await.ok().await["done"], true);
        let view = people[0].get(&format!("/api/tables/{table}/view")).await.ok().await;
        assert_eq!((&view["at"], &view["view"]["turn"]), (&json!(2), &json!({ "seat": 0 })));
        let before = people[0].get(&format!("/api/tables/{table}/view?at=0")).await.ok().await;
        assert_eq!(before["hash"], view["hash"]);
    }

    /// Given a request that two others answer at the same moment, then neither consent is lost, and it is done once.
    async fn consents_at_the_same_moment_both_count(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "consent").await;
        let path = format!("/api/tables/{table}");
        for round in 0..20_u64 {
            let number = 2 * round + 1;
            people[0].act(&table, number, 0, &json!({ "do": "pass" })).await.ok().await;
            let undo = json!({ "number": number + 1, "seat": 0, "to": number - 1 });
            people[0].post(&format!("{path}/undo"), undo).await.ok().await;
            let shown: TableInfo = people[1].get(&path).await.read().await;
            let agree = json!({ "request": shown.asked.unwrap().id, "agree": true });
            let answer = |person: &Person| {
                let (person, path, agree) = (person.clone(), format!("{path}/consent"), agree.clone());
                tokio::spawn(async move { person.post(&path, agree).await.read::<WishAnswer>().await })
            };
            let (one, other) = (answer(&people[1]), answer(&people[2]));
            let done = [one.await.unwrap().done, other.await.unwrap().done];
            assert_eq!(done.iter().filter(|done| **done).count(), 1, "round {round}");
            let shown: TableInfo = people[0].get(&path).await.read().await;
            assert_eq!((shown.number, shown.asked), (number + 1, None), "round {round}");
        }
    }

    /// Given a game that nobody wants to go on with, when all agree, then it is closed: it can be read, but not played.
    async fn a_game_is_ended_when_all_agree(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "own").await;
        let path = format!("/api/tables/{table}");
        let asked: WishAnswer = people[2].post(&format!("{path}/close"), json!({})).await.read().await;
        assert_eq!((asked.done, asked.waiting), (false, vec![0, 1]));
        server.person("Dario").await.post(&format!("{path}/close"), json!({})).await.problem(403).await;
        let shown: TableInfo = people[0].get(&path).await.read().await;
        let agree = json!({ "request": shown.asked.unwrap().id, "agree": true });
        people[0].post(&format!("{path}/consent"), agree.clone()).await.ok().await;
        let closed: WishAnswer = people[1].post(&format!("{path}/consent"), agree).await.read().await;
        assert!(closed.done);
        let shown: TableInfo = people[0].get(&path).await.read().await;
        assert_eq!((shown.status, shown.my_turn, shown.asked), (TableStatus::Closed, false, None));
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.problem(409).await;
        people[0].get(&format!("{path}/view")).await.ok().await;
        let local = TestServer::local(on).await;
        let guest = local.guest().await;
        let own = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let closed: WishAnswer = guest.post(&format!("/api/tables/{own}/close"), json!({})).await.read().await;
        assert!(closed.done, "nobody else is to be asked");
    }

    /// Given a table where only the own last entry may be taken back, then others cannot, and not after somebody acted.
    async fn only_the_own_last_entry(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "own").await;
        people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let undo = |seat: u8, number: u64| json!({ "number": number, "seat": seat, "to": 0 });
        people[1].post(&format!("/api/tables/{table}/undo"), undo(1, 2)).await.problem(403).await;
        people[0].post(&format!("/api/tables/{table}/undo"), undo(0, 2)).await.ok().await;
        people[0].act(&table, 3, 0, &json!({ "do": "pass" })).await.ok().await;
        people[1].act(&table, 4, 1, &json!({ "do": "pass" })).await.ok().await;
        people[0].post(&format!("/api/tables/{table}/undo"), undo(0, 5)).await.problem(403).await;
    }

    /// Given a running table, when somebody forks it at a moment, then a table of their own goes on from there.
    async fn a_fork_begins_where_it_was_made(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        for seat in 0..3 {
            guest.act(&table, u64::from(seat) + 1, seat, &json!({ "do": "pass" })).await.ok().await;
        }
        let fork = guest.post(&format!("/api/tables/{table}/fork"), json!({ "at": 2 })).await.ok().await;
        let id = fork["id"].as_str().unwrap();
        let there = guest.get(&format!("/api/tables/{table}/view?at=2")).await.ok().await;
        let here = guest.get(&format!("/api/tables/{id}/view")).await.ok().await;
        assert_eq!((&here["at"], &here["hash"]), (&json!(2), &there["hash"]));
        let export = guest.get(&format!("/api/tables/{id}/export")).await.ok().await;
        let again = guest.post("/api/import", export).await.ok().await;
        assert_eq!(again["entries"], 2);
    }

    /// Given a table that only its players see, when somebody without an account has the key of its invitation or of a seat, then they are
    /// told where it leads; with another key, or at another table, they are told nothing.
    async fn an_invitation_tells_where_it_leads(on: On) {
        let server = TestServer::network(on).await;
        let (anna, stranger) = (server.person("Anna").await, server.stranger());
        let new = |name: &str| json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "own", "visibility": "seats", "seat": 0, "name": name });
        let made = anna.post("/api/tables", new("Thursday")).await.ok().await;
        let other = anna.post("/api/tables", new("Friday")).await.ok().await;
        let told = async |table: &serde_json::Value, key: &serde_json::Value| {
            let page = format!("/api/tables/{}/invitation", table["id"].as_str().unwrap());
            stranger.post(&page, json!({ "key": key })).await.ok().await
        };
        let thursday = json!({ "table": { "name": "Thursday", "title": "1841", "players": 3, "seated": ["Anna"] } });
        for key in [&made["invite"], &made["seat_keys"][2]] {
            assert_eq!(told(&made, key).await, thursday);
            assert_eq!(told(&other, key).await, json!({}));
        }
        assert_eq!(told(&made, &json!("")).await, json!({}));
        assert_eq!(told(&json!({ "id": "nowhere" }), &made["invite"]).await, json!({}));
    }

    /// Given an invitation, then people take seats, leave before the start, and the game starts when all are there.
    async fn people_meet_at_a_table(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "own", "visibility": "link", "seat": 0 });
        let made = anna.post("/api/tables", new).await.ok().await;
        let (id, invite) = (made["id"].as_str().unwrap(), made["invite"].as_str().unwrap());
        bruno.post(&format!("/api/tables/{id}/join"), json!({})).await.problem(404).await;
        // The same invitation again is the same seat, not another one.
        for _ in 0..2 {
            let joined =
                bruno.post(&format!("/api/tables/{id}/join"), json!({ "key": invite })).await.ok().await;
            let mine: Vec<bool> = (0..3).map(|seat| joined["seats"][seat]["mine"] == true).collect();
            assert_eq!(mine, [false, true, false]);
        }
        anna.post(&format!("/api/tables/{id}/start"), json!({})).await.problem(409).await;
        bruno.post(&format!("/api/tables/{id}/leave"), json!({})).await.ok().await;
        bruno.post(&format!("/api/tables/{id}/join"), json!({ "key": made["seat_keys"][2] })).await.ok().await;
        let carla = server.person("Carla").await;
        carla.post(&format!("/api/tables/{id}/join"), json!({ "key": invite })).await.ok().await;
        carla.post(&format!("/api/tables/{id}/start"), json!({})).await.problem(403).await;
        let started = anna.post(&format!("/api/tables/{id}/start"), json!({})).await.ok().await;
        assert_eq!(started["setup"]["players"], json!(["Anna", "Carla", "Bruno"]));
        bruno.post(&format!("/api/tables/{id}/leave"), json!({})).await.problem(409).await;
    }

    /// Given somebody who looks at a table, then everybody sees that they are there, whose turn it is and since when.
    async fn who_is_there_and_since_when(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = seated(&people, "own").await;
        let path = format!("/api/tables/{table}");
        assert_eq!(people[0].get(&path).await.ok().await["present"], json!([]));
        let stream = people[1].listen(&table, None).await;
        let acted = people[0].act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        assert_eq!(acted["number"], 1);
        let shown = people[0].get(&path).await.ok().await;
        assert_eq!((&shown["present"], &shown["turn"]), (&json!(["Bruno"]), &json!({ "seat": 1 })));
        let here: Vec<bool> = (0..3).map(|seat| shown["seats"][seat]["here"].as_bool().unwrap()).collect();
        assert_eq!(here, [false, true, false]);
        let log = people[0].get(&format!("{path}/log")).await.ok().await;
        assert_eq!(shown["since"], log["records"][0]["at"]);
        drop(stream);
    }

    /// Given a live stream that breaks off, when it is opened again with the last id, then nothing is missed.
    async fn a_stream_goes_on_where_it_broke_off(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await;
        let mut stream = guest.listen(&table, None).await;
        guest.act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let (record, id) = next_record(&mut stream).await;
        assert_eq!(record["number"], 1);
        drop(stream);
        guest.act(&table, 2, 1, &json!({ "do": "pass" })).await.ok().await;
        guest.post(&format!("/api/tables/{table}/chat"), json!({ "text": "Ciao!" })).await.ok().await;
        let mut stream = guest.listen(&table, Some(&id)).await;
        assert_eq!(next_record(&mut stream).await.0["number"], 2);
        let line = loop {
            let (kind, _, data) = stream.recv().await.unwrap();
            if kind == "chat" {
                break data;
            }
        };
        assert_eq!((&line["author"], &line["text"]), (&json!("Anna"), &json!("Ciao!")));
    }
}

/// Given a recorded game, when it is exported in the form of 18xx.games and imported again, then it ends at the same
/// table; a game that is not played there is refused with the reason.
#[tokio::test]
async fn a_game_goes_out_in_the_form_of_18xx_games() {
    let Some(log) = crate::recorded::recorded_game("1841_game_end_bank.json") else { return };
    let server = TestServer::local(On::Sqlite).await;
    let guest = server.guest().await;
    let arrived = guest.post("/api/import", serde_json::to_value(&log).unwrap()).await.ok().await;
    let path = |id: &Value, rest: &str| format!("/api/tables/{}/{rest}", id.as_str().unwrap());
    let file = guest.get(&path(&arrived["id"], "export?format=18xx")).await.ok().await;
    assert_eq!((&file["title"], &file["status"]), (&json!("1841"), &json!("finished")));
    let again = guest.post("/api/import", file).await.ok().await;
    let hash = async |id: &Value| guest.get(&path(id, "view")).await.ok().await["hash"].clone();
    assert_eq!(hash(&again["id"]).await, hash(&arrived["id"]).await);
    let own = json!(guest.local_table("1841", "v2", &["Anna", "Bruno", "Carla"]).await);
    let refused = guest.get(&path(&own, "export?format=18xx")).await.problem(422).await;
    assert!(refused["detail"].as_str().unwrap().contains("online"), "{refused}");
    guest.get(&path(&own, "export?format=pdf")).await.problem(400).await;
}

async fn next_record(
    stream: &mut tokio::sync::mpsc::UnboundedReceiver<(String, String, Value)>,
) -> (Value, String) {
    loop {
        let (kind, id, data) = stream.recv().await.unwrap();
        if kind == "record" {
            return (data, id);
        }
    }
}

/// A started v2 table with these people in seat order.
pub(crate) async fn seated(people: &[crate::test_server::Person], undo: &str) -> String {
    seated_at("v2", people, undo).await
}

/// The same in any edition.
pub(crate) async fn seated_at(edition: &str, people: &[crate::test_server::Person], undo: &str) -> String {
    let names: Vec<String> = (1..=people.len()).map(|seat| seat.to_string()).collect();
    let new = json!({ "title": "1841", "edition": edition, "players": names, "undo": undo, "visibility": "open", "seat": 0 });
    let made = people[0].post("/api/tables", new).await.ok().await;
    let id = made["id"].as_str().unwrap().to_owned();
    for (seat, person) in people.iter().enumerate().skip(1) {
        person.post(&format!("/api/tables/{id}/join"), json!({ "seat": seat })).await.ok().await;
    }
    people[0].post(&format!("/api/tables/{id}/start"), json!({})).await.ok().await;
    id
}
