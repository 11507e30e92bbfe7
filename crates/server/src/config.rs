//! Settings of a server.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

/// How a server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens.
    pub listen: SocketAddr,
    /// The database; none = a SQLite file in the user's data directory.
    pub db: Option<String>,
    /// Whether browsers reach it by TLS (a proxy ends it): cookies are then sent by TLS only.
    pub behind_tls: bool,
    /// Whether all requests come through a proxy: then, and only then, its `X-Forwarded-For` and
    /// `X-Forwarded-Proto` headers are believed. Such a server is one on a network wherever it listens.
    pub behind_proxy: bool,
    /// How many requests a client may make per second; bursts of ten times that are let through.
    pub requests_per_second: u32,
    /// How many tables' running states are kept in memory; those used least lately are dropped and read from
    /// the log when they are next needed.
    pub tables_in_memory: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 1841)),
            db: None,
            behind_tls: false,
            behind_proxy: false,
            requests_per_second: 50,
            tables_in_memory: 2000,
        }
    }
}

impl Config {
    /// Whether only this machine can reach the server. Local tables need no account then.
    pub fn is_local(&self) -> bool {
        self.listen.ip().is_loopback() && !self.behind_proxy
    }

    /// The database's address, with the directory of a default SQLite file made where it is missing.
    pub fn database_url(&self) -> std::io::Result<String> {
        if let Some(url) = &self.db {
            return Ok(url.clone());
        }
        let directory = data_directory();
        std::fs::create_dir_all(&directory)?;
        Ok(format!("sqlite://{}?mode=rwc", directory.join("ferrata.sqlite").display()))
    }
}

/// Where the user's data belongs on this system.
fn data_directory() -> PathBuf {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let home = set("HOME").or_else(|| set("USERPROFILE")).unwrap_or_default();
    let base = if cfg!(target_os = "macos") {
        home.join("Library/Application Support")
    } else if cfg!(windows) {
        set("LOCALAPPDATA").unwrap_or(home)
    } else {
        set("XDG_DATA_HOME").unwrap_or_else(|| home.join(".local/share"))
    };
    base.join("ferrata")
}

/// Whether a `Host` header names this machine itself.
pub(crate) fn names_loopback(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, port)| {
        if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
    });
    let name = name.trim_matches(['[', ']']);
    name.eq_ignore_ascii_case("localhost") || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_local_only_if_it_names_this_machine() {
        for local in ["localhost", "localhost:1841", "127.0.0.1:80", "[::1]:1841", "127.9.9.9"] {
            assert!(names_loopback(local), "{local}");
        }
        for other in ["example.org", "localhost.example.org:1841", "192.168.0.2", ""] {
            assert!(!names_loopback(other), "{other}");
        }
    }
}
