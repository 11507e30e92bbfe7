//! Which database: its address checked, a SQLite file made where there is none and held by one server alone.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// A database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Database {
    /// A file of one server alone.
    Sqlite(PathBuf),
    /// Shared by several servers, at this address.
    Postgres(String),
}

/// Why a database cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseError {
    /// The address means nothing.
    #[error(
        "\"{0}\" is no database; write sqlite:///PATH for a file, or postgres://USER@HOST/NAME for a PostgreSQL"
    )]
    Address(String),
    /// The folder of the file cannot be made.
    #[error("cannot make the folder {path} for the database: {source}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The file cannot be made or opened.
    #[error("cannot open the database {path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// Another server has it.
    #[error(
        "another server works on the database {0}. A SQLite file belongs to one server: stop the other one, or let \
         both use a PostgreSQL"
    )]
    Taken(PathBuf),
    /// The database refuses.
    #[error("cannot use the database {place}: {source}")]
    Refused {
        /// Which, without a password.
        place: String,
        /// What it says.
        source: sqlx::Error,
    },
}

impl Database {
    /// The database at an address: `sqlite:///PATH`, `sqlite:PATH` or `postgres://…`.
    pub(crate) fn at(url: &str) -> Result<Database, DatabaseError> {
        if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            return Ok(Database::Postgres(url.to_owned()));
        }
        let wrong = || DatabaseError::Address(url.to_owned());
        let path = url.strip_prefix("sqlite:").ok_or_else(wrong)?;
        let path = path.strip_prefix("//").unwrap_or(path);
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        let path = decoded(path).ok_or_else(wrong)?;
        if path.is_empty() || path == ":memory:" || path.ends_with('/') {
            return Err(wrong());
        }
        Ok(Database::Sqlite(PathBuf::from(path)))
    }

    /// Its address for a connection.
    pub(crate) fn url(&self) -> String {
        match self {
            Database::Sqlite(path) => format!("sqlite://{}?mode=rw", encoded(&path.to_string_lossy())),
            Database::Postgres(url) => url.clone(),
        }
    }

    /// What to call it where people read it: the file, or the address without what is secret in it.
    pub(crate) fn place(&self) -> String {
        match self {
            Database::Sqlite(path) => path.display().to_string(),
            Database::Postgres(url) => without_password(url),
        }
    }

    /// Makes the file and its folder where they are missing, readable for nobody else.
    pub(crate) fn make(&self) -> Result<(), DatabaseError> {
        let Database::Sqlite(path) = self else { return Ok(()) };
        self.make_folder()?;
        let failed = |source| DatabaseError::File { path: path.clone(), source };
        open_private(path).and_then(|file| make_private(&file)).map_err(failed)
    }

    /// Makes the folder of the file where it is missing.
    pub(crate) fn make_folder(&self) -> Result<(), DatabaseError> {
        let Database::Sqlite(path) = self else { return Ok(()) };
        let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) else {
            return Ok(());
        };
        std::fs::create_dir_all(folder)
            .map_err(|source| DatabaseError::Folder { path: folder.to_owned(), source })
    }

    /// Holds a file for this server alone, as long as the lock lives; however the server ends, the system lets go.
    pub(crate) fn hold(&self) -> Result<Option<File>, DatabaseError> {
        let Database::Sqlite(path) = self else { return Ok(None) };
        let mut name = path.clone().into_os_string();
        name.push(".lock");
        let lock = PathBuf::from(name);
        let file = open_private(&lock).map_err(|source| DatabaseError::File { path: lock, source })?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(DatabaseError::Taken(path.clone())),
            Err(TryLockError::Error(source)) => Err(DatabaseError::File { path: path.clone(), source }),
        }
    }
}

/// Opens a file that nobody else can read, making it where it is missing.
pub(crate) fn open_private(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Takes the right to read it from everybody else; SQLite makes its other files like this one.
fn make_private(file: &File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o600))?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// A path as it stands in an address.
fn encoded(path: &str) -> String {
    let letter = |letter: char| match letter {
        '%' | '?' | '#' => format!("%{:02X}", u32::from(letter)),
        other => other.to_string(),
    };
    path.chars().map(letter).collect()
}

/// A path from an address; none if something after a `%` is no number.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next()?, rest.next()?];
        bytes.push(u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?);
    }
    String::from_utf8(bytes).ok()
}

fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return "PostgreSQL".to_owned() };
    let rest = rest.split_once('?').map_or(rest, |(rest, _)| rest);
    match rest.rsplit_once('@') {
        Some((who, place)) => {
            let name = who.split_once(':').map_or(who, |(name, _)| name);
            format!("{scheme}://{name}@{place}")
        }
        None => format!("{scheme}://{rest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_meant_however_it_is_written() {
        for (url, path) in [
            ("sqlite:///data/new.db", "/data/new.db"),
            ("sqlite:///data/new.db?mode=rwc", "/data/new.db"),
            ("sqlite://new.db", "new.db"),
            ("sqlite:new.db", "new.db"),
            ("sqlite:///a%20b%3F/100%25.db", "/a b?/100%.db"),
        ] {
            let database = Database::at(url).unwrap();
            assert_eq!(database, Database::Sqlite(path.into()), "{url}");
            assert_eq!(Database::at(&database.url()).unwrap(), database, "{url}");
        }
    }

    #[test]
    fn what_is_no_database_is_refused_with_what_would_be_one() {
        for wrong in
            ["", "new.db", "mysql://host/x", "sqlite:", "sqlite::memory:", "sqlite:///data/", "sqlite:%zz"]
        {
            let error = Database::at(wrong).unwrap_err().to_string();
            assert!(error.contains("sqlite:///PATH") && error.contains("postgres://"), "{wrong}: {error}");
        }
    }

    #[test]
    fn a_place_tells_no_password() {
        let database = Database::at("postgres://anna:secret@host:5432/games?sslmode=require").unwrap();
        assert_eq!(database.place(), "postgres://anna@host:5432/games");
    }

    #[test]
    fn a_file_is_made_with_its_folder_and_for_its_owner_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("deep/er/new.db");
        let database = Database::Sqlite(path.clone());
        database.make().unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
    }

    #[test]
    fn a_file_belongs_to_one_server() {
        let directory = tempfile::tempdir().unwrap();
        let database = Database::Sqlite(directory.path().join("one.db"));
        let held = database.hold().unwrap();
        assert!(matches!(database.hold(), Err(DatabaseError::Taken(_))));
        drop(held);
        assert!(database.hold().is_ok());
    }

    #[test]
    fn an_error_names_the_path() {
        let directory = tempfile::tempdir().unwrap();
        std::fs::write(directory.path().join("file"), "").unwrap();
        let path = directory.path().join("file/below.db");
        let error = Database::Sqlite(path).make().unwrap_err().to_string();
        assert!(error.contains("file"), "{error}");
    }
}
