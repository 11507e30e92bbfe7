//! Figures for Prometheus. They count; they never name a person, a table or what anybody did.

use crate::App;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::CONTENT_TYPE;
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

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    path: String,
    status: u16,
}

/// The figures.
#[derive(Debug)]
pub(crate) struct Meter {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Histogram,
    /// Entries accepted.
    pub entries: Counter,
    /// Live streams open now.
    pub streams: Gauge,
    tables: Gauge,
}

impl Default for Meter {
    fn default() -> Meter {
        let buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.5];
        let mut meter = Meter {
            registry: Registry::with_prefix("ferrata"),
            requests: Family::default(),
            seconds: Histogram::new(buckets),
            entries: Counter::default(),
            streams: Gauge::default(),
            tables: Gauge::default(),
        };
        let registry = &mut meter.registry;
        registry.register("requests", "Requests answered", meter.requests.clone());
        registry.register("request_seconds", "Time to answer a request", meter.seconds.clone());
        registry.register("entries", "Entries accepted", meter.entries.clone());
        registry.register("streams", "Live streams open", meter.streams.clone());
        registry.register("tables_loaded", "Tables in memory", meter.tables.clone());
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
    let response = next.run(request).await;
    let path = path.map_or("other".to_owned(), |path| path.as_str().to_owned());
    let (status, millis) = (response.status().as_u16(), begun.elapsed().as_millis() as u64);
    tracing::debug!(path, status, millis, "answered");
    app.meter.requests.get_or_create(&Answered { path, status: response.status().as_u16() }).inc();
    app.meter.seconds.observe(begun.elapsed().as_secs_f64());
    response
}

/// The figures in Prometheus' text format.
pub(crate) async fn metrics(State(app): State<App>) -> Response {
    app.meter.tables.set(app.hub.loaded() as i64);
    let mut text = String::new();
    if encode(&mut text, &app.meter.registry).is_err() {
        return crate::problem::Problem::internal("the figures cannot be written").into_response();
    }
    ([(CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")], text).into_response()
}
