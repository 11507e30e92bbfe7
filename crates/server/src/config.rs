//! Settings of a server.

use crate::clock::Clock;
use crate::database::{Database, DatabaseError};
use crate::network::Network;
use crate::notify::MailConfig;
use crate::quotas::Quotas;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

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
    /// The proxies' own addresses: if any are named, nobody else's word is believed, and several proxies may stand
    /// one behind another.
    pub trusted_proxies: Vec<Network>,
    /// How many requests a network may make per second; bursts of ten times that are let through.
    pub requests_per_second: u32,
    /// How many passwords may be tried per minute for one account; five times that from one network.
    pub passwords_per_minute: u32,
    /// How many connections there may be.
    pub connections: usize,
    /// How many of them of one network (proxies are not counted).
    pub connections_per_network: usize,
    /// How long a client may take to say what it wants.
    pub head_timeout: Duration,
    /// How long connections may take to end when the server stops.
    pub farewell: Duration,
    /// How many tables' running states are kept in memory; those used least lately are dropped and read from
    /// the log when they are next needed.
    pub tables_in_memory: usize,
    /// Where figures are served besides, for whoever watches the server.
    pub metrics_listen: Option<SocketAddr>,
    /// The token with which figures are given at `/metrics`; without one they are given on this machine only.
    pub metrics_token: Option<String>,
    /// Where people find it, for links in messages: `https://ferrata.example.org`; none = where it listens.
    pub public_url: Option<String>,
    /// How mail is sent; none = not at all.
    pub mail: Option<MailConfig>,
    /// Whether messages may go to addresses that only this network can reach, and without TLS.
    pub private_destinations: bool,
    /// How long a server may have a message in hand before another one takes it for lost.
    pub delivery_lease: Duration,
    /// By which it is decided when people are told.
    pub clock: Clock,
    /// How much one person may use, where others share the server.
    pub quotas: Quotas,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 1841)),
            db: None,
            behind_tls: false,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            requests_per_second: 50,
            passwords_per_minute: 10,
            connections: 20_000,
            connections_per_network: 500,
            head_timeout: Duration::from_secs(20),
            farewell: Duration::from_secs(10),
            tables_in_memory: 2000,
            metrics_listen: None,
            metrics_token: None,
            public_url: None,
            mail: None,
            private_destinations: false,
            delivery_lease: Duration::from_secs(120),
            clock: Clock::default(),
            quotas: Quotas::default(),
        }
    }
}

impl Config {
    /// Whether only this machine can reach the server. Local tables need no account then.
    pub fn is_local(&self) -> bool {
        self.listen.ip().is_loopback() && !self.is_proxied()
    }

    /// Where people find it, without a slash at the end.
    pub(crate) fn public_url(&self) -> String {
        let here = || format!("http://{}", self.listen);
        self.public_url.as_deref().map_or_else(here, |url| url.trim_end_matches('/').to_owned())
    }

    fn is_proxied(&self) -> bool {
        self.behind_proxy || !self.trusted_proxies.is_empty()
    }

    /// Whether a connection from this address is a proxy's.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        match self.trusted_proxies.as_slice() {
            [] => self.behind_proxy,
            trusted => trusted.iter().any(|network| network.contains(peer)),
        }
    }

    /// Whether a proxy of this address is one of ours, so that what stands before it in a list is its word.
    pub(crate) fn is_trusted(&self, proxy: IpAddr) -> bool {
        self.trusted_proxies.iter().any(|network| network.contains(proxy))
    }

    /// The database.
    pub(crate) fn database(&self) -> Result<Database, DatabaseError> {
        match &self.db {
            Some(url) => Database::at(url),
            None => Ok(Database::Sqlite(data_directory().join("ferrata.sqlite"))),
        }
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
