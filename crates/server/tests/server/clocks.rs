//! Clocks, vacation, and seats that somebody else plays, by a clock that the test turns.

use crate::sinks::Sink;
use crate::test_server::{On, Person, TestServer, look_up, on_both};
use ferrata_engine::turn::Turn;
use ferrata_server::Clock;
use ferrata_wire::{LogPart, ProgramLevel, SeatNote, TableInfo};
use serde_json::{Value, json};
use std::net::SocketAddr;

const HOUR: i64 = 60 * 60_000;
const DAY: i64 = 24 * HOUR;
/// Noon in Rome on 15 January 2026.
const NOON: i64 = 1_768_474_800_000;

async fn server(on: On) -> (TestServer, Clock) {
    let clock = Clock::standing(NOON);
    let own = clock.clone();
    let server = TestServer::open(on, |config| {
        config.listen = SocketAddr::from(([0, 0, 0, 0], 0));
        config.clock = own;
        config.private_destinations = true;
    })
    .await;
    (server, clock)
}

async fn three(server: &TestServer) -> [Person; 3] {
    [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await]
}

/// A table of these three that has started, with a clock on these terms.
async fn timed(people: &[Person], clock: Value) -> String {
    let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "free",
        "visibility": "open", "seat": 0, "clock": clock });
    let made = people[0].post("/api/tables", new).await.ok().await;
    let table = made["id"].as_str().unwrap().to_owned();
    for person in &people[1..] {
        person.post(&format!("/api/tables/{table}/join"), json!({})).await.ok().await;
    }
    people[0].post(&format!("/api/tables/{table}/start"), json!({})).await.ok().await;
    table
}

async fn info(person: &Person, table: &str) -> TableInfo {
    person.get(&format!("/api/tables/{table}")).await.read().await
}

/// The table once it is as wanted.
async fn until(person: &Person, table: &str, wanted: impl Fn(&TableInfo) -> bool) -> TableInfo {
    for _ in 0..1000 {
        let now = info(person, table).await;
        if wanted(&now) {
            return now;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("it never is: {:?}", info(person, table).await);
}

async fn notes(person: &Person, table: &str) -> Vec<(u64, SeatNote)> {
    let log: LogPart = person.get(&format!("/api/tables/{table}/log")).await.read().await;
    log.records.into_iter().filter_map(|record| Some((record.number, record.note?))).collect()
}

async fn pass(person: &Person, table: &str, seat: u8) -> TableInfo {
    let number = info(person, table).await.number + 1;
    person.act(table, number, seat, &json!({ "do": "pass" })).await.ok().await;
    info(person, table).await
}

fn left(info: &TableInfo, seat: usize) -> i64 {
    info.clock.as_ref().unwrap().seats[seat].left
}

fn out(info: &TableInfo, seat: usize) -> bool {
    info.clock.as_ref().unwrap().seats[seat].out
}

async fn successor(person: &Person, table: &str, seat: u8, who: Value) -> crate::test_server::Said {
    person.post(&format!("/api/tables/{table}/seats/{seat}/successor"), who).await
}

async fn back(person: &Person, table: &str, seat: u8) -> crate::test_server::Said {
    person.post(&format!("/api/tables/{table}/seats/{seat}/return"), json!({})).await
}

async fn answer(person: &Person, table: &str, agree: bool) -> Value {
    let request = info(person, table).await.asked.unwrap().id;
    let answer = json!({ "request": request, "agree": agree });
    person.post(&format!("/api/tables/{table}/consent"), answer).await.ok().await
}

on_both! {
    /// Given a budget with increments, then only the clock of whoever is asked runs, every turn brings the increment, a
    /// restart of the server changes nothing, and what is taken back gives no time back.
    async fn a_budget_runs_while_one_is_asked(on: On) {
        let (mut server, clock) = server(on).await;
        let people = three(&server).await;
        let table = timed(&people, json!({ "pace": { "pace": "budget", "minutes": 6000, "increment": 60 } })).await;
        let before = info(&people[0], &table).await;
        let clocks = before.clock.as_ref().unwrap();
        assert_eq!(clocks.seats.iter().map(|seat| seat.left / HOUR).collect::<Vec<_>>(), [100; 3]);
        assert_eq!(clocks.seats.iter().map(|seat| seat.until).collect::<Vec<_>>(), [Some(NOON + 100 * HOUR), None, None]);
        clock.turn_to(NOON + 10 * HOUR);
        let now = pass(&people[0], &table, 0).await;
        assert_eq!((left(&now, 0) / HOUR, left(&now, 1) / HOUR), (91, 100));
        server.stop().await;
        let own = clock.clone();
        let server = TestServer::at(server.url.clone(), tempfile::tempdir().unwrap(), |config| {
            config.listen = SocketAddr::from(([0, 0, 0, 0], 0));
            config.clock = own;
        })
        .await;
        let bruno = server.stranger();
        bruno.post("/api/session", json!({ "name": "Bruno", "password": "strada ferrata" })).await.ok().await;
        clock.turn_to(NOON + 30 * HOUR);
        let now = pass(&bruno, &table, 1).await;
        assert_eq!((left(&now, 0) / HOUR, left(&now, 1) / HOUR), (91, 81));
        clock.turn_to(NOON + 31 * HOUR);
        let undo = json!({ "number": 3, "seat": 1, "to": 1 });
        bruno.post(&format!("/api/tables/{table}/undo"), undo).await.ok().await;
        let now = info(&bruno, &table).await;
        assert_eq!((left(&now, 1) / HOUR, left(&now, 2) / HOUR), (81, 99));
        assert_eq!(now.clock.unwrap().seats[1].until, Some(NOON + 112 * HOUR));
    }

    /// Given a time for every move, nights and vacation, then no clock runs by night in its person's own time zone nor while
    /// they are away; and nobody is away for longer than the table grants.
    async fn nights_and_vacation_stop_a_clock(on: On) {
        let (server, clock) = server(on).await;
        let people = three(&server).await;
        let rome = json!({ "zone": "Europe/Rome" });
        people[0].send(reqwest::Method::PUT, "/api/me/preferences", Some(rome)).await.ok().await;
        let terms = json!({ "pace": { "pace": "move", "minutes": 12 * 60 }, "night": { "from": 22 * 60, "to": 8 * 60 }, "vacation": 2 });
        let table = timed(&people, terms).await;
        let until_of = async |seat: usize| info(&people[0], &table).await.clock.unwrap().seats[seat].until;
        // Ten hours until ten in the evening in Rome, two from eight in the morning on.
        assert_eq!(until_of(0).await, Some(NOON + 22 * HOUR));
        let away = async |person: &Person, seat: u8, days: u16| {
            person.post(&format!("/api/tables/{table}/vacation"), json!({ "seat": seat, "days": days })).await
        };
        away(&people[0], 0, 3).await.problem(409).await;
        away(&people[0], 1, 1).await.problem(403).await;
        away(&people[0], 0, 0).await.problem(409).await;
        let gone: TableInfo = away(&people[0], 0, 2).await.read().await;
        let own = gone.clock.unwrap().seats[0].clone();
        assert_eq!((own.vacation, own.away_until), (0, Some(NOON + 2 * DAY)));
        assert_eq!(until_of(0).await, Some(NOON + 2 * DAY + 22 * HOUR));
        clock.turn_to(NOON + DAY - HOUR);
        let returned: TableInfo = away(&people[0], 0, 0).await.read().await;
        let own = returned.clock.unwrap().seats[0].clone();
        assert_eq!((own.vacation, own.away_until, own.left), (1, None, 12 * HOUR));
        assert_eq!(notes(&people[0], &table).await, [(1, SeatNote::Away { days: 2 }), (2, SeatNote::Returned)]);
        let number = info(&people[0], &table).await.number;
        // What is noted changes nothing in the game: play goes on after it.
        assert_eq!(pass(&people[0], &table, 0).await.number, number + 1);
    }

    /// Given that a program plays on when the time is up, when a clock runs out, then it does so once, all are told, the log
    /// says it, the table goes on; and its person takes the seat back when they want, with time to think.
    async fn a_program_plays_on_until_its_person_is_back(on: On) {
        let (server, clock) = server(on).await;
        let people = three(&server).await;
        let sink = Sink::open().await;
        for (person, path) in people.iter().zip(["/anna", "/bruno", "/carla"]) {
            let new = json!({ "address": { "by": "webhook", "url": sink.url(path) } });
            person.post("/api/me/destinations", new).await.ok().await;
        }
        let off = json!({ "zone": "UTC", "off": ["your_turn", "started"] });
        for person in &people {
            person.send(reqwest::Method::PUT, "/api/me/preferences", Some(off.clone())).await.ok().await;
        }
        let terms = json!({ "pace": { "pace": "move", "minutes": 24 * 60 }, "at_zero": { "then": "program", "level": "novice" } });
        let table = timed(&people, terms).await;
        clock.turn_to(NOON + 18 * HOUR);
        let warned = sink.wait(1).await;
        assert_eq!((warned[0].path.as_str(), warned[0].json()["kind"].as_str()), ("/anna", Some("time_short")));
        assert!(warned[0].json()["text"].as_str().unwrap().contains("6 hours are left"), "{}", warned[0].json());
        assert_eq!(info(&people[1], &table).await.number, 0);
        clock.turn_to(NOON + 24 * HOUR);
        let now = until(&people[1], &table, |table| table.seats[0].program.is_some() && table.my_turn).await;
        assert_eq!(now.seats[0].program, Some(ProgramLevel::Novice));
        assert_eq!(now.seats[0].name, "Anna");
        let told = sink.wait(4).await;
        let mut paths: Vec<_> = told[1..].iter().map(|came| (came.path.clone(), came.json()["kind"].as_str().unwrap().to_owned())).collect();
        paths.sort();
        let kind = || "time_up".to_owned();
        assert_eq!(paths, [("/anna".into(), kind()), ("/bruno".into(), kind()), ("/carla".into(), kind())]);
        let because = ferrata_wire::Because::Time;
        let program = SeatNote::Program { level: ProgramLevel::Novice, because };
        assert_eq!(notes(&people[1], &table).await, [(1, program)]);
        // Anna cannot act until she is back; nobody else comes back for her.
        let number = now.number + 1;
        people[0].act(&table, number, 0, &json!({ "do": "pass" })).await.problem(403).await;
        assert!(info(&people[0], &table).await.seats[0].stands_in_for.as_ref().unwrap().me);
        back(&people[1], &table, 0).await.problem(403).await;
        back(&people[0], &table, 0).await.ok().await;
        let again = info(&people[0], &table).await;
        assert!(again.seats[0].mine && again.seats[0].program.is_none() && again.seats[0].stands_in_for.is_none());
        assert_eq!(left(&again, 0), 24 * HOUR);
        back(&people[0], &table, 0).await.problem(403).await;
        assert_eq!(notes(&people[0], &table).await.last().unwrap().1, SeatNote::Back);
        // Whatever the program began, the three play on.
        for _ in 0..3 {
            let Some(Turn::Seat(seat)) = info(&people[0], &table).await.turn else { panic!("somebody is asked") };
            pass(&people[seat.index()], &table, seat.0).await;
        }
        assert_eq!(sink.came().len(), 4);
    }

    /// Given a table that votes, when somebody's time is up, then they are reminded every day, half of the others is not
    /// enough, more than half gives the seat to a program, and its person comes back only when the others agree.
    async fn more_than_half_replace_who_has_vanished(on: On) {
        let (server, clock) = server(on).await;
        let dario = server.person("Dario").await;
        let [anna, bruno, carla] = three(&server).await;
        let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3", "4"], "undo": "free", "visibility": "open",
            "seat": 0, "clock": { "pace": { "pace": "move", "minutes": 60 }, "at_zero": { "then": "vote" } } });
        let table = anna.post("/api/tables", new).await.ok().await["id"].as_str().unwrap().to_owned();
        for person in [&bruno, &carla, &dario] {
            person.post(&format!("/api/tables/{table}/join"), json!({})).await.ok().await;
        }
        anna.post(&format!("/api/tables/{table}/start"), json!({})).await.ok().await;
        let program = || json!({ "by": "program", "level": "novice" });
        // Before the time is up all others have to agree, and Anna can decline.
        assert_eq!(successor(&bruno, &table, 0, program()).await.ok().await["waiting"], json!([0, 2, 3]));
        answer(&anna, &table, false).await;
        assert!(info(&anna, &table).await.asked.is_none());
        clock.turn_to(NOON + 2 * HOUR);
        until(&bruno, &table, |table| out(table, 0)).await;
        assert_eq!(notes(&bruno, &table).await, [(1, SeatNote::TimeUp)]);
        assert_eq!(successor(&bruno, &table, 0, program()).await.ok().await["waiting"], json!([2, 3]));
        // One against it is not enough to stop it.
        answer(&carla, &table, false).await;
        assert!(info(&bruno, &table).await.asked.is_some());
        assert_eq!(answer(&dario, &table, true).await["done"], true);
        let now = until(&bruno, &table, |table| table.number >= 3 && table.my_turn).await;
        assert!(now.asked.is_none() && now.seats[0].stands_in_for.as_ref().unwrap().consent);
        // Back only by consent of all.
        let asked = back(&anna, &table, 0).await.ok().await;
        assert_eq!((asked["done"].as_bool(), &asked["waiting"]), (Some(false), &json!([1, 2, 3])));
        // It stays asked while the game goes on.
        pass(&bruno, &table, 1).await;
        for (person, done) in [(&bruno, false), (&carla, false), (&dario, true)] {
            assert_eq!(answer(person, &table, true).await["done"], done);
        }
        assert!(info(&anna, &table).await.seats[0].mine);
        let told: Vec<_> = notes(&anna, &table).await.into_iter().map(|(_, note)| note).collect();
        let because = ferrata_wire::Because::Consent;
        assert_eq!(told, [SeatNote::TimeUp, SeatNote::Program { level: ProgramLevel::Novice, because }, SeatNote::Back]);
    }

    /// Given a table that only reminds, then whoever's time is up stays, and is reminded every day until they act.
    async fn reminders_come_every_day(on: On) {
        let (server, clock) = server(on).await;
        let people = three(&server).await;
        let sink = Sink::open().await;
        let new = json!({ "address": { "by": "webhook", "url": sink.url("/anna") } });
        people[0].post("/api/me/destinations", new).await.ok().await;
        let off = json!({ "zone": "UTC", "off": ["your_turn", "started", "time_short"] });
        people[0].send(reqwest::Method::PUT, "/api/me/preferences", Some(off)).await.ok().await;
        let table = timed(&people, json!({ "pace": { "pace": "move", "minutes": 60 } })).await;
        for day in 0..3 {
            clock.turn_to(NOON + HOUR + day * DAY);
            let came = sink.wait(day as usize + 1).await;
            assert_eq!(came.last().unwrap().json()["kind"], "time_up");
            until(&people[1], &table, |table| out(table, 0)).await;
        }
        assert_eq!(notes(&people[0], &table).await.len(), 1);
        pass(&people[0], &table, 0).await;
        clock.turn_to(NOON + HOUR + 3 * DAY);
        until(&people[1], &table, |table| out(table, 1)).await;
        assert_eq!(sink.wait(4).await.last().unwrap().json()["text"], "\"1841\": Bruno's time is up.");
    }

    /// Given somebody who wants to leave, then a program plays on at once and they come back at will; another person comes
    /// only when all others agree and they accept, keeps the seat, and is called by their own name.
    async fn a_seat_is_handed_to_somebody_else(on: On) {
        let (server, _) = server(on).await;
        let people = three(&server).await;
        let emma = server.person("Emma").await;
        let new = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "free", "visibility": "seats", "seat": 0 });
        let made = people[0].post("/api/tables", new).await.ok().await;
        let (table, key) = (made["id"].as_str().unwrap().to_owned(), made["invite"].as_str().unwrap().to_owned());
        for person in &people[1..] {
            person.post(&format!("/api/tables/{table}/join"), json!({ "key": key })).await.ok().await;
        }
        people[0].post(&format!("/api/tables/{table}/start"), json!({})).await.ok().await;
        let program = json!({ "by": "program", "level": "novice" });
        assert_eq!(successor(&people[2], &table, 2, program.clone()).await.ok().await["done"], true);
        successor(&people[0], &table, 2, program.clone()).await.problem(409).await;
        assert_eq!(people[2].get("/api/tables?which=mine").await.ok().await.as_array().unwrap().len(), 1);
        assert_eq!(back(&people[2], &table, 2).await.ok().await["done"], true);
        // Who made the table gives no seat of somebody else away alone.
        let give = json!({ "seat": 2, "level": "novice" });
        people[0].post(&format!("/api/tables/{table}/programs"), give).await.problem(409).await;
        let person = |name: &str| json!({ "by": "person", "name": name });
        successor(&people[2], &table, 2, person("Nobody")).await.problem(404).await;
        successor(&people[2], &table, 2, person("Bruno")).await.problem(409).await;
        successor(&emma, &table, 2, person("Emma")).await.problem(404).await;
        assert_eq!(successor(&people[2], &table, 2, person("emma")).await.ok().await["waiting"], json!([0, 1]));
        answer(&people[0], &table, true).await;
        emma.get(&format!("/api/tables/{table}")).await.problem(404).await;
        assert_eq!(answer(&people[1], &table, true).await["done"], true);
        let offered = info(&emma, &table).await;
        assert!(offered.seats[2].offered && !offered.seats[2].mine && info(&people[2], &table).await.seats[2].mine);
        let sits: TableInfo = emma.post(&format!("/api/tables/{table}/join"), json!({})).await.read().await;
        assert!(sits.seats[2].mine && sits.setup.players[2] == "Emma");
        people[2].get(&format!("/api/tables/{table}")).await.problem(404).await;
        assert_eq!(notes(&emma, &table).await.last().unwrap().1, SeatNote::Person { name: "Emma".into() });
        pass(&people[0], &table, 0).await;
        pass(&people[1], &table, 1).await;
        pass(&emma, &table, 2).await;
    }

    /// Given a running game, then its clocks run on other terms when all agree; before the start who made the table chooses;
    /// and terms that make no sense are refused.
    async fn terms_are_chosen_and_agreed_on(on: On) {
        let (server, clock) = server(on).await;
        let people = three(&server).await;
        let terms = json!({ "pace": { "pace": "move", "minutes": 60 } });
        let local = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "free", "visibility": "open",
            "clock": { "pace": { "pace": "move", "minutes": 0 } } });
        people[0].post("/api/tables", local).await.problem(400).await;
        let table = timed(&people, json!({ "pace": { "pace": "unlimited" } })).await;
        assert!(info(&people[0], &table).await.clock.is_none());
        clock.turn_to(NOON + 5 * DAY);
        people[1].post(&format!("/api/tables/{table}/clock"), terms.clone()).await.ok().await;
        answer(&people[0], &table, true).await;
        assert!(info(&people[0], &table).await.clock.is_none());
        assert_eq!(answer(&people[2], &table, true).await["done"], true);
        let now = info(&people[0], &table).await;
        assert_eq!(now.clock.unwrap().seats[0].until, Some(NOON + 5 * DAY + HOUR));
        people[0].send(reqwest::Method::PATCH, &format!("/api/tables/{table}"), Some(json!({ "clock": terms }))).await.problem(409).await;

        let open = json!({ "title": "1841", "edition": "v2", "players": ["1", "2", "3"], "undo": "free", "visibility": "open", "seat": 0 });
        let open = people[0].post("/api/tables", open).await.ok().await["id"].as_str().unwrap().to_owned();
        let changed = people[0].send(reqwest::Method::PATCH, &format!("/api/tables/{open}"), Some(json!({ "clock": terms }))).await;
        let changed: TableInfo = changed.read().await;
        assert!(changed.clock.is_some_and(|clock| clock.seats.is_empty()));
        people[1].send(reqwest::Method::PATCH, &format!("/api/tables/{open}"), Some(json!({ "clock": terms }))).await.problem(403).await;
        let none = json!({ "clock": { "pace": { "pace": "unlimited" } } });
        let changed: TableInfo = people[0].send(reqwest::Method::PATCH, &format!("/api/tables/{open}"), Some(none)).await.read().await;
        assert!(changed.clock.is_none());
    }

    /// Given a time of day that jumps forward by a year and back, then the log's times never go back, entries are taken, and
    /// whoever has a clock loses what passed but gains nothing.
    async fn jumps_of_the_time_of_day_do_no_harm(on: On) {
        let (server, clock) = server(on).await;
        let people = three(&server).await;
        let table = timed(&people, json!({ "pace": { "pace": "budget", "minutes": 6000, "increment": 0 } })).await;
        clock.turn_to(NOON + HOUR);
        pass(&people[0], &table, 0).await;
        clock.turn_to(NOON - 400 * DAY);
        let now = pass(&people[1], &table, 1).await;
        assert_eq!((left(&now, 0), left(&now, 1)), (99 * HOUR, 100 * HOUR));
        clock.turn_to(NOON + 400 * DAY);
        until(&people[0], &table, |table| out(table, 2)).await;
        pass(&people[2], &table, 2).await;
        clock.turn_to(NOON);
        let now = pass(&people[0], &table, 0).await;
        assert_eq!((left(&now, 0), left(&now, 2)), (99 * HOUR, 0));
        let log: LogPart = people[0].get(&format!("/api/tables/{table}/log")).await.read().await;
        let times: Vec<_> = log.records.iter().map(|record| record.at).collect();
        assert!(times.is_sorted(), "{times:?}");
        assert_eq!(look_up(&server.url, "SELECT CAST(COUNT(*) AS TEXT) FROM clocks").await, "1");
    }
}
