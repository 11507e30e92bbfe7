//! Standing orders: carried out at once, ended when the table is no longer as their owner thought, and seen by nobody else.

use crate::child;
use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_engine::turn::Turn;
use ferrata_wire::{Cause, OrderInfo, OrderState, TableInfo};
use serde_json::{Value, json};

/// A stock round of 1841 in which IRSFF is traded.
const STOCK: &str = r#"title = "1841"
edition = "v1"
players = ["Ada", "Ben", "Cleo"]
phase = "3"

[seat.Ada]
cash = 1000

[seat.Ben]
cash = 1000

[seat.Cleo]
cash = 1000

[company.IRSFF]
price = 100
treasury = 300
shares = "Cleo 40, pool 40"
stations = ["F8", "F16"]
trains = ["3"]
"#;

/// The same in an operating round: IRSFF, directed by Ada, is about to run its train.
const RUN: &str = r#"
[board]
E9 = "621 1"

[round.operating]
company = "IRSFF"
turn = { step = "run" }
"#;

/// A sum that occurs nowhere else: too long for a moment, a duration or a number of bytes in the log to hold it by chance.
const MOST: i64 = 1_139_737_939;

async fn seated(people: &[Person], position: &str) -> String {
    let new = json!({ "position": position, "undo": "free", "visibility": "open", "seat": 0 });
    let made = people[0].post("/api/tables", new).await.ok().await;
    let id = made["id"].as_str().unwrap().to_owned();
    for (seat, person) in people.iter().enumerate().skip(1) {
        person.post(&format!("/api/tables/{id}/join"), json!({ "seat": seat })).await.ok().await;
    }
    people[0].post(&format!("/api/tables/{id}/start"), json!({})).await.ok().await;
    id
}

async fn three(server: &TestServer) -> [Person; 3] {
    [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await]
}

async fn info(person: &Person, table: &str) -> TableInfo {
    person.get(&format!("/api/tables/{table}")).await.read().await
}

fn seat_of(info: &TableInfo) -> u8 {
    match &info.turn {
        Some(Turn::Seat(seat)) => seat.0,
        other => panic!("nobody's turn: {other:?}"),
    }
}

async fn give(person: &Person, table: &str, seat: u8, order: Value) -> Vec<OrderInfo> {
    let given =
        person.post(&format!("/api/tables/{table}/orders"), json!({ "seat": seat, "order": order })).await;
    given.read().await
}

async fn orders(person: &Person, table: &str) -> Vec<OrderInfo> {
    person.get(&format!("/api/tables/{table}/orders")).await.read().await
}

/// Buys a share of IRSFF from the pool by hand, and ends the turn.
async fn buy(person: &Person, table: &str, seat: u8) {
    let offers = person.get(&format!("/api/tables/{table}/view")).await.ok().await["offers"].clone();
    let offer = offers
        .as_array()
        .unwrap()
        .iter()
        .find(|offer| offer["may"] == "buy" && offer["from"] == "bank")
        .unwrap()
        .clone();
    let action = json!({ "do": "buy", "buyer": offer["buyer"], "company": offer["company"], "percent": offer["percent"],
        "from": "bank", "price": offer["prices"]["min"] });
    let number = info(person, table).await.number;
    person.act(table, number + 1, seat, &action).await.ok().await;
    let now = info(person, table).await;
    if now.number == number + 1 && seat_of(&now) == seat {
        person.act(table, now.number + 1, seat, &json!({ "do": "pass" })).await.ok().await;
    }
}

on_both! {
    /// Given two of three who ordered to pass, when the first buys, then they pass at once and it is the first one's turn
    /// again; the order that ends with a purchase ends with the next one, and its owner is asked.
    async fn whoever_only_passes_is_not_waited_for(on: On) {
        let server = TestServer::network(on).await;
        let people = three(&server).await;
        let table = seated(&people, STOCK).await;
        assert_eq!(seat_of(&info(&people[0], &table).await), 0);
        let all = give(&people[1], &table, 1, json!({ "order": "pass_round" })).await;
        assert_eq!(serde_json::to_value(&all[0].would).unwrap(), json!({ "do": "pass" }));
        give(&people[2], &table, 2, json!({ "order": "pass_until", "changes": ["sale", "company"] })).await;
        assert!(orders(&people[0], &table).await.is_empty());
        buy(&people[0], &table, 0).await;
        let now = info(&people[0], &table).await;
        assert_eq!(seat_of(&now), 0, "both have passed");
        let log = people[0].get(&format!("/api/tables/{table}/log")).await.ok().await;
        let last: Vec<_> = log["records"].as_array().unwrap().iter().rev().take(2).map(|record| (record["by"]["seat"].clone(), record["action"]["do"].clone())).collect();
        assert_eq!(last, [(json!(2), json!("pass")), (json!(1), json!("pass"))]);
        let carla = orders(&people[2], &table).await;
        assert_eq!((carla[0].state, carla[0].did.as_slice()), (OrderState::Active, [now.number].as_slice()));
        // Taken back, and given with another condition.
        let path = format!("/api/tables/{table}/orders/{}", carla[0].id);
        people[1].send(reqwest::Method::DELETE, &path, None).await.problem(404).await;
        people[2].send(reqwest::Method::DELETE, &path, None).await.ok().await;
        people[2].send(reqwest::Method::DELETE, &path, None).await.problem(404).await;
        give(&people[2], &table, 2, json!({ "order": "pass_until", "changes": ["purchase"] })).await;
        buy(&people[0], &table, 0).await;
        assert_eq!(seat_of(&info(&people[0], &table).await), 2);
        let carla = orders(&people[2], &table).await;
        assert!(carla[0].did.is_empty() && carla.len() == 2);
        let states: Vec<_> = carla.iter().map(|order| order.state).collect();
        assert!(states.contains(&OrderState::Over { cause: Cause::Purchase }) && states.contains(&OrderState::Over { cause: Cause::Owner }));
        // What is taken back by anybody ends all orders: nothing is done again unasked.
        let number = info(&people[0], &table).await.number;
        people[0].post(&format!("/api/tables/{table}/undo"), json!({ "number": number + 1, "seat": 0, "to": number - 1 })).await.ok().await;
        let bruno = orders(&people[1], &table).await;
        assert_eq!((bruno[0].state, bruno[0].did.len()), (OrderState::Over { cause: Cause::Undo }, 2));
    }

    /// Given an order to buy while a share costs no more than 100 until 20 % are held, then it buys one in each turn and ends
    /// its turn, and is done then; one that costs more than allowed ends, and its owner decides.
    async fn shares_are_bought_up_to_a_price(on: On) {
        let server = TestServer::network(on).await;
        let people = three(&server).await;
        let table = seated(&people, STOCK).await;
        let buys = json!({ "order": "buy", "company": "IRSFF", "from": "bank", "most": 1000, "until": 20 });
        give(&people[1], &table, 1, buys.clone()).await;
        give(&people[2], &table, 2, json!({ "order": "buy", "company": "IRSFF", "from": "bank", "most": 1, "until": 60 })).await;
        let number = info(&people[0], &table).await.number;
        people[0].act(&table, number + 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let bruno = orders(&people[1], &table).await;
        assert!(!bruno[0].did.is_empty(), "{bruno:?}");
        let now = info(&people[0], &table).await;
        assert_eq!(seat_of(&now), 2);
        assert_eq!(orders(&people[2], &table).await[0].state, OrderState::Over { cause: Cause::Expensive });
        let view = people[0].get(&format!("/api/tables/{table}/view")).await.ok().await;
        let held = view["view"]["players"][1]["shares"][0]["percent"].as_u64().unwrap();
        assert!(held > 0);
        let again = people[1].post(&format!("/api/tables/{table}/orders"), json!({ "seat": 1, "order": { "order": "buy",
            "company": "IRSFF", "from": "bank", "most": 1000, "until": held } })).await;
        again.problem(400).await;
        people[1].post(&format!("/api/tables/{table}/orders"), json!({ "seat": 0, "order": buys })).await.problem(403).await;
    }

    /// Given an order to run IRSFF and pay, when it is given on its turn, then the best routes are run and paid at once.
    async fn a_company_runs_by_itself(on: On) {
        let server = TestServer::network(on).await;
        let people = three(&server).await;
        let table = seated(&people, &format!("{}{RUN}", STOCK.replace("Cleo 40", "Ada 40"))).await;
        people[1].post(&format!("/api/tables/{table}/orders"), json!({ "seat": 1, "order": { "order": "run", "company": "IRSFF", "settle": "pay" } })).await.problem(400).await;
        people[0].post(&format!("/api/tables/{table}/orders"), json!({ "seat": 0, "order": { "order": "pass_round" } })).await.problem(400).await;
        let ran = give(&people[0], &table, 0, json!({ "order": "run", "company": "IRSFF", "settle": "pay" })).await;
        assert_eq!((ran[0].state, ran[0].did.len()), (OrderState::Active, 2), "{ran:?}");
        let log = people[2].get(&format!("/api/tables/{table}/log")).await.ok().await;
        let kinds: Vec<_> = log["records"].as_array().unwrap().iter().map(|record| record["action"]["do"].clone()).collect();
        assert!(kinds.ends_with(&[json!("run"), json!("settle")]), "{kinds:?}");
    }

    /// Given orders of somebody, some that stand, some that acted, some that are over, then no answer, stream, export or log
    /// made for or about anybody else holds anything of them.
    async fn orders_are_nobody_elses_business(on: On) {
        let directory = tempfile::tempdir().unwrap();
        let log = directory.path().join("log");
        let db = on.database(directory.path()).await;
        let mut address = child::free_address();
        address.set_ip([0, 0, 0, 0].into());
        let mut server = child::start(&db, address, Some(&log)).await;
        let at = ([127, 0, 0, 1], address.port()).into();
        let people = ["Anna", "Bruno", "Carla"].map(|name| (name, Person::at(at)));
        for (name, person) in &people {
            person.post("/api/users", json!({ "name": name, "password": "strada ferrata" })).await.ok().await;
        }
        let (people, visitor) = (people.map(|(_, person)| person), Person::at(at));
        let table = seated(&people, STOCK).await;
        let mut streams = [people[0].listen(&table, Some("0.0")).await, people[2].listen(&table, Some("0.0")).await, visitor.listen(&table, Some("0.0")).await];
        give(&people[1], &table, 1, json!({ "order": "pass_until", "changes": ["sale"] })).await;
        give(&people[1], &table, 1, json!({ "order": "bid", "card": "FdSB", "most": MOST })).await;
        let given = give(&people[1], &table, 1, json!({ "order": "buy", "company": "IRSFF", "from": "offering", "most": MOST, "until": 60 })).await;
        let mut secrets: Vec<String> = given.iter().map(|order| order.id.clone()).collect();
        secrets.extend([MOST.to_string(), "pass_until".into(), "\"would\"".into()]);
        let hidden = |text: &str, place: &str| {
            let found = secrets.iter().find(|secret| text.contains(secret.as_str()));
            assert!(found.is_none(), "{found:?} at {place}");
        };
        buy(&people[0], &table, 0).await;
        assert!(!orders(&people[1], &table).await.iter().all(|order| order.did.is_empty()), "something was done");
        let first = &secrets[0];
        people[0].send(reqwest::Method::DELETE, &format!("/api/tables/{table}/orders/{first}"), None).await.problem(404).await;
        for reader in [&people[0], &people[2], &visitor] {
            for path in ["", "/log", "/view", "/view?at=1", "/export", "/export?format=18xx", "/chat", "/note", "/orders", "/live?stream=somebody"] {
                if path.starts_with("/live") {
                    continue;
                }
                let path = format!("/api/tables/{table}{path}");
                hidden(&reader.get(&path).await.text().await, &path);
            }
            for path in ["/api/tables", "/api/tables?which=open", "/api/me", "/api/me/export", "/metrics", "/healthz"] {
                hidden(&reader.get(path).await.text().await, path);
            }
            let fork = reader.post(&format!("/api/tables/{table}/fork"), json!({ "at": 1 })).await;
            hidden(&fork.text().await, "fork");
            let late = reader.act(&table, 1, 0, &json!({ "do": "pass" })).await;
            hidden(&late.text().await, "a conflict");
        }
        for stream in &mut streams {
            while let Ok((_, _, data)) = stream.try_recv() {
                hidden(&data.to_string(), "a stream");
            }
        }
        server.start_kill().unwrap();
        server.wait().await.unwrap();
        let text = std::fs::read_to_string(&log).unwrap();
        assert!(text.contains("INSERT INTO orders"), "the log says too little to search");
        for secret in &secrets[..4] {
            let found = text.lines().find(|line| line.contains(secret.as_str()) && !line.contains("/orders/"));
            assert!(found.is_none(), "{secret} in {found:?}");
        }
    }
}
