//! The log: records that are only ever appended.

use super::writer::Append;
use super::{Store, now, row};
use crate::standing::Standing;
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::{Author, Entry};
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
    at: i64,
    user_id: Option<String>,
    retry: String,
}

row!(EntryRow: number, kind, author, body, hash, sealed, at, user_id, retry);

/// What a record says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum RecordBody {
    /// An entry of the game.
    Entry(Action),
    /// The game goes on from where it stood after this record.
    Undo(u64),
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
    /// When.
    pub at: i64,
    /// Who sent it.
    pub user: Option<String>,
    /// What makes a retry safe.
    pub retry: String,
}

impl StoredRecord {
    /// An entry of a game that was played elsewhere.
    pub(crate) fn imported(number: u64, entry: &Entry, sealed: bool, hash: u64) -> StoredRecord {
        let seat = match entry.by {
            Author::Seat(seat) => Some(seat.0),
            Author::Chance => None,
        };
        let body = RecordBody::Entry(entry.action.clone());
        let retry = format!("import:{number}");
        StoredRecord { number, seat, body, hash, sealed, at: now(), user: None, retry }
    }

    /// Who made it.
    pub(crate) fn author(&self) -> Author {
        self.seat.map_or(Author::Chance, |seat| Author::Seat(SeatId(seat)))
    }

    /// The entry; none for an undo.
    pub(crate) fn entry(&self) -> Option<Entry> {
        match &self.body {
            RecordBody::Entry(action) => Some(Entry { by: self.author(), action: action.clone() }),
            RecordBody::Undo(_) => None,
        }
    }
}

impl EntryRow {
    fn parse(self) -> Result<StoredRecord, String> {
        let broken = |what: &str| format!("record {}: {what}", self.number);
        let body = match self.kind.as_str() {
            "entry" => RecordBody::Entry(
                serde_json::from_str(&self.body)
                    .map_err(|error| broken(&format!("unreadable action: {error}")))?,
            ),
            "undo" => RecordBody::Undo(self.body.parse().map_err(|_| broken("unreadable undo"))?),
            _ => return Err(broken("unknown kind")),
        };
        Ok(StoredRecord {
            number: self.number as u64,
            seat: u8::try_from(self.author).ok(),
            body,
            hash: u64::from_str_radix(&self.hash, 16).map_err(|_| broken("unreadable hash"))?,
            sealed: self.sealed != 0,
            at: self.at,
            user: self.user_id,
            retry: self.retry,
        })
    }
}

/// A pending request to undo.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct UndoRequest {
    /// The record to return to.
    pub back_to: u64,
    /// The last record when it was asked.
    pub number: u64,
    /// Who asks.
    pub seat: u8,
    /// Who agreed.
    pub agreed: Vec<u8>,
}

impl Store {
    /// The records after number `after`. Records that cannot be read end the list with the reason.
    pub(crate) async fn records(
        &self,
        table: &str,
        after: u64,
    ) -> Result<(Vec<StoredRecord>, Option<String>), sqlx::Error> {
        let rows: Vec<EntryRow> = sqlx::query_as(
            "SELECT number, kind, author, body, hash, sealed, at, user_id, retry FROM entries \
             WHERE table_id = $1 AND number > $2 ORDER BY number",
        )
        .bind(table)
        .bind(after as i64)
        .fetch_all(&self.pool)
        .await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            match row.parse() {
                Ok(record) => records.push(record),
                Err(why) => return Ok((records, Some(why))),
            }
        }
        Ok((records, None))
    }

    /// Appends records in one transaction and returns when they are on disk; fails if a number or a retry
    /// key is taken (see [`super::is_taken`]), with none of them written.
    /// `standing` is how the table stands after them.
    pub(crate) async fn append(
        &self,
        table: &str,
        records: Vec<StoredRecord>,
        standing: Standing,
    ) -> Result<(), sqlx::Error> {
        let (done, written) = oneshot::channel();
        let append = Append { table: table.to_owned(), records, standing, done };
        self.appends.send(append).await.map_err(|_| sqlx::Error::WorkerCrashed)?;
        written.await.map_err(|_| sqlx::Error::WorkerCrashed)?
    }

    /// The pending request to undo.
    pub(crate) async fn undo_request(&self, table: &str) -> Result<Option<UndoRequest>, sqlx::Error> {
        let row: Option<(i64, i64, i64, String)> =
            sqlx::query_as("SELECT back_to, number, seat, agreed FROM undo_requests WHERE table_id = $1")
                .bind(table)
                .fetch_optional(&self.pool)
                .await?;
        Ok(row.map(|(back_to, number, seat, agreed)| UndoRequest {
            back_to: back_to as u64,
            number: number as u64,
            seat: seat as u8,
            agreed: serde_json::from_str(&agreed).unwrap_or_default(),
        }))
    }

    /// Stores the request to undo, or removes it.
    pub(crate) async fn set_undo_request(
        &self,
        table: &str,
        request: Option<&UndoRequest>,
    ) -> Result<(), sqlx::Error> {
        let mut work = self.pool.begin().await?;
        sqlx::query("DELETE FROM undo_requests WHERE table_id = $1").bind(table).execute(&mut *work).await?;
        if let Some(request) = request {
            sqlx::query("INSERT INTO undo_requests (table_id, back_to, number, seat, agreed) VALUES ($1, $2, $3, $4, $5)")
                .bind(table)
                .bind(request.back_to as i64)
                .bind(request.number as i64)
                .bind(i64::from(request.seat))
                .bind(serde_json::to_string(&request.agreed).unwrap_or_default())
                .execute(&mut *work)
                .await?;
        }
        work.commit().await
    }
}
