//! A copy of a SQLite database as it is at one moment, and the way back.

use super::{Operator, OperatorError};
use crate::config::Config;
use crate::database::{Database, open_private};
use crate::store::{now, version_of};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// What to say where the database has tools of its own.
const POSTGRES: &str = "a PostgreSQL has tools of its own: pg_dump --format=custom NAME > FILE backs it up, pg_restore --clean --dbname NAME FILE restores it";

impl Operator {
    /// Copies the database into a new file, beside a running server: everything as it is at one moment.
    pub async fn backup(&self, file: &Path) -> Result<(), OperatorError> {
        let Database::Sqlite(_) = &self.database else { return Err(OperatorError::Wrong(POSTGRES.into())) };
        if file.exists() {
            return Err(OperatorError::Wrong(format!("{} exists already; name a new file", file.display())));
        }
        let part = beside(file, ".part");
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |source| OperatorError::File { path, source }
        };
        remove(&part).and_then(|()| open_private(&part)).map_err(failed(&part))?;
        self.store.copy_into(&part.to_string_lossy()).await?;
        let written = fs::File::open(&part).and_then(|copy| copy.sync_all());
        written.and_then(|()| fs::rename(&part, file)).map_err(failed(file))
    }

    /// Puts a copy in the place of the database at `db`, whose server must have stopped. What was there is kept beside
    /// it: returns where, if there was anything.
    pub async fn restore(db: Option<String>, file: &Path) -> Result<Option<PathBuf>, OperatorError> {
        let database = Config { db, ..Config::default() }.database()?;
        let Database::Sqlite(place) = &database else { return Err(OperatorError::Wrong(POSTGRES.into())) };
        check(file).await?;
        database.make_folder()?;
        let _held = database.hold()?;
        let failed = |source| OperatorError::File { path: place.clone(), source };
        let part = beside(place, ".part");
        let copied = remove(&part).and_then(|()| {
            let mut copy = open_private(&part)?;
            io::copy(&mut fs::File::open(file)?, &mut copy)?;
            copy.sync_all()
        });
        copied.map_err(failed)?;
        let kept = set_aside(place).map_err(failed)?;
        fs::rename(&part, place).map_err(failed)?;
        Ok(kept)
    }
}

/// Refuses a file that is no whole database of ours, or of a later version.
async fn check(file: &Path) -> Result<(), OperatorError> {
    fs::File::open(file).map_err(|source| OperatorError::File { path: file.to_owned(), source })?;
    let url = Database::Sqlite(file.to_owned()).url();
    let no_copy = |why: String| {
        OperatorError::Wrong(format!("{} is no copy of a database of Ferrata: {why}", file.display()))
    };
    let (found, known) = version_of(&url).await.map_err(|error| no_copy(error.to_string()))?;
    if found > known {
        return Err(OperatorError::Wrong(format!(
            "{} was made by a later version of Ferrata (its database has version {found}, this one knows {known}); restore it with that version",
            file.display()
        )));
    }
    Ok(())
}

/// Takes a database out of its place, with the files that belong to it.
fn set_aside(place: &Path) -> io::Result<Option<PathBuf>> {
    if !place.exists() {
        return Ok(None);
    }
    let kept = beside(place, &format!(".replaced-{}", now()));
    for suffix in ["-wal", "-shm", ""] {
        let from = beside(place, suffix);
        if from.exists() {
            fs::rename(from, beside(&kept, suffix))?;
        }
    }
    Ok(Some(kept))
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
