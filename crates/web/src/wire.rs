//! What the server sends and takes.

use ferrata_engine::turn::{Setup, Turn};
use serde::{Deserialize, Serialize};

/// Who is signed in.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
pub(crate) struct Me {
    /// The account's name; none for a browser without an account.
    pub name: Option<String>,
    /// Whether anybody is known at all.
    pub known: bool,
    /// Whether this server is for this machine only, so that no account is needed.
    pub local: bool,
}

/// A table as listed and shown.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct TableInfo {
    pub id: String,
    pub name: String,
    /// `open`, `running` or `over`.
    pub status: String,
    pub setup: Setup,
    /// Whether one browser plays all seats.
    pub local: bool,
    /// `free`, `own` or `consent`.
    pub undo: String,
    pub visibility: String,
    /// Whether I made it.
    pub mine: bool,
    pub seats: Vec<SeatInfo>,
    /// The number of the last record.
    pub number: u64,
    pub turn: Option<Turn>,
    pub my_turn: bool,
    pub damage: Option<Damage>,
    /// When it last changed, in milliseconds since 1970.
    pub updated: i64,
}

impl TableInfo {
    /// The names of those who must decide.
    pub(crate) fn waiting_for(&self) -> Vec<&str> {
        let name = |seat: &ferrata_engine::id::SeatId| {
            self.seats.iter().find(|info| info.seat == seat.0).map(|info| info.name.as_str())
        };
        match &self.turn {
            Some(Turn::Seat(seat)) => name(seat).into_iter().collect(),
            Some(Turn::Sealed(seats)) => seats.iter().filter_map(name).collect(),
            _ => Vec::new(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct SeatInfo {
    pub seat: u8,
    pub name: String,
    pub taken: bool,
    pub mine: bool,
}

/// Why a log does not fold any further.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Damage {
    pub good_until: u64,
    pub why: String,
}

/// A table to be made.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NewTable {
    pub name: Option<String>,
    pub title: String,
    pub edition: String,
    pub options: Vec<String>,
    pub players: Vec<String>,
    pub undo: &'static str,
    pub visibility: &'static str,
    pub local: bool,
    pub seat: Option<u8>,
}

/// A new table with the keys that let people in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Created {
    pub id: String,
    pub invite: String,
    pub seat_keys: Vec<String>,
}

/// A table that came from elsewhere.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Arrived {
    pub id: String,
}

/// A stretch of a table's log.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct LogPart {
    pub records: Vec<ferrata_client::timeline::Record>,
    pub last: u64,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct ChatLine {
    pub number: i64,
    pub author: String,
    pub text: String,
    pub at: i64,
}

/// Somebody asks to take back.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct UndoAsked {
    pub to: u64,
    pub seat: u8,
    pub agreed: Vec<u8>,
}

/// What became of a wish to take back.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct UndoAnswer {
    pub done: bool,
    pub waiting: Vec<u8>,
}

/// An access token for a program.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub(crate) struct Token {
    pub id: String,
    pub label: String,
}

/// A token just made; its secret is shown this once.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct FreshToken {
    pub token: String,
}

/// A note only its writer sees.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PrivateNote {
    pub text: String,
}
