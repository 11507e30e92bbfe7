//! Sealed bids: nobody else learns them before they are opened.

use crate::child;
use crate::test_server::{On, Person, TestServer, on_both};
use serde_json::{Value, json};

/// Amounts that occur nowhere else.
const BIDS: [[i64; 8]; 3] =
    [[123, 0, 0, 0, 0, 0, 0, 0], [0, 137, 0, 0, 0, 0, 0, 0], [0, 0, 149, 0, 0, 0, 0, 0]];

on_both! {
    /// Given a round of sealed bids, when two of three sheets are in, then no answer, event, export or figure made for
    /// anybody else holds them; when the third is in, everybody sees all.
    async fn sealed_bids_stay_sealed(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let visitor = server.stranger();
        let new = json!({ "title": "1841", "edition": "v1", "players": ["1", "2", "3"], "undo": "free", "visibility": "open", "seat": 0 });
        let made = people[0].post("/api/tables", new).await.ok().await;
        let table = made["id"].as_str().unwrap();
        for (seat, person) in people.iter().enumerate().skip(1) {
            person.post(&format!("/api/tables/{table}/join"), json!({ "seat": seat })).await.ok().await;
        }
        people[0].post(&format!("/api/tables/{table}/start"), json!({})).await.ok().await;
        let mut carla_hears = people[2].listen(table, Some("0.0")).await;
        let mut visitor_hears = visitor.listen(table, Some("0.0")).await;
        for seat in 0..2 {
            let sheet = json!({ "do": "sheet", "amounts": BIDS[seat] });
            people[seat].act(table, seat as u64 + 1, seat as u8, &sheet).await.ok().await;
        }
        let shown = visitor.get(&format!("/api/tables/{table}")).await.ok().await;
        assert_eq!((&shown["handed_in"], &shown["turn"]), (&json!([0, 1]), &json!({ "sealed": [2] })));
        let secret = [123, 137];
        for reader in [&people[2], &visitor] {
            search(reader, table, &secret).await;
        }
        search(&people[0], table, &[137]).await;
        assert!(people[0].get(&format!("/api/tables/{table}/log")).await.text().await.contains("123"), "one's own sheet is open to oneself");
        let late = people[2].act(table, 1, 2, &json!({ "do": "sheet", "amounts": BIDS[2] })).await.problem(409).await;
        assert_hidden(&late.to_string(), &secret);
        for stream in [&mut carla_hears, &mut visitor_hears] {
            while let Ok((_, _, data)) = stream.try_recv() {
                assert_hidden(&data.to_string(), &secret);
            }
        }
        people[2].act(table, 3, 2, &json!({ "do": "sheet", "amounts": BIDS[2] })).await.ok().await;
        let log = visitor.get(&format!("/api/tables/{table}/log")).await.text().await;
        assert!(["123", "137", "149"].iter().all(|bid| log.contains(bid)), "{log}");
        let opened = loop {
            let (kind, _, data) = visitor_hears.recv().await.unwrap();
            if kind == "record" && data["number"] == 3 {
                break data;
            }
        };
        assert_eq!(opened["opened"].as_array().unwrap().len(), 2, "{opened}");
    }
}

on_both! {
    /// Given a server whose log holds everything it can, when people sign up, make tokens, notes and links and hand in
    /// sealed bids, then the log holds none of it.
    async fn no_secret_in_the_log(on: On) {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let db = on.database(directory.path()).await;
        let mut address = child::free_address();
        address.set_ip([0, 0, 0, 0].into());
        let mut server = child::start(&db, address, Some(&log)).await;
        let mut secrets = vec!["strada ferrata".to_owned(), "remember the milk".to_owned(), "123,137".to_owned(), "137,123".to_owned(), "123, 137".to_owned(), "Money(123)".to_owned()];
        let mut people = Vec::new();
        for name in ["Anna", "Bruno", "Carla"] {
            let person = Person::at(([127, 0, 0, 1], address.port()).into());
            let said = person.client.post(format!("{}/api/users", person.base)).json(&json!({ "name": name, "password": "strada ferrata" })).send().await.unwrap();
            let cookie = said.headers()["set-cookie"].to_str().unwrap();
            secrets.push(cookie.split(['=', ';']).nth(1).unwrap().to_owned());
            let token = person.post("/api/me/tokens", json!({ "label": "bot" })).await.ok().await["token"].as_str().unwrap().to_owned();
            let request = person.client.get(format!("{}/api/me", person.base)).bearer_auth(&token);
            assert_eq!(request.send().await.unwrap().status(), 200);
            secrets.push(token);
            people.push(person);
        }
        let new = json!({ "title": "1841", "edition": "v1", "players": ["1", "2", "3"], "undo": "free", "visibility": "link", "seat": 0 });
        let made = people[0].post("/api/tables", new).await.ok().await;
        let table = made["id"].as_str().unwrap();
        secrets.push(made["invite"].as_str().unwrap().to_owned());
        for seat in 1..3 {
            let key = made["seat_keys"][seat].as_str().unwrap();
            secrets.push(key.to_owned());
            people[seat].post(&format!("/api/tables/{table}/join"), json!({ "key": key })).await.ok().await;
        }
        people[0].post(&format!("/api/tables/{table}/start"), json!({})).await.ok().await;
        let _stream = people[2].listen(table, None).await;
        for (seat, person) in people.iter().enumerate().take(2) {
            let sheet = json!({ "do": "sheet", "amounts": [123, 137, 0, 0, 0, 0, 0, 0] });
            person.act(table, seat as u64 + 1, seat as u8, &sheet).await.ok().await;
            person.act(table, 1, seat as u8, &sheet).await.problem(409).await;
            person.act(table, seat as u64 + 2, seat as u8, &sheet).await.problem(422).await;
        }
        people[1].send(reqwest::Method::PUT, &format!("/api/tables/{table}/note"), Some(json!({ "text": "remember the milk" }))).await.ok().await;
        server.start_kill().unwrap();
        server.wait().await.unwrap();
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("INSERT INTO entries") && text.contains("answered"), "the log says too little to search: {text}");
        for secret in secrets {
            let found = text.lines().find(|line| line.contains(&secret));
            assert!(found.is_none(), "{secret} in {found:?}");
        }
    }
}

async fn search(reader: &Person, table: &str, secret: &[i64]) {
    for path in ["log", "view", "view?at=1", "export", "position", "position?at=1", "chat", "note"] {
        let said = reader.get(&format!("/api/tables/{table}/{path}")).await.text().await;
        assert_hidden(&said, secret);
    }
    for path in
        [&format!("/api/tables/{table}"), "/api/tables", "/api/tables?which=open", "/metrics", "/healthz"]
    {
        assert_hidden(&reader.get(path).await.text().await, secret);
    }
    reader.get(&format!("/api/tables/{table}/position")).await.problem(409).await;
    let fork = reader.post(&format!("/api/tables/{table}/fork"), json!({ "at": 2 })).await;
    assert!(fork.status.is_client_error());
    assert_hidden(&fork.text().await, secret);
}

/// That no whole number of `text` is a secret. Digits of a moment or of a duration are none: they stand behind a point.
fn assert_hidden(text: &str, secret: &[i64]) {
    let numbers = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.')
        .filter_map(|word| word.trim_matches('.').parse::<i64>().ok());
    let leaked: Vec<i64> = numbers.filter(|number| secret.contains(number)).collect();
    let shown: Option<Value> = serde_json::from_str(text).ok();
    assert!(leaked.is_empty(), "{leaked:?} in {shown:?}");
}

/// The people at a started table of sealed bids, with the three sheets handed in and opened.
async fn opened(on: On, undo: &str) -> (TestServer, [Person; 3], String) {
    let server = TestServer::network(on).await;
    let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
    let table = crate::tables::seated_at("v1", &people, undo).await;
    for (seat, person) in people.iter().enumerate() {
        let sheet = json!({ "do": "sheet", "amounts": BIDS[seat] });
        person.act(&table, seat as u64 + 1, seat as u8, &sheet).await.ok().await;
    }
    (server, people, table)
}

on_both! {
    /// Given sealed bids that have been opened, then nobody gets back into the middle of them to bid again knowing the
    /// others': not directly, and not after all of them were taken back together, which is allowed.
    async fn opened_bids_are_not_split_by_undo(on: On) {
        let (_server, people, table) = opened(on, "free").await;
        let undo = async |seat: usize, to: u64| {
            let last = people[seat].get(&format!("/api/tables/{table}/log")).await.ok().await["last"].as_u64().unwrap();
            let wish = json!({ "number": last + 1, "seat": seat, "to": to });
            people[seat].post(&format!("/api/tables/{table}/undo"), wish).await
        };
        for inside in [1, 2] {
            undo(2, inside).await.problem(409).await;
        }
        undo(2, 0).await.ok().await;
        for inside in [1, 2] {
            let refused = undo(2, inside).await.problem(409).await;
            assert!(refused["detail"].as_str().unwrap().contains("all together"), "{refused}");
        }
        undo(2, 3).await.ok().await;
    }

    /// Given a table where all must agree, when somebody asks to take back with a number that does not exist yet, then
    /// the request is refused at once: it cannot wait until what it would split is there.
    async fn a_request_for_the_future_is_refused(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let table = crate::tables::seated_at("v1", &people, "consent").await;
        let sheet = |seat: usize| json!({ "do": "sheet", "amounts": BIDS[seat] });
        for (seat, person) in people.iter().enumerate().take(2) {
            person.act(&table, seat as u64 + 1, seat as u8, &sheet(seat)).await.ok().await;
        }
        let early = json!({ "number": 4, "seat": 2, "to": 1 });
        people[2].post(&format!("/api/tables/{table}/undo"), early).await.problem(409).await;
        people[2].act(&table, 3, 2, &sheet(2)).await.ok().await;
        assert_eq!(people[0].get(&format!("/api/tables/{table}")).await.ok().await["asked"], Value::Null);
        assert_eq!(people[0].get(&format!("/api/tables/{table}/log")).await.ok().await["records"].as_array().unwrap().iter().filter(|record| record["undo_to"].is_u64()).count(), 0);
    }
}
