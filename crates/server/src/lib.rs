//! Tables that never lose an entry and never tell a secret: HTTP API, live streams, accounts, storage.

mod api;
mod assets;
mod beginning;
mod config;
mod guard;
mod hub;
mod meter;
mod others;
mod plan;
mod problem;
#[cfg(test)]
mod random_games;
mod running;
mod secret;
mod slot;
mod standing;
mod store;
mod who;

pub use config::Config;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use governor::{DefaultKeyedRateLimiter, Quota};
use hub::Hub;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use tokio::net::TcpListener;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;

/// The largest body a request may have; an imported game is the largest.
const BODY_LIMIT: usize = 4 * 1024 * 1024;

/// What all handlers share.
#[derive(Clone)]
struct App {
    config: Arc<Config>,
    store: Store,
    hub: Arc<Hub>,
    meter: Arc<meter::Meter>,
    limiter: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    /// Sign-ups and sign-ins are slow on purpose and limited apart.
    sign_ins: Arc<DefaultKeyedRateLimiter<IpAddr>>,
    /// Flips when the server stops: streams end.
    stopping: tokio::sync::watch::Receiver<bool>,
}

/// A server that is about to serve.
pub struct Server {
    listener: TcpListener,
    app: App,
    stop: tokio::sync::watch::Sender<bool>,
    arrivals: tokio::sync::mpsc::UnboundedReceiver<String>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The database cannot be opened.
    #[error("cannot open the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The address cannot be listened on, or a directory cannot be made.
    #[error("cannot start: {0}")]
    Io(#[from] std::io::Error),
}

impl Server {
    /// Opens the database and the port.
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let store = Store::open(&config.database_url()?).await?;
        let listener = TcpListener::bind(config.listen).await?;
        let rate = NonZeroU32::new(config.requests_per_second).unwrap_or(NonZeroU32::MIN);
        let quota =
            Quota::per_second(rate).allow_burst(rate.saturating_mul(NonZeroU32::new(10).unwrap_or(rate)));
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let (hub, arrivals) = Hub::new(store.clone(), config.tables_in_memory);
        let app = App {
            hub: Arc::new(hub),
            store,
            meter: Arc::default(),
            limiter: Arc::new(governor::RateLimiter::keyed(quota)),
            sign_ins: Arc::new(governor::RateLimiter::keyed(sign_in_quota(rate))),
            config: Arc::new(config),
            stopping,
        };
        Ok(Server { listener, app, stop, arrivals })
    }

    /// Where it listens.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until `stop` resolves, then finishes what is under way.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Server { listener, app, stop: stopper, arrivals } = self;
        let besides = [
            tokio::spawn(others::listen(app.clone())),
            tokio::spawn(others::announce(app.clone(), arrivals)),
            tokio::spawn(prune_limits(app.clone())),
        ];
        let store = app.store.clone();
        let service = router(app).into_make_service_with_connect_info::<SocketAddr>();
        let stopped = async move {
            stop.await;
            stopper.send_replace(true);
        };
        let served = axum::serve(listener, service).with_graceful_shutdown(stopped).await;
        besides.iter().for_each(tokio::task::JoinHandle::abort);
        store.close().await;
        served
    }
}

fn sign_in_quota(rate: NonZeroU32) -> Quota {
    Quota::per_minute(rate).allow_burst(rate)
}

fn router(app: App) -> Router {
    let (api, openapi) = api::routes().split_for_parts();
    api.merge(api::meta_routes(&openapi))
        .fallback(assets::asset)
        .layer(RequestBodyLimitLayer::new(BODY_LIMIT))
        .layer(CatchPanicLayer::custom(api::panicked))
        .layer(from_fn_with_state(app.clone(), guard::guard))
        .layer(from_fn_with_state(app.clone(), meter::measure))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(from_fn(api::timeout))
        .with_state(app)
}

async fn prune_limits(app: App) {
    loop {
        tokio::time::sleep(Duration::from_secs(60)).await;
        app.limiter.retain_recent();
        app.sign_ins.retain_recent();
    }
}
