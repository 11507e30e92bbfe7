//! Tables that never lose an entry and never tell a secret: HTTP API, live streams, accounts, storage.

mod api;
mod assets;
mod beginning;
mod clock;
mod clocks;
mod config;
mod database;
mod examples;
mod exports;
mod guard;
mod hours;
mod hub;
mod limits;
mod meter;
mod network;
mod news;
mod notify;
mod operator;
mod orders;
mod others;
mod passwords;
mod plan;
mod problem;
mod programs;
mod quotas;
#[cfg(test)]
mod random_games;
mod ratings;
mod request_id;
mod rules;
mod running;
mod secret;
mod serve;
mod slot;
mod standing;
mod states;
mod store;
mod timekeeper;
mod who;

pub use clock::Clock;
pub use config::Config;
pub use database::DatabaseError;
pub use network::Network;
pub use notify::MailConfig;
pub use operator::{Finding, Found, Operator, OperatorError, Verified};
pub use quotas::Quotas;
pub use store::{AuditLine, PersonLine, TableLine, TokenLine};

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use exports::Exports;
use hub::Hub;
use limits::Limits;
use passwords::Passwords;
use serve::{Bounds, Connections};
use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

/// What all handlers share.
#[derive(Clone)]
struct App {
    config: Arc<Config>,
    store: Store,
    hub: Arc<Hub>,
    meter: Arc<meter::Meter>,
    limits: Arc<Limits>,
    passwords: Arc<Passwords>,
    connections: Connections,
    exports: Arc<Exports>,
    /// The tables at which programs sit.
    programs: Arc<programs::Programs>,
    notifier: Arc<notify::Notifier>,
    /// How strong all are, as long as nothing has changed.
    ratings: Arc<api::Ratings>,
    /// When a write last succeeded that was only to see whether it does.
    ready: Arc<tokio::sync::Mutex<Option<std::time::Instant>>>,
    /// Held by everything that changes something, as long as it goes on.
    under_way: Arc<tokio::sync::RwLock<()>>,
    /// Flips when the server stops: streams end.
    stopping: tokio::sync::watch::Receiver<bool>,
}

/// A server that is about to serve.
pub struct Server {
    listener: TcpListener,
    /// Where figures are served besides.
    figures: Option<TcpListener>,
    app: App,
    stop: tokio::sync::watch::Sender<bool>,
    arrivals: tokio::sync::mpsc::UnboundedReceiver<String>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
    /// The system gives no threads.
    #[error("cannot start a thread: {0}")]
    Threads(std::io::Error),
    /// People cannot be told.
    #[error("messages cannot be sent: {0}")]
    Messages(String),
}

impl Server {
    /// Opens the database and the port.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let store = Store::open(&config.database()?, config.clock.clone()).await?;
        let listener = listen(config.listen).await?;
        let figures = match config.metrics_listen {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let limits = Limits::new(config.requests_per_second, config.passwords_per_minute);
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let (exports, meter) = (Arc::<Exports>::default(), Arc::<meter::Meter>::default());
        let (hub, arrivals) =
            Hub::new(store.clone(), exports.clone(), meter.clone(), config.tables_in_memory);
        let notifier = notify::Notifier::new(&config, &store).await;
        let notifier = notifier.map_err(|error| StartError::Messages(error.to_string()))?;
        let app = App {
            notifier: Arc::new(notifier),
            hub: Arc::new(hub),
            store,
            meter,
            limits: Arc::new(limits),
            exports,
            connections: Connections::default(),
            programs: Arc::default(),
            ratings: Arc::default(),
            passwords: Arc::new(Passwords::start().map_err(StartError::Threads)?),
            config: Arc::new(config),
            ready: Arc::default(),
            under_way: Arc::default(),
            stopping,
        };
        Ok(Server { listener, figures, app, stop, arrivals })
    }

    /// Where it serves figures besides, if it does.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.figures.as_ref()?.local_addr().ok()
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` resolves, then finishes what is under way.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let Server { listener, figures, app, stop: stopper, arrivals } = self;
        let mut besides = vec![
            tokio::spawn(others::listen(app.clone())),
            tokio::spawn(others::announce(app.clone(), arrivals)),
            tokio::spawn(tidy_up(app.clone())),
            tokio::spawn(programs::resume(app.clone())),
            tokio::spawn(timekeeper::run(app.clone())),
        ];
        let telling = tokio::spawn(notify::run(app.clone()));
        if let Some(listener) = figures {
            let router = Router::new().route("/metrics", get(meter::open_metrics)).with_state(app.clone());
            besides.push(tokio::spawn(async move {
                axum::serve(listener, router).await.ok();
            }));
        }
        let (store, config, under_way) = (app.store.clone(), app.config.clone(), app.under_way.clone());
        let stopped = async move {
            stop.await;
            stopper.send_replace(true);
        };
        let bounds = Bounds {
            connections: serve::possible(config.connections),
            of_network: config.connections_per_network,
            head: config.head_timeout,
            farewell: config.farewell,
        };
        let connections = app.connections.clone();
        serve::serve(listener, router(app), bounds, connections, |peer| config.is_proxy(peer), stopped).await;
        besides.iter().for_each(tokio::task::JoinHandle::abort);
        // What was begun for somebody who is gone is finished, too.
        tokio::time::timeout(config.farewell, under_way.write()).await.ok();
        // A message on its way has arrived before it counts as sent.
        tokio::time::timeout(config.farewell, telling).await.ok();
        store.close().await;
    }
}

async fn listen(address: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(address).await.map_err(|source| StartError::Listen { address, source })
}

fn router(app: App) -> Router {
    let (api, openapi) = api::routes().split_for_parts();
    api.merge(api::meta_routes(&openapi))
        .fallback(assets::asset)
        .method_not_allowed_fallback(api::wrong_method)
        .layer(CatchPanicLayer::custom(api::panicked))
        .layer(from_fn_with_state(app.clone(), api::to_its_end))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(from_fn_with_state(app.clone(), meter::measure))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn(api::timeout))
        .layer(from_fn(request_id::name))
        .with_state(app)
}

/// Forgets from time to time what is no longer needed.
async fn tidy_up(app: App) {
    for minute in 0_u64.. {
        tokio::time::sleep(Duration::from_secs(60)).await;
        app.limits.prune();
        if minute % 60 == 0
            && let Err(error) = app.store.tidy_up().await
        {
            tracing::warn!(%error, "what is too old could not be removed");
        }
    }
}
