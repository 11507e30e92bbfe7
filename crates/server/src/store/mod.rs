//! Storage: one code for SQLite and PostgreSQL.

mod about;
mod audit;
mod clocks;
mod destinations;
mod entries;
mod migrations;
mod notice;
mod operator;
mod orders;
mod outbox;
mod requests;
mod results;
mod row;
mod seats;
mod tables;
mod talk;
mod usage;
mod users;
mod writer;

pub use audit::AuditLine;
pub(crate) use audit::Deed;
pub(crate) use clocks::{ClockDeed, ClockStep, Timepiece};
pub(crate) use destinations::DestinationRow;
pub(crate) use entries::{RecordBody, StoredRecord};
pub(crate) use notice::{Heard, Notice};
pub(crate) use operator::version_of;
pub use operator::{PersonLine, TableLine, TokenLine};
pub(crate) use orders::OrderRow;
pub(crate) use outbox::{Delivery, Held, News, To};
pub(crate) use requests::Request;
pub(crate) use results::{Ending, PlaceRow};
pub(crate) use seats::{Right, SeatStep, Started, Taken};
pub(crate) use tables::{Changed, Filter, NewTable, SeatRow, TableRow};
pub(crate) use usage::{Counted, until_tomorrow};
pub(crate) use users::{Key, UserRow};
pub(crate) use writer::Beside;

use crate::clock::Clock;
use crate::database::{Database, DatabaseError};
use crate::secret::random_key;
use row::row;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Executor};
use std::fs::File;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, broadcast, mpsc};
use users::Beliefs;
use writer::{Append, Writer};

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
    /// The connection of the task that appends: the same pool for SQLite.
    writing: AnyPool,
    backend: Backend,
    appends: mpsc::Sender<Append>,
    /// Who this server is among others on the same database.
    server: Arc<str>,
    beliefs: Arc<Mutex<Beliefs>>,
    /// Tells streams whose account changed.
    accounts: broadcast::Sender<Option<Arc<str>>>,
    /// Keeps other servers off a SQLite file, until it is closed.
    held: Arc<Mutex<Option<File>>>,
    /// Whether it works beside a server.
    beside: bool,
    /// Wakes whoever tells people: something is in the outbox.
    news: Arc<Notify>,
    /// Wakes whoever looks after the clocks.
    clocks: Arc<Notify>,
    /// By which it is decided when people are told.
    clock: Clock,
}

impl Store {
    /// Opens a database for a server, making a SQLite file that is not there, and brings it up to date.
    pub(crate) async fn open(database: &Database, clock: Clock) -> Result<Store, DatabaseError> {
        database.make()?;
        let held = database.hold()?;
        let refused = |source| DatabaseError::Refused { place: database.place(), source };
        Store::connect(database, held, false, clock).await.map_err(refused)
    }

    /// Opens a database beside the server that works on it.
    pub(crate) async fn beside(database: &Database) -> Result<Store, DatabaseError> {
        let refused = |source| DatabaseError::Refused { place: database.place(), source };
        Store::connect(database, None, true, Clock::default()).await.map_err(refused)
    }

    async fn connect(
        database: &Database,
        held: Option<File>,
        beside: bool,
        clock: Clock,
    ) -> Result<Store, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let url = database.url();
        let backend = match database {
            Database::Sqlite(_) => Backend::Sqlite,
            Database::Postgres(_) => Backend::Postgres,
        };
        let sqlite = backend == Backend::Sqlite;
        let pool = AnyPoolOptions::new()
            .max_connections(if sqlite { 8 } else { 16 })
            .acquire_timeout(Duration::from_secs(10))
            // A file does not go away between two statements; a database server may.
            .test_before_acquire(!sqlite)
            .after_connect(move |connection, _| {
                Box::pin(async move { if sqlite { prepare_sqlite(connection).await } else { Ok(()) } })
            })
            .connect(&url)
            .await?;
        migrations::migrator().run(&pool).await?;
        let server: Arc<str> =
            random_key(10).map_err(|error| sqlx::Error::Configuration(error.into()))?.into();
        let (appends, wanted) = mpsc::channel(1024);
        let (news, clocks) = (Arc::<Notify>::default(), Arc::<Notify>::default());
        let writing = if sqlite {
            pool.clone()
        } else {
            // One connection that is always in use needs no question before every batch whether it still lives.
            let options = AnyPoolOptions::new().max_connections(1).test_before_acquire(false);
            options.acquire_timeout(Duration::from_secs(10)).connect(&url).await?
        };
        let writer = Writer::new(writing.clone(), backend, server.clone(), (news.clone(), clocks.clone()));
        if sqlite && !beside {
            tokio::spawn(writer.clone().tidy());
        }
        tokio::spawn(writer.run(wanted));
        let held = Arc::new(Mutex::new(held));
        let (accounts, _) = broadcast::channel(64);
        Ok(Store {
            pool,
            writing,
            backend,
            appends,
            server,
            beliefs: Arc::default(),
            accounts,
            held,
            beside,
            news,
            clocks,
            clock,
        })
    }

    /// Who this server is among others on the same database.
    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    /// By which it is decided when people are told.
    pub(crate) fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Waits until something is in the outbox.
    pub(crate) async fn news(&self) {
        self.news.notified().await;
    }

    /// Which database this is.
    pub(crate) fn backend(&self) -> Backend {
        self.backend
    }

    /// How many connections there are, and how many of them are idle.
    pub(crate) fn connections(&self) -> (i64, i64) {
        (i64::from(self.pool.size()), self.pool.num_idle() as i64)
    }

    /// Tells other servers on the same database.
    pub(crate) async fn notify(&self, notice: &Notice<'_>) -> Result<(), sqlx::Error> {
        match self.backend {
            Backend::Postgres => {
                let mut connection = self.pool.acquire().await?;
                notice.send(&self.server, &mut connection).await
            }
            Backend::Sqlite if self.beside => self.leave_word(notice).await,
            Backend::Sqlite => Ok(()),
        }
    }

    /// Finishes what is under way and closes.
    pub(crate) async fn close(&self) {
        self.writing.close().await;
        self.pool.close().await;
        drop(self.held.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

async fn prepare_sqlite(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let pragmas = [
        // A writer never blocks readers; a commit is on disk before it is acknowledged.
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "PRAGMA busy_timeout = 10000",
        "PRAGMA foreign_keys = ON",
        // The writer's own task does this; here only if that should fall behind.
        "PRAGMA wal_autocheckpoint = 20000",
        "PRAGMA cache_size = -16384",
    ];
    for pragma in pragmas {
        connection.execute(pragma).await?;
    }
    Ok(())
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
