//! The log: records that are only ever appended.

use super::writer::{Append, Beside};
use super::{Store, row};
use crate::standing::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Author, Entry};
use ferrata_titles::RULES_VERSION;
use ferrata_wire::{Millis, SeatNote};
use tokio::sync::oneshot;

/// A row of the log.
#[derive(Clone, Debug)]
struct EntryRow {
    number: i64,
    kind: String,
    author: i64,
    body: String,
    hash: String,
    sealed: i64,
    rules: i64,
    at: i64,
    user_id: Option<String>,
    retry: String,
}

row!(EntryRow: number, kind, author, body, hash, sealed, at, user_id, retry, rules);

/// What a record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RecordBody {
    /// An entry of the game.
    Entry(Action),
    /// The game goes on from where it stood after this record.
    Undo(u64),
    /// Something about the seat. The game goes on as before it.
    Note(SeatNote),
    /// Something that this version cannot read, and why.
    Unreadable(String),
}

/// One record of a table's log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct StoredRecord {
    /// Its number, from 1 without gaps.
    pub number: u64,
    /// The seat; none for chance.
    pub seat: Option<u8>,
    /// What it says.
    pub body: RecordBody,
    /// The stable hash of the state after it.
    pub hash: u64,
    /// Whether it was made in a sealed turn.
    pub sealed: bool,
    /// The version of the rules by which it was made.
    pub rules: u32,
    /// When.
    pub at: i64,
    /// Who sent it.
    pub user: Option<String>,
    /// What makes a retry safe.
    pub retry: String,
}

impl StoredRecord {
    /// An entry of a game that was played elsewhere.
    pub(crate) fn imported(number: u64, at: Millis, entry: &Entry, sealed: bool, hash: u64) -> StoredRecord {
        let seat = match entry.by {
            Author::Seat(seat) => Some(seat.0),
            Author::Chance => None,
        };
        let body = RecordBody::Entry(entry.action.clone());
        let retry = format!("import:{number}");
        StoredRecord { number, seat, body, hash, sealed, rules: RULES_VERSION, at, user: None, retry }
    }

    /// Who made it.
    pub(crate) fn author(&self) -> Author {
        self.seat.map_or(Author::Chance, |seat| Author::Seat(SeatId(seat)))
    }

    /// The entry; none for an undo or a note.
    pub(crate) fn entry(&self) -> Option<Entry> {
        match &self.body {
            RecordBody::Entry(action) => Some(Entry { by: self.author(), action: action.clone() }),
            RecordBody::Undo(_) | RecordBody::Note(_) | RecordBody::Unreadable(_) => None,
        }
    }
}

impl EntryRow {
    fn body(&self) -> Result<RecordBody, String> {
        match self.kind.as_str() {
            "entry" => serde_json::from_str(&self.body)
                .map(RecordBody::Entry)
                .map_err(|error| format!("unreadable action: {error}")),
            "undo" => self.body.parse().map(RecordBody::Undo).map_err(|_| "unreadable undo".to_owned()),
            "note" => serde_json::from_str(&self.body)
                .map(RecordBody::Note)
                .map_err(|error| format!("unreadable note: {error}")),
            other => Err(format!("unknown kind \"{other}\"")),
        }
    }

    fn read(self) -> StoredRecord {
        let hash = u64::from_str_radix(&self.hash, 16).map_err(|_| "unreadable hash".to_owned());
        let (body, hash) = match self.body().and_then(|body| Ok((body, hash?))) {
            Ok(read) => read,
            Err(why) => (RecordBody::Unreadable(why), 0),
        };
        StoredRecord {
            number: self.number as u64,
            seat: u8::try_from(self.author).ok(),
            body,
            hash,
            sealed: self.sealed != 0,
            rules: self.rules as u32,
            at: self.at,
            user: self.user_id,
            retry: self.retry,
        }
    }
}

impl Store {
    /// The records after number `after`.
    pub(crate) async fn records(&self, table: &str, after: u64) -> Result<Vec<StoredRecord>, sqlx::Error> {
        let rows: Vec<EntryRow> = sqlx::query_as(
            "SELECT number, kind, author, body, hash, sealed, rules, at, user_id, retry FROM entries \
             WHERE table_id = $1 AND number > $2 ORDER BY number",
        )
        .bind(table)
        .bind(after as i64)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows.into_iter().map(EntryRow::read).collect())
    }

    /// Appends records in one transaction and returns when they are on disk; fails if a number or a retry
    /// key is taken (see [`super::is_taken`]), with none of them written.
    /// `standing` is how the table stands after them, `beside` what is written with them. If that is not possible any more,
    /// nothing is written either ([`sqlx::Error::RowNotFound`]).
    pub(crate) async fn append(
        &self,
        table: &str,
        records: Vec<StoredRecord>,
        standing: Standing,
        beside: Beside,
    ) -> Result<(), sqlx::Error> {
        let (done, written) = oneshot::channel();
        let append = Append { table: table.to_owned(), records, standing, beside, done };
        self.appends.send(append).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        written.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }
}
