//! A table on the network at which every seat has an account of its own.

use crate::account::Account;
use crate::test_server::TestServer;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::Log;
use ferrata_engine::name::Name;
use ferrata_engine::turn::{Author, Entry, Setup};
use serde_json::{Value, json};

/// Which game is played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Game<'a> {
    pub(crate) title: &'a str,
    pub(crate) edition: &'a str,
    pub(crate) options: &'a [&'a str],
}

/// The first edition of 1841, which begins with sealed bids.
pub(crate) const V1: Game<'_> = Game { title: "1841", edition: "v1", options: &[] };
/// 18ESP by its rulebook.
pub(crate) const ESP: Game<'_> = Game { title: "18ESP", edition: "rulebook", options: &[] };

/// 18FB by its later rules.
pub(crate) const FB: Game<'_> = Game { title: "18FB", edition: "PA23", options: &[] };

/// The set-up of a game, as the server makes it.
pub(crate) fn setup(game: &Game<'_>, players: &[&str]) -> Setup {
    let options = game.options.iter().map(|option| Name::cut(option)).collect();
    let players = players.iter().map(|player| (*player).to_owned()).collect();
    Setup::new(game.title, game.edition, options, players)
}

/// Players at a table of the network; the first one made it.
pub(crate) struct Sitting {
    pub(crate) id: String,
    pub(crate) accounts: Vec<Account>,
    /// The address of the table.
    pub(crate) address: String,
}

impl Sitting {
    /// Makes a table, seats everybody and starts it.
    pub(crate) fn begin(server: &TestServer, game: &Game<'_>, names: &[&str]) -> Sitting {
        let accounts = names.iter().map(|name| Account::sign_up(server, name)).collect();
        Sitting::of(server, game, accounts)
    }

    /// Another table for the same people.
    pub(crate) fn of(server: &TestServer, game: &Game<'_>, accounts: Vec<Account>) -> Sitting {
        Sitting::timed(server, game, accounts, &json!({ "pace": { "pace": "unlimited" } }))
    }

    /// The same with clocks on these terms.
    pub(crate) fn timed(
        server: &TestServer,
        game: &Game<'_>,
        accounts: Vec<Account>,
        clock: &Value,
    ) -> Sitting {
        let names: Vec<_> = accounts.iter().map(|account| account.name.as_str()).collect();
        let wish = json!({
            "title": game.title, "edition": game.edition, "options": game.options, "players": names,
            "undo": "own", "visibility": "link", "seat": 0, "clock": clock,
        });
        Sitting::as_wished(server, accounts, &wish)
    }

    /// A table that begins with a position.
    pub(crate) fn from_position(server: &TestServer, accounts: Vec<Account>, position: &str) -> Sitting {
        let wish = json!({ "position": position, "undo": "own", "visibility": "link", "seat": 0 });
        Sitting::as_wished(server, accounts, &wish)
    }

    fn as_wished(server: &TestServer, accounts: Vec<Account>, wish: &Value) -> Sitting {
        let made = accounts[0].post("/api/tables", wish);
        let id = made["id"].as_str().unwrap().to_owned();
        for (account, key) in accounts.iter().zip(made["seat_keys"].as_array().unwrap()).skip(1) {
            account.post(&format!("/api/tables/{id}/join"), &json!({ "key": key }));
        }
        accounts[0].post(&format!("/api/tables/{id}/start"), &json!({}));
        let address = server.page(&format!("/table/{id}"));
        Sitting { id, accounts, address }
    }

    /// Everything that has happened, as the first player may see it.
    pub(crate) fn log(&self) -> Log {
        serde_json::from_value(self.accounts[0].get(&format!("/api/tables/{}/export", self.id))).unwrap()
    }

    /// The table as the first player sees it.
    pub(crate) fn game(&self) -> ferrata_titles::Game {
        self.log().state().unwrap()
    }

    /// The number of the last record.
    pub(crate) fn number(&self) -> u64 {
        self.accounts[0].get(&format!("/api/tables/{}", self.id))["number"].as_u64().unwrap()
    }

    /// Somebody's account.
    pub(crate) fn account(&self, seat: SeatId) -> &Account {
        &self.accounts[seat.index()]
    }

    /// Enters what players do, without a browser.
    pub(crate) fn enter(&self, entries: &[Entry]) {
        // Not only entries have numbers: seats that change hands are told in the log, too.
        let mut number = self.number();
        for entry in entries {
            let Author::Seat(seat) = entry.by else { panic!("chance is the server's: {entry:?}") };
            number += 1;
            let body = json!({ "number": number, "seat": seat.0, "action": entry.action });
            self.account(seat).post(&format!("/api/tables/{}/entries", self.id), &body);
        }
    }
}
