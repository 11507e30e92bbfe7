//! What whoever runs a server does beside it: back up and restore, verify, look after people and tables.

mod backup;
mod people;
mod verify;

pub use verify::{Finding, Found, Verified};

use crate::config::Config;
use crate::database::{Database, DatabaseError};
use crate::store::Store;
use std::path::PathBuf;

/// A database, and what can be done to it beside a running server.
#[derive(Debug)]
pub struct Operator {
    database: Database,
    store: Store,
}

/// Why something could not be done.
#[derive(Debug, thiserror::Error)]
pub enum OperatorError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The database refuses.
    #[error("the database refuses: {0}")]
    Refused(#[from] sqlx::Error),
    /// A file cannot be used.
    #[error("cannot use {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Something else is wrong: what, and what would be right.
    #[error("{0}")]
    Wrong(String),
}

impl Operator {
    /// Opens the database that a server with this `--db` works on; it must exist.
    pub async fn open(db: Option<String>) -> Result<Operator, OperatorError> {
        let database = Config { db, ..Config::default() }.database()?;
        if let Database::Sqlite(path) = &database
            && !path.exists()
        {
            return Err(OperatorError::Wrong(format!(
                "there is no database {}; name it with --db",
                path.display()
            )));
        }
        let store = Store::beside(&database).await?;
        Ok(Operator { database, store })
    }

    /// Closes it.
    pub async fn close(self) {
        self.store.close().await;
    }
}
