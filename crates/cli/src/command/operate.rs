//! `ferrata backup`, `restore` and `verify`: a server's database, beside the server.

use crate::output::{Done, Failure, Progress, print, print_json};
use clap::Args;
use ferrata_server::{Found, Operator, OperatorError};
use std::path::PathBuf;
use std::sync::OnceLock;

/// Which database.
#[derive(Args)]
pub(super) struct WhichDatabase {
    /// The database of the server: sqlite://FILE or postgres://USER@HOST/NAME; without it the file in your data directory.
    #[arg(long, env = "FERRATA_DB")]
    db: Option<String>,
}

impl WhichDatabase {
    /// Does something with it.
    pub(super) fn with<T>(
        self,
        work: impl AsyncFnOnce(&Operator) -> Result<T, OperatorError>,
    ) -> Result<T, Failure> {
        run(async {
            let operator = Operator::open(self.db).await?;
            let done = work(&operator).await;
            operator.close().await;
            done
        })
    }
}

fn run<T>(work: impl Future<Output = Result<T, OperatorError>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Runtime::new().map_err(Failure::problem)?;
    runtime.block_on(work).map_err(Failure::problem)
}

/// Copies the database into a new file while the server runs: everything as it is at one moment
#[derive(Args)]
pub(crate) struct Backup {
    /// The new file
    file: PathBuf,
    #[command(flatten)]
    database: WhichDatabase,
}

impl Backup {
    pub(crate) fn run(self) -> Done {
        let file = self.file;
        self.database.with(async |operator| operator.backup(&file).await)?;
        print(format!("{} holds everything.\n", file.display()))
    }
}

/// Puts a copy in the place of the database; the server must have stopped. What was there is kept beside it
#[derive(Args)]
pub(crate) struct Restore {
    /// The copy
    file: PathBuf,
    #[command(flatten)]
    database: WhichDatabase,
}

impl Restore {
    pub(crate) fn run(self) -> Done {
        let kept = run(Operator::restore(self.database.db, &self.file))?;
        let kept = kept.map(|kept| format!(" What was there is {} now.", kept.display()));
        print(format!("{} is in place.{}\n", self.file.display(), kept.unwrap_or_default()))
    }
}

/// Folds the log of every table and tells what is not as recorded
#[derive(Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    database: WhichDatabase,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> Done {
        let progress = OnceLock::new();
        let told = |_, all| progress.get_or_init(|| Progress::new(all)).step();
        let verified = self.database.with(async |operator| operator.verify(told).await)?;
        if let Some(progress) = progress.get() {
            progress.end();
        }
        match self.json {
            true => print_json(&verified)?,
            false => {
                for finding in &verified.findings {
                    let what = match finding.found {
                        Found::Damaged => "is no longer accepted",
                        Found::Changed => "leads to another table than recorded",
                        Found::Unreadable => "cannot be read",
                    };
                    print(format!("{}: record {} {what}: {}\n", finding.table, finding.record, finding.why))?;
                }
                let (tables, records, wrong) = (verified.tables, verified.records, verified.findings.len());
                print(format!("{tables} tables with {records} records: {wrong} findings\n"))?;
            }
        }
        if verified.findings.is_empty() { Ok(()) } else { Err(Failure::Reported) }
    }
}
