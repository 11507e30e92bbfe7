//! Figures for Prometheus. They count; they never name a person, a table or what anybody did.

use crate::App;
use crate::problem::Problem;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::time::Instant;
use subtle::ConstantTimeEq;

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    path: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Route {
    path: String,
}

/// The figures.
#[derive(Debug)]
pub(crate) struct Meter {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram>,
    /// Entries accepted.
    pub entries: Counter,
    /// Live streams open now.
    pub streams: Gauge,
    tables: Gauge,
    connections: Gauge,
    pool_size: Gauge,
    pool_idle: Gauge,
    /// Requests that were told to wait.
    pub limited: Counter,
    /// Requests that failed inside the server or its database.
    pub failed: Counter,
    /// Time to fold a log that was not in memory.
    pub folds: Histogram,
    /// Time until records are in the database, waiting for others' included.
    pub writes: Histogram,
    /// Decisions of programs that are thought about or wait for it.
    pub programs: Gauge,
    /// Logs found with a record that the rules no longer accept.
    pub damaged: Counter,
    /// Logs found that fold to another table than recorded.
    pub changed: Counter,
}

fn seconds() -> Histogram {
    Histogram::new([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0])
}

impl Default for Meter {
    fn default() -> Meter {
        let mut meter = Meter {
            registry: Registry::with_prefix("ferrata"),
            requests: Family::default(),
            seconds: Family::new_with_constructor(seconds),
            entries: Counter::default(),
            streams: Gauge::default(),
            tables: Gauge::default(),
            connections: Gauge::default(),
            pool_size: Gauge::default(),
            pool_idle: Gauge::default(),
            limited: Counter::default(),
            failed: Counter::default(),
            folds: seconds(),
            writes: seconds(),
            programs: Gauge::default(),
            damaged: Counter::default(),
            changed: Counter::default(),
        };
        let registry = &mut meter.registry;
        registry.register("requests", "Requests answered", meter.requests.clone());
        registry.register("request_seconds", "Time to answer a request", meter.seconds.clone());
        registry.register("entries", "Entries accepted", meter.entries.clone());
        registry.register("streams", "Live streams open", meter.streams.clone());
        registry.register("tables_loaded", "Tables in memory", meter.tables.clone());
        registry.register("connections", "Connections open", meter.connections.clone());
        registry.register("database_connections", "Connections to the database", meter.pool_size.clone());
        registry.register("database_idle", "Of these, idle", meter.pool_idle.clone());
        registry.register("limited", "Requests told to wait", meter.limited.clone());
        registry.register("failed", "Requests failed inside", meter.failed.clone());
        registry.register("fold_seconds", "Time to fold a log", meter.folds.clone());
        registry.register("write_seconds", "Time to write records to the database", meter.writes.clone());
        registry.register("programs_waiting", "Programs thinking or waiting to", meter.programs.clone());
        registry.register("logs_damaged", "Logs the rules no longer accept", meter.damaged.clone());
        registry.register("logs_changed", "Logs folding to another table", meter.changed.clone());
        meter
    }
}

/// Counts a request and its time.
pub(crate) async fn measure(
    State(app): State<App>,
    path: Option<MatchedPath>,
    request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let method = request.method().clone();
    let response = next.run(request).await;
    let path = path.map_or("other".to_owned(), |path| path.as_str().to_owned());
    let (status, taken) = (response.status(), begun.elapsed());
    tracing::debug!(path, %method, status = status.as_u16(), millis = taken.as_millis() as u64, "answered");
    if status == StatusCode::TOO_MANY_REQUESTS {
        app.meter.limited.inc();
    } else if status.is_server_error() {
        app.meter.failed.inc();
    }
    // A stream answers at once and goes on: its time says nothing.
    if !path.ends_with("/live") {
        app.meter.seconds.get_or_create(&Route { path: path.clone() }).observe(taken.as_secs_f64());
    }
    app.meter.requests.get_or_create(&Answered { path, status: status.as_u16() }).inc();
    response
}

/// The figures in Prometheus' text format, for who may have them: everybody on one's own machine, else who has the
/// token. (An address of their own needs none, see [`crate::Config::metrics_listen`].)
pub(crate) async fn metrics(State(app): State<App>, headers: HeaderMap) -> Response {
    let given = headers.get(AUTHORIZATION).and_then(|header| header.to_str().ok()?.strip_prefix("Bearer "));
    let may = match &app.config.metrics_token {
        Some(token) => given.is_some_and(|given| bool::from(given.as_bytes().ct_eq(token.as_bytes()))),
        None => app.config.is_local(),
    };
    match may {
        true => figures(&app),
        false => Problem::not_found("there are no figures here, or not for you").into_response(),
    }
}

/// The figures, on an address of their own.
pub(crate) async fn open_metrics(State(app): State<App>) -> Response {
    figures(&app)
}

fn figures(app: &App) -> Response {
    app.meter.tables.set(app.hub.loaded() as i64);
    app.meter.connections.set(app.connections.count() as i64);
    let (size, idle) = app.store.connections();
    app.meter.pool_size.set(size);
    app.meter.pool_idle.set(idle);
    let mut text = String::new();
    if encode(&mut text, &app.meter.registry).is_err() {
        return Problem::internal("the figures cannot be written").into_response();
    }
    ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response()
}
