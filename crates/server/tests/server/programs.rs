//! Programs play seats: through the same door as people, by what their seats may see, and only against people.

use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_engine::turn::Turn;
use ferrata_wire::{LogPart, ProgramLevel, TableInfo};
use serde_json::{Value, json};

/// A local table of 1841 whose second and third seats a program plays.
async fn against_programs(guest: &Person, edition: &str, level: &str) -> String {
    let programs = json!([{ "seat": 1, "level": level }, { "seat": 2, "level": level }]);
    let table = json!({ "title": "1841", "edition": edition, "players": ["Anna", "One", "Two"], "undo": "free",
        "visibility": "link", "local": true, "programs": programs });
    guest.post("/api/tables", table).await.ok().await["id"].as_str().unwrap().to_owned()
}

async fn info(guest: &Person, table: &str) -> TableInfo {
    guest.get(&format!("/api/tables/{table}")).await.read().await
}

async fn log(guest: &Person, table: &str) -> LogPart {
    guest.get(&format!("/api/tables/{table}/log")).await.read().await
}

/// Waits until the table has come so far that `there`: every change wakes the stream.
async fn until(guest: &Person, table: &str, there: impl Fn(&TableInfo) -> bool) -> TableInfo {
    let mut news = guest.listen(table, None).await;
    loop {
        let now = info(guest, table).await;
        if there(&now) {
            return now;
        }
        news.recv().await.unwrap();
    }
}

fn asks_anna(table: &TableInfo) -> bool {
    match &table.turn {
        Some(Turn::Seat(seat)) => seat.0 == 0,
        Some(Turn::Sealed(seats)) => seats.len() == 1 && seats[0].0 == 0,
        _ => false,
    }
}

fn sheet() -> Value {
    json!({ "do": "sheet", "amounts": [20, 0, 0, 0, 0, 0, 0, 0] })
}

on_both! {
    /// Given sealed bids, when programs have handed theirs in, then nobody can read them, and the game goes on when the
    /// person hands in theirs.
    async fn programs_decide_in_secret(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = against_programs(&guest, "v1", "novice").await;
        let waiting = until(&guest, &table, asks_anna).await;
        assert_eq!((waiting.number, waiting.handed_in.clone()), (2, vec![1, 2]));
        assert_eq!(waiting.seats[1].program, Some(ProgramLevel::Novice));
        assert!(waiting.seats[0].mine && !waiting.seats[1].mine && waiting.seats[1].taken);
        let records = log(&guest, &table).await.records;
        assert!(records.iter().all(|record| record.action == Some(ferrata_engine::Action::Hidden)));
        guest.act(&table, 3, 0, &sheet()).await.ok().await;
        assert!(until(&guest, &table, |table| table.number > 3).await.handed_in.is_empty());
    }

    /// Given that a person takes back what programs did, then these decide anew; and a seat that is given back is played
    /// by the person again.
    async fn programs_are_asked_anew_and_give_way(on: On) {
        let server = TestServer::local(on).await;
        let guest = server.guest().await;
        let table = against_programs(&guest, "v2", "novice").await;
        guest.act(&table, 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let came = until(&guest, &table, asks_anna).await.number;
        assert!(came >= 3, "two programs have acted");
        let back = json!({ "number": came + 1, "seat": 0, "to": 1 });
        guest.post(&format!("/api/tables/{table}/undo"), back).await.ok().await;
        let again = until(&guest, &table, |table| table.number > came + 1 && asks_anna(table)).await.number;
        let records = log(&guest, &table).await.records;
        let redone = &records[came as usize + 1..again as usize];
        assert!(redone.iter().all(|record| record.by != ferrata_engine::turn::Author::Seat(ferrata_engine::SeatId(0))));

        for seat in [1, 2] {
            let wish = json!({ "seat": seat, "level": null });
            let given: TableInfo = guest.post(&format!("/api/tables/{table}/programs"), wish).await.read().await;
            assert!(given.seats[seat].mine && given.seats[seat].program.is_none());
        }
        guest.act(&table, again + 1, 0, &json!({ "do": "pass" })).await.ok().await;
        let now = info(&guest, &table).await;
        let Some(Turn::Seat(seat)) = now.turn else { panic!("somebody is asked: {now:?}") };
        assert_eq!(now.number, again + 1, "nobody acts for seat {seat:?} but Anna");
    }

    /// Given a table at which only programs sit, then nothing is computed; who did not make a table gives no seats away.
    async fn programs_do_not_play_among_themselves(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let programs = json!([{ "seat": 0, "level": "novice" }, { "seat": 1, "level": "novice" }, { "seat": 2, "level": "novice" }]);
        let table = json!({ "title": "1841", "edition": "v2", "players": ["One", "Two", "Three"], "undo": "consent",
            "visibility": "open", "programs": programs });
        let made = anna.post("/api/tables", table).await.ok().await;
        let id = made["id"].as_str().unwrap();
        let wish = json!({ "seat": 0, "level": "greedy" });
        bruno.post(&format!("/api/tables/{id}/programs"), wish.clone()).await.problem(403).await;
        anna.post(&format!("/api/tables/{id}/start"), json!({})).await.ok().await;
        let given: TableInfo = anna.post(&format!("/api/tables/{id}/programs"), wish).await.read().await;
        assert_eq!((given.number, given.seats[0].program), (0, Some(ProgramLevel::Greedy)));
        assert_eq!(given.setup.players, ["One", "Two", "Three"], "a program keeps the name of its seat");
        let none = json!({ "seat": 7, "level": "greedy" });
        anna.post(&format!("/api/tables/{id}/programs"), none).await.problem(409).await;
        assert_eq!(info(&anna, id).await.number, 0);
    }

    /// Given a table at which only programs sit, when whoever made it asks for it, then they play to the end of the round; nobody else can
    /// ask, nor where a person sits, nor before the start.
    async fn programs_play_a_round_among_themselves_when_asked(on: On) {
        let server = TestServer::network(on).await;
        let (anna, bruno) = (server.person("Anna").await, server.person("Bruno").await);
        let programs = json!([{ "seat": 0, "level": "novice" }, { "seat": 1, "level": "novice" }, { "seat": 2, "level": "novice" }]);
        let table = json!({ "title": "1841", "edition": "v1", "players": ["One", "Two", "Three"], "undo": "consent",
            "visibility": "open", "programs": programs });
        let made = anna.post("/api/tables", table).await.ok().await;
        let id = made["id"].as_str().unwrap();
        let round = format!("/api/tables/{id}/programs/round");
        anna.post(&round, json!({})).await.problem(409).await;
        anna.post(&format!("/api/tables/{id}/start"), json!({})).await.ok().await;
        bruno.post(&round, json!({})).await.problem(403).await;
        let first = info(&anna, id).await;
        assert_eq!(first.number, 0);
        anna.post(&round, json!({})).await.ok().await;
        let second = until(&anna, id, |table| table.round != first.round).await;
        assert!(second.number >= 3, "each handed in a sheet: {second:?}");
        let person = json!({ "seat": 0, "level": null });
        anna.post(&format!("/api/tables/{id}/programs"), person).await.ok().await;
        anna.post(&round, json!({})).await.problem(409).await;
    }
}
