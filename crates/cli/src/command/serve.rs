//! `ferrata serve`: tables for people here or over a network.

use crate::output::{Done, Failure, print};
use clap::Args;
use ferrata_server::{Config, MailConfig, Network, Server};
use std::net::SocketAddr;

/// Serve tables to browsers and programs.
#[derive(Args)]
pub(crate) struct Serve {
    /// Where to listen. Only a loopback address lets people play without an account.
    #[arg(long, env = "FERRATA_LISTEN", default_value = "127.0.0.1:1841")]
    listen: SocketAddr,

    /// The database: sqlite://FILE or postgres://USER@HOST/NAME; without it a SQLite file in your data directory.
    #[arg(long, env = "FERRATA_DB")]
    db: Option<String>,

    /// Browsers reach the server by TLS (a proxy in front ends it): cookies are then sent by TLS only.
    #[arg(long, env = "FERRATA_BEHIND_TLS")]
    behind_tls: bool,

    /// All requests come through a proxy: believe its X-Forwarded-For and X-Forwarded-Proto headers. People then
    /// need accounts, wherever the server listens.
    #[arg(long, env = "FERRATA_BEHIND_PROXY")]
    behind_proxy: bool,

    /// The addresses of your proxies (10.0.0.0/8, 2001:db8::/32 or one alone; several with commas): only their
    /// headers are believed then.
    #[arg(long, env = "FERRATA_TRUSTED_PROXIES", value_delimiter = ',')]
    trusted_proxies: Vec<Network>,

    /// Requests a network may make per second; ten times that at once.
    #[arg(long, env = "FERRATA_REQUESTS_PER_SECOND", default_value_t = 50)]
    requests_per_second: u32,

    /// Passwords that may be tried per minute for one account; five times that from one network.
    #[arg(long, env = "FERRATA_PASSWORDS_PER_MINUTE", default_value_t = 10)]
    passwords_per_minute: u32,

    /// Connections there may be at once.
    #[arg(long, env = "FERRATA_CONNECTIONS", default_value_t = 20_000)]
    connections: usize,

    /// Connections of one network at once; those of proxies are not counted.
    #[arg(long, env = "FERRATA_CONNECTIONS_PER_NETWORK", default_value_t = 500)]
    connections_per_network: usize,

    /// Serve figures for Prometheus on an address of their own, without a token.
    #[arg(long, env = "FERRATA_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,

    /// Give figures at /metrics to who sends this token; without one they are given on this machine only.
    #[arg(long, env = "FERRATA_METRICS_TOKEN", hide_env_values = true)]
    metrics_token: Option<String>,

    /// How many running tables are kept in memory; the others are read from their logs when they are needed.
    #[arg(long, env = "FERRATA_TABLES_IN_MEMORY", default_value_t = 2000)]
    tables_in_memory: usize,

    /// Where people find this server, for links in messages: `https://ferrata.example.org`.
    #[arg(long, env = "FERRATA_PUBLIC_URL")]
    public_url: Option<String>,

    /// The server that takes mail: smtps://USER:PASSWORD@HOST, or smtp://USER:PASSWORD@HOST:587?tls=required. Without
    /// it no mail is sent.
    #[arg(long, env = "FERRATA_SMTP_URL", hide_env_values = true, requires = "mail_from")]
    smtp_url: Option<String>,

    /// Who writes mail: "Ferrata <ferrata@example.org>".
    #[arg(long, env = "FERRATA_MAIL_FROM")]
    mail_from: Option<String>,

    /// Let webhooks lead to addresses that only this network can reach, and without TLS. Whoever has an account can then
    /// make this server send requests there.
    #[arg(long, env = "FERRATA_PRIVATE_DESTINATIONS")]
    private_destinations: bool,

    /// Write the log as JSON, one line per event.
    #[arg(long, env = "FERRATA_LOG_JSON")]
    log_json: bool,
}

impl Serve {
    pub(crate) fn run(self) -> Done {
        self.begin_log();
        let runtime = tokio::runtime::Runtime::new().map_err(Failure::problem)?;
        runtime.block_on(self.serve())
    }

    fn begin_log(&self) {
        use tracing_subscriber::filter::{LevelFilter, Targets};
        use tracing_subscriber::layer::SubscriberExt as _;
        use tracing_subscriber::util::SubscriberInitExt as _;
        let usual = || Targets::new().with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN);
        let wanted = std::env::var("FERRATA_LOG").ok().filter(|wanted| !wanted.is_empty());
        let filter = wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or_else(usual);
        let log = tracing_subscriber::fmt().with_max_level(LevelFilter::TRACE).with_writer(std::io::stderr);
        if self.log_json { log.json().finish().with(filter).init() } else { log.finish().with(filter).init() }
    }

    async fn serve(self) -> Done {
        let config = Config {
            listen: self.listen,
            db: self.db,
            behind_tls: self.behind_tls,
            behind_proxy: self.behind_proxy,
            trusted_proxies: self.trusted_proxies,
            requests_per_second: self.requests_per_second,
            passwords_per_minute: self.passwords_per_minute,
            connections: self.connections,
            connections_per_network: self.connections_per_network,
            tables_in_memory: self.tables_in_memory,
            metrics_listen: self.metrics_listen,
            metrics_token: self.metrics_token.filter(|token| !token.is_empty()),
            public_url: self.public_url,
            mail: self.smtp_url.zip(self.mail_from).map(|(smtp, from)| MailConfig { smtp, from }),
            private_destinations: self.private_destinations,
            ..Config::default()
        };
        let server = Server::start(config).await.map_err(Failure::problem)?;
        let address = server.address().map_err(Failure::problem)?;
        print(format!("Ferrata is open at http://{address}\n"))?;
        server.run(asked_to_stop()).await;
        Ok(())
    }
}

/// Waits for Ctrl-C, or on Unix for the signal by which services are stopped.
async fn asked_to_stop() {
    let interrupted = async { tokio::signal::ctrl_c().await.ok() };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
            return;
        }
    }
    interrupted.await;
}
