//! Storage: one code for SQLite and PostgreSQL.

mod entries;
mod tables;
mod talk;
mod users;

pub(crate) use entries::{RecordBody, StoredRecord, UndoRequest};
pub(crate) use tables::{Listing, NewTable, SeatRow, TableRow};
pub(crate) use users::UserRow;

use sqlx::any::AnyPoolOptions;
use sqlx::{AnyPool, Executor};
use std::time::Duration;

/// Which database is behind the store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Backend {
    /// A file of this server alone.
    Sqlite,
    /// Shared by several servers.
    Postgres,
}

/// The database.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    pool: AnyPool,
    backend: Backend,
}

impl Store {
    /// Opens the database at `url`, creating a SQLite file that is not there, and brings it up to date.
    pub(crate) async fn open(url: &str) -> Result<Store, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let backend = if url.starts_with("postgres") { Backend::Postgres } else { Backend::Sqlite };
        let pool = AnyPoolOptions::new()
            .max_connections(if backend == Backend::Sqlite { 8 } else { 16 })
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if backend == Backend::Sqlite {
                        // A writer never blocks readers; a commit is on disk before it is acknowledged.
                        connection.execute("PRAGMA journal_mode = WAL").await?;
                        connection.execute("PRAGMA synchronous = FULL").await?;
                        connection.execute("PRAGMA busy_timeout = 10000").await?;
                        connection.execute("PRAGMA foreign_keys = ON").await?;
                    }
                    Ok(())
                })
            })
            .connect(url)
            .await?;
        sqlx::migrate!("./migrations").run(&pool).await?;
        Ok(Store { pool, backend })
    }

    /// Which database this is.
    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    /// Whether the database answers.
    pub(crate) async fn ping(&self) -> Result<(), sqlx::Error> {
        sqlx::query("SELECT 1").execute(&self.pool).await.map(drop)
    }

    /// Tells other servers on the same database that a table changed.
    pub(crate) async fn notify(&self, table: &str) -> Result<(), sqlx::Error> {
        if self.backend == Backend::Postgres {
            sqlx::query("SELECT pg_notify('ferrata', $1)").bind(table).execute(&self.pool).await?;
        }
        Ok(())
    }

    /// Finishes what is under way and closes.
    pub(crate) async fn close(&self) {
        self.pool.close().await;
    }
}

/// Whether a statement failed because such a row is there already.
pub(crate) fn is_taken(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(|error| error.is_unique_violation())
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
