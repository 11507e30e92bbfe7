//! `ferrata health`: whether a server answers, for whatever watches it.

use crate::output::{Done, Failure, print};
use clap::Args;
use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

/// Asks a server whether it is alive; the exit code tells
#[derive(Args)]
pub(crate) struct Health {
    /// Its address on this side of any proxy
    #[arg(default_value = "http://127.0.0.1:1841")]
    url: String,
    /// Whether it can write to its database, too
    #[arg(long)]
    ready: bool,
}

const PATIENCE: Duration = Duration::from_secs(4);

impl Health {
    pub(crate) fn run(self) -> Done {
        let host = self.url.strip_prefix("http://").unwrap_or(&self.url).trim_end_matches('/');
        let path = if self.ready { "/readyz" } else { "/healthz" };
        let failed = |error: std::io::Error| Failure::problem(format!("{host} does not answer: {error}"));
        let answer = ask(host, path).map_err(failed)?;
        let status = answer.lines().next().unwrap_or_default();
        if status.split(' ').nth(1) != Some("200") {
            return Err(Failure::problem(format!("{host} answers: {status}")));
        }
        print(if self.ready { "ready\n" } else { "alive\n" })
    }
}

fn ask(host: &str, path: &str) -> std::io::Result<String> {
    let none = || std::io::Error::other("no such address; write http://HOST:PORT");
    let address = host.to_socket_addrs()?.next().ok_or_else(none)?;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream
        .write_all(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n").as_bytes())?;
    let mut answer = Vec::new();
    stream.take(64 << 10).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
