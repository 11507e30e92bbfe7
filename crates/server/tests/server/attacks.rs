//! Attacks on what a server has least of: memory, connections, time.

use crate::child;
use crate::test_server::{On, Person, TestServer, on_both};
use serde_json::json;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// How many MiB a process has in memory.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

on_both! {
    /// Given somebody signed in, when 150 wrong passwords are sent at once and then 400 sign-ins, with no limit by account
    /// or network in the way, then few are worked on at once, the others are told when to come again, and memory stays.
    async fn passwords_do_not_eat_the_memory(on: On) {
        let directory = tempfile::tempdir().unwrap();
        let db = on.database(directory.path()).await;
        let mut address = child::free_address();
        address.set_ip([0, 0, 0, 0].into());
        let server = child::start(&db, address, None).await;
        let anna = Person::at(([127, 0, 0, 1], address.port()).into());
        anna.post("/api/users", json!({ "name": "Anna", "password": "strada ferrata" })).await.ok().await;
        let before = resident(server.id().unwrap());
        let wrong = json!({ "old": "not the one", "new": "via di ferro" });
        let guess = json!({ "name": "Anna", "password": "not the one" });
        let mut answers = std::collections::BTreeMap::new();
        for (path, body, count) in [("/api/me/password", wrong, 150), ("/api/session", guess, 400)] {
            let all: Vec<_> = (0..count).map(|_| {
                let (anna, body) = (anna.clone(), body.clone());
                tokio::spawn(async move {
                    let said = anna.client.post(format!("{}{path}", anna.base)).json(&body).send().await.unwrap();
                    let status = said.status().as_u16();
                    assert_eq!(status == 429, said.headers().contains_key("retry-after"), "{status}");
                    status
                })
            }).collect();
            for one in all {
                *answers.entry((path, one.await.unwrap())).or_insert(0) += 1;
            }
        }
        let after = resident(server.id().unwrap());
        println!("{on:?}: {before} MiB before, {after} MiB after: {answers:?}");
        assert!(after < before + 150, "{before} MiB before, {after} MiB after");
        let statuses: Vec<u16> = answers.keys().map(|(_, status)| *status).collect();
        assert!(statuses.iter().all(|status| [401, 403, 429].contains(status)), "{answers:?}");
        assert!(answers.contains_key(&("/api/me/password", 403)) && answers.contains_key(&("/api/me/password", 429)));
        anna.post("/api/session", json!({ "name": "Anna", "password": "strada ferrata" })).await.ok().await;
    }

    /// Given somebody who tries passwords for one account, then after ten in a minute they have to wait, from wherever they
    /// come, and are told how long.
    async fn passwords_are_limited_by_account(on: On) {
        let server = TestServer::open(on, |config| config.passwords_per_minute = 3).await;
        let anna = server.person("Anna").await;
        let wrong = json!({ "old": "not the one", "new": "via di ferro" });
        for _ in 0..2 {
            anna.post("/api/me/password", wrong.clone()).await.problem(403).await;
        }
        let request = anna.client.post(format!("{}/api/me/password", anna.base)).json(&wrong);
        let said = request.send().await.unwrap();
        assert_eq!(said.status(), 429);
        let wait: u32 = said.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=60).contains(&wait), "{wait}");
        assert_eq!(anna.get("/api/me").await.ok().await["known"], true, "only passwords have to wait");
    }
}

/// A connection from an address of this machine that sends half of the head of a request.
async fn half_a_head(from: [u8; 4], to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let mut stream = socket.connect(to).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: local").await.ok();
    stream
}

/// Whether the server ends a connection before long.
async fn is_ended(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(Duration::from_secs(30), stream.read_to_end(&mut rest)).await.is_ok()
}

on_both! {
    /// Given a network that opens 1,100 connections and sends half of a request on each, then it gets so many and no more,
    /// everybody else is served, and those that say no more are ended.
    async fn slow_clients_do_not_keep_others_out(on: On) {
        let server = TestServer::open(on, |config| {
            config.connections_per_network = 100;
            config.head_timeout = Duration::from_secs(3);
        })
        .await;
        let mut slow = Vec::new();
        for _ in 0..1100 {
            slow.push(half_a_head([127, 0, 0, 2], server.address).await);
        }
        for _ in 0..20 {
            let said = server.stranger().client.get(format!("http://{}/healthz", server.address)).send();
            assert_eq!(
                tokio::time::timeout(Duration::from_secs(10), said).await.expect("it answers").unwrap().status(),
                200
            );
        }
        for stream in &mut slow {
            assert!(is_ended(stream).await, "a connection that says nothing goes on");
        }
        let again = half_a_head([127, 0, 0, 2], server.address).await;
        assert!(again.peer_addr().is_ok());
    }

    /// Given a server with as many connections as it takes, then those that end make room for others.
    async fn connections_are_limited_in_all(on: On) {
        let server = TestServer::open(on, |config| {
            config.connections = 10;
            config.head_timeout = Duration::from_secs(600);
        })
        .await;
        let mut open = Vec::new();
        for _ in 0..10 {
            open.push(half_a_head([127, 0, 0, 2], server.address).await);
        }
        assert!(is_ended(&mut half_a_head([127, 0, 0, 3], server.address).await).await);
        open.clear();
        let health = format!("http://{}/healthz", server.address);
        for attempt in 0..100 {
            if server.stranger().client.get(&health).send().await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert!(attempt < 99, "nobody is let in any more");
        }
    }

    /// Given a connection with half of a request on it, when the server is asked to stop, then it does not wait for ever.
    async fn half_a_request_does_not_keep_a_server_from_stopping(on: On) {
        let mut server = TestServer::open(on, |config| {
            config.head_timeout = Duration::from_secs(600);
            config.farewell = Duration::from_secs(1);
        })
        .await;
        let _slow = half_a_head([127, 0, 0, 1], server.address).await;
        server.stranger().get("/healthz").await.text().await;
        server.stop().await;
    }
}

/// Whether the server answers while something else is under way.
async fn answers(server: &TestServer) -> bool {
    let said = server.stranger().client.get(format!("http://{}/healthz", server.address)).send();
    tokio::time::timeout(Duration::from_secs(10), said).await.is_ok_and(|said| said.is_ok())
}

on_both! {
    /// Given three tables late in a game at which everything is taken back and done again and again, when a server reads
    /// them anew, all at once, then it answers others meanwhile, and every table is as it was.
    async fn going_back_and_forth_does_not_stop_a_server(on: On) {
        let Some(log) = crate::recorded::recorded_game("132002.json") else { return };
        let mut server = TestServer::local(on).await;
        let guest = server.guest().await;
        let late = log.entries.len() as u64 * 9 / 10;
        let mut cut = log.clone();
        cut.entries.truncate(late as usize);
        let recorded = &log.entries[late as usize].entry;
        let ferrata_engine::turn::Author::Seat(seat) = recorded.by else { panic!("a player acts") };
        let mut tables = Vec::new();
        for _ in 0..3 {
            let made = guest.post("/api/import", json!(cut)).await.ok().await;
            let table = made["id"].as_str().unwrap().to_owned();
            let back = async |number: u64, to: u64| {
                let wish = json!({ "number": number, "seat": 0, "to": to });
                guest.post(&format!("/api/tables/{table}/undo"), wish).await.ok().await;
            };
            for number in (late + 1..late + 301).step_by(2) {
                guest.act(&table, number, seat.0, &json!(recorded.action)).await.ok().await;
                back(number + 1, late).await;
            }
            back(late + 301, late / 2).await;
            back(late + 302, late).await;
            let view = guest.get(&format!("/api/tables/{table}/view")).await.ok().await;
            tables.push((table, view["hash"].clone()));
        }
        let other = server.again().await;
        let guest = Person { base: format!("http://{}", other.address), ..guest };
        let begun = std::time::Instant::now();
        let loading: Vec<_> = tables.into_iter().map(|(table, hash)| {
            let guest = guest.clone();
            tokio::spawn(async move {
                let view = guest.get(&format!("/api/tables/{table}/view")).await.ok().await;
                assert_eq!(view["hash"], hash);
            })
        }).collect();
        for _ in 0..10 {
            assert!(answers(&other).await, "it does not answer while it reads");
        }
        for one in loading {
            one.await.unwrap();
        }
        println!("{on:?}: three tables read in {:?}", begun.elapsed());
    }

    /// Given many who ask for a table in the form of 18xx.games without signing in, then it is made once, one at a time for
    /// each, whoever asks again meanwhile is told to wait, others are answered, and afterwards it is there at once.
    async fn exports_do_not_stop_a_server(on: On) {
        let Some(log) = crate::recorded::recorded_game("1841_game_end_bank.json") else { return };
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let made = guest.post("/api/import", json!(log)).await.ok().await;
        let path = format!("/api/tables/{}/export?format=18xx", made["id"].as_str().unwrap());
        let asked: Vec<_> = (0..120)
            .map(|_| {
                let (visitor, path) = (server.stranger(), path.clone());
                tokio::spawn(async move { visitor.get(&path).await.status.as_u16() })
            })
            .collect();
        for _ in 0..10 {
            assert!(answers(&server).await, "it does not answer while it exports");
        }
        let mut statuses = std::collections::BTreeMap::new();
        for one in asked {
            *statuses.entry(one.await.unwrap()).or_insert(0) += 1;
        }
        println!("{statuses:?}");
        assert!(
            statuses.keys().all(|status| [200, 429].contains(status)) && statuses.contains_key(&200),
            "{statuses:?}"
        );
        assert!(statuses.contains_key(&429), "one network asked for them all: {statuses:?}");
        guest.get(&path).await.ok().await;
    }
}
