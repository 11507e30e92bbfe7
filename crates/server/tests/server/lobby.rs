//! Finding tables and people: filters, favourites, the archive, results, ratings, the same people once more; and those who
//! only watch.

use crate::tables::seated;
use crate::test_server::{On, Person, TestServer, on_both};
use ferrata_engine::id::SeatId;
use ferrata_wire::{ChatLine, Profile, Rated, TableInfo};
use reqwest::Method;
use serde_json::{Value, json};

async fn list(person: &Person, query: &str) -> Vec<String> {
    let tables: Vec<TableInfo> = person.get(&format!("/api/tables?{query}")).await.read().await;
    tables.into_iter().map(|table| table.name).collect()
}

async fn open(person: &Person, name: &str, title: &str, edition: &str, more: Value) -> String {
    let mut new = json!({ "name": name, "title": title, "edition": edition, "players": ["1", "2", "3"], "undo": "free",
        "visibility": "open", "seat": 0 });
    new.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    person.post("/api/tables", new).await.ok().await["id"].as_str().unwrap().to_owned()
}

/// After the last entry of a game that these four have played: everybody has a result, the winner the highest rating; it
/// goes when the end is taken back and comes with it again; the table is in the archive; and one new table is made for all of
/// them, however many want to play again.
pub(crate) async fn what_is_left_of_a_game(people: &[Person], table: &str, entries: u64, last: SeatId) {
    let rated: Vec<Rated> = people[0].get("/api/ratings?title=1841").await.read().await;
    assert_eq!(rated.len(), 4);
    assert!(rated.is_sorted_by_key(|one| -one.rating.rating) && rated[0].rating.rating > 1500);
    let winner: Profile =
        people[0].get(&format!("/api/people/{}", rated[0].name.to_lowercase())).await.read().await;
    assert_eq!(
        (winner.titles[0].played, winner.titles[0].won, winner.titles[0].rating),
        (1, 1, Some(rated[0].rating))
    );
    let places: Vec<_> =
        winner.games[0].places.iter().map(|placed| (placed.name.clone(), placed.place)).collect();
    let expected: Vec<_> = rated.iter().zip(1..).map(|(one, place)| (one.name.clone(), place)).collect();
    assert_eq!(places, expected);
    assert_eq!((winner.games[0].table.as_str(), winner.games.len()), (table, 1));

    // Who made the last entry may take it back, and do it again.
    let last_of_all = &people[last.index()];
    let undo = |number: u64, to: u64| json!({ "number": number, "seat": last.0, "to": to });
    let path = format!("/api/tables/{table}/undo");
    last_of_all.post(&path, undo(entries + 1, entries - 1)).await.ok().await;
    let none: Vec<Rated> = people[0].get("/api/ratings?title=1841").await.read().await;
    assert!(none.is_empty());
    people[0].post(&format!("/api/tables/{table}/rematch"), json!({})).await.problem(409).await;
    last_of_all.post(&path, undo(entries + 2, entries)).await.ok().await;
    let again: Vec<Rated> = people[0].get("/api/ratings?title=1841").await.read().await;
    assert_eq!(again, rated);

    assert_eq!(list(&people[1], "which=archive&search=bruno&title=1841").await.len(), 1);
    assert!(list(&people[1], "which=archive&title=18ESP").await.is_empty());
    assert!(list(&people[1], "which=archive&search=nobody").await.is_empty());

    let next = people[1].post(&format!("/api/tables/{table}/rematch"), json!({})).await.ok().await;
    let same = people[2].post(&format!("/api/tables/{table}/rematch"), json!({})).await.ok().await;
    assert_eq!(next["id"], same["id"]);
    let id = next["id"].as_str().unwrap();
    let made: TableInfo = people[2].post(&format!("/api/tables/{id}/join"), json!({})).await.read().await;
    let sits: Vec<_> = made.seats.iter().map(|seat| seat.taken).collect();
    assert_eq!(sits, [true, true, false, false], "Bruno keeps a seat, Carla took the first free one");
}

on_both! {
    /// Given tables of several titles with and without free seats, then lists show what is looked for and nothing else, page
    /// by page; what means something to a database means nothing here.
    async fn tables_are_found(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let emma = server.person("Emma_100%").await;
        open(&people[0], "Friday", "1841", "v2", json!({})).await;
        open(&people[1], "Saturday", "18ESP", "rulebook", json!({})).await;
        open(&people[1], "Hidden", "18ESP", "rulebook", json!({ "visibility": "seats" })).await;
        let full = seated(&people, "free").await;
        let mut all = list(&emma, "which=open").await;
        all.sort();
        assert_eq!(all, ["1841", "Friday", "Saturday"]);
        assert_eq!(list(&emma, "which=open&title=18ESP").await, ["Saturday"]);
        assert_eq!(list(&emma, "which=open&free=true&title=1841").await, ["Friday"]);
        assert_eq!(list(&emma, "which=open&search=FRI").await, ["Friday"]);
        assert_eq!(list(&emma, "which=open&search=carla").await, ["1841"]);
        for nothing in ["%25", "_", "%5C", "fri%25", "%27"] {
            assert!(list(&emma, &format!("which=open&search={nothing}")).await.is_empty(), "{nothing}");
        }
        let own = open(&emma, "Mine", "1841", "v2", json!({})).await;
        assert_eq!(list(&people[0], "which=open&search=100%25").await, ["Mine"]);
        let star = async |person: &Person, method: Method, table: &str| person.send(method, &format!("/api/me/favourites/{table}"), None).await;
        star(&emma, Method::PUT, &full).await.ok().await;
        star(&emma, Method::PUT, &full).await.ok().await;
        star(&emma, Method::PUT, "nowhere").await.problem(404).await;
        star(&emma, Method::PUT, &own).await.ok().await;
        assert_eq!(list(&emma, "which=favourites").await.len(), 2);
        assert_eq!(emma.get("/api/me/favourites").await.ok().await.as_array().unwrap().len(), 2);
        assert!(list(&people[0], "which=favourites").await.is_empty());
        star(&emma, Method::DELETE, &full).await.ok().await;
        assert_eq!(list(&emma, "which=favourites").await, ["Mine"]);
        assert!(list(&emma, "which=archive").await.is_empty());
        for person in &people {
            let asked: TableInfo = person.get(&format!("/api/tables/{full}")).await.read().await;
            match asked.asked {
                None => drop(person.post(&format!("/api/tables/{full}/close"), json!({})).await.ok().await),
                Some(asked) => {
                    let answer = json!({ "request": asked.id, "agree": true });
                    person.post(&format!("/api/tables/{full}/consent"), answer).await.ok().await;
                }
            }
        }
        assert_eq!(list(&emma, "which=archive").await, ["1841"]);
        assert_eq!(list(&emma, "which=open&title=1841&search=1841").await, ["Friday"]);
        let nobody: Profile = emma.get("/api/people/anna").await.read().await;
        assert!(nobody.titles.is_empty() && nobody.games.is_empty());
        emma.get("/api/people/nobody").await.problem(404).await;
        server.stranger().get("/api/me/favourites").await.problem(401).await;
    }

    /// Given somebody who watches a running game, then what they say reaches others who watch, by answers and by streams, and
    /// no player before the game is over; what players say reaches all.
    async fn those_who_watch_talk_apart(on: On) {
        let server = TestServer::network(on).await;
        let people = [server.person("Anna").await, server.person("Bruno").await, server.person("Carla").await];
        let (emma, fabio) = (server.person("Emma").await, server.person("Fabio").await);
        let table = seated(&people, "free").await;
        let chat = format!("/api/tables/{table}/chat");
        let (mut plays, mut watches) = (people[0].listen(&table, None).await, fabio.listen(&table, None).await);
        emma.post(&chat, json!({ "text": "@Anna should sell" })).await.ok().await;
        emma.post(&chat, json!({ "text": "for a seat", "seat": 0 })).await.problem(403).await;
        server.stranger().post(&chat, json!({ "text": "hello" })).await.problem(401).await;
        people[1].post(&chat, json!({ "text": "well" })).await.ok().await;
        let said = async |stream: &mut tokio::sync::mpsc::UnboundedReceiver<(String, String, Value)>| loop {
            let (kind, _, data) = stream.recv().await.unwrap();
            if kind == "chat" {
                return data;
            }
        };
        assert_eq!(said(&mut watches).await["text"], "@Anna should sell");
        assert_eq!(said(&mut watches).await["watching"], false);
        assert_eq!(said(&mut plays).await["text"], "well", "the player does not hear who watches");
        let read = async |person: &Person| -> Vec<ChatLine> { person.get(&chat).await.read().await };
        assert_eq!(read(&people[0]).await.len(), 1);
        let heard = read(&fabio).await;
        assert_eq!((heard.len(), heard[0].watching, heard[0].author.as_str()), (2, true, "Emma"));
        // A stream that begins again goes on after what was left out.
        let (_, place, _) = { people[2].post(&chat, json!({ "text": "now" })).await.ok().await; loop {
            let event = plays.recv().await.unwrap();
            if event.0 == "chat" { break event; }
        }};
        assert!(place.ends_with(".3"), "{place}");
        for person in &people {
            let asked: TableInfo = person.get(&format!("/api/tables/{table}")).await.read().await;
            match asked.asked {
                None => drop(person.post(&format!("/api/tables/{table}/close"), json!({})).await.ok().await),
                Some(asked) => {
                    let answer = json!({ "request": asked.id, "agree": true });
                    person.post(&format!("/api/tables/{table}/consent"), answer).await.ok().await;
                }
            }
        }
        assert_eq!(read(&people[0]).await.len(), 3);
    }
}
