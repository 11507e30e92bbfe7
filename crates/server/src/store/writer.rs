//! The one task that appends to logs: whatever waits is written together, in one transaction that reaches the
//! disk once. An append is answered only after that.

use super::clocks::{ClockStep, step_clocks};
use super::orders::change_orders;
use super::outbox::tell;
use super::results::{Ending, set_result};
use super::seats::{SeatStep, change_seat};
use super::tables::json;
use super::{Backend, News, Notice, OrderRow, RecordBody, StoredRecord, now};
use crate::standing::Standing;
use sqlx::{Any, AnyConnection, AnyPool, Transaction};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::sync::{Mutex, Notify, mpsc, oneshot};

/// How many appends share a transaction at most.
const TOGETHER: usize = 64;

/// Statements exist for these numbers of rows, so that few are prepared: a batch is cut into such pieces.
const SIZES: [usize; 6] = [32, 16, 8, 4, 2, 1];

/// How many frames the write-ahead log may have before it is begun anew (4 KiB each).
const FRAMES: i64 = 4000;

const COLUMNS: usize = 11;

/// Records of one table, to be appended.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) table: String,
    pub(super) records: Vec<StoredRecord>,
    /// How the table stands after them.
    pub(super) standing: Standing,
    pub(super) beside: Beside,
    pub(super) done: oneshot::Sender<Result<(), sqlx::Error>>,
}

/// What is written together with records.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// What people are told.
    pub news: Vec<News>,
    /// What has become of standing orders.
    pub orders: Vec<OrderRow>,
    /// Who plays a seat from now on.
    pub seat: Option<SeatStep>,
    /// What becomes of the clocks, if the table has any.
    pub clocks: Option<ClockStep>,
    /// That the game is over, or goes on again.
    pub ending: Option<Ending>,
}

/// What the writer works with.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    pub(super) pool: AnyPool,
    pub(super) backend: Backend,
    pub(super) server: Arc<str>,
    /// Held while a transaction is under way and while the write-ahead log is begun anew.
    writing: Arc<Mutex<()>>,
    /// Wakes whoever tells people.
    news: Arc<Notify>,
    /// Wakes whoever looks after the clocks.
    clocks: Arc<Notify>,
}

impl Writer {
    pub(super) fn new(
        pool: AnyPool,
        backend: Backend,
        server: Arc<str>,
        (news, clocks): (Arc<Notify>, Arc<Notify>),
    ) -> Writer {
        Writer { pool, backend, server, writing: Arc::default(), news, clocks }
    }

    /// Writes what comes until nobody can send any more.
    pub(super) async fn run(self, mut wanted: mpsc::Receiver<Append>) {
        let mut batch = Vec::new();
        while wanted.recv_many(&mut batch, TOGETHER).await > 0 {
            self.commit(std::mem::take(&mut batch)).await;
        }
    }

    /// Writes a batch; if anything in it fails, each append by itself, so that only the one at fault fails.
    async fn commit(&self, batch: Vec<Append>) {
        let _writing = self.writing.lock().await;
        let whole = self.write(&batch).await;
        let alone = batch.len() == 1;
        let mut whole = Some(whole);
        for append in batch {
            let result = match &whole {
                Some(Err(_)) if !alone => self.write(std::slice::from_ref(&append)).await,
                Some(Ok(())) => Ok(()),
                _ => whole.take().unwrap_or(Ok(())),
            };
            // Whoever asked may be gone; what is written stays written.
            append.done.send(result).ok();
        }
    }

    async fn write(&self, batch: &[Append]) -> Result<(), sqlx::Error> {
        let mut work = self.begin().await?;
        let rows: Vec<(&str, &StoredRecord)> = batch
            .iter()
            .flat_map(|append| append.records.iter().map(|record| (append.table.as_str(), record)))
            .collect();
        insert_all(&mut work, &rows).await?;
        let tables: Vec<&str> = batch.iter().map(|append| append.table.as_str()).collect();
        for some in batch.chunks(TOUCHED) {
            touch(&mut work, some).await?;
        }
        let (mut told, mut timed) = (false, false);
        for append in batch {
            let author = append.records.first().and_then(|record| record.user.as_deref());
            let Beside { news, orders, seat, clocks, ending } = &append.beside;
            change_orders(&mut work, orders).await?;
            // Those who sit there until now are told.
            told |= tell(&mut work, &append.table, news, author.unwrap_or_default()).await?;
            if let Some(step) = seat {
                change_seat(&mut work, &append.table, step).await?;
            }
            if let Some(step) = clocks {
                step_clocks(&mut work, &append.table, step).await?;
            }
            timed |= clocks.is_some();
            if let Some(ending) = ending {
                set_result(&mut work, &append.table, ending).await?;
            }
        }
        if self.backend == Backend::Postgres {
            Notice::Records(&tables).send(&self.server, &mut work).await?;
        }
        work.commit().await?;
        if told {
            self.news.notify_one();
        }
        if timed {
            self.clocks.notify_one();
        }
        Ok(())
    }

    /// A transaction. A connection that was lost since the last one is made anew: nothing has been said on it yet.
    async fn begin(&self) -> Result<Transaction<'static, Any>, sqlx::Error> {
        match self.pool.begin().await {
            Ok(work) => Ok(work),
            Err(error) => {
                tracing::warn!(%error, "the writer's connection is made anew");
                self.pool.begin().await
            }
        }
    }

    /// Keeps the write-ahead log of SQLite short, apart from the writer: its pages go to the file while entries
    /// are being written. Only beginning it anew, when next to nothing is left to do, makes the writer wait.
    pub(super) async fn tidy(self) {
        while !self.pool.is_closed() {
            tokio::time::sleep(Duration::from_millis(500)).await;
            let done = self.checkpoint("PRAGMA wal_checkpoint(PASSIVE)").await;
            if done.is_ok_and(|frames| frames > FRAMES) {
                let _writing = self.writing.lock().await;
                if let Err(error) = self.checkpoint("PRAGMA wal_checkpoint(RESTART)").await {
                    tracing::warn!(%error, "the write-ahead log could not be begun anew");
                }
            }
        }
    }

    /// The number of frames in the write-ahead log.
    async fn checkpoint(&self, pragma: &'static str) -> Result<i64, sqlx::Error> {
        let (_, frames, _): (i64, i64, i64) = sqlx::query_as(pragma).fetch_one(&self.pool).await?;
        Ok(frames)
    }
}

/// `($1, $2), ($3, $4)` for two rows of two columns.
fn places(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

static INSERTS: LazyLock<Vec<(usize, String)>> = LazyLock::new(|| {
    let insert = |rows: usize| {
        let places = places(rows, COLUMNS);
        let columns = "table_id, number, kind, author, body, hash, sealed, rules, at, user_id, retry";
        (rows, format!("INSERT INTO entries ({columns}) VALUES {places}"))
    };
    SIZES.into_iter().map(insert).collect()
});

/// Inserts records.
pub(super) async fn insert_all(
    work: &mut AnyConnection,
    rows: &[(&str, &StoredRecord)],
) -> Result<(), sqlx::Error> {
    let mut rest = rows;
    while let Some((piece, more)) = SIZES.iter().find_map(|size| rest.split_at_checked(*size)) {
        insert(work, piece).await?;
        rest = more;
    }
    Ok(())
}

async fn insert(work: &mut AnyConnection, rows: &[(&str, &StoredRecord)]) -> Result<(), sqlx::Error> {
    let statement = INSERTS.iter().find(|(size, _)| *size == rows.len());
    let statement = statement.map_or("", |(_, statement)| statement.as_str());
    let mut query = sqlx::query(statement);
    for (table, record) in rows {
        let (kind, body) = match &record.body {
            RecordBody::Entry(action) => {
                let text = serde_json::to_string(action);
                ("entry", text.map_err(|error| sqlx::Error::Encode(Box::new(error)))?)
            }
            RecordBody::Undo(to) => ("undo", to.to_string()),
            RecordBody::Note(note) => ("note", json(note)?),
            RecordBody::Unreadable(why) => return Err(sqlx::Error::Encode(why.as_str().into())),
        };
        query = query
            .bind(*table)
            .bind(record.number as i64)
            .bind(kind)
            .bind(record.seat.map_or(-1, i64::from))
            .bind(body)
            .bind(format!("{:016x}", record.hash))
            .bind(i64::from(record.sealed))
            .bind(i64::from(record.rules))
            .bind(record.at)
            .bind(record.user.as_deref())
            .bind(record.retry.as_str());
    }
    query.execute(work).await.map(drop)
}

/// How many tables one statement marks as changed.
const TOUCHED: usize = 8;

static TOUCH: LazyLock<String> = LazyLock::new(|| {
    let place = |at: usize, more: usize| format!("${}", 3 * at + 2 + more);
    let ids: Vec<String> = (0..TOUCHED).map(|at| place(at, 0)).collect();
    let cases = |more: usize| {
        let when = |at: usize| format!("WHEN {} THEN {}", place(at, 0), place(at, more));
        (0..TOUCHED).map(when).collect::<Vec<_>>().join(" ")
    };
    let (standings, statuses, ids) = (cases(1), cases(2), ids.join(", "));
    format!(
        "UPDATE tables SET updated = $1, standing = CASE id {standings} END, status = CASE id {statuses} END \
         WHERE id IN ({ids})"
    )
});

/// Stores how tables stand: together with the records that led there.
async fn touch(work: &mut AnyConnection, batch: &[Append]) -> Result<(), sqlx::Error> {
    let mut query = sqlx::query(TOUCH.as_str()).bind(now());
    for at in 0..TOUCHED {
        // Where there are fewer, the last one stands for the others.
        let append = batch.get(at).or(batch.last());
        query = query
            .bind(append.map(|append| append.table.as_str()))
            .bind(append.map(|append| append.standing.text()))
            .bind(append.map(|append| append.standing.status().word()));
    }
    query.execute(work).await.map(drop)
}
