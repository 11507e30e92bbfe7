//! People who are not there: their orders are carried out, and they are told when they are needed.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::position::way_to_when;
use crate::sitting::{Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::id::SeatId;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::{Title, Turn};
use ferrata_engine::view::RoundKind;
use ferrata_titles::t1841;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Takes the requests of a webhook, as whatever somebody is told by would.
struct Hook {
    address: String,
    came: Receiver<Value>,
}

impl Hook {
    fn open() -> Hook {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/hook", listener.local_addr().unwrap());
        let (send, came) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let mut lines = BufReader::new(stream);
                let (mut line, mut length) = (String::new(), 0);
                while lines.read_line(&mut line).is_ok_and(|read| read > 2) {
                    if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    line.clear();
                }
                let mut body = vec![0; length];
                lines.read_exact(&mut body).unwrap();
                lines.get_mut().write_all(b"HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n").unwrap();
                if send.send(serde_json::from_slice(&body).unwrap()).is_err() {
                    return;
                }
            }
        });
        Hook { address, came }
    }

    /// What came next.
    fn next(&self) -> Value {
        self.came.recv_timeout(Duration::from_secs(30)).expect("something is told")
    }
}

/// Given Anna, who passes until something changes, when Bruno buys a share, then Anna's turn is passed for her, and Carla,
/// whose page is closed, is told that it is her turn, with a link to the table.
#[tokio::test]
async fn an_order_passes_and_who_is_away_is_told() {
    let server = TestServer::network();
    // Bruno is asked first, then Anna, then Carla.
    let accounts = ["Anna", "Carla", "Bruno"].map(|name| Account::sign_up(&server, name));
    let sitting = Sitting::of(&server, &V1, accounts.into());
    let (anna, carla, bruno) = (SeatId(0), SeatId(1), SeatId(2));
    let start: t1841::Game = sitting.log().state().unwrap();
    let share = |game: &t1841::Game, seat: SeatId, offer: &Offer| {
        let stock = game.view().round.kind == RoundKind::Stock;
        stock && seat == bruno && matches!(offer, Offer::Buy { from: Party::Bank | Party::Offering, .. }) && {
            // Anna may pass then.
            let mut then = game.clone();
            let bought = offer.samples().into_iter().next();
            bought.is_some_and(|action| then.apply(&ferrata_engine::turn::Entry::seat(seat, action)).is_ok())
                && then.turn() == Turn::Seat(anna)
                && then.offers().iter().any(|offer| matches!(offer, Offer::Pass { .. }))
        }
    };
    let way = way_to_when(&start, share);
    sitting.enter(&way.entries);
    let hook = Hook::open();
    let address = json!({ "by": "webhook", "url": hook.address });
    sitting.account(carla).post("/api/me/destinations", &json!({ "address": address }));
    let [here, there] = [
        Browser::start(Screen::Phone).await.signed_in(sitting.account(anna)).await,
        Browser::start(Screen::Desktop).await.signed_in(sitting.account(bruno)).await,
    ];
    let hers = Table::visit(&here, &sitting.address).await;
    here.press_matching("button", "^Do$", "^Panels$").await;
    here.press_matching("button", "^Standing orders", "").await;
    here.is_accessible("standing orders on a phone").await;
    here.press("Pass until something changes").await;
    here.find("button", "^Take it back$", "").await;
    let his = Table::visit(&there, &sitting.address).await;
    let before = his.moment().await.1;
    let share: Action = way.offer.samples().into_iter().next().unwrap();
    his.by_hand(&sitting.game(), &share).await;
    for table in [&hers, &his] {
        table.entries_reach(before + 2).await;
    }
    assert_eq!(sitting.game().turn(), Turn::Seat(carla), "Anna's turn was passed");
    let told = hook.next();
    assert_eq!(told["kind"], "your_turn", "{told}");
    let link = told["link"].as_str().unwrap();
    assert!(link.contains(&sitting.id), "{told}");
    // Carla follows it.
    let late = Browser::start(Screen::Phone).await.signed_in(sitting.account(carla)).await;
    let path = link.splitn(4, '/').nth(3).unwrap();
    let table = Table::visit(&late, &server.page(&format!("/{path}"))).await;
    table.entries_reach(before + 2).await;
    assert!(late.text(".asked").await.starts_with("Carla"), "{}", late.text(".asked").await);
    for browser in [here, there, late] {
        browser.close().await;
    }
}
